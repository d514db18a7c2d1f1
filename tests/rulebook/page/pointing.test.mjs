// What a click means and what is marked: lists of moves as Python sends them, and what a reader must see.

import assert from "node:assert/strict";
import { test } from "node:test";

import { movesBetween, cellsAt, waitsForReader, cellMarks, actionFor, newText, clearsChoice, framesToShow, narrationOnly } from "../../../rulebook/boards/pointing.js";

const move = (path, more = {}) => ({ text: path.join("-"), path, label: {}, quick: false, aim: false, ...more });
const CELLS = ["a1", "a2", "b1", "b2"].map((id) => ({ id }));
const view = (moves, more = {}) => ({ cells: CELLS, moves, refusal: null, ...more });
/** The cells with a mark. */
const having = (marks, name) => [...marks].filter(([, one]) => one[name]).map(([id]) => id);

test("a click plays the one move that begins there and needs no choice", () => {
  const quick = move(["a1", "b1"], { quick: true });
  assert.deepEqual(actionFor([quick, move(["a2", "b2"])], "a1", null, true), { play: [quick] });
});

test("a quick move is not played if another begins at the same cell: the reader must say where to", () => {
  assert.deepEqual(actionFor([move(["a1", "b1"], { quick: true }), move(["a1", "a2"])], "a1", null, true), { choose: "a1" });
});

test("a slow move is chosen by the first click and played by the second", () => {
  const slow = move(["a1", "b1"]);
  assert.deepEqual(actionFor([slow], "a1", null, true), { choose: "a1" });
  assert.deepEqual(actionFor([slow], "b1", "a1", false), { play: [slow] });
});

test("a second click on the chosen piece puts it down", () => {
  assert.deepEqual(actionFor([move(["a1", "b1"])], "a1", "a1", true), { choose: null });
});

test("with a piece in the hand, a click on another that can move takes that one", () => {
  assert.deepEqual(actionFor([move(["a1", "b1"]), move(["a2", "b2"])], "a2", "a1", true), { choose: "a2" });
});

test("of two ways to the same cell none is played unasked", () => {
  const ways = [move(["a1", "b1", "b2"]), move(["a1", "a2", "b2"])];
  assert.deepEqual(actionFor(ways, "b2", "a1", false), { play: ways });
});

test("moves of one cell are played by a click there, and asked about if there are more", () => {
  const [one, other] = [move(["a1"], { text: "a1" }), move(["a1"], { text: "a1!" })];
  assert.deepEqual(actionFor([one], "a1", null, false), { play: [one] });
  assert.deepEqual(actionFor([one, other], "a1", null, false), { play: [one, other] });
});

test("a move that may be aimed at is played from its end, but what begins there comes first", () => {
  const aimed = move(["a1", "b1"], { aim: true });
  assert.deepEqual(actionFor([aimed, move(["a2", "b2"])], "b1", null, false), { play: [aimed] });
  assert.deepEqual(actionFor([aimed, move(["b1", "b2"])], "b1", null, true), { choose: "b1" });
});

test("what cannot be done is asked about: going to an empty cell with the piece in the hand, else that cell alone", () => {
  const moves = [move(["a1", "b1"])];
  assert.deepEqual(actionFor(moves, "b2", "a1", false), { ask: ["a1", "b2"] });
  assert.deepEqual(actionFor(moves, "b2", "a1", true), { ask: ["b2"] }, "another piece: why can that one not move?");
  assert.deepEqual(actionFor(moves, "b2", null, false), { ask: ["b2"] });
  assert.deepEqual(actionFor([], "a1", null, true), { ask: ["a1"] }, "nobody's turn");
});

test("moves between two cells are those that begin at one and end at the other, by whatever way", () => {
  const moves = [move(["a1", "a2"]), move(["a1", "b1", "a2"]), move(["a2", "a1"]), move(["a2"])];
  assert.deepEqual(movesBetween(moves, "a1", "a2"), moves.slice(0, 2));
});

test("marked are the cells where moves begin; where they lead only once a piece is chosen", () => {
  const at = view([move(["a1", "b1"]), move(["a2", "b2"])]);
  const before = cellMarks(at, { open: true });
  assert.deepEqual([having(before, "may"), having(before, "to"), having(before, "chosen")], [["a1", "a2"], [], []]);
  const after = cellMarks(at, { open: true, chosen: "a1" });
  assert.deepEqual([having(after, "may"), having(after, "to"), having(after, "chosen")], [["a1", "a2"], ["b1"], ["a1"]]);
});

test("every cell that is marked as a target is one that a click plays, and the other way round", () => {
  const moves = [move(["a1", "b1"]), move(["a1", "a2", "b2"]), move(["a2", "b2"], { aim: true })];
  for (const chosen of [null, "a1"]) {
    const to = having(cellMarks(view(moves), { open: true, chosen }), "to");
    for (const { id } of CELLS) assert.equal("play" in actionFor(moves, id, chosen, false), to.includes(id), `${id} with ${chosen}`);
  }
});

test("a cell that is a move by itself is a target, but not while a piece is in the hand", () => {
  const at = view([move(["b1"]), move(["a1", "b2"])]);
  assert.deepEqual(having(cellMarks(at, { open: true }), "to"), ["b1"]);
  assert.deepEqual(having(cellMarks(at, { open: true, chosen: "a1" }), "to"), ["b2"]);
});

