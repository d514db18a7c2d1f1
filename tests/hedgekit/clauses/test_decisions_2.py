"""What two variants leave open and a decision settles (combinations.md, section 5), one position for each: the pairs of

1 2 3 14 15 17 18 19 20 21 22 25 26 28 29 32 33 34; with the cases of settled.md that need them.
Black squares as printed: c5 d1 e3 f4 g2 h6 (no h6 on five lanes).
"""

import pytest

from hedgekit import Game, NotationError

from .support import after, at, clause, moves, refused, refused_by

# ---- 1: five lanes ---------------------------------------------------------------------------------------------------

TWO_DICE = "b2=A1 b4=A2 c2=B1 f1=B2 home=A3A4B3B4 dice=2,6"


@clause("1+5")
def test_1_5_only_the_piece_of_the_latest_sideways_step_is_excluded():
    five = "1+5 players=2"
    first = after(five, f"{TWO_DICE} turn=A step=sideways", "b2-b3")
    assert str(first) == "b3=A1 b4=A2 c2=B1 f1=B2 home=A3A4B3B4 moved=A1 dice=2,6 turn=A step=forward"
    assert sorted(map(str, first.moves())) == ["b4-c4=6", "c2-d2=2", "c2-d2=6", "f1-g1=6"]
    assert refused_by(first, "b3-c3=6").clause == "1.3"
    passed = after(five, f"{TWO_DICE} turn=A step=sideways", "b2-b3", "c2-d2=2", "-")
    assert str(passed) == "b3=A1 b4=A2 d2=B1 f1=B2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert "b3-c3=6" in map(str, passed.moves()), "a passed second step clears the exclusion"
    other = after(five, f"{TWO_DICE} turn=A step=sideways", "b2-b3", "c2-d2=2", "b4-b5")
    assert str(other) == "b3=A1 b5=A2 d2=B1 f1=B2 home=A3A4B3B4 moved=A2 dice=6 turn=A step=forward"
    assert sorted(map(str, other.moves())) == ["b3-c3=6", "d2-e2=6", "f1-g1=6"]


@clause("1+8")
def test_1_8_the_whole_block_is_excluded():
    text = "b2=A1B1A2 c4=B2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    block = after("1+8 players=2", text, "b2-b3*3")
    assert str(block) == "b3=A1B1A2 c4=B2 home=A3A4B3B4 moved=A1A2B1 dice=6 turn=A step=forward"
    assert list(map(str, block.moves())) == ["c4-d4"]
    assert refused_by(block, "b3-c3").clause == "1.3"
    assert refused_by(block, "b3-c3*3").clause == "1.3"
    one = after("1+8 players=2", text, "b2-b3")
    assert str(one) == "b2=A1B1 b3=A2 c4=B2 home=A3A4B3B4 moved=A2 dice=6 turn=A step=forward"
    assert sorted(map(str, one.moves())) == ["b2-c2", "c4-d4"]


@clause("1+8")
def test_1_8_a_block_with_an_excluded_piece_cannot_use_the_six():
    text = "b2=A2 b3=A1B1 c4=B2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    game = after("1+8 players=2", text, "b2-b3")
    assert str(game) == "b3=A1B1A2 c4=B2 home=A3A4B3B4 moved=A2 dice=6 turn=A step=forward"
    assert list(map(str, game.moves())) == ["c4-d4"]
    assert refused_by(game, "b3-c3*3").clause == "1.3"
    passed = after("1+8 players=2", text.replace("b2=A2 b3=A1B1", "b3=A1B1A2"), "-")
    assert sorted(map(str, passed.moves())) == ["b3-c3", "b3-c3*3", "c4-d4"]


@clause("1+12")
def test_1_12_on_a_six_one_enters_anywhere():
    text = "b2=A1 c3=B1 home=A2B2 hand=A3A4B3B4 dice={} turn=A step=forward"
    assert moves("1+12 players=2", text.format(6)) == ["@a1", "@a2", "@a3", "@a4", "@a5", "b2-c2", "c3-d3"]
    assert moves("1+12 players=2", text.format(3)) == ["@a3", "c3-d3"]
    assert refused("1+12 players=2", text.format(3), "@a2").clause == "12.3"
    assert "-" in moves("1[six=may]+12 players=2", text.format(6))
    assert "-" not in moves("1[six=may]+12 players=2", text.format(3))


@clause("1+23")
def test_1_23_a_start_lane_is_one_of_five():
    game = at("1+23 players=2", "hand=A1A2A3A4B1B2B3B4 turn=A step=lane")
    assert [(str(move), move.probability) for move in game.moves()] == [(str(n), 1 / 5) for n in range(1, 6)]
    assert at("23 players=2", str(game)).moves()[5].probability == 1 / 6
    text = "b4=B1 c1=A1 e5=B2 g1=A2 home=A3A4B3B4 dice=1 turn=A step=forward"
    slip = after("1+38[lane=die] players=2", text, "c1-d1")
    assert str(slip) == "b4=B1 e5=B2 g1=A2 home=A3A4B3B4 slip=A1 turn=A step=lane"
    assert [(str(move), move.probability) for move in slip.moves()] == [(str(n), 1 / 5) for n in range(1, 6)]


@clause("1+30")
def test_1_30_both_side_steps_before_the_first_advance_exclude():
    text = f"{TWO_DICE} then=SFF turn=A step=sideways"
    game = after("1+30 players=2", text, "b2-b3", "b4-b5")
    assert str(game) == "b3=A1 b5=A2 c2=B1 f1=B2 home=A3A4B3B4 moved=A1A2 dice=2,6 then=F turn=A step=forward"
    assert sorted(map(str, game.moves())) == ["c2-d2=2", "c2-d2=6", "f1-g1=6"]
    one = after("1+30 players=2", text, "b2-b3", "-")
    assert str(one).split()[5:7] == ["moved=A1", "dice=2,6"]
    assert "b4-c4=6" in map(str, one.moves())
    twice = after("1+30 players=2", text, "b2-b3", "b3-b2")
    assert str(twice).split()[5] == "moved=A1"
    short = after("1+30[order=SFF] players=2", f"{TWO_DICE} then=FF turn=A step=sideways", "b2-b3")
    assert str(short) == "b3=A1 b4=A2 c2=B1 f1=B2 home=A3A4B3B4 moved=A1 dice=2,6 then=F turn=A step=forward"


