"""Positions as values: what is where, who acts, and the one line of text that says it.

Source: notation.md, section Positions.

    d1=A1B3 g2=C2 home=A4 hand=B2 dice=4 turn=A step=sideways
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .board import CELLS, PLAYERS, cell_of, square_name
from .combining import RuleSet
from .errors import NotationError
from .kernel import kernel
from .state import DRAW, FORWARD, OVER, PLACE, ROLL, SIDEWAYS, stack

STEPS = {PLACE: "place", ROLL: "roll", SIDEWAYS: "sideways", FORWARD: "forward"}
FIELDS = (
    "home",
    "out",
    "hand",
    "doped",
    "carrier",
    "gone",
    "lost",
    "kept",
    "pool",
    "deck",
    "cube",
    "secret",
    "moved",
    "slip",
    "dice",
    "then",
    "turn",
    "step",
    "over",
)
"""All fields of a position beside its squares, in the order of printing."""
READ = ("home", "out", "hand", "dice", "turn", "step", "over")
"""Those of them that some rule set of this edition has."""
LONGEST = 4000  # characters of a position
_SQUARE = re.compile(r"[a-i][1-6]")
_PIECE = re.compile(r"[A-I][1-8]'?")


@dataclass(frozen=True)
class Position:
    """What is where and what is to be decided.  Equal positions print the same text.

    stacks: square name -> pieces, bottom to top; home, hand, out: sorted pieces; dice: numbers to play with;
    turn, step: who decides what, "" once the game is over; over: winners' letters, "draw", or "" while running.
    """

    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    home: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    turn: str = ""
    step: str = ""
    over: str = ""

    def __str__(self) -> str:
        words = [f"{square}={''.join(pieces)}" for square, pieces in sorted(self.stacks.items()) if pieces]
        for name in FIELDS:
            value = getattr(self, name, "")
            if value:
                words.append(f"{name}={(',' if name == 'dice' else '').join(value)}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: object) -> "Position":
        """Read the text of a position; NotationError, with the place, for anything that is none.

        Whether its pieces and its step can be is checked with the rules, by `to_state`.
        """
        if not isinstance(text, str):
            raise NotationError("error.position.kind", kind=type(text).__name__)
        if len(text) > LONGEST:
            raise NotationError("error.long", text[:LONGEST], LONGEST, limit=LONGEST)
        stacks: dict[str, tuple[str, ...]] = {}
        values: dict[str, Any] = {}
        for word in re.finditer(r"\S+", text):
            key, equals, value = word.group().partition("=")
            place = word.start()
            if not equals:
                raise NotationError("error.position.word", text, place, word=key[:24])
            if key in stacks or key in values:
                raise NotationError("error.position.twice", text, place, key=key)
            if _SQUARE.fullmatch(key):
                stacks[key] = _pieces(value, text, place + len(key) + 1, "'")
            elif key in ("home", "hand", "out"):
                values[key] = tuple(sorted(_pieces(value, text, place + len(key) + 1)))
            elif key == "dice":
                values[key] = tuple(sorted(value.split(",")))
            elif key not in FIELDS:
                raise NotationError("error.position.key", text, place, key=key[:24])
            elif key not in READ:
                raise NotationError("error.position.field", text, place, key=key)
            elif not value:
                raise NotationError("error.position.empty", text, place, key=key)
            else:
                values[key] = value
        if not stacks and not values:
            raise NotationError("error.position.none", text, 0)
        return cls(stacks, **values)


def _pieces(value: str, text: str, place: int, prime: str = "") -> tuple[str, ...]:
    pieces = []
    at = 0
    while at < len(value):
        found = _PIECE.match(value, at)
        if not found or (found.group().endswith("'") and not prime):
            raise NotationError("error.position.piece", text, place + at, word=value[at : at + 8])
        pieces.append(found.group())
        at = found.end()
    if not pieces:
        raise NotationError("error.position.no_piece", text, place)
    return tuple(pieces)


# ---- to and from the state of the engine -----------------------------------------------------------------------------


class Names:
    """Piece numbers of the engine and their names, for one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        s = kernel(rules).start()
        self.of: dict[int, str] = {}
        self.number: dict[str, int] = {}
        for player in range(rules.players):
            first = (s.mine[player] & -s.mine[player]).bit_length() - 1
            for piece in range(first, s.mine[player].bit_length()):
                if s.mine[player] >> piece & 1:
                    name = f"{PLAYERS[player]}{piece - first + 1}"
                    self.of[piece] = name
                    self.number[name] = piece

    def set(self, bits: int) -> tuple[str, ...]:
        """The names of a set of pieces, sorted."""
        return tuple(sorted(name for piece, name in self.of.items() if bits >> piece & 1))


