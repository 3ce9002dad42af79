// @ts-check
// Short messages that a screen reader speaks and that leave by themselves.
import { h } from './dom.js';
import { t } from './text.js';

const LONG = 8000;

/** Says something in the corner. */
export function notice(message, kind = 'plain') {
  const box = h(
    'div',
    { class: `notice ${kind}` },
    message,
    h('button', { type: 'button', 'aria-label': t.close, onclick: () => box.remove() }, '×'),
  );
  document.getElementById('notices').append(box);
  setTimeout(() => box.remove(), LONG);
}

/** Runs something; what goes wrong is told and not thrown further. */
export async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    notice(error.message, 'bad');
    return undefined;
  }
}
