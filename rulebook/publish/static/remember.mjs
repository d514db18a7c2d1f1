// node remember.mjs FOLDER: an image of the memory of Pyodide (of FOLDER/core) once it has imported what pages need, FOLDER/modules.json of
// the packages in FOLDER/in.zip; written to FOLDER/image, without what stands in the module itself. A Python that starts from it has them
// without having run a line.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { withoutData, withRoom } from "./segments.mjs";

// The same image whenever it is made: no clock, and no chance, which whoever takes it up brings anew.
Date.now = () => 1e12;
performance.now = () => 1;
crypto.randomFillSync = globalThis.crypto.getRandomValues = (view) => view.fill(1);
const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/core/pyodide.mjs`).href);
const lockFileContents = JSON.parse(readFileSync(`${folder}/core/lock.json`, "utf-8"));
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" };
const settings = { indexURL: `${folder}/core/`, lockFileContents, env };
try {
  const python = await loadPyodide({ ...settings, _makeSnapshot: true });
  python.FS.writeFile("/home/pyodide/in.zip", readFileSync(`${folder}/in.zip`));
  python.FS.writeFile("/home/pyodide/modules.json", readFileSync(`${folder}/modules.json`));
  python.runPython(readFileSync(`${folder}/remember.py`, "utf-8"));
  const image = python.makeMemorySnapshot();
  // Not every image can be taken up again: better seen here than by a reader.
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    if (made.instance) withRoom(made.instance, image.length);
    return made;
  };
  const again = await loadPyodide({ ...settings, _loadSnapshot: image });
  again.runPython("import hedgekit; hedgekit.Game('0 players=2', seed=1).moves()");
  withoutData(readFileSync(`${folder}/core/pyodide.asm.wasm`), image);
  writeFileSync(`${folder}/image`, image);
} catch (error) {
  console.error(String(error)); // node would print Pyodide's own source before it
  process.exit(1);
}
