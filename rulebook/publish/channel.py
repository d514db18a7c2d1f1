"""The socket between a page and its kernel, on the public server: what may pass in each direction, and how much of it.

A page needs five kinds of messages and gets five; Voilà's own list would let it make widgets of any class, write their
traits, and read tracebacks and whatever a kernel prints.
"""

import json
from typing import Any

from jupyter_server.services.kernels.connection.base import deserialize_binary_message, deserialize_msg_from_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from rulebook.publish.limits import Budget
from rulebook.publish.logs import LOG

V1 = "v1.kernel.websocket.jupyter.org"

#: What widgets ask for when a page comes in; any other target would make something in the kernel.
CONTROL = "jupyter.widget.control"
METHODS = ("custom", "request_state", "request_states")

LARGEST = 9_000_000  # bytes of a message: two files of the desk, and what is around them
MOST_PARTS = 32  # of a message; a page sends the files of two witnesses at most
FAST, BURST = 40, 400  # messages a second in the long run, and at once
WHOLE, WHOLE_FAST = 120, 4  # the same of asking for the states of all widgets, a megabyte of answer
BYTES, BYTES_BURST = 1_000_000, 3 * LARGEST  # the same of bytes
SHORT = 100  # characters of an id, a name, a kind

#: What a kernel may say to a page, by channel.
HEARD = {
    "iopub": {"status", "comm_open", "comm_msg", "comm_close"},
    "shell": {"kernel_info_reply", "comm_info_reply"},
}


class Refused(Exception):
    """A message that does not pass; the reason is for the log."""


def passed(channel: object, header: object, content: object, buffers: int) -> dict[str, Any]:
    """What is handed on of the content of a page's message.  Refused if it is none of those that pass."""
    if channel != "shell":
        raise Refused("channel")
    if not isinstance(header, dict) or not isinstance(content, dict):
        raise Refused("form")
    kind = header.get("msg_type")
    if kind == "kernel_info_request":
        return {}
    if kind == "comm_info_request":
        return {"target_name": "jupyter.widget"}
    if kind not in ("comm_open", "comm_msg", "comm_close"):
        raise Refused("kind")
    comm, data = content.get("comm_id"), content.get("data")
    if not short(comm):
        raise Refused("content")
    if kind == "comm_close":
        return {"comm_id": comm, "data": {}}
    if kind == "comm_open":
        if content.get("target_name") != CONTROL or buffers:
            raise Refused("target")
        return {"comm_id": comm, "target_name": CONTROL, "data": {}}
    if not isinstance(data, dict) or data.get("method") not in METHODS:
        raise Refused("method")
    if data["method"] != "custom":
        return {"comm_id": comm, "data": {"method": data["method"]}}
    return {"comm_id": comm, "data": {"method": "custom", "content": data.get("content")}}


def short(value: object) -> bool:
    """Is a value a text as short as an id or a name?"""
    return isinstance(value, str) and 0 < len(value) <= SHORT


class Channel(ZMQChannelsWebsocketConnection):
    """The connection of one page to one kernel."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.messages, self.bytes = Budget(BURST, FAST), Budget(BYTES_BURST, BYTES)
        self.whole = Budget(WHOLE, WHOLE_FAST)
        self.refusals = 0

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Hand a page's message on to the kernel, if it passes: written anew, with nothing that was not looked at."""
        shell = self.channels.get("shell")
        if shell is None or shell.closed():
            return
        try:
            if not self.messages.spend() or not self.bytes.spend(len(incoming_msg)):
                raise Refused("too many")
            channel, header, content, buffers = self._read(incoming_msg)
            content = passed(channel, header, content, len(buffers))
            if content.get("data") == {"method": "request_states"} and not self.whole.spend():
                raise Refused("too many")
            if not all(short(header.get(key)) for key in ("msg_id", "session")):
                raise Refused("form")
            header = {key: header[key] for key in ("msg_id", "msg_type", "session")}
            header |= {"username": "", "date": "1970-01-01T00:00:00Z", "version": "5.3"}
            metadata = {"version": "1.0.0"} if header["msg_type"] == "comm_open" else {}  # the protocol of widgets
            parts = [json.dumps(part).encode() for part in (header, {}, metadata, content)]
        except Refused as refused:
            self._refuse(str(refused))
        except Exception:  # whatever a message can be, none of it is the server's fault
            self._refuse("malformed")
        else:
            self.session.send_raw(shell, [*parts, *buffers])

    def _read(self, message: str | bytes) -> tuple[object, Any, Any, list[bytes]]:
        """Channel, header, content and buffers of a message in either of the two protocols."""
        if isinstance(message, bytes):
            # Both readers make a list as long as the message says it has parts: four thousand million, if it lies.
            first, order = (message[:8], "little") if self.subprotocol == V1 else (message[:4], "big")
            count = int.from_bytes(first, order)  # type: ignore[arg-type]
            if not 0 < count <= MOST_PARTS:
                raise Refused("form")
        if self.subprotocol == V1:
            if not isinstance(message, bytes):
                raise Refused("form")
            channel, parts = deserialize_msg_from_ws_v1(message)
            return channel, json.loads(parts[0]), json.loads(parts[3]), parts[4:]
        found = deserialize_binary_message(message) if isinstance(message, bytes) else json.loads(message)
        return found.get("channel"), found.get("header"), found.get("content"), found.get("buffers") or []

    def _refuse(self, why: str) -> None:
        # Said of the first, the tenth and the hundredth of a connection: a flood must not fill the log.
        self.refusals += 1
        if self.refusals in (1, 10, 100):
            LOG.warning("message refused", extra={"data": {"why": why, "count": self.refusals}})
        if self.refusals >= BURST:
            self.websocket_handler.close(1008, "too many messages that are not understood")

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Hand a kernel's message on to the page, if a page may hear it: no output, no errors, no versions."""
        try:
            _, parts = self.session.feed_identities(outgoing_msg)
            # signature, header, parent header, metadata, content, and buffers
            kind = self.session.unpack(parts[1])["msg_type"]
            channel = getattr(stream, "channel", None)
            if kind not in HEARD.get(str(channel), ()):
                return
            if channel == "shell":
                content = self.session.unpack(parts[4])
                if content.get("status") == "error":
                    return
                if kind == "kernel_info_reply":
                    outgoing_msg = self._signed(outgoing_msg, parts, _no_versions(content))
        except Exception:
            LOG.exception("a kernel's message could not be read")
            return
        super().handle_outgoing_message(stream, outgoing_msg)

    def _signed(self, message: list[Any], parts: list[Any], content: dict[str, Any]) -> list[Any]:
        """The message with another content."""
        before = message[: len(message) - len(parts)]
        fields = [*(bytes(part) for part in parts[1:4]), self.session.pack(content)]
        return [*before, self.session.sign(fields), *fields, *parts[5:]]

    def write_stderr(self, error_message: str, parent_header: Any) -> None:
        """Nothing: what the server has to say about its limits is not for readers."""


def _no_versions(content: dict[str, Any]) -> dict[str, Any]:
    """What a front end must know of a kernel, and no more."""
    language = content.get("language_info", {})
    return {
        "status": "ok",
        "protocol_version": content.get("protocol_version"),
        "implementation": "kernel",
        "implementation_version": "",
        "banner": "",
        "help_links": [],
        "language_info": {
            "name": "python", "version": "", "mimetype": "text/x-python", "file_extension": ".py",
            "codemirror_mode": language.get("codemirror_mode"),
        },
    }  # fmt: skip
