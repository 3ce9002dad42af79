// @ts-check
// The legal moves of a position, each with what the proof has to say to it.
import { h, button, put, count } from './dom.js';
import { badge } from './check.js';
import { t } from './text.js';

/** Signs of the kinds of support; their words stand beside them. */
export const SIGN = {
  entry: '●',
  transposition: '↪',
  settled: '■',
  'line-threats': '⚡',
  'reply-tree': '⑂',
  strategy: '◆',
  exhaustive: '∀',
  'solution-tree': '⋔',
  connection: '⬡',
  table: '▦',
  'relevance-zone': '◌',
  none: '○',
};

/** What the kinds of support mean, in a sentence each. */
export function legend(kinds) {
  return h(
    'dl',
    { class: 'legend' },
    kinds.map(kind => [
      h('dt', {}, h('span', { 'aria-hidden': 'true' }, SIGN[kind] ?? '·'), ' ', t.kinds[kind] ?? kind),
      h('dd', {}, t.meanings[kind] ?? ''),
    ]),
  );
}

/** A move's text for the board: the move and what refutes it. */
const lineOf = (scene, it) => [
  { cell: it.cell, from: it.from, by: scene.to_move, text: it.text },
  ...(it.refutation ?? []),
];

/** What shows that a move fails, in a sign and words. */
function supportOf({ kind, entry, text }, entries) {
  const words = kind === 'entry' ? t.moves.followed(entry, entries) : t.kinds[kind] || text;
  return h(
    'span',
    { class: `support ${kind}`, title: t.meanings[kind] ?? null },
    h('span', { 'aria-hidden': 'true' }, SIGN[kind] ?? '·'),
    ' ',
    words,
  );
}

/** The button that plays a refutation out on the board. */
function refutationOf(scene, it, options) {
  const texts = it.refutation.map(one => one.text);
  return button(
    `${t.moves.refutation} ${texts.slice(0, 8).join(' ')}${texts.length > 8 ? ' …' : ''}`,
    () => {
      options.preview(null);
      options.playOut(lineOf(scene, it));
    },
    { class: 'refutation', title: t.moves.play_out, 'aria-label': t.moves.refutation_of(it.text, texts) },
  );
}

/** A move of the list. */
function itemOf(scene, it, entries, options) {
  const chosen = it.text === scene.proof_move?.text;
  const look = () => options.preview(lineOf(scene, it)),
    leave = () => options.preview(null);
  return h(
    'li',
    { class: chosen ? 'move chosen' : 'move' },
    button(it.text, () => options.play(it), {
      class: 'move-name',
      'data-move': it.text,
      'aria-label': t.moves.play(it.text, chosen),
      onmouseenter: look,
      onmouseleave: leave,
      onfocus: look,
      onblur: leave,
    }),
    chosen && h('span', { class: 'tag' }, t.moves.proof),
    it.after && supportOf(it.after, entries),
    it.refutation?.length > 0 && refutationOf(scene, it, options),
  );
}

/**
 * The list of all moves, which is there for whom asks for it: the board tells the same. `options.play(move)` follows a move, `preview(moves|null)` shows a line on the board,
 * `playOut(moves)` plays it. Where the game has no board the list is open from the start.
 */
export function moveList(options) {
  const list = h('ul', { class: 'moves' });
  const title = h('summary', { id: 'moves-title' }, t.moves.title);
  const words = h('div', {});
  const element = h('details', { class: 'move-list', open: Boolean(options.open) }, title, list, words);
  let shown = null;

  function draw() {
    if (!shown || !element.open) return;
    const { scene, replies } = shown;
    const entries = new Map((replies?.after ? [] : (replies?.list ?? [])).map(it => [it.move.text, it.entries]));
    const proof = scene.proof_move?.text;
    const first = scene.legal.filter(it => it.text === proof),
      rest = scene.legal.filter(it => it.text !== proof);
    rest.sort((a, b) => (entries.get(b.text) ?? 0) - (entries.get(a.text) ?? 0));
    const held = document.activeElement?.getAttribute('data-move');
    put(
      list,
      [...first, ...rest].map(it => itemOf(scene, it, entries.get(it.text), options)),
    );
    put(words, legend([...new Set(scene.legal.map(it => it.after?.kind).filter(Boolean))]));
    if (held && document.activeElement === document.body)
      list.querySelector(`[data-move="${CSS.escape(held)}"]`)?.focus();
  }

  element.addEventListener('toggle', draw);
  list.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const names = [...list.querySelectorAll('.move-name')];
    const at = names.indexOf(document.activeElement.closest('li')?.querySelector('.move-name'));
    names[Math.max(0, Math.min(names.length - 1, at + step))]?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    element,
    /** @param {SceneTold} scene @param {Replies | null} [replies] */
    show(scene, replies = null) {
      shown = { scene, replies };
      title.textContent = t.moves.count(scene.legal.length);
      draw();
    },
    focus() {
      element.open = true;
      draw();
      list.querySelector('.move-name')?.focus();
    },
  };
}

/** The line so far: each of its positions a click away. `go(count)` takes the first so many moves. */
export function lineBar(go) {
  const element = h('nav', { class: 'line', 'aria-label': t.line.label });
  return {
    element,
    show(moves) {
      const step = (text, length) =>
        button(text, () => go(length), {
          'aria-current': length === moves.length ? 'step' : null,
          'aria-label': length === 0 ? t.line.start : t.line.after(length, text),
        });
      put(
        element,
        step(t.line.start, 0),
        moves.map((text, at) => [
          h('span', { class: 'number', 'aria-hidden': 'true' }, `${at + 1}.`),
          step(text, at + 1),
        ]),
      );
      element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}

/** What a proof is made of. */
export function proofFacts(proof) {
  return h(
    'details',
    { class: 'facts' },
    h('summary', {}, badge(proof), ' ', proof.statement),
    h(
      'dl',
      {},
      [
        [t.proof.entries, count(proof.entries)],
        [t.proof.work, count(proof.work)],
        [t.proof.size, `${count(proof.bytes)} B`],
        [t.proof.remark, proof.remark || '–'],
        [t.proof.assumes, proof.assumes?.length === 0 ? t.proof.nothing : (proof.assumes?.join(', ') ?? '–')],
        [
          t.proof.kinds,
          Object.entries(proof.kinds)
            .filter(([, many]) => many > 0)
            .map(([kind, many]) => `${t.kinds[kind] ?? kind} ${count(many)}`)
            .join(', '),
        ],
      ].map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  );
}
