// @ts-check
// Taking something along: the position, the line, a picture.
import { h, button } from './dom.js';
import { picture } from './api.js';
import { attempt, notice } from './notice.js';
import { t } from './text.js';

/** Puts text on the clipboard; where the browser has none for this page (a plain address that is not this machine), by an invisible field. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = h('textarea', { class: 'unseen', 'aria-hidden': 'true' }, text);
    document.body.append(box);
    box.select();
    const done = document.execCommand('copy');
    box.remove();
    if (!done) {
      notice(t.copy.failed, 'bad');
      return;
    }
  }
  notice(t.copy.done(what));
}

/** Hands a blob to the browser's downloads. */
export function download(blob, name) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const svgBlob = async where => new Blob([await picture(where)], { type: 'image/svg+xml' });

/** The picture of `where` as PNG, twice as fine as the screen needs it. */
async function pngBlob(where) {
  const image = new Image();
  const link = URL.createObjectURL(await svgBlob(where));
  try {
    image.src = link;
    await image.decode();
    const wide = image.naturalWidth || 480,
      high = image.naturalHeight || 480;
    const scale = Math.max(1, 960 / Math.max(wide, high));
    const canvas = h('canvas', { width: Math.round(wide * scale), height: Math.round(high * scale) });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise(done => {
      canvas.toBlob(done, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(link);
  }
}

/** The row of buttons; `now()` gives `{scene, picture: parameters of /api/svg}`. */
export function copyBar(now) {
  const where = () => now().picture;
  return h(
    'div',
    { class: 'copy', role: 'group', 'aria-label': t.copy.label },
    button(t.copy.position, () => copyText(now().scene.position, t.copy.position), { class: 'copy-position' }),
    button(t.copy.line, () => copyText(now().scene.moves.join(' '), t.copy.line)),
    button(t.copy.svg, () => attempt(async () => download(await svgBlob(where()), 'position.svg'))),
    button(t.copy.png, () => attempt(async () => download(await pngBlob(where()), 'position.png'))),
    globalThis.ClipboardItem &&
      button(t.copy.image, () =>
        attempt(async () => {
          await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngBlob(where()) })]);
          notice(t.copy.done(t.copy.image));
        }),
      ),
  );
}

/** What the key for it does: the row's first button in a view. */
export const copyPosition = host => host.querySelector('.copy-position')?.click();
