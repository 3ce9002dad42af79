// Walking a proof: the board on the left, the tree on the right, the line on top.
import { h, button, put, select, fresh } from './dom.js';
import { address, game as loadGame, get } from './api.js';
import { checkLine, remark } from './check.js';
import { certificateField } from './home.js';
import { copyBar } from './copy.js';
import { lineBar, moveList, proofFacts } from './moves.js';
import { attempt, notice } from './notice.js';
import { positionPanel } from './position.js';
import { treeView } from './tree.js';
import { t } from './text.js';

const MOST = 200;

/** The address of a position in a proof. */
export const proofAddress = (id, section, moves) =>
  `#/${address(`proof/${id}`, { section: section || null, moves: moves.length ? moves : null })}`;

/** The moves in an address. */
export const movesOf = parameters => (parameters.get('moves') ?? '').split(',').filter(Boolean);

/** Without a number: the proofs that are open. */
async function choose(host) {
  const { proofs } = await get('proofs');
  put(
    host,
    h('h1', {}, t.views.proof),
    certificateField(),
    proofs.length > 0 &&
      h(
        'ul',
        { class: 'plain' },
        proofs.map(it => h('li', {}, h('a', { href: `#/proof/${it.id}` }, it.statement), remark(it))),
      ),
    h('p', {}, h('a', { href: '#/search' }, t.home.solve)),
  );
  return {};
}

