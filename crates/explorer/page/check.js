// @ts-check
// How it stands with the check of a proof, which may go on for a while after the proof was opened.
import { h, put } from './dom.js';
import { get } from './api.js';
import { t } from './text.js';

/** Milliseconds from one question to the next. */
const AGAIN = 1000;
/** Reasons of the checker that tell what it lacks, and nothing about the proof. */
const UNDECIDED = ['version', 'unknown-game', 'table-unavailable', 'work-limit'];

/** Whether a proof was refused for a reason that leaves its claim open. */
export const undecided = reason => UNDECIDED.includes(reason);

/** A proof's state in a word. */
export const badge = proof => h('span', { class: `check ${proof.check}` }, t.proof.checks[proof.check]);

/** The same in a list, where most are verified and need no word. */
export const remark = proof => proof.check !== 'verified' && [' ', badge(proof)];

/**
 * A line that says that the check goes on and then that the proof is verified: `verified(proof)` is told that, too. When the server refuses the proof, the view is left: `host` says why instead,
 * below the game's `title`, and `refused()` is told.
 * @param {HTMLElement} host
 * @param {ProofTold} proof
 * @param {{title?: string, verified?: (now: ProofTold) => void, refused?: () => void}} [tell]
 */
export function checkLine(host, proof, { title, verified, refused } = {}) {
  const running = proof.check === 'running';
  const element = h('p', { class: 'check-line', role: 'status' }, running && t.proof.running);
  let timer = running ? setTimeout(ask, AGAIN) : null;
  let left = false;
  async function ask() {
    let again = false;
    try {
      const now = await get(`proofs/${proof.id}`);
      again = now.check === 'running';
      if (!left && !again) {
        put(element, t.proof.now_verified);
        verified?.(now);
      }
    } catch (error) {
      // Without a status, the server was not reached.
      again = !error.status;
      if (!left && !again) {
        refused?.();
        refuse(host, title ?? proof.game, error);
      }
    }
    if (!left && again) timer = setTimeout(ask, AGAIN);
  }
  return {
    element,
    stop: () => {
      left = true;
      clearTimeout(timer);
    },
  };
}

function refuse(host, title, error) {
  const rejected = error.code === 'rejected';
  put(
    host,
    h('h1', { class: 'statement' }, title),
    h(
      'p',
      { role: 'alert' },
      rejected && [badge({ check: 'rejected' }), ' '],
      error.message,
      rejected && [' ', undecided(error.got) ? t.proof.is_undecided : t.proof.is_rejected],
    ),
    h('p', {}, h('a', { href: '#/home' }, t.views.home)),
  );
}
