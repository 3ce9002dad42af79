// Boards are drawn from the server's picture alone: games that no server has.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, fits, named, until } from './support.mjs';

let quod;
before(async () => {
  quod = await begin();
});
after(() => quod.close());

const NAME = 'made-up';
const names = { players: ['black', 'white'], levels: ['1'] };
const texts = { position: 'start', encoding: '', picture: '', numbered: null, sequence: [], outcome: null };
const noProof = { section: null, claim: null, prover: null, support: null, proof_move: null };

/** A game of which the page knows no more than pictures: `scenes[moves]` has a picture, and the texts of its moves by code. */
function madeUp(scenes) {
  const sceneAt = moves => {
    const { picture, legal } = scenes[moves.join(' ')];
    const told = picture.moves.map(({ code, to = null, from = null }) => {
      return { text: legal[code], code, cell: to, from, after: null, refutation: null };
    });
    const board = { stones: null, seeds: null, captured: null, picture: { ...names, ...picture } };
    return { ...texts, ...noProof, game: NAME, moves, board, to_move: picture.to_move, legal: told };
  };
  const about = { family: NAME, summary: '', keys: [], claims: ['value'], notation: '', engines: [] };
  return async page => {
    await page.route('**/api/game?*', route =>
      route.fulfill({ json: { ...about, name: NAME, players: names.players, board: null, start: sceneAt([]) } }),
    );
    await page.route('**/api/scene', route => route.fulfill({ json: sceneAt(route.request().postDataJSON().moves) }));
  };
}

/** Cells of a rectangle with names by column and row. */
const cellsOf = (columns, rows) =>
  rows.flatMap((row, y) => columns.map((column, x) => ({ x, y, label: `${column}${row}` })));

const line = page => page.$$eval('.line button', all => all.slice(1).map(it => it.textContent));

/** Plays both sides of a made-up game. */
const playing = (scenes, use, options = {}) =>
  quod.page(
    `play?game=${NAME}&side=both`,
    async page => {
      await page.waitForSelector('[data-turn=mine]');
      await fits(page);
      await named(page);
      await use(page);
    },
    { ...options, prepare: madeUp(scenes) },
  );

test('hexagons_lean_and_take_stones', () => {
  const shape = { shape: 'hexagons', columns: ['a', 'b', 'c'], rows: ['1', '2', '3'] };
  const cells = cellsOf(shape.columns, shape.rows);
  const after_ = cells.map((it, at) => (at === 4 ? { ...it, content: { stone: 0 }, last: true } : it));
  const scenes = {
    '': { picture: { ...shape, cells, to_move: 0, moves: [{ code: 4, to: 4 }] }, legal: { 4: 'b2' } },
    b2: { picture: { ...shape, cells: after_, to_move: 1, moves: [{ code: 0, to: 0 }] }, legal: { 0: 'a1' } },
  };
  return playing(scenes, async page => {
    assert.equal(await page.$$eval('.board polygon', all => all.length), 9);
    const [first, below] = await page.$$eval('.cell', all =>
      [all[0], all[3]].map(it =>
        it
          .getAttribute('transform')
          .match(/[\d.]+/g)
          .map(Number),
      ),
    );
    assert.ok(Math.abs(below[0] - first[0] - 0.5) < 1e-6, 'half a cell to the right');
    await page.click('.cell[data-cell="4"]');
    await page.waitForSelector('.cell[data-cell="4"] .stone.player-0');
    assert.deepEqual(await line(page), ['b2']);
    assert.match(await page.getAttribute('.cell[data-cell="4"]', 'aria-label'), /^b2, Black, last move/);
  });
});

