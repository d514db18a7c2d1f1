"""Hekla: its stones, the notation of its moves, and that every game ends."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgekit import Refusal
from hedgekit.games.hekla import Game, Move

from ...sample import examples
from ..sisters import games_of_hekla


@given(games_of_hekla())
@examples(40)
def test_no_stone_is_lost(game):
    position = game.position
    stones = [stone for stack in position.stacks.values() for stone in stack]
    assert len(stones) + len(position.hand) + len(position.lava) == len(game.rules.volcanoes) + 20
    assert all(1 <= len(stack) <= 2 for stack in position.stacks.values())


def test_moves_are_parsed_and_printed():
    for text, move in {
        "A3@b2": Move("A3", "", "b2"),
        "A3@b2-c2": Move("A3", "b2", "c2"),
        "p25-p12": Move("", "p25", "p12"),
        "p18+1-p39": Move("", "p18+1", "p39"),
        "b4+b2+b3": Move(line=("b2", "b3", "b4")),
        " - ": Move(),
    }.items():
        assert Move.parse(text) == move
        assert Move.parse(str(move)) == move
    assert Move.parse(Move("A3", "", "b2")) == Move("A3", "", "b2")
    assert (Move().is_pass, Move("A3", "", "b2").is_pass, str(Move())) == (True, False, "-")


def test_rolling_is_refused():
    over = "c3=A1 p5=B p0=ACD hand=A0A2A3B0B1B2B3C0C1C2C3D0D1D2D3 quiet=199 turn=A step=play"
    quiet = Game.from_text("hekla players=4", over)
    quiet.play("A1@c3-c4")
    assert quiet.winners == ("B",)
    for game, clause in ((Game(seed=3), "hekla.2"), (quiet, "hekla.9")):
        with pytest.raises(Refusal) as caught:
            game.roll()
        assert caught.value.clause == clause


@given(st.integers(2, 4), st.integers(0, 2**32), st.booleans())
@examples(40)
def test_every_game_ends(players, seed, careful):
    """With the last lava block, or without one if nobody can move or 200 turns have scored nothing."""
    game, chooser, left, quiet = Game(players=players), random.Random(seed), 20, 0
    for _ in range(3 * 200 * 21):  # each of 20 blocks takes 200 turns at most, of a few plies each
        if game.is_over:
            break
        game = game.playout(chooser, 1, 3 if careful else 1)
        assert game.position.left == len(game.position.lava) <= left, "lava never leaves the board"
        assert game.position.quiet in (0, quiet, quiet + 1)
        left, quiet = game.position.left, game.position.quiet
    assert game.position.over == "".join(sorted(game.winners)) == "".join(game.ranking()[0]) != ""
    assert careful or not left or quiet == 200
