"""Reasons why a move is illegal: the answers that kept it off the list.

The calls recorded while the moves were listed are searched in order.  The first answer that rules the move out
provides clause and sentence (`no`); the functions here provide the values of each sentence.
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


def refusal_reason(look: Look, move: Move) -> Reason:
    """Return the reason why a move is illegal."""
    s = look.s
    if s.won:
        return look.reason(look.clause("judge"), Explanation("refusal.over", {}))
    off = [square for square in (move.origin, move.target) if square and lane_of(square) > s.lanes]
    if off:
        number = look.setting_variant("lanes", lambda lanes: lanes)
        return look.reason_for("lanes", Explanation("", {"square": off[0], "lanes": s.lanes}), number, True)
    elsewhere = _move_of_other_variants(look, move)
    if elsewhere:
        return elsewhere
    if s.step == state.PLACE:
        return _illegal_placement(look, move)
    if s.step in (state.ROLL, state.LANE) and move.outcome:
        shut = _closed_square(look, move.outcome) if s.step == state.LANE else ""
        if shut:
            why = look.shut(shut)
            values = {"square": shut, "piece": look.top(shut), "outcome": str(move)}
            return look.reason(why.clause, why._replace(key="refusal.roll_shut", values=values))
        clause = look.clause("lanes") if s.step == state.LANE else look.clause_of_step()
        return look.reason(clause, Explanation("refusal.roll", {"outcome": str(move)}))
    moving = move.is_pass or (move.target is not None and (move.origin is not None or move.entering))
    if s.step not in (state.SIDEWAYS, state.FORWARD, state.EITHER) or not moving:
        return _wrong_step(look, move)
    level = move.origin and move.target and move.origin[0] == move.target[0]
    if s.step == state.SIDEWAYS or (s.step == state.EITHER and level):
        return _illegal_side_step(look, move)
    return _illegal_advance(look, move)


# ---- moves of other steps or other variants --------------------------------------------------------------------------


FORMS = (
    ("climb", "movers", lambda move: move.origin is not None and str(move).startswith(move.origin + "^")),
    ("larger", "movers", lambda move: move.count > 1),
    ("trickles", "plan", lambda move: move.entering and not move.piece),
    ("staked", "plan", lambda move: move.word in ("double", "take", "drop")),
    ("carded", "plan", lambda move: bool(move.deck) or move.word in ("any", "again")),
)
"""Moves of some variants only: the question that these answer, the one whose base answer applies otherwise, a test."""


def _move_of_other_variants(look: Look, move: Move) -> Reason | None:
    """Return the reason if the move belongs to variants not in play."""
    for name, base, has_form in FORMS:
        if has_form(move) and not look.ask.answered(name) and not (name == "trickles" and look.s.step == state.PLACE):
            those = tuple(Named(look.rules.registry.variants[n]) for n in sorted(look.questions[name].answers) if n)
            clause = "0.5" if name == "larger" else look.questions[base].clauses[0]
            return look.reason(clause, Explanation(f"refusal.elsewhere.{name}", {"variants": those, "move": str(move)}))
    return None


def _wrong_step(look: Look, move: Move) -> Reason:
    """Return the reason for a move of another step."""
    step = look.s.step
    if move.word == "double" and step in (state.ROLL, state.ANNOUNCE):
        for number in sorted(look.questions["staked"].refuses):
            if number in look.rules.variants:
                why = look.questions["staked"].refuses[number](look, move)
                return look.reason(why.clause, why)
    key = "refusal.shuffle" if step == state.SHUFFLE else f"refusal.step.{STEPS[step]}"
    values: dict[str, object] = {"move": str(move)}
    if step == state.PLACE:
        values["example"] = look.move_texts[0]
    elif step == state.SECRET:
        values["offered"] = look.move_texts
    planned = step in (state.ROLL, state.ANNOUNCE, state.JOKER, state.SIDEWAYS, state.FORWARD, state.EITHER)
    of_chance = step in (state.SECRET, state.KEEP, state.SHUFFLE) and bool(move.outcome or move.deck)
    if of_chance or (step in (state.ANNOUNCE, state.JOKER) and (move.is_pass or move.outcome)):
        return look.reason(look.clause_of_step(), Explanation(key, values))
    return look.reason(look.clause("plan") if planned else look.questions["plan"].clauses[0], Explanation(key, values))


def _misspelt(look: Look, move: Move, right: str) -> Reason:
    """Return the reason for a legal move in the wrong spelling; right: the correct text."""
    return look.reason(look.clause("numbered"), Explanation("refusal.spelling", {"move": str(move), "said": right}))


def _closed_square(look: Look, outcome: tuple[int, ...]) -> str:
    """Return the closed square because of which this lane cannot be rolled; "" if there is none."""
    s, lane = look.s, outcome[0] - 1
    if len(outcome) > 1 or not 0 <= lane < s.lanes:
        return ""
    asked = look.recorder.record("lane_open", s, lane)
    shut = [call.args[0] for call in asked if call.name == "climbable" and not call.result]
    return square_name(shut[0]) if shut else ""


# ---- set-up ----------------------------------------------------------------------------------------------------------


def _illegal_placement(look: Look, move: Move) -> Reason:
    if move.target is None or move.origin or move.number:
        return _wrong_step(look, move)
    square = move.target
    if square not in look.start_squares():
        why = Explanation("refusal.place.rank", {"square": square})
        return look.reason(look.clause("start_of"), why)
    return _first_refusal(look, move, _OF_PLACING) or _misspelt(look, move, square)


def _closed_start(look: Look, move: Move, call: Call) -> Explanation | None:
    """The square is closed, whatever its height."""
    if call.args[0] != cell_of(move.target or "") or call.result:
        return None
    return look.blocked(move.target or "", move.target or "")


def _high_start(look: Look, move: Move, call: Call) -> Explanation | None:
    square, lower = move.target or "", squares_of(call.result)
    if square in lower:
        return None
    claims: tuple[Claim, ...] = (("illegal", str(move)), *(("low", low) for low in lower))
    return Explanation("", {"square": square, "lower": lower}, (square, *lower), claims=claims)


def _other_piece(look: Look, move: Move, call: Call) -> Explanation | None:
    """It is another hedgehog's turn to be placed, or the hedgehog must be named."""
    choice = look.names.set(call.result)
    if not look.s.placement_names_piece or move.piece in choice:
        return None
    square = move.target or ""
    if move.piece:
        return Explanation("", {"choice": choice, "square": square}, (square,), choice)
    return Explanation("refusal.place.name", {"choice": choice, "square": square}, (square,), choice)


