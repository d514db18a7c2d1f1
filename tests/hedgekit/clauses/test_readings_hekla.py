"""Readings of Hekla: what its leaflet leaves open, and which tests of its clauses show how the engine answers."""

import pytest

from hedgekit.games.hekla import Game

from ..hekla import test_clauses as shown
from .support import clause

SHOWN = {
    "hekla-b": (
        shown.test_8_a_line_that_an_eruption_brings_to_eight_waits,
        shown.test_5_what_is_left_after_a_scoring_is_not_scored_again_at_once,
    ),
    "hekla-c": (shown.test_9_it_ends_at_once_though_lines_are_left,),
    "hekla-d": (shown.test_4_going_back_goes_back_only, shown.test_4_going_back_comes_before_a_move),
    "hekla-e": (shown.test_9_who_could_move_after_going_back_does_not_pass,),
    "hekla-g": (
        shown.test_9_the_game_is_over_when_nobody_can_play,
        shown.test_9_two_hundred_turns_without_a_scoring_end_the_game,
    ),
}

for _name, _tests in SHOWN.items():
    for _test in _tests:
        clause(_name)(_test)


@clause("hekla-f")
@pytest.mark.parametrize("circle", ["p0", "p6", "p20", "p18+1"])
def test_vulcanologists_share_a_circle(circle):
    at = f"b2=A3 {circle}=AB hand=A0A0A1A2A2A2B0B0B1B2B2B2B3 turn=B step=play"
    game = Game.from_text("hekla players=2", at)
    assert str(game) == at
    assert len(set(game.counts().values())) == 1
    game.play("B3@e5")
    assert game.position.circles[0] == game.position.circles[1]
