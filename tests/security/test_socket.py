"""Messages that no page would send: nothing runs or leaks, the game stays, and other readers notice nothing."""

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
RUBBISH: tuple[Any, ...] = (  # sent to a board
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


def answer_of(somebody: Visitor) -> dict[str, Any]:
    """Return the board's view, without counters, after a message that it answers with an error."""
    view = somebody.act("play", do="nothing of the kind")
    assert view["error"].keys() >= {"en", "fr", "de"}
    return {key: value for key, value in view.items() if key not in ("n", "v")}


@pytest.fixture
def unharmed(visitor: Visitor) -> Iterator[Visitor]:
    """Check after the test that the board is unchanged and answers, and that nothing leaked."""
    slot, before = visitor.widget("play"), answer_of(visitor)
    traits = {key: value for key, value in visitor.states[slot].items() if key != "_view"}
    yield visitor
    assert answer_of(visitor) == before
    assert {key: value for key, value in visitor.states[slot].items() if key != "_view"} == traits
    assert [leak for leak in LEAKS if leak in "\n".join(visitor.received)] == []


def test_a_board_answers_any_message_with_a_sentence(unharmed: Visitor) -> None:
    """A page's messages are actions on a board, never states or code."""
    for content in (*RUBBISH, *STATES):
        unharmed.send(unharmed.widget("play"), content)


def test_malformed_and_misdirected_frames_reach_no_board(unharmed: Visitor) -> None:
    """A huge message, and too many malformed ones, close the socket and keep the game."""
    for number, frame in enumerate(FRAMES):
        unharmed.raw(frame)
        assert answer_of(unharmed), number
        if number % MAX_INVALID == MAX_INVALID // 2:  # before too many are malformed
            unharmed.close()
            unharmed.connect()
    for frames in (["2.0 1\n" + json.dumps("x" * MAX_BYTES)], ["{"] * (MAX_INVALID + 1)):
        assert unharmed.is_hung_up(*frames)
        assert not unharmed.connect()
        assert answer_of(unharmed)


def test_only_chapters_of_the_book_can_be_opened(public: Running) -> None:
    """Whatever the first message names, nothing else is opened; an invalid key gives new boards."""
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


def test_only_so_many_pages_may_send_files_at_once(visitor: Visitor) -> None:
    """One more is told that the book is full.  Only such a page may send more than a board's message."""
    visitor.boards = "boards?files"
    address = f"{visitor.url.replace('http', 'ws', 1)}{visitor.boards}"
    asking = [websocket.create_connection(address, timeout=60) for _ in range(MAX_UPLOADERS)]
    with pytest.raises(Full):
        visitor.connect()
    for one in asking:
        one.close()
    visitor.close()
    wait_until(visitor.tries_to_connect)
    visitor.send(visitor.widget("play"), "x" * MAX_BYTES)
    assert answer_of(visitor)


def test_only_pages_of_this_server_may_connect(visitor: Visitor) -> None:
    """Pages of other sites, files on a reader's disk, applications' pages and foreign host names are refused."""
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


def test_the_log_identifies_nobody(public: Running) -> None:
    """It has no address, query or key, and every line is JSON."""
    somebody = Visitor(public.url, headers={"User-Agent": "Agent-Smith/7", "X-Forwarded-For": "203.0.113.9"}).open(STEM)
    somebody.get("?lang=fr&mail=someone@example.org")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        somebody.get("someone@example.org")
    private = ("127.0.0.1", "203.0.113.9", "Agent-Smith", "someone", "mail", somebody.key, SECRET)
    somebody.leave()
    assert public.log
    log = public.log.read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert all(line["event"] for line in lines)
    assert any(line.get("page") == STEM for line in lines)
    assert [one for one in private if one in log] == []


def test_log_lines_reveal_nothing_about_readers() -> None:
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
