// Links from findings to boards: the same on a server and on the static site.

import assert from "node:assert/strict";
import test from "node:test";

import { clauseUrl, questionIn, readingsUrl, sentencesIn } from "../../../rulebook/desk/selection.js";

const SERVED = "/voila/render/12-desk.ipynb";
const STATIC = "/book/12-desk.html";
const base = { chapter: "01-base-game", clause: "0.9" };
const twelve = { chapter: "04-moves", clause: "12.3" };

test("a clause has its URL on a server and on the static site", () => {
  assert.equal(clauseUrl(SERVED, base, 0), "01-base-game.ipynb#rule-0.9");
  assert.equal(clauseUrl(SERVED, twelve, 12), "04-moves.ipynb?variant=12#rule-12.3");
  assert.equal(clauseUrl(STATIC, base, null), "01-base-game.html#rule-0.9");
  assert.equal(clauseUrl(STATIC, twelve, 12), "variant-12.html#rule-12.3");
  assert.equal(clauseUrl(STATIC, { ...base, clause: "" }, null), "01-base-game.html");
});

test("a question links to both readings, and is read back there", () => {
  assert.equal(readingsUrl(SERVED, "0-a"), "12-desk.ipynb?page=readings#question=0-a");
  assert.equal(readingsUrl(STATIC, "38.lane"), "12-desk-readings.html#question=38.lane");
  assert.equal(questionIn("#question=38.lane"), "38.lane");
  assert.equal(questionIn("#board=reading-0&question=0-a"), "0-a");
  const sentences = [["b", "2 + 3 & 4 = “neuf”"], ["mine", "–"]];
  const address = readingsUrl(STATIC, "11.2", sentences);
  assert.deepEqual([questionIn(address), sentencesIn(address)], ["11.2", sentences]);
});

test("an invalid question is none", () => {
  for (const hash of ["", "#", "#question=", "#question=<b>", "#question=0-a%20", "#page-readings"]) assert.equal(questionIn(hash), "");
});
