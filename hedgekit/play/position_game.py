"""A game whose state is a position: an immutable value with `turn`, `step` and `over` that prints as text.

A game of the collection is a `PositionGame` that defines

    TYPES                     the classes of its rule set, position and move
    CHANCE                    the chance steps, if any
    END_CLAUSE, ROLL_CLAUSE   the clauses on the end of the game, and on rolling or (without chance) on turns
    _opening(rules, first)    the first position; first: a seat, or None for the usual one
    _list()                   the legal moves, or the outcomes with their `probability`
    _faces()                  if outcomes are not equally likely: each as often as it is likely
    _refusal(move)            the Reason why a move is illegal, None if it is legal
    _after(move)              the position after a legal move
    _effects(move, before)    the effects of a move: clause, key of the sentences, and the places that cause it
    counts()                  player -> the number that ranks them, winners first
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
from ..players.estimates import Comparison, compare, search
from ..players.searching import Search
from ..players.strength import Skill
from ..text.reasons import Reason
from ..text.words import sentence
from .base import BaseGame, M, R
from .endings import ending, ranked

if TYPE_CHECKING:
    from random import Random


P = TypeVar("P", bound=Standing)  # a position


class PositionGame(BaseGame[R, M, P]):
    """A game whose state is its position.

    rules: a rule set, its text, or None for the default; seed: an int >= 0 for `roll`, None for random dice; first: the
    seat that begins, None for the usual one; players: their number if the rules do not give it.  A refused move leaves
    the game unchanged.
    """

    TYPES: ClassVar[tuple[Any, Any, Any]]
    """The classes of rule sets, which have `read`, and of positions and moves, which have `parse`."""
    RULES: ClassVar[Any] = None
    """The module with the rules as functions of a position, if any."""
    PLAYOUT_CHOICES = 1
    """The number of random moves from which players choose the best in a playout."""
    PLAYOUT_PLIES = 1000
    """The maximum number of plies per player in a playout."""
    MASTER_WIDTH = 12
    """The number of moves that a master tries, the best by static evaluation."""

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
        """Return a game in a position; NotationError if the text is not one, or the position is impossible."""
        ruleset = cls.read_rules(rules)
        position = cls.read_position(text)
        cls._check_position(position, ruleset, text)
        game = object.__new__(cls)
        game._begin(ruleset, seed, position, position)
        return game

    @classmethod
    def replay(cls, text: str, first: str | None = None) -> Self:
        """Replay a record; first: the seat that begins, if it has no first position.

        NotationError if the text is not a record; for a move that cannot be played, it says why.
        """
        return cls._from_record(Record.parse(text, cls.read_rules, cls.read_position), first)

    @classmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> R:
        """Read a rule set of this game; NotationError if the text is none."""
        return cast(R, cls.TYPES[0].read(rules, players))

    @classmethod
    def read_position(cls, text: object) -> P:
        """Read a position; NotationError, with the place, if the text is none."""
        return cast(P, cls.TYPES[1].parse(text))

    @classmethod
    def read_move(cls, move: object) -> M:
        """Read a move; NotationError, with the place, if the text is none."""
        return cast(M, cls.TYPES[2].parse(move))

    @staticmethod
    def _check_position(position: P, rules: R, source: str) -> None:
        """Raise NotationError for an impossible position; source: the text it was read from."""
        position.check(rules, source)

    @classmethod
    def _opening(cls, rules: R, first: str | None) -> P:
        """Return the first position."""
        return cast(P, cls.RULES.opening(rules, first))

    def _list(self) -> Sequence[M]:
        """Return the legal moves, or the outcomes, of a game that is not over."""
        return cast(Sequence[M], self.RULES.legal_moves(self._state, self._rules))

    def _refusal(self, move: M) -> Reason | None:
        return cast(Reason | None, self.RULES.refusal(self._state, move, self._rules))

    def _faces(self) -> Sequence[M]:
        """Return the outcomes, each as often as it is likely."""
        return self._list()

    def outcome(self, source: "Random") -> M:
        """Draw an outcome of the present step by its probability."""
        return source.choice(self._faces())

    def _after(self, move: M) -> P:
        """Return the position after a legal move."""
        return cast(P, self.RULES.after(self._state, move, self._rules))

    @property
    def position(self) -> P:
        """The position, as a value."""
        return self._state

    @abstractmethod
    def counts(self) -> dict[str, int]:
        """Return player -> the number that ranks them, the highest first."""

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """Return the players by their counts, best first, ties together."""
        return ranked(self.counts())

    def points(self) -> dict[str, int] | None:
        """Return {}, as no points are counted; None while the game is running."""
        return {} if self.is_over else None

    def moves(self) -> list[M]:
        """Return the legal moves; at a chance step the outcomes, with probabilities.  Empty once the game is over."""
        if self._legal_moves is None:
            self._legal_moves = [] if self._state.over else list(self._list())
        return list(self._legal_moves)

    def _read_legal(self, move: M | str) -> M:
        for legal in self._legal_moves or ():
            if legal is move:  # chosen from the list: no need to check it
                return cast(M, legal)
        return super()._read_legal(move)

    def play(self, move: M | str) -> None:
        """Play a legal move or its text.  Refusal or NotationError leaves the game unchanged."""
        move = self._read_legal(move)
        after = self._after(move)
        self._history.append((move, self._state))
        self._state = after
        self._legal_moves = None

    def after(self, move: M | str) -> P:
        """Return the position after a legal move without playing it."""
        return self._after(self._read_legal(move))

    def branch(self) -> Self:
        """Return a cheap copy without history, for trying moves."""
        twin = object.__new__(type(self))
        twin._begin(self._rules, None, self._state, None)
        twin._legal_moves = self._legal_moves
        return twin

    def playout(self, source: "Random", plies: int = 1_000_000, choices: int = 1, first: int | None = None) -> Self:
        """Return a copy, without history, played on at random for some plies or to the end.

        choices: each move is the best of this many random ones by static evaluation; first: if the next step is a
        chance step, the index of its outcome (modulo their number).
        """
        twin, chance, uniform = self.branch(), self.CHANCE, source.random
        legal_moves, faces, after = twin._list, twin._faces, twin._after
        state = twin._state
        if first is not None and plies > 0 and not state.over and state.step in chance:
            outcomes, plies = faces(), plies - 1
            twin._state = state = after(outcomes[first % len(outcomes)])
        if choices > 1:  # a separate generator, so that compared moves get the same dice
            picker = type(source)(source.getrandbits(64))
        while plies > 0 and not state.over:
            moves = faces() if state.step in chance else legal_moves()
            if choices > 1 < len(moves) and state.step not in chance:
                at = int(picker.random() * len(moves))  # `best` returns the first of equal moves: begin anywhere
                move = twin.best(picker.sample(moves, choices) if choices < len(moves) else [*moves[at:], *moves[:at]])
            else:
                move = moves[int(uniform() * len(moves))]
            twin._state = state = after(move)
            plies -= 1
        twin._legal_moves = None
        return twin

    def best(self, moves: Sequence[M]) -> M:
        """Return the best of these moves by static evaluation, the first of equal ones."""
        before, player = self._state, self._state.turn
        best, most = moves[0], -1.0
        for move in moves:
            self._state = self._after(move)
            if (value := self.evaluate(player)) > most:
                best, most = move, value
            self._state = before
        return best

    def evaluate(self, player: str) -> float:
        """Return the static evaluation of the position: a player's chance to win, 0 to 1; exact after the end."""
        over = self._state.over
        if not over:
            return self._evaluate(player)
        return 1 / self._rules.players if over == "draw" else (player in over) / len(over)

    def _evaluate(self, player: str) -> float:
        """Return the static evaluation before the end: equal chances, unless a game overrides it."""
        return 1 / self._rules.players

    def guess(self, player: str) -> float:
        """Return the static evaluation; 0 after a draw."""
        self._check_seat(self._rules, player)
        return 0.0 if self.is_over and not self.winners else self.evaluate(player)

    def weighing(self, skill: Skill, rng: int) -> Search:
        """Return `weigh` as a search in steps."""
        return search(self.branch(), skill, rng)

    def compare(self, one: M, other: M, most: int, rng: int) -> Comparison:
        """Compare two legal moves by at most `most` pairs of playouts; rng: their seed."""
        return compare(self.branch(), one, other, most, rng)

    def prompt(self, language: str = "en") -> str:
        """Return who is to act, and how, in a sentence."""
        return ending(self._state.over, language) if self._state.over else self._prompt(language)

    def _prompt(self, language: str) -> str:
        """Return the prompt before the end of the game."""
        values = {**vars(self._state), "player": self._state.turn}
        return sentence(f"{self._name}.prompt.{self._prompt_key()}", language, values)

    def _prompt_key(self) -> str:
        """Return the key of the prompt, below `prompt`."""
        return self._state.step

    def narrate(self, language: str = "en") -> str:
        """Return what the last move did, in sentences; "" before the first move."""
        if not self._history:
            return ""
        sentences = self._narrate(*self._history[-1], language)
        return " ".join([*sentences, ending(self._state.over, language)] if self._state.over else sentences)

    def _narrate(self, move: M, before: P, language: str) -> list[str]:
        """Return sentences on what a move did, without the end of the game."""
        keys, values = [key for _, key, *_ in self._effects(move, before)], _sentence_values(move, before)
        return [sentence(f"{self._name}.told.{key}", language, values) for key in reversed(keys)]

    def _reasons(self, move: M) -> tuple[Reason, ...]:
        name, values = self._name, _sentence_values(move, self._state)
        return tuple(
            Reason(f"{name}.{clause}", f"{name}.because.{key}", tuple(places), values=values)
            for clause, key, *places in self._effects(move, self._state)
        )

    def _effects(self, move: M, before: P) -> Sequence[tuple[Any, ...]]:
        """Return the effects of a move, the main one first: clause, key below `because` and `told`, causing places."""
        raise NotImplementedError

    def _label(self, before: P) -> str:
        """Return the label of a move's line in a record; successive moves with the same label share a line."""
        return before.turn

    def _labels(self) -> tuple[tuple[int, str], ...]:
        labels = [self._label(before) for _, before in self._history]
        return tuple((at, label) for at, label in enumerate(labels) if not at or labels[at - 1] != label)


def _sentence_values(move: Any, before: Standing) -> dict[str, Any]:
    """Return the values for the sentences of a move: its fields, and those of the position before it."""
    fields = {name: value for name, value in vars(move).items() if value is not None}
    return {**vars(before), **fields, "player": before.turn}
