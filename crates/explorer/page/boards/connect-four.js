// Connect Four: a wall with holes. A click anywhere in a column drops a stone there (the page knows: the style is `columns`).
import { s } from '../dom.js';
import { cellBoard, label, owner, rectangle, stone } from './svg.js';

export function make(game, pick) {
  const { columns, rows, column_labels: across } = game.board;
  const plan = rectangle(game);
  return cellBoard(
    game,
    {
      ...plan,
      width: columns + 0.3,
      height: rows + 0.85,
      place: cell => ({ x: 0.65 + (cell % columns), y: 0.65 + Math.floor(cell / columns) }),
      ground: () => [
        s('rect', { x: 0.1, y: 0.1, width: columns + 0.1, height: rows + 0.1, rx: 0.2, class: 'wall' }),
        Array.from({ length: columns * rows }, (_, cell) =>
          s('circle', { cx: 0.65 + (cell % columns), cy: 0.65 + Math.floor(cell / columns), r: 0.42, class: 'hole' }),
        ),
        across.map((text, at) => label(0.65 + at, rows + 0.55, text, 0.4)),
      ],
      token: (cell, board) => (owner(cell, board) === null ? null : stone(owner(cell, board))),
    },
    pick,
  );
}
