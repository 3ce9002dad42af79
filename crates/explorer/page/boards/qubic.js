// Qubic: four layers side by side, or a cube that turns under the mouse, a finger or the keys.
import { h, s, button } from '../dom.js';
import { t } from '../text.js';
import { cellBoard, label, line, owner, stone } from './svg.js';

/** The four layers, the top one first, in two rows of two: it fits a phone. */
function layers(game, pick) {
  const corner = layer => ({ x: 0.2 + 4.6 * (layer % 2), y: 0.55 + 4.75 * Math.floor(layer / 2) });
  const place = cell => {
    const { x, y } = corner(Math.floor(cell / 16));
    return { x: x + (cell % 4) + 0.5, y: y + Math.floor((cell % 16) / 4) + 0.5 };
  };
  const ground = () =>
    [0, 1, 2, 3].map(layer => {
      const { x, y } = corner(layer);
      const steps = [0, 1, 2, 3, 4];
      return [
        s('rect', { x, y, width: 4, height: 4, class: 'ground' }),
        label(x + 2, y - 0.28, t.board.layer(layer + 1), 0.34),
        steps.map(at => line(x + at, y, x + at, y + 4)),
        steps.map(at => line(x, y + at, x + 4, y + at)),
      ];
    });
  return cellBoard(
    game,
    {
      width: 9,
      height: 9.5,
      size: 1,
      cells: 64,
      first: 0,
      place,
      ground,
      token: (cell, board) => (owner(cell, board) === null ? null : stone(owner(cell, board))),
      name: cell => t.board.cube(Math.floor(cell / 16) + 1, Math.floor((cell % 16) / 4) + 1, (cell % 4) + 1),
    },
    pick,
  );
}

/** The cube: a parallel projection, turned by two angles. */
function cube(pick) {
  let turn = 0.6,
    tilt = 0.45,
    shown = null;
  const dots = Array.from({ length: 64 }, (_, cell) => {
    const body = s('circle'),
      inner = s('circle', { class: 'inner' }),
      text = s('text', { class: 'numeral' });
    return { cell, body, inner, text, all: s('g', { 'data-cell': cell }, body, inner, text) };
  });
  const edges = Array.from({ length: 48 }, () => s('line', { class: 'cube-line' }));
  const field = s('g', {}, edges);
  const svg = s(
    'svg',
    {
      class: 'board cube',
      viewBox: '-3.4 -3.4 6.8 6.8',
      tabindex: '0',
      role: 'application',
      'aria-label': t.board.cube_label,
    },
    field,
  );
  const project = ([layer, row, column]) => {
    const x = column - 1.5,
      y = layer - 1.5,
      z = row - 1.5;
    const across = x * Math.cos(turn) - z * Math.sin(turn),
      deep = x * Math.sin(turn) + z * Math.cos(turn);
    return {
      x: across * 1.35,
      y: (y * Math.cos(tilt) + deep * Math.sin(tilt)) * 1.35,
      depth: deep * Math.cos(tilt) - y * Math.sin(tilt),
    };
  };
  const line = (edge, from, to) => {
    const a = project(from),
      b = project(to);
    edge.setAttribute('x1', a.x);
    edge.setAttribute('y1', a.y);
    edge.setAttribute('x2', b.x);
    edge.setAttribute('y2', b.y);
  };
  function draw() {
    if (!shown) return;
    const numbers = new Map((shown.marks.numbers ?? []).map(it => [it.cell, it]));
    let edge = 0;
    for (let a = 0; a < 4; a += 1)
      for (let b = 0; b < 4; b += 1) {
        line(edges[edge++], [a, b, 0], [a, b, 3]);
        line(edges[edge++], [a, 0, b], [a, 3, b]);
        line(edges[edge++], [0, a, b], [3, a, b]);
      }
    const at = dots.map(it => ({
      ...it,
      ...project([Math.floor(it.cell / 16), Math.floor((it.cell % 16) / 4), it.cell % 4]),
    }));
    at.sort((a, b) => a.depth - b.depth);
    for (const { cell, body, inner, text, all, x, y, depth } of at) {
      const number = numbers.get(cell),
        who = owner(cell, shown.scene.board) ?? number?.by ?? null;
      const radius = (who === null ? 0.09 : 0.33) * (1 + depth * 0.05);
      all.setAttribute('transform', `translate(${x} ${y})`);
      all.setAttribute(
        'class',
        `bead ${who === null ? 'empty' : `stone player-${who}`} ${number ? 'ghost' : ''} ${shown.marks.advice === cell ? 'advised' : ''} ${shown.marks.last === cell ? 'latest' : ''}`,
      );
      body.setAttribute('r', shown.marks.advice === cell && who === null ? 0.2 : radius);
      inner.setAttribute('r', who === 1 ? radius * 0.55 : 0);
      text.setAttribute('class', `numeral by-${number?.by}`);
      text.setAttribute('font-size', radius);
      text.textContent = number ? number.number : '';
      field.append(all);
    }
  }
  let held = null,
    moved = 0;
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
    turn -= dx / 120;
    tilt = Math.max(-1.4, Math.min(1.4, tilt + dy / 120));
    draw();
  });
  const release = () => {
    held = null;
  };
  svg.addEventListener('pointerup', release);
  svg.addEventListener('pointercancel', release);
  svg.addEventListener('click', event => {
    const cell = event.target.closest('[data-cell]')?.dataset.cell;
    if (cell !== undefined && moved < 7) pick(Number(cell));
  });
  svg.addEventListener('keydown', event => {
    const by = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
    if (!by) return;
    turn += by[0];
    tilt = Math.max(-1.4, Math.min(1.4, tilt + by[1]));
    draw();
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

export function make(game, pick) {
  const flat = layers(game, pick),
    solid = cube(pick);
  let now = localStorage.getItem('quod-qubic') === 'cube' ? solid : flat;
  const choices = [
    [flat, t.board.layers],
    [solid, t.board.as_cube],
  ].map(([view, text]) => button(text, () => turnTo(view)));
  const element = h(
    'div',
    {},
    h('div', { class: 'switch', role: 'group', 'aria-label': t.board.view }, choices),
    flat.element,
    solid.element,
  );
  function turnTo(view) {
    now = view;
    localStorage.setItem('quod-qubic', view === solid ? 'cube' : 'layers');
    [flat, solid].forEach((it, at) => {
      it.element.hidden = it !== view;
      choices[at].setAttribute('aria-pressed', it === view);
    });
  }
  turnTo(now);
  return {
    element,
    show(scene, marks) {
      flat.show(scene, marks);
      solid.show(scene, marks);
    },
    focus: () => now.focus(),
  };
}
