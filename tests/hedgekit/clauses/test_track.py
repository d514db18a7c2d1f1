"""The track: 1 five lanes, 9 tube, 17 new black squares, 32 backwards, 33 marathon, 34 Chinese hedgehogs.

Black squares as printed: c5 d1 e3 f4 g2 h6 (no h6 on five lanes).
"""

import pytest

from hedgekit import Clash, Game, NotationError, rules

from .support import after, at, clause, moves, refused, refused_by

# ---- 1: five lanes ---------------------------------------------------------------------------------------------------

FIVE = "b2=A1 b5=A2 c3=B1 f1=B2 home=A3A4B3B4"


@clause("1.1")
def test_1_there_is_no_sixth_lane():
    start = "hand=A1A2A3A4B1B2B3B4 turn=A step=place"
    assert moves("1 players=2", start) == ["a1", "a2", "a3", "a4", "a5"]
    assert moves("0 players=2", start) == ["a1", "a2", "a3", "a4", "a5", "a6"]
    assert refused("1 players=2", start, "a6").clause == "1.1"
    assert refused("1 players=2", f"{FIVE} dice=3 turn=A step=sideways", "b5-b6").clause == "1.1"
    with pytest.raises(NotationError):
        Game.from_text("1 players=2", "b6=A1 c3=B1 home=A2A3B2B3 b1=A4 b2=B4 turn=A step=roll")


@clause("1.4")
def test_1_layers_of_five():
    last = "a1=A1 a2=B1 a3=A2 a4=B2 hand=A3A4B3B4 turn=A step=place"
    assert moves("1 players=2", last) == ["a5"]
    assert moves("0 players=2", last) == ["a5", "a6"]
    full = "a1=A1 a2=B1 a3=A2 a4=B2 a5=A3 hand=A4B3B4 turn=B step=place"
    assert moves("1 players=2", full) == ["a1", "a2", "a3", "a4", "a5"], "the second layer opens"
    assert moves("0 players=2", full) == ["a6"]


@clause("1.2")
def test_1_a_number_up_to_five_is_its_lane():
    game = at("1 players=2", f"{FIVE} turn=A step=roll")
    assert [(str(move), move.probability) for move in game.moves()] == [(str(n), 1 / 6) for n in range(1, 7)]
    assert moves("1 players=2", f"{FIVE} dice=3 turn=A step=forward") == ["c3-d3"]
    assert refused("1 players=2", f"{FIVE} dice=3 turn=A step=forward", "b2-c2").clause == "0.8"


@clause("1.3", "1-a", "1[six=must]")
def test_1_a_six_is_any_lane_and_a_duty():
    six = f"{FIVE} dice=6 turn=A step=forward"
    assert moves("1 players=2", six) == ["b2-c2", "b5-c5", "c3-d3", "f1-g1"]
    assert refused("1 players=2", six, "-").clause in ("0.8", "1.3")


@clause("1-a", "1[six=may]")
def test_1_with_six_may_the_six_is_a_choice():
    may = "1[six=may] players=2"
    assert moves(may, f"{FIVE} dice=6 turn=A step=forward") == ["-", "b2-c2", "b5-c5", "c3-d3", "f1-g1"]
    assert after(may, f"{FIVE} dice=6 turn=A step=forward", "-").to_text() == f"{FIVE} turn=B step=roll"
    assert moves(may, f"{FIVE} dice=3 turn=A step=forward") == ["c3-d3"], "the other numbers stay a duty"


@clause("1.3", "1-c")
def test_1_the_piece_just_moved_sideways_cannot_use_a_six():
    game = after("1 players=2", f"{FIVE} dice=6 turn=A step=sideways", "b2-b1")
    assert str(game) == "b1=A1 b5=A2 c3=B1 f1=B2 home=A3A4B3B4 moved=A1 dice=6 turn=A step=forward"
    assert sorted(map(str, game.moves())) == ["b5-c5", "c3-d3", "f1-g1"]
    no = refused_by(game, "b1-c1")
    assert (no.clause, no.pieces) == ("1.3", ("A1",))
    passed = after("1 players=2", f"{FIVE} dice=6 turn=A step=sideways", "-")
    assert str(passed) == f"{FIVE} dice=6 turn=A step=forward"
    assert "b2-c2" in map(str, passed.moves())


