// What Python said beforehand that it would answer: shown only for the very message, and of the very view that it was said of.

import assert from "node:assert/strict";
import test from "node:test";

import { foreseen, isShown } from "../../../rulebook/boards/prefetch.js";

const VIEW = { n: 3, v: 8, ply: 4, svg: "before", prompt: { en: "A: place" }, moves: [{ text: "a1", path: ["a1"] }] };
const AHEAD = { v: 8, answers: { '{"do":"play","move":"a1"}': { in: { ply: { is: 5 }, svg: { is: "after" }, prompt: { in: { en: { is: "B: place" } } } } } } };

test("a message that was answered beforehand is answered at once, whatever its number", () => {
  const seen = foreseen(AHEAD, VIEW, { do: "play", move: "a1", n: 4 });
  assert.deepEqual(seen, { ...VIEW, ply: 5, svg: "after", prompt: { en: "B: place" } });
  assert.deepEqual(foreseen(AHEAD, VIEW, { ply: 4, do: "play", move: "a1" }), seen);
  assert.equal(seen.moves, VIEW.moves);
});

test("nothing is shown of another message, view or ply, nor where nothing was said", () => {
  assert.equal(foreseen(AHEAD, VIEW, { do: "play", move: "a2" }), null);
  assert.equal(foreseen(AHEAD, VIEW, { do: "undo", own: false }), null);
  assert.equal(foreseen(AHEAD, { ...VIEW, v: 9 }, { do: "play", move: "a1" }), null);
  assert.equal(foreseen(AHEAD, VIEW, { ply: 3, do: "play", move: "a1" }), null);
  assert.equal(foreseen(null, VIEW, { do: "play", move: "a1" }), null);
});

test("the answer itself is told from another one, not by its number and version", () => {
  const shown = { ...foreseen(AHEAD, VIEW, { do: "play", move: "a1" }), n: 9 };
  const answer = { ...structuredClone(shown), n: 9, v: 9 };
  assert.ok(isShown(answer, shown));
  assert.ok(!isShown({ ...answer, svg: "captured" }, shown));
  assert.ok(!isShown({ ...answer, error: { en: "no" } }, shown));
});
