"""The frame in a page of its own, without a server: patches make the whole, and what is lost on the way is healed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from rulebook.boards.board import CODE, Board
from rulebook.choosing.choose import Choosing
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.choosing.pairs_sheet import Pairs
from rulebook.desk import both_readings
from rulebook.desk.widget import Desk
from rulebook.learning.course_sheet import Course
from rulebook.learning.quiz_sheet import Quiz
from tests.browser.pace import PACE

# A host as Jupyter is one: a model that keeps what Python sends; what the page sends waits in `outbox`.
HOST = """
window.outbox = [];
const address = (source) => URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
const load = async (source) => (await import(address(source))).default;
window.bring = async (source) => (await load(source)).initialize({});
window.begin = async (carrier, stub, state) => {
  const listeners = new Map();
  const emit = (name, ...values) => { for (const one of [...(listeners.get(name) ?? [])]) one(...values); };
  window.model = {
    state,
    get: (key) => window.model.state[key],
    set(key, value) { window.model.state = { ...window.model.state, [key]: value }; emit(`change:${key}`, value); },
    on: (name, one) => listeners.set(name, (listeners.get(name) ?? new Set()).add(one)),
    off: (name, one) => listeners.get(name)?.delete(one),
    send: (content) => { window.outbox.push(content); },
  };
  window.hear = ({ method, content, state: whole }) => {
    if (method === "custom") emit("msg:custom", content, []);
    else for (const [key, value] of Object.entries(whole)) window.model.set(key, value);
  };
  const widget = await load(stub);
  await widget.initialize({ model: window.model });
  (await load(carrier)).initialize({ model: window.model });
  await widget.render({ model: window.model, el: document.body.appendChild(document.createElement("div")) });
};
null;
"""


LATE = HOST.replace("  (await load(carrier)).initialize({ model: window.model });\n", "").replace(
    "await widget.render", "widget.render"
)
"""A notebook that shows what is shown and nothing hidden."""


class Wire:
    """A board in Python, its picture in a page, and what is on its way between them."""

    def __init__(self, page: Page, rules: str, host: str = HOST) -> None:
        self.page, self.board, self.sent = page, Board("play", rules=rules), []
        self.board.comm.publish_msg = lambda _kind, data=None, **_more: self.sent.append(json.loads(json.dumps(data)))
        page.evaluate(host)
        whole = self.board.get_state()
        state = {key: whole[key] for key in ("name", "_view", "keep")}
        page.evaluate("(given) => window.begin(...given)", [CODE.carrier, CODE.stub, state])

    def ask(self, **message: Any) -> None:
        """Let the page send a message."""
        self.page.evaluate("(message) => window.model.send(message)", message)
        self.follow()

    def follow(self) -> None:
        """Give Python what the page has sent."""
        for message in self.page.evaluate("window.outbox.splice(0)"):
            self.board._handle_custom_msg(message, [])

    def hear(self, *which: int) -> None:
        """Give the page what Python has sent: all of it, or some, in an order."""
        for number in which or range(len(self.sent)):
            self.page.evaluate("(message) => window.hear(message)", self.sent[number])
        self.sent.clear()

    def both(self) -> tuple[Any, Any]:
        """The view as the page has it, and as Python has it."""
        return self.page.evaluate("window.model.get('_view')"), json.loads(json.dumps(self.board.view))


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def blank(tab: Page) -> Iterator[Page]:
    """An empty page, which must not fail."""
    problems: list[str] = []

    def hear(error: Error) -> None:
        problems.append(str(error))

    tab.goto("about:blank")
    tab.on("pageerror", hear)
    yield tab
    tab.remove_listener("pageerror", hear)
    assert not problems, problems


@pytest.fixture
def wire(blank: Page) -> Callable[[str], Wire]:
    return lambda rules: Wire(blank, rules)


@pytest.mark.parametrize("rules", ["0 players=2", "hekla"])
def test_patches_make_the_view_that_python_has(wire: Callable[[str], Wire], rules: str) -> None:
    """A random game by messages: after each the page has what Python has, and it was never sent whole."""
    on, chance = wire(rules), random.Random(1)
    for n in range(1, 40):
        view = on.board.view
        if view["over"] is not None:
            break
        move = {"do": "step"} if view["auto"] else {"do": "play", "move": chance.choice(view["moves"])["text"]}
        on.ask(**move, n=n, ply=view["ply"])
        assert [one["method"] for one in on.sent if "_view" in one.get("state", {"_view": 0})] == ["custom"]
        on.hear()
        here, there = on.both()
        assert here == there


def test_what_is_lost_or_late_is_healed_by_the_whole(wire: Callable[[str], Wire]) -> None:
    """A patch is lost: the next one does not fit, the whole is asked for.  One that is late changes nothing."""
    on = wire("0 players=2")
    on.ask(do="try", path=["a1"], n=1)
    late = next(one for one in on.sent if one["method"] == "custom")
    on.sent.remove(late)
    on.ask(do="try", path=["a2"], n=2)
    on.hear()
    here, there = on.both()
    assert here["ply"] == 0
    assert there["ply"] == 2
    on.follow()  # the page has asked
    assert [one["method"] for one in on.sent] == ["update"]
    on.hear()
    here, there = on.both()
    assert here == there
    on.sent.append(late)
    on.hear()
    assert on.both() == (there, there)
    on.board.game.play("a3")
    on.board.refresh()  # a change from Python: nobody knows whether a page that did not ask is there
    assert [one["method"] for one in on.sent] == ["update"]


def test_a_click_beside_a_message_on_its_way_is_followed_after_it(wire: Callable[[str], Wire]) -> None:
    """Two quick clicks on two squares: the second waits, and is meant for what is seen after the first."""
    on = wire("0 players=2")
    cells = on.page.locator(".hk-cell")
    cells.and_(on.page.locator("[data-cell=a1]")).click()
    cells.and_(on.page.locator("[data-cell=a2]")).click()
    on.follow()
    on.hear()
    on.follow()
    on.hear()
    assert on.board.view["ply"] == 2


def test_a_notebook_that_shows_nothing_hidden_is_given_the_code_it_asks_for(blank: Page) -> None:
    """As Colab, which has a frame for each cell, and marimo: the carrier never comes there."""
    on = Wire(blank, "0 players=2", LATE)
    blank.wait_for_function("window.outbox.length", timeout=PACE.ms(20))
    assert blank.evaluate("window.outbox") == [{"do": "bring"}]
    assert not blank.locator(".hk-board").count()
    on.follow()
    on.hear()
    blank.locator(".hk-board[data-ply]").wait_for(timeout=PACE.ms(20))


@pytest.mark.parametrize("make", [Choosing, Chooser, Pairs, Quiz, Course, Desk, lambda: both_readings().panel])
def test_every_widget_shows_itself_and_follows_a_click(blank: Page, make: Callable[[], Any]) -> None:
    """Its code is whole, also where boards lie on it, and the page has what Python has after a message."""
    widget, page, sent = make(), blank, []
    page.evaluate(HOST)
    between = {"_view", "_data", "_left", "_right", "_texts", "_shown"}  # it and its page
    own = [name for name in widget.trait_names(sync=True) if name in between or not name.startswith("_")]
    state = {key: value for key, value in widget.get_state().items() if key in own and key != "layout"}
    for code in (*widget.CODES[1:], widget.CODES[0]):
        page.evaluate("(source) => window.bring(source)", code.carrier)
    page.evaluate("(given) => window.begin(...given)", [widget.CODES[0].carrier, widget.CODES[0].stub, state])
    widget.comm.publish_msg = lambda _kind, data=None, **_more: sent.append(json.loads(json.dumps(data)))
    widget._handle_custom_msg({"do": "nothing", "n": 3}, [])
    for message in sent:
        page.evaluate("(message) => window.hear(message)", message)
    assert page.evaluate("window.model.get('_view')") == json.loads(json.dumps(widget.view))
    assert page.evaluate("document.body.innerText.length") > 100
