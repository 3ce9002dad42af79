// Awari: two rows of six houses with seeds, and what each player has captured at his side.
import { h, s } from '../dom.js';
import { t } from '../text.js';
import { cellBoard } from './svg.js';

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const DRAWN = 18;

/** Seeds laid in a spiral, and their number, which is what one reads. */
function seeds(many) {
  const spots = Array.from({ length: Math.min(many, DRAWN) }, (_, at) => {
    const far = 0.078 * Math.sqrt(at + 0.4);
    return s('circle', {
      cx: far * Math.cos(at * GOLDEN),
      cy: far * Math.sin(at * GOLDEN) - 0.09,
      r: 0.06,
      class: 'seed',
    });
  });
  return s('g', {}, spots, s('text', { y: 0.34, 'font-size': 0.19, class: 'ground-label' }, many));
}

export function make(game, pick) {
  const place = cell => ({ x: 1.25 + (cell % 6), y: 0.6 + 1.1 * Math.floor(cell / 6) });
  const stores = [0, 1].map(player =>
    s('text', { x: player === 0 ? 7.25 : 0.4, y: 1.15, 'font-size': 0.42, class: 'ground-label' }),
  );
  const board = cellBoard(
    game,
    {
      width: 7.65,
      height: 2.3,
      size: 1,
      cells: 12,
      first: 6,
      place,
      ground: () => [
        s('rect', { x: 0.05, y: 0.05, width: 7.55, height: 2.2, rx: 0.4, class: 'wood' }),
        Array.from({ length: 12 }, (_, cell) =>
          s('circle', { cx: place(cell).x, cy: place(cell).y, r: 0.46, class: 'house' }),
        ),
        stores,
      ],
      same: (cell, board) => String(board.seeds[cell]),
      token: (cell, board) => seeds(board.seeds[cell]),
      numbered: it => s('text', { x: -0.34, y: -0.28, 'font-size': 0.26, class: 'sown' }, it.number),
      name: cell => (cell < 6 ? 'fedcba'[cell] : 'ABCDEF'[cell - 6]),
      say: (cell, board) => t.board.seeds(board.seeds[cell]),
    },
    pick,
  );
  const captured = h('p', { class: 'captured' });
  board.element.append(captured);
  return {
    ...board,
    show(scene, marks) {
      board.show(scene, marks);
      scene.board.captured.forEach((many, player) => {
        stores[player].textContent = many;
      });
      captured.textContent = t.board.captured(game.players, scene.board.captured);
    },
  };
}
