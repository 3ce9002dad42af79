// Walking the Qubic certificate that ships with Quod.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { QUBIC, ROOT, begin, checking, fits, millionRows, named, pictures, shot, until } from './support.mjs';

let quod;
before(async () => {
  quod = await begin([QUBIC]);
});
after(() => quod.close());

const lineOf = page => page.$$eval('.line button', all => all.slice(1).map(it => it.textContent));
const settled = page => page.waitForSelector('.tree .row:not([hidden]) .row-kind:not(:empty)');

test('the_certificate_opens_by_itself_and_is_verified', () =>
  quod.page('', async page => {
    await settled(page);
    assert.match(page.url(), /#\/proof\/0/);
    // On a busy machine the check may still be at work.
    await page.waitForSelector('.facts .verified');
    assert.equal(await page.textContent('.verified'), 'VERIFIED');
    await until(page, () => document.querySelectorAll('.cell').length === 64);
    await named(page);
  }));

/** The position after so many moves with all that replies take. */
const weighed = (page, moves) => page.waitForSelector(`.view-proof[data-told="${moves}"]`);

test('the_first_view_says_what_is_proved_and_the_board_what_each_reply_takes', () =>
  quod.page('', async page => {
    await weighed(page, 0);
    assert.equal(await page.textContent('.claim'), 'The first player wins, whatever the second player does.');
    // The proof's own move is there as a stone, and the 63 replies to it are weighed.
    assert.equal(await page.$$eval('.cell .ghost', all => all.length), 1);
    assert.equal(await page.$$eval('.cell .heat', all => all.length), 63);
    const radius = await page.$$eval('.heat', all =>
      all.map(it => [it.classList.contains('once'), Number(it.querySelector('circle').getAttribute('r'))]),
    );
    const [faint, others] = [true, false].map(once => radius.filter(it => it[0] === once).map(it => it[1]));
    assert.ok(faint.length > 0 && others.length > 0, 'some replies are refuted at once, and some are not');
    assert.ok(Math.max(...faint) < Math.min(...others), 'what is refuted at once is the faintest');
    assert.match(
      await page.textContent('.replies-said'),
      new RegExp(`63 replies; ${faint.length} of them are refuted at once`),
    );
    // The hardest is named, ringed and said.
    const hardest = await page.textContent('.hardest-reply');
    assert.equal(await page.$$eval('.heat .ring', all => all.length), 1);
    const said = await page.$eval('.cell:has(.ring)', it => it.getAttribute('aria-label'));
    assert.match(said, /positions to answer, the hardest reply, legal move/);
    await named(page);
    await page.click('.hardest-reply');
    await weighed(page, 2);
    assert.equal((await lineOf(page)).at(-1), hardest);
  }));

test('a_click_on_any_cell_of_a_hex_proof_is_answered', () =>
  quod.page('home', async page => {
    await page.setInputFiles('#certificate', join(ROOT, 'proofs', 'hex-8x8.quod'));
    await until(page, () => document.querySelectorAll('.view-proof .cell').length === 64);
    await page.click('.view-proof [data-cell="28"]');
    await until(page, () => document.querySelectorAll('.line button').length === 3);
    await until(page, () => document.querySelector('.view-proof').textContent.includes('The proof plays'));
  }));

test('every_form_of_claim_is_a_sentence', () =>
  quod.page('proof/0', async page => {
    const sentences = await page.evaluate(async () => {
      const { t } = await import('/text.js');
      const said = (claim, prover, start = true) => t.claim.said(claim, ['south', 'north'], prover, start);
      return [
        said('north-does-not-lose', 1),
        said('score>=4', 0),
        said('score<=-2', 1),
        said('north-captures>=25', 1),
        said('north-captures<25', 0),
        said('south-wins', 0, false),
        said('mate<=1', 0),
        said('mate>2', 1),
        said('mated<=3', 1, false),
        said('mated>3', 0),
      ];
    });
    assert.deepEqual(sentences, [
      'North never loses, whatever South does.',
      'South scores 4 or more, whatever North does.',
      'South scores no more than -2, whatever South does.',
      'North captures 25 or more, whatever South does.',
      'North captures fewer than 25, whatever North does.',
      'South wins from the given position, whatever North does.',
      'South mates within 1 move, whatever North does.',
      'South has no mate within 2 moves, whatever South does.',
      'North mates within 3 moves from the given position, whatever South does.',
      'North has no mate within 3 moves, whatever North does.',
    ]);
  }));

test('one_click_on_a_reply_plays_the_proofs_move_and_the_reply', () =>
  quod.page('proof/0', async page => {
    await weighed(page, 0);
    const cell = await page.$eval('.cell:has(.heat.once)', it => it.dataset.cell);
    await page.click(`.cell[data-cell="${cell}"]`);
    await weighed(page, 2);
    assert.equal((await lineOf(page)).length, 2);
    // A click on the proof's own move plays it alone.
    await page.click('.cell:has(.advice)');
    await until(page, () => document.querySelectorAll('.line button').length === 4);
  }));

test('the_list_of_moves_is_there_for_whom_asks_and_explains_its_words', () =>
  quod.page('proof/0?moves=0', async page => {
    await weighed(page, 1);
    assert.equal(await page.$$eval('.move', all => all.length), 0);
    await page.click('.move-list summary');
    await page.waitForSelector('.move');
    assert.equal(await page.$$eval('.move', all => all.length), 63);
    assert.match(await page.textContent('.move .support'), /answered: [\d,]+ positions \(entry \d+\)/);
    const [words, sentences] = await page.$$eval('.move-list .legend', all => [
      all[0].querySelectorAll('dt').length,
      [...all[0].querySelectorAll('dd')].map(it => it.textContent),
    ]);
    assert.ok(words > 0 && sentences.length === words && sentences.every(it => it.length > 20), sentences.join());
  }));

test('a_proof_is_walked_while_it_is_checked_and_looks_verified_only_then', () => {
  const check = checking();
  return quod.page(
    'proof/0',
    async page => {
      await settled(page);
      assert.equal(await page.$('.verified'), null);
      assert.equal(await page.textContent('.facts .check'), 'BEING CHECKED');
      assert.match(await page.textContent('.check-line[role=status]'), /still at work/);
      assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /VERIFIED/);
      assert.match(await page.textContent('.claim'), /^Claimed, and not yet checked/);
      await page.click('.facts summary');
      assert.match(await page.textContent('.facts dl'), /Entries–/);
      await page.click('.forward');
      await until(page, () => document.querySelectorAll('.line button').length === 2);
      check.end();
      await page.waitForSelector('.facts[open] .verified');
      assert.match(await page.textContent('.check-line[role=status]'), /is verified/);
      assert.match(await page.textContent('.claim'), /^The first player wins/);
      assert.doesNotMatch(await page.textContent('.facts dl'), /Entries–/);
      assert.equal((await lineOf(page)).length, 1);
    },
    { prepare: check.prepare },
  );
});

