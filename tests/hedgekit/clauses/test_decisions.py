"""Pairs of variants that need a decision (combinations.md, section 5), each with a position where it bites.

The protest's are in test_protest.py, those about the order of a turn in test_turns.py.  Black: d1 g2 e3 f4 c5 h6.
"""

import pytest

from hedgekit import Clash, NotationError
from hedgekit import rules as read

from .support import after, at, clause, moves, refused, refused_by

REST = "home=A3A4B3B4"
NEXT = f"{REST} turn=B step=roll"


def texts(game):
    return sorted(str(move) for move in game.moves())


# ---- 1: a six, which names no lane -----------------------------------------------------------------------------------


@clause("1+8")
def test_1_8_every_hedgehog_of_the_block_is_excluded():
    text = "b2=A1B1A2 d4=B2 e5=A3 home=A4B3B4 dice=6 turn=A step=sideways"
    game = after("1+8 players=2", text, "b2-b1*3")
    assert str(game) == "b1=A1B1A2 d4=B2 e5=A3 home=A4B3B4 moved=A1A2B1 dice=6 turn=A step=forward"
    assert texts(game) == ["d4-e4", "e5-f5"]
    assert refused_by(game, "b1-c1*3").clause == "1.3"
    onto = "b1=A1B1 b2=A2 d4=B2 e5=A3 home=A4B3B4 dice=6 turn=A step=sideways"
    joined = after("1+8 players=2", onto, "b2-b1")
    assert texts(joined) == ["d4-e4", "e5-f5"], "a block with one excluded piece cannot use the 6"


@clause("1+12")
def test_1_12_a_six_lets_one_enter_anywhere():
    text = "b2=A1 d4=B1 e5=B2 home=A3B3B4 hand=A2A4 dice={} turn=A step=forward"
    assert moves("1+12 players=2", text.format(6)) == [
        "@a1",
        "@a2",
        "@a3",
        "@a4",
        "@a5",
        "b2-c2",
        "d4-e4",
        "e5-f5",
    ]
    assert moves("1+12 players=2", text.format(4)) == ["@a4", "d4-e4"]


@clause("1+23")
def test_1_23_a_six_for_a_start_lane_is_rolled_again():
    game = at("1+23 players=2", "hand=A1A2A3A4B1B2B3B4 turn=A step=lane")
    assert [(str(m), m.probability) for m in game.moves()] == [(str(n), 1 / 5) for n in range(1, 6)]


# ---- 3: which of several is the first home ---------------------------------------------------------------------------


@clause("3+8")
def test_3_8_the_top_of_the_block_is_the_first():
    text = "b2=A3A4B2 c4=B3B4 h1=A1B1A2 dice=1 turn=A step=forward"
    assert str(after("3+8 players=2", text, "h1-i1*3")) == (
        "b2=A3A4B2 c4=B3B4 home=A1B1 out=A2 doped=A2 turn=B step=roll"
    )
    carried = "b2=A2A3B2 c4=B3B4 h1=A1B1A4 carrier=A4B4 dice=1 turn=A step=forward"
    with_14 = after("3+8+14 players=2", carried, "h1-i1")
    assert str(with_14) == "b2=A2A3B2 c4=B3B4 h1=A1B1 home=A4 carrier=A4B4 turn=B step=roll", "a carrier is not doped"
    block = after("3+8+14 players=2", carried, "h1-i1*3")
    assert str(block) == "b2=A2A3B2 c4=B3B4 home=A1A4 out=B1 doped=B1 carrier=A4B4 turn=B step=roll"


@clause("3+13")
def test_3_13_so_it_is_of_a_pushed_stack():
    text = "b2=A3A4 c4=B3B4 d5=A2 g3=A1 h3=B1B2 dice=3 turn=A step=forward"
    assert str(after("3+13 players=2", text, "g3-h3")) == (
        "b2=A3A4 c4=B3B4 d5=A2 h3=A1 home=B1 out=B2 doped=B2 turn=B step=roll"
    )


@clause("3+39")
def test_3_39_the_first_home_is_removed_and_the_second_wins():
    text = "b1=A2 b3=B2 h2=A1 h3=B1 out=A3A4B3B4 dice=2 turn=A step=forward"
    game = after("3+39 players=2", text, "h2-i2")
    assert str(game) == "b1=A2 b3=B2 h3=B1 out=A1A3A4B3B4 doped=A1 turn=B step=roll"
    for move in ("3", "-", "h3-i3"):
        game.play(move)
    assert str(game) == "b1=A2 b3=B2 home=B1 out=A1A3A4B3B4 doped=A1 over=B"
    last = "b3=B2 h2=A1 out=A2A3A4B1B3B4 dice=2 turn=A step=forward"
    assert str(after("3+39 players=2", last, "h2-i2")) == "b3=B2 out=A1A2A3A4B1B3B4 doped=A1 gone=A over=B"


# ---- 4, 8 and the black squares --------------------------------------------------------------------------------------


