"""Fundamental changes: 3 doping control, 14 apple carrier, 15 lazybones, 29 mega hedgehogs, 40 carrom."""

import pytest

from hedgekit import Clash, Game, Refusal, Series, replay, rules

from .support import after, clause

# ---- 3: doping control -----------------------------------------------------------------------------------------------


# ---- 14: the apple carrier -------------------------------------------------------------------------------------------


@clause("14.1", "14.2", "14-d")
def test_14_the_last_to_be_placed_carries_the_apple():
    text = "a1=A1 a2=B1 a3=A2 a4=B2 a5=A3 a6=B3 hand=A4B4 turn=A step=place"
    game = after("14 players=2", text, "a2")
    assert str(game) == "a1=A1 a2=B1A4 a3=A2 a4=B2 a5=A3 a6=B3 hand=B4 carrier=A4 turn=B step=place"
    assert game.to_text(eyes="B") == str(game), "everybody sees it"
    game.play("a1")
    assert str(game) == "a1=A1B4 a2=B1A4 a3=A2 a4=B2 a5=A3 a6=B3 carrier=A4B4 turn=A step=roll"
    early = after("14 players=2", "hand=A1A2A3A4B1B2B3B4 turn=A step=place", "a1", "a2")
    assert str(early) == "a1=A1 a2=B1 hand=A2A3A4B2B3B4 turn=A step=place"


@clause("14.2")
def test_14_no_more_carriers_than_lanes():
    assert str(rules("14 players=6")) == "14 players=6"
    assert str(rules("1+14 players=5")) == "1+14 players=5"
    for many in ("1+14 players=6", "14+21 players=4"):
        with pytest.raises(ValueError, match="cannot be played by"):
            rules(many)
    assert str(rules("14+21 players=3")) == "14+21 players=3"
    with pytest.raises(ValueError, match="cannot be played by"):
        rules("1+14+21 players=3")
    for other in (15, 29, 39, 40):
        with pytest.raises(Clash):
            rules(f"14+{other}")


# ---- 15: lazybones ---------------------------------------------------------------------------------------------------


@clause("15[form=first]", "15[form=last]")
def test_15_company():
    for other in (35, 37, 38):
        with pytest.raises(Clash) as clash:
            rules(f"15+{other}")
        assert "15[form=last]" in str(clash.value)
        assert str(rules(f"15[form=last]+{other}")) == f"15[form=last]+{other} players=4"
    for other in (2, 14, 21, 26, 28, 39, 40):
        with pytest.raises(Clash):
            rules(f"15[form=last]+{other}")
    assert str(rules("15[form=first]")) == "15 players=4"


# ---- 40: carrom ------------------------------------------------------------------------------------------------------


@clause("40.1", "40-a")
def test_40_in_turn_each_flicks_one_not_yet_played():
    game = Game("40 players=2")
    assert (str(game), game.step, game.turn) == ("hand=A1A2A3A4B1B2B3B4 turn=A step=flick", "flick", "A")
    assert game.moves()
    assert not game.is_chance
    game.play("A1@0,3>0*0.3")
    assert game.turn == "B"
    assert game.why("A2@0,3>0*0.3").clause == "40.1"
    lying = Game.from_text("40 players=2", "A1=4,3 B1=6,1 hand=A2A3A4B2B3B4 turn=A step=flick")
    assert lying.why("A1@0,3>0*0.3").clause == "40.1", "one not yet played comes first"
    assert lying.why("A2@1,3>0*0.3").clause == "40.1", "from the edge"
    assert lying.why("A2@0,3>0*0.3") is None
    all_played = Game.from_text("40 players=2", "A1=4,3 A2=1,1 B1=6,1 hand=B2B3B4 out=A3A4 turn=A step=flick")
    assert all_played.why("A1@0,3>0*0.3") is None, "afterwards one of those on the board"
    assert all_played.why("A3@0,3>0*0.3").clause == "40.2", "out for good"
    with pytest.raises(Refusal):
        all_played.play("A3@0,3>0*0.3")


@clause("40.2", "40.3")
def test_40_whoever_leaves_is_out_ones_own_too():
    game = Game("40 players=2")
    game.play("A1@0,3>180*1")
    assert "out=A1" in str(game).split(), "flicked straight off the board"
    soft = Game("40 players=2")
    soft.play("A1@0,3>0*0")
    assert str(soft) == "A1=0,3 hand=A2A3A4B1B2B3B4 quiet=1 turn=B step=flick", (
        "across the edge, centre inside: it stays"
    )


@clause("40.4", "40-b")
def test_40_the_owner_of_the_last_one_wins():
    last = Game.from_text("40 players=2", "A1=4,3 B1=0,3 out=A2A3A4B2B3B4 turn=B step=flick")
    last.play("B1@0,1>180*1")
    assert (last.is_over, last.winners, last.moves()) == (True, ("A",), [])
    assert last.why("A1@0,3>0*1").clause == "40.4"
    assert last.points() == {}
    early = Game.from_text("40 players=2", "A1=4,3 B1=0,3 out=A2A3A4B2B3 hand=B4 turn=B step=flick")
    early.play("B4@0,1>180*1")
    assert not early.is_over


@clause("40.1")
def test_40_records_and_company():
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