test('a_proof_rejected_while_it_is_walked_is_left', () => {
  const check = checking();
  return quod.page(
    'proof/0',
    async page => {
      await settled(page);
      await fits(page);
      check.end({ code: 'rejected', place: 'entry 7', message: 'rejected at entry 7: missing-reply' });
      await page.waitForSelector('[role=alert] .rejected');
      assert.match(await page.textContent('[role=alert]'), /REJECTED.*entry 7: missing-reply.*proves nothing/);
      assert.equal(await page.$('.tree, .board, .verified'), null);
      await named(page);
      await page.keyboard.press('n');
      await page.waitForSelector('.trouble');
      assert.match(await page.textContent('.trouble'), /entry 7: missing-reply/);
    },
    { width: 375, height: 720, prepare: check.prepare, expected: [/422/] },
  );
});

test('the_page_is_small', () =>
  quod.page('', async page => {
    await settled(page);
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(it => it.name)
        .filter(it => !it.includes('/api/')),
    );
    let size = 0;
    for (const file of [quod.address, ...files])
      size += gzipSync(Buffer.from(await (await fetch(file)).arrayBuffer())).length;
    assert.ok(size <= 200_000, `${size} bytes compressed`);
  }));

test('a_line_is_followed_by_clicks_and_taken_back', () =>
  quod.page('', async page => {
    await settled(page);
    await page.click('.forward');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
    const reply = await page.$eval('.cell.legal', it => Number(it.dataset.cell));
    await page.click(`[data-cell="${reply}"]`);
    await until(page, () => document.querySelectorAll('.line button').length === 3);
    assert.match(await page.textContent('.status'), /the proof plays/i);
    await page.click('.back');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
    assert.equal((await lineOf(page)).length, 1);
  }));