@clause("1.3")
def test_1_31_nothing_has_been_side_stepped_before_the_advance():
    text = f"{TWO_DICE} turn=A step={{}}".replace("2,6", "6")
    assert moves("1+31 players=2", text.format("forward")) == ["b2-c2", "b4-c4", "c2-d2", "f1-g1"]
    free = after("1+31[order=free] players=2", text.format("either"), "b2-b3")
    assert str(free) == "b3=A1 b4=A2 c2=B1 f1=B2 home=A3A4B3B4 moved=A1 dice=6 turn=A step=forward"
    assert "b3-c3" not in map(str, free.moves()), "with the free order a side-step may come first"


@clause("1.3", "1[six=may]")
def test_1_27_passing_by_the_option_is_no_failed_advance():
    may = "1[six=may]+27 players=2"
    text = "b2=A1 c3=B1 f5=A2 g4=B2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert str(after(may, text, "-")) == "b2=A1 c3=B1 f5=A2 g4=B2 home=A3A4B3B4 turn=B step=roll"
    assert str(after(may, text.replace("dice=6", "dice=1"), "-")).startswith("c2=A1 d3=B1 g5=A2 h4=B2 ")
    alone = "b2=A1 d1=B1 e3=B2 f4=A2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    marched = after(may, alone, "b2-b1", "-")
    assert str(marched) == "c1=A1 e1=B1 f3=B2 g4=A2 home=A3A4B3B4 turn=B step=roll", "the 6 allowed nothing"


# ---- 2: spies --------------------------------------------------------------------------------------------------------


@clause("2+21")
def test_2_21_one_drawing_and_both_colours():
    start = Game("2+21")
    start.play("1")
    start.play("2")
    assert str(start).endswith("secret=A1B2 turn=A step=place")
    assert len(start.moves()) == 8 * 6, "every piece differs, so every piece in hand is named"
    text = (
        "b1=A4 b2=A7 b3=A8 c1=B2 c2=B3 c3=B4 c4=B6 c6=B7 d4=B8 h3=A3 "
        "home=A1A2A5A6B1B5 secret=A1B2 dice=3 turn=A step=forward"
    )
    game = after("2+21 players=2", text, "h3-i3")
    assert game.points() == {"A": 9, "B": 4}, "A: five home and A1 A5 B1 B5; B: two home and A2 A6"
    assert game.winners == ("A",)


@clause("2+28")
def test_2_28_the_fourth_drawing_is_left_out():
    text = "hand=A1A2A3B1B2B3 turn=A step=secret"
    assert moves("2+28 players=2", text) == ["1", "2", "3"]
    refused("2+28 players=2", text, "4")
    with pytest.raises(NotationError):
        at("2+28 players=2", "hand=A1A2A3B1B2B3 secret=A4 turn=B step=secret")


@clause("2+29")
def test_2_29_the_extra_pieces_have_the_four_drawings():
    names = "ABCDEFG"
    squares = " ".join(f"b{lane}={p}1" for lane, p in zip(range(1, 7), names, strict=False))
    more = " ".join(f"c{lane}={p}2" for lane, p in zip(range(1, 7), names, strict=False))
    text = f"{squares} {more} d2=G1 h3=G2 home={''.join(f'{p}3{p}4' for p in names)} secret=A1B1C1D1E1F1G4"
    game = after("2+29 players=7", f"{text} dice=3 turn=G step=forward", "h3-i3")
    assert game.points() == {"A": 2, "B": 2, "C": 2, "D": 2, "E": 2, "F": 2, "G": 10}, "three home, and seven fours"


@clause("2-b")
def test_2_the_order_of_the_set_up():
    game = Game("2+6 players=2")
    steps = []
    for move in ("1", "2", "5", "6"):
        steps.append((game.turn, game.step))
        game.play(move)
    assert steps == [("A", "secret"), ("B", "secret"), ("A", "keep"), ("B", "keep")]
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 kept=A5B6 secret=A1B2 turn=A step=place"
    cards = Game("2+7+23 players=2")
    cards.play("1")
    cards.play("2")
    assert str(cards) == "hand=A1A2A3A4B1B2B3B4 secret=A1B2 turn=A step=shuffle"
    cards.play("deck=123456123456*")
    assert str(cards) == "hand=A1A2A3A4B1B2B3B4 deck=123456123456* secret=A1B2 turn=A step=lane"
    cards.play("4")
    assert str(cards) == "a4=A1 hand=A2A3A4B1B2B3B4 deck=123456123456* secret=A1B2 turn=B step=lane"
    assert cards.to_text(eyes="B") == "a4=A1 hand=A2A3A4B1B2B3B4 secret=B2 turn=B step=lane", "no deck either"


# ---- 3: doping control -----------------------------------------------------------------------------------------------


@clause("3+8")
def test_3_8_the_top_of_a_block_is_the_first():
    text = "b2=A4 c4=B2 d6=B3 e1=A3 f2=B4 h3=A1B1A2 dice=3 turn=A step=forward"
    assert str(after("3+8 players=2", text, "h3-i3*3")) == (
        "b2=A4 c4=B2 d6=B3 e1=A3 f2=B4 home=A1B1 out=A2 doped=A2 turn=B step=roll"
    )
    crowned = "b2=A4 c4=B2 d6=B3 e1=A3 f2=B4 h3=A1B1A2 carrier=A2B4 dice=3 turn=A step=forward"
    assert str(after("3+8+14 players=2", crowned, "h3-i3*3")) == (
        "b2=A4 c4=B2 d6=B3 e1=A3 f2=B4 home=A1A2 out=B1 doped=B1 carrier=A2B4 turn=B step=roll"
    ), "the top one that carries nothing"


