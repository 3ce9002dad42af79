// The figures of `bench/runs`: what a page loads, and how long the checker takes in it.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { SITE, begin, verdict } from './support.mjs';

const size = name => {
  const bytes = readFileSync(join(SITE, name));
  return [name, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
};
console.log('| file | bytes | gzip -9 | brotli |\n|---|--:|--:|--:|');
for (const name of ['check.html', 'check.wasm', 'walk.wasm', 'proved.js', 'quod-check.html', 'qubic.html', 'gomoku.html']) {
  console.log(`| ${size(name).join(' | ')} |`);
}

const site = await begin();
console.log('\n| proof | bytes | seconds in the checker | from the click to the verdict | checker’s memory |\n|---|--:|--:|--:|--:|');
for (const file of readdirSync(join(SITE, 'proofs'))) {
  await site.page('check.html', async page => {
    const id = await page.$$eval('[data-proof]', (all, name) => {
      const { proofs } = JSON.parse(document.getElementById('part-site.json').textContent);
      return proofs.find(it => it.file === name)?.id;
    }, file);
    // A reader takes a moment to choose, and meanwhile the checker's module is compiled.
    await page.waitForTimeout(2000);
    const begun = performance.now();
    await page.click(`[data-proof="${id}"]`);
    await verdict(page);
    const seconds = (performance.now() - begun) / 1000;
    const [taken, memory] = await page.$$eval('.found dt', all =>
      ['Time', 'Memory of the checker'].map(name => all.find(it => it.textContent === name)?.nextElementSibling.textContent),
    );
    console.log(`| ${file} | ${statSync(join(SITE, 'proofs', file)).size} | ${taken} | ${seconds.toFixed(2)} s | ${memory} |`);
  });
}
await site.close();
