"""Reasons why a move is legal, and what it does.

They are the answers that put the move on the list, and those that take effect when it is played on a copy.  A variant
is named if its answer differs from the base game's, with the sentence declared with the answer (`yes`), or its own.
"""

from collections.abc import Iterator
from typing import Any

from .....text.reasons import Claim, Explanation, Reason
from .....text.words import SOURCE, table
from ...engine import state
from ...engine.board import RANKS, cell_of, squares_of
from ...engine.tracing import Call
from ...notation.conversion import STEPS
from ...notation.moves import Move
from .outcome import ended
from .view import Look

_EFFECT_KEYS = "block wrap push stack_ spring slip hole march turn doped ended worth variant"
EFFECTS = tuple(f"because.{key}" for key in _EFFECT_KEYS.split())
"""Prefixes of the keys of reasons that describe effects."""

ONE_REASON = ("roll", "lane", "keep", "shuffle", "secret", "offer", "announce", "joker")
"""The steps at which all moves have the same reason."""


def reasons_for(look: Look, move: Move, packed: int) -> tuple[Reason, ...]:
    """Return the reasons that allow or force a legal move, the most important first; packed: the move in the engine."""
    if (step := STEPS[look.s.step]) in ONE_REASON:
        key = "because.rolls" if len(move.outcome) > 1 else f"because.{step}"
        return (look.reason(look.clause_of_step(), Explanation(key, {})),)
    if step == "place":
        return (_why_place(look, move),)
    if step == "answer":
        return tuple(_why_answer(look, move, packed))
    effects = list(_effects(look, move, packed))
    reasons = effects if move.is_pass and effects else [*_why_listed(look, move, packed), *effects]
    return tuple({(one.clause, one.key, one.values["player"]): one for one in reasons}.values())


def effect_reasons(look: Look, move: Move, packed: int) -> tuple[Reason, ...]:
    """Return the reasons that describe effects of a legal move, beyond those of the base game."""
    if look.s.step not in (state.SIDEWAYS, state.FORWARD, state.EITHER, state.ANSWER):
        return ()
    effects = [reason for reason in reasons_for(look, move, packed) if reason.key.startswith(EFFECTS)]
    return tuple(reason for reason in effects if reason.clause != "0.10" or ".ended" in reason.key)


def _why_answer(look: Look, move: Move, packed: int) -> Iterator[Reason]:
    """Yield what accepting or refusing a double means and costs (22, 25)."""
    after, number = look.s.copy(), look.clause_of_step().partition(".")[0]
    look.ask.play(after, packed)
    if move.word == "take":
        yield look.reason(f"{number}.4", Explanation("because.take", {"cube": str(look.s.cube)}))
    else:
        key = "because.drop" if number == "22" else "because.leave"
        yield look.reason(f"{number}.3", Explanation(key, {"lost": str(after.lost[look.s.turn] - 1)}))
    yield from ended(look, after)


def _why_place(look: Look, move: Move) -> Reason:
    square = move.target or ""
    open_to = [start for start in look.start_squares() if look.ask.climbable(look.s, cell_of(start))]
    height = {start: len(look.on(start)) for start in open_to}
    lowest = tuple(start for start in open_to if height[start] == min(height.values()))
    if square in lowest:
        least = min(len(look.on(start)) for start in look.start_squares())
        key = "because.place.low" if height[square] == least else "because.place.low_open"
        return look.reason(look.clause("open_starts"), Explanation(key, {"square": square}, claims=(("low", square),)))
    key = "because.place.exception" if open_to == look.start_squares() else "because.place.exception_open"
    why = Explanation(key, {"lowest": lowest}, (square, *lowest))
    return look.reason(look.clause("cover"), why)


# ---- why it is legal -------------------------------------------------------------------------------------------------


def _why_listed(look: Look, move: Move, packed: int) -> Iterator[Reason]:
    """Yield why the move is listed: the answer that added it, or the plain rule and the answers that allow it."""
    adder = _adding_variant(look, packed)
    if adder is not None:
        name, number = adder
        squares = tuple(filter(None, (move.origin, move.target)))
        yield look.reason_for(name, Explanation("", {"square": move.target or ""}, squares), number, False, move)
    elif move.is_pass:
        yield _why_pass(look, move)
    else:
        yield from _why_move(look, move)


def _adding_variant(look: Look, packed: int) -> tuple[str, int] | None:
    """Return the question and the variant that added the move to the list, if any."""
    found = None
    for call in look.all_calls:
        if call.name in ("entries", "climbs") and packed in call.listed:
            below = [inner for inner in look.all_calls if inner.outer is call and inner.name == call.name]
            first = below[-1].result if below else call.args[-1]
            if packed in call.listed[first:]:
                found = call.name, call.number
    return found


