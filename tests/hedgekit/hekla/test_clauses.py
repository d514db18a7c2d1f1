"""Each clause of Hekla: a position where it bites and one where it does not."""

import pytest

from hedgekit import Refusal
from hedgekit.games.hekla import LAYOUT, Game

from .positions import game, stand, texts

LAVA19 = "a3=L0L0 a4=L0L0 b3=L0L0 b5=L0L0 c1=L0L0 d2=L1L1 d3=L1L1 d5=L1L1 e3=L1L1 e4=L1"
"""Nineteen blocks of lava: one is left."""
WALLED = "b1=A1A2 b2=L0L0 c1=A0A0 c2=L0L0 d1=A2A2 d2=A3B2 d3=L0L0 e2=B2B2"
"""Two players: A has everything on the board, and full squares all round it."""


def refused(here, move, clause, *squares):
    """The move is refused by this clause, naming these squares first, in both languages; nothing changes."""
    before = str(here), here.record()
    no = here.why(move)
    assert no is not None, f"{move} is legal"
    assert no.clause == f"hekla.{clause}", str(no)
    assert no.squares[: len(squares)] == squares
    assert no.text("fr") != no.text("en")
    with pytest.raises(Refusal):
        here.play(move)
    assert (str(here), here.record()) == before
    assert move not in texts(here.moves())
    return no


# ---- 1 and 2: stones, placing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "count"), [(2, 7), (3, 5), (4, 4)])
def test_1_each_begins_with_his_volcanoes(players, count):
    here = Game(players=players)
    assert len(here.position.hand) == players * count
    assert here.position.circles == (0,) * players
    assert len(here.position.lava) == 20
    assert len(texts(here.moves())) == 26 * 4, "one of each value, on any square"


def test_1_what_is_no_volcano_of_the_game():
    here = game("c3=A1", players=3)
    refused(here, "D1@c4", 1)
    refused(here, "A7@c4", 1)
    refused(here, "L0@c4", 1)
    refused(here, "A2@a1", 1, "a1")
    refused(here, "A1@c3-c9", 1, "c9")
    refused(here, "p40-p1", 1, "p40")
    refused(here, "p1-p2+1", 1, "p2+1")
    assert here.why("A2@c4") is None


def test_2_a_volcano_is_placed_on_an_entirely_empty_square():
    here = game("c3=B1 c4=L0")
    refused(here, "A3@c3", 2, "c3")
    assert refused(here, "A3@c4", 2, "c4").pieces == ("A3", "L0")
    here.play("A3@c5")
    assert here.position.stacks["c5"] == ("A3",)
    assert "A3" not in here.position.hand
    assert here.turn == "B"


def test_2_one_places_ones_own_and_what_is_left():
    here = game("c3=A1")
    refused(here, "B3@c5", 2)
    refused(here, "A1@c5", 2)
    assert here.because("A0@c5")[0].clause == "hekla.2"


# ---- 3 and 4: moving -------------------------------------------------------------------------------------------------


def test_3_a_volcano_moves_to_an_adjacent_square():
    here = game("c3=A1")
    assert {m for m in texts(here.moves()) if "A1@" in m} == {"A1@c3-b3", "A1@c3-d3", "A1@c3-c2", "A1@c3-c4"}
    refused(here, "A1@c3-b4", 3, "c3", "b4")
    refused(here, "A1@c3-c3", 3, "c3")
    refused(here, "A1@c2-c3", 3, "c2")
    refused(here, "A2@c3-c4", 3, "c3")
    here.play("A1@c3-c4")
    assert here.position.stacks == {"c4": ("A1",)}


def test_3_there_must_be_room_for_it():
    here = game("c3=A1 c4=B1 d3=B2L0")
    no = refused(here, "A1@c3-d3", 3, "c3", "d3")
    assert no.pieces == ("A1", "B2", "L0")
    here.play("A1@c3-c4")
    assert here.position.stacks["c4"] == ("A1", "B1")


