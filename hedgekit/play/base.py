"""`BaseGame`: the interface of every game for players, boards, simulation and lessons, and the code they share.

It plays, undoes, rolls, refuses and prints; each game adds its rules.  (notation.md, section Entry points)
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar, Unpack, cast

from ..games import RACE, names
from ..games.race.engine.board import PLAYERS
from ..lazy_imports import package
from ..notation.options import game_name
from ..notation.record import Record
from ..notation.tokens import check_seed, dice_seed
from ..players.searching import Search, run_to_end
from ..players.strength import Skill, Weighed
from ..renamed import GAME_ATTRIBUTES, RULES_FUNCTIONS, adopt_former_names, keep_former_names
from ..text.errors import GAME_SYNONYMS, NotationError, Refusal, Synonym
from ..text.reasons import Reason
from .view import View

if TYPE_CHECKING:
    from .picture import Directions


class Rules(Protocol):
    """A rule set of any game; it prints as the text it was read from."""

    @property
    def players(self) -> int:
        """The number of players."""


R = TypeVar("R", bound=Rules)  # a rule set
M = TypeVar("M")  # a move; str() is its text
S = TypeVar("S")  # the state of a game


class BaseGame(ABC, Generic[R, M, S]):
    """A game: rules, first position and history, and everything that follows from these alone.

    The history holds the state before each move.  A game that changes its state in place stores what it needs to
    restore it instead, and overrides `_restore`.
    """

    _rules: R
    _seed: int | None
    _dice_seed: int  # equals the seed, or is random without one
    _state: S
    _start: Any
    _history: list[tuple[M, Any]]  # each move with the state before it
    _legal_moves: Any  # cached for the present state, None before the first listing

    by_name: ClassVar[dict[str, Any]] = {}
    """The name at the start of a rule set ("hekla") -> the class of the game."""
    _name: ClassVar[str]  # the name at the start of its rule sets
    by_engine: ClassVar[dict[str, Any]] = {}
    """The engine that a variant names instead of the race's -> the class of the game."""

    @classmethod
    def of_name(cls, rules: object) -> Any:
        """Return the class of the game named by a rule set, its text or a record; None for the race."""
        name = game_name(rules)
        if name and name not in cls.by_name and name in {*names()} - {RACE}:
            package(f"games.{name}.game")  # here: importing hedgekit stays quick
        return cls.by_name.get(name)

    @classmethod
    def of_engine(cls, name: str) -> Any:
        """Return the class of the game with this engine, from the folder of that name; None for ""."""
        if name and name not in cls.by_engine:
            package(f"games.{name}")  # here: importing hedgekit stays quick
        return cls.by_engine.get(name)

    def __init_subclass__(cls, opens: str = "", engine: str = "", **named: Any) -> None:
        super().__init_subclass__(**named)
        if opens:
            BaseGame.by_name[opens], cls._name = cls, opens
        if engine:
            BaseGame.by_engine[engine] = cls
        adopt_former_names(cls, GAME_ATTRIBUTES)
        adopt_former_names(vars(cls).get("RULES"), RULES_FUNCTIONS)

    END_CLAUSE, ROLL_CLAUSE = "0.10", "0.4"
    """The clauses on the end of the game and on rolling."""
    CHANCE: tuple[str, ...] = ()
    """The chance steps."""
    LISTS_ALL = True
    """Whether `moves` lists every legal move, not just a sample."""

    def _begin(self, rules: R, seed: int | None, state: S, start: Any) -> None:
        if seed is not None:
            check_seed(seed)
        self._rules, self._state, self._start = rules, state, start
        self._seed, self._dice_seed = seed, dice_seed(seed)
        self._history, self._legal_moves = [], None
        self.headers: dict[str, str] = {}
        self.remarks: list[tuple[int, str]] = []

    @staticmethod
    def _check_seat(rules: R, player: object) -> None:
        """Raise NotationError unless this is a player's letter."""
        if not isinstance(player, str) or player not in tuple(PLAYERS[: rules.players]):
            raise NotationError("error.eyes", player=str(player)[:8], players=rules.players)

    @property
    def rules(self) -> R:
        """The rule set."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of `roll`, None for random dice."""
        return self._seed

    @property
    def start(self) -> Any:
        """The first position; None for the usual one of the rules."""
        return self._start

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self._history)

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The moves played, as text."""
        return tuple(str(move) for move, _ in self._history)

    def last_moves(self, many: int) -> tuple[M, ...]:
        """Return up to `many` of the last moves, the latest last."""
        return tuple(move for move, _ in self._history[max(0, self.ply - many) :])

    @property
    @abstractmethod
    def position(self) -> Any:
        """The position, as a value."""

    @property
    def step(self) -> str | None:
        """The present step, None once the game is over."""
        return self.position.step or None

    @property
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""
        return self.position.turn or None

    @property
    def is_chance(self) -> bool:
        """Whether the present step is a chance step."""
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
        """Return the players, best first, ties together."""

    @abstractmethod
    def points(self) -> dict[str, int] | None:
        """Return player -> points of a finished game, {} where none are counted; None while it is running."""

    @abstractmethod
    def moves(self) -> list[M]:
        """Return the legal moves; at a chance step the outcomes, with probabilities.  Empty once the game is over."""

    @abstractmethod
    def play(self, move: M | str) -> None:
        """Play a legal move or its text.  Refusal or NotationError leaves the game unchanged."""

    def weigh(self, skill: Skill, rng: int) -> list[Weighed[M]]:
        """Return the legal moves with a player's estimates, their choice first; [] after the end.  rng: a seed."""
        return run_to_end(self.weighing(Skill.parse(skill), rng))

    @abstractmethod
    def weighing(self, skill: Skill, rng: int) -> Search:
        """Return `weigh` as a search in steps, which the caller can stop."""

    @abstractmethod
    def guess(self, player: str) -> float:
        """Return a good player's static estimate of their chance to win, 0 to 1; exact once the game is over."""

    def chance(self, player: str) -> float:
        """Return a player's entry in `chances`."""
        self._check_seat(self._rules, player)
        return self.chances()[player]

    def chances(self) -> dict[str, float]:
        """Return everybody's chance to win: their guesses, scaled to add up to 1; all 0 after a draw."""
        found = {player: self.guess(player) for player in PLAYERS[: self._rules.players]}
        total = sum(found.values())
        return {player: chance / total for player, chance in found.items()} if total else found

    @abstractmethod
    def _refusal(self, move: M) -> Reason | None:
        """Return the reason why a move is illegal, None if it is legal."""

    @abstractmethod
    def _reasons(self, move: M) -> tuple[Reason, ...]:
        """Return the reasons that allow or force a legal move."""

    @classmethod
    @abstractmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> R:
        """Read a rule set of this game; NotationError if the text is none."""

    @classmethod
    @abstractmethod
    def read_move(cls, move: object) -> M:
        """Read a move; NotationError if the text is none."""

    def roll(self) -> M:
        """Draw an outcome at a chance step, play it and return it; Refusal at any other step.

        A ply always draws the same, also after `undo`.  Without a seed, a copy draws other outcomes.
        """
        if self.is_over or not self.is_chance:
            key, clause = ("refusal.over", self.END_CLAUSE) if self.is_over else ("refusal.no_roll", self.ROLL_CLAUSE)
            raise Refusal("roll", Reason(clause, key, values={"player": self.turn or ""}))
        move = self._draw_outcome()
        self.play(move)
        return move

    def _draw_outcome(self) -> M:
        """Draw an outcome from the seed and the ply."""
        from random import Random  # here: importing hedgekit stays quick

        outcomes: list[Any] = self.moves()
        drawn = Random(self._dice_seed << 24 | self.ply).choices(outcomes, [move.probability for move in outcomes])
        return cast(M, drawn[0])

    def undo(self) -> M:
        """Take the last move back and return it; IndexError at the start."""
        if not self._history:
            raise IndexError("nothing has been played")
        move, before = self._history.pop()
        self._restore(before)
        return move

    def _restore(self, before: Any) -> None:
        """Restore a state from the history."""
        self._state = before
        self._legal_moves = None

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._history, twin.headers, twin.remarks = [*self._history], {**self.headers}, [*self.remarks]
        if self._seed is None:
            twin._dice_seed = dice_seed(None)
        return twin

    def view(self, seat: str | None = None) -> View[M]:
        """Return what a seat (None: a spectator) may know now; after the end, everything.  NotationError if unknown."""
        if seat:
            self._check_seat(self._rules, seat)
        return View(self._redealt(seat or "", None), seat or "")

    def _redealt(self, seat: str, seed: int | None) -> Self:
        """Return a copy with dice of this seed, in which everything hidden from a seat is dealt again."""
        return self._reseeded(seed)

    def _reseeded(self, seed: int | None) -> Self:
        """Return a copy with dice of this seed."""
        twin = self.copy()
        twin._seed, twin._dice_seed = seed, dice_seed(seed)
        return twin

    def without_history(self) -> Self:
        """Return a copy that starts in this position, with unseeded dice."""
        twin = self._reseeded(None)
        twin._start, twin._history = self.position, []
        return twin

    __copy__ = __deepcopy__ = lambda self, *_: self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare rules, seed, first position and moves.  (A game is mutable, so it has no hash.)"""
        if not isinstance(other, BaseGame):
            return NotImplemented
        return (type(self), str(self), self.as_record()) == (type(other), str(other), other.as_record())

    def why(self, move: M | str) -> Refusal | None:
        """Return the Refusal that `play` would raise for a move, None if it is legal.  NotationError for bad text."""
        move = self.read_move(move)
        reason = self._refusal(move)
        return None if reason is None else Refusal(str(move), reason)

    def because(self, move: M | str) -> tuple[Reason, ...]:
        """Return the reasons that allow or force a legal move, the most important first.  Refusal if it is illegal."""
        return self._reasons(self._read_legal(move))

    def _read_legal(self, move: M | str) -> M:
        """Read a legal move; Refusal if it is illegal."""
        move = self.read_move(move)
        if refusal := self.why(move):
            raise refusal
        return move

    @abstractmethod
    def prompt(self, language: str = "en") -> str:
        """Return who is to act, and how, in a sentence."""

    @abstractmethod
    def narrate(self, language: str = "en") -> str:
        """Return what the last move did, in sentences; "" before the first move."""

    def to_text(self, eyes: str | None = None) -> str:
        """Return the position as text, or the part that player `eyes` may know.  NotationError for an unknown one."""
        if eyes is None:
            return str(self.position)
        self._check_seat(self._rules, eyes)
        return str(self._visible_to(eyes))

    def _visible_to(self, player: str) -> Any:
        """Return the part of the position that a player may know: all, unless a game overrides it."""
        return self.position

    def __dir__(self) -> list[str]:
        """List the attributes, without the names that other libraries use."""
        return sorted({*super().__dir__()} - GAME_SYNONYMS.keys() - GAME_ATTRIBUTES.keys())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({str(self._rules)!r}, {self.to_text()!r})"

    def svg(self, language: str = "en", *, title: str | None = None, **directions: "Unpack[Directions]") -> str:
        """Return a picture as SVG, drawn like the book's boards (`play.picture.Directions`); HedgekitError if it fails.

        title: for screen readers.
        """
        from . import picture  # here: importing hedgekit stays quick

        return picture.svg_of_game(self, language, title, **directions)

    def png(self, language: str = "en", scale: float = 2, **directions: "Unpack[Directions]") -> bytes:
        """Return the picture as PNG, `size` pixels wide, or `scale` times the SVG; requires the extra `png`."""
        from . import picture

        return picture.png_of_game(self, language, scale, **directions)

    def _repr_svg_(self) -> str:
        return self.svg()

    def record(self) -> str:
        """Return the record as text: rule set, seed, first position if unusual, and moves, a line per turn."""
        return str(self.as_record())

    def as_record(self) -> Record:
        """Return the record as a value."""
        remarks = tuple(remark for remark in self.remarks if remark[0] <= self.ply)
        headers = tuple(self.headers.items())
        return Record(self._rules, self._seed, self._start, self.moves_played, self._labels(), headers, remarks)

    @abstractmethod
    def _labels(self) -> tuple[tuple[int, str], ...]:
        """Return the lines of the record: the index of the first move, and the label."""

    @classmethod
    def _from_record(cls, record: Record, first: str | None) -> Self:
        """Play a record; first: the seat that begins, if it has no first position.  NotationError as for `follow`."""
        new, rules, seed, start = cast(Any, cls), record.rules, record.seed, record.start
        game: Self = new(rules, seed, first) if start is None else new.from_text(rules, str(start), seed)
        game.headers, game.remarks = dict(record.headers), list(record.remarks)
        for move in record.moves:
            game.follow(move)
        return game

    def follow(self, move: str) -> None:
        """Play the next move of a record; NotationError, with number and reason, if it cannot be played."""
        number = self.ply + 1
        try:
            self.play(move)
        except Refusal as no:
            raise NotationError("error.record.refused", number=number, move=str(move)[:48], reason=no) from no
        except NotationError as no:
            raise NotationError("error.record.move", number=number, move=str(move)[:48]) from no


Playable = BaseGame[Any, Any, Any]
"""Any game of the collection."""


for _name, _ours in GAME_SYNONYMS.items():
    setattr(BaseGame, _name, Synonym(_name, _ours))
keep_former_names(BaseGame, GAME_ATTRIBUTES)
