// What every board with cells has in common: drawing, clicking, the arrow keys, and what a screen reader says.
//
// A game's file gives a *plan* and this file does the rest. A plan is
//
//   width, height   the drawing's size, in whatever unit the plan likes
//   size            a cell's side in that unit
//   ground()        list of SVG elements behind the cells, drawn once
//   place(cell)     {x, y}: the middle of a cell
//   cells           how many cells there are
//   token(cell, board)   what stands on the cell as an SVG element around 0,0 with the cell's side as 1, or null
//   same(cell, board)    a text that changes when the token does (so that only what changed is drawn again)
//   name(cell)      the cell's name; say(cell, board) what stands there, in words
//
// The arrow keys go to the nearest cell in their direction, by the places, so they work on any board.
import { h, s } from '../dom.js';
import { t } from '../text.js';

/** A player's stone. The players' stones differ in lightness and in form, never in hue alone. */
export function stone(player, radius = 0.42) {
  return s(
    'g',
    { class: `stone player-${player}` },
    s('circle', { r: radius }),
    player === 1 && s('circle', { r: radius * 0.55, class: 'inner' }),
  );
}

/** A straight line of the ground. */
export const line = (x1, y1, x2, y2) => s('line', { x1, y1, x2, y2, class: 'ground-line' });

/** A text of the ground: a coordinate. */
export const label = (x, y, text, size) => s('text', { x, y, 'font-size': size, class: 'ground-label' }, text);

/** Who owns the stone on a cell of `board.stones`: 0, 1 or null. */
export const owner = (cell, board) => ({ 1: 0, 2: 1 })[board.stones[cell]] ?? null;

const DIRECTION = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The cell nearest to `from` in a direction: far to the side counts three times. */
function next(plan, from, [dx, dy]) {
  const start = plan.place(from);
  let best = from,
    least = Infinity;
  for (let cell = 0; cell < plan.cells; cell += 1) {
    const { x, y } = plan.place(cell);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (along < plan.size * 0.3) continue;
    if (along + 3 * aside < least) {
      least = along + 3 * aside;
      best = cell;
    }
  }
  return best;
}

/** The number of a move of a sequence, readable on a stone of either player. */
const numeral = (text, by) =>
  s('text', { class: `numeral by-${by}`, 'font-size': String(text).length > 2 ? 0.32 : 0.42 }, text);

