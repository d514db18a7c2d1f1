"""Measure the latency of a click, and the bytes of a chapter.

    python -m benchmarks.page [--clicks 50]

Measured in headless Chromium with an empty cache, against `rulebook serve` on this machine, so without network latency.
Needs what the browser tests need (`make test` installs it).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median, quantiles

import nbformat
from playwright.sync_api import Browser, BrowserContext, Request, sync_playwright

from tests import serving
from tests.browser import chromium
from tests.browser.reader import Reader

BASE = serving.STEMS[1]
FIRST, FURTHER = f"{BASE}.ipynb", "04-moves.ipynb?variant=13"  # pages with a board in sight
ALIVE = "() => document.documentElement.dataset.hkBoards === 'alive'"

IN_TURN = 10  # clicks, alternating with as many of an empty widget
PAUSE = 150  # ms between clicks, like a fast reader; without it answers take some 40 ms longer

# From the click to the frame that paints the move, and to the one with Python's answer: a task queued in a frame's
# callback runs once the frame is drawn.  The answer may have been precomputed.
CLICKS = """async ([name, clicks, pause]) => {
  const board = document.querySelector(`.hk-board[data-board="${name}"]`);
  board.scrollIntoView({ block: "center", behavior: "instant" });
  const times = [];
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const changed = (trait) => new Promise((done) => {
    const before = board.dataset[trait];
    new MutationObserver((_, watch) => {
      if (board.dataset[trait] !== before) { watch.disconnect(); done(); }
    }).observe(board, { attributeFilter: [`data-${trait}`] });
  });
  for (let i = 0; i < clicks; i += 1) {
    for (let tries = 0; !board.querySelector(".hk-cell.is-to"); tries += 1) {
      if (tries > 100) throw new Error("nothing can be placed");
      if (tries % 20 === 0) board.querySelector(".hk-tools button").click(); // takes back
      await painted();
    }
    await painted();
    await new Promise((done) => setTimeout(done, pause));
    const [moved, told] = [changed("ply"), changed("answer")];
    const started = performance.now();
    board.querySelector(".hk-cell.is-to").click();
    await moved;
    await painted();
    const seen = performance.now() - started;
    await told;
    await painted();
    times.push([seen, performance.now() - started]);
  }
  return times;
}"""

# An empty widget on the same page, served by the same process: a click sets a trait, which changes a text.
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
    const changed = new Promise((done) => {
      new MutationObserver((_, watch) => { watch.disconnect(); done(); }).observe(button, { childList: true });
    });
    const started = performance.now();
    button.click();
    await changed;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - started);
  }
  return times;
}"""


def serve(*more: str) -> object:
    """Run the server."""
    return serving.running(serving.command("serve", "--port", "0", "--no-browser", *more))


def reader(browser: Browser) -> BrowserContext:
    """Return a browser context with an empty cache."""
    return browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")


def measure_clicks(browser: Browser, clicks: int) -> tuple[list[list[float]], list[float]]:
    """Measure clicks, in ms: placing hedgehogs on the free board, until painted and until Python's answer; and,
    alternating with them, on an empty widget of the same page.
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
            page.evaluate(PRESSED, [1, PAUSE])  # runs its cell
            while len(times) < clicks:
                some = min(IN_TURN, clicks - len(times))
                times += page.evaluate(CLICKS, ["play", some, PAUSE])
                pressed += page.evaluate(PRESSED, [some, PAUSE])
            page.context.close()
    return times, pressed


def show_clicks(browser: Browser, clicks: int) -> None:
    """Print the latency of clicks, also relative to an empty widget."""
    times, pressed = measure_clicks(browser, clicks)
    empty = median(pressed)
    for what, found in zip(("repaint", "answer", "empty widget"), (*zip(*times, strict=True), pressed), strict=True):
        late = quantiles(found, n=20)[-1]
        print(f"click to {what}: {median(found):.1f} ms ({min(found):.1f}–{max(found):.1f}, p95 {late:.1f})", end="")
        print(f", {median(found) / empty:.2f} of an empty widget's")


def show_weight(browser: Browser) -> None:
    """Print requests and bytes of a first chapter, until its boards are ready, and of a further one."""
    with serve() as run:
        context, sizes, socket = reader(browser), [], []

        def count(request: Request) -> None:
            found = request.sizes()
            if found["responseHeadersSize"]:  # else from the browser's cache
                sizes.append(found["responseBodySize"])

        for address, what in ((FIRST, "first chapter, empty cache"), (FURTHER, "further chapter")):
            page = context.new_page()
            page.on("requestfinished", count)
            page.on("websocket", lambda one: one.on("framereceived", lambda data: socket.append(len(data))))
            page.goto(f"{run.url}voila/render/{address}")
            page.wait_for_function(ALIVE)
            page.wait_for_load_state("networkidle")
            print(f"{what}: {len(sizes)} requests, {sum(sizes) / 1e6:.2f} MB, {sum(socket) / 1e6:.2f} by socket")
            sizes.clear()
            socket.clear()
        context.close()


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--clicks", type=int, default=50)
    given = arguments.parse_args()
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright, chromium.AS_READERS)
        show_clicks(browser, given.clicks)
        show_weight(browser)
        browser.close()


if __name__ == "__main__":
    main()
