"""How long a reader waits for a click, and how many bytes a chapter takes.

    python benchmarks/page.py [--clicks 50]
    python benchmarks/page.py --only-clicks              from a click to what it leads to

Measured through a headless Chromium with an empty cache, against `rulebook serve` on this machine; the network adds its
round trips.  Needs what the browser tests need (`make test` installs it).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import nbformat
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import serving
from tests.browser import chromium
from tests.browser.reader import Reader

BASE = serving.STEMS[1]
FIRST, FURTHER = f"{BASE}.ipynb", "04-moves.ipynb?variant=13"  # pages with a board in sight
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

FIRST_MOVE = """board => new Promise((done) => {
  const { ply } = board.dataset;
  const target = () => board.querySelector(".hk-cell.is-to");
  new MutationObserver(() => {
    if (board.dataset.ply !== ply) done();
    else target()?.click();
  }).observe(board, { attributeFilter: ["class", "data-ply"], subtree: true });
  (target() ?? board.querySelector(".hk-cell.is-may")).click();
})"""


def serve(*more: str) -> object:
    """Run the server."""
    return serving.running(serving.command("serve", "--port", "0", "--no-browser", *more))


def reader(browser: Browser) -> BrowserContext:
    """Somebody who was never here."""
    return browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")


def first_use(page: Page) -> None:
    """Make the first move that a board lets its reader make, and wait for the answer."""
    board = page.locator(".hk-board:has(.is-may, .is-to)").first.element_handle()
    assert board
    page.evaluate(FIRST_MOVE, board)


def clicked(browser: Browser, clicks: int) -> tuple[list[dict[str, Any]], list[float]]:
    """Milliseconds from a click to what it leads to, in turn: placing hedgehogs on the free board, where that is seen
    and where Python has answered; on an empty widget of the same page.
    """
    times, pressed = [], []
    with tempfile.TemporaryDirectory() as folder:
        notebook = nbformat.read(serving.NOTEBOOKS / FIRST, as_version=4)
        notebook.cells.insert(1, nbformat.v4.new_code_cell(EMPTY_WIDGET))
        nbformat.write(notebook, Path(folder) / FIRST)
        with serve("--notebooks", folder) as run:
            page = reader(browser).new_page()
            page.goto(f"{run.url}voila/render/{FIRST}")
            page.wait_for_function(ALIVE)
            page.wait_for_load_state("networkidle")
            Reader(page, "play").new_game(players=4)
            page.evaluate(PRESSED, [1, PAUSE])  # its cell is run
            while len(times) < clicks:
                some = min(IN_TURN, clicks - len(times))
                times += page.evaluate(CLICKS, ["play", some, PAUSE])
                pressed += page.evaluate(PRESSED, [some, PAUSE])
            page.context.close()
    return times, pressed


def clicks_told(times: list[dict[str, Any]], pressed: list[float]) -> list[tuple[str, str]]:
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
    ]
    for what, found in (("repaint", seen), ("answer", answered)):
        rows.append((f"{what}, times an empty widget", f"{median(found) / median(pressed):.2f}"))
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
    with serve() as run:
        context = reader(browser)
        for address, what in ((FIRST, "first chapter, empty cache"), (FURTHER, "further chapter")):
            page = context.new_page()
            weight = Weight(page)
            page.goto(f"{run.url}voila/render/{address}")
            page.wait_for_function(ALIVE)
            page.wait_for_load_state("networkidle")
            rows.append((what, str(weight)))
            first_use(page)
            page.wait_for_load_state("networkidle")
            rows.append((f"{what}, with the first use of a board", str(weight)))
            page.close(run_before_unload=True)
        context.close()
    return rows


def spread(values: list[float], unit: str, digits: int) -> str:
    """Median, least and greatest."""
    return f"{median(values):.{digits}f} {unit} ({min(values):.{digits}f}–{max(values):.{digits}f}, n={len(values)})"


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--clicks", type=int, default=50)
    arguments.add_argument("--only-clicks", action="store_true", help="only from a click to what it leads to")
    given = arguments.parse_args()
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright, chromium.AS_READERS)
        rows = clicks_told(*clicked(browser, given.clicks))
        if not given.only_clicks:
            rows += weighed(browser)
        browser.close()
    show(rows)


def show(rows: list[tuple[str, str]]) -> None:
    """Print a table."""
    wide = max(len(what) for what, _ in rows)
    for what, figure in rows:
        print(f"{what:{wide}}  {figure}")


if __name__ == "__main__":
    main()