test("targets are only hinted at before a piece is chosen", () => {
  const at = view([move(["a1", "b1"], { aim: true })]);
  assert.deepEqual(having(cellMarks(at, { open: true }), "aim"), ["b1"]);
  assert.deepEqual(having(cellMarks(at, { open: true, chosen: "a1" }), "aim"), []);
});

test("while it is not for a reader to move nothing may be done, but what stood in the way is still marked", () => {
  const marks = cellMarks(view([move(["a1", "b1"])], { refusal: { squares: ["a2", "b2"] } }), { open: false });
  assert.deepEqual([having(marks, "may"), having(marks, "to"), having(marks, "why")], [[], [], ["a2", "b2"]]);
});

test("discs that may be flicked are marked, and the one in the hand is chosen; a cell without one never is", () => {
  const marks = cellMarks(view([]), { open: true, aimed: { a1: "A3", a2: "A4" }, disc: "A4" });
  assert.deepEqual([having(marks, "may"), having(marks, "chosen")], [["a1", "a2"], ["a2"]]);
  assert.deepEqual(having(cellMarks(view([]), { open: true, aimed: {}, disc: null }), "chosen"), []);
});

test("a piece stays in the hand when a refusal comes, and is put down by what changes the board", () => {
  const before = { ply: 3, text: "a1=A", task: null };
  assert.equal(clearsChoice({ ...before }, before), false);
  assert.equal(clearsChoice({ ...before, ply: 4 }, before), true);
  assert.equal(clearsChoice({ ...before, text: "a1=B" }, before), true);
  assert.equal(clearsChoice(before, undefined), true, "a board that has just been made");
});

test("after a wrong move of a task the piece is back and no longer in the hand, though nothing else has changed", () => {
  const before = { ply: 3, text: "a1=A", task: { state: "open" } };
  assert.equal(clearsChoice({ ...before, task: { state: "wrong" } }, before), true);
});

test("a move that was just made is told with its pictures; a jump, a look back or an unseen board shows what there is", () => {
  const before = { ply: 3, svg: "old" };
  const after = { ply: 4, svg: "new", frames: ["one", "two"] };
  assert.deepEqual(framesToShow(after, before, true), { pictures: ["one", "two", "new"], animates: true });
  for (const [now, was, seen] of [[after, before, false], [{ ...after, ply: 5 }, before, true], [{ ...after, ply: 2 }, before, true], [after, undefined, true]]) {
    assert.deepEqual(framesToShow(now, was, seen), { pictures: ["new"], animates: false });
  }
});

test("the same picture is not drawn again: what is dragged in it stays in the hand", () => {
  assert.deepEqual(framesToShow({ ply: 4, svg: "same", frames: ["one"] }, { ply: 3, svg: "same" }, true), { pictures: [], animates: false });
});

test("nothing goes on by itself on a board that has not been touched, is stopped, or looks back", () => {
  const at = { auto: "player", waits: false, can: { undo: true, redo: false } };
  const reader = { awake: true, reading: false, paused: false, chooses: false };
  assert.equal(waitsForReader(at, reader), false);
  for (const change of [{ awake: false }, { reading: true }, { paused: true }, { chooses: true }]) assert.equal(waitsForReader(at, { ...reader, ...change }), true, JSON.stringify(change));
  assert.equal(waitsForReader({ ...at, can: { undo: true, redo: true } }, reader), true);
  assert.equal(waitsForReader({ ...at, waits: true }, reader), true);
});

test("where a reader is to move nothing waits for him: the die is no button then", () => {
  assert.equal(waitsForReader({ auto: null, waits: false, can: { redo: true } }, { awake: false, reading: true, paused: true, chooses: true }), false);
});

test("a listener hears only what was added to the story; the same again only if it was done again", () => {
  assert.equal(newText("A rolls 3. B passes.", "A rolls 3.", true), "B passes.");
  assert.equal(newText("B rolls 1.", "A rolls 3.", true), "B rolls 1.");
  assert.equal(newText("A passes.", "A passes.", false), "");
  assert.equal(newText("A passes.", "A passes.", true), "A passes.");
  assert.equal(newText("A rolls 3.", "", true), "A rolls 3.");
});

test("the story is shown without the question that stands below it and without what has pictures of its own", () => {
  assert.equal(narrationOnly("A rolls 3. It is A's turn.", "It is A's turn.", []), "A rolls 3.");
  assert.equal(narrationOnly("One. Two. Three.", "", ["Two."]), "One. Three.");
});

/** Three small squares side by side, 24 pixels each, at the top left of the screen. */
const SMALL = ["a1", "a2", "a3"].map((id, k) => [id, { left: 24 * k, top: 0, width: 24, height: 24 }]);

test("a finger means the nearest square that may be meant, within a fingertip of its middle", () => {
  assert.deepEqual(cellsAt(SMALL, 10, 14), ["a1"]);
  assert.deepEqual(cellsAt(SMALL.slice(0, 1), 33, 30), ["a1"]);
  assert.deepEqual(cellsAt(SMALL.slice(0, 1), 36, 12), []);
  assert.deepEqual(cellsAt([], 10, 14), []);
});

test("where two squares are as near, a finger means either", () => {
  assert.deepEqual(cellsAt(SMALL, 25, 12), ["a2", "a1"]);
  assert.deepEqual(cellsAt(SMALL, 31, 12), ["a2"]);
});

test("a square larger than a fingertip is meant wherever it is touched", () => {
  assert.deepEqual(cellsAt([["a1", { left: 0, top: 0, width: 100, height: 60 }]], 95, 55), ["a1"]);
});
