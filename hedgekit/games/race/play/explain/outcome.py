"""Reasons for the end of a game after a move, and for its points."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .....text.reasons import Explanation, Reason
from ...engine.board import PLAYERS
from ...engine.state import ANSWER, DRAW, OVER
from ...variants.declaring import VARIANTS
from ...variants.house_rules.registry import Registry
from .view import Look

_END_QUESTIONS = ("judge", "fulfils", "complete", "final_winners", "target")
"""The questions that determine the end of the game and the winner."""
_ADDED = {"complete": "because.ended.carrier", "final_winners": "because.ended.most"}
"""Question -> key of the reason that variants with an answer add to the base game's."""


def ended(look: Look, after: Any) -> Iterator[Reason]:
    """Yield the reasons why the game is over in the state after a move, and for its points."""
    if after.step != OVER:
        return
    winners = [seat for seat in range(after.players) if after.won >> seat & 1]
    reached = [seat for seat in range(after.players) if look.ask.fulfils(after, seat) and not after.gone >> seat & 1]
    if after.stalled:
        yield _ending(look, "0.10", "stuck", [])
    elif after.lazybones:
        kind = "nobody" if after.won == DRAW else "last" if after.last_wins else "lazy"
        yield _ending(look, look.clause("judge"), kind, winners)
    elif reached:
        kind = ("firsts" if len(reached) > 1 else "first") if after.target > 1 else "first_one"
        name = "judge" if look.clause("judge") != "0.10" else "target"
        clause = look.clause(name, max(_variants_with(look, name), default=0))
        yield _ending(look, clause, kind, reached, after.target)
        if after.colours > 1:
            yield _ending(look, "21.2", "colour", reached)
        for name, key in _ADDED.items():
            if _variants_with(look, name):
                yield look.reason(look.clause(name), Explanation(key, {}))
    elif after.won == DRAW:
        yield _ending(look, look.clause("judge"), "nobody_left", [])
    elif look.s.step != ANSWER:
        yield _ending(look, look.clause("judge"), "alone", winners)
    yield from _house_rule_reasons(look)
    if look.played or not any(field.known == "own" for field in look.names.fields):  # else it would reveal a secret
        yield from _points(look, after)


def _ending(look: Look, clause: str, kind: str, seats: list[int], count: int = 0) -> Reason:
    values = {"players": tuple(PLAYERS[seat] for seat in seats), "count": count}
    return look.reason(clause, Explanation(f"because.ended.{kind}", values))


def _variants_with(look: Look, name: str) -> list[int]:
    """Return the variants in play that answer a question."""
    return [number for number in look.rules.variants if number and number in look.questions[name].clauses]


def _house_rule_reasons(look: Look) -> Iterator[Reason]:
    """Yield the house rules that affect the end."""
    found = {number: name for name in _END_QUESTIONS for number in _variants_with(look, name) if number not in VARIANTS}
    for number, name in found.items():
        yield look.reason_for(name, Explanation("because.variant", {}), number, False)


def _points(look: Look, after: Any) -> Iterator[Reason]:
    """Yield each player's points, with the clause of the scoring."""
    for seat in range(after.players if after.scored else 0):
        points = int(look.ask.score(after, seat))
        if (why := points_reason(look.ask, look.rules.registry, after, seat, points)) is not None:
            values = {"player": PLAYERS[seat], "points": f"{points:+d}" if points else "0", "why": why}
            yield look.reason(why.clause, Explanation("because.worth", values))


def points_reasons(game: Any) -> dict[str, Reason]:
    """Return player -> reason for their points; {} while the game is running, or if the rules count none."""
    ask, registry, state, points = game.answers, game.rules.registry, game.state, game.points() or {}
    found = {one: points_reason(ask, registry, state, PLAYERS.index(one), many) for one, many in points.items()}
    return {player: reason for player, reason in found.items() if reason is not None}


def points_reason(ask: Any, registry: Registry, s: Any, seat: int, points: int) -> Reason | None:
    """Return the reason for a player's points in a finished game; None if the rules have none."""
    reason: Reason | None = ask.points_reason(s, seat, points)
    if reason is None:
        return None
    values = {"player": PLAYERS[seat], "home": (s.finished & s.pieces_of[seat]).bit_count(), **reason.values}
    return replace(reason, values=values, rule_texts=registry.rule_texts)
