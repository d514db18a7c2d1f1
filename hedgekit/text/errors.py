"""Typed errors with a sentence in every language, and hints for names that other packages use."""

from collections.abc import Iterable, Mapping
from copyreg import __newobj__  # type: ignore[attr-defined]
from typing import Any, NoReturn

from .reasons import Reason
from .words import RuleTexts, sentence


class HedgekitError(ValueError):
    """Bad input.  key: its sentence in the tables; values: its placeholders; rule_texts: sentences of house rules."""

    rule_texts: RuleTexts | None = None

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(sentence(key, "en", values, self.rule_texts))

    def __eq__(self, other: object) -> bool:
        """Return whether both are of the same class and have the same sentence."""
        return type(self) is type(other) and (self.key, str(self)) == (other.key, str(other))

    def __hash__(self) -> int:
        return hash((type(self), self.key))

    def __reduce__(self) -> Any:
        return __newobj__, (type(self), *self.args), self.__dict__

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language ("en", "fr"); TableError, a LookupError, if there is none."""
        return sentence(self.key, language, self.values, self.rule_texts)


class NotationError(HedgekitError):
    """A text that cannot be read.  source: the text; place: the offset where reading stopped, None for the whole."""

    def __init__(self, key: str, source: str = "", place: int | None = None, /, **values: object) -> None:
        self.source = source
        self.place = place
        super().__init__(key, **values)

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language, with the place where reading stopped."""
        text = super().text(language)
        if self.place is None:
            return text
        return text + " " + sentence("error.place", language, {"place": self.place + 1})

    def __str__(self) -> str:
        return self.text("en")


class Clash(HedgekitError):
    """Variants that exclude each other.  pairs: the numbers of each clashing pair."""

    def __init__(self, key: str, pairs: tuple[tuple[int, int], ...], /, **values: object) -> None:
        self.pairs = pairs
        super().__init__(key, **values)


class Refusal(HedgekitError):
    """An illegal move: raised by `Game.play`, returned by `Game.why`.

    move: as text; reason: the `Reason`, whose clause ("0.9"), squares (such as "d1", first the one where the move
    fails) and pieces (such as "B1") are also attributes of the refusal.
    """

    def __init__(self, move: str, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        self.rule_texts = reason.rule_texts
        super().__init__(reason.key, **reason.values)

    clause = property(lambda self: self.reason.clause)
    squares = property(lambda self: self.reason.squares)
    pieces = property(lambda self: self.reason.pieces)

    def __str__(self) -> str:
        return str(self.reason)


class NoSuchName(HedgekitError, AttributeError):
    """An attribute that does not exist."""


GAME_SYNONYMS = {
    "apply": "play(move)", "board": "rulebook.Board(game)", "fen": "str(game)", "history": "moves_played",
    "is_game_over": "is_over", "is_legal": "why(move)", "is_terminal": "is_over", "legal_actions": "moves()",
    "legal_moves": "moves()", "move": "play(move)", "move_stack": "moves_played", "outcome": "winners",
    "pgn": "record()", "piece_at": "position.stacks", "players": "rules.players", "pop": "undo()",
    "possible_moves": "moves()", "push": "play(move)", "push_san": "play(move)", "result": "winners",
    "status": "prompt()", "to_play": "turn", "winner": "winners",
}  # fmt: skip
"""A name in python-chess, OpenSpiel and the like -> its name in a game here."""
PACKAGE_SYNONYMS = {
    "Board": "rulebook.Board", "board": "rulebook.Board", "parse": "Game.from_text", "play": "Game", "svg": "Game.svg",
    "variant": "VARIANTS", "variants": "VARIANTS",
}  # fmt: skip
"""The same for the package."""


class Synonym:
    """An attribute that raises an error with our name for it (`__getattr__` would slow down all attributes)."""

    def __init__(self, name: str, ours: str) -> None:
        self._name, self._ours = name, ours

    def __get__(self, whose: object, kind: type) -> NoReturn:
        raise NoSuchName("error.name.near", whose=kind.__name__, name=self._name, near=[self._ours])


def unknown_name(whose: str, name: str, synonyms: Mapping[str, str], known: Iterable[str]) -> NoSuchName:
    """Return the error for an unknown name, with suggestions."""
    from difflib import get_close_matches  # here: importing hedgekit stays quick

    near = [synonyms[name]] if name in synonyms else get_close_matches(name, [one for one in known if one[0] != "_"], 2)
    key = "error.name.near" if near else "error.name.none"
    return NoSuchName(key, whose=whose, name=name[:40], near=near)
