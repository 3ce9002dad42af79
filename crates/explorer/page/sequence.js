// @ts-check
// The controls of a sequence: play, step, a slider; nothing moves by itself for people who asked for that.
import { h, button } from './dom.js';
import { t } from './text.js';
import { slider, ticker } from './ticker.js';

const BEAT = 700;

/** `changed()` is called when another part of the sequence is to be seen. */
export function sequencePlayer(changed) {
  let moves = [],
    at = 0;
  const range = slider(t.sequence.slider, to => step(to));
  const say = h('span', { class: 'sequence-text', 'aria-live': 'polite' });
  const ticks = ticker(
    BEAT,
    t.sequence,
    () => toggle(),
    () => {
      if (at >= moves.length) ticks.stop();
      else set(at + 1);
    },
  );
  const element = h(
    'div',
    { class: 'sequence', hidden: true },
    h('span', { class: 'sequence-title' }, t.sequence.title),
    button('◀', () => step(at - 1), { 'aria-label': t.sequence.back }),
    ticks.button,
    button('▷', () => step(at + 1), { 'aria-label': t.sequence.forward }),
    range,
    say,
  );
  function step(to) {
    ticks.stop();
    set(to);
  }
  function set(to) {
    at = Math.max(0, Math.min(moves.length, to));
    range.value = at;
    say.textContent = moves.length
      ? t.sequence.at(
          at,
          moves.length,
          moves.slice(0, at).map(it => it.text),
        )
      : '';
    changed();
  }
  function start() {
    if (!moves.length) return;
    ticks.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      set(moves.length);
      return;
    }
    set(at === moves.length ? 1 : at + 1);
    ticks.start();
  }
  const toggle = () => {
    if (ticks.running) ticks.stop();
    else start();
  };
  return {
    element,
    start,
    stop: ticks.stop,
    toggle,
    load(next) {
      ticks.stop();
      moves = next;
      element.hidden = moves.length === 0;
      range.max = moves.length;
      at = 0;
      range.value = 0;
      say.textContent = moves.length ? t.sequence.at(0, moves.length, []) : '';
    },
    moves: () => moves.slice(0, at),
  };
}
