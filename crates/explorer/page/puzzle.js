// @ts-check
// Puzzles of one agent: a board to move on, the search for a plan, and the plan step by step.
import { button, count, field, h, put, select, typed } from './dom.js';
import { close, get, post } from './api.js';
import { attempt, notice } from './notice.js';
import { stepper } from './stepper.js';
import { t } from './text.js';

/**
 * A board of texts as a table.
 * @param {PuzzleScene} scene
 */
function board(scene) {
  const row = cells => h('tr', {}, cells.map(it => h('td', { class: it === '' ? 'empty' : 'full' }, it)));
  return h('table', { class: 'puzzle-board', 'aria-label': t.puzzle.board(scene.position) }, scene.rows.map(row));
}

/** The plan of an answer, drawn move by move. */
async function walk(host, search, moves) {
  const scenes = [];
  const at = async number => {
    scenes[number] ??= post('puzzle', { name: search.game, position: search.position, moves: moves.slice(0, number) });
    return scenes[number];
  };
  const place = h('div', { class: 'puzzle-place' });
  let shown = 0;
  const steps = stepper({
    label: number => t.puzzle.step(number, moves),
    show: number => {
      shown = number;
      attempt(async () => {
        const scene = await at(number);
        if (shown === number) put(place, board(scene));
      });
    },
  });
  put(host, place, steps.element);
  steps.load(Array.from({ length: moves.length + 1 }, (_, number) => number));
  return steps;
}

/** A search for a plan, at work or ended. */
export async function watch(host, search) {
  const base = `searches/${search.id}`;
  const facts = h('dl', { class: 'facts-line' }),
    answer = h('div', { class: 'answer', 'aria-live': 'polite' }),
    place = h('div', { class: 'puzzle-walk' });
  let steps = null,
    over = false;
  const stop = button(t.watch.stop, () => attempt(() => post(`${base}/stop`)), { class: 'stop' });
  const forget = button(
    t.watch.forget,
    () =>
      attempt(async () => {
        await close(base);
        location.hash = '#/home';
      }),
    { class: 'quiet' },
  );

  async function end(it) {
    over = true;
    stop.disabled = true;
    put(answer, h('h2', {}, t.puzzle.answer(it)), it.reason && h('p', {}, t.watch.reason(it.reason)));
    if (it.verified && it.certificate_bytes !== null) {
      answer.append(h('a', { href: `/api/${base}/certificate`, download: 'plan.txt', class: 'save' }, t.puzzle.save));
      steps = await walk(place, search, it.pv);
    }
  }

  function show(snapshot) {
    host.dataset.state = snapshot.state;
    put(
      facts,
      [
        [t.watch.state, t.search.states[snapshot.state] ?? snapshot.state],
        [t.watch.nodes, count(snapshot.nodes)],
        [t.puzzle.bound, snapshot.phase],
        [t.watch.time, t.watch.seconds(snapshot.seconds ?? 0)],
      ].map(([name, is]) => h('div', {}, h('dt', {}, name), h('dd', {}, is))),
    );
    if (snapshot.answer && !over) attempt(() => end(snapshot.answer));
  }

  put(
    host,
    h('h1', { class: 'statement' }, search.game),
    h('p', { class: 'plain' }, t.search.asked(search)),
    h('div', { class: 'steps', role: 'group', 'aria-label': t.watch.controls }, stop, forget),
    facts,
    answer,
    place,
  );
  put(place, board(await post('puzzle', { name: search.game, position: search.position })));
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
      steps?.stop();
    },
  };
}

/** A puzzle to try by hand, and to have solved. */
export async function open(host, route) {
  const name = route.parameters.get('name') ?? 'fifteen-puzzle';
  const puzzle = await get('puzzle', { name });
  const place = h('div', { class: 'puzzle-place' }),
    choices = h('div', { class: 'puzzle-moves', role: 'group', 'aria-label': t.puzzle.moves }),
    said = h('p', { 'aria-live': 'polite' });
  const position = h('input', {
    type: 'text',
    spellcheck: 'false',
    class: 'setup-position',
    value: route.parameters.get('position') ?? 'start',
    onchange: () => show([]),
  });
  let played = [],
    asked = 0;
  const show = moves =>
    attempt(async () => {
      const mine = ++asked;
      const scene = await post('puzzle', { name: puzzle.name, position: position.value, moves });
      if (mine !== asked) return;
      played = moves;
      put(place, board(scene));
      put(
        choices,
        scene.moves.map(it => button(it, () => show([...played, it]))),
        moves.length > 0 && button(t.puzzle.back, () => show(played.slice(0, -1)), { class: 'quiet' }),
      );
      said.textContent = t.puzzle.said(moves.length, scene.solved);
    });
  const engine = select(
    puzzle.engines.map(it => [it.name, it.name]),
    'auto',
    () => {},
    { class: 'engine' },
  );
  const solve = () =>
    attempt(async () => {
      const scene = await post('puzzle', { name: puzzle.name, position: position.value, moves: played });
      const made = await post('searches', { game: puzzle.name, position: scene.position, engine: engine.value });
      location.hash = `#/search/${made.id}`;
    });
  put(
    host,
    h('h1', {}, puzzle.name),
    h('p', { class: 'lead' }, puzzle.summary),
    place,
    choices,
    said,
    h(
      'div',
      { class: 'budget' },
      field(t.puzzle.position, position),
      h('small', { class: 'notation' }, typed(puzzle.notation)),
      field(t.search.engine, engine),
      button(t.puzzle.solve, solve, { class: 'strong start-search' }),
    ),
  );
  await show([]);
  return {};
}
