"""A reader made of messages: plays on the boards of a chapter without a browser, or sends what no browser would.

It speaks as the page does (rulebook/publish/static/remote.js).
"""

from __future__ import annotations

import gzip
import http.cookiejar
import json
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import websocket

COMM = "hedgekit-page"
Message = dict[str, Any]


class Visitor:
    """Somebody at a server: `url` its address.  `heard` keeps all that came over the socket, as it came.

    trust: which certificates are believed; says: headers of every request.
    states: what is known of the widgets, by slot: from the page, then from its process.
    """

    def __init__(self, url: str, trust: ssl.SSLContext | None = None, says: Mapping[str, str] | None = None) -> None:
        self.url, self._trust, self._says = url, trust, dict(says or {})
        self.jar = http.cookiejar.CookieJar()
        self.web = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), urllib.request.HTTPSHandler(context=trust)
        )
        self.web.addheaders = list(self._says.items())
        self.session = uuid.uuid4().hex
        self.socket: websocket.WebSocket | None = None
        self.heard: list[str] = []
        self.kernel = self.page = self.chapter = ""
        self.states: dict[str, dict[str, Any]] = {}
        self._count = 0

    # ---- pages -----------------------------------------------------------------------------------------------------

    def get(self, path: str, patience: float = 90) -> str:
        """Return a page; HTTPError for one that is refused."""
        with self.web.open(self.url + path, timeout=patience) as answer:
            return answer.read().decode()

    def read(self, stem: str) -> Visitor:
        """Open a chapter: its text, and its boards as they were when it was rendered."""
        self.page = self.get(f"voila/render/{stem}.ipynb")
        found = re.search(r'id="rb-static">(.*?)</script>', self.page)
        assert found, "a page without boards"
        about = json.loads(found[1])
        self.chapter = about["remote"]["chapter"]
        origin = self.url.removesuffix(urllib.parse.urlsplit(self.url).path)
        with self.web.open(origin + about["state"], timeout=90) as answer:
            frozen = json.loads(gzip.decompress(answer.read()))
        self.states = {slot: {} for slot in about["slots"]}
        for trait, column in frozen["whole"].items():
            for slot, value in column.items():
                self.states[slot][trait] = value
        for trait, columns in frozen["parts"].items():
            for key, column in columns.items():
                for slot, value in column.items():
                    self.states[slot].setdefault(trait, {})[key] = value
        return self

    def begin(self) -> Visitor:
        """Have a process for the page, and connect to it; HTTPError if there is none."""
        question = urllib.request.Request(self.url + "begin", method="POST", headers={"X-XSRFToken": self.token})
        with self.web.open(question, timeout=90) as answer:
            self.kernel = json.loads(answer.read())["kernel"]
        self.connect()
        return self

    def open(self, stem: str) -> Visitor:
        """Open a chapter, and be ready to play."""
        return self.read(stem).begin()

    @property
    def token(self) -> str:
        """The cookie without which a process is neither begun nor ended."""
        return next(str(cookie.value) for cookie in self.jar if cookie.name == "_xsrf")

    def open_patiently(self, stem: str, patience: float = 120) -> int:
        """The same, coming back for as long as the book is full; how often it was."""
        deadline = time.monotonic() + patience
        for times in range(1000):
            try:
                self.open(stem)
            except urllib.error.HTTPError as error:
                assert error.code == 503, error
                assert int(error.headers["Retry-After"]) > 0
                assert time.monotonic() < deadline, "never let in"
                time.sleep(0.5)
            else:
                return times
        raise AssertionError

    def leave(self) -> None:
        """Leave the page as a browser does, so that its kernel ends."""
        self.close()
        data = urllib.parse.urlencode({"_xsrf": self.token}).encode()
        self.web.open(f"{self.url}voila/api/shutdown/{self.kernel}", data, timeout=60).close()

    # ---- the socket ------------------------------------------------------------------------------------------------

    def connect(self, origin: str | None = None, host: str | None = None) -> None:
        """Connect to the kernel of the page."""
        address = urllib.parse.urlsplit(self.url)
        self.socket = websocket.create_connection(
            f"{address.scheme.replace('http', 'ws')}://{address.netloc}{address.path}api/kernels/{self.kernel}/channels"
            f"?session_id={self.session}",
            origin=origin or f"{address.scheme}://{address.netloc}",
            host=host,
            header=self._says,
            sslopt={"context": self._trust} if self._trust else None,
            timeout=60,
            skip_utf8_validation=True,  # letter by letter in Python: half a second for a page
        )

    def close(self) -> None:
        """Hang up."""
        if self.socket:
            with suppress(Exception):
                self.socket.close()
        self.socket = None

    def send(
        self, kind: str, content: object, channel: str | None = "shell", files: Sequence[bytes] = (), **more: Any
    ) -> str:
        """Send a message of the kernel's protocol; its id."""
        name = uuid.uuid4().hex
        header = {"msg_id": name, "msg_type": kind, "session": self.session, "username": "", "version": "5.3"}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": channel} | more
        text = json.dumps(message)
        self.raw(_packed([text.encode(), *files]) if files else text)
        return name

    def raw(self, data: str | bytes) -> None:
        """Send anything at all."""
        assert self.socket
        if isinstance(data, bytes):
            self.socket.send_binary(data)
        else:
            self.socket.send(data)

    def hear(self, wanted: Callable[[Message], bool], patience: float = 30) -> Message | None:
        """Listen until a message comes that is wanted; None if none came."""
        assert self.socket
        deadline = time.monotonic() + patience
        while (left := deadline - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                data = self.socket.recv()
            except websocket.WebSocketTimeoutException:
                return None
            if data == "":
                raise ConnectionError("the server hung up")
            self.heard.append(data if isinstance(data, str) else gzip.decompress(data).decode())
            message = json.loads(self.heard[-1])
            self._follow(message)
            if wanted(message):
                return message
        return None

    def _follow(self, message: Message) -> None:
        data = message["content"].get("data")
        if message["msg_type"] != "comm_msg" or not isinstance(data, dict) or "slot" not in data["content"]:
            return
        said = data["content"]
        state = self.states.setdefault(said["slot"], {})
        told = said.get("content")
        if said["type"] in ("show", "update"):
            state.update(said["state"])
        elif isinstance(told, dict) and "patch" in told and state.get(told["of"], {}).get("v") == told["from"]:
            state[told["of"]] = {**applied(state[told["of"]], told["patch"]), "v": told["to"]}

    # ---- boards ----------------------------------------------------------------------------------------------------

    def widget(self, name: str) -> str:
        """The slot of the board or sheet of a name."""
        return next(id_ for id_, state in self.states.items() if state.get("name") == name and "view" in state)

    def view(self, name: str) -> dict[str, Any]:
        """What a board shows."""
        view: dict[str, Any] = self.states[self.widget(name)]["view"]
        return view

    def tell(self, widget: str, content: object, files: Sequence[bytes] = ()) -> None:
        """Send a message of its own to a widget, with files."""
        self._count += 1
        about = {"chapter": self.chapter, "slot": widget, "content": content, "count": self._count}
        self.send("comm_msg", {"comm_id": COMM, "data": {"method": "custom", "content": about}}, files=files)

    def does(self, name: str, patience: float = 60, **message: Any) -> dict[str, Any]:
        """Do something on a board, and return what it shows then; AssertionError if it does not answer."""
        widget = self.widget(name)
        self._count += 1
        serial = self._count
        self.tell(widget, {"n": serial, **message})
        answer = self.hear(lambda _: self.states[widget]["view"].get("n") == serial, patience)
        assert answer, f"the board {name} did not answer to {str(message)[:200]}"
        return self.view(name)

    def plays(self, name: str, most: int = 10_000, pause: float = 0) -> dict[str, Any]:
        """Play a board to its end, or so many steps: automatic steps, and the first move of each list."""
        view = self.view(name)
        for _ in range(most):
            if view["over"]:
                break
            if view["auto"]:
                view = self.does(name, do="step", ply=view["ply"])
            else:
                move = view["moves"][view["ply"] % len(view["moves"])]
                view = self.does(name, do="play", move=move["text"], ply=view["ply"])
            assert not view["error"], view["error"]
            time.sleep(pause)
        return view


def applied(old: Any, patch: dict[str, Any]) -> Any:
    """A value with a patch taken over, as a page does it (`patches.py`)."""
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


def _packed(parts: Sequence[bytes]) -> bytes:
    starts = [4 * (len(parts) + 1)]
    for part in parts[:-1]:
        starts.append(starts[-1] + len(part))
    return b"".join([*(number.to_bytes(4, "big") for number in (len(parts), *starts)), *parts])


def texts(heard: list[str]) -> str:
    """All that was heard, as one text."""
    return "\n".join(heard)


def state_of(states: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What widgets hold, to be compared: everything but the numbers of answers and versions."""

    def bare(value: object) -> object:
        return {k: v for k, v in value.items() if k not in ("n", "v")} if isinstance(value, dict) else value

    return {
        name: json.dumps({key: bare(value) for key, value in state.items()}, sort_keys=True)
        for name, state in states.items()
    }
