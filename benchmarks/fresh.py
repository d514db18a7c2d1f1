"""Time to a first answer: how long a fresh Python process takes, from its start to its end."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import hedgekit


class Start(NamedTuple):
    """What a fresh process runs; cold: with an empty cache of compiled code, once; needs: a module it rests on."""

    code: str
    cold: bool = False
    needs: str = "hedgekit"


_INTERPRETED = """
import hedgekit
from hedgekit.games.race.rulesets.kernel import kernel
for index in range({games}): kernel(hedgekit.rules("0", players=4)).playout(0, index)
"""
_COMPILED = """
import hedgekit
from hedgekit.games.race.rulesets.compiled import NativeKernel
NativeKernel(hedgekit.rules("0", players=4), {universal}).playouts(0, {games}, 0, 100_000)
"""

_SIMULATED = """
import hedgekit
hedgekit.simulate("{rules}", {games}, engine="{engine}", columns=False)
"""

STARTS = {
    "Python alone": Start("pass"),
    "import hedgekit": Start("import hedgekit"),
    "import numba": Start("import numba", needs="numba"),
    "one game, interpreted": Start(_INTERPRETED.format(games=1)),
    "1 000 games, interpreted": Start(_INTERPRETED.format(games=1000)),
    "100 games, by simulate": Start(_SIMULATED.format(rules=0, games=100, engine="auto")),
    "1 000 games, by simulate": Start(_SIMULATED.format(rules=0, games=1000, engine="auto")),
    "1 000 games, in WebAssembly": Start(_SIMULATED.format(rules=0, games=1000, engine="wasm"), needs="wasmtime"),
    "1 000 games of 37, in WebAssembly": Start(
        _SIMULATED.format(rules=37, games=1000, engine="wasm"), needs="wasmtime"
    ),
    "1 000 games, in WebAssembly, cold cache": Start(
        _SIMULATED.format(rules=0, games=1000, engine="wasm"), True, "wasmtime"
    ),
    "1 000 games, specialised, warm cache": Start(_COMPILED.format(games=1000, universal=False), needs="numba"),
    "1 000 games, universal, warm cache": Start(_COMPILED.format(games=1000, universal=True), needs="numba"),
    "1 000 games, specialised, cold cache": Start(_COMPILED.format(games=1000, universal=False), True, "numba"),
    "1 000 games, universal, cold cache": Start(_COMPILED.format(games=1000, universal=True), True, "numba"),
}


def _seconds(code: str, cache: str | None) -> tuple[float, float]:
    root = str(Path(hedgekit.__file__).parents[1])
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # as users have it: modules are compiled once
    if cache:
        variables |= dict.fromkeys(("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"), cache)
    began, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", code], env=variables, check=True, capture_output=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, spent


def seconds(start: Start, rounds: int) -> tuple[float, float] | None:
    """Seconds by the clock and of CPU time: medians of so many processes, one if it starts cold; None if impossible."""
    if importlib.util.find_spec(start.needs) is None:
        return None
    if start.cold:
        with tempfile.TemporaryDirectory() as cache:
            return _seconds(start.code, cache)
    _seconds(start.code, None)  # warms the caches
    walls, spent = zip(*(_seconds(start.code, None) for _ in range(rounds)), strict=True)
    return median(walls), median(spent)
