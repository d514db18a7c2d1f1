"""A real browser on the real server; pages fail their test on console errors, page errors, requests to other hosts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, Request, WebSocket, sync_playwright

from tests import serving
from tests.browser import chromium

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
ALIVE = "['alive', 'lost', 'late'].includes(document.documentElement.dataset.hkBoards)"


@pytest.fixture(scope="session")
def served() -> Iterator[serving.Running]:
    """Serve the book: the process with its kernels."""
    with serving.running(serving.command("serve", "--port", "0", "--no-browser")) as run:
        yield run


@pytest.fixture(scope="session")
def server(served: serving.Running) -> str:
    """The address of the book without its last slash."""
    return served.url.rstrip("/")


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run `rulebook lab`; the address of the first notebook, with its token."""
    # Lab restores what this user had open, and keeps what tests open.
    own = {f"JUPYTERLAB_{what}_DIR": str(tmp_path_factory.mktemp(what)) for what in ("WORKSPACES", "SETTINGS")}
    command = serving.command("lab", "--port", "0", "--no-browser")
    with serving.running(command, patience=90, environment=own) as run:
        yield run.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    path = chromium.find()
    if not path:
        pytest.fail("no Chromium found: run `make test`, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        # In containers there is no user namespace for the sandbox and little shared memory.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open pages: `open_page("/", width=390, theme="dark", language="fr")`.

    `host` is another server than the book's; `expect` are patterns of console errors that belong to the test. What else
    playwright knows of contexts goes through; `page=` opens the address in the context of that page, as a new tab.
    """
    problems: list[str] = []
    opened: list[Page] = []

    def open_page(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 900,
        theme: str = "light",
        language: str = "en",
        host: str = server,
        expect: tuple[str, ...] = (),
        page: Page | None = None,
        **options: Any,
    ) -> Page:
        context = (
            page.context
            if page
            else browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, locale=language, **options
            )
        )
        new = context.new_page()
        watch(new, host, expect, problems)
        opened.append(new)
        new.goto(host + path)
        return new

    yield open_page
    for page in opened:
        if not page.is_closed():
            page.close(run_before_unload=True)  # as a closed tab does: the kernel ends
    for context in {page.context for page in opened}:
        context.close()
    assert not problems, "\n".join(problems)


def watch(page: Page, host: str, expect: tuple[str, ...], problems: list[str]) -> None:
    """Collect whatever should not happen on a page."""
    mine = (host, host.replace("http", "ws", 1), "data:", "blob:", "about:")

    def note(kind: str, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in expect):
            problems.append(f"{page.url}: {kind}: {text}")

    def request(request: Request) -> None:
        if not request.url.startswith(mine):
            note("request to another host", request.url)

    def socket(socket: WebSocket) -> None:
        if not socket.url.startswith(mine):
            note("socket to another host", socket.url)

    page.on("console", lambda message: note("console", message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: note("error", str(error)))
    page.on("request", request)
    page.on("websocket", socket)


@pytest.fixture
def open_chapter(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """Open a chapter by its stem and wait for its boards: `open_chapter("01-base-game", "#board=free")`.

    Voilà is known to lose a widget now and then on a busy machine; the page then loads itself once more, and here it
    gets one further try.
    """

    def open_chapter(stem: str, fragment: str = "", **options: Any) -> Page:
        page = open_page(f"/voila/render/{stem}.ipynb{fragment}", **options)
        wait_for_boards(page)
        assert not page.locator(".rb-failed").count(), f"a cell of {stem} failed: see what the server says"
        return page

    return open_chapter


def wait_for_boards(page: Page, patience: float = 30) -> None:
    """Wait until every board of the page is alive."""
    page.wait_for_function(ALIVE, timeout=1000 * patience)
    if page.evaluate("document.documentElement.dataset.hkBoards") != "alive":
        page.reload()
        page.wait_for_function("document.documentElement.dataset.hkBoards === 'alive'", timeout=1000 * patience)


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """Return what axe-core calls serious or critical on a page, one line for each element."""
    return partial(violations, source=AXE.read_text("utf-8"))


def violations(page: Page, source: str) -> list[str]:
    """Run axe-core on a page."""
    page.evaluate(source)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
