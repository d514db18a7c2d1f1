"""What every game of the collection does alike, to be what `playable.Playable` promises.

`BaseGame` remembers what was played, takes it back, rolls, refuses and prints the record; `PositionGame` is a game
whose state is a position: an immutable value with `turn`, `step` and `over` that prints as text.  A sister game is a
`PositionGame` that says

    read_rules(rules, players)        its rule set, from a text, a rule set or None
    read_position(text)               its position, from a text
    read_move(move)                   its move, from a text or a move
    _checked(position, rules, text)   NotationError if the position cannot be
    _opening(rules, first)            where a game begins; first is a seat, or None for the usual beginning
    _list()                           the legal moves, or the outcomes, equally likely, with their `probability`
    _refused(move)                    the Reason why a move is not legal, None if it is
    _after(move)                      the position a legal move leads to
    _allowed(move)                    the Reasons that allow or force a legal move, the most telling first
    counts()                          Player -> what the ranking goes by
    prompt(), told()                  see `playable.py`
    promise(player)                   what a greedy player makes of the position, for a game that is not over

It sees its own `self._rules` and `self._state`, the position.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from ..engine.board import PLAYERS
from ..notation.record import Record
from ..players.estimates import weigh
from ..players.strength import Skill, Weighed
from ..text.errors import NotationError
from ..text.reasons import Reason, Refusal
from .protocol import Rules, Standing

if TYPE_CHECKING:
    from random import Random

R = TypeVar("R", bound=Rules)  # a rule set
M = TypeVar("M")  # a move; str() is its text
S = TypeVar("S")  # what a game stands in
P = TypeVar("P", bound=Standing)  # a position


class BaseGame(ABC, Generic[R, M, S]):
    """What was played from where, and what follows from that alone.

    The state must either be immutable or be replaced by every move: the history keeps it.
    """

    _rules: R
    _seed: int | None
    _state: S
    _start: Any
    _played: list[tuple[M, S]]  # each move with the state before it
    _listed: Any  # what `_list` made of the present state, None when it has not been asked

    opened: ClassVar[dict[str, Any]] = {}
    """Name that opens a rule set -> the class of that game."""
    engines: ClassVar[dict[str, Any]] = {}
    """What a variant names as the engine of a game of its own -> the class of that game."""

    def __init_subclass__(cls, opens: str = "", engine: str = "", **named: Any) -> None:
        super().__init_subclass__(**named)
        if opens:
            BaseGame.opened[opens] = cls
        if engine:
            BaseGame.engines[engine] = cls

    ENDED, ROLLED = "0.10", "0.4"
    """The clauses of the end, and of who rolls when."""
    LISTS_ALL = True
    """Does `moves` list every legal move, and not some of very many?"""

    def _begin(self, rules: R, seed: int | None, state: S, start: Any) -> None:
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 10**18):
            raise NotationError("error.seed", seed=str(seed)[:24])
        self._rules = rules
        self._seed = seed
        self._state = state
        self._start = start
        self._played = []
        self._listed = None

    @staticmethod
    def _check_seat(rules: R, player: object) -> None:
        """NotationError if it is the letter of no player."""
        if not isinstance(player, str) or player not in tuple(PLAYERS[: rules.players]):
            raise NotationError("error.eyes", player=str(player)[:8], players=rules.players)

    # ---- what is so --------------------------------------------------------------------------------------------------

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
        """The position the game began in; None if it began as games under its rules do."""
        return self._start

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._played)

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The moves played, as texts."""
        return tuple(str(move) for move, _ in self._played)

    @property
    @abstractmethod
    def position(self) -> Any:
        """The position, as a value."""

    @property
    @abstractmethod
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""

    @property
    @abstractmethod
    def is_chance(self) -> bool:
        """Does chance decide the present step?"""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Has the game ended?"""

    # ---- moves -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def moves(self) -> list[M]:
        """Every legal move; at a chance step every outcome, with its probability.  Empty once the game is over."""

    @abstractmethod
    def play(self, move: M | str) -> None:
        """Play a legal move (or its text)."""

    @abstractmethod
    def _refused(self, move: M) -> Reason | None:
        """Why a well-formed move is not legal, None if it is."""

    @abstractmethod
    def _allowed(self, move: M) -> tuple[Reason, ...]:
        """What allows or forces a legal move."""

    @classmethod
    @abstractmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> R:
        """The rule set that is meant; NotationError if it is none of this game."""

    @classmethod
    @abstractmethod
    def read_move(cls, move: object) -> M:
        """The move that is meant; NotationError if it is none."""

    def roll(self) -> M:
        """At a chance step: draw an outcome, play it and return it.

        With a seed, the n-th move of a game always draws the same, also after `undo`.  Refusal at any other step.
        """
        if self.is_over or not self.is_chance:
            key = "refusal.over" if self.is_over else "refusal.no_roll"
            clause = self.ENDED if self.is_over else self.ROLLED
            raise Refusal("roll", Reason(clause, key, values={"player": self.turn or ""}))
        move = self._drawn()
        self.play(move)
        return move

    def _drawn(self) -> M:
        """An outcome, drawn with the seed and the ply, or by the day."""
        from random import Random, SystemRandom  # here: importing hedgekit stays quick

        source = SystemRandom() if self._seed is None else Random(self._seed << 24 | self.ply)
        outcomes: list[Any] = self.moves()
        return cast(M, source.choices(outcomes, [move.probability for move in outcomes])[0])

    def undo(self) -> str:
        """Take the last move back and return its text; IndexError at the start."""
        if not self._played:
            raise IndexError("nothing has been played")
        move, self._state = self._played.pop()
        self._listed = None
        return str(move)

    def copy(self) -> Self:
        """The same game once more, to try things on: what is played there leaves this one alone."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._played = list(self._played)
        return twin

    # ---- reasons -----------------------------------------------------------------------------------------------------

    def why(self, move: M | str) -> Refusal | None:
        """Why a move is not legal: None if it is, else the Refusal that `play` would raise.

        NotationError if it is no move.
        """
        meant = self.read_move(move)
        reason = self._refused(meant)
        return None if reason is None else Refusal(str(meant), reason)

    def because(self, move: M | str) -> tuple[Reason, ...]:
        """The clauses that allow or force a legal move, the most telling first.  Refusal if the move is not legal."""
        return self._allowed(self._legal(move))

    def _legal(self, move: M | str) -> M:
        """The move that is meant; Refusal if it is not legal."""
        meant = self.read_move(move)
        reason = self._refused(meant)
        if reason is not None:
            raise Refusal(str(meant), reason)
        return meant

    # ---- texts -------------------------------------------------------------------------------------------------------

    def to_text(self, eyes: str | None = None) -> str:
        """The position as text; with `eyes`, what that player may know.  NotationError for a letter of no player."""
        if eyes is None:
            return str(self.position)
        self._check_seat(self._rules, eyes)
        return str(self._seen_by(eyes))

    def _seen_by(self, player: str) -> Any:
        """What a player may know of the position: all of it, where nothing is hidden."""
        return self.position

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._rules)!r}, {str(self)!r})"

    def record(self) -> str:
        """The record: rule set, seed, first position if it was not the usual one, and every move, a line a turn."""
        return str(self.as_record())

    def as_record(self) -> Record:
        """The record, as a value."""
        return Record(self._rules, self._seed, self._start, self.moves_played, self._labels())

    @abstractmethod
    def _labels(self) -> tuple[tuple[int, str], ...]:
        """Where a line of the record begins, and its label."""

    def _follow(self, moves: Iterable[str]) -> Self:
        """Play the moves of a record; NotationError names the one that cannot be played, with the reason."""
        for number, move in enumerate(moves, 1):
            try:
                self.play(move)
            except Refusal as no:
                raise NotationError("error.record.refused", number=number, move=move[:48], reason=no) from no
            except NotationError as no:
                raise NotationError("error.record.move", number=number, move=move[:48]) from no
        return self


