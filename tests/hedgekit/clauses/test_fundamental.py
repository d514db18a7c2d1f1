"""Fundamental changes: 3 doping control, 14 apple carrier, 15 lazybones, 29 mega hedgehogs, 40 carrom."""

import pytest

from hedgekit import Clash, Game, NotationError, Refusal, Series, replay, rules

from .support import after, at, clause, moves, refused

# ---- 3: doping control -----------------------------------------------------------------------------------------------

CLEAN = "b2=A1 c4=B1 d6=B2 e1=A3 e5=B3 f2=B4 h3=A2 h4=A4 dice=3 turn=B step=forward"


@clause("3.1", "3-b", "3-c")
def test_3_the_first_of_the_game_is_disqualified():
    game = after("3 players=2", CLEAN, "h3-i3")
    assert str(game) == "b2=A1 c4=B1 d6=B2 e1=A3 e5=B3 f2=B4 h4=A4 out=A2 doped=A2 turn=A step=roll"
    assert game.ranking() == (("A", "B"),), "it has not arrived"
    for move in ("4", "-", "h4-i4"):
        game.play(move)
    assert str(game) == "b2=A1 c4=B1 d6=B2 e1=A3 e5=B3 f2=B4 home=A4 out=A2 doped=A2 turn=B step=roll"
    second = "b2=A1 c4=B1 d6=B2 e1=A3 f2=B4 h4=A4 h5=B3 out=A2 doped=A2 dice=5 turn=A step=forward"
    assert "home=B3" in str(after("3 players=2", second, "h5-i5")).split(), "B's first is not the first of the game"


@clause("3.2", "3-a")
def test_3_its_owner_needs_all_three_he_has_left():
    text = "b2=A1 c4=B1 d6=B2 e5=B3 h3=A2 home=A3B4 out=A4 doped=A4 dice=3 turn=A step=forward"
    two = after("3 players=2", text, "h3-i3")
    assert not two.is_over
    last = "c4=B1 d6=B2 e5=B3 h3=A1 home=A2A3B4 out=A4 doped=A4 dice=3 turn=A step=forward"
    assert str(after("3 players=2", last, "h3-i3")) == "c4=B1 d6=B2 e5=B3 home=A1A2A3B4 out=A4 doped=A4 over=A"


@clause("3-c")
def test_3_the_disqualified_counts_for_nothing():
    done = "b2=A1 c4=B1 e5=B3 home=A2A3A4B4 out=B2 doped=B2 over=A"
    assert at("3+18 players=2", done).points() == {"A": 1, "B": -1}, "one home, and not two"
    assert at("3+20 players=2", done).points() == {"A": 3, "B": 1}
    behind = "c2=A1 c4=B1 d1=A3 e5=B3 e6=B2 f1=B4 home=A2 out=A4 doped=A4 dice=1 turn=A step=sideways"
    assert refused("3 players=2", behind, "d1-d2").clause == "0.9", "c2 and c4 hold A3; a removed one holds nobody"
    level = "d1=A3 d2=A1 d4=B1 e5=B3 e6=B2 f1=B4 home=A2 out=A4 doped=A4 dice=1 turn=A step=forward"
    assert moves("3 players=2", level) == ["d1-e1", "f1-g1"]


@clause("3.1")
def test_3_a_doped_field_wants_its_piece_out():
    with pytest.raises(NotationError):
        at("3 players=2", "b2=A1 c4=B1 d6=B2 e5=B3 home=A2A3B4 out=A4 doped=B4 turn=A step=roll")
    with pytest.raises(NotationError):
        at("0 players=2", "b2=A1 c4=B1 d6=B2 e5=B3 home=A2A3B4 out=A4 turn=A step=roll")


@clause("3.2")
def test_3_with_fewer_to_bring_home():
    text = "c4=B1 e5=B3 h3=A1 home=A3B2 out=A2 doped=A2 dice=3 turn=B step=forward"
    assert after("3+28 players=2", text, "h3-i3").winners == ("A",), "he had two left and brought both home"
    one = "b1=A3 c4=B1 e5=B3 h3=A1 home=B2 out=A2 doped=A2 dice=3 turn=B step=forward"
    assert not after("3+28 players=2", one, "h3-i3").is_over


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


