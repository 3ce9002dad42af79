// @ts-check
// The certificates that are open in this page: a check in one worker, a walk in another.
//
// A certificate that lies beside the page is called by its name, and a reader's own file by the first letters of its SHA-256, so
// that an address in the hash means the same tomorrow.
import { ApiError } from './api.js';
import { module, proved, site, worker } from './parts.js';
import { w } from './words.js';

/** The letters that every certificate begins with. */
const MAGIC = [0x51, 0x55, 0x4f, 0x44, 0x0d, 0x0a, 0x1a, 0x0a];
/** Most bytes of a file: what the checker's module takes. */
const MOST = 64 * 2 ** 20;
/** Most bytes of a file for the checker that is proved in Rocq: as a script it is slow. */
export const MOST_PROVED = 512 * 2 ** 10;
/** How much of the checker's time the first of its two passes takes, about. */
const FIRST_PASS = 0.06;

/** @type {Map<string, Opened>} */
const open = new Map();

/** Why this browser cannot check anything; null if it can. */
export function cannot() {
  if (typeof WebAssembly !== 'object') return w.no_wasm;
  if (typeof DecompressionStream !== 'function' || typeof Worker !== 'function') return w.old_browser;
  return null;
}

/** Has a worker do one thing; `heard` is told how far it is. */
function one(at, message, heard) {
  return new Promise((done, fail) => {
    at.onmessage = ({ data }) => {
      if (data.did === 'read') heard?.(data);
      else if (data.did === 'failed') fail(new Error(data.message));
      else done(data.result);
    };
    at.onerror = event => fail(new Error(event.message));
    at.postMessage(message, message.file ? [message.file] : []);
  });
}

/** A checker that begins: `ready` is the digest of its module. */
function begun() {
  const at = worker();
  const ready = module('check').then(bytes => one(at, { do: 'begin', kind: 'check', module: bytes }));
  // What went wrong is told when a file is there.
  ready.catch(() => {});
  return { at, ready };
}

/** The checker for the next file. @type {ReturnType<typeof begun> | null} */
let waiting = null;

/** Begins a checker while the reader still chooses, so that its module is loaded and compiled by then. */
export function warm() {
  if (!cannot()) waiting ??= begun();
}

/** A certificate, what the checker says of it, and a walk once somebody asks for one. */
export class Opened {
  /** @param {string} id @param {string} name @param {Blob} blob */
  constructor(id, name, blob) {
    this.id = id;
    this.name = name;
    this.blob = blob;
    /** @type {Promise<Worker> | null} */
    this.walking = null;
    /** Between 0 and 1. */
    this.progress = 0;
    /** What the checker found: `{answer, digest, seconds, memory}`; `{failed}` if it could not do its work. */
    this.verdict = null;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    this.told = null;
    this.asked = 0;
    /** @type {Map<number, {done: Function, fail: Function}>} */
    this.waiting = new Map();
    this.judged = this.check();
  }

  changed() {
    for (const tell of this.watchers) tell();
  }

  /** Has the file checked, as far as it is one. */
  async check() {
    const checker = waiting ?? begun();
    waiting = null;
    this.checker = checker.at;
    try {
      const [digest, file] = await Promise.all([checker.ready, this.blob.arrayBuffer()]);
      const heard = ({ read, all }) => {
        const passes = (2 * read) / all;
        this.progress = passes < 1 ? passes * FIRST_PASS : FIRST_PASS + (passes - 1) * (1 - FIRST_PASS);
        this.changed();
      };
      this.verdict = { ...(await one(checker.at, { do: 'check', file }, heard)), digest };
    } catch (error) {
      this.verdict = { failed: w.checker_failed(error.message) };
    }
    // Its memory goes with it.
    checker.at.terminate();
    this.progress = 1;
    this.changed();
    return this.verdict;
  }

  /** What the checker that is proved in Rocq says: its line, and the digest of its script; null for that where the browser makes none. */
  async askProved() {
    const [script, file] = await Promise.all([proved(), this.blob.arrayBuffer()]);
    const digest = await sha256(script);
    const at = (this.second = worker(script));
    try {
      return await new Promise((done, fail) => {
        at.onmessage = ({ data }) => done({ line: data, digest });
        at.onerror = event => fail(new Error(event.message));
        at.postMessage(file, [file]);
      });
    } finally {
      at.terminate();
    }
  }

  get verified() {
    return this.verdict?.answer?.verified === true;
  }

