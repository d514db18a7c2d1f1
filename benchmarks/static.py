"""How long readers of the static site wait and what they load, side by side with the server's pages.

    python benchmarks/static.py [--runs 5] [--plain] [--server]

A headless Chromium, with an empty cache where it says first, reads the site from a plain host on this machine that
compresses texts, as pages hosts do; the network adds its round trips. `--plain` adds a site whose modules are not
compiled, `--server` the same chapters from `rulebook serve`. Pyodide as it comes, in the same browser from the same
host, is what the first board is compared with. Needs what the browser tests need.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.page import FIRST_MOVE, Weight, closed, opened, serve, spread
from rulebook.publish.static import build, fetching
from tests import static_site
from tests.browser import chromium
from tests.serving import NOTEBOOKS

FIRST, FURTHER, MOST = "01-base-game", "02-scoring", "04-moves"
MOVED = {"index": "cover", FIRST: "first chapter", "variant-13": "a variant's page"}  # where a first move is timed
MARKS = {"painted": "boards in sight painted", "first": "first board alive", "live": "every board alive"}


def read(browser: Browser, address: str, stem: str, after: str | None = None) -> tuple[dict[str, float], Weight]:
    """Read a chapter, as a new reader or after another chapter; seconds to each mark, and what was loaded."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    page = context.new_page()
    if after:
        page.goto(f"{address}/{after}.html")
        page.locator("html[data-hk-boards=alive]").wait_for(timeout=120_000)
    page.close()
    page = context.new_page()
    weight = Weight(page)
    page.goto(f"{address}/{stem}.html", wait_until="commit")
    page.locator("html[data-hk-boards=alive]").wait_for(timeout=120_000)
    seen = page.evaluate("({...document.documentElement.dataset})")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    context.close()
    times = {name: int(seen[f"hk{name.capitalize()}"]) / 1000 for name in MARKS}
    return {"text": painted / 1000, **times}, weight


def moved(browser: Browser, address: str, stem: str) -> float:
    """Seconds until a new reader sees the answer to his first move, made as soon as a board in sight takes one."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    page.add_init_script(FIRST_MOVE)
    page.goto(f"{address}/{stem}.html", wait_until="commit")
    page.locator("html[data-moved]").wait_for(timeout=120_000)
    found = float(page.locator("html").get_attribute("data-moved") or 0) / 1000
    context.close()
    return found


BARE = """<script type="module">
const worker = new Worker("worker.mjs", { type: "module" });
worker.onmessage = () => document.documentElement.setAttribute("data-there", performance.now());
</script>"""
BARE_WORKER = """import { loadPyodide } from "./pyodide.mjs";
(await loadPyodide()).runPython("1 + 1");
postMessage("there");
"""


def bare(browser: Browser, runs: int) -> list[float]:
    """Seconds until Pyodide as it comes, with no package, has run its first line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / static_site.BELOW
        folder.mkdir(parents=True)
        for file, data in fetching.pyodide(fetching.cache_folder()).items():
            (folder / file).write_bytes(data)
        (folder / "index.html").write_text(BARE, "utf-8")
        (folder / "worker.mjs").write_text(BARE_WORKER, "utf-8")
        found = []
        with static_site.hosted(Path(name), compress=True) as host:
            for _ in range(runs):
                context = browser.new_context()
                page = context.new_page()
                page.goto(f"{host.url}/index.html")
                page.locator("html[data-there]").wait_for(timeout=120_000)
                found.append(float(page.locator("html").get_attribute("data-there") or 0) / 1000)
                context.close()
    return found


def first_moves(browser: Browser, address: str, runs: int) -> dict[str, str]:
    """How soon a first move is answered, and that as a share of what Pyodide as it comes takes to begin, in turn."""
    began: list[float] = []
    times: dict[str, list[float]] = {stem: [] for stem in MOVED}
    for _ in range(runs):
        began += bare(browser, 1)
        for stem, taken in times.items():
            taken.append(moved(browser, address, stem))
    found = {"Pyodide as it comes: its first line": spread(began, "s", 2)}
    for stem, what in MOVED.items():
        shares = [one / other for one, other in zip(times[stem], began, strict=True)]
        found[f"{what}: first move answered"] = f"{spread(times[stem], 's', 2)}, {median(shares):.2f} of that"
    return found


