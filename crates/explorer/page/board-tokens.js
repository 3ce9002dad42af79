// @ts-check
// What stands on cells and what is written over them, each drawn around 0,0 with the cell's side as 1.
import { s } from './dom.js';

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const DRAWN = 18;

/** A player's stone. The players' stones differ in lightness and in form, never in hue alone. */
export function stone(player, radius = 0.42) {
  return s(
    'g',
    { class: `stone player-${player}` },
    s('circle', { r: radius }),
    player === 1 && s('circle', { r: radius * 0.55, class: 'inner' }),
  );
}

/** A piece's outline, or its letter: the first player's is full, the second player's an outline. */
const piece = it =>
  it.figure ?
    s('path', { class: `figure player-${it.player}`, transform: 'scale(0.0095)', d: it.figure })
  : s('text', { class: `piece player-${it.player}`, 'font-size': it.letter.length > 1 ? 0.5 : 0.78 }, it.letter);

/** Seeds laid in a spiral, and their number, which is what one reads. */
function seeds(many) {
  const spots = Array.from({ length: Math.min(many, DRAWN) }, (_, at) => {
    const far = 0.078 * Math.sqrt(at + 0.4);
    return s('circle', {
      cx: far * Math.cos(at * GOLDEN),
      cy: far * Math.sin(at * GOLDEN) - 0.09,
      r: 0.06,
      class: 'seed',
    });
  });
  return s('g', {}, spots, s('text', { y: 0.34, 'font-size': 0.19, class: 'ground-label' }, many));
}

/**
 * What stands on a cell, or null.
 * @param {Content | undefined} content
 */
export function token(content) {
  if (!content) return null;
  if ('stone' in content) return stone(content.stone);
  if ('piece' in content) return piece(content.piece);
  if ('seeds' in content) return seeds(content.seeds);
  return s('text', { class: 'ground-label', 'font-size': 0.32 }, content.text);
}

/**
 * Who owns what stands on a cell: 0, 1 or null.
 * @param {Content | undefined} content
 * @returns {number | null}
 */
export const owner = content => {
  if (!content) return null;
  if ('stone' in content) return content.stone;
  return 'piece' in content ? content.piece.player : null;
};

/** A number that belongs to what stands on a cell. */
export const badge = number =>
  s(
    'g',
    { class: 'count', transform: 'translate(.27 -.27)' },
    s('circle', { r: 0.17 }),
    s('text', { 'font-size': 0.24 }, number),
  );

/** The number of a move of a sequence: on a stone of its player where the cell is free, else beside what stands there. */
export function numeral(order, content) {
  if (content && !('stone' in content))
    return s('text', { x: -0.34, y: -0.28, 'font-size': 0.26, class: 'sown' }, order.number);
  const size = String(order.number).length > 2 ? 0.32 : 0.42;
  return s(
    'g',
    {},
    s('g', { class: 'ghost' }, stone(order.player)),
    s('text', { class: `numeral by-${order.player}`, 'font-size': size }, order.number),
  );
}

/**
 * How much a reply takes: a disc that grows and darkens, a dot for a reply that is refuted at once, a ring around the hardest.
 * @param {Weight} weight
 */
export const heat = weight =>
  s(
    'g',
    { class: `heat ${weight.once ? 'once' : ''} ${weight.hardest ? 'hardest' : ''}` },
    s('circle', {
      r: weight.once ? 0.09 : 0.16 + 0.24 * weight.share,
      style: { fillOpacity: weight.once ? 0.35 : 0.25 + 0.7 * weight.share },
    }),
    weight.hardest && s('circle', { r: 0.45, class: 'ring' }),
  );
