// The explorer's figures: `cargo xtask browser --measure [CERTIFICATE…]`. Prints a table; `bench/runs/` keeps what is worth keeping.
//
// The page is measured in the browser, the server by a client of its own: what it waits for an answer is more than what the server needs for it. Instructions
// are counted by valgrind over the whole program, the server's threads included; without valgrind that part is skipped.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
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
  const times = [];
  let most = 0;
  for (let time = 0; time < 5; time += 1) {
    const { address, server } = await serve([]);
    const start = performance.now();
    const body = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: bytes };
    const opened = await fetch(`${address}api/proofs`, body);
    if (!opened.ok) throw new Error(await opened.text());
    const rows = await json(`${address}api/proofs/0/rows?limit=200`);
    times.push(performance.now() - start);
    most = Math.max(most, peak(server.pid));
    if (time === 4) {
      const steps = await walked(address, rows.total);
      tell(
        `${name}: a step, median, 99th percentile and worst of ${STEPS}`,
        `${ms(quantile(steps, 0.5))}, ${ms(quantile(steps, 0.99))}, ${ms(Math.max(...steps))}`,
      );
    }
    await end(server);
  }
  tell(`${name}: sent, checked, opened and its first rows told, median and best of 5`, `${ms(quantile(times, 0.5))}, ${ms(Math.min(...times))}`);
  tell(`${name}: peak memory of the server`, `${most.toFixed(0)} MB`);
}

async function walked(address, rows) {
  // A generator of its own: the same walk every time.
  let state = 1;
  const random = below => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const times = [];
  while (times.length < STEPS) {
    // From some row of the tree down to where the game is over or the proof's evidence ends.
    const { moves } = await json(`${address}api/proofs/0/path?row=${random(rows)}`);
    for (let depth = 0; depth < 20 && times.length < STEPS; depth += 1) {
      const start = performance.now();
      const scene = await json(`${address}api/proofs/0/scene?details=1&moves=${moves.join(',')}`);
      times.push(performance.now() - start);
      const next = scene.proof_move ?? scene.legal[random(scene.legal.length || 1)];
      if (!next || scene.support.kind !== 'entry') break;
      moves.push(next.text);
    }
  }
  return times;
}

/**
 * A search with a budget of nodes, listened to by `listeners` clients and, if wanted, by a page, in a server that is started `by` a program: nodes, seconds, how many
 * snapshots the first listener heard, and what the program that started it said.
 */
async function watched(job, listeners, { withPage = false, by = [] } = {}) {
  const { address, server } = await serve([], by);
  let said = '';
  server.stderr.on('data', chunk => (said += chunk));
  const { id } = await json(`${address}api/searches`, { ...job, paused: true });
  let snapshots = 0;
  const heard = Array.from({ length: listeners }, async (_, at) => {
    const answer = await fetch(`${address}api/searches/${id}/events`);
    for await (const chunk of answer.body)
      if (at === 0) snapshots += Buffer.from(chunk).toString('latin1').split('event: ').length - 1;
  });
  let browser;
  if (withPage) {
    browser = await launch();
    const it = await browser.newPage();
    await it.goto(`${address}#/search/${id}`);
    await it.waitForSelector('[data-state=paused]');
  }
  await json(`${address}api/searches/${id}/resume`, {});
  await Promise.all(heard);
  let told;
  do {
    await new Promise(done => setTimeout(done, 3000));
    told = (await json(`${address}api/state`)).searches[0];
  } while (told.state !== 'done');
  await browser?.close();
  await end(server);
  return { nodes: told.snapshot.nodes, seconds: told.snapshot.seconds, snapshots, said };
}

/**
 * What listeners cost. Under valgrind a search is so slow that the few snapshots a second weigh much more than they do, so what is counted there is the instructions of one
 * snapshot with all that hangs on it; how many come a second, and how many instructions the search does in that second, is measured without valgrind.
 */
async function listening() {
  if (spawnSync('valgrind', ['--version']).status !== 0) {
    console.log('skipped: what listeners cost, since there is no valgrind');
    return;
  }
  const counted = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null'];
  const count = run => Number(/Collected : (\d+)/.exec(run.said)[1]);
  const jobs = [
    { game: 'qubic', engine: 'pn', question: 'first-player-wins', nodes: 300, quick: 3000 },
    { game: 'connect-four', engine: 'pn', question: 'first-player-wins', nodes: 300_000, quick: 3_000_000 },
    { game: 'connect-four', engine: 'alphabeta', question: 'value', nodes: 300_000, quick: 10_000_000 },
  ];
  for (const { quick, ...job } of jobs) {
    job.memory_bytes = 1 << 30;
    const alone = await watched(job, 0, { by: counted });
    const each = count(alone) / alone.nodes;
    tell(`${job.game}, ${job.engine}: instructions a node, nobody listens`, each.toFixed(0));
    for (const [who, listeners, withPage] of [
      ['50 listeners', 50, false],
      ['a page and a listener', 1, true],
    ]) {
      const slow = await watched(job, listeners, { withPage, by: counted });
      const snapshot = (count(slow) - each * slow.nodes) / slow.snapshots;
      const real = await watched({ ...job, nodes: quick }, listeners, { withPage });
      const more = (snapshot * real.snapshots) / (each * real.nodes);
      tell(
        `the same with ${who}`,
        `${(more * 100).toFixed(2)} % more: ${(snapshot / 1e6).toFixed(2)} million a snapshot, ${real.snapshots} snapshots in ${real.seconds.toFixed(1)} s`,
      );
    }
  }
}

console.log('| what | figure |\n|---|---|');
await page();
for (const file of [QUBIC, ...process.argv.slice(2)]) await walk(file);
await listening();
