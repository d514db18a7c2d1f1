"""A game whose state is a position: an immutable value with `turn`, `step` and `over` that prints as text.

A game of the collection is a `PositionGame` with

    READS                     the classes that read its rule set, its position and its move
    CHANCE                    the steps that chance decides, if there are any
    ENDED, ROLLED             the clauses of the end, and of who rolls when
    _opening(rules, first)    where a game begins; first is a seat, or None for the usual beginning
    _list()                   the legal moves, or the outcomes with their `probability`
    _faces()                  if outcomes are not equally likely: each in proportion to its probability
    _refused(move)            the Reason why a move is not legal, None if it is
    _after(move)              the position a legal move leads to
    _effects(move, before)    what a move does: clause, key of its sentences, and the places that cause it
    counts()                  player -> what the ranking goes by
    _promise(player)          a greedy player's estimate of his chance to win, in a game that is not over

which use `self._rules` and `self._state`, the position.  Instead it can name the module of its RULES, with functions
`opening(rules, first)`, `listed(position, rules)`, `refused(position, move, rules)` and `after(position, move, rules)`.
Where sentences do not follow from step (`_asked`) and effect alone, a game overrides `_prompt`, `_told` and `_allowed`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from ..notation.record import Record
from ..notation.values import Standing
from ..players.estimates import Compared, compared, weighing
from ..players.searching import Search, finished
from ..players.strength import Skill, Weighed
from ..text.reasons import Reason
from ..text.words import sentence
from .base import BaseGame, M, R
from .endings import ending, ranked

if TYPE_CHECKING:
    from random import Random


P = TypeVar("P", bound=Standing)  # a position


class PositionGame(BaseGame[R, M, P]):
    """A game whose state is its position.

    rules: a rule set, its text, or None for the usual one; seed: an int >= 0 for `roll`, None for random dice; first:
    the seat that begins, None for the usual way of finding it; players: how many, where the rules do not say.  Every
    refusal leaves the game as it was.
    """

    READS: ClassVar[tuple[Any, Any, Any]]
    """The classes of its rule set, which has `read`, and of its position and move, which have `parse`."""
    RULES: ClassVar[Any] = None
    """The module that has its rules as functions of a position, if there is one."""
    CARE = 1
    """How many random moves each player chooses the best of in a playout."""
    FAR = 1000
    """The most plies of each player in a playout."""
    WIDTH = 12
    """How many moves a master tries out, those that look best at a glance."""

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
        """A game that stands in a position; NotationError if the text is not a position, or an impossible one."""
        ruleset = cls.read_rules(rules)
        position = cls.read_position(text)
        cls._checked(position, ruleset, text)
        game = object.__new__(cls)
        game._begin(ruleset, seed, position, position)
        return game

    @classmethod
    def replay(cls, text: str, first: str | None = None) -> Self:
        """Replay a record; `first` as in a new game, where the record names no first position.

        NotationError if the text is not a record; if a move cannot be played the error names it and the reason.
        """
        return cls._of_record(Record.parse(text, cls.read_rules, cls.read_position), first)

    @classmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> R:
        """Read a rule set; NotationError if it is not one of this game."""
        return cast(R, cls.READS[0].read(rules, players))

    @classmethod
    def read_position(cls, text: object) -> P:
        """Read a position; NotationError, with the place, if the text is not one."""
        return cast(P, cls.READS[1].parse(text))

    @classmethod
    def read_move(cls, move: object) -> M:
        """Read a move; NotationError, with the place, if it is not one."""
        return cast(M, cls.READS[2].parse(move))

    @staticmethod
    def _checked(position: P, rules: R, source: str) -> None:
        """NotationError for an impossible position; `source` is the text it was read from."""
        position.check(rules, source)

    @classmethod
    def _opening(cls, rules: R, first: str | None) -> P:
        """Return the position in which a game begins."""
        return cast(P, cls.RULES.opening(rules, first))

    def _list(self) -> Sequence[M]:
        """Return the legal moves of a game that is not over."""
        return cast(Sequence[M], self.RULES.listed(self._state, self._rules))

    def _refused(self, move: M) -> Reason | None:
        return cast(Reason | None, self.RULES.refused(self._state, move, self._rules))

    def _faces(self) -> Sequence[M]:
        """The outcomes, each in proportion to its probability; those of a die are equally likely."""
        return self._list()

    def outcome(self, source: "Random") -> M:
        """Draw an outcome of the present step by its probability."""
        return source.choice(self._faces())

    def _after(self, move: M) -> P:
        """Return the position that a legal move leads to."""
        return cast(P, self.RULES.after(self._state, move, self._rules))

    @property
    def position(self) -> P:
        """The position, as a value."""
        return self._state

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
            if listed is move:  # a move that a player chose from the list need not be checked again
                return cast(M, listed)
        return super()._legal(move)

    def play(self, move: M | str) -> None:
        """Play a legal move (or its text); otherwise Refusal or NotationError, and nothing is changed."""
        meant = self._legal(move)
        after = self._after(meant)
        self._played.append((meant, self._state))
        self._state = after
        self._listed = None

    def after(self, move: M | str) -> P:
        """Return the position that a legal move would lead to, without playing it."""
        return self._after(self._legal(move))

    def branch(self) -> Self:
        """Return a game without history that starts here, to try moves out cheaply."""
        twin = object.__new__(type(self))
        twin._begin(self._rules, None, self._state, None)
        twin._listed = self._listed
        return twin

    def playout(self, source: "Random", plies: int = 1_000_000, care: int = 1, first: int | None = None) -> Self:
        """Play on at random for some plies, or to the end, and return the game that results; this one stays as it is.

        care: everybody draws this many moves and plays the one with the best promise; first: the first outcome, if
        chance decides next, by its place in the list (modulo its length).  The result has no history.
        """
        twin, chance, uniform = self.branch(), self.CHANCE, source.random
        listing, faces, leading = twin._list, twin._faces, twin._after
        state = twin._state
        if first is not None and plies > 0 and not state.over and state.step in chance:
            outcomes, plies = faces(), plies - 1
            twin._state = state = leading(outcomes[first % len(outcomes)])
        if care > 1:  # choices have a generator of their own, so that moves that are compared meet the same dice
            lots = type(source)(source.getrandbits(64))
        while plies > 0 and not state.over:
            moves = faces() if state.step in chance else listing()
            if care > 1 < len(moves) and state.step not in chance:
                at = int(lots.random() * len(moves))  # `best` returns the first of equal moves: begin anywhere
                move = twin.best(lots.sample(moves, care) if care < len(moves) else [*moves[at:], *moves[:at]])
            else:
                move = moves[int(uniform() * len(moves))]
            twin._state = state = leading(move)
            plies -= 1
        twin._listed = None
        return twin

    def best(self, moves: Sequence[M]) -> M:
        """Return the move after which the player to act has the best promise, the first of equal ones."""
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
        over = self._state.over
        if not over:
            return self._promise(player)
        return 1 / self._rules.players if over == "draw" else (player in over) / len(over)

    def _promise(self, player: str) -> float:
        """Return the promise of a game that is not over: everybody's is the same, unless a game judges positions."""
        return 1 / self._rules.players

    def guess(self, player: str) -> float:
        """The promise of the position; 0 after a draw."""
        return 0.0 if self.is_over and not self.winners else self.promise(player)

    def weigh(self, skill: Skill, rng: int) -> list[Weighed[M]]:
        """Return the legal moves with a player's estimates, best first; `rng` seeds his draws."""
        return finished(self.weighing(skill, rng))

    def weighing(self, skill: Skill, rng: int) -> Search:
        """Do the same step by step."""
        return weighing(self.branch(), skill, rng)

    def compared(self, one: M, other: M, most: int, rng: int) -> Compared:
        """Compare two legal moves by at most `most` pairs of playouts; `rng` seeds them."""
        return compared(self.branch(), one, other, most, rng)

    def prompt(self, language: str = "en") -> str:
        """Who is to act and what is to be done, in a sentence."""
        return ending(self._state.over, language) if self._state.over else self._prompt(language)

    def _prompt(self, language: str) -> str:
        """The sentence of a game that is not over."""
        values = {**vars(self._state), "player": self._state.turn}
        return sentence(f"{self._name}.prompt.{self._asked()}", language, values)

    def _asked(self) -> str:
        """The key of what is asked at the present step."""
        return self._state.step

    def told(self, language: str = "en") -> str:
        """Return what the last move did, as a sentence; "" before the first move."""
        if not self._played:
            return ""
        said = self._told(*self._played[-1], language)
        return " ".join([*said, ending(self._state.over, language)] if self._state.over else said)

    def _told(self, move: M, before: P, language: str) -> list[str]:
        """What a move did, in sentences; how the game ended is added by `told`."""
        keys = [key for _, key, *_ in self._effects(move, before)]
        return [sentence(f"{self._name}.told.{key}", language, _named(move, before)) for key in reversed(keys)]

    def _allowed(self, move: M) -> tuple[Reason, ...]:
        name, values = self._name, _named(move, self._state)
        return tuple(
            Reason(f"{name}.{clause}", f"{name}.because.{key}", tuple(places), values=values)
            for clause, key, *places in self._effects(move, self._state)
        )

    def _effects(self, move: M, before: P) -> Sequence[tuple[Any, ...]]:
        """What a move does, the most telling first: clause, key below `because` and `told`, the places at work."""
        raise NotImplementedError

    def _label(self, before: P) -> str:
        """The label of a move's line in a record; successive moves with the same label share a line."""
        return before.turn

    def _labels(self) -> tuple[tuple[int, str], ...]:
        labels = [self._label(before) for _, before in self._played]
        return tuple((at, label) for at, label in enumerate(labels) if not at or labels[at - 1] != label)


def _named(move: Any, before: Standing) -> dict[str, Any]:
    """What the sentences of a move may name: what it says itself, and the position before it."""
    said = {name: value for name, value in vars(move).items() if value is not None}
    return {**vars(before), **said, "player": before.turn}