@clause("14-c", "14.3")
def test_14_nobody_is_placed_on_a_carrier():
    # three players: the last round; every stack has two, and a1 is topped by A4
    text = "a1=A1B3A4 a2=B1C3 a3=C1A3 a4=A2 a5=B2 a6=C2 hand=B4C4 carrier=A4 turn=B step=place"
    assert moves("14 players=3", text) == ["a4", "a5", "a6"], "a5 holds B2, a4 and a6 nothing of his"
    no = refused("14 players=3", text, "a1")
    assert (no.clause, no.pieces) == ("14.3", ("A4",))
    low = "a1=A1B3 a2=B1C3 a3=C1A3 a4=A2A4 a5=B2B4 a6=C2 hand=C4 carrier=A4B4 turn=C step=place"
    assert moves("14 players=3", low) == ["a1", "a2", "a3", "a6"], "the exception: a6 holds C2; not a4 and a5"
    assert refused("14 players=3", low, "a5").clause == "14.3"
    shut = "a1=A4 a2=B1C3 a3=C1A3 a4=A2A1 a5=B2B3 a6=C2B4 hand=C4 carrier=A4B4 turn=C step=place"
    assert moves("14 players=3", shut) == ["a2", "a3", "a4", "a5"], "a1 is lower, and shut"


RACE = "b2=A1 c2=B4 c4=A2 d6=B1 f2=B2 g4=A4 home=A3B3 carrier=A4B4"


@clause("14.3", "14-e")
def test_14_nobody_lands_on_a_carrier():
    text = f"{RACE} dice=2 turn=A step=forward"
    assert moves("14 players=2", text) == ["c2-d2", "f2-g2"], "b2 cannot advance, so another must"
    no = refused("14 players=2", text, "b2-c2")
    assert (no.clause, no.squares, no.pieces) == ("14.3", ("c2", "b2"), ("B4",))
    assert refused("14 players=2", text, "-").clause == "0.8"
    only = "b3=A1 c3=B4 c4=A2 d6=B1 e2=B2 e3=A4 home=A3B3 carrier=A4B4 dice=3 turn=A step=forward"
    assert moves("14 players=2", only) == ["c3-d3"], "e3 is black, and A4 held there"
    stuck = "b3=A1 c2=A2 c3=B2 d3=B4 d6=B1 e3=A4 home=A3B3 carrier=A4B4 dice=3 turn=A step=forward"
    assert moves("14 players=2", stuck) == ["b3-c3"], "B4 cannot land on A4, nor B2 on B4"
    alone = "c2=A2 c3=B2 d3=B4 d6=B1 e3=A4 f6=A1 home=A3B3 carrier=A4B4 dice=3 turn=A step=forward"
    assert moves("14 players=2", alone) == ["-"]


@clause("14.3", "14-a")
def test_14_a_carrier_lands_on_others_and_not_on_a_carrier():
    text = "b2=A4 c2=B1 c4=A2 d6=B2 f2=A1 g2=B4 home=A3B3 carrier=A4B4 dice=2 turn=A step=forward"
    assert moves("14 players=2", text) == ["b2-c2", "c2-d2"], "not A1 onto B4; g2 is black, and holds B4"
    assert str(after("14 players=2", text, "b2-c2")).startswith("c2=B1A4 ")
    both = "b2=A4 c2=B4 c4=A2 d6=B2 f2=A1 home=A3B1B3 carrier=A4B4 dice=2 turn=A step=forward"
    assert refused("14 players=2", both, "b2-c2").clause == "14.3"


@clause("14.3")
def test_14_nor_by_a_side_step():
    text = "b2=A1 b3=B4 c4=A2 c5=B1 d6=B2 g4=A4 home=A3B3 carrier=A4B4 dice=2 turn=A step=sideways"
    assert moves("14 players=2", text) == ["-", "b2-b1", "c4-c3", "c4-c5", "g4-g3", "g4-g5"]
    assert refused("14 players=2", text, "b2-b3").clause == "14.3"
    assert "b2-b3" in moves("14 players=2", text.replace("b3=B4", "b3=B1").replace("c5=B1", "c5=B4"))


