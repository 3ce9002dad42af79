// @ts-check
// The explorer's page asks a server through a module of this name; here the answers come from the modules in the page.
import { openFile, opened } from './proofs.js';
import { w } from './words.js';

/** Why there is no answer. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? w.no_answer(''));
    this.status = status;
    this.code = error?.code ?? 'failed';
    this.place = error?.place;
    this.expected = error?.expected;
    this.got = error?.got;
  }
}

/** The address of a path with parameters; a list is joined by commas, a missing one left out. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** What is not null of some parameters: a question's fields are left out where they do not apply. */
const given = parameters => Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));

/** `proofs/ID` or `proofs/ID/QUESTION`. */
export async function get(path, parameters = {}) {
  const [, id, ask] = path.split('/');
  const proof = await opened(decodeURIComponent(id));
  return ask ? proof.ask({ ...given(parameters), ask }) : proof.proof();
}

/** The other side's move: `play` alone is asked so. */
export const post = async (_path, { proof, section, moves }) => (await opened(proof)).ask({ ask: 'play', section, moves });

/** Opens a certificate; returns its PROOF. */
export const upload = async bytes => (await openFile(new File([bytes], 'proof.quod'))).proof();

/** Closes `proofs/ID`. */
export const close = async path => (await opened(path.split('/')[1])).close();

/** The picture of a position as SVG. */
export const picture = async ({ proof, section, moves }) =>
  (await opened(proof)).ask(given({ ask: 'svg', section, moves }));

/** Where the browser can save the certificate from. */
export const certificate = async id => URL.createObjectURL((await opened(id)).blob);

/** @type {Map<string, Promise<GameTold>>} */
const games = new Map();

/** Remembers the game of a proof, by whose name the page asks for it. */
export async function gameOf(id) {
  const proof = await opened(id);
  const told = await proof.ask({ ask: 'game' });
  games.set(told.name, Promise.resolve(told));
}

/**
 * A game with how to draw it.
 * @param {string} name
 * @returns {Promise<GameTold>}
 */
export const game = name => games.get(name);
