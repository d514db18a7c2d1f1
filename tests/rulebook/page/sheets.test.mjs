// The sheets: filtered and sorted lines of a table, the pair at a point, and the desk's current finding.

import assert from "node:assert/strict";
import { test } from "node:test";

import { direction, fits, pairAt, sorted } from "../../../rulebook/choosing/tables.js";
import { classOf, filterFindings, nextOpen, spans, stepFrom, keepPosition } from "../../../rulebook/desk/selection.js";
import { addressOf, movedTo, rulesOf, ticksOf, wishOf } from "../../../rulebook/choosing/addresses.js";

const ANY = { players: "", family: "", duration: "", tactic: "", material: "" };
const row = (number, more = {}) => ({ number, title: { en: `T${number}` }, family: "race", advised: [3, 4], bracketed: [6], duration: null, tactic: null, material: null, ...more });
const order = (rows, by, down = false) => sorted(rows, { by, down }, { families: ["race", "cards"], localize: (text) => text.en, lang: "en" }).map(({ number }) => number);

test("a line passes without filters, and for a number of players even if it is in brackets", () => {
  assert.equal(fits(row(1), ANY), true);
  assert.deepEqual(["4", "6", "5"].map((players) => fits(row(1), { ...ANY, players })), [true, true, false]);
});

test("a filter for a sign passes only lines with that sign; no sign is not the same as neither more nor less", () => {
  assert.deepEqual([direction("(+)"), direction("--"), direction("="), direction(null)], [1, -1, 0, 0]);
  const wanted = { ...ANY, duration: "0" };
  assert.equal(fits(row(1, { duration: "=" }), wanted), true);
  assert.equal(fits(row(1), wanted), false);
  assert.equal(fits(row(1, { duration: "++" }), { ...ANY, duration: "1" }), true);
});

test("the filter for material knows some or none", () => {
  const some = row(1, { material: { en: "a die" } });
  assert.deepEqual([fits(some, { ...ANY, material: "some" }), fits(some, { ...ANY, material: "none" }), fits(row(1), { ...ANY, material: "none" })], [true, false, true]);
});

test("signs are ordered by strength: brackets count half, double signs twice; no sign comes last in both directions", () => {
  const rows = [row(1), row(2, { tactic: "++" }), row(3, { tactic: "-" }), row(4, { tactic: "(+)" }), row(5, { tactic: "+" })];
  assert.deepEqual(order(rows, "tactic"), [3, 4, 5, 2, 1]);
  assert.deepEqual(order(rows, "tactic", true), [2, 5, 4, 3, 1]);
});

test("lines equal in a column stay in the order of their numbers, in both directions", () => {
  const rows = [row(3), row(1), row(2, { family: "cards" })];
  assert.deepEqual(order(rows, "family"), [1, 3, 2]);
  assert.deepEqual(order(rows, "family", true), [2, 1, 3]);
});

test("players are ordered by minimum, then maximum, brackets included; words in the language's order", () => {
  assert.deepEqual(order([row(1, { advised: [2, 5], bracketed: [] }), row(2, { advised: [2], bracketed: [3] }), row(3)], "players"), [2, 1, 3]);
  assert.deepEqual(order([row(1, { title: { en: "Zebra" } }), row(2, { title: { en: "école" } }), row(3, { title: { en: "Eden" } })], "title"), [2, 3, 1]);
});

test("sorting does not change the table itself", () => {
  const rows = [row(2), row(1)];
  order(rows, "number");
  assert.deepEqual(rows.map(({ number }) => number), [2, 1]);
});

// ---- all pairs -----------------------------------------------------------------------------------------------------

const GEOMETRY = { cell: 10, edge: 20, side: 70 };

test("a point of the picture is a pair at any size, except for the margin and the diagonal", () => {
  const box = { x: 100, y: 200, width: 140, height: 140 }; // twice as large
  assert.deepEqual(pairAt(100 + 2 * 45, 200 + 2 * 25, box, GEOMETRY, 5), [0, 2]);
  assert.equal(pairAt(100 + 2 * 25, 200 + 2 * 25, box, GEOMETRY, 5), null, "a variant with itself");
  assert.equal(pairAt(100 + 2 * 10, 200 + 2 * 25, box, GEOMETRY, 5), null);
  assert.equal(pairAt(100 + 2 * 71, 200 + 2 * 25, box, GEOMETRY, 5), null);
});

// ---- the desk ------------------------------------------------------------------------------------------------------

const FINDINGS = [
  { id: "p", klass: "meaning", variant: 7, inner: false }, { id: "q", klass: "spelling", variant: 7, inner: true },
  { id: "r", klass: "meaning", variant: null, inner: false }, { id: "s", klass: "typography", variant: 0, inner: false },
];
const ALL = { classes: ["meaning", "spelling", "typography"], inner: true, standing: "", variant: "" };
const looked = (filters, decided = {}) => filterFindings(FINDINGS, decided, { ...ALL, ...filters });

test("filters select findings by class, variant and kind", () => {
  assert.deepEqual(looked({}), [0, 1, 2, 3]);
  assert.deepEqual(looked({ classes: ["meaning"] }), [0, 2]);
  assert.deepEqual(looked({ inner: false }), [0, 2, 3]);
  assert.deepEqual([looked({ variant: "7" }), looked({ variant: "0" }), looked({ variant: "null" })], [[0, 1], [3], [2]]);
});

test("findings can be filtered by what they change", () => {
  const found = [{ klass: "meaning", changes: "play" }, { klass: "meaning", changes: "names" }, { klass: "spelling", changes: "wording" }];
  const of = (changes) => filterFindings(found, {}, { ...ALL, changes });
  assert.deepEqual(["", "play", "names", "credits", "wording"].map(of), [[0, 1, 2], [0], [1], [], [2]]);
});

