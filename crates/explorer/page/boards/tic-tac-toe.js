// Tic-tac-toe: crosses and noughts. The shortest board there is: copy it to begin another, and name it in index.js.
import { s } from '../dom.js';
import { cellBoard, rectangle } from './svg.js';

const piece = player =>
  player === 0
    ? s('path', { d: 'M-.28-.28.28.28M-.28.28.28-.28', class: 'cross' })
    : s('circle', { r: 0.3, class: 'nought' });

export const make = (game, pick) => cellBoard(game, rectangle(game, { piece }), pick);
