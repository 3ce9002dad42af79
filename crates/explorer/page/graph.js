// @ts-check
// Drawing trees and graphs whose nodes have a first parent: each node under the middle of its children, leaves side by side.
//
// The tree of the first parents is laid out in one walk (leaves take the next free place, an inner node the middle of its children, pushed right where its level is
// taken); every further parent is a curve drawn over it. Places do not change while a search grows: they are those of the whole graph.
import { s } from './dom.js';

const ACROSS = 58,
  DOWN = 84,
  EDGE = 34,
  MARGIN = 12;

/** Places of nodes `[{id, parents, depth?}]`, a node's first parent before it: `{width, height, at: Map(id → {x, y})}`. `wide` is the room a node needs. */
export function layout(nodes, wide = ACROSS, down = DOWN) {
  const children = new Map(nodes.map(it => [it.id, []])),
    level = new Map();
  for (const it of nodes) {
    // A node of several parents stands below the deepest of those known before it.
    const depths = it.parents.filter(parent => level.has(parent)).map(parent => level.get(parent));
    level.set(it.id, depths.length ? Math.max(...depths) + 1 : 0);
    const first = it.parents.find(parent => children.has(parent) && parent !== it.id && level.has(parent));
    if (first !== undefined) children.get(first).push(it.id);
  }
  const placed = new Map(),
    right = [];
  let free = 0;
  const visit = id => {
    const below = children.get(id);
    below.forEach(visit);
    const depth = level.get(id);
    let x = below.length ? (placed.get(below[0]) + placed.get(below.at(-1))) / 2 : free;
    if (right[depth] !== undefined) x = Math.max(x, right[depth] + wide);
    placed.set(id, x);
    right[depth] = x;
    if (!below.length) free = Math.max(free, x) + wide;
  };
  nodes.filter(it => level.get(it.id) === 0).forEach(it => visit(it.id));
  const at = new Map(
    nodes.map(it => [it.id, { x: wide / 2 + MARGIN + placed.get(it.id), y: EDGE + level.get(it.id) * down }]),
  );
  const all = [...at.values()];
  return {
    width: Math.max(0, ...all.map(it => it.x)) + wide / 2 + MARGIN,
    height: Math.max(0, ...all.map(it => it.y)) + EDGE + 12,
    at,
  };
}

/** An edge between two places; one that goes up (a cycle) or aside bends. */
export function edge(from, to, attributes) {
  const bend =
    to.y <= from.y ? `C ${from.x + 60} ${from.y - 20} ${to.x + 60} ${to.y + 20} ${to.x} ${to.y}` : `L ${to.x} ${to.y}`;
  return s('path', { d: `M ${from.x} ${from.y} ${bend}`, ...attributes });
}
