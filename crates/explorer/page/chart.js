// @ts-check
// Charts that grow: lines over time and bars over depth, as SVG that is changed in place.
import { h, s, put } from './dom.js';
import { t } from './text.js';

const WIDE = 360,
  HIGH = 130,
  LEFT = 44,
  RIGHT = 56,
  TOP = 8,
  BELOW = 20;
const MOST = 400;

/** A number in few signs: 860k, 1.7M. */
function short(number) {
  /** @type {[number, string][]} */
  const units = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  const [scale, unit] = units.find(([least]) => number >= least) ?? [1, ''];
  const value = number / scale;
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}${unit}`;
}

const frame = title => {
  const svg = s('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'chart', role: 'img' });
  return { svg, element: h('figure', {}, h('figcaption', {}, title), svg) };
};

/** Lines over time; `series` are names. Lines differ by dashes and by the name at their end, not by hue alone. A line's points are thinned by half when there are many. */
export function lineChart(title, series, { log = false, unit = short } = {}) {
  const { svg, element } = frame(title);
  const axes = s('g', { class: 'axes' }),
    lines = series.map((_, at) => s('path', { class: `series series-${at}` })),
    ends = series.map((_, at) => s('text', { class: `end end-${at}` }));
  svg.append(axes, ...lines, ...ends);
  let points = [];
  const scale = value => (log ? Math.log10(Math.max(value, 0.5)) : value);

  function draw() {
    if (!points.length) return;
    const known = points.flatMap(it => it.values).filter(value => Number.isFinite(value));
    const top = Math.max(scale(log ? 10 : 1), ...known.map(scale)) * 1.05;
    const bottom = log ? scale(0.5) : 0;
    const end = Math.max(points.at(-1).time, 1e-3);
    const x = time => LEFT + (time / end) * (WIDE - LEFT - RIGHT);
    const y = value => HIGH - BELOW - ((Math.min(scale(value), top) - bottom) / (top - bottom)) * (HIGH - TOP - BELOW);
    const ticks = log
      ? Array.from({ length: Math.floor(top) + 1 }, (_, at) => 10 ** at).filter(
          (_, at, all) => at % Math.ceil(all.length / 4) === 0,
        )
      : [0, top / 2.1, top / 1.05];
    put(
      axes,
      ticks.map(tick => [
        s('line', { x1: LEFT, x2: WIDE - RIGHT, y1: y(tick), y2: y(tick) }),
        s('text', { x: LEFT - 4, y: y(tick) + 3, 'text-anchor': 'end' }, unit(tick)),
      ]),
      [0, end / 2, end].map(time =>
        s('text', { x: x(time), y: HIGH - 5, 'text-anchor': 'middle' }, t.watch.seconds(time)),
      ),
    );
    const heights = [];
    series.forEach((name, at) => {
      const drawn = points.filter(it => it.values[at] !== null);
      lines[at].setAttribute(
        'd',
        drawn
          .map(
            (it, index) =>
              `${index ? 'L' : 'M'}${x(it.time).toFixed(1)} ${y(it.values[at] === Infinity ? 10 ** top : it.values[at]).toFixed(1)}`,
          )
          .join(''),
      );
      const last = drawn.at(-1);
      ends[at].textContent = last && series.length > 1 ? name : '';
      if (!last) return;
      let height = y(last.values[at] === Infinity ? 10 ** top : last.values[at]) + 3;
      while (heights.some(other => Math.abs(other - height) < 10)) height += height > HIGH / 2 ? -10 : 10;
      heights.push(height);
      ends[at].setAttribute('x', WIDE - RIGHT + 4);
      ends[at].setAttribute('y', height);
    });
    svg.setAttribute(
      'aria-label',
      `${title}: ${series.map((name, at) => `${name} ${points.at(-1).values[at] === Infinity ? '∞' : unit(points.at(-1).values[at] ?? 0)}`).join(', ')}`,
    );
  }
  return {
    element,
    add(time, values) {
      if (points.length && time < points.at(-1).time) return;
      points.push({ time, values });
      if (points.length > MOST) points = points.filter((_, at) => at % 2 === 0 || at === points.length - 1);
      draw();
    },
    clear() {
      points = [];
    },
  };
}

/** Bars over depth. */
export function barChart(title) {
  const { svg, element } = frame(title);
  return {
    element,
    show(values) {
      element.hidden = !values?.length;
      if (!values?.length) return;
      const most = Math.max(1, ...values),
        wide = (WIDE - LEFT - 8) / values.length;
      const every = Math.ceil(values.length / 12);
      put(
        svg,
        values.map((value, depth) => {
          const high = (value / most) * (HIGH - TOP - BELOW);
          return [
            s(
              'rect',
              {
                x: LEFT + depth * wide,
                y: HIGH - BELOW - high,
                width: Math.max(1, wide - 1),
                height: high,
                class: 'bar',
              },
              s('title', {}, t.watch.at_depth(depth, value)),
            ),
            depth % every === 0 &&
              s('text', { x: LEFT + (depth + 0.5) * wide, y: HIGH - 5, 'text-anchor': 'middle' }, depth),
          ];
        }),
        s('text', { x: LEFT - 4, y: TOP + 8, 'text-anchor': 'end' }, short(most)),
      );
      svg.setAttribute(
        'aria-label',
        `${title}: ${values.map((value, depth) => t.watch.at_depth(depth, value)).join('; ')}`,
      );
    },
  };
}