@clause("1-c")
def test_1_other_numbers_advance_the_piece_just_moved():
    game = after("1 players=2", f"{FIVE} dice=3 turn=A step=sideways", "b2-b3")
    assert str(game) == "b3=A1 b5=A2 c3=B1 f1=B2 home=A3A4B3B4 dice=3 turn=A step=forward", "moved says nothing"
    assert sorted(map(str, game.moves())) == ["b3-c3", "c3-d3"]


ONLY_FREE = "b2=A1 d1=B1 e3=B2 f4=A2 home=A3A4B3B4 dice=6 turn=A step=sideways"


@clause("1-b")
def test_1_a_six_advances_free_pieces_only():
    game = after("1 players=2", ONLY_FREE, "-")
    assert list(map(str, game.moves())) == ["b2-c2"]
    assert refused_by(game, "d1-e1").clause == "0.9"
    covered = "b2=A1B1 c4=A2 f1=B2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert moves("1 players=2", covered) == ["b2-c2", "c4-d4", "f1-g1"]
    assert str(after("1 players=2", covered, "b2-c2")).startswith("b2=A1 c2=B1 "), "the top one, never A1"


@clause("1.3")
def test_1_where_only_the_excluded_piece_is_free_nothing_advances():
    game = after("1 players=2", ONLY_FREE, "b2-b1")
    assert list(map(str, game.moves())) == ["-"]
    assert refused_by(game, "b1-c1").clause == "1.3"


@clause("1-c", "4-d")
def test_1_climbing_excludes_nobody():
    game = after("1+4 players=2", "b3=B2 c2=A1B1 d1=A2 home=A3A4B3B4 dice=6 turn=A step=sideways", "c2^")
    assert str(game) == "b3=B2 c2=B1A1 d1=A2 home=A3A4B3B4 dice=6 turn=A step=forward"
    assert sorted(map(str, game.moves())) == ["b3-c3", "c2-d2"]


@clause("1.1")
def test_1_the_tube_joins_lanes_five_and_one():
    both = f"{FIVE} dice=3 turn=A step=sideways"
    assert moves("1+9 players=2", both) == ["-", "b2-b1", "b2-b3", "b5-b1", "b5-b4"]
    assert moves("1 players=2", both) == ["-", "b2-b1", "b2-b3", "b5-b4"]


@clause("1.3")
def test_1_a_joker_excludes_nobody():
    deck = "deck=123456123456*"
    game = after("1+7 players=2", f"{FIVE} {deck} dice=* turn=A step=sideways", "b2-b1")
    assert str(game) == f"b1=A1 b5=A2 c3=B1 f1=B2 home=A3A4B3B4 {deck} dice=* turn=A step=forward"
    assert "b1-c1" in map(str, game.moves())
    six = after("1+7 players=2", f"{FIVE} deck=123451234566* dice=6 turn=A step=sideways", "b2-b1")
    assert "b1-c1" not in map(str, six.moves()), "a card that shows 6 is a 6"


@clause("1.1")
def test_1_pushing_sideways_a_rank_is_full_with_five():
    pushing = "1+9+13[push=sideways] players=2"
    full = "b1=A1 b2=B1 b3=A2 b4=B2 b5=A3 d4=A4 e5=B4 home=B3 dice=1 turn=A step=sideways"
    assert moves(pushing, full) == ["-", "d4-d3", "d4-d5"]
    assert refused(pushing, full, "b1-b2").clause == "13.4"
    gap = "b1=A1 b2=B1 b3=A2 b4=B2 d4=A4 e5=B4 home=A3B3 dice=6 turn=A step=sideways"
    game = after(pushing, gap, "b1-b2")
    assert str(game) == "b2=A1 b3=B1 b4=A2 b5=B2 d4=A4 e5=B4 home=A3B3 moved=A1 dice=6 turn=A step=forward"
    assert "b3-c3" in map(str, game.moves()), "B1 and the others were pushed, not moved: they may use the 6"


