// The meaning of clicks, and marks: for lists of moves as Python sends them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { movesBetween, cellsAt, waitsForReader, cellMarks, actionFor, newText, clearsChoice, framesToShow, narrationOnly } from "../../../rulebook/boards/pointing.js";

const move = (path, more = {}) => ({ text: path.join("-"), path, label: {}, quick: false, aim: false, ...more });
const CELLS = ["a1", "a2", "b1", "b2"].map((id) => ({ id }));
const view = (moves, more = {}) => ({ cells: CELLS, moves, refusal: null, ...more });
/** Return the cells with a mark. */
const having = (marks, name) => [...marks].filter(([, one]) => one[name]).map(([id]) => id);

test("a click plays the only move from a cell if it needs no choice", () => {
  const quick = move(["a1", "b1"], { quick: true });
  assert.deepEqual(actionFor([quick, move(["a2", "b2"])], "a1", null, true), { play: [quick] });
});

test("a quick move is not played if another starts at the same cell: the reader must choose", () => {
  assert.deepEqual(actionFor([move(["a1", "b1"], { quick: true }), move(["a1", "a2"])], "a1", null, true), { choose: "a1" });
});

test("a slow move is selected by the first click and played by the second", () => {
  const slow = move(["a1", "b1"]);
  assert.deepEqual(actionFor([slow], "a1", null, true), { choose: "a1" });
  assert.deepEqual(actionFor([slow], "b1", "a1", false), { play: [slow] });
});

test("a second click on the selected piece deselects it", () => {
  assert.deepEqual(actionFor([move(["a1", "b1"])], "a1", "a1", true), { choose: null });
});

test("with a piece selected, a click on another movable one selects that", () => {
  assert.deepEqual(actionFor([move(["a1", "b1"]), move(["a2", "b2"])], "a2", "a1", true), { choose: "a2" });
});

test("of two ways to the same cell neither is played without asking", () => {
  const ways = [move(["a1", "b1", "b2"]), move(["a1", "a2", "b2"])];
  assert.deepEqual(actionFor(ways, "b2", "a1", false), { play: ways });
});

test("a single move of a cell is played by a click there; among several the reader chooses", () => {
  const [one, other] = [move(["a1"], { text: "a1" }), move(["a1"], { text: "a1!" })];
  assert.deepEqual(actionFor([one], "a1", null, false), { play: [one] });
  assert.deepEqual(actionFor([one, other], "a1", null, false), { play: [one, other] });
});

test("a move that can be aimed at is played from its target, but moves starting there come first", () => {
  const aimed = move(["a1", "b1"], { aim: true });
  assert.deepEqual(actionFor([aimed, move(["a2", "b2"])], "b1", null, false), { play: [aimed] });
  assert.deepEqual(actionFor([aimed, move(["b1", "b2"])], "b1", null, true), { choose: "b1" });
});

test("an impossible click asks why: the selected piece's move to that cell, or the cell alone", () => {
  const moves = [move(["a1", "b1"])];
  assert.deepEqual(actionFor(moves, "b2", "a1", false), { ask: ["a1", "b2"] });
  assert.deepEqual(actionFor(moves, "b2", "a1", true), { ask: ["b2"] }, "another piece: why can that one not move?");
  assert.deepEqual(actionFor(moves, "b2", null, false), { ask: ["b2"] });
  assert.deepEqual(actionFor([], "a1", null, true), { ask: ["a1"] }, "nobody's turn");
});

test("moves between two cells start at one and end at the other, by any way", () => {
  const moves = [move(["a1", "a2"]), move(["a1", "b1", "a2"]), move(["a2", "a1"]), move(["a2"])];
  assert.deepEqual(movesBetween(moves, "a1", "a2"), moves.slice(0, 2));
});

test("origins of moves are marked; targets only once a piece is selected", () => {
  const at = view([move(["a1", "b1"]), move(["a2", "b2"])]);
  const before = cellMarks(at, { open: true });
  assert.deepEqual([having(before, "may"), having(before, "to"), having(before, "chosen")], [["a1", "a2"], [], []]);
  const after = cellMarks(at, { open: true, chosen: "a1" });
  assert.deepEqual([having(after, "may"), having(after, "to"), having(after, "chosen")], [["a1", "a2"], ["b1"], ["a1"]]);
});

test("exactly the cells marked as targets are played by a click", () => {
  const moves = [move(["a1", "b1"]), move(["a1", "a2", "b2"]), move(["a2", "b2"], { aim: true })];
  for (const chosen of [null, "a1"]) {
    const to = having(cellMarks(view(moves), { open: true, chosen }), "to");
    for (const { id } of CELLS) assert.equal("play" in actionFor(moves, id, chosen, false), to.includes(id), `${id} with ${chosen}`);
  }
});

test("a cell that is a move by itself is a target, but not while a piece is selected", () => {
  const at = view([move(["b1"]), move(["a1", "b2"])]);
  assert.deepEqual(having(cellMarks(at, { open: true }), "to"), ["b1"]);
  assert.deepEqual(having(cellMarks(at, { open: true, chosen: "a1" }), "to"), ["b2"]);
});

test("targets are only hinted at before a piece is selected", () => {
  const at = view([move(["a1", "b1"], { aim: true })]);
  assert.deepEqual(having(cellMarks(at, { open: true }), "aim"), ["b1"]);
  assert.deepEqual(having(cellMarks(at, { open: true, chosen: "a1" }), "aim"), []);
});

