"""Reasons why a move is legal: the answers that list it, and those that determine what it does.

`allowed(look, move)` for a legal move: what the list of moves was told about it, and whose answers did something when
it is played on a copy.  A variant is named where its answer differs from what the base game would say, by the sentence
that stands with the answer (`yes`), or by the variant's own.
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

_DOES = "block wrap push stack_ spring slip hole march turn doped ended worth variant"
DOES = tuple(f"because.{key}" for key in _DOES.split())
"""How the keys of reasons begin that say what a move does."""

ONE_REASON = ("roll", "lane", "keep", "shuffle", "secret", "offer", "announce", "joker")
"""The steps at which one sentence allows everything."""


def allowed(look: Look, move: Move, packed: int) -> tuple[Reason, ...]:
    """The clauses that allow or force a legal move, the most telling first; packed: the move as the engine lists it."""
    if (step := STEPS[look.s.step]) in ONE_REASON:
        key = "because.rolls" if len(move.outcome) > 1 else f"because.{step}"
        return (look.reason(look.clause_of_step(), Explanation(key, {})),)
    if step == "place":
        return (_placed(look, move),)
    if step == "answer":
        return tuple(_answered(look, move, packed))
    effects = list(_effects(look, move, packed))
    reasons = effects if move.is_pass and effects else [*_listed(look, move, packed), *effects]
    return tuple({(one.clause, one.key, one.values["player"]): one for one in reasons}.values())


def outcome(look: Look, move: Move, packed: int) -> tuple[Reason, ...]:
    """Of the reasons for a legal move those that say what it does, beyond what the base game's moves do."""
    if look.s.step not in (state.SIDEWAYS, state.FORWARD, state.EITHER, state.ANSWER):
        return ()
    reasons = allowed(look, move, packed)
    return tuple(one for one in reasons if one.key.startswith(DOES) and (one.clause != "0.10" or ".ended" in one.key))


def _answered(look: Look, move: Move, packed: int) -> Iterator[Reason]:
    """What taking or refusing a double means, and costs (22, 25)."""
    after, number = look.s.copy(), look.clause_of_step().partition(".")[0]
    look.ask.play(after, packed)
    if move.word == "take":
        yield look.reason(f"{number}.4", Explanation("because.take", {"cube": str(look.s.cube)}))
    else:
        key = "because.drop" if number == "22" else "because.leave"
        yield look.reason(f"{number}.3", Explanation(key, {"lost": str(after.lost[look.s.turn] - 1)}))
    yield from ended(look, after)


def _placed(look: Look, move: Move) -> Reason:
    square = move.target or ""
    open_to = [start for start in look.start_squares() if look.ask.climbable(look.s, cell_of(start))]
    height = {start: len(look.on(start)) for start in open_to}
    lowest = tuple(start for start in open_to if height[start] == min(height.values()))
    if square in lowest:
        least = min(len(look.on(start)) for start in look.start_squares())
        key = "because.place.low" if height[square] == least else "because.place.low_open"
        return look.reason(look.clause("open_starts"), Explanation(key, {"square": square}, claims=(("low", square),)))
    key = "because.place.exception" if open_to == look.start_squares() else "because.place.exception_open"
    told = Explanation(key, {"lowest": lowest}, (square, *lowest))
    return look.reason(look.clause("cover"), told)


# ---- what lists it ---------------------------------------------------------------------------------------------------


def _listed(look: Look, move: Move, packed: int) -> Iterator[Reason]:
    """Why the move is in the list: the answer that added it, or the plain rule and the answers that opened it."""
    adder = _adder(look, packed)
    if adder is not None:
        name, number = adder
        squares = tuple(filter(None, (move.origin, move.target)))
        yield look.because_of(name, Explanation("", {"square": move.target or ""}, squares), number, False, move)
    elif move.is_pass:
        yield _passed(look, move)
    else:
        yield from _moved(look, move)


def _adder(look: Look, packed: int) -> tuple[str, int] | None:
    """The question and the variant that appended the move to the list, if one did."""
    found = None
    for call in look.asked:
        if call.name in ("entries", "climbs") and packed in call.listed:
            below = [inner for inner in look.asked if inner.outer is call and inner.name == call.name]
            first = below[-1].result if below else call.args[-1]
            if packed in call.listed[first:]:
                found = call.name, call.number
    return found


