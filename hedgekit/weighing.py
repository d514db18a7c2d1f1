"""How a player weighs the moves of a sister game: by what he makes of the position after each, or by trying them out.

Greedy looks once at every move.  Looking ahead shares its playouts among the moves; in each, everybody plays at random
for some rounds, and then the position is judged.  What a position is worth to a player a game says in `promise`.
"""

import random
from time import perf_counter
from typing import Any

from .judgement import FULL
from .skill import Skill, Weighed

PLIES = 2  # of a turn, mostly: a roll and a move


def weigh(game: Any, skill: Skill, rng: int) -> list[Weighed]:
    """The legal moves with a player's estimates, best first.

    rng: decides what he draws.  A player for whom a time is set looks until it is over.
    """
    source, player = random.Random(rng), game.turn
    moves = game.moves()
    totals, tries = [0] * len(moves), [0] * len(moves)
    plies = skill.rounds * PLIES * game.rules.players
    end = perf_counter() + skill.milliseconds / 1000
    looks = 0
    while looks < len(moves) or (perf_counter() < end if skill.milliseconds else looks < skill.playouts):
        at = looks % len(moves)
        twin = game.branch()
        twin.play(twin.moves()[at])
        totals[at] += round(FULL * twin.playout(source, plies).promise(player))
        tries[at] += 1
        looks += 1
    order = sorted(range(len(moves)), key=lambda at: -totals[at] / tries[at])
    return [Weighed(moves[at], totals[at], tries[at]) for at in order]
