"""Reasons why a move is illegal: the answers by which the list of moves left it out.

`refused(look, move)` for a move that is not listed.  The questions that were asked on the way to the list are gone
through in their order: the first answer that rules the move out gives the clause, the sentence stands with the answer
(`no`), and here stands only what each sentence needs.
"""

from collections.abc import Callable
from dataclasses import replace

from .....text.reasons import Claim, Explanation, Reason
from ...engine import state
from ...engine.board import cell_of, square_name, squares_of
from ...engine.displacement import SHUT, SLIPPING, TORN, WALL
from ...engine.tracing import Call
from ...notation.conversion import STEPS
from ...notation.moves import Move, lane_of
from ...rulesets.verdicts import Named
from .view import Look

Finder = Callable[[Look, Move, Call], Explanation | None]


def refused(look: Look, move: Move) -> Reason:
    """The reason why a well-formed move is not among the legal ones."""
    s = look.s
    if s.won:
        return look.reason(look.clause("judge"), Explanation("refusal.over", {}))
    off = [square for square in (move.origin, move.target) if square and lane_of(square) > s.lanes]
    if off:
        number = look.chosen_by("lanes", lambda lanes: lanes)
        return look.because_of("lanes", Explanation("", {"square": off[0], "lanes": s.lanes}), number, True)
    elsewhere = _elsewhere(look, move)
    if elsewhere:
        return elsewhere
    if s.step == state.PLACE:
        return _place(look, move)
    if s.step in (state.ROLL, state.LANE) and move.outcome:
        shut = _shut_lane(look, move.outcome) if s.step == state.LANE else ""
        if shut:
            told = look.shut(shut)
            values = {**told.values, "outcome": str(move)}
            return look.reason(told.clause, told._replace(key="refusal.roll_shut", values=values))
        clause = look.clause("lanes") if s.step == state.LANE else look.clause_of_step()
        return look.reason(clause, Explanation("refusal.roll", {"outcome": str(move)}))
    moving = move.is_pass or (move.target is not None and (move.origin is not None or move.entering))
    if s.step not in (state.SIDEWAYS, state.FORWARD, state.EITHER) or not moving:
        return _wrong_step(look, move)
    level = move.origin and move.target and move.origin[0] == move.target[0]
    if s.step == state.SIDEWAYS or (s.step == state.EITHER and level):
        return _sideways(look, move)
    return _forward(look, move)


# ---- moves of another time, or of another variant --------------------------------------------------------------------


FORMS = (
    ("climb", "movers", lambda move: move.origin is not None and str(move).startswith(move.origin + "^")),
    ("larger", "movers", lambda move: move.count > 1),
    ("trickles", "plan", lambda move: move.entering and not move.piece),
    ("staked", "plan", lambda move: move.word in ("double", "take", "drop")),
    ("carded", "plan", lambda move: bool(move.deck) or move.word in ("any", "again")),
)
"""The moves that only some variants have: the question that they answer, and the one whose base answer then stands."""


def _elsewhere(look: Look, move: Move) -> Reason | None:
    """Is it a move of variants that are not in play?"""
    for name, base, has_form in FORMS:
        if has_form(move) and not look.ask.answered(name) and not (name == "trickles" and look.s.step == state.PLACE):
            those = tuple(Named(look.rules.registry.variants[n]) for n in sorted(look.questions[name].answers) if n)
            clause = "0.5" if name == "larger" else look.questions[base].clauses[0]
            return look.reason(clause, Explanation(f"refusal.elsewhere.{name}", {"variants": those, "move": str(move)}))
    return None


def _wrong_step(look: Look, move: Move) -> Reason:
    """The move is of another step than the present one."""
    step = look.s.step
    if move.word == "double" and step in (state.ROLL, state.ANNOUNCE):
        for number in sorted(look.questions["staked"].refuses):
            if number in look.rules.variants:
                told = look.questions["staked"].refuses[number](look, move)
                return look.reason(told.clause, told)
    key = "refusal.shuffle" if step == state.SHUFFLE else f"refusal.step.{STEPS[step]}"
    values: dict[str, object] = {"move": str(move)}
    if step == state.PLACE:
        values["example"] = look.texts[0]
    elif step == state.SECRET:
        values["offered"] = look.texts
    planned = step in (state.ROLL, state.ANNOUNCE, state.JOKER, state.SIDEWAYS, state.FORWARD, state.EITHER)
    of_chance = step in (state.SECRET, state.KEEP, state.SHUFFLE) and bool(move.outcome or move.deck)
    if of_chance or (step in (state.ANNOUNCE, state.JOKER) and (move.is_pass or move.outcome)):
        return look.reason(look.clause_of_step(), Explanation(key, values))
    return look.reason(look.clause("plan") if planned else look.questions["plan"].clauses[0], Explanation(key, values))


