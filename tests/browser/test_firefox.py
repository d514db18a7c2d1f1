"""A second browser: the book in Firefox, on a desktop and on the width of a phone.  Skipped, saying so, without one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser import firefox

FOUND = firefox.find()
pytestmark = pytest.mark.skipif(not FOUND, reason="Firefox is not installed (Debian: apt-get install firefox-esr)")

BOARD = '.hk-board[data-board="play"]'
ALIVE = "document.documentElement.dataset.hkBoards === 'alive'"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Firefox]:
    assert FOUND
    with firefox.running(FOUND, tmp_path_factory.mktemp("firefox") / "profile") as started:
        yield started


@pytest.mark.parametrize("width", [1280, 390])
def test_a_reader_places_hedgehogs_is_refused_and_switches_the_language(
    tab: firefox.Firefox, server: str, width: int
) -> None:
    tab.resize(width, 900)
    tab.goto(f"{server}/voila/render/01-base-game.ipynb?page=set-up&lang=en")
    tab.wait(ALIVE)
    board = f"document.querySelector('{BOARD}')"
    tab.wait(f"{board}?.dataset.ply")
    # Who sits where is chosen in the dialog; here a task is enough: placing on a stack that is not among the lowest.
    task = '.hk-board[data-board="flat"]'
    tab.click(f'{task} [data-cell="a1"]')
    said = tab.wait(f"document.querySelector('{task} .hk-no:not([hidden])')?.textContent")
    assert "0.2" in said
    assert tab.value(f"document.querySelector('{task} .hk-answer').className").endswith("is-right")
    tab.click(f'{task} [data-cell="a2"]')
    tab.wait(f"document.querySelector('{task}').dataset.ply === '1'")
    tab.click('[data-hk-set-lang="fr"]')
    assert tab.value("document.documentElement.lang") == "fr"
    assert tab.value(f"document.querySelector('{task} .hk-prompt').closest('[lang]').lang") == "fr"
    over = tab.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, "a page scrolls one way only"
    assert tab.errors == []
