"""The notebooks in JupyterLab and on Binder: run, played, refused; and a stranger's notebook in every front end."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import wait_for_boards
from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader, js, keeps_still
from tests.browser.test_publish import open_groups
from tests.rulebook.test_binder import check_launch
from tests.sample import DAY, some
from tests.serving import NOTEBOOKS, STEMS, as_on_binder

SECONDS = 75  # of CPU time: slow files start first

BASE = "01-base-game"
LATE = ("Failed to initialize model",)
"""What anywidget logs for a widget that takes more than two seconds on a busy machine; it appears anyway."""
HELD = re.compile(r"A1 stands on d1, .* and B1 on b5, among others, is still behind it: it cannot move\. .*0\.9")
IN_SIGHT = js("scrollTo")


def test_a_board_is_played_in_lab(open_page: Open, lab: str) -> None:
    host, path = re.fullmatch(r"(http://[^/]+)(/.*)", lab).groups()
    assert f"/tree/{STEMS[0]}.ipynb" in path, "the printed address opens the first notebook"
    page = open_page(re.sub(r"/tree/[^/]+\.ipynb", f"/tree/{BASE}.ipynb", path), host=host, expect=LATE)
    expect(page.locator(".jp-Notebook").first).to_be_visible(timeout=PACE.ms(60))
    # Before anything has run: the notebook is trusted, and its saved prose is shown.
    title = page.locator(".jp-OutputArea h1")
    expect(title).to_have_text("The base game", timeout=PACE.ms(30))
    expect(title).to_have_count(1)
    expect(page.get_by_text("| Idle")).to_be_visible(timeout=PACE.ms(30))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(IN_SIGHT, arg="held", timeout=PACE.ms(30), polling=200)  # Lab has replaced what was saved
    tongues = page.locator(".hk-tongues")
    tongues.get_by_role("button", name="Deutsch").click()  # the running notebook offers all languages
    expect(title).to_have_text("Das Grundspiel")
    assert page.evaluate("localStorage.getItem('hedgekit-lang')") == "de"
    tongues.get_by_role("button", name="English").click()
    expect(title).to_have_text("The base game")
    expect(page.get_by_text("| Idle")).to_be_visible(timeout=PACE.ms(30))
    languages = page.locator(".jp-OutputArea .hk-words > [data-lang]").evaluate_all("all => all.map(one => one.lang)")
    assert set(languages) == {"en"}, "prose that was run again is in one language, too"
    reader = Reader(page, "held")
    keeps_still(reader.board, 60)  # Lab also draws cells above this one, which moves it
    # The first press makes Lab select the cell, and may move it from under the mouse: a reader then clicks again.
    for _ in range(3):
        reader.click("d1")
        with suppress(AssertionError):
            expect(reader.refused).to_have_text(HELD, timeout=PACE.ms(2))
            break
        keeps_still(reader.board, 60)
    expect(reader.refused).to_have_text(HELD)
    reader.moves("e4", "e5")
    reader.expect_ply(1)
    assert reader.stacks["e5"] == "A2"
    # By keyboard: Lab must not take the keys.
    page.keyboard.press("u")
    reader.expect_ply(0)
    reader.walks_to("d1")
    page.keyboard.press("Enter")
    expect(reader.refused).to_have_text(HELD)
    reader.walks_to("e4")
    page.keyboard.press("Enter")
    assert reader.state()["chosen"] == ["e4"]
    reader.walks_to("e3")
    page.keyboard.press("Enter")
    reader.expect_ply(1)
    assert reader.stacks["e3"] == "A2"
    assert page.locator(".jp-Notebook >> visible=true").count() == 1
    assert not page.get_by_text("notified about official Jupyter news").count()


OWN = nbformat.read(Path(__file__).with_name("own.ipynb"), as_version=4)
BOARDS = [cell.metadata["boards"] for cell in OWN.cells]
"""A foreign notebook, and the boards that each of its cells shows."""
SHOWN = sorted(" ".join([*BOARDS, "twice"]).replace("cold", "").split())
SIZES = js("boardSizes")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server like Binder's with the book's chapters and that notebook; return its address."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copytree(NOTEBOOKS, folder / "notebooks", ignore=shutil.ignore_patterns(".*"))
    nbformat.write(OWN, folder / "own.ipynb")
    with as_on_binder(tmp_path_factory.mktemp("server"), root=folder) as address:
        yield address


def menu(page: Page, name: str, item: str) -> None:
    """Choose from one of Lab's menus."""
    page.get_by_role("menuitem", name=name, exact=True).click()
    page.get_by_role("menuitem", name=item).first.click()