# ---- 9: the tube -----------------------------------------------------------------------------------------------------


@clause("9.1")
def test_9_the_outer_lanes_are_neighbours():
    outer = "b1=A1 c6=A2 d4=B1 e5=B2 home=A3A4B3B4 dice=2 turn=A step=sideways"
    assert moves("9 players=2", outer) == ["-", "b1-b2", "b1-b6", "c6-c1", "c6-c5"]
    assert moves("0 players=2", outer) == ["-", "b1-b2", "c6-c5"]
    assert refused("0 players=2", outer, "b1-b6").clause == "0.7"
    assert str(after("9 players=2", outer, "b1-b6")).startswith("b6=A1 c6=A2 ")


@clause("9.1")
def test_9_inner_lanes_and_advances_are_as_ever():
    inner = "b2=A1 c4=A2 d4=B1 h6=B2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    assert moves("9 players=2", inner) == ["-", "b2-b1", "b2-b3", "c4-c3", "c4-c5"]
    assert refused("9 players=2", inner, "b2-b6").clause == "0.7"
    assert moves("9 players=2", inner.replace("sideways", "forward")) == ["-"], "h6 is held; nobody goes round ahead"


# ---- 17: new black squares -------------------------------------------------------------------------------------------


@clause("17.1", "17-a", "17[black]")
def test_17_the_layout_says_which_squares_are_black():
    text = "a5=B1 b1=A1 d1=A2 e4=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert moves("17[black=b1] players=2", text) == ["-", "d1-d2"]
    assert refused("17[black=b1] players=2", text, "b1-b2").clause == "0.9"
    assert moves("17 players=2", text) == ["-", "b1-b2"], "without a list d1 is black, as printed, and b1 is not"
    assert refused("17 players=2", text, "d1-d2").clause == "0.9"


@clause("17[black]")
def test_17_the_empty_layout_holds_nobody():
    assert str(rules("17[black=] players=2")) == "17[black=] players=2"
    text = "a5=B1 b1=A1 d1=A2 e4=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert moves("17[black=] players=2", text) == ["-", "b1-b2", "d1-d2"]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("17", "17 players=4"),
        ("17[black=f4,h6,d1,g2,e3,c5]", "17 players=4"),
        ("17[black=h6,d1]", "17[black=d1,h6] players=4"),
        ("17[black=b6,b1,c2]", "17[black=b1,b6,c2] players=4"),
        ("1+17[black=f4,d1,g2,e3,c5]", "1+17 players=4"),
        ("17[black=f4,d1,g2,e3,c5]", "17[black=c5,d1,e3,f4,g2] players=4"),
        ("17[black=b1,b2,b3,b4,b5,b6]", "17[black=b1,b2,b3,b4,b5,b6] players=4"),
    ],
)
@clause("17[black]")
def test_17_layouts_print_by_rank_then_lane(written, printed):
    assert str(rules(written)) == printed
    assert str(rules(printed)) == printed


@pytest.mark.parametrize(
    "wrong",
    ["17[black=a1]", "17[black=i3]", "17[black=d7]", "17[black=d]", "17[black=d1;e2]", "1+17[black=h6]", "9[black=d1]"],
)
@clause("17-a")
def test_17_ranks_b_to_h_and_lanes_of_the_board(wrong):
    with pytest.raises(NotationError):
        rules(wrong)


@pytest.mark.parametrize("closing", [37, 38])
@pytest.mark.parametrize(
    ("black", "open_"),
    [
        ("d1,d2,d3,d4,d5,d6", False),  # a wall
        ("d1,d2,d3,d4,d5", True),
        ("c1,c2,c3,d4,d5,d6", False),  # c4 to c6 lead only into d4 to d6
        ("c1,c2,c3,d4,d5", True),
        ("c1,c2,c4,c5,c6,d3,d2", False),  # through c3 only into d3
        ("c1,c2,c3,c4,c5,d6,d5", False),
        ("", True),
    ],
)
@clause("17+37", "17+38")
def test_17_a_layout_that_walls_off_a_rank_is_refused_where_nobody_can_stand_on_it(closing, black, open_):
    text = f"17[black={black}]+{closing} players=2"
    if open_:
        assert str(rules(text)) == text
    else:
        with pytest.raises(ValueError, match="rank"):
            rules(text)
    assert rules(f"17[black={black}] players=2")
    assert rules(f"17[black={black}]+39 players=2"), "a rank of holes is allowed: the last survivor wins"


