"""The reasons for the points of a finished game: the clause, and the figures in the sentence."""

import pytest

from hedgekit import Game
from hedgekit.games.race.play.explain.outcome import points_explained
from hedgekit.text.words import languages


@pytest.mark.parametrize(
    ("rules", "at", "player", "clause", "said"),
    [
        ("2 players=2", "b2=A2 c3=B1 d6=B2 home=A1A3A4B3B4 secret=A4B3 over=A", "B", "2.3",
         "Own hedgehogs home: 2. Hedgehogs home with the drawing noted down (3): 2."),
        ("18 players=3", "b2=A1 c2=B1 c3=B2 d6=C1 e5=C2 e6=C3 home=A2A3A4B3B4C4 over=A", "B", "18.1",
         "Hedgehogs home: 2. That neither wins nor loses anything."),
        ("19 players=2", "b2=A1 c2=B1 c3=B2 home=A2A3A4B3B4 over=A", "B", "19.2",
         "Hedgehogs home: 2, behind the winner by 1."),
        ("20 players=2", "b2=A1 c2=B1 c3=B2 home=A2A3A4B3B4 over=A", "B", "20.1", "Own hedgehogs home: 2."),
        ("22 players=2", "b2=A1 c2=B1 c3=B2 cube=2A home=A2A3A4B3B4 over=A", "A", "22.1",
         "Won the game, and the cube shows 2."),
        ("25 players=3", "b2=A1 c2=B1 c3=B2 d3=C1 d4=C2 home=A2A3A4B3B4C3C4 gone=C lost=C1 over=A", "C", "25.3",
         "Refused the double, which cost 1."),
    ],
)  # fmt: skip
def test_the_reason_of_a_players_points(rules, at, player, clause, said):
    reason = points_explained(Game.from_text(rules, at))[player]
    assert (reason.clause, reason.text("en")) == (clause, said)
    assert all(reason.text(language) for language in languages())


def test_nothing_is_explained_where_nothing_was_scored():
    assert points_explained(Game("19 players=2")) == {}
    assert points_explained(Game.from_text("0 players=2", "b2=A1 c2=B1 c3=B2 home=A2A3A4B3B4 over=A")) == {}


def test_points_that_rest_on_secrets_are_told_once_the_game_is_over():
    at = "h3=A1 b1=B1 b2=B2 c4=A4 home=A2A3B3B4 secret=A1B2 dice=3 turn=A step=forward"
    game = Game.from_text("2 players=2", at)
    assert "B +3" not in " ".join(reason.text("en") for reason in game.because("h3-i3"))
    game.play("h3-i3")
    assert "B +3: Own hedgehogs home: 2. Hedgehogs home with the drawing noted down (2): 1. (2.3)" in game.told()
