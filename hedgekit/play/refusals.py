"""Why a move is not legal: found with the predicates the move lists use, asked one by one.

`Explainer(state, ask, names).refused(move)` for a move that is not listed.  Words are in `text/`.
"""

from typing import Any

from ..engine.board import PLAYERS, RANKS, cell_of, square_name, squares_of
from ..engine.composing import Answers
from ..engine.displacement import SHUT, SLIPPING, TORN, WALL
from ..engine.state import (
    ANNOUNCE,
    ANY,
    EITHER,
    FORWARD,
    HAND,
    KEEP,
    LANE,
    MANY,
    NUMBER,
    PLACE,
    ROLL,
    SECRET,
    SHUFFLE,
    SIDEWAYS,
    TO,
    stack,
)
from ..notation.conversion import STEPS, Names
from ..notation.moves import Move, lane_of
from ..text.reasons import Reason


class Asker:
    """What reasons for and against a move share: one state, its answers and its names."""

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
        values.setdefault("player", PLAYERS[self._s.turn])
        values.setdefault("squares", squares)
        values.setdefault("pieces", pieces)
        return Reason(clause or self._ask.clause(question), key, squares, pieces, values)

    def _top(self, square: str) -> str:
        """The topmost piece of a square, "" if there is none."""
        piece = self._s.top[cell_of(square)]
        return self._names.of[piece] if piece >= 0 else ""

    def _offered(self) -> tuple[str, ...]:
        """The numbers on offer, as texts."""
        return tuple("*" if n == ANY else str(n) for n in self._names.numbers(self._s))

    def _listed(self) -> list[int]:
        return [int(move) for move in self._s.moves[: self._ask.list_moves(self._s)]]


