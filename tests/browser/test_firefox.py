"""The book in Firefox, on a desktop and at the width of a phone; skipped if it is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import firefox

FOUND = firefox.find()
BOARD = '.hk-board[data-board="flat"]'  # a task: place on a stack that is not among the lowest


@pytest.mark.skipif(not FOUND, reason="Firefox is not installed (Debian: apt-get install firefox-esr)")
def test_placing_refusals_and_languages_work_in_firefox(server: str, tmp_path: Path) -> None:
    with firefox.running(str(FOUND), tmp_path / "profile") as tab:
        for width in (1280, 390):
            tab.resize(width, 900)
            tab.goto(f"{server}/voila/render/01-base-game.ipynb?page=set-up&lang=en")
            tab.wait("document.documentElement.dataset.hkBoards === 'alive'")
            board = f"document.querySelector('{BOARD}')"
            tab.click(f'{BOARD} [data-cell="a1"]')
            assert "0.2" in tab.wait(f"{board}.querySelector('.hk-no:not([hidden])')?.textContent")
            assert tab.value(f"{board}.querySelector('.hk-answer').className").endswith("is-right")
            tab.click(f'{BOARD} [data-cell="a2"]')
            tab.wait(f"{board}.dataset.ply === '1'")
            tab.click('[data-hk-set-lang="fr"]')
            langs = f"[document.documentElement.lang, {board}.querySelector('.hk-prompt').closest('[lang]').lang]"
            assert tab.value(langs) == ["fr", "fr"]
            over = tab.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, "a page scrolls vertically only"
        assert tab.errors == []
