"""The socket between a page and its kernel: what may pass in each direction, and how much of it.

A page needs one kind of messages, to one comm (`reading`), and gets it; Voilà's own list would let it make widgets of
any class, write their traits, and read tracebacks and whatever a kernel prints.
"""

import json
from typing import Any

from jupyter_server.services.kernels.connection.base import deserialize_binary_message, deserialize_msg_from_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from rulebook.publish.limits import COMM, Budget
from rulebook.publish.logs import LOG

V1 = "v1.kernel.websocket.jupyter.org"

LARGEST = 9_000_000  # bytes of a message: two files of the desk, and what is around them
MOST_PARTS = 32  # of a message; a page sends the files of two witnesses at most
FAST, BURST = 40, 400  # messages a second in the long run, and at once
BYTES, BYTES_BURST = 1_000_000, 3 * LARGEST  # the same of bytes
SHORT = 100  # characters of an id, a name, a kind


class Refused(Exception):
    """A message that does not pass; the reason is for the log."""


def passed(channel: object, header: object, content: object) -> dict[str, Any]:
    """What is handed on of the content of a page's message.  Refused if it is none of those that pass."""
    if channel != "shell":
        raise Refused("channel")
    if not isinstance(header, dict) or not isinstance(content, dict):
        raise Refused("form")
    kind, data = header.get("msg_type"), content.get("data")
    if kind != "comm_msg" or content.get("comm_id") != COMM:
        raise Refused("kind")
    if not isinstance(data, dict) or data.get("method") != "custom":
        raise Refused("method")
    return {"comm_id": COMM, "data": {"method": "custom", "content": data.get("content")}}


def short(value: object) -> bool:
    """Is a value a text as short as an id or a name?"""
    return isinstance(value, str) and 0 < len(value) <= SHORT


class Channel(ZMQChannelsWebsocketConnection):
    """The connection of one page to one kernel."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.messages, self.bytes = Budget(BURST, FAST), Budget(BYTES_BURST, BYTES)
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
            content = passed(channel, header, content)
            if not all(short(header.get(key)) for key in ("msg_id", "session")):
                raise Refused("form")
            header = {key: header[key] for key in ("msg_id", "msg_type", "session")}
            header |= {"username": "", "date": "1970-01-01T00:00:00Z", "version": "5.3"}
            parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
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
        """Hand on what widgets say to their page: no output, no errors, no versions."""
        try:
            _, parts = self.session.feed_identities(outgoing_msg)
            # signature, header, parent header, metadata, content, and buffers
            kind = self.session.unpack(parts[1])["msg_type"]
        except Exception:
            LOG.exception("a kernel's message could not be read")
            return
        if kind == "comm_msg" and getattr(stream, "channel", None) == "iopub":
            super().handle_outgoing_message(stream, outgoing_msg)

    def write_stderr(self, error_message: str, parent_header: Any) -> None:
        """Nothing: what the server has to say about its limits is not for readers."""
