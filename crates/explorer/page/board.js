// @ts-check
// The board of every game, drawn from the server's picture of the position (docs/formats/board.md) and from nothing else.
//
// This file draws, takes clicks and arrow keys, and says each cell to a screen reader. Where cells lie is in board-plan.js, what stands on them in board-tokens.js, levels that
// lie above each other in space in board-space.js. The arrow keys go to the nearest cell in their direction, by the places, so they work on any board.
import { button, h, put, s } from './dom.js';
import { planOf } from './board-plan.js';
import { cube } from './board-space.js';
import { badge, heat, numeral, token } from './board-tokens.js';
import { t } from './text.js';

const DIRECTION = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The board of a game; `pick(cell)` is called when a person chooses a cell, `hold(piece)` when it is a piece in hand.
 * @param {GameTold} game
 * @param {(cell: number) => void} pick
 * @param {(piece: number) => void} hold
 * @returns {Board}
 */
export function makeBoard(game, pick, hold) {
  const picture = game.start.board?.picture;
  if (!picture) return textBoard(game);
  const flat = cellBoard(game, picture, pick, hold);
  return picture.style === 'space' && picture.levels.length > 1 ? twoViews(flat, cube(picture, pick)) : flat;
}

/** The board of a game without one: the picture that the rules draw, as text. */
function textBoard(game) {
  const text = h('pre', { class: 'picture', tabindex: '0', role: 'img', 'aria-label': t.board.label(game.title ?? game.name) });
  return {
    element: text,
    show(scene, marks = {}) {
      text.textContent = marks.whole && scene.numbered ? scene.numbered : scene.picture;
    },
    focus: () => text.focus(),
  };
}

/** Levels side by side or as a body that turns; the choice is kept. */
function twoViews(flat, solid) {
  const views = [flat, solid];
  const choices = [t.board.layers, t.board.as_cube].map((text, at) => button(text, () => turnTo(at)));
  let now = 0;
  function turnTo(at) {
    now = at;
    localStorage.setItem('quod-levels', at === 1 ? 'space' : 'flat');
    views.forEach((it, view) => {
      it.element.hidden = view !== at;
      choices[view].setAttribute('aria-pressed', String(view === at));
    });
  }
  turnTo(localStorage.getItem('quod-levels') === 'space' ? 1 : 0);
  return {
    element: h(
      'div',
      {},
      h('div', { class: 'switch', role: 'group', 'aria-label': t.board.view }, choices),
      views.map(it => it.element),
    ),
    show: (scene, marks) => views.forEach(it => it.show(scene, marks)),
    focus: () => views[now].focus(),
  };
}

/** The cell nearest to `from` in a direction: far to the side counts three times. */
function nearest(places, from, [dx, dy]) {
  let best = from,
    least = Infinity;
  places.forEach(({ x, y }, cell) => {
    const along = (x - places[from].x) * dx + (y - places[from].y) * dy;
    const aside = Math.abs((x - places[from].x) * dy) + Math.abs((y - places[from].y) * dx);
    if (along >= 0.3 && along + 3 * aside < least) {
      least = along + 3 * aside;
      best = cell;
    }
  });
  return best;
}

/** An element for each cell, with layers for how much a reply takes, what stands there, and what is written over it. */
function seatOf({ x, y }, cell) {
  const [under, on, over] = ['under', 'token', 'over'].map(name => s('g', { class: name }));
  const seat = s(
    'g',
    { class: 'cell', role: 'button', tabindex: '-1', 'data-cell': cell, transform: `translate(${x} ${y})` },
    s('rect', { x: -0.5, y: -0.5, width: 1, height: 1, class: 'hit', rx: 0.08 }),
    under,
    on,
    over,
  );
  return { seat, under, on, over, drawn: '', said: '' };
}

/** Draws what is new on a cell. */
function drawCell(it, cell, marks) {
  const { weight, order, advice, last } = marks;
  const drawn = JSON.stringify([cell.content, cell.count, weight, order, advice, last, cell.highlight]);
  if (drawn === it.drawn) return;
  it.drawn = drawn;
  put(it.under, weight && !order && heat(weight));
  put(it.on, token(cell.content));
  put(
    it.over,
    cell.count !== undefined && badge(cell.count),
    order && numeral(order, cell.content),
    (advice || cell.highlight) &&
      s('rect', { x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.1, class: 'advice' }),
    last && s('circle', { r: 0.12, class: 'last' }),
  );
}