@clause("4+36")
def test_4_36_nobody_climbs_out_of_the_pit_but_from_above_it():
    text = "b1=B3 f4=A1B1A2B2 home=A3A4B4 dice=6 turn=A step=sideways"
    assert str(after("4+36 players=2", text, "f4^")) == "b1=B3 f4=A1B1B2A2 home=A3A4B4 dice=6 turn=A step=forward"
    pit = "b1=B3 e2=A2B2 f4=A1B1 home=A3A4B4 dice=6 turn=A step=sideways"
    assert moves("4+36 players=2", pit) == ["-", "e2^"]
    no = refused("4+36 players=2", pit, "f4^")
    assert (no.clause, no.pieces) == ("36.1", ("A1", "B3", "B2")), "B3 is named, both are behind and marked"


@clause("8+33", "8+34")
@pytest.mark.parametrize(
    ("rules", "text", "why"),
    [
        ("8+33 players=2", "b1=B2 c4=A1B1'A2 home=A3A4B3B4 dice=4 turn=A step=", "33.3"),
        ("8+34 players=2", "c4=A1B1A2 h1=B2 home=A3A4B3B4 dice=4 turn=A step=", "34.1"),
    ],
)
def test_8_33_34_a_block_that_faces_both_ways_only_steps_aside(rules, text, why):
    assert moves(rules, f"{text}sideways") == ["-", "c4-c3", "c4-c3*3", "c4-c5", "c4-c5*3"]
    assert moves(rules, f"{text}forward") == ["c4-d4"]
    no = refused(rules, f"{text}forward", "c4-d4*3")
    assert no.clause == why
    assert no.text("en") == "The hedgehogs of this block on c4 run both ways: they cannot advance together."


@clause("8+35")
def test_8_35_a_block_bounces_as_a_block():
    text = "b5=B2 c1=A1B1A2 e1=B3 home=A3A4B4 dice=1 turn=A step=forward"
    assert str(after("8+35 players=2", text, "c1-d1*3")) == "b5=B2 e1=B3A1B1A2 home=A3A4B4 turn=B step=roll"


@clause("8+36")
def test_8_36_the_lowest_of_a_block_falls_into_the_pit():
    text = f"b5=B2 c1=A1B1A2 {REST} dice=1 turn=A step=forward"
    game = after("8+36 players=2", text, "c1-d1*3", "4", "-", "-", "1")
    assert str(game) == f"b5=B2 d1=A1B1A2 {REST} dice=1 turn=A step=sideways"
    assert texts(game) == ["-", "d1-d2"], "a block that contains the held one cannot move"
    assert refused_by(game, "d1-d2*3").clause == "8.1"
    three = f"b5=B2 d1=B1A1A2 {REST} dice=1 turn=A step=forward"
    assert moves("8+36 players=2", three) == ["d1-e1", "d1-e1*2"], "above the pit there are blocks"


@clause("8+38")
def test_8_38_a_block_slips_as_a_block():
    text = f"a1=B2 c1=A1B1A2 {REST} dice=1 turn=A step=forward"
    assert str(after("8+38 players=2", text, "c1-d1*3")) == f"a1=B2A1B1A2 {NEXT}"
    game = after("8+38[lane=die] players=2", text, "c1-d1*3")
    assert str(game) == f"a1=B2 {REST} slip=A1B1A2 turn=A step=lane"
    game.play("5")
    assert str(game) == f"a1=B2 a5=A1B1A2 {NEXT}", "one roll for the block"


@clause("8+39")
def test_8_39_a_block_falls_as_a_whole():
    both = "c1=A1B1A2 out=A3A4B2B3B4 dice=1 turn=A step=forward"
    assert str(after("8+39 players=2", both, "c1-d1*3")) == "out=A1A2A3A4B1B2B3B4 gone=AB over=A", "the mover wins"
    others = "b2=C1 c1=A1B1A2 out=A3A4B2B3B4C2C3C4 dice=1 turn=A step=forward"
    assert str(after("8+39 players=3", others, "c1-d1*3")) == ("b2=C1 out=A1A2A3A4B1B2B3B4C2C3C4 gone=AB over=C"), (
        "C is left"
    )


@clause("10+15")
def test_10_15_ordinary_squares_are_black_by_colour():
    text = "c1=A4 e3=A2 f4=A3 g5=B1B2 home=A1B3B4 dice=1 turn=B step=forward"
    assert str(after("10+15 players=2", text, "c1-d1")) == "d1=A4 e3=A2 f4=A3 g5=B1B2 home=A1B3B4 over=A"


# ---- 12: entering ----------------------------------------------------------------------------------------------------


@clause("12+13")
def test_12_13_who_enters_does_not_push():
    text = "a2=B1 b2=A1 d4=B2 home=A3B3B4 hand=A2A4 dice=2 turn=A step=forward"
    assert str(after("12+13 players=2", text, "@a2")) == "a2=B1A2 b2=A1 d4=B2 home=A3B3B4 hand=A4 turn=B step=roll"
    assert str(after("12+13 players=2", text, "a2-b2")).startswith("b2=B1 c2=A1 "), "an advance does"


