// The editor of rules: what Tab and Enter do to a text.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: {} } };
const { indented, lineStart, newLine } = await import("../../../rulebook/making/editor.js");

test("a line begins after the break before it", () => {
  assert.deepEqual([lineStart("ab\ncd", 0), lineStart("ab\ncd", 2), lineStart("ab\ncd", 3), lineStart("ab\ncd", 5)], [0, 0, 3, 3]);
});

test("every line of a selection is indented whole, and gives back what it got", () => {
  const more = indented("a\nbb\nc", 3, 6, false);
  assert.deepEqual(more, { text: "a\n    bb\n    c", from: 7, to: 14 });
  assert.deepEqual(indented(more.text, more.from, more.to, true), { text: "a\nbb\nc", from: 3, to: 6 });
});

test("less than a step of indentation goes as far as it is there", () => {
  assert.equal(indented("  a", 2, 3, true).text, "a");
});

test("Enter keeps the indentation, and adds a step after a colon", () => {
  assert.equal(newLine("    x = 1", 9), "\n    ");
  assert.equal(newLine("def f(s):", 9), "\n    ");
  assert.equal(newLine("    if x:  ", 11), "\n        ");
});
