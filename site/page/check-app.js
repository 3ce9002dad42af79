// @ts-check
// The frame of the page without a server: which view the address names. A view is a module of the explorer's page, or the check.
//
// Addresses: `#/check/ID`, `#/proof/ID?moves=…`, `#/play?proof=ID`; see `app.js` of the explorer for how views are built.
import { gameOf } from './api.js';
import { open as check } from './check-view.js';
import { h, button, put } from './dom.js';
import * as keys from './keys.js';
import { alone, site } from './parts.js';
import * as play from './play.js';
import * as proof from './proof.js';
import { opened } from './proofs.js';
import { t } from './text.js';
import { w } from './words.js';

const THEMES = ['auto', 'light', 'dark'];
let shown = null;
let last = null;

/** A view that walks through a proof: what is needed before the explorer's module builds it. */
const walking = (id, open) => async (host, to) => {
  last = id(to);
  await opened(last).then(it => it.proof());
  await gameOf(last);
  return open(host, to);
};

const VIEWS = {
  check,
  proof: walking(to => to.id, proof.open),
  play: walking(to => to.parameters.get('proof'), play.open),
};

/** The address as `{view, id, parameters}`. */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [view, id] = path.split('/');
  const parameters = new URLSearchParams(query);
  const whole = view === 'proof' ? Boolean(id) : view === 'play' ? parameters.get('proof') !== null : false;
  return { view: whole ? view : 'check', id: id ? decodeURIComponent(id) : null, parameters };
}

async function follow() {
  const to = route();
  if (shown?.view === to.view && shown.id === to.id && shown.made && shown.made.update?.(to) !== false) return;
  shown?.made?.leave?.();
  keys.use([]);
  const host = h('div', { class: `view view-${to.view}` });
  const mine = (shown = { view: to.view, id: to.id, made: null });
  put(document.getElementById('main'), host);
  try {
    const made = await VIEWS[to.view](host, to);
    if (mine !== shown) {
      made?.leave?.();
      return;
    }
    mine.made = made;
    keys.use(made?.keys ?? []);
  } catch (error) {
    put(
      host,
      h('h1', {}, w.heading),
      h('p', { class: 'trouble', role: 'alert' }, error.message),
      h('p', {}, h('a', { href: '#/check' }, w.another)),
    );
  }
  mark(to);
  document.body.dataset.ready = to.view;
}

/** The ways to the views of the proof that is open. */
function mark(to) {
  const id = to.view === 'play' ? to.parameters.get('proof') : (to.id ?? last);
  const ways = [['check', id ? `#/check/${id}` : '#/check']];
  if (id) ways.push(['proof', `#/proof/${id}`], ['play', `#/play?proof=${id}`]);
  put(
    document.querySelector('#top nav'),
    ways.map(([view, href]) => h('a', { href, 'aria-current': view === to.view ? 'page' : null }, w.views[view])),
    !alone && site.stories.length > 0 && h('a', { href: 'index.html' }, w.stories),
  );
}

/** A browser that keeps nothing for this page has its own ways to say so. */
function stored(to) {
  try {
    if (to !== undefined) localStorage.setItem('quod-theme', to);
    return localStorage.getItem('quod-theme') ?? 'auto';
  } catch {
    return to ?? 'auto';
  }
}

function theme(to) {
  stored(to);
  if (to === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = to;
  put(document.getElementById('theme'), t.theme[to]);
}

const turnTheme = () => theme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? 'auto') + 1) % THEMES.length]);

function begin() {
  document.title = w.title;
  const skip = event => {
    event.preventDefault();
    document.getElementById('main').focus();
  };
  put(
    document.getElementById('top'),
    h('a', { href: '#main', class: 'skip', onclick: skip }, t.skip),
    h('a', { href: '#/check', class: 'name' }, 'Quod'),
    h('nav', { 'aria-label': t.nav }),
    h(
      'span',
      { class: 'tools' },
      button(t.theme.auto, turnTheme, { id: 'theme', title: t.keys.theme }),
      button('?', keys.help, { 'aria-label': t.keys.title }),
    ),
  );
  theme(stored());
  put(document.getElementById('bottom'), w.footer(site.version));
  keys.useEverywhere([
    { key: 'd', label: t.keys.theme, run: turnTheme },
    { key: '?', label: t.keys.title, run: keys.help },
  ]);
  addEventListener('hashchange', follow);
  follow();
}

begin();
