// @ts-check
// Walking a proof: what it claims in a sentence, the board that tells what each reply takes, the tree, the line on top.
import { h, button, put, select, fresh } from './dom.js';
import { address, certificate, game as loadGame, get } from './api.js';
import { checkLine, remark } from './check.js';
import { certificateField } from './home.js';
import { copyBar, copyPosition } from './copy.js';
import { lineBar, moveList, proofFacts } from './moves.js';
import { attempt, notice } from './notice.js';
import { positionPanel } from './position.js';
import { repliesOf, replyPanel } from './replies.js';
import { treeView } from './tree.js';
import { t } from './text.js';

const MOST = 200;

/** The address of a position in a proof. */
export const proofAddress = (id, section, moves) =>
  `#/${address(`proof/${id}`, { section: section || null, moves: moves.length ? moves : null })}`;

/** The moves in an address. */
const movesOf = parameters => (parameters.get('moves') ?? '').split(',').filter(Boolean);

/** Moves as a parameter: none is no parameter. */
const parameter = moves => (moves.length ? moves : null);

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

/** The walk through one proof: where it is, and the parts of the page that show it. */
class ProofWalk {
  /** @param {HTMLElement} host @param {ProofTold} proof @param {GameTold} game @param {Route} route */
  constructor(host, proof, game, route) {
    this.host = host;
    this.proof = proof;
    this.base = `proofs/${proof.id}`;
    this.section = -1;
    /** @type {SceneTold | null} */
    this.scene = null;
    this.asked = 0;
    this.refused = false;
    const play = move => this.play([move]);
    const ask =
      what =>
      (first, ...rest) =>
        get(`${this.base}/${what}`, this.pageOf(what, first, rest));
    this.panel = positionPanel(game, {
      play,
      follow: moves => this.play(moves),
      sceneAt: moves => this.sceneAt(moves),
    });
    this.replies = replyPanel(game, moves => this.play(moves));
    this.list = moveList({ play, preview: this.panel.preview, playOut: this.panel.playOut, open: !game.start.board });
    this.line = lineBar(length => this.go(this.moves.slice(0, length)));
    this.tree = treeView({ rows: ask('rows'), children: ask('children'), open: row => this.openRow(row) });
    this.game = game;
    this.claim = h('p', { class: 'claim' });
    this.sayClaim();
    this.facts = proofFacts(proof);
    this.find = findForm(this);
    this.check = checkLine(host, proof, {
      title: game.title,
      verified: now => this.tellVerified(now),
      refused: () => {
        this.refused = true;
        this.panel.leave();
      },
    });
    this.sections = sectionsOf(this, Number(route.parameters.get('section') ?? 0));
    this.layOut();
  }

  /** The parameters of a page of rows: `rows(offset, limit)`, `children(row, offset, limit)`. */
  pageOf(what, first, rest) {
    const { section } = this;
    if (what === 'rows') return { section, offset: first, limit: rest[0] };
    return { section, row: first, offset: rest[0], limit: rest[1] };
  }

  get moves() {
    return this.scene?.moves ?? [];
  }

  /** Goes to the position after these moves; the address is where one is. */
  go(moves) {
    location.hash = proofAddress(this.proof.id, Math.max(0, this.section), moves);
  }

  play(moves) {
    this.go([...this.moves, ...moves.map(it => it.text)]);
  }

  back() {
    this.go(this.moves.slice(0, -1));
  }

  /** The proof's move, or the first reply that the proof goes on after. */
  forward() {
    const { proof_move: proof, legal } = this.scene;
    const move = proof ?? legal.find(it => it.after?.kind === 'entry') ?? legal[0];
    if (move) this.play([move]);
  }

  sceneAt(moves, details = 0) {
    return get(`${this.base}/scene`, { section: this.section, moves: parameter(moves), details });
  }

  openRow(row) {
    return attempt(async () => this.go((await get(`${this.base}/path`, { section: this.section, row })).moves));
  }

  /** Plays a whole line of the proof out on the board. */
  win() {
    return attempt(async () => {
      const asked = { section: this.section, moves: parameter(this.moves), most: MOST };
      const { moves } = await get(`${this.base}/line`, asked);
      if (moves.length) this.panel.playOut(moves);
      else notice(t.proof.no_line);
    });
  }

  /** @param {ProofTold} now */
  tellVerified(now) {
    this.proof = now;
    this.sayClaim();
    const facts = proofFacts(now);
    facts.open = this.facts.open;
    this.facts.replaceWith(facts);
    this.facts = facts;
  }

  layOut() {
    const { proof, panel } = this;
    const picture = () => ({ proof: proof.id, section: this.section, moves: parameter(this.moves) });
    put(
      this.host,
      h(
        'div',
        { class: 'above' },
        h('h1', { class: 'statement' }, this.game.title ?? proof.game),
        this.claim,
        this.sections,
        this.facts,
        this.check.element,
        this.line.element,
      ),
      h(
        'div',
        { class: 'walk' },
        h(
          'div',
          { class: 'left' },
          panel.element,
          this.steps(),
          copyBar(() => ({ scene: this.scene, picture: picture() })),
          h(
            'p',
            {},
            this.downloadLink(),
            ' · ',
            h('a', { href: `#/${address('play', { proof: proof.id, section: this.section })}` }, t.proof.play),
          ),
        ),
        h('div', { class: 'middle' }, this.replies.element, this.list.element),
        h('div', { class: 'right' }, this.find.element, this.tree.element),
      ),
    );
  }

