"""Other ways to move: 4 climbing, 8 sandwich, 11 chaos, 13 jostling; and onto the board: 12 reserves, 23 random start.

Black squares: d1 g2 e3 f4 c5 h6.
"""

import pytest

from hedgekit import Game, Move

from .support import after, at, clause, moves, refused, refused_by

# ---- 4: climbing -----------------------------------------------------------------------------------------------------

ALL_COVERED = "c1=A1B1 d2=A2B2 home=A3A4B3B4 dice=1 turn=A step=sideways"


@clause("4.1", "4-a", "4[when=stuck]", "4[when=covered]")
@pytest.mark.parametrize("rules", ["4 players=2", "4[when=covered] players=2"])
def test_who_has_only_covered_pieces_may_climb(rules):
    assert moves(rules, ALL_COVERED) == ["-", "c1^", "d2^"]
    climbed = after(rules, ALL_COVERED, "c1^")
    assert str(climbed) == "c1=B1A1 d2=A2B2 home=A3A4B3B4 dice=1 turn=A step=forward"


@clause("4.2")
def test_the_advance_follows_the_climb():
    assert [str(m) for m in after("4 players=2", ALL_COVERED, "c1^").moves()] == ["c1-d1"], "the climber itself may go"
    assert [str(m) for m in after("4 players=2", ALL_COVERED, "d2^").moves()] == ["c1-d1"], (
        "else B1 is on top of lane 1"
    )


@clause("4.1")
def test_a_hedgehog_that_stays_where_it_is_does_not_climb():
    """A side-step to its own square is none, however many come along: only c1^ is the climb."""
    for text in ("c1-c1", "c1-c1*2", "c1-c1*9"):
        assert str(Move.parse(text)) == text
        assert refused("4 players=2", ALL_COVERED, text).text("en")
    no = refused("4 players=2", ALL_COVERED, "c1-c1")
    assert no.clause == "0.7"
    assert no.text("en") == "c1 is not beside c1: a side-step goes to the next lane on the same rank."
    assert str(Move.parse("c1-c1*1")) == "c1-c1"


@clause("4.1")
def test_who_has_a_side_step_may_not_climb():
    text = "c1=A1B1 d2=A2 e6=B2 home=A3A4B3B4 dice=5 turn=A step=sideways"
    assert moves("4 players=2", text) == ["-", "d2-d1", "d2-d3"]
    no = refused("4 players=2", text, "c1^")
    assert (no.clause, no.squares) == ("4.1", ("c1", "d2"))
    assert no.text("en") == "A can still step sideways from d2, so no hedgehog may climb."
    assert no.text("fr") == "A peut encore faire un pas de côté depuis d2 : aucun hérisson ne peut donc grimper."


ONE_HELD = "c1=A1B1 d2=A2B2 f4=A3 home=A4B3B4 dice=5 turn=A step=sideways"


@clause("4-a", "4[when=stuck]", "4[when=covered]")
def test_a_held_piece_is_no_side_step_but_it_is_not_covered():
    assert moves("4 players=2", ONE_HELD) == ["-", "c1^", "d2^"], "stuck for whatever reason; nobody climbs on f4"
    assert moves("4[when=covered] players=2", ONE_HELD) == ["-"], "A3 is held, not covered"
    no = refused("4[when=covered] players=2", ONE_HELD, "c1^")
    assert (no.clause, no.squares, no.pieces) == ("4.1", ("c1", "f4"), ("A3",))
    assert no.text("en") == "A3 on f4 is not covered, so none of A's hedgehogs may climb."
    assert no.text("fr") == "A3, en f4, n'est pas recouvert : aucun hérisson de A ne peut donc grimper."


@clause("4-b")
def test_nobody_climbs_on_an_active_black_square():
    text = "b5=B2 c2=A2B3 d1=A1B1 home=A3A4B4 dice=6 turn=A step=sideways"
    assert moves("4 players=2", text) == ["-", "c2^"], "d1 is active: B2 is behind"
    assert refused("4 players=2", text, "d1^").clause == "0.9"
    released = "d1=A1B1 d5=B2 e2=A2B3 home=A3A4B4 dice=6 turn=A step=sideways"
    assert moves("4 players=2", released) == ["-", "d1^", "e2^"], "nobody is behind d1 any more"


