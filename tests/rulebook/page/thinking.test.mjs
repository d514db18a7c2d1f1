// Searches in the browser, in slices, equal Python's; and failures of the engine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { engineOf } from "../../../rulebook/stage/engine.js";
import { cacheData, searchMoves } from "../../../rulebook/stage/engine_search.js";
import { cachedKeys, search, stopSearch } from "../../../rulebook/stage/browser_search.js";

globalThis.WORDS = { en: { thinking: "thinking" } };
globalThis.document = { documentElement: { dataset: { lang: "en" } } };
const { BackgroundSearch } = await import("../../../rulebook/boards/thinking.js");

const MODULE = new URL("../../../hedgekit/games/race/rulesets/engine.wasm", import.meta.url);
/** Questions with the interpreted engine's results, written by test_page.py. */
const { questions } = JSON.parse(readFileSync(process.env.HEDGEKIT_JOBS, "utf-8"));
const engine = await engineOf(readFileSync(MODULE));

/** Search to the end in slices; return the result and the reported progress. */
function found(question, slice, now) {
  if (question.records[0].data) cacheData(question);
  const steps = searchMoves(engine, question, slice, now);
  for (const parts = []; ; ) {
    const { done, value } = steps.next();
    if (done) return { moves: value, parts };
    parts.push(value);
  }
}

test("a search by playouts equals the interpreted engine's in any slices, one after another in the same memory", () => {
  assert.ok(questions.length > 4);
  for (const { name, question, expected } of questions) {
    for (const slice of [1000, 1, 0.001]) assert.deepEqual(found(question, slice).moves, expected, name);
  }
});

test("a stopped search does not affect the next one", () => {
  const [{ question }, { question: other, expected }] = questions;
  cacheData(question);
  const broken = searchMoves(engine, question, 0.001);
  broken.next();
  assert.deepEqual(found(other, 20).moves, expected);
});

test("data of some rules is only needed for the first question", () => {
  const [{ question, expected }] = questions;
  found(question, 20);
  const short = { ...question, records: question.records.map((record) => ({ ...record, data: undefined })) };
  assert.deepEqual(found(short, 20).moves, expected);
  assert.ok(JSON.stringify(short).length < JSON.stringify(question).length / 5);
  assert.throws(() => cacheData({ ...short, key: "others" }), /no data/);
});

test("a timed search makes as many playouts as time allows, however coarse the browser's clock is", () => {
  const timed = { ...questions[0].question, milliseconds: 100, playouts: 24 };
  for (const [each, coarse] of [[0.02, 1e-6], [0.5, 1e-6], [0.02, 1], [0.02, 16]]) {
    let time = 0;
    const counts = { memory: engine.memory, weigh: (some) => { time += each * some; return engine.weigh(some); } };
    cacheData(timed);
    const parts = [];
    const steps = searchMoves(counts, timed, 5, () => Math.floor(time / coarse) * coarse);
    for (let step = steps.next(); !step.done; step = steps.next()) parts.push(step.value);
    assert.ok(time > 20 && time < 160, `${time} ms with a playout of ${each} and a clock of ${coarse}`);
    assert.ok(parts.every((part) => part >= 0 && part <= 1) && parts.at(-1) > parts[0]);
  }
});

test("a failing engine is reported", () => {
  cacheData(questions[0].question);
  assert.throws(() => [...searchMoves({ memory: engine.memory, weigh: () => -1 }, questions[0].question)], /failed/);
});

// ---- the page's side -----------------------------------------------------------------------------------------------

class Fake {
  static made = [];

  constructor(address) {
    if (address === "blocked") throw new Error("blocked");
    this.heard = [];
    Fake.made.push(this);
  }

  postMessage(message) { this.heard.push(message); }

  terminate() { this.ended = true; }

  says(data) { this.onmessage({ data }); }
}

const AT = { worker: "worker.js", module: "engine.wasm" };
const QUESTION = { key: "some rules 1f", records: [{ data: [[0, "AAAA"]] }] };
const now = () => new Promise((go) => setTimeout(go, 5));

beforeEach(async () => {
  Fake.made.at(-1)?.onerror({ message: "over", preventDefault() {} }); // a page that begins anew
  await now();
  Fake.made = [];
  globalThis.Worker = Fake;
  console.info = () => {};
});

function asked(number, at = AT, question = QUESTION) {
  const told = [];
  search(number, question, at, {
    progress: (part) => told.push(part), found: (moves) => told.push(moves), failed: () => told.push("failed"),
  });
  return { told };
}

test("one worker searches for all boards of a page, and stopped searches report nothing", () => {
  const [one, other] = [asked(1), asked(2)];
  const [worker] = Fake.made;
  assert.equal(Fake.made.length, 1);
  assert.deepEqual(worker.heard.map(({ search }) => search), [1, 2]);
  worker.says({ search: 1, part: 0.5 });
  stopSearch(1);
  assert.deepEqual(worker.heard.at(-1), { stop: 1 });
  worker.says({ search: 1, found: [[7, 1, 1]] });
  worker.says({ search: 2, found: [[8, 1, 1]] });
  stopSearch(2);
  assert.equal(worker.heard.length, 3, "what is done needs no stop");
  assert.deepEqual([one.told, other.told], [[0.5], [[[8, 1, 1]]]]);
});

