"""Reasons as values: a clause at work, with the pieces and squares that cause it and its sentence."""

from dataclasses import dataclass, field

from .errors import HedgekitError
from .words import sentence


@dataclass(frozen=True)
class Reason:
    """A clause at work: clause ("0.9"), squares and pieces that cause it (the move's own first), and its sentence."""

    clause: str
    key: str
    squares: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict, compare=False)

    def text(self, language: str = "en") -> str:
        """The sentence in a language; LookupError for an unknown one."""
        return sentence(self.key, language, self.values)

    def __str__(self) -> str:
        return f"{self.text('en')} ({self.clause})"


class Refusal(HedgekitError):
    """A move that is not legal here: raised by `Game.play`, returned by `Game.why`.

    Carries the `reason` and its parts.
    """

    def __init__(self, move: str, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        super().__init__(reason.key, **reason.values)

    clause = property(lambda self: self.reason.clause)
    squares = property(lambda self: self.reason.squares)
    pieces = property(lambda self: self.reason.pieces)

    def __str__(self) -> str:
        return str(self.reason)