def test_3_one_moves_ones_own():
    here = game("c3=A1B2")
    refused(here, "B2@c3-c4", 3)
    assert here.why("A1@c3-c4") is None


def test_3_of_two_on_a_square_either_moves():
    here = game("c3=A1A3")
    assert here.why("A1@c3-c4") is None
    here.play("A3@c3-c4")
    assert here.position.stacks == {"c3": ("A1",), "c4": ("A3",)}


def test_4_a_volcano_seen_by_its_vulcanologist_moves_straight_as_far_as_it_likes():
    here = game("c3=A1 c4=B0B1 c2=B2B3 p16=A")
    assert {m for m in texts(here.moves()) if "A1@" in m} == {
        "A1@c3-c1", "A1@c3-c5", "A1@c3-c6", "A1@c3-a3", "A1@c3-b3", "A1@c3-d3", "A1@c3-e3",
    }, "over full squares too, but not onto them"  # fmt: skip
    refused(here, "A1@c3-c4", 3, "c3", "c4")
    reasons = here.because("A1@c3-c6")
    assert reasons[0].clause == "hekla.4"
    assert reasons[0].squares == ("c3", "c6", "p16")


def test_4_one_that_is_not_seen_makes_one_step():
    here = game("c3=A1 p17=A p16=B")
    no = refused(here, "A1@c3-c5", 4, "c3", "c5", "p17")
    assert "p17" in no.text("en")
    assert here.why("A1@c3-c4") is None
    refused(game("c3=A1 p18=A"), "A1@c3-c5", 4, "c3", "c5", "p18")


def test_4_the_vulcanologist_may_go_back_first():
    here = game("c3=A1 p17=A")
    assert "p17-p16" in texts(here.moves())
    assert here.because("p17-p16")[0].squares == ("p17", "p16", "c3")
    here.play("p17-p16")
    assert (here.step, here.turn) == ("move", "A")
    assert texts(here.moves()) == {f"A1@c3-{square}" for square in LAYOUT.far["c3"]}
    refused(here, "A2@c5", 4)
    refused(here, "p16-p15", 4)
    refused(here, "-", 9)
    here.play("A1@c3-c6")
    assert here.position.at("A") == 16, "he stays where he went back to"
    assert here.turn == "B"


def test_4_going_back_goes_back_only():
    here = game("c3=A1 p17=A")
    refused(here, "p17-p20", 4, "p17", "p20")
    refused(here, "p17-p17", 4, "p17", "p17")
    refused(here, "p16-p15", 4, "p17")
    assert {m for m in texts(here.moves()) if m.startswith("p")} == {f"p17-p{n}" for n in range(17)}, "as far as wanted"
    refused(game("c3=A1"), "p0-p39", 4, "p0", "p39")
    far = game("c3=A1 p30+1=A")
    assert far.why("p30+1-p30") is None, "a lap back"
    far.play("p30+1-p12")
    assert far.position.at("A") == 12


def test_4_going_back_comes_before_a_move():
    refused(game("c3=B1 p17=A"), "p17-p16", 4, "p16")
    assert game("c3=A1 p17=A").because("p17-p0")[0].key == "hekla.because.back_blind"


def test_4_going_back_can_be_what_lets_a_volcano_move():
    here = game("c1=A0A0 b1=B0B0 d1=B2B2 c2=L0L0 p17=A", players=2)
    assert {m for m in texts(here.moves()) if m.startswith("p")} == {"p17-p16", "p17-p14", "p17-p7"}, "they see c1"
    refused(here, "p17-p15", 4, "p15")
    here.play("p17-p14")
    assert texts(here.moves()) == {"A0@c1-c3", "A0@c1-c4", "A0@c1-c5", "A0@c1-c6"}, "over c2, along the row as well"


# ---- 5: what is scored -----------------------------------------------------------------------------------------------


