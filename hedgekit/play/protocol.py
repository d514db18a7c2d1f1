"""What players, boards, simulation and lessons may ask of any game of the collection, whatever its rules."""

from collections.abc import Sequence
from typing import Any, Protocol, Self

from ..players.strength import Skill, Weighed
from ..text.reasons import Reason, Refusal


class Rules(Protocol):
    """What every rule set says; it prints as the text it was read from."""

    @property
    def players(self) -> int:
        """How many play."""


class Standing(Protocol):
    """What every position says; it prints as one line of text, and equal positions print the same."""

    @property
    def turn(self) -> str:
        """The letter of the player to act, "" once the game is over."""

    @property
    def step(self) -> str:
        """What is to be decided, "" once the game is over."""

    @property
    def over(self) -> str:
        """The winners' letters, "draw", or "" while the game is running."""


class Playable(Protocol):
    """A game as players, boards, simulation and lessons see it.  (notation.md, section Entry points)"""

    @property
    def rules(self) -> Any:
        """The rule set; `.players` says how many play."""

    @property
    def seed(self) -> int | None:
        """The seed of `roll`, if there is one."""

    @property
    def position(self) -> Any:
        """The position, a value that prints as text; never to be changed."""

    @property
    def start(self) -> Any:
        """The position the game began in; None if it began as games under its rules do."""

    @property
    def step(self) -> str | None:
        """What is to be decided, None once the game is over."""

    @property
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""

    @property
    def is_chance(self) -> bool:
        """Does chance decide the present step?"""

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' letters; () while running and for a draw."""

    @property
    def ply(self) -> int:
        """How many moves have been played."""

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The moves played, as texts."""

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The players, best first, ties together."""

    def points(self) -> dict[str, int] | None:
        """Points of a finished game by player, {} where none are counted; None while it is running."""

    def moves(self) -> Sequence[Any]:
        """The legal moves, or the outcomes of chance with their `probability`; empty once the game is over."""

    def play(self, move: Any) -> None:
        """Play a legal move (or its text); Refusal or NotationError otherwise, nothing changed then."""

    def roll(self) -> Any:
        """At a chance step: draw an outcome, play it and return it."""

    def undo(self) -> str:
        """Take the last move back and return its text; IndexError at the start."""

    def copy(self) -> Self:
        """The same game once more, to try things on."""

    def why(self, move: Any) -> Refusal | None:
        """Why a move is not legal, None if it is; NotationError if it is no move."""

    def because(self, move: Any) -> tuple[Reason, ...]:
        """The clauses that allow or force a legal move; Refusal if it is not legal."""

    def weigh(self, skill: Skill, rng: int) -> list[Weighed]:
        """The legal moves with a player's estimates, the one he chooses first; `rng` decides what he draws."""

    def prompt(self, language: str = "en") -> str:
        """Who is to act and what is to be done."""

    def told(self, language: str = "en") -> str:
        """What the last move did; "" before the first."""

    def to_text(self, eyes: str | None = None) -> str:
        """The position as text; with `eyes`, what that player may know."""

    def record(self) -> str:
        """Rule set, seed, first position if it was not the usual one, and every move, a line a turn."""
