// The places of cells, arrow keys, and the focus.  Boards are small enough to be checked on paper.

import assert from "node:assert/strict";
import { test } from "node:test";

import { gridRows, transformOf, tabStop, boxOf, sizeOf, styleOf, nextCell } from "../../../rulebook/boards/layout.js";

const cell = (id, row, col, more = {}) => ({ id, row, col, x: 100 * col, y: 50 * row, w: 100, h: 50, span: 1, round: false, label: {}, ...more });
/** Two rows of three: a1 b1 c1 above a2 b2 c2, in a picture of 300 x 100. */
const SIX = { box: [300, 100], cells: [cell("c2", 1, 2), cell("a1", 0, 0), cell("b2", 1, 1), cell("c1", 0, 2), cell("a2", 1, 0), cell("b1", 0, 1)] };
const names = (rows) => rows.map((row) => row.map(({ id }) => id).join(" "));
const grid = (view, turned) => new Map(gridRows(view, turned).flat().map((one) => [one.id, one]));

test("cells are read row by row from left to right, whatever their order", () => {
  assert.deepEqual(names(gridRows(SIX, false)), ["a1 b1 c1", "a2 b2 c2"]);
});

test("on a turned board lanes run upwards: rows become columns, with their last cells on top", () => {
  assert.deepEqual(names(gridRows(SIX, true)), ["c1 c2", "b1 b2", "a1 a2"]);
});

test("a rectangle is placed in percent of the picture; turned, its left end is at the bottom", () => {
  assert.deepEqual(boxOf({ x: 0, y: 50, w: 100, h: 50 }, [400, 100], false), { left: 0, top: 50, width: 25, height: 50 });
  assert.deepEqual(boxOf({ x: 0, y: 50, w: 100, h: 50 }, [400, 100], true), { left: 50, top: 75, width: 50, height: 25 });
  assert.deepEqual([sizeOf([400, 100], false), sizeOf([400, 100], true)], [[400, 100], [100, 400]]);
  assert.equal(styleOf({ left: 1, top: 2, width: 3, height: 4 }), "left:1%;top:2%;width:3%;height:4%");
  assert.equal(transformOf({ left: 1, top: 3, width: 4, height: 4 }), "left:0;top:0;width:4%;height:4%;transform:translate(25%,75%)");
});

test("cells cover the picture without gaps, turned or not", () => {
  for (const turned of [false, true]) {
    const area = gridRows(SIX, turned).flat().reduce((sum, { width, height }) => sum + (width * height) / 10_000, 0);
    assert.ok(Math.abs(area - 1) < 1e-9, `${turned}: ${area}`);
  }
});

test("tiny, large and round cells are marked for the style sheet by their unturned width", () => {
  const view = { box: [1000, 100], cells: [cell("s", 0, 0, { w: 79 }), cell("m", 0, 1, { w: 80 }), cell("l", 0, 2, { w: 301, round: true })] };
  assert.deepEqual(gridRows(view, false).flat().map(({ kind }) => kind), ["is-small", "", "is-large is-round"]);
});

test("arrow keys go to the visible neighbour, and stop at the edge", () => {
  const cells = grid(SIX, false);
  const keys = { ArrowRight: "b1", ArrowDown: "a2", ArrowLeft: "a1", ArrowUp: "a1" };
  for (const [key, there] of Object.entries(keys)) assert.equal(nextCell(cells, "a1", key), there, key);
});

test("on a turned board up is the direction of the hedgehogs", () => {
  const cells = grid(SIX, true);
  assert.equal(nextCell(cells, "a1", "ArrowUp"), "b1");
  assert.equal(nextCell(cells, "b1", "ArrowRight"), "b2");
  assert.equal(nextCell(cells, "c1", "ArrowUp"), "c1");
});

test("Home and End go along the visible row; other keys do not move the focus", () => {
  assert.equal(nextCell(grid(SIX, false), "b2", "Home"), "a2");
  assert.equal(nextCell(grid(SIX, false), "b2", "End"), "c2");
  assert.equal(nextCell(grid(SIX, true), "b2", "Home"), "b1");
  assert.equal(nextCell(grid(SIX, false), "b2", "Enter"), undefined);
});

test("without a cell straight on the nearest one aside is reached: a lone cell can be left and reached again", () => {
  // A tray on the right, one row lower; nothing is right of b1 in its own row.
  const cells = grid({ box: [500, 150], cells: [cell("a1", 0, 0), cell("b1", 0, 1), cell("tray", 1, 4)] }, false);
  assert.equal(nextCell(cells, "b1", "ArrowRight"), "tray");
  assert.equal(nextCell(cells, "tray", "ArrowLeft"), "b1");
  assert.equal(nextCell(cells, "tray", "ArrowUp"), "b1");
});

test("straight on beats aside, even if farther: a step aside counts as four ahead", () => {
  const cells = new Map([["from", { row: 0, col: 0, span: 1 }], ["far", { row: 3, col: 0, span: 1 }], ["aside", { row: 1, col: 1, span: 1 }], ["farther", { row: 6, col: 0, span: 1 }]]);
  assert.equal(nextCell(cells, "from", "ArrowDown"), "far");
  cells.delete("far");
  assert.equal(nextCell(cells, "from", "ArrowDown"), "aside");
});

test("from every cell of a large field its neighbours are reached, and the way back", () => {
  // A field of 2 x 2 with a column of small cells on either side.
  const cells = new Map([["big", { row: 0, col: 1, span: 2 }], ["w0", { row: 0, col: 0, span: 1 }], ["w1", { row: 1, col: 0, span: 1 }], ["e1", { row: 1, col: 3, span: 1 }], ["e0", { row: 0, col: 6, span: 1 }]]);
  assert.equal(nextCell(cells, "w1", "ArrowRight"), "big");
  assert.equal(nextCell(cells, "big", "ArrowRight"), "e1", "beside its lower half, and nearer than the one beside its upper");
  assert.equal(nextCell(cells, "big", "ArrowLeft"), "w0");
  assert.equal(nextCell(cells, "e1", "ArrowLeft"), "big");
});

test("Tab returns to the last cell if it still exists, else to the first; to none on an empty board", () => {
  const rows = gridRows(SIX, false);
  assert.equal(tabStop(rows, "b2"), "b2");
  assert.equal(tabStop(rows, "z9"), "a1");
  assert.equal(tabStop(rows, null), "a1");
  assert.equal(tabStop([], "a1"), null);
});