@clause("3+13")
def test_3_13_the_top_of_a_pushed_stack_is_the_first():
    text = "b2=A4 c4=B2 d6=B3 e1=A3 f2=B4 g3=B1 h3=A1A2 dice=3 turn=A step=forward"
    assert str(after("3+13 players=2", text, "g3-h3")) == (
        "b2=A4 c4=B2 d6=B3 e1=A3 f2=B4 h3=B1 home=A1 out=A2 doped=A2 turn=B step=roll"
    )


@clause("3+15")
def test_3_15_the_others_are_those_he_has_left():
    text = "b1=B1 b2=B2 d1=A1 e4=A3 home=A4B3B4 out=A2 doped=A2 dice=4 turn=A step=forward"
    assert str(after("3+15 players=2", text, "e4-f4")) == ("b1=B1 b2=B2 d1=A1 f4=A3 home=A4B3B4 out=A2 doped=A2 over=A")
    undoped = "b1=B1 b2=B2 b3=A2 d1=A1 e4=A3 home=A4B4 out=B3 doped=B3 dice=4 turn=A step=forward"
    assert not after("3+15 players=2", undoped, "e4-f4").is_over, "A has four, and A2 is on no black square"


@clause("3+33")
def test_3_33_arrived_is_back_on_the_start_line():
    turn = "b1=A2 b4=A4 c2=B1 c3=B3 d4=B2 e6=B4 f1=A3 h3=A1 dice=3 turn=A step=forward"
    assert "i3=A1'" in str(after("3+33 players=2", turn, "h3-i3")).split()
    back = "b1=A2 b4=A4' c2=B1 c3=B3 d4=B2 e6=B4 f1=A3 h3=A1 dice=4 turn=A step=forward"
    assert str(after("3+33 players=2", back, "b4-a4")) == (
        "b1=A2 c2=B1 c3=B3 d4=B2 e6=B4 f1=A3 h3=A1 out=A4 doped=A4 turn=B step=roll"
    )


@clause("3+39")
def test_3_39_the_second_home_wins():
    first = "b2=A2 c4=B1 e6=B2 h3=A1 out=A3A4B3B4 dice=3 turn=A step=forward"
    game = after("3+39 players=2", first, "h3-i3")
    assert str(game) == "b2=A2 c4=B1 e6=B2 out=A1A3A4B3B4 doped=A1 turn=B step=roll"
    second = "b2=A2 c4=B1 e6=B2 h3=A1 out=A3A4B3B4 doped=B4 dice=3 turn=B step=forward"
    assert str(after("3+39 players=2", second, "h3-i3")) == ("b2=A2 c4=B1 e6=B2 home=A1 out=A3A4B3B4 doped=B4 over=A")
    last = "c4=B1 e6=B2 h3=A1 out=A2A3A4B3B4 dice=3 turn=A step=forward"
    assert str(after("3+39 players=2", last, "h3-i3")) == ("c4=B1 e6=B2 out=A1A2A3A4B3B4 doped=A1 gone=A over=B"), (
        "his last one is disqualified: B alone survives"
    )


# ---- 14: the apple carrier -------------------------------------------------------------------------------------------


@clause("12+14")
def test_12_14_a_carrier_is_the_last_to_enter():
    text = "b2=A1 c3=B1 d4=A2 e6=A3 hand=A4B2B3B4 dice=5 turn=A step=forward"
    game = after("12+14 players=2", text, "@a5")
    assert str(game) == "a5=A4 b2=A1 c3=B1 d4=A2 e6=A3 hand=B2B3B4 carrier=A4 turn=B step=roll"
    for move in ("5", "-"):
        game.play(move)
    assert list(map(str, game.moves())) == ["a5-b5"]
    assert refused_by(game, "@a5").clause == "14.3"
    second = "b2=A1 c3=B1 e6=A3 hand=A2A4B2B3B4 dice=5 turn=A step=forward"
    assert "carrier" not in str(after("12+14 players=2", second, "@a5"))
    assert str(after("12+14 players=2", second, "@a5")).split()[0] == "a5=A2"


@clause("13+14")
def test_13_14_no_push_onto_a_carrier():
    text = "e2=A1 f2=B1 g2=B4 g5=B2 h5=A2 home=A3A4B3 carrier=A4B4 dice=2 turn=A step=forward"
    assert moves("13+14 players=2", text) == ["-"], (
        "g2 is black: B1 would be stacked on B4, and f2 cannot advance either"
    )
    no = refused("13+14 players=2", text, "e2-f2")
    assert (no.clause, no.pieces) == ("14.3", ("B4",))
    pushed = "b2=A1 c2=B4 g5=B2 h3=B1 h5=A2 home=A3A4B3 carrier=A4B4 dice=2 turn=A step=forward"
    assert str(after("13+14 players=2", pushed, "b2-c2")).startswith("c2=A1 d2=B4 "), "a carrier is pushed like anybody"


@clause("14+21")
def test_14_21_a_carrier_for_each_colour():
    both = "a1=A1A5 a2=B1B5 a3=A2B2 a4=A6B6 a5=B3 a6=B7 hand=A3A4A7A8B4B8 turn=A step=place"
    assert {move[:2] for move in moves("14+21 players=2", both)} == {"A3", "A7"}
    last = "a1=A1A5 a2=B1B5 a3=A2B2 a4=A6B6 a5=B3A3 a6=B7B8 hand=A4A7A8B4 carrier=B8 turn=A step=place"
    assert {move[:2] for move in moves("14+21 players=2", last)} == {"A7"}, "A4 would be last while two others wait"
    no = refused("14+21 players=2", last, "A4@a1")
    assert no.clause.startswith("14")
    one = "a1=A1A5A7 a2=B1B5 a3=A2B2 a4=A6B6 a5=B3A3 a6=B7B8 hand=A4A8B4 carrier=B8 turn=A step=place"
    assert {move[:2] for move in moves("14+21 players=2", one)} == {"A4", "A8"}
    assert str(after("14+21 players=2", one, "A8@a2")) == (
        "a1=A1A5A7 a2=B1B5A8 a3=A2B2 a4=A6B6 a5=B3A3 a6=B7B8 hand=A4B4 carrier=A8B8 turn=B step=place"
    )


