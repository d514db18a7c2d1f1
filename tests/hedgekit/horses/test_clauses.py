"""Les petits chevaux, clause by clause: a position where it bites, one where it does not.

Two players: A from t0 (square before its ladder: t55), B from t28 (t27).
"""

import pytest

from hedgekit import NotationError, Refusal
from hedgekit.games.horses import COLOURS, FOOT, LAP, Game, Rules

TWO = "horses[horses=2] players=2"


def house(options):
    return f"horses[horses=2,{options}] players=2"


def at(text, rules=TWO):
    return Game.from_text(rules, text)


def moves(text, rules=TWO):
    return sorted(str(move) for move in at(text, rules).moves())


def after(text, *played, rules=TWO):
    game = at(text, rules)
    for move in played:
        game.play(move)
    return game


def refused(text, move, rules=TWO):
    game = at(text, rules)
    no = game.why(move)
    assert no is not None, f"{move} is legal"
    with pytest.raises(Refusal) as caught:
        game.play(move)
    assert caught.value.text("fr") == no.text("fr") != no.text("en")
    assert str(game) == text
    return no


def clauses(text, move, rules=TWO):
    return [reason.clause for reason in at(text, rules).because(move)]


# ---- 1: the set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("horses", [2, 3, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_all_horses_begin_in_the_stable(horses, players):
    game = Game(f"horses[horses={horses}] players={players}")
    stables = "".join(f"{player}{horses}" for player in "ABCD"[:players])
    assert str(game) == f"stable={stables} turn=A step=lot"


def test_1_who_begins_is_drawn_by_lot():
    game = Game("horses players=3")
    assert game.is_chance
    assert [(str(move), move.probability) for move in game.moves()] == [(letter, 1 / 3) for letter in "ABC"]
    game.play("C")
    assert (game.turn, game.step) == ("C", "roll")
    assert refused("stable=A2B2 turn=A step=lot", "C").clause == "horses.1"
    assert refused("stable=A2B2 turn=A step=lot", "3").clause == "horses.1"


def test_1_turns_go_clockwise():
    game = after("stable=A4B4C4 turn=B step=roll", "1", "-", "2", "-", "3", "-", rules="horses players=3")
    assert game.record().splitlines()[2:] == ["B: 1 -", "C: 2 -", "A: 3 -"]
    assert game.turn == "B"


def test_1_colours_and_starts_go_clockwise_and_two_sit_opposite():
    assert Rules.read("horses players=4").starts == {"A": "t0", "B": "t14", "C": "t28", "D": "t42"}
    assert Rules.read("horses players=3").colours == dict(zip("ABC", COLOURS, strict=False))
    assert Rules.read("horses players=2").starts == {"A": "t0", "B": "t28"}
    assert Rules.read("horses players=2").colours == {"A": "red", "B": "blue"}


def test_1_the_square_before_the_ladder_ends_the_lap():
    for player, course in Rules.read("horses players=4").courses.items():
        start = int(Rules.read("horses players=4").starts[player][1:])
        assert course[FOOT] == f"t{(start + 55) % LAP}"
        assert course[FOOT + 1 :] == tuple(f"{player.lower()}{step}" for step in range(1, 7))
        assert len(set(course)) == 62


# ---- 2: a six --------------------------------------------------------------------------------------------------------


SIX = "t10=A stable=A1B2 dice=6 turn=A step=move"


def test_2_a_six_brings_out_or_advances():
    assert moves(SIX) == ["a0-t0", "t10-t16"]
    assert clauses(SIX, "a0-t0") == ["horses.2", "horses.2"]
    assert clauses(SIX, "t10-t16") == ["horses.2", "horses.2"]
    assert str(after(SIX, "a0-t0")) == "t0=A t10=A stable=B2 turn=A step=roll"
    assert str(after(SIX, "t10-t16")) == "t16=A stable=A1B2 turn=A step=roll"


def test_2_after_a_six_one_rolls_again():
    game = after(SIX, "a0-t0")
    assert (game.turn, game.step) == ("A", "roll")
    assert game.told() == "A brings a horse out onto t0. A rolls again."


def test_2_nothing_else_brings_out():
    text = SIX.replace("dice=6", "dice=5")
    assert moves(text) == ["t10-t15"]
    no = refused(text, "a0-t0")
    assert (no.clause, no.squares) == ("horses.2", ("a0",))
    assert no.text("en") == "Only a 6 brings a horse out of the stable, not a 5."


