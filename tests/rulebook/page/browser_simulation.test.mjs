// Games counted in the browser: those of every other engine, a stretch at a time, and what happens when there is no engine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";

import { Simulation, nextBatch } from "../../../rulebook/stage/browser_simulation.js";
import { engineAt, engineOf, playGames } from "../../../rulebook/stage/engine.js";

const MODULE = new URL("../../../hedgekit/games/race/rulesets/engine.wasm", import.meta.url);
/** Jobs, and what the interpreted engine came to, as test_javascript.py wrote it: [job, [columns of every part]]. */
const { jobs, integrity } = JSON.parse(readFileSync(process.env.HEDGEKIT_JOBS, "utf-8"));
const engine = await engineOf(readFileSync(MODULE));

/** Columns, as engine.js packed them. */
function unpacked(data, count) {
  const bytes = Buffer.from(data, "base64");
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const width = bytes[at];
    const read = { 1: "readUInt8", 2: "readUInt16LE", 4: "readInt32LE" }[width];
    found.push(Array.from({ length: count }, (_, k) => bytes[read](at + 1 + width * k)));
    at += 1 + width * count;
  }
  return found;
}

/** All games of a part, whatever the stretches: its columns. */
function columns(job, part, stretches, slice) {
  const found = part.columns.map(() => []);
  let first = 0;
  for (const count of stretches) {
    for (const some of playGames(engine, job, part, first, count, slice)) unpacked(some.data, some.count).forEach((column, k) => found[k].push(...column));
    first += count;
  }
  return found;
}

test("the games are those of the interpreted engine, for every variant, one part after the other in one memory", () => {
  for (const { name, job, expected } of jobs) {
    job.parts.forEach((part, k) => assert.deepEqual(columns(job, part, [part.count], 50), expected[k], `${name}, part ${k}`));
  }
});

test("the same games come in any stretches and slices: one that a slice broke off goes on, and is none of another part's", () => {
  const { job, expected } = jobs[0];
  for (const [slice, ...stretches] of [[0.01, 4, 1, 3], [0.0001, 8], [1000, 1, 7]]) {
    job.parts.forEach((part, k) => assert.deepEqual(columns(job, part, stretches, slice), expected[k]));
  }
  const broken = playGames(engine, job, job.parts[0], 0, 8, 0.001);
  broken.next();
  assert.deepEqual(columns(job, job.parts[1], [8], 50), expected[1]);
});

test("long games are given up where the job says so, and negative and large numbers come as they are", () => {
  const { job } = jobs[0];
  const [turns] = columns({ ...job, limit: 20 }, job.parts[0], [8], 50);
  assert.deepEqual(turns, Array(8).fill(21));
  const far = [...playGames(engine, { ...job, seed: 16777215 }, job.parts[0], 4294967290, 3)];
  assert.equal(far.reduce((sum, { count }) => sum + count, 0), 3);
  const fake = { memory: { buffer: Int32Array.of(-1, 70000, 5, 255, 256, 65535).buffer }, matches: () => 2 };
  const nothing = { at: 0, size: 0, words: [] };
  const some = { ...job, rows: [0, 3], rules: [nothing], parts: [] };
  const [{ data }] = [...playGames(fake, some, { rules: 0, mind: nothing, columns: [0, 1, 2] }, 0, 2)];
  assert.deepEqual(unpacked(data, 2), [[-1, 255], [70000, 256], [5, 65535]]);
});

test("a module that is not the one of the job, or is none, is refused", async () => {
  const bytes = readFileSync(MODULE);
  const address = (data) => `data:application/wasm;base64,${data.toString("base64")}`;
  assert.equal(typeof (await engineAt(address(bytes), integrity)).matches, "function");
  await assert.rejects(engineAt(address(bytes.subarray(1)), integrity));
  await assert.rejects(engineAt(address(bytes), `sha256-${"A".repeat(43)}=`));
  await assert.rejects(engineOf(Buffer.from("no module")), WebAssembly.CompileError);
});

test("a packed module is unpacked, by the browser or by its host, and then is the one of the job or refused", async () => {
  const bytes = readFileSync(MODULE);
  const address = (data) => `data:application/octet-stream;base64,${data.toString("base64")}#.packed`;
  for (const data of [gzipSync(bytes), bytes]) assert.equal(typeof (await engineAt(address(data), integrity)).matches, "function");
  for (const data of [gzipSync(bytes.subarray(1)), gzipSync(bytes).subarray(0, 1000), bytes.subarray(1), Buffer.alloc(0)]) {
    await assert.rejects(engineAt(address(data), integrity));
  }
});

// ---- the page's side -----------------------------------------------------------------------------------------------

const PARTS = [{ count: 40, soon: 40 }, { count: 2000, soon: 2000 }];