def test_5_eight_grooves_on_three_squares_are_scored():
    here = game("c4=B3 c5=C2 c6=D2")
    here.play("A1@e2")
    assert here.trace == (), "seven only"
    here = game("c4=B3 c5=C2 d6=A3")
    reasons = here.because("A3@d6-c6")
    assert [reason.clause for reason in reasons] == ["hekla.3", "hekla.5"]
    assert reasons[1].squares == ("c4", "c5", "c6")
    here.play("A3@d6-c6")
    assert [(scoring.line, scoring.total) for scoring in here.trace] == [(("c4", "c5", "c6"), 8)]


def test_5_by_placing_too():
    here = game("c4=B3 c5=C2")
    here.play("A3@c6")
    assert here.trace[0].total == 8


def test_5_every_square_needs_a_stone():
    """Special case 3: eight grooves on two squares, the third one empty."""
    for squares, bare in (("c4=B3C3 c6=D2", "c5"), ("c4=B3C3 c5=D2", "c6")):
        here = game(squares + " e2=A2")
        here.play("A2@e2-e3")
        assert here.trace == ()
        here = game(squares)
        refused(here, "c4+c5+c6", 5, bare)
        here.play(f"A0@{bare}")
        assert here.trace[0].total == 8, "a stone without grooves is a stone"


def test_5_lava_is_a_stone_and_counts():
    zeros = "a3=L0L0 a4=L0L0 b3=L0L0 e3=L0L0 e4=L0L0"
    here = game(f"{zeros} c4=B3 c5=L1 d6=A3 c6=C1")
    here.play("A3@d6-c6")
    assert here.trace[0].total == 8
    assert here.position.stacks["c5"] == ("L1", "L1")


def test_5_the_middle_holds_one_lava_block_at_most():
    here = game("c4=B3C2 c5=L0L0 d6=A3")
    here.play("A3@d6-c6")
    assert here.trace == ()
    assert refused(here, "c4+c5+c6", 5, "c4", "c5", "c6").reason.key == "hekla.refusal.lava"
    other = game("c4=B3C2 c5=D0L0 d6=A3")
    other.play("A3@d6-c6")
    assert other.trace[0].total == 8


def test_5_lava_may_fill_an_end():
    here = game("c4=L0L0 c5=B3C2 d6=A3")
    here.play("A3@d6-c6")
    assert here.trace[0].line == ("c4", "c5", "c6")


STILL = "c4=B3C3 c5=D1 c6=C2D0 e2=A2 a2=B2"
"""The line c4 c5 c6 totals 9 and A is to move: it has been scored, or stood there before."""


def test_5_a_line_that_still_has_eight_waits_for_a_change():
    """Special case 1, first half."""
    here = game(STILL)
    no = refused(here, "c4+c5+c6", 5, "c4", "c5", "c6")
    assert no.reason.key == "hekla.refusal.unchanged"
    here.play("A2@e2-e3")
    assert here.trace == ()


@pytest.mark.parametrize(
    ("turn", "move", "total"),
    [("D", "D0@c6-c5", 9), ("D", "D0@c6-d6", 9), ("D", "D2@b6", None)],
    ids=["within", "out of", "beside"],
)
def test_5_a_change_is_a_stone_put_in_moved_out_or_within(turn, move, total):
    """Special case 1, second half."""
    here = game(STILL, turn=turn)
    here.play(move)
    assert [scoring.total for scoring in here.trace] == ([total] if total else [])


