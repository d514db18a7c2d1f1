// Python for a chapter of the static book, in a module worker: starts Pyodide, unpacks the book's packages and handles messages to boards.

/* global toggleData, growMemory: segments.mjs */
const inbox = []; // messages of the page
let cells = [];
let Bridge = null; // the class in bridge.py, once Python has started
let bridge = null;
let lazyArchives = "[{}, []]"; // the arguments of LazyImporter (bridge.py) as JSON
let working = false;

const send = (message) => self.postMessage(message);
const pause = () => new Promise((go) => setTimeout(go)); // lets messages arrive

self.onmessage = ({ data }) => {
  if (data.type === "start") {
    cells = data.cells;
    start(data.python).catch(stop);
  } else {
    inbox.push(data);
    work().catch(stop);
  }
};

function stop(error) {
  send({ type: "stopped", why: error instanceof Unreachable ? "unreachable" : "broken", text: String(error) });
}

// ---- fetching ------------------------------------------------------------------------------------------------------

class Unreachable extends Error {}

let [received, expected] = [0, 1]; // bytes

/** Fetch and decompress a part as a stream; the browser has decompressed it already if the host declares its encoding. */
async function fetchPart(address) {
  const fail = (why) => { throw new Unreachable(`${address}: ${why}`); };
  const answer = await fetch(address).catch(fail);
  const reader = answer.ok ? answer.body.getReader() : fail(answer.status);
  const next = async () => {
    const { done: ended, value } = await reader.read().catch(fail);
    received += value?.length ?? 0;
    send({ type: "progress", part: Math.min(0.8, (0.8 * received) / expected) });
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

const fetchWhole = async (address) => new Response(await fetchPart(address)).arrayBuffer();

/** Fetch the memory image of Python. The WebAssembly module is compiled while it arrives, as the image needs its data, too. */
async function fetchMemory(streams, address) {
  const [one, other] = (await streams["pyodide.asm.wasm"]).tee();
  const compiled = WebAssembly.compileStreaming(new Response(one, { headers: { "Content-Type": "application/wasm" } }));
  compiled.catch(() => {});
  streams["pyodide.asm.wasm"] = new Response().body;
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const module = await compiled;
    return { module, instance: growMemory(await WebAssembly.instantiate(module, imports), memory.byteLength) };
  };
  const [bytes, memory] = await Promise.all([new Response(other).arrayBuffer(), fetchWhole(address)]);
  toggleData(new Uint8Array(bytes), new Uint8Array(memory));
  return memory;
}

/** Fetch synchronously, as Python waits in the middle of an import; null if that fails. */
function fetchSync(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  try { request.send(); } catch { return null; }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

/** Give Pyodide, which fetches two files by their names, the streams of the parts that are already being fetched. */
function interceptFetch(streams) {
  const original = self.fetch.bind(self);
  self.fetch = async (address, options) => {
    const name = String(address.url ?? address).split("/").pop();
    if (!(name in streams)) return original(address, options);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
    return new Response(await streams[name], { headers: { "Content-Type": type } });
  };
}

// ---- starting ------------------------------------------------------------------------------------------------------

const { instantiateStreaming } = WebAssembly;
const EMPTY = new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]); // an empty archive

/** Start Python. loader, module: scripts of Pyodide, the second compressed. core: its folder, as Pyodide believes. lazy: archives by module.
    image: the memory of a Python that has imported what chapters need, and the archive of these modules, which is then fetched lazily. */
async function start(settings) {
  const { core, loader, module, wasm, standard, archives, lazy, lock, size, image = null } = settings;
  expected = size;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  const streams = { "pyodide.asm.wasm": fetchPart(wasm), "python_stdlib.zip": image ? EMPTY : fetchPart(standard) };
  const memory = image && fetchMemory(streams, image.memory);
  const contents = archives.filter((one) => one !== image?.has).map(fetchWhole);
  for (const promise of [...Object.values(streams), memory, ...contents]) promise?.catch?.(() => {}); // errors are reported where they are awaited
  interceptFetch(streams);
  const source = URL.createObjectURL(new Blob([await fetchWhole(module)], { type: "text/javascript" }));
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
    return start({ ...settings, image: null }); // the browser cannot load the image
  }
  send({ type: "progress", part: 0.9 });
  const folder = python.runPython("import random, site; random.seed(); site.getsitepackages()[0]");
  for (const archive of contents) unpack(python.FS, folder, new Uint8Array(await archive));
  python.runPython("import importlib; importlib.invalidate_caches()");
  ({ Bridge } = python.pyimport("rulebook.publish.static.bridge"));
  lazyArchives = JSON.stringify([lazy, image ? [image.has, standard] : []]);
  send({ type: "progress", part: 1 });
  return work();
}

/** Write the files of an uncompressed archive; Python's zipfile takes ten times as long. */
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
  bridge ??= Bridge(JSON.stringify(cells), (text) => send(JSON.parse(text)), lazyArchives, fetchSync);
  for (;;) {
    const message = inbox.shift();
    if (message?.type === "show") bridge.run(message.slot);
    else if (message) {
      bridge.handle(message.slot, JSON.stringify(message.content), message.buffers, message.cancelUrl);
      send({ type: "handled" });
    } else if (!bridge.ahead()) break;
    await pause();
  }
  working = false;
}
