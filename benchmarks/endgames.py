"""Endgames that play reaches, solved exactly, and what players make of them.

Games are played from the beginning by players who have learned, with a random move now and then, until few turns seem
to be able to follow; these are solved (`rulesets.exact`, which shares no code with the tables of a master), and
decisions are taken from games that are played on in the same way, if it matters in them what is chosen.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import hedgekit
from hedgekit.games.race.engine.board import RANKS
from hedgekit.games.race.engine.state import OVER, ROLL
from hedgekit.games.race.rulesets.exact import Exact
from hedgekit.games.race.rulesets.kernel import kernel
from hedgekit.players.player import Player

from .tables import Table

RULES = (
    "0 players=2",
    "3 players=2",
    "5 players=2",
    "13 players=2",
    "17 players=2",
    "26 players=2",
    "30 players=2",
    "34 players=2",
    "9+13 players=2",
    "3+17 players=2",
)
TURNS = 6_000  # that may follow, at most; with two dice, which may fall in 21 ways instead of 6, and be used twice,
TURNS_OF_TWO = 1_600
GUESS = 3  # so many times fewer may be guessed, at most: `guessed` says too few, by a factor of two or so
EACH = 6  # decisions taken from an endgame
TRIES = 20  # games played on for them, at most
CARELESS = 0.2  # part of the moves that are drawn by lot
MATTERS = 0.01  # what the worst move loses, at least
LOST = 0.05  # a decision that costs more is a bad one


class Decision(NamedTuple):
    """A game in which somebody decides, and the exact chance of each of his packed moves."""

    game: hedgekit.Game
    chances: dict[int, float]


def most(rules: hedgekit.RuleSet) -> int:
    """As many turns as may follow for an endgame to be solved."""
    return TURNS_OF_TWO if rules.settings["thrown"] > 1 else TURNS


def few(game: hedgekit.Game) -> bool:
    """Does a turn begin that few others can follow?"""
    s = game._state
    return bool(s.step == ROLL and GUESS * kernel(game.rules).answers.guessed(s) <= most(game.rules))


def small(game: hedgekit.Game, on_board: int, to_run: int) -> bool:
    """Does a turn begin with few hedgehogs that have few squares to run?"""
    s = game._state
    if s.step != ROLL:
        return False
    number = run = 0
    for cell, piece in enumerate(s.top):
        while piece >= 0:
            number, run = number + 1, run + RANKS - 1 - cell % RANKS
            piece = s.below[piece]
    return number <= on_board and run <= to_run


def go_on(game: hedgekit.Game, player: Player, lot: random.Random) -> None:
    """The next throw or move."""
    moves = game.moves()
    drawn = game.is_chance or lot.random() < CARELESS
    game.play(lot.choice(moves) if drawn else player.choose(game))


def starts(rules: str, lot: random.Random, fits: Callable[[hedgekit.Game], bool] = few) -> Iterator[hedgekit.Game]:
    """Games that have come to an endgame, each from its beginning."""
    while True:
        game, player = hedgekit.Game(rules), Player("learned", lot.getrandbits(32))
        while not (game.is_over or fits(game)):
            go_on(game, player, lot)
        if not game.is_over:
            yield game


def solved(rules: str, lot: random.Random) -> Iterator[tuple[hedgekit.Game, Exact]]:
    """Endgames with every turn that can follow."""
    for game in starts(rules, lot):
        with suppress(ValueError):  # there are too many
            yield game, Exact(game.rules, game._state.copy(), most(game.rules))


@cache
def decisions(rules: str, number: int, seed: int = 1) -> tuple[Decision, ...]:
    """So many decisions in which it matters what is chosen, EACH of an endgame."""
    lot, found = random.Random(seed), []
    for start, exact in solved(rules, lot):
        player, left = Player("learned", lot.getrandbits(32)), EACH
        for _ in range(TRIES):
            game = start.copy()
            for _ in range(lot.randrange(40)):
                if not game.is_over:
                    go_on(game, player, lot)
            while game._state.step == ROLL:
                go_on(game, player, lot)
            if game._state.step == OVER:
                continue
            chances = exact.moves(game._state.copy())
            if max(chances.values()) - min(chances.values()) > MATTERS:
                found.append(Decision(game, chances))
                left -= 1
                if len(found) == number:
                    return tuple(found)
            if not left:
                break
    raise AssertionError("games never run out")


def judged(rules: str, skill: str, number: int) -> tuple[float, float, int, float]:
    """Mean regret, how far the shown chance is off (rms), decisions that lose more than LOST, milliseconds a move."""
    regret = off = took = 0.0
    bad = 0
    for place, (game, chances) in enumerate(decisions(rules, number)):
        begun = time.process_time()
        best = Player(skill, place).weigh(game)[0]
        took += time.process_time() - begun
        chosen = chances[next(packed for move, packed in game._list().values() if move == best.move)]
        lost = max(chances.values()) - chosen
        regret += lost
        bad += lost > LOST
        off += ((best.chance or 0.0) - chosen) ** 2
    return regret / number, (off / number) ** 0.5, bad, 1000 * took / number


def against_truth(rules: Sequence[str], skills: Sequence[str], number: int) -> Table:
    """Players in endgames that are solved."""
    rows = []
    for one in rules:
        for skill in skills:
            regret, off, bad, took = judged(one, skill, number)
            rows.append((f"{one}: {skill}", f"{regret:.4f}", f"{bad} of {number}", f"{off:.3f}", f"{took:.0f}"))
            print(*rows[-1], flush=True)
    head = ("", "mean regret", "lose more than 5 %", "shown chance off by (rms)", "ms of CPU a move")
    note = (
        f"From games of players who have learned, {CARELESS:.0%} of their moves drawn by lot: at most {TURNS:,} turns "
        f"can follow, with two dice {TURNS_OF_TWO:,}; each endgame of a game of its own, {EACH} decisions of each in "
        "which the worst move loses more than 1 of 100. Regret is what the chosen move "
        "loses against the best."
    )
    return Table("In endgames solved exactly", note, head, rows, {})
