// @ts-check
// Elements made in one line. Nothing here sets markup from text, so nothing that the server says can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.assign(node.style, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: attributes, `onclick` and the like as functions, `style` as an object, children as nodes or text. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Puts `children` in place of what `node` holds. */
export function put(node, ...children) {
  node.replaceChildren(
    ...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false),
  );
  return node;
}

let made = 0;

/** A name for an element that another one refers to. */
export const fresh = () => `e${++made}`;

/** A button; `name` is what a screen reader says if the label is a sign. */
export const button = (label, run, attributes) => h('button', { type: 'button', onclick: run, ...attributes }, label);

/** A form's field under its label. */
export function field(label, control, help) {
  const id = control.id || (control.id = fresh());
  return h('div', { class: 'field' }, h('label', { for: id }, label), control, help && h('small', {}, help));
}

/** A sentence in which what one types stands between backticks. */
export const typed = text => text.split('`').map((part, at) => (at % 2 ? h('code', {}, part) : part));

/** A list to choose from; `options` are `[value, label]`. */
export function select(options, chosen, change, attributes) {
  const made = h(
    'select',
    { onchange: () => change?.(made.value), ...attributes },
    options.map(([value, label]) => h('option', { value, selected: String(value) === String(chosen) }, label)),
  );
  return made;
}

/**
 * A box for a setting that the server describes: a list where its values are words, else a number within a range.
 * @param {Setting} setting
 */
export function settingBox({ words, range, about }, value, change, attributes) {
  if (words) return select(words.map(it => [it, it]), value, change, { title: about, ...attributes });
  const [least, most] = range ?? [null, null];
  const box = h('input', {
    type: range ? 'number' : 'text',
    min: least,
    max: most,
    value,
    title: about,
    onchange: () => change?.(box.value),
    ...attributes,
  });
  return box;
}

/** Numbers as people read them. */
export const count = number => (number === null || number === undefined ? '–' : number.toLocaleString('en'));

/** Bytes as people read them. */
export function bytes(number) {
  if (number === null || number === undefined) return '–';
  const units = ['B', 'kB', 'MB', 'GB'];
  let at = 0;
  while (number >= 1000 && at < units.length - 1) {
    number /= 1000;
    at += 1;
  }
  return `${number < 10 && at > 0 ? number.toFixed(1) : Math.round(number)} ${units[at]}`;
}

/** A proof or disproof number. */
export const proofNumber = number =>
  number === null || number === undefined ? '' : number === 'inf' ? '∞' : String(number);