def _said(look: Look, move: Move, said: str) -> Reason:
    """Everything about the move is right but its spelling."""
    return look.reason(look.clause("numbered"), Explanation("refusal.spelling", {"move": str(move), "said": said}))


def _shut_lane(look: Look, outcome: tuple[int, ...]) -> str:
    """The square on which nobody may come that leaves this lane out of what can be rolled; "" if there is none."""
    s, lane = look.s, outcome[0] - 1
    if len(outcome) > 1 or not 0 <= lane < s.lanes:
        return ""
    asked = look.recorder.record("lane_open", s, lane)
    shut = [call.args[0] for call in asked if call.name == "climbable" and not call.result]
    return square_name(shut[0]) if shut else ""


# ---- set-up ----------------------------------------------------------------------------------------------------------


def _place(look: Look, move: Move) -> Reason:
    if move.target is None or move.origin or move.number:
        return _wrong_step(look, move)
    square = move.target
    if square not in look.start_squares():
        told = Explanation("refusal.place.rank", {"square": square})
        return look.reason(look.clause("start_of"), told)
    return _ruled_out(look, move, _OF_PLACING) or _said(look, move, square)


def _shut_start(look: Look, move: Move, call: Call) -> Explanation | None:
    """Nobody may be placed on the square, whatever its height."""
    if call.args[0] != cell_of(move.target or "") or call.result:
        return None
    return look.topped(move.target or "", move.target or "")


def _high_start(look: Look, move: Move, call: Call) -> Explanation | None:
    square, lower = move.target or "", squares_of(call.result)
    if square in lower:
        return None
    claims: tuple[Claim, ...] = (("illegal", str(move)), *(("low", low) for low in lower))
    return Explanation("", {"square": square, "lower": lower}, (square, *lower), claims=claims)


def _who_comes(look: Look, move: Move, call: Call) -> Explanation | None:
    """Another hedgehog comes now, or the one that comes must be named."""
    choice = look.names.set(call.result)
    if not look.s.placement_names_piece or move.piece in choice:
        return None
    square = move.target or ""
    if move.piece:
        return Explanation("", {"choice": choice, "square": square}, (square,), choice)
    return Explanation("refusal.place.name", {"choice": choice, "square": square}, (square,), choice)


# ---- side-steps ------------------------------------------------------------------------------------------------------


def _sideways(look: Look, move: Move) -> Reason:
    s = look.s
    if move.origin is None or move.target is None:
        return _said(look, move, "-") if move.is_pass else _wrong_step(look, move)
    origin, target = move.origin, move.target
    cell, to = cell_of(origin), cell_of(target)
    if s.top[cell] < 0:
        told = Explanation("refusal.empty", {"square": origin}, claims=(("empty", origin),))
        return look.reason(look.clause("movers"), told)
    if cell == to and move.count == 1:
        return _added(look, move, "climbs")
    if origin[0] != target[0]:
        return look.reason(
            look.clause("plan"), Explanation("refusal.step.sideways", {"move": str(move)}, (origin, target))
        )
    if to not in (s.low[cell], s.high[cell]):
        told = Explanation("refusal.sideways.far", {"origin": origin, "target": target, "last": s.lanes})
        number, name = max(
            (look.chosen_by(name, lambda beside: beside[cell] == to or beside[to] == cell), name)
            for name in ("high", "low")
        )
        return look.because_of(name, told, number, True, move)
    return _left_out(look, move, _OF_SIDE_STEPS) or _spelled(look, move)


def _foreign(look: Look, move: Move, call: Call) -> Explanation | None:
    """His own hedgehogs there are covered, or there is none of his."""
    origin = move.origin or ""
    if call.result >> cell_of(origin) & 1:
        return None
    top = look.top(origin)
    own = [piece for piece in look.on(origin) if look.owns(piece)]
    if not own:
        claims: tuple[Claim, ...] = (("not owner", top, look.player), ("stands", top, origin))
        return Explanation("refusal.sideways.foreign", {"piece": top, "square": origin}, claims=claims)
    if move.count > 1:
        return None  # on its own none of them was to move: they are no block
    values = {"piece": own[-1], "over": top, "square": origin}
    return Explanation("refusal.covered", values, claims=(("under", own[-1], top),), clause="0.5")


def _full_rank(look: Look, move: Move, call: Call) -> Explanation | None:
    origin = move.origin or ""
    if call.result or call.args[0] != cell_of(origin):
        return None
    return Explanation("", {"rank": origin[0]}, (origin, move.target or ""))


