"""A view: what one seat may know of a game or a series.  Bots, players and environments get one instead of the game.

    seen = game.view("B")
    seen.moves(), seen.why("a1-b1"), str(seen), seen.record()
    twin = seen.copy()        a game to try moves in: what B may not know is dealt anew each time

A view holds only a game with dice of its own, in which everything that its seat may not know has been dealt anew.
"""
# ruff: noqa: D102 -- the methods declared for type checkers are described in base.py

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic
from zlib import crc32

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

_ASKED = (
    *("rules", "ply", "moves_played", "last_moves", "step", "turn", "is_chance", "is_over", "winners", "ranking"),
    *("points", "moves", "why", "because", "weigh", "weighing", "chance", "chances", "prompt", "narrate"),
)
"""What a view takes from its game."""


class View(Generic[M]):
    """What a seat may know of a game at one moment; made by `game.view(seat)`.

    seat: its letter, "" for a spectator.  A view has what a game has (`moves`, `why`, `because`, `weigh`, `record`,
    `svg` and so on), except that it cannot be played on: `copy` gives a game that can.
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

    told = Renamed("told", "narrate")

    def __init__(self, game: Any, seat: str) -> None:
        """Use `game.view(seat)`.  game: one in which whatever the seat may not know has been dealt anew."""
        self._game, self.seat, self._copies = game, seat, 0

    def copy(self, seed: int | None = None) -> Any:
        """A game in this position, with dice of its own, in which whatever the seat may not know is dealt anew.

        seed: of what is dealt and thrown.  Without one, each copy of a view differs, but the n-th copies of equal views
        are the same.
        """
        if seed is None:
            self._copies += 1
            seed = crc32(f"{self._copies} {self.rules} {self} {self.ply}".encode())
        return self._game._redealt(self.seat, seed)

    @property
    def position(self) -> Any:
        """What the seat may know of the position."""
        return self._game._visible_to(self.seat)

    def to_text(self) -> str:
        """The same as text."""
        return str(self.position)

    def record(self) -> str:
        """The record so far, without seed and remarks, and with "?" for a move that the seat may not know."""
        return self._game.record()  # type: ignore[no-any-return]

    def as_record(self) -> "Record":
        """The record as a value."""
        return self._game.as_record()  # type: ignore[no-any-return]

    def svg(self, language: str = "en", **drawn: "Unpack[Directions]") -> str:
        """A picture as SVG, directed as `Game.svg` is."""
        from .picture import svg_of_game

        return svg_of_game(self._game, language, eyes=self.seat, **drawn)

    def png(self, language: str = "en", scale: int = 2, **drawn: "Unpack[Directions]") -> bytes:
        """The same as PNG."""
        from .picture import png_of_game

        return png_of_game(self._game, language, scale, eyes=self.seat, **drawn)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<View of {self.seat or 'a spectator'}: {self.rules}, {self}>"

    def __eq__(self, other: object) -> bool:
        """Whether it shows the same seat the same.  (Like a game it has no hash.)"""

        def shown(view: "View[Any]") -> tuple[Any, str, str]:
            return view.seat, view.record(), str(view)

        return isinstance(other, View) and shown(self) == shown(other)

    __hash__ = None  # type: ignore[assignment]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_ASKED} - {"told"})

    def __reduce__(self) -> Any:
        return View, (self._game, self.seat)

    if not TYPE_CHECKING:  # type checkers have the declarations above

        def __getattr__(self, name: str) -> Any:
            if name in _ASKED:
                return getattr(self._game, name)
            if name.startswith("_"):
                raise AttributeError(name)
            raise NoSuchName("error.name.view", name=name[:40])


class SeriesView:
    """What a seat may know of a series: a view of each game, which shows all of a finished one, and the score."""

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
        """The records of all games, each opened by `game N`."""
        return "\n".join(f"game {number}\n{game.record()}" for number, game in enumerate(self.games, 1))
