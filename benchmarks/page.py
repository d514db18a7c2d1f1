"""How long readers wait, and what a reader costs: start, chapter, click, bytes, memory.

    python benchmarks/page.py [--runs 5] [--clicks 50]
    python benchmarks/page.py --chapters [--runs 3]      every chapter beside the base game, in turns

Everything is measured through a headless Chromium, with an empty cache where it says cold, against `rulebook serve` on
this machine; the network adds its round trips. Needs what the browser tests need (`make test` installs it). Memory is
PSS: pages that processes share are counted once.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import serving
from tests.browser import chromium
from tests.browser.reader import Reader

FIRST, BASE = serving.STEMS[:2]
SHOWN = "() => document.querySelector('.hk-board[data-ply], .hc, .dk-desk') !== null"
PLAYABLE = "() => document.querySelector('.hk-board[data-board=held][data-ply] .hk-cell.is-may') !== null"
ALIVE = "() => document.documentElement.dataset.hkBoards === 'alive'"

PAUSE = 150  # ms between clicks, as of a quick reader; without it the answers come some 40 ms later

# From the click to the frame in which the answer is painted: a task after the frame's callback runs once it is drawn.
CLICKS = """async ([name, clicks, pause]) => {
  const board = document.querySelector(`.hk-board[data-board="${name}"]`);
  board.scrollIntoView({ block: "center", behavior: "instant" });
  const times = [];
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let i = 0; i < clicks; i += 1) {
    for (let tries = 0; !board.querySelector(".hk-cell.is-to"); tries += 1) {
      if (tries > 100) throw new Error("nothing can be placed");
      if (tries % 20 === 0) board.querySelector(".hk-tools button").click(); // takes back
      await painted();
    }
    await painted();
    await new Promise((done) => setTimeout(done, pause));
    const ply = board.dataset.ply;
    const changed = new Promise((done) => new MutationObserver((_, watch) => {
      if (board.dataset.ply !== ply) { watch.disconnect(); done(); }
    }).observe(board, { attributeFilter: ["data-ply"] }));
    const started = performance.now();
    board.querySelector(".hk-cell.is-to").click();
    await changed;
    await painted();
    times.push(performance.now() - started);
  }
  return times;
}"""


def serve(warm: int) -> object:
    """Run the server, with kernels kept warm or none."""
    return serving.running(serving.command("serve", "--port", "0", "--no-browser", "--warm", str(warm)))


def opened(browser: Browser, address: str, part: str = "black") -> tuple[Page, float, float]:
    """Open a page of the base game as a reader who was never here; seconds to a playable board and to the last one."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    started = time.perf_counter()
    page.goto(f"{address}voila/render/{BASE}.ipynb?page={part}", wait_until="commit")
    page.wait_for_function(PLAYABLE)
    playable = time.perf_counter() - started
    page.wait_for_function(ALIVE)
    return page, playable, time.perf_counter() - started


def closed(page: Page) -> None:
    """Leave a page, as a closed tab does, so that its kernel ends."""
    context = page.context
    page.close(run_before_unload=True)
    context.close()


def settled(run: serving.Running, kernels: int) -> None:
    """Wait until a server has so many kernels or more, or none if none are to be left, and they rest."""
    for _ in range(200):
        try:
            children = run.children()
            enough = len(children) >= kernels if kernels else not children
            if enough and sum(child.cpu_percent(0.05) for child in children) < 5:
                return
        except psutil.NoSuchProcess:
            pass
        time.sleep(0.1)


def chapter(browser: Browser, runs: int, warm: int) -> tuple[list[float], list[float]]:
    """Open the base game several times; seconds to a playable board, and to all."""
    first, last = [], []
    with serve(warm) as run:
        for _ in range(runs):
            settled(run, 1 if warm else 0)
            page, playable, everything = opened(browser, run.url)
            first.append(playable)
            last.append(everything)
            closed(page)
    return first, last


def chapters(browser: Browser, runs: int) -> list[tuple[str, str]]:
    """Open every chapter in turns, with a warm kernel: seconds to the first thing that works and to the last.

    Also the processor's seconds of the page's own thread, which other work on the machine disturbs less.
    """
    found: dict[str, list[tuple[float, float, float]]] = {stem: [] for stem in serving.STEMS}
    boards: dict[str, int] = {}
    with serve(1) as run:
        for _ in range(runs):
            for stem in serving.STEMS:
                settled(run, 2)
                page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
                devtools = page.context.new_cdp_session(page)
                devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
                started = time.perf_counter()
                page.goto(f"{run.url}voila/render/{stem}.ipynb", wait_until="commit")
                page.wait_for_function(SHOWN)
                first = time.perf_counter() - started
                page.wait_for_function(ALIVE)
                last = time.perf_counter() - started
                metrics = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
                found[stem].append((first, last, metrics["TaskDuration"]))
                boards[stem] = page.locator(".hk-board").count()
                closed(page)
    base = [median(column) for column in zip(*found[BASE], strict=True)]
    rows = []
    for stem, opened_at in found.items():
        columns = [list(column) for column in zip(*opened_at, strict=True)]
        ratios = [median(column) / usual for column, usual in zip(columns, base, strict=True)]
        first, last, work = (spread(column, "s", 2) for column in columns)
        rows.append((f"{stem}, {boards[stem]} boards", f"first {first}; last {last}, {ratios[1]:.2f} of the base game"))
        rows.append(("", f"work of the page {work}, {ratios[2]:.2f} of the base game"))
    return rows