@clause("14+21")
def test_14_21_three_of_one_colour_with_its_carrier():
    text = (
        "b1=A4 b2=A6 b3=A7 c1=B1 c2=B2 c3=B3 c4=B4 c6=B5 d4=B6 d5=B7 d6=B8 h3=A3 "
        "home=A1A2A5A8 carrier=A4A8B4B8 dice=3 turn=A step=forward"
    )
    assert not after("14+21 players=2", text, "h3-i3").is_over, "A8 is home, and is of the other colour"
    own = text.replace("b1=A4 b2=A6", "b1=A2 b2=A6").replace("home=A1A2A5A8", "home=A1A4A5A8")
    assert after("14+21 players=2", own, "h3-i3").winners == ("A",)


@clause("14+23")
def test_14_23_a_lane_topped_by_a_carrier_is_rolled_again():
    text = "a1=A1B1 a2=A2A4 a3=B2 a4=A3B3 hand=B4 carrier=A4 turn=B step=lane"
    game = at("14+23 players=2", text)
    assert [(str(move), move.probability) for move in game.moves()] == [(str(n), 1 / 5) for n in (1, 3, 4, 5, 6)]
    with pytest.raises(Exception, match="2 cannot come up now"):
        game.play("2")
    game.play("3")
    assert str(game) == "a1=A1B1 a2=A2A4 a3=B2B4 a4=A3B3 carrier=A4B4 turn=A step=roll"
    three = "a1=A1A5 a2=B1B5 a3=A2B2 a4=A6B6 a5=B3A3 a6=B7B8 hand=A4A7A8B4 carrier=B8 turn=A step=lane"
    assert str(after("14+21+23 players=2", three, "1")).startswith("a1=A1A5A7 "), "A4 may not come yet"
    shut = after("14+23 players=2", "a2=A1A2A3 a3=B1B2B3 hand=A4B4 turn=A step=lane", "2")
    assert [str(move) for move in shut.moves()] == ["1", "3", "4", "5", "6"]


@clause("14+26", "14+28")
def test_14_26_two_home_one_of_them_the_carrier():
    text = "b2=A4 c4=B1 d5=A3 d6=B2 e5=B4 h3=A2 home=A1B3 carrier=A4B4 dice=3 turn=A step=forward"
    assert not after("14+26 players=2", text, "h3-i3").is_over
    crowned = "b2=A1 c4=B1 d5=A3 d6=B2 e5=B4 h3=A2 home=A4B3 carrier=A4B4 dice=3 turn=A step=forward"
    assert after("14+26 players=2", crowned, "h3-i3").winners == ("A",)
    three = "b2=A3 c4=B1 d6=B2 h3=A2 home=A1B3 carrier=A3B3 dice=3 turn=A step=forward"
    assert not after("14+28 players=2", three, "h3-i3").is_over
    assert after("14+28 players=2", three.replace("b2=A3", "b2=A1").replace("home=A1", "home=A3"), "h3-i3").is_over


@clause("14+27")
def test_14_27_who_would_land_on_a_carrier_stays():
    text = "b2=A4 c6=A2 f3=B1 g3=A1 h3=B4 home=A3B2B3 carrier=A4B4 dice=5 turn=A step=forward"
    assert str(after("14+27 players=2", text, "-")) == (
        "c2=A4 d6=A2 g3=A1B1 h3=B4 home=A3B2B3 carrier=A4B4 turn=B step=roll"
    )
    two = "b2=A1 c6=A2 f3=B1 g3=A4 h3=B4 home=A3B2B3 carrier=A4B4 dice=5 turn=A step=forward"
    assert str(after("14+27 players=2", two, "-")).split()[2:5] == ["f3=B1", "g3=A4", "h3=B4"], (
        "nor onto one that stays"
    )


@clause("14+35", "14+38", "14+36")
def test_14_35_black_squares_that_lead_to_a_carrier_cannot_be_entered():
    spring = "b6=A2 c1=A1 e1=B4 f5=B1 home=A3A4B2B3 carrier=A4B4 dice=1 turn=A step=forward"
    assert moves("14+35 players=2", spring) == ["e1-f1"]
    no = refused("14+35 players=2", spring, "c1-d1")
    assert (no.clause, no.squares, no.pieces) == ("14.3", ("e1", "c1"), ("B4",))
    clear = "b6=A2 c1=A1 e2=B4 f5=B1 home=A3A4B2B3 carrier=A4B4 dice=1 turn=A step=forward"
    assert str(after("14+35 players=2", clear, "c1-d1")).split()[1] == "e1=A1"
    slip = "a1=B4 b6=A2 c1=A1 f5=B1 home=A3A4B2B3 carrier=A4B4 dice=1 turn=A step=forward"
    assert moves("14+38 players=2", slip) == ["a1-b1"]
    assert refused("14+38 players=2", slip, "c1-d1").clause == "14.3"
    assert "c1-d1" in moves("14+38 players=2", slip.replace("a1=B4", "a2=B4"))
    pit = "b6=A2 c1=A1 d1=B4 f5=B1 home=A3A4B2B3 carrier=A4B4 dice=1 turn=A step=forward"
    assert moves("14+36 players=2", pit) == ["-"], "level with the ground, and still nobody climbs on it"
    assert refused("14+36 players=2", pit, "c1-d1").clause == "14.3"


@clause("14+38")
def test_14_38_with_a_rolled_lane_only_topped_lanes_are_shut():
    text = "a1=B4 b6=A2 c1=A1 f5=B1 home=A3A4B2B3 carrier=A4B4 dice=1 turn=A step=forward"
    game = after("14+38[lane=die] players=2", text, "c1-d1")
    assert str(game) == "a1=B4 b6=A2 f5=B1 home=A3A4B2B3 carrier=A4B4 slip=A1 turn=A step=lane"
    assert [str(move) for move in game.moves()] == ["2", "3", "4", "5", "6"]
    assert game.moves()[0].probability == 1 / 5


# ---- 15: lazybones ---------------------------------------------------------------------------------------------------