test("only the worker that got a rule set's data knows it", async () => {
  assert.deepEqual(cachedKeys("some rules"), []);
  asked(1);
  asked(2, AT, { ...QUESTION, key: "some rules 2f" });
  assert.deepEqual([cachedKeys("some rules"), cachedKeys("some rule")], [["some rules 1f", "some rules 2f"], []]);
  Fake.made[0].says({ search: 1, failed: "no" });
  assert.deepEqual(cachedKeys("some rules"), []);
  await now();
  asked(2, AT, { ...QUESTION, records: [{}] });
  assert.deepEqual(cachedKeys("some rules"), []);
});

test("missing WebAssembly, blocked workers and a failing engine are reported to each search", async () => {
  const { told } = asked(1, { ...AT, worker: "blocked" });
  await now();
  assert.deepEqual(told, ["failed"]);
  const both = [asked(1), asked(2)];
  Fake.made.at(-1).says({ search: 1, failed: "no" });
  await now();
  assert.deepEqual(both.map((one) => one.told), [["failed"], ["failed"]]);
  assert.ok(Fake.made.at(-1).ended);
  const { WebAssembly: had } = globalThis;
  delete globalThis.WebAssembly;
  const without = asked(1);
  await now();
  globalThis.WebAssembly = had;
  assert.deepEqual(without.told, ["failed"]);
});

test("an engine that does not load is given up", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { told } = asked(1);
  context.mock.timers.tick(8001);
  context.mock.timers.tick(1);
  assert.deepEqual(told, ["failed"]);
});

// ---- a board's -----------------------------------------------------------------------------------------------------

/** A mock board with a player who looks ahead, with or without the engine; `free`: no message is pending. */
function board(withEngine = true) {
  const meta = withEngine ? { dataset: AT } : null;
  const element = () => ({ hidden: false, setAttribute() {}, append() {} });
  Object.assign(globalThis.document, { baseURI: "http://book/", querySelector: () => meta, createElement: element });
  const made = { sent: [], noted: [], free: true, view: { rules: "some rules", auto: "player", turn: "B", seats: ["reader", "master"], ply: 4 } };
  made.panel = { showBusy() {}, note: (text) => made.noted.push(text) };
  made.line = { send: (message) => made.free && Boolean(made.sent.push(message)) };
  made.send = (message) => made.sent.push(message);
  return Object.assign(made, { search: new BackgroundSearch(made) });
}

const thinking = (number, more = {}) => ({ thinking: { number, what: "step", progress: 0, question: QUESTION, ...more } });

test("a page with the engine offers to search, another lets Python search in slices; other players' steps offer nothing", () => {
  assert.deepEqual(board(false).search.stepMessage(), { do: "step", by: "parts" });
  const one = board();
  assert.deepEqual(one.search.stepMessage(), { do: "step", by: "page", known: [] });
  for (const view of [{ ...one.view, turn: "A" }, { ...one.view, auto: "chance" }, { ...one.view, seats: ["reader", "greedy"] }]) {
    assert.deepEqual(board().search.stepMessage.call({ ...one.search, board: { view } }), { do: "step" });
  }
});

test("a result is sent to Python once no message is pending, and dropped if the position has changed", () => {
  const one = board();
  one.search.update(thinking(5));
  one.free = false; // the reader does something
  Fake.made[0].says({ search: 5, found: [[7, 1, 1]] });
  assert.deepEqual(one.sent, []);
  one.free = true;
  one.search.update(thinking(5));
  assert.deepEqual(one.sent, [{ do: "think", number: 5, found: [[7, 1, 1]] }]);
  one.search.update(thinking(6));
  one.search.update({ thinking: null });
  assert.equal(one.search.current, null);
  Fake.made[0].says({ search: 6, found: [[7, 1, 1]] });
  assert.equal(one.sent.length, 1);
});

test("Python continues the search with every message until the reader stops it", () => {
  const one = board(false);
  one.search.update(thinking(5, { question: null, progress: 0.25 }));
  one.search.update(thinking(5, { question: null, progress: 0.5 }));
  assert.equal(one.search.bar.value, 0.5);
  assert.deepEqual(one.sent, [{ do: "think", number: 5 }, { do: "think", number: 5 }]);
  one.search.stop();
  one.search.update(thinking(5, { question: null, progress: 0.75 }));
  assert.equal(one.sent.length, 2);
  assert.ok(one.search.bar.hidden);
});

test("asking for a hint again stops the search", () => {
  const one = board(false);
  one.search.toggleAdvice();
  one.search.update(thinking(5, { what: "hint", question: null }));
  one.search.toggleAdvice();
  assert.deepEqual(one.sent, [{ do: "hint", by: "parts" }, { do: "think", number: 5 }, { do: "think", number: 5, stop: true }]);
  assert.equal(one.search.current, null);
});

test("a browser whose result was rejected is not asked again, which is reported once", async () => {
  const { BackgroundSearch: Fresh } = await import("../../../rulebook/boards/thinking.js?fresh");
  const one = board();
  one.search = new Fresh(one);
  one.search.update(thinking(5));
  Fake.made[0].says({ search: 5, found: [[7, 1, 1]] });
  for (const progress of [0.25, 0.5]) one.search.update(thinking(5, { question: null, progress }));
  assert.deepEqual(one.noted, ["ahead"]);
  assert.deepEqual(one.search.stepMessage(), { do: "step", by: "parts" });
});

test("if the browser cannot search, one sentence says so, and Python searches from then on", async () => {
  const one = board();
  one.search.update(thinking(5));
  Fake.made[0].says({ search: 5, failed: "no" });
  await now();
  assert.deepEqual([one.noted, one.sent], [["ahead"], [{ do: "think", number: 5 }]]);
  assert.deepEqual(one.search.stepMessage(), { do: "step", by: "parts" });
});
