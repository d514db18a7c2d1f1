"""Les petits chevaux: none is lost, and what greedy players see.  (Texts and whole games: `test_sisters.py`.)"""

import pytest
from hypothesis import given

from hedgekit.games.horses import Game
from hedgekit.players.player import Player

from ...sample import examples
from ..sisters import SISTERS


@given(SISTERS["horses"].games)
@examples(60)
def test_no_horse_is_lost(game):
    position = game.position
    for player in game.rules.letters:
        standing = sum(owner == player for owner in position.horses.values())
        assert standing + position.stable.get(player, 0) + position.home.get(player, 0) == game.rules.horses


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("t10=A t13=B t20=A stable=B1 dice=3 turn=A step=move", "t10-t13"),
        ("t52=A t20=A stable=B2 dice=3 turn=A step=move", "t52-t55"),
        ("a5=A t20=A stable=B2 dice=6 turn=A step=move", "a5-a6"),
    ],
    ids=["sends back", "reaches its ladder", "finishes"],
)
def test_greedy_sees_what_a_move_is_worth(text, best):
    assert str(Player("greedy").choose(Game.from_text("horses[horses=2] players=2", text))) == best
