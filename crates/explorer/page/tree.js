// @ts-check
// A proof's tree as a list of rows, of which only those in view exist.
//
// A section's rows are numbered in the order of a walk that goes down first, and a row knows how many rows are below it. So the place of any row is known without having seen
// the rows before it: the list can be as long as the proof, rows are asked for by the page as they come into view, and folding a row leaves out a
// range of numbers. What is kept: some thousand rows, and the folds. Browsers bound the height of an element, so a list taller than that is scrolled by proportion.
import { h, button, count } from './dom.js';
import { attempt } from './notice.js';
import { SIGN, legend } from './moves.js';
import { t } from './text.js';

const ROW = 26;
const PAGE = 200;
const KEPT = 80;
const MORE = 8;
const LOADING = 2;

/** The height that this browser gives an element at most, of two tries: a list within it scrolls without a line of script. */
function tallest() {
  const probe = h('div', { class: 'unseen' });
  document.body.append(probe);
  const fitting = [33e6, 16e6].find(height => {
    probe.style.height = `${height}px`;
    return Math.abs(probe.offsetHeight - height) < 1000;
  });
  probe.remove();
  return fitting ?? 4e6;
}

/** How far a row is indented: less and less, so that deep rows keep room for their text. */
const indent = depth => 4 + 12 * Math.min(depth, 8) + 4 * Math.min(Math.max(depth - 8, 0), 16);

/** Rows left out under folded ones: sorted ranges that do not overlap. */
export class Folds {
  constructor() {
    this.ranges = [];
  }

  /** The last range for which `holds` is true; it is for all before it. */
  last(holds) {
    let low = 0,
      high = this.ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.ranges[middle])) low = middle + 1;
      else high = middle;
    }
    return this.ranges[low - 1];
  }

  /** The row that stands at visible place `at`. */
  toRow(at) {
    return at + (this.last(it => it.visible < at)?.hidden ?? 0);
  }

  /** The visible place of a row, or of the folded one that hides it. */
  toVisible(row) {
    const before = this.last(it => it.row < row);
    if (!before) return row;
    return row <= before.row + before.below ? before.visible : row - before.hidden;
  }

  has(row) {
    return this.ranges.some(it => it.row === row);
  }
  get hidden() {
    return this.ranges.at(-1)?.hidden ?? 0;
  }

  set(list) {
    list.sort((a, b) => a.row - b.row);
    let hidden = 0;
    this.ranges = [];
    for (const { row, below } of list) {
      const last = this.ranges.at(-1);
      if (last && row <= last.row + last.below) continue;
      this.ranges.push({ row, below, visible: row - hidden, hidden: hidden + below });
      hidden += below;
    }
  }

  fold(row, below) {
    if (below > 0) this.set([...this.ranges, { row, below }]);
  }
  unfold(row) {
    this.set(this.ranges.filter(it => it.row !== row));
  }
  /** Unfolds what hides a row. */
  reveal(row) {
    this.set(this.ranges.filter(it => !(it.row < row && row <= it.row + it.below)));
  }
}

