// @ts-check
// Watching a search: the form that starts one, and what it tells while it runs.
import { h, button, bytes, count, field, put, proofNumber, select, settingBox } from './dom.js';
import { close, game as loadGame, get, post, upload } from './api.js';
import { barChart, lineChart } from './chart.js';
import { cellsOfLine } from './board.js';
import { attempt, notice } from './notice.js';
import { positionPanel } from './position.js';
import { gameSetup } from './setup.js';
import { topTree } from './top.js';
import { t } from './text.js';

const MEBI = 1024 * 1024;
const LINE_EVERY = 500;

/**
 * Boxes for an engine's options; the answer tells the engine as it is written, with the options that are not as usual.
 * @param {OptionTold[]} options
 */
function engineForm(host, name, options) {
  const boxes = options.map(it => settingBox(it, it.default, null, { 'data-option': it.name }));
  put(
    host,
    options.map((it, at) => field(it.name, boxes[at])),
  );
  return () => {
    const given = options.flatMap((it, at) => {
      const value = boxes[at].value.trim();
      return value === '' || value === it.default ? [] : [`${it.name}=${value}`];
    });
    return given.length ? `${name}:${given.join(',')}` : name;
  };
}

/** The form; starting leads to the search's own address. */
async function form(host, route) {
  const question = h('input', {
    type: 'text',
    value: 'value',
    class: 'question',
    list: 'questions',
    spellcheck: 'false',
  });
  const questions = h('datalist', { id: 'questions' }),
    engines = h('div', {}),
    about = h('small', {}),
    settings = h('div', { class: 'settings engine-options' });
  const number = (value, least) => h('input', { type: 'number', min: least, value });
  const memory = number(256, 16),
    nodes = number('', 1),
    seconds = number('', 1),
    threads = number(1, 1);
  const paused = h('input', { type: 'checkbox', id: 'paused' });
  const everyMove = h('input', { type: 'checkbox', id: 'every-move', checked: route.parameters.has('moves') || null });
  let engine = null,
    asked = () => 'auto';
  const setup = await gameSetup(
    { game: route.parameters.get('game'), position: route.parameters.get('position') },
    game => {
      put(
        questions,
        game.claims.map(it => h('option', { value: it })),
      );
      const told = () => {
        const chosen = game.engines.find(it => it.name === engine.value);
        about.textContent = chosen?.about ?? '';
        asked = engineForm(settings, engine.value, chosen?.options ?? []);
      };
      engine = select(
        game.engines.map(it => [it.name, it.name]),
        'auto',
        told,
        { class: 'engine' },
      );
      told();
      put(engines, field(t.search.engine, engine), about, settings);
      question.title = game.claims.join(', ');
    },
  );
  const optional = box => (box.value === '' ? null : Number(box.value));
  const start = event => {
    event.preventDefault();
    attempt(async () => {
      const made = await post('searches', {
        ...setup.value,
        question: question.value.trim() || 'value',
        engine: asked(),
        memory_bytes: Math.round(Number(memory.value) * MEBI),
        nodes: optional(nodes),
        seconds: optional(seconds),
        threads: Number(threads.value) || 1,
        paused: paused.checked,
        all_moves: everyMove.checked,
      });
      location.hash = `#/search/${made.id}`;
    });
  };
  const { searches } = await get('searches');
  put(
    host,
    h('h1', {}, t.search.title),
    searches.length > 0 &&
      h(
        'ul',
        { class: 'plain' },
        searches.map(it =>
          h(
            'li',
            {},
            h(
              'a',
              { href: `#/search/${it.id}` },
              `${it.title} · ${it.question} · ${t.search.states[it.state] ?? it.state}`,
            ),
          ),
        ),
      ),
    h(
      'form',
      { class: 'start', onsubmit: start },
      setup.element,
      h(
        'div',
        { class: 'budget' },
        field(t.search.question, question, t.search.question_help),
        questions,
        engines,
        field(t.search.memory, memory),
        field(t.search.nodes, nodes, t.search.no_bound),
        field(t.search.seconds, seconds, t.search.no_bound),
        field(t.search.threads, threads),
        h('p', {}, everyMove, ' ', h('label', { for: 'every-move' }, t.search.every_move)),
        h('p', {}, paused, ' ', h('label', { for: 'paused' }, t.search.begin_paused)),
        h('button', { class: 'strong start-search' }, t.search.start),
      ),
    ),
  );
  return { leave: setup.leave };
}