def test_2_a_roll_comes_first_and_once():
    assert refused("stable=A2B2 turn=A step=roll", "a0-t0").clause == "horses.2"
    assert refused(SIX, "6").clause == "horses.2"
    assert refused(SIX, "A").clause == "horses.2"


# ---- 3: another number -----------------------------------------------------------------------------------------------

THREE = "t10=A t20=A stable=B2 dice=3 turn=A step=move"


def test_3_one_horse_advances_by_the_number():
    assert moves(THREE) == ["t10-t13", "t20-t23"]
    assert str(after(THREE, "t10-t13")) == "t13=A t20=A stable=B2 turn=B step=roll"
    assert clauses(THREE, "t10-t13") == ["horses.3"]
    no = refused(THREE, "t10-t14")
    assert (no.clause, no.squares) == ("horses.3", ("t10", "t13"))
    assert no.text("en") == "A 3 leads from t10 to t13, not to t14."


def test_3_the_track_is_closed():
    text = "t54=B stable=A2B1 dice=3 turn=B step=move"
    assert moves(text) == ["t54-t1"], "B goes on past t55 to t27"


def test_3_only_ones_own_horses():
    text = "t10=A t20=B stable=A1B1 dice=3 turn=A step=move"
    assert refused(text, "t20-t23").text("en").startswith("The horse on t20 is not yours")
    assert refused(text, "t30-t33").clause == "horses.3"
    assert refused(text, "b0-t28").clause == "horses.3"


def test_3_who_can_play_must():
    no = refused(THREE, "-")
    assert (no.clause, no.squares) == ("horses.3", ("t10", "t20"))
    assert no.text("en") == "A can play the 3 and must: the horse of t10 or t20."
    assert refused(SIX, "-").clause == "horses.2"


# ---- 4: sending back -------------------------------------------------------------------------------------------------


def test_4_another_colour_goes_back_to_its_stable():
    text = "t10=A t13=B stable=A1B1 dice=3 turn=A step=move"
    assert clauses(text, "t10-t13") == ["horses.3", "horses.4"]
    game = after(text, "t10-t13")
    assert str(game) == "t13=A stable=A1B2 turn=B step=roll"
    assert game.told() == "A advances a horse from t10 to t13. The horse of B goes back to its stable."


def test_4_also_when_coming_out():
    text = "t0=B stable=A2B1 dice=6 turn=A step=move"
    assert clauses(text, "a0-t0") == ["horses.2", "horses.4", "horses.2"]
    assert str(after(text, "a0-t0")) == "t0=A stable=A1B2 turn=A step=roll"


def test_4_on_the_square_before_the_ladder_too():
    text = "t52=A t55=B stable=A1B1 dice=3 turn=A step=move"
    assert str(after(text, "t52-t55")) == "t55=A stable=A1B2 turn=B step=roll"


def test_4_nobody_is_sent_back_from_an_empty_square():
    text = "t10=A t14=B stable=A1B1 dice=3 turn=A step=move"
    assert "horses.4" not in clauses(text, "t10-t13")
    assert after(text, "t10-t13").position.stable == {"A": 1, "B": 1}


# ---- 5: the end of the lap -------------------------------------------------------------------------------------------


def test_5_the_square_before_the_ladder_is_reached_exactly():
    text = "t52=A stable=A1B2 dice=3 turn=A step=move"
    assert clauses(text, "t52-t55") == ["horses.3", "horses.5"]
    assert moves(text) == ["t52-t55"]


@pytest.mark.parametrize("number", [4, 5])
def test_5_too_high_a_number_moves_another_horse_or_nothing(number):
    text = f"t10=A t52=A stable=B2 dice={number} turn=A step=move"
    assert moves(text) == [f"t10-t{10 + number}"]
    assert moves(text.replace("t10=A ", "").replace("B2", "A1B2")) == ["-"]
    no = refused(text, "t52-t55")
    assert (no.clause, no.squares) == ("horses.5", ("t52", "t55"))
    assert f"A {number} is too high" in no.text("en")


def test_5_with_a_six_a_horse_comes_out_instead():
    assert moves("t52=A stable=A1B2 dice=6 turn=A step=move") == ["a0-t0"]


def test_5_a_lower_number_advances():
    assert moves("t52=A stable=A1B2 dice=2 turn=A step=move") == ["t52-t54"]


def test_5_each_colour_has_its_own_end():
    assert moves("t26=B stable=A2B1 dice=2 turn=B step=move") == ["-"]
    assert moves("t26=A stable=A1B2 dice=2 turn=A step=move") == ["t26-t28"]


