"""The pages of a run of browser tests: opened once and read on by later tests where nothing is lost by that.

What costs most in a browser test is opening a chapter: a kernel, the front end, every board.  So a chapter that a test
has left as it found it, but for the boards it named, is the next one's; and a context is used again for the same kind
of reader, emptied of all but the files of the front end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, WebSocket

from tests.browser.pace import PACE

Kind = tuple[Any, ...]
FIRST = {"width": 1280, "height": 900, "theme": "light", "language": "en"}
MOST = 8
"""Chapters that are kept open."""

# Is a page as it was opened, but for its boards?  What the browser keeps for it goes.
LEFT = """([language, theme]) => {
  localStorage.clear();
  sessionStorage.clear();
  document.activeElement?.blur();
  const { lang, dataset } = document.documentElement;
  const news = [...document.querySelectorAll("dialog[open], .rb-trouble, .is-lost, .hk-banner")];
  return !location.hash && lang === language && dataset.theme === theme && dataset.hkBoards === "alive"
    && !news.some((one) => one.checkVisibility());
}"""


@dataclass
class Opened:
    """A page: how it was opened, whether as a chapter that may be read on, and the boards that were touched on it."""

    page: Page
    host: str
    kind: Kind
    options: dict[str, Any]
    chapter: str = ""
    touched: set[str] = field(default_factory=set)
    reusable: bool = True


class Pages:
    """All pages of a run.  `problems` is what should not have happened on any since it was last emptied."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.problems: list[str] = []
        self._free: dict[Kind, list[BrowserContext]] = {}
        self._used: list[Opened] = []
        self._shelf: list[Opened] = []

    def open(self, host: str, expected: tuple[str, ...], beside: Page | None, options: dict[str, Any]) -> Opened:
        """A new page of a reader to whom nothing has happened yet; of the same reader as the page `beside`."""
        kind = kind_of(host, options)
        free = self._free.get(kind, [])
        reusable = not beside and not expected
        context = beside.context if beside else free.pop() if free and reusable else self._context(options)
        page = context.new_page()
        page.set_default_timeout(PACE.ms(30))
        watch(page, host, expected, self.problems)
        if reusable:
            _empty(page, host)
        opened = Opened(page, host, kind, FIRST | options, reusable=reusable)
        self._used.append(opened)
        return opened

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        given = FIRST | options
        size = {"width": given.pop("width"), "height": given.pop("height")}
        theme, language = given.pop("theme"), given.pop("language")
        return self._browser.new_context(viewport=size, color_scheme=theme, locale=language, **given)

    def shelved(self, chapter: str, boards: set[str], host: str, options: dict[str, Any]) -> Page | None:
        """A chapter that stayed open for this kind of reader, on which nobody has touched these boards."""
        wanted = kind_of(host, options), chapter
        for opened in self._shelf:
            if (opened.kind, opened.chapter) == wanted and not opened.touched & boards:
                self._shelf.remove(opened)
                self._used.append(opened)
                opened.touched |= boards
                opened.page.set_default_timeout(PACE.ms(30))
                return opened.page
        return None

    def end(self, passed: bool) -> None:
        """A test is over: keep open what may be read on, close the rest as a reader closes a tab."""
        used, self._used = self._used, []
        contexts: dict[BrowserContext, list[Opened]] = {}
        for opened in used:
            contexts.setdefault(opened.page.context, []).append(opened)
        for context, pages in contexts.items():
            alone = len(pages) == len(context.pages) == 1
            if passed and alone and pages[0].chapter and _as_it_was(pages[0]):
                self._shelf.append(pages[0])
            else:
                self._close(context, pages, keep=passed and alone)
        while len(self._shelf) > MOST:
            oldest = self._shelf.pop(0)
            self._close(oldest.page.context, [oldest], keep=True)

    def _close(self, context: BrowserContext, pages: list[Opened], keep: bool) -> None:
        for page in context.pages:
            page.close(run_before_unload=True)  # as a closed tab does: the kernel ends
        if keep and pages[0].reusable:
            self._free.setdefault(pages[0].kind, []).append(context)
        else:
            context.close()

    def close(self) -> None:
        """The run is over."""
        for opened in self._shelf:
            opened.page.context.close()
        for contexts in self._free.values():
            for context in contexts:
                context.close()


def kind_of(host: str, options: dict[str, Any]) -> Kind:
    """What tells one kind of reader from another."""
    return (host, *sorted((key, str(value)) for key, value in (FIRST | options).items()))


def _as_it_was(opened: Opened) -> bool:
    page = opened.page
    if page.is_closed() or urlsplit(page.url).path != opened.chapter:
        return False
    try:
        page.unroute_all()
        page.emulate_media(media="screen")
        return bool(page.evaluate(LEFT, [opened.options["language"], opened.options["theme"]]))
    except Error:  # the page is just being left, or answers no more
        return False


def _empty(page: Page, host: str) -> None:
    """Let the browser forget what it keeps for a reader; not the files of the front end, which are the same for all."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(host))
    kinds = "cookies,local_storage,indexeddb,service_workers,cache_storage"
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
    session.detach()


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


Open = Callable[..., Page]