def _passed(look: Look, move: Move) -> Reason:
    """Nothing is done: it need not be, or nothing can be."""
    if look.s.step == state.SIDEWAYS:
        return look.reason(look.clause("movers", 0), Explanation("because.pass", {}))
    number = move.number or look.numbers[0]
    if any(m >> state.NUMBER & 7 == number for m in look.advances):
        return look.because_of("optional", Explanation("", {}), _opener(look, "optional", (number,)), False)
    squares = squares_of(look.ask.run(look.s, number))
    pieces = tuple(map(look.top, squares))
    values: dict[str, object] = {"number": number}
    if look.any_lane(number):
        return look.reason(look.clause("run", 0), Explanation("because.none_free", values, squares, pieces))
    lane = str(number)
    if not squares:
        return look.reason(
            look.clause("run", 0), Explanation("because.empty_lane", values, claims=(("empty lane", lane),))
        )
    told = Explanation("because.all_held", values, squares, pieces, (("cannot advance", lane),))
    return look.reason(look.clause("run", 0), told)


def _opener(look: Look, name: str, args: tuple[object, ...], **aspect: Any) -> int:
    """The variant that decided the answer to a question which begins with these arguments."""
    calls = [call for call in look.calls if call.name == name and call.args[: len(args)] == args]
    return max((look.recorder.decider(look.s, call, False, **aspect) for call in calls), default=0)


def _moved(look: Look, move: Move) -> Iterator[Reason]:
    origin, target = move.origin or "", move.target or ""
    cell, piece = cell_of(origin), look.top(origin)
    if move.count > 1:
        told = Explanation("", {"count": move.count, "square": origin}, (origin,), (piece,))
        yield look.because_of("larger", told, _opener(look, "larger", (cell,)), False)
    if origin and origin[0] == target[0]:
        yield _aside(look, piece, origin, target)
    else:
        yield from _advanced(look, move, piece, origin, target)
    yield from _freed(look, move, piece, origin)


def _aside(look: Look, piece: str, origin: str, target: str) -> Reason:
    owner: Claim = ("owner" if look.owns(piece) else "not owner", piece, look.player)
    told = Explanation("because.sideways", {"piece": piece, "target": target}, (origin, target), (piece,), (owner,))
    if not look.owns(piece):
        number = _opener(look, "movers", (), aspect=lambda squares: squares >> cell_of(origin) & 1)
        return look.because_of("movers", told, number, False)
    if abs(cell_of(origin) - cell_of(target)) > RANKS:
        wrapped = told._replace(values={**told.values, "meeting": (origin[1], target[1])})
        for name in ("wrap", "low", "high"):
            if number := look.chosen_by(name, lambda to: to):
                return look.because_of(name, wrapped, number, False)
    return look.reason(look.clause("movers", 0), told)


def _advanced(look: Look, move: Move, piece: str, origin: str, target: str) -> Iterator[Reason]:
    """Variants without which the way, or the lane, would be another; and the plain rule."""
    cell, bare = cell_of(origin), Explanation("", {}, (origin, target), (piece,))
    only = len(look.listed) == 1 and look.s.step == state.FORWARD
    whose = f"{'own' if look.owns(piece) else 'foreign'}{'_only' if only else ''}"
    numbers = [move.number] if move.number else list(look.numbers)
    wild = [n for n in numbers if look.any_lane(n)]
    if number := _opener(look, "ahead", (look.s.top[cell], cell)):
        yield look.because_of("ahead", bare, number, False, move)
    opener = max(_opener(look, "run", (n,), aspect=lambda squares: squares >> cell & 1) for n in numbers)
    if opener:
        yield look.because_of("run", bare, opener, False, move)
    claims: tuple[Claim, ...] = (("owner" if look.owns(piece) else "not owner", piece, look.player),)
    claims += (("only", str(move)),) if only else (("ahead", piece, target),)
    values = {"piece": piece, "numbers": look.shown(move.number)}
    told = bare._replace(values=values, claims=claims)
    if wild:
        number = max(_opener(look, "everywhere", (n,)) for n in wild)
        clause = look.questions["everywhere"].clauses[number]
        yield look.reason(clause, told._replace(key=f"because.anywhere.{whose}"))
    elif only or not opener:
        yield look.reason(look.clause("run", 0), told._replace(key=f"because.forward.{whose}"))


def _freed(look: Look, move: Move, piece: str, origin: str) -> Iterator[Reason]:
    """A black square that might hold the piece does not."""
    s, cell = look.s, cell_of(origin)
    if not look.rules.settings["black"] >> cell & 1:
        return
    if not s.holds >> cell & 1:
        if look.behind(piece, origin):
            number = look.chosen_by("holds", lambda squares: squares >> cell & 1)
            yield look.because_of("holds", Explanation("", {"square": origin, "piece": piece}), number, False)
        return
    number = _opener(look, "held", (look.names.number[piece], cell)) or look.speaker("held")
    if number:
        yield look.because_of("held", Explanation("", {"piece": piece, "square": origin}), number, False, move)
    elif not look.behind(piece, origin):
        told = Explanation("because.released", {"piece": piece, "square": origin}, claims=(("nobody behind", piece),))
        yield look.reason(look.clause("held", 0), told)