export async function open(host, route) {
  if (route.id === null) return choose(host);
  const id = Number(route.id);
  const proof = await get(`proofs/${id}`);
  const game = await loadGame(proof.game);
  const base = `proofs/${id}`;
  let section = null,
    scene = null,
    asked = 0;

  const go = moves => {
    location.hash = proofAddress(id, section ?? 0, moves);
  };
  const play = move => go([...scene.moves, move.text]);
  const panel = await positionPanel(game, {
    play,
    sceneAt: moves => get(`${base}/scene`, { section, moves, details: 0 }),
  });
  const list = moveList({ play, preview: panel.preview, playOut: panel.playOut });
  const line = lineBar(length => go(scene.moves.slice(0, length)));
  const tree = treeView({
    rows: (offset, limit) => get(`${base}/rows`, { section, offset, limit }),
    children: (row, offset, limit) => get(`${base}/children`, { section, row, offset, limit }),
    open: row => attempt(async () => go((await get(`${base}/path`, { section, row })).moves)),
  });

  const back = () => go(scene.moves.slice(0, -1));
  const forward = () => {
    const move = scene.proof_move ?? scene.legal.find(it => it.after?.kind === 'entry') ?? scene.legal[0];
    if (move) play(move);
  };
  const win = () =>
    attempt(async () => {
      const { moves } = await get(`${base}/line`, { section, moves: scene.moves, most: MOST });
      if (moves.length) panel.playOut(moves);
      else notice(t.proof.no_line);
    });

  const wanted = h('input', {
    type: 'search',
    id: fresh(),
    placeholder: t.find.hint,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const found = h('p', { class: 'found', 'aria-live': 'polite' });
  const find = event => {
    event.preventDefault();
    put(found);
    attempt(async () => {
      const moves = wanted.value
        .trim()
        .split(/[\s,]+/)
        .filter(Boolean);
      const answer = await get(`${base}/find`, { section, moves: moves.length ? moves : null });
      if (answer.row === null)
        put(
          found,
          t.find.none,
          ' ',
          answer.support?.text ?? '',
          ' ',
          h('a', { href: proofAddress(id, section, moves) }, t.find.show),
        );
      else
        put(
          found,
          t.find.entry(answer.entry, answer.row),
          ' ',
          h('a', { href: proofAddress(id, section, answer.path) }, t.find.go),
        );
    });
  };
  const sections =
    proof.sections.length > 1 &&
    h(
      'label',
      { class: 'sections' },
      t.proof.section,
      ' ',
      select(
        proof.sections.map((it, at) => [at, it.claim]),
        Number(route.parameters.get('section') ?? 0),
        value => {
          location.hash = proofAddress(id, Number(value), []);
        },
      ),
    );

  let facts = proofFacts(proof);
  let refused = false;
  const check = checkLine(host, proof, {
    verified: now => {
      const fresh = proofFacts(now);
      fresh.open = facts.open;
      facts.replaceWith(fresh);
      facts = fresh;
    },
    refused: () => {
      refused = true;
      panel.leave();
    },
  });

  put(
    host,
    h(
      'div',
      { class: 'above' },
      h('h1', { class: 'statement' }, proof.game),
      sections,
      facts,
      check.element,
      line.element,
    ),
    h(
      'div',
      { class: 'walk' },
      h(
        'div',
        { class: 'left' },
        panel.element,
        h(
          'div',
          { class: 'steps', role: 'group', 'aria-label': t.proof.steps },
          button(t.proof.start, () => go([])),
          button(t.proof.back, back, { class: 'back' }),
          button(t.proof.forward, forward, { class: 'strong forward' }),
          button(t.proof.win, win, { class: 'win' }),
        ),
        copyBar(() => ({ scene, picture: { proof: id, section, moves: scene.moves.length ? scene.moves : null } })),
        h(
          'p',
          {},
          h('a', { href: `/api/${base}/certificate`, download: 'proof.quod' }, t.proof.download),
          ' · ',
          h('a', { href: `#/${address('play', { proof: id, section })}` }, t.proof.play),
        ),
      ),
      h('div', { class: 'middle' }, list.element),
      h(
        'div',
        { class: 'right' },
        h(
          'form',
          { class: 'find', role: 'search', onsubmit: find },
          h('label', { for: wanted.id }, t.find.label),
          wanted,
          h('button', {}, t.find.button),
        ),
        found,
        tree.element,
      ),
    ),
  );

  const shortcuts = [
    { key: 'n', label: t.keys.forward, run: forward },
    { key: 'u', label: t.keys.back, run: back },
    { key: 'Home', label: t.keys.start, run: () => go([]) },
    { key: 'w', label: t.keys.win, run: win },
    { key: 's', label: t.keys.sequence, run: panel.toggle },
    { key: 'g', label: t.keys.board, run: panel.focus },
    { key: 'm', label: t.keys.moves, run: list.focus },
    { key: 't', label: t.keys.tree, run: tree.focus },
    { key: '/', label: t.keys.find, run: () => wanted.focus() },
    { key: 'c', label: t.keys.copy, run: () => host.querySelector('.copy-position').click() },
  ];

  /** Shows the scene at once and what refutes its moves as soon as that is here. */
  async function show(to) {
    const next = Number(to.parameters.get('section') ?? 0);
    const moves = movesOf(to.parameters);
    const mine = ++asked;
    if (next !== section) {
      if (!proof.sections[next]) {
        notice(t.proof.no_section, 'bad');
        return;
      }
      section = next;
      tree.load(proof.sections[section].rows);
    }
    const where = { section, moves: moves.length ? moves : null };
    const draw = (got, full) => {
      scene = got;
      line.show(scene.moves);
      panel.show(scene);
      list.show(scene);
      if (!full) tree.here(scene.support?.row ?? null);
      // How many moves deep the list is that is now complete.
      list.element.dataset.told = full ? scene.moves.length : '';
    };
    const got = await get(`${base}/scene`, { ...where, details: 0 });
    if (mine !== asked) return;
    draw(got, false);
    const full = await get(`${base}/scene`, { ...where, details: 1 });
    if (mine === asked) draw(full, true);
  }
  await attempt(() => show(route));
  return {
    update: to => {
      if (refused) return false;
      attempt(() => show(to));
      return true;
    },
    leave: () => {
      check.stop();
      panel.leave();
    },
    keys: shortcuts,
  };
}
