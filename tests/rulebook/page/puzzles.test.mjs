// The next puzzle, the browser's storage with any content, and links.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linkTo, parseLink } from "../../../rulebook/stage/address.js";

globalThis.document = { documentElement: { dataset: {} } };
let stored = null;
globalThis.localStorage = { getItem: () => stored };
const { nextUnsolved, solvedPuzzles } = await import("../../../rulebook/boards/puzzles.js");

const NAMES = ["9-1", "9-2", "9-3"];

test("the next puzzle is an unsolved one, else any other", () => {
  assert.equal(nextUnsolved(NAMES, new Set()), "9-1");
  assert.equal(nextUnsolved(NAMES, new Set(["9-1"])), "9-2");
  assert.equal(nextUnsolved(NAMES, new Set(["9-2"]), "9-1"), "9-3");
  assert.equal(nextUnsolved(NAMES, new Set(["9-3", "9-2"]), "9-3"), "9-1");
  assert.equal(nextUnsolved(NAMES, new Set(NAMES), "9-1"), "9-2");
  assert.equal(nextUnsolved([], new Set()), null);
  assert.equal(nextUnsolved(["9-1"], new Set(["9-1"]), "9-1"), null);
});

test("any content of a browser's storage can be read", () => {
  stored = '["0-1", 3, null, "9-2"]';
  assert.deepEqual([...solvedPuzzles()], ["0-1", "9-2"]);
  for (stored of [null, "", "{", "{}", "7", "null"]) assert.equal(solvedPuzzles().size, 0, String(stored));
});

test("a puzzle has its own link", () => {
  const view = { name: "play-9", record: "9", games: "", rules: "9", text: "", task: { key: "9-2" } };
  const link = linkTo(view, "https://example.org/book/chapter.html#x");
  assert.equal(link, "https://example.org/book/chapter.html#board=play-9&puzzle=9-2");
  assert.deepEqual(parseLink(link.slice(link.indexOf("#"))), { board: "play-9", puzzle: "9-2" });
});
