// @ts-check
// Teaching trees: proof-number search, its family and its rivals on small trees, one click a step, drawn as in the thesis: OR nodes are squares,
// AND nodes circles, the proof number stands above the disproof number.
import { h, s, button, field, put, proofNumber, select, fresh } from './dom.js';
import { get, post } from './api.js';
import { edge, layout } from './graph.js';
import { stepper } from './stepper.js';
import { t } from './text.js';

const STEPS = 500;
const PARTS = ['proof', 'disproof', 'proof_limit', 'disproof_limit', 'alpha', 'beta', 'value'];

/** What is on the board at a frame: each node's numbers as they were last told. */
function stateAt(frames, at) {
  const known = new Map(),
    changed = new Set();
  frames.slice(0, at + 1).forEach((frame, index) => {
    for (const it of frame.changed) {
      const before = known.get(it.id) ?? {};
      const next = { ...before };
      for (const part of PARTS) if (it[part] !== null && it[part] !== undefined) next[part] = it[part];
      known.set(it.id, next);
      if (index === at) changed.add(it.id);
    }
  });
  return { known, changed };
}

/** What is written inside a node: two lines. */
function inside(node, numbers) {
  if (numbers.proof === undefined) {
    if (numbers.value !== undefined)
      return [numbers.value === true || numbers.value === 1 ? t.trees.true_ : t.trees.false_, ''];
    return ['', ''];
  }
  return [proofNumber(numbers.proof), proofNumber(numbers.disproof)];
}

/** What is written beside it: thresholds or a window. */
function beside(engine, numbers) {
  if (engine === 'dfpn' && numbers.proof_limit !== undefined)
    return t.trees.limits(proofNumber(numbers.proof_limit), proofNumber(numbers.disproof_limit));
  if (engine === 'alphabeta' && numbers.alpha !== undefined)
    return t.trees.window(proofNumber(numbers.alpha), proofNumber(numbers.beta));
  return '';
}

/** A node's form: its own type's, a leaf's the one that alternates with its parent's. */
function form(run, node) {
  if (node.type) return node.type;
  const parent = run.nodes.find(it => it.id === node.parents[0]);
  return parent?.type === 'or' ? 'and' : 'or';
}

/** The drawing of a run at a frame. */
function draw(run, places, at) {
  const frame = run.frames[at],
    { known, changed } = stateAt(run.frames, at);
  const path = frame.path ?? [],
    onPath = new Set(path),
    pairs = new Set(path.slice(1).map((id, index) => `${path[index]}-${id}`));
  const shown = run.nodes.filter(it => known.has(it.id) || onPath.has(it.id));
  const here = new Set(shown.map(it => it.id));
  const edges = shown.flatMap(it =>
    it.parents
      .filter(parent => here.has(parent))
      .map((parent, index) =>
        edge(places.at.get(parent), places.at.get(it.id), {
          class: `edge ${index ? 'further' : ''} ${pairs.has(`${parent}-${it.id}`) ? 'on-path' : ''}`,
        }),
      ),
  );
  const nodes = shown.map(it => {
    const { x, y } = places.at.get(it.id),
      numbers = known.get(it.id) ?? {};
    const [above, below] = inside(it, numbers),
      aside = beside(run.engine, numbers);
    const shape = form(run, it);
    const leaf =
      it.value === true ? t.trees.true_ : it.value === false ? t.trees.false_ : it.repetition ? t.trees.repetition : '';
    const solved =
      numbers.proof === 0 || numbers.value === true
        ? 'proved'
        : numbers.disproof === 0 || numbers.value === false
          ? 'disproved'
          : '';
    return s(
      'g',
      {
        class: `node ${shape} ${solved} ${onPath.has(it.id) ? 'on-path' : ''} ${path.at(-1) === it.id ? 'last-on-path' : ''} ${changed.has(it.id) ? 'new' : ''} ${frame.phase === 'cut' && path.at(-1) === it.id ? 'cut' : ''}`,
        transform: `translate(${x} ${y})`,
      },
      s('title', {}, t.trees.node(it.label, it.type, above, below)),
      shape === 'or' ? s('rect', { x: -19, y: -19, width: 38, height: 38 }) : s('circle', { r: 20 }),
      below === ''
        ? s('text', { y: 4, class: 'number' }, above)
        : [
            s('text', { y: -3, class: 'number' }, above),
            s('line', { x1: -12, x2: 12, y1: 0, y2: 0 }),
            s('text', { y: 13, class: 'number' }, below),
          ],
      s('text', { x: -21, y: -14, class: 'node-name' }, it.label),
      leaf && s('text', { y: 33, class: 'leaf-value' }, leaf),
      aside && s('text', { x: 0, y: leaf ? 45 : 33, class: 'leaf-value' }, aside),
    );
  });
  return {
    svg: s(
      'svg',
      {
        viewBox: `0 0 ${places.width} ${places.height}`,
        width: places.width,
        height: places.height,
        role: 'img',
        class: `graph ${run.engine}`,
        'aria-label': frame.text,
      },
      edges,
      nodes,
    ),
    known,
    shown,
  };
}

