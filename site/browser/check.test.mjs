// The checker in the page: true certificates, false ones, and what is none.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ONE_FILE, ROOT, SITE, axe, begin, fits, give, verdict } from './support.mjs';

let site;
before(async () => {
  site = await begin();
});
after(() => site.close());

const sha = file => createHash('sha256').update(readFileSync(file)).digest('hex');
const golden = name => join(ROOT, 'golden', 'certificates', name);
const found = page => page.textContent('.view-check');

test('a_shipped_proof_is_verified_and_the_page_says_by_what', () =>
  site.page('check.html', async page => {
    await page.click('[data-proof="qubic"]');
    assert.equal(await verdict(page), 'verified');
    const text = await found(page);
    assert.equal(await page.textContent('.said-line'), 's VERIFIED qubic first-player-wins start');
    assert.ok(text.includes(sha(join(SITE, 'proofs', 'qubic.quod'))), 'the digest of the file');
    assert.ok(text.includes(sha(join(SITE, 'check.wasm'))), 'the digest of the module');
    assert.ok(text.includes('line threats'), text);
    assert.match(page.url(), /#\/check\/qubic$/);
  }));

test('the_page_that_is_one_file_opens_from_a_disk', () =>
  site.page(ONE_FILE, async page => {
    await give(page, join(SITE, 'proofs', 'qubic.quod'));
    assert.equal(await verdict(page), 'verified');
    assert.equal(await page.textContent('.said-line'), 's VERIFIED qubic first-player-wins start');
    await page.click('.button.strong');
    await page.waitForSelector('.view-proof[data-told="0"]');
    assert.equal(await page.textContent('.claim'), 'The first player wins, whatever the second player does.');
  }));

const proved = existsSync(join(SITE, 'proved.js'));
const second = async page => {
  await page.click('.second button');
  await page.waitForSelector('[data-second]');
  return page.textContent('.second');
};

test('the_checker_proved_in_rocq_is_loaded_when_it_is_asked_and_agrees', { skip: !proved }, () =>
  site.page('check.html', async page => {
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    await give(page, golden('version-1-tic-tac-toe.quod'));
    assert.equal(await verdict(page), 'verified');
    assert.ok(!asked.some(url => url.endsWith('proved.js')), 'not loaded before');
    const text = await second(page);
    assert.ok(text.includes('The checker proved in Rocq agrees.'), text);
    assert.ok(text.includes(sha(join(SITE, 'proved.js'))), 'the digest of its script');
    assert.ok(asked.some(url => url.endsWith('proved.js')), 'loaded now');
    assert.deepEqual(await axe(page), []);
    await fits(page);
  }));

test('the_page_that_is_one_file_has_the_second_checker_inside', { skip: !proved }, () =>
  site.page(ONE_FILE, async page => {
    await give(page, join(ROOT, 'formal', 'three-mens-morris.quod'));
    await verdict(page);
    assert.match(await second(page), /proved in Rocq agrees/);
  }));

test('the_second_checker_says_what_it_does_not_know_or_accept', { skip: !proved }, () =>
  site.page('check.html', async page => {
    await page.click('[data-proof="antichess-d3"]');
    await verdict(page);
    assert.match(await second(page), /does not know this game/);
    await page.evaluate(() => {
      location.hash = '#/check';
    });
    await give(page, join(ROOT, 'site', 'browser', 'false', 'missing-reply.quod'));
    await page.waitForSelector('[data-verdict="rejected"]');
    assert.match(await second(page), /refuses the file: s REJECTED not-accepted/);
  }));

test('the_second_checker_is_not_offered_for_a_large_file', () =>
  site.page('check.html', async page => {
    await give(page, join(ROOT, 'proofs', 'hex-8x8.quod'));
    await verdict(page);
    assert.match(await page.textContent('.second'), proved ? /files of at most 525 kB/ : /without js_of_ocaml/);
    assert.equal(await page.$('.second button'), null);
  }));

test('a_page_made_without_the_second_checker_says_so', () =>
  site.page(
    'check.html',
    async page => {
      await give(page, golden('version-1-tic-tac-toe.quod'));
      await verdict(page);
      assert.match(await page.textContent('.second'), /made on a machine without js_of_ocaml/);
      assert.equal(await page.$('.second button'), null);
    },
    {
      prepare: page =>
        page.route('**/check.html', async route => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: (await answer.text()).replace(/"proved":\d+/, '"proved":null') });
        }),
    },
  ));

for (const name of readdirSync(join(ROOT, 'site', 'browser', 'false'))) {
  const reason = name.replace('.quod', '');
  test(`a_false_certificate_is_refused_${reason}`, () =>
    site.page('check.html', async page => {
      await give(page, join(ROOT, 'site', 'browser', 'false', name));
      assert.equal(await verdict(page), 'rejected');
      assert.match(await page.textContent('.said-line'), new RegExp(`^s REJECTED ${reason} at `));
      const open = reason === 'unknown-game';
      assert.match(await found(page), open ? /It stays open whether its claim is true/ : /This file proves nothing/);
      // There is no way from here to a walk.
      assert.equal(await page.$$eval('.view a.button', all => all.length), 0);
    }));
}

