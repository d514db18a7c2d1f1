"""`Game`, the main class of the package.  (notation.md, section Entry points)

game = Game(rules("0 players=3"), seed=7)
game.play("a1")
"""

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, Self, cast

from ....notation.record import Record
from ....play.base import BaseGame
from ....play.endings import ranked
from ....players.searching import Search, run_to_end
from ....players.strength import Skill, Weighed
from ....text.reasons import Reason
from ..engine.board import PLAYERS
from ..engine.choice.memory import ALL
from ..engine.playouts import seeded
from ..engine.state import ANNOUNCE, ANY, CHANCE, DRAW, OFFER, OVER, PLACE, ROLL, SAVED_STEP, SAVED_TURN, SHUFFLE
from ..notation.conversion import STEPS, Names, from_state, to_state
from ..notation.moves import Move
from ..notation.position import Position
from ..rulesets.engines import kernel
from ..rulesets.rule_set import RuleSet, RulesLike, numbered
from ..rulesets.rule_set import rules as read_rules
from ..variants.house_rules.registry import Registry
from .analysis import search, win_chance
from .explain.illegal import refusal_reason
from .explain.legal import effect_reasons, reasons_for
from .explain.view import Look
from .hidden import UNKNOWN, deal, hides, replayed, restored
from .moves import CARDS, legal_moves, outcomes, unpack, unpack_played
from .narration import narrate, prompt


