// Playing: against a proof, which never errs for its prover, or against a small search.
import { h, button, field, put, select } from './dom.js';
import { address, game as loadGame, get, post } from './api.js';
import { checkLine, remark } from './check.js';
import { copyBar } from './copy.js';
import { lineBar, moveList } from './moves.js';
import { attempt, notice } from './notice.js';
import { positionPanel } from './position.js';
import { proofAddress } from './proof.js';
import { gameSetup } from './setup.js';
import { t } from './text.js';

const NODES = 20000;
const MOST = 200;

/** The form: against what, which side. */
async function form(host, route) {
  const { proofs } = await get('proofs');
  const side = select(
    [
      [0, t.play.first],
      [1, t.play.second],
      ['both', t.play.both],
    ],
    0,
    null,
    { class: 'side' },
  );
  const setup = await gameSetup({ game: route.parameters.get('game') }, () => {});
  const start = event => {
    event.preventDefault();
    const { game, position, moves } = setup.value;
    location.hash = `#/${address('play', { game, position, begin: moves.length ? moves : null, side: side.value })}`;
  };
  put(
    host,
    h('h1', {}, t.play.title),
    proofs.length > 0 &&
      h(
        'section',
        {},
        h('h2', {}, t.play.against_proof),
        h(
          'ul',
          { class: 'plain' },
          proofs.map(it =>
            it.sections.map((section, at) =>
              h(
                'li',
                {},
                h(
                  'a',
                  { href: `#/${address('play', { proof: it.id, section: at })}` },
                  `${it.game} · ${section.claim}`,
                ),
                remark(it),
              ),
            ),
          ),
        ),
      ),
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

export async function open(host, route) {
  const asked = name => route.parameters.get(name);
  if (asked('proof') === null && asked('side') === null)
    return {
      ...(await form(host, route)),
      update: to => (to.parameters.get('side') === null && to.parameters.get('proof') === null ? undefined : false),
    };
  const proofId = asked('proof') === null ? null : Number(asked('proof'));
  const section = Number(asked('section') ?? 0);
  const proof = proofId === null ? null : await get(`proofs/${proofId}`);
  const game = await loadGame(proof ? proof.game : asked('game'));
  const begin = (asked('begin') ?? '').split(',').filter(Boolean);
  const position = asked('position') ?? 'start';
  let human =
    asked('side') === null
      ? 1 - proof.sections[section].prover
      : asked('side') === 'both'
        ? null
        : Number(asked('side'));
  let moves = [...begin],
    scene = null,
    busy = false,
    source = null,
    advice = null,
    turn = 0;

  const from = () => (proof ? { proof: proofId, section } : { game: game.name, position });
  const sceneAt = to =>
    proof
      ? get(`proofs/${proofId}/scene`, { section, moves: to.length ? to : null, details: 0 })
      : post('scene', { game: game.name, position, moves: to });
  const mine = () => scene && !scene.outcome && (human === null || scene.to_move === human);
  const said = h('p', { class: 'said', 'aria-live': 'polite' });
  const panel = await positionPanel(game, {
    play: move => play(move.text),
    locked: () => busy || !mine(),
    advice: false,
    hint: () => advice,
    last: () => source?.cell ?? null,
    sceneAt: to => sceneAt(to),
  });
  const list = moveList({
    play: move => {
      if (mine() && !busy) play(move.text);
    },
    preview: () => {},
    playOut: () => {},
  });
  const line = lineBar(length => back(length));

  function draw() {
    line.show(moves);
    panel.show(scene, {
      sequence: [],
      numbers: advice && advice.cell !== null ? [{ cell: advice.cell, by: scene.to_move, number: '?' }] : [],
    });
    list.show({ ...scene, proof_move: null, legal: scene.legal.map(it => ({ ...it, after: null, refutation: null })) });
    host.dataset.turn = scene.outcome ? 'over' : mine() ? 'mine' : 'theirs';
  }

  /** Shows the position after `to`, and lets the other side move if it is its turn. */
  async function reach(to, answer) {
    const now = ++turn;
    await attempt(async () => {
      const next = await sceneAt(to);
      if (now !== turn) return;
      moves = to;
      scene = next;
      advice = null;
      draw();
      if (scene.outcome) put(said, t.play.over(scene.outcome));
      else if (answer && !mine()) await reply(now);
    });
  }

  async function reply(now) {
    busy = true;
    put(said, t.play.thinking);
    try {
      const answer = await post('play', { ...from(), moves, nodes: NODES });
      if (now !== turn) return;
      moves = [...moves, answer.move.text];
      scene = answer.scene;
      source = answer.move;
      put(said, t.play.played(answer.move.text, answer.source), ' ', scene.outcome ? t.play.over(scene.outcome) : '');
    } finally {
      busy = false;
      if (now === turn) draw();
    }
  }

  function play(text) {
    source = null;
    put(said);
    return reach([...moves, text], true);
  }

  /** Takes back to a position where the person is to move, or goes to the one after `length` moves. */
  async function back(length = null) {
    if (busy || !scene || moves.length <= begin.length) return;
    const to = Math.max(begin.length, length ?? moves.length - 1);
    source = null;
    put(said);
    await reach(moves.slice(0, to), length !== null || to === begin.length);
    if (length === null && !mine()) await back();
  }

  const hint = () =>
    attempt(async () => {
      if (scene.outcome || busy) return;
      const answer = await post('play', { ...from(), moves, nodes: NODES });
      advice = answer.move;
      put(said, t.play.hint(answer.move.text, answer.source));
      draw();
    });

  /** The proof's line; without a proof, the search plays on for both sides as long as it knows. */
  const win = () =>
    attempt(async () => {
      if (scene.outcome || busy) return;
      let shown = [];
      if (proof)
        shown = (await get(`proofs/${proofId}/line`, { section, moves: moves.length ? moves : null, most: MOST }))
          .moves;
      else {
        busy = true;
        try {
          let at = scene;
          const to = [...moves];
          while (!at.outcome && shown.length < MOST) {
            const answer = await post('play', { ...from(), moves: to, nodes: NODES });
            if (['guess', 'estimate', 'book'].includes(answer.source)) break;
            shown.push({ ...answer.move, by: at.to_move });
            to.push(answer.move.text);
            at = answer.scene;
          }
        } finally {
          busy = false;
        }
      }
      if (!shown.length) {
        put(said, t.play.no_win);
        return;
      }
      put(said, t.play.win(shown.map(it => it.text)));
      panel.playOut(shown);
    });

  const side = select(
    [
      [0, game.players[0]],
      [1, game.players[1]],
      ['both', t.play.both],
    ],
    human ?? 'both',
    value => {
      human = value === 'both' ? null : Number(value);
      reach(moves, true);
    },
    { class: 'side' },
  );
  const check = proof && checkLine(host, proof, { refused: () => panel.leave() });
  put(
    host,
    h(
      'div',
      { class: 'above' },
      h('h1', { class: 'statement' }, game.name),
      h(
        'p',
        {},
        proof
          ? [
              t.play.proof_of(proof.sections[section].claim),
              ' ',
              h('a', { href: proofAddress(proofId, section, []) }, t.play.to_proof),
            ]
          : t.play.search_of(NODES),
      ),
      check?.element,
      line.element,
    ),
    h(
      'div',
      { class: 'walk' },
      h(
        'div',
        { class: 'left' },
        panel.element,
        said,
        h(
          'div',
          { class: 'steps', role: 'group', 'aria-label': t.play.controls },
          button(t.play.back, () => back(), { class: 'take-back' }),
          button(t.play.hint_button, hint, { class: 'hint-button' }),
          button(t.play.win_button, win, { class: 'win' }),
          button(t.play.again, () => reach([...begin], true)),
          button(t.play.other, () => {
            location.hash = '#/play';
          }),
        ),
        field(t.play.side, side),
        copyBar(() => ({
          scene,
          picture: proof
            ? { proof: proofId, section, moves: moves.length ? moves : null }
            : { game: game.name, position, moves: moves.length ? moves : null },
        })),
      ),
      h('div', { class: 'middle' }, list.element),
    ),
  );
  const shortcuts = [
    { key: 'u', label: t.play.back, run: () => back() },
    { key: 'h', label: t.play.hint_button, run: hint },
    { key: 'w', label: t.play.win_button, run: win },
    { key: 's', label: t.keys.sequence, run: panel.toggle },
    { key: 'g', label: t.keys.board, run: panel.focus },
    { key: 'm', label: t.keys.moves, run: list.focus },
    { key: 'c', label: t.keys.copy, run: () => host.querySelector('.copy-position').click() },
  ];
  if (!scene) await reach(moves, true);
  if (scene === null) notice(t.play.cannot, 'bad');
  return {
    update: () => false,
    leave: () => {
      check?.stop();
      turn += 1;
      panel.leave();
    },
    keys: shortcuts,
  };
}
