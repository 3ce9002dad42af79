// @ts-check
// Going through frames: first, back, on, last, by itself; a slider; the sentence that belongs to the frame, spoken.
import { h, button } from './dom.js';
import { t } from './text.js';
import { slider, ticker } from './ticker.js';

const BEAT = 1100;

/** `options.show(at)` draws a frame; `label(frame)` is its sentence. */
export function stepper(options) {
  let frames = [],
    at = 0;
  const step = to => {
    ticks.stop();
    go(to);
  };
  const range = slider(t.stepper.slider, step);
  const place = h('span', { class: 'place' }),
    sentence = h('p', { class: 'sentence', 'aria-live': 'polite' });
  const ticks = ticker(BEAT, t.stepper, () => toggle(), () => {
    if (at >= frames.length - 1) ticks.stop();
    else go(at + 1);
  });
  const element = h(
    'div',
    { class: 'stepper' },
    h(
      'div',
      { class: 'steps', role: 'group', 'aria-label': t.stepper.label },
      button('|◀', () => step(0), { 'aria-label': t.stepper.first }),
      button(t.stepper.back, () => step(at - 1), { class: 'step-back' }),
      button(t.stepper.next, () => step(at + 1), { class: 'strong step-next' }),
      button('▶|', () => step(frames.length - 1), { 'aria-label': t.stepper.last, class: 'step-last' }),
      ticks.button,
      range,
      place,
    ),
    sentence,
  );

  function go(to) {
    if (!frames.length) return;
    at = Math.max(0, Math.min(frames.length - 1, to));
    range.value = at;
    place.textContent = `${at + 1} / ${frames.length}`;
    sentence.textContent = options.label(frames[at]);
    options.show(at);
  }
  function toggle() {
    if (ticks.running) {
      ticks.stop();
      return;
    }
    if (at === frames.length - 1) go(0);
    ticks.start();
  }
  return {
    element,
    stop: ticks.stop,
    load(next) {
      ticks.stop();
      frames = next;
      range.max = Math.max(0, frames.length - 1);
      go(0);
    },
    keys: [
      { key: 'n', label: t.stepper.next, run: () => step(at + 1) },
      { key: 'u', label: t.stepper.back, run: () => step(at - 1) },
      { key: 'Home', label: t.stepper.first, run: () => step(0) },
      { key: 'End', label: t.stepper.last, run: () => step(frames.length - 1) },
      { key: 's', label: t.stepper.play, run: toggle },
    ],
  };
}
