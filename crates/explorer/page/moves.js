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
  table: '▦',
  none: '○',
};

/** `options.play(move)` follows a move, `preview(moves|null)` shows a line on the board, `playOut(moves)` plays it. */
export function moveList(options) {
  const list = h('ul', { class: 'moves' });
  const title = h('h2', { id: 'moves-title' }, t.moves.title);
  const element = h('section', { class: 'move-list', 'aria-labelledby': 'moves-title' }, title, list);

  function show(scene) {
    const proof = scene.proof_move?.text;
    title.textContent = t.moves.count(scene.legal.length);
    const line = it => [{ cell: it.cell, by: scene.to_move, text: it.text }, ...(it.refutation ?? [])];
    const item = it =>
      h(
        'li',
        { class: it.text === proof ? 'move chosen' : 'move' },
        button(it.text, () => options.play(it), {
          class: 'move-name',
          'data-move': it.text,
          'aria-label': t.moves.play(it.text, it.text === proof),
          onmouseenter: () => options.preview(line(it)),
          onmouseleave: () => options.preview(null),
          onfocus: () => options.preview(line(it)),
          onblur: () => options.preview(null),
        }),
        it.text === proof && h('span', { class: 'tag' }, t.moves.proof),
        it.after &&
          h(
            'span',
            { class: `support ${it.after.kind}` },
            h('span', { 'aria-hidden': 'true' }, SIGN[it.after.kind] ?? '·'),
            ' ',
            it.after.text || t.kinds[it.after.kind],
          ),
        it.refutation?.length > 0 &&
          button(
            `${t.moves.refutation} ${it.refutation
              .map(one => one.text)
              .slice(0, 8)
              .join(' ')}${it.refutation.length > 8 ? ' …' : ''}`,
            () => {
              options.preview(null);
              options.playOut(line(it));
            },
            {
              class: 'refutation',
              title: t.moves.play_out,
              'aria-label': t.moves.refutation_of(
                it.text,
                it.refutation.map(one => one.text),
              ),
            },
          ),
      );
    const first = scene.legal.filter(it => it.text === proof),
      rest = scene.legal.filter(it => it.text !== proof);
    const held = document.activeElement?.dataset?.move;
    put(list, [...first, ...rest].map(item));
    if (held !== undefined && document.activeElement === document.body)
      list.querySelector(`[data-move="${CSS.escape(held)}"]`)?.focus();
  }

  list.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const names = [...list.querySelectorAll('.move-name')];
    const at = names.indexOf(document.activeElement.closest('li')?.querySelector('.move-name'));
    names[Math.max(0, Math.min(names.length - 1, at + step))]?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  return { element, show, focus: () => list.querySelector('.move-name')?.focus() };
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
        [
          t.proof.assumes,
          proof.assumes?.length === 0 ? t.proof.nothing : (proof.assumes?.join(', ') ?? '–'),
        ],
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