def runs_all(page: Page) -> None:
    """Run a notebook and check the sizes of all boards.  Lab may say "idle" early, or ask for a kernel again."""
    expect(page.locator(".jp-Toolbar-kernelName").first).to_contain_text("Python 3", timeout=PACE.ms(60))
    for _ in range(5):
        menu(page, "Run", "Run All Cells")
        with suppress(AssertionError):
            expect(page.locator(".jp-InputPrompt").first).not_to_have_text("[ ]:", timeout=PACE.ms(5))
            break
        for button in page.locator(".jp-Dialog .jp-mod-accept >> visible=true").all():
            button.click()
    page.wait_for_function(IN_SIGHT, arg="frozen", timeout=PACE.ms(60), polling=200)
    idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first
    expect(idle).to_be_attached(timeout=PACE.ms(30))
    assert page.evaluate(SIZES) == SHOWN


def plays(page: Page, name: str) -> Reader:
    """Move e4 to e5 on a board; when the cell is first pressed, Lab may move it from under the mouse."""
    page.wait_for_function(IN_SIGHT, arg=name, timeout=PACE.ms(30), polling=200)
    reader = Reader(page, name)
    for _ in range(3):
        keeps_still(reader.board, 30)
        reader.click("e4")
        with suppress(AssertionError):
            expect(reader.board.locator(".is-chosen")).to_have_count(1, timeout=PACE.ms(2))
            break
    reader.click("e5")
    expect(reader.board.locator("[data-stack=e5] [data-piece=A2]")).to_have_count(1)
    return reader


def saves(page: Page, own: str) -> list[dict[str, Any]]:
    """Save with Ctrl+S; return the saved cells."""
    with page.expect_response(lambda answer: answer.request.method == "PUT" and "/api/contents/" in answer.url):
        page.keyboard.press("Control+s")
    cells: list[dict[str, Any]] = page.request.get(f"{own}api/contents/own.ipynb?token=tok").json()["content"]["cells"]
    return cells


@pytest.mark.parametrize("path", some(["lab/tree/own.ipynb", "notebooks/own.ipynb", "voila/render/own.ipynb"], 3, DAY))
def test_a_strangers_notebook_works(open_page: Open, own: str, path: str) -> None:
    """One of JupyterLab, Notebook 7, and Voilà with the book's template each day."""
    page = open_page(f"{path}?token=tok", host=own, expect=(r".*",))
    if path.startswith("voila"):
        page.wait_for_function(IN_SIGHT, arg="frozen", timeout=PACE.ms(90), polling=200)
        assert page.evaluate(SIZES) == sorted([*SHOWN, "cold"])  # Voilà never changes what it has shown
    else:
        runs_all(page)
    plays(page, "one")
    if not path.startswith("voila"):
        pictured = [any("image/svg+xml" in out.get("data", {}) for out in cell["outputs"]) for cell in saves(page, own)]
        assert pictured == [bool(boards) for boards in BOARDS], "in boxes, tabs and outputs, too"
    expect(page.locator("[data-board=other] [data-stack=e5] [data-piece=A2]")).to_have_count(1)


def test_a_chapter_on_binder_contacts_no_other_host(open_page: Open, own: str) -> None:
    """As an extension of a Jupyter server, Voilà would fetch MathJax from a CDN."""
    check_launch(own)
    # The chapter is left while boards out of view still load: anywidget logs that.
    page = open_page("voila/tree/notebooks?token=tok", host=own, expect=("ERR_FAILED", *LATE))
    open_groups(page)
    page.locator(f".rb-groups a[href$='{STEMS[0]}.ipynb']").first.click()
    wait_for_boards(page)
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "true")  # Voilà's front end follows
    # If Voilà renders a chapter for each reader, its prose does not wait for the front end, and missing boards are
    # reported.
    page.route(re.compile(r"/voila/static/voila\.js"), lambda route: route.abort())
    page.clock.install()
    page.goto(f"{own}voila/render/notebooks/{STEMS[0]}.ipynb")
    expect(page.locator(".rb-cells p").first).to_be_visible()
    expect(page.locator(".rb-coming").first).to_be_visible()
    page.clock.run_for(25_000)
    expect(page.get_by_role("button", name="Reload the page")).to_be_visible()
    page.close()
