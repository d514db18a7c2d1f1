"""Messages that no page would send, to a public server's kernel: nothing runs, nothing leaks, the game stays."""

from __future__ import annotations

import json
import os
import struct
import tempfile
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import psutil
import pytest
import websocket

from rulebook.publish.handlers import Socket
from tests.security.conftest import SECRET, STEM, Public
from tests.serving import ROOT
from tests.visitor import COMM, Message, Visitor, state_of, texts

LEAKS = (
    SECRET,
    str(ROOT),
    "site-packages",
    "Traceback",
    'File "',
    f"{tempfile.gettempdir()}/",
    "/usr/lib/python",
    "ipykernel_launcher",
)
MARK = f"{tempfile.gettempdir()}/rulebook-was-here"
CODE = f"open({MARK!r}, 'w').write('x'); print({SECRET!r}[:3])"

REQUESTS = {
    "execute_request": {"code": CODE, "silent": False, "store_history": True, "user_expressions": {"x": "6*7"},
                        "allow_stdin": True, "stop_on_error": False},
    "complete_request": {"code": "import o", "cursor_pos": 8},
    "inspect_request": {"code": "open", "cursor_pos": 4, "detail_level": 1},
    "history_request": {"output": True, "raw": True, "hist_access_type": "tail", "n": 99},
    "is_complete_request": {"code": "1+"},
    "debug_request": {"type": "request", "command": "evaluate", "arguments": {"expression": CODE}, "seq": 1},
    "create_subshell_request": {}, "usage_request": {}, "connect_request": {},
    "interrupt_request": {}, "shutdown_request": {"restart": True}, "input_reply": {"value": CODE},
    "apply_request": {}, "no_such_request": {}, "": {},
}  # fmt: skip


@pytest.fixture
def unharmed(attacker: Visitor) -> Iterator[Visitor]:
    """After the test everything is as it was, a board still plays, and nothing was said that is nobody's business."""
    attacker.close()
    attacker.connect()  # each attack has the whole budget of a connection
    board = next(state["name"] for state in attacker.states.values() if "view" in state and state["view"].get("cells"))
    view = attacker.does(board, do="nothing of the kind")
    before = state_of(attacker.states)
    attacker.heard.clear()
    yield attacker
    view = attacker.does(board, do="nothing of the kind")
    assert view["error"]["en"]
    assert view["error"]["fr"]
    assert state_of(attacker.states) == before
    said = texts(attacker.heard)
    assert [leak for leak in LEAKS if leak in said] == []


@pytest.mark.parametrize("channel", ["shell", "control", "stdin", "iopub", "hb", "nothing", None, 7])
def test_requests_of_the_kernel_protocol_do_nothing_on_any_channel(unharmed: Visitor, channel: object) -> None:
    """execute_request above all; what answers is the boards and nothing else, and no versions are told."""
    for kind, content in {**REQUESTS, "kernel_info_request": {}, "comm_info_request": {}}.items():
        unharmed.send(kind, content, channel)
    kinds = answers_of(unharmed)
    assert kinds == {"comm_msg"}
    assert not Path(MARK).exists()


def answers_of(visitor: Visitor) -> set[str]:
    """The kinds of all messages that come until a board has answered."""
    kinds: set[str] = set()
    board = next(state["name"] for state in visitor.states.values() if "view" in state and state["view"].get("cells"))
    widget, serial = visitor.widget(board), 10**6
    visitor.tell(widget, {"n": serial, "do": "nothing of the kind"})

    def is_last(message: Message) -> bool:
        kinds.add(message["msg_type"])
        return bool(visitor.states[widget]["view"].get("n") == serial)

    assert visitor.hear(is_last)
    return kinds


def test_no_synced_trait_can_be_written(unharmed: Visitor) -> None:
    """Of a board every trait, and some that are none: by the protocol of widgets, and by a page's own message."""
    board = next(name for name, state in unharmed.states.items() if "view" in state)
    for one in (*unharmed.states[board], "_esm", "_css", "layout", "comm", "table"):
        for method in ("update", "custom_update", "custom"):
            data = {"method": method, "state": {one: "<script>1</script>"}, "buffer_paths": []}
            for name in (board, COMM):
                unharmed.send("comm_msg", {"comm_id": name, "data": data})
            unharmed.tell(board, data)


