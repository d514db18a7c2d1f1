// Answers that Python computed ahead: shown only for the very message, and in the very view.

import assert from "node:assert/strict";
import test from "node:test";

import { prefetchedView, isSameView } from "../../../rulebook/boards/prefetch.js";

const VIEW = { n: 3, v: 8, ply: 4, svg: "before", moves: [{ text: "a1", path: ["a1"] }] };
const AHEAD = { v: 8, answers: { '{"do":"play","move":"a1"}': { in: { ply: { is: 5 }, svg: { is: "after" } } } } };
const DEED = { do: "play", move: "a1" };

test("only the very message, of the same view and ply, has an answer computed ahead, whatever its number", () => {
  const seen = prefetchedView(AHEAD, VIEW, { ...DEED, n: 4 });
  assert.deepEqual(seen, { ...VIEW, ply: 5, svg: "after" });
  assert.equal(seen.moves, VIEW.moves);
  assert.deepEqual(prefetchedView(AHEAD, VIEW, { ply: 4, ...DEED }), seen);
  const others = [[AHEAD, VIEW, { ...DEED, move: "a2" }], [AHEAD, { ...VIEW, v: 9 }, DEED], [AHEAD, VIEW, { ply: 3, ...DEED }], [null, VIEW, DEED]];
  for (const other of others) assert.equal(prefetchedView(...other), null);
  // Answers are compared without their number and version.
  const shown = { ...prefetchedView(AHEAD, VIEW, DEED), n: 9 };
  for (const [change, same] of [[{ v: 9 }, true], [{ svg: "captured" }, false], [{ error: { en: "no" } }, false]]) {
    assert.equal(isSameView({ ...structuredClone(shown), ...change }, shown), same);
  }
});