test("of what is least advanced comes next, small stretches first, and never what another worker has", () => {
  const given = [0, 0];
  assert.deepEqual(nextBatch(PARTS, given, new Map()), { part: 0, first: 0, count: 16 });
  assert.deepEqual(nextBatch(PARTS, [16, 0], new Map()), { part: 1, first: 0, count: 16 });
  assert.deepEqual(nextBatch(PARTS, [16, 900], new Map([[0, {}]])), { part: 1, first: 900, count: 900 });
  assert.deepEqual(nextBatch(PARTS, [32, 1800], new Map()), { part: 0, first: 32, count: 8 });
  assert.equal(nextBatch(PARTS, [40, 1900], new Map([[1, {}]])), null);
});

test("a part of which most may come last keeps pace with its first games only", () => {
  const parts = [{ count: 2000, soon: 2000 }, { count: 1000, soon: 100 }];
  assert.equal(nextBatch(parts, [1000, 16], new Map()).part, 1);
  assert.equal(nextBatch(parts, [1000, 64], new Map()).part, 0);
  assert.equal(nextBatch(parts, [1999, 100], new Map()).part, 0);
  assert.deepEqual(nextBatch(parts, [2000, 128], new Map()), { part: 1, first: 128, count: 128 });
});

/** Workers of a browser that do nothing until a test speaks for them. */
class Fake {
  static made = [];

  constructor(address) {
    if (address === "blocked") throw new Error("SecurityError");
    this.heard = [];
    this.ended = false;
    Fake.made.push(this);
  }

  postMessage(message) { this.heard.push(message); }

  terminate() { this.ended = true; }

  says(data) { this.onmessage({ data }); }
}

const now = () => new Promise((go) => setTimeout(go, 5));

beforeEach(() => {
  Fake.made = [];
  globalThis.Worker = Fake;
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 4 }, configurable: true });
});

function counting(worker = "worker.js") {
  const [sent, failed] = [[], []];
  const made = new Simulation({ parts: PARTS }, { worker, module: "engine.wasm" }, { send: (games) => sent.push(games), failed: () => failed.push("failed") });
  return { made, sent, failed };
}

test("two workers share the games; what came waits for the answer to what was sent before", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { made, sent } = counting();
  const [one, other] = Fake.made;
  assert.equal(Fake.made.length, 2);
  for (const worker of [one, other]) worker.says({ ready: true });
  assert.deepEqual([one, other].map(({ heard }) => heard[1].part), [0, 1]);
  one.says({ part: 0, count: 16, data: "x" });
  other.says({ part: 1, count: 9, data: "y" });
  assert.deepEqual(sent, []);
  context.mock.timers.tick(200);
  assert.deepEqual(sent, [[[0, 16, "x"], [1, 9, "y"]]]);
  other.says({ part: 1, count: 7, data: "z" });
  context.mock.timers.tick(5000);
  assert.equal(sent.length, 1, "not before the answer");
  made.answered();
  context.mock.timers.tick(200);
  assert.deepEqual(sent[1], [[1, 7, "z"]]);
  made.stop();
});

test("stopping ends the workers at once, and nothing more is sent", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { made, sent, failed } = counting();
  Fake.made[0].says({ part: 0, count: 16, data: "x" });
  made.stop();
  assert.deepEqual(Fake.made.map(({ ended }) => ended), [true, true]);
  context.mock.timers.tick(20000);
  assert.deepEqual([sent, failed], [[], []]);
});

test("there are no more workers than processors, nor more than two", () => {
  for (const [cores, many] of [[1, 1], [2, 2], [8, 2], [undefined, 1]]) {
    const before = Fake.made.length;
    navigator.hardwareConcurrency = cores;
    counting().made.stop();
    assert.equal(Fake.made.length - before, many);
  }
});

test("a browser without WebAssembly, with blocked workers, with an engine that fails: each is said once", async () => {
  const blocked = counting("blocked");
  await now();
  assert.deepEqual(blocked.failed, ["failed"]);
  const { failed } = counting();
  Fake.made.at(-1).onerror({ message: "refused", preventDefault() {} });
  await now();
  assert.deepEqual(failed, ["failed"]);
  const one = counting();
  Fake.made.at(-1).says({ failed: "no" });
  Fake.made.at(-2).says({ failed: "no" });
  await now();
  assert.deepEqual(one.failed, ["failed"]);
  const { WebAssembly: kept } = globalThis;
  delete globalThis.WebAssembly;
  const without = counting();
  await now();
  globalThis.WebAssembly = kept;
  assert.deepEqual(without.failed, ["failed"]);
});

test("an engine that does not come is given up", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { failed } = counting();
  context.mock.timers.tick(15001);
  context.mock.timers.tick(1);
  assert.deepEqual(failed, ["failed"]);
  assert.deepEqual(Fake.made.map(({ ended }) => ended), [true, true]);
});