def from_state(s: Any, names: Names) -> Position:
    """The position a state of the engine stands in."""
    stacks = {
        square_name(cell): tuple(names.of[piece] for piece in stack(s, cell))
        for cell in range(CELLS)
        if s.all >> cell & 1
    }
    dice = tuple(str(number) for number in sorted((s.dice & 7, s.dice >> 3)) if number)
    if s.step == OVER:
        over = "draw" if s.won == DRAW else "".join(PLAYERS[p] for p in range(s.players) if s.won >> p & 1)
        return Position(stacks, names.set(s.finished), names.set(s.hand), names.set(s.out), over=over)
    return Position(
        stacks, names.set(s.finished), names.set(s.hand), names.set(s.out), dice, PLAYERS[s.turn], STEPS[s.step]
    )


def to_state(position: Position, rules: RuleSet, names: Names, source: str = "") -> Any:
    """A state of the engine standing in this position; NotationError if it cannot be under these rules."""
    engine = kernel(rules)
    s = engine.start()
    wrong = _Wrong(source or str(position))
    s.hand = 0
    _set_pieces(s, position, rules, names, wrong, engine.answers.put)
    if position.over:
        _set_over(s, position, wrong)
        return s
    _set_step(s, position, rules, wrong)
    if s.hand and s.step != PLACE:
        raise wrong("error.position.hand", "hand", pieces=position.hand)
    if s.step == PLACE and not s.hand & s.mine[s.turn]:
        raise wrong("error.position.hand_empty", "step", player=position.turn)
    for player in range(rules.players):
        if engine.answers.fulfils(s, player):
            raise wrong("error.position.won", "home", player=PLAYERS[player])
    return s


class _Wrong:
    """Makes the error that points at a field of the text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __call__(self, error: str, key: str, /, **values: object) -> NotationError:
        found = re.search(rf"(?<!\S){key}=", self._text)
        return NotationError(error, self._text, found.start() if found else None, **values)


def _set_pieces(s: Any, position: Position, rules: RuleSet, names: Names, wrong: _Wrong, put: Any) -> None:
    seen: set[str] = set()

    def number(name: str, where: str) -> int:
        piece = names.number.get(name)
        if piece is None:
            raise wrong("error.position.no_such_piece", where, piece=name, players=rules.players)
        if name in seen:
            raise wrong("error.position.piece_twice", where, piece=name)
        seen.add(name)
        return piece

    for square, pieces in position.stacks.items():
        cell = cell_of(square)
        if int(square[1]) > s.lanes:
            raise wrong("error.position.lane", square, square=square, lanes=s.lanes)
        for name in pieces:
            piece = number(name, square)
            if kernel(rules).answers.is_home(s, piece, cell):
                raise wrong("error.position.finish", square, square=square, piece=name)
            put(s, piece, piece, cell)
    for where in ("home", "hand", "out"):
        bits = 0
        for name in getattr(position, where):
            bits |= 1 << number(name, where)
        if where == "home":
            s.finished = bits
        elif where == "hand":
            s.hand = bits
        elif bits:
            raise wrong("error.position.field", "out", key="out")
    missing = tuple(sorted(set(names.number) - seen))
    if missing:
        raise wrong("error.position.missing", "", pieces=missing)


def _set_step(s: Any, position: Position, rules: RuleSet, wrong: _Wrong) -> None:
    if not position.turn:
        raise wrong("error.position.no_turn", "")
    if position.turn not in PLAYERS[: rules.players] or len(position.turn) > 1:
        raise wrong("error.position.player", "turn", player=position.turn[:8], players=rules.players)
    s.turn = PLAYERS.index(position.turn)
    steps = {name: step for step, name in STEPS.items()}
    if position.step not in steps:
        raise wrong("error.position.step", "step", step=position.step[:24], steps=tuple(steps))
    s.step = steps[position.step]
    if s.step in (SIDEWAYS, FORWARD):
        if len(position.dice) != 1:
            raise wrong("error.position.dice_missing", "dice" if position.dice else "step", step=position.step)
        s.todo = _steps_from(s.plan, s.step)
    elif position.dice:
        raise wrong("error.position.dice_early", "dice", step=position.step)
    for number in position.dice:
        if number not in map(str, range(1, s.lanes + 1)):
            raise wrong("error.position.dice", "dice", number=number[:8])
        s.dice = s.dice << 3 | int(number)


def _steps_from(plan: int, step: int) -> int:
    """The steps of a turn from this one on."""
    while plan and plan & 15 != step:
        plan >>= 4
    return plan


def _set_over(s: Any, position: Position, wrong: _Wrong) -> None:
    players = "" if position.over == "draw" else position.over
    if any(player not in PLAYERS[: s.players] for player in players) or len(set(players)) < len(players):
        raise wrong("error.position.over", "over", over=position.over[:12])
    for name in ("turn", "step", "dice"):
        if getattr(position, name):
            raise wrong("error.position.after_end", name, key=name)
    s.won = sum(1 << PLAYERS.index(player) for player in players) or DRAW
    s.step = OVER
