// @ts-check
// What each reply takes to refute: the board tells it by colour, a sentence names the hardest.
import { h, button, put, select } from './dom.js';
import { get } from './api.js';
import { wanders } from './board.js';
import { t } from './text.js';

/** Children of a row that are asked for at once: more than any position of these games has replies. */
const MOST = 1000;
/** Rows in which transpositions are looked up one by one; those beyond count as small. */
const LOOKED_UP = 64;
/** Replies may differ a thousandfold: a power of their share lets the eye tell the small ones apart. */
const EVEN = 0.4;

/**
 * The positions that the proof follows below each row: children of `row`, and what transpositions among them lead to.
 * @returns {Promise<Map<number, number>>}
 */
async function sizes(base, section, row) {
  const { rows } = await get(`${base}/children`, { section, row, offset: 0, limit: MOST });
  const found = new Map(rows.filter(it => it.link === null).map(it => [it.row, it.entries]));
  const links = new Set(rows.map(it => it.link).filter(it => it !== null && !found.has(it)));
  const looked = [...links].slice(0, LOOKED_UP);
  const linked = await Promise.all(looked.map(offset => get(`${base}/rows`, { section, offset, limit: 1 })));
  for (const {
    rows: [it],
  } of linked)
    found.set(it.row, it.entries);
  return found;
}

/**
 * The replies of a scene in which the opponent is to move.
 * @param {SceneTold} scene
 * @param {Map<number, number>} known
 * @returns {Reply[]}
 */
export function weighed(scene, known) {
  const told = scene.legal.filter(it => it.after && it.after.kind !== 'none');
  const entries = it => (it.after.kind === 'entry' ? (known.get(it.after.row) ?? 1) : 0);
  const most = Math.max(0, ...told.map(entries));
  const hardest = told.find(it => entries(it) === most && most > 1);
  return told.map(it => ({
    move: it,
    entries: entries(it),
    // A position whose answer is followed by evidence needs no second look.
    once: entries(it) <= 1,
    share: most > 0 ? (entries(it) / most) ** EVEN : 0,
    hardest: it === hardest,
  }));
}

/** Whether the move only puts something on its cell, so that replies to it can be shown on the board before it. */
function onlyAdds(scene, after) {
  const [was, is] = [scene.board?.picture, after.board?.picture];
  if (!was || !is || wanders(was) || wanders(is)) return false;
  const differs = (it, at) => JSON.stringify(it.content) !== JSON.stringify(was.cells[at].content);
  return is.cells.every((it, at) => at === scene.proof_move.cell || !differs(it, at));
}

/**
 * The replies to look at in a scene of a proof: the opponent's, or at the prover's turn those to the proof's move, if the board can show them before it is played.
 * @param {SceneTold} scene
 * @param {(moves: string[]) => Promise<SceneTold>} sceneAt
 * @returns {Promise<Replies | null>}
 */
export async function repliesOf(base, scene, sceneAt) {
  const { section, outcome, to_move: mover, prover, proof_move: proof } = scene;
  if (outcome !== null || (mover === prover && !proof)) return null;
  const at = mover === prover ? await sceneAt([...scene.moves, proof.text]) : scene;
  const after = at === scene ? null : at;
  if (after && (after.outcome !== null || !onlyAdds(scene, after))) return null;
  const { kind, row } = at.support;
  if (kind !== 'entry' || row === null) return null;
  return { list: weighed(at, await sizes(base, section, row)), after };
}

/** The sentences about the replies, and how to take one of them by name: `follow(moves)`. */
export function replyPanel(game, follow) {
  const words = h('p', { class: 'replies-said', 'aria-live': 'polite' });
  const pick = h('p', { class: 'replies-pick' });
  const key = h(
    'p',
    { class: 'heat-key', 'aria-hidden': 'true' },
    h('span', { class: 'swatch once' }),
    t.replies.key_once,
    h('span', { class: 'swatch' }),
    t.replies.key_hard,
  );
  const element = h('section', { class: 'replies', 'aria-label': t.replies.label }, words, pick, key);

  /** @param {SceneTold} scene @param {Replies | null} replies */
  function show(scene, replies) {
    const before = replies?.after ? [scene.proof_move] : [];
    const list = [...(replies?.list ?? [])].sort((a, b) => b.entries - a.entries);
    const hardest = list.find(it => it.hardest);
    const side = scene.to_move === null ? null : game.players[replies?.after ? 1 - scene.to_move : scene.to_move];
    const take = it => follow([...before, it.move]);
    key.hidden = !hardest;
    if (!replies) {
      const kind = scene.support?.kind;
      put(words, kind && kind !== 'entry' ? t.meanings[kind] : '');
      put(pick);
      return;
    }
    const first = before.length > 0 && t.replies.first(game.players[scene.to_move], scene.proof_move.text);
    const once = list.filter(it => it.once).length;
    put(
      words,
      first,
      ' ',
      t.replies.count(side, list.length, once),
      ' ',
      hardest && t.replies.hardest,
      hardest && [
        ' ',
        button(hardest.move.text, () => take(hardest), {
          class: 'hardest-reply',
          'aria-label': t.replies.take(hardest.move.text),
        }),
        ' ',
        t.replies.size(hardest.entries),
      ],
    );
    const others = list.filter(it => !it.hardest);
    const choices = [
      ['', t.replies.choose],
      ...others.map(it => [it.move.text, t.replies.option(it.move.text, it.entries)]),
    ];
    put(
      pick,
      others.length > 0 &&
        h(
          'label',
          {},
          t.replies.other,
          ' ',
          select(choices, '', text => take(others.find(it => it.move.text === text)), { class: 'reply-choice' }),
        ),
    );
  }
  return { element, show };
}
