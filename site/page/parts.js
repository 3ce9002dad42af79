// @ts-check
// What a page is made of besides scripts: the two modules and the worker's text.
//
// The worker's text stands in every page. The modules stand in the page that is one file, packed and in letters, so that it
// opens from a disk; other pages load them from beside themselves.
import { w } from './words.js';

const part = name => document.getElementById(`part-${name}`)?.textContent;

/** Whether the page is one file, which may lie anywhere. */
export const alone = part('check.wasm') !== undefined;

/** A module's bytes. */
export async function module(name) {
  const letters = part(`${name}.wasm`);
  if (letters) {
    const packed = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
  }
  const answer = await fetch(`${name}.wasm`).catch(() => null);
  if (!answer?.ok) throw new Error(location.protocol === 'file:' ? w.one_file : w.no_answer(`${name}.wasm`));
  return answer.arrayBuffer();
}

/** A new worker. */
export function worker() {
  const address = URL.createObjectURL(new Blob([part('worker.js')], { type: 'text/javascript' }));
  const made = new Worker(address);
  // It has been fetched by its first word.
  made.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
  return made;
}

/** What the page was made with: the certificates that lie beside it, the stories, and Quod's version. */
export const site = JSON.parse(part('site.json'));
