"""A real browser on a real server.  Console errors, page errors and requests to other hosts fail the test."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import axe_playwright_python
import psutil
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from rulebook.publish import page_split
from tests import serving
from tests.browser import chromium
from tests.browser.pace import PACE, PAGE
from tests.browser.pages import Open, Pages, js
from tests.sample import DAY, some

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
SHARED = pytest.StashKey[serving.Running]()


@cache
def of_pages() -> list[str]:
    """Return the chapters split into pages other than those of variants."""
    found = {stem: page_split.chapter_pages(serving.NOTEBOOKS, stem) for stem in serving.STEMS}
    return [stem for stem, leaves in found.items() if any(not one.variant for one in leaves)]


@contextmanager
def book() -> Iterator[serving.Running]:
    """Serve the book without preheating, which would slow down the test workers.

    Besides its chapters there are unlisted ones with few boards, made by `serving`.
    """
    with tempfile.TemporaryDirectory() as own:
        folder = Path(own) / "notebooks"
        shutil.copytree(serving.NOTEBOOKS, folder, ignore=shutil.ignore_patterns(".*"))
        serving.write_one_board(folder / "light")
        serving.write_stages(folder / "light")
        with serving.serve(book=folder, log=Path(own) / "log") as run:
            yield run


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Share one server among all workers, so that it renders each chapter once."""
    stash = node.config.stash
    if SHARED not in stash:
        stack = ExitStack()
        node.config.add_cleanup(stack.close)
        stash[SHARED] = stack.enter_context(book())
    node.workerinput["served"] = (stash[SHARED].process.pid, stash[SHARED].url, str(stash[SHARED].log))


@pytest.fixture(scope="session")
def served(request: pytest.FixtureRequest) -> Iterator[serving.Running]:
    """Return the server of this test run."""
    if shared := getattr(request.config, "workerinput", {}).get("served"):
        yield serving.Running(psutil.Process(shared[0]), shared[1], log=Path(shared[2]))
        return
    with book() as run:
        yield run


@pytest.fixture(autouse=True)
def log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print what the server logged during a test; pytest shows it if the test fails."""
    path = request.getfixturevalue("served").log if "served" in request.fixturenames else None
    before = path.stat().st_size if path else 0
    yield
    if path:
        print("The server's log:", path.read_bytes()[before:].decode(errors="replace"), sep="\n")


@pytest.fixture(scope="session")
def server(served: serving.Running) -> str:
    """Return the address of the book without the trailing slash."""
    return served.url.rstrip("/")


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run `rulebook lab`; yield the address of the first notebook, with its token."""
    # otherwise Lab would restore this user's workspace and save that of the tests
    own = {f"JUPYTERLAB_{what}_DIR": str(tmp_path_factory.mktemp(what)) for what in ("WORKSPACES", "SETTINGS")}
    command = serving.command("lab", "--port", "0", "--no-browser")
    with serving.running(command, patience=240, environment=own) as run:
        yield run.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return one browser for all tests."""
    if not chromium.find():
        pytest.fail("no Chromium found: run `make test`, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Iterator[Pages]:
    """Return all pages of the run."""
    PACE.measure()
    pages = Pages(browser)
    yield pages
    pages.close()


@pytest.fixture
def open_page(pages: Pages, server: str) -> Iterator[Open]:
    """Open pages: `open_page("/", width=390, theme="dark", language="fr")`.

    `host`: a server other than the book's; `expect`: patterns of console errors the test provokes; `page`: open the
    address as a new tab in that page's context.  Other options are playwright's options of contexts.
    """
    pages.problems.clear()

    def open_page(
        path: str = "/", *, host: str = server, expect: tuple[str, ...] = (), page: Page | None = None, **options: Any
    ) -> Page:
        new = pages.open(host, expect, page, options).page
        new.goto(host + path)
        return new

    yield open_page
    pages.end()
    assert not pages.problems, "\n".join(pages.problems)


@pytest.fixture
def open_chapter(open_page: Open, pages: Pages, server: str) -> Open:
    """Open a chapter by its stem and wait for its boards: `open_chapter("01-base-game", "#board=free")`.

    `boards`: those the test touches; it waits for the ones in view only, and a split chapter is opened as a whole.
    """

    def open_chapter(stem: str, fragment: str = "", boards: Sequence[str] = (), **options: Any) -> Page:
        path = f"/voila/render/{stem}.ipynb{'?page=whole' if boards and not fragment and stem in of_pages() else ''}"
        wait = wait_for_page if boards else wait_for_boards
        return chapter(pages, server, path + fragment, options, wait)

    return open_chapter


def chapter(pages: Pages, host: str, path: str, options: dict[str, Any], wait: Callable[[Page], None]) -> Page:
    """Open a chapter and wait for it."""
    page = pages.open(host, (), None, options).page
    began = time.monotonic()
    page.goto(host + path)
    wait(page)
    PACE.seen(time.monotonic() - began, PAGE)
    assert not page.locator(".rb-failed").count(), f"a cell of {path} failed: see what the server says"
    return page


def wait_for_page(page: Page) -> None:
    """Wait until the boards in view are alive; the others come alive when scrolled to."""
    page.wait_for_selector("html[data-hk-boards=alive]", state="attached", timeout=PACE.ms(60))


def wait_for_boards(page: Page) -> None:
    """Wait until every board of the page is alive."""
    wait_for_page(page)
    if page.locator("#rb-static").count():
        paint_all(page)


def paint_all(page: Page) -> None:
    """Have all boards of a page painted, as printing does, and wait for them."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_selector("html[data-hk-all-painted]", state="attached", timeout=PACE.ms(60))


def audits(stems: Sequence[str]) -> list[Any]:
    """Return chapters with a language and theme: a daily sample that covers all in eight days; all in the long runs."""
    rows = [(stem, *reader) for stem in stems for reader in (("fr", "dark"), ("en", "light"))]
    return some(rows, min(8, len(rows)), DAY)


@pytest.fixture
def axe(request: pytest.FixtureRequest) -> Callable[..., list[str]]:
    """Return a function that lists axe-core's serious and critical violations on a page, a line each."""
    whole = request.node.get_closest_marker("soak") is not None
    return partial(violations, source=AXE.read_text("utf-8"), whole=whole)


def violations(page: Page, within: str = "", *, source: str, whole: bool = False) -> list[str]:
    """Run axe-core on a page with few or all of its boards, or on one part of it."""
    if whole and page.locator("#rb-static").count():
        paint_all(page)
    page.evaluate(source)
    found = page.locator(".hk-board").evaluate_all(js("audit"), [whole, within])
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