# ---- what it does ----------------------------------------------------------------------------------------------------


def _effects(look: Look, move: Move, packed: int) -> Iterator[Reason]:
    """Whose answers do something when the move is played: on the way, where it arrives, to others."""
    copy = look.s.copy()
    calls = look.recorder.record("play", copy, packed)
    if move.target and move.target != move.origin:
        yield from _of_squares(look, move)
        yield from _of_pushes(look, move, calls)
    acting = look.recorder.actors(calls)
    for name in dict.fromkeys(call.name for call in acting):
        mine = [call for call in acting if call.name == name]
        if name == "finish":
            by_piece = [(piece, _loudest(look, mine, piece)) for piece in dict.fromkeys(call.args[0] for call in mine)]
        else:
            turned = (copy.back ^ look.s.back) & ~(copy.finished | copy.out) if name == "turns" else 0
            number = max(call.number for call in mine)
            by_piece = [(look.names.number[piece], number) for piece in look.names.set(turned)]
            by_piece = by_piece or [(-1, number)]
        for number in dict.fromkeys(number for _, number in by_piece):
            if not number and not {0, *look.questions[name].explains} & {*look.questions[name].yes}:
                continue  # the base game has no sentence for it, and no variant answers
            pieces = tuple(look.names.of[piece] for piece, one in by_piece if one == number and piece >= 0)
            yield _acted(look, move, name, number, pieces)
    yield from ended(look, copy)


def _loudest(look: Look, calls: list[Call], piece: int) -> int:
    """Whose answer to tell where several act on a piece that is home: one that says more than the base game."""
    yes = look.questions["finish"].yes
    numbers = [call.number for call in calls if call.args[0] == piece]
    return max((number for number in numbers if yes.get(number) != yes[0]), default=max(numbers))


def _acted(look: Look, move: Move, name: str, number: int, pieces: tuple[str, ...]) -> Reason:
    """What the answer of a variant does to these pieces; a sentence about several of them ends its key in s."""
    values = {"piece": (*pieces, look.top(move.origin) if move.origin else "")[0], "square": move.target or ""}
    told = Explanation("", {**values, "pieces": pieces})
    if number in look.questions[name].explains:
        return look.because_of(name, told, number, False, move)
    told = look.worded(name, told, number, False)
    if name == "finish" and f"{told.key}_of_several" in table(SOURCE) and move.count > 1:
        told = told._replace(key=f"{told.key}_of_several")
    if len(pieces) > 1 and f"{told.key}s" in table(SOURCE):
        told = told._replace(key=f"{told.key}s")
    return look.reason(told.clause, look.filled(told, number, False, move) if number else told)


def _of_squares(look: Look, move: Move) -> Iterator[Reason]:
    """What the square of arrival does to whoever comes there."""
    target = move.target or ""
    cell = cell_of(target)
    effects = [name for name in ("springs", "slips", "holes") if getattr(look.s, name) >> cell & 1]
    for name in effects:
        number = look.chosen_by(name, lambda squares: squares >> cell & 1)
        yield look.because_of(name, Explanation("", {"square": target}), number, False, move)
    if look.rules.settings["black"] >> cell & 1 and not look.s.holds >> cell & 1 and not effects:
        number = look.chosen_by("holds", lambda squares: squares >> cell & 1)
        yield look.because_of("holds", Explanation("", {"square": target}), number, False)


def _of_pushes(look: Look, move: Move, calls: list[Call]) -> Iterator[Reason]:
    """Who is pushed, or why nobody is, where hedgehogs push."""
    for call in calls:
        moving = call.outer is not None and call.outer.name == "reach" and call.outer.outer is not None
        if call.name == "pushes" and call.result and moving and call.outer.outer.name == "displace":  # type: ignore[union-attr]
            (square,) = squares_of(1 << call.args[2])
            told = Explanation("", {"square": square}, (square,), tuple(look.on(square)))
            yield look.because_of("pushes", told, look.recorder.decider(look.s, call, False), False)
            return
    if move.origin and move.target and look.on(move.target):
        for number, why_not in look.questions["pushes"].refuses.items():
            if number in look.rules.variants and (stacked := why_not(look, move)):
                yield look.reason(stacked.clause, stacked)
