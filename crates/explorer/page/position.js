// @ts-check
// A position as a person meets it: the board, who is to move, and a line of moves that can be played out on it with numbered stones.
import { h, button, put } from './dom.js';
import { makeBoard, stepsTo, wanders } from './board.js';
import { notice } from './notice.js';
import { sequencePlayer } from './sequence.js';
import { t } from './text.js';

/**
 * `options.play(move)` is called when a person plays a legal move by the board, `options.follow(moves)` when it is the proof's move and a reply to it. `options.sceneAt(moves)` asks
 * for the scene after these moves: where men wander or seeds are sown numbers on one board do not tell how a line goes, so such lines are shown move by move instead.
 */
class PositionPanel {
  /** @param {GameTold} game @param {PanelOptions} options */
  constructor(game, options) {
    this.game = game;
    this.options = options;
    this.status = h('p', { class: 'status', 'aria-live': 'polite' });
    this.which = h('div', { class: 'which' });
    this.passes = h('div', { class: 'passes' });
    this.player = sequencePlayer(() => this.draw());
    this.board = makeBoard(
      game,
      cell => this.pick(cell),
      piece => this.hold(piece),
    );
    /** @type {SceneTold | null} */
    this.scene = null;
    /** @type {Origin | null} */
    this.origin = null;
    this.preview_ = null;
    this.numbers = [];
    /** @type {Replies | null} */
    this.replies = null;
    this.asked = 0;
    this.element = h(
      'section',
      { class: 'position', 'aria-label': t.position.label },
      this.board.element,
      this.passes,
      this.status,
      this.which,
      this.player.element,
    );
  }

  get picture() {
    return this.scene?.board?.picture ?? null;
  }

  get locked() {
    return !this.scene || this.scene.outcome !== null || Boolean(this.options.locked?.());
  }

  /** Moves of the scene that these steps are. */
  movesOf(steps) {
    return steps.map(step => this.scene.legal.find(it => it.code === step.code)).filter(Boolean);
  }

  /** A cell was chosen: a reply to the proof's move, a move, the first half of one, or one of several. */
  pick(cell) {
    if (this.locked || !this.picture) return;
    put(this.which);
    if (this.pickReply(cell) || this.askReply(cell)) return;
    const moves = this.movesOf(stepsTo(this.picture, cell, this.origin));
    const leaves = this.picture.moves.some(it => it.from === cell);
    if (moves.length && !(leaves && this.origin === null)) this.choose(moves);
    else if (leaves) {
      this.origin = this.origin?.from === cell ? null : { from: cell };
      this.draw();
    } else if (this.picture.moves.some(it => it.from !== undefined)) notice(t.position.man_first);
  }

  /** Where replies to the proof's move are on the board, a click on one plays both. */
  pickReply(cell) {
    const after = this.replies?.after;
    const proof = this.scene.proof_move;
    if (!after || !proof || cell === proof.cell) return false;
    const codes = stepsTo(after.board.picture, cell, null).map(it => it.code);
    const replies = after.legal.filter(it => codes.includes(it.code));
    if (replies.length !== 1) return false;
    this.options.follow?.([proof, replies[0]]);
    return true;
  }

  /** Where one piece of evidence answers all replies, they are not listed: the position after the proof's move is asked for. */
  askReply(cell) {
    const { scene, options } = this;
    const proof = scene.proof_move;
    if (!proof || proof.cell === null || proof.from !== null || cell === proof.cell) return false;
    if (!options.follow || !options.sceneAt) return false;
    options
      .sceneAt([...scene.moves, proof.text])
      .then(after => {
        const replies = after.legal.filter(it => it.cell === cell && it.from === null);
        if (this.scene === scene && replies.length === 1) options.follow([proof, replies[0]]);
      })
      .catch(() => {});
    return true;
  }

  /** A piece in hand was chosen. */
  hold(piece) {
    if (this.locked) return;
    this.origin = this.origin?.drop === piece ? null : { drop: piece };
    this.draw();
  }

  /** Plays the only move there is, or asks which of several. */
  choose(moves) {
    if (moves.length === 1) {
      this.options.play(moves[0]);
      return;
    }
    put(
      this.which,
      t.position.which,
      ' ',
      moves.map(it => button(it.text, () => this.options.play(it))),
    );
    this.which.querySelector('button')?.focus();
  }

