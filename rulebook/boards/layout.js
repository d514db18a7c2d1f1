// Part of board.js: where cells are seen and how keys walk from one to another. Numbers only: nothing here knows a page.

/** @typedef {{ left: number, top: number, width: number, height: number }} Box in hundredths of the picture */
/** @typedef {{ row: number, col: number, span: number }} Place in the grid as it is seen */
/** @typedef {Box & Place & { id: string, kind: string }} Seen */

/** Width and height of the picture as it is seen. @param {number[]} box @param {boolean} turned */
export const sizeOf = ([width, height], turned) => (turned ? [height, width] : [width, height]);

/**
 * Where a rectangle of the unturned picture is seen.
 * @param {{ x: number, y: number, w: number, h: number }} rectangle @param {number[]} box @param {boolean} turned @returns {Box}
 */
export function seenAt({ x, y, w, h: tall }, box, turned) {
  const [width, height] = sizeOf(box, turned);
  const [left, top, wide, high] = turned ? [y, box[0] - x - w, tall, w] : [x, y, w, tall];
  return { left: (left / width) * 100, top: (top / height) * 100, width: (wide / width) * 100, height: (high / height) * 100 };
}

/** The same as a style. @param {Box} box */
export const styleOf = ({ left, top, width, height }) => `left:${left}%;top:${top}%;width:${width}%;height:${height}%`;

/** The same for what is moved about: a browser lays nothing out anew for it. @param {Box} box */
export const movedTo = ({ left, top, width, height }) => `left:0;top:0;width:${width}%;height:${height}%;transform:translate(${(left / width) * 100}%,${(top / height) * 100}%)`;

/** The cells as they are seen, row after row, each from left to right. @param {Pick<View, "cells" | "box">} view @param {boolean} turned @returns {Seen[][]} */
export function laidOut({ cells, box }, turned) {
  const columns = Math.max(...cells.map((cell) => cell.col));
  /** @type {Map<number, Seen[]>} */
  const rows = new Map();
  for (const cell of cells) {
    const [row, col] = turned ? [columns - cell.col - cell.span + 1, cell.row] : [cell.row, cell.col];
    const kind = [cell.w < 0.08 * box[0] ? "is-small" : cell.w > 0.3 * box[0] ? "is-large" : "", cell.round ? "is-round" : ""].filter(Boolean).join(" ");
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push({ id: cell.id, row, col, span: cell.span, kind, ...seenAt(cell, box, turned) });
  }
  return [...rows].sort((a, b) => a[0] - b[0]).map(([, line]) => line.sort((a, b) => a.col - b.col));
}

/** The cell that Tab reaches when the cells are others: the same one if it is still there, else the first. @param {Seen[][]} rows @param {string | null} focus */
export function reached(rows, focus) {
  return rows.flat().some(({ id }) => id === focus) ? focus : rows[0]?.[0]?.id ?? null;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Where a key leads from a cell: arrows to the nearest cell on that side (one that lies aside counts four times as far), Home and End along
 * the row. The cell itself where there is none; undefined for a key that does not walk.
 * @param {Map<string, Place>} cells @param {string} cell @param {string} key
 */
export function walked(cells, cell, key) {
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
