"""Hedgehog on a checkerboard: what greedy players see.  (Texts and whole games: `test_sisters.py`.)"""

import pytest

from hedgekit.games.checkerboard import Game
from hedgekit.players.player import Player

from .. import sisters


@pytest.mark.parametrize("form", ["stack", "take"])
def test_greedy_beats_random(form):
    """Of 200 games greedy won 98 % with stacks and all but one taking; 40 games here."""
    assert sisters.won(Game, f"checkerboard[form={form}] players=2", "greedy", "random", 20) > 0.8


def test_greedy_takes_the_win():
    text = "b2=ABABABABA c3=BABABABABA near=c1 left=a3 far=f8 right=h6 starter=A edge=right dice=2 turn=B step=place"
    assert str(Player("greedy").choose(Game.from_text("checkerboard players=2", text))) == "h3-c3", (
        "a draw is better than 1 to 2"
    )
