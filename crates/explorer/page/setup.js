// @ts-check
// Choosing a game, its variant and a position: shared by the searches and by play.
import { h, field, put, select, settingBox, typed } from './dom.js';
import { game as loadGame, get, post } from './api.js';
import { lineBar } from './moves.js';
import { attempt } from './notice.js';
import { positionPanel } from './position.js';
import { t } from './text.js';

/** `changed(game)` is called with each game chosen. */
export async function gameSetup(start, changed) {
  const { games } = await get('games');
  const element = h('div', { class: 'setup' }),
    keys = h('div', { class: 'settings' }),
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
    games.map(it => [it.name, it.title]),
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
        keys,
        game.keys.map(it =>
          field(
            it.key,
            settingBox(it, it.value, value => load(named(it.key, value)), { 'data-key': it.key }),
          ),
        ),
      );
      if (held) keys.querySelector(`[data-key="${held}"]`)?.focus();
      put(notation, typed(game.notation));
      panel?.leave();
      panel = positionPanel(game, { play: move => showScene([...wanted, move.text]), advice: false });
      line = lineBar(length => showScene(moves.slice(0, length)));
      put(board, line.element, panel.element);
      changed(game);
      await showScene([]);
    });
  }

  const named = (key, value) =>
    `${game.family}:${game.keys.map(it => `${it.key}=${it.key === key ? value : it.value}`).join(',')}`;

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
    keys,
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
