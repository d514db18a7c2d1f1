"""Claims that need more than a table: 56 chances, records, a match, points that depend on secrets."""

import pytest

from hedgekit import Clash, Game, Series, replay, rules
from hedgekit.games.race.play.explain.outcome import points_reasons

from .support import at, clause, refused, refused_by

THREE = "b2=A1 b4=C1 b6=B1 c3=A2 d4=B2 e5=C2 home=A3A4B3B4C3C4"


@clause("16.1")
def test_16_the_first_player_rolls_a_die_per_player_and_takes_one():
    game = at("16 players=3", f"{THREE} turn=A step=roll")
    chances = {str(m): m.probability for m in game.moves()}
    assert len(chances) == 56
    assert (chances["2,2,2"], chances["2,2,4"], chances["2,4,6"]) == (1 / 216, 3 / 216, 6 / 216)
    game.play("2,4,4")
    assert str(game) == f"{THREE} pool=2,4,4 turn=A step=sideways", "the dice are a pool"
    game.play("-")
    assert sorted(map(str, game.moves())) == ["b2-c2=2", "b4-c4=4", "d4-e4=4"], "equal dice are listed once"
    assert refused_by(game, "b6-c6=6").clause == "16.1"
    assert refused("16 players=3", f"{THREE} turn=A step=roll", "2,4").clause == "16.1"


@clause("40.1")
def test_40_records_and_combinations():
    game = Game("40 players=3", seed=5)
    for move in ("A1@0,3>0*0.3", "B1@9,3>180*0.3", "C1@4.5,0>90*0.2"):
        game.play(move)
    again = replay(game.record())
    assert (str(again), again.record()) == (str(game), game.record())
    assert game.record().splitlines()[:2] == ["40 players=3", "seed=5"]
    assert str(rules("29+40")) == "29+40 players=7"
    for other in (1, 9, 14, 18, 25, 34):
        with pytest.raises(Clash):
            rules(f"{other}+40")


@clause("40.4", "24.1")
def test_40_a_tennis_match_of_carrom():
    won = "game {}\n24+40 players=2\nA1=4,3 out=A2A3A4B1B2B3B4 over=A\n"
    run = Series.replay("".join(won.format(n) for n in range(1, 7)))
    assert (run.scores, run.is_over) == ({"A": 1, "B": 0}, False)
    assert (run.next_game().turn, run.game.step) == ("A", "flick")
    run.game.play("A1@0,3>0*0.3")
    assert Series.replay(run.record()).record() == run.record()
    fresh = Series("24+40")
    assert str(fresh.rules) == "24+40 players=2"


@clause("2.3")
def test_2_points_that_depend_on_secrets_are_told_after_the_end():
    at = "b1=B1 b2=B2 c4=A4 h3=A1 home=A2A3B3B4 secret=A1B2 dice=3 turn=A step=forward"
    game = Game.from_text("2 players=2", at)
    assert "B +3" not in " ".join(reason.text("en") for reason in game.because("h3-i3"))
    game.play("h3-i3")
    assert "B +3: Own hedgehogs home: 2. Hedgehogs home with the drawing noted down (2): 1. (2.3)" in game.narrate()
    assert points_reasons(Game("2 players=2")) == {}
    assert points_reasons(Game.from_text("0 players=2", "b2=A1 c2=B1 c3=B2 home=A2A3A4B3B4 over=A")) == {}, "no points"
