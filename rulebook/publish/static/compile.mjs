// node compile.mjs FOLDER: compiles the archives in FOLDER/in with the Pyodide of FOLDER/core into FOLDER/out.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/core/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${folder}/core/`,
  lockFileContents: JSON.parse(readFileSync(`${folder}/core/lock.json`, "utf-8")),
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
});
python.FS.writeFile("/home/pyodide/bytecode.py", readFileSync(`${folder}/bytecode.py`));
mkdirSync(`${folder}/out`);
for (const name of readdirSync(`${folder}/in`).sort()) {
  python.FS.writeFile("/home/pyodide/in.zip", readFileSync(`${folder}/in/${name}`));
  try {
    python.runPython(`
import zipfile
from bytecode import compiled_files
with zipfile.ZipFile("/home/pyodide/in.zip") as archive:
    files = compiled_files({name: archive.read(name) for name in archive.namelist()})
with zipfile.ZipFile("/home/pyodide/out.zip", "w") as archive:
    for name, data in files.items():
        archive.writestr(zipfile.ZipInfo(name), data)
`);
  } catch (error) {
    // Node would print Pyodide's own source, which is one line, before what matters.
    console.error(String(error));
    process.exit(1);
  }
  writeFileSync(`${folder}/out/${name}`, python.FS.readFile("/home/pyodide/out.zip"));
}
