// @ts-check
// What moves by itself until it is stopped, and the button that says so.
import { h, button } from './dom.js';

/** Calls `tick` every `beat` milliseconds. The button calls `press`; `labels.play` and `labels.pause` are its names. */
export function ticker(beat, labels, press, tick) {
  let timer = null;
  const run = button('▶', press, { 'aria-label': labels.play });
  function look(sign, label) {
    run.textContent = sign;
    run.setAttribute('aria-label', label);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    look('▶', labels.play);
  }
  return {
    button: run,
    stop,
    start() {
      stop();
      look('❚❚', labels.pause);
      timer = setInterval(tick, beat);
    },
    get running() {
      return timer !== null;
    },
  };
}

/** A slider over the places of what can be gone through. */
export const slider = (label, moved) =>
  h('input', {
    type: 'range',
    min: 0,
    max: 0,
    value: 0,
    'aria-label': label,
    oninput: event => moved(Number(event.target.value)),
  });