test("a reclassified finding counts in its new class, an accepted one in its own", () => {
  const decided = { p: { value: "reclass", klass: "typography" }, q: { value: "accept", klass: null } };
  assert.deepEqual(FINDINGS.slice(0, 2).map((one) => classOf(one, decided)), ["typography", "spelling"]);
  assert.deepEqual(looked({ classes: ["typography"] }, decided), [0, 3]);
});

test("a search looks in the words of both sides and in the note, ignoring accents and case", () => {
  const found = [{ a: { text: "Le Hérisson" }, b: null, note: { en: "Only in A.", fr: "Seulement dans A." } }, { a: null, b: { text: "deux" }, note: {} }];
  const sought = (text) => filterFindings(found, {}, { ...ALL, classes: [undefined], sought: text, language: "en" });
  assert.deepEqual(["HERISSON", "deux ", "only in", "seulement", " "].map(sought), [[0], [1], [0], [], [0, 1]]);
});

test("findings are filtered by their decision, and by conflicts of two people", () => {
  const decided = { p: { value: "reject" }, q: { value: "accept" } };
  assert.deepEqual(["open", "decided", "reject", "reclass", ""].map((standing) => looked({ standing }, decided)), [[2, 3], [0, 1], [0], [], [0, 1, 2, 3]]);
  assert.deepEqual(looked({ standing: "apart" }, { ...decided, q: { value: "accept", other: { value: "reject" } } }), [1]);
});

test("the current finding stays; if a filter removes it, the next one is shown, else the first", () => {
  assert.equal(keepPosition([0, 2, 3], 2), 2);
  assert.equal(keepPosition([0, 2, 3], 1), 2);
  assert.equal(keepPosition([0, 1], 3), 0);
  assert.equal(keepPosition([4, 5], -1), 4, "at the beginning: the first");
  assert.equal(keepPosition([], 3), -1);
});

test("next and previous wrap around", () => {
  assert.deepEqual([stepFrom([0, 2, 3], 3, 1), stepFrom([0, 2, 3], 0, -1), stepFrom([0, 2, 3], 0, 1)], [0, 3, 2]);
});

test("after a decision the next open finding follows, wrapping around; none if all are decided", () => {
  const list = [0, 1, 2, 3];
  assert.equal(nextOpen(list, 1, FINDINGS, { q: {}, r: {} }), 3);
  assert.equal(nextOpen(list, 3, FINDINGS, { s: {} }), 0);
  assert.equal(nextOpen(list, 0, FINDINGS, { p: {}, q: {}, r: {}, s: {} }), undefined);
  assert.equal(nextOpen(list, 0, FINDINGS, { q: {}, r: {}, s: {} }), undefined, "its own decision is still on its way");
});

test("only bold, italics and code are rendered: no markup of a text reaches the page", () => {
  assert.deepEqual(spans("a **b** *c* `d*e*`"), [[null, "a "], ["strong", "b"], [null, " "], ["em", "c"], [null, " "], ["code", "d*e*"]]);
  assert.deepEqual(spans("2 * 3 <b>"), [[null, "2 * 3 <b>"]]);
  assert.deepEqual(spans(""), []);
});

const KNOWN = { seats: [2, 3, 4, 5], minutes: [20, 45], moods: ["mean", "quick"] };

test("wishes and ticks are in the address, and restored from it", () => {
  const ticks = { variants: [9, 17], options: { "17.black": "b2,c3", "0.cover": "any" }, players: 3, beside: "9+13", page: true, play: "readers" };
  const wish = { players: 5, minutes: 45, mood: "mean", box: true };
  const address = addressOf({ wish, ticks });
  assert.deepEqual([ticksOf(address), wishOf(address, KNOWN)], [ticks, wish]);
  const nothing = { variants: [], options: {}, players: 4, beside: "0", page: false, play: "" };
  assert.deepEqual(ticksOf(addressOf({ wish: null, ticks: nothing })), nothing);
  assert.equal(addressOf({ wish: { ...wish, box: false }, ticks: null }), "#players=5&minutes=45&mood=mean");
  for (const hash of ["", "#rule-9.1", "#board=combined&record=9", "#ticks=%"]) assert.equal(ticksOf(hash), null, hash);
});

test("links of earlier editions work: a shared set, ticks for combining, games on any of the three sheets", () => {
  assert.deepEqual(ticksOf("#players=5&minutes=45&mood=mean&set=9+13").variants, [9, 13]);
  assert.deepEqual(wishOf("#players=5&minutes=45&mood=mean&set=9+13", KNOWN), { players: 5, minutes: 45, mood: "mean", box: false });
  assert.equal(wishOf("#players=9&minutes=45&mood=mean", KNOWN), null);
  assert.equal(movedTo("#ticks=9.13&players=4&page=1"), "09-tonight.ipynb#ticks=9.13&players=4&page=1");
  for (const board of ["combined", "tonight", "compare-left"]) assert.equal(movedTo(`#board=${board}&record=26`), "09-tonight.ipynb#board=combined&record=26");
  assert.equal(movedTo("#rule-9.1"), null);
});

test("a record starts with its rules", () => {
  assert.deepEqual(rulesOf("1+13[push=sideways] players=3\nseed=1"), { line: "1+13[push=sideways] players=3", variants: [1, 13], players: 3 });
  assert.deepEqual(rulesOf("0 players=2"), { line: "0 players=2", variants: [], players: 2 });
});
