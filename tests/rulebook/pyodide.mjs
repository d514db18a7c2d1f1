// node pyodide.mjs CORE ROOT: runs the Python that comes on standard input in the Pyodide of a folder, with the packages of another.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [core, root] = process.argv.slice(2);
const { info } = JSON.parse(readFileSync(`${core}/pyodide-lock.json`, "utf-8"));
const { loadPyodide } = await import(pathToFileURL(`${core}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${core}/`, lockFileContents: { info, packages: {} } });
python.mountNodeFS("/checkout", root);
python.runPython("import sys; sys.path.insert(0, '/checkout'); sys.dont_write_bytecode = True");
try {
  python.runPython(readFileSync(0, "utf-8"));
} catch (error) {
  console.error(String(error)); // node would print Pyodide's own source before it
  process.exit(1);
}
