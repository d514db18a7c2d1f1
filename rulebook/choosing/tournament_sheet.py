"""The page of a tournament of people (20): names, rounds, results, standings.

The browser stores the tournament as one text and sends it with every message.  It stores the answer only if its text
is still the one it sent, so that two tabs do not overwrite each other's changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from hedgekit.games.race.play.rounds import LARGEST, MOST, MOST_POINTS, MOST_ROUNDS, Rounds

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..measuring import read
from ..stage.messages import Action, Actions, Check, number, text, texts

PART = "tournament"
LONGEST = 60_000  # characters of a tournament: 30 rounds of 60 long names
TEXT, NAME = text(LONGEST), text(60)
POINTS = Check(lambda value: isinstance(value, list) and all(type(one) is int for one in value[: LARGEST + 1]))


def _shown(rounds: Rounds) -> Mapping[str, Any]:
    """Return the view of a tournament."""
    return {
        "text": str(rounds), "boards": rounds.boards,
        "players": [{"name": name, "away": name in rounds.away} for name in rounds.players],
        "rounds": [asdict(one) for one in rounds.rounds], "complete": rounds.complete,
        "standings": [asdict(one) for one in rounds.standings()],
    }  # fmt: skip


def _action(act: Callable[..., Rounds], **carries: Check) -> Action:
    """An action that makes another tournament of the one that is sent."""

    def follow(_sheet: "TournamentSheet", text: str, **given: Any) -> Mapping[str, Any]:
        return _shown(act(Rounds.from_text(text), **given))

    return Action(follow, text=TEXT, **carries)


class TournamentSheet(Sheet):
    """The page of a tournament; it stores nothing in Python."""

    CODES = (sheet_code(PART, __file__, PART), board.CODE)

    def __init__(self) -> None:
        measured = {name: read("rounds")[name] for name in ("first", "points", "games")}
        super().__init__({"most": MOST_POINTS, **measured}, _shown(Rounds()))

    ACTIONS: ClassVar[Actions] = {
        "show": _action(lambda rounds: rounds),
        "join": _action(Rounds.join, names=texts(60, MOST)),
        "leave": _action(Rounds.leave, name=NAME),
        "boards": _action(Rounds.with_boards, boards=number(0, MOST)),
        "draw": _action(Rounds.draw),
        "enter": _action(Rounds.enter, number=number(1, MOST_ROUNDS), table=number(1, MOST), points=POINTS),
    }

    def __repr__(self) -> str:
        return "TournamentSheet()"
