// Part of combine.js: the picture of all pairs, as numbers.

/** @typedef {number[]} Pair row and column */

/**
 * The pair that a point of the picture belongs to; null for one outside, or on the diagonal.
 * @param {number} x @param {number} y @param {{ x: number, y: number, width: number, height: number }} box where it is seen @param {GeometryData} geometry @param {number} many
 * @returns {Pair | null}
 */
export function pairAt(x, y, box, { cell, edge, side }, many) {
  const at = (offset, length) => Math.floor(((offset / length) * side - edge) / cell);
  const [column, row] = [at(x - box.x, box.width), at(y - box.y, box.height)];
  const within = (place) => place >= 0 && place < many;
  return within(column) && within(row) && column !== row ? [row, column] : null;
}

const ARROWS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

/**
 * Where a key leads from a pair: over the diagonal, not beyond the edge (then the pair itself); undefined for a key that does not walk.
 * @param {Pair} pair @param {string} key @param {number} many
 * @returns {Pair | undefined}
 */
export function pairBeside([row, column], key, many) {
  if (!(key in ARROWS)) return undefined;
  const [down, right] = ARROWS[key];
  const held = (place) => Math.min(many - 1, Math.max(0, place));
  for (const far of [1, 2]) {
    const next = [held(row + far * down), held(column + far * right)];
    if (next[0] !== next[1]) return next;
  }
  return [row, column];
}
