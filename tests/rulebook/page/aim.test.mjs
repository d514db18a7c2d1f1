// The geometry of a flick, on a table of 10 by 5 with discs of diameter 1; the hardest flick goes a distance of 20.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Aim } from "../../../rulebook/boards/aim.js";

function aim(state = {}, discs = {}) {
  return Object.assign(new Aim(), { table: { pieces: {}, discs, size: [10, 5], origin: [0, 0], unit: 1, disc: 1, slide: 20 }, piece: "A1", turn: 0, ...state });
}
const near = (found, wanted) => found.forEach((value, k) => assert.ok(Math.abs(value - wanted[k]) < 1e-9, `${found} is not ${wanted}`));

test("the edge runs counter-clockwise from the corner, and straight in is perpendicular to it", () => {
  const [one] = [aim()];
  assert.deepEqual(one.edge(0), [0, 0, 90]);
  assert.deepEqual(one.edge(4), [4, 0, 90]);
  assert.deepEqual(one.edge(12), [10, 2, 180]);
  assert.deepEqual(one.edge(17), [8, 5, 270]);
  assert.deepEqual(one.edge(27), [0, 3, 0]);
});

test("every point of the edge is its own nearest point, so a disc placed there stays there", () => {
  for (let along = 0; along < 30; along += 0.25) {
    const [x, y] = aim().edge(along);
    assert.deepEqual(aim().edge(aim().nearest([x, y])), aim().edge(along), String(along));
  }
});

test("a point beyond the edge maps to the nearest point of the edge", () => {
  assert.deepEqual(aim().edge(aim().nearest([4, -3])).slice(0, 2), [4, 0]);
  assert.deepEqual(aim().edge(aim().nearest([14, 2])).slice(0, 2), [10, 2]);
  assert.deepEqual(aim().edge(aim().nearest([-1, 9])).slice(0, 2), [0, 5]);
});

test("a click at or beyond the edge places the disc there, one well inside aims", () => {
  assert.equal(aim().isAtEdge([5, 0.5]), true);
  assert.equal(aim().isAtEdge([11, 2]), true);
  assert.equal(aim().isAtEdge([5, 0.6]), false);
});

test("a newly placed disc points straight in", () => {
  const one = aim({ turn: 30 });
  one.put([10.2, 2]);
  assert.deepEqual([one.along, one.turn, one.angle], [12, 0, 180]);
});

test("a disc moves towards the point it is aimed at, from every side of the table", () => {
  for (const along of [3, 12, 20, 28]) {
    const one = aim({ along });
    one.aimAt([5, 2.5], 0.5);
    const [x, y] = one.edge();
    const towards = (Math.atan2(2.5 - y, 5 - x) * 180) / Math.PI;
    assert.ok(Math.abs(((one.angle - towards + 540) % 360) - 180) < 0.06, `${along}: ${one.angle} is not ${towards}`);
  }
});

test("a disc is never aimed off the table or along its edge, nor flicked too hard", () => {
  const one = aim({ along: 5 });
  one.aimAt([9, -4], 7);
  assert.deepEqual([one.turn, one.strength], [-89, 1]);
  one.aimAt([1, 0], 0);
  assert.deepEqual([one.turn, one.strength], [89, 0.02]);
});

test("a move is written in the notation of records: disc, point, angle, strength", () => {
  assert.equal(aim({ along: 27, strength: 0.6, turn: -12.34 }).text, "A1@0,3>347.7*0.6");
  assert.equal(aim({ along: 3.256, strength: 0.605 }).text, "A1@3.26,0>90*0.61");
});

test("a disc's place is described as seen: the side, and squares from the left or from below", () => {
  const said = (along, turned) => Object.values(aim({ along }).side(turned)).join(" ");
  assert.deepEqual([3, 12, 17, 27].map((along) => said(along, false)), ["bottom 3 10", "right 2 5", "top 8 10", "left 3 5"]);
  // Turned upright, the table's left edge is at the bottom, its lower edge on the right.
  assert.deepEqual([3, 12, 17, 27].map((along) => said(along, true)), ["right 3 10", "top 3 5", "left 8 10", "bottom 2 5"]);
});

test("the distance grows with the square of the strength", () => {
  const one = aim({ along: 2.5 });
  one.strength = one.strengthFor(3);
  near([one.path().far, one.path().x, one.path().y], [3, 2.5, 3]);
});

test("a strong flick leaves the table where it crosses the edge", () => {
  const path = aim({ along: 4, strength: 1 }).path();
  assert.deepEqual([path.off, path.piece], [true, null]);
  near([path.x, path.y, ...path.rest], [4, 5, 4, 5]);
});

test("the first disc in the way is hit a diameter before its centre, or later off the line; discs behind or aside are not hit", () => {
  const discs = { B1: [4, 3], B2: [4, 4.5], B3: [7, 1], B4: [4, -2] };
  const path = aim({ along: 4, strength: 1 }, discs).path();
  assert.equal(path.piece, "B1");
  near([path.far, path.x, path.y], [2, 4, 2]);
  near([aim({ along: 4.6, strength: 1 }, discs).path().far], [3 - 0.8]);
  assert.equal(aim({ along: 5, strength: 1 }, discs).path().piece, null, "exactly a diameter aside it passes");
});

test("a disc out of reach is not hit", () => {
  const one = aim({ along: 4 }, { B1: [4, 4] });
  one.strength = one.strengthFor(2.9);
  assert.equal(one.path().piece, null);
});

test("the flicked disc is not in its own way", () => {
  assert.equal(aim({ along: 4, strength: 0.3 }, { A1: [4, 1] }).path().piece, null);
});

test("room is found next to the last place of the disc, on the nearer side", () => {
  const one = aim({ along: 4 }, { B1: [4.3, 0.2] });
  one.findRoom();
  const [x, y] = one.edge();
  assert.ok(Math.hypot(x - 4.3, y - 0.2) >= 1);
  assert.equal(one.along, 3.25, "4 - 0.75; 4 + 1.5 would be the other side");
});

test("a disc with enough room stays", () => {
  const one = aim({ along: 4 }, { B1: [8, 3] });
  one.findRoom();
  assert.equal(one.along, 4);
});
