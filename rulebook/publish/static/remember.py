"""Imports what pages need, in the Pyodide whose memory is then kept (remember.mjs).

No order and no number may depend on this process: the image has to be the same whenever it is made.
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
with zipfile.ZipFile("/home/pyodide/in.zip") as archive:
    archive.extractall(site.getsitepackages()[0])
invalidate_caches()
import_module("rulebook.kernel.widgets").install()
for _name in json.loads(Path("/home/pyodide/modules.json").read_text("utf-8")):
    import_module(_name)
import_module("encodings.utf_16_le")  # in which texts of readers are counted
# What every board reads and works out for the first time: words, tasks, rules.
_chapters = import_module("rulebook.chapters")
_chapters.chapter("01-base-game"), _chapters.try_it("0.2"), _chapters.play("0", players=2)
gc.collect()
# The files are not in the image: nobody is to know what was in them.
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