class Game(BaseGame[RuleSet, Move, Any]):
    """A game of hedgehogs under a rule set, or another game with the same interface if the rules name one.

    rules: what `hedgekit.rules` reads ("9+13", [9, 13], "the tube"), or "hekla players=2"; seed: of `roll`, 0 to
    2**63 - 1, None for random dice; first: the seat that begins, "A" by default; players: their number if the rules do
    not give it (4 by default, where possible).
    A refused move leaves the game unchanged.
    """

    def __new__(
        cls, rules: RulesLike = "0", seed: int | None = None, first: str | None = None, *, players: int | None = None
    ) -> "Game":
        """Return a game of the class that the rules belong to."""
        sister = cls.of_name(rules)
        if sister is not None:
            return cast("Game", sister(rules, seed, first, players=players))
        ruleset = read_rules(rules, players=players)
        other = cls.of_engine(ruleset.engine)
        return super().__new__(cls) if other is None else cast("Game", other(ruleset, seed, first))

    def __init__(
        self, rules: RulesLike = "0", seed: int | None = None, first: str | None = None, *, players: int | None = None
    ) -> None:
        ruleset = read_rules(rules, players=players)
        first = first or "A"
        self._check_seat(ruleset, first)
        self._set_up(ruleset, seed)
        self._state.first = self._state.turn = PLAYERS.index(first)
        if first != "A":
            self._start = self.position

    @classmethod
    def from_text(cls, rules: RulesLike, text: str, seed: int | None = None) -> "Game":
        """Return a game in a position, of the class that the rules belong to.

        NotationError if the text is not a position, or the position is impossible under these rules.
        """
        sister = cls.of_name(rules)
        ruleset = rules if sister is not None else read_rules(rules)
        other = sister or cls.of_engine(cast(RuleSet, ruleset).engine)
        if other is not None:
            return cast("Game", other.from_text(ruleset, text, seed))
        ruleset = cast(RuleSet, ruleset)
        game = object.__new__(cls)
        position = Position.parse(text, ruleset.registry)
        names = Names(ruleset)
        game._set_up(ruleset, seed, to_state(position, ruleset, names, text), names)
        return game

    @classmethod
    def replay(cls, text: str, first: str | None = None, registry: Registry | None = None) -> "Game":
        """Replay a record; registry: to read its rules with, the current one by default.

        NotationError (or Clash) if the text is not a record; for a move that cannot be played, it says why.
        """
        record = Record.parse(text, partial(numbered, registry=registry), str)
        other = cls.of_engine(record.rules.engine)
        return cls._from_record(record, first) if other is None else cast("Game", other.replay(text, first))

    @classmethod
    def standing(cls, rules: RuleSet, state: Any, turned: int = 0) -> "Game":
        """Return a game without history that takes over an engine state; turned: the number of cards seen (7)."""
        game = object.__new__(cls)
        game._set_up(rules, None, state)
        game._turned = turned
        return game

    def packed(self, move: Move | str) -> int:
        """Return a legal move as a packed number of the engine; Refusal or NotationError otherwise."""
        found = self._found(self._read_legal(move))
        assert found is not None
        return found[1]

    def _set_up(self, rules: RuleSet, seed: int | None, state: Any = None, names: Names | None = None) -> None:
        self._engine = kernel(rules)
        self._ask = self._engine.answers
        self._names = names or Names(rules)
        start = None if state is None else from_state(state, self._names)
        self._looked: Look | None = None
        self._turned = 0
        self._begin(rules, seed, self._engine.start() if state is None else state, start)

    def copy(self) -> Self:
        """Return an independent copy, which may be used in another thread."""
        twin = super().copy()
        twin._state, twin._looked = self._state.copy(), None
        return twin

    def _restore(self, before: Any) -> None:
        self._state.restore(before)
        self._legal_moves = self._looked = None

    def _reseeded(self, seed: int | None) -> Self:
        twin = super()._reseeded(seed)
        twin._state.rng = seeded(seed or 0, self.ply)
        return twin

    def _redealt(self, seat: str, seed: int | None) -> Self:
        twin = super()._redealt(seat, seed)
        if hides(self._rules) and not self.is_over:
            deal(twin, seat)
        return twin

    def without_history(self) -> Self:
        """Return a copy that starts in this position, with unseeded dice and face-down cards reshuffled."""
        twin = super().without_history()
        if self._state.carded:
            twin._state.rng = seeded(twin._number(1 << 30), 0)
            self._ask.shuffle(twin._state)
            twin._start = twin.position
        return twin

    # ---- state -------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> str | None:
        """The present step ("place", "roll", "sideways", "forward", ...), None once the game is over."""
        return None if self.is_over else STEPS[self._state.step]

    @property
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""
        return None if self.is_over else PLAYERS[self._state.turn]

    @property
    def is_chance(self) -> bool:
        """Whether chance decides the present step."""
        return self._state.step in CHANCE

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        step: int = self._state.step
        return step == OVER

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' letters; () while running and for a draw."""
        won = self._state.won
        return () if won == DRAW else tuple(PLAYERS[p] for p in range(self._rules.players) if won >> p & 1)

    @property
    def position(self) -> Position:
        """The position, as a value."""
        return from_state(self._state, self._names)

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """Return the players, best first, ties together: winners, the others by pieces home, leavers (0.10, 0-m)."""
        s, winners, places = self._state, self.winners, {}
        for p, player in enumerate(PLAYERS[: s.players]):
            home = (s.finished & s.pieces_of[p]).bit_count()
            places[player] = (2, 0) if player in winners else (0 if s.gone >> p & 1 else 1, home)
        return ranked(places)

    def points(self) -> dict[str, int] | None:
        """Return the points of a finished game (2, 18 to 20, 22, 25), {} without scoring; None while it is running."""
        if not self.is_over:
            return None
        s = self._state
        return {PLAYERS[p]: int(self._ask.score(s, p)) for p in range(s.players)} if s.scored else {}

    @property
    def first(self) -> str:
        """The letter of the seat that began."""
        return PLAYERS[self._state.first]

    @property
    def state(self) -> Any:
        """The engine's state: read-only for callers, mutated by `play` and `undo`."""
        return self._state

    @property
    def answers(self) -> Any:
        """These rules' answers to the engine's questions."""
        return self._ask

    # ---- moves -------------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Return the legal moves; at a chance step the outcomes, with probabilities.  Empty once the game is over."""
        return [move for move, _ in self._list().values()]

    def _list(self) -> dict[str, tuple[Move, int]]:
        listed: dict[str, tuple[Move, int]] | None = self._legal_moves
        if listed is None:
            s = self._state
            if s.step in CHANCE:
                listed = outcomes(self._ask, s)
            else:
                listed = {} if s.step == OVER else legal_moves(self._ask, s, self._names)
            self._legal_moves = listed
        return listed

    def weigh(self, skill: Skill, rng: int) -> list[Weighed[Move]]:
        """Return the legal moves with a player's estimates, their choice first, searched in one step."""
        return run_to_end(self.weighing(Skill.parse(skill), rng, ALL))

    def weighing(self, skill: Skill, rng: int, first: int = 1) -> Search:
        """Return `weigh` as a search in steps; first: playouts in the first of them."""
        found = search(self._ask, self._rules, self.to_weigh(rng), skill, first)
        moves = {} if self.is_chance else {packed: move for move, packed in self._list().values()}

        def named() -> Search:
            weighed = (yield from found) if moves else []
            return [Weighed(moves[packed], total, tries) for packed, total, tries in weighed]

        return named()

    def to_weigh(self, rng: int) -> Any:
        """Return the engine state in which a player weighs moves; rng: seeds their draws."""
        s = self._state.copy()
        s.rng = seeded(rng & 0xFFFFFF, rng >> 24)
        return s

    def guess(self, player: str) -> float:
        """Return a player's chance to win as the trained weights estimate it."""
        self._check_seat(self._rules, player)
        return win_chance(self._ask, self._rules, self._state, PLAYERS.index(player))

    def play(self, move: Move | str) -> None:
        """Play a legal move or its text.  Refusal or NotationError leaves the game unchanged."""
        found = self._list().get(str(move).strip()) if isinstance(move, (Move, str)) else None
        found = found or self._found(self._read_legal(move))
        assert found is not None
        self._play(*found)

    def _play(self, move: Move, packed: int) -> None:
        s = self._state
        before = s.saved()
        try:
            for k, card in enumerate(move.deck):
                s.deck[k] = ANY if card == "*" else int(card)
            self._ask.play(s, packed)
        except BaseException:  # of a house rule, or of a watchdog
            self._restore(before)
            raise
        self._history.append((move, before))
        self._legal_moves = self._looked = None

    def follow_packed(self, packed: int | Sequence[int]) -> None:
        """Play a move of the engine without checking it; for a shuffle (7), the order of the cards."""
        move = unpack_played(packed, self._state, self._names)
        self._play(move, packed if isinstance(packed, int) else 0)

    def __reduce__(self) -> Any:
        attributes = {"headers": self.headers, "remarks": self.remarks}
        args = type(self), self._rules, self._seed, self._start, " ".join(self.moves_played)
        if any(move == UNKNOWN for move, _ in self._history):  # cannot be replayed
            return restored, (*args, self._state.saved(), [before for _, before in self._history]), attributes
        return replayed, args, attributes

    def _found(self, move: Move) -> tuple[Move, int] | None:
        """Return the legal move with this text, None if there is none; a shuffle (7) needs the right cards."""
        if self._state.step == SHUFFLE and sorted(move.deck) == sorted(CARDS):
            return move, 0
        return self._list().get(str(move))

    def _draw_outcome(self) -> Move:
        return self._dealt() if self._state.step == SHUFFLE else self._thrown()

    def _number(self, n: int, nth: int = 0) -> int:
        """Return a random number 0 .. n - 1, from the seed and the ply."""
        dice = SimpleNamespace(rng=seeded(self._dice_seed, self.ply + (nth << 20)))
        return int(self._ask.draw(dice, n))

    def _thrown(self) -> Move:
        chance = self._number(1 << 30) / (1 << 30)
        for move, _ in self._list().values():
            chance -= move.probability or 0
            if chance < 0:
                break
        return move

    def _dealt(self) -> Move:
        """Return the cards in a random order (7)."""
        cards = list(CARDS)
        for last in range(len(cards) - 1, 0, -1):
            other = self._number(last + 1, last)
            cards[last], cards[other] = cards[other], cards[last]
        return Move(deck="".join(cards))

    # ---- reasons and sentences ---------------------------------------------------------------------------------------

    @classmethod
    def read_rules(cls, rules: Any = "0", players: Any = None) -> RuleSet:
        """Read a rule set; NotationError or Clash if it is not valid."""
        return read_rules(rules, players=players)

    @classmethod
    def read_move(cls, move: object) -> Move:
        """Read a move; NotationError if the text is none."""
        return Move.parse(move)

    def _refusal(self, move: Move) -> Reason | None:
        with self._rules.registry.guarded():
            return None if self._found(move) else refusal_reason(self._look(), move)

    def _reasons(self, move: Move) -> tuple[Reason, ...]:
        found = self._found(move)
        assert found is not None
        with self._rules.registry.guarded():
            return reasons_for(self._look(), *found)

    def _look(self) -> Look:
        """Return what reasons are found in for the present position, cached until it changes."""
        if self._looked is None:
            self._looked = Look(self._state, self._rules, self._ask, self._names)
        return self._looked

    def prompt(self, language: str = "en") -> str:
        """Return who is to act, and how, in a sentence."""
        return prompt(self, language)

    def narrate(self, language: str = "en") -> str:
        """Return what the last move did, in sentences; "" before the first move, and for a hidden one."""
        if not self._history or self._history[-1][0] == UNKNOWN:
            return ""
        (move, saved), before = self._history[-1], self._state.copy()
        before.restore(saved)
        look = Look(before, self._rules, self._ask, self._names, played=True)
        with self._rules.registry.guarded():
            packed = next((int(m) for m in look.packed_moves if unpack(m, before, self._names)[0] == str(move)), 0)
            reasons = effect_reasons(look, move, packed) if look.packed_moves else ()
        return narrate(str(move), from_state(before, self._names), self.position, language, reasons)

    # ---- texts -------------------------------------------------------------------------------------------------------

    def _visible_to(self, player: str) -> Position:
        """Return the position without the deck (7) and other players' secrets (2), until the game is over."""
        return self.position if self.is_over else self.position.seen_by(player)

    def _labels(self) -> tuple[tuple[int, str], ...]:
        labels = []
        for index, (_, before) in enumerate(self._history):
            step, turn = before[SAVED_STEP], before[SAVED_TURN]
            if step == PLACE:
                if not index:
                    labels.append((0, "place"))
            elif step in (ROLL, ANNOUNCE, OFFER) or not index or turn != self._history[index - 1][1][SAVED_TURN]:
                labels.append((index, PLAYERS[turn]))
        return tuple(labels)
