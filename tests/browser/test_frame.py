"""The frame in a page of its own, without a server: patches make the whole, and what is lost on the way is healed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rulebook.boards.board import CODE, Board
from tests.browser.pace import PACE

# A host as Jupyter is one: a model that keeps what Python sends; what the page sends waits in `outbox`. Some notebooks
# show nothing hidden, and so not the carriers of the code.
HOST = """async ([carrier, stub, state, hidden]) => {
  const load = (source) => import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const listeners = new Map();
  const emit = (name, ...values) => { for (const one of [...(listeners.get(name) ?? [])]) one(...values); };
  const model = {
    state,
    get: (key) => model.state[key],
    set(key, value) { model.state = { ...model.state, [key]: value }; emit(`change:${key}`, value); },
    on: (name, one) => listeners.set(name, (listeners.get(name) ?? new Set()).add(one)),
    off: (name, one) => listeners.get(name)?.delete(one),
    send: (content) => { window.outbox.push(content); },
  };
  const hear = ({ method, content, state: whole }) => {
    if (method === "custom") emit("msg:custom", content, []);
    else for (const [key, value] of Object.entries(whole)) model.set(key, value);
  };
  Object.assign(window, { model, hear, outbox: [] });
  if (hidden) (await load(carrier)).default.initialize({ model });
  const { default: widget } = await load(stub);
  await widget.initialize({ model });
  const shown = widget.render({ model, el: document.body.appendChild(document.createElement("div")) });
  if (hidden) await shown;
}"""


class Wire:
    """A board in Python, its picture in a page, and what is on its way between them."""

    def __init__(self, page: Page, rules: str, hidden: bool = True) -> None:
        self.page, self.board, self.sent = page, Board("play", rules=rules), []
        self.board.comm.publish_msg = lambda _kind, data=None, **_more: self.sent.append(json.loads(json.dumps(data)))
        whole = self.board.get_state()
        state = {key: whole[key] for key in ("name", "_view", "keep")}
        page.evaluate(HOST, [CODE.carrier, CODE.stub, state, hidden])

    def ask(self, **message: Any) -> None:
        """Let the page send a message."""
        self.page.evaluate("(message) => window.model.send(message)", message)
        self.follow()

    def follow(self) -> None:
        """Give Python what the page has sent."""
        for message in self.page.evaluate("window.outbox.splice(0)"):
            self.board._handle_custom_msg(message, [])

    def hear(self) -> list[str]:
        """Give the page what Python has sent; how."""
        for message in self.sent:
            self.page.evaluate("(message) => window.hear(message)", message)
        kinds = [one["method"] for one in self.sent if "_view" in one.get("state", {"_view": 0})]
        self.sent.clear()
        return kinds

    def is_alike(self) -> bool:
        """Has the page the view that Python has?"""
        here: Any = self.page.evaluate("window.model.get('_view')")
        return bool(here == json.loads(json.dumps(self.board.view)))


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def blank(tab: Page) -> Iterator[Page]:
    """An empty page, which must not fail."""
    problems: list[str] = []
    hear: Callable[[object], None] = lambda error: problems.append(str(error))  # noqa: E731
    tab.goto("about:blank")
    tab.on("pageerror", hear)
    yield tab
    tab.remove_listener("pageerror", hear)
    assert problems == []


@pytest.mark.parametrize("rules", ["0 players=2", "hekla"])
def test_patches_make_the_view_that_python_has(blank: Page, rules: str) -> None:
    """A random game by messages: after each the page has what Python has, and it is sent whole only after a loss."""
    on, chance = Wire(blank, rules), random.Random(1)
    for n in range(1, 20):
        view = on.board.view
        if view["over"] is not None:
            break
        move = {"do": "step"} if view["auto"] else {"do": "play", "move": chance.choice(view["moves"])["text"]}
        on.ask(**move, n=n, ply=view["ply"])
        if n == 5:
            on.sent.clear()
            continue
        assert on.hear() == ["custom"]
        if n == 6:  # the next patch does not fit
            assert not on.is_alike()
            on.follow()
            assert on.hear() == ["update"]
        assert on.is_alike()
    on.board.game.undo()
    on.board.refresh()  # a change from Python: nobody knows whether a page that did not ask is there
    assert on.hear() == ["update"]


def test_a_notebook_that_shows_nothing_hidden_is_given_the_code_it_asks_for(blank: Page) -> None:
    """As Colab, which has a frame for each cell, and marimo: the carrier never comes there."""
    on = Wire(blank, "0 players=2", hidden=False)
    blank.wait_for_function("window.outbox.length", timeout=PACE.ms(20))
    assert blank.evaluate("window.outbox") == [{"do": "bring"}]
    assert not blank.locator(".hk-board").count()
    on.follow()
    on.hear()
    blank.locator(".hk-board[data-ply]").wait_for(timeout=PACE.ms(20))