def _why_pass(look: Look, move: Move) -> Reason:
    """Return why a pass is legal: no move is required, or none is possible."""
    if look.s.step == state.SIDEWAYS:
        return look.reason(look.clause("movers", 0), Explanation("because.pass", {}))
    number = move.number or look.numbers[0]
    if any(m >> state.NUMBER & 7 == number for m in look.advances):
        return look.reason_for("optional", Explanation("", {}), _allowing_variant(look, "optional", (number,)), False)
    squares = squares_of(look.ask.run(look.s, number))
    pieces = tuple(map(look.top, squares))
    values: dict[str, object] = {"number": number}
    if look.any_lane(number):
        return look.reason(look.clause("run", 0), Explanation("because.none_free", values, squares, pieces))
    lane = str(number)
    if not squares:
        why = Explanation("because.empty_lane", values, claims=(("empty lane", lane),))
    else:
        why = Explanation("because.all_held", values, squares, pieces, (("cannot advance", lane),))
    return look.reason(look.clause("run", 0), why)


def _allowing_variant(look: Look, name: str, args: tuple[object, ...], **aspect: Any) -> int:
    """Return the variant that decided the answer to a question with these first arguments."""
    calls = [call for call in look.calls if call.name == name and call.args[: len(args)] == args]
    return max((look.recorder.decider(look.s, call, False, **aspect) for call in calls), default=0)


def _why_move(look: Look, move: Move) -> Iterator[Reason]:
    origin, target = move.origin or "", move.target or ""
    cell, piece = cell_of(origin), look.top(origin)
    if move.count > 1:
        why = Explanation("", {"count": move.count, "square": origin}, (origin,), (piece,))
        yield look.reason_for("larger", why, _allowing_variant(look, "larger", (cell,)), False)
    if origin and origin[0] == target[0]:
        yield _why_side_step(look, piece, origin, target)
    else:
        yield from _why_advance(look, move, piece, origin, target)
    yield from _why_not_held(look, move, piece, origin)


def _why_side_step(look: Look, piece: str, origin: str, target: str) -> Reason:
    owner: Claim = ("owner" if look.owns(piece) else "not owner", piece, look.player)
    why = Explanation("because.sideways", {"piece": piece, "target": target}, (origin, target), (piece,), (owner,))
    if not look.owns(piece):
        number = _allowing_variant(look, "movers", (), aspect=lambda squares: squares >> cell_of(origin) & 1)
        return look.reason_for("movers", why, number, False)
    if abs(cell_of(origin) - cell_of(target)) > RANKS:
        wrapped = why._replace(values={**why.values, "meeting": (origin[1], target[1])})
        for name in ("wrap", "low", "high"):
            if number := look.setting_variant(name, lambda to: to):
                return look.reason_for(name, wrapped, number, False)
    return look.reason(look.clause("movers", 0), why)


def _why_advance(look: Look, move: Move, piece: str, origin: str, target: str) -> Iterator[Reason]:
    """Yield variants without which the path or the lane would differ, and the plain rule."""
    cell, bare = cell_of(origin), Explanation("", {}, (origin, target), (piece,))
    only = len(look.packed_moves) == 1 and look.s.step == state.FORWARD
    whose = f"{'own' if look.owns(piece) else 'foreign'}{'_only' if only else ''}"
    numbers = [move.number] if move.number else list(look.numbers)
    wild = [n for n in numbers if look.any_lane(n)]
    if number := _allowing_variant(look, "ahead", (look.s.top[cell], cell)):
        yield look.reason_for("ahead", bare, number, False, move)
    opener = max(_allowing_variant(look, "run", (n,), aspect=lambda squares: squares >> cell & 1) for n in numbers)
    if opener:
        yield look.reason_for("run", bare, opener, False, move)
    claims: tuple[Claim, ...] = (("owner" if look.owns(piece) else "not owner", piece, look.player),)
    claims += (("only", str(move)),) if only else (("ahead", piece, target),)
    values = {"piece": piece, "numbers": look.shown(move.number)}
    why = bare._replace(values=values, claims=claims)
    if wild:
        number = max(_allowing_variant(look, "everywhere", (n,)) for n in wild)
        clause = look.questions["everywhere"].clauses[number]
        yield look.reason(clause, why._replace(key=f"because.anywhere.{whose}"))
    elif only or not opener:
        yield look.reason(look.clause("run", 0), why._replace(key=f"because.forward.{whose}"))