@clause("12+14")
def test_12_14_the_last_to_enter_is_the_carrier():
    text = "a3=B4 b2=A1 c2=A2 d4=B1 home=A3B2B3 hand=A4 carrier=B4 dice={} turn=A step=forward"
    assert moves("12+14 players=2", text.format(3)) == ["a3-b3"]
    no = refused("12+14 players=2", text.format(3), "@a3")
    assert (no.clause, no.pieces) == ("14.3", ("B4",))
    assert str(after("12+14 players=2", text.format(2), "@a2")) == (
        "a2=A4 a3=B4 b2=A1 c2=A2 d4=B1 home=A3B2B3 carrier=A4B4 turn=B step=roll"
    )
    two = text.format(2).replace("c2=A2 ", "").replace("hand=A4", "hand=A2A4")
    assert " carrier=B4 " in str(after("12+14 players=2", two, "@a2")), "A2 is not his last"


@clause("12+22")
def test_12_22_no_offer_while_a_reserve_waits():
    text = "c1=A1 c2=B1 e2=A2 e4=B2 home=A3A4B3 hand=B4 dice=6 turn=A step=forward"
    assert str(after("12+22 players=2", text, "-")).endswith("hand=B4 turn=B step=roll")
    none = text.replace(" hand=B4", "").replace("A4B3", "A4B3B4")
    assert str(after("12+22 players=2", none, "-")) == "c1=A1 c2=B1 e2=A2 e4=B2 home=A3A4B3B4 turn=B step=offer"


@clause("12+25")
def test_12_25_nor_with_more_players():
    squares = "c1=A1 c2=B1 c3=C1 e2=A2 e4=B2 e6=C2 home=A3A4B3"
    text = f"{squares}C3C4 hand=B4 dice=5 turn=A step=forward"
    assert str(after("12+25 players=3", text, "-")).endswith("hand=B4 turn=B step=roll")
    none = f"{squares}B4C3C4 dice=5 turn=A step=forward"
    assert str(after("12+25 players=3", none, "-")).endswith("turn=B step=offer")


@clause("12+39")
def test_12_39_reserves_are_survivors():
    text = "b3=B1 c1=A1 {} dice=1 turn=B step=forward"
    game = after("12+39 players=2", text.format("out=A2A3B2B3 hand=A4B4"), "c1-d1")
    assert str(game) == "b3=B1 out=A1A2A3B2B3 hand=A4B4 turn=A step=roll", "with a reserve only he still plays"
    game.play("5")
    game.play("-")
    assert texts(game) == ["@a5"]
    none = after("12+39 players=2", text.format("out=A2A3A4B2B3 hand=B4"), "c1-d1")
    assert str(none) == "b3=B1 out=A1A2A3A4B2B3 hand=B4 gone=A over=B"


# ---- 13: pushing -----------------------------------------------------------------------------------------------------

CARRIED = "home=A3A4B2B3 carrier=A4B4"


@clause("13+14")
def test_13_14_nobody_is_pushed_onto_a_carrier():
    text = f"b5=A2 c3=A1 d3=B1 e3=B4 {CARRIED} dice=3 turn=A step=forward"
    assert moves("13+14 players=2", text) == ["-"]
    no = refused("13+14 players=2", text, "c3-d3")
    assert (no.clause, no.squares[0], no.pieces) == ("14.3", "e3", ("B4",))
    assert refused("13+14 players=2", text, "d3-e3").clause == "14.3"
    pushed = f"b5=A2 c2=A1 d2=B4 e1=B1 {CARRIED} dice=2 turn=A step=forward"
    assert str(after("13+14 players=2", pushed, "c2-d2")) == (f"b5=A2 d2=A1 e1=B1 e2=B4 {CARRIED} turn=B step=roll"), (
        "a carrier may be pushed"
    )
    assert refused("14 players=2", pushed, "c2-d2").clause == "14.3"


@clause("13+33", "13+34")
def test_13_33_34_nobody_is_pushed_against_his_way():
    text = f"b1=A2 c2=A1 d2=B1' e5=B2 {REST} dice=2 turn=A step=forward"
    assert str(after("13+33 players=2", text, "c2-d2")) == f"b1=A2 d2=B1'A1 e5=B2 {NEXT}"
    assert str(after("13+33 players=2", text, "d2-c2")) == f"b1=A2 c2=A1B1' e5=B2 {NEXT}"
    back = f"b1=A2 d2=B1' e2=A1' e5=B2 {REST} dice=2 turn=A step=forward"
    assert str(after("13+33 players=2", back, "e2-d2")) == f"b1=A2 c2=B1' d2=A1' e5=B2 {NEXT}", "his own way, backwards"
    mixed = "b1=A2 c2=A1 d2=B1B2' e5=B3 home=A3A4B4 dice=2 turn=A step=forward"
    assert str(after("13+33 players=2", mixed, "c2-d2")).startswith("b1=A2 d2=B1B2'A1 e5=B3 "), "any one is enough"
    chain = "b1=A2 c2=A1 d2=B1 e2=B2' e5=B3 home=A3A4B4 dice=2 turn=A step=forward"
    assert str(after("13+33 players=2", chain, "c2-d2")).startswith("b1=A2 d2=A1 e2=B2'B1 e5=B3 "), "B1 is, B2 is not"
    china = f"b1=A2 c2=A1 d2=B1 e5=B2 {REST} dice=2 turn=A step=forward"
    assert str(after("13+34 players=2", china, "c2-d2")) == f"b1=A2 d2=B1A1 e5=B2 {NEXT}"
    same = f"b1=B1 c2=A1 d2=A2 e5=B2 {REST} dice=2 turn=A step=forward"
    assert str(after("13+34 players=2", same, "c2-d2")) == f"b1=B1 d2=A1 e2=A2 e5=B2 {NEXT}"