@clause("10+15")
def test_10_15_ordinary_squares_are_still_black():
    text = "b1=B1 b2=B2 d1=A1 e4=A3 g2=A2 home=A4B3B4 dice=4 turn=A step=forward"
    assert after("10+15 players=2", text, "e4-f4").winners == ("A",)
    side = text.replace("forward", "sideways")
    assert "d1-d2" in moves("10+15 players=2", side)
    assert "d1-d2" not in moves("15 players=2", side)


@clause("12+15")
def test_12_15_a_reserve_is_on_no_black_square():
    text = "b1=B1 b2=B2 d1=A1 e4=A3 home=A4B3B4 hand=A2 dice=4 turn=A step=forward"
    assert not after("12+15 players=2", text, "e4-f4").is_over
    hard = "b1=B1 e5=A1 h3=A2 home=A3A4B3B4 hand=B2 dice=3 turn=A step=forward"
    assert after("12+15[form=last] players=2", hard, "h3-i3").winners == ("B",)


@clause("15+36")
def test_15_36_above_the_pit_is_on_the_square_too():
    text = "b1=B1 b2=B2 e4=A3 f4=B3 g2=A1A2 home=A4B4 dice=4 turn=A step=forward"
    assert after("15+36 players=2", text, "e4-f4").winners == ("A",)


@clause("15+18", "15+19", "15+20", "15+22")
def test_15_with_scorings():
    won = "c5=A1 d1=A2 e5=B1 e6=B2 g2=A3 home=A4B3B4 over=A"
    assert at("15+18 players=2", won).points() == {"A": 1, "B": 0}
    assert at("15+18 players=2", won.replace("e6=B2 g2=A3 home=A4B3B4", "e6=B2 f6=B3B4 g2=A3 home=A4")).points() == {
        "A": 1,
        "B": 0,
    }, "nobody loses by staying back"
    assert at("15+19 players=2", won).points() == {"A": 1, "B": 0}
    assert at("15+19 players=2", won.replace("e6=B2 g2=A3 home=A4B3B4", "e6=B2 f6=B3B4 g2=A3 home=A4")).points() == {
        "A": 1,
        "B": -1,
    }
    assert at("15+20 players=2", won).points() == {"A": 1, "B": 2}, "literally"
    cube = won.replace(" over=A", " cube=4A over=A")
    assert at("15+22 players=2", cube).points() == {"A": 4, "B": 0}
    drawn = "b1=B1 b2=B2 d1=A1 f4=A3 home=A2A4B3B4 over=draw"
    assert at("15+18 players=2", drawn).points() == {"A": 0, "B": 0}


@clause("15+25")
def test_15_25_a_refusal_can_end_it():
    text = "c2=A1 d6=B1 e6=A2 f5=C2 f6=B2 home=A3A4B3B4C1C3C4 turn=A step=offer"
    hard = after("15[form=last]+25 players=3", text, "double", "drop")
    assert (hard.turn, hard.step) == ("C", "answer"), "all others answer first"
    hard.play("take")
    assert str(hard) == "c2=A1 d6=B1 e6=A2 f5=C2 f6=B2 home=A3A4B3B4C1C3C4 gone=B lost=B0 over=A"
    assert hard.points() == {"A": 1, "B": 0, "C": 0}
    goes = after("15[form=last]+25 players=3", text, "double", "take", "take")
    assert (goes.turn, goes.step) == ("A", "roll")
    easy = "c2=A1 d6=B1 e6=A2 f1=C1 f5=C2 f6=B2 g6=B3 home=A3A4B4C3C4 turn=A step=offer"
    drawn = after("15+25 players=3", easy, "double", "drop", "take")
    assert str(drawn).endswith("gone=B lost=B1 over=draw"), "only B could still have won"
    assert drawn.points() == {"A": 0, "B": -1, "C": 0}


@clause("15+35", "15+37", "15+38")
def test_15_the_harder_form_goes_with_squares_nobody_rests_on():
    text = "b1=B1 b2=B2 e5=A1 h3=A2 home=A3A4B3B4 dice=3 turn=A step=forward"
    for number in (35, 37, 38):
        assert after(f"15[form=last]+{number} players=2", text, "h3-i3").winners == ("B",)


@clause("15[form=last]")
def test_15_last_when_one_push_leaves_nobody_under_three():
    text = "b1=A1 b2=B1 g3={} h3=A2B2 home=A3A4B3B4 dice=3 turn={} step=forward"
    two = "15[form=last]+13 players=2"
    for mover in "AB":
        filled = text.format("A1" if mover == "A" else "B1", mover)
        filled = filled.replace("b1=A1 b2=B1", "b2=B1" if mover == "A" else "b1=A1")
        assert after(two, filled, "g3-h3").winners == (mover,), "the mover was under three"
    third = "b1=A1 b2=B1 g3=C1 h3=A2B2 home=A3A4B3B4C2C3C4 dice=3 turn=C step=forward"
    assert after("15[form=last]+13 players=3", third, "g3-h3").winners == ("A", "B"), "C was not: those who were"


# ---- 18 19 20 21: scorings with two colours --------------------------------------------------------------------------

FAMILY = "b1=A4 b2=A6 b3=A7 b4=A8 c1=B1 c2=B2 c3=B3 c4=B6 c6=B7 d4={} home=A1A2A3A5B4{} over=A"


@clause("18+21", "19+21")
def test_18_21_the_better_colour_counts():
    split = FAMILY.format("B8", "B5")
    assert at("18+21 players=2", split).points() == {"A": 1, "B": -1}, "one of each colour are not two"
    assert at("19+21 players=2", split).points() == {"A": 1, "B": -2}, "three against one"
    same = "b1=A4 b2=A6 b3=A7 b4=A8 c1=B1 c2=B2 c4=B6 c6=B7 d4=B8 d5=B5 home=A1A2A3A5B3B4 over=A"
    assert at("18+21 players=2", same).points() == {"A": 1, "B": 0}
    assert at("19+21 players=2", same).points() == {"A": 1, "B": -1}