def offline(browser: Browser, host: static_site.Host) -> float:
    """Seconds to a whole chapter that the browser keeps, with the host gone."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{host.url}/")
    page.locator("html[data-hk-kept]").wait_for(timeout=120_000)
    host.stop()
    page.goto(f"{host.url}/{FIRST}.html")
    page.locator("html[data-hk-boards=alive]").wait_for(timeout=120_000)
    live = int(page.locator("html").get_attribute("data-hk-live") or 0) / 1000
    context.close()
    host.start()
    return live


def site(browser: Browser, runs: int, plain: bool, say: Callable[[str], None]) -> dict[str, str]:
    """Build a site and measure it: what -> figure."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        started = time.perf_counter()
        made = build.build(NOTEBOOKS, Path(folder) / static_site.BELOW, lambda _line: None, plain)
        found = {"build": f"{time.perf_counter() - started:.0f} s"}
        sizes = {name: len(data) for name, data in made.files.items()}
        found["site on disk"] = f"{sum(sizes.values()) / 1e6:.1f} MB in {len(sizes)} files"
        host = stack.enter_context(static_site.hosted(Path(folder), compress=True))
        for stem, after, what in (
            (FIRST, None, "first chapter"),
            (FURTHER, FIRST, "further chapter"),
            (MOST, FIRST, "chapter with most boards"),
        ):
            say(f"{what} ...")
            times, weights = [], []
            for _ in range(runs):
                took, weight = read(browser, host.url, stem, after)
                times.append(took)
                weights.append(weight)
            found[f"{what}: text painted"] = spread([one["text"] for one in times], "s", 2)
            for name, meant in MARKS.items():
                found[f"{what}: {meant}"] = spread([one[name] for one in times], "s", 2)
            found[f"{what}: transferred"] = f"{weights[-1].bytes / 1e6:.2f} MB in {weights[-1].requests} requests"
        say("first moves ...")
        found |= first_moves(browser, host.url, runs)
        found["kept chapter, offline: every board alive"] = spread(
            [offline(browser, host) for _ in range(runs)], "s", 2
        )
    return found


def server(browser: Browser, runs: int) -> dict[str, str]:
    """The same chapter from the server, without a kernel that waits."""
    playable, live = [], []
    with serve(0) as run:
        for _ in range(runs):
            page, one, all_of_them = opened(browser, run.url)
            playable.append(one)
            live.append(all_of_them)
            closed(page)
    return {
        f"first chapter: {MARKS['first']}": spread(playable, "s", 2),
        f"first chapter: {MARKS['live']}": spread(live, "s", 2),
    }


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--plain", action="store_true", help="beside it a site with uncompiled modules")
    arguments.add_argument("--server", action="store_true", help="beside it the server")
    given = arguments.parse_args()

    def say(line: str) -> None:
        print(line, file=sys.stderr)

    columns: dict[str, dict[str, str]] = {}
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright, chromium.AS_READERS)
        columns["static"] = site(browser, given.runs, False, say)
        columns["Pyodide"] = {f"first chapter: {MARKS['first']}": spread(bare(browser, given.runs), "s", 2)}
        if given.plain:
            columns["static, plain"] = site(browser, given.runs, True, say)
        if given.server:
            columns["server"] = server(browser, given.runs)
        browser.close()
    rows = list(columns["static"])
    wide = max(map(len, rows))
    widths = [max(len(name), *(len(column.get(row, "")) for row in rows)) for name, column in columns.items()]
    print(" " * wide, *(f"{name:{width}}" for name, width in zip(columns, widths, strict=True)), sep="  ")
    for row in rows:
        cells = (f"{column.get(row, '–'):{width}}" for column, width in zip(columns.values(), widths, strict=True))
        print(f"{row:{wide}}", *cells, sep="  ")


if __name__ == "__main__":
    main()