@clause("13+33", "13+34")
@pytest.mark.parametrize("number", [33, 34])
def test_sideways_those_who_face_different_ways_stack(number):
    mark = "'" if number == 33 else ""
    rules = f"9+13[push=sideways]+{number} players=2"
    text = f"b2=A1 b3=B1{mark} d4=A2 e5=B2 {REST} dice=1 turn=A step=sideways"
    assert str(after(rules, text, "b2-b3")).startswith(f"b3=B1{mark}A1 d4=A2 ")
    same = f"b2=A1 b3=A2 d4=B1 e5=B2 {REST} dice=1 turn=A step=sideways"
    assert str(after(rules, same, "b2-b3")).startswith("b3=A1 b4=A2 d4=B1 ")


@clause("13+35")
def test_13_35_a_bounce_pushes():
    text = f"d4=A1 e4=B1 g4=A2 h2=B2 {REST} dice=4 turn=A step=forward"
    assert str(after("13+35 players=2", text, "d4-e4")) == f"e4=A1 g4=B1 h2=B2 h4=A2 {NEXT}"
    stack = f"d4=A1 e4=B1B2 g4=A2 {REST} dice=4 turn=A step=forward"
    assert str(after("13+35 players=2", stack, "d4-e4")) == f"e4=A1 g4=B1B2 h4=A2 {NEXT}", "as a block"
    own = f"e4=A1 g4=A2B1 h2=B2 {REST} dice=4 turn=A step=forward"
    assert str(after("13+35 players=2", own, "e4-f4")) == f"g4=A1 h2=B2 h4=A2B1 {NEXT}"
    assert str(after("35 players=2", own, "e4-f4")) == f"g4=A2B1A1 h2=B2 {NEXT}"


@clause("13+36")
def test_13_36_nobody_is_pushed_out_of_a_pit():
    text = f"e4=A1 f4=B1B2 g2=A2 {REST} dice=4 turn=A step=forward"
    assert str(after("13+36 players=2", text, "e4-f4")) == f"f4=B1B2A1 g2=A2 {NEXT}", "not even those above it"
    sideways = "b1=B3 f3=A1 f4=B1B2 g5=A2 home=A3A4B4 dice=1 turn=A step=sideways"
    assert str(after("9+13[push=sideways]+36 players=2", sideways, "f3-f4")).startswith("b1=B3 f4=B1B2A1 g5=A2 ")
    released = f"f3=A1 f4=B1B2 g5=A2 {REST} dice=1 turn=A step=sideways"
    assert str(after("9+13[push=sideways]+36 players=2", released, "f3-f4")).startswith("f4=A1 f5=B1B2 g5=A2 ")


@clause("13+37")
def test_13_37_nobody_is_pushed_into_concrete():
    text = f"b1=A1 c1=B1 e5=A2 f6=B2 {REST} dice=1 turn=A step=forward"
    assert moves("13+37 players=2", text) == ["-"]
    no = refused("13+37 players=2", text, "b1-c1")
    assert (no.clause, no.squares) == ("37.1", ("d1", "b1"))
    gap = f"a1=A1 b1=B1 e5=A2 f6=B2 {REST} dice=1 turn=A step=forward"
    assert moves("13+37 players=2", gap) == ["a1-b1", "b1-c1"]
    aside = f"c3=A1 c4=B1 e5=A2 f6=B2 {REST} dice=1 turn=A step=sideways"
    assert refused("9+13[push=sideways]+37 players=2", aside, "c3-c4").clause == "37.1", "c5 is concrete"


@clause("13+38")
def test_13_38_who_is_pushed_onto_a_slippery_square_slips():
    text = f"a1=B2 b1=A1 c1=B1 e5=A2 {REST} dice=1 turn=A step=forward"
    assert str(after("13+38 players=2", text, "b1-c1")) == f"a1=B2B1 c1=A1 e5=A2 {NEXT}", "lands on top, no push"
    game = after("13+38[lane=die] players=2", text, "b1-c1")
    assert str(game) == f"a1=B2 c1=A1 e5=A2 {REST} slip=B1 turn=A step=lane"


@clause("13+39")
def test_13_39_a_stack_is_pushed_into_a_hole():
    text = "b1=A1 b2=B2 c1=B1A2 out=A3A4B3B4 dice=1 turn=A step=forward"
    assert str(after("13+39 players=2", text, "b1-c1")) == "b2=B2 c1=A1 out=A2A3A4B1B3B4 turn=B step=roll"
    last = "b1=A1 b2=C1 c1=B1A2 out=A3A4B2B3B4C2C3C4 dice=1 turn=C step=forward"
    assert (
        str(after("13+39 players=3", last, "b1-c1")) == "b2=C1 c1=A1 out=A2A3A4B1B2B3B4C2C3C4 gone=B turn=A step=roll"
    )


