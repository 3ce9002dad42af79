// @ts-check
// A story's page: the proof of the game is loaded, checked and played against when the reader asks for it.
import { address, gameOf } from './api.js';
import { h, button, put } from './dom.js';
import * as keys from './keys.js';
import * as play from './play.js';
import { site } from './parts.js';
import { opened } from './proofs.js';
import { w } from './words.js';

const place = document.getElementById('play');
const proof = site.proofs.find(it => it.id === document.body.dataset.proof);

async function begin() {
  put(place, h('p', { role: 'status' }, w.loading(proof.file)));
  try {
    const certificate = await opened(proof.id);
    await certificate.proof();
    await gameOf(proof.id);
    const host = h('div', { class: 'view view-play' });
    put(place, host);
    const parameters = new URLSearchParams({ proof: proof.id });
    const made = await play.open(host, { view: 'play', id: null, parameters });
    keys.use(made.keys ?? []);
    document.body.dataset.ready = 'play';
  } catch (error) {
    put(place, h('p', { class: 'trouble', role: 'alert' }, error.message));
  }
}

/** What the explorer's modules link to is on the page of the check. */
function elsewhere() {
  if (/^#\/(proof|check)\//.test(location.hash)) location.assign(`check.html${location.hash}`);
  else if (location.hash.startsWith('#/')) begin();
}

if (place) {
  put(
    place,
    h('p', {}, button(w.play_here(w.size(proof.bytes)), begin, { class: 'strong begin-play' })),
    h('p', {}, h('a', { href: `check.html#/${address(`proof/${proof.id}`)}` }, w.walk)),
  );
  addEventListener('hashchange', elsewhere);
}
