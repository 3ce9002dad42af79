// @ts-check
// Playing: against a proof, which never errs for its prover, or against a small search.
import { h, button, field, put, select } from './dom.js';
import { address, game as loadGame, get, post } from './api.js';
import { checkLine, remark } from './check.js';
import { copyBar, copyPosition } from './copy.js';
import { lineBar, moveList } from './moves.js';
import { attempt, notice } from './notice.js';
import { positionPanel } from './position.js';
import { proofAddress } from './proof.js';
import { gameSetup } from './setup.js';
import { t } from './text.js';

const NODES = 20000;
const MOST = 200;
/** Moves of these sources are not known for good. */
const UNSURE = ['guess', 'estimate', 'book'];

/** The proofs that are open, each side of which can be played against. */
function proofChoices(proofs) {
  const choice = (it, section, at) =>
    h(
      'li',
      {},
      h('a', { href: `#/${address('play', { proof: it.id, section: at })}` }, `${it.game} · ${section.claim}`),
      remark(it),
    );
  return h(
    'section',
    {},
    h('h2', {}, t.play.against_proof),
    h(
      'ul',
      { class: 'plain' },
      proofs.map(it => it.sections.map((section, at) => choice(it, section, at))),
    ),
  );
}

/** The form: against what, which side. */
async function form(host, route) {
  const { proofs } = await get('proofs');
  const sides = [
    [0, t.play.first],
    [1, t.play.second],
    ['both', t.play.both],
  ];
  const side = select(sides, 0, null, { class: 'side' });
  const setup = await gameSetup({ game: route.parameters.get('game') }, () => {});
  const start = event => {
    event.preventDefault();
    const { game, position, moves } = setup.value;
    location.hash = `#/${address('play', { game, position, begin: moves.length ? moves : null, side: side.value })}`;
  };
  put(
    host,
    h('h1', {}, t.play.title),
    proofs.length > 0 && proofChoices(proofs),
    h('h2', {}, t.play.against_search),
    h(
      'form',
      { class: 'start', onsubmit: start },
      setup.element,
      h(
        'div',
        { class: 'budget' },
        field(t.play.side, side),
        h('button', { class: 'strong start-play' }, t.play.start),
      ),
    ),
  );
  return { leave: setup.leave };
}

/** What is played: the game, against what, from where, and who the person is. */
async function matchOf(route) {
  const asked = name => route.parameters.get(name);
  const id = asked('proof'),
    section = Number(asked('section') ?? 0);
  /** @type {ProofTold | null} */
  const proof = id === null ? null : await get(`proofs/${encodeURIComponent(id)}`);
  /** @type {GameTold} */
  const game = await loadGame(proof ? proof.game : asked('game'));
  const side = asked('side') ?? String(1 - proof.sections[section].prover);
  return {
    proof,
    section,
    game,
    position: asked('position') ?? 'start',
    begin: (asked('begin') ?? '').split(',').filter(Boolean),
    human: side === 'both' ? null : Number(side),
  };
}

/** A game being played. */
class Match {
  /** @param {HTMLElement} host @param {Awaited<ReturnType<typeof matchOf>>} match */
  constructor(host, { proof, section, game, position, begin, human }) {
    this.proof = proof;
    this.section = section;
    this.game = game;
    this.position = position;
    this.begin = begin;
    this.human = human;
    this.moves = [...begin];
    this.host = host;
    /** @type {SceneTold | null} */
    this.scene = null;
    this.busy = false;
    /** The other side's last move, and the move that a hint named. */
    this.source = null;
    this.advice = null;
    this.turn = 0;
    this.said = h('p', { class: 'said', 'aria-live': 'polite' });
    const play = move => {
      if (this.mine && !this.busy) this.play(move.text);
    };
    this.panel = positionPanel(this.game, {
      play,
      locked: () => this.busy || !this.mine,
      advice: false,
      hint: () => this.advice,
      last: () => this.source?.cell ?? null,
      sceneAt: to => this.sceneAt(to),
    });
    this.list = moveList({ play, preview: () => {}, playOut: () => {}, open: !this.game.start.board });
    this.line = lineBar(length => this.back(length));
    this.check = this.proof && checkLine(host, this.proof, { title: game.title, refused: () => this.panel.leave() });
    this.layOut();
  }

