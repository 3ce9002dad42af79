// Go-Moku and every other m,n,k game: stones on crossings, the customary dots on a large board.
import { cellBoard, rectangle } from './svg.js';

/** The middle of an odd board, and the four points around it on a board of 13 or more. */
function dots({ columns, rows }) {
  if (columns !== rows || columns % 2 === 0 || columns < 7) return [];
  const middle = (columns - 1) / 2;
  const around = columns >= 13 ? [3, columns - 4] : [];
  return [middle * columns + middle, ...around.flatMap(row => around.map(column => row * columns + column))];
}

export const make = (game, pick) => cellBoard(game, rectangle(game, { crossings: true, dots: dots(game.board) }), pick);
