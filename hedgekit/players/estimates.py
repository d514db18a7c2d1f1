"""How a player weighs the moves of a sister game: by what he makes of the position after each, or by trying them out.

Greedy looks once at every move: at the position in which it leaves him at the end of his turn, if he then does what
looks best step by step.  Looking ahead begins there and shares its playouts among the moves: in each everybody plays at
random for some rounds, or the best of some moves drawn (`CARE`), and then the position is judged.  All moves meet the
same dice, and the worse half is given up again and again (sequential halving), as among the hedgehogs (`search.py`).
What a position is worth to a player a game says in `promise`.

Nobody has learned a sister game by playing it: `learned` plays as greedy there, and `master` looks ahead with `MORE`
times its playouts: 600.
"""

import random
from collections.abc import Generator, Iterator, Sequence
from time import perf_counter
from typing import Any

from ..engine.evaluation import FULL
from .searching import Search
from .strength import PLAYOUTS, Skill, Weighed

PLIES = 2  # of a turn, mostly: a roll and a move
MORE, ROUNDS = 2.5, 7  # a master's playouts for each that it has among the hedgehogs; the rounds everybody plays on for


class _Tried:
    """A move, the game as the player leaves it at the end of his turn, and what he found it to be worth."""

    def __init__(self, move: Any, end: Any) -> None:
        self.move = move
        self.end = end
        self.total = self.tries = 0

    def add(self, chance: float) -> None:
        """Count a look."""
        self.total += round(FULL * chance)
        self.tries += 1

    @property
    def mean(self) -> float:
        """The mean of the looks."""
        return self.total / self.tries


def weighing(game: Any, skill: Skill, rng: int) -> Search:
    """The legal moves with a player's estimates, the one he chooses first, and those he gave up first last.

    game: nobody else plays on with it; rng: decides what he draws.  A player for whom a time is set tries all moves
    alike until it is over.
    """
    source, player = random.Random(rng), game.turn
    tried = []
    for move in game.moves():
        tried.append(_Tried(move, ended(game, move)))
        yield 0.0
    if not tried:
        return []
    if skill.kind in PLAYOUTS:
        yield from _think(tried, skill, player, source)
    else:
        source.shuffle(tried)  # equal moves: any of them
        for one in tried:
            one.add(one.end.promise(player))
        _best_first(tried, len(tried))
    return [Weighed(one.move, one.total, one.tries) for one in tried]


def ended(game: Any, move: Any) -> Any:
    """The game as its player leaves it after a move at the end of his turn, doing there what looks best."""
    player, twin = game.turn, game.branch()
    twin.play(move)
    while twin.turn == player and not twin.is_chance:
        twin.play(twin.best(twin.moves()))
    return twin


def _think(tried: list[_Tried], skill: Skill, player: str, source: random.Random) -> Generator[float, None, None]:
    """Try the moves out, bringing them in order; yields after every playout how much is done."""
    seed, done, live, spent = source.getrandbits(64), 0, len(tried), 0.0
    seconds = skill.milliseconds / 1000
    if seconds:
        while not done or spent < seconds:
            for took in _look(tried, range(done, done + 1), player, seed):
                spent += took
                yield min(1.0, spent / seconds)
            done += 1
        _best_first(tried, live)
        return
    halvings = max(1, (live - 1).bit_length())
    playouts = int(skill.playouts * (MORE if skill.kind == "master" else 1))
    for halving in range(halvings):
        each = max(1, playouts // (halvings * live))
        for number, _ in enumerate(_look(tried[:live], range(done, done + each), player, seed)):
            yield (halving + number / (each * live)) / halvings
        done += each
        _best_first(tried, live)
        live = (live + 1) // 2


def _look(tried: Sequence[_Tried], numbers: range, player: str, seed: int) -> Iterator[float]:
    """These playouts of a decision, of every move; yields the seconds that each took."""
    game = tried[0].end
    plies = min(ROUNDS * PLIES, game.FAR) * game.rules.players
    for number in numbers:
        for one in tried:
            begun, dice = perf_counter(), random.Random(seed ^ number)
            one.add(one.end.playout(dice, plies, game.CARE).promise(player))
            yield perf_counter() - begun


def _best_first(tried: list[_Tried], live: int) -> None:
    """Bring the first `live` moves in order."""
    tried[:live] = sorted(tried[:live], key=lambda one: -one.mean)
