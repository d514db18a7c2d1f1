"""The static site on a plain web host under a sub-path, and its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rulebook.text import words
from tests import static_site
from tests.browser.conftest import chapter, of_pages
from tests.browser.pace import PACE
from tests.browser.pages import Pages
from tests.browser.reader import Open
from tests.static_site import BELOW

BASE = "01-base-game"
PATIENCE = 60  # seconds for Python to start


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a host with the site in it."""
    root = tmp_path_factory.mktemp("host")
    (root / BELOW).parent.mkdir(parents=True)
    (root / BELOW).symlink_to(static_site.site())
    return root


@pytest.fixture(scope="session")
def server(root: Path) -> Iterator[str]:
    """Serve files only, in place of the book's server of other tests."""
    with static_site.hosted(root) as host:
        yield host.url


@pytest.fixture
def open_chapter(open_page: Open, pages: Pages, server: str) -> Open:
    """Open a chapter and wait until it is alive; scripts that tests wait for are exempt from the policy.

    `boards`: all boards the test touches; if they are on several pages, the chapter is opened as a whole.
    """

    def open_chapter(stem: str, fragment: str = "", boards: Sequence[str] = (), **options: Any) -> Page:
        options |= {"bypass_csp": True, "service_workers": "block"}
        whole = "-whole" if {*boards} - {"play"} and stem in of_pages() else ""
        return chapter(pages, server, f"/{stem}{whole}.html{fragment}", options, wait_for_life)

    return open_chapter


def wait_for_mark(page: Page, mark: str) -> None:
    """Wait until a page reports a state, possibly until Python has started."""
    page.locator(f"html[data-hk-{mark}]").wait_for(timeout=PACE.ms(PATIENCE))


def wait_for_life(page: Page) -> None:
    wait_for_mark(page, "boards=alive")


def static_word(key: str, lang: str = "en") -> str:
    return words.text(f"static.{key}", lang)