# ---- 14: carriers ----------------------------------------------------------------------------------------------------


@clause("14+23")
def test_14_23_a_start_lane_topped_by_a_carrier_is_rolled_again():
    text = "a1=A1B1 a2=A2B2 a3=A3B3 a4=A4 hand=B4 carrier=A4 turn=B step=lane"
    game = at("14+23 players=2", text)
    assert [(str(m), m.probability) for m in game.moves()] == [(n, 1 / 5) for n in "12356"]


@clause("14+35")
def test_14_35_a_trampoline_before_a_carrier_is_shut():
    text = f"b5=A2 c1=A1 d2=B1 e1=B4 {CARRIED} dice=1 turn=A step=forward"
    assert moves("14+35 players=2", text) == ["e1-f1"]
    no = refused("14+35 players=2", text, "c1-d1")
    assert (no.clause, no.squares, no.pieces) == ("14.3", ("e1", "c1"), ("B4",))
    aside = text.replace("turn=A step=forward", "turn=B step=sideways")
    assert "d2-d1" not in moves("14+35 players=2", aside)
    free = f"b5=A2 c1=A1 d2=B1 e2=B4 {CARRIED} dice=1 turn=A step=forward"
    assert moves("14+35 players=2", free) == ["c1-d1"]
    pushed = after("13+14+35 players=2", text, "c1-d1")
    assert str(pushed) == f"b5=A2 d2=B1 e1=A1 f1=B4 {CARRIED} turn=B step=roll", "but a bounce may push a carrier (13)"


@clause("14+36")
def test_14_36_nobody_stands_over_a_carrier_in_a_pit():
    text = f"b5=A2 d2=B1 e4=A1 f4=B4 {CARRIED} dice=4 turn=A step=forward"
    assert moves("14+36 players=2", text) == ["-"]
    assert refused("14+36 players=2", text, "e4-f4").clause == "14.3"


@clause("14+38", "38[lane=die]")
def test_14_38_nobody_slips_onto_a_carrier():
    text = f"a1=B4 b5=A2 c1=A1 d2=B1 {CARRIED} dice=1 turn=A step=forward"
    assert moves("14+38 players=2", text) == ["a1-b1"]
    no = refused("14+38 players=2", text, "c1-d1")
    assert no.clause == "14.3"
    assert no.text("en") == (
        "From d1 they would slip back, and could only land on an apple carrier: nobody may climb on it."
    )
    assert "d2-d1" not in moves("14+38 players=2", text.replace("turn=A step=forward", "turn=B step=sideways"))
    game = after("14+38[lane=die] players=2", text, "c1-d1")
    assert [(str(m), m.probability) for m in game.moves()] == [(n, 1 / 5) for n in "23456"], (
        "topped lanes are no outcomes"
    )


@clause("14+38", "38[lane=die]")
def test_14_38_with_the_die_only_a_full_start_line_shuts():
    home = "home=A2A3B1B2B3C1C2C3D1D2D3E1E2E3 carrier=A4B4C4D4E4 dice=1 turn=A step=forward"
    rules = "1+14+38[lane=die] players=5"
    full = f"a1=A4 a2=B4 a3=C4 a4=D4 a5=E4 c1=A1 {home}"
    assert moves(rules, full) == ["a1-b1"]
    assert refused(rules, full, "c1-d1").clause == "14.3"
    gap = f"a1=A4 a2=B4 a3=C4 a4=D4 b5=E4 c1=A1 {home}"
    assert texts(after(rules, gap, "c1-d1")) == ["5"]


# ---- layouts, and the first form of 15 -------------------------------------------------------------------------------


@clause("15+35", "15+37", "15+38")
@pytest.mark.parametrize("number", [35, 37, 38])
def test_15_where_nobody_rests_on_black_only_the_harder_form(number):
    with pytest.raises(Clash) as caught:
        read(f"15+{number}")
    assert "15[form=last]" in str(caught.value)
    assert str(read(f"15[form=last]+{number} players=3")) == f"15[form=last]+{number} players=3"


@clause("17+37", "17+38")
@pytest.mark.parametrize("number", ["37", "38", "38[lane=die]"])
def test_17_37_38_every_rank_can_be_passed(number):
    for walled in ("c1,c2,c3,c4,c5,c6", "c1,c2,c3,c4,c5,d6"):
        with pytest.raises(NotationError):
            read(f"17[black={walled}]+{number}")
        assert read(f"17[black={walled}]+35").players == 4
    open_one = read(f"17[black=c1,c2,c3,c4,c5]+{number} players=2")
    assert str(open_one) == f"17[black=c1,c2,c3,c4,c5]+{number} players=2"


# ---- 25, 39: who drops out -------------------------------------------------------------------------------------------

OFFER = "c1=A1 c2=B1 c3=C1 d2=A2 d3=B2 d4=C2 home=A3A4B3B4C3C4"


