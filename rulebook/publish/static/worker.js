// Python for a chapter of the static book, in a module worker of its own: starts Pyodide, unpacks the book's packages and runs the
// cells whose boards are wanted, the nearest first. Messages of readers go before boards that nobody has touched.

const inbox = []; // messages of readers
const done = new Set(); // cells that ran
let wanted = []; // slots, in the order of sight
let chapter = null; // its cells, once the page has them
let Bridge = null; // Python's, once it is there
let bridge = null;
let rest = "{}"; // packages that are fetched when they are first imported
let working = false;

const say = (message) => self.postMessage(message);
const pause = () => new Promise((go) => setTimeout(go)); // lets messages in

self.onmessage = ({ data }) => {
  if (data.type === "start") start(data.python).catch(stop);
  else if (data.type === "cells") [chapter, wanted] = [data.cells, data.slots];
  else if (data.type === "order") wanted = data.slots;
  else inbox.push(data);
  work().catch(stop);
};

function stop(error) {
  say({ type: "stopped", why: error instanceof Unreachable ? "unreachable" : "broken", text: String(error) });
}

// ---- fetching ------------------------------------------------------------------------------------------------------

class Unreachable extends Error {}

let [arrived, expected] = [0, 1];

async function get(address) {
  const answer = await fetch(address).catch((error) => { throw new Unreachable(`${address}: ${error}`); });
  if (!answer.ok) throw new Unreachable(`${address}: ${answer.status}`);
  return answer;
}

/** The content of a packed part, as it comes in. Some hosts have their visitors' browsers unpack it by themselves. */
async function unpacked(address) {
  const reader = (await get(address)).body.getReader();
  const next = async () => {
    const { done: ended, value } = await reader.read().catch((error) => { throw new Unreachable(`${address}: ${error}`); });
    arrived += value?.length ?? 0;
    say({ type: "progress", part: Math.min(0.4, (0.4 * arrived) / expected) });
    return ended ? null : value;
  };
  const first = await next();
  const stream = new ReadableStream({
    start(controller) { if (first) controller.enqueue(first); },
    async pull(controller) {
      const value = await next();
      if (value) controller.enqueue(value);
      else controller.close();
    },
  });
  return first?.[0] === 0x1f && first[1] === 0x8b ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

/** What is at an address, at once: Python waits for it in the middle of an import. */
function now(address) {
  const ask = new XMLHttpRequest();
  ask.open("GET", address, false);
  ask.responseType = "arraybuffer";
  try {
    ask.send();
  } catch {
    return null;
  }
  return ask.status === 200 ? new Uint8Array(ask.response) : null;
}

/** Pyodide asks for two files by their own names: it gets the packed parts, which are on their way already. */
function answerFor(streams) {
  const ask = self.fetch.bind(self);
  self.fetch = async (address, options) => {
    const name = String(address.url ?? address).split("/").pop();
    if (!(name in streams)) return ask(address, options);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
    return new Response(await streams[name], { headers: { "Content-Type": type } });
  };
}

// ---- starting ------------------------------------------------------------------------------------------------------

/** loader: in the box for readers' code, which can fetch nothing, the addresses of Pyodide's two modules. */
async function start({ core, wasm, standard, archives, later, lock, size, loader = null }) {
  rest = JSON.stringify(later);
  expected = size;
  const streams = { "pyodide.asm.wasm": unpacked(wasm), "python_stdlib.zip": unpacked(standard) };
  const contents = archives.map(async (archive) => new Response(await unpacked(archive)).arrayBuffer());
  for (const promise of [...Object.values(streams), ...contents]) promise.catch(() => {}); // whoever waits for it hears of it
  answerFor(streams);
  const { loadPyodide } = await import(loader?.main ?? `${core}pyodide.mjs`).catch((error) => { throw new Unreachable(String(error)); });
  const python = await loadPyodide({
    indexURL: core,
    ...(loader ? { createPyodideModule: (await import(loader.module)).default } : {}),
    lockFileContents: lock,
    env: { HOME: "/home/pyodide", RAPIDFUZZ_IMPLEMENTATION: "python" },
  }).catch(async (error) => { await Promise.all(Object.values(streams)); throw error; });
  say({ type: "progress", part: 0.5 });
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const archive of contents) python.unpackArchive(await archive, "zip", { extractDir: folder });
  ({ Bridge } = python.pyimport("rulebook.publish.static.bridge"));
  say({ type: "progress", part: 0.6 });
  await work();
}

// ---- working -------------------------------------------------------------------------------------------------------

const cellOf = (slot) => slot.split(".")[0];

async function work() {
  if (working || !Bridge || !chapter) return;
  working = true;
  bridge ??= Bridge(JSON.stringify(chapter), (text) => say(JSON.parse(text)), rest, now);
  for (;;) {
    const message = inbox.shift();
    if (message) {
      done.add(cellOf(message.slot));
      bridge.handle(message.slot, JSON.stringify(message.content), message.buffers);
      say({ type: "handled" });
    } else {
      const slot = wanted.find((name) => !done.has(cellOf(name)));
      if (slot === undefined) break;
      done.add(cellOf(slot));
      bridge.run(slot);
    }
    await pause();
  }
  working = false;
  say({ type: "rest" });
}
