"""Messages that no page would send: nothing runs, nothing leaks, the game stays, and other readers notice nothing."""

from __future__ import annotations

import json
import logging
import tempfile
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from rulebook.boards.board import Board
from rulebook.publish.server import logs
from rulebook.publish.server.page_socket import MAX_BYTES, MAX_INVALID, MAX_UPLOADERS
from tests.security.conftest import SECRET, STEM
from tests.serving import ROOT, Running, wait_until
from tests.visitor import Full, Visitor

LEAKS = (SECRET, str(ROOT), "site-packages", "Traceback", 'File "', f"{tempfile.gettempdir()}/", "/usr/lib/python")
RUBBISH: tuple[Any, ...] = (  # anything at all is told to a table and to every widget without a server
    None, float("nan"), "x" * 100_000, [[[]]], {"do": ["try"]}, {"do": "try", "path": 7}, {"do": "go", "ply": 2**70},
    {"do": "play", "move": "__import__('os').getcwd()"}, {"do": "new", "players": 4, "rules": "0+" * 199},
    {"do": "new", "players": 2, "seats": ["reader", "__class__"]}, {"do": "load", "text": "../../etc/passwd"},
    {"do": "load", "text": "<script>alert(1)</script>"}, {"do": "load", "text": "0 players=2\n" + "a1 " * 9_000},
    {"do": "load", "text": "\x00\ud800"}, {"do": "__init__"}, {"n": 3}, {"__class__": "x", "do": "redo"},
)  # fmt: skip
STATES = [
    {"method": method, "msg_type": "execute_request", "content": {"code": "1/0"}, "state": {trait: "<script>"}}
    for trait in (*Board.class_traits(), "_esm", "_css", "table")
    for method in ("update", "custom", "request_state")
]  # fmt: skip
DEEP = '{"a":' * 100_000 + "1" + "}" * 100_000
FRAMES: tuple[str | bytes, ...] = (
    "", "{", "null", "2.0 1", "2.0 x\n{}", "x 1\n{}", "2.0 1\n", "2.0 1 5\n{}", "\x00" * 1000, f"2.0 1\n{DEEP}",
    "2.0 1\n[" + "[]," * 150_000 + "[]]", b"", b"\xff" * 64, b"2.0 1\n{}", b"2.0 1 2 3\n{}", b"2.0 1 -2 4\n{}",
    b"2.0 1 99999999999999999999\n{}", b"2.0 1 2 2 2\n{}{}", b"2.0 1 3\n\xff\xff\xff",
    *(f'{slot} 1\n{{"do": "new"}}' for slot in ("0.0", "-1.0", "999.0", f"{10**30}.0")),
)  # fmt: skip


def answers(somebody: Visitor) -> dict[str, Any]:
    """What the board shows after a message that it answers by a sentence; without the numbers of answers."""
    view = somebody.does("play", do="nothing of the kind")
    assert view["error"].keys() >= {"en", "fr", "de"}
    return {key: value for key, value in view.items() if key not in ("n", "v")}


@pytest.fixture
def unharmed(visitor: Visitor) -> Iterator[Visitor]:
    """After the test the board is as it was and answers, and nothing was said that is nobody's business."""
    slot, before = visitor.widget("play"), answers(visitor)
    traits = {key: value for key, value in visitor.states[slot].items() if key != "_view"}
    yield visitor
    assert answers(visitor) == before
    assert {key: value for key, value in visitor.states[slot].items() if key != "_view"} == traits
    assert [leak for leak in LEAKS if leak in "\n".join(visitor.received)] == []


def test_a_board_answers_whatever_comes_by_a_sentence(unharmed: Visitor) -> None:
    """A page's messages are deeds on a board, never states or code."""
    for content in (*RUBBISH, *STATES):
        unharmed.tell(unharmed.widget("play"), content)