@clause("6+25")
def test_6_25_the_die_of_one_who_leaves_goes_out_of_play():
    game = after("6+25 players=3", f"{OFFER} kept=A3B5C1 turn=A step=offer", "double", "drop", "take")
    assert str(game) == f"{OFFER} gone=B lost=B0 kept=A3C1 turn=A step=roll"
    for move in ("2", "-", "c2-d2=2"):
        game.play(move)
    assert str(game) == (
        "c1=A1 c3=C1 d2=A2B1 d3=B2 d4=C2 home=A3A4B3B4C3C4 gone=B lost=B0 kept=A3C1 turn=C step=roll"
    ), "the extra die passes on"


SURVIVORS = "b4=B1 b6=C1 c1=A1 out=A2A3A4B2B3B4C2C3C4"


@clause("6+39")
def test_6_39_so_does_that_of_one_eliminated():
    game = after("6+39 players=3", f"{SURVIVORS} kept=A3C2 dice=1,5 turn=B step=forward", "c1-d1=1")
    assert str(game) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A kept=B5C2 turn=C step=roll"
    own = after("6+39 players=3", f"{SURVIVORS} kept=B3C2 dice=1,5 turn=A step=forward", "c1-d1=1")
    assert str(own) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A kept=B3C2 turn=B step=roll"
    aside = "b4=B1 b6=C1 d2=A1 out=A2A3A4B2B3B4C2C3C4 kept=B3C2 dice=1,5 turn=A step=sideways"
    game = after("6+39 players=3", aside, "d2-d1")
    assert str(game) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A kept=B3C2 turn=B step=roll"


@clause("16+25")
def test_16_25_one_die_fewer_from_the_next_full_roll():
    game = after("16+25 players=3", f"{OFFER} turn=A step=offer", "double", "drop", "take")
    assert str(game) == f"{OFFER} gone=B lost=B0 turn=A step=roll"
    assert len(game.moves()) == 21
    stays = after("16+25 players=3", f"{OFFER} pool=1,2,6 turn=A step=offer", "double", "drop", "take")
    assert str(stays) == f"{OFFER} gone=B lost=B0 pool=1,2,6 turn=A step=sideways", "the dice of this round lie there"


@clause("16+39")
def test_16_39_a_die_left_over_goes_to_the_next_player():
    text = "b4=B1 b6=C1 c1=A1 out=A2A3A4B2B3B4C2C3C4 pool=1,4,4 turn=A step=forward"
    game = after("16+39 players=3", text, "c1-d1=1")
    assert str(game) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A pool=4,4 turn=B step=sideways"
    three = "b4=B1 b6=C1 d2=A1 out=A2A3A4B2B3B4C2C3C4 pool=3,5,5 turn=A step=sideways"
    game = after("16+39 players=3", three, "d2-d1")
    for move in ("-", "-=3", "-", "-=5"):
        game.play(move)
    assert str(game) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A pool=5 turn=B step=sideways", "the next, again"
    for move in ("-", "-=5"):
        game.play(move)
    assert (game.turn, game.step, len(game.moves())) == ("B", "roll", 21), "who takes the last rolls: two dice"


@clause("25+39")
def test_25_39_who_has_left_cannot_survive():
    text = "b4=B1 b6=C1 c1=A1 out=A2A3A4B2B3B4C2C3C4 gone=B lost=B0 dice=1 turn=C step=forward"
    assert str(after("25+39 players=3", text, "c1-d1")) == (
        "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=AB lost=B0 over=C"
    )


@clause("22+38", "25+38")
def test_22_38_the_window_is_looked_at_when_the_offer_is_made():
    text = f"c1=A1 d2=B1 e5=A2 f5=B2 {REST} dice={{}} turn=A step=forward"
    assert str(after("22+38 players=2", text.format(1), "c1-d1")) == f"a1=A1 d2=B1 e5=A2 f5=B2 {NEXT}"
    assert str(after("22+38 players=2", text.format(2), "d2-e2")) == (
        f"c1=A1 e2=B1 e5=A2 f5=B2 {REST} turn=B step=offer"
    )
    more = "c1=A1 c2=B1 c3=C1 d2=A2 d3=B2 d4=C2 home=A3A4B3B4C3C4 dice={} turn=A step=forward"
    assert after("25+38 players=3", more.format(1), "c1-d1").step == "roll"
    assert after("25+38 players=3", more.format(2), "c2-d2").step == "offer"


# ---- 38 and those who run back ---------------------------------------------------------------------------------------


@clause("33+38")
def test_33_38_one_slips_to_the_beginning_of_his_leg():
    text = f"b1=A2 c2=B1 d4=B2 f3=A1' {REST} dice=3 turn=A step=forward"
    assert str(after("33+38 players=2", text, "f3-e3")) == f"b1=A2 c2=B1 d4=B2 i3=A1' {NEXT}"
    out = f"b1=A2 c2=B1 d3=A1 d4=B2 {REST} dice=3 turn=A step=forward"
    assert str(after("33+38 players=2", out, "d3-e3")) == f"a3=A1 b1=A2 c2=B1 d4=B2 {NEXT}"
    game = after("33+38[lane=die] players=2", text, "f3-e3")
    assert str(game) == f"b1=A2 c2=B1 d4=B2 {REST} slip=A1' turn=A step=lane"
    game.play("6")
    assert str(game) == f"b1=A2 c2=B1 d4=B2 i6=A1' {NEXT}"


