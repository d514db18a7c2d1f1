// node make.mjs FOLDER: compiles the archives in FOLDER/in to FOLDER/out with the Pyodide in FOLDER/core. If FOLDER/modules.json names modules,
// FOLDER/image becomes an image of the memory of a Pyodide that has imported them, without the data in its WebAssembly module. A Python that
// starts from the image has imported them without running any code.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { growMemory, toggleData } from "./segments.mjs";

// Reproducible: no clock and no random numbers; a page seeds its own after loading the image.
Date.now = () => 1e12;
performance.now = () => 1;
crypto.randomFillSync = globalThis.crypto.getRandomValues = (view) => view.fill(1);
const folder = process.argv[2];
const read = (name) => readFileSync(`${folder}/${name}`);
const { loadPyodide } = await import(pathToFileURL(`${folder}/core/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" };
const settings = { indexURL: `${folder}/core/`, lockFileContents: JSON.parse(read("core/lock.json")), env };

/** Return a Pyodide that has run one of our scripts, with the folder at /folder. */
async function run(script, options) {
  const python = await loadPyodide({ ...settings, ...options });
  python.mountNodeFS("/folder", folder);
  python.runPython(readFileSync(new URL(script, import.meta.url), "utf-8"));
  return python;
}

try {
  await run("bytecode.py");
  if (JSON.parse(read("modules.json")).length) {
    settings.stdLibURL = `${folder}/out/python_stdlib.zip`;
    const image = (await run("memory_image.py", { _makeSnapshot: true })).makeMemorySnapshot();
    // Try the image: not every one can be loaded again.
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...values) => {
      const result = await instantiate(...values);
      if (result.instance) growMemory(result.instance, image.length);
      return result;
    };
    const again = await loadPyodide({ ...settings, _loadSnapshot: image });
    again.runPython("import hedgekit; hedgekit.Game('0 players=2', seed=1).moves()");
    toggleData(read("core/pyodide.asm.wasm"), image);
    writeFileSync(`${folder}/image`, image);
  }
} catch (error) {
  console.error(String(error)); // uncaught, node would print Pyodide's source, too
  process.exit(1);
}
