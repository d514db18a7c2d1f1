// A picture is patched into the next one: it must equal what was sent, and nodes that are in both must stay.

import assert from "node:assert/strict";
import test from "node:test";

import { morph } from "../../../rulebook/boards/redraw.js";

/** A mock node, with what the page's code uses. */
class Part {
  nodeType = 1;
  parentNode = null;

  constructor(name, ...parts) {
    this.name = name;
    this.childNodes = [];
    for (const one of parts) this.insertBefore(one, null);
  }

  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  removeChild(one) {
    assert.equal(one.parentNode, this);
    this.childNodes.splice(this.childNodes.indexOf(one), 1);
    one.parentNode = null;
  }

  insertBefore(one, next) {
    assert.ok(next === null || next.parentNode === this);
    one.parentNode?.removeChild(one);
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, one);
    one.parentNode = this;
  }

  cloneNode(deep) { return new Part(this.name, ...(deep ? this.childNodes.map((one) => one.cloneNode(true)) : [])); }

  isEqualNode(other) { return String(this) === String(other); }

  toString() { return `${this.name}(${this.childNodes.join(" ")})`; }
}

const part = (name, ...parts) => new Part(name, ...parts);

test("nodes in both pictures stay, in any order", () => {
  const old = part("board", part("ground", part("a"), part("b")), part("pieces", part("tray"), part("c1", part("A1"), part("B2")), part("d4")));
  const [ground, pieces] = old.childNodes;
  const [, stack, other] = pieces.childNodes;
  const now = part("board", part("ground", part("a"), part("b")), part("arrow"), part("pieces", part("tray"), part("d4"), part("c1", part("A1")), part("e2", part("B2"))));
  const wanted = String(now);
  morph(old, now);
  assert.equal(String(old), wanted);
  assert.deepEqual([old.childNodes[0], old.childNodes[2]], [ground, pieces]);
  assert.deepEqual([pieces.childNodes[1], pieces.childNodes[2]], [other, stack]);
});

test("any picture becomes the one that was sent", () => {
  let state = 7;
  const chance = (many) => {
    state = (state * 48271) % 2147483647;
    return state % many;
  };
  const grown = (deep) => part("abc"[chance(3)], ...Array.from({ length: deep ? chance(5) : 0 }, () => grown(deep - 1)));
  for (let round = 0; round < 400; round += 1) {
    const [old, now] = [part("picture", ...grown(3).childNodes.slice()), part("picture", ...grown(3).childNodes.slice())];
    const wanted = String(now);
    morph(old, now);
    assert.equal(String(old), wanted);
    assert.ok(old.childNodes.every((one) => one.parentNode === old));
  }
});