@clause("2+21")
def test_20_21_both_colours_count():
    assert at("20+21 players=2", FAMILY.format("B8", "B5")).points() == {"A": 4, "B": 2}


@clause("21+22")
def test_21_22_the_better_colour_counts():
    split = FAMILY.format("B8", "B5").replace("over=A", "cube=2A over=A")
    assert at("21+22 players=2", split).points() == {"A": 2, "B": -4}
    offer = "c1=A1 c2=A2 c3=A3 c4=A6 c6=A7 d3=B1 d4=B2 d5=B3 d6=B6 e1=B7 e2=B8 f1=A8 home=A4A5B4B5 turn=B step=offer"
    refusal = after("21+22 players=2", offer, "double", "drop")
    assert refusal.points() == {"A": 0, "B": 1}, "one of a colour each: no difference"
    two = offer.replace("d5=B3", "d5=B5").replace("home=A4A5B4B5", "home=A4A5B3B4")
    assert after("21+22 players=2", two, "double", "drop").points() == {"A": -1, "B": 1}


@clause("21+25")
def test_21_25_the_better_colour_counts():
    offer = (
        "c1=A1 c2=A2 c3=A3 c4=A6 c6=A7 d3=B1 d4=B2 d5=B5 d6=B6 e1=B7 e2=B8 e4=C1 e5=C2 e6=C3 f1=A8 f2=C4 f3=C5 f5=C6 "
        "home=A4A5B3B4C7C8 turn=B step=offer"
    )
    game = after("21+25 players=3", offer, "double", "drop", "drop")
    assert str(game).endswith("home=A4A5B3B4C7C8 gone=AC lost=A1C0 over=B")
    assert game.points() == {"A": -1, "B": 1, "C": 0}


@clause("21+26", "21+28")
def test_21_26_two_of_one_colour():
    board = "b1=A2 b2=A6 b3=A7 b4=A8 c1=B1 c2=B2 c3=B3 c4=B6 c6=B7 d4=B8 d5=A4"
    other = f"{board} e1=A1 h3=A3 home=A5B4B5 dice=3 turn=A step=forward"
    assert not after("21+26 players=2", other, "h3-i3").is_over, "one of each"
    one = f"{board} e1=A5 h3=A3 home=A1B4B5 dice=3 turn=A step=forward"
    assert after("21+26 players=2", one, "h3-i3").winners == ("A",)
    few = "b1=A2 b3=A6 b4=A7 c1=B1 c2=B2 c4=B6 c6=B7 d5=A5 h3=A3 home=A1B3B5 dice=3 turn=A step=forward"
    assert after("21+28 players=2", few, "h3-i3").winners == ("A",)
    mixed = few.replace("d5=A5", "d5=A1").replace("home=A1", "home=A5")
    assert not after("21+28 players=2", mixed, "h3-i3").is_over


# ---- 22 25: when one may offer ---------------------------------------------------------------------------------------


def _step(rules, text, *played):
    game = after(rules, text, *played)
    return f"{game.turn} {game.step}"


@clause("12+22", "12+25")
def test_12_22_no_offer_while_anybody_has_a_reserve():
    text = "c2=A1 d6=B1 e5=A2 f6=B2 home=A3B3B4 hand={} dice=2 turn=A step=forward"
    assert _step("12+22 players=2", text.format("A4"), "c2-d2") == "B roll"
    none = "c2=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert _step("12+22 players=2", none, "c2-d2") == "B offer"
    three = "c2=A1 d6=B1 e5=A2 f6=B2 g5=C1 home=A3A4B3B4C3C4 hand=C2 dice=2 turn=A step=forward"
    assert _step("12+25 players=3", three, "c2-d2") == "B roll"
    in_play = "c2=A1 d6=B1 e5=A2 f6=B2 g5=C1C2 home=A3A4B3B4C3C4 dice=2 turn=A step=forward"
    assert _step("12+25 players=3", in_play, "c2-d2") == "B offer"


@clause("22+33", "25+33")
def test_22_33_the_first_two_steps_of_the_course():
    out = "b4=A2' c2=A1 d6=B1 f6=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert _step("22+33 players=2", out, "c2-d2") == "B offer", "on rank b, but 15 steps run"
    early = "b4=A2 c2=A1 d6=B1 f6=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert _step("22+33 players=2", early, "c2-d2") == "B roll"
    turned = "c2=A1 d6=B1 f6=B2 h3=A2 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert _step("22+33 players=2", turned, "h3-i3") == "B offer", "half way"
    three = "b4=A2' c2=A1 d6=B1 f6=B2 g1=C1 g5=C2 home=A3A4B3B4C3C4 dice=2 turn=A step=forward"
    assert _step("25+33 players=3", three, "c2-d2") == "B offer"
    assert _step("25+33 players=3", three.replace("A2'", "A2"), "c2-d2") == "B roll"


@clause("22+34", "25+34")
def test_22_34_each_by_its_own_steps():
    text = "b3=B1 c2=A1 f6=B2 h5=A2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert _step("22+34 players=2", text, "c2-d2") == "B offer", "B1 on rank b is nearly home, and A2 on h"
    late = "c2=A1 e3=B1 h5=A2 h6=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert _step("22+34 players=2", late, "c2-d2") == "B roll", "B2 on rank h has run one step"
    four = "b3=B1 c2=A1 d4=C1 e5=D1 f6=B2 g1=D2 g4=C2 h5=A2 home=A3A4B3B4C3C4D3D4 dice=2 turn=A step=forward"
    assert _step("25+34 players=4", four, "c2-d2") == "B offer"
    assert _step("25+34 players=4", four.replace("g1=D2 g4=C2 h5=A2", "g4=C2 h1=D2 h5=A2"), "c2-d2") == "B roll"
    backwards = "b3=B1 c2=A1 f6=B2 g5=A2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert _step("22+32 players=2", backwards, "c2-b2") == "B offer"
    assert _step("22+32 players=2", backwards.replace("g5=A2", "h5=A2"), "c2-b2") == "B roll"


