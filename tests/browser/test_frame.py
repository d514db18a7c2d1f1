"""The frame in a page of its own, without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from rulebook.boards.board import CODE, Board
from tests.browser.pace import PACE
from tests.browser.pages import js


class Wire:
    """A board in Python, its picture in a page, and what is on its way between them."""

    def __init__(self, page: Page, rules: str, hidden: bool = True) -> None:
        self.page, self.board, self.sent = page, Board("play", rules=rules), []
        self.board.comm.publish_msg = lambda _kind, data=None, **_more: self.sent.append(json.loads(json.dumps(data)))
        whole = self.board.get_state()
        state = {key: whole[key] for key in ("name", "_view", "keep")}
        page.evaluate(js("host"), [CODE.carrier, CODE.stub, state, hidden])

    def follow(self) -> None:
        """Give Python what the page has sent."""
        for message in self.page.evaluate("window.outbox.splice(0)"):
            self.board._handle_custom_msg(message, [])

    def try_path(self, cell: str, n: int) -> None:
        """Let the page place a piece; Python answers."""
        self.page.evaluate("(message) => window.model.send(message)", {"do": "try", "path": [cell], "n": n})
        self.follow()

    def agree(self) -> bool:
        """Has the page the view that Python has?"""
        return bool(self.page.evaluate("window.model.get('_view')") == json.loads(json.dumps(self.board.view)))

    def hear(self) -> None:
        """Give the page what Python has sent."""
        for message in self.sent:
            self.page.evaluate("(message) => window.hear(message)", message)
        self.sent.clear()


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page, which must not fail."""
    page, problems = browser.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []


def test_a_notebook_that_shows_nothing_hidden_is_given_the_code_it_asks_for(blank: Page) -> None:
    """As Colab, which has a frame for each cell, and marimo: the carrier never comes there."""
    on = Wire(blank, "0 players=2", hidden=False)
    blank.wait_for_function("window.outbox.length", timeout=PACE.ms(20))
    assert blank.evaluate("window.outbox") == [{"do": "bring"}]
    assert not blank.locator(".hk-board").count()
    on.follow()
    on.hear()
    blank.locator(".hk-board[data-ply]").wait_for(timeout=PACE.ms(20))


def test_a_lost_patch_is_healed_by_the_whole_and_a_late_one_changes_nothing(blank: Page) -> None:
    """The next patch does not fit, and the page asks for the whole."""
    on = Wire(blank, "0 players=2")
    on.try_path("a1", n=1)
    late = on.sent.copy()
    on.sent.clear()
    on.try_path("a2", n=2)
    on.hear()
    assert not on.agree()
    on.follow()  # the page has asked
    assert [one["method"] for one in on.sent] == ["update"]
    on.hear()
    assert on.agree()
    on.sent.extend(late)
    on.hear()
    assert on.agree()
