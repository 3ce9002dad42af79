// A proof of chess: opened, walked, and a game played against a search. The certificate is made here.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { begin, fits, named, until } from './support.mjs';

const MORPHY = 'kbK5/pp6/1P6/8/8/8/8/R7 w - -';
let quod, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quod-chess-'));
  const file = join(folder, 'mate.quod');
  execFileSync(process.env.QUOD, ['solve', 'chess', '--position', MORPHY, '--claim', 'mate', '--quiet', '--out', file]);
  quod = await begin([file]);
});
after(async () => {
  await quod.close();
  rmSync(folder, { recursive: true });
});

const length = (page, moves) =>
  until(page, wanted => document.querySelectorAll('.line button').length === wanted, moves + 1);
const square = name => 8 * (8 - Number(name[1])) + name.charCodeAt(0) - 97;
const cell = name => `.cell[data-cell="${square(name)}"]`;

test('a_mate_is_walked_on_a_board_with_men', () =>
  quod.page('proof/0', async page => {
    await page.waitForSelector('.facts .verified');
    assert.match(await page.textContent('.claim'), /^White mates within 2 moves from the given position, whatever Black does\./);
    assert.equal(await page.$$eval('.cell', all => all.length), 64);
    assert.match(await page.getAttribute(cell('a1'), 'aria-label'), /^a1, White rook/);
    assert.match(await page.getAttribute(cell('a8'), 'aria-label'), /^a8, Black king/);
    await named(page);
    // The proof's move, a reply by two clicks, and the mate.
    await page.click('.forward');
    await length(page, 1);
    assert.match(await page.getAttribute(cell('a6'), 'aria-label'), /^a6, White rook/);
    await page.click(cell('b7'));
    await page.click(cell('a6'));
    await length(page, 2);
    await page.click('.forward');
    await length(page, 3);
    const moves = await page.$$eval('.line button', all => all.slice(1).map(it => it.textContent));
    assert.deepEqual(moves, ['Ra6', 'bxa6', 'b7#']);
  }));

/** How light the squares of a board are, a1 and b1, and the men of either side, from 0 to 255. */
const lightness = page =>
  page.evaluate(() => {
    const light = it => {
      const [r, g, b] = getComputedStyle(it)
        .fill.match(/[\d.]+/g)
        .map(Number);
      return 0.299 * r + 0.587 * g + 0.114 * b;
    };
    const squares = [...document.querySelectorAll('rect.square')];
    const dark = squares.filter(it => it.classList.contains('dark-square'));
    return {
      many: [squares.length, dark.length],
      corner: squares[56].classList.contains('dark-square'),
      squares: [light(dark[0]), light(squares[57])],
      men: [0, 1].map(player => light(document.querySelector(`.figure.player-${player}`))),
    };
  });

for (const dark of [false, true]) {
  test(`squares_are_chequered_in_the_${dark ? 'dark' : 'light'}`, () =>
    quod.page(
      'proof/0',
      async page => {
        await page.waitForSelector('.figure');
        const { many, corner, squares, men } = await lightness(page);
        assert.deepEqual(many, [64, 32]);
        assert.ok(corner, 'a1 is dark');
        assert.ok(squares[1] - squares[0] > 25, `light squares are lighter: ${squares}`);
        assert.ok(men[0] - squares[1] > 10 && squares[0] - men[1] > 30, `men stand out: ${men} on ${squares}`);
        await fits(page);
      },
      { width: 375, height: 720, dark },
    ));
}

test('moves_of_chess_are_played_by_two_clicks_to_the_mate', () =>
  quod.page(`play?game=chess&position=${encodeURIComponent(MORPHY)}&side=both`, async page => {
    const line = [
      ['a1', 'a6'],
      ['b7', 'a6'],
      ['b6', 'b7'],
    ];
    for (const [at, [from, to]] of line.entries()) {
      await page.waitForSelector('[data-turn=mine]');
      await page.click(cell(from));
      await page.click(cell(to));
      await length(page, at + 1);
    }
    await page.waitForSelector('[data-turn=over]');
    assert.match(await page.textContent('.said'), /won/);
  }));

test('a_search_answers_in_chess_and_is_mated', () =>
  quod.page(`play?game=chess&position=${encodeURIComponent(MORPHY)}&side=0`, async page => {
    await page.waitForSelector('[data-turn=mine]');
    await page.click(cell('a1'));
    await page.click(cell('a6'));
    await length(page, 2);
    await page.waitForSelector('[data-turn=mine]');
    // Whatever it played, the proof has a mate: by the pawn if the rook is gone.
    const answer = await page.$$eval('.line button', all => all[2].textContent);
    for (const name of answer === 'bxa6' ? ['b6', 'b7'] : ['a6', 'a7']) await page.click(cell(name));
    await page.waitForSelector('[data-turn=over]');
    assert.match(await page.textContent('.said'), /won/);
  }));
