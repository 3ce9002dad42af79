// Searches, play and every game's board.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, fits, named, pictures, shot, until } from './support.mjs';

let quod;
before(async () => {
  quod = await begin();
});
after(() => quod.close());

/** Chooses a small Connect Four in the form. */
async function smallConnectFour(page, width, height) {
  await page.selectOption('.setup-game', 'connect-four');
  await page.waitForSelector('[data-key=width]');
  for (const [key, value, cells] of [
    ['width', width, width * 6],
    ['height', height, width * height],
  ]) {
    await page.fill(`[data-key=${key}]`, String(value));
    await page.press(`[data-key=${key}]`, 'Tab');
    await until(page, many => document.querySelectorAll('.setup .cell').length === many, cells);
  }
}

test('a_search_is_started_watched_to_its_end_saved_checked_and_walked', () =>
  quod.page('search', async page => {
    await smallConnectFour(page, 4, 4);
    await page.selectOption('.engine', 'pn');
    await page.selectOption('[data-option=init]', 'moves');
    await named(page);
    await page.click('.start-search');
    await page.waitForSelector('[data-state=done]');
    assert.match(await page.textContent('main'), /pn:init=moves/);
    assert.match(await page.textContent('.answer h2'), /proved|value/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.save')]);
    assert.equal(download.suggestedFilename(), 'proof.quod');
    await page.click('.check');
    await page.waitForSelector('.checked .verified');
    await named(page);
    await page.click('.walk-proof');
    await page.waitForSelector('.tree .row .row-kind:not(:empty)');
    assert.match(await page.textContent('.facts'), /VERIFIED/);
  }));

test('a_search_is_paused_resumed_and_stopped', () =>
  quod.page('search', async page => {
    await smallConnectFour(page, 7, 6);
    await page.selectOption('.engine', 'pn');
    await page.check('#paused');
    await page.click('.start-search');
    await page.waitForSelector('[data-state=paused]');
    await page.click('.pause');
    await page.waitForSelector('[data-state=running]');
    await until(
      page,
      () =>
        document.querySelectorAll('.top-tree tbody tr').length > 3 &&
        document.querySelector('.series-0').getAttribute('d')?.includes('L'),
    );
    await until(page, () => document.querySelector('.most-proving').textContent.length > 15);
    // A picture shows a search that has gone on for a while.
    if (pictures) await until(page, () => document.querySelector('.series-0').getAttribute('d').split('L').length > 15);
    await page.keyboard.press('p');
    await page.waitForSelector('[data-state=paused]');
    await shot(page, 'search');
    await page.click('.stop');
    await page.waitForSelector('.answer h2');
    assert.match(await page.textContent('.answer'), /Not known/);
  }));

test('the_values_of_all_moves_stand_on_the_board_and_each_has_a_proof', () =>
  quod.page('search?game=tic-tac-toe', async page => {
    for (const cell of [0, 1]) await page.click(`.setup [data-cell="${cell}"]`);
    await until(page, () => document.querySelectorAll('.setup .line button').length === 3);
    await page.check('#every-move');
    await page.click('.start-search');
    await page.waitForSelector('[data-state=done] .move-values tbody tr');
    await until(page, () => document.querySelectorAll('.move-values tbody tr').length === 7);
    assert.match(await page.textContent('.move-values tbody tr'), /X-wins|X wins/);
    await named(page);
    await page.click('.move-values tbody tr button');
    await page.waitForSelector('.facts');
    assert.match(await page.textContent('.facts'), /VERIFIED/);
  }));

test('a_puzzle_is_tried_by_hand_solved_and_its_plan_walked', () =>
  quod.page('home', async page => {
    await page.click('.puzzles a[href*="eight-puzzle"]');
    await page.waitForSelector('.puzzle-board');
    await page.fill('.setup-position', '1 2 3 4 5 6 0 7 8');
    await page.press('.setup-position', 'Tab');
    await until(page, () => document.querySelectorAll('.puzzle-moves button').length === 2);
    await page.click('.puzzle-moves button:has-text("7")');
    await until(page, () => document.querySelector('.view p[aria-live]').textContent.startsWith('1 move'));
    await named(page);
    await page.click('.start-search');
    await page.waitForSelector('[data-state=done] .answer h2');
    assert.match(await page.textContent('.answer h2'), /^1 move, and no plan is shorter/);
    await page.waitForSelector('.step-next');
    await page.click('.step-next');
    await until(page, () => document.querySelector('.puzzle-place').textContent.trim() === '12345678');
    await named(page);
    assert.match(await page.textContent('.sentence'), /Move 1 of 1: 8/);
  }));

test('a_position_is_set_up_by_clicking', () =>
  quod.page('search?game=tic-tac-toe', async page => {
    for (const cell of [0, 4, 1]) await page.click(`.setup [data-cell="${cell}"]`);
    await until(page, () => document.querySelectorAll('.setup .line button').length === 4);
    await page.click('.start-search');
    await page.waitForSelector('[data-state=done]');
    assert.notEqual(await page.textContent('.answer h2'), '');
  }));

test('a_game_is_played_to_its_end_against_a_search', () =>
  quod.page('play?game=tic-tac-toe', async page => {
    await page.click('.start-play');
    await page.waitForSelector('[data-turn=mine]');
    await page.click('.hint-button');
    await page.waitForSelector('.cell .numeral');
    for (let move = 0; move < 5; move += 1) {
      await page.waitForSelector('[data-turn=mine], [data-turn=over]');
      if (await page.$('[data-turn=over]')) break;
      const length = await page.$$eval('.line button', all => all.length);
      await page.click('.cell.legal');
      await until(
        page,
        was =>
          document.querySelectorAll('.line button').length > was &&
          document.querySelector('[data-turn=mine], [data-turn=over]'),
        length,
      );
    }
    await page.waitForSelector('[data-turn=over]');
    assert.match(await page.textContent('.said'), /has won|draw/);
    await page.click('.take-back');
    await page.waitForSelector('[data-turn=mine]');
  }));

test('othello_turns_discs_over_and_passes_by_a_button', () =>
  quod.page(
    'play',
    async page => {
      await page.selectOption('.setup-game', 'othello');
      await page.selectOption('[data-key=size]', '4');
      await until(page, () => document.querySelectorAll('.setup .cell').length === 16);
      await page.selectOption('.side', 'both');
      await page.click('.start-play');
      await page.waitForSelector('[data-turn=mine]');
      await fits(page);
      assert.match(await page.getAttribute('.cell[data-cell="5"]', 'aria-label'), /^b2, White/);
      const played = length =>
        until(page, many => document.querySelectorAll('.line button').length === many, length + 1);
      // b1 c1 d3 a1: rows are counted from the top. Then Black has no place to play.
      for (const [at, cell] of [1, 2, 11, 0].entries()) {
        assert.equal(await page.$('.pass'), null);
        await page.click(`.cell.legal[data-cell="${cell}"]`);
        await played(at + 1);
        if (at === 0) assert.match(await page.getAttribute('.cell[data-cell="5"]', 'aria-label'), /^b2, Black/);
      }
      assert.equal(await page.$('.cell.legal'), null);
      await named(page);
      assert.equal(await page.textContent('.pass'), 'Pass (--)');
      await page.click('.pass');
      await played(5);
      await page.waitForSelector('.cell.legal');
      assert.equal(await page.$('.pass'), null);
      const line = await page.$$eval('.line button', all => all.slice(1).map(it => it.textContent));
      assert.deepEqual(line, ['b1', 'c1', 'd3', 'a1', '--']);
    },
    { width: 375, height: 720 },
  ));

test('an_illegal_position_is_told_and_the_page_goes_on', () =>
  quod.page(
    'search?game=tic-tac-toe',
    async page => {
      await page.fill('.setup-position', '0 0 0');
      await page.press('.setup-position', 'Tab');
      await page.waitForSelector('.notice.bad');
      await page.fill('.setup-position', 'start');
      await page.press('.setup-position', 'Tab');
      await page.click('.setup [data-cell="4"]');
      await until(page, () => document.querySelectorAll('.setup .line button').length === 2);
    },
    { expected: [/status of 4\d\d/] },
  ));

test('every_game_has_a_board_that_fits_a_phone_and_takes_a_move', async () => {
  const { games } = await (await fetch(`${quod.address}api/games`)).json();
  assert.ok(games.length >= 8);
  for (const { name } of games) {
    await quod.page(
      `play?game=${encodeURIComponent(name)}&side=both`,
      async page => {
        await page.waitForSelector('[data-turn=mine]');
        await page.waitForSelector('.board, .picture');
        await fits(page);
        await named(page);
        await page.click('.move-list summary');
        await page.click('.move-name');
        await until(page, () => document.querySelectorAll('.line button').length === 2);
      },
      { width: 375, height: 720 },
    );
  }
});

test('every_view_fits_a_phone_in_the_dark', async () => {
  for (const where of ['home', 'proof', 'search', 'play', 'trees', 'db']) {
    await quod.page(
      where,
      async page => {
        await page.waitForSelector('h1');
        await fits(page);
        await named(page);
      },
      { width: 375, height: 720, dark: true },
    );
  }
});