@clause("17+37")
def test_17_the_tube_may_open_a_layout():
    black = "c2,c3,c4,c5,d1,d2,d3,d4"  # open on c: 1 and 6; on d: 5 and 6.  c1 leads nowhere but round the tube
    assert rules(f"17[black={black}]+37 players=2"), "one may side-step on the start line to lane 6 all the same"
    shut = "c1,c2,c3,c4,c5,d2,d3,d4,d5,d6"  # from c6 only into d6; d1 is open, and c1 not
    with pytest.raises(ValueError, match="rank"):
        rules(f"17[black={shut}]+37 players=2")
    with pytest.raises(ValueError, match="rank"):
        rules(f"9+17[black={shut}]+37 players=2")


@clause("17.1")
def test_17_trampolines_in_a_row_repeat():
    text = "b4=B1 c2=A1 e5=A2 f5=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert str(after("17[black=d2,e2]+35 players=2", text, "c2-d2")) == (
        "b4=B1 e5=A2 f2=A1 f5=B2 home=A3A4B3B4 turn=B step=roll"
    )
    assert "d2=A1" in str(after("17+35 players=2", text, "c2-d2"))


# ---- 32: backwards ---------------------------------------------------------------------------------------------------


@clause("32.1")
def test_32_the_race_runs_from_i_to_a():
    start = "hand=A1A2A3A4B1B2B3B4 turn=A step=place"
    assert moves("32 players=2", start) == ["i1", "i2", "i3", "i4", "i5", "i6"]
    assert refused("32 players=2", start, "a1").clause in ("0.2", "32.1")
    race = "c2=A1 e4=A2 g5=B1 i2=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    assert moves("32 players=2", race) == ["c2-b2", "i2-h2"]
    assert refused("32 players=2", race, "c2-d2").clause in ("0.8", "32.1")


@clause("32.1")
def test_32_home_is_rank_a():
    game = after("32 players=2", "b3=A1 e4=A2 g5=B1 h1=B2 home=A3A4B3B4 dice=3 turn=B step=forward", "b3-a3")
    assert str(game) == "e4=A2 g5=B1 h1=B2 home=A1A3A4B3B4 over=A"
    two = after("32 players=2", "b3=A1 e4=A2 f1=A3 g5=B1 h1=B2 home=A4B3B4 dice=3 turn=B step=forward", "b3-a3")
    assert str(two) == "e4=A2 f1=A3 g5=B1 h1=B2 home=A1A4B3B4 turn=A step=roll"
    with pytest.raises(NotationError):
        Game.from_text("32 players=2", "a3=A1 e4=A2 g5=B1 h1=B2 home=A3A4B3B4 turn=A step=roll")


@clause("32-a")
def test_32_behind_is_where_the_race_comes_from():
    text = "c2=A2 d1=A1 f5=B1 h1=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert moves("32 players=2", text) == ["-", "c2-c1", "c2-c3"]
    no = refused("32 players=2", text, "d1-d2")
    assert (no.clause, no.pieces[0]) == ("0.9", "A1")
    free = "b1=B2 c2=A2 d1=A1 d5=B1 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert moves("32 players=2", free) == ["-", "c2-c1", "c2-c3", "d1-d2"], "the others are level or ahead"


@clause("32-a")
def test_32_entering_and_slipping_are_on_the_line_where_the_race_starts():
    reserve = "e1=A1 g5=B1 hand=A2A3A4B2B3B4 dice=5 turn=A step=forward"
    assert moves("12+32 players=2", reserve) == ["@i5", "g5-f5"]
    assert refused("12+32 players=2", reserve, "@a5").clause in ("0.2", "12.3", "32.1")
    slip = "c2=A2 e1=A1 g5=B1 h1=B2 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert str(after("32+38 players=2", slip, "e1-d1")) == ("c2=A2 g5=B1 h1=B2 i1=A1 home=A3A4B3B4 turn=B step=roll")