/** A board of cells. */
function cellBoard(game, start, pick, hold) {
  const plan = planOf(start);
  const seats = plan.places.map(seatOf);
  const regions = s('g', { class: 'regions' });
  const svg = s(
    'svg',
    {
      class: `board ${start.shape}`,
      viewBox: `0 0 ${plan.width} ${plan.height}`,
      role: 'group',
      'aria-label': t.board.label(game.title ?? game.name),
    },
    plan.ground(),
    regions,
    seats.map(it => it.seat),
  );
  const hands = h('div', { class: 'hands' });
  const captions = h('div', { class: 'captions' });
  let focus = 0;
  const move = cell => {
    seats[focus].seat.setAttribute('tabindex', '-1');
    focus = cell;
    seats[focus].seat.setAttribute('tabindex', '0');
  };
  move(plan.first);
  const cellOf = event => event.target.closest?.('[data-cell]')?.dataset.cell;
  svg.addEventListener('click', event => {
    const cell = cellOf(event);
    if (cell === undefined) return;
    move(Number(cell));
    pick(Number(cell));
  });
  svg.addEventListener('keydown', event => {
    const cell = cellOf(event);
    if (cell === undefined) return;
    if (DIRECTION[event.key]) {
      move(nearest(plan.places, focus, DIRECTION[event.key]));
      seats[focus].seat.focus();
    } else if (event.key === 'Enter' || event.key === ' ') pick(Number(cell));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @param {SceneTold} scene @param {Marks} marks */
  function show(scene, marks = {}) {
    const picture = scene.board?.picture ?? start;
    const numbers = new Map((marks.numbers ?? []).map(it => [it.cell, it]));
    seats.forEach((it, at) => {
      const cell = picture.cells[at];
      const order = numbers.get(at) ?? cell.order ?? null;
      const weight = marks.weights?.get(at) ?? null;
      const on = { weight, order, advice: marks.advice === at, last: marks.last === at || cell.last === true };
      drawCell(it, cell, on);
      const legal = marks.legal?.has(at) ?? false;
      it.seat.classList.toggle('legal', legal);
      it.seat.classList.toggle('origin', marks.origin === at);
      const said = t.board.say(cell, { ...on, legal, players: picture.players });
      if (said !== it.said) it.seat.setAttribute('aria-label', said);
      it.said = said;
    });
    plan.hands(picture.hands ?? []);
    put(regions, (picture.regions ?? []).map(plan.region));
    put(
      captions,
      [...t.board.borders(picture), ...(picture.regions ?? []).map(it => it.caption)].map(it => h('p', {}, it)),
    );
    put(
      hands,
      (picture.hands ?? []).map(it => handOf(picture, it, marks, hold)),
    );
  }
  return { element: h('div', { class: 'board-frame' }, svg, hands, captions), show, focus: () => seats[focus].seat.focus() };
}

/** What a player has beside the board; pieces that can be dropped are buttons. */
function handOf(picture, hand, marks, hold) {
  const mine = hand.player === picture.to_move;
  const pieces = (hand.pieces ?? []).map((it, at) =>
    button(`${it.letter} ${it.count}`, () => hold(at), {
      class: 'held',
      'data-held': at,
      'aria-label': t.board.held(it),
      'aria-pressed': String(mine && marks.held === at),
      disabled: !mine || !picture.moves.some(step => step.drop === at),
    }),
  );
  return h('p', { class: 'hand' }, t.board.hand(picture.players[hand.player], hand), pieces);
}

/**
 * The steps that choosing a cell can mean, after what was chosen before: a cell to leave, a piece to drop, or nothing.
 * @param {BoardPicture} picture
 * @param {number} cell
 * @param {Origin | null} origin
 */
export function stepsTo(picture, cell, origin) {
  const free = it => it.from === undefined && it.drop === undefined;
  const from = it => (origin === null ? free(it) : it.from === origin.from && it.drop === origin.drop);
  return picture.moves.filter(it => from(it) && (it.to === cell || (it.area ?? []).includes(cell)));
}

/**
 * The cells of a line of moves from a scene on, for numbering them: a move's text belongs to one cell as long as stones are only put down, or to the next of the cells that such
 * moves fill. Moves that cannot be placed end the list (men that wander, seeds): then the position after the line tells more.
 * @param {SceneTold} scene
 * @param {string[]} line
 * @returns {Order[]}
 */
export function cellsOfLine(scene, line) {
  const picture = scene.board?.picture;
  const placed = [],
    filled = new Map();
  if (!picture || wanders(picture)) return placed;
  let player = scene.to_move;
  for (const text of line) {
    const legal = scene.legal.find(it => it.text === text);
    const step = legal && picture.moves.find(it => it.code === legal.code);
    if (!step || step.to === undefined) break;
    const area = step.area ?? [],
      above = filled.get(text) ?? 0;
    const cell = above === 0 ? step.to : area[area.indexOf(step.to) + above];
    if (cell === undefined) break;
    filled.set(text, above + 1);
    placed.push({ cell, player, number: placed.length + 1 });
    player = 1 - player;
  }
  return placed;
}

/** Whether what is on the board moves about, so that numbers on cells do not tell how a line goes. */
export const wanders = picture => picture.shape === 'pits' || picture.moves.some(it => it.from !== undefined);