/** `options.rows(offset, limit)` and `options.children(row, offset, limit)` ask the server; `options.open(row)` follows a row. */
export function treeView(options) {
  const bound = tallest();
  let total = 0,
    active = 0,
    current = null,
    version = 0,
    waiting = false;
  const folds = new Folds();
  const pages = new Map(),
    loading = new Map();
  const sheet = h('div', { class: 'rows' });
  const scroller = h('div', { class: 'tree', role: 'tree', tabindex: '0', 'aria-label': t.tree.label }, sheet);
  const summary = h('p', { class: 'tree-summary' });
  const element = h(
    'section',
    { class: 'tree-panel', 'aria-label': t.tree.label },
    h(
      'div',
      { class: 'tree-head' },
      h('h2', {}, t.tree.title),
      summary,
      button(t.tree.fold, () => attempt(foldTop)),
      button(t.tree.unfold, () => {
        folds.set([]);
        resize();
        render();
      }),
    ),
    scroller,
    h('details', { class: 'words' }, h('summary', {}, t.tree.words), legend(Object.keys(SIGN))),
  );
  const pool = [];
  const visible = () => total - folds.hidden;
  const height = () => scroller.clientHeight || 400;
  const tall = () => Math.min(visible() * ROW, bound);
  const scaled = () => visible() * ROW > bound;

  /** The first row in view, with its fraction. */
  function first() {
    if (!scaled()) return scroller.scrollTop / ROW;
    return (scroller.scrollTop / (tall() - height())) * (visible() - height() / ROW);
  }

  function topOf(at) {
    if (!scaled()) return at * ROW;
    return (at / (visible() - height() / ROW)) * (tall() - height());
  }

  const rowAt = row => pages.get(Math.floor(row / PAGE))?.[row % PAGE] ?? null;

  /** Asks for the pages in view that are not here: few at once, the newest wish first. */
  function want(rows) {
    const wanted = [...new Set(rows.map(row => Math.floor(row / PAGE)))].filter(
      page => !pages.has(page) && !loading.has(page),
    );
    for (const page of wanted.slice(0, LOADING - loading.size)) {
      const asked = version;
      loading.set(page, asked);
      options
        .rows(page * PAGE, PAGE)
        .then(answer => {
          if (asked !== version) return;
          pages.set(page, answer.rows);
          if (pages.size > KEPT) pages.delete(pages.keys().next().value);
        })
        .catch(() => {})
        .finally(() => {
          if (asked !== version) return;
          loading.delete(page);
          soon();
        });
    }
  }

  function resize() {
    sheet.style.height = `${tall()}px`;
    summary.textContent = t.tree.rows(total, visible());
  }

  function render() {
    const many = Math.ceil(height() / ROW) + 2 * MORE;
    const from = Math.max(0, Math.floor(first()) - MORE);
    const to = Math.min(visible(), from + many);
    const offset = scroller.scrollTop - first() * ROW;
    while (pool.length < to - from) {
      const made = rowElement(pool.length);
      pool.push(made);
      sheet.append(made.element);
    }
    const missing = [];
    // Rows keep their element as long as they are in view: place `at` has element `at mod pool`.
    const used = new Set();
    for (let at = from; at < to; at += 1) {
      const made = pool[at % pool.length];
      used.add(made);
      const row = folds.toRow(at);
      const data = rowAt(row);
      if (!data) missing.push(row);
      made.show(row, data, {
        folded: data && data.below > 0 && folds.has(row),
        active: row === active,
        current: row === current,
      });
      made.element.style.transform = `translateY(${Math.round(at * ROW + offset)}px)`;
    }
    for (const made of pool) made.element.hidden = !used.has(made);
    const at = pool.find(it => !it.element.hidden && it.row === active);
    if (at) scroller.setAttribute('aria-activedescendant', at.element.id);
    if (missing.length) want(missing);
  }

  function rowElement(index) {
    const fold = h('span', { class: 'fold', 'aria-hidden': 'true' });
    const move = h('span', { class: 'row-move' });
    const kind = h('span', { class: 'row-kind' });
    const link = h('span', { class: 'row-link' });
    const size = h('span', { class: 'row-size' });
    const element = h('div', { class: 'row', role: 'treeitem', id: `tree-row-${index}` }, fold, move, kind, link, size);
    const made = { element, row: -1, said: null };
    fold.addEventListener('click', event => {
      event.stopPropagation();
      toggle(made.row);
    });
    link.addEventListener('click', event => {
      const data = rowAt(made.row);
      if (data?.link === null || !data) return;
      event.stopPropagation();
      select(data.link);
    });
    element.addEventListener('click', () => {
      active = made.row;
      options.open(made.row);
      render();
    });
    made.show = (row, data, { folded, active: chosen, current: here }) => {
      const said = `${version} ${row} ${data ? data.kind : ''} ${folded} ${chosen} ${here}`;
      if (said === made.said) return;
      Object.assign(made, { said, row });
      element.className = `row ${data?.kind ?? 'loading'} ${chosen ? 'active' : ''} ${here ? 'current' : ''}`;
      element.setAttribute('aria-selected', chosen);
      if (!data) {
        fold.textContent = move.textContent = kind.textContent = size.textContent = link.textContent = '';
        move.textContent = '…';
        element.removeAttribute('aria-expanded');
        return;
      }
      element.style.paddingLeft = `${indent(data.depth)}px`;
      element.setAttribute('aria-level', data.depth + 1);
      if (data.below > 0) element.setAttribute('aria-expanded', !folded);
      else element.removeAttribute('aria-expanded');
      fold.textContent = data.below > 0 ? (folded ? '▸' : '▾') : '';
      move.textContent = name(data);
      move.className = `row-move by-${data.by}`;
      kind.textContent = `${SIGN[data.kind] ?? '·'} ${data.kind === 'entry' ? `#${data.entry}` : (t.kinds[data.kind] ?? data.kind)}`;
      link.textContent = data.link === null ? '' : t.tree.link(data.link);
      link.className = data.link === null ? 'row-link' : 'row-link on';
      size.textContent = data.below > 0 ? t.tree.below(data.below) : '';
    };
    return made;
  }

  /** The move or moves a row stands for. */
  function name(data) {
    if (data.parent === null || data.depth === 0) return t.tree.root;
    const texts = data.moves.map(it => it.text);
    if (data.others) return t.tree.others(data.replies, texts[0]);
    const shown = texts.slice(0, 4).join(' ');
    return data.replies > 4 ? `${shown} +${count(data.replies - 4)}` : shown;
  }

  function toggle(row) {
    const data = rowAt(row);
    if (!data?.below) return;
    if (folds.has(row)) folds.unfold(row);
    else folds.fold(row, data.below);
    resize();
    render();
  }

  /** Folds what is below the first row with several children. */
  async function foldTop() {
    let row = 0,
      children;
    for (;;) {
      children = await options.children(row, 0, 1000);
      if (children.total !== 1 || !children.rows[0].below) break;
      row = children.rows[0].row;
    }
    folds.set(children.rows.filter(it => it.below > 0).map(({ row: at, below }) => ({ row: at, below })));
    resize();
    scroller.scrollTop = 0;
    render();
  }

  function scrollTo(row) {
    const at = folds.toVisible(row),
      view = height() / ROW,
      now = first();
    if (at < now + 1) scroller.scrollTop = topOf(Math.max(0, at - Math.min(3, view / 3)));
    else if (at > now + view - 2) scroller.scrollTop = topOf(Math.max(0, at - view + 4));
  }

  /** Goes to a row of the tree without following it. */
  function select(row) {
    folds.reveal(row);
    active = row;
    resize();
    scrollTo(row);
    render();
  }

  function stepBy(many) {
    const at = Math.max(0, Math.min(visible() - 1, folds.toVisible(active) + many));
    active = folds.toRow(at);
    scrollTo(active);
    render();
  }

  /** Draws once before the next picture, however often it is asked for. */
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      render();
    });
  }

  scroller.addEventListener('scroll', soon, { passive: true });
  new ResizeObserver(() => render()).observe(scroller);
  scroller.addEventListener('keydown', event => {
    const page = Math.floor(height() / ROW) - 1,
      data = rowAt(active);
    const does = {
      ArrowDown: () => stepBy(1),
      ArrowUp: () => stepBy(-1),
      PageDown: () => stepBy(page),
      PageUp: () => stepBy(-page),
      Home: () => stepBy(-Infinity),
      End: () => stepBy(Infinity),
      ArrowLeft: () => {
        if (data?.below && !folds.has(active)) toggle(active);
        else if (data && data.parent !== null) select(data.parent);
      },
      ArrowRight: () => {
        if (data?.below && folds.has(active)) toggle(active);
        else stepBy(1);
      },
      Enter: () => options.open(active),
      ' ': () => options.open(active),
      l: () => {
        if (data?.link !== null && data) select(data.link);
      },
    }[event.key];
    if (!does) return;
    does();
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    /** Begins with another section of so many rows. */
    load(rows) {
      version += 1;
      total = rows;
      active = 0;
      current = null;
      folds.set([]);
      pages.clear();
      loading.clear();
      scroller.scrollTop = 0;
      resize();
      render();
    },
    /** Marks the row of the position on the board, or none. */
    here(row) {
      current = row;
      if (row !== null) select(row);
      else render();
    },
    focus: () => scroller.focus(),
  };
}
