// No click is lost: not one on a button that is drawn anew while it is held down, nor one made while a message is on its way.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ActionQueue } from "../../../rulebook/boards/queue.js";
import { HeldPresses } from "../../../rulebook/stage/held_press.js";

/** A button of a page, as far as a press asks; `clicks` counts what reached it. */
function button(text, { move, isConnected = true, disabled = false } = {}) {
  const one = {
    textContent: text, dataset: { move }, isConnected, disabled, clicks: 0,
    getAttribute: () => null, closest: () => one, click: () => { one.clicks += 1; },
  };
  return one;
}

/** Press one button; another is there when the pointer comes up. */
function pressed(first, then, event = {}) {
  const presses = new HeldPresses(() => then);
  presses.down({ target: first, button: 0, pointerType: "mouse", ...event });
  presses.up({ clientX: 1, clientY: 1 });
  return then?.clicks ?? 0;
}

const gone = { isConnected: false };

test("a button that was drawn anew while it was held down is clicked once", () => {
  assert.equal(pressed(button("Stop", gone), button("Stop")), 1);
  assert.equal(pressed(button("Pass", { ...gone, move: "-" }), button("Pass", { move: "-" })), 1);
});

test("a button that is still there gets its click from the browser alone", () => {
  const stop = button("Stop");
  assert.equal(pressed(stop, stop), 0);
});

test("another button in its place is not meant, nor one that can no longer be pressed, nor none", () => {
  assert.equal(pressed(button("Stop", gone), button("Review again")), 0);
  assert.equal(pressed(button("Pass", { ...gone, move: "-" }), button("Pass", { move: "--" })), 0);
  assert.equal(pressed(button("Stop", gone), button("Stop", { disabled: true })), 0);
  assert.equal(pressed(button("Stop", gone), null), 0);
});

test("neither a finger nor the other mouse button presses: browsers see to the one, and the other is no click", () => {
  assert.equal(pressed(button("Stop", gone), button("Stop"), { pointerType: "touch" }), 0);
  assert.equal(pressed(button("Stop", gone), button("Stop"), { button: 2 }), 0);
});

test("a press that was let go does not count for the next", () => {
  const [first, then] = [button("Stop", gone), button("Stop")];
  const presses = new HeldPresses(() => then);
  presses.down({ target: first, button: 0, pointerType: "mouse" });
  presses.up({ clientX: 1, clientY: 1 });
  presses.up({ clientX: 1, clientY: 1 });
  assert.equal(then.clicks, 1);
});

/** What is done, in its order, after so many deeds while a message was on its way: names, cells in brackets. */
function done(...deeds) {
  const waiting = new ActionQueue();
  const found = [];
  for (const deed of deeds) waiting.add(() => found.push(deed), /^\[(.+)\]$/.exec(deed)?.[1] ?? null);
  for (const act of waiting.take()) act();
  assert.deepEqual(waiting.take(), [], "nothing is done twice");
  return found;
}

test("a piece and where it goes both wait for an answer, in their order", () => {
  assert.deepEqual(done("[e4]", "[e3]"), ["[e4]", "[e3]"]);
  assert.deepEqual(done("[a1]", "[e4]", "[e3]"), ["[e4]", "[e3]"], "the last two");
});

test("of other deeds, and of clicks on one cell, the last is meant", () => {
  assert.deepEqual(done(), []);
  assert.deepEqual(done("undo", "roll"), ["roll"]);
  assert.deepEqual(done("[e4]", "[e4]"), ["[e4]"]);
  assert.deepEqual(done("[e4]", "undo"), ["undo"]);
  assert.deepEqual(done("undo", "[e4]"), ["[e4]"]);
});