# ---- side-steps ------------------------------------------------------------------------------------------------------


def _illegal_side_step(look: Look, move: Move) -> Reason:
    s = look.s
    if move.origin is None or move.target is None:
        return _misspelt(look, move, "-") if move.is_pass else _wrong_step(look, move)
    origin, target = move.origin, move.target
    cell, to = cell_of(origin), cell_of(target)
    if s.top[cell] < 0:
        why = Explanation("refusal.empty", {"square": origin}, claims=(("empty", origin),))
        return look.reason(look.clause("movers"), why)
    if cell == to and move.count == 1:
        return _refused_addition(look, move, "climbs")
    if origin[0] != target[0]:
        why = Explanation("refusal.step.sideways", {"move": str(move)}, (origin, target))
        return look.reason(look.clause("plan"), why)
    if to not in (s.low[cell], s.high[cell]):
        why = Explanation("refusal.sideways.far", {"origin": origin, "target": target, "last": s.lanes})
        number, name = max(
            (look.setting_variant(name, lambda beside: beside[cell] == to or beside[to] == cell), name)
            for name in ("high", "low")
        )
        return look.reason_for(name, why, number, True, move)
    return _first_obstacle(look, move, _OF_SIDE_STEPS) or _missing_number(look, move)


def _foreign(look: Look, move: Move, call: Call) -> Explanation | None:
    """The player's own hedgehogs there are covered, or there are none."""
    origin = move.origin or ""
    if call.result >> cell_of(origin) & 1:
        return None
    top = look.top(origin)
    own = [piece for piece in look.on(origin) if look.owns(piece)]
    if not own:
        claims: tuple[Claim, ...] = (("not owner", top, look.player), ("stands", top, origin))
        return Explanation("refusal.sideways.foreign", {"piece": top, "square": origin}, claims=claims)
    if move.count > 1:
        return None  # left to `_wrong_block`
    values = {"piece": own[-1], "over": top, "square": origin}
    return Explanation("refusal.covered", values, claims=(("under", own[-1], top),), clause="0.5")


