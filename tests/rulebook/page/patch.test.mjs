// Patches of a view: page and Python must agree, even after lost and late messages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { applyPatch, watch } from "../../../rulebook/stage/patch.js";

/** A mock model: it has values and listeners, and records what is sent. */
function model(view) {
  const state = { _view: view };
  const heard = [];
  const one = { sent: [], sets: 0, get: (key) => state[key], on: (_name, listener) => heard.push(listener), send: (message) => one.sent.push(message) };
  one.set = (key, value) => { state[key] = value; one.sets += 1; };
  one.gets = (content) => heard.forEach((listener) => listener(content));
  return one;
}

test("a replaced value is the new one, whatever the old one", () => {
  for (const [old, value] of [[1, 2], ["a", null], [{ a: 1 }, []], [undefined, false]]) assert.equal(applyPatch(old, { is: value }), value);
});

test("only the named keys of a dictionary change, and the rest stay the same objects, which need no redrawing", () => {
  const old = { ply: 1, cells: [{ id: "a1" }], rows: { a: 1 } };
  const after = applyPatch(old, { in: { ply: { is: 2 } } });
  assert.deepEqual(after, { ply: 2, cells: [{ id: "a1" }], rows: { a: 1 } });
  assert.equal(after.cells, old.cells);
  assert.equal(old.ply, 1, "the old value is still what it was: update() compares both");
});

test("new fields appear, and removed ones are gone, not undefined: `in` must not find them", () => {
  const after = applyPatch({ back: true, step: 5 }, { in: { far: { is: 1 } }, gone: ["back"] });
  assert.deepEqual(Object.keys(after), ["step", "far"]);
});

test("cuts of a text are applied from the end, so that positions stay valid", () => {
  assert.equal(applyPatch("<g>A1</g><g>B2</g>", { cut: [[12, 2, "C3"], [3, 2, "D4"]] }), "<g>D4</g><g>C3</g>");
  assert.equal(applyPatch("abc", { cut: [[3, 0, "d"], [0, 1, ""]] }), "bcd", "at the end, and nothing instead");
});

test("a list of another length is cut, one of the same length is patched by index, and both stay lists", () => {
  assert.deepEqual(applyPatch(["a", "b", "c"], { cut: [[1, 1, ["x", "y"]]] }), ["a", "x", "y", "c"]);
  const after = applyPatch([1, 2, 3], { in: { 1: { is: 5 } } });
  assert.deepEqual(after, [1, 5, 3]);
  assert.ok(Array.isArray(after));
});

test("patches can be nested", () => {
  const old = { rows: [{ words: ["e4", "e5"] }, { words: ["-"] }] };
  assert.deepEqual(applyPatch(old, { in: { rows: { in: { 1: { in: { words: { cut: [[1, 0, ["5"]]] } } } } } } }), { rows: [{ words: ["e4", "e5"] }, { words: ["-", "5"] }] });
});

test("a patch of the current version makes the next one", () => {
  const on = model({ v: 3, ply: 1 });
  watch(on);
  on.gets({ patch: { in: { ply: { is: 2 } } }, of: "_view", from: 3, to: 4 });
  assert.deepEqual(on.get("_view"), { v: 4, ply: 2 });
  assert.deepEqual(on.sent, []);
});

test("a patch older than the whole view is ignored", () => {
  const on = model({ v: 5, ply: 3 });
  watch(on);
  on.gets({ patch: { in: { ply: { is: 2 } } }, of: "_view", from: 3, to: 4 });
  assert.deepEqual(on.get("_view"), { v: 5, ply: 3 });
  assert.deepEqual([on.sets, on.sent], [0, []]);
});

test("after a lost patch nothing is applied and the whole view is requested, once per burst", () => {
  const on = model({ v: 3, ply: 1 });
  watch(on);
  for (const to of [5, 6, 7]) on.gets({ patch: { in: { ply: { is: to } } }, of: "_view", from: to - 1, to });
  assert.deepEqual(on.get("_view"), { v: 3, ply: 1 });
  assert.deepEqual(on.sent, [{ do: "whole" }]);
});

test("a model with two views applies a patch once, and requests a lost one once", () => {
  const on = model({ v: 1, ply: 0 });
  watch(on);
  watch(on);
  on.gets({ patch: { in: { ply: { is: 1 } } }, of: "_view", from: 1, to: 2 });
  assert.equal(on.sets, 1);
  on.gets({ patch: { in: { ply: { is: 9 } } }, of: "_view", from: 8, to: 9 });
  assert.deepEqual(on.sent, [{ do: "whole" }]);
});

test("other messages to a widget, and a frozen page without a model, are harmless", () => {
  const on = model({ v: 1 });
  watch(on);
  on.gets({ file: "findings.csv" });
  on.gets(undefined);
  watch(undefined);
  assert.equal(on.sets, 0);
});
