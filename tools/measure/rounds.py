"""Simulate tournaments (20) of four players of known strength: how often is the best one first after n rounds?

Games are played in each of the four seatings; a tournament is a random sample of them, with rotating seats, ranked as
in `hedgekit.games.race.play.rounds`: by points, then by games won; ties share the place.

`rounds.json` has players: best first; points: per game; games: number played; first: rounds -> share of tournaments won
by the best.
"""

from itertools import accumulate
from random import Random
from typing import Any

import hedgekit

from .checkpoint import Checkpoint
from .sets import Report

BEST_FIRST = ("master", "lookahead", "learned", "greedy")
ROUNDS = (1, 2, 3, 4, 6, 8, 12, 16, 20, 30)
GAMES, TOURNAMENTS = 150, 20_000  # games from each seating

Scores = list[tuple[int, int]]  # of a game: each player's points, and 1 if nobody had more; best player first


def play(turned: int, seed: int, games: int) -> list[Scores]:
    """Play games with every player's seat moved by this many."""
    many = len(BEST_FIRST)
    seats = [BEST_FIRST[(seat + turned) % many] for seat in range(many)]
    result = hedgekit.simulate(f"20 players={many}", games, seats, seed=seed)
    columns = [[int(one) for one in result[f"points_{result.seats[seats.index(name)]}"]] for name in BEST_FIRST]
    return [[(one, int(one == max(game))) for one in game] for game in zip(*columns, strict=True)]


def best_is_first(scores: Scores) -> float:
    """Return 1 if the best player is alone in first place, a fraction if they share it, else 0."""
    return (scores[0] == max(scores)) / scores.count(scores[0])


def measure(seed: int, scale: float, report: Report, checkpoint: Checkpoint | None = None) -> dict[str, Any]:
    """Return each player's mean points per game, and the share of tournaments won by the best, by rounds."""
    checkpoint, games = checkpoint or Checkpoint(), max(1, round(GAMES * scale))
    seatings: list[list[Scores]] = []
    for turned in range(len(BEST_FIRST)):
        seatings.append(checkpoint.of(f"seats {turned}", lambda turned=turned: play(turned, seed, games)))
        report("row", rules=f"20, {turned + 1}/{len(BEST_FIRST)}")
    dice, first = Random(seed), dict.fromkeys(ROUNDS, 0.0)
    for _ in range(TOURNAMENTS):
        start = dice.randrange(len(seatings))
        played = (dice.choice(seatings[(start + number) % len(seatings)]) for number in range(ROUNDS[-1]))
        for number, scores in enumerate(accumulate(played, _added), 1):
            if number in first:
                first[number] += best_is_first([tuple(one) for one in scores])
    means = [sum(game[place][0] for group in seatings for game in group) for place in range(len(BEST_FIRST))]
    return {
        "players": list(BEST_FIRST),
        "points": [round(one / len(seatings) / games, 2) for one in means],
        "games": len(seatings) * games,
        "first": {str(number): round(share / TOURNAMENTS, 3) for number, share in first.items()},
    }


def _added(one: Scores, other: Scores) -> Scores:
    return [(a + c, b + d) for (a, b), (c, d) in zip(one, other, strict=True)]