/** A board after a plan; `pick(cell)` is called when a person chooses a cell. */
export function cellBoard(game, plan, pick) {
  const names = plan.name ?? (cell => game.board.names?.[cell] ?? String(cell));
  const seats = Array.from({ length: plan.cells }, (_, cell) => {
    const { x, y } = plan.place(cell);
    const token = s('g', { class: 'token' });
    const over = s('g', { class: 'over' });
    const seat = s(
      'g',
      {
        class: 'cell',
        role: 'button',
        tabindex: '-1',
        'data-cell': cell,
        transform: `translate(${x} ${y}) scale(${plan.size})`,
      },
      s('rect', { x: -0.5, y: -0.5, width: 1, height: 1, class: 'hit', rx: 0.08 }),
      token,
      over,
    );
    return { seat, token, over, drawn: null, marked: null, said: null };
  });
  const svg = s(
    'svg',
    {
      class: 'board',
      viewBox: `0 0 ${plan.width} ${plan.height}`,
      role: 'group',
      'aria-label': t.board.label(game.name),
    },
    plan.ground(),
    seats.map(it => it.seat),
  );
  let focus = 0;
  const move = cell => {
    seats[focus].seat.setAttribute('tabindex', '-1');
    focus = cell;
    seats[focus].seat.setAttribute('tabindex', '0');
  };
  move(plan.first ?? 0);
  const cellOf = event => event.target.closest?.('[data-cell]')?.dataset.cell;
  svg.addEventListener('click', event => {
    const cell = cellOf(event);
    if (cell !== undefined) {
      move(Number(cell));
      pick(Number(cell));
    }
  });
  svg.addEventListener('keydown', event => {
    const cell = cellOf(event);
    if (cell === undefined) return;
    if (DIRECTION[event.key]) {
      move(next(plan, focus, DIRECTION[event.key]));
      seats[focus].seat.focus();
    } else if (event.key === 'Enter' || event.key === ' ') pick(Number(cell));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** Draws a scene. `marks`: {numbers: [{cell, by, number}], last, advice, origin, legal: Set of cells}. */
  function show(scene, marks = {}) {
    const numbers = new Map((marks.numbers ?? []).map(it => [it.cell, it]));
    seats.forEach((it, cell) => {
      const drawn = plan.same ? plan.same(cell, scene.board) : scene.board.stones[cell];
      if (drawn !== it.drawn) {
        const token = plan.token(cell, scene.board);
        it.token.replaceChildren(...(token ? [token] : []));
        it.drawn = drawn;
      }
      const number = numbers.get(cell);
      const marked = JSON.stringify([number?.number, number?.by, marks.last === cell, marks.advice === cell, drawn]);
      if (marked !== it.marked) {
        const over = [];
        if (number) {
          if (plan.numbered) over.push(plan.numbered(number));
          else
            over.push(s('g', { class: 'ghost' }, (plan.piece ?? stone)(number.by)), numeral(number.number, number.by));
        }
        if (marks.advice === cell)
          over.push(s('rect', { x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.1, class: 'advice' }));
        if (marks.last === cell) over.push(s('circle', { r: 0.12, class: 'last' }));
        it.over.replaceChildren(...over);
        it.marked = marked;
      }
      const legal = marks.legal?.has(cell) ?? false;
      it.seat.classList.toggle('legal', legal);
      it.seat.classList.toggle('origin', marks.origin === cell);
      const who = plan.say ? plan.say(cell, scene.board) : t.board.stone(owner(cell, scene.board), game.players);
      const said = [
        names(cell, scene),
        who,
        number && t.board.numbered(number.number),
        marks.advice === cell && t.board.advice,
        marks.last === cell && t.board.last,
        legal && t.board.legal,
      ]
        .filter(Boolean)
        .join(', ');
      if (said !== it.said) {
        it.seat.setAttribute('aria-label', said);
        it.said = said;
      }
    });
  }
  return { element: h('div', { class: 'board-frame' }, svg), show, focus: () => seats[focus].seat.focus() };
}

/** The plan of a rectangle of cells with coordinates; `crossings` puts stones on the crossings of lines. */
export function rectangle(game, { crossings = false, piece = stone, dots = [] } = {}) {
  const { columns, rows, column_labels: across = [], row_labels: down = [] } = game.board;
  const left = down.some(Boolean) ? 0.7 : 0.15;
  const below = across.some(Boolean) ? 0.7 : 0.15;
  const place = cell => ({ x: left + (cell % columns) + 0.5, y: 0.15 + Math.floor(cell / columns) + 0.5 });
  const ground = () => {
    const drawn = [s('rect', { x: left, y: 0.15, width: columns, height: rows, class: 'ground' })];
    const half = crossings ? 0.5 : 0;
    for (let at = 0; at <= columns - 2 * half; at += 1)
      drawn.push(line(left + half + at, 0.15 + half, left + half + at, 0.15 + rows - half));
    for (let at = 0; at <= rows - 2 * half; at += 1)
      drawn.push(line(left + half, 0.15 + half + at, left + columns - half, 0.15 + half + at));
    dots.forEach(cell => {
      const { x, y } = place(cell);
      drawn.push(s('circle', { cx: x, cy: y, r: 0.08, class: 'ground-dot' }));
    });
    across.forEach((text, at) => drawn.push(label(left + at + 0.5, 0.15 + rows + 0.4, text, 0.4)));
    down.forEach((text, at) => drawn.push(label(left / 2, 0.15 + at + 0.5, text, 0.4)));
    return drawn;
  };
  return {
    width: left + columns + 0.15,
    height: 0.15 + rows + below,
    size: 1,
    cells: columns * rows,
    first: Math.floor((columns * rows) / 2),
    ground,
    place,
    piece,
    token: (cell, board) => (owner(cell, board) === null ? null : piece(owner(cell, board))),
    name: cell => {
      const column = across[cell % columns],
        row = down[Math.floor(cell / columns)];
      return column || row
        ? `${column ?? ''}${row ?? ''}`
        : t.board.cell(Math.floor(cell / columns) + 1, (cell % columns) + 1);
    },
  };
}
