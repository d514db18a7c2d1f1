"""The protocol of every game: what players, boards, simulation and lessons may ask, and what all games share.

`BaseGame` plays, undoes, rolls, refuses and prints; each game adds its rules.  (notation.md, section Entry points)
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar, Unpack, cast

from ..games import RACE, names
from ..games.race.engine.board import PLAYERS
from ..lazy_imports import package
from ..notation.options import opening_name
from ..notation.record import Record
from ..notation.tokens import check_seed, luck
from ..players.searching import Search
from ..players.strength import Skill, Weighed
from ..text.errors import GAME_SYNONYMS, NotationError, Refusal, Synonym
from ..text.reasons import Reason
from .view import View

if TYPE_CHECKING:
    from .picture import Directions


class Rules(Protocol):
    """What every rule set has; it prints as the text it was read from."""

    @property
    def players(self) -> int:
        """How many play."""


R = TypeVar("R", bound=Rules)  # a rule set
M = TypeVar("M")  # a move; str() is its text
S = TypeVar("S")  # the state of a game


class BaseGame(ABC, Generic[R, M, S]):
    """A game: where it began, what has been played, and whatever follows from that alone.

    The history keeps the state before each move.  A game that changes its state in place keeps what it needs to restore
    it, and overrides `_stand`.
    """

    _rules: R
    _seed: int | None
    _luck: int  # the number its dice are drawn from
    _state: S
    _start: Any
    _played: list[tuple[M, Any]]  # each move with the state before it
    _listed: Any  # the moves that were listed in the present state, None before they are

    opened: ClassVar[dict[str, Any]] = {}
    """The name that opens a rule set -> the class of its games."""
    _name: ClassVar[str]  # what opens its rule sets
    engines: ClassVar[dict[str, Any]] = {}
    """The engine that a variant names for a game of its own -> the class of that game."""

    @classmethod
    def of_name(cls, rules: object) -> Any:
        """The class of the game that a rule set, its text or a record names ("hekla players=2"); None for the race."""
        name = opening_name(rules)
        if name and name not in cls.opened and name in {*names()} - {RACE}:
            package(f"games.{name}.game")  # here: importing hedgekit stays quick
        return cls.opened.get(name)

    @classmethod
    def of_engine(cls, name: str) -> Any:
        """The class of the game with an engine of this name, which is in the folder of that name; None for ""."""
        if name and name not in cls.engines:
            package(f"games.{name}")  # here: importing hedgekit stays quick
        return cls.engines.get(name)

    def __init_subclass__(cls, opens: str = "", engine: str = "", **named: Any) -> None:
        super().__init_subclass__(**named)
        if opens:
            BaseGame.opened[opens], cls._name = cls, opens
        if engine:
            BaseGame.engines[engine] = cls

    ENDED, ROLLED = "0.10", "0.4"
    """The clauses of the end, and of who rolls when."""
    CHANCE: tuple[str, ...] = ()
    """The steps that chance decides."""
    LISTS_ALL = True
    """Whether `moves` lists every legal move, and not just some of very many."""

    def _begin(self, rules: R, seed: int | None, state: S, start: Any) -> None:
        if seed is not None:
            check_seed(seed)
        self._rules, self._state, self._start = rules, state, start
        self._seed, self._luck = seed, luck(seed)
        self._played, self._listed = [], None
        self.headers: dict[str, str] = {}
        self.remarks: list[tuple[int, str]] = []

    @staticmethod
    def _check_seat(rules: R, player: object) -> None:
        """NotationError unless this is a player's letter."""
        if not isinstance(player, str) or player not in tuple(PLAYERS[: rules.players]):
            raise NotationError("error.eyes", player=str(player)[:8], players=rules.players)

    @property
    def rules(self) -> R:
        """The rule set."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of `roll`, if there is one."""
        return self._seed

    @property
    def start(self) -> Any:
        """The position the game began in; None if it is the usual one of its rules."""
        return self._start

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._played)

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The moves played, as texts."""
        return tuple(str(move) for move, _ in self._played)

    def last_moves(self, many: int) -> tuple[M, ...]:
        """The last moves played, up to `many` of them, the latest last."""
        return tuple(move for move, _ in self._played[max(0, self.ply - many) :])

    @property
    @abstractmethod
    def position(self) -> Any:
        """The position, as a value."""

    @property
    def step(self) -> str | None:
        """What is to be decided, None once the game is over."""
        return self.position.step or None

    @property
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""
        return self.position.turn or None

    @property
    def is_chance(self) -> bool:
        """Whether chance decides the present step."""
        return self.position.step in self.CHANCE

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.position.over)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' letters; () while running and for a draw."""
        over = self.position.over
        return () if over == "draw" else tuple(over)

    @abstractmethod
    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The players, best first, ties together."""

    @abstractmethod
    def points(self) -> dict[str, int] | None:
        """Player -> the points of a finished game, {} where none are counted; None while it is running."""

    @abstractmethod
    def moves(self) -> list[M]:
        """Every legal move; at a chance step every outcome, with its probability.  Empty once the game is over."""

    @abstractmethod
    def play(self, move: M | str) -> None:
        """Play a legal move (or its text); otherwise Refusal or NotationError, and nothing is changed."""

    @abstractmethod
    def weigh(self, skill: Skill, rng: int) -> list[Weighed[M]]:
        """The legal moves with a player's estimates, his choice first; [] after the end.  rng: seeds his draws."""

    def weighing(self, skill: Skill, rng: int) -> Search:
        """Do the same step by step, so that the caller can stop; in one step unless a game overrides it."""
        yield from ()
        return self.weigh(skill, rng)

    @abstractmethod
    def guess(self, player: str) -> float:
        """A good player's estimate, at a glance, of his own chance to win, 0 to 1; certain once the game is over."""

    def chance(self, player: str) -> float:
        """A player's chance to win, one of `chances`."""
        return self.chances()[player]

    def chances(self) -> dict[str, float]:
        """Everybody's chance to win, at a glance: their guesses, scaled to add up to 1; all 0 after a draw."""
        found = {player: self.guess(player) for player in PLAYERS[: self._rules.players]}
        total = sum(found.values())
        return {player: chance / total for player, chance in found.items()} if total else found

    @abstractmethod
    def _refused(self, move: M) -> Reason | None:
        """Return the reason why a well-formed move is illegal, None if it is legal."""

    @abstractmethod
    def _allowed(self, move: M) -> tuple[Reason, ...]:
        """Return the reasons that allow or force a legal move."""

    @classmethod
    @abstractmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> R:
        """Read a rule set; NotationError if it is not one of this game."""

    @classmethod
    @abstractmethod
    def read_move(cls, move: object) -> M:
        """Read a move; NotationError if it is not one."""

    def roll(self) -> M:
        """At a chance step: draw an outcome, play it and return it.  Refusal at any other step.

        The n-th move of a game always draws the same, also after `undo`; without a seed, a copy draws other outcomes.
        """
        if self.is_over or not self.is_chance:
            key, clause = ("refusal.over", self.ENDED) if self.is_over else ("refusal.no_roll", self.ROLLED)
            raise Refusal("roll", Reason(clause, key, values={"player": self.turn or ""}))
        move = self._drawn()
        self.play(move)
        return move

    def _drawn(self) -> M:
        """Draw an outcome from the seed and the ply."""
        from random import Random  # here: importing hedgekit stays quick

        outcomes: list[Any] = self.moves()
        drawn = Random(self._luck << 24 | self.ply).choices(outcomes, [move.probability for move in outcomes])
        return cast(M, drawn[0])

    def undo(self) -> M:
        """Take the last move back and return it; IndexError at the start."""
        if not self._played:
            raise IndexError("nothing has been played")
        move, before = self._played.pop()
        self._stand(before)
        return move

    def _stand(self, before: Any) -> None:
        """Restore a state from the history."""
        self._state = before
        self._listed = None

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._played, twin.headers, twin.remarks = [*self._played], {**self.headers}, [*self.remarks]
        if self._seed is None:
            twin._luck = luck(None)
        return twin

    def view(self, seat: str | None = None) -> View[M]:
        """What a seat (or a spectator) may know now: everything once the game is over.  NotationError if unknown."""
        if seat:
            self._check_seat(self._rules, seat)
        return View(self._imagined(seat or "", None), seat or "")

    def _imagined(self, seat: str, seed: int | None) -> Self:
        """Return a copy with dice of this seed, in which all that a seat may not know is dealt anew."""
        return self._with_dice(seed)

    def _with_dice(self, seed: int | None) -> Self:
        """Return a copy with the dice of this seed."""
        twin = self.copy()
        twin._seed, twin._luck = seed, luck(seed)
        return twin

    def anew(self) -> Self:
        """Return a game without history that starts in this position, with unseeded dice."""
        twin = self._with_dice(None)
        twin._start, twin._played = self.position, []
        return twin

    __copy__ = __deepcopy__ = lambda self, *_: self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether rules, seed, first position and every move are the same.  (A game goes on, so it has no hash.)"""
        if not isinstance(other, BaseGame):
            return NotImplemented
        return (type(self), str(self), self.as_record()) == (type(other), str(other), other.as_record())

    def why(self, move: M | str) -> Refusal | None:
        """The Refusal that `play` would raise for a move, None if it is legal.  NotationError if it is not a move."""
        meant = self.read_move(move)
        reason = self._refused(meant)
        return None if reason is None else Refusal(str(meant), reason)

    def because(self, move: M | str) -> tuple[Reason, ...]:
        """The clauses that allow or force a legal move, the most telling first.  Refusal if the move is not legal."""
        return self._allowed(self._legal(move))

    def _legal(self, move: M | str) -> M:
        """Read a move; Refusal if it is not legal."""
        meant = self.read_move(move)
        if no := self.why(meant):
            raise no
        return meant

    @abstractmethod
    def prompt(self, language: str = "en") -> str:
        """Who is to act and what is to be done."""

    @abstractmethod
    def told(self, language: str = "en") -> str:
        """Return what the last move did, as a sentence; "" before the first move."""

    def to_text(self, eyes: str | None = None) -> str:
        """The position as text, or what the player `eyes` may know of it.  NotationError unless that is a player."""
        if eyes is None:
            return str(self.position)
        self._check_seat(self._rules, eyes)
        return str(self._seen_by(eyes))

    def _seen_by(self, player: str) -> Any:
        """Return what a player may know of the position: all of it, unless a game overrides it."""
        return self.position

    def __dir__(self) -> list[str]:
        """List the attributes, without the names that other libraries use."""
        return sorted({*super().__dir__()} - GAME_SYNONYMS.keys())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({str(self._rules)!r}, {self.to_text()!r})"

    def svg(self, language: str = "en", *, title: str | None = None, **directed: "Unpack[Directions]") -> str:
        """A picture as SVG, drawn like the book's boards (`play.picture.Directions`); HedgekitError if that fails.

        title: for readers who hear the picture.
        """
        from . import picture  # here: a game begins quickly

        return picture.svg_of_game(self, language, title, **directed)

    def png(self, language: str = "en", scale: float = 2, **directed: "Unpack[Directions]") -> bytes:
        """The picture as PNG, `size` pixels wide, or `scale` for each of the SVG's; it needs the extra `png`."""
        from . import picture

        return picture.png_of_game(self, language, scale, **directed)

    def _repr_svg_(self) -> str:
        return self.svg()

    def record(self) -> str:
        """The record as text: rule set, seed, first position unless it is the usual one, and moves, a line a turn."""
        return str(self.as_record())

    def as_record(self) -> Record:
        """Return the record as a value."""
        said = tuple(self.headers.items()), tuple(one for one in self.remarks if one[0] <= self.ply)
        return Record(self._rules, self._seed, self._start, self.moves_played, self._labels(), *said)

    @abstractmethod
    def _labels(self) -> tuple[tuple[int, str], ...]:
        """The lines of the record: the index of the first move of each, and its label."""

    @classmethod
    def _of_record(cls, record: Record, first: str | None) -> Self:
        """Play a record; first: who begins, where it names no first position.  NotationError as for `follow`."""
        made, rules, seed, at = cast(Any, cls), record.rules, record.seed, record.start
        game: Self = made(rules, seed, first) if at is None else made.from_text(rules, str(at), seed)
        game.headers, game.remarks = dict(record.headers), list(record.remarks)
        for move in record.moves:
            game.follow(move)
        return game

    def follow(self, move: str) -> None:
        """Play the next move of a record; NotationError, with its number and the reason, if it cannot be played."""
        number = self.ply + 1
        try:
            self.play(move)
        except Refusal as no:
            raise NotationError("error.record.refused", number=number, move=move[:48], reason=no) from no
        except NotationError as no:
            raise NotationError("error.record.move", number=number, move=move[:48]) from no


Playable = BaseGame[Any, Any, Any]
"""Any game of the collection."""


for _name, _ours in GAME_SYNONYMS.items():
    setattr(BaseGame, _name, Synonym(_name, _ours))