def _why_not_held(look: Look, move: Move, piece: str, origin: str) -> Iterator[Reason]:
    """Yield why a black square does not hold the piece."""
    s, cell = look.s, cell_of(origin)
    if not look.rules.settings["black"] >> cell & 1:
        return
    if not s.holds >> cell & 1:
        if look.behind(piece, origin):
            number = look.setting_variant("holds", lambda squares: squares >> cell & 1)
            yield look.reason_for("holds", Explanation("", {"square": origin, "piece": piece}), number, False)
        return
    number = _allowing_variant(look, "held", (look.names.number[piece], cell)) or look.explaining_variant("held")
    if number:
        yield look.reason_for("held", Explanation("", {"piece": piece, "square": origin}), number, False, move)
    elif not look.behind(piece, origin):
        why = Explanation("because.released", {"piece": piece, "square": origin}, claims=(("nobody behind", piece),))
        yield look.reason(look.clause("held", 0), why)


# ---- effects ---------------------------------------------------------------------------------------------------------


def _effects(look: Look, move: Move, packed: int) -> Iterator[Reason]:
    """Yield the answers that take effect when the move is played: on the way, at its end, on others."""
    copy = look.s.copy()
    calls = look.recorder.record("play", copy, packed)
    if move.target and move.target != move.origin:
        yield from _square_effects(look, move)
        yield from _push_effects(look, move, calls)
    acting = look.recorder.actors(calls)
    for name in dict.fromkeys(call.name for call in acting):
        mine = [call for call in acting if call.name == name]
        if name == "finish":
            pieces_home = dict.fromkeys(call.args[0] for call in mine)
            by_piece = [(piece, _notable_variant(look, mine, piece)) for piece in pieces_home]
        else:
            turned = (copy.back ^ look.s.back) & ~(copy.finished | copy.out) if name == "turns" else 0
            number = max(call.number for call in mine)
            by_piece = [(look.names.number[piece], number) for piece in look.names.set(turned)]
            by_piece = by_piece or [(-1, number)]
        for number in dict.fromkeys(number for _, number in by_piece):
            if not number and not {0, *look.questions[name].explains} & {*look.questions[name].yes}:
                continue  # the base game has no sentence for it, and no variant answers
            pieces = tuple(look.names.of[piece] for piece, one in by_piece if one == number and piece >= 0)
            yield _effect(look, move, name, number, pieces)
    yield from ended(look, copy)


def _notable_variant(look: Look, calls: list[Call], piece: int) -> int:
    """Return whose answer to report if several act on a piece that is home: one that differs from the base game."""
    yes = look.questions["finish"].yes
    numbers = [call.number for call in calls if call.args[0] == piece]
    return max((number for number in numbers if yes.get(number) != yes[0]), default=max(numbers))


def _effect(look: Look, move: Move, name: str, number: int, pieces: tuple[str, ...]) -> Reason:
    """Return the effect of a variant's answer on pieces; the key of a sentence about several ends in s."""
    values = {"piece": (*pieces, look.top(move.origin) if move.origin else "")[0], "square": move.target or ""}
    why = Explanation("", {**values, "pieces": pieces})
    if number in look.questions[name].explains:
        return look.reason_for(name, why, number, False, move)
    why = look.worded(name, why, number, False)
    if name == "finish" and f"{why.key}_of_several" in table(SOURCE) and move.count > 1:
        why = why._replace(key=f"{why.key}_of_several")
    if len(pieces) > 1 and f"{why.key}s" in table(SOURCE):
        why = why._replace(key=f"{why.key}s")
    return look.reason(why.clause, look.with_values(why, number, False, move) if number else why)


def _square_effects(look: Look, move: Move) -> Iterator[Reason]:
    """Yield the effects of the target square."""
    target = move.target or ""
    cell = cell_of(target)
    effects = [name for name in ("springs", "slips", "holes") if getattr(look.s, name) >> cell & 1]
    for name in effects:
        number = look.setting_variant(name, lambda squares: squares >> cell & 1)
        yield look.reason_for(name, Explanation("", {"square": target}), number, False, move)
    if look.rules.settings["black"] >> cell & 1 and not look.s.holds >> cell & 1 and not effects:
        number = look.setting_variant("holds", lambda squares: squares >> cell & 1)
        yield look.reason_for("holds", Explanation("", {"square": target}), number, False)


def _push_effects(look: Look, move: Move, calls: list[Call]) -> Iterator[Reason]:
    """Yield who is pushed, or why nobody is, under rules with pushing."""
    for call in calls:
        moving = call.outer is not None and call.outer.name == "reach" and call.outer.outer is not None
        if call.name == "pushes" and call.result and moving and call.outer.outer.name == "displace":  # type: ignore[union-attr]
            (square,) = squares_of(1 << call.args[2])
            why = Explanation("", {"square": square}, (square,), tuple(look.on(square)))
            yield look.reason_for("pushes", why, look.recorder.decider(look.s, call, False), False)
            return
    if move.origin and move.target and look.on(move.target):
        for number, why_not in look.questions["pushes"].refuses.items():
            if number in look.rules.variants and (stacked := why_not(look, move)):
                yield look.reason(stacked.clause, stacked)
