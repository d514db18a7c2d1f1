"""`Move`: moves of the race as values that print as text and read back.  (notation.md, section Steps and moves)

4  2,5            an outcome of the dice            a3  A3@a3     placing a piece
b3-b4             a side-step                       b4-c4         an advance
b3-b4*3           three pieces from the top         b3^           climbing
@a4  A3@a4        entering                          -             a pass
b4-c4=4  -=4      with the number used              double  take  drop  any  again
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from ....notation.tokens import ParsedMove

_WORDS = ("double", "take", "drop", "any", "again")
_SQUARE = r"[a-i][1-6]"
_MOVE = re.compile(
    rf"""
    (?P<outcome>[0-9](,[0-9])*)
  | (?P<word>{"|".join(_WORDS)})
  | ( (?P<pass>-)
    | (?P<origin>{_SQUARE}) ( (?P<climb>\^) | -(?P<target>{_SQUARE})(\*(?P<count>[1-9][0-9]?))? )
    | (?P<entering>(?P<entrant>[A-I][1-8])?@(?P<entry>{_SQUARE}))
    | (?P<place>{_SQUARE})
    ) (=(?P<number>[1-6]))?
  | deck=(?P<deck>[1-6*]+)
""",
    re.VERBOSE,
)


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A move.

    origin, target: square names or None; count: number of pieces moved, 0 for a pass, an outcome or b3-b3; piece: the
    named piece, where pieces differ; number: the number used; outcome: the numbers rolled; word: `double`, `take`, ...;
    probability: of an outcome at a chance step, else None (it does not affect equality).
    """

    origin: str | None = None
    target: str | None = None
    count: int = 0
    piece: str | None = None
    number: int | None = None
    outcome: tuple[int, ...] = ()
    word: str = ""
    entering: bool = False
    deck: str = ""
    probability: float | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:  # cached, as games use it at every ply
        if self.deck:
            return "deck=" + self.deck
        if self.outcome:
            return ",".join(map(str, self.outcome))
        if self.word:
            return self.word
        if self.target is None:
            text = "-"
        elif self.origin is None:
            text = (self.piece or "") + ("@" if self.piece or self.entering else "") + self.target
        elif self.origin == self.target and self.count == 1:
            text = self.origin + "^"
        else:
            text = f"{self.origin}-{self.target}" + (f"*{self.count}" if self.count > 1 else "")
        return text + (f"={self.number}" if self.number else "")

    @property
    def is_pass(self) -> bool:
        """Whether nothing is moved."""
        return not (self.outcome or self.word or self.target or self.deck)

    FORM, WRONG = _MOVE, "error.move.form"
    KIND, LONGEST = "error.move.kind", 200

    @classmethod
    def _of(cls, found: re.Match[str]) -> Self:
        if found["deck"]:
            return cls(deck=found["deck"])
        if found["outcome"]:
            return cls(outcome=tuple(int(n) for n in found["outcome"].split(",")))
        if found["word"]:
            return cls(word=found["word"])
        number = int(found["number"]) if found["number"] else None
        if found["pass"]:
            return cls(number=number)
        if found["climb"]:
            return cls(origin=found["origin"], target=found["origin"], count=1, number=number)
        if found["origin"]:
            stays = found["origin"] == found["target"] and found["count"] in (None, "1")
            count = 0 if stays else int(found["count"] or 1)
            return cls(origin=found["origin"], target=found["target"], count=count, number=number)
        target, entering = found["entry"] or found["place"], bool(found["entering"])
        return cls(target=target, count=1, piece=found["entrant"], number=number, entering=entering)


def lane_of(square: str) -> int:
    """Return the lane of a square name: "d1" -> 1."""
    return int(square[1])