test("while it is not a reader's turn nothing is offered, but the cause of a refusal stays marked", () => {
  const marks = cellMarks(view([move(["a1", "b1"])], { refusal: { squares: ["a2", "b2"] } }), { open: false });
  assert.deepEqual([having(marks, "may"), having(marks, "to"), having(marks, "why")], [[], [], ["a2", "b2"]]);
});

test("discs that may be flicked are marked, and the current one is selected; empty cells never are", () => {
  const marks = cellMarks(view([]), { open: true, aimed: { a1: "A3", a2: "A4" }, disc: "A4" });
  assert.deepEqual([having(marks, "may"), having(marks, "chosen")], [["a1", "a2"], ["a2"]]);
  assert.deepEqual(having(cellMarks(view([]), { open: true, aimed: {}, disc: null }), "chosen"), []);
});

test("a piece stays selected after a refusal, and is deselected when the board changes", () => {
  const before = { ply: 3, text: "a1=A", task: null };
  assert.equal(clearsChoice({ ...before }, before), false);
  assert.equal(clearsChoice({ ...before, ply: 4 }, before), true);
  assert.equal(clearsChoice({ ...before, text: "a1=B" }, before), true);
  assert.equal(clearsChoice(before, undefined), true, "a board that has just been made");
});

test("after a wrong move in a task the piece is back and deselected, though nothing else has changed", () => {
  const before = { ply: 3, text: "a1=A", task: { state: "open" } };
  assert.equal(clearsChoice({ ...before, task: { state: "wrong" } }, before), true);
});

test("a move just made is shown in steps; a jump, a look back or an unseen board shows the result", () => {
  const before = { ply: 3, svg: "old" };
  const after = { ply: 4, svg: "new", frames: ["one", "two"] };
  assert.deepEqual(framesToShow(after, before, true), { pictures: ["one", "two", "new"], animates: true });
  for (const [now, was, seen] of [[after, before, false], [{ ...after, ply: 5 }, before, true], [{ ...after, ply: 2 }, before, true], [after, undefined, true]]) {
    assert.deepEqual(framesToShow(now, was, seen), { pictures: ["new"], animates: false });
  }
});

test("an unchanged picture is not redrawn, so a drag in it continues", () => {
  assert.deepEqual(framesToShow({ ply: 4, svg: "same", frames: ["one"] }, { ply: 3, svg: "same" }, true), { pictures: [], animates: false });
});

test("nothing is automatic on a board that is untouched, paused or looking back", () => {
  const at = { auto: "player", waits: false, can: { undo: true, redo: false } };
  const reader = { awake: true, reading: false, paused: false, chooses: false };
  assert.equal(waitsForReader(at, reader), false);
  for (const change of [{ awake: false }, { reading: true }, { paused: true }, { chooses: true }]) assert.equal(waitsForReader(at, { ...reader, ...change }), true, JSON.stringify(change));
  assert.equal(waitsForReader({ ...at, can: { undo: true, redo: true } }, reader), true);
  assert.equal(waitsForReader({ ...at, waits: true }, reader), true);
});

test("nothing is automatic when a reader is to move: the die is no button then", () => {
  assert.equal(waitsForReader({ auto: null, waits: false, can: { redo: true } }, { awake: false, reading: true, paused: true, chooses: true }), false);
});

test("only additions to the narration are announced; a repetition only if it happened again", () => {
  assert.equal(newText("A rolls 3. B passes.", "A rolls 3.", true), "B passes.");
  assert.equal(newText("B rolls 1.", "A rolls 3.", true), "B rolls 1.");
  assert.equal(newText("A passes.", "A passes.", false), "");
  assert.equal(newText("A passes.", "A passes.", true), "A passes.");
  assert.equal(newText("A rolls 3.", "", true), "A rolls 3.");
});

test("the narration is shown without the prompt below it and without steps that have pictures", () => {
  assert.equal(narrationOnly("A rolls 3. It is A's turn.", "It is A's turn.", []), "A rolls 3.");
  assert.equal(narrationOnly("One. Two. Three.", "", ["Two."]), "One. Three.");
});

/** Three small squares side by side, of 24 pixels, at the top left of the screen. */
const SMALL = ["a1", "a2", "a3"].map((id, k) => [id, { left: 24 * k, top: 0, width: 24, height: 24 }]);

test("a tap means the nearest possible square within a fingertip of its centre", () => {
  assert.deepEqual(cellsAt(SMALL, 10, 14), ["a1"]);
  assert.deepEqual(cellsAt(SMALL.slice(0, 1), 33, 30), ["a1"]);
  assert.deepEqual(cellsAt(SMALL.slice(0, 1), 36, 12), []);
  assert.deepEqual(cellsAt([], 10, 14), []);
});

test("a tap between two equally near squares means either", () => {
  assert.deepEqual(cellsAt(SMALL, 25, 12), ["a2", "a1"]);
  assert.deepEqual(cellsAt(SMALL, 31, 12), ["a2"]);
});

test("a square larger than a fingertip can be touched anywhere", () => {
  assert.deepEqual(cellsAt([["a1", { left: 0, top: 0, width: 100, height: 60 }]], 95, 55), ["a1"]);
});
