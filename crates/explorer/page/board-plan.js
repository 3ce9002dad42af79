// @ts-check
// Where a picture's cells lie in the drawing, and what lies behind them: by the picture's shape alone.
import { s } from './dom.js';
import { t } from './text.js';

const EDGE = 0.15;
const CAPTION = 0.62;
/** The height of a row of hexagons, their sides being 1 apart. */
const HEX_ROW = Math.sqrt(3) / 2;
/** The corners of a hexagon around 0,0, from the uppermost on clockwise. */
const CORNERS = Array.from({ length: 6 }, (_, at) => {
  const angle = (Math.PI / 3) * at - Math.PI / 2;
  return [Math.cos(angle), Math.sin(angle)].map(it => (it / Math.sqrt(3)).toFixed(3));
});
const HEX = CORNERS.map(it => it.join(',')).join(' ');

/** A straight line of the ground. */
const line = (a, b) => s('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: 'ground-line' });

/** A text of the ground: a coordinate. */
const label = (x, y, text, size) => s('text', { x, y, 'font-size': size, class: 'ground-label' }, text);

/**
 * The plan of a picture: the drawing's size, the middle of each cell, and the elements behind the cells.
 * @param {BoardPicture} picture
 * @returns {Plan}
 */
export function planOf(picture) {
  return picture.shape === 'pits' ? pits(picture) : grid(picture);
}

/** Levels stand in rows of two, which fits a phone; each has its labels. */
function grid(picture) {
  const { shape, columns, rows, levels, cells } = picture;
  const hexagons = shape === 'hexagons',
    several = levels.length > 1;
  const wide = columns.length + (hexagons ? (rows.length - 1) / 2 : 0),
    high = hexagons ? rows.length * HEX_ROW + 0.3 : rows.length;
  const across = Math.ceil(Math.sqrt(levels.length));
  // The drawing is as wide as the page lets it be, so letters on a small board are smaller parts of a cell.
  const size = Math.min(0.4, 0.14 + 0.025 * across * wide);
  const margin = labelled => (labelled ? 1.5 * size + 0.1 : EDGE);
  const left = margin(rows.some(Boolean)),
    below = margin(columns.some(Boolean)),
    top = several ? CAPTION : EDGE;
  const block = { width: left + wide + EDGE, height: top + high + below };
  const corner = level => ({
    x: (level % across) * block.width + left,
    y: Math.floor(level / across) * block.height + top,
  });
  const at = (x, y, level) => {
    const begin = corner(level);
    if (!hexagons) return { x: begin.x + x + 0.5, y: begin.y + y + 0.5 };
    return { x: begin.x + x + y / 2 + 0.5, y: begin.y + y * HEX_ROW + 0.58 };
  };
  const places = cells.map(it => at(it.x, it.y, it.level ?? 0));

  function labels(level) {
    const begin = corner(level);
    return [
      several && label(begin.x + wide / 2, begin.y - 0.3, t.board.level(levels[level]), 0.34),
      rows.map((text, y) => {
        const { x, y: middle } = at(0, y, level);
        return text && label(x - 0.5 - left / 2, middle, text, size);
      }),
      columns.map((text, x) => text && label(at(x, rows.length - 1, level).x, begin.y + high + below / 2, text, size)),
    ];
  }

  function squares() {
    const chequered = picture.style === 'chequered';
    // The square at the bottom left is dark.
    const dark = ({ x, y }) => chequered && (x + y + rows.length) % 2 === 1;
    const kind = cell => (dark(cell) ? 'square dark-square' : 'square');
    return places.map(({ x, y }, at) =>
      s('rect', { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: kind(cells[at]) }),
    );
  }

  function wall() {
    const size = { width: wide + 0.2, height: high + 0.2, rx: 0.2, class: 'wall' };
    return [
      levels.map((_, level) => s('rect', { x: corner(level).x - 0.1, y: corner(level).y - 0.1, ...size })),
      places.map(({ x, y }) => s('circle', { cx: x, cy: y, r: 0.42, class: 'hole' })),
    ];
  }

  function crossings(level) {
    const { x, y } = corner(level);
    const steps = many => Array.from({ length: many }, (_, step) => step);
    return [
      s('rect', { x, y, width: wide, height: high, class: 'ground' }),
      picture.lines?.length
        ? picture.lines.map(([a, b]) => line(places[a], places[b]))
        : [
            steps(columns.length).map(it => line(at(it, 0, level), at(it, rows.length - 1, level))),
            steps(rows.length).map(it => line(at(0, it, level), at(columns.length - 1, it, level))),
          ],
    ];
  }

  /** The sides of hexagons that lie on a border, in the colour of its owner; light and dark by turns if it is both players'. */
  function border({ players, cells: touching, sides }) {
    const side = (cell, at) => {
      const [from, to] = [CORNERS[at % 6], CORNERS[(at + 1) % 6]];
      /** @param {string[]} corner */
      const move = ([x, y]) => `${places[cell].x + Number(x)} ${places[cell].y + Number(y)}`;
      return `M${move(from)}L${move(to)}`;
    };
    const d = touching.flatMap(cell => sides.map(at => side(cell, at))).join('');
    const owner = players.length === 1 ? `player-${players[0]}` : 'both';
    return ['border under', `border ${owner}`].map(name => s('path', { d, class: name }));
  }

  /**
   * The ground of a cell that belongs to a region.
   * @param {{ player?: any, cells: any }} it
   */
  const region = ({ player, cells: own }) =>
    own.map(cell => {
      const { x, y } = places[cell],
        name = `region player-${player ?? 'none'}`;
      return hexagons ?
          s('polygon', { points: HEX, transform: `translate(${x} ${y})`, class: name })
        : s('rect', { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: name });
    });

  function ground() {
    const each = levels.map((_, level) => level);
    const field = {
      squares: () => (picture.style === 'wall' ? wall() : squares()),
      crossings: () => each.map(crossings),
      hexagons: () =>
        places.map(({ x, y }) => s('polygon', { points: HEX, transform: `translate(${x} ${y})`, class: 'square' })),
    }[shape]();
    const dots = (picture.dots ?? []).map(cell =>
      s('circle', { cx: places[cell].x, cy: places[cell].y, r: 0.08, class: 'ground-dot' }),
    );
    return [field, dots, each.map(labels), (picture.borders ?? []).map(border)];
  }

  return {
    width: across * block.width,
    height: Math.ceil(levels.length / across) * block.height,
    places,
    ground,
    first: several ? 0 : Math.floor(cells.length / 2),
    region,
    hands: () => {},
  };
}

/** A board of wood with a pit for each cell and a store at each end, the first player's on the right. */
function pits(picture) {
  const wide = picture.columns.length + 1.65,
    high = 1.1 * picture.rows.length + 0.1;
  const places = picture.cells.map(it => ({ x: 1.325 + it.x, y: 0.6 + 1.1 * it.y }));
  const stores = [wide - 0.42, 0.42].map(x => label(x, high / 2, '', 0.42));
  return {
    width: wide,
    height: high,
    places,
    ground: () => [
      s('rect', { x: 0.05, y: 0.05, width: wide - 0.1, height: high - 0.1, rx: 0.4, class: 'wood' }),
      places.map(({ x, y }) => s('circle', { cx: x, cy: y, r: 0.46, class: 'house' })),
      stores,
    ],
    region: ({ cells }) =>
      cells.map(cell => s('circle', { cx: places[cell].x, cy: places[cell].y, r: 0.46, class: 'region' })),
    first: Math.max(
      0,
      picture.cells.findIndex(it => it.y === picture.rows.length - 1),
    ),
    hands: hands => {
      for (const hand of hands) stores[hand.player].textContent = String(hand.seeds ?? '');
    },
  };
}