test('borders_have_the_colours_of_their_owners_and_regions_have_captions', () => {
  const shape = { shape: 'hexagons', columns: ['a', 'b'], rows: ['1', '2'] };
  const cells = cellsOf(shape.columns, shape.rows);
  const borders = [
    { name: 'top', players: [0], cells: [0, 1], sides: [5, 0] },
    { name: 'left', players: [1], cells: [0, 2], sides: [3, 4] },
    { name: 'slope', players: [0, 1], cells: [3], sides: [1] },
  ];
  const regions = [{ caption: 'a bridge', player: 0, cells: [1, 2] }];
  const bare = { ...shape, cells, borders, to_move: 0, moves: [{ code: 0, to: 0 }] };
  const scenes = {
    '': { picture: bare, legal: { 0: 'a1' } },
    a1: { picture: { ...bare, regions, to_move: 1, moves: [{ code: 3, to: 3 }] }, legal: { 3: 'b2' } },
  };
  return playing(scenes, async page => {
    const many = select => page.$$eval(select, all => all.length);
    assert.deepEqual(
      await Promise.all(['.border.player-0', '.border.player-1', '.border.both', '.region'].map(many)),
      [1, 1, 1, 0],
    );
    assert.match(await page.textContent('.captions'), /Black: top.*White: left/);
    await page.click('.cell[data-cell="0"]');
    await page.waitForSelector('.region.player-0');
    assert.equal(await many('.region'), 2);
    assert.match(await page.textContent('.captions'), /a bridge/);
  });
});

test('a_piece_in_hand_is_dropped_and_a_piece_is_moved_by_two_clicks', () => {
  const shape = { shape: 'squares', columns: ['a', 'b'], rows: ['2', '1'], to_move: 0 };
  const king = { content: { piece: { player: 0, letter: 'K', name: 'king' } } };
  const cells = cellsOf(shape.columns, shape.rows).map((it, at) => (at === 2 ? { ...it, ...king } : it));
  const hands = [
    { player: 0, pieces: [{ letter: 'P', name: 'pawn', count: 2 }] },
    { player: 1, pieces: [] },
  ];
  const moves = [{ code: 1, to: 0, from: 2 }, { code: 2, to: 0, from: 2 }, { code: 3, to: 3, drop: 0 }, { code: 9 }];
  const legal = { 1: 'Ka2', 2: 'Ka2+', 3: 'P*b1', 9: 'pass' };
  const here = { picture: { ...shape, cells, hands, moves }, legal };
  const scenes = { '': here, 'P*b1': here, 'P*b1 pass': here, 'P*b1 pass Ka2+': here };
  return playing(
    scenes,
    async page => {
      assert.equal(await page.textContent('.cell[data-cell="2"] .piece'), 'K');
      assert.match(await page.getAttribute('.cell[data-cell="2"]', 'aria-label'), /^a1, Black king/);
      // A drop: the piece, then the cell.
      await page.click('.held');
      assert.equal(await page.getAttribute('.held', 'aria-pressed'), 'true');
      await page.click('.cell[data-cell="3"]');
      await until(page, () => document.querySelectorAll('.line button').length === 2);
      // A move without a place is a button of its own.
      await page.click('.pass');
      await until(page, () => document.querySelectorAll('.line button').length === 3);
      // Two moves by the same clicks: which of them is asked.
      await page.click('.cell[data-cell="2"]');
      await page.click('.cell[data-cell="0"]');
      await page.click('.which button >> nth=1');
      await until(page, () => document.querySelectorAll('.line button').length === 4);
      assert.deepEqual(await line(page), ['P*b1', 'pass', 'Ka2+']);
    },
    { width: 375, height: 720, dark: true },
  );
});

test('a_column_is_clicked_anywhere_and_levels_lie_side_by_side', () => {
  const shape = { shape: 'squares', columns: ['1'], rows: ['', ''], levels: ['low', 'high'], to_move: 0 };
  const cells = [0, 1].flatMap(level => [0, 1].map(y => ({ x: 0, y, level, label: `${level}${y}` })));
  const here = { picture: { ...shape, cells, moves: [{ code: 1, to: 1, area: [1, 0] }] }, legal: { 1: 'drop' } };
  return playing({ '': here, drop: here }, async page => {
    assert.match(await page.textContent('.board'), /Level low.*Level high/);
    await page.click('.cell[data-cell="0"]');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
  });
});
