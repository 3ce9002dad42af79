// The explorer's figures: `cargo xtask browser --measure [CERTIFICATE…]`. Prints a table; `bench/runs/` keeps what is worth keeping.
//
// The page is measured in the browser, the server by a client of its own: what it waits for an answer is more than what the server needs for it, so processor time is told
// beside it. (Linux only: /proc.)
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { QUBIC, millionRows, serve } from './support.mjs';

const STEPS = 2000;

const tell = (what, figure) => console.log(`| ${what} | ${figure} |`);
const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];
const ms = time => `${time.toFixed(1)} ms`;

/** Peak memory of a process, in MB. */
const peak = pid => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000;

/** Processor time of a process, in milliseconds. */
const processor = pid => {
  const { search, others } = times(pid);
  return (search + others) * 1000;
};

async function end(server) {
  const ended = new Promise(done => server.on('exit', done));
  server.kill('SIGINT');
  await ended;
}

async function json(url, body) {
  const options = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return answer.json();
}

const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/** First paint, size, and the scrolling of a million rows. */
async function page() {
  const { address, server } = await serve([QUBIC]);
  const browser = await launch();
  const paints = [];
  let files;
  for (let time = 0; time < 10; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const it = await context.newPage();
    await it.goto(address);
    await it.waitForSelector('.tree .row:not([hidden]) .row-kind:not(:empty)');
    paints.push(await it.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    files = await it.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(entry => entry.name)
        .filter(name => !name.includes('/api/')),
    );
    await context.close();
  }
  const sizes = await Promise.all(
    [address, ...files].map(async file => gzipSync(Buffer.from(await (await fetch(file)).arrayBuffer())).length),
  );
  tell('first paint, median and worst of 10', `${ms(quantile(paints, 0.5))}, ${ms(Math.max(...paints))}`);
  tell('loaded by the page, each file by gzip', `${sizes.reduce((a, b) => a + b)} bytes in ${sizes.length} files`);

  const it = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await millionRows(it);
  await it.goto(`${address}#/proof/0`);
  await it.waitForSelector('.tree .row:not([hidden]) .row-kind:not(:empty)');
  const { idle, scrolled } = await it.evaluate(async () => {
    const tree = document.querySelector('.tree');
    const rate = async step => {
      const start = performance.now();
      let frames = 0;
      while (performance.now() - start < 3000) {
        tree.scrollTop += step;
        await new Promise(requestAnimationFrame);
        frames += 1;
      }
      return (frames / (performance.now() - start)) * 1000;
    };
    return { idle: await rate(0), scrolled: { slow: await rate(60), fast: await rate(3000) } };
  });
  const rates = `${scrolled.slow.toFixed(1)} and ${scrolled.fast.toFixed(1)}; ${idle.toFixed(1)} at rest`;
  tell('frames a second, a tree of 1,000,000 rows scrolled by 60 and by 3,000 pixels a frame', rates);
  await browser.close();
  await end(server);
}

/** Opening a certificate and walking it at random; each step is what the page asks for: the scene with details. */
async function walk(file) {
  const name = `${basename(file)} (${statSync(file).size} bytes)`;
  const bytes = readFileSync(file);
  const [waits, checks, worked] = [[], [], []];
  let most = 0;
  for (let time = 0; time < 5; time += 1) {
    const { address, server } = await serve([]);
    const start = performance.now();
    const body = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: bytes };
    const opened = await fetch(`${address}api/proofs`, body);
    if (!opened.ok) throw new Error(await opened.text());
    const rows = await json(`${address}api/proofs/0/rows?limit=200`);
    waits.push(performance.now() - start);
    const began = performance.now();
    while ((await json(`${address}api/proofs/0`)).check === 'running') await new Promise(done => setTimeout(done, 20));
    checks.push(performance.now() - began);
    worked.push(processor(server.pid));
    most = Math.max(most, peak(server.pid));
    if (time === 4) {
      const { steps, work } = await walked(address, rows.total, server.pid);
      tell(
        `${name}: a step, median, 99th percentile and worst of ${STEPS}`,
        `${ms(quantile(steps, 0.5))}, ${ms(quantile(steps, 0.99))}, ${ms(Math.max(...steps))}; processor time ${ms(quantile(work, 0.5))}, ${ms(quantile(work, 0.99))}, ${ms(Math.max(...work))}`,
      );
    }
    await end(server);
  }
  tell(
    `${name}: sent, opened and its first rows told, median and best of 5`,
    `${ms(quantile(waits, 0.5))}, ${ms(Math.min(...waits))}; verified after another ${ms(quantile(checks, 0.5))}, ${ms(Math.min(...checks))}; least processor time of all ${ms(Math.min(...worked))}`,
  );
  tell(`${name}: peak memory of the server`, `${most.toFixed(0)} MB`);
}

