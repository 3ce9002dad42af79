// @ts-check
// The page's side of docs/formats/explorer.md: requests, and errors as the server words them.

/** What the server answered in place of what was asked for. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `HTTP ${status}`);
    Object.assign(this, {
      status,
      code: error?.code ?? 'failed',
      place: error?.place,
      expected: error?.expected,
      got: error?.got,
    });
  }
}

async function ask(method, path, body, type) {
  const answer = await fetch(`/api/${path}`, {
    method,
    body,
    headers: body === undefined ? {} : { 'content-type': type },
  });
  if (answer.status === 204) return null;
  const value = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(answer.status, value?.error);
  return value;
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

export const get = (path, parameters) => ask('GET', address(path, parameters));
export const post = (path, value = {}) => ask('POST', path, JSON.stringify(value), 'application/json');
export const upload = (path, bytes) => ask('POST', path, bytes, 'application/octet-stream');
export const close = path => ask('DELETE', path);

/** The picture of a position as SVG; `where` are the parameters of `/api/svg`. */
export async function picture(where) {
  const answer = await fetch(`/api/${address('svg', where)}`);
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json().catch(() => null))?.error);
  return answer.text();
}

/** Where a proof's certificate can be saved from. */
export const certificate = id => `/api/proofs/${id}/certificate`;

const games = new Map();

/**
 * A game with how to draw it; asked for once.
 * @param {string} name
 * @returns {Promise<GameTold>}
 */
export function game(name) {
  if (!games.has(name)) {
    const asked = get('game', { name });
    asked.catch(() => games.delete(name));
    games.set(name, asked);
  }
  return games.get(name);
}
