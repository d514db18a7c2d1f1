"""Messages that no page would send: nothing runs, nothing leaks, the game stays, and other readers notice nothing."""

from __future__ import annotations

import json
import tempfile
import urllib.error
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import pytest
import websocket

from rulebook.publish.server.link import FILING, LARGE, LARGEST, REFUSALS, Link
from tests.security.conftest import SECRET, STEM, Public
from tests.serving import ROOT
from tests.visitor import Visitor, state_of

LEAKS = (SECRET, str(ROOT), "site-packages", "Traceback", 'File "', f"{tempfile.gettempdir()}/", "/usr/lib/python")


def board_of(visitor: Visitor) -> str:
    """The name of a board of the page."""
    return next(state["name"] for state in visitor.states.values() if "_view" in state and state["_view"].get("cells"))


def leaks_nothing(visitor: Visitor) -> None:
    """Of the machine, in all that he heard."""
    assert [leak for leak in LEAKS if leak in "\n".join(visitor.heard)] == []


@pytest.fixture
def unharmed(attacker: Visitor) -> Iterator[Visitor]:
    """After the test everything is as it was, a board still plays, and nothing was said that is nobody's business."""
    attacker.close()
    attacker.connect()  # each attack has the patience that there is with a connection
    board = board_of(attacker)
    attacker.does(board, do="nothing of the kind")
    before = state_of(attacker.states)
    attacker.heard.clear()
    yield attacker
    if attacker.socket is None:
        attacker.connect()
    assert attacker.does(board, do="nothing of the kind")["error"].keys() >= {"en", "fr"}
    assert state_of(attacker.states) == before
    leaks_nothing(attacker)


def test_no_synced_trait_can_be_written(unharmed: Visitor) -> None:
    """Of a board every trait, and some that are none: a page's messages are deeds on a board, never states."""
    slot = unharmed.widget(board_of(unharmed))
    for one in (*unharmed.states[slot], "_esm", "_css", "layout", "comm", "table"):
        for method in ("update", "custom_update", "custom", "request_state"):
            state = {one: "<script>1</script>"}
            unharmed.tell(slot, {"method": method, "state": state, "buffer_paths": []})
            unharmed.tell(slot, {"msg_type": "execute_request", "content": {"code": "1/0"}, "data": {"state": state}})


def test_a_page_is_of_a_chapter_of_the_book(public: Public) -> None:
    """Nothing else is opened, whatever is said first; and what is no key makes new boards."""
    somebody = Visitor(public.url)
    chapters: list[Any] = ["../README.ipynb", "/etc/passwd", "conftest.py", "01-base-game", "", 7, None, []]
    for chapter in chapters:
        somebody.chapter = chapter
        with pytest.raises(ConnectionError):
            somebody.connect()
    somebody.chapter = f"{STEM}.ipynb"
    for key in chapters[:5]:
        somebody.key = key
        assert somebody.connect()
        somebody.leave()


def test_a_slot_is_one_of_the_chapter(visitor: Visitor) -> None:
    """Any other is followed by nothing, and the next message by its answer."""
    for slot in ("0.0", "-1.0", "999.0", "0.999", f"{10**30}.0"):
        visitor.tell(slot, {"do": "new"})
    assert visitor.does(board_of(visitor), do="nothing of the kind")["error"]
    leaks_nothing(visitor)


RUBBISH: tuple[object, ...] = (
    None, 0, -1, 1e308, float("nan"), True, "", "x" * 100_000, [], {}, [[[]]], {"do": None}, {"do": "try"},
    {"do": ["try"]}, {"do": "try", "path": 7}, {"do": "try", "path": ["a1"] * 17}, {"do": "try", "path": ["x" * 41]},
    {"do": "play", "move": "__import__('os').getcwd()"}, {"do": "play", "move": "x" * 401}, {"do": "go", "ply": -1},
    {"do": "go", "ply": 2**70}, {"do": "go", "ply": True}, {"do": "new", "players": 10**9},
    {"do": "new", "players": 4, "rules": "0+" * 199}, {"do": "new", "players": 4, "rules": "__import__('os')"},
    {"do": "new", "players": 2, "seats": ["reader", "__class__"]}, {"do": "seats", "seats": ["../../etc/passwd"]},
    {"do": "load", "text": ""}, {"do": "load", "text": "<script>alert(1)</script>"},
    {"do": "load", "text": "a1 " * 9_999}, {"do": "load", "text": "0 players=2\n" + "a1 " * 9_000},
    {"do": "load", "text": "\x00\ud800"}, {"do": "load", "text": "0 players=99999999999999999999"},
    {"do": "load", "text": "0 players=2", "at": 10**12}, {"do": "__init__"}, {"do": "_follow"}, {"do": "handle"},
    {"do": "hint", "n": "x"}, {"do": "undo", "n": 2**60}, {"n": 3}, {"do": "example"}, {"do": "without"},
    {"__class__": "x", "do": "redo"}, [{"do": "step"}],
)  # fmt: skip


