"""Why a move is not legal, and why one is: reasons as values, found with the predicates the move lists use.

A `Reason` names a clause of the rules, the pieces and squares that cause it, and a sentence key; words are in `text/`.
"""

from dataclasses import dataclass, field
from typing import Any

from .board import LETTERS, PLAYERS, RANKS, cell_of, square_name, squares_of
from .composing import Answers
from .errors import HedgekitError
from .moves import Move, lane_of
from .position import STEPS, Names
from .state import PLACE, ROLL, SIDEWAYS, stack
from .words import sentence


@dataclass(frozen=True)
class Reason:
    """A clause at work: clause ("0.9"), squares and pieces that cause it (the move's own first), and its sentence."""

    clause: str
    key: str
    squares: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict, compare=False)

    def text(self, language: str = "en") -> str:
        """The sentence in a language; LookupError for an unknown one."""
        return sentence(self.key, language, self.values)

    def __str__(self) -> str:
        return f"{self.text('en')} ({self.clause})"


class Refusal(HedgekitError):
    """A move that is not legal here: raised by `Game.play`, returned by `Game.why`.

    Carries the `reason` and its parts.
    """

    def __init__(self, move: str, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        super().__init__(reason.key, **reason.values)

    clause = property(lambda self: self.reason.clause)
    squares = property(lambda self: self.reason.squares)
    pieces = property(lambda self: self.reason.pieces)

    def __str__(self) -> str:
        return str(self.reason)


class Explainer:
    """Finds reasons in one state: `refused(move)` for a move that is not listed, `allowed(move)` for one that is."""

    def __init__(self, state: Any, ask: Answers, names: Names) -> None:
        self._s = state
        self._ask = ask
        self._names = names

    def _reason(
        self,
        question: str,
        key: str,
        squares: tuple[str, ...] = (),
        pieces: tuple[str, ...] = (),
        clause: str = "",
        **values: object,
    ) -> Reason:
        # not the player's letter as `player` everywhere: sentences about pieces name pieces
        values.setdefault("player", PLAYERS[self._s.turn])
        values.setdefault("squares", squares)
        values.setdefault("pieces", pieces)
        return Reason(clause or self._ask.clause(question), key, squares, pieces, values)

    def _top(self, square: str) -> str:
        piece = self._s.top[cell_of(square)]
        return self._names.of[piece] if piece >= 0 else ""

    # ---- no ----------------------------------------------------------------------------------------------------------

    def refused(self, move: Move) -> Reason:
        """The reason why this well-formed move is not among the legal ones."""
        s = self._s
        if s.won:
            return self._reason("judge", "refusal.over")
        off = [square for square in (move.origin, move.target) if square and lane_of(square) > s.lanes]
        if off:
            return self._reason("lanes", "refusal.off_board", tuple(off), square=off[0], lanes=s.lanes)
        if s.step == PLACE:
            return self._place(move)
        if s.step == ROLL:
            return self._roll(move)
        if move.outcome or move.word or (move.origin is None and move.target):
            return self._wrong_step(move)
        return self._sideways(move) if s.step == SIDEWAYS else self._forward(move)

    def _wrong_step(self, move: Move) -> Reason:
        return self._reason("plan", f"refusal.step.{STEPS[self._s.step]}", move=str(move))

    def _place(self, move: Move) -> Reason:
        s = self._s
        if move.target is None or move.origin or move.outcome or move.word:
            return self._reason("open_starts", "refusal.step.place", move=str(move))
        cell = cell_of(move.target)
        if cell % RANKS:
            return self._reason("open_starts", "refusal.place.rank", (move.target,), square=move.target)
        if move.piece or move.number:
            return self._reason("open_starts", "refusal.spelling", (move.target,), move=str(move), said=move.target)
        lower = tuple(squares_of(self._ask.open_starts(s)))
        return self._reason("open_starts", "refusal.place.high", (move.target, *lower), square=move.target, lower=lower)

    def _roll(self, move: Move) -> Reason:
        if move.outcome:
            return self._reason("throw", "refusal.roll", outcome=str(move))
        return self._wrong_step(move)

    def _sideways(self, move: Move) -> Reason:
        s = self._s
        if move.origin is None or move.target is None:
            return self._reason("movers", "refusal.spelling", move=str(move), said="-")
        origin, target = move.origin, move.target
        cell, to = cell_of(origin), cell_of(target)
        empty = self._empty(origin, "movers")
        if empty:
            return empty
        if cell % RANKS != to % RANKS:
            return self._reason("plan", "refusal.step.sideways", (origin, target), move=str(move))
        if to not in (s.low[cell], s.high[cell]):
            return self._reason(
                "low", "refusal.sideways.far", (origin, target), origin=origin, target=target, last=s.lanes
            )
        if not self._ask.movers(s) >> cell & 1:
            own = [self._names.of[piece] for piece in stack(s, cell) if s.owner[piece] == s.turn]
            if own:
                return self._covered(origin, own[-1])
            return self._reason(
                "movers",
                "refusal.sideways.foreign",
                (origin,),
                (self._top(origin),),
                piece=self._top(origin),
                square=origin,
            )
        return self._blocked(origin, move) or self._spelling(move)

    def _forward(self, move: Move) -> Reason:
        s = self._s
        if move.target is None or move.origin is None:
            if move.number:
                return self._reason("run", "refusal.spelling", move=str(move), said="-")
            origins = squares_of(sum(1 << (m & 63) for m in s.moves[: self._ask.list_moves(s)]))
            return self._reason(
                "run", "refusal.forward.must", origins, tuple(map(self._top, origins)), number=s.dice & 7
            )
        origin, target = move.origin, move.target
        cell, to = cell_of(origin), cell_of(target)
        empty = self._empty(origin, "run")
        if empty:
            return empty
        if cell % RANKS == to % RANKS:
            return self._reason("plan", "refusal.step.forward", (origin, target), move=str(move), number=s.dice & 7)
        if not self._ask.run(s, s.dice & 7) >> cell & 1:
            return self._reason(
                "run",
                "refusal.forward.lane",
                (origin,),
                (self._top(origin),),
                number=s.dice & 7,
                square=origin,
                lane=lane_of(origin),
                piece=self._top(origin),
            )
        ahead = square_name(self._ask.ahead(s, s.top[cell], cell))
        if target != ahead:
            return self._reason(
                "ahead",
                "refusal.forward.far",
                (origin, target),
                (self._top(origin),),
                piece=self._top(origin),
                origin=origin,
                target=target,
                ahead=ahead,
            )
        return self._blocked(origin, move) or self._spelling(move)

    def _empty(self, square: str, question: str) -> Reason | None:
        if self._s.top[cell_of(square)] >= 0:
            return None
        return self._reason(question, "refusal.empty", (square,), square=square)

    def _covered(self, square: str, piece: str) -> Reason:
        return self._reason(
            "movers",
            "refusal.covered",
            (square,),
            (piece, self._top(square)),
            clause="0.5",
            piece=piece,
            over=self._top(square),
            square=square,
        )

    def _blocked(self, square: str, move: Move) -> Reason | None:
        """Held, or more pieces than may be moved at once.

        The checks of both kinds of move, in the order of the lists.
        """
        s, cell = self._s, cell_of(square)
        if s.holds >> cell & 1 and self._ask.held(s, s.top[cell], cell):
            back = squares_of(self._ask.behind(s, s.top[cell], cell))[0]
            other = self._top(back)
            return self._reason(
                "held",
                "refusal.held",
                (square, back),
                (self._top(square), other),
                piece=self._top(square),
                square=square,
                other=other,
                back=back,
            )
        if move.count > 1:
            return self._reason(
                "movers",
                "refusal.single",
                (square,),
                (self._top(square),),
                clause="0.5",
                square=square,
                piece=self._top(square),
            )
        return None

    def _spelling(self, move: Move) -> Reason:
        """Everything about the move is right but its text: a number used that is not written here."""
        return self._reason("spend", "refusal.spelling", move=str(move), said=str(move).partition("=")[0])

    # ---- yes ---------------------------------------------------------------------------------------------------------

    def allowed(self, move: Move) -> tuple[Reason, ...]:
        """The clauses that allow or force this legal move, the most telling first."""
        s = self._s
        if s.step == ROLL:
            return (self._reason("throw", "because.roll", lane=move.outcome[0]),)
        if s.step == PLACE:
            return self._because_place(move)
        if move.target is None or move.origin is None:
            return (self._because_pass(),)
        origin, target = move.origin, move.target
        cell = cell_of(origin)
        piece = self._top(origin)
        reasons = []
        if s.step == SIDEWAYS:
            reasons.append(
                self._reason("movers", "because.sideways", (origin, target), (piece,), piece=piece, target=target)
            )
        else:
            foreign = s.owner[s.top[cell]] != s.turn
            alone = self._ask.list_moves(s) == 1
            key = f"because.forward.{'foreign' if foreign else 'own'}{'_only' if alone else ''}"
            reasons.append(self._reason("run", key, (origin, target), (piece,), piece=piece, number=s.dice & 7))
            if self._ask.is_home(s, s.top[cell], cell_of(target)):
                reasons.append(self._reason("is_home", "because.home", (target,), (piece,), piece=piece))
        if s.holds >> cell & 1:
            reasons.append(self._reason("held", "because.released", (origin,), (piece,), piece=piece, square=origin))
        return tuple(reasons)

    def _because_place(self, move: Move) -> tuple[Reason, ...]:
        s = self._s
        assert move.target is not None
        heights = [self._ask.height(s, lane * RANKS) for lane in range(s.lanes)]
        if heights[cell_of(move.target) // RANKS] > min(heights):
            lowest = tuple(f"{LETTERS[0]}{lane + 1}" for lane in range(s.lanes) if heights[lane] == min(heights))
            return (self._reason("cover", "because.place.exception", (move.target, *lowest), lowest=lowest),)
        return (self._reason("open_starts", "because.place.low", (move.target,), square=move.target),)

    def _because_pass(self) -> Reason:
        s = self._s
        if s.step == SIDEWAYS:
            return self._reason("movers", "because.pass")
        number = s.dice & 7
        lane = squares_of(self._ask.run(s, number))
        if not lane:
            return self._reason("run", "because.empty_lane", number=number)
        return self._reason("held", "because.all_held", lane, tuple(map(self._top, lane)), number=number)
