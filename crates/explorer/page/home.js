// @ts-check
// Where one begins: open a certificate, look at what is open, choose a game.
import { h, put } from './dom.js';
import { close, get, post, upload } from './api.js';
import { remark } from './check.js';
import { attempt } from './notice.js';
import { t } from './text.js';

/** A field for a certificate's file, which also takes one that is dropped on it. */
export function certificateField() {
  const take = file =>
    file &&
    attempt(async () => {
      const proof = await upload('proofs', await file.arrayBuffer());
      location.hash = `#/proof/${proof.id}`;
    });
  const input = h('input', { type: 'file', id: 'certificate', accept: '.quod', onchange: () => take(input.files[0]) });
  return h(
    'div',
    {
      class: 'drop',
      ondragover: event => event.preventDefault(),
      ondrop: event => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      },
    },
    h('label', { for: 'certificate' }, t.home.open),
    input,
  );
}

/** Games with proofs in files of this machine, each to be opened by a click. */
function solved(shelf) {
  const show = it =>
    attempt(async () => {
      const proof = await post(`shelf/${it.id}`);
      location.hash = `#/proof/${proof.id}`;
    });
  const row = it =>
    h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => show(it) }, it.title), `: ${it.value}`);
  return h('ul', { class: 'shelf' }, shelf.map(row));
}

export async function open(host) {
  async function build() {
    const [state, { games, puzzles }, { shelf }] = await Promise.all([get('state'), get('games'), get('shelf')]);
    const closing = path =>
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': t.home.forget,
          onclick: () =>
            attempt(async () => {
              await close(path);
              await build();
            }),
        },
        '×',
      );
    put(
      host,
      h('h1', {}, t.home.title),
      h('p', { class: 'lead' }, t.home.lead),
      h(
        'div',
        { class: 'cards' },
        h(
          'section',
          { class: 'card' },
          h('h2', {}, t.home.proofs),
          certificateField(),
          h(
            'ul',
            {},
            state.proofs.map(it =>
              h('li', {}, h('a', { href: `#/proof/${it.id}` }, it.statement), remark(it), closing(`proofs/${it.id}`)),
            ),
          ),
        ),
        shelf.length > 0 && h('section', { class: 'card' }, h('h2', {}, t.home.solved), solved(shelf)),
        h(
          'section',
          { class: 'card' },
          h('h2', {}, t.home.searches),
          h('p', {}, h('a', { href: '#/search', class: 'strong' }, t.home.solve)),
          h(
            'ul',
            {},
            state.searches.map(it =>
              h(
                'li',
                {},
                h('a', { href: `#/search/${it.id}` }, `${it.title} · ${t.search.states[it.state] ?? it.state}`),
                closing(`searches/${it.id}`),
              ),
            ),
          ),
        ),
        h(
          'section',
          { class: 'card' },
          h('h2', {}, t.home.learn),
          h('p', {}, h('a', { href: '#/trees' }, t.home.trees)),
          h('p', {}, h('a', { href: '#/db' }, t.home.db)),
        ),
      ),
      h('h2', {}, t.home.games),
      h(
        'ul',
        { class: 'games' },
        games.map(it =>
          h(
            'li',
            {},
            h('b', {}, it.title),
            ' ',
            h('span', {}, it.summary),
            ' ',
            h(
              'a',
              { href: `#/play?game=${encodeURIComponent(it.name)}`, 'aria-label': t.home.play_game(it.name) },
              t.home.play,
            ),
            ' ',
            h(
              'a',
              { href: `#/search?game=${encodeURIComponent(it.name)}`, 'aria-label': t.home.solve_game(it.name) },
              t.home.solve_short,
            ),
          ),
        ),
      ),
      h('h2', {}, t.home.puzzles),
      h(
        'ul',
        { class: 'games puzzles' },
        puzzles.map(it =>
          h(
            'li',
            {},
            h('a', { href: `#/puzzle?name=${encodeURIComponent(it.name)}` }, it.name),
            ' ',
            h('span', {}, it.summary),
          ),
        ),
      ),
    );
  }
  await build();
  return {};
}
