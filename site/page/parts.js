// @ts-check
// What a page is made of besides scripts: the two modules, the worker's text, and the checker that is proved in Rocq.
//
// The worker's text stands in every page. The others stand in the page that is one file, packed and in letters, so that it
// opens from a disk; other pages load them from beside themselves.
import { w } from './words.js';

const part = name => document.getElementById(`part-${name}`)?.textContent;

/** Whether the page is one file, which may lie anywhere. */
export const alone = part('check.wasm') !== undefined;

/** The bytes of a file that lies beside the page, or in it. */
async function bytes(file) {
  const letters = part(file);
  if (letters) {
    const packed = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
  }
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) throw new Error(location.protocol === 'file:' ? w.one_file : w.no_answer(file));
  return answer.arrayBuffer();
}

/** A module's bytes. */
export const module = name => bytes(`${name}.wasm`);

/** The script of the checker that is proved in Rocq; `site.proved` says whether there is one. */
export const proved = () => bytes('proved.js');

/** A new worker. @param {string | ArrayBuffer} script */
export function worker(script = part('worker.js')) {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const made = new Worker(address);
  // It has been fetched by its first word.
  made.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
  return made;
}

/** What the page was made with: the certificates that lie beside it, the stories, the bytes of `proved.js` if it is there, and Quod's version. */
export const site = JSON.parse(part('site.json'));
