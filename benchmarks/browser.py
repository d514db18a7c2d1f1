"""The engine in a browser beside the same engine elsewhere: games a second of CPU time, with all measures.

    python -m benchmarks.browser [--seconds 1] [--rounds 5] [--numba] [rules ...]

A headless Chromium plays in a worker as pages do, with `worker.js`, and packs what comes; the CPU time is that of its
renderers, what they compile meanwhile included.  In turn with it play the module through wasmtime, the interpreted
engine, and (`--numba`, which compiles for minutes the first time) what numba makes for all variants.
"""

import argparse
import functools
import http.server
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Page, sync_playwright

import hedgekit
from hedgekit import RuleSet
from hedgekit.games.race.rulesets import wasm
from hedgekit.games.race.rulesets.kernel import LIMIT
from rulebook.stage import counting
from tests.browser import chromium

from .contestants import measured
from .runs import Absent, Play, Run, in_turn, rate, ratio
from .tables import BASE, MEASURED, Pace, Table, figure

PLAYERS = ("random", "greedy")
BROWSER, WASMTIME, INTERPRETED, NUMBA = "Chromium", "wasmtime", "interpreted", "numba, for all variants"
WHERE = {WASMTIME: "wasm", INTERPRETED: "interpreted"}
ROWS = 1024  # games that a worker is given at once, as counting.js does

READY = """(job) => new Promise((done, fail) => {
  window.worker?.terminate();
  window.worker = new Worker("worker.js");
  worker.onerror = ({ message }) => fail(new Error(message));
  worker.onmessage = ({ data: { failed, text } }) => (failed ? fail(new Error(text)) : done());
  worker.postMessage({ job, module: new URL("engine.wasm", location.href).href });
})"""
PLAY = """([from, games, most]) => new Promise((done, fail) => {
  let [begun, came] = [0, 0];
  const more = () => {
    const count = Math.min(most, games - begun);
    if (!count) return done(came);
    worker.postMessage({ part: 0, first: from + begun, count });
    begun += count;
  };
  worker.onmessage = ({ data: { ready, count, failed, text } }) => {
    if (failed) fail(new Error(text));
    else if (ready) more();
    else came += count;
  };
  more();
})"""


@contextmanager
def page() -> Iterator[Page]:
    """An empty page with the engine beside it, on a host of this machine."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "index.html").write_text("<!doctype html>", "utf-8")
        (folder / "worker.js").write_text(counting.worker(), "utf-8")
        (folder / "engine.wasm").write_bytes(wasm.module())
        handler = functools.partial(Quiet, directory=name)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            browser = chromium.launch(playwright, chromium.AS_READERS)
            opened = browser.new_page()
            opened.goto(f"http://127.0.0.1:{host.server_port}/")
            yield opened
            browser.close()
            host.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A host that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def renderers() -> float:
    """Seconds of CPU time of the processes of Chromium that run pages and their workers."""
    spent = 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            if "--type=renderer" in process.cmdline():
                times = process.cpu_times()
                spent += times.user + times.system
        except psutil.NoSuchProcess:
            continue
    return spent


def in_browser(rules: RuleSet, player: str, opened: Page) -> Play:
    """The engine in a worker of the page."""
    opened.evaluate(READY, counting.job([(rules, [player] * rules.players, 1)], 1, LIMIT))
    opened.evaluate(PLAY, [0, 2 * ROWS, ROWS])  # a browser compiles twice, the second time while it plays

    def play(games: int, seed: int) -> Run:
        begun = renderers()
        assert opened.evaluate(PLAY, [seed << 24, games, ROWS]) == games
        return Run(games, 0, renderers() - begun)

    return play


def browser(pace: Pace) -> Table:
    """Chromium beside wasmtime, numba and the interpreted engine."""
    rows, absent = [], {}
    rules = BASE
    with page() as opened:
        for player in PLAYERS:
            names = WHERE | ({NUMBA: "universal"} if "universal" in MEASURED else {})
            runs = in_turn(contestants(rules, player, names, opened, absent), *pace)
            for name, mine in runs.items():
                rows.append((f"{player}, {name}", figure(rate(mine)), figure(ratio(runs[BROWSER], mine))))
    note = (
        "The module in a worker of a page, as comparisons are counted: four players alike, every measure taken and "
        "packed for the page, CPU time of the renderers, what they compile meanwhile included."
    )
    return Table("In a browser", note, ("", "games/s", "Chromium plays as many times"), rows, absent)


def contestants(
    rules: RuleSet, player: str, names: dict[str, str], opened: Page, absent: dict[str, str]
) -> dict[str, Play]:
    """The engine in the page, and the others beside it; why one is missing is put down in `absent`."""
    plays = {BROWSER: in_browser(rules, player, opened)}
    for name, engine in names.items():
        try:
            plays[name] = measured(engine, player)(rules)
        except Absent as no:
            absent[name] = str(no)
    return plays


def table(rules: RuleSet, player: str, names: dict[str, str], opened: Page, seconds: float, rounds: int) -> str:
    """A line for every engine: games a second, and how many times as many the others play."""
    absent: dict[str, str] = {}
    plays = contestants(rules, player, names, opened, absent)
    for name, why in absent.items():
        print(f"{name}: {why}")
    runs = in_turn(plays, seconds, rounds)
    lines = [f"{rules}, {player} players", "", "| engine | games/s | Chromium plays as many times |", "|---|---:|---:|"]
    lines += [f"| {name} | {rate(found):,.0f} | {ratio(runs[BROWSER], found):.2f} |" for name, found in runs.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print a table for every rule set and kind of players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rules", nargs="*", default=["0 players=4"])
    parser.add_argument("--seconds", type=float, default=1.0, help="that an engine plays in a round, about")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--numba", action="store_true", help="the engine compiled by numba, too")
    given = parser.parse_args()
    names = WHERE | ({NUMBA: "universal"} if given.numba else {})
    with page() as opened:
        for text in given.rules:
            for player in PLAYERS:
                print(table(hedgekit.rules(text), player, names, opened, given.seconds, given.rounds), flush=True)


if __name__ == "__main__":
    main()