@clause("34+38")
def test_34_38_each_slips_to_his_own_start_line():
    text = f"b1=A1 c2=A2 e1=B1 g4=B2 {REST} dice=1 turn=A step=forward"
    assert str(after("34+38 players=2", text, "e1-d1")) == f"b1=A1 c2=A2 g4=B2 i1=B1 {NEXT}"
    own = f"c1=A1 c2=A2 f1=B1 g4=B2 {REST} dice=1 turn=A step=forward"
    assert str(after("34+38 players=2", own, "c1-d1")) == f"a1=A1 c2=A2 f1=B1 g4=B2 {NEXT}"


# ---- three and more (combinations.md, section 8; settled.md) ---------------------------------------------------------


@clause("8+33", "33+38")
def test_a_block_that_faces_both_ways_slips_apart():
    text = f"b1=B2 e2=A1B1'A2 {REST} dice=1 turn=A step=sideways"
    game = after("8+33+38 players=2", text, "e2-e3*3")
    assert str(game) == f"a3=A1A2 b1=B2 i3=B1' {REST} dice=1 turn=A step=forward"
    die = after("8+33+38[lane=die] players=2", text, "e2-e3*3")
    assert str(die) == f"b1=B2 {REST} slip=A1B1'A2 dice=1 then=F turn=A step=lane"
    die.play("5")
    assert str(die) == f"a5=A1A2 b1=B2 i5=B1' {REST} dice=1 turn=A step=forward"


@clause("8+33", "8+35")
def test_a_block_that_faces_both_ways_does_not_bounce():
    text = f"b1=B2 e2=A1B1'A2 {REST} dice=1 turn=A step=sideways"
    assert moves("8+33+35 players=2", text) == ["-", "e2-e1", "e2-e1*3", "e2-e3"]
    no = refused("8+33+35 players=2", text, "e2-e3*3")
    assert no.clause == "35.1"
    assert no.text("en") == "The hedgehogs of this block face both ways, so they cannot bounce off e3 together."
    assert str(after("8+33+35 players=2", text, "e2-e3")).startswith("b1=B2 e2=A1B1' f3=A2 ")


@clause("8+34", "33+34")
def test_of_a_block_that_arrives_some_finish_and_some_turn():
    text = "c2=B2 h1=A1B1'A2 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert str(after("8+33+34 players=2", text, "h1-i1*3")) == "c2=B2 i1=A1'A2' home=A3A4B1B3B4 over=B"
    text = "c2=B2B3 h1=A1B1'A2 home=A3A4B4 dice=1 turn=A step=forward"
    assert str(after("8+33+34 players=2", text, "h1-i1*3")) == ("c2=B2B3 i1=A1'A2' home=A3A4B1B4 turn=B step=roll")


@clause("8+33", "8+36")
def test_a_block_that_faces_both_ways_is_not_moved_with_the_held_one():
    text = "b1=B2 e3=A1A2B1'A4 home=A3B3B4 dice=1 turn=A step=sideways"
    assert moves("8+33+36 players=2", text) == [
        "-",
        "e3-e2",
        "e3-e2*3",
        "e3-e4",
        "e3-e4*3",
    ], "A1 is at the bottom of the pit; A2, B1' and A4 only step aside"


@clause("11+25")
def test_only_chaos_moves_those_of_one_who_left_sideways():
    text = f"{OFFER} gone=B lost=B0 dice=1 turn=A step=sideways"
    assert "c2-c1" in moves("11+25 players=3", text)
    assert "c2-c1" not in moves("25 players=3", text)
    forward = f"{OFFER} gone=B lost=B0 dice=2 turn=A step=forward"
    assert moves("25 players=3", forward) == ["c2-d2", "d2-e2"], "forward anybody moves them"


@clause("12+14", "14+23")
def test_12_14_23_the_die_decides_and_carriers_come_last():
    text = "a1=A1 hand=A2A3A4B1B2B3B4 turn=B step=lane"
    game = after("12+14+23 players=2", text, "1")
    assert str(game) == "a1=A1B1 hand=A2A3A4B2B3B4 turn=B step=roll"


@clause("1+9", "1+13")
def test_1_13_who_is_pushed_sideways_may_use_the_six():
    text = f"b2=A1 b3=B1 d4=A2 e5=B2 {REST} dice=6 turn=A step=sideways"
    game = after("1+9+13[push=sideways] players=2", text, "b2-b3")
    assert str(game) == f"b3=A1 b4=B1 d4=A2 e5=B2 {REST} moved=A1 dice=6 turn=A step=forward"
    assert texts(game) == ["b4-c4", "d4-e4", "e5-f5"]


