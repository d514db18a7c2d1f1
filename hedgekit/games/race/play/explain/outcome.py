"""Reasons why a game is over once a move is played, and why it is worth what it is."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .....text.reasons import Explanation, Reason
from ...engine.board import PLAYERS
from ...engine.state import ANSWER, DRAW, OVER
from ...variants.declaring import VARIANTS
from ...variants.house_rules.registry import Registry
from .view import Look

_AIM = ("judge", "fulfils", "complete", "final_winners", "target")
"""The questions that say when a game is over and who has won."""
_MORE = {"complete": "because.ended.carrier", "final_winners": "because.ended.most"}
"""What the variants that answer these add to the base game's reason."""


def ended(look: Look, after: Any) -> Iterator[Reason]:
    """The clauses by which the game is over in the state after a move, and what they make it worth."""
    if after.step != OVER:
        return
    winners = [seat for seat in range(after.players) if after.won >> seat & 1]
    reached = [seat for seat in range(after.players) if look.ask.fulfils(after, seat) and not after.gone >> seat & 1]
    if after.stalled:
        yield _said(look, "0.10", "stuck", [])
    elif after.lazybones:
        kind = "nobody" if after.won == DRAW else "last" if after.last_wins else "lazy"
        yield _said(look, look.clause("judge"), kind, winners)
    elif reached:
        kind = ("firsts" if len(reached) > 1 else "first") if after.target > 1 else "first_one"
        one = "judge" if look.clause("judge") != "0.10" else "target"
        yield _said(look, look.clause(one, max(_answering(look, one), default=0)), kind, reached, after.target)
        if after.colours > 1:
            yield _said(look, "21.2", "colour", reached)
        for name, key in _MORE.items():
            if _answering(look, name):
                yield look.reason(look.clause(name), Explanation(key, {}))
    elif after.won == DRAW:
        yield _said(look, look.clause("judge"), "nobody_left", [])
    elif look.s.step != ANSWER:
        yield _said(look, look.clause("judge"), "alone", winners)
    yield from _house_rules(look)
    if look.played or not any(field.known == "own" for field in look.names.fields):  # else that would tell a secret
        yield from _worth(look, after)


def _said(look: Look, clause: str, kind: str, seats: list[int], count: int = 0) -> Reason:
    values = {"players": tuple(PLAYERS[seat] for seat in seats), "count": count}
    return look.reason(clause, Explanation(f"because.ended.{kind}", values))


def _answering(look: Look, name: str) -> list[int]:
    """The variants in play that answer a question."""
    return [number for number in look.rules.variants if number and number in look.questions[name].clauses]


def _house_rules(look: Look) -> Iterator[Reason]:
    """Rules of a reader's own that have a say in the end."""
    found = {number: name for name in _AIM for number in _answering(look, name) if number not in VARIANTS}
    for number, name in found.items():
        yield look.because_of(name, Explanation("because.variant", {}), number, False)


def _worth(look: Look, after: Any) -> Iterator[Reason]:
    """What the game is worth to each player, with the clause of its scoring."""
    for seat in range(after.players if after.scored else 0):
        points = int(look.ask.score(after, seat))
        if (why := points_reason(look.ask, look.rules.registry, after, seat, points)) is not None:
            values = {"player": PLAYERS[seat], "points": f"{points:+d}" if points else "0", "why": why}
            yield look.reason(why.clause, Explanation("because.worth", values))


def points_explained(game: Any) -> dict[str, Reason]:
    """Player -> the reason of his points; {} while the game is running and where the rules give none."""
    ask, registry, state, points = game.answers, game.rules.registry, game.state, game.points() or {}
    found = {one: points_reason(ask, registry, state, PLAYERS.index(one), many) for one, many in points.items()}
    return {player: reason for player, reason in found.items() if reason is not None}


def points_reason(ask: Any, registry: Registry, s: Any, seat: int, points: int) -> Reason | None:
    """Why a game that is over brings a player these points; None where the rules give no reason."""
    reason: Reason | None = ask.points_reason(s, seat, points)
    if reason is None:
        return None
    home = (s.finished & s.pieces_of[seat]).bit_count()
    return replace(
        reason, values={"player": PLAYERS[seat], "home": home, **reason.values}, rule_texts=registry.rule_texts
    )