async function walked(address, rows, pid) {
  // A generator of its own: the same walk every time.
  let state = 1;
  const random = below => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const [steps, work] = [[], []];
  while (steps.length < STEPS) {
    // From some row of the tree down to where the game is over or the proof's evidence ends.
    const { moves } = await json(`${address}api/proofs/0/path?row=${random(rows)}`);
    for (let depth = 0; depth < 20 && steps.length < STEPS; depth += 1) {
      const [start, before] = [performance.now(), processor(pid)];
      const scene = await json(`${address}api/proofs/0/scene?details=1&moves=${moves.join(',')}`);
      steps.push(performance.now() - start);
      work.push(processor(pid) - before);
      const next = scene.proof_move ?? scene.legal[random(scene.legal.length || 1)];
      if (!next || scene.support.kind !== 'entry') break;
      moves.push(next.text);
    }
  }
  return { steps, work };
}

/** Processor time of a process by thread, in seconds: what its searches took, and all else. */
function times(pid) {
  const sum = { search: 0, others: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8');
    const time = Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
    sum[name.startsWith('search') ? 'search' : 'others'] += time;
  }
  return sum;
}

/**
 * What those cost who listen to a search: processor time of the server's own threads (the system's part included) beside the search's, in ten seconds of a search. The snapshots themselves
 * are made by the search between two steps, and take a hundredth of its time at most: `EVERY` and `SHARE` in `worker.rs`.
 */
async function listening() {
  const jobs = [
    { game: 'qubic', engine: 'pn', question: 'first-player-wins' },
    { game: 'connect-four', engine: 'pn', question: 'first-player-wins' },
    { game: 'connect-four', engine: 'alphabeta', question: 'value' },
  ];
  for (const job of jobs)
    for (const [who, listeners, withPage] of [
      ['nobody', 0, false],
      ['50 listeners', 50, false],
      ['a page and a listener', 1, true],
    ]) {
      const { address, server } = await serve([]);
      const { id } = await json(`${address}api/searches`, { ...job, memory_bytes: 1 << 30, paused: true });
      const leave = new AbortController();
      let snapshots = 0;
      const listen = async (_, at) => {
        const answer = await fetch(`${address}api/searches/${id}/events`, { signal: leave.signal });
        for await (const chunk of answer.body)
          if (at === 0) snapshots += Buffer.from(chunk).toString('latin1').split('event: ').length - 1;
      };
      const heard = Array.from({ length: listeners }, listen).map(it => it.catch(() => {}));
      let browser;
      if (withPage) {
        browser = await launch();
        const it = await browser.newPage();
        await it.goto(`${address}#/search/${id}`);
        await it.waitForSelector('[data-state=paused]');
      }
      await json(`${address}api/searches/${id}/resume`, {});
      await new Promise(done => setTimeout(done, 1000));
      const [before, heardBefore] = [times(server.pid), snapshots];
      await new Promise(done => setTimeout(done, 10_000));
      const [after, heardAfter] = [times(server.pid), snapshots];
      const [search, others] = [after.search - before.search, after.others - before.others];
      tell(
        `${job.game}, ${job.engine}, watched by ${who}`,
        `${((others / search) * 100).toFixed(2)} % beside the search's ${search.toFixed(1)} s, ${heardAfter - heardBefore} snapshots`,
      );
      leave.abort();
      await Promise.all(heard);
      await browser?.close();
      await end(server);
    }
}

console.log('| what | figure |\n|---|---|');
await page();
for (const file of [QUBIC, ...process.argv.slice(2)]) await walk(file);
await listening();
