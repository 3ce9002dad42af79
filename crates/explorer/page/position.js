// A position as a person meets it: the board, who is to move, and a line of moves that can be played out on it with numbered stones.
import { h, button, put } from './dom.js';
import { makeBoard, movesOn } from './boards/index.js';
import { notice } from './notice.js';
import { t } from './text.js';
import { slider, ticker } from './ticker.js';

const BEAT = 700;

/**
 * `options.play(move)` is called when a person plays a legal move by the board. `options.sceneAt(moves)` asks for the scene after these moves: where men wander or seeds are sown
 * numbers on one board do not tell how a line goes, so such games are shown move by move instead.
 */
export async function positionPanel(game, options) {
  const status = h('p', { class: 'status', 'aria-live': 'polite' });
  const which = h('div', { class: 'which' });
  const player = sequencePlayer(() => draw());
  const wanders = game.board === null || game.board.kind !== 'grid' || game.board.style === 'morris';
  let scene = null,
    origin = null,
    preview = null,
    numbers = [],
    asked = 0;
  const board = await makeBoard(game, pick);
  const element = h(
    'section',
    { class: 'position', 'aria-label': t.position.label },
    board.element,
    status,
    which,
    player.element,
  );

  /** Where every move has a `from`, the first choice is the man and the second where he goes. */
  const menMove = () => scene.legal.length > 0 && scene.legal.every(it => it.from !== null);

  /** A cell was chosen: a move, the first half of one, or one of several. */
  function pick(cell) {
    if (!scene || scene.outcome || options.locked?.()) return;
    put(which);
    let moves = movesOn(game, scene, cell);
    if (menMove()) {
      if (scene.legal.some(it => it.from === cell)) {
        origin = origin === cell ? null : cell;
        draw();
        return;
      }
      if (origin === null) {
        notice(t.position.man_first);
        return;
      }
      moves = moves.filter(it => it.from === origin);
    }
    if (moves.length === 1) options.play(moves[0]);
    else if (moves.length > 1) {
      put(
        which,
        t.position.which,
        ' ',
        moves.map(it => button(it.text, () => options.play(it))),
      );
      which.querySelector('button').focus();
    }
  }

  function draw() {
    if (!scene) return;
    const now = ++asked;
    const line = player.moves();
    if (wanders && !preview && line.length && options.sceneAt) {
      options
        .sceneAt([...scene.moves, ...line.map(it => it.text)])
        .then(after => {
          if (now === asked) board.show(after, { last: line.at(-1).cell });
        })
        .catch(() => {});
      return;
    }
    const shown = preview ?? numbered(line);
    const legal = new Set();
    if (!scene.outcome && !options.locked?.()) {
      const men = menMove();
      for (const it of scene.legal) {
        if (!men) legal.add(it.cell);
        else if (origin === null) legal.add(it.from);
        else if (it.from === origin) legal.add(it.cell);
      }
    }
    board.show(scene, {
      numbers: [...numbers, ...shown],
      legal,
      origin,
      last: options.last?.() ?? null,
      whole: shown.length > 0,
      advice: options.advice === false ? null : (scene.proof_move?.cell ?? options.hint?.()?.cell ?? null),
    });
  }

  return {
    element,
    /** Shows a scene. `more.numbers`: stones numbered in any case; `more.sequence`: moves to be played out. */
    show(next, more = {}) {
      // What more is told of the same position must not end a line that is being played out.
      const of = it => JSON.stringify([it.game, it.section, it.moves, it.encoding]);
      const same = scene && of(scene) === of(next);
      scene = next;
      origin = null;
      preview = null;
      numbers = more.numbers ?? [];
      put(which);
      if (!same) player.load(more.sequence ?? next.sequence ?? []);
      const said = more.status ?? describe(game, next);
      if (status.textContent !== said) status.textContent = said;
      draw();
    },
    /** Shows a line on the board as long as a move is looked at; null ends it. */
    preview(moves) {
      preview = moves && !wanders ? numbered(moves) : null;
      draw();
    },
    /** Plays a line out on the board. */
    playOut(moves) {
      player.load(moves);
      player.start();
    },
    toggle: () => player.toggle(),
    redraw: draw,
    focus: () => board.focus(),
    leave: () => player.stop(),
  };
}

/** Moves as numbers on cells. */
const numbered = moves =>
  moves.map((it, at) => ({ cell: it.cell, by: it.by, number: at + 1 })).filter(it => it.cell !== null);

/** Who is to move, or how it ended. */
export function describe(game, scene) {
  if (scene.outcome) return t.position.over(scene.outcome);
  const side = game.players[scene.to_move];
  if (scene.proof_move) return t.position.proof_plays(side, scene.proof_move.text);
  return t.position.to_move(side);
}

/** The controls of a sequence: play, step, a slider; nothing moves by itself for people who asked for that. */
function sequencePlayer(changed) {
  let moves = [],
    at = 0;
  const range = slider(t.sequence.slider, to => step(to));
  const say = h('span', { class: 'sequence-text', 'aria-live': 'polite' });
  const ticks = ticker(BEAT, t.sequence, () => toggle(), () => {
    if (at >= moves.length) ticks.stop();
    else set(at + 1);
  });
  const element = h(
    'div',
    { class: 'sequence', hidden: true },
    h('span', { class: 'sequence-title' }, t.sequence.title),
    button('◀', () => step(at - 1), { 'aria-label': t.sequence.back }),
    ticks.button,
    button('▷', () => step(at + 1), { 'aria-label': t.sequence.forward }),
    range,
    say,
  );
  function step(to) {
    ticks.stop();
    set(to);
  }
  function set(to) {
    at = Math.max(0, Math.min(moves.length, to));
    range.value = at;
    say.textContent = moves.length
      ? t.sequence.at(
          at,
          moves.length,
          moves.slice(0, at).map(it => it.text),
        )
      : '';
    changed();
  }
  function start() {
    if (!moves.length) return;
    ticks.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      set(moves.length);
      return;
    }
    set(at === moves.length ? 1 : at + 1);
    ticks.start();
  }
  const toggle = () => {
    if (ticks.running) ticks.stop();
    else start();
  };
  return {
    element,
    start,
    stop: ticks.stop,
    toggle,
    load(next) {
      ticks.stop();
      moves = next;
      element.hidden = moves.length === 0;
      range.max = moves.length;
      at = 0;
      range.value = 0;
      say.textContent = moves.length ? t.sequence.at(0, moves.length, []) : '';
    },
    moves: () => moves.slice(0, at),
  };
}
