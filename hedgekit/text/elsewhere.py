"""What is called otherwise elsewhere: a name that there is not is answered by the one that may be meant."""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from .errors import HedgekitError

OF_GAMES = {
    "apply": "play(move)",
    "board": "rulebook.Board(game)",
    "fen": "str(game)",
    "history": "moves_played",
    "is_game_over": "is_over",
    "is_legal": "why(move)",
    "is_terminal": "is_over",
    "legal_actions": "moves()",
    "legal_moves": "moves()",
    "move": "play(move)",
    "move_stack": "moves_played",
    "outcome": "winners",
    "pgn": "record()",
    "piece_at": "position.stacks",
    "players": "rules.players",
    "pop": "undo()",
    "possible_moves": "moves()",
    "push": "play(move)",
    "push_san": "play(move)",
    "result": "winners",
    "status": "prompt()",
    "to_play": "turn",
    "winner": "winners",
}
"""What others call it, python-chess, OpenSpiel and their like -> what a game calls it."""
OF_PACKAGE = {
    "Board": "rulebook.Board",
    "board": "rulebook.Board",
    "parse": "Game.from_text",
    "play": "Game",
    "svg": "Game.svg",
    "variant": "VARIANTS",
    "variants": "VARIANTS",
}
"""The same of hedgekit itself."""


class NoSuchName(HedgekitError, AttributeError):
    """Something has no attribute of this name."""


class Elsewhere:
    """An attribute that only says what it is called here.

    (A `__getattr__` would say it of every name, and slow every reading of every attribute.)
    """

    def __init__(self, name: str, ours: str) -> None:
        self._name, self._ours = name, ours

    def __get__(self, whose: object, kind: type) -> NoReturn:
        raise NoSuchName("error.name.near", whose=kind.__name__, name=self._name, near=[self._ours])


def no_such(whose: str, name: str, known: Mapping[str, str], there: Iterable[str]) -> NoSuchName:
    """The error for a name that there is not; known: names from elsewhere -> ours, there: what there is."""
    from difflib import get_close_matches  # here: importing hedgekit stays quick

    near = [known[name]] if name in known else get_close_matches(name, [one for one in there if one[0] != "_"], 2)
    key = "error.name.near" if near else "error.name.none"
    return NoSuchName(key, whose=whose, name=name[:40], near=near)
