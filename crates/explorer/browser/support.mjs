// A server, a browser, and pages that fail a test when their console has an error.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

export const ROOT = process.env.ROOT;
export const QUBIC = join(ROOT, 'proofs', 'qubic.quod');
// On a busy machine a browser takes its time to begin.
const PATIENCE = 120000;

/** Starts `quod explore ARGUMENTS --port 0`, under `by` if that is given, and reads the address that it prints. */
export async function serve(args, by = []) {
  const [program, ...rest] = [...by, process.env.QUOD, 'explore', ...args, '--port', '0'];
  const server = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const address = await new Promise((done, fail) => {
    const read = chunk => {
      said += chunk;
      const found = /http:\/\/[^\s/]+:\d+\//.exec(said);
      if (found) done(found[0]);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', code => fail(new Error(`quod explore ended with ${code}: ${said}`)));
  });
  return { address, server };
}

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' };

/** The page's files from the folder that PAGE names in place of those in the program: what one writes is tested without building. */
async function fromFolder(page, address) {
  const folder = process.env.PAGE;
  if (!folder) return;
  const files = url => url.href.startsWith(address) && !url.pathname.startsWith('/api/');
  await page.route(files, async route => {
    const path = new URL(route.request().url()).pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    const { headers } = await fetch(address);
    const policy = headers.get('content-security-policy');
    await route.fulfill({
      body: await readFile(file),
      headers: { 'content-type': TYPES[extname(file)], 'content-security-policy': policy },
    });
  });
}

/** A server and a browser for a file of tests; `close` ends both and checks that the server ends cleanly. */
export async function begin(args = []) {
  const { address, server } = await serve(args);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return {
    address,
    /** Runs `use(page)` on a page at `#/where`; any error in the console, and any answer of 500, fails. */
    async page(where, use, { width = 1280, height = 800, dark = false, expected = [], prepare } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        permissions: ['clipboard-read', 'clipboard-write'],
        acceptDownloads: true,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const trouble = [];
      page.on('console', message => {
        if (message.type() === 'error') trouble.push(message.text());
      });
      page.on('pageerror', error => trouble.push(error.stack));
      page.on('response', answer => {
        if (answer.status() >= 500) trouble.push(`${answer.status()} ${answer.url()}`);
      });
      try {
        await fromFolder(page, address);
        await prepare?.(page);
        await page.goto(address + (where ? `#/${where}` : ''));
        await page.waitForSelector('body[data-ready]');
        await use(page);
        assert.deepEqual(
          trouble.filter(text => !expected.some(it => it.test(text))),
          [],
          'the console has no error',
        );
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      const ended = new Promise(done => {
        server.removeAllListeners('exit');
        server.on('exit', (code, signal) => done({ code, signal }));
      });
      server.kill('SIGINT');
      assert.equal((await ended).signal, null, 'Ctrl-C ends the server by its own exit');
    },
  };
}

/** Whether pictures are asked for. */
export const pictures = Boolean(process.env.SCREENSHOTS);

/** A picture for the README, if pictures are asked for. */
export async function shot(page, name) {
  if (pictures) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
}

/** Nothing is wider than the window. */
export async function fits(page) {
  const [wide, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window_, `the page is ${wide} wide in a window of ${window_}`);
}

/** Everything that can be used has a name that a screen reader can say. */
export async function named(page) {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=tree], svg[role]')]
      .filter(it => it.checkVisibility())
      .filter(
        it =>
          !(
            it.getAttribute('aria-label') ||
            it.getAttribute('aria-labelledby') ||
            it.labels?.length ||
            it.textContent.trim()
          ),
      )
      .map(it => it.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
}

/** A page whose proof 0 has a tree of a million rows: the server's own answers but for the tree, which is made here, ten rows deep. */
export async function millionRows(page) {
  const total = 1_000_000;
  await page.route('**/api/proofs/0', async route => {
    const answer = await route.fetch();
    const proof = await answer.json();
    proof.sections[0].rows = total;
    await route.fulfill({ response: answer, json: proof });
  });
  await page.route('**/api/proofs/0/rows?*', route => {
    const query = new URL(route.request().url()).searchParams,
      offset = Number(query.get('offset')),
      limit = Number(query.get('limit'));
    const rows = Array.from({ length: Math.min(limit, total - offset) }, (_, at) => {
      const row = offset + at,
        depth = row % 10;
      return {
        row,
        parent: depth ? row - 1 : row ? 0 : null,
        depth,
        kind: 'entry',
        entry: row,
        moves: [{ text: String(row % 64), code: row % 64, cell: row % 64, from: null }],
        others: false,
        replies: 1,
        by: depth % 2,
        to_move: 0,
        link: null,
        below: 9 - depth,
        entries: 1,
        children: depth < 9 ? 1 : 0,
      };
    });
    return route.fulfill({ json: { total, offset, rows } });
  });
}

/** A page whose proof 0 is being checked until `end()` is called, and then is as the server says, or what `end` is given: an error of status 422. */
export function checking() {
  let ended = null;
  return {
    prepare: page =>
      page.route('**/api/proofs/0', async route => {
        if (ended?.error) return route.fulfill({ status: 422, json: ended });
        const answer = await route.fetch();
        const unknown = { check: 'running', entries: null, work: null, assumes: null };
        return route.fulfill({ response: answer, json: { ...(await answer.json()), ...(ended ? {} : unknown) } });
      }),
    end: (error = null) => {
      ended = { error };
    },
  };
}

/** Waits until `read()` in the page is true. */
export const until = (page, read, argument) => page.waitForFunction(read, argument, { polling: 50 });
