"""The pages of a run of browser tests.  A tab is reused for the same kind of reader, cleared of all but the front
end's files, since opening a tab costs Chromium more than the page in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, WebSocket

from tests.browser.pace import PACE

Kind = tuple[Any, ...]
LASTING = ("add_init_script", "expose_function", "expose_binding", "on", "route_web_socket")
"""Calls with lasting effects on a tab, which is then not reused."""
FIRST = {"width": 1280, "height": 900, "theme": "light", "language": "en", "reduced_motion": "reduce"}
"""Defaults of a page.  Animation is expensive, so tests that need it ask for it."""
CHANGED = ("width", "height", "theme", "reduced_motion")
"""Options that can be changed in an open tab."""
FUNCTIONS: dict[str, str] = dict(
    re.findall(r"(?ms)^export const (\w+) = (.+?);\n(?=\n|\Z)", Path(__file__).with_name("page.js").read_text("utf-8"))
)


def js(name: str) -> str:
    """Return a function of `page.js`, with the functions it calls, for evaluation in a page."""
    code = FUNCTIONS[name]
    called = [f"const {one} = {FUNCTIONS[one]};" for one in FUNCTIONS if re.search(rf"(?<![.\w]){one}\(", code)]
    return f"(() => {{ {' '.join(called)} return {code}; }})()"


IDLE = "window.isBusy = false"


@dataclass
class Opened:
    """An open page: its kind of reader, and whether its tab may be reused."""

    page: Page
    kind: Kind
    reusable: bool = True

    def lasts(self, of: Any, name: str) -> None:
        """Make the tab not reusable once a method of the page or its clock is called."""
        method = getattr(of, name)

        def called(*arguments: Any, **options: Any) -> Any:
            self.reusable = False
            return method(*arguments, **options)

        setattr(of, name, called)


class Pages:
    """All pages of a run.  `problems` is what should not have happened on any since it was last emptied."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.problems: list[str] = []
        self._free: dict[Kind, list[Page]] = {}
        self._used: list[Opened] = []
        self._heard: dict[Page, dict[str, Callable[[Any], None]]] = {}

    def open(self, host: str, expected: tuple[str, ...], beside: Page | None, options: dict[str, Any]) -> Opened:
        """Return a page of a new reader, or of the same reader as the page `beside`."""
        given = FIRST | options
        free = self._free.setdefault(_kind(given), [])
        reusable = not beside and not expected
        if beside:
            page = beside.context.new_page()
        elif free and reusable:
            page = free.pop()
            page.set_viewport_size({"width": given["width"], "height": given["height"]})
            seen = {"color_scheme": given["theme"], "reduced_motion": given["reduced_motion"]}
            page.emulate_media(media="null", forced_colors="null", **seen)
        else:
            page = self._context(given).new_page()
        page.set_default_timeout(PACE.ms(30))
        self._heard[page] = watch(page, host, expected, self.problems)
        opened = Opened(page, _kind(given), reusable)
        for name in LASTING:
            opened.lasts(page, name)
        opened.lasts(page.clock, "install")
        if reusable:
            _empty(page, host)
        self._used.append(opened)
        return opened

    def _context(self, given: dict[str, Any]) -> BrowserContext:
        rest = {key: value for key, value in given.items() if key not in FIRST}
        size = {"width": given["width"], "height": given["height"]}
        seen = {"color_scheme": given["theme"], "reduced_motion": given["reduced_motion"]}
        context = self._browser.new_context(viewport=size, locale=given["language"], **seen, **rest)
        context.add_init_script(f"{js('stayBusy')}()")
        return context

    def end(self) -> None:
        """Leave the pages of a test, so that their kernels end; keep its tabs, or close them with their reader."""
        used, self._used = self._used, []
        for context, opened in {one.page.context: one for one in reversed(used)}.items():
            page = opened.page
            for name in LASTING:
                vars(page).pop(name, None)
            vars(page.clock).pop("install", None)
            if opened.reusable and len(context.pages) == 1 and not page.is_closed() and _emptied(page):
                for event, hears in self._heard.pop(page).items():
                    page.remove_listener(event, hears)
                self._free.setdefault(opened.kind, []).append(page)
                continue
            for one in context.pages:
                self._heard.pop(one, None)
                one.close(run_before_unload=True)  # as a closed tab does: the kernel ends
            context.close()

    def close(self) -> None:
        """Close all kept tabs."""
        for tabs in self._free.values():
            for page in tabs:
                page.context.close()


def _kind(options: dict[str, Any]) -> Kind:
    """Return the options that cannot be changed in an open tab."""
    return tuple(sorted((key, str(value)) for key, value in options.items() if key not in CHANGED))


def _emptied(page: Page) -> bool:
    """Leave a page for an empty one."""
    try:
        page.unroute_all()
        page.evaluate("sessionStorage.clear(); window.name = ''; onbeforeunload = null")
        page.goto("about:blank")
    except Error:  # it shows an error page, or does not answer
        return False
    return True


def _empty(page: Page, host: str) -> None:
    """Clear what the browser keeps for a reader, except for the files of the front end, which are the same for all."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(host))
    kinds = "cookies,local_storage,indexeddb,service_workers,cache_storage"
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
    session.detach()


def watch(page: Page, host: str, expect: tuple[str, ...], problems: list[str]) -> dict[str, Callable[[Any], None]]:
    """Collect everything that should not happen on a page; return the listeners."""
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

    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            note("console", message.text)

    def error(error: Error) -> None:
        note("error", str(error))

    hears: dict[str, Callable[[Any], None]] = {
        "console": console,
        "pageerror": error,
        "request": request,
        "websocket": socket,
    }
    for event, hear in hears.items():
        page.on(event, hear)  # type: ignore[call-overload]
    return hears


Open = Callable[..., Page]


def release_boards(page: Page) -> None:
    """Make the server release a page's boards, as for a page that is left and returned to."""
    page.evaluate("dispatchEvent(new Event('pagehide')); dispatchEvent(new Event('pageshow'))")
