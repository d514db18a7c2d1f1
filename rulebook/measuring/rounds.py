"""How many rounds a tournament (20) needs: how often the best of four players wins one, by its rounds.

`python -m tools.measure --rounds` plays the games and writes `data/rounds.json`; `found()` is what is written there.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

FILE = "rounds.json"


@cache
def found() -> dict[str, Any]:
    """players: the best first; points: of each in a game; games: played; first: rounds -> share that the best wins."""
    return dict(json.loads((files("rulebook.measuring") / "data" / FILE).read_text("utf-8")))