# ---- 6: the ladder ---------------------------------------------------------------------------------------------------

LADDER = ["t55", "a1", "a2", "a3", "a4", "a5", "a6"]


@pytest.mark.parametrize("step", range(1, 7))
def test_6_each_step_needs_its_number(step):
    here, there = LADDER[step - 1], LADDER[step]
    for number in range(1, 7):
        text = f"{here}=A stable=B2 home=A1 dice={number} turn=A step=move"
        assert moves(text) == ([f"{here}-{there}"] if number == step else ["-"])
        if number != step:
            no = refused(text, f"{here}-{there}")
            assert no.clause == "horses.6"
            assert f"needs exactly a {step}, not a {number}" in no.text("en")


def test_6_from_the_last_step_a_horse_is_taken_off():
    text = "a5=A stable=A1B2 dice=6 turn=A step=move"
    game = after(text, "a5-a6")
    assert str(game) == "stable=A1B2 home=A1 turn=A step=roll"
    assert game.told() == "A climbs the last step: the horse has finished. A rolls again."
    assert game.ranking() == (("A",), ("B",))
    assert clauses(text, "a5-a6") == ["horses.6", "horses.2"]


def test_6_no_step_is_skipped():
    assert refused("t54=A stable=A1B2 dice=2 turn=A step=move", "t54-a1").clause == "horses.5"
    assert refused("t55=A stable=A1B2 dice=2 turn=A step=move", "t55-a2").clause == "horses.6"
    assert refused("t55=A stable=A1B2 dice=1 turn=A step=move", "t55-t0").clause == "horses.3"


# ---- 7: no sharing, no passing ---------------------------------------------------------------------------------------


def test_7_two_of_a_colour_do_not_share_a_square():
    text = "t10=A t13=A stable=B2 dice=3 turn=A step=move"
    assert moves(text) == ["t13-t16"]
    assert refused(text, "t10-t13").clause == "horses.7"
    home = "t0=A t10=A stable=B2 dice=6 turn=A step=move"
    assert "t0-t6" in moves(home)
    text = "t0=A stable=A1B2 dice=6 turn=A step=move"
    assert moves(text) == ["t0-t6"]
    assert refused(text, "a0-t0").clause == "horses.7", "on the start square neither"


def test_7_nor_a_step_of_the_ladder():
    text = "a3=A a4=A stable=B2 dice=4 turn=A step=move"
    assert moves(text) == ["-"]
    assert refused(text, "a3-a4").clause == "horses.7"
    assert moves("a3=A a5=A stable=B2 dice=4 turn=A step=move") == ["a3-a4"]
    assert refused("a1=A t55=A stable=B2 dice=1 turn=A step=move", "t55-a1").clause == "horses.7"


@pytest.mark.parametrize("colour", "AB")
def test_7_no_horse_is_passed_whatever_its_colour(colour):
    stable = "A1B1" if colour == "B" else "B2"
    text = f"t10=A t12={colour} stable={stable} dice=5 turn=A step=move"
    assert "t10-t15" not in moves(text)
    no = refused(text, "t10-t15")
    assert (no.clause, no.squares, no.pieces) == ("horses.7", ("t12",), (colour,))
    assert moves(text.replace("dice=5", "dice=1"))[0] == "t10-t11", "up to it there is no harm"


def test_7_coming_out_passes_nobody():
    assert moves("t55=B stable=A2B1 dice=6 turn=A step=move") == ["a0-t0"]


# ---- 8: nothing possible ---------------------------------------------------------------------------------------------


def test_8_a_six_that_allows_nothing_rolls_again():
    text = "a1=A t52=A stable=B2 dice=6 turn=A step=move"
    assert moves(text) == ["-"]
    assert clauses(text, "-") == ["horses.8", "horses.2"]
    game = after(text, "-")
    assert (game.turn, game.step) == ("A", "roll")
    assert game.told() == "A can do nothing with a 6. A rolls again."


def test_8_any_other_number_ends_the_turn():
    text = "stable=A2B2 dice=4 turn=A step=move"
    assert moves(text) == ["-"]
    assert clauses(text, "-") == ["horses.8"]
    assert str(after(text, "-")) == "stable=A2B2 turn=B step=roll"


# ---- 9: the end ------------------------------------------------------------------------------------------------------


