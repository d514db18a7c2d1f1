"""A reading of Hekla, on a question its leaflet leaves open, that needs more than a table."""

import pytest

from hedgekit.games.hekla import Game

from .support import clause


@clause("hekla-f")
@pytest.mark.parametrize("circle", ["p0", "p6", "p20", "p18+1"])
def test_vulcanologists_may_share_a_circle(circle):
    at = f"b2=A3 {circle}=AB hand=A0A0A1A2A2A2B0B0B1B2B2B2B3 turn=B step=play"
    game = Game.from_text("hekla players=2", at)
    assert str(game) == at
    assert len(set(game.counts().values())) == 1
    game.play("B3@e5")
    assert game.position.circles[0] == game.position.circles[1]
