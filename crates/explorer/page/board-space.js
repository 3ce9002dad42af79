// @ts-check
// Levels above each other in space: a parallel projection that turns under the mouse, a finger or the keys.
import { h, s } from './dom.js';
import { owner } from './board-tokens.js';
import { t } from './text.js';

const SCALE = 1.35;
const STEEPEST = 1.4;
const KEYS = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };

/** The pairs of cells at both ends of every row along each axis. */
function rowsOf({ cells, columns, rows, levels }) {
  const at = new Map(cells.map((it, cell) => [`${it.level ?? 0} ${it.y} ${it.x}`, cell]));
  const ends = [];
  const join = (a, b) => {
    const [from, to] = [a, b].map(it => at.get(it.join(' ')));
    if (from !== undefined && to !== undefined) ends.push([from, to]);
  };
  for (const it of cells) {
    const [level, y, x] = [it.level ?? 0, it.y, it.x];
    if (x === 0) join([level, y, 0], [level, y, columns.length - 1]);
    if (y === 0) join([level, 0, x], [level, rows.length - 1, x]);
    if (level === 0) join([0, y, x], [levels.length - 1, y, x]);
  }
  return ends;
}

/**
 * @param {BoardPicture} start
 * @param {(cell: number) => void} pick
 */
export function cube(start, pick) {
  const middle = [start.columns, start.rows, start.levels].map(it => (it.length - 1) / 2);
  let turn = 0.6,
    tilt = 0.45,
    shown = null;
  const beads = start.cells.map((_, cell) => {
    const body = s('circle'),
      inner = s('circle', { class: 'inner' }),
      text = s('text', { class: 'numeral' });
    return { cell, body, inner, text, all: s('g', { 'data-cell': cell }, body, inner, text) };
  });
  const ends = rowsOf(start);
  const edges = ends.map(() => s('line', { class: 'cube-line' }));
  const field = s('g', {}, edges);
  const half = SCALE * (Math.hypot(...middle) - 0.1);
  const svg = s(
    'svg',
    {
      class: 'board cube',
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
      tabindex: '0',
      role: 'application',
      'aria-label': t.board.cube_label,
    },
    field,
  );

  function project(cell) {
    const it = start.cells[cell];
    const [x, z, y] = [it.x - middle[0], it.y - middle[1], (it.level ?? 0) - middle[2]];
    const across = x * Math.cos(turn) - z * Math.sin(turn),
      deep = x * Math.sin(turn) + z * Math.cos(turn);
    return {
      x: across * SCALE,
      y: (y * Math.cos(tilt) + deep * Math.sin(tilt)) * SCALE,
      depth: deep * Math.cos(tilt) - y * Math.sin(tilt),
    };
  }

  function drawBead({ cell, body, inner, text, all }, { x, y, depth }, numbers) {
    const { scene, marks } = shown,
      number = numbers.get(cell),
      weight = marks.weights?.get(cell),
      advised = marks.advice === cell;
    const who = owner(scene.board.picture.cells[cell].content) ?? number?.player ?? null;
    const free = weight && !weight.once ? 0.12 + 0.18 * weight.share : 0.09;
    const radius = (who === null ? free : 0.33) * (1 + depth * 0.05);
    const kind = who === null ? 'empty' : `stone player-${who}`;
    const more = [
      number && 'ghost',
      advised && 'advised',
      marks.last === cell && 'latest',
      weight && !weight.once && 'weighed',
    ];
    all.setAttribute('transform', `translate(${x} ${y})`);
    all.setAttribute('class', ['bead', kind, ...more].filter(Boolean).join(' '));
    body.setAttribute('r', String(advised && who === null ? 0.2 : radius));
    inner.setAttribute('r', String(who === 1 ? radius * 0.55 : 0));
    text.setAttribute('class', `numeral by-${number?.player}`);
    text.setAttribute('font-size', String(radius));
    text.textContent = number ? String(number.number) : '';
    field.append(all);
  }

  function draw() {
    if (!shown?.scene.board) return;
    const numbers = new Map((shown.marks.numbers ?? []).map(it => [it.cell, it]));
    const at = start.cells.map((_, cell) => project(cell));
    edges.forEach((edge, place) => {
      const [from, to] = ends[place].map(cell => at[cell]);
      for (const [name, value] of Object.entries({ x1: from.x, y1: from.y, x2: to.x, y2: to.y }))
        edge.setAttribute(name, String(value));
    });
    [...beads].sort((a, b) => at[a.cell].depth - at[b.cell].depth).forEach(it => drawBead(it, at[it.cell], numbers));
  }

  function turnBy(across, up) {
    turn += across;
    tilt = Math.max(-STEEPEST, Math.min(STEEPEST, tilt + up));
    draw();
  }
  const moved = turning(svg, turnBy);
  svg.addEventListener('click', event => {
    const cell = /** @type {Element} */ (event.target).closest('[data-cell]')?.getAttribute('data-cell');
    if (cell && moved() < 7) pick(Number(cell));
  });
  svg.addEventListener('keydown', event => {
    const by = KEYS[event.key];
    if (!by) return;
    turnBy(by[0], by[1]);
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    element: h('div', { class: 'board-frame' }, svg),
    show(scene, marks = {}) {
      shown = { scene, marks };
      draw();
    },
    focus: () => svg.focus(),
  };
}

/** Turns while the pointer drags; tells how far it went, so that a drag is no click. */
function turning(svg, turnBy) {
  let held = null,
    moved = 0;
  const release = () => {
    held = null;
  };
  svg.addEventListener('pointerdown', event => {
    held = [event.clientX, event.clientY];
    moved = 0;
  });
  svg.addEventListener('pointermove', event => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held[0], event.clientY - held[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved > 6 && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    held = [event.clientX, event.clientY];
    turnBy(-dx / 120, dy / 120);
  });
  svg.addEventListener('pointerup', release);
  svg.addEventListener('pointercancel', release);
  return () => moved;
}