  downloadLink() {
    const link = h('a', { download: 'proof.quod' }, t.proof.download);
    attempt(async () => link.setAttribute('href', await certificate(this.proof.id)));
    return link;
  }

  steps() {
    return h(
      'div',
      { class: 'steps', role: 'group', 'aria-label': t.proof.steps },
      button(t.proof.start, () => this.go([])),
      button(t.proof.back, () => this.back(), { class: 'back' }),
      button(t.proof.forward, () => this.forward(), { class: 'strong forward' }),
      button(t.proof.win, () => this.win(), { class: 'win' }),
    );
  }

  get keys() {
    return [
      { key: 'n', label: t.keys.forward, run: () => this.forward() },
      { key: 'u', label: t.keys.back, run: () => this.back() },
      { key: 'Home', label: t.keys.start, run: () => this.go([]) },
      { key: 'w', label: t.keys.win, run: () => this.win() },
      { key: 's', label: t.keys.sequence, run: this.panel.toggle },
      { key: 'g', label: t.keys.board, run: this.panel.focus },
      { key: 'm', label: t.keys.moves, run: this.list.focus },
      { key: 't', label: t.keys.tree, run: this.tree.focus },
      { key: '/', label: t.keys.find, run: this.find.focus },
      { key: 'c', label: t.keys.copy, run: () => copyPosition(this.host) },
    ];
  }

  /** Turns to another of the proof's claims; whether there is one of that number. */
  turnTo(section) {
    if (section === this.section) return true;
    const told = this.proof.sections[section];
    if (!told) {
      notice(t.proof.no_section, 'bad');
      return false;
    }
    this.section = section;
    this.tree.load(told.rows);
    return true;
  }

  /** What is claimed, in sentences; before the checker has ended they say that it is only claimed. */
  sayClaim() {
    const { sections, check } = this.proof;
    const draw = sections.length > 1 && sections.every(it => it.claim.endsWith('-does-not-lose'));
    const said = draw ? t.claim.draw : sections.map(it => this.sentence(it)).join(' ');
    this.claim.textContent = check === 'running' ? t.claim.running + said : said;
  }

  /** A claim as a sentence. */
  sentence({ claim, prover }) {
    return t.claim.said(claim, this.game.players, prover, this.proof.position === 'start');
  }

  /** Draws a scene with what is known of it by now. */
  draw(scene, replies) {
    this.scene = scene;
    this.line.show(scene.moves);
    this.panel.show(scene, { replies });
    this.replies.show(scene, replies);
    this.list.show(scene, replies);
  }

  /** Shows the scene at once; what replies take and what refutes them as soon as that is here. */
  async show(to) {
    const moves = movesOf(to.parameters);
    const mine = ++this.asked;
    if (!this.turnTo(Number(to.parameters.get('section') ?? 0))) return;
    const scene = await this.sceneAt(moves);
    if (mine !== this.asked) return;
    this.draw(scene, null);
    this.tree.here(scene.support?.row ?? null);
    this.list.element.dataset.told = '';
    this.host.dataset.told = '';
    const replies = await repliesOf(this.base, scene, after => this.sceneAt(after));
    if (mine !== this.asked) return;
    this.draw(scene, replies);
    // How many moves deep the board and the list are that are now complete.
    this.host.dataset.told = String(moves.length);
    const full = await this.sceneAt(moves, 1);
    if (mine !== this.asked) return;
    this.draw(full, replies);
    this.list.element.dataset.told = String(moves.length);
  }
}

/** The choice among the claims of a proof, if it shows several. */
function sectionsOf(walk, chosen) {
  const { sections, id } = walk.proof;
  if (sections.length < 2) return null;
  const turn = value => {
    location.hash = proofAddress(id, Number(value), []);
  };
  const options = sections.map((it, at) => [at, walk.sentence(it)]);
  return h('label', { class: 'sections' }, t.proof.section, ' ', select(options, chosen, turn));
}

/** The form that finds a position in the whole proof. */
function findForm(walk) {
  const wanted = h('input', {
    type: 'search',
    id: fresh(),
    placeholder: t.find.hint,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const found = h('p', { class: 'found', 'aria-live': 'polite' });
  const to = (moves, words) => h('a', { href: proofAddress(walk.proof.id, walk.section, moves) }, words);
  const find = event => {
    event.preventDefault();
    put(found);
    attempt(async () => {
      const moves = wanted.value
        .trim()
        .split(/[\s,]+/)
        .filter(Boolean);
      const answer = await get(`${walk.base}/find`, { section: walk.section, moves: parameter(moves) });
      if (answer.row === null) put(found, t.find.none, ' ', answer.support?.text ?? '', ' ', to(moves, t.find.show));
      else put(found, t.find.entry(answer.entry, answer.row), ' ', to(answer.path, t.find.go));
    });
  };
  const form = h(
    'form',
    { class: 'find', role: 'search', onsubmit: find },
    h('label', { for: wanted.id }, t.find.label),
    wanted,
    h('button', {}, t.find.button),
  );
  return { element: [form, found], focus: () => wanted.focus() };
}

export async function open(host, route) {
  if (route.id === null) return choose(host);
  const proof = await get(`proofs/${encodeURIComponent(route.id)}`);
  const walk = new ProofWalk(host, proof, await loadGame(proof.game), route);
  await attempt(() => walk.show(route));
  return {
    update: to => {
      if (walk.refused) return false;
      attempt(() => walk.show(to));
      return true;
    },
    leave: () => {
      walk.check.stop();
      walk.panel.leave();
    },
    keys: walk.keys,
  };
}
