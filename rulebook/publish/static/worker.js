// Python for a chapter of the static book, in a module worker of its own: starts Pyodide, unpacks the book's packages and answers for the
// boards that are touched.

/* global withoutData, withRoom: segments.mjs */
const inbox = []; // messages of the page
let chapter = []; // its cells
let Bridge = null; // Python's, once it is there
let bridge = null;
let rest = "[{}, []]"; // what is fetched when it is first imported: packages, and what a Python that remembers its modules has no files of
let working = false;

const say = (message) => self.postMessage(message);
const pause = () => new Promise((go) => setTimeout(go)); // lets messages in

self.onmessage = ({ data }) => {
  if (data.type === "start") {
    chapter = data.cells;
    start(data.python).catch(stop);
  } else {
    inbox.push(data);
    work().catch(stop);
  }
};

function stop(error) {
  say({ type: "stopped", why: error instanceof Unreachable ? "unreachable" : "broken", text: String(error) });
}

// ---- fetching ------------------------------------------------------------------------------------------------------

class Unreachable extends Error {}

let [arrived, expected] = [0, 1];

/** The content of a packed part, as it comes in. Some hosts have their visitors' browsers unpack it by themselves. */
async function unpacked(address) {
  const lost = (why) => { throw new Unreachable(`${address}: ${why}`); };
  const answer = await fetch(address).catch(lost);
  const reader = answer.ok ? answer.body.getReader() : lost(answer.status);
  const next = async () => {
    const { done: ended, value } = await reader.read().catch(lost);
    arrived += value?.length ?? 0;
    say({ type: "progress", part: Math.min(0.8, (0.8 * arrived) / expected) });
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

const whole = async (address) => new Response(await unpacked(address)).arrayBuffer();

/** The memory that Python begins with; the module is compiled while it comes in, in place of being so when it is there. */
async function remembered(streams, address) {
  const [one, other] = (await streams["pyodide.asm.wasm"]).tee();
  const compiled = WebAssembly.compileStreaming(new Response(one, { headers: { "Content-Type": "application/wasm" } }));
  compiled.catch(() => {});
  streams["pyodide.asm.wasm"] = new Response().body;
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const module = await compiled;
    return { module, instance: withRoom(await WebAssembly.instantiate(module, imports), memory.byteLength) };
  };
  const [bytes, memory] = await Promise.all([new Response(other).arrayBuffer(), whole(address)]);
  withoutData(new Uint8Array(bytes), new Uint8Array(memory));
  return memory;
}

/** What is at an address, at once: Python waits for it in the middle of an import. */
function now(address) {
  const ask = new XMLHttpRequest();
  ask.open("GET", address, false);
  ask.responseType = "arraybuffer";
  try { ask.send(); } catch { return null; }
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

const { instantiateStreaming } = WebAssembly;
const EMPTY = new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]); // an archive of nothing

/** loader, module: Pyodide's two, the second packed. core: what Pyodide takes for the folder of its files.
    image: the memory of a Python that has imported what chapters do, and the archive that it therefore needs only if they do something rare. */
async function start(settings) {
  const { core, loader, module, wasm, standard, archives, lazy, lock, size, image = null } = settings;
  expected = size;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  const streams = { "pyodide.asm.wasm": unpacked(wasm), "python_stdlib.zip": image ? EMPTY : unpacked(standard) };
  const memory = image && remembered(streams, image.memory);
  const wanted = image ? archives.filter((one) => one !== image.has) : archives;
  const contents = wanted.map(whole);
  for (const promise of [...Object.values(streams), memory, ...contents]) promise?.catch?.(() => {}); // whoever waits for it hears of it
  answerFor(streams);
  const source = URL.createObjectURL(new Blob([await whole(module)], { type: "text/javascript" }));
  const { default: createPyodideModule } = await import(source);
  const { loadPyodide } = await import(loader).catch((error) => { throw new Unreachable(String(error)); });
  let python;
  try {
    python = await loadPyodide({
      indexURL: core,
      createPyodideModule,
      ...(image ? { _loadSnapshot: await memory } : {}),
      lockFileContents: lock,
      env: { HOME: "/home/pyodide", RAPIDFUZZ_IMPLEMENTATION: "python" },
    });
  } catch (error) {
    await Promise.all(Object.values(streams));
    if (!image || error instanceof Unreachable) throw error;
    return start({ ...settings, image: null }); // in a browser that cannot take a memory up Python begins as ever
  }
  say({ type: "progress", part: 0.9 });
  const folder = python.runPython("import random, site; random.seed(); site.getsitepackages()[0]");
  for (const archive of contents) unpack(python.FS, folder, new Uint8Array(await archive));
  python.runPython("import importlib; importlib.invalidate_caches()");
  ({ Bridge } = python.pyimport("rulebook.publish.static.bridge"));
  rest = JSON.stringify([lazy, image ? [image.has, standard] : []]);
  say({ type: "progress", part: 1 });
  return work();
}

/** Write the files of an archive that holds them as they are: Python's own way takes ten times as long. */
function unpack(FS, folder, archive) {
  const view = new DataView(archive.buffer, archive.byteOffset);
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const [size, named, more] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const content = at + 30 + named + more;
    const path = `${folder}/${new TextDecoder().decode(archive.subarray(at + 30, at + 30 + named))}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, archive.subarray(content, content + size), { canOwn: true });
    at = content + size;
  }
}

// ---- working -------------------------------------------------------------------------------------------------------

async function work() {
  if (working || !Bridge) return;
  working = true;
  bridge ??= Bridge(JSON.stringify(chapter), (text) => say(JSON.parse(text)), rest, now);
  for (;;) {
    const message = inbox.shift();
    if (message?.type === "show") bridge.run(message.slot);
    else if (message) {
      bridge.handle(message.slot, JSON.stringify(message.content), message.buffers, message.wanted);
      say({ type: "handled" });
    } else if (!bridge.ahead()) break;
    await pause();
  }
  working = false;
}
