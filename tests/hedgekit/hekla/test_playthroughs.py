"""Whole games: golden playthroughs for 2, 3 and 4 players, and random games, which all end.

Write the golden ones anew with

    python -m tests.hedgekit.hekla.test_playthroughs

and read the difference: a changed line is a changed rule.
"""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgekit.games.hekla import Game, replay

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
    """One game as text: every move with how many there were, every scoring told, and the position after it."""
    here, chooser = Game(players=players), random.Random(seed)
    lines = [f"{here.rules}, choices {seed}", ""]
    while not here.is_over:
        said = f"{here.turn}: {here.step} ({len(here.moves())})"
        move = choose(here, chooser)
        here.play(move)
        lines.append(f"{said} {move}")
        for scoring in here.trace:
            lines += [f"    {note}" for note in scoring.notes()]
        if here.trace:
            lines.append(f"    {here}")
    lines += ["", f"ranking {here.ranking()}, scores {here.counts()}", "", here.record(), ""]
    return "\n".join(lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_golden(players):
    golden = (FOLDER / f"{players}-players.txt").read_text("utf-8")
    assert playthrough(players) == golden
    record = golden.rstrip().rpartition("\n\n")[2]
    assert replay(record).record() == record


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end(players):
    for seed in range(8):
        here, chooser = Game(players=players), random.Random(seed)
        left, quiet = 20, 0
        while not here.is_over:
            moves = here.moves()
            assert moves
            here.play(moves[int(chooser.random() * len(moves))])
            position = here.position
            assert len(position.lava) <= left, "lava stays on the board"
            assert position.quiet in (0, quiet, quiet + 1)
            left, quiet = len(position.lava), position.quiet
        assert not left or quiet == 200
        assert here.position.over == "".join(sorted(here.winners)) == "".join(here.ranking()[0])


@given(st.integers(2, 4), st.integers(0, 2**32), st.booleans())
@settings(max_examples=40, deadline=None)
def test_every_game_ends_under_random_play(players, seed, careful):
    """By the last lava block, or where no more lava can come: nobody can move, or 200 turns have scored nothing."""
    here = Game(players=players).playout(random.Random(seed), 3 * 200 * 21, 3 if careful else 1)
    assert here.is_over, "each of 20 blocks takes 200 turns at most, of a few plies each"
    assert here.winners
    assert here.position.left == len(here.position.lava)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for number in (2, 3, 4):
        (FOLDER / f"{number}-players.txt").write_text(playthrough(number), "utf-8")