def _full_rank(look: Look, move: Move, call: Call) -> Explanation | None:
    origin = move.origin or ""
    if call.result or call.args[0] != cell_of(origin):
        return None
    return Explanation("", {"rank": origin[0]}, (origin, move.target or ""))


# ---- advances --------------------------------------------------------------------------------------------------------


def _illegal_advance(look: Look, move: Move) -> Reason:
    s, offered = look.s, look.shown()
    if move.number:
        if not s.numbered:
            return _without_number(look, move)
        if str(move.number) not in offered:
            values = {"number": move.number, "offered": offered}
            return look.reason(look.clause("receive"), Explanation("refusal.number", values))
    if move.is_pass:
        return _illegal_pass(look, move)
    if move.entering:
        return _refused_addition(look, move, "entries") if s.trickles else _wrong_step(look, move)
    origin, target = move.origin or "", move.target or ""
    cell = cell_of(origin)
    if s.top[cell] < 0:
        why = Explanation("refusal.empty", {"square": origin}, claims=(("empty", origin),))
        return look.reason(look.clause("run", 0), why)
    if origin[0] == target[0]:
        why = Explanation("refusal.step.forward", {"move": str(move)}, (origin, target))
        return look.reason(look.clause("plan"), why)
    numbers = [move.number] if move.number else look.numbers
    if not any(look.ask.run(s, number) >> cell & 1 for number in numbers):
        values = {"numbers": look.shown(move.number), "square": origin, "lane": lane_of(origin)}
        why = Explanation("refusal.forward.lane", values, (), (look.top(origin),))
        by = max(look.decider("run", number, aspect=lambda squares: squares >> cell & 1) for number in numbers)
        return look.reason_for("run", why, by, True, move)
    return _first_obstacle(look, move, _OF_ADVANCES) or _missing_number(look, move)


def _without_number(look: Look, move: Move) -> Reason:
    """Return the reason for a superfluous number; the move may be legal without it."""
    bare = replace(move, number=None)
    return _misspelt(look, move, str(bare)) if str(bare) in look.move_texts else refusal_reason(look, bare)


def _illegal_pass(look: Look, move: Move) -> Reason:
    """Return the reason for a pass although a move is possible."""
    able = [m for m in look.advances if not move.number or m >> state.NUMBER & 7 == move.number]
    passes = [m for m in look.packed_moves if not m >> state.MANY & 31]
    if not able and look.s.numbered and not move.number:
        return _misspelt(look, move, f"-={look.shown()[0]}")
    running = [m for m in able if m & 63 != state.HAND]
    origins = tuple(dict.fromkeys(square_name(m & 63) for m in running))
    entry = tuple(dict.fromkeys(square_name(m >> state.TO & 63) for m in able if m & 63 == state.HAND))
    values: dict[str, object] = {
        "numbers": look.shown(move.number), "pieces": tuple(map(look.top, origins)), "entry": entry,
    }  # fmt: skip
    claims = (("illegal", str(move)), *(("can advance", look.top(square)) for square in origins))
    why = Explanation("", values, origins + entry, claims=claims)
    free = passes or look.s.step == state.EITHER or (move.number and len(look.shown()) > 1)
    kind = "could" if free else "must"
    if not origins:
        return look.reason(look.clause("entries"), why._replace(key=f"refusal.forward.{kind}_enter"))
    key = f"refusal.forward.{kind}{'_any' if look.any_lane(move.number) else ''}{'_or_enter' if entry else ''}"
    if free:
        able_by = dict.fromkeys(m >> state.NUMBER & 7 for m in able)
        values["numbers"] = tuple(text for n in able_by for text in look.shown(n))
    return look.reason(look.clause("run", 0), why._replace(key=key))


def _wrong_distance(look: Look, move: Move, call: Call) -> Explanation | None:
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


# ---- all moves -------------------------------------------------------------------------------------------------------