def clicked(browser: Browser, clicks: int) -> list[float]:
    """Milliseconds from a click to the painted answer: placing hedgehogs on the free board."""
    with serve(1) as run:
        page, *_ = opened(browser, run.url, "whole")
        settled(run, 1)
        Reader(page, "play").new_game(players=4)
        times = page.evaluate(CLICKS, ["play", clicks, PAUSE])
        closed(page)
    return times


class Weight:
    """What a page asked for and got over the wire, bodies and sockets."""

    def __init__(self, page: Page) -> None:
        self.requests = self.bytes = self.socket = 0
        page.on("requestfinished", self.add)
        page.on("websocket", lambda socket: socket.on("framereceived", self.receive))

    def add(self, request: object) -> None:
        """Count a response, unless it came out of the browser's cache."""
        sizes = request.sizes()
        if sizes["responseHeadersSize"]:
            self.requests += 1
            self.bytes += sizes["responseBodySize"]

    def receive(self, data: str | bytes) -> None:
        """Count what the kernel says."""
        self.socket += len(data)

    def __str__(self) -> str:
        return f"{self.requests} requests, {self.bytes / 1e6:.2f} MB, and {self.socket / 1e6:.2f} MB by socket"


def weighed(browser: Browser) -> list[tuple[str, str]]:
    """Bytes and requests of a first chapter and of the next one in the same browser."""
    rows = []
    with serve(1) as run:
        context = browser.new_context()
        for stem, what in ((FIRST, "first chapter, empty cache"), (BASE, "further chapter, the base game")):
            page = context.new_page()
            weight = Weight(page)
            page.goto(f"{run.url}voila/render/{stem}.ipynb")
            page.wait_for_function(ALIVE)
            page.wait_for_load_state("networkidle")
            rows.append((what, str(weight)))
            page.close(run_before_unload=True)
        context.close()
    return rows


def remembered(browser: Browser, readers: int) -> list[tuple[str, str]]:
    """Memory of the server, and of each reader of the base game on it."""
    with serve(0) as run:

        def total() -> float:
            processes = [psutil.Process(run.process.pid), *run.children()]
            return sum(process.memory_full_info().pss for process in processes) / 2**20

        alone = total()
        pages = [opened(browser, run.url)[0] for _ in range(readers)]
        settled(run, readers)
        several = total()
        for page in pages:
            closed(page)
    return [
        ("server alone (PSS)", f"{alone:.0f} MiB"),
        (f"each of {readers} readers of the base game (PSS)", f"{(several - alone) / readers:.0f} MiB"),
    ]


def spread(values: list[float], unit: str, digits: int) -> str:
    """Median, least and greatest."""
    return f"{median(values):.{digits}f} {unit} ({min(values):.{digits}f}–{max(values):.{digits}f}, n={len(values)})"


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=5, help="starts and openings")
    arguments.add_argument("--clicks", type=int, default=50)
    arguments.add_argument("--readers", type=int, default=3)
    arguments.add_argument("--chapters", action="store_true", help="only all chapters, side by side")
    given = arguments.parse_args()
    if given.chapters:
        with sync_playwright() as playwright:
            browser = chromium.launch(playwright, chromium.AS_READERS)
            show(chapters(browser, given.runs))
            browser.close()
        return
    rows: list[tuple[str, str]] = []
    starts = []
    for _ in range(given.runs):
        with serve(1) as run:
            starts.append(run.seconds)
    rows.append(("rulebook serve to the first page served", spread(starts, "s", 2)))
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright, chromium.AS_READERS)
        for warm, what in ((0, "cold"), (1, "warm kernel")):
            first, last = chapter(browser, given.runs, warm)
            rows.append((f"base game to a playable board, {what}", spread(first, "s", 2)))
            rows.append((f"base game to its last board, {what}", spread(last, "s", 2)))
        times = sorted(clicked(browser, given.clicks))
        rows.append(("click to repaint", f"{spread(times, 'ms', 0)}, p95 {times[int(0.95 * len(times))]:.0f} ms"))
        rows += weighed(browser)
        rows += remembered(browser, given.readers)
        browser.close()
    show(rows)


def show(rows: list[tuple[str, str]]) -> None:
    """Print a table."""
    wide = max(len(what) for what, _ in rows)
    for what, figure in rows:
        print(f"{what:{wide}}  {figure}")


if __name__ == "__main__":
    main()
