"""A position and the answers recorded while its moves were listed, by the names of squares and pieces."""

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
"""Values of a sentence that are texts of moves, or pieces that stand nowhere."""
OF_MOVE = ("player", "piece", "square", "to")
"""What any variant's sentence may name: who moves, with which hedgehog, from where, to where."""
_PIECE = re.compile(r"[A-I][1-8]")
_SQUARE = re.compile(r"[a-i][1-6]")


@registry_cache()
def recorder(rules: RuleSet) -> Recorder:
    """The answers of a rule set, recorded while they are asked; made once."""
    return Recorder(rules.variants, rules.registry)


class Look:
    """A position under a rule set.  s: the engine's state; ask: its answers; names: of pieces; played: its move was."""

    def __init__(self, state: Any, rules: RuleSet, ask: Answers, names: Names, played: bool = False) -> None:
        self.s = state
        self.rules = rules
        self.ask = ask
        self.names = names
        self.played = played
        self.recorder = recorder(rules)
        self.questions = rules.registry.questions

    # ---- what is so --------------------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The letter of the player on turn."""
        return PLAYERS[self.s.turn]

    @cached_property
    def asked(self) -> list[Call]:
        """What was asked to list the moves, answer by answer; nothing where chance decides."""
        return [] if self.s.step in state.CHANCE else self.recorder.record("list_moves", self.s)

    @cached_property
    def calls(self) -> list[Call]:
        """The same as finally answered."""
        return [call for call in self.asked if call.outer is None or call.outer.name != call.name]

    @cached_property
    def listed(self) -> list[int]:
        """The legal moves, packed."""
        if self.s.step in state.CHANCE:
            return []
        return [int(move) for move in self.s.moves[: self.ask.list_moves(self.s)]]

    @property
    def texts(self) -> tuple[str, ...]:
        """The same as texts."""
        return tuple(unpack(move, self.s, self.names)[0] for move in self.listed)

    @cached_property
    def advances(self) -> list[int]:
        """Those that move or bring in a hedgehog by a number."""
        return [m for m in self.listed if m >> state.MANY & 31 and m >> state.NUMBER & 7]

    @property
    def side_steps(self) -> list[tuple[str, str]]:
        """The legal side-steps: from where, to where."""
        found = [(m & 63, m >> state.TO & 63) for m in self.listed if m >> state.MANY & 31 and m & 63 != state.HAND]
        return [(square_name(a), square_name(b)) for a, b in found if a != b and a % RANKS == b % RANKS]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play with."""
        return self.names.numbers(self.s)

    def shown(self, number: int | None = None) -> tuple[str, ...]:
        """The numbers on offer, or the one used, as texts."""
        return tuple("*" if n == state.ANY else str(n) for n in ([number] if number else self.numbers))

    def any_lane(self, number: int | None = None) -> bool:
        """Does one of the numbers (or this one) name every lane?"""
        return any(self.ask.everywhere(self.s, n) for n in ([number] if number else self.numbers))

    def top(self, square: str) -> str:
        """The topmost piece of a square, "" if there is none."""
        piece = self.s.top[cell_of(square)]
        return self.names.of[piece] if piece >= 0 else ""

    def on(self, square: str) -> list[str]:
        """The pieces of a square, bottom to top."""
        return [self.names.of[piece] for piece in stack(self.s, cell_of(square))]

    def place(self, piece: str) -> str:
        """The square a piece stands on, "" if it is not on the board."""
        number = self.names.number[piece]
        return next((square for square in squares_of(self.s.all) if number in stack(self.s, cell_of(square))), "")

    def owns(self, piece: str) -> bool:
        """Is it a piece of the player on turn?"""
        return bool(self.s.owner[self.names.number[piece]] == self.s.turn)

    def behind(self, piece: str, square: str) -> list[str]:
        """Those behind a piece: the topmost of each square with one, by rank and lane."""
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
        """What is said of a piece that a black square holds: one is named, perhaps among others, all are marked.

        Nobody need be behind where a house rule holds: its own sentence is said then.
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

    def topped(self, square: str, origin: str) -> Explanation:
        """What is said of a square nobody may land on."""
        top = self.top(square)
        return Explanation("", {"piece": top, "square": square}, (square, origin), claims=(("shut", square),))

    def shut(self, square: str) -> Explanation:
        """The same where a variant says why it adds no move there: with the clause of the answer that shuts it."""
        clause = self.clause("climbable", self.decider("climbable", cell_of(square)))
        return self.topped(square, square)._replace(key="refusal.carrier", clause=clause)

    def decider(self, name: str, *args: Any, **aspect: Any) -> int:
        """The variant whose answer to a question rules something out; args: of the question, without the state."""
        call = Call(name, self.recorder.ask.last(name), args, None)
        call.result = getattr(self.ask, name)(self.s, *args)
        return self.recorder.decider(self.s, call, True, **aspect)

    def start_squares(self) -> list[str]:
        """The start line of the player on turn."""
        rank = self.ask.start_of(self.s, self.s.turn)
        return [square_name(lane * RANKS + rank) for lane in range(self.s.lanes)]

    # ---- which clause, which sentence --------------------------------------------------------------------------------

    def chosen_by(self, setting: str, said: Any) -> int:
        """The variant that made a setting say this (`said` of its value); 0 for the base game."""
        return deciding_variant(self.rules, setting, said)

    def speaker(self, name: str) -> int:
        """The variant in play that has its own way to say what its answer to a question means; 0 if none has."""
        return max((number for number in self.questions[name].explains if number in self.rules.variants), default=0)

    def clause(self, name: str, number: int | None = None) -> str:
        """The clause of a variant's answer to a question (of the last one, if none is named), or of who restates it."""
        asked = self.questions[name]
        found = self.recorder.ask.last(name) if number is None else number
        return asked.clauses[max([found, *(n for n in asked.restated if n in self.rules.variants)])]

    def clause_of_step(self) -> str:
        """The clause that puts the present step, of chance or of its own kind: of the variant that brings it."""
        s = self.s
        if s.step == state.LANE and s.todo & 15 != state.LANE:  # not the set-up: a way leads to a lane that is drawn
            return self.clause("waits")
        if s.step in (state.SECRET, state.KEEP, state.SHUFFLE, state.LANE):
            number = self.chosen_by("opening", lambda steps: s.step in state.each_step(steps))
            return self.questions["opening"].clauses[number]
        name = {state.ROLL: "thrown", state.ANNOUNCE: "deal", state.JOKER: "everywhere"}.get(s.step, "begin")
        return self.clause("dice_count" if s.step == state.ROLL and self.ask.answered("dice_count") else name)

    def because_of(self, name: str, told: Explanation, number: int, ruled_out: bool, move: Any = None) -> Reason:
        """The reason for which the answer of a variant (0: the base game's) to a question stands.

        ruled_out: it rules the move out; else it allows, adds or changes it, and may say so in its own way.
        """
        asked = self.questions[name]
        if not ruled_out and number in asked.explains:
            told = asked.explains[number](self, move)
            return self.reason(told.clause or asked.clauses[number], told)
        told = self.worded(name, told, number, ruled_out)
        return self.reason(told.clause, self.filled(told, number, ruled_out, move) if number else told)

    def filled(self, told: Explanation, number: int, ruled_out: bool, move: Any) -> Explanation:
        """With what a variant's sentence names of the move; one that names what there is not gives way to its rule."""
        rule_texts = self.rules.registry.rule_texts
        missing = words.placeholders(told.key, rule_texts) - {"player", *told.values}
        there = told.key in words.table_of(words.SOURCE, rule_texts)
        if there and not missing:
            return told
        of_move: dict[str, Any] = {}
        if origin := (move and move.origin) or "":
            of_move = dict(zip(OF_MOVE, (self.player, self.top(origin), origin, move.target), strict=True))
        if there and missing <= of_move.keys():
            return told._replace(values={**told.values, **{name: of_move[name] for name in missing}})
        return told._replace(**self._rule(number, ruled_out))

    def worded(self, name: str, told: Explanation, number: int, ruled_out: bool) -> Explanation:
        """The sentence and the clause of a variant's answer; of one that has no sentence for it, what its rule is."""
        asked = self.questions[name]
        sentences = asked.no if ruled_out else asked.yes
        if number and number not in sentences:
            clause = asked.clauses[number]
            return Explanation(squares=told.squares, pieces=told.pieces, clause=clause, **self._rule(number, ruled_out))
        key = sentences[number] if number else told.key or sentences[0]
        return told._replace(key=key, clause=told.clause or self.clause(name, number))

    def reason(self, clause: str, told: Explanation) -> Reason:
        """The reason, with whoever its sentence names marked."""
        squares, pieces = list(told.squares), list(told.pieces)
        for name, value in told.values.items():
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
        values = {"player": self.player, "squares": marked, "pieces": named, **told.values}
        return Reason(clause, told.key, marked, named, values, told.claims, self.rules.registry.rule_texts)

    def _rule(self, number: int, ruled_out: bool) -> dict[str, Any]:
        """What a variant's rule is, where it has no sentence of its own: key and values."""
        key, variant = "refusal.variant" if ruled_out else "because.variant", self.rules.registry.variants[number]
        return {"key": key, "values": {"variant": Named(variant), "rule": variant.sentence}}
