// Part of board.js: the places of cells on the screen, and the keyboard grid. Pure functions: nothing here needs a page.

/** @typedef {{ left: number, top: number, width: number, height: number }} Box in hundredths of the picture on the screen */
/** @typedef {{ row: number, col: number, span: number }} Place in the grid on the screen */
/** @typedef {Box & Place & { id: string, kind: string }} PlacedCell */

/** Return width and height of the picture on the screen. @param {number[]} box @param {boolean} turned */
export const sizeOf = ([width, height], turned) => (turned ? [height, width] : [width, height]);

/**
 * Return the box on the screen of a rectangle of the unturned picture.
 * @param {{ x: number, y: number, w: number, h: number }} rectangle @param {number[]} box @param {boolean} turned @returns {Box}
 */
export function boxOf({ x, y, w, h: tall }, box, turned) {
  const [width, height] = sizeOf(box, turned);
  const [left, top, wide, high] = turned ? [y, box[0] - x - w, tall, w] : [x, y, w, tall];
  return { left: (left / width) * 100, top: (top / height) * 100, width: (wide / width) * 100, height: (high / height) * 100 };
}

/** Return a style that places an element in a box. @param {Box} box */
export const styleOf = ({ left, top, width, height }) => `left:${left}%;top:${top}%;width:${width}%;height:${height}%`;

/** Return such a style for a moving element, by a transform, which needs no new layout. @param {Box} box */
export const transformOf = ({ left, top, width, height }) => `left:0;top:0;width:${width}%;height:${height}%;transform:translate(${(left / width) * 100}%,${(top / height) * 100}%)`;

/** Return the cells as rows on the screen, each from left to right. @param {Pick<View, "cells" | "box">} view @param {boolean} turned @returns {PlacedCell[][]} */
export function gridRows({ cells, box }, turned) {
  const columns = Math.max(...cells.map((cell) => cell.col));
  /** @type {Map<number, PlacedCell[]>} */
  const rows = new Map();
  for (const cell of cells) {
    const [row, col] = turned ? [columns - cell.col - cell.span + 1, cell.row] : [cell.row, cell.col];
    const kind = [cell.w < 0.08 * box[0] ? "is-small" : cell.w > 0.3 * box[0] ? "is-large" : "", cell.round ? "is-round" : ""].filter(Boolean).join(" ");
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push({ id: cell.id, row, col, span: cell.span, kind, ...boxOf(cell, box, turned) });
  }
  return [...rows].sort((a, b) => a[0] - b[0]).map(([, line]) => line.sort((a, b) => a.col - b.col));
}

/** Return the cell that Tab reaches after a new layout: the same one if it still exists, else the first. @param {PlacedCell[][]} rows @param {string | null} focus */
export function tabStop(rows, focus) {
  return rows.flat().some(({ id }) => id === focus) ? focus : rows[0]?.[0]?.id ?? null;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Return the cell that a key leads to: arrows to the nearest cell on that side (a sideways distance counts four times), Home and End to the
 * ends of the row. The cell itself if there is none; undefined for other keys.
 * @param {Map<string, Place>} cells @param {string} cell @param {string} key
 */
export function nextCell(cells, cell, key) {
  const from = cells.get(cell);
  if (key === "Home" || key === "End") {
    const line = [...cells].filter(([, other]) => other.row === from.row).sort((a, b) => a[1].col - b[1].col);
    return line.at(key === "End" ? -1 : 0)[0];
  }
  if (!(key in STEPS)) return undefined;
  const [down, right] = STEPS[key];
  const [sign, ahead, aside] = down ? [down, "row", "col"] : [right, "col", "row"];
  const far = (to, way) => Math.max(0, to[way] - from[way] - from.span + 1, from[way] - to[way] - to.span + 1);
  let best = { id: cell, weight: Infinity };
  for (const [id, to] of cells) {
    const along = (to[ahead] - from[ahead]) * sign > 0 ? far(to, ahead) : 0;
    const weight = along + far(to, aside) * 4;
    if (along > 0 && weight < best.weight) best = { id, weight };
  }
  return best.id;
}