test('every_reply_says_why_it_fails_and_a_refutation_is_played_out_with_numbers', () =>
  quod.page('', async page => {
    await settled(page);
    await page.click('.forward');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
    await page.click('.move-list summary');
    await page.waitForSelector('.move');
    const replies = await page.$$eval('.move', all => all.map(it => it.querySelector('.support')?.textContent ?? ''));
    assert.equal(replies.length, 63);
    assert.ok(
      replies.every(it => it.trim().length > 0),
      'each of the 63 replies has its support',
    );
    // Deeper down evidence shows replies: follow the proof until some reply has a sequence.
    const told = many => document.querySelector('.move-list').dataset.told === String(many);
    await until(page, told, 1);
    for (let depth = 2; depth < 14 && !(await page.$('.refutation')); depth += 1) {
      await page.click('.forward');
      await until(page, told, depth);
    }
    await shot(page, 'proof');
    await page.click('.refutation');
    await until(page, () => document.querySelectorAll('.cell .numeral').length >= 2);
    assert.equal(await page.$eval('.cell .numeral', it => Number(it.textContent) > 0), true);
    if (pictures) await until(page, () => document.querySelectorAll('.cell .numeral').length >= 9);
    await shot(page, 'refutation');
  }));

test('the_win_is_shown', () =>
  quod.page('', async page => {
    await settled(page);
    await page.click('.left .win');
    await until(page, () => document.querySelectorAll('.cell .numeral').length >= 2);
  }));

test('the_tree_folds_leads_to_positions_and_finds_them', () =>
  quod.page('', async page => {
    await settled(page);
    const all = await page.textContent('.tree-summary');
    await page.click('text=Fold');
    await until(page, was => document.querySelector('.tree-summary').textContent !== was, all);
    await page.click('.tree .row:not([hidden]) >> nth=1');
    await until(page, () => document.querySelectorAll('.line button').length >= 2);
    const moves = await lineOf(page);
    await page.fill('.find input', moves.join(' '));
    await page.press('.find input', 'Enter');
    await page.waitForSelector('.found a');
    assert.match(await page.textContent('.found'), /entry|position/i);
    await page.keyboard.press('Escape');
  }));

test('position_and_line_are_copied_and_pictures_saved', () =>
  quod.page('proof/0', async page => {
    await settled(page);
    await page.click('.forward');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
    await page.click('text=Copy line');
    const line = await lineOf(page);
    await until(page, () => document.querySelector('.notice'));
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line.join(' '));
    for (const [label, name] of [
      ['Save SVG', 'position.svg'],
      ['Save PNG', 'position.png'],
    ]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`text=${label}`)]);
      assert.equal(download.suggestedFilename(), name);
    }
  }));

test('the_cube_turns_and_shows_the_same_stones', () =>
  quod.page('proof/0', async page => {
    await settled(page);
    await page.click('.forward');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
    await page.click('text=Cube');
    assert.equal(await page.$$eval('.cube .bead.stone', all => all.length), 1);
    const before_ = await page.getAttribute('.cube .bead.stone', 'transform');
    await page.focus('.cube');
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await page.getAttribute('.cube .bead.stone', 'transform'), before_);
  }));

test('the_keyboard_alone_walks_the_proof', () =>
  quod.page('', async page => {
    await settled(page);
    await page.keyboard.press('n');
    await until(page, () => document.querySelectorAll('.line button').length === 2);
    await page.keyboard.press('g');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '0');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '1');
    assert.ok(
      await page.evaluate(() => document.activeElement.classList.contains('legal')),
      'the proof began on cell 0, so cell 1 is a reply',
    );
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelectorAll('.line button').length === 3);
    await page.keyboard.press('t');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'tree');
    assert.ok(
      await page.evaluate(() => document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))),
    );
    await page.keyboard.press('m');
    assert.ok(await page.evaluate(() => document.activeElement.dataset.move));
    await page.keyboard.press('u');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('dialog'));
  }));

test('it_fits_a_phone_and_the_dark', () =>
  quod.page(
    '',
    async page => {
      await settled(page);
      await fits(page);
      const light = await page.evaluate(() =>
        getComputedStyle(document.body)
          .backgroundColor.match(/\d+/g)
          .slice(0, 3)
          .reduce((sum, it) => sum + Number(it), 0),
      );
      assert.ok(light < 200, 'the background is dark');
      await page.click('.forward');
      await until(page, () => document.querySelectorAll('.line button').length === 2);
      await shot(page, 'phone');
      await page.click('#theme');
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
    },
    { width: 375, height: 720, dark: true },
  ));

test('a_tree_of_a_million_rows_is_scrolled_from_its_first_row_to_its_last', () =>
  quod.page(
    'proof/0',
    async page => {
      await settled(page);
      assert.match(await page.textContent('.tree-summary'), /1,000,000/);
      await page.evaluate(() => {
        document.querySelector('.tree').scrollTop = 1e9;
      });
      await until(page, () =>
        [...document.querySelectorAll('.row:not([hidden])')].some(it => it.textContent.includes('#999999')),
      );
      assert.ok((await page.$$eval('.row', all => all.length)) < 200, 'only the rows in view exist');
    },
    { prepare: millionRows },
  ));