@pytest.mark.parametrize("chapter", ["../README.ipynb", "/etc/passwd", "conftest.py", "01-base-game", "", 7, None, []])
def test_a_page_has_one_chapter_and_a_process_runs_no_other(public: Public, chapter: object) -> None:
    """Nor one that is not among the contents, whatever its first message says; the next one is followed."""
    somebody = Visitor(public.url).open(STEM)
    known, somebody.chapter = somebody.chapter, chapter  # type: ignore[assignment]
    board = next(name for name, state in somebody.states.items() if "view" in state)
    for slot in (board, "0.0", "-1.0", "999.0", "x", "", 7, None, {}):
        somebody.tell(slot, {"do": "new"})  # type: ignore[arg-type]
    somebody.chapter = known
    assert answers_of(somebody) == {"comm_msg"}
    assert [leak for leak in LEAKS if leak in texts(somebody.heard)] == []
    somebody.leave()


@pytest.mark.parametrize("target", ["jupyter.widget", "jupyter.widget.version", "matplotlib", "ipython.debugger", ""])
def test_no_widget_of_another_class_can_be_made(unharmed: Visitor, target: str) -> None:
    """An upload, an output, a board of one's own: the set of widgets stays."""
    for model in ("FileUploadModel", "OutputModel", "TextModel", "AnyModel", "PlayModel"):
        state = {
            "_model_name": model, "_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0",
            "_view_name": model.replace("Model", "View"), "_esm": CODE,
        }  # fmt: skip
        content = {"comm_id": uuid.uuid4().hex, "target_name": target, "data": {"state": state}, "target_module": "os"}
        unharmed.send("comm_open", content, metadata={"version": "2.1.0"})
    assert answers_of(unharmed) == {"comm_msg"}


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
    name = next(s["name"] for s in visitor.states.values() if "view" in s and s["view"].get("cells"))
    before = visitor.view(name)["record"]
    for content in RUBBISH:
        visitor.tell(visitor.widget(name), content)
    view = visitor.does(name, do="go", ply=0)
    view = visitor.does(name, do="go", ply=len(before.split()) * 9)
    assert view["error"]
    assert [leak for leak in LEAKS if leak in texts(visitor.heard)] == []


def frames(visitor: Visitor) -> list[str | bytes]:
    good = {"header": {"msg_id": "a", "msg_type": "comm_msg", "session": "s"}, "parent_header": {}, "metadata": {}}
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    return [
        "", "{", "null", "[]", "7", '"x"', "{}", deep, "\x00" * 1000,
        json.dumps(good), json.dumps(good | {"channel": "shell"}),
        json.dumps(good | {"channel": "shell", "content": 7}),
        json.dumps(good | {"channel": "shell", "content": {"comm_id": {}, "data": []}}),
        json.dumps(good | {"channel": "shell", "content": {"comm_id": "x" * 5000, "data": {"method": "custom"}}}),
        json.dumps({"channel": "shell", "header": None, "content": None}),
        '{"channel":"shell","header":{"msg_type":"comm_msg","msg_type":"execute_request","msg_id":"a","session":"b"},'
        f'"parent_header":{{}},"metadata":{{}},"content":{{"code":{json.dumps(CODE)}}}}}',
        b"", b"\x00", b"\xff" * 64, struct.pack("!i", 2**31 - 1) + b"x" * 64, struct.pack("!iII", 2, 12, 2**31) + b"{}",
        struct.pack("!iI", 1, 8) + json.dumps(good | {"channel": "shell"}).encode(),
    ]  # fmt: skip


def test_malformed_frames_reach_nobody(attacker: Visitor, unharmed: Visitor) -> None:
    other = Visitor(attacker.url)
    other.kernel = attacker.kernel
    other.connect()
    for frame in [*frames(other), *(struct.pack("<Q", n) + b"\xff" * 64 for n in (0, 1, 5, 64, 2**32, 2**63))]:
        other.raw(frame)
    other.close()


def is_cut_off(visitor: Visitor, *frames: str) -> bool:
    """Send, and listen until the server hangs up."""
    other = _as(visitor, visitor.kernel)
    other.connect()
    try:
        for frame in frames:
            other.raw(frame)
        while other.hear(lambda _: True, 20):
            pass
    except (ConnectionError, websocket.WebSocketException, OSError):
        return True
    return False


def test_a_huge_message_ends_the_socket_and_not_the_game(attacker: Visitor, unharmed: Visitor) -> None:
    assert is_cut_off(attacker, json.dumps({"channel": "shell", "content": "x" * 10_000_000}))


