"""Weigh the moves of games other than the race, by static evaluation or by playouts.

`game.evaluate` estimates the value of a position for a player.  Greedy players evaluate the position at the end of
their turn, each further step of which is the best by static evaluation.  Players who look ahead start playouts there:
everybody plays at random for some rounds, or the best of a few random moves (`PLAYOUT_CHOICES`), and the last position
is evaluated.  All moves are tried on the same dice, each first throw equally often, and the worse half is dropped
repeatedly (sequential halving), as in the race (`search.py`).

These games have no trained weights: `learned` plays like `greedy`.  `master` tries only the best moves by static
evaluation (`MASTER_WIDTH`), with more playouts for each.

`compare` compares two moves by pairs of playouts on the same dice, which yields the standard error of the difference.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from ..games.race.engine.choice.evaluation import FULL
from .searching import Search
from .strength import PLAYOUTS, Skill, Weighed

PLIES = 2  # in a usual turn: a roll and a move
ROUNDS = 7  # in a playout
THROWS = 6  # outcomes of a die: successive playouts begin with each in turn
CLOSE = 0.004  # standard error at which a comparison stops
LEAST = 4 * THROWS  # pairs of playouts before a comparison stops


@dataclass(eq=False)
class _Tried:
    """A move, the game at the end of its turn, and the estimates of its value."""

    move: Any
    end: Any
    total: int = 0
    tries: int = 0

    def add(self, chance: float) -> None:
        """Add an estimate."""
        self.total += round(FULL * chance)
        self.tries += 1


def search(game: Any, skill: Skill, rng: int) -> Search:
    """Return the legal moves with a player's estimates, best first; those dropped first come last.

    rng: a seed.  With a time limit no move is dropped, and all are tried equally often until time is up.
    """
    source, player = random.Random(rng), game.turn
    tried = []
    for move in game.moves():
        tried.append(_Tried(move, after_turn(game, move)))
        yield 0.0
    if not tried:
        return []
    if skill.kind in PLAYOUTS:
        live = len(tried)
        if skill.kind == "master" and live > game.MASTER_WIDTH:  # the others are only evaluated
            _evaluate_all(tried, player, source)
            live = game.MASTER_WIDTH
            for one in tried[:live]:
                one.total = one.tries = 0
        yield from _think(tried, live, skill, player, source)
    else:
        _evaluate_all(tried, player, source)
    return [Weighed(one.move, one.total, one.tries) for one in tried]


def after_turn(game: Any, move: Any) -> Any:
    """Return the game after a move and the best further moves of the turn, by static evaluation."""
    player, twin = game.turn, game.branch()
    twin.play(move)
    while twin.turn == player and not twin.is_chance:
        twin.play(twin.best(twin.moves()))
    return twin


def _evaluate_all(tried: list[_Tried], player: str, source: random.Random) -> None:
    """Sort moves by static evaluation, equal ones in random order."""
    source.shuffle(tried)
    for one in tried:
        one.add(one.end.evaluate(player))
    _best_first(tried, len(tried))


def _think(tried: list[_Tried], live: int, skill: Skill, player: str, source: random.Random) -> Iterator[float]:
    """Try the first `live` moves and sort them; yield the progress after every playout."""
    seed, done, spent = source.getrandbits(64), 0, 0.0
    seconds = skill.milliseconds / 1000
    if seconds:
        while not done or spent < seconds:
            for took in _play_out_all(tried[:live], range(done, done + 1), player, seed):
                spent += took
                yield min(1.0, spent / seconds)
            done += 1
        _best_first(tried, live)
        return
    halvings = max(1, (live - 1).bit_length())
    for halving in range(halvings):
        each = max(1, skill.playouts // (halvings * live))
        for number, _ in enumerate(_play_out_all(tried[:live], range(done, done + each), player, seed)):
            yield (halving + number / (each * live)) / halvings
        done += each
        _best_first(tried, live)
        live = (live + 1) // 2


def _play_out_all(tried: Sequence[_Tried], numbers: range, player: str, seed: int) -> Iterator[float]:
    """Run these playouts for every move; yield the seconds each took."""
    for number in numbers:
        for one in tried:
            begun = perf_counter()
            one.add(_playout_result(one.end, player, seed, number))
            yield perf_counter() - begun


def _playout_result(game: Any, player: str, seed: int, number: int) -> float:
    """Return a player's result of a playout; equal seeds and numbers mean equal dice."""
    plies = min(ROUNDS * PLIES, game.PLAYOUT_PLIES) * game.rules.players
    source = random.Random(seed ^ number // THROWS)
    return float(game.playout(source, plies, game.PLAYOUT_CHOICES, number).evaluate(player))


class Comparison(NamedTuple):
    """The values of two moves for the player, and the standard error of the difference."""

    one: float
    other: float
    error: float


def compare(game: Any, one: Any, other: Any, most: int, rng: int) -> Comparison:
    """Compare two moves by pairs of playouts until the error is small, or for `most` pairs.

    The error is that of the means of THROWS successive pairs, one for each first throw.
    """
    player, ends, rounds = game.turn, [after_turn(game, move) for move in (one, other)], list[list[float]]()
    while True:
        numbers = range(len(rounds) * THROWS, (len(rounds) + 1) * THROWS)
        rounds.append([sum(_playout_result(end, player, rng, number) for number in numbers) / THROWS for end in ends])
        done, found = len(rounds) * THROWS, _difference(rounds)
        if done >= most or (done >= LEAST and found.error < CLOSE):
            return found


def _difference(rounds: Sequence[Sequence[float]]) -> Comparison:
    count = len(rounds)
    one, other = (sum(both[k] for both in rounds) / count for k in range(2))
    spread = sum((both[0] - both[1] - one + other) ** 2 for both in rounds)
    return Comparison(one, other, sqrt(spread / (count * max(1, count - 1))))


def _best_first(tried: list[_Tried], live: int) -> None:
    """Sort the first `live` moves."""
    tried[:live] = sorted(tried[:live], key=lambda one: -one.total / one.tries)