# ---- advances --------------------------------------------------------------------------------------------------------


def _forward(look: Look, move: Move) -> Reason:
    s, offered = look.s, look.shown()
    if move.number:
        if not s.numbered:
            return _without_number(look, move)
        if str(move.number) not in offered:
            values = {"number": move.number, "offered": offered}
            return look.reason(look.clause("receive"), Explanation("refusal.number", values))
    if move.is_pass:
        return _must(look, move)
    if move.entering:
        return _added(look, move, "entries") if s.trickles else _wrong_step(look, move)
    origin, target = move.origin or "", move.target or ""
    cell = cell_of(origin)
    if s.top[cell] < 0:
        told = Explanation("refusal.empty", {"square": origin}, claims=(("empty", origin),))
        return look.reason(look.clause("run", 0), told)
    if origin[0] == target[0]:
        return look.reason(
            look.clause("plan"), Explanation("refusal.step.forward", {"move": str(move)}, (origin, target))
        )
    numbers = [move.number] if move.number else look.numbers
    if not any(look.ask.run(s, number) >> cell & 1 for number in numbers):
        values = {"numbers": look.shown(move.number), "square": origin, "lane": lane_of(origin)}
        told = Explanation("refusal.forward.lane", values, (), (look.top(origin),))
        by = max(look.decider("run", number, aspect=lambda squares: squares >> cell & 1) for number in numbers)
        return look.because_of("run", told, by, True, move)
    return _left_out(look, move, _OF_ADVANCES) or _spelled(look, move)


def _without_number(look: Look, move: Move) -> Reason:
    """A number is said where none is: the move may be right otherwise."""
    bare = replace(move, number=None)
    return _said(look, move, str(bare)) if str(bare) in look.texts else refused(look, bare)


def _must(look: Look, move: Move) -> Reason:
    """A pass where something can be done."""
    able = [m for m in look.advances if not move.number or m >> state.NUMBER & 7 == move.number]
    passes = [m for m in look.listed if not m >> state.MANY & 31]
    if not able and look.s.numbered and not move.number:
        return _said(look, move, f"-={look.shown()[0]}")
    running = [m for m in able if m & 63 != state.HAND]
    origins = tuple(dict.fromkeys(square_name(m & 63) for m in running))
    entry = tuple(dict.fromkeys(square_name(m >> state.TO & 63) for m in able if m & 63 == state.HAND))
    values: dict[str, object] = {
        "numbers": look.shown(move.number), "pieces": tuple(map(look.top, origins)), "entry": entry,
    }  # fmt: skip
    claims = (("illegal", str(move)), *(("can advance", look.top(square)) for square in origins))
    told = Explanation("", values, origins + entry, claims=claims)
    free = passes or look.s.step == state.EITHER or (move.number and len(look.shown()) > 1)
    kind = "could" if free else "must"
    if not origins:
        return look.reason(look.clause("entries"), told._replace(key=f"refusal.forward.{kind}_enter"))
    key = f"refusal.forward.{kind}{'_any' if look.any_lane(move.number) else ''}{'_or_enter' if entry else ''}"
    if free:
        able_by = dict.fromkeys(m >> state.NUMBER & 7 for m in able)
        values["numbers"] = tuple(text for n in able_by for text in look.shown(n))
    return look.reason(look.clause("run", 0), told._replace(key=key))


def _far(look: Look, move: Move, call: Call) -> Explanation | None:
    origin, target = move.origin or "", move.target or ""
    if call.args[:2] != (look.s.top[cell_of(origin)], cell_of(origin)) or call.result == cell_of(target):
        return None
    piece, ahead = look.top(origin), square_name(call.result)
    values = {"piece": piece, "origin": origin, "target": target, "ahead": ahead}
    backward = origin[1] == target[1] and (ahead > origin) != (target > origin)
    clause = "" if backward else look.questions["ahead"].clauses[call.number]
    return Explanation("", values, claims=(("ahead", piece, ahead),), clause=clause)


def _torn(look: Look, move: Move, call: Call) -> Explanation | None:
    origin = move.origin or ""
    if call.result or call.args != (look.s.top[cell_of(origin)], move.count):
        return None
    return Explanation("", {"square": origin}, (origin,), (look.top(origin),))


def _excluded(look: Look, move: Move, call: Call) -> Explanation | None:
    origin = move.origin or ""
    number, cell, count = call.args
    if not call.result or (cell, count) != (cell_of(origin), move.count) or (move.number or number) != number:
        return None
    moved = [piece for piece in look.on(origin)[-count:] if look.s.moved >> look.names.number[piece] & 1]
    return Explanation("", {"piece": (moved or [look.top(origin)])[-1], "number": number}, (origin,))


