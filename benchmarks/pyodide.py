"""The engines where Python itself runs in WebAssembly, as on the static site: Pyodide, in node, beside CPython here.

    python -m benchmarks.pyodide [--seconds 2] [--rounds 3]

CPU time of node, once everything is there.  Pyodide comes from the package registry, as for the static site.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from statistics import median

import hedgekit
from rulebook.publish.static import fetching

from .contestants import measured
from .runs import Absent, enough
from .tables import Pace, Table, figure, markdown

ROOT = Path(__file__).resolve().parent.parent
RULES = "0 players=4"
ENGINES = ("wasm", "interpreted")
CODE = """
import js, json, hedgekit
from hedgekit.simulation.tasks import ready
from hedgekit.games.race.rulesets.kernel import kernel
from hedgekit.games.race.engine.mind import Mind
rules, found = hedgekit.rules({rules!r}), {{}}
def spent():
    used = js.process.cpuUsage()
    return (used.user + used.system) / 1e6
for name in {engines!r}:
    engine = kernel(rules) if name == "interpreted" else ready(rules, name)
    games, took = 1, 0.0
    engine.matches(0, 2, 0, Mind())
    while True:
        begun = spent()
        engine.matches(0, games, 1, Mind())
        took = spent() - begun
        if took > {seconds}:
            break
        games *= 2
    found[name] = games / took
game, plies, begun = hedgekit.Game(rules, seed=1), 0, spent()
while spent() - begun < {seconds} or not plies:
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[-1])
    plies, game = plies + game.ply, hedgekit.Game(rules, seed=plies)
found["Game"] = plies / (spent() - begun)
print(json.dumps(found))
"""


def in_pyodide(core: Path, seconds: float) -> dict[str, float]:
    """Games a second by each engine, and plies a second through `Game`."""
    command = [str(fetching.node(fetching.cache_folder())), str(ROOT / "tests" / "rulebook" / "pyodide.mjs")]
    code = CODE.format(rules=RULES, engines=ENGINES, seconds=seconds)
    done = subprocess.run([*command, str(core), str(ROOT)], input=code, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def pyodide(pace: Pace) -> Table:
    """Every engine there and here, in turn; at most three rounds, as each begins with Pyodide's start."""
    rows: list[tuple[str, ...]] = []
    head = ("", "Pyodide, games/s", "CPython, games/s", "ratio")
    note = (
        "The base game with four random players, every measure taken, CPU time once Python is there; Pyodide in node, "
        "its module run by V8, CPython's by wasmtime."
    )
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, data in fetching.pyodide(fetching.cache_folder()).items():
                Path(folder, name).write_bytes(data)
            plays = {name: measured(name, "random")(hedgekit.rules(RULES)) for name in ENGINES}
            games = {name: enough(play, pace.seconds) for name, play in plays.items()}
            there, here = [], []
            for seed in range(min(pace.rounds, 3)):
                there.append(in_pyodide(Path(folder), pace.seconds))
                here.append({name: play(games[name], seed).games_per_second for name, play in plays.items()})
    except (fetching.FetchError, Absent) as no:
        return Table("In Pyodide", note, head, rows, {"Pyodide": str(no)})
    for name in ENGINES:
        each = [figure(median(run[name] for run in runs)) for runs in (there, here)]
        share = median(one[name] / other[name] for one, other in zip(there, here, strict=True))
        rows.append((name, *each, figure(share)))
    ours = median(run["wasm"] / run["interpreted"] for run in there)
    rows.append(
        ("wasm, times interpreted", figure(ours), figure(median(r["wasm"] / r["interpreted"] for r in here)), "")
    )
    rows.append(("plies a second through `Game`", figure(median(run["Game"] for run in there)), "", ""))
    return Table("In Pyodide", note, head, rows, {})


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="that an engine plays in a round, about")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print(markdown(pyodide(Pace(given.seconds, given.rounds))))


if __name__ == "__main__":
    main()
