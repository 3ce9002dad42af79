// One of the two modules at work beside the page: `check.wasm`, the trusted crates, or `walk.wasm`, which shows proofs.
//
// It takes {do, …} and answers {did, …}. It has no imports, so that it can begin from a text in the page as well.
'use strict';

let exports = null;
/** What the module calls for room, for the work, and for where the answer is. */
const NAMES = { check: ['quod_file', 'quod_output'], walk: ['quod_in', 'quod_out'] };

/** Writes bytes into the module, has `work` done to them and reads the text that comes of it. */
function through(kind, bytes, work) {
  const [room, out] = NAMES[kind];
  const at = exports[room](bytes.byteLength);
  new Uint8Array(exports.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes));
  const length = exports[work]();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports[out](), length));
}

const TASKS = {
  /** Compiles and begins a module from its bytes; tells the digest of the checker's. */
  async begin({ kind, module }) {
    const heard = (read, all) => postMessage({ did: 'read', read, all });
    const { instance } = await WebAssembly.instantiate(module, { quod: { heard } });
    exports = instance.exports;
    return kind === 'check' ? through('check', module, 'quod_sha256') : null;
  },
  /** The checker's answer about a file. */
  check({ file }) {
    const began = performance.now();
    const answer = JSON.parse(through('check', file, 'quod_check'));
    return { answer, memory: exports.memory.buffer.byteLength, seconds: (performance.now() - began) / 1000 };
  },
  open: ({ file }) => JSON.parse(through('walk', file, 'quod_open')),
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