def test_5_what_is_left_after_a_scoring_is_not_scored_again_at_once():
    """Special case 1: the line still has 8 after the eruption; neither the mover nor the next player scores it."""
    here = game("c4=B3C3 c5=D1 b6=A2 d6=C2")
    here.play("A2@b6-c6")
    assert [scoring.total for scoring in here.trace] == [9]
    assert here.position.stacks["c5"] == ("L0",)
    here = game("c4=B3C3 c5=D1 b6=A2 c6=D0 a2=B2")
    here.play("A2@b6-c6")
    assert len(here.trace) == 1
    assert here.turn == "B"
    assert refused(here, "c4+c5+c6", 5).reason.key == "hekla.refusal.unchanged"
    here.play("B2@a2-a3")
    assert here.trace == ()
    here.play("C2@d5")
    assert here.trace == ()
    here.play("D0@c6-d6")
    assert [scoring.total for scoring in here.trace] == [8]
    assert here.position.stacks["c5"] == ("L0", "L0")


def test_5_no_line():
    here = game("c3=A1")
    refused(here, "b2+c3+d4", 5, "b2", "c3", "d4")
    refused(here, "a5+b6+c6", 5)
    assert refused(game("c1=A3 c2=B2 c3=C1"), "c3+c2+c1", 5).reason.key == "hekla.refusal.low"
    assert refused(game("c1=A3"), "c3+c2+c1", 5, "c2", "c3").reason.key == "hekla.refusal.empties"


# ---- 6 and 7: circles, eruption --------------------------------------------------------------------------------------


def test_6_a_circle_for_each_volcano_and_the_mover_total_less_seven():
    here = game("c5=B2C3 c6=D2 d4=A3 p5=ABCD")
    here.play("A3@d4-c4")
    assert here.trace[0].total == 10
    assert here.position.circles == (5 + 1 + 3, 6, 6, 6)


def test_6_who_has_nothing_in_the_line_stays():
    here = game("c5=B2 c6=B3 d4=A3 c1=C3")
    here.play("A3@d4-c4")
    assert here.position.circles == (2, 2, 0, 0)
    assert [advance.player for advance in here.trace[0].advances] == ["A", "B"]


def test_6_the_mover_need_not_have_a_volcano_in_the_line():
    here = game("c4=A0B3 c5=C3 c6=D3")
    here.play("A0@c4-d4")
    (scoring,) = here.trace
    assert scoring.total == 9
    assert here.position.circles == (2, 1, 1, 1)
    assert scoring.advances[0].volcanoes == ()


@pytest.mark.parametrize("ring", sorted(LAYOUT.double))
def test_6_volcanoes_on_a_red_ring_count_twice(ring):
    line = next(line for line in LAYOUT.lines if line[0] == ring and not LAYOUT.double & set(line[1:]))
    here = game(f"{line[0]}=B3C2 {line[1]}=D1")
    here.play(f"A3@{line[2]}")
    assert here.trace[0].total == 9
    assert here.position.circles == (1 + 2, 2, 2, 1)
    assert here.trace[0].advances[1].doubled == ("B3",)


def test_6_the_second_lap_is_the_outer_one_and_it_comes_again():
    here = game("c5=B2 c6=B3 d4=A3 p17=A p39=B")
    here.play("A3@d4-c4")
    assert "p19=A" in str(here)
    assert "p19+1=B" in str(here)


def test_7_the_volcanoes_of_the_middle_return_and_lava_comes():
    here = game("c4=B3 c5=A2C1 d6=A3")
    here.play("A3@d6-c6")
    assert here.trace[0].returned == ("A2", "C1")
    assert here.position.stacks == {"c4": ("B3",), "c5": ("L0",), "c6": ("A3",)}
    assert {"A2", "C1"} <= set(here.position.hand)
    here.play("B1@d1")
    here.play("C1@d2")
    assert here.position.stacks["d2"] == ("C1",), "and can be placed again"


def test_7_nobody_returns_where_lava_stood_alone():
    here = game("c4=B3C3 c5=L0 d6=A3")
    here.play("A3@d6-c6")
    assert here.trace[0].returned == ()
    assert here.position.stacks["c5"] == ("L0", "L0")
    assert "no volcano" in here.told("en")