@clause("22+38", "25+38")
def test_22_38_slipping_shuts_the_window():
    text = "c1=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert _step("22+38 players=2", text, "c1-d1") == "B roll"
    assert _step("22+38 players=2", text.replace("dice=1", "dice=2"), "-") == "B offer"
    three = "c1=A1 d6=B1 e5=A2 f6=B2 g1=C1 g5=C2 home=A3A4B3B4C3C4 dice=1 turn=A step=forward"
    assert _step("25+38 players=3", three, "c1-d1") == "B roll"
    assert _step("25+38 players=3", three, "g1-h1") == "B offer"


@clause("6+25")
def test_6_25_a_leavers_die_goes_out_of_play():
    text = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 home=A3A4B3B4C3C4 kept=A3B5C1 turn=A step=offer"
    game = after("6+25 players=3", text, "double")
    assert str(game) == text.replace("turn=A step=offer", "cube=2A turn=B step=answer")
    game.play("drop")
    game.play("take")
    left = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 home=A3A4B3B4C3C4 gone=B lost=B0"
    assert str(game) == f"{left} kept=A3C1 turn=A step=roll"
    game.play("4")
    assert str(game) == f"{left} kept=C1 dice=3,4 turn=A step=sideways"
    game.play("-")
    game.play("-=4")
    assert str(game) == f"{left} kept=A3C1 turn=C step=roll", "the extra die passes on to C"


@clause("16+25")
def test_16_25_one_die_fewer_from_the_next_full_roll():
    left = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 home=A3A4B3B4C3C4"
    game = after("16+25 players=3", f"{left} turn=A step=offer", "double", "drop", "take")
    assert str(game) == f"{left} gone=B lost=B0 turn=A step=roll"
    assert [str(move) for move in game.moves()][:3] == ["1,1", "1,2", "1,3"], "two dice"
    midway = after("16+25 players=3", f"{left} pool=1,4 turn=B step=offer", "double", "drop", "take")
    assert str(midway) == f"{left} gone=C lost=C0 pool=1,4 turn=B step=sideways"
    midway.play("-")
    midway.play("-=1")
    assert str(midway) == f"{left} gone=C lost=C0 pool=4 turn=A step=sideways", "the die left over goes to the next"
    midway.play("-")
    midway.play("-=4")
    assert str(midway) == f"{left} gone=C lost=C0 turn=A step=roll", "who takes the last one rolls again"


@clause("25+39")
def test_25_39_those_who_left_do_not_survive():
    text = "c1=A1 d6=B1 e5=C1 f6=B2 home=B3B4 out=A2A3A4C2C3C4 gone=B lost=B0 dice=1 turn=A step=forward"
    with pytest.raises(NotationError):
        at("25+39 players=2", text)
    text = "c1=A1 d6=B1 e5=C1 f6=B2 out=A2A3A4B3B4C2C3C4 gone=B lost=B0 dice=1 turn=A step=forward"
    game = after("25+39 players=3", text, "c1-d1")
    assert str(game) == "d6=B1 e5=C1 f6=B2 out=A1A2A3A4B3B4C2C3C4 gone=AB lost=B0 over=C", "B has two, and left"
    assert game.points() == {"A": 0, "B": 0, "C": 1}
    stays = "c1=A1 d6=B1 e5=C1 f6=B2 out=A2A3A4B3B4C2C3C4 dice=1 turn=A step=forward"
    on = after("25+39 players=3", stays, "c1-d1")
    assert str(on) == "d6=B1 e5=C1 f6=B2 out=A1A2A3A4B3B4C2C3C4 gone=A turn=B step=offer"
    on.play("double")
    on.play("drop")
    assert str(on) == "d6=B1 e5=C1 f6=B2 out=A1A2A3A4B3B4C2C3C4 gone=AC lost=C0 over=B", "A is gone and does not answer"
    home = "c1=A1 d6=B1 e5=C1 h3=B2 out=A2A3A4B3B4C2C3C4 gone=B lost=B0 dice=3 turn=A step=forward"
    assert not after("25+39 players=3", home, "h3-i3").is_over


# ---- 29 32 33 34: directions -----------------------------------------------------------------------------------------


@clause("32+33")
def test_32_33_from_i_to_a_and_back():
    text = "b3=A1 c2=B1 e4=B2 f2=A2 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert str(after("32+33 players=2", text, "b3-a3")) == "a3=A1' c2=B1 e4=B2 f2=A2 home=A3A4B3B4 turn=B step=roll"
    back = "c2=B1 e4=B2 f2=A2 h3=A1' home=A3A4B3B4 dice=3 turn=B step=forward"
    assert moves("32+33 players=2", back) == ["h3-i3"]
    assert str(after("32+33 players=2", back, "h3-i3")) == "c2=B1 e4=B2 f2=A2 home=A1A3A4B3B4 over=A"
    held = "c5=B1' d1=A1' e4=B2 f2=A2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert refused("32+33 players=2", held, "d1-d2").clause == "0.9", "B1 has run 10 of 16, A1 11"
    free = "d1=A1 e4=A2' f2=B1' g3=B2' home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert "d1-d2" in moves("32+33 players=2", free), "outbound it has run 5, everybody else more"


@clause("33+34")
def test_33_34_both_halves_run_there_and_back():
    text = "b3=B1 e4=A2 f5=B2 h3=A1 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert moves("33+34 players=2", text) == ["b3-a3", "h3-i3"]
    assert "a3=B1'" in str(after("33+34 players=2", text, "b3-a3")).split()
    assert "i3=A1'" in str(after("33+34 players=2", text, "h3-i3")).split()
    home = "b3=A1' e4=A2 f5=B2 h3=B1' home=A3A4B3B4 dice=3 turn=A step=forward"
    assert after("33+34 players=2", home, "b3-a3").winners == ("A",)
    assert after("33+34 players=2", home, "h3-i3").winners == ("B",)


@clause("33+34")
def test_33_34_only_the_same_course_holds():
    text = "b5=B1' d1=A1' e4=A2' f2=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert refused("33+34 players=2", text, "d1-d2").pieces == ("A1", "A2"), "A2 has run 12, A1 13; B's have their own"
    alone = "b5=B1' c4=A2' d1=A1' f2=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert "d1-d2" in moves("33+34 players=2", alone), "B2 has run 3, on another course"


