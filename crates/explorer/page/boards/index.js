// Which game is drawn by which file. To add a board: copy tic-tac-toe.js, and name the new file here; a game that is not named gets the picture in text.
//
// A board file exports `make(game, pick)`: `game` is the server's answer to /api/game, `pick(cell)` is to be called when a person chooses a cell. It returns
// `{element, show(scene, marks), focus()}`.

const files = {
  'tic-tac-toe': 'tic-tac-toe',
  'three-mens-morris': 'three-mens-morris',
  'connect-four': 'connect-four',
  'atari-go': 'atari-go',
  gomoku: 'in-a-row',
  mnk: 'in-a-row',
  qubic: 'qubic',
  awari: 'awari',
};

/** The board of a game. */
export async function makeBoard(game, pick) {
  const file = game.board === null ? 'text' : (files[game.family] ?? 'text');
  const { make } = await import(`./${file}.js`);
  return make(game, pick);
}

/** The legal moves that choosing `cell` can mean. */
export function movesOn(game, scene, cell) {
  if (game.board?.style !== 'columns') return scene.legal.filter(it => it.cell === cell);
  return scene.legal.filter(it => it.cell % game.board.columns === cell % game.board.columns);
}

/**
 * The cells of a line of moves from a scene on, for numbering them: each move's text belongs to one cell as long as stones are only put down. Moves that
 * cannot be placed end the list (men that wander, seeds): then the position after the line tells more.
 */
export function cellsOfLine(game, scene, line) {
  const board = game.board,
    filled = new Map(),
    placed = [];
  if (!board || board.kind !== 'grid' || scene.legal.some(it => it.from !== null)) return placed;
  let by = scene.to_move;
  for (const text of line) {
    const legal = scene.legal.find(it => it.text === text);
    if (!legal || legal.cell === null) break;
    let cell = legal.cell;
    if (board.style === 'columns') {
      const above = filled.get(text) ?? 0;
      cell -= above * board.columns;
      filled.set(text, above + 1);
    }
    if (cell < 0) break;
    placed.push({ cell, by, number: placed.length + 1 });
    by = 1 - by;
  }
  return placed;
}