  /** The cells that can be chosen now. */
  legal() {
    const cells = new Set();
    if (this.locked || !this.picture) return cells;
    const of = picture => {
      for (const it of picture.moves) {
        if (this.origin === null && it.from !== undefined) cells.add(it.from);
        else if (it.from === this.origin?.from && it.drop === this.origin?.drop && it.to !== undefined)
          cells.add(it.to);
      }
    };
    if (this.replies?.after) {
      of(this.replies.after.board.picture);
      cells.add(this.scene.proof_move.cell);
    } else of(this.picture);
    return cells;
  }

  /** How much each reply takes, by the cell that one would choose for it now. */
  weights() {
    const weights = new Map();
    for (const it of this.replies?.list ?? []) {
      const { from, cell } = it.move;
      const at = from === null || from === this.origin?.from ? cell : this.origin === null ? from : null;
      if (at !== null && !(weights.get(at)?.entries >= it.entries)) weights.set(at, it);
    }
    return weights;
  }

  draw() {
    if (!this.scene) return;
    const now = ++this.asked;
    const line = this.player.moves();
    const moved = this.picture === null || wanders(this.picture) || line.some(it => it.from !== null);
    if (moved && !this.preview_ && line.length && this.options.sceneAt) {
      this.options
        .sceneAt([...this.scene.moves, ...line.map(it => it.text)])
        .then(after => {
          if (now === this.asked) this.board.show(after, { last: line.at(-1).cell });
        })
        .catch(() => {});
      return;
    }
    const shown = this.preview_ ?? numbered(line);
    const { proof_move: proof } = this.scene;
    const ahead = this.replies?.after && !shown.length;
    this.board.show(this.scene, {
      numbers: [
        ...this.numbers,
        ...(ahead ? [{ cell: proof.cell, player: this.scene.to_move, number: this.scene.moves.length + 1 }] : []),
        ...shown,
      ],
      weights: shown.length ? null : this.weights(),
      legal: this.legal(),
      origin: this.origin?.from ?? null,
      held: this.origin?.drop ?? null,
      last: this.options.last?.() ?? null,
      whole: shown.length > 0,
      advice: this.options.advice === false ? null : (proof?.cell ?? this.options.hint?.()?.cell ?? null),
    });
  }

  /** Moves without a place on the board. */
  showPasses() {
    const steps = this.locked ? [] : (this.picture?.moves ?? []).filter(it => it.to === undefined);
    put(
      this.passes,
      this.movesOf(steps).map(it => button(t.position.pass(it.text), () => this.options.play(it), { class: 'pass' })),
    );
  }

  /** Shows a scene. `more.numbers`: stones numbered in any case; `more.sequence`: moves to be played out; `more.replies`: what replies take. */
  show(next, more = {}) {
    // What more is told of the same position must not end a line that is being played out.
    const of = it => JSON.stringify([it.game, it.section, it.moves, it.encoding]);
    const same = this.scene && of(this.scene) === of(next);
    this.scene = next;
    this.origin = null;
    this.preview_ = null;
    this.numbers = more.numbers ?? [];
    this.replies = more.replies ?? null;
    put(this.which);
    if (!same) this.player.load(more.sequence ?? next.sequence ?? []);
    const said = more.status ?? describe(this.game, next);
    if (this.status.textContent !== said) this.status.textContent = said;
    this.showPasses();
    this.draw();
  }

  /** Shows a line on the board as long as a move is looked at; null ends it. */
  preview(moves) {
    const placed = moves && this.picture && !wanders(this.picture);
    this.preview_ = placed ? numbered(moves) : null;
    this.draw();
  }

  /** Plays a line out on the board. */
  playOut(moves) {
    this.player.load(moves);
    this.player.start();
  }
}

/** @param {GameTold} game @param {PanelOptions} options */
export function positionPanel(game, options) {
  const panel = new PositionPanel(game, options);
  return {
    element: panel.element,
    show: (scene, more) => panel.show(scene, more),
    preview: moves => panel.preview(moves),
    playOut: moves => panel.playOut(moves),
    toggle: () => panel.player.toggle(),
    redraw: () => panel.draw(),
    focus: () => panel.board.focus(),
    leave: () => panel.player.stop(),
  };
}

/** Moves as numbers on cells. */
const numbered = moves =>
  moves.map((it, at) => ({ cell: it.cell, player: it.by, number: at + 1 })).filter(it => it.cell !== null);

/** Who is to move, or how it ended. */
export function describe(game, scene) {
  if (scene.outcome) return t.position.over(scene.outcome);
  const side = game.players[scene.to_move];
  if (scene.proof_move) return t.position.proof_plays(side, scene.proof_move.text);
  return t.position.to_move(side);
}