@clause("33+34")
def test_33_34_a_block_may_part_at_the_end():
    at_the_end = "b4=A1'B1A2' c2=B2 e6=B3 f6=A3 home=A4B4 dice=4 turn=A step=forward"
    game = after("8+33+34 players=2", at_the_end, "b4-a4*3")
    assert str(game) == "a4=B1' c2=B2 e6=B3 f6=A3 home=A1A2A4B4 over=A", "A's are home, B1 turns round and stays"
    still = "b4=A1'B1A2' c2=B2 e6=B3 f6=A3 g1=A4 home=B4 dice=4 turn=A step=forward"
    assert str(after("8+33+34 players=2", still, "b4-a4*3")) == (
        "a4=B1' c2=B2 e6=B3 f6=A3 g1=A4 home=A1A2B4 turn=B step=roll"
    )


@clause("8+33", "8+34")
def test_8_33_a_block_that_faces_both_ways_only_side_steps():
    mixed = "b1=B2 c4=A1B1'A2 home=A3A4B3B4 dice=4 turn=A step={}"
    assert moves("8+33 players=2", mixed.format("sideways")) == ["-", *sorted(["c4-c3", "c4-c3*3", "c4-c5", "c4-c5*3"])]
    assert moves("8+33 players=2", mixed.format("forward")) == ["c4-d4"]
    assert refused("8+33 players=2", mixed.format("forward"), "c4-d4*3").clause in ("33.3", "8.2")
    same = mixed.replace("B1'", "B1").format("forward")
    assert moves("8+33 players=2", same) == ["c4-d4", "c4-d4*3"]
    chinese = "c4=A1B1A2 f5=B2 home=A3A4B3B4 dice=4 turn=A step={}"
    assert "c4-c3*3" in moves("8+34 players=2", chinese.format("sideways"))
    assert moves("8+34 players=2", chinese.format("forward")) == ["c4-d4"]
    no = refused("8+34 players=2", chinese.format("forward"), "c4-d4*3")
    assert no.clause in ("34.1", "8.2", "33.3")
    pair = "b5=B1 c4=A1A2 f5=B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert moves("8+34 players=2", pair) == ["c4-d4", "c4-d4*2"]


@clause("8+33")
def test_8_33_such_a_block_cannot_bounce_and_slips_apart():
    text = "b5=B2 d2=A1B1'A2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    assert moves("8+33+35 players=2", text) == ["-", "d2-d1", "d2-d3", "d2-d3*3"]
    refused("8+33+35 players=2", text, "d2-d1*3")
    slips = after("8+33+38 players=2", text, "d2-d1*3")
    assert str(slips) == "a1=A1A2 b5=B2 i1=B1' home=A3A4B3B4 dice=6 turn=A step=forward"


@clause("13+33", "13+34")
def test_13_33_who_runs_the_other_way_is_not_pushed():
    text = "b4=A1 c4=B1' e5=A2 f5=B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert str(after("13+33 players=2", text, "b4-c4")).split()[0] == "c4=B1'A1"
    same = text.replace("B1'", "B1")
    assert str(after("13+33 players=2", same, "b4-c4")).split()[:2] == ["c4=A1", "d4=B1"]
    chinese = "b4=A1 c4=B1 e5=A2 f5=B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert str(after("13+34 players=2", chinese, "b4-c4")).split()[0] == "c4=B1A1"
    own = "b4=A1 c4=A2 e5=B1 f5=B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert str(after("13+34 players=2", own, "b4-c4")).split()[:2] == ["c4=A1", "d4=A2"]
    mixed = "b4=A1 c4=A2B1 e5=B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert str(after("13+34 players=2", mixed, "b4-c4")).split()[0] == "c4=A2B1A1", "if any of them runs the other way"


@clause("27+33", "27+34")
def test_27_33_the_protest_with_two_headings():
    meet = "b1=A1 d1=B1' f3=A2 h4=B2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert str(after("27+33 players=2", meet, "-")) == "c1=A1B1' g3=A2 i4=B2' home=A3A4B3B4 turn=B step=roll"
    nearly = "b1=A1' c3=B1' f3=A2 h4=B2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert str(after("27+33 players=2", nearly, "-")) == "b1=A1' b3=B1' g3=A2 i4=B2' home=A3A4B3B4 turn=B step=roll", (
        "one step before home they stay"
    )
    split = "c2=A1B1'A2 f3=B2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert str(after("27+33 players=2", split, "-")) == "b2=B1' d2=A1A2 g3=B2 home=A3A4B3B4 turn=B step=roll"
    chinese = "b1=A1 b2=B2 d1=B1 h3=A2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert str(after("27+34 players=2", chinese, "-")) == "b2=B2 c1=A1B1 h3=A2 home=A3A4B3B4 turn=B step=roll"


@clause("33+38", "34+38")
def test_33_38_one_slips_to_the_beginning_of_the_present_leg():
    text = "b5=A2 c1=A1 e1=B1' f5=B2 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert str(after("33+38 players=2", text, "c1-d1")).split()[0] == "a1=A1"
    assert str(after("33+38 players=2", text, "e1-d1")) == "b5=A2 c1=A1 f5=B2 i1=B1' home=A3A4B3B4 turn=B step=roll"
    chinese = "b5=A2 c1=A1 e1=B1 f5=B2 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert str(after("34+38 players=2", chinese, "c1-d1")).split()[0] == "a1=A1"
    assert str(after("34+38 players=2", chinese, "e1-d1")).split()[3] == "i1=B1"
    rolled = after("33+38[lane=die] players=2", text, "e1-d1")
    assert str(rolled) == "b5=A2 c1=A1 f5=B2 home=A3A4B3B4 slip=B1' turn=A step=lane"
    rolled.play("4")
    assert str(rolled) == "b5=A2 c1=A1 f5=B2 i4=B1' home=A3A4B3B4 turn=B step=roll"
