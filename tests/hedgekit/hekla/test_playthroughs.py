"""Whole games: golden playthroughs for 2, 3 and 4 players, and random games, which all end.

Write the golden ones anew with

    python -m tests.hedgekit.hekla.test_playthroughs

and read the difference: a changed line is a changed rule.
"""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgekit.games.hekla import Game, replay

from ...sample import examples
from .. import golden

FOLDER = Path(__file__).parent / "playthroughs"


def choose(here, chooser):
    """Of a dozen moves drawn at random the one that brings the mover furthest ahead of the others."""
    seat = "ABCD".index(here.turn)

    def worth(move):
        circles = here.after(move).circles
        return circles[seat] * len(circles) - sum(circles)

    moves = here.moves()
    return max(chooser.sample(moves, min(12, len(moves))), key=worth)


def playthrough(players, seed=7):
    """A game and its turns: every move with how many there were, every scoring told, and the position after it."""
    here, chooser = Game(players=players), random.Random(seed)
    turns = []
    while not here.is_over:
        said = f"{here.turn}: {here.step} ({len(here.moves())})"
        move = choose(here, chooser)
        here.play(move)
        notes = [str(note) for scoring in here.trace for note in scoring.notes()]
        turns.append((f"{said} {move}", (*notes, str(here)) if here.trace else ()))
    return here, turns


def ended(here):
    return f"ranking {here.ranking()}, scores {here.counts()}, record{golden.mark((here.record(),))}"


def kept(players):
    return (FOLDER / f"{players}-players.txt").read_text("utf-8").rstrip("\n").split("\n\n")


def write(players):
    """Write a game anew; that of two players tells every scoring and position, the others have a hash of them."""
    here, turns = playthrough(players)
    parts = f"{here.rules}, choices 7", *golden.lines(turns, players == 2), ended(here)
    (FOLDER / f"{players}-players.txt").write_text("\n".join([parts[0], "", *parts[1:-1], "", parts[-1], ""]), "utf-8")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_golden(players):
    head, body, end = kept(players)
    here, turns = playthrough(players)
    golden.compare(body.split("\n"), turns)
    assert (f"{here.rules}, choices 7", ended(here)) == (head, end)
    assert replay(here.record()).record() == here.record()


@given(st.integers(2, 4), st.integers(0, 2**32), st.booleans())
@examples(40)
def test_every_game_ends(players, seed, careful):
    """By the last lava block, or where no more lava can come: nobody can move, or 200 turns have scored nothing."""
    here, chooser, left, quiet = Game(players=players), random.Random(seed), 20, 0
    for _ in range(3 * 200 * 21):  # each of 20 blocks takes 200 turns at most, of a few plies each
        if here.is_over:
            break
        here = here.playout(chooser, 1, 3 if careful else 1)
        assert here.position.left == len(here.position.lava) <= left, "lava stays on the board"
        assert here.position.quiet in (0, quiet, quiet + 1)
        left, quiet = here.position.left, here.position.quiet
    assert here.position.over == "".join(sorted(here.winners)) == "".join(here.ranking()[0]) != ""
    assert careful or not left or quiet == 200


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for number in (2, 3, 4):
        write(number)