class Explainer(Asker):
    """Finds the reason in one state why a well-formed move is not among the legal ones."""

    def refused(self, move: Move) -> Reason:
        """The reason: the first predicate that says no, in the order of the lists."""
        s = self._s
        if s.won:
            return self._reason("judge", "refusal.over")
        off = [square for square in (move.origin, move.target) if square and lane_of(square) > s.lanes]
        if off:
            return self._reason("lanes", "refusal.off_board", tuple(off), square=off[0], lanes=s.lanes)
        if s.step == PLACE:
            return self._place(move)
        if s.step in (ROLL, LANE) and move.outcome:
            thrown = "dice_count" if self._ask.answered("dice_count") else "thrown"
            return self._reason("lanes" if s.step == LANE else thrown, "refusal.roll", outcome=str(move))
        if s.step not in (SIDEWAYS, FORWARD, EITHER):
            return self._wrong_step(move)
        moving = move.is_pass or (move.target is not None and (move.origin is not None or move.entering))
        if not moving:
            return self._wrong_step(move)
        if s.step == SIDEWAYS:
            return self._sideways(move)
        if s.step == FORWARD:
            return self._forward(move)
        level = move.origin and move.target and move.origin[0] == move.target[0]
        return self._sideways(move) if level else self._forward(move)

    def _wrong_step(self, move: Move) -> Reason:
        step = self._s.step
        if move.word == "double" and self._s.staked and step in (ROLL, ANNOUNCE):
            return self._double()
        key = "refusal.shuffle" if step == SHUFFLE else f"refusal.step.{STEPS[step]}"
        numbers = {SECRET: "opening", KEEP: "opening", SHUFFLE: "opening", ANNOUNCE: "deal"}
        question = numbers.get(step, "plan") if move.outcome or move.deck else "plan"
        return self._reason(question, key, move=str(move))

    def _double(self) -> Reason:
        """Why no double may be offered at the beginning of this turn."""
        s, number = self._s, self._ask.clause("staked").partition(".")[0]
        if s.closed:
            return self._reason("staked", "refusal.double.closed", clause="25.5")
        if s.doubler == s.turn + 1:
            return self._reason("staked", "refusal.double.own", clause="22.4" if number == "22" else "25.6")
        if not self._ask.window(s):
            return self._reason("staked", "refusal.double.shut", clause="22.2")
        return self._reason("staked", "refusal.double.late", clause="22.2")

    def _said(self, move: Move, said: str) -> Reason:
        """Everything about the move is right but its spelling."""
        return self._reason("numbered", "refusal.spelling", move=str(move), said=said)

    # ---- set-up ----------------------------------------------------------------------------------------------------

    def _place(self, move: Move) -> Reason:
        s = self._s
        if move.target is None or move.origin or move.number:
            return self._wrong_step(move)
        cell = cell_of(move.target)
        if cell % RANKS != self._ask.start_of(s, s.turn):
            return self._reason("open_starts", "refusal.place.rank", (move.target,), square=move.target)
        if not self._ask.open_starts(s) >> cell & 1:
            return self._shut_start(move.target, cell)
        if s.named:
            piece = self._names.number.get(move.piece or "")
            choice = self._ask.placeable(s)
            if piece is None or not choice >> piece & 1:
                said = self._names.set(choice)
                key = "refusal.place.piece" if move.piece else "refusal.place.name"
                return self._reason("placeable", key, (move.target,), said, choice=said, square=move.target)
        return self._said(move, move.target)

    def _shut_start(self, square: str, cell: int) -> Reason:
        s = self._s
        if not self._ask.climbable(s, cell):
            return self._carried(square, square)
        lower = squares_of(self._ask.open_starts(s))
        return self._reason("open_starts", "refusal.place.high", (square, *lower), square=square, lower=lower)

    # ---- sideways --------------------------------------------------------------------------------------------------

    def _sideways(self, move: Move) -> Reason:
        s = self._s
        if move.origin is None or move.target is None:
            return self._said(move, "-") if move.is_pass else self._wrong_step(move)
        origin, target = move.origin, move.target
        cell, to = cell_of(origin), cell_of(target)
        if s.top[cell] < 0:
            return self._reason("movers", "refusal.empty", (origin,), square=origin)
        if cell == to:
            return self._climb(move, origin, cell)
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
            piece = self._top(origin)
            return self._reason("movers", "refusal.sideways.foreign", (origin,), (piece,), piece=piece, square=origin)
        held = self._held(origin, cell)
        if held:
            return held
        if not self._ask.open_rank(s, cell):
            return self._reason("open_rank", "refusal.sideways.full", (origin, target), rank=origin[0])
        return self._unit(move, cell) or self._landing(move, to, -1 if to == s.low[cell] else 1) or self._spelled(move)

    def _climb(self, move: Move, square: str, cell: int) -> Reason:
        s = self._s
        if not self._ask.answered("climb"):
            return self._reason("movers", "refusal.climb.never", (square,), square=square)
        own = tuple(self._names.of[piece] for piece in stack(s, cell)[:-1] if s.owner[piece] == s.turn)
        if not own:
            return self._reason("climbs", "refusal.climb.none", (square,), square=square)
        if not self._ask.climbable(s, cell):
            return self._carried(square, square)
        if self._ask.climber(s, cell) < 0:
            lowest = self._names.number[own[0]]
            return self._held(square, cell, lowest) or self._reason(
                "climbs", "refusal.climb.none", (square,), square=square
            )
        if s.only_covered:
            bare = squares_of(s.own[s.turn])[0]
            piece = self._top(bare)
            return self._reason(
                "climbs", "refusal.climb.bare", (square, bare), (piece,), square=square, bare=bare, piece=piece
            )
        moves = [(m & 63, m >> TO & 63) for m in self._listed() if m >> MANY & 31 and m & 63 != HAND]
        steps = [a for a, b in moves if a != b and a % RANKS == b % RANKS and s.owner[s.top[a]] == s.turn]
        free = tuple(dict.fromkeys(map(square_name, steps)))
        return self._reason("climbs", "refusal.climb.free", (square, *free), square=square, free=free or (square,))

    # ---- forward ---------------------------------------------------------------------------------------------------

    def _forward(self, move: Move) -> Reason:
        s = self._s
        offered = self._offered()
        if move.is_pass:
            return self._must(move, offered)
        if move.entering:
            return self._enter(move, offered)
        assert move.origin is not None
        assert move.target is not None
        origin, target = move.origin, move.target
        cell, to = cell_of(origin), cell_of(target)
        if s.top[cell] < 0:
            return self._reason("run", "refusal.empty", (origin,), square=origin)
        if cell % RANKS == to % RANKS:
            return self._reason("plan", "refusal.step.forward", (origin, target), move=str(move))
        number = self._number(move, offered)
        if isinstance(number, Reason):
            return number
        piece = self._top(origin)
        lanes = [n for n in ([number] if number else self._names.numbers(s)) if self._ask.run(s, n) >> cell & 1]
        if not lanes:
            shown = (str(number),) if number else offered
            return self._reason(
                "run", "refusal.forward.lane", (origin,), (piece,), numbers=shown, square=origin, lane=lane_of(origin)
            )
        ahead = self._ask.ahead(s, s.top[cell], cell)
        if to != ahead:
            return self._reason(
                "ahead",
                "refusal.forward.far",
                (origin, target),
                (piece,),
                piece=piece,
                origin=origin,
                target=target,
                ahead=square_name(ahead),
            )
        held = self._held(origin, cell)
        if held:
            return held
        unit = self._unit(move, cell)
        if unit:
            return unit
        if not self._ask.together(s, s.top[cell], move.count):
            why = "33.3" if self._ask.answered("turns") else self._ask.clause("mixed")
            return self._reason("larger", "refusal.forward.torn", (origin,), (piece,), clause=why, square=origin)
        if all(self._ask.excluded(s, n, cell, move.count) for n in lanes):
            return self._reason("excluded", "refusal.forward.moved", (origin,), (piece,), piece=piece, number=lanes[0])
        return self._landing(move, to, 0) or self._spelled(move)

    def _number(self, move: Move, offered: tuple[str, ...]) -> "int | Reason":
        """The number a move uses, 0 where none is written; a refusal if it is not on offer or not to be written."""
        if not move.number:
            return 0
        if not self._s.numbered:
            return self._said(move, str(move).partition("=")[0])
        if str(move.number) not in offered:
            return self._reason("receive", "refusal.number", number=move.number, offered=offered)
        return move.number

    def _must(self, move: Move, offered: tuple[str, ...]) -> Reason:
        """A pass where something can be done."""
        number = self._number(move, offered)
        if isinstance(number, Reason):
            return number
        able = [m for m in self._listed() if m >> MANY & 31 and (not number or m >> NUMBER & 7 == number)]
        forward = [
            m for m in able if m & 63 == HAND or (m & 63 != m >> TO & 63 and m % 64 % RANKS != (m >> TO & 63) % RANKS)
        ]
        if not forward and self._s.numbered and not move.number:
            return self._said(move, f"-={offered[0]}" if offered else "-")
        origins = tuple(dict.fromkeys(square_name(m & 63) for m in forward if m & 63 != HAND))
        pieces = tuple(self._top(square) for square in origins)
        shown = (str(number),) if number else offered
        entry = tuple(dict.fromkeys(square_name(m >> TO & 63) for m in forward if m & 63 == HAND))
        if not origins:
            return self._reason("entries", "refusal.forward.must_enter", entry, numbers=shown, entry=entry)
        wild = any(self._ask.everywhere(self._s, n) for n in ([number] if number else self._names.numbers(self._s)))
        key = f"refusal.forward.must{'_any' if wild else ''}{'_or_enter' if entry else ''}"
        return self._reason("run", key, origins, pieces, numbers=shown, entry=entry)

    def _enter(self, move: Move, offered: tuple[str, ...]) -> Reason:
        s = self._s
        assert move.target is not None
        square, cell = move.target, cell_of(move.target)
        if not self._ask.answered("entries"):
            return self._wrong_step(move)
        if not s.hand & s.mine[s.turn]:
            return self._reason("entries", "refusal.enter.none", (square,))
        if cell % RANKS != self._ask.start_of(s, s.turn):
            return self._reason("entries", "refusal.place.rank", (square,), square=square)
        number = self._number(move, offered)
        if isinstance(number, Reason):
            return number
        numbers = [number] if number else self._names.numbers(s)
        if not any(self._ask.everywhere(s, n) or n == lane_of(square) for n in numbers):
            shown = (str(number),) if number else offered
            return self._reason(
                "entries", "refusal.forward.lane", (square,), numbers=shown, square=square, lane=lane_of(square)
            )
        if not self._ask.climbable(s, cell):
            return self._carried(square, square)
        if s.named:
            choice = self._names.set(self._ask.placeable(s))
            if move.piece not in choice:
                key = "refusal.place.piece" if move.piece else "refusal.place.name"
                return self._reason("placeable", key, (square,), choice, choice=choice, square=square)
        return self._spelled(move)

    # ---- both ------------------------------------------------------------------------------------------------------

    def _covered(self, square: str, piece: str) -> Reason:
        top = self._top(square)
        return self._reason(
            "movers", "refusal.covered", (square,), (piece, top), clause="0.5", piece=piece, over=top, square=square
        )

    def _held(self, square: str, cell: int, held: int = -1) -> Reason | None:
        """Is a piece of this square, the top one if none is named, held there?"""
        s = self._s
        held = s.top[cell] if held < 0 else held
        if not (s.holds >> cell & 1 and self._ask.held(s, held, cell)):
            return None
        back = squares_of(self._ask.behind(s, held, cell, False))[0]
        piece, other = self._names.of[held], self._behind(held, cell, back)
        return self._reason(
            "held", "refusal.held", (square, back), (piece, other), piece=piece, square=square, other=other, back=back
        )

    def _behind(self, held: int, cell: int, back: str) -> str:
        """The topmost piece of a square that is behind a piece of another."""
        s, far = self._s, cell_of(back)
        limit = self._ask.progress(s, held, cell)
        for piece in reversed(stack(s, far)):
            if self._ask.comparable(s, held, piece) and self._ask.progress(s, piece, far) < limit:
                return self._names.of[piece]
        return self._top(back)

    def _unit(self, move: Move, cell: int) -> Reason | None:
        """May so many pieces move at once from this square?"""
        s, square = self._s, square_name(cell)
        if move.count == 1:
            return None
        size, n = self._ask.height(s, cell), 1
        while n and n < move.count:
            n = self._ask.larger(s, cell, n)
        if n == move.count and n <= size:
            return None
        piece = self._top(square)
        if not self._ask.answered("larger"):
            return self._reason(
                "movers", "refusal.single", (square,), (piece,), clause="0.5", square=square, piece=piece
            )
        return self._reason(
            "larger", "refusal.block", (square,), (piece,), square=square, count=move.count, piece=piece
        )

    def _landing(self, move: Move, to: int, way: int) -> Reason | None:
        """Does the displacement exist?  If not, the square where it ends is named."""
        s = self._s
        assert move.origin is not None
        piece = s.top[cell_of(move.origin)]
        if self._ask.lands(s, piece, move.count, to, way):
            return None
        fault, square = s.fault, square_name(s.fault_cell)
        squares = (square, move.origin)
        if fault == WALL:
            return self._reason("walls", "refusal.wall", squares, (self._top(move.origin),), square=square)
        if fault == SHUT:
            return self._carried(square, move.origin)
        if fault == TORN:
            return self._reason("springs", "refusal.torn_spring", squares, square=square)
        assert fault == SLIPPING
        return self._reason("climbable", "refusal.shut_slip", squares, square=square)

    def _carried(self, square: str, origin: str) -> Reason:
        top = self._top(square)
        return self._reason("climbable", "refusal.carrier", (square, origin), (top,), piece=top, square=square)

    def _spelled(self, move: Move) -> Reason:
        """Everything is right but the number used, which is missing."""
        bare = str(move).partition("=")[0]
        origin, target = cell_of(move.origin) if move.origin else HAND, cell_of(move.target or "a1")
        for m in self._listed() if self._s.numbered else ():
            if (m & 63, m >> TO & 63, m >> MANY & 31) == (origin, target, move.count) and m >> NUMBER & 7:
                return self._said(move, f"{bare}={m >> NUMBER & 7}")
        return self._said(move, bare)