def test_a_flood_is_dropped_and_then_cut_off(attacker: Visitor, unharmed: Visitor) -> None:
    assert is_cut_off(attacker, *["{"] * 3000)


def test_foreign_origins_and_foreign_kernels_are_refused(attacker: Visitor, unharmed: Visitor) -> None:
    for origin in ("https://example.org", "null", attacker.url.replace("127.0.0.1", "localhost"), "http://127.0.0.1"):
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            Visitor.connect(_as(attacker, attacker.kernel), origin=origin)
    for kernel in (str(uuid.uuid4()), "0" * 8 + "-0000-0000-0000-" + "0" * 12):
        with pytest.raises(websocket.WebSocketBadStatusException, match="404"):
            Visitor.connect(_as(attacker, kernel))


def test_only_a_page_that_came_by_the_web_is_of_this_server() -> None:
    """A file on a reader's disk may have the server's name in its address, and so may an application's own scheme."""
    asked = MagicMock()
    asked.request.host = "Book.example:8866"
    for origin in ("http://book.example:8866", "https://BOOK.example:8866"):
        assert Socket.check_origin(asked, origin), origin
    for scheme in ("file", "app", "ws", "chrome-extension", ""):
        assert not Socket.check_origin(asked, f"{scheme}://book.example:8866"), scheme
    for origin in ("file://", "null", "", "http://", "http://book.example", "http://book.example:8866@evil.example"):
        assert not Socket.check_origin(asked, origin), origin


def _as(visitor: Visitor, kernel: str) -> Visitor:
    other = Visitor(visitor.url)
    other.kernel = kernel
    return other


def test_nobody_ends_the_kernel_of_another_page_without_its_cookie(attacker: Visitor, unharmed: Visitor) -> None:
    for method, path in (
        ("POST", f"voila/api/shutdown/{attacker.kernel}"), ("DELETE", f"api/kernels/{attacker.kernel}"),
        ("POST", f"api/kernels/{attacker.kernel}/restart"), ("PATCH", f"api/kernels/{attacker.kernel}"),
    ):  # fmt: skip
        question = urllib.request.Request(attacker.url + path, method=method, data=b"" if method == "POST" else None)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(question)
        assert refused.value.code in (403, 404, 405)


def test_a_kernel_is_held_within_its_limits_and_knows_no_secret(public: Public, visitor: Visitor) -> None:
    process = public.run.kernel(visitor.kernel)
    assert process.rlimit(psutil.RLIMIT_DATA) == (512 * 2**20,) * 2
    assert process.rlimit(psutil.RLIMIT_CPU) == (1800,) * 2
    assert process.rlimit(psutil.RLIMIT_FSIZE) == (8 * 2**20,) * 2
    assert process.rlimit(psutil.RLIMIT_CORE) == (0, 0)
    assert process.nice() >= 5
    assert os.getpgid(process.pid) == process.pid  # it ends with what it began,
    assert os.getsid(process.pid) == os.getsid(public.run.process.pid)  # and is nice within the server's own session
    environment = process.environ()
    assert SECRET not in environment.values()
    assert not [name for name in environment if "SECRET" in name or "QUERY" in name or "REQUEST" in name]
    assert process.cwd() == f"{environment['HOME']}/{visitor.kernel}"  # its own, and empty
    assert os.listdir(process.cwd()) == []
    assert str(ROOT) not in process.cwd()


def test_the_log_knows_nobody(public: Public) -> None:
    """Neither address nor query, kernel or cookie, and every line is JSON."""
    somebody = Visitor(public.url)
    somebody.web.addheaders = [("User-Agent", "Agent-Smith/7"), ("X-Forwarded-For", "203.0.113.9")]
    somebody.open(STEM)
    somebody.get("?lang=fr&mail=someone@example.org")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        somebody.get("someone@example.org")
    somebody.leave()
    lines = public.logged().splitlines()
    assert all(json.loads(line)["event"] for line in lines)
    assert any(json.loads(line).get("page") == STEM for line in lines)
    log = "\n".join(lines)
    told = ("127.0.0.1", "203.0.113.9", "Agent-Smith", "someone", "mail", somebody.kernel, somebody.session, SECRET)
    assert [one for one in told if one in log] == []
    assert [cookie.name for cookie in somebody.jar] == ["_xsrf"]