def test_9_the_first_with_all_horses_finished_wins():
    game = after("a5=A b5=B home=A1B1 dice=6 turn=A step=move", "a5-a6")
    assert str(game) == "b5=B home=A2B1 over=A"
    assert (game.is_over, game.winners, game.ranking(), game.points()) == (True, ("A",), (("A",), ("B",)), {})
    assert not game.moves()
    assert game.told().endswith("the horse has finished. A wins.")
    assert game.why("a5-a6").clause == "horses.9"


def test_9_one_left_is_not_the_end():
    assert not after("a5=A stable=A1B2 dice=6 turn=A step=move", "a5-a6").is_over


# ---- house rules -----------------------------------------------------------------------------------------------------


def test_overshoot_bounces_off_the_square_before_the_ladder():
    text, bounce = "t52=A stable=A1B2 dice=5 turn=A step=move", house("overshoot=bounce")
    assert moves(text, bounce) == ["t52-t53"], "three on, two back"
    assert clauses(text, "t52-t53", bounce) == ["horses.overshoot", "horses.3"]
    assert after(text, "t52-t53", rules=bounce).told().endswith("foot of the ladder and back to t53.")
    assert moves(text) == ["-"]


def test_overshoot_may_end_where_it_began_and_sends_back():
    bounce = house("overshoot=bounce")
    text = "t53=A stable=A1B2 dice=4 turn=A step=move"
    assert moves(text, bounce) == ["t53-t53"]
    assert str(after(text, "t53-t53", rules=bounce)) == "t53=A stable=A1B2 turn=B step=roll"
    text = "t50=B t54=A stable=A1B1 dice=6 turn=A step=move"
    assert str(after(text, "t54-t50", rules=bounce)) == "t50=A stable=A1B2 turn=A step=roll"


def test_overshoot_passes_nobody_either():
    bounce = house("overshoot=bounce")
    assert refused("t52=A t55=B stable=A1B1 dice=5 turn=A step=move", "t52-t53", bounce).clause == "horses.7"
    assert refused("t52=B t54=A stable=A1B1 dice=6 turn=A step=move", "t54-t50", bounce).squares == ("t52",)


def test_overshoot_ends_at_the_foot_of_the_ladder():
    text = "t55=A stable=A1B2 dice=5 turn=A step=move"
    assert moves(text, house("overshoot=bounce")) == ["-"], "there each step needs its number"


def test_pass_yes():
    text, free = "t10=A t12=B stable=A1B1 dice=5 turn=A step=move", house("pass=yes")
    assert moves(text, free) == ["t10-t15"]
    assert clauses(text, "t10-t15", free) == ["horses.3", "horses.pass"]
    assert "horses.pass" not in clauses("t10=A t16=B stable=A1B1 dice=5 turn=A step=move", "t10-t15", free)
    own = "t10=A t15=A stable=B2 dice=5 turn=A step=move"
    assert refused(own, "t10-t15", free).clause == "horses.7", "landing on one's own is still impossible"


def test_safe_start():
    text, safe = "t25=A t28=B stable=A1B1 dice=3 turn=A step=move", house("safe_start=yes")
    no = refused(text, "t25-t28", safe)
    assert (no.clause, no.squares, no.pieces) == ("horses.safe_start", ("t28",), ("B",))
    assert moves(text) == ["t25-t28"]
    elsewhere = "t3=B t6=A stable=A1B1 dice=3 turn=B step=move"
    assert moves(elsewhere, safe) == ["t3-t6"], "safe on one's own start square only"
    assert moves("t0=A t53=B stable=A1B1 dice=3 turn=B step=move", safe) == ["-"]


def test_safe_start_does_not_shelter_guests():
    text = "t0=B stable=A2B1 dice=6 turn=A step=move"
    assert str(after(text, "a0-t0", rules=house("safe_start=yes"))) == "t0=A stable=A1B2 turn=A step=roll"


def test_out_must():
    must = house("out=must")
    assert moves(SIX, must) == ["a0-t0"]
    assert clauses(SIX, "a0-t0", must) == ["horses.out", "horses.2", "horses.2"]
    assert refused(SIX, "t10-t16", must).clause == "horses.out"
    assert moves(SIX) == ["a0-t0", "t10-t16"]


def test_out_must_only_if_it_can():
    text = "t0=A stable=A1B2 dice=6 turn=A step=move"
    assert moves(text, house("out=must")) == ["t0-t6"]


def test_number_of_horses():
    with pytest.raises(NotationError, match="B has 2 horses here and must have 3"):
        Game.from_text("horses[horses=3] players=2", "stable=A3B2 turn=A step=roll")