@clause("1+31")
def test_1_31_who_advances_first_has_excluded_nobody():
    rules = "1+31[order=free] players=2"
    text = f"b2=A1 b3=B1 d4=A2 e5=B2 {REST} dice=6 turn=A step=either"
    assert {"b2-c2", "b3-c3", "d4-e4", "e5-f5"} < set(moves(rules, text))
    game = after(rules, text, "b2-b1")
    assert texts(game) == ["b3-c3", "d4-e4", "e5-f5"]
    assert str(after(rules, text, "b2-c2")) == f"b3=B1 c2=A1 d4=A2 e5=B2 {REST} turn=A step=sideways"


@clause("5+12", "12+27")
def test_5_12_one_may_enter_with_either_die():
    text = "b2=A1 d6=B1 f5=B2 home=A3A4B4 hand=A2B3 dice=3,6 turn=A step=forward"
    assert moves("5+12 players=2", text) == ["@a3=3", "@a6=6", "d6-e6=6"]
    assert moves("5+12[enter=may] players=2", text) == ["-=3", "@a3=3", "@a6=6", "d6-e6=6"]
    game = after("5+12+27 players=2", text, "@a3=3", "-", "d6-e6=6")
    assert str(game) == "a3=A2 b2=A1 e6=B1 f5=B2 home=A3A4B4 hand=B3 turn=B step=roll"
    passed = after("5+12[enter=may]+27 players=2", text, "-=3")
    assert str(passed) == "b2=A1 d6=B1 f5=B2 home=A3A4B4 hand=A2B3 dice=6 turn=A step=sideways", "no protest"


@clause("27+31")
def test_27_31_a_pass_where_either_is_free_is_a_protest():
    rules = "27+31[order=free] players=2"
    text = f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} dice=3 turn=A step=either"
    game = after(rules, text, "-")
    assert str(game) == f"c2=A1 d4=A2 e6=B1 g5=B2 {REST} turn=A step=sideways"


@clause("7+22")
def test_7_22_the_turn_owed_begins_with_an_offer():
    text = f"c1=A1 d4=A2 e6=B1 f5=B2 {REST} deck=351624615342* turn=A step=joker"
    game = after("7[again=turn]+22 players=2", text, "again", "-")
    assert str(game) == f"c1=A1 d4=A2 e6=B1 f5=B2 {REST} deck=351624615342* turn=A step=offer"
    low = text.replace("c1=A1", "b1=A1")
    assert after("7[again=turn]+22 players=2", low, "again", "-").step == "announce"


@clause("16+22")
def test_16_22_so_does_the_next_turn_of_who_took_the_last_die():
    text = f"c1=A1 d4=A2 e6=B1 f5=B2 {REST} pool=2 turn=B step=forward"
    assert str(after("16+22 players=2", text, "-=2")) == f"c1=A1 d4=A2 e6=B1 f5=B2 {REST} turn=B step=offer"


@clause("13+35", "13+38", "13+39")
def test_pushed_sideways_onto_a_black_square():
    text = f"f2=A1 f3=B1 g4=A2 h5=B2 {REST} dice=1 turn=A step=sideways"
    rules = "9+13[push=sideways]+{} players=2"
    there = f"{REST} dice=1 turn=A step=forward"
    assert str(after(rules.format(35), text, "f2-f3")) == f"f3=A1 g4=B1 h4=A2 h5=B2 {there}", "a bounce pushes forward"
    assert str(after(rules.format(38), text, "f2-f3")) == f"a4=B1 f3=A1 g4=A2 h5=B2 {there}"
    fallen = after(rules.format(39), text.replace("home", "out"), "f2-f3")
    assert str(fallen) == "f3=A1 g4=A2 h5=B2 out=A3A4B1B3B4 dice=1 turn=A step=forward"
    assert refused(rules.format(37), text, "f2-f3").clause == "37.1"


@clause("13+35")
def test_13_35_who_steps_onto_a_trampoline_pushes_where_he_lands():
    text = f"b5=B2 d2=A1 e1=B1 f6=A2 {REST} dice=4 turn=A step=sideways"
    assert str(after("13+35 players=2", text, "d2-d1")) == (
        f"b5=B2 e1=A1 f1=B1 f6=A2 {REST} dice=4 turn=A step=forward"
    ), "the side-step does not push, the bounce does"


@clause("13+38")
def test_13_38_a_chain_may_slip_to_where_it_began():
    text = f"a1=A1 b1=B1 c1=B2 e5=A2 {REST} dice=1 turn=A step=forward"
    assert str(after("13+38 players=2", text, "a1-b1")) == f"a1=B2 b1=A1 c1=B1 e5=A2 {NEXT}"


@clause("27+39")
def test_27_39_three_players():
    text = "b5=B1 c1=A1 e2=C1 out=A2A3A4B2B3B4C2C3C4 dice=3 turn=A step=forward"
    assert str(after("27+39 players=3", text, "-")) == "f2=C1 out=A1A2A3A4B1B2B3B4C2C3C4 gone=AB over=C"


@clause("25+27")
def test_25_27_those_of_one_who_left_march_too():
    game = after("25+27 players=3", f"{OFFER} gone=B lost=B0 dice=5 turn=A step=forward", "-")
    assert str(game) == "d1=A1 d2=B1 d3=C1 e2=A2 e3=B2 e4=C2 home=A3A4B3B4C3C4 gone=B lost=B0 turn=C step=roll"
