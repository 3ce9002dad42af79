// @ts-check
// Choosing a game, its variant and a position: shared by the searches and by play.
import { h, field, put, select } from './dom.js';
import { game as loadGame, get, post } from './api.js';
import { lineBar } from './moves.js';
import { attempt } from './notice.js';
import { positionPanel } from './position.js';
import { t } from './text.js';

/** `changed(game)` is called with each game chosen. */
export async function gameSetup(start, changed) {
  const { games } = await get('games');
  const element = h('div', { class: 'setup' }),
    variants = h('div', { class: 'variants' }),
    board = h('div', { class: 'setup-board' });
  const position = h('input', {
    type: 'text',
    spellcheck: 'false',
    value: start.position ?? 'start',
    class: 'setup-position',
    onchange: () => showScene([]),
  });
  const notation = h('small', { class: 'notation' });
  let game = null,
    panel = null,
    line = null,
    moves = [],
    // The line asked for, which may still be on its way: a quick hand's next move goes on from there.
    wanted = [],
    asked = 0,
    latest = 0;
  const family = select(
    games.map(it => [it.name, it.name]),
    (start.game ?? games[0]?.name).split(':')[0],
    name => load(name),
    { class: 'setup-game' },
  );

  async function load(name) {
    await attempt(async () => {
      const mine = ++latest;
      const next = await loadGame(name);
      if (mine !== latest) return;
      const fresh = game !== null;
      game = next;
      if (fresh) position.value = 'start';
      const held = document.activeElement?.getAttribute('data-key');
      put(
        variants,
        game.variants.map(it => field(it.key, control(it))),
      );
      if (held) variants.querySelector(`[data-key="${held}"]`)?.focus();
      notation.textContent = game.notation;
      panel?.leave();
      panel = positionPanel(game, { play: move => showScene([...wanted, move.text]), advice: false });
      line = lineBar(length => showScene(moves.slice(0, length)));
      put(board, line.element, panel.element);
      changed(game);
      await showScene([]);
    });
  }

  /** A variant's key: a list if its values are words, else a field. */
  function control(it) {
    const words = it.values.split(/,\s*|\s*\|\s*|\s+or\s+/).filter(Boolean);
    const bounds = it.values.match(/\d+/g) ?? [];
    const change = value => load(named(it.key, value));
    const made =
      words.length > 1 && words.every(word => /^[\w-]+$/.test(word))
        ? select(
            words.map(word => [word, word]),
            it.value,
            change,
          )
        : h('input', {
            type: bounds.length === 2 ? 'number' : 'text',
            min: bounds[0] ?? null,
            max: bounds[1] ?? null,
            value: it.value,
            title: it.values,
            onchange: event => change(event.target.value),
          });
    made.dataset.key = it.key;
    return made;
  }

  const named = (key, value) =>
    `${game.family}:${game.variants.map(it => `${it.key}=${it.key === key ? value : it.value}`).join(',')}`;

  async function showScene(next) {
    const mine = ++asked;
    wanted = next;
    await attempt(async () => {
      const scene = await post('scene', {
        game: game.name,
        position: position.value.trim() || 'start',
        moves: next,
      }).catch(error => {
        if (mine === asked) wanted = moves;
        throw error;
      });
      if (mine !== asked) return;
      moves = next;
      line.show(moves);
      panel.show(scene, {});
    });
  }

  put(
    element,
    field(t.setup.game, family),
    variants,
    field(t.setup.position, position),
    notation,
    h('p', { class: 'hint' }, t.setup.click),
    board,
  );
  await load(start.game ?? games[0].name);
  return {
    element,
    get value() {
      return { game: game.name, position: position.value.trim() || 'start', moves: wanted };
    },
    get game() {
      return game;
    },
    leave: () => panel?.leave(),
  };
}
