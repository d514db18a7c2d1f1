"""How much memory games take: of a fresh process at its peak, of a state, of a game that is kept."""

import importlib.util
import subprocess
import sys
import tracemalloc
from pathlib import Path

import hedgekit
from hedgekit.games.race.rulesets import wasm

from .tables import BASE, Pace, Table, figure

PROCESSES = {
    "Python alone": "pass",
    "import hedgekit": "import hedgekit",
    "a game of the base game": "import hedgekit; hedgekit.Game('0 players=4')",
    "1 000 games interpreted": "import hedgekit; hedgekit.simulate('0', 1000, engine='interpreted')",
    "1 000 games in WebAssembly": "import hedgekit; hedgekit.simulate('0', 1000, engine='wasm')",
    "300 000 games in WebAssembly, every game kept": "import hedgekit; hedgekit.simulate('0', 300_000, engine='wasm')",
    "300 000 games in WebAssembly, tallies alone": (
        "import hedgekit; hedgekit.simulate('0', 300_000, engine='wasm', columns=False)"
    ),
}
PEAK = """
try:  # Linux counts what began a process to its own `ru_maxrss`
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
except OSError:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
PLIES = 2_000  # of the games kept whose memory is told


def peak(code: str) -> float:
    """MiB of a fresh process, at its peak."""
    root = str(Path(hedgekit.__file__).parents[1])
    said = subprocess.run([sys.executable, "-c", code + PEAK], cwd=root, check=True, capture_output=True, text=True)
    return int(said.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def kept() -> float:
    """Bytes that a game keeps of each ply, to take it back: all it needs, but for what games share."""
    game = hedgekit.Game(BASE, seed=1)
    tracemalloc.start()
    before, plies = tracemalloc.get_traced_memory()[0], 0
    games = []
    while plies < PLIES:
        game = hedgekit.Game(BASE, seed=plies)
        while not game.is_over:
            game.roll() if game.is_chance else game.play(game.moves()[-1])
        games.append(game)
        plies += game.ply
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken / plies


def memory(_: Pace) -> Table:
    """Peaks of processes, and what is kept of a state and of a ply."""
    absent: dict[str, str] = {}
    rows = []
    for name, code in PROCESSES.items():
        if "wasm" in code and importlib.util.find_spec("wasmtime") is None:
            absent[name] = "wasmtime is not installed."
        elif importlib.util.find_spec("resource") is None:
            absent[name] = "This system does not tell the peak of a process."
        else:
            rows.append((name, f"{figure(peak(code))} MiB"))
    known = wasm.manifest()
    rows += [
        ("a state of the compiled engines", f"{figure(known['state']['bytes'])} bytes"),
        ("the settings of its rules, once for all states", f"{figure(known['settings']['bytes'])} bytes"),
        ("the module of WebAssembly", f"{figure(len(wasm.module()) / 1000)} kB"),
        ("a ply that a game keeps, to take it back", f"{figure(kept())} bytes"),
    ]
    note = (
        "Of processes the peak of what is resident, on this system. Threads of simulations have a module's memory each."
    )
    return Table("Memory", note, ("", "memory"), rows, absent)
