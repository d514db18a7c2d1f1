"""Imports what pages need, in the Pyodide whose memory make.mjs then saves.

Nothing may depend on this process, such as its hash seed or random numbers: every build must give the same image.
"""

import gc
import json
import random
import site
import sys
import zipfile
import zipimport
from importlib import import_module, invalidate_caches
from pathlib import Path

random.seed(0)
_folder, _modules, _own = Path("/folder"), Path("/folder/modules.json"), set[str]()
for _archive in ("rulebook", "rulebook.text"):
    with zipfile.ZipFile(_folder / "out" / f"{_archive}.zip") as _files:
        _files.extractall(site.getsitepackages()[0])
        _own |= {name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in _files.namelist()}
invalidate_caches()
import_module("rulebook.kernel.widgets").install()
for _name in sorted({"rulebook.publish.static.bridge"} | _own.intersection(json.loads(_modules.read_bytes()))):
    import_module(_name)
import_module("encodings.utf_16_le")  # texts of readers are measured in its units, as in JavaScript
# Fill the caches that every board fills first: texts, tasks, rules.
_chapters = import_module("rulebook.chapters")
_chapters.chapter("01-base-game"), _chapters.try_it("0.2"), _chapters.play("0", players=2)
gc.collect()
# The files are not in the image, so nothing may remember what was in them.
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