def test_7_zeros_come_first():
    assert [len([block for block in game(LAVA19).position.lava if block == kind]) for kind in ("L0", "L1")] == [0, 1]
    nine = "a3=L0L0 a4=L0L0 b3=L0L0 e3=L0L0 e4=L0"
    for placed, comes in ((nine, "L0"), (nine.replace("e4=L0", "e4=L0L0"), "L1")):
        here = game(f"{placed} c4=B3 c5=C2 d6=A3")
        here.play("A3@d6-c6")
        assert here.trace[0].lava == comes


# ---- 8: several lines ------------------------------------------------------------------------------------------------

CROSS = "b4=A2 a4=B1 c4=C2 b5=A3 b6=D1 b3=B3"
"""B3 to b4 makes a4 b4 c4 total 8 and b4 b5 b6 total 9; b4 is the middle of the first, an end of the second."""


def test_8_the_mover_chooses_the_order():
    here = game(CROSS, turn="B")
    here.play("B3@b3-b4")
    assert (here.step, here.turn) == ("score", "B")
    assert texts(here.moves()) == {"a4+b4+c4", "b4+b5+b6"}
    assert "lines=a4+b4+c4,b4+b5+b6" in str(here)
    assert here.trace == ()
    refused(here, "B2@d5", 8)
    refused(here, "-", 8)
    assert refused(here, "b3+b4+b5", 5, "b3").reason.key == "hekla.refusal.empty"
    assert [reason.clause for reason in here.because("b6+b5+b4")] == ["hekla.8", "hekla.5"]
    here.play("b4+b5+b6")
    assert [scoring.line for scoring in here.trace] == [("b4", "b5", "b6"), ("a4", "b4", "c4")], "the last by itself"
    assert here.turn == "C"


def test_8_a_line_that_no_longer_qualifies_is_not_scored():
    here = game(CROSS, turn="B")
    here.play("B3@b3-b4")
    here.play("a4+b4+c4")
    assert [scoring.line for scoring in here.trace] == [("a4", "b4", "c4")]
    assert here.trace[0].lost == (("b4", "b5", "b6"),)
    assert here.turn == "C"


def test_8_one_line_leaves_no_choice():
    here = game(CROSS.replace("c4=C2", "c4=C0"), turn="B")
    here.play("B3@b3-b4")
    assert here.step == "play"
    assert len(here.trace) == 1


def test_8_a_line_that_an_eruption_brings_to_eight_waits():
    """The move changes both lines; lava with a groove lifts the second from 7 to 8, which no move has done."""
    zeros = "a3=L0L0 a4=L0L0 b3=L0L0 e3=L0L0 e4=L0L0"
    here = game(f"{zeros} c4=B3C2 c6=D3 b5=A2B2 d5=C3")
    here.play("A0@c5")
    assert [scoring.line for scoring in here.trace] == [("c4", "c5", "c6")]
    assert here.turn == "B"
    assert refused(here, "b5+c5+d5", 5, "b5", "c5", "d5").reason.key == "hekla.refusal.unchanged"


def test_8_of_three_lines_two_are_chosen():
    here = game("a4=B3 b4=C3 c4=C2 b5=A3 b6=D3 d4=B2 b3=A2")
    here.play("A2@b3-b4")
    assert texts(here.moves()) == {"a4+b4+c4", "b4+b5+b6", "b4+c4+d4"}
    here.play("b4+b5+b6")
    assert (here.step, here.turn) == ("score", "A")
    assert texts(here.moves()) == {"a4+b4+c4", "b4+c4+d4"}
    refused(here, "b4+b5+b6", 5)
    here.play("a4+b4+c4")
    assert here.trace[0].lost == (("b4", "c4", "d4"),)
    assert here.turn == "B"


# ---- 9: passing, the end ---------------------------------------------------------------------------------------------


def test_9_who_can_do_something_does_not_pass():
    refused(game("c3=A1"), "-", 9)
    assert "-" not in texts(game("c3=A1").moves())