# ---- both ------------------------------------------------------------------------------------------------------------


def _left_out(look: Look, move: Move, finders: dict[str, Finder]) -> Reason | None:
    """The first answer on the way to the list that rules this move out; where it leads is looked at first."""
    cell, to = cell_of(move.origin or ""), cell_of(move.target or "")
    for call in look.calls:
        if call.name == "feasible" and not call.result and call.args[:3] == (cell, move.count, to):
            return _obstacle(look, move, call)
    return _ruled_out(look, move, finders) or _unit(look, move)


def _ruled_out(look: Look, move: Move, finders: dict[str, Finder]) -> Reason | None:
    """The first answer that rules the move out: by the questions in this order, then as they were asked."""
    for name, find in finders.items():
        for call in look.calls:
            told = find(look, move, call) if call.name == name else None
            if told is not None:
                return look.because_of(name, told, look.recorder.decider(look.s, call, True), True, move)
    return None


def _held(look: Look, move: Move, call: Call) -> Explanation | None:
    """The piece is held where it stands."""
    origin = move.origin or ""
    top = look.s.top[cell_of(origin)]
    return look.held(look.names.of[top], origin) if call.result and call.args == (top, cell_of(origin)) else None


def _unit(look: Look, move: Move) -> Reason | None:
    """May so many hedgehogs move at once from this square?"""
    origin = move.origin or ""
    sizes = {call.result for call in look.calls if call.name == "larger" and call.args[0] == cell_of(origin)}
    if move.count == 1 or move.count in sizes:
        return None
    height = len(look.on(origin))
    values = {"square": origin, "count": move.count, "height": height}
    key = "refusal.block" if move.count <= height else "refusal.block_few"
    return look.reason(look.clause("larger"), Explanation(key, values, (origin,), (look.top(origin),)))


def _obstacle(look: Look, move: Move, judged: Call) -> Reason:
    """The displacement does not exist: the square where it ends says why."""
    inside = [call for call in look.calls if call.inside(judged)]
    fault, cell = next(call.fault for call in inside if call.name == "reach")
    square, origin = square_name(cell), move.origin or ""
    if fault == SHUT:
        shut = [call for call in inside if call.name == "climbable" and call.args == (cell,) and not call.result]
        number = look.recorder.decider(look.s, shut[-1], True)
        return look.because_of("climbable", look.topped(square, origin), number, True, move)
    if fault == SLIPPING:
        shut = [call for call in inside if call.name == "climbable" and not call.result]
        told = Explanation("refusal.shut_slip", {"square": square}, (square, origin))
        return look.reason(look.questions["climbable"].clauses[look.recorder.decider(look.s, shut[-1], True)], told)
    setting = {WALL: "walls", TORN: "springs"}[fault]
    number = look.chosen_by(setting, lambda squares: squares >> cell & 1)
    told = Explanation("", {"square": square}, (square, origin), (look.top(origin),) if fault == WALL else ())
    return look.because_of(setting, told, number, True, move)


def _added(look: Look, move: Move, name: str) -> Reason:
    """A move that only some variants add: they say why not."""
    asked = look.questions[name]
    for number in sorted(asked.refuses):
        if number in look.rules.variants:
            told = asked.refuses[number](look, move)
            if told is not None:
                return look.reason(told.clause or asked.clauses[number], told)
    return _spelled(look, move)


def _spelled(look: Look, move: Move) -> Reason:
    """Everything is right but the number used, which is missing."""
    bare = str(move).partition("=")[0]
    if not look.s.placement_names_piece:
        bare = bare[bare.find("@") :] if move.piece else bare
    origin, target = cell_of(move.origin) if move.origin else state.HAND, cell_of(move.target or "a1")
    for m in look.listed if look.s.numbered else ():
        if (m & 63, m >> state.TO & 63, m >> state.MANY & 31) == (origin, target, move.count) and m >> state.NUMBER & 7:
            return _said(look, move, f"{bare}={m >> state.NUMBER & 7}")
    return _said(look, move, bare)


_OF_PLACING: dict[str, Finder] = {"climbable": _shut_start, "open_starts": _high_start, "placeable": _who_comes}
_OF_SIDE_STEPS: dict[str, Finder] = {"movers": _foreign, "held": _held, "open_rank": _full_rank}
_OF_ADVANCES: dict[str, Finder] = {"held": _held, "ahead": _far, "together": _torn, "excluded": _excluded}