@clause("4-c")
def test_pieces_home_or_in_reserve_are_no_side_step():
    assert "c1^" in moves("4[when=covered] players=2", ALL_COVERED), "A3 and A4 are home"
    text = "c1=A1B1 d2=B2 home=B3 hand=A2A3A4B4 dice=5 turn=A step=sideways"
    assert moves("4+12 players=2", text) == ["-", "c1^"]
    assert moves("4[when=covered]+12 players=2", text) == ["-", "c1^"]


@clause("4-d")
def test_a_climb_is_no_side_step_for_a_six():
    text = "c1=A1B1 d2=A2B2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    climbed = after("1+4 players=2", text, "c1^")
    assert str(climbed) == "c1=B1A1 d2=A2B2 home=A3A4B3B4 dice=6 turn=A step=forward", "no moved="
    assert [str(m) for m in climbed.moves()] == ["c1-d1", "d2-e2"], "the climber may use the 6"
    free = "c1=A1 d2=A2B2 e5=B1 home=A3A4B3B4 dice=6 turn=A step=sideways"
    stepped = after("1+4 players=2", free, "c1-c2")
    assert str(stepped) == "c2=A1 d2=A2B2 e5=B1 home=A3A4B3B4 moved=A1 dice=6 turn=A step=forward"
    assert [str(m) for m in stepped.moves()] == ["d2-e2", "e5-f5"], "beside it: who stepped sideways may not"


@clause("4.1")
def test_the_lowest_own_piece_climbs_past_ones_own():
    text = "c1=A1A2B1 d2=A3B2 home=A4B3B4 dice=5 turn=A step=sideways"
    assert str(after("4 players=2", text, "c1^")) == "c1=A2B1A1 d2=A3B2 home=A4B3B4 dice=5 turn=A step=forward"


@clause("4.1")
def test_a_piece_on_top_does_not_climb():
    rules = "4+17[black=c3,c5]+37 players=2"
    text = "c4=A2B1A1 e6=B2 home=A3A4B3B4 dice=5 turn=A step=sideways"
    assert moves(rules, text) == ["-", "c4^"], "A1 is walled in; A2, the lowest, climbs"
    assert str(after(rules, text, "c4^")).startswith("c4=B1A1A2 e6=B2 ")
    alone = "c4=B1A1 e6=B2A2B3 home=A3A4B4 dice=5 turn=A step=sideways"
    assert moves(rules, alone) == ["-", "e6^"]
    assert refused(rules, alone, "c4^").clause == "4.1", "A1 lies on top already"


@clause("4.1")
def test_nobody_climbs_on_a_carrier():
    text = "c1=A1B4 d2=A2B2 home=A3A4B1B3 carrier=A4B4 dice=5 turn=A step=sideways"
    assert moves("4+14 players=2", text) == ["-", "d2^"]
    no = refused("4+14 players=2", text, "c1^")
    assert (no.clause, no.pieces) == ("14.3", ("B4",))


@clause("4.1", "11.1")
def test_under_chaos_only_ones_own_side_steps_stand_in_the_way():
    assert moves("4+11 players=2", ALL_COVERED) == [
        "-",
        "c1-c2",
        "c1^",
        "d2-d1",
        "d2-d3",
        "d2^",
    ], "B1 and B2 may step aside, A1 and A2 may climb"


@clause("4.1")
def test_without_the_variant_nobody_climbs():
    assert refused("0 players=2", ALL_COVERED, "c1^").clause == "0.7"


# ---- 8: the sandwich -------------------------------------------------------------------------------------------------

PILE = "c4=A1B1A2C1A3 e1=B2 f5=C2 home=A4B3B4C3C4 dice=4 turn="


@clause("8.1", "8.2", "8-a")
def test_a_block_reaches_from_one_own_piece_to_the_top():
    assert moves("8 players=3", f"{PILE}A step=sideways") == [
        "-",
        "c4-c3",
        "c4-c3*3",
        "c4-c3*5",
        "c4-c5",
        "c4-c5*3",
        "c4-c5*5",
    ]
    assert moves("8 players=3", f"{PILE}A step=forward") == ["c4-d4", "c4-d4*3", "c4-d4*5"]