def test_rubbish_for_a_board_is_answered_by_a_sentence(visitor: Visitor) -> None:
    """Every one gets a view with the same game; none leaves the board silent."""
    name = board_of(visitor)
    before = visitor.view(name)["record"]
    for content in RUBBISH:
        visitor.tell(visitor.widget(name), content)
    view = visitor.does(name, do="go", ply=0)
    view = visitor.does(name, do="go", ply=len(before.split()) * 9)
    assert view["error"]
    leaks_nothing(visitor)


DEEP = '{"a":' * 100_000 + "1" + "}" * 100_000
FRAMES: tuple[str | bytes, ...] = (
    "", "{", "null", "[]", "2.0", "2.0 1", "2.0 x\n{}", "x 1\n{}", "2.0 1\n", "2.0 1\n{", "2.0 1 5\n{}", "\x00" * 1000,
    f"2.0 1\n{DEEP}", "2.0 1\n[" + "[]," * 150_000 + "[]]", b"", b"\x00", b"\xff" * 64, b"2.0 1\n{}",
    b"2.0 1 2 3\n{}", b"2.0 1 -2 4\n{}", b"2.0 1 99999999999999999999\n{}", b"2.0 1 2 2 2\n{}{}", b"2.0 1 1 1\n{}",
    b"2.0 1 3\n\xff\xff\xff",
)  # fmt: skip


def test_malformed_frames_reach_no_board(unharmed: Visitor) -> None:
    for number, frame in enumerate(FRAMES):
        unharmed.raw(frame)
        assert unharmed.does(board_of(unharmed), do="nothing of the kind")["error"], number
        if number % REFUSALS == REFUSALS // 2:
            unharmed.close()
            unharmed.connect()


def test_a_huge_message_ends_the_socket_and_not_the_game(unharmed: Visitor) -> None:
    """A board's are small; files are the desk's alone."""
    assert unharmed.is_hung_up("2.0 1\n" + json.dumps("x" * LARGE))


def test_files_come_from_pages_that_ask_and_from_so_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more hears that the book is full; no board may send as much."""
    for query, already, most, full in (
        ("files", FILING - 1, LARGEST, False), ("files", FILING, LARGE, True), ("", 0, LARGE, False),
    ):  # fmt: skip
        monkeypatch.setattr(Link, "filing", already)
        asked = MagicMock()
        asked.request.query = query
        Link.initialize(asked)
        assert Link.max_message_size.fget(asked) == most  # type: ignore[attr-defined]
        asked.book.is_chapter.return_value, asked.readers.join.return_value = True, (MagicMock(key="key"), True)
        Link._opened(asked, json.dumps({"chapter": f"{STEM}.ipynb", "key": ""}))
        assert ('"full"' in asked.say.call_args.args[0]) == full


def test_who_says_nothing_that_is_a_message_is_hung_up_on(unharmed: Visitor) -> None:
    assert unharmed.is_hung_up(*["{"] * (REFUSALS + 1))


def test_foreign_origins_are_refused(attacker: Visitor, unharmed: Visitor) -> None:
    for origin in ("https://example.org", "null", attacker.url.replace("127.0.0.1", "localhost"), "http://127.0.0.1"):
        other = Visitor(attacker.url)
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            other.connect(origin=origin)


def test_only_a_page_that_came_by_the_web_is_of_this_server() -> None:
    """A file on a reader's disk may have the server's name in its address, and so may an application's own scheme."""
    asked = MagicMock()
    asked.request.host = "Book.example:8866"
    own = ("http://book.example:8866", "https://BOOK.example:8866")
    foreign = [f"{scheme}://book.example:8866" for scheme in ("file", "app", "ws", "chrome-extension", "")]
    foreign += ["file://", "null", "", "http://", "http://book.example", "http://book.example:8866@evil.example"]
    assert [one for one in (*own, *foreign) if Link.check_origin(asked, one)] == list(own)


def test_the_log_knows_nobody(public: Public) -> None:
    """Neither address nor query nor key, and every line is JSON; and no cookie is given out."""
    somebody = Visitor(public.url)
    somebody.web.addheaders = [("User-Agent", "Agent-Smith/7"), ("X-Forwarded-For", "203.0.113.9")]
    somebody.open(STEM)
    somebody.get("?lang=fr&mail=someone@example.org")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        somebody.get("someone@example.org")
    key = somebody.key
    somebody.leave()
    lines = public.logged().splitlines()
    assert all(json.loads(line)["event"] for line in lines)
    assert any(json.loads(line).get("page") == STEM for line in lines)
    log = "\n".join(lines)
    told = ("127.0.0.1", "203.0.113.9", "Agent-Smith", "someone", "mail", key, SECRET)
    assert [one for one in told if one in log] == []
    assert list(somebody.jar) == []
