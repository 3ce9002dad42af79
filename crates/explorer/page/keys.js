// @ts-check
// The keyboard: single keys that work wherever no text is being written, and a page that lists them.
//
// A view says what its keys do with `keys.use`; a board, a tree or a list handles the arrows itself while it has the focus. Single keys can be switched
// off, for people whose speech recognition types them.
import { h, button, put } from './dom.js';
import { t } from './text.js';

const STORED = 'quod-keys-off';
let everywhere = [];
let here = [];

const writing = target =>
  target.closest?.(
    'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]',
  );

/** The keys of the view: `[{key, label, run}]`. */
export function use(list) {
  here = list;
}

/** The keys of every view. */
export function useEverywhere(list) {
  everywhere = list;
}

/** Whether single keys are switched off. */
const off = () => localStorage.getItem(STORED) === '1';

document.addEventListener('keydown', event => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (off() || writing(event.target) || document.querySelector('dialog[open]')) return;
  const found = [...here, ...everywhere].find(it => it.key === event.key);
  if (!found) return;
  event.preventDefault();
  found.run();
});

/** Opens the list of keys. */
export function help() {
  const table = list =>
    h(
      'table',
      {},
      list.map(it => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, it.shown ?? it.key)), h('td', {}, it.label))),
    );
  const box = h('input', {
    type: 'checkbox',
    id: 'keys-off',
    checked: off(),
    onchange: () => localStorage.setItem(STORED, box.checked ? '1' : '0'),
  });
  const dialog = h('dialog', { 'aria-labelledby': 'keys-title', onclose: () => dialog.remove() });
  put(
    dialog,
    h('h2', { id: 'keys-title' }, t.keys.title),
    table([...here, ...everywhere]),
    h('h3', {}, t.keys.inside),
    table(t.keys.places.map(([key, label]) => ({ key, label }))),
    h('p', {}, box, ' ', h('label', { for: 'keys-off' }, t.keys.off)),
    button(t.close, () => dialog.close(), { autofocus: true }),
  );
  document.body.append(dialog);
  dialog.showModal();
}