# ---- 33: marathon ----------------------------------------------------------------------------------------------------


@clause("33.1", "33.2")
def test_33_a_hedgehog_turns_round_on_rank_i():
    game = after("33 players=2", "b1=A2 c2=B1 d4=B2 h3=A1 home=A3A4B3B4 dice=3 turn=A step=forward", "h3-i3")
    assert str(game) == "b1=A2 c2=B1 d4=B2 i3=A1' home=A3A4B3B4 turn=B step=roll"
    assert "A1" in game.told("en")
    assert "A1" in game.told("fr")


@clause("33.3", "33.4")
def test_33_each_runs_its_own_way():
    mixed = "b1=A2 c4=B1A1' e4=B2 f4=A3 home=A4B3B4 dice=4 turn=A step=forward"
    assert moves("33 players=2", mixed) == ["c4-b4", "e4-f4"], "f4 is held by those behind"
    assert refused("33 players=2", mixed, "c4-d4").clause in ("33.3", "0.8")
    assert refused("33 players=2", mixed, "e4-d4").clause in ("33.3", "0.8")
    assert str(after("33 players=2", mixed, "e4-f4")).startswith("b1=A2 c4=B1A1' f4=A3B2 ")


@clause("33.5", "33-d")
def test_33_home_is_the_start_line_on_the_way_back():
    text = "a4=B1 b4=A1' d3=B2 e6=A2 h5=A3 home=A4B3B4 dice=4 turn=A step=forward"
    assert moves("33 players=2", text) == ["a4-b4", "b4-a4"]
    game = after("33 players=2", text, "b4-a4", "4", "-")
    assert str(game) == "a4=B1 d3=B2 e6=A2 h5=A3 home=A1A4B3B4 dice=4 turn=B step=forward"
    assert list(map(str, game.moves())) == ["a4-b4"], "A1 is gone and covers nobody"
    with pytest.raises(NotationError):
        Game.from_text("33 players=2", "a4=A1' c2=B1 d3=B2 e6=A2 home=A3A4B3B4 turn=A step=roll")


@clause("33.5", "33-a")
def test_33_the_end_is_counted_on_the_start_line():
    third = "b1=A2 c2=B1 d4=B2 h3=A1 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert not after("33 players=2", third, "h3-i3").is_over, "half way is not home"
    assert after("0 players=2", third, "h3-i3").winners == ("A",)
    back = "b4=A1' c2=B1 d3=B2 e6=A2 home=A3A4B3B4 dice=4 turn=B step=forward"
    assert str(after("33 players=2", back, "b4-a4")) == "c2=B1 d3=B2 e6=A2 home=A1A3A4B3B4 over=A"


@clause("33-c")
def test_33_rank_i_is_an_ordinary_rank():
    text = "b1=A2 h3=B1 h4=B2 i3=A1' home=A3A4B3B4 dice=3 turn=A step=sideways"
    assert moves("33 players=2", text) == ["-", "b1-b2", "i3-i2", "i3-i4"]
    game = after("33 players=2", text, "-", "h3-i3")
    assert str(game) == "b1=A2 h4=B2 i3=A1'B1' home=A3A4B3B4 turn=B step=roll"
    game.play("3")
    assert refused_by(game, "i4-i5").clause == "0.7"
    covered = "b1=A2 h4=B2 i3=A1'B1' home=A3A4B3B4 dice=3 turn=A step=sideways"
    assert refused("33 players=2", covered, "i3-i4").clause == "0.5"


@pytest.mark.parametrize(
    ("rules_text", "square", "piece"),
    [
        ("33", "i3", "A1"),  # it turns as it comes there
        ("32+33", "a3", "A1"),
        ("33+34", "i3", "A1"),
        ("33", "a3", "A1'"),  # home
        ("32+33", "i3", "A1'"),
        ("0", "b3", "A1'"),
        ("34", "i3", "A1"),
    ],
)
@clause("33.2", "33.5")
def test_33_positions_that_cannot_be(rules_text, square, piece):
    words = sorted([f"{square}={piece}", "b2=A2", "c4=B1", "d6=B2"])
    with pytest.raises(NotationError):
        Game.from_text(f"{rules_text} players=2", " ".join(words) + " home=A3A4B3B4 turn=A step=roll")