test('a_false_certificate_is_not_walked_by_its_address_either', () =>
  site.page('check.html', async page => {
    await give(page, join(ROOT, 'site', 'browser', 'false', 'missing-reply.quod'));
    await verdict(page);
    const id = page.url().split('/').at(-1);
    await page.evaluate(to => {
      location.hash = to;
    }, `#/proof/${id}`);
    await page.waitForSelector('.trouble');
    assert.match(await page.textContent('.trouble'), /s REJECTED missing-reply at/);
  }));

test('what_is_no_certificate_is_told_in_a_sentence', () =>
  site.page('check.html', async page => {
    const said = async () => {
      await page.waitForFunction(() => document.querySelector('.trouble')?.textContent);
      return page.textContent('.trouble');
    };
    await give(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    assert.match(await said(), /no certificate of Quod.*5 bytes/);
    await give(page, { name: 'empty', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    assert.match(await said(), /no certificate of Quod.*0 bytes/);
    // Two hundred megabytes, made in the page: only their first bytes are looked at.
    await page.evaluate(() => {
      const take = first => {
        const list = new DataTransfer();
        list.items.add(new File([first, ...Array(200).fill(new Uint8Array(1e6))], 'large.quod'));
        const field = /** @type {HTMLInputElement} */ (document.getElementById('certificate'));
        field.files = list.files;
        field.dispatchEvent(new Event('change'));
      };
      globalThis.take = take;
      take('garbage!');
    });
    await page.waitForFunction(() => document.querySelector('.trouble')?.textContent.includes('200,000,008'));
    await page.evaluate(() => globalThis.take('QUOD\r\n\x1a\n'));
    await page.waitForFunction(() => document.querySelector('.trouble')?.textContent.includes('at most 67 MB'));
    await fits(page);
  }));

test('a_damaged_file_is_rejected_as_damaged', () =>
  site.page('check.html', async page => {
    const bytes = readFileSync(golden('version-1-tic-tac-toe.quod'));
    bytes[100] ^= 1;
    await give(page, { name: 'damaged.quod', mimeType: '', buffer: bytes });
    assert.equal(await verdict(page), 'rejected');
    assert.match(await found(page), /The file is damaged.*s REJECTED checksum at/);
  }));

test('a_proof_that_needs_tables_says_so', () =>
  site.page('check.html', async page => {
    await give(page, golden('version-1-awari.quod'));
    assert.equal(await verdict(page), 'rejected');
    assert.match(await found(page), /It rests on tables of endings, which this page does not have.*s REJECTED table-unavailable/);
    // That is no word about the claim, so the page does not go on as after a false certificate.
    assert.match(await found(page), /It stays open whether its claim is true/);
    assert.doesNotMatch(await found(page), /proves nothing/);
  }));

test('a_browser_without_webassembly_is_told', () =>
  site.page(
    'check.html',
    async page => {
      await page.waitForSelector('.trouble:not(:empty)');
      assert.match(await page.textContent('.trouble'), /no WebAssembly/);
      await give(page, golden('version-1-tic-tac-toe.quod'));
      assert.match(await page.textContent('.trouble'), /no WebAssembly/);
    },
    { prepare: page => page.addInitScript(() => delete globalThis.WebAssembly) },
  ));

test('an_address_of_a_file_that_is_not_open_asks_for_it', () =>
  site.page('check.html#/proof/file-0123456789ab', async page => {
    await page.waitForSelector('.trouble');
    assert.match(await page.textContent('.trouble'), /Choose the file again/);
  }));

test('a_proof_that_cannot_be_loaded_is_said_to_be_missing', () =>
  site.page(
    'check.html#/check/qubic',
    async page => {
      await page.waitForSelector('.trouble');
      assert.match(await page.textContent('.trouble'), /qubic\.quod could not be loaded/);
    },
    { prepare: page => page.route('**/*.quod', route => route.fulfill({ status: 404 })), expected: [/404/] },
  ));

for (const [width, dark] of [
  [1280, false],
  [1280, true],
  [360, false],
  [360, true],
]) {
  test(`nothing_keeps_readers_out_${width}_${dark ? 'dark' : 'light'}`, () =>
    site.page(
      'check.html',
      async page => {
        await page.waitForSelector('#certificate');
        assert.deepEqual(await axe(page), []);
        await fits(page);
        await page.click('[data-proof="qubic"]');
        await verdict(page);
        assert.deepEqual(await axe(page), []);
        await fits(page);
        await page.click('.button.strong');
        await page.waitForSelector('.view-proof[data-told="0"]');
        assert.deepEqual(await axe(page), []);
        await fits(page);
      },
      { width, dark },
    ));
}