export async function open(host) {
  const { trees } = await get('trees');
  let run = null,
    places = null,
    latest = 0;
  const text = h('textarea', { id: fresh(), rows: 6, spellcheck: 'false', class: 'tree-text' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const picture = h('div', { class: 'picture-frame', tabindex: '0', role: 'region', 'aria-label': t.trees.picture });
  const numbers = h('tbody', {});
  const table = h(
    'details',
    {},
    h('summary', {}, t.trees.as_table),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          t.trees.columns.map(it => h('th', { scope: 'col' }, it)),
        ),
      ),
      numbers,
    ),
  );
  const verdict = h('p', { class: 'verdict' });
  const steps = stepper({ show, label: frame => `${t.trees.phases[frame.phase] ?? frame.phase}: ${frame.text}` });

  const chosen = select(
    trees.map((it, at) => [at, it.title]),
    0,
    at => load(trees[at]),
    { class: 'tree-choice' },
  );
  const engine = select(
    Object.entries(t.trees.engines),
    'pn',
    () => solve(),
    { class: 'tree-engine' },
  );
  const graph = select(
    ['tree', 'full'].map(it => [it, t.trees.graphs[it]]),
    'tree',
    () => solve(),
    { class: 'tree-graph' },
  );
  const develop = select(
    ['most-proving', 'all'].map(it => [it, t.trees.develops[it]]),
    'most-proving',
    () => solve(),
    { class: 'tree-develop' },
  );

  function show(at) {
    const drawn = draw(run, places, at);
    const held = [picture.scrollLeft, picture.scrollTop];
    put(picture, drawn.svg);
    [picture.scrollLeft, picture.scrollTop] = held;
    const last = run.frames[at].path?.at(-1);
    if (last !== undefined) {
      const { x } = places.at.get(last);
      if (x < picture.scrollLeft + 40 || x > picture.scrollLeft + picture.clientWidth - 40)
        picture.scrollLeft = x - picture.clientWidth / 2;
    }
    put(
      numbers,
      drawn.shown.map(it => {
        const known = drawn.known.get(it.id) ?? {};
        return h(
          'tr',
          {},
          [
            it.label,
            it.type ?? t.watch.leaf,
            proofNumber(known.proof),
            proofNumber(known.disproof),
            beside(run.engine, known),
            known.value ?? it.value ?? '',
          ].map((cell, index) => h(index ? 'td' : 'th', index ? {} : { scope: 'row' }, String(cell))),
        );
      }),
    );
    put(verdict, at === run.frames.length - 1 ? (t.trees.answers[run.answer] ?? t.trees.open_) : '');
  }

  async function solve() {
    const mine = ++latest;
    put(trouble);
    text.removeAttribute('aria-invalid');
    try {
      const answer = await post('trees', {
        text: text.value,
        engine: engine.value,
        graph: graph.value,
        develop: develop.value,
        steps: STEPS,
      });
      if (mine !== latest) return;
      run = answer;
      places = layout(run.nodes);
      steps.load(run.frames);
    } catch (error) {
      if (mine !== latest) return;
      put(trouble, error.message);
      text.setAttribute('aria-invalid', 'true');
      const place = /line (\d+)\D+(\d+)/.exec(error.place ?? '');
      if (place && document.activeElement !== text) point(Number(place[1]), Number(place[2]));
    }
  }

  /** Puts the caret where the text is wrong. */
  function point(line, column) {
    const before =
      text.value
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(before + column - 1, before + column);
  }

  function load(tree) {
    text.value = tree.text;
    graph.value = tree.graph;
    develop.value = tree.develop;
    return solve();
  }

  put(
    host,
    h('h1', {}, t.home.trees),
    h('p', { class: 'lead' }, t.trees.lead),
    h(
      'div',
      { class: 'tree-choices' },
      field(t.trees.tree, chosen),
      field(t.trees.engine, engine),
      field(t.trees.graph, graph),
      field(t.trees.develop, develop),
    ),
    steps.element,
    verdict,
    picture,
    table,
    h(
      'details',
      { class: 'editor', open: true },
      h('summary', {}, t.trees.own),
      h('label', { for: text.id }, t.trees.text_label),
      text,
      h('p', { class: 'hint' }, t.trees.syntax),
      trouble,
      button(t.trees.run, solve, { class: 'strong run-tree' }),
    ),
  );
  const shortcuts = [...steps.keys, { key: 'e', label: t.keys.editor, run: () => text.focus() }];
  if (trees.length) await load(trees[0]);
  return { leave: steps.stop, keys: shortcuts };
}
