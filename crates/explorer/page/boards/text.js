// The board of a game without one: the picture that the rules draw, as text.
import { h } from '../dom.js';
import { t } from '../text.js';

export function make(game) {
  const picture = h('pre', { class: 'picture', tabindex: '0', role: 'img', 'aria-label': t.board.label(game.name) });
  return {
    element: picture,
    show(scene, marks = {}) {
      picture.textContent = marks.whole && scene.numbered ? scene.numbered : scene.picture;
    },
    focus: () => picture.focus(),
  };
}
