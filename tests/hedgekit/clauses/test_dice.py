"""Where the number comes from: 6 a kept die, 7 cards, 16 dice to choose from.  Black squares: d1 g2 e3 f4 c5 h6."""

from .support import at, clause, refused, refused_by


def texts(game):
    return sorted(str(move) for move in game.moves())


# ---- 16: dice to choose from -----------------------------------------------------------------------------------------

THREE = "b2=A1 b4=C1 b6=B1 c3=A2 d4=B2 e5=C2 home=A3A4B3B4C3C4"


@clause("16.1")
def test_the_first_rolls_a_die_for_each_player_and_takes_one():
    game = at("16 players=3", f"{THREE} turn=A step=roll")
    chances = {str(m): m.probability for m in game.moves()}
    assert len(chances) == 56
    assert (chances["2,2,2"], chances["2,2,4"], chances["2,4,6"]) == (1 / 216, 3 / 216, 6 / 216)
    game.play("2,4,4")
    assert str(game) == f"{THREE} pool=2,4,4 turn=A step=sideways", "pool, and never dice"
    game.play("-")
    assert texts(game) == ["b2-c2=2", "b4-c4=4", "d4-e4=4"], "equal dice are offered once"
    assert refused_by(game, "b6-c6=6").clause == "16.1"
    assert refused("16 players=3", f"{THREE} turn=A step=roll", "2,4").clause == "16.1"
