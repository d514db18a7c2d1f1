"""How long readers wait, and what a reader costs: start, chapter, click, bytes, memory.

    python benchmarks/page.py [--runs 5] [--clicks 50]
    python benchmarks/page.py --only-clicks              from a click to what it leads to
    python benchmarks/page.py --chapters [--runs 3]      every chapter beside the base game, in turns

Everything is measured through a headless Chromium, with an empty cache where it says cold, against `rulebook serve` on
this machine; the network adds its round trips. Needs what the browser tests need (`make test` installs it). Memory is
PSS: pages that processes share are counted once.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import nbformat
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import serving
from tests.browser import chromium
from tests.browser.reader import Reader

BASE = serving.STEMS[1]
FIRST, FURTHER = f"{BASE}.ipynb", "04-moves.ipynb?variant=13"  # pages with a board in sight
SHOWN = "() => document.querySelector('.hk-board[data-ply], .hc, .dk-desk') !== null"
PLAYABLE = "() => document.querySelector('.hk-board[data-ply] .hk-cell:is(.is-may, .is-to)') !== null"
ALIVE = "() => document.documentElement.dataset.hkBoards === 'alive'"

IN_TURN = 10  # clicks, and then as many of an empty widget
PAUSE = 150  # ms between clicks, as of a quick reader; without it the answers come some 40 ms later

# From the click to the frame in which the move is painted, and to that in which its answer is there: a task after the
# frame's callback runs once it is drawn. `ahead`: had Python said before the click what it would answer?
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
    const { answer } = board.dataset;
    const answered = new Promise((done) => new MutationObserver((_, watch) => {
      if (board.dataset.answer !== answer) { watch.disconnect(); done(); }
    }).observe(board, { attributeFilter: ["data-answer"] }));
    const started = performance.now();
    board.querySelector(".hk-cell.is-to").click();
    const ahead = board.dataset.ply !== ply;
    await changed;
    await painted();
    const seen = performance.now() - started;
    await answered;
    await painted();
    times.push({ seen, answered: ahead ? performance.now() - started : seen, ahead });
  }
  return times;
}"""

# An empty widget on the same page, answered by the same process: a click, a trait that is set, a text that changes.
EMPTY_WIDGET = """
import anywidget, traitlets

class Empty(anywidget.AnyWidget):
    _esm = '''export default { render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = `${model.get("count")}`; };
      button.className = "bench-empty";
      button.onclick = () => model.send({});
      model.on("change:count", show);
      show();
      el.append(button);
    } };'''
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self.pressed)

    def _handle_msg(self, message):
        self._handle_custom_msg(message["content"]["data"]["content"], [])

    def pressed(self, *_):
        self.count += 1

Empty()
"""
PRESSED = """async ([rounds, pause]) => {
  const button = document.querySelector(".bench-empty");
  button.scrollIntoView({ block: "center", behavior: "instant" });
  const times = [];
  for (let i = 0; i < rounds; i += 1) {
    await new Promise((done) => setTimeout(done, pause));
    const changed = new Promise((done) => new MutationObserver((_, watch) => {
      watch.disconnect();
      done();
    }).observe(button, { childList: true }));
    const started = performance.now();
    button.click();
    await changed;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - started);
  }
  return times;
}"""

# What a page says to its process, on its own socket; to a slot without a widget it is a message that nobody follows.
SOCKET = """(() => {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    send(data) {
      window.bench = { socket: this, said: data };
      super.send(data);
    }
  };
})();"""
EMPTY = """async ([rounds, pause]) => {
  const { socket, said } = window.bench;
  const shown = document.body.appendChild(document.createElement("output"));
  const times = [];
  for (let i = 0; i < rounds; i += 1) {
    await new Promise((done) => setTimeout(done, pause));
    const message = JSON.parse(said);
    const count = `empty ${i}`;
    Object.assign(message.content.data.content, { slot: "0.999", content: {}, count });
    const answered = new Promise((done) => socket.addEventListener("message", function hear({ data }) {
      if (typeof data !== "string" || !data.includes(`"${count}"`) || !data.includes("handled")) return;
      socket.removeEventListener("message", hear);
      done();
    }));
    const started = performance.now();
    socket.send(JSON.stringify(message));
    await answered;
    shown.textContent = count;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - started);
  }
  shown.remove();
  return times;
}"""

