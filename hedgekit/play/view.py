"""Views: what one seat may know of a game or a series.  Bots and environments get a view instead of the game.

    view = game.view("B")
    view.moves(), view.why("a1-b1"), str(view), view.record()
    twin = view.copy()        a game to try moves in; each copy redeals what is hidden from B

A view wraps its own copy of the game: hidden information is redealt, and it has its own dice.
"""
# ruff: noqa: D102 -- the methods declared for type checkers are described in base.py

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic
from zlib import crc32

from ..notation.tokens import check_seed
from ..renamed import Renamed
from ..text.errors import NoSuchName, Refusal

if TYPE_CHECKING:
    from typing import Unpack

    from typing_extensions import TypeVar

    from ..notation.record import Record
    from ..players.searching import Search
    from ..players.strength import Skill, Weighed
    from ..text.reasons import Reason
    from .picture import Directions

    M = TypeVar("M", default=Any)
else:
    from typing import TypeVar

    M = TypeVar("M")  # a move

_FORWARDED = (
    *("rules", "ply", "moves_played", "last_moves", "step", "turn", "is_chance", "is_over", "winners", "ranking"),
    *("points", "moves", "why", "because", "weigh", "weighing", "chance", "chances", "prompt", "narrate", "record"),
    "as_record",
)
"""The attributes of the game that a view shares."""


class View(Generic[M]):
    """What a seat may know of a game at one moment; made by `game.view(seat)`.

    seat: its letter, "" for a spectator.  A view has the attributes of a game (`moves`, `why`, `because`, `weigh`,
    `record`, `svg`, ...) but cannot be played; `copy` returns a game that can.  Its record has "?" for hidden moves.
    """

    __slots__ = ("_copies", "_game", "seat")
    if TYPE_CHECKING:
        rules: Any
        ply: int
        moves_played: tuple[str, ...]
        step: str | None
        turn: str | None
        is_chance: bool
        is_over: bool
        winners: tuple[str, ...]

        def last_moves(self, many: int) -> tuple[M, ...]: ...
        def ranking(self) -> tuple[tuple[str, ...], ...]: ...
        def points(self) -> dict[str, int] | None: ...
        def moves(self) -> list[M]: ...
        def why(self, move: M | str) -> Refusal | None: ...
        def because(self, move: M | str) -> tuple[Reason, ...]: ...
        def weigh(self, skill: Skill, rng: int) -> list[Weighed[M]]: ...
        def weighing(self, skill: Skill, rng: int) -> Search: ...
        def chance(self, player: str) -> float: ...
        def chances(self) -> dict[str, float]: ...
        def prompt(self, language: str = "en") -> str: ...
        def narrate(self, language: str = "en") -> str: ...
        def record(self) -> str: ...
        def as_record(self) -> Record: ...

    told = Renamed("told", "narrate")

    def __init__(self, game: Any, seat: str) -> None:
        """Use `game.view(seat)`.  game: a copy with hidden information redealt."""
        self._game, self.seat, self._copies = game, seat, 0

    def copy(self, seed: int | None = None) -> Any:
        """Return a game in this position with its own dice, in which hidden information is redealt.

        seed: of deal and dice; without one, the copies of a view differ, but n-th copies of equal views are equal.
        """
        if seed is None:
            self._copies += 1
            seed = crc32(f"{self._copies} {self.rules} {self} {self.ply}".encode())
        check_seed(seed)
        return self._game._redealt(self.seat, seed)

    @property
    def position(self) -> Any:
        """The position as the seat may know it."""
        return self._game._visible_to(self.seat)

    def to_text(self) -> str:
        """Return the position as text."""
        return str(self.position)

    def svg(self, language: str = "en", **directions: "Unpack[Directions]") -> str:
        """Return a picture as SVG, with the arguments of `Game.svg`."""
        from .picture import svg_of_game

        return svg_of_game(self._game, language, eyes=self.seat, **directions)

    def png(self, language: str = "en", scale: int = 2, **directions: "Unpack[Directions]") -> bytes:
        """Return the picture as PNG."""
        from .picture import png_of_game

        return png_of_game(self._game, language, scale, eyes=self.seat, **directions)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<View of {self.seat or 'a spectator'}: {self.rules}, {self}>"

    def __eq__(self, other: object) -> bool:
        """Compare seat, record and position.  (Like a game, a view has no hash.)"""
        mine = self.seat, self.record(), str(self)
        return isinstance(other, View) and mine == (other.seat, other.record(), str(other))

    __hash__ = None  # type: ignore[assignment]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_FORWARDED} - {"told"})

    def __reduce__(self) -> Any:
        return View, (self._game, self.seat)

    if not TYPE_CHECKING:  # type checkers have the declarations above

        def __getattr__(self, name: str) -> Any:
            if name in _FORWARDED:
                return getattr(self._game, name)
            if name.startswith("_"):
                raise AttributeError(name)
            raise NoSuchName("error.name.view", name=name[:40])


class SeriesView:
    """What a seat may know of a series: the score, and a view of each game, which hides nothing once it is over."""

    def __init__(self, series: Any, seat: str) -> None:
        """Use `series.view(seat)`."""
        self.rules, self.seat = series.rules, seat
        self.games: tuple[View[Any], ...] = tuple(game.view(seat) for game in series.games)
        self.scores: Mapping[str, int] = series.scores
        self.set_games: Mapping[str, int] = series.set_games
        self.is_over: bool = series.is_over
        self.winners: tuple[str, ...] = series.winners

    @property
    def game(self) -> View[Any]:
        """The present game."""
        return self.games[-1]

    def record(self) -> str:
        """Return the records of all games, each after a line `game N`."""
        return "\n".join(f"game {number}\n{game.record()}" for number, game in enumerate(self.games, 1))
