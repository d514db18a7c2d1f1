"""`Look`: a position, and the answers recorded while its moves were listed, in terms of squares and pieces."""

import re
from functools import cached_property
from typing import Any

from .....text import words
from .....text.reasons import Claim, Explanation, Reason
from .....text.words import Note
from ...engine import state
from ...engine.board import LAST, PLAYERS, RANKS, cell_of, square_name, squares_of
from ...engine.composing import Answers, registry_cache
from ...engine.state import stack
from ...engine.tracing import Call, Recorder, deciding_variant
from ...notation.conversion import Names
from ...rulesets.rule_set import RuleSet
from ...rulesets.verdicts import Named
from ..moves import unpack

UNMARKED = ("move", "said", "outcome", "choice", "example")
"""Values of a sentence that are not to be marked on the board."""
OF_MOVE = ("player", "piece", "square", "to")
"""Placeholders that every variant's sentence may use: the moving player, their hedgehog, origin, target."""
_PIECE = re.compile(r"[A-I][1-8]")
_SQUARE = re.compile(r"[a-i][1-6]")


@registry_cache()
def recorder(rules: RuleSet) -> Recorder:
    """Return the cached recorder of a rule set's answers."""
    return Recorder(rules.variants, rules.registry)


class Look:
    """A position under a rule set, as explanations need it.

    s: the engine's state; ask: its answers; names: of pieces; played: whether its move has been played.
    """

    def __init__(self, state: Any, rules: RuleSet, ask: Answers, names: Names, played: bool = False) -> None:
        self.s = state
        self.rules = rules
        self.ask = ask
        self.names = names
        self.played = played
        self.recorder = recorder(rules)
        self.questions = rules.registry.questions

    # ---- the position ------------------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The letter of the player on turn."""
        return PLAYERS[self.s.turn]

    @cached_property
    def all_calls(self) -> list[Call]:
        """All calls while the moves were listed, answer by answer; none at chance steps."""
        return [] if self.s.step in state.CHANCE else self.recorder.record("list_moves", self.s)

    @cached_property
    def calls(self) -> list[Call]:
        """Those calls that returned a final answer."""
        return [call for call in self.all_calls if call.outer is None or call.outer.name != call.name]

    @cached_property
    def packed_moves(self) -> list[int]:
        """The legal moves, packed."""
        if self.s.step in state.CHANCE:
            return []
        return [int(move) for move in self.s.moves[: self.ask.list_moves(self.s)]]

    @property
    def move_texts(self) -> tuple[str, ...]:
        """The legal moves as text."""
        return tuple(unpack(move, self.s, self.names)[0] for move in self.packed_moves)

    @cached_property
    def advances(self) -> list[int]:
        """The packed moves that advance or enter a hedgehog."""
        return [m for m in self.packed_moves if m >> state.MANY & 31 and m >> state.NUMBER & 7]

    @property
    def side_steps(self) -> list[tuple[str, str]]:
        """The legal side-steps: (origin, target)."""
        moving = [m for m in self.packed_moves if m >> state.MANY & 31 and m & 63 != state.HAND]
        found = [(m & 63, m >> state.TO & 63) for m in moving]
        return [(square_name(a), square_name(b)) for a, b in found if a != b and a % RANKS == b % RANKS]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers on the dice."""
        return self.names.numbers(self.s)

    def shown(self, number: int | None = None) -> tuple[str, ...]:
        """Return the numbers on the dice, or the one used, as text."""
        return tuple("*" if n == state.ANY else str(n) for n in ([number] if number else self.numbers))

    def any_lane(self, number: int | None = None) -> bool:
        """Return whether one of the numbers (or this one) applies to every lane."""
        return any(self.ask.everywhere(self.s, n) for n in ([number] if number else self.numbers))

    def top(self, square: str) -> str:
        """Return the top piece of a square, "" if it is empty."""
        piece = self.s.top[cell_of(square)]
        return self.names.of[piece] if piece >= 0 else ""

    def on(self, square: str) -> list[str]:
        """Return the pieces of a square, bottom to top."""
        return [self.names.of[piece] for piece in stack(self.s, cell_of(square))]

    def place(self, piece: str) -> str:
        """Return the square of a piece, "" if it is not on the board."""
        number = self.names.number[piece]
        return next((square for square in squares_of(self.s.all) if number in stack(self.s, cell_of(square))), "")

    def owns(self, piece: str) -> bool:
        """Return whether a piece belongs to the player on turn."""
        return bool(self.s.owner[self.names.number[piece]] == self.s.turn)

    def behind(self, piece: str, square: str) -> list[str]:
        """Return the pieces behind a piece, the top one of each square, by rank and lane."""
        s, held = self.s, self.names.number[piece]
        far = self.ask.progress(s, held, cell_of(square))
        found = []
        for back in squares_of(self.ask.behind(s, held, cell_of(square), False)):
            for other in reversed(stack(s, cell_of(back))):
                if self.ask.comparable(s, held, other) and self.ask.progress(s, other, cell_of(back)) < far:
                    found.append(self.names.of[other])
                    break
        return found

    def held(self, piece: str, square: str) -> Explanation:
        """Return the explanation for a held piece: one piece behind it is named, all are marked.

        If a house rule holds it, nobody need be behind, and the rule has its own sentence.
        """
        others = self.behind(piece, square)
        places = [self.place(other) for other in others]
        claims: list[Claim] = [("stands", piece, square), ("black", square)]
        claims += [("behind", other, piece) for other in others]
        values: dict[str, object] = {"piece": piece, "square": square}
        if others:
            among = Note("refusal.among") if len(others) > 1 else ""
            behind = Note("refusal.run_less" if self.s.course > LAST else "refusal.still_behind")
            values |= {"other": others[0], "back": places[0], "among": among, "behind": behind}
        return Explanation("", values, (square, *places), (piece, *others), tuple(claims))

    def blocked(self, square: str, origin: str) -> Explanation:
        """Return the explanation for a square on which no piece may land."""
        top = self.top(square)
        return Explanation("", {"piece": top, "square": square}, (square, origin), claims=(("shut", square),))

    def shut(self, square: str) -> Explanation:
        """Return that explanation for a variant that adds no move there, with the clause of the closing answer."""
        number = self.decider("climbable", cell_of(square))
        return self.worded("climbable", self.blocked(square, square), number, True)

    def decider(self, name: str, *args: Any, **aspect: Any) -> int:
        """Return the variant whose answer rules something out; args: of the question, without the state."""
        call = Call(name, self.recorder.ask.last(name), args, None)
        call.result = getattr(self.ask, name)(self.s, *args)
        return self.recorder.decider(self.s, call, True, **aspect)

    def start_squares(self) -> list[str]:
        """Return the start line of the player on turn."""
        rank = self.ask.start_of(self.s, self.s.turn)
        return [square_name(lane * RANKS + rank) for lane in range(self.s.lanes)]

    # ---- clauses and sentences ---------------------------------------------------------------------------------------

    def setting_variant(self, setting: str, aspect: Any) -> int:
        """Return the variant that determined an aspect of a setting; 0 for the base game."""
        return deciding_variant(self.rules, setting, aspect)

    def explaining_variant(self, name: str) -> int:
        """Return the variant in play that explains its answer to a question itself; 0 for none."""
        return max((number for number in self.questions[name].explains if number in self.rules.variants), default=0)

    def clause(self, name: str, number: int | None = None) -> str:
        """Return the clause of a variant's answer to a question (by default the last's), or of one that restates it."""
        asked = self.questions[name]
        found = self.recorder.ask.last(name) if number is None else number
        return asked.clauses[max([found, *(n for n in asked.restated if n in self.rules.variants)])]

    def clause_of_step(self) -> str:
        """Return the clause of a chance step, or of a step that a variant adds."""
        s = self.s
        if s.step == state.LANE and s.todo & 15 != state.LANE:  # not the set-up
            return self.clause("waits")
        if s.step in (state.SECRET, state.KEEP, state.SHUFFLE, state.LANE):
            number = self.setting_variant("opening", lambda steps: s.step in state.each_step(steps))
            return self.questions["opening"].clauses[number]
        name = {state.ROLL: "thrown", state.ANNOUNCE: "deal", state.JOKER: "everywhere"}.get(s.step, "begin")
        return self.clause("dice_count" if s.step == state.ROLL and self.ask.answered("dice_count") else name)

    def reason_for(self, name: str, why: Explanation, number: int, ruled_out: bool, move: Any = None) -> Reason:
        """Return the reason of a variant's answer to a question (0: the base game's).

        ruled_out: whether it rules the move out; else it allows, adds or changes it, and may explain that itself.
        """
        asked = self.questions[name]
        if not ruled_out and number in asked.explains:
            why = asked.explains[number](self, move)
            return self.reason(why.clause or asked.clauses[number], why)
        why = self.worded(name, why, number, ruled_out)
        return self.reason(why.clause, self.with_values(why, number, ruled_out, move) if number else why)

    def with_values(self, why: Explanation, number: int, ruled_out: bool, move: Any) -> Explanation:
        """Return an explanation with values of the move; if values are missing, with the variant's rule instead."""
        rule_texts = self.rules.registry.rule_texts
        missing = words.placeholders(why.key, rule_texts) - {"player", *why.values}
        there = why.key in words.table_of(words.SOURCE, rule_texts)
        if there and not missing:
            return why
        of_move: dict[str, Any] = {}
        if origin := (move and move.origin) or "":
            of_move = dict(zip(OF_MOVE, (self.player, self.top(origin), origin, move.target), strict=True))
        if there and missing <= of_move.keys():
            return why._replace(values={**why.values, **{name: of_move[name] for name in missing}})
        return why._replace(**self._rule(number, ruled_out))

    def worded(self, name: str, why: Explanation, number: int, ruled_out: bool) -> Explanation:
        """Return an explanation with sentence and clause of a variant's answer, or its rule if it has no sentence."""
        asked = self.questions[name]
        sentences = asked.no if ruled_out else asked.yes
        if number and number not in sentences:
            clause = asked.clauses[number]
            return Explanation(squares=why.squares, pieces=why.pieces, clause=clause, **self._rule(number, ruled_out))
        key = sentences[number] if number else why.key or sentences[0]
        return why._replace(key=key, clause=why.clause or self.clause(name, number))

    def reason(self, clause: str, why: Explanation) -> Reason:
        """Return the reason; pieces and squares in its sentence are marked."""
        squares, pieces = list(why.squares), list(why.pieces)
        for name, value in why.values.items():
            for item in value if isinstance(value, (tuple, list)) else (value,):
                if name in UNMARKED or not isinstance(item, str):
                    continue
                if _PIECE.fullmatch(item):
                    pieces.append(item)
                    squares.append(self.place(item))
                elif _SQUARE.fullmatch(item):
                    squares.append(item)
        marked = tuple(dict.fromkeys(filter(None, squares)))
        named = tuple(dict.fromkeys(filter(None, pieces)))
        values = {"player": self.player, "squares": marked, "pieces": named, **why.values}
        return Reason(clause, why.key, marked, named, values, why.claims, self.rules.registry.rule_texts)

    def _rule(self, number: int, ruled_out: bool) -> dict[str, Any]:
        """Return key and values of the sentence that quotes a variant's rule."""
        key, variant = "refusal.variant" if ruled_out else "because.variant", self.rules.registry.variants[number]
        return {"key": key, "values": {"variant": Named(variant), "rule": variant.sentence}}
