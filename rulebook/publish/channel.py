"""The socket between a page and its kernel: what may pass in each direction, and how much of it.

A page needs one kind of messages, to one comm (`reading`), and gets it; Voilà's own list would let it make widgets of
any class, write their traits, and read tracebacks and whatever a kernel prints.
"""

import json
import struct
from typing import Any

from jupyter_server.services.kernels.connection.base import deserialize_binary_message

from rulebook.publish.limits import COMM, Budget
from rulebook.publish.logs import LOG

LARGEST = 9_000_000  # bytes of a message: two files of the desk, and what is around them
MOST_PARTS = 32  # of a message; a page sends the files of two witnesses at most
FAST, BURST = 40, 400  # messages a second in the long run, and at once
BYTES, BYTES_BURST = 1_000_000, 3 * LARGEST  # the same of bytes
MOST_VALUES = 200_000  # commas and brackets of a message: what takes long to read is values, and not letters
SHORT = 100  # characters of an id, a name, a kind


class Refused(Exception):
    """A message that does not pass; the reason is for the log."""


def passed(channel: object, header: object, content: object) -> Any:
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
    return data.get("content")


def short(value: object) -> bool:
    """Is a value a text as short as an id or a name?"""
    return isinstance(value, str) and 0 < len(value) <= SHORT


def allowance() -> Budget:
    """How many bytes a page may send to its process: a new socket does not begin them anew."""
    return Budget(BYTES_BURST, BYTES)


class Channel:
    """What comes over one socket of a page: so much of it, and what may be handed on."""

    def __init__(self, size: Budget | None = None) -> None:
        self.messages, self.bytes = Budget(BURST, FAST), size or allowance()
        self.refusals = 0

    def taken(self, message: str | bytes) -> tuple[Any, list[bytes]] | None:
        """What a kernel gets of a message, and its buffers; None for one that does not pass."""
        try:
            if not self.messages.spend() or not self.bytes.spend(len(message)):
                raise Refused("too many")
            channel, header, content, buffers = read(message)
            asked = passed(channel, header, content)
            if not all(short(header.get(key)) for key in ("msg_id", "session")):
                raise Refused("form")
        except Refused as refused:
            self._refuse(str(refused))
        except Exception:  # whatever a message can be, none of it is the server's fault
            self._refuse("malformed")
        else:
            return asked, buffers
        return None

    def _refuse(self, why: str) -> None:
        # Said of the first, the tenth and the hundredth of a connection: a flood must not fill the log.
        self.refusals += 1
        if self.refusals in (1, 10, 100):
            LOG.warning("message refused", extra={"data": {"why": why, "count": self.refusals}})

    @property
    def flooded(self) -> bool:
        """Has so much been refused that nobody need listen any longer?"""
        return self.refusals >= BURST


def read(message: str | bytes) -> tuple[object, Any, Any, list[bytes]]:
    """Channel, header, content and buffers of a message, as Jupyter has them on a socket without a protocol."""
    if isinstance(message, str):
        if sum(map(message.count, ",[{")) > MOST_VALUES:
            raise Refused("too many values")
        found = json.loads(message)
    else:
        # Its reader makes a list as long as the message says it has parts: four thousand million, if it lies; and parts
        # that lie over one another are copied each: more than was sent.
        many = int.from_bytes(message[:4], "big")
        if not 0 < many <= MOST_PARTS:
            raise Refused("form")
        starts = (*struct.unpack(f"!{many}I", message[4 : 4 * (many + 1)]), len(message))
        if starts[0] != 4 * (many + 1) or list(starts) != sorted(starts):
            raise Refused("form")
        if sum(message.count(sign, 0, starts[1]) for sign in (b",", b"[", b"{")) > MOST_VALUES:
            raise Refused("too many values")
        found = deserialize_binary_message(message)
    buffers = [bytes(one) for one in found["buffers"]] if isinstance(message, bytes) else []
    return found.get("channel"), found.get("header"), found.get("content"), buffers
