// Three men's morris: nine points joined by lines. Once all men are down a move is two choices, the man and where he goes.
import { cellBoard, line, owner, stone } from './svg.js';
import { t } from '../text.js';

export function make(game, pick) {
  const place = cell => ({ x: 0.6 + 1.4 * (cell % 3), y: 0.6 + 1.4 * Math.floor(cell / 3) });
  const join = (a, b) => line(place(a).x, place(a).y, place(b).x, place(b).y);
  const lines = [
    [0, 2],
    [3, 5],
    [6, 8],
    [0, 6],
    [1, 7],
    [2, 8],
    [0, 8],
    [2, 6],
  ];
  return cellBoard(
    game,
    {
      width: 4,
      height: 4,
      size: 1,
      cells: 9,
      first: 4,
      place,
      ground: () => lines.map(([a, b]) => join(a, b)),
      token: (cell, board) => (owner(cell, board) === null ? null : stone(owner(cell, board), 0.36)),
      name: cell => t.board.cell(Math.floor(cell / 3) + 1, (cell % 3) + 1),
    },
    pick,
  );
}
