// node make.mjs FOLDER: compiles the archives in FOLDER/in into FOLDER/out, with the Pyodide of FOLDER/core. If FOLDER/modules.json names
// modules, FOLDER/image becomes an image of the memory of a Pyodide that has imported them, without what stands in Pyodide's own module: a
// Python that starts from it has them without having run a line.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { withoutData, withRoom } from "./segments.mjs";

// The same image whenever it is made: no clock, and no chance, which whoever takes it up brings anew.
Date.now = () => 1e12;
performance.now = () => 1;
crypto.randomFillSync = globalThis.crypto.getRandomValues = (view) => view.fill(1);
const folder = process.argv[2];
const read = (name) => readFileSync(`${folder}/${name}`);
const { loadPyodide } = await import(pathToFileURL(`${folder}/core/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" };
const settings = { indexURL: `${folder}/core/`, lockFileContents: JSON.parse(read("core/lock.json")), env };

/** A Pyodide in which a script of ours has run, which finds the folder at /folder. */
async function ran(script, more) {
  const python = await loadPyodide({ ...settings, ...more });
  python.mountNodeFS("/folder", folder);
  python.runPython(readFileSync(new URL(script, import.meta.url), "utf-8"));
  return python;
}

try {
  await ran("bytecode.py");
  if (JSON.parse(read("modules.json")).length) {
    settings.stdLibURL = `${folder}/out/python_stdlib.zip`;
    const image = (await ran("memory_image.py", { _makeSnapshot: true })).makeMemorySnapshot();
    // Not every image can be taken up again: better seen here than by a reader.
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
      const made = await instantiate(...given);
      if (made.instance) withRoom(made.instance, image.length);
      return made;
    };
    const again = await loadPyodide({ ...settings, _loadSnapshot: image });
    again.runPython("import hedgekit; hedgekit.Game('0 players=2', seed=1).moves()");
    withoutData(read("core/pyodide.asm.wasm"), image);
    writeFileSync(`${folder}/image`, image);
  }
} catch (error) {
  console.error(String(error)); // node would print Pyodide's own source before it
  process.exit(1);
}