def test_malformed_frames_and_those_for_other_slots_reach_no_board(unharmed: Visitor) -> None:
    """A huge message, and many that are none, end the socket and not the game."""
    for number, frame in enumerate(FRAMES):
        unharmed.raw(frame)
        assert answers(unharmed), number
        if number % MAX_INVALID == MAX_INVALID // 2:  # so many are borne with
            unharmed.close()
            unharmed.connect()
    for frames in (["2.0 1\n" + json.dumps("x" * MAX_BYTES)], ["{"] * (MAX_INVALID + 1)):
        assert unharmed.is_hung_up(*frames)
        assert not unharmed.connect()
        assert answers(unharmed)


def test_a_page_is_of_a_chapter_of_the_book(public: Running) -> None:
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


def test_files_come_from_pages_that_ask_and_from_so_many_at_once(visitor: Visitor) -> None:
    """One more hears that the book is full.  Who may send files may send as much as no board may."""
    visitor.boards = "boards?files"
    address = f"{visitor.url.replace('http', 'ws', 1)}{visitor.boards}"
    asking = [websocket.create_connection(address, timeout=60) for _ in range(MAX_UPLOADERS)]
    with pytest.raises(Full):
        visitor.connect()
    for one in asking:
        one.close()
    visitor.close()
    wait_until(visitor.comes_in)
    visitor.tell(visitor.widget("play"), "x" * MAX_BYTES)
    assert answers(visitor)


def test_only_a_page_that_came_by_the_web_from_this_server_is_heard(visitor: Visitor) -> None:
    """Not one of another site, nor a file on a reader's disk or an application's page with this server's name; nor by
    a name that is not the book's."""
    here = visitor.url.split("/")[2]
    own = [(f"http://{here}", here), (f"https://{here}", here), ("http://LOCALHOST:1", "localhost:1")]
    foreign = [f"{scheme}://{here}" for scheme in ("file", "app", "ws", "chrome-extension")]
    foreign += ["https://example.org", "null", "http://", "http://[", "http://127.0.0.1", f"http://{here}@evil.example"]
    for origin, host in own:
        visitor.connect(origin=origin, host=host)
    for origin, host in [*((one, here) for one in foreign), ("http://evil.example", "evil.example")]:
        with pytest.raises(websocket.WebSocketBadStatusException, match=r"403|421"):
            visitor.connect(origin=origin, host=host)
    visitor.connect()


def test_the_log_knows_nobody(public: Running) -> None:
    """Neither address nor query nor key, and every line is JSON."""
    somebody = Visitor(public.url, headers={"User-Agent": "Agent-Smith/7", "X-Forwarded-For": "203.0.113.9"}).open(STEM)
    somebody.get("?lang=fr&mail=someone@example.org")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        somebody.get("someone@example.org")
    told = ("127.0.0.1", "203.0.113.9", "Agent-Smith", "someone", "mail", somebody.key, SECRET)
    somebody.leave()
    assert public.log
    log = public.log.read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert all(line["event"] for line in lines)
    assert any(line.get("page") == STEM for line in lines)
    assert [one for one in told if one in log] == []


def test_a_line_of_the_log_tells_nothing_of_readers() -> None:
    known, lines = "0f0f0f0f-1111-2222-3333-444444444444", []
    log, handler = logging.Logger("somebody"), logging.Handler()
    handler.emit = lambda record: lines.append(logs.JsonFormatter().format(record))  # type: ignore[method-assign]
    log.addHandler(handler)
    log.warning("Uncaught exception %s from %s", "GET /?mail=me@example.org (192.0.2.7)", known)
    log.warning(f"Board {known} of 192.0.2.7 and 2001:db8::7:1 asked /x?mail=me@example.org\nsecond line")
    try:
        raise ValueError("me@example.org")
    except ValueError:
        log.exception("it failed")
    private = (known, "192.0.2.7", "2001:db8", "example.org", "second line")
    assert [one for one in private if one in "".join(lines)] == []
    _, _, last = map(json.loads, lines)
    assert last["error"] == "ValueError"
    assert last["at"][0].startswith(f"{Path(__file__).name}:")
