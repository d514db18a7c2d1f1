"""A game whose state is a position: an immutable value with `turn`, `step` and `over` that prints as text.

A game of the collection is a `PositionGame` that defines

    TYPES                     the classes of its rule set, position and move
    CHANCE                    the chance steps, if any
    END_CLAUSE, ROLL_CLAUSE   the clauses on the end of the game and on rolling
    _opening(rules, first)    the first position; first: a seat, or None for the usual one
    _list()                   the legal moves, or the outcomes with their `probability`
    _faces()                  if outcomes are not equally likely: each as often as it is likely
    _refusal(move)            the Reason why a move is illegal, None if it is legal
    _after(move)              the position after a legal move
    _effects(move, before)    the effects of a move: clause, key of the sentences, and the places that cause it
    counts()                  player -> the number that ranks them
    _evaluate(player)         a greedy player's estimate of their chance to win, before the end of the game

in terms of `self._rules` and `self._state`, the position.  RULES may instead be a module with functions
`opening(rules, first)`, `legal_moves(position, rules)`, `refusal(position, move, rules)` and `after(position, move,
rules)`.  If step (`_prompt_key`) and effects do not determine the sentences, override `_prompt`, `_narrate` and
`_reasons`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from ..notation.record import Record
from ..notation.values import Standing
from ..players.estimates import Comparison, compare, weighing
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

    TYPES: ClassVar[tuple[Any, Any, Any]]
    """The classes of its rule set, which has `read`, and of its position and move, which have `parse`."""
    RULES: ClassVar[Any] = None
    """The module that has its rules as functions of a position, if there is one."""
    PLAYOUT_CHOICES = 1
    """How many random moves each player chooses the best of in a playout."""
    PLAYOUT_PLIES = 1000
    """The most plies of each player in a playout."""
    MASTER_WIDTH = 12
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
        cls._check_position(position, ruleset, text)
        game = object.__new__(cls)
        game._begin(ruleset, seed, position, position)
        return game

    @classmethod
    def replay(cls, text: str, first: str | None = None) -> Self:
        """Replay a record; `first` as in a new game, where the record names no first position.

        NotationError if the text is not a record; if a move cannot be played the error names it and the reason.
        """
        return cls._from_record(Record.parse(text, cls.read_rules, cls.read_position), first)

    @classmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> R:
        """Read a rule set; NotationError if it is not one of this game."""
        return cast(R, cls.TYPES[0].read(rules, players))

    @classmethod
    def read_position(cls, text: object) -> P:
        """Read a position; NotationError, with the place, if the text is not one."""
        return cast(P, cls.TYPES[1].parse(text))

    @classmethod
    def read_move(cls, move: object) -> M:
        """Read a move; NotationError, with the place, if it is not one."""
        return cast(M, cls.TYPES[2].parse(move))

    @staticmethod
    def _check_position(position: P, rules: R, source: str) -> None:
        """NotationError for an impossible position; `source` is the text it was read from."""
        position.check(rules, source)

    @classmethod
    def _opening(cls, rules: R, first: str | None) -> P:
        """Return the position in which a game begins."""
        return cast(P, cls.RULES.opening(rules, first))

    def _list(self) -> Sequence[M]:
        """Return the legal moves of a game that is not over."""
        return cast(Sequence[M], self.RULES.legal_moves(self._state, self._rules))

    def _refusal(self, move: M) -> Reason | None:
        return cast(Reason | None, self.RULES.refusal(self._state, move, self._rules))

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
        if self._legal_moves is None:
            self._legal_moves = [] if self._state.over else list(self._list())
        return list(self._legal_moves)

    def _read_legal(self, move: M | str) -> M:
        for listed in self._legal_moves or ():
            if listed is move:  # a move that a player chose from the list need not be checked again
                return cast(M, listed)
        return super()._read_legal(move)

    def play(self, move: M | str) -> None:
        """Play a legal move (or its text); otherwise Refusal or NotationError, and nothing is changed."""
        meant = self._read_legal(move)
        after = self._after(meant)
        self._history.append((meant, self._state))
        self._state = after
        self._legal_moves = None

    def after(self, move: M | str) -> P:
        """Return the position that a legal move would lead to, without playing it."""
        return self._after(self._read_legal(move))

    def branch(self) -> Self:
        """Return a game without history that starts here, to try moves out cheaply."""
        twin = object.__new__(type(self))
        twin._begin(self._rules, None, self._state, None)
        twin._legal_moves = self._legal_moves
        return twin

    def playout(self, source: "Random", plies: int = 1_000_000, choices: int = 1, first: int | None = None) -> Self:
        """Play on at random for some plies, or to the end, and return the game that results; this one stays as it is.

        choices: everybody draws this many moves and plays the one with the best estimate; first: the first outcome, if
        chance decides next, by its place in the list (modulo its length).  The result has no history.
        """
        twin, chance, uniform = self.branch(), self.CHANCE, source.random
        listing, faces, leading = twin._list, twin._faces, twin._after
        state = twin._state
        if first is not None and plies > 0 and not state.over and state.step in chance:
            outcomes, plies = faces(), plies - 1
            twin._state = state = leading(outcomes[first % len(outcomes)])
        if choices > 1:  # choices have a generator of their own, so that moves that are compared meet the same dice
            lots = type(source)(source.getrandbits(64))
        while plies > 0 and not state.over:
            moves = faces() if state.step in chance else listing()
            if choices > 1 < len(moves) and state.step not in chance:
                at = int(lots.random() * len(moves))  # `best` returns the first of equal moves: begin anywhere
                move = twin.best(lots.sample(moves, choices) if choices < len(moves) else [*moves[at:], *moves[:at]])
            else:
                move = moves[int(uniform() * len(moves))]
            twin._state = state = leading(move)
            plies -= 1
        twin._legal_moves = None
        return twin

    def best(self, moves: Sequence[M]) -> M:
        """Return the move after which the player to act has the best estimate, the first of equal ones."""
        before, player = self._state, self._state.turn
        best, most = moves[0], -1.0
        for move in moves:
            self._state = self._after(move)
            if (value := self.evaluate(player)) > most:
                best, most = move, value
            self._state = before
        return best

    def evaluate(self, player: str) -> float:
        """A player's chance to win, 0 to 1, as a greedy player guesses it; known once the game is over."""
        over = self._state.over
        if not over:
            return self._evaluate(player)
        return 1 / self._rules.players if over == "draw" else (player in over) / len(over)

    def _evaluate(self, player: str) -> float:
        """Return the estimate of a game that is not over: the same for everybody, unless a game overrides it."""
        return 1 / self._rules.players

    def guess(self, player: str) -> float:
        """The estimate of the position; 0 after a draw."""
        return 0.0 if self.is_over and not self.winners else self.evaluate(player)

    def weigh(self, skill: Skill, rng: int) -> list[Weighed[M]]:
        """Return the legal moves with a player's estimates, best first; `rng` seeds his draws."""
        return finished(self.weighing(skill, rng))

    def weighing(self, skill: Skill, rng: int) -> Search:
        """Do the same step by step."""
        return weighing(self.branch(), skill, rng)

    def compare(self, one: M, other: M, most: int, rng: int) -> Comparison:
        """Compare two legal moves by at most `most` pairs of playouts; `rng` seeds them."""
        return compare(self.branch(), one, other, most, rng)

    def prompt(self, language: str = "en") -> str:
        """Who is to act and what is to be done, in a sentence."""
        return ending(self._state.over, language) if self._state.over else self._prompt(language)

    def _prompt(self, language: str) -> str:
        """The sentence of a game that is not over."""
        values = {**vars(self._state), "player": self._state.turn}
        return sentence(f"{self._name}.prompt.{self._prompt_key()}", language, values)

    def _prompt_key(self) -> str:
        """The key of what is asked at the present step."""
        return self._state.step

    def narrate(self, language: str = "en") -> str:
        """Return what the last move did, as a sentence; "" before the first move."""
        if not self._history:
            return ""
        said = self._narrate(*self._history[-1], language)
        return " ".join([*said, ending(self._state.over, language)] if self._state.over else said)

    def _narrate(self, move: M, before: P, language: str) -> list[str]:
        """What a move did, in sentences; how the game ended is added by `told`."""
        keys = [key for _, key, *_ in self._effects(move, before)]
        return [sentence(f"{self._name}.told.{key}", language, _named(move, before)) for key in reversed(keys)]

    def _reasons(self, move: M) -> tuple[Reason, ...]:
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
        labels = [self._label(before) for _, before in self._history]
        return tuple((at, label) for at, label in enumerate(labels) if not at or labels[at - 1] != label)


def _named(move: Any, before: Standing) -> dict[str, Any]:
    """What the sentences of a move may name: what it says itself, and the position before it."""
    said = {name: value for name, value in vars(move).items() if value is not None}
    return {**vars(before), **said, "player": before.turn}