export async function open(host, route) {
  if (route.id === null) return form(host, route);
  const base = `searches/${Number(route.id)}`;
  const search = await get(base);
  if (search.kind === 'puzzle') return (await import('./puzzle.js')).watch(host, search);
  const game = await loadGame(search.game);
  let scene = await post('scene', { game: search.game, position: search.position });
  const start = scene;
  let state = search.state,
    latest = search.snapshot,
    lineAt = 0,
    lineTimer = null,
    phase = null,
    asked = 0;

  const panel = positionPanel(game, { play: () => {}, locked: () => true });
  const numbers = lineChart(t.watch.numbers, [t.watch.proof, t.watch.disproof], { log: true });
  const speed = lineChart(t.watch.speed, [t.watch.nodes]);
  const memory = lineChart(t.watch.memory, [t.watch.bytes], { unit: bytes });
  const depths = barChart(t.watch.depths);
  const top = topTree();
  const facts = h('dl', { class: 'facts-line' }),
    lineText = h('p', { class: 'most-proving' }),
    answer = h('div', { class: 'answer', 'aria-live': 'polite' }),
    values = h('div', { class: 'move-values' });
  let valued = null;
  const act = what =>
    attempt(async () => {
      const now = await post(`${base}/${what}`);
      show({ ...now.snapshot, state: now.state });
    });
  const pause = button(t.watch.pause, () => act(state === 'paused' ? 'resume' : 'pause'), { class: 'pause' });
  const stop = button(t.watch.stop, () => act('stop'), { class: 'stop' });
  const controls = h(
    'div',
    { class: 'steps', role: 'group', 'aria-label': t.watch.controls },
    pause,
    stop,
    button(
      t.watch.forget,
      () =>
        attempt(async () => {
          await close(base);
          location.hash = '#/search';
        }),
      { class: 'quiet' },
    ),
  );

  function setState(to) {
    state = to;
    host.dataset.state = to;
    pause.textContent = to === 'paused' ? t.watch.resume : t.watch.pause;
    pause.disabled = stop.disabled = to === 'done';
  }

  const check = () =>
    attempt(async () => {
      const got = await fetch(`/api/${base}/certificate`);
      if (!got.ok) throw new Error((await got.json().catch(() => null))?.error?.message ?? `HTTP ${got.status}`);
      const said = await upload('check', await got.arrayBuffer());
      const words = said.verified ? t.watch.is_verified(said) : t.watch.is_rejected(said.reject);
      put(
        answer.querySelector('.checked'),
        h(
          'span',
          { class: said.verified ? 'verified' : 'rejected' },
          said.verified ? t.proof.checks.verified : t.proof.checks.rejected,
        ),
        ' ',
        words,
      );
    });
  const walk = () =>
    attempt(async () => {
      location.hash = `#/proof/${(await post(`${base}/proof`)).id}`;
    });

  function tellAnswer(it) {
    const has = it.certificate_bytes !== null && it.certificate_bytes !== undefined;
    put(
      answer,
      h('h2', {}, t.watch.answer(it)),
      it.reason && h('p', {}, t.watch.reason(it.reason)),
      it.pv?.length > 0 && h('p', {}, t.watch.pv, ' ', it.pv.join(' ')),
      has &&
        h(
          'div',
          { class: 'steps' },
          h(
            'a',
            { class: 'button save', href: `/api/${base}/certificate`, download: 'proof.quod' },
            t.watch.save(bytes(it.certificate_bytes)),
          ),
          button(t.watch.check, check, { class: 'check' }),
          button(t.watch.walk, walk, { class: 'strong walk-proof' }),
        ),
      h('p', { class: 'checked' }),
    );
  }

  /** The moves with their values, the best first; each that is known has a proof to walk. */
  function tellMoves(it) {
    valued = it.board;
    const open = at =>
      attempt(async () => {
        location.hash = `#/proof/${(await post(`${base}/moves/${at}/proof`)).id}`;
      });
    const row = told =>
      h(
        'tr',
        {},
        h('td', {}, told.move),
        h('td', {}, told.value ?? t.watch.unknown_move),
        h('td', {}, told.value && button(t.watch.walk, () => open(told.at), { class: 'quiet' })),
      );
    put(values, h('h2', {}, t.watch.every_move), h('table', {}, h('tbody', {}, it.list.map(row))));
  }

  /** The line being examined, as numbers on the board, or as the position at its end where moves are not stones put down. */
  function showLine() {
    lineTimer = null;
    lineAt = performance.now();
    const line = latest.line ?? [];
    lineText.textContent = line.length ? `${t.watch.line} ${line.join(' ')}` : '';
    const placed = cellsOfLine(start, line);
    const status = t.watch.phase(latest.phase);
    if (valued) {
      panel.show({ ...start, board: { ...start.board, picture: valued } }, { status });
      return;
    }
    if (placed.length === line.length || !start.board || placed.length) {
      panel.show(start, { numbers: placed, status });
      return;
    }
    const mine = ++asked;
    post('scene', { game: search.game, position: search.position, moves: line })
      .then(got => {
        if (mine === asked) {
          scene = got;
          panel.show(scene, { status });
        }
      })
      .catch(() => {});
  }

  function show(snapshot) {
    latest = snapshot;
    setState(snapshot.state);
    if (snapshot.phase !== phase) {
      phase = snapshot.phase;
      numbers.clear();
    }
    const value = it => (it === 'inf' ? Infinity : it);
    numbers.element.hidden = snapshot.numbers === null;
    if (snapshot.numbers)
      numbers.add(snapshot.seconds, [value(snapshot.numbers.proof), value(snapshot.numbers.disproof)]);
    speed.add(snapshot.seconds, [snapshot.nodes_per_second]);
    memory.add(snapshot.seconds, [snapshot.search_memory_bytes]);
    depths.show(snapshot.depths);
    top.show(snapshot.top);
    put(
      facts,
      [
        [t.watch.state, t.search.states[snapshot.state] ?? snapshot.state],
        [t.watch.nodes, count(snapshot.nodes)],
        [t.watch.expansions, count(snapshot.expansions)],
        [t.watch.stored, count(snapshot.stored)],
        [t.watch.memory, bytes(snapshot.search_memory_bytes)],
        [t.watch.time, t.watch.seconds(snapshot.seconds ?? 0)],
        snapshot.numbers && [
          t.watch.root,
          `${proofNumber(snapshot.numbers.proof)} / ${proofNumber(snapshot.numbers.disproof)}`,
        ],
      ]
        .filter(Boolean)
        .map(([name, is]) => h('div', {}, h('dt', {}, name), h('dd', {}, is))),
    );
    if (lineTimer === null) lineTimer = setTimeout(showLine, Math.max(0, LINE_EVERY - (performance.now() - lineAt)));
    if (snapshot.moves) tellMoves(snapshot.moves);
    if (snapshot.answer && !answer.firstChild) tellAnswer(snapshot.answer);
  }

  put(
    host,
    h(
      'div',
      { class: 'above' },
      h('h1', { class: 'statement' }, search.title),
      h('p', { class: 'plain' }, t.search.asked(search)),
      controls,
      facts,
      answer,
    ),
    h(
      'div',
      { class: 'watch' },
      h('div', { class: 'left' }, panel.element, lineText, values),
      h('div', { class: 'charts' }, numbers.element, speed.element, memory.element, depths.element),
      top.element,
    ),
  );
  const shortcuts = [
    { key: 'p', label: t.keys.pause, run: () => pause.click() },
    { key: 'x', label: t.keys.stop, run: () => stop.click() },
    { key: 'v', label: t.keys.check, run: () => answer.querySelector('.check')?.click() },
    { key: 'w', label: t.keys.walk, run: () => answer.querySelector('.walk-proof')?.click() },
  ];

  show(search.snapshot);
  const events = new EventSource(`/api/${base}/events`);
  events.addEventListener('snapshot', event => show(JSON.parse(event.data)));
  events.addEventListener('end', event => {
    events.close();
    show(JSON.parse(event.data));
  });
  events.addEventListener('gone', () => {
    events.close();
    notice(t.watch.gone);
  });
  return {
    leave: () => {
      events.close();
      clearTimeout(lineTimer);
      panel.leave();
    },
    keys: shortcuts,
  };
}
