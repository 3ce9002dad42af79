// One of the two modules at work beside the page: `check.wasm`, the trusted crates, or `walk.wasm`, which shows proofs.
//
// It takes {do, …} and answers {did, …}. It has no imports, so that it can begin from a text in the page as well.
'use strict';

let exports = null;
/** What the module calls for room, for the work, and for where the answer is. */
const NAMES = { check: ['quod_file', 'quod_output'], walk: ['quod_in', 'quod_out'] };

/** Compiles and begins a module from its bytes. */
async function begin(bytes) {
  const heard = (read, all) => postMessage({ did: 'read', read, all });
  const { instance } = await WebAssembly.instantiate(bytes, { quod: { heard } });
  exports = instance.exports;
}

/** Writes bytes into the module, has `work` done to them and reads the text that comes of it. */
function through(kind, bytes, work) {
  const [room, out] = NAMES[kind];
  const at = exports[room](bytes.byteLength);
  new Uint8Array(exports.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes));
  const length = exports[work]();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports[out](), length));
}

const TASKS = {
  /** The checker's answer about a file, and the digest of the module that gives it. */
  async check({ module, file }) {
    await begin(module);
    const digest = through('check', module, 'quod_sha256');
    const began = performance.now();
    const answer = JSON.parse(through('check', file, 'quod_check'));
    const memory = exports.memory.buffer.byteLength;
    return { answer, digest, memory, seconds: (performance.now() - began) / 1000 };
  },
  async open({ module, file }) {
    await begin(module);
    return JSON.parse(through('walk', file, 'quod_open'));
  },
  ask: ({ request }) => JSON.parse(through('walk', new TextEncoder().encode(JSON.stringify(request)), 'quod_ask')),
};

onmessage = async ({ data }) => {
  try {
    postMessage({ did: data.do, number: data.number, result: await TASKS[data.do](data) });
  } catch (error) {
    // A module that has stumbled is not asked again: what it holds may be half done.
    postMessage({ did: 'failed', number: data.number, message: String(error?.message ?? error) });
  }
};
