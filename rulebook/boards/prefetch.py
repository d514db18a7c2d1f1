"""Prefetched answers: the view that each message a reader may send next will lead to.

A page that has them shows the answer in the animation frame of the click, while the server, or a Python that is still
loading, takes its time.  Nothing is guessed: each message is carried out on a copy of the table.  `prefetch.js` shows
the answer and replaces it with the real one when that arrives.
"""

import json
from collections.abc import Iterator
from copy import copy
from typing import Any

from ..stage.patches import Patch, changes
from .fields import View
from .table import Table

MOST = 40
"""Legal moves to prefetch at most: with more, each is too unlikely (Hekla's pages cost 40 kB of the site)."""


def key(message: dict[str, Any]) -> str:
    """Return a message as JSON without sequence number and ply, exactly as a page writes it."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def answers(table: Table, view: View) -> Iterator[tuple[str, Patch]]:
    """Yield the messages that a reader may send next, each with its patch of the view; the table does not change.

    These are the legal moves, and pointing at any cell where a task wants an illegal move tried.  None if no reader
    decides, if moves are aimed, and if there is hidden information, which each process seals in its own way.
    """
    if not table.reader_decides() or table.secrets or view["flick"] or table.search or len(view["moves"]) > MOST:
        return
    messages: list[dict[str, Any]] = [{"do": "play", "move": move["text"]} for move in view["moves"]]
    if table.waits_for_attempt():
        messages += [{"do": "try", "path": [cell["id"]]} for cell in view["cells"]]
    for message in messages:
        yield key(message), answer(table, view, message)


def answer(table: Table, view: View, message: dict[str, Any]) -> Patch:
    """Return the patch of the view that a message leads to; the table does not change."""
    twin = copy(table)
    twin.game = table.game.copy()
    after = twin.handle({**message, "n": view["n"], "ply": view["ply"]})
    return changes({**view, "v": None}, {**after, "v": None})
