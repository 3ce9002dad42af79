// The checker's module without a page: `node site/many.mjs target/site/check.wasm` reads names of files from standard
// input, a line each, and prints the last line of each certificate. `quod-bench checkers` asks it so.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const module = await WebAssembly.compile(readFileSync(process.argv[2]));

async function line(file) {
  // Each file meets a fresh module, as in a page.
  const { exports } = await WebAssembly.instantiate(module, { quod: { heard() {} } });
  const at = exports.quod_file(file.length);
  new Uint8Array(exports.memory.buffer, at, file.length).set(file);
  const length = exports.quod_check();
  const answer = new Uint8Array(exports.memory.buffer, exports.quod_output(), length);
  return JSON.parse(new TextDecoder().decode(answer)).line;
}

for await (const name of createInterface({ input: process.stdin })) {
  console.log(await line(readFileSync(name)));
}