  /** How the checker's word refuses every question about the proof; null as long as it does not. */
  get refusal() {
    if (!this.verdict || this.verified) return null;
    const { failed, answer } = this.verdict;
    if (failed) return new ApiError(500, { code: 'failed', message: failed });
    return new ApiError(422, { code: 'rejected', message: `${answer.line}. ${w.reason(answer)}`, got: answer.reason });
  }

  /** Begins the walk; what is asked waits for it. */
  walk() {
    this.walking ??= (async () => {
      const at = worker();
      at.onmessage = ({ data }) => {
        const { done, fail } = this.waiting.get(data.number);
        this.waiting.delete(data.number);
        if (data.did === 'failed') fail(data.message);
        else done(data.result);
      };
      this.walker = at;
      const [bytes, file] = await Promise.all([module('walk'), this.blob.arrayBuffer()]);
      await this.send(at, { do: 'begin', kind: 'walk', module: bytes });
      const opened = await this.send(at, { do: 'open', file });
      if (opened.error) throw new ApiError(422, opened.error);
      return at;
    })();
    return this.walking;
  }

  send(at, message) {
    const number = ++this.asked;
    return new Promise((done, fail) => {
      this.waiting.set(number, { done, fail });
      at.postMessage({ ...message, number });
    });
  }

  /** Asks the walk something; see `Request` in `crates/walk-wasm`. */
  async ask(request) {
    try {
      const answer = await this.send(await this.walk(), { do: 'ask', request });
      if (answer.error) throw new ApiError(answer.error.code === 'not-found' ? 404 : 422, answer.error);
      return answer.ok;
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'rejected') throw error;
      // The walk stumbled over a certificate that nobody had checked yet: the checker will say why.
      await this.judged;
      throw this.refusal ?? new Error(w.walk_failed);
    }
  }

  /** What the interface calls a PROOF, with what the checker says by now. */
  async proof() {
    this.told ??= this.ask({ ask: 'proof', id: this.id });
    const told = await this.told;
    if (this.refusal) throw this.refusal;
    const answer = this.verdict?.answer;
    return {
      ...told,
      check: answer ? 'verified' : 'running',
      entries: answer?.entries ?? null,
      work: answer?.work ?? null,
      assumes: answer?.assumes ?? null,
    };
  }

  close() {
    this.checker?.terminate();
    this.walker?.terminate();
    this.second?.terminate();
    open.delete(this.id);
  }
}

/** Why a file is not handed to the checker at all; null if it is. */
async function notACertificate(blob) {
  const first = new Uint8Array(await blob.slice(0, MAGIC.length).arrayBuffer());
  if (first.length < MAGIC.length || MAGIC.some((byte, at) => byte !== first[at])) return w.not_a_certificate(blob.size);
  return blob.size > MOST ? w.too_large(blob.size, MOST) : null;
}

/** A digest in letters; null on a page that came over an insecure line, which has no digests of its own. */
async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** The letters that a reader's file is called by. */
async function nameOf(blob) {
  const bytes = await blob.arrayBuffer();
  // Where there is no digest the length has to do.
  return `file-${(await sha256(bytes))?.slice(0, 12) ?? bytes.byteLength}`;
}

/** Opens a reader's file. */
export async function openFile(file) {
  const trouble = cannot() ?? (await notACertificate(file));
  if (trouble) throw new Error(trouble);
  const id = await nameOf(file);
  // One at a time: a browser's memory is not for several proofs of Go-Moku.
  for (const other of [...open.values()]) if (other.id !== id) other.close();
  if (!open.has(id)) open.set(id, new Opened(id, file.name, file));
  return open.get(id);
}

/** A certificate that is open, or lies beside the page. */
export async function opened(id) {
  if (open.has(id)) return open.get(id);
  const shipped = site.proofs.find(it => it.id === id);
  if (!shipped) throw new ApiError(404, { code: 'not-found', message: w.choose_again });
  const trouble = cannot();
  if (trouble) throw new Error(trouble);
  let answer;
  try {
    answer = await fetch(`proofs/${shipped.file}`);
  } catch {
    throw new Error(location.protocol === 'file:' ? w.from_disk(shipped.file) : w.no_answer(shipped.file));
  }
  if (!answer.ok) throw new Error(w.no_answer(shipped.file));
  const blob = await answer.blob();
  if (open.has(id)) return open.get(id);
  for (const other of [...open.values()]) other.close();
  open.set(id, new Opened(id, shipped.file, blob));
  return open.get(id);
}

/** Whether it is open already. */
export const isOpen = id => open.has(id);
