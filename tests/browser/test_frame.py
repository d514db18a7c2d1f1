"""The frame in its own page, without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from rulebook.boards.board import CODE, Board
from tests.browser.pace import PACE
from tests.browser.pages import js


class Wire:
    """A board in Python, its picture in a page, and the messages between them."""

    def __init__(self, page: Page, rules: str, hidden: bool = True) -> None:
        self.page, self.board, self.sent = page, Board("play", rules=rules), []
        self.board.comm.publish_msg = lambda _kind, data=None, **_more: self.sent.append(json.loads(json.dumps(data)))
        whole = self.board.get_state()
        state = {key: whole[key] for key in ("name", "_view", "keep")}
        page.evaluate(js("host"), [CODE.carrier, CODE.stub, state, hidden])

    def follow(self) -> None:
        """Give Python the page's messages."""
        for message in self.page.evaluate("window.outbox.splice(0)"):
            self.board._handle_custom_msg(message, [])

    def try_path(self, cell: str, n: int) -> None:
        """Place a piece in the page; Python answers."""
        self.page.evaluate("(message) => window.model.send(message)", {"do": "try", "path": [cell], "n": n})
        self.follow()

    def agree(self) -> bool:
        """Return whether page and Python have the same view."""
        return bool(self.page.evaluate("window.model.get('_view')") == json.loads(json.dumps(self.board.view)))

    def hear(self) -> None:
        """Give the page Python's messages."""
        for message in self.sent:
            self.page.evaluate("(message) => window.hear(message)", message)
        self.sent.clear()


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """Return an empty page, on which no error may occur."""
    page, problems = browser.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []


def test_a_front_end_without_hidden_widgets_gets_the_code_on_request(blank: Page) -> None:
    """Colab, with a frame for each cell, and marimo never show the carrier."""
    wire = Wire(blank, "0 players=2", hidden=False)
    blank.wait_for_function("window.outbox.length", timeout=PACE.ms(20))
    assert blank.evaluate("window.outbox") == [{"do": "bring"}]
    assert not blank.locator(".hk-board").count()
    wire.follow()
    wire.hear()
    blank.locator(".hk-board[data-ply]").wait_for(timeout=PACE.ms(20))


def test_a_lost_patch_is_recovered_and_a_late_one_ignored(blank: Page) -> None:
    """If the next patch does not fit, the page requests the whole view."""
    wire = Wire(blank, "0 players=2")
    wire.try_path("a1", n=1)
    late = wire.sent.copy()
    wire.sent.clear()
    wire.try_path("a2", n=2)
    wire.hear()
    assert not wire.agree()
    wire.follow()  # the page has requested it
    assert [one["method"] for one in wire.sent] == ["update"]
    wire.hear()
    assert wire.agree()
    wire.sent.extend(late)
    wire.hear()
    assert wire.agree()