class PositionGame(BaseGame[R, M, P]):
    """A game whose state is its position.

    rules: a rule set, its text, or None for the usual one; seed: an int >= 0 that only feeds `roll`, None for dice of
    the day; first: the seat that begins, None for the usual way of finding it; players: how many, where the rules do
    not say.  Every refusal leaves the game as it was.
    """

    CHANCE: tuple[str, ...] = ()
    """The steps that chance decides."""
    CARE = 1
    """Of how many moves drawn everybody plays the best when somebody looks ahead."""
    FAR = 1000
    """How many plies of each player one looks ahead at most."""

    def __init__(
        self, rules: R | str | None = None, seed: int | None = None, first: str | None = None, *, players: Any = None
    ) -> None:
        ruleset = self.read_rules(rules, players)
        usual = opening = self._opening(ruleset, None)
        if first is not None:
            self._check_seat(ruleset, first)
            opening = self._opening(ruleset, first)
        self._begin(ruleset, seed, opening, None if opening == usual else opening)

    @classmethod
    def from_text(cls, rules: R | str | None, text: str, seed: int | None = None) -> Self:
        """A game standing in a position.  NotationError if the text is none, or the position cannot be."""
        ruleset = cls.read_rules(rules)
        position = cls.read_position(text)
        cls._checked(position, ruleset, text)
        game = object.__new__(cls)
        game._begin(ruleset, seed, position, position)
        return game

    @classmethod
    def replay(cls, text: str, first: str | None = None) -> Self:
        """The game of a record; `first` as in a new game, where the record names no first position.

        NotationError if it is none; a move that cannot be played is named with the reason.
        """
        record = Record.parse(text, cls.read_rules, cls.read_position)
        if record.start is None:
            game = cls(record.rules, record.seed, first)
        else:
            game = cls.from_text(record.rules, str(record.start), record.seed)
        return game._follow(record.moves)

    @classmethod
    @abstractmethod
    def read_position(cls, text: object) -> P:
        """The position of a text; NotationError, with the place, if it is none."""

    @staticmethod
    @abstractmethod
    def _checked(position: P, rules: R, source: str) -> None:
        """NotationError if the position cannot be; `source` is the text it was read from."""

    @classmethod
    @abstractmethod
    def _opening(cls, rules: R, first: str | None) -> P:
        """Where a game begins."""

    @abstractmethod
    def _list(self) -> Sequence[M]:
        """The legal moves of a game that is not over."""

    @abstractmethod
    def _after(self, move: M) -> P:
        """The position a legal move leads to."""

    @property
    def position(self) -> P:
        """The position, as a value."""
        return self._state

    @property
    def step(self) -> str | None:
        """What is to be decided, None once the game is over."""
        return self._state.step or None

    @property
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""
        return self._state.turn or None

    @property
    def is_chance(self) -> bool:
        """Does chance decide the present step?"""
        return self._state.step in self.CHANCE

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._state.over)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' letters; () while running and for a draw."""
        over = self._state.over
        return () if over == "draw" else tuple(over)

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """Player -> what the ranking goes by: the more, the better."""

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The players by their counts, best first, ties together."""
        return ranked(self.counts())

    def points(self) -> dict[str, int] | None:
        """No points are counted: {} for a finished game, None while it is running."""
        return {} if self.is_over else None

    def moves(self) -> list[M]:
        """The legal moves; at a chance step every outcome, with its probability.  Empty once the game is over."""
        if self._listed is None:
            self._listed = [] if self._state.over else list(self._list())
        return list(self._listed)

    def _legal(self, move: M | str) -> M:
        for listed in self._listed or ():
            if listed is move:  # what players choose has been found legal before
                return cast(M, listed)
        return super()._legal(move)

    def play(self, move: M | str) -> None:
        """Play a legal move (or its text).

        Refusal if it is not legal, NotationError if it is no move; nothing changed then.
        """
        meant = self._legal(move)
        after = self._after(meant)
        self._played.append((meant, self._state))
        self._state = after
        self._listed = None

    def after(self, move: M | str) -> P:
        """The position a legal move would lead to; the game is left as it is."""
        return self._after(self._legal(move))

    def branch(self) -> Self:
        """A game that goes on from here and remembers nothing from before: to try moves out, at little cost."""
        twin = object.__new__(type(self))
        twin._begin(self._rules, None, self._state, None)
        twin._listed = self._listed
        return twin

    def playout(self, source: "Random", plies: int = 1_000_000, care: int = 1) -> Self:
        """The game as it may go on from here: for so many plies, or to its end, with every move drawn at random.

        care: of so many moves drawn, everybody plays the one with the best promise.  The game itself stays as it is,
        and the one returned remembers nothing of what was played.
        """
        twin, chance, uniform = self.branch(), self.CHANCE, source.random
        listing, leading = twin._list, twin._after
        state = twin._state
        while plies > 0 and not state.over:
            moves = listing()
            if care > 1 < len(moves) and state.step not in chance:
                move = twin.best(source.sample(moves, care) if care < len(moves) else moves)
            else:
                move = moves[int(uniform() * len(moves))]
            twin._state = state = leading(move)
            plies -= 1
        twin._listed = None
        return twin

    def best(self, moves: Sequence[M]) -> M:
        """Of these legal moves the one after which the player to act has the best promise, the first of equal ones."""
        before, player = self._state, self._state.turn
        best, most = moves[0], -1.0
        for move in moves:
            self._state = self._after(move)
            if (promise := self.promise(player)) > most:
                best, most = move, promise
            self._state = before
        return best

    def promise(self, player: str) -> float:
        """A player's chance to win, 0 to 1, as a greedy player guesses it; known once the game is over."""
        if self.is_over and self.winners:
            return (player in self.winners) / len(self.winners)
        return 1 / self._rules.players

    def weigh(self, skill: Skill, rng: int) -> list[Weighed]:
        """The legal moves with a player's estimates, best first; `rng` decides what he draws."""
        return weigh(self, skill, rng)

    @abstractmethod
    def prompt(self, language: str = "en") -> str:
        """Who is to act and what is to be done, in a sentence."""

    @abstractmethod
    def told(self, language: str = "en") -> str:
        """What the last move did, in words; "" before the first."""

    def _label(self, before: P) -> str:
        """The label of a move's line; moves with the same label that follow one another share a line."""
        return before.turn

    def _labels(self) -> tuple[tuple[int, str], ...]:
        labels: list[tuple[int, str]] = []
        for index, (_, before) in enumerate(self._played):
            label = self._label(before)
            if not labels or labels[-1][1] != label:
                labels.append((index, label))
        return tuple(labels)


def ranked(values: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Players by what each has, most first, ties together."""
    best = sorted(set(values.values()), reverse=True)
    return tuple(tuple(player for player in values if values[player] == n) for n in best)