  /** Whether the person is to move. */
  get mine() {
    return this.scene && !this.scene.outcome && (this.human === null || this.scene.to_move === this.human);
  }

  /** What the server is to play from. */
  get from() {
    const { proof, section, game, position } = this;
    return proof ? { proof: proof.id, section } : { game: game.name, position };
  }

  sceneAt(to) {
    const { proof, section, game, position } = this;
    if (!proof) return post('scene', { game: game.name, position, moves: to });
    return get(`proofs/${proof.id}/scene`, { section, moves: to.length ? to : null, details: 0 });
  }

  draw() {
    const { scene, advice } = this;
    this.line.show(this.moves);
    const hint = advice && advice.cell !== null ? [{ cell: advice.cell, player: scene.to_move, number: '?' }] : [];
    this.panel.show(scene, { sequence: [], numbers: hint });
    const legal = scene.legal.map(it => ({ ...it, after: null, refutation: null }));
    this.list.show({ ...scene, proof_move: null, legal });
    this.host.dataset.turn = scene.outcome ? 'over' : this.mine ? 'mine' : 'theirs';
  }

  /** Shows the position after `to`, and lets the other side move if it is its turn. */
  async reach(to, answer) {
    const now = ++this.turn;
    await attempt(async () => {
      const next = await this.sceneAt(to);
      if (now !== this.turn) return;
      this.moves = to;
      this.scene = next;
      this.advice = null;
      this.draw();
      if (next.outcome) put(this.said, t.play.over(next.outcome));
      else if (answer && !this.mine) await this.reply(now);
    });
  }

  /** The other side moves. */
  async reply(now) {
    this.busy = true;
    put(this.said, t.play.thinking);
    try {
      const { move, source, scene } = await post('play', { ...this.from, moves: this.moves, nodes: NODES });
      if (now !== this.turn) return;
      this.moves = [...this.moves, move.text];
      this.scene = scene;
      this.source = move;
      put(this.said, t.play.played(move.text, source), ' ', scene.outcome ? t.play.over(scene.outcome) : '');
    } finally {
      this.busy = false;
      if (now === this.turn) this.draw();
    }
  }

  play(text) {
    this.source = null;
    put(this.said);
    return this.reach([...this.moves, text], true);
  }

  /** Takes back to a position where the person is to move, or goes to the one after `length` moves. */
  async back(length = null) {
    if (this.busy || !this.scene || this.moves.length <= this.begin.length) return;
    const to = Math.max(this.begin.length, length ?? this.moves.length - 1);
    this.source = null;
    put(this.said);
    await this.reach(this.moves.slice(0, to), length !== null || to === this.begin.length);
    if (length === null && !this.mine) await this.back();
  }

  hint() {
    return attempt(async () => {
      if (this.scene.outcome || this.busy) return;
      const answer = await post('play', { ...this.from, moves: this.moves, nodes: NODES });
      this.advice = answer.move;
      put(this.said, t.play.hint(answer.move.text, answer.source));
      this.draw();
    });
  }

  /** The proof's line from here. */
  async proofLine() {
    const moves = this.moves.length ? this.moves : null;
    const answer = await get(`proofs/${this.proof.id}/line`, { section: this.section, moves, most: MOST });
    return answer.moves;
  }