@clause("33-b", "33[black=course]")
def test_33_whoever_has_run_less_of_the_course_holds():
    text = "b1=A2' c2=B2' e3=A1' g5=B1 home=A3A4B3B4 dice=3 turn=A step=sideways"
    assert moves("33 players=2", text) == ["-", "b1-b2"], "B1 has run 6 of 16, A1 12"
    no = refused("33 players=2", text, "e3-e2")
    assert (no.clause, no.pieces) == ("0.9", ("A1", "B1")) or no.clause == "33.2"
    ahead = "b1=A2' c2=B2' e3=B1 g5=A1' home=A3A4B3B4 dice=3 turn=B step=sideways"
    assert moves("33 players=2", ahead) == ["-", "c2-c1", "c2-c3", "e3-e2", "e3-e4"], "everybody else has run more"


@clause("33-b", "33[black=leg]")
def test_33_with_black_leg_only_the_same_leg_counts():
    leg = "33[black=leg] players=2"
    assert moves(leg, "b1=A2' c2=B2' e3=A1' g5=B1 home=A3A4B3B4 dice=3 turn=A step=sideways") == [
        "-",
        "b1-b2",
        "e3-e2",
        "e3-e4",
    ]
    assert moves(leg, "b1=A2' c2=B2' e3=A1' g5=B1' home=A3A4B3B4 dice=3 turn=A step=sideways") == ["-", "b1-b2"]
    assert moves(leg, "b1=A2 c2=B2' e3=A1 g5=B1' home=A3A4B3B4 dice=3 turn=A step=sideways") == ["-", "b1-b2"]


@clause("33-e")
def test_33_nobody_can_move():
    text = "e3=A1 f3=B1' f4=B2 g2=A2 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert moves("33 players=2", text) == ["e3-f3", "f3-e3"]
    game = after("33 players=2", text, "f3-e3")
    assert str(game) == "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 over=draw"
    assert (game.winners, game.is_over) == ((), True)
    on = after("33 players=2", text, "e3-f3")
    assert str(on) == "f3=B1'A1 f4=B2 g2=A2 home=A3A4B3B4 turn=B step=roll", "A1 is on top and not held"


@clause("33-e")
def test_33_a_dead_position_goes_to_most_pieces_home():
    text = "e3=A1 f3=B1' f4=B2 g2=B4A2 home=A3A4B3 dice=3 turn=B step=forward"
    assert str(after("33 players=2", text, "f3-e3")) == "e3=A1B1' f4=B2 g2=B4A2 home=A3A4B3 over=A"
    assert after("33 players=2", text, "f3-e3").points() == {}


@clause("33-e")
def test_33_two_on_one_square_never_hold_each_other():
    assert moves("33 players=2", "b1=A2' c2=B2' e3=B1A1' home=A3A4B3B4 dice=3 turn=A step=forward") == ["e3-d3"]


# ---- 34: Chinese hedgehogs -------------------------------------------------------------------------------------------


@clause("34.1", "34-a", "34-d")
def test_34_every_other_player_starts_on_rank_i():
    game = at("34 players=4", "hand=A1A2A3A4B1B2B3B4C1C2C3C4D1D2D3D4 turn=A step=place")
    seen = []
    for move in ("a1", "i1", "a2", "i2"):
        seen.append((game.turn, sorted(map(str, game.moves()))))
        game.play(move)
    assert seen == [
        ("A", ["a1", "a2", "a3", "a4", "a5", "a6"]),
        ("B", ["i1", "i2", "i3", "i4", "i5", "i6"]),
        ("C", ["a2", "a3", "a4", "a5", "a6"]),
        ("D", ["i2", "i3", "i4", "i5", "i6"]),
    ], "flat on each line for itself"
    assert refused_by(game, "i3").clause in ("0.2", "34.1")