@clause("14.4", "14-b")
def test_14_three_home_with_the_carrier():
    text = "b2=A4 c4=B1 d6=B2 e5=B4 h3=A2 home=A1A3B3 carrier=A4B4 dice=3 turn=A step=forward"
    three = after("14 players=2", text, "h3-i3")
    assert str(three) == "b2=A4 c4=B1 d6=B2 e5=B4 home=A1A2A3B3 carrier=A4B4 turn=B step=roll"
    late = "c4=B1 d6=B2 e5=B4 h3=A4 home=A1A2A3B3 carrier=A4B4 dice=3 turn=B step=forward"
    assert str(after("14 players=2", late, "h3-i3")) == "c4=B1 d6=B2 e5=B4 home=A1A2A3A4B3 carrier=A4B4 over=A"
    crowned = "b2=A3 c4=B1 d6=B2 e5=B4 h3=A2 home=A1A4B3 carrier=A4B4 dice=3 turn=A step=forward"
    assert after("14 players=2", crowned, "h3-i3").winners == ("A",), "A4 came home through the same square: no matter"


@clause("14.5")
def test_14_carriers_are_not_tested():
    text = "b2=A1 c2=A2 c4=B1 d6=B2 e1=A3 e5=B3 f2=B4 h3=A4 carrier=A4B4 dice=3 turn=A step=forward"
    assert str(after("3+14 players=2", text, "h3-i3")) == (
        "b2=A1 c2=A2 c4=B1 d6=B2 e1=A3 e5=B3 f2=B4 home=A4 carrier=A4B4 turn=B step=roll"
    )
    then = "b2=A1 c2=A2 c4=B1 d6=B2 e1=B3 f2=B4 h3=A3 home=A4 carrier=A4B4 dice=3 turn=A step=forward"
    assert str(after("3+14 players=2", then, "h3-i3")) == (
        "b2=A1 c2=A2 c4=B1 d6=B2 e1=B3 f2=B4 home=A4 out=A3 doped=A3 carrier=A4B4 turn=B step=roll"
    )


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


@clause("15.1", "15-a", "15-b", "15[form=first]")
def test_15_one_home_and_three_on_black_squares():
    text = "b1=B1 b2=B2 d1=A1 e4=A3 g2=A2 home=A4B3B4 dice=4 turn=A step=forward"
    game = after("15 players=2", text, "e4-f4")
    assert str(game) == "b1=B1 b2=B2 d1=A1 f4=A3 g2=A2 home=A4B3B4 over=A"
    ahead = "c1=A1 d3=B1 d4=B2 e4=A3 g2=A2 home=A4B3B4 dice=1 turn=A step=forward"
    assert not after("15 players=2", ahead, "c1-d1").is_over, "e4 is not black"
    idle = "d1=A1 d2=A3 e3=A2 f4=B1 g4=B2 home=A4B3B4 dice=6 turn=A step=sideways"
    assert after("15 players=2", idle, "d2-d1").winners == ("A",), (
        "sideways; on d1 nobody is held by anybody: no matter"
    )


@clause("15.1")
def test_15_three_home_end_nothing():
    text = "b1=B1 b2=B2 c1=A1 e5=B4 h3=A2 home=A3A4B3 dice=3 turn=A step=forward"
    assert not after("15 players=2", text, "h3-i3").is_over
    assert after("0 players=2", text, "h3-i3").winners == ("A",)


@clause("15.1")
def test_15_anybodys_move_may_complete_it():
    text = "b1=B1 b2=B2 d1=A1 e4=A3 g2=A2 home=A4B3B4 dice=4 turn=B step=forward"
    assert moves("15 players=2", text) == ["e4-f4"]
    assert after("15 players=2", text, "e4-f4").winners == ("A",)
    text = "b1=B1 b2=B2 d1=A1 e3=A3 f4=A2 h5=A4 home=B3B4 dice=5 turn=B step=forward"
    assert after("15 players=2", text, "h5-i5").winners == ("A",), "the one home may come last"


