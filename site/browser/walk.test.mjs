// Walking a proof and playing against it, and the stories.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, begin, fits } from './support.mjs';

let site;
before(async () => {
  site = await begin();
});
after(() => site.close());

const weighed = (page, moves) => page.waitForSelector(`.view-proof[data-told="${moves}"]`);

test('every_position_of_a_proof_has_an_address', () =>
  site.page('check.html#/proof/qubic', async page => {
    await weighed(page, 0);
    await page.waitForSelector('.facts .verified');
    assert.equal(await page.$$eval('.cell .heat', all => all.length), 63);
    const hardest = await page.textContent('.hardest-reply');
    await page.click('.hardest-reply');
    await weighed(page, 2);
    const address = page.url();
    assert.match(address, /#\/proof\/qubic\?moves=/);
    await page.goto('about:blank');
    await page.goto(address);
    await weighed(page, 2);
    const line = await page.$$eval('.line button', all => all.map(it => it.textContent));
    assert.equal(line.at(-1), hardest);
    // The tree, and a place found in it.
    await page.waitForSelector('.tree .row:not([hidden]) .row-kind:not(:empty)');
    await page.fill('.find input', line.slice(1).join(' '));
    await page.click('.find button');
    await page.waitForFunction(() => /Entry \d+, in row/.test(document.querySelector('.found')?.textContent ?? ''));
  }));

test('a_refutation_is_played_out_with_numbers', () =>
  site.page('check.html#/proof/qubic?moves=1a4', async page => {
    await page.click('.move-list summary');
    await page.waitForSelector('.move-list[data-told="1"]');
    // Deeper down evidence shows replies: follow the proof until some reply has a sequence.
    for (let depth = 2; depth < 14 && !(await page.$('.refutation')); depth += 1) {
      await page.click('.forward');
      await page.waitForSelector(`.move-list[data-told="${depth}"]`);
    }
    await page.click('.refutation');
    await page.waitForFunction(() => document.querySelectorAll('.cell .numeral').length >= 2);
  }));

test('a_picture_and_the_certificate_can_be_saved', () =>
  site.page('check.html#/proof/tic-tac-toe', async page => {
    await page.waitForSelector('.copy button');
    await page.waitForSelector('a[download][href^="blob:"]');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('.copy button:nth-of-type(3)')]);
    assert.equal(saved.suggestedFilename(), 'position.svg');
  }));

test('one_plays_against_a_proof_and_loses', () =>
  site.page('check.html#/play?proof=qubic', async page => {
    await page.waitForSelector('.view-play .cell');
    // The proof moves first and answers every reply; whatever is legal first is played.
    const over = () => page.evaluate(() => /has won/.test(document.querySelector('.status')?.textContent ?? ''));
    for (let moves = 0; moves < 40 && !(await over()); moves += 1) {
      const turns = await page.$$eval('.line button', all => all.length);
      await page.waitForFunction(() => document.querySelector('.status')?.textContent.includes('second player to move'));
      await page.click('.view-play .cell[aria-label*="legal move"]');
      await page.waitForFunction(
        before => document.querySelectorAll('.line button').length >= before + 2 || /has won/.test(document.querySelector('.status').textContent),
        turns,
      );
    }
    assert.match(await page.textContent('.status'), /The first player has won/);
  }));

for (const name of ['index', 'qubic', 'gomoku', 'connect-four']) {
  test(`the_page_${name}_is_for_everybody`, async () => {
    for (const [width, dark] of [
      [1280, false],
      [360, true],
    ]) {
      await site.page(
        `${name}.html`,
        async page => {
          await page.waitForSelector('h1');
          assert.deepEqual(await axe(page), []);
          await fits(page);
          const pictures = await page.$$eval('figure > svg', all =>
            all.map(it => [it.nextElementSibling.textContent.length > 20, it.getBoundingClientRect().width > 100]),
          );
          assert.ok(pictures.every(([said, drawn]) => said && drawn), JSON.stringify(pictures));
          assert.equal(pictures.length, name === 'index' ? 0 : 3);
          assert.ok(!(await page.textContent('main')).includes('{{'), 'everything is filled in');
          const tops = await page.$$eval('#top nav a', all => all.map(it => Math.round(it.getBoundingClientRect().top)));
          const lines = [...new Set(tops)].map(top => tops.filter(it => it === top).length);
          assert.deepEqual(lines, width === 360 ? [2, 2] : [4], 'the ways to the stories are spread evenly');
        },
        { width, dark },
      );
    }
  });
}

for (const [name, ground, property, colour] of [
  ['qubic', 'rect', 'fill', '--board'],
  ['gomoku', '', 'backgroundColor', '--board'],
  ['connect-four', 'path', 'fill', '--hole'],
]) {
  test(`pictures_of_${name}_have_the_colours_of_the_board_that_one_plays_on`, async () => {
    const seen = new Set();
    for (const dark of [false, true]) {
      await site.page(
        `${name}.html`,
        async page => {
          const [drawn, wanted] = await page.$eval(
            `figure > svg ${ground}`,
            (it, [property, colour]) => {
              const probe = document.body.appendChild(document.createElement('i'));
              probe.style.color = `var(${colour})`;
              return [getComputedStyle(it)[property], getComputedStyle(probe).color];
            },
            [property, colour],
          );
          assert.equal(drawn, wanted);
          seen.add(drawn);
        },
        { dark },
      );
    }
    assert.equal(seen.size, 2, 'dark and light differ');
  });
}

test('a_story_lets_its_reader_play', () =>
  site.page('qubic.html', async page => {
    await page.click('.begin-play');
    await page.waitForSelector('#play .view-play .cell');
    await page.waitForFunction(() => document.querySelector('#play .status')?.textContent.includes('second player to move'));
    await page.click('#play .cell[aria-label*="legal move"]');
    await page.waitForFunction(() => document.querySelectorAll('#play .line button').length >= 4);
    assert.equal(await page.textContent('#play .statement'), 'Qubic');
    assert.match(await page.textContent('#play .above'), /Against a proof: The first player wins, whatever the second player does\./);
    assert.deepEqual(await axe(page), []);
    await fits(page);
  }));
