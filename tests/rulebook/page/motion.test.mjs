// Which pieces move, and from where; and when a drag starts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Drag } from "../../../rulebook/boards/drag.js";
import { toPictureUnits, displacements } from "../../../rulebook/boards/motion.js";

const stood = (name, x, y, more = {}) => ({ name, cell: undefined, top: true, at: { x, y }, ...more });
const were = (places) => new Map(Object.entries(places).map(([name, [x, y]]) => [name, { x, y }]));
const ways = (found) => found.map((one) => (one ? [one.dx, one.dy] : null));

test("a named piece moves from its old place; one that stays does not move", () => {
  const found = displacements([stood("A1", 100, 50), stood("B2", 10, 10)], were({ A1: [40, 50], B2: [10.4, 10] }), ["c1", "d1"]);
  assert.deepEqual(ways(found), [[-60, 0], null]);
});

test("a new piece appears without motion", () => {
  assert.deepEqual(ways(displacements([stood("A1", 100, 50)], were({ B1: [0, 0] }), [])), [null]);
});

test("pieces named by owner and place move from a place that one of the same owner has left", () => {
  const found = displacements([stood("B@t12", 90, 0), stood("B@t5", 30, 0), stood("A@t9", 60, 0)], were({ "B@t8": [70, 0], "B@t5": [30, 0], "A@t9": [60, 0] }), []);
  assert.deepEqual(ways(found), [[-20, 0], null, null]);
});

test("an unnamed piece moves from the move's origin, and only the top one of its target", () => {
  const pieces = [stood("", 50, 0, { cell: "b1", top: false }), stood("", 50, 5, { cell: "b1", top: true }), stood("", 80, 0, { cell: "c1", top: true })];
  assert.deepEqual(ways(displacements(pieces, were({ "cell a1": [0, 5] }), ["a1", "b1"])), [null, [-50, 0], null]);
  assert.deepEqual(ways(displacements(pieces, were({ "cell a1": [0, 5] }), ["b1"])), [null, null, null], "a move of one cell goes nowhere");
});

test("half a board in motion is a jump through the record, without motion; nine short ways are no jump", () => {
  const many = (far) => {
    const pieces = Array.from({ length: 9 }, (_, k) => stood(`A${k}`, far, k * 10));
    return ways(displacements(pieces, new Map(pieces.map(({ name, at }) => [name, { x: 0, y: at.y }])), []));
  };
  assert.ok(many(31).every((one) => one === null));
  assert.ok(many(30).every((one) => one !== null));
});

test("a way on the screen is the same in a picture twice as large, or turned left", () => {
  assert.deepEqual(toPictureUnits({ a: 2, b: 0, c: 0, d: 2 }, 10, 4), [5, 2]);
  // Turned so that right is up: the picture's x runs upwards on the screen, its y to the right.
  const [x, y] = toPictureUnits({ a: 0, b: -1, c: 1, d: 0 }, 10, -4);
  assert.deepEqual([x, y], [4, 10]);
});

test("a drag starts after seven pixels, and then goes on: a shaky click stays a click", () => {
  globalThis.CSS = { escape: (text) => text };
  const drag = new Drag({ querySelector: () => null }, "a1", { clientX: 100, clientY: 100 });
  assert.equal(drag.follow({ clientX: 104, clientY: 104 }), false);
  assert.equal(drag.follow({ clientX: 105, clientY: 105 }), true);
  assert.equal(drag.follow({ clientX: 101, clientY: 100 }), true);
});