@clause("8.1")
@pytest.mark.parametrize(("count", "why"), [(2, "C1 is the lowest"), (4, "B1 is"), (6, "there are five")])
def test_a_block_does_not_end_on_anothers(count, why):
    for step, to in (("sideways", "c3"), ("forward", "d4")):
        no = refused("8 players=3", f"{PILE}A step={step}", f"c4-{to}*{count}")
        assert (no.clause, no.squares) == ("8.1", ("c4",)), why


@clause("8.3")
def test_a_block_keeps_its_order_and_lands_on_top():
    text = PILE.replace("e1=B2", "d4=B2") + "A step=forward"
    played = after("8 players=3", text, "c4-d4*3")
    assert str(played) == "c4=A1B1 d4=B2A2C1A3 f5=C2 home=A4B3B4C3C4 turn=B step=roll"


@clause("8-b")
def test_two_with_nothing_between_are_a_block():
    text = "c4=A1A2 e1=B2 f6=B1 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert moves("8 players=2", text) == ["c4-d4", "c4-d4*2"]
    assert moves("0 players=2", text) == ["c4-d4"]
    assert refused("0 players=2", text, "c4-d4*2").clause == "0.5"


@clause("8-c")
def test_another_players_sandwich_is_no_block():
    text = f"{PILE}B step=forward"
    assert moves("8 players=3", text) == ["c4-d4"], "B may advance A3, and only A3"
    assert refused("8 players=3", text, "c4-d4*3").clause == "8.1"
    covered = refused("8 players=3", f"{PILE}C step=sideways", "c4-c3*2")
    assert (covered.clause, covered.reason.key) == ("8.1", "refusal.block"), "A3 lies on C1: no block of C's"


@clause("8-d")
def test_a_block_on_an_active_black_square_does_not_move():
    text = "b1=B2 e6=B3 f4=A1B1A2 home=A3A4B4 dice=4 turn=A step=forward"
    assert moves("8 players=2", text) == ["-"]
    assert refused("8 players=2", text, "f4-g4*3").clause == "0.9"
    beside = text.replace("b1=B2 e6=B3 f4=A1B1A2", "f4=A1B1A2 g1=B2 g5=B3")
    assert moves("8 players=2", beside) == ["f4-g4", "f4-g4*3"]


@clause("8-e")
def test_a_block_may_bring_two_players_to_the_end():
    mine = "b2=B2 h1=A1B1A2 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert str(after("8 players=2", mine, "h1-i1*3")) == "b2=B2 home=A1A2A3A4B1B3B4 over=A", "the mover is one of them"
    others = "b2=A3A4B2 c1=C2 h1=A1B1C1A2 home=B3B4C3C4 dice=1 turn=A step=forward"
    assert str(after("8 players=3", others, "h1-i1*4")) == "b2=A3A4B2 c1=C2 home=A1A2B1B3B4C1C3C4 over=BC"
    assert str(after("8 players=3", others, "h1-i1")) == "b2=A3A4B2 c1=C2 h1=A1B1C1 home=A2B3B4C3C4 turn=B step=roll"


# ---- 11: chaos -------------------------------------------------------------------------------------------------------

CROWD = "b5=B3 c2=A1B1 d1=B2 e6=A2 home=A3A4B4 dice=1 turn=A step=sideways"


@clause("11.1", "11.2")
def test_anybodys_free_piece_may_step_aside():
    assert moves("11 players=2", CROWD) == ["-", "b5-b4", "b5-b6", "c2-c1", "c2-c3", "e6-e5"]
    assert moves("0 players=2", CROWD) == ["-", "e6-e5"]
    stepped = after("11 players=2", CROWD, "c2-c1")
    assert str(stepped) == "b5=B3 c1=B1 c2=A1 d1=B2 e6=A2 home=A3A4B4 dice=1 turn=A step=forward", "one piece, no more"
    assert stepped.step == "forward"


@clause("11.1")
def test_only_the_condition_of_ownership_falls():
    assert refused("11 players=2", CROWD, "d1-d2").clause == "0.9", "B2 is held: B3 is behind"
    assert refused("11 players=2", CROWD, "b5-b3").clause == "0.7"
    assert refused("0 players=2", CROWD, "b5-b4").clause == "0.7"
    foreign = at("11 players=2", CROWD).because("b5-b4")[0]
    assert foreign.clause == "11.1"


