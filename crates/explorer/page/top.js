// @ts-check
// The upper part of a search's tree, its numbers changing in place.
import { h, proofNumber } from './dom.js';
import { t } from './text.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function topTree() {
  const rows = h('tbody', {});
  const table = h(
    'table',
    { class: 'top-tree' },
    h('caption', {}, t.watch.top),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        [t.watch.move, t.watch.type, t.watch.proof, t.watch.disproof].map(it => h('th', { scope: 'col' }, it)),
      ),
    ),
    rows,
  );
  const element = h('div', { class: 'top', hidden: true }, table);
  const known = new Map();

  function row(key) {
    const cells = [h('th', { scope: 'row' }), h('td', {}), h('td', {}), h('td', {})];
    const made = { element: h('tr', {}, cells), cells };
    known.set(key, made);
    return made;
  }

  /** Writes a cell only if it says something new, and marks it so. */
  function write(cell, text) {
    if (cell.textContent === text) return;
    const was = cell.textContent;
    cell.textContent = text;
    if (was === '') return;
    if (!still.matches) cell.animate({ outline: ['2px solid var(--mark)', '2px solid transparent'] }, 500);
  }

  return {
    element,
    show(top) {
      element.hidden = !top;
      if (!top) return;
      const order = [];
      const seen = new Set();
      const visit = (node, key, depth) => {
        const made = known.get(key) ?? row(key);
        seen.add(key);
        order.push(made.element);
        made.cells[0].textContent = node.move?.text ?? t.watch.root_node;
        made.cells[0].style.paddingLeft = `${depth * 1.1}em`;
        write(made.cells[1], t.watch.types[node.type] ?? t.watch.leaf);
        write(made.cells[2], proofNumber(node.proof));
        write(made.cells[3], proofNumber(node.disproof));
        made.element.classList.toggle('leading', node.children?.length > 0);
        node.children?.forEach((child, at) => visit(child, `${key}/${child.move?.text ?? at}`, depth + 1));
        if (node.more > 0) {
          const more = known.get(`${key}/+`) ?? row(`${key}/+`);
          seen.add(`${key}/+`);
          more.cells[0].textContent = t.watch.more(node.more);
          more.cells[0].style.paddingLeft = `${(depth + 1) * 1.1}em`;
          order.push(more.element);
        }
      };
      visit(top, '', 0);
      for (const key of known.keys())
        if (!seen.has(key)) {
          known.get(key).element.remove();
          known.delete(key);
        }
      order.forEach((it, at) => {
        if (rows.children[at] !== it) rows.insertBefore(it, rows.children[at] ?? null);
      });
    },
  };
}
