"""Answers worked out in advance: what a table will show for each message its reader may be about to send.

A page that has them shows the answer in the frame of the click, whoever sends it later: a server or a Python that is
still loading.  Nothing is guessed: each message is followed on a copy of the table.  `prefetch.js` shows the answer,
and replaces it by the real one when that comes.
"""

import json
from collections.abc import Iterator
from copy import copy
from typing import Any

from ..stage.patches import Patch, changes
from .fields import View
from .table import Table

MOST = 40
"""Moves that are looked at: of more a reader means each too rarely.  Those of Hekla's pages were 40 kB of the site."""


def key(action: dict[str, Any]) -> str:
    """Return a message as JSON without number and ply, as a page writes it."""
    return json.dumps(action, separators=(",", ":"), ensure_ascii=False)


def answers(table: Table, view: View) -> Iterator[tuple[str, Patch]]:
    """Yield the messages that a reader may send next, each with the change of the view; the table stays as it is.

    His legal moves, and where something refused is to be tried first, that: pointing at any one place.  None where
    chance decides or somebody else does, where moves are aimed, and where something is kept from some: that is sealed
    anew by whoever answers.
    """
    if not table.decides() or table.secrets or view["flick"] or table.pondering or len(view["moves"]) > MOST:
        return
    actions: list[dict[str, Any]] = [{"do": "play", "move": move["text"]} for move in view["moves"]]
    if table.waits():
        actions += [{"do": "try", "path": [cell["id"]]} for cell in view["cells"]]
    for action in actions:
        yield key(action), answer(table, view, action)


def answer(table: Table, view: View, action: dict[str, Any]) -> Patch:
    """Return how a message would change the view; the table stays as it is."""
    twin = copy(table)
    twin.game = table.game.copy()
    found = twin.handle({**action, "n": view["n"], "ply": view["ply"]})
    return changes({**view, "v": None}, {**found, "v": None})
