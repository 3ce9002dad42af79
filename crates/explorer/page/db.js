// @ts-check
// Dependency-based search on the double-letter puzzle: its graph grows stage by stage, as in Figures 3.1 to 3.4 of the thesis.
import { h, s, field, put, select } from './dom.js';
import { post } from './api.js';
import { edge, layout } from './graph.js';
import { stepper } from './stepper.js';
import { t } from './text.js';

const LETTER = 9;

export async function open(host) {
  let run = null,
    places = null,
    latest = 0,
    wide = 60;
  const axiom = h('input', {
    type: 'text',
    value: 'aaccadd',
    maxlength: 12,
    spellcheck: 'false',
    class: 'axiom',
    pattern: '[a-e]+',
  });
  const puzzle = select(Object.entries(t.db.puzzles), 'double-letter', () => solve(), { class: 'db-puzzle' });
  const trouble = h('p', { class: 'trouble', role: 'alert' }),
    verdict = h('p', { class: 'verdict' });
  const picture = h('div', { class: 'picture-frame', tabindex: '0', role: 'region', 'aria-label': t.db.picture });
  const list = h('ol', {}),
    words = h('details', {}, h('summary', {}, t.db.as_list), list);
  const steps = stepper({ show, label: frame => frame.sentence });

  function show(at) {
    const stages = run.stages.slice(0, Math.max(0, at));
    const now = new Set(at > 0 ? stages.at(-1).nodes : []);
    const here = new Set([
      ...run.nodes.filter(it => it.type === 'root').map(it => it.id),
      ...stages.flatMap(it => it.nodes),
    ]);
    const shown = run.nodes.filter(it => here.has(it.id));
    const edges = shown.flatMap(it =>
      it.parents.map(parent =>
        edge(places.at.get(parent), places.at.get(it.id), { class: `edge ${it.type} ${now.has(it.id) ? 'new' : ''}` }),
      ),
    );
    const boxes = shown.map(it => {
      const { x, y } = places.at.get(it.id),
        half = Math.max(18, (it.state.length * LETTER) / 2 + 8);
      return s(
        'g',
        {
          class: `db-node ${it.type} ${it.goal ? 'goal' : ''} ${now.has(it.id) ? 'new' : ''}`,
          transform: `translate(${x} ${y})`,
        },
        s('title', {}, t.db.node(it)),
        s('rect', { x: -half, y: -15, width: 2 * half, height: 30, rx: it.type === 'combination' ? 15 : 3 }),
        it.goal && s('rect', { x: -half - 3, y: -18, width: 2 * half + 6, height: 36, rx: 5, class: 'goal-frame' }),
        s('text', { y: 5, class: 'number' }, it.state),
        it.operator && !it.operator.includes(it.state) && s('text', { y: -20, class: 'leaf-value' }, it.operator),
      );
    });
    const held = [picture.scrollLeft, picture.scrollTop];
    put(
      picture,
      s(
        'svg',
        {
          viewBox: `0 0 ${places.width} ${places.height}`,
          width: places.width,
          height: places.height,
          role: 'img',
          class: 'graph db',
          'aria-label': t.db.stage_label(at, shown.length),
        },
        edges,
        boxes,
      ),
    );
    [picture.scrollLeft, picture.scrollTop] = held;
    put(
      list,
      shown.map(it => h('li', {}, t.db.node(it))),
    );
    put(verdict, at === run.stages.length ? t.db.end(run.solutions, run.complete) : '');
  }

  async function solve() {
    const mine = ++latest;
    put(trouble);
    axiom.disabled = puzzle.value !== 'double-letter';
    try {
      const answer = await post(
        'db',
        puzzle.value === 'double-letter'
          ? { puzzle: 'double-letter', axiom: axiom.value.trim() }
          : { puzzle: puzzle.value },
      );
      if (mine !== latest) return;
      run = answer;
      wide = Math.max(56, Math.max(...run.nodes.map(it => it.state.length)) * LETTER + 30);
      places = layout(run.nodes, wide, 78);
      steps.load([{ sentence: t.db.begin(run.axiom) }, ...run.stages.map(it => ({ sentence: t.db.stage(it) }))]);
    } catch (error) {
      if (mine === latest) put(trouble, error.message);
    }
  }

  put(
    host,
    h('h1', {}, t.home.db),
    h('p', { class: 'lead' }, t.db.lead),
    h(
      'form',
      {
        class: 'tree-choices',
        onsubmit: event => {
          event.preventDefault();
          solve();
        },
      },
      field(t.db.puzzle, puzzle),
      field(t.db.axiom, axiom, t.db.axiom_help),
      h('button', { class: 'strong run-db' }, t.db.run),
    ),
    trouble,
    steps.element,
    verdict,
    h('p', { class: 'hint' }, t.db.legend),
    picture,
    words,
  );
  const shortcuts = [...steps.keys, { key: 'e', label: t.db.axiom, run: () => axiom.focus() }];
  await solve();
  return { leave: steps.stop, keys: shortcuts };
}
