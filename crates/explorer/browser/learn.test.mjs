// Teaching trees and the graph of dependency-based search.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, shot, until } from './support.mjs';

let quod;
before(async () => {
  quod = await begin();
});
after(() => quod.close());

const place = page => page.textContent('.place');

test('a_teaching_tree_is_stepped_to_its_end_and_back', () =>
  quod.page('trees', async page => {
    await page.waitForSelector('.graph');
    assert.match(await place(page), /^1 \//);
    await page.click('.step-next');
    assert.match(await place(page), /^2 \//);
    const drawn = await page.$$eval('.graph .node', all => all.length);
    await page.click('.step-last');
    assert.ok((await page.$$eval('.graph .node', all => all.length)) >= drawn);
    assert.ok(
      (await page.$('.graph .node.or rect')) && (await page.$('.graph .node.and circle')),
      'OR nodes are squares, AND nodes circles',
    );
    await shot(page, 'tree');
    await page.click('.step-back');
  }));

test('every_tree_of_the_thesis_is_there_and_runs', () =>
  quod.page('trees', async page => {
    const trees = await page.$$eval('.tree-choice option', all => all.map(it => it.textContent));
    assert.ok(trees.length >= 6);
    for (let at = 0; at < trees.length; at += 1) {
      await page.selectOption('.tree-choice', String(at));
      await until(page, () => document.querySelectorAll('.graph .node').length > 0);
      assert.equal(await page.textContent('.trouble'), '', trees[at]);
    }
  }));

test('ones_own_tree_gives_one_answer_under_every_method', () =>
  quod.page('trees', async page => {
    await page.waitForSelector('.graph');
    await page.fill('.tree-text', '(A (B 1 0) (C 1 (D 0 1)))');
    const engines = await page.$$eval('.tree-engine option', all => all.map(it => it.value));
    assert.ok(engines.length >= 18);
    for (const engine of engines) {
      await page.selectOption('.tree-engine', engine);
      await page.click('.run-tree');
      await page.waitForSelector(`.graph.${engine}`);
      await page.click('.step-last');
      assert.equal(await page.textContent('.verdict'), 'Proved.', engine);
    }
  }));

test('a_mistake_in_a_tree_is_shown_where_it_is', () =>
  quod.page(
    'trees',
    async page => {
      await page.waitForSelector('.graph');
      await page.fill('.tree-text', '(A (B 1 0)');
      await page.click('.run-tree');
      await page.waitForSelector('.tree-text[aria-invalid]');
      assert.match(await page.textContent('.trouble'), /line/);
    },
    { expected: [/status of 422/] },
  ));

test('the_double_letter_graph_grows_stage_by_stage', () =>
  quod.page('db', async page => {
    await page.waitForSelector('.graph.db');
    assert.equal(await page.$$eval('.db-node', all => all.length), 1);
    await page.keyboard.press('n');
    const first = await page.$$eval('.db-node', all => all.length);
    assert.ok(first > 1);
    await page.keyboard.press('End');
    assert.ok((await page.$$eval('.db-node', all => all.length)) > first);
    assert.ok(await page.$('.db-node.combination'));
    assert.ok(await page.$('.db-node.goal'));
    await shot(page, 'graph');
  }));

test('the_production_system_runs', () =>
  quod.page('db', async page => {
    await page.waitForSelector('.graph.db');
    await page.selectOption('.db-puzzle', 'production-system');
    await until(
      page,
      () => document.querySelectorAll('.db-node').length >= 1 && document.querySelector('.axiom').disabled,
    );
  }));