@clause("15-c")
def test_15_a_second_one_home_is_one_too_many():
    text = "b1=B1 b2=B2 b3=B3 d1=A1 f4=A3 h5=A2 home=A4B4 dice=5 turn=A step=forward"
    game = after("15 players=2", text, "h5-i5")
    assert str(game) == "b1=B1 b2=B2 b3=B3 d1=A1 f4=A3 home=A2A4B4 turn=B step=roll", "B may still win"
    both = "b1=B1 b2=B2 d1=A1 f4=A3 h5=A2 home=A4B3B4 dice=5 turn=A step=forward"
    drawn = after("15 players=2", both, "h5-i5")
    assert str(drawn) == "b1=B1 b2=B2 d1=A1 f4=A3 home=A2A4B3B4 over=draw", "nobody can win any more"
    assert (drawn.winners, drawn.is_over) == ((), True)


@clause("15.1")
def test_15_under_17_the_tiles_are_black():
    text = "b1=B1 b2=B2 b6=A1 e4=A3 g2=A2 home=A4B3B4 dice=4 turn=A step=forward"
    assert after("15+17[black=b6,f4,g2] players=2", text, "e4-f4").winners == ("A",)
    assert not after("15 players=2", text, "e4-f4").is_over


@clause("15[form=last]", "15-a", "15-d", "15-e")
def test_15_in_the_harder_form_the_last_on_the_track_wins():
    hard = "15[form=last] players=3"
    text = "b1=B1 b2=B2 c1=C1 d2=C2 e5=A1 h3=A2 home=A3A4B3B4C3C4 dice=3 turn=A step=forward"
    one = after(hard, text, "h3-i3")
    assert str(one) == "b1=B1 b2=B2 c1=C1 d2=C2 e5=A1 home=A2A3A4B3B4C3C4 turn=B step=roll"
    for move in ("6", "-", "-", "6", "-", "-"):
        one.play(move)
    assert (one.turn, one.step) == ("A", "roll"), "A takes turns although he has three home"
    two = "b2=B2 c1=C1 d2=C2 e5=A1 h3=B1 home=A2A3A4B3B4C3C4 dice=3 turn=A step=forward"
    game = after(hard, two, "h3-i3")
    assert str(game) == "b2=B2 c1=C1 d2=C2 e5=A1 home=A2A3A4B1B3B4C3C4 over=C", "only C has fewer than three"
    blacks = "b1=B1 b2=B2 c6=C1 d1=A1 d2=C2 e4=A3 g2=A2 home=A4B3B4C3C4 dice=4 turn=A step=forward"
    assert not after(hard, blacks, "e4-f4").is_over, "the first form is off"


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


# ---- 29: mega hedgehogs ----------------------------------------------------------------------------------------------


@clause("29.1")
def test_29_seven_to_nine_players():
    assert str(rules("29")) == "29 players=7"
    game = Game("29 players=9")
    assert str(game) == "hand=" + "".join(f"{p}{n}" for p in "ABCDEFGHI" for n in range(1, 5)) + " turn=A step=place"
    for wrong in ("29 players=6", "29 players=10", "0 players=7"):
        with pytest.raises(NotationError):
            rules(wrong)
    for other in (14, 21, 22, 24):
        with pytest.raises(Clash):
            rules(f"29+{other}")
    assert str(rules("25+29")) == "25+29 players=7"


@clause("29.2")
def test_29_the_rules_are_the_same():
    pieces = " ".join(f"b{lane}={p}1" for lane, p in zip((1, 2, 3, 4, 5, 6), "ABCDEF", strict=True))
    text = f"{pieces} c1=A2 c2=B2 c3=C2 c4=D2 e5=E2 f6=F2 g4=G2 h3=G1 home=" + "".join(f"{p}3{p}4" for p in "ABCDEFG")
    game = after("29 players=7", f"{text} dice=3 turn=G step=forward", "h3-i3")
    assert game.winners == ("G",)
    on = after("29 players=7", f"{text} dice=3 turn=G step=forward", "b3-c3")
    assert (on.turn, on.step) == ("A", "roll"), "after G comes A"


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
