"""How a scoring of Hekla goes, picture by picture: the line, who advances, the eruption, and the next line."""

from __future__ import annotations

from typing import Any

from hedgekit.board import PLAYERS
from hedgekit.hekla import Position
from hedgekit.hekla.rules import displaced
from hedgekit.hekla.scoring import erupted


def story(game: Any) -> tuple[Any, ...]:
    """The positions between the last move and what the board shows now; () if it has scored nothing."""
    scorings = game.trace if game.ply else ()
    if not scorings:
        return ()
    twin = game.copy()
    move = twin.read_move(twin.undo())
    before = twin.position
    stacks, hand = dict(before.stacks), before.hand
    if not move.line:
        stacks, hand, _ = displaced(before, move)
    circles, told = before.circles, []
    for scoring in scorings:
        told.append(Position(stacks, circles, hand, (scoring.line,), 0, before.turn, "score"))
        ends = {advance.player: advance.end for advance in scoring.advances}
        circles = tuple(ends.get(player, count) for player, count in zip(PLAYERS, circles, strict=False))
        told.append(Position(stacks, circles, hand, (scoring.line,), 0, before.turn, "score"))
        stacks = erupted(stacks, scoring.middle, scoring.lava)
        hand = tuple(sorted((*hand, *scoring.returned)))
        told.append(Position(stacks, circles, hand, (), 0, before.turn, "play"))
    return tuple(told[:-1])  # what the last eruption leaves is shown anyway
