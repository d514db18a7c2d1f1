"""Why a move is legal: the clauses that allow or force it, found with the predicates the move lists use."""

from ..engine.board import RANKS, cell_of, square_name, squares_of
from ..engine.state import (
    ANNOUNCE,
    ANSWER,
    EITHER,
    FORWARD,
    HAND,
    JOKER,
    KEEP,
    LANE,
    MANY,
    OFFER,
    PLACE,
    ROLL,
    SECRET,
    SHUFFLE,
    SIDEWAYS,
    TO,
)
from ..notation.moves import Move
from ..text.reasons import Reason
from .refusals import Asker

_PLAIN = {
    ROLL: ("thrown", "because.roll"),
    LANE: ("lane_open", "because.lane"),
    KEEP: ("opening", "because.keep"),
    SHUFFLE: ("opening", "because.shuffle"),
    SECRET: ("opening", "because.secret"),
    OFFER: ("begin", "because.offer"),
    ANSWER: ("begin", "because.answer"),
    ANNOUNCE: ("deal", "because.announce"),
    JOKER: ("everywhere", "because.joker"),
}


class Grounds(Asker):
    """Finds the clauses behind a legal move in one state."""

    def allowed(self, move: Move) -> tuple[Reason, ...]:
        """The clauses that allow or force this legal move, the most telling first."""
        s = self._s
        if s.step in _PLAIN:
            return (self._reason(*_PLAIN[s.step]),)
        if s.step == PLACE:
            return self._place(move)
        if move.target is None:
            return (self._pass(move),)
        if move.origin is None:
            return (self._reason("entries", "because.enter", (move.target,), square=move.target),)
        origin, target = move.origin, move.target
        cell, piece = cell_of(origin), self._top(origin)
        if origin == target:
            return (self._reason("climbs", "because.climb", (origin,), square=origin),)
        level = cell % RANKS == cell_of(target) % RANKS
        reasons = [self._sideways(move, piece) if level else self._forward(move, piece)]
        if move.count > 1:
            reasons.insert(
                0, self._reason("larger", "because.block", (origin,), (piece,), count=move.count, square=origin)
            )
        if s.springs >> cell_of(target) & 1:
            reasons.append(self._reason("springs", "because.spring", (target,), square=target))
        if s.slips >> cell_of(target) & 1:
            reasons.append(self._reason("slips", "because.slip", (target,), square=target))
        if s.holes >> cell_of(target) & 1:
            reasons.append(self._reason("holes", "because.hole", (target,), square=target))
        if not level and self._ask.is_home(s, s.top[cell], cell_of(target)):
            reasons.append(self._home(target, piece))
        if s.holds >> cell & 1:
            reasons.append(self._reason("held", "because.released", (origin,), (piece,), piece=piece, square=origin))
        return tuple(reasons)

    def _sideways(self, move: Move, piece: str) -> Reason:
        s = self._s
        assert move.origin is not None
        assert move.target is not None
        foreign = s.owner[s.top[cell_of(move.origin)]] != s.turn
        key = "because.sideways_foreign" if foreign else "because.sideways"
        around = abs(cell_of(move.origin) - cell_of(move.target)) > RANKS
        question = "wrap" if around else "movers"
        return self._reason(question, key, (move.origin, move.target), (piece,), piece=piece, target=move.target)

    def _forward(self, move: Move, piece: str) -> Reason:
        s = self._s
        assert move.origin is not None
        assert move.target is not None
        foreign = s.owner[s.top[cell_of(move.origin)]] != s.turn
        alone = len([m for m in self._listed() if m & 63 == HAND or m & 63 != m >> TO & 63]) == 1
        key = f"because.forward.{'foreign' if foreign else 'own'}{'_only' if alone and s.step == FORWARD else ''}"
        numbers, question = (str(move.number),) if move.number else self._offered(), "run"
        if any(self._ask.everywhere(s, n) for n in ([move.number] if move.number else self._names.numbers(s))):
            key, question = key.replace("forward", "anywhere"), "everywhere"
        return self._reason(question, key, (move.origin, move.target), (piece,), piece=piece, numbers=numbers)

    def _home(self, target: str, piece: str) -> Reason:
        s = self._s
        if s.strict and not s.doped and not s.carriers >> self._names.number[piece] & 1:
            return self._reason("strict", "because.doped", (target,), (piece,), piece=piece)
        return self._reason("complete", "because.home", (target,), (piece,), clause="0.10", piece=piece)

    def _place(self, move: Move) -> tuple[Reason, ...]:
        s = self._s
        assert move.target is not None
        rank = self._ask.start_of(s, s.turn)
        heights = {
            square_name(lane * RANKS + rank): self._ask.height(s, lane * RANKS + rank)
            for lane in range(s.lanes)
            if self._ask.climbable(s, lane * RANKS + rank)
        }
        lowest = tuple(square for square, height in heights.items() if height == min(heights.values()))
        if move.target in lowest:
            return (self._reason("open_starts", "because.place.low", (move.target,), square=move.target),)
        return (self._reason("cover", "because.place.exception", (move.target, *lowest), lowest=lowest),)

    def _pass(self, move: Move) -> Reason:
        s = self._s
        if s.step == SIDEWAYS:
            return self._reason("movers", "because.pass", clause="0.7")
        number = move.number or s.dice & 7
        if any(m >> MANY & 31 and m >> 17 & 7 == number for m in self._listed()) and s.step != EITHER:
            return self._reason("optional", "because.option")
        lane = squares_of(self._ask.run(s, number))
        if self._ask.answered("stuck"):
            return self._reason("stuck", "because.march", lane)
        if not lane:
            return self._reason("run", "because.empty_lane", number=number)
        return self._reason("run", "because.all_held", lane, tuple(map(self._top, lane)), number=number)
