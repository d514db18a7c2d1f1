// Games simulated in the browser, in batches, equal those of the other engines; and failures of the engine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";

import { Simulation, nextBatch } from "../../../rulebook/stage/browser_simulation.js";
import { engineAt, engineOf, playGames } from "../../../rulebook/stage/engine.js";

const MODULE = new URL("../../../hedgekit/games/race/rulesets/engine.wasm", import.meta.url);
/** Jobs with the interpreted engine's results, written by test_page.py: [job, [columns of every part]]. */
const { jobs, integrity } = JSON.parse(readFileSync(process.env.HEDGEKIT_JOBS, "utf-8"));
const engine = await engineOf(readFileSync(MODULE));

/** Unpack the columns that engine.js packed. */
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

/** Play all games of a part, in any batches; return its columns. */
function columns(job, part, stretches, slice) {
  const found = part.columns.map(() => []);
  let first = 0;
  for (const count of stretches) {
    for (const some of playGames(engine, job, part, first, count, slice)) unpacked(some.data, some.count).forEach((column, k) => found[k].push(...column));
    first += count;
  }
  return found;
}

test("games equal the interpreted engine's for every variant, with one part after another in the same memory", () => {
  for (const { name, job, expected } of jobs) {
    job.parts.forEach((part, k) => assert.deepEqual(columns(job, part, [part.count], 50), expected[k], `${name}, part ${k}`));
  }
});

test("games are the same in any batches and slices: an interrupted one continues, and never mixes with another part", () => {
  const { job, expected } = jobs[0];
  for (const [slice, ...stretches] of [[0.01, 4, 1, 3], [0.0001, 8], [1000, 1, 7]]) {
    job.parts.forEach((part, k) => assert.deepEqual(columns(job, part, stretches, slice), expected[k]));
  }
  const broken = playGames(engine, job, job.parts[0], 0, 8, 0.001);
  broken.next();
  assert.deepEqual(columns(job, job.parts[1], [8], 50), expected[1]);
});

test("long games end at the job's limit, and negative and large numbers are kept", () => {
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

test("a module that is invalid or not the job's is refused", async () => {
  const bytes = readFileSync(MODULE);
  const address = (data) => `data:application/wasm;base64,${data.toString("base64")}`;
  assert.equal(typeof (await engineAt(address(bytes), integrity)).matches, "function");
  await assert.rejects(engineAt(address(bytes.subarray(1)), integrity));
  await assert.rejects(engineAt(address(bytes), `sha256-${"A".repeat(43)}=`));
  await assert.rejects(engineOf(Buffer.from("no module")), WebAssembly.CompileError);
});

test("a packed module is unpacked by browser or host, then verified", async () => {
  const bytes = readFileSync(MODULE);
  const address = (data) => `data:application/octet-stream;base64,${data.toString("base64")}#.packed`;
  for (const data of [gzipSync(bytes), bytes]) assert.equal(typeof (await engineAt(address(data), integrity)).matches, "function");
  for (const data of [gzipSync(bytes.subarray(1)), gzipSync(bytes).subarray(0, 1000), bytes.subarray(1), Buffer.alloc(0)]) {
    await assert.rejects(engineAt(address(data), integrity));
  }
});

// ---- the page's side -----------------------------------------------------------------------------------------------

const PARTS = [{ count: 40, soon: 40 }, { count: 2000, soon: 2000 }];

test("the least advanced part comes next, in small batches first, and never one that another worker has", () => {
  const given = [0, 0];
  assert.deepEqual(nextBatch(PARTS, given, new Map()), { part: 0, first: 0, count: 16 });
  assert.deepEqual(nextBatch(PARTS, [16, 0], new Map()), { part: 1, first: 0, count: 16 });
  assert.deepEqual(nextBatch(PARTS, [16, 900], new Map([[0, {}]])), { part: 1, first: 900, count: 900 });
  assert.deepEqual(nextBatch(PARTS, [32, 1800], new Map()), { part: 0, first: 32, count: 8 });
  assert.equal(nextBatch(PARTS, [40, 1900], new Map([[1, {}]])), null);
});

test("of a part whose games can mostly wait, only the first ones keep up with other parts", () => {
  const parts = [{ count: 2000, soon: 2000 }, { count: 1000, soon: 100 }];
  assert.equal(nextBatch(parts, [1000, 16], new Map()).part, 1);
  assert.equal(nextBatch(parts, [1000, 64], new Map()).part, 0);
  assert.equal(nextBatch(parts, [1999, 100], new Map()).part, 0);
  assert.deepEqual(nextBatch(parts, [2000, 128], new Map()), { part: 1, first: 128, count: 128 });
});

/** Mock workers, whose messages a test sends. */
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

test("two workers share the games; results wait for the answer to the previous ones", async (context) => {
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

test("stopping terminates the workers at once, and nothing more is sent", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { made, sent, failed } = counting();
  Fake.made[0].says({ part: 0, count: 16, data: "x" });
  made.stop();
  assert.deepEqual(Fake.made.map(({ ended }) => ended), [true, true]);
  context.mock.timers.tick(20000);
  assert.deepEqual([sent, failed], [[], []]);
});

test("there are at most two workers, and no more than processors", () => {
  for (const [cores, many] of [[1, 1], [2, 2], [8, 2], [undefined, 1]]) {
    const before = Fake.made.length;
    navigator.hardwareConcurrency = cores;
    counting().made.stop();
    assert.equal(Fake.made.length - before, many);
  }
});

test("missing WebAssembly, blocked workers and a failing engine are each reported once", async () => {
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

test("an engine that does not load is given up", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { failed } = counting();
  context.mock.timers.tick(15001);
  context.mock.timers.tick(1);
  assert.deepEqual(failed, ["failed"]);
  assert.deepEqual(Fake.made.map(({ ended }) => ended), [true, true]);
});