@clause("34.1", "34-b")
def test_34_each_runs_his_way_and_wins_alone():
    text = "b3=B1 e4=A2 f3=B2 h3=A1 home=A3A4B3B4 dice=3 turn=A step=forward"
    assert moves("34 players=2", text) == ["b3-a3", "f3-e3", "h3-i3"]
    assert str(after("34 players=2", text, "b3-a3")) == "e4=A2 f3=B2 h3=A1 home=A3A4B1B3B4 over=B"
    assert str(after("34 players=2", text, "h3-i3")) == "b3=B1 e4=A2 f3=B2 home=A1A3A4B3B4 over=A"
    assert refused("34 players=2", text, "f3-g3").clause in ("0.8", "34.1")
    four = "b3=C1 c1=D1 c2=C2 e4=A2 f3=B2 g6=B1 h3=A1 h5=D2"
    game = after("34 players=4", f"{four} home=A3A4B3B4C3C4D3D4 dice=3 turn=A step=forward", "h3-i3")
    assert game.winners == ("A",), "C runs with him and does not win with him"


@clause("34-c")
def test_34_only_pieces_running_the_same_way_hold():
    opponents = "b5=B1 d1=A1 e4=A2 f2=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert moves("34 players=2", opponents) == ["-", "d1-d2", "e4-e3", "e4-e5"]
    own = "b5=A2 d1=A1 e4=B1 f2=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    assert refused("34 players=2", own, "d1-d2").clause in ("0.9", "34.1")
    theirs = "b5=A2 d1=B1 e4=A1 f2=B2 home=A3A4B3B4 dice=1 turn=B step=sideways"
    no = refused("34 players=2", theirs, "d1-d2")
    assert no.squares == ("d1", "f2"), "B2 on rank f is behind B1 on rank d"
    past = "b5=B2 d1=B1 e4=A1 f2=A2 home=A3A4B3B4 dice=1 turn=B step=sideways"
    assert "d1-d2" in moves("34 players=2", past)


@clause("34-c")
def test_34_with_four_those_of_the_same_side_hold():
    text = "b5=C1 d1=A1 e4=A2 f2=B2 g1=B1 g3=C2 g5=D1 g6=D2 home=A3A4B3B4C3C4D3D4 dice=1 turn=A step=sideways"
    assert refused("34 players=4", text, "d1-d2").pieces == ("A1", "C1")


@clause("34-e")
def test_34_home_is_the_others_start_line_and_one_leaves_it():
    text = "d4=A2 e2=A3 f5=B2 h3=A1 i3=B1 home=A4B3B4 dice=3 turn=A step=forward"
    assert moves("34 players=2", text) == ["h3-i3", "i3-h3"]
    game = after("34 players=2", text, "h3-i3")
    assert str(game) == "d4=A2 e2=A3 f5=B2 i3=B1 home=A1A4B3B4 turn=B step=roll"
    game.play("3")
    game.play("-")
    assert list(map(str, game.moves())) == ["i3-h3"], "B1 is not covered"


@clause("34-c")
def test_34_can_be_stuck_for_good():
    # A1 waits for A2 under B2, which waits for B1 under A1
    text = "c1=A1 c5=A2B2 d1=B1 home=A3A4B3B4 dice=1 turn=A step=forward"
    assert moves("34 players=2", text) == ["c1-d1", "d1-c1"]
    assert str(after("34 players=2", text, "c1-d1")) == "c5=A2B2 d1=B1A1 home=A3A4B3B4 over=draw"
    assert not after("34 players=2", text, "d1-c1").is_over


@clause("34.1", "29+34")
def test_34_wants_an_even_number():
    assert str(rules("34")) == "34 players=4"
    assert str(rules("29+34")) == "29+34 players=8"
    for odd in ("34 players=3", "34 players=5", "29+34 players=7", "29+34 players=9"):
        with pytest.raises(ValueError, match="cannot be played by"):
            rules(odd)
    assert str(rules("25+34")) == "25+34 players=4"
    assert str(rules("21+34")) == "21+34 players=2"
    with pytest.raises(Clash):
        rules("21+25+34")
