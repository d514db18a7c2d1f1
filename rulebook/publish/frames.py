"""The frames of a page's socket: counted as they come, whatever they are, and never unpacked.

A message is counted when it is whole (`channel`).  Until then a socket could hold back nine megabytes in parts; pings
and empty parts never become one; and nine kilobytes that say they are compressed take 30 ms to become nine megabytes.
So a page is not let compress what it sends; what it gets is packed by its own means where that is worth it.

What has come is not all followed at once, either: between messages that wait by the megabyte others have their turn.
"""

import asyncio
import gzip
from typing import cast

from tornado.websocket import WebSocketHandler, WebSocketProtocol13

from rulebook.publish.governor import Line
from rulebook.publish.limits import Budget

FAST, BURST = 200, 2000  # frames a second in the long run, and at once: a browser sends a file in frames of 64 kB
LONG = 16_384  # characters of a message that is worth packing


class Frames(WebSocketProtocol13):
    """What a socket speaks: says what is held back, and hangs up on more frames than a page has reason to send."""

    def __init__(self, *of: object) -> None:
        super().__init__(*of)  # type: ignore[arg-type]
        self._frames = Budget(BURST, FAST)

    async def _receive_frame(self) -> None:
        await super()._receive_frame()
        cast("Line", self.stream).held = len(self._fragmented_message_buffer or b"")
        if not self._frames.spend():
            self.close(1008, "too many frames")
            self._abort()
        await asyncio.sleep(0)  # what is here already would be read on without a pause


class Framed(WebSocketHandler):
    """A socket whose frames are counted, and none of them compressed."""

    def get_websocket_protocol(self) -> Frames | None:
        """What it speaks."""
        plain = super().get_websocket_protocol()
        if not isinstance(plain, WebSocketProtocol13):
            return None
        return Frames(self, plain.mask_outgoing, plain.params)


def packed(text: str) -> str | bytes:
    """A message as a page gets it: a long one as the bytes of a gzip file."""
    return gzip.compress(text.encode(), 1) if len(text) > LONG else text
