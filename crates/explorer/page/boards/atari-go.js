// Atari Go: stones on crossings; a stone whose group has one liberty left carries a sign, since the next move may capture it.
import { s } from '../dom.js';
import { cellBoard, owner, rectangle, stone } from './svg.js';

/** How many liberties the group on `cell` has. */
function liberties(cell, board, { columns, rows }) {
  const group = new Set([cell]),
    free = new Set();
  for (const at of group) {
    const beside = [
      at % columns > 0 && at - 1,
      at % columns < columns - 1 && at + 1,
      at >= columns && at - columns,
      at < columns * (rows - 1) && at + columns,
    ];
    for (const next of beside.filter(it => it !== false)) {
      const who = owner(next, board);
      if (who === null) free.add(next);
      else if (who === owner(cell, board)) group.add(next);
    }
  }
  return free.size;
}

export function make(game, pick) {
  const plan = rectangle(game, { crossings: true });
  const few = (cell, board) => owner(cell, board) !== null && liberties(cell, board, game.board) < 2;
  return cellBoard(
    game,
    {
      ...plan,
      same: (cell, board) => board.stones[cell] + few(cell, board),
      token(cell, board) {
        const who = owner(cell, board);
        if (who === null) return null;
        const drawn = stone(who);
        if (few(cell, board)) drawn.append(s('path', { d: 'M0-.24.21.13H-.21Z', class: 'warning' }));
        return drawn;
      },
    },
    pick,
  );
}
