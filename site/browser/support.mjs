// A server of files, a browser, and pages that fail a test when their console has an error or they ask another host.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = process.env.ROOT;
export const SITE = process.env.SITE;
/** The page that is one file, opened from the disk. */
export const ONE_FILE = pathToFileURL(join(SITE, 'quod-check.html')).href;
// On a busy machine a browser takes its time.
const PATIENCE = 240000;
const TYPES = { '.html': 'text/html', '.wasm': 'application/wasm', '.quod': 'application/octet-stream' };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serves the folder as any web server would. */
async function serve() {
  const server = createServer((request, answer) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://here/').pathname));
    const file = join(SITE, path === '/' ? 'index.html' : path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(answer);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

/** A server and a browser for a file of tests. */
export async function begin() {
  const { server, address } = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return {
    address,
    browser,
    /** Runs `use(page)` on the page at `where`, below the server's address or whole. */
    async page(where, use, { width = 1280, height = 800, dark = false, expected = [], prepare } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const trouble = [];
      page.on('console', message => {
        if (message.type() === 'error') trouble.push(message.text());
      });
      page.on('pageerror', error => trouble.push(error.stack));
      page.on('request', request => {
        const url = request.url();
        if (!/^(data|blob|file):/.test(url) && !url.startsWith(address)) trouble.push(`asks ${url}`);
      });
      try {
        await prepare?.(page);
        await page.goto(where.includes('://') ? where : address + where);
        await use(page);
        const unexpected = trouble.filter(text => !expected.some(it => it.test(text)));
        assert.deepEqual(unexpected, [], 'the console has no error, and nobody else is asked');
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

/** Gives a file to the page by its field. */
export async function give(page, file) {
  await page.waitForSelector('#certificate');
  await page.setInputFiles('#certificate', file);
}

/** Waits for the checker's verdict: `verified`, `rejected` or `failed`. */
export async function verdict(page) {
  await page.waitForSelector('[data-verdict]');
  return page.getAttribute('[data-verdict]', 'data-verdict');
}

/** What axe-core finds on the page. */
export async function axe(page) {
  // A policy that allows no evaluated text does not hold for what the browser's own protocol puts in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(it => `${it.id}: ${it.nodes.map(node => node.html.slice(0, 120)).join(' | ')}`);
}

/** Nothing is wider than the window. */
export async function fits(page) {
  const [wide, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window_, `the page is ${wide} wide in a window of ${window_}`);
}