# ---- 13: jostling ----------------------------------------------------------------------------------------------------


@clause("13.1", "13-a", "13-d")
def test_who_advances_pushes_the_whole_stack_and_so_forth():
    text = "b3=A1 c3=B1A2 d3=B2 f6=A3 home=A4B3B4 dice=3 turn=A step=forward"
    assert str(after("13 players=2", text, "b3-c3")) == ("c3=A1 d3=B1A2 e3=B2 f6=A3 home=A4B3B4 turn=B step=roll"), (
        "the covered B1 goes along; e3, black and empty, takes B2"
    )
    assert str(after("0 players=2", text, "b3-c3")).startswith("c3=B1A2A1 d3=B2 "), "the base game stacks"


@clause("13.1")
def test_a_gap_ends_the_push():
    text = "a3=A1 b3=B1 d3=B2 f6=A2 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert str(after("13 players=2", text, "a3-b3")) == "b3=A1 c3=B1 d3=B2 f6=A2 home=A3A4B3B4 turn=B step=roll"


@clause("13.2", "13-d", "13-c")
def test_nothing_is_pushed_out_of_a_black_square():
    onto = "a6=B3 d3=A1 e3=B1 f6=A2 g1=B2 home=A3A4B4 dice=3 turn=A step=forward"
    assert str(after("13 players=2", onto, "d3-e3")) == "a6=B3 e3=B1A1 f6=A2 g1=B2 home=A3A4B4 turn=B step=roll"
    pushed = "c3=A1 d3=B1 e3=B2 f6=A2 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert str(after("13 players=2", pushed, "c3-d3")) == "d3=A1 e3=B2B1 f6=A2 home=A3A4B3B4 turn=B step=roll"
    last = "d3=A1 e3=B1 f6=A2 g1=B2 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert str(after("13 players=2", last, "d3-e3")) == "e3=B1A1 f6=A2 g1=B2 home=A3A4B3B4 turn=B step=roll", (
        "nobody else is behind e3, but the pusher is (13-c)"
    )
    assert str(after("10+13 players=2", last, "d3-e3")) == ("e3=A1 f3=B1 f6=A2 g1=B2 home=A3A4B3B4 turn=B step=roll"), (
        "where black squares are ordinary one pushes out of them"
    )


@clause("13.3", "13[push=forward]")
def test_side_steps_stack():
    text = "b2=A1 b3=B1 d4=A2 e5=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    for rules in ("13 players=2", "9+13 players=2"):
        assert str(after(rules, text, "b2-b3")).startswith("b3=B1A1 d4=A2 ")


@clause("13-b")
def test_pushed_pieces_arrive():
    text = "b2=A2 c1=B2 g4=A1 h4=B1A4 home=A3B3B4 dice=4 turn=A step=forward"
    assert str(after("13 players=2", text, "g4-h4")) == "b2=A2 c1=B2 h4=A1 home=A3A4B1B3B4 over=B", (
        "the whole stack is home: B's third wins in A's turn, A has two"
    )
    lone = "b2=A2 c1=B2 e5=B4 g4=A1 h4=B1 home=A3A4B3 dice=4 turn=A step=forward"
    assert str(after("13 players=2", lone, "g4-h4")) == ("b2=A2 c1=B2 e5=B4 h4=A1 home=A3A4B1B3 turn=B step=roll"), (
        "on the finishing line nobody stands in the way"
    )


TUBE = "9+13[push=sideways] players=2"


@clause("13.4", "13[push=sideways]")
def test_with_the_option_side_steps_push_in_their_direction():
    text = "b1=B2 e1=B1 e6=A1 f5=A2 home=A3A4B3B4 dice=5 turn=A step=sideways"
    assert str(after(TUBE, text, "e6-e1")) == "b1=B2 e1=A1 e2=B1 f5=A2 home=A3A4B3B4 dice=5 turn=A step=forward"
    chain = "b1=B2 e1=B1A4 e2=B3 e6=A1 f5=A2 home=A3B4 dice=5 turn=A step=sideways"
    assert str(after(TUBE, chain, "e6-e1")) == (
        "b1=B2 e1=A1 e2=B1A4 e3=B3 f5=A2 home=A3B4 dice=5 turn=A step=forward"
    ), "a stack as a whole, and e3, though active, takes who is pushed there"


