// @ts-check
// The page's frame: which view the address names, the keys of every view, light and dark.
//
// An address is `#/VIEW/ID?name=value`. A view's module exports `open(host, route)`, which builds it in `host` and returns `{update(route), leave(), keys}`: `update` is told when only the rest of the
// address changed and returns false if the view has to be built again. Views are loaded when they are first needed.
import { h, button, put } from './dom.js';
import { get } from './api.js';
import * as keys from './keys.js';
import { notice } from './notice.js';
import { t } from './text.js';

const VIEWS = {
  home: './home.js',
  proof: './proof.js',
  search: './search.js',
  play: './play.js',
  puzzle: './puzzle.js',
  trees: './learn.js',
  db: './db.js',
};
const THEMES = ['auto', 'light', 'dark'];
let shown = null;

/** The address as `{view, id, parameters}`. */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [view, id] = path.split('/');
  return {
    view: VIEWS[view] ? view : 'home',
    id: id === undefined || id === '' ? null : id,
    parameters: new URLSearchParams(query),
  };
}

async function follow() {
  const to = route();
  mark(to.view);
  if (shown?.view === to.view && shown.id === to.id && shown.made && shown.made.update?.(to) !== false) return;
  shown?.made?.leave?.();
  keys.use([]);
  const host = h('div', { class: `view view-${to.view}` });
  const mine = (shown = { view: to.view, id: to.id, made: null });
  put(document.getElementById('main'), host);
  document.title = t.title(t.views[to.view]);
  try {
    const { open } = await import(VIEWS[to.view]);
    if (mine !== shown) return;
    const made = await open(host, to);
    if (mine !== shown) made?.leave?.();
    else {
      mine.made = made;
      keys.use(made?.keys ?? []);
      document.body.dataset.ready = to.view;
    }
  } catch (error) {
    put(host, h('p', { class: 'trouble' }, error.message), h('p', {}, h('a', { href: '#/home' }, t.views.home)));
  }
}

function mark(view) {
  for (const link of document.querySelectorAll('#top nav a')) {
    if (link.getAttribute('data-view') === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function theme(to) {
  localStorage.setItem('quod-theme', to);
  if (to === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = to;
  const sign = document.getElementById('theme');
  if (sign) put(sign, t.theme[to]);
}

const turnTheme = () =>
  theme(THEMES[(THEMES.indexOf(localStorage.getItem('quod-theme') ?? 'auto') + 1) % THEMES.length]);

async function begin() {
  const goTo = view => {
    location.hash = `#/${view}`;
  };
  put(
    document.getElementById('top'),
    h(
      'a',
      {
        href: '#main',
        class: 'skip',
        onclick: event => {
          event.preventDefault();
          document.getElementById('main').focus();
        },
      },
      t.skip,
    ),
    h('a', { href: '#/home', class: 'name' }, 'Quod'),
    h(
      'nav',
      { 'aria-label': t.nav },
      ['proof', 'search', 'play', 'trees', 'db'].map(view =>
        h('a', { href: `#/${view}`, 'data-view': view }, t.views[view]),
      ),
    ),
    h(
      'span',
      { class: 'tools' },
      button(t.theme.auto, turnTheme, { id: 'theme', title: t.keys.theme }),
      button('?', keys.help, { 'aria-label': t.keys.title }),
    ),
  );
  theme(localStorage.getItem('quod-theme') ?? 'auto');
  keys.useEverywhere([
    { key: '1', label: t.views.proof, run: () => goTo('proof') },
    { key: '2', label: t.views.search, run: () => goTo('search') },
    { key: '3', label: t.views.play, run: () => goTo('play') },
    { key: '4', label: t.views.trees, run: () => goTo('trees') },
    { key: '5', label: t.views.db, run: () => goTo('db') },
    { key: '0', label: t.views.home, run: () => goTo('home') },
    { key: 'd', label: t.keys.theme, run: turnTheme },
    { key: '?', label: t.keys.title, run: keys.help },
  ]);
  addEventListener('hashchange', follow);
  try {
    const state = await get('state');
    put(document.getElementById('bottom'), t.footer(state.version));
    if (location.hash.length < 3) {
      if (state.proof !== null) history.replaceState(null, '', `#/proof/${state.proof}`);
      else if (state.search !== null) history.replaceState(null, '', `#/search/${state.search}`);
    }
  } catch (error) {
    notice(error.message, 'bad');
  }
  await follow();
}

begin();