def _first_obstacle(look: Look, move: Move, finders: dict[str, Finder]) -> Reason | None:
    """Return the reason of the first answer that rules the move out; the target is examined first."""
    cell, to = cell_of(move.origin or ""), cell_of(move.target or "")
    for call in look.calls:
        if call.name == "feasible" and not call.result and call.args[:3] == (cell, move.count, to):
            return _blocked_target(look, move, call)
    return _first_refusal(look, move, finders) or _wrong_block(look, move)


def _first_refusal(look: Look, move: Move, finders: dict[str, Finder]) -> Reason | None:
    """Return the reason of the first answer that rules the move out, in the order of questions, then of calls."""
    for name, find in finders.items():
        for call in look.calls:
            why = find(look, move, call) if call.name == name else None
            if why is not None:
                return look.reason_for(name, why, look.recorder.decider(look.s, call, True), True, move)
    return None


def _held(look: Look, move: Move, call: Call) -> Explanation | None:
    """The piece is held."""
    origin = move.origin or ""
    top = look.s.top[cell_of(origin)]
    return look.held(look.names.of[top], origin) if call.result and call.args == (top, cell_of(origin)) else None


def _wrong_block(look: Look, move: Move) -> Reason | None:
    """Return the reason if this number of hedgehogs cannot move at once from the square."""
    origin = move.origin or ""
    sizes = {call.result for call in look.calls if call.name == "larger" and call.args[0] == cell_of(origin)}
    if move.count == 1 or move.count in sizes:
        return None
    height = len(look.on(origin))
    values = {"square": origin, "count": move.count, "height": height}
    key = "refusal.block" if move.count <= height else "refusal.block_few"
    return look.reason(look.clause("larger"), Explanation(key, values, (origin,), (look.top(origin),)))


def _blocked_target(look: Look, move: Move, judged: Call) -> Reason:
    """Return why the displacement is impossible, from the square where it ends."""
    inside = [call for call in look.calls if call.inside(judged)]
    fault, cell = next(call.fault for call in inside if call.name == "reach")
    square, origin = square_name(cell), move.origin or ""
    if fault == SHUT:
        shut = [call for call in inside if call.name == "climbable" and call.args == (cell,) and not call.result]
        number = look.recorder.decider(look.s, shut[-1], True)
        return look.reason_for("climbable", look.blocked(square, origin), number, True, move)
    if fault == SLIPPING:
        shut = [call for call in inside if call.name == "climbable" and not call.result]
        why = Explanation("refusal.shut_slip", {"square": square}, (square, origin))
        return look.reason(look.questions["climbable"].clauses[look.recorder.decider(look.s, shut[-1], True)], why)
    setting = {WALL: "walls", TORN: "springs"}[fault]
    number = look.setting_variant(setting, lambda squares: squares >> cell & 1)
    why = Explanation("", {"square": square}, (square, origin), (look.top(origin),) if fault == WALL else ())
    return look.reason_for(setting, why, number, True, move)


def _refused_addition(look: Look, move: Move, name: str) -> Reason:
    """Return why a variant does not add a move of its kind."""
    asked = look.questions[name]
    for number in sorted(asked.refuses):
        if number in look.rules.variants:
            why = asked.refuses[number](look, move)
            if why is not None:
                return look.reason(why.clause or asked.clauses[number], why)
    return _missing_number(look, move)


def _missing_number(look: Look, move: Move) -> Reason:
    """Return the reason for a move without the number used."""
    bare = str(move).partition("=")[0]
    if not look.s.placement_names_piece:
        bare = bare[bare.find("@") :] if move.piece else bare
    origin, target = cell_of(move.origin) if move.origin else state.HAND, cell_of(move.target or "a1")
    for m in look.packed_moves if look.s.numbered else ():
        if (m & 63, m >> state.TO & 63, m >> state.MANY & 31) == (origin, target, move.count) and m >> state.NUMBER & 7:
            return _misspelt(look, move, f"{bare}={m >> state.NUMBER & 7}")
    return _misspelt(look, move, bare)


_OF_PLACING: dict[str, Finder] = {"climbable": _closed_start, "open_starts": _high_start, "placeable": _other_piece}
_OF_SIDE_STEPS: dict[str, Finder] = {"movers": _foreign, "held": _held, "open_rank": _full_rank}
_OF_ADVANCES: dict[str, Finder] = {"held": _held, "ahead": _wrong_distance, "together": _torn, "excluded": _excluded}