FULL = "c1=A1 c2=B1 c3=A2 c4=B2 c5=A3 c6=B3 d4=A4 e5=B4 dice=1 turn=A step=sideways"


@clause("13.4", "13-e")
def test_no_side_step_on_a_full_rank():
    assert moves(TUBE, FULL) == ["-", "d4-d3", "d4-d5"], "though c5, a black square, would take a push (13-e)"
    no = refused(TUBE, FULL, "c1-c2")
    assert no.clause == "13.4"
    assert no.text("en") == "Every square of rank c is occupied: no side-step can push there."
    assert "c1-c2" in moves("9+13 players=2", FULL), "without the option they stack"


@clause("13-f")
def test_on_five_lanes_a_rank_of_five_is_full():
    text = "b1=A1 b2=B1 b3=A2 b4=B2 b5=A3 d4=A4 e5=B4 home=B3 dice=1 turn=A step=sideways"
    assert moves(f"1+{TUBE}", text) == ["-", "d4-d3", "d4-d5"]
    assert refused(f"1+{TUBE}", text, "b1-b5").clause == "13.4"
    gap = text.replace("b5=A3 ", "").replace("d4=A4", "d4=A4A3")
    assert "b1-b5" in moves(f"1+{TUBE}", gap)


@clause("13-c")
def test_sideways_a_released_black_square_is_ordinary():
    released = "f3=A1 f4=B1 g5=A2 h6=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert str(after(TUBE, released, "f3-f4")).startswith("f4=A1 f5=B1 g5=A2 h6=B2 ")
    active = "a6=B3 f3=A1 f4=B1 g5=A2 h6=B2 home=A3A4B4 dice=1 turn=A step=sideways"
    assert str(after(TUBE, active, "f3-f4")).startswith("a6=B3 f4=B1A1 g5=A2 h6=B2 "), "B3 is behind: it holds B1"
    through = "a6=B3 f2=A1 f3=B1 f4=B2 g5=A2 home=A3A4B4 dice=1 turn=A step=sideways"
    assert str(after(TUBE, through, "f2-f3")).startswith("a6=B3 f3=A1 f4=B2B1 g5=A2 ")


@clause("13.4")
def test_a_gap_on_the_rank_lets_the_push_run_into_it():
    text = "b1=A1 b2=B1 b3=A2 b4=B2 b5=A3 d4=A4 e5=B4 home=B3 dice=1 turn=A step=sideways"
    assert str(after(TUBE, text, "b3-b2")).startswith("b1=B1 b2=A2 b4=B2 b5=A3 b6=A1 d4=A4 "), "round the seam"


# ---- 12: reserves ----------------------------------------------------------------------------------------------------


@clause("12.1", "12.2")
def test_one_round_of_placing_and_the_last_begins():
    text = "a1=A1 a4=B1 hand=A2A3A4B2B3B4C1C2C3C4 turn=C step=place"
    assert moves("12 players=3", text) == ["a2", "a3", "a5", "a6"], "as flat as possible"
    assert refused("12 players=3", text, "a1").clause == "0.2"
    placed = after("12 players=3", text, "a5")
    assert str(placed) == "a1=A1 a4=B1 a5=C1 hand=A2A3A4B2B3B4C2C3C4 turn=C step=roll"


RESERVE = "b3=A1 c3=B1 d6=B2 home=B3 hand=A2A3A4B4 dice={} turn=A step=forward"


@clause("12.3", "12-a", "12-b", "12[enter=must]")
def test_one_advances_or_brings_in_ones_own():
    assert moves("12 players=2", RESERVE.format(3)) == ["@a3", "b3-c3", "c3-d3"]
    entered = after("12 players=2", RESERVE.format(3), "@a3")
    assert str(entered) == "a3=A2 b3=A1 c3=B1 d6=B2 home=B3 hand=A3A4B4 turn=B step=roll"
    on_top = "a3=B4B1A1 d6=B2 home=B3 hand=A2A3A4 dice=3 turn=A step=forward"
    assert str(after("12 players=2", on_top, "@a3")).startswith("a3=B4B1A1A2 d6=B2 ")


