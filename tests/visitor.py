"""A reader without a browser: exchanges messages with the boards of a chapter, including ones no browser would send.

It uses the protocol of the page (rulebook/publish/static/page_socket.js).
"""

from __future__ import annotations

import gzip
import json
import re
import ssl
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import websocket

from tests.serving import wait_until

LEFT = 4000  # close code of a socket when its page is left
Message = dict[str, Any]


@dataclass(eq=False)
class Full(Exception):
    """The server is full; retry after this many seconds."""

    seconds: int


class Visitor:
    """A visitor of the server at `url`.  `received`: all messages received over the socket.

    trust: trusted certificates; headers: of every request; states: state of the widgets by slot, from the page and
    then from messages.
    """

    def __init__(self, url: str, trust: ssl.SSLContext | None = None, headers: Mapping[str, str] | None = None) -> None:
        self.url, self._trust, self._headers = url, trust, dict(headers or {})
        self.web = urllib.request.build_opener(urllib.request.HTTPSHandler(context=trust))
        self.web.addheaders = list(self._headers.items())
        self.socket: websocket.WebSocket | None = None
        self.received: list[str] = []
        self.key = self.page = self.chapter = ""
        self.boards = "boards"
        self.states: dict[str, dict[str, Any]] = {}
        self.sent = 0

    # ---- pages -----------------------------------------------------------------------------------------------------

    def get(self, path: str, patience: float = 90) -> str:
        """Return a page.  HTTPError if it is refused."""
        with self.web.open(self.url + path, timeout=patience) as answer:
            return answer.read().decode()

    def read(self, stem: str) -> Visitor:
        """Open a chapter: its text, and the initial state of its boards."""
        self.page = self.get(f"voila/render/{stem}.ipynb")
        found = re.search(r'id="rb-static">(.*?)</script>', self.page)
        assert found, "a page without boards"
        about = json.loads(found[1])
        self.chapter, self.boards = about["remote"]["chapter"], about["remote"]["address"].rpartition("/")[2]
        origin = self.url.removesuffix(urllib.parse.urlsplit(self.url).path)
        with self.web.open(origin + about["state"], timeout=90) as answer:
            frozen = json.loads(gzip.decompress(answer.read()))
        self.states = {slot: {} for slot in about["slots"]}
        for trait, key, column in frozen["states"]:
            for slot, value in column.items():
                if key is None:
                    self.states[slot][trait] = value
                else:
                    self.states[slot].setdefault(trait, {})[key] = value
        return self

    def open(self, stem: str) -> Visitor:
        """Open a chapter and connect to its boards."""
        self.read(stem).connect()
        return self

    def open_patiently(self, stem: str) -> None:
        """Open a chapter, retrying while the server is full."""
        self.read(stem)
        wait_until(self.tries_to_connect, 120)

    def tries_to_connect(self) -> bool:
        """Connect; return whether there was room."""
        with suppress(Full):
            self.connect()
            return True
        return False

    def leave(self) -> None:
        """Leave the page as a browser does, so that its boards are released."""
        if self.socket:
            self.socket.close(status=LEFT)
        self.socket, self.key = None, ""

    # ---- the socket ------------------------------------------------------------------------------------------------

    def connect(self, origin: str | None = None, host: str | None = None) -> bool:
        """Connect the page to its boards; return whether they are new.  Full if the server is."""
        address = urllib.parse.urlsplit(self.url)
        self.socket = websocket.create_connection(
            f"{address.scheme.replace('http', 'ws')}://{address.netloc}{address.path}{self.boards}",
            origin=origin or f"{address.scheme}://{address.netloc}",
            host=host,
            header=self._headers,
            sslopt={"context": self._trust} if self._trust else None,
            timeout=60,
            skip_utf8_validation=True,  # done in pure Python, it would take half a second for a page
        )
        self.raw(json.dumps({"chapter": self.chapter, "key": self.key}))
        answer = json.loads(self.socket.recv() or '{"type": "refused"}')
        if answer["type"] == "full":
            raise Full(answer["seconds"])
        if answer["type"] != "opened":
            raise ConnectionError("the server hung up")
        self.key = answer["key"]
        return bool(answer["new"])

    def close(self) -> None:
        """Drop the connection, like a lost network."""
        if self.socket:
            with suppress(Exception):
                self.socket.shutdown()
        self.socket = None

    def raw(self, data: str | bytes) -> None:
        """Send arbitrary data."""
        assert self.socket
        self.socket.send(data, websocket.ABNF.OPCODE_BINARY if isinstance(data, bytes) else websocket.ABNF.OPCODE_TEXT)

    def wait_for(self, wanted: Callable[[Message], bool], patience: float = 30) -> Message | None:
        """Wait for a wanted message and return it, or None."""
        assert self.socket
        deadline = time.monotonic() + patience
        with suppress(websocket.WebSocketTimeoutException):
            while (left := deadline - time.monotonic()) > 0:
                self.socket.settimeout(left)
                data = self.socket.recv()
                if data == "":
                    raise ConnectionError("the server hung up")
                self.received.append(data)
                message: Message = json.loads(data)
                self._follow(message)
                if wanted(message):
                    return message
        return None

    def is_hung_up(self, *frames: str) -> bool:
        """Send frames and return whether the server closes the socket, before a long silence."""
        try:
            for frame in frames:
                self.raw(frame)
            while self.wait_for(lambda _: True):
                pass
        except (OSError, websocket.WebSocketException):
            self.close()
            return True
        return False

    def _follow(self, message: Message) -> None:
        if "slot" not in message:
            return
        state = self.states.setdefault(message["slot"], {})
        content = message.get("content")
        if message["type"] in ("show", "update"):
            state.update(message["state"])
        elif isinstance(content, dict) and "patch" in content:
            old = state.get(content["of"], {})
            if old.get("v") == content["from"]:
                state[content["of"]] = {**applied(old, content["patch"]), "v": content["to"]}

    # ---- boards ----------------------------------------------------------------------------------------------------

    def widget(self, name: str) -> str:
        """Return the slot of a board or sheet by name."""
        return next(id_ for id_, state in self.states.items() if state.get("name") == name and "_view" in state)

    def view(self, name: str) -> dict[str, Any]:
        """Return the view a board shows."""
        view: dict[str, Any] = self.states[self.widget(name)]["_view"]
        return view

    def send(self, widget: str, content: object) -> None:
        """Send a custom message to a widget."""
        self.sent += 1
        self.raw(f"{widget} {self.sent}\n{json.dumps(content)}")

    def act(self, name: str, patience: float = 60, **message: Any) -> dict[str, Any]:
        """Send a board a message and return its new view; AssertionError if it does not answer."""
        widget = self.widget(name)
        self.send(widget, {"n": self.sent + 1, **message})
        answer = self.wait_for(lambda _: self.states[widget]["_view"].get("n") == self.sent, patience)
        assert answer, f"the board {name} did not answer to {str(message)[:200]}"
        return self.view(name)

    def play(self, name: str, most: int = 10_000) -> dict[str, Any]:
        """Play a board to its end, or at most this many steps: automatic ones, or a listed move."""
        view = self.view(name)
        for _ in range(most):
            if view["over"]:
                break
            if view["auto"]:
                view = self.act(name, do="step", ply=view["ply"])
            else:
                move = view["moves"][view["ply"] % len(view["moves"])]
                view = self.act(name, do="play", move=move["text"], ply=view["ply"])
            assert not view["error"], view["error"]
        return view


def applied(old: Any, patch: dict[str, Any]) -> Any:
    """Apply a patch to a value as a page does (`patches.py`); return the result."""
    if "is" in patch:
        return patch["is"]
    if "cut" in patch:
        for at, many, instead in patch["cut"]:
            old = old[:at] + instead + old[at + many :]
        return old
    changed = dict(enumerate(old)) if isinstance(old, (list, tuple)) else dict(old)
    keys = {str(key): key for key in changed}
    for key in patch.get("gone", ()):
        del changed[key]
    for key, inner in patch["in"].items():
        place = keys.get(key, key)
        changed[place] = applied(changed.get(place), inner)
    return list(changed.values()) if isinstance(old, (list, tuple)) else changed