# A reader does the first thing that a board in sight lets him do, at once: `moved` is when he sees the answer.
FIRST_MOVE = """(() => {
  const answered = (board, ply) => new MutationObserver((_, watch) => {
    if (board.dataset.ply === ply) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { document.documentElement.dataset.moved = performance.now(); }));
  }).observe(board, { attributeFilter: ["data-ply"] });
  let touched = null;
  const look = () => {
    const near = [...document.querySelectorAll(".hk-board[data-ply]")].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    const board = touched ?? near.find((one) => one.querySelector(".hk-cell.is-may, .hk-cell.is-to"));
    const to = board?.querySelector(".hk-cell.is-to");
    if (board && !touched) {
      touched = board;
      document.documentElement.dataset.touched = performance.now();
      answered(board, board.dataset.ply);
      (to ?? board.querySelector(".hk-cell.is-may")).click();
      if (to) return;
    } else if (to) {
      to.click();
      return;
    }
    if (!document.documentElement.dataset.moved) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();"""


def serve(warm: int, *more: str) -> object:
    """Run the server, with kernels kept warm or none."""
    return serving.running(serving.command("serve", "--port", "0", "--no-browser", "--warm", str(warm), *more))


def opened(browser: Browser, address: str, part: str = "black") -> tuple[Page, float, float]:
    """Open a page of the base game as a reader who was never here; seconds to a playable board and to the last one."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    page.add_init_script(SOCKET)
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


def clicked(browser: Browser, clicks: int) -> tuple[list[dict[str, Any]], list[float], list[float]]:
    """Milliseconds from a click to what it leads to, in turn: placing hedgehogs on the free board, where that is seen
    and where Python has answered; on an empty widget of the same page; of a message that nobody follows.
    """
    times, pressed, empty = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        notebook = nbformat.read(serving.NOTEBOOKS / FIRST, as_version=4)
        notebook.cells.insert(1, nbformat.v4.new_code_cell(EMPTY_WIDGET))
        nbformat.write(notebook, Path(folder) / FIRST)
        with serve(1, "--notebooks", folder) as run:
            page, *_ = opened(browser, run.url, "")
            settled(run, 1)
            Reader(page, "play").new_game(players=4)
            page.evaluate(PRESSED, [1, PAUSE])  # its cell is run
            while len(times) < clicks:
                some = min(IN_TURN, clicks - len(times))
                times += page.evaluate(CLICKS, ["play", some, PAUSE])
                pressed += page.evaluate(PRESSED, [some, PAUSE])
                empty += page.evaluate(EMPTY, [some, PAUSE])
            closed(page)
    return times, pressed, empty


def clicks_told(times: list[dict[str, Any]], pressed: list[float], empty: list[float]) -> list[tuple[str, str]]:
    """What `clicked` found, and its ratios."""
    seen, answered = (sorted(one[what] for one in times) for what in ("seen", "answered"))
    ahead = sum(one["ahead"] for one in times)
    rows = [
        (
            "click to repaint",
            f"{spread(seen, 'ms', 1)}, p95 {seen[int(0.95 * len(seen))]:.0f} ms; {ahead} known before",
        ),
        ("click until Python has answered", spread(answered, "ms", 1)),
        ("click on an empty widget to its repaint", spread(pressed, "ms", 1)),
        ("a message that nobody follows, to a repaint", spread(empty, "ms", 1)),
    ]
    for what, found in (("repaint", seen), ("answer", answered)):
        ratios = median(found) / median(pressed), median(found) / median(empty)
        rows.append((f"{what}, times an empty widget, times a message", "{:.2f}, {:.2f}".format(*ratios)))
    return rows


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
    """Bytes and requests of a chapter in an empty cache, up to a board's first answer, and of the next one after it."""
    rows = []
    with serve(1) as run:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        for address, what in ((FIRST, "first chapter, empty cache"), (FURTHER, "further chapter")):
            page = context.new_page()
            weight = Weight(page)
            page.goto(f"{run.url}voila/render/{address}")
            page.wait_for_function(ALIVE)
            page.wait_for_load_state("networkidle")
            rows.append((what, str(weight)))
            page.evaluate(FIRST_MOVE)
            page.locator("html[data-moved]").wait_for()
            page.wait_for_load_state("networkidle")
            rows.append((f"{what}, with the first use of a board", str(weight)))
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
    arguments.add_argument("--only-clicks", action="store_true", help="only from a click to what it leads to")
    given = arguments.parse_args()
    if given.chapters or given.only_clicks:
        with sync_playwright() as playwright:
            browser = chromium.launch(playwright, chromium.AS_READERS)
            found = chapters(browser, given.runs) if given.chapters else clicks_told(*clicked(browser, given.clicks))
            browser.close()
        show(found)
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
        rows += clicks_told(*clicked(browser, given.clicks))
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
