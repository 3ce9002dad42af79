// Going through frames: first, back, on, last, by itself; a slider; the sentence that belongs to the frame, spoken.
import { h, button } from './dom.js';
import { t } from './text.js';

const BEAT = 1100;

/** `options.show(at)` draws a frame; `label(frame)` is its sentence. */
export function stepper(options) {
  let frames = [],
    at = 0,
    timer = null;
  const range = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    value: 0,
    'aria-label': t.stepper.slider,
    oninput: () => {
      stop();
      go(Number(range.value));
    },
  });
  const place = h('span', { class: 'place' }),
    sentence = h('p', { class: 'sentence', 'aria-live': 'polite' });
  const run = button('▶', () => toggle(), { 'aria-label': t.stepper.play });
  const step = to => {
    stop();
    go(to);
  };
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
      run,
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
  function stop() {
    clearInterval(timer);
    timer = null;
    run.textContent = '▶';
    run.setAttribute('aria-label', t.stepper.play);
  }
  function toggle() {
    if (timer) {
      stop();
      return;
    }
    run.textContent = '❚❚';
    run.setAttribute('aria-label', t.stepper.pause);
    if (at === frames.length - 1) go(0);
    timer = setInterval(() => {
      if (at >= frames.length - 1) stop();
      else go(at + 1);
    }, BEAT);
  }
  return {
    element,
    stop,
    load(next) {
      stop();
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