def test_9_who_can_neither_place_nor_move_passes():
    here = game(WALLED, players=2)
    assert texts(here.moves()) == {"-"}
    assert here.because("-")[0].clause == "hekla.9"
    assert "pass" in here.prompt("en")
    here.play("-")
    assert (here.turn, here.is_over) == ("B", False)
    refused(here, "-", 9)


def test_9_who_could_move_after_going_back_does_not_pass():
    here = game(f"{WALLED} p18=A", players=2)
    refused(here, "-", 9)
    assert all(move.is_back for move in here.moves())
    assert "back" in here.prompt("en")
    assert game(f"{WALLED} p17=A", players=2).why("A1@b1-b3") is None, "or at once, where he sees it"


def test_9_the_game_is_over_when_nobody_can_play():
    here = game(f"{WALLED} a2=B1B3 a3=L0L0 a4=L1L1 a5=B0B0 b5=L1L1 e3=L0L0", players=2)
    here.play("-")
    assert here.winners == ("A", "B")
    assert "Nobody can" in here.told("en")
    assert Game.from_text("hekla players=2", str(here)).is_over


def test_9_the_last_lava_block_ends_the_game():
    here = game(f"{LAVA19} c4=B3 c5=C2 d6=A3 p7=C")
    here.play("A3@d6-c6")
    assert here.is_over
    assert here.winners == ("C",)
    assert here.position.circles == (2, 1, 8, 0)
    assert here.ranking() == (("C",), ("A",), ("B",), ("D",))
    assert (here.points(), here.moves(), here.step, here.turn) == ({}, [], None, None)
    assert "last lava block" in here.told("en")
    refused(here, "A1@c3", 9)
    with pytest.raises(Refusal) as caught:
        here.roll()
    assert caught.value.clause == "hekla.9"


def test_9_before_that_it_goes_on():
    here = game(f"{LAVA19.replace(' e4=L1', '')} c4=B3 c5=C2 d6=A3")
    here.play("A3@d6-c6")
    assert not here.is_over
    assert here.position.lava == ("L1",)


def test_9_it_ends_at_once_though_lines_are_left():
    lava = "a3=L0L0 c1=L0L0 c2=L0L0 c3=L0L0 e3=L0L0 d2=L1L1 d3=L1L1 d5=L1L1 e4=L1L1 c6=L1"
    here = game(f"{lava} {CROSS}", turn="B")
    here.play("B3@b3-b4")
    here.play("b4+b5+b6")
    assert here.is_over
    assert len(here.trace) == 1
    assert here.position.lines == ()


def test_9_equal_is_shared():
    here = game(f"{LAVA19} c4=B3 c5=C2 d6=A3 p1=B")
    here.play("A3@d6-c6")
    assert here.position.over == "AB"
    assert here.winners == ("A", "B")
    assert here.ranking()[0] == ("A", "B")


def test_9_two_hundred_turns_without_a_scoring_end_the_game():
    here = game("c3=A1 p5=B", quiet=198)
    here.play("A1@c3-c4")
    assert here.position.quiet == 199
    here.play("B2@e2")
    assert here.winners == ("B",)
    assert "200 turns" in here.told("en")
    assert Game.from_text("hekla", str(here)).is_over
    here = game("c4=B3 c5=C2 d6=A3", quiet=199)
    here.play("A3@d6-c6")
    assert (here.position.quiet, here.is_over) == (0, False), "a scoring begins the count anew"
    back = game("c3=A1 p5=A", quiet=7)
    back.play("p5-p3")
    assert back.position.quiet == 7, "going back is not a turn"


def test_nothing_is_left_to_chance():
    with pytest.raises(Refusal) as caught:
        Game(seed=3).roll()
    assert caught.value.clause == "hekla.2"


def test_stand_says_what_it_says():
    assert stand("c3=A1", players=2) == "c3=A1 p0=AB hand=A0A0A2A2A2A3B0B0B1B2B2B2B3 turn=A step=play"
