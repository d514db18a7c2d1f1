// No click is lost: neither on a button redrawn while pressed, nor while a message is pending.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ActionQueue } from "../../../rulebook/boards/queue.js";
import { HeldPresses } from "../../../rulebook/stage/held_press.js";

/** A mock button; `clicks` counts its clicks. */
function button(text, { move, isConnected = true, disabled = false } = {}) {
  const one = {
    textContent: text, dataset: { move }, isConnected, disabled, clicks: 0,
    getAttribute: () => null, closest: () => one, click: () => { one.clicks += 1; },
  };
  return one;
}

/** Press one button; release the pointer over another. */
function pressed(first, then, event = {}) {
  const presses = new HeldPresses(() => then);
  presses.down({ target: first, button: 0, pointerType: "mouse", ...event });
  presses.up({ clientX: 1, clientY: 1 });
  return then?.clicks ?? 0;
}

const gone = { isConnected: false };

test("a button redrawn while pressed is clicked once", () => {
  assert.equal(pressed(button("Stop", gone), button("Stop")), 1);
  assert.equal(pressed(button("Pass", { ...gone, move: "-" }), button("Pass", { move: "-" })), 1);
});

test("a button that is not redrawn gets its click from the browser only", () => {
  const stop = button("Stop");
  assert.equal(pressed(stop, stop), 0);
});

test("another button in its place, a disabled one or none is not clicked", () => {
  assert.equal(pressed(button("Stop", gone), button("Review again")), 0);
  assert.equal(pressed(button("Pass", { ...gone, move: "-" }), button("Pass", { move: "--" })), 0);
  assert.equal(pressed(button("Stop", gone), button("Stop", { disabled: true })), 0);
  assert.equal(pressed(button("Stop", gone), null), 0);
});

test("touch and other mouse buttons are ignored: browsers handle the former, and the latter do not click", () => {
  assert.equal(pressed(button("Stop", gone), button("Stop"), { pointerType: "touch" }), 0);
  assert.equal(pressed(button("Stop", gone), button("Stop"), { button: 2 }), 0);
});

test("a released press does not count for the next one", () => {
  const [first, then] = [button("Stop", gone), button("Stop")];
  const presses = new HeldPresses(() => then);
  presses.down({ target: first, button: 0, pointerType: "mouse" });
  presses.up({ clientX: 1, clientY: 1 });
  presses.up({ clientX: 1, clientY: 1 });
  assert.equal(then.clicks, 1);
});

/** Return what is done, in order, after actions while a message was pending: names, cells in brackets. */
function done(...deeds) {
  const waiting = new ActionQueue();
  const found = [];
  for (const deed of deeds) waiting.add(() => found.push(deed), /^\[(.+)\]$/.exec(deed)?.[1] ?? null);
  for (const act of waiting.take()) act();
  assert.deepEqual(waiting.take(), [], "nothing is done twice");
  return found;
}

test("clicks on a piece and its target both wait for an answer, in order", () => {
  assert.deepEqual(done("[e4]", "[e3]"), ["[e4]", "[e3]"]);
  assert.deepEqual(done("[a1]", "[e4]", "[e3]"), ["[e4]", "[e3]"], "the last two");
});

test("of other actions, and of clicks on one cell, the last counts", () => {
  assert.deepEqual(done(), []);
  assert.deepEqual(done("undo", "roll"), ["roll"]);
  assert.deepEqual(done("[e4]", "[e4]"), ["[e4]"]);
  assert.deepEqual(done("[e4]", "undo"), ["undo"]);
  assert.deepEqual(done("undo", "[e4]"), ["[e4]"]);
});
