"""The same notebooks in JupyterLab: run, play, be refused."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import expect

from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader, keeps_still
from tests.serving import STEMS

SECONDS = 25  # of one core: what takes long begins early

BASE = "01-base-game"
LATE = ("Failed to initialize model",)
"""What anywidget logs of a widget that takes more than two seconds, on a busy machine: it comes all the same."""
HELD = re.compile(r"A1 stands on d1, .* and B1 on b5, among others, is still behind it: it cannot move\. .*0\.9")
# Lab draws the cells that are near the sight: go through them until the board is there.
IN_SIGHT = """name => {
  const board = document.querySelector(`.hk-board[data-board="${name}"][data-ply]`);
  if (board) return true;
  const panel = document.querySelector(".jp-WindowedPanel-outer");
  const before = panel.scrollTop;
  panel.scrollTop += 500;
  if (panel.scrollTop === before) panel.scrollTop = 0;
  return false;
}"""


def test_lab_opens_the_same_notebooks(open_page: Open, lab: str) -> None:
    host, path = re.fullmatch(r"(http://[^/]+)(/.*)", lab).groups()
    page = open_page(path, host=host, expect=(r".*",))
    expect(page.locator(".jp-Notebook").first).to_be_visible(timeout=PACE.ms(60))
    expect(page.get_by_role("tab", name=f"{STEMS[0]}.ipynb")).to_be_visible()


def test_a_board_of_ones_own_is_played_in_a_notebook_of_ones_own(open_page: Open, lab: str) -> None:
    host, path = re.fullmatch(r"(http://[^/]+)(/.*)", lab).groups()
    # In a workspace of its own: Lab brings back the tabs of the one before, with the boards of kernels that have ended.
    own = re.sub(r"/tree/[^/]+\.ipynb", "/workspaces/own/tree/your-own-board.ipynb", path)
    page = open_page(own, host=host, expect=LATE)
    expect(page.get_by_text("| Idle")).to_be_visible(timeout=PACE.ms(60))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(IN_SIGHT, arg="board", timeout=PACE.ms(60), polling=200)
    reader = Reader(page, "board")
    reader.stands_at(1)  # a later cell played e4-e5 in Python, and the board followed
    assert reader.stacks["e5"] == "A2"


def test_the_board_is_played_in_lab(open_page: Open, lab: str) -> None:
    host, path = re.fullmatch(r"(http://[^/]+)(/.*)", lab).groups()
    # In a workspace of its own, as above: the tab of another test beside this one has a title, too.
    page = open_page(re.sub(r"/tree/[^/]+\.ipynb", f"/workspaces/base/tree/{BASE}.ipynb", path), host=host, expect=LATE)
    expect(page.locator(".jp-Notebook").first).to_be_visible(timeout=PACE.ms(60))
    # Before anything has run: it is trusted, and its prose is there in one language, which is kept.
    title = page.locator(".jp-OutputArea h1")
    expect(title).to_have_text("The base game", timeout=PACE.ms(30))
    expect(title).to_have_count(1)
    page.get_by_role("button", name="Deutsch").click()
    expect(title).to_have_text("Das Grundspiel")
    assert page.evaluate("localStorage.getItem('hedgekit-lang')") == "de"
    page.get_by_role("button", name="English").click()
    expect(title).to_have_text("The base game")
    expect(page.get_by_text("| Idle")).to_be_visible(timeout=PACE.ms(30))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(IN_SIGHT, arg="held", timeout=PACE.ms(30), polling=200)
    expect(page.get_by_text("| Idle")).to_be_visible(timeout=PACE.ms(30))
    said = page.locator(".jp-OutputArea .hk-words > [data-lang]").evaluate_all("all => all.map(one => one.lang)")
    assert set(said) == {"en"}, "prose that was said anew is in one language, too"
    reader = Reader(page, "held")
    keeps_still(reader.board, 60)  # Lab draws cells above this one, too: what is pointed at would no longer be there
    # The first press makes Lab choose the cell, and may move it away from under the mouse: a reader then clicks again.
    for _ in range(3):
        reader.click("d1")
        with suppress(AssertionError):
            expect(reader.refused).to_have_text(HELD, timeout=PACE.ms(2))
            break
        keeps_still(reader.board, 60)
    expect(reader.refused).to_have_text(HELD)
    reader.moves("e4", "e5")
    reader.stands_at(1)
    assert reader.stacks["e5"] == "A2"
    # By keyboard: Lab's own keys must not take them.
    page.keyboard.press("u")
    reader.stands_at(0)
    reader.walks_to("d1")
    page.keyboard.press("Enter")
    expect(reader.refused).to_have_text(HELD)
    reader.walks_to("e4")
    page.keyboard.press("Enter")
    assert reader.sees()["chosen"] == ["e4"]
    reader.walks_to("e3")
    page.keyboard.press("Enter")
    reader.stands_at(1)
    assert reader.stacks["e3"] == "A2"
    assert page.locator(".jp-Notebook >> visible=true").count() == 1
    assert not page.get_by_text("notified about official Jupyter news").count()
