"""The engine in WebAssembly where Python itself runs in WebAssembly, as on the static site: in Pyodide, in node."""

import subprocess
from pathlib import Path

import pytest

from rulebook.publish.static import fetching
from tests.serving import ROOT

SCRIPT = Path(__file__).parent / "pyodide.mjs"


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Pyodide; the tests are skipped where no registry can be reached."""
    folder = tmp_path_factory.mktemp("core")
    try:
        for name, data in fetching.pyodide(fetching.cache_folder()).items():
            (folder / name).write_bytes(data)
        fetching.node(fetching.cache_folder())
    except fetching.FetchError as error:
        pytest.skip(f"Pyodide cannot be had: {error}")
    return folder


def run(core: Path, code: str) -> str:
    command = [str(fetching.node(fetching.cache_folder())), str(SCRIPT), str(core), str(ROOT)]
    done = subprocess.run(command, input=code, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_browser_runs_the_module_and_the_games_are_those_of_the_interpreted_engine(core: Path) -> None:
    """Games, series and comparisons, in the calling thread: there is no other.  What it cannot do is said."""
    assert "well" in run(
        core,
        """
import hedgekit
from hedgekit import HedgekitError, simulate, simulate_series
from hedgekit.games.race.rulesets import wasm
from rulebook.choosing.comparison import Comparison

assert wasm.IN_BROWSER and wasm.can_play(hedgekit.rules("0"))
for text, players, games in (("9+13 players=3", ("greedy", "random"), 8), ("25 players=3", ("lookahead:4",), 2)):
    one = simulate(text, games, players, seed=4, engine="interpreted")
    assert one == simulate(text, games, players, seed=4, engine="wasm") == simulate(text, games, players, seed=4)
assert len(simulate("0", 2000)) == 2000
assert simulate_series("18", 2, engine="wasm") == simulate_series("18", 2, engine="interpreted")
many = simulate("0", 10_000, cancel=iter([False] * 12 + [True] * 10_000).__next__)
assert 0 < len(many) < 10_000 and not many.complete

comparison = Comparison([hedgekit.rules("0", 3), hedgekit.rules("26", 3)], "random", 12)
while not comparison.is_over:
    comparison.more()
assert comparison.results[1].games == 12 and comparison.pairs.games == 12
assert comparison.job()["module"].startswith("sha256-")

import js
js.eval("WebAssembly.Instance = class { constructor() { throw new RangeError('no memory'); } }")
assert simulate("0", 3) == simulate("0", 3, engine="interpreted")
try:
    simulate("0", 3, engine="wasm")
except HedgekitError as no:
    assert "cannot play here (RangeError: no memory)" in str(no), no
else:
    raise AssertionError
print("well")
""",
    )