  /** The search plays on for both sides as long as it knows. */
  async knownLine() {
    this.busy = true;
    try {
      const shown = [],
        to = [...this.moves];
      let at = this.scene;
      while (!at.outcome && shown.length < MOST) {
        const answer = await post('play', { ...this.from, moves: to, nodes: NODES });
        if (UNSURE.includes(answer.source)) break;
        shown.push({ ...answer.move, by: at.to_move });
        to.push(answer.move.text);
        at = answer.scene;
      }
      return shown;
    } finally {
      this.busy = false;
    }
  }

  /** Shows how the game is won, if that is known. */
  win() {
    return attempt(async () => {
      if (this.scene.outcome || this.busy) return;
      const shown = this.proof ? await this.proofLine() : await this.knownLine();
      if (!shown.length) {
        put(this.said, t.play.no_win);
        return;
      }
      put(this.said, t.play.win(shown.map(it => it.text)));
      this.panel.playOut(shown);
    });
  }

  /** The choice of the side that the person plays. */
  sides() {
    const options = [
      [0, this.game.players[0]],
      [1, this.game.players[1]],
      ['both', t.play.both],
    ];
    const change = value => {
      this.human = value === 'both' ? null : Number(value);
      this.reach(this.moves, true);
    };
    return field(t.play.side, select(options, this.human ?? 'both', change, { class: 'side' }));
  }

  /** Against what one plays. */
  against() {
    const { proof, section } = this;
    if (!proof) return t.play.search_of(NODES);
    const link = h('a', { href: proofAddress(proof.id, section, []) }, t.play.to_proof);
    const { claim, prover } = proof.sections[section];
    return [t.play.proof_of(t.claim.said(claim, this.game.players, prover, proof.position === 'start')), ' ', link];
  }

  layOut() {
    const away = () => {
      location.hash = '#/play';
    };
    const buttons = [
      button(t.play.back, () => this.back(), { class: 'take-back' }),
      button(t.play.hint_button, () => this.hint(), { class: 'hint-button' }),
      button(t.play.win_button, () => this.win(), { class: 'win' }),
      button(t.play.again, () => this.reach([...this.begin], true)),
      button(t.play.other, away),
    ];
    const picture = () => ({ ...this.from, moves: this.moves.length ? this.moves : null });
    put(
      this.host,
      h(
        'div',
        { class: 'above' },
        h('h1', { class: 'statement' }, this.game.title ?? this.game.name),
        h('p', {}, this.against()),
        this.check?.element,
        this.line.element,
      ),
      h(
        'div',
        { class: 'walk' },
        h(
          'div',
          { class: 'left' },
          this.panel.element,
          this.said,
          h('div', { class: 'steps', role: 'group', 'aria-label': t.play.controls }, buttons),
          this.sides(),
          copyBar(() => ({ scene: this.scene, picture: picture() })),
        ),
        h('div', { class: 'middle' }, this.list.element),
      ),
    );
  }

  get keys() {
    return [
      { key: 'u', label: t.play.back, run: () => this.back() },
      { key: 'h', label: t.play.hint_button, run: () => this.hint() },
      { key: 'w', label: t.play.win_button, run: () => this.win() },
      { key: 's', label: t.keys.sequence, run: this.panel.toggle },
      { key: 'g', label: t.keys.board, run: this.panel.focus },
      { key: 'm', label: t.keys.moves, run: this.list.focus },
      { key: 'c', label: t.keys.copy, run: () => copyPosition(this.host) },
    ];
  }

  leave() {
    this.check?.stop();
    this.turn += 1;
    this.panel.leave();
  }
}

export async function open(host, route) {
  const asked = name => route.parameters.get(name) !== null;
  if (!asked('proof') && !asked('side')) {
    const stays = to => to.parameters.get('side') === null && to.parameters.get('proof') === null;
    return { ...(await form(host, route)), update: to => (stays(to) ? undefined : false) };
  }
  const match = new Match(host, await matchOf(route));
  await match.reach(match.moves, true);
  if (match.scene === null) notice(t.play.cannot, 'bad');
  return { update: () => false, leave: () => match.leave(), keys: match.keys };
}