@clause("12.3", "12-b")
def test_entering_needs_a_reserve_and_the_rolled_lane():
    assert refused("12 players=2", RESERVE.format(3), "@a4").clause == "12.3"
    assert refused("12 players=2", RESERVE.format(3), "@b3").clause == "12.3"
    none = "b3=A1 c3=B1 d6=B2 e5=A2 home=A3A4 hand=B3B4 dice=3 turn=A step=forward"
    assert moves("12 players=2", none) == ["b3-c3", "c3-d3"], "B's reserve is not his"
    no = refused("12 players=2", none, "@a3")
    assert no.clause == "12.3"
    assert no.text("en") == "A has no hedgehog in reserve."


@clause("12-a", "12[enter=must]", "12[enter=may]")
def test_entering_is_compulsory_when_nothing_can_advance_unless_the_option_says_no():
    text = RESERVE.format(2)
    assert moves("12 players=2", text) == ["@a2"]
    no = refused("12 players=2", text, "-")
    assert (no.clause, no.squares) == ("12.3", ("a2",))
    assert no.text("en") == "A must bring a hedgehog in with 2, on a2."
    assert moves("12[enter=may] players=2", text) == ["-", "@a2"]
    assert str(after("12[enter=may] players=2", text, "-")).endswith("hand=A2A3A4B4 turn=B step=roll")


@clause("12[enter=may]")
def test_an_advance_that_exists_stays_compulsory_unless_one_enters():
    text = RESERVE.format(3)
    assert moves("12[enter=may] players=2", text) == ["@a3", "b3-c3", "c3-d3"]
    no = refused("12[enter=may] players=2", text, "-")
    assert no.clause == "0.8"
    assert no.text("en") == "A must advance a hedgehog with 3 (possible: A1 and B1), or bring one in on a3."


@clause("12.4", "12-c")
def test_a_black_square_waits_for_nobody_in_reserve():
    text = "d1=A1 e2=B1 f5=A2 g4=B2 home=A3A4 hand=B3B4 dice=1 turn="
    assert moves("12 players=2", f"{text}A step=forward") == ["d1-e1"], "only pieces on the board can be behind"
    entered = after("12 players=2", f"{text}B step=forward", "@a1")
    assert str(entered) == "a1=B3 d1=A1 e2=B1 f5=A2 g4=B2 home=A3A4 hand=B4 turn=A step=roll"
    for move in ("1", "-"):
        entered.play(move)
    assert [str(m) for m in entered.moves()] == ["a1-b1"], "A1, already released, is held again (12-c)"
    assert refused_by(entered, "d1-e1").clause == "0.9"


# ---- 23: random start ------------------------------------------------------------------------------------------------


@clause("23.1")
def test_start_lanes_are_rolled_in_turn():
    game = at("23 players=2", "hand=A1A2A3A4B1B2B3B4 turn=A step=lane")
    assert game.is_chance
    assert [(str(m), m.probability) for m in game.moves()] == [(str(n), 1 / 6) for n in range(1, 7)]
    game.play("3")
    assert str(game) == "a3=A1 hand=A2A3A4B1B2B3B4 turn=B step=lane"
    assert Game("23 players=2").step == "lane"
    assert refused_by(game, "a1").clause == "0.4", "nobody chooses"
    last = after("23 players=2", "a1=A1A4 a3=B1B2A2 a6=A3B3 hand=B4 turn=B step=lane", "3")
    assert str(last) == "a1=A1A4 a3=B1B2A2B4 a6=A3B3 turn=A step=roll"


@clause("23.2")
def test_stacks_may_be_uneven():
    game = after("23 players=2", "a3=A1 hand=A2A3A4B1B2B3B4 turn=B step=lane", "3", "3")
    assert str(game) == "a3=A1B1A2 hand=A3A4B2B3B4 turn=B step=lane"
    assert refused("0 players=2", "a3=A1 hand=A2A3A4B1B2B3B4 turn=B step=place", "a3").clause == "0.2"


@clause("23.1")
def test_with_reserves_one_round_by_the_die():
    game = after("12+23 players=2", "a3=A1 hand=A2A3A4B1B2B3B4 turn=B step=lane", "3")
    assert str(game) == "a3=A1B1 hand=A2A3A4B2B3B4 turn=B step=roll", "the last to place begins"
