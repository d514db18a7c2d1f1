"""What a black square does: 10 nothing, 35 trampoline, 36 pit, 37 concrete, 38 slip, 39 hole.

Black squares: d1 g2 e3 f4 c5 h6.
"""

import pytest

from .support import after, at, clause, moves, refused, refused_by

REST = "home=A3A4B3B4"
NEXT = f"{REST} turn=B step=roll"
HELD = f"b5=B1 d1=A1 e4=A2 f6=B2 {REST} dice=1 turn=A step="


def texts(game):
    return sorted(str(move) for move in game.moves())


# ---- 10: ordinary squares --------------------------------------------------------------------------------------------


@clause("10.1")
def test_black_squares_are_ordinary():
    assert moves("10 players=2", f"{HELD}sideways") == ["-", "d1-d2", "e4-e3", "e4-e5"]
    assert moves("10 players=2", f"{HELD}forward") == ["d1-e1"]
    assert moves("0 players=2", f"{HELD}forward") == ["-"], "in the base game B1 holds A1"
    assert refused("10 players=2", f"{HELD}forward", "-").clause == "0.8"


# ---- 35: trampolines -------------------------------------------------------------------------------------------------


@clause("35.1")
def test_who_arrives_goes_one_rank_further():
    text = f"b5=B2 c1=A1 e4=A2 f6=B1 {REST} dice=1 turn=A step=forward"
    assert str(after("35 players=2", text, "c1-d1")) == f"b5=B2 e1=A1 e4=A2 f6=B1 {NEXT}"
    on = text.replace("e4=A2", "e1=A2")
    assert str(after("35 players=2", on, "c1-d1")) == f"b5=B2 e1=A2A1 f6=B1 {NEXT}", "on top of who stands there"
    assert str(after("0 players=2", text, "c1-d1")) == f"b5=B2 d1=A1 e4=A2 f6=B1 {NEXT}"
    game = at("35 players=2", text)
    assert [reason.clause for reason in game.because("c1-d1")] == ["0.8", "35.1"]
    game.play("c1-d1")
    assert game.told("en") == "A advances A1 from c1 to d1. A1 is now on e1."


@clause("35.1")
def test_beside_a_trampoline_one_stays():
    text = f"b5=B2 c2=A1 e4=A2 f6=B1 {REST} dice=2 turn=A step=forward"
    assert str(after("35 players=2", text, "c2-d2")) == f"b5=B2 d2=A1 e4=A2 f6=B1 {NEXT}"


@clause("35.2")
def test_trampolines_hold_nobody():
    assert moves("35 players=2", f"{HELD}sideways") == ["-", "d1-d2", "e4-e3", "e4-e5"]
    assert moves("35 players=2", f"{HELD}forward") == ["d1-e1"]


@clause("35-a")
def test_bounces_repeat():
    text = f"b5=B2 c1=A1 e4=A2 f6=B1 {REST} dice=1 turn=A step=forward"
    rules = "17[black=d1,e1,g1]+35 players=2"
    assert str(after(rules, text, "c1-d1")) == f"b5=B2 e4=A2 f1=A1 f6=B1 {NEXT}"


@clause("35-b")
def test_a_bounce_may_lead_home():
    text = f"b5=B2 c1=A2 f5=B1 g6=A1 {REST} dice=6 turn=A step=forward"
    assert str(after("35 players=2", text, "g6-h6")) == "b5=B2 c1=A2 f5=B1 home=A1A3A4B3B4 over=A"
    assert not after("0 players=2", text, "g6-h6").is_over


@clause("35-c")
def test_who_steps_onto_a_trampoline_bounces_too():
    text = f"b5=B2 c1=A2 d2=A1 f5=B1 {REST} dice=6 turn=A step=sideways"
    game = after("35 players=2", text, "d2-d1")
    assert str(game) == f"b5=B2 c1=A2 e1=A1 f5=B1 {REST} dice=6 turn=A step=forward"


# ---- 36: pits --------------------------------------------------------------------------------------------------------


@clause("36.1", "36-c")
def test_only_the_lowest_is_held():
    text = f"b5=B2 d1=A1B1 e4=A2 {REST} dice=1 turn="
    assert moves("36 players=2", f"{text}B step=sideways") == ["-", "b5-b4", "b5-b6", "d1-d2"]
    assert moves("36 players=2", f"{text}A step=forward") == ["d1-e1"]
    assert moves("0 players=2", f"{text}A step=forward") == ["-"], "in the base game both are held"
    left = after("36 players=2", f"{text}A step=forward", "d1-e1", "1", "-")
    assert texts(left) == ["e1-f1"], "A1 is at the bottom"
    no = refused_by(left, "d1-e1")
    assert (no.clause, no.squares, no.pieces) == ("36.1", ("d1", "b5"), ("A1", "B2"))


@clause("36.1")
def test_who_enters_an_occupied_pit_is_free():
    text = f"b5=B2 c1=B1 d1=A1 e4=A2 {REST} dice=1 turn=B step=forward"
    game = after("36 players=2", text, "c1-d1", "1", "-")
    assert texts(game) == ["d1-e1"]
    alone = f"b5=B2 c1=B1 e4=A2 f6=A1 {REST} dice=1 turn=B step=forward"
    assert texts(after("36 players=2", alone, "c1-d1", "1", "-")) == ["-"], "the first to enter is held"


@clause("36.1")
def test_above_the_pit_the_normal_rule_of_stacks_holds():
    text = f"b5=B2 d1=A1B1A2 {REST} dice=1 turn=B step=sideways"
    assert refused("36 players=2", text, "d1-d2").clause == "0.5", "B1 lies under A2"


@clause("36.2", "36-a")
def test_the_pit_is_left_when_all_are_level_or_ahead():
    text = f"d1=A1 d5=B1 e4=A2 f6=B2 {REST} dice=1 turn=A step="
    assert moves("36 players=2", f"{text}sideways") == ["-", "d1-d2", "e4-e3", "e4-e5"]
    assert moves("36 players=2", f"{text}forward") == ["d1-e1"]
    covered = f"d1=A1B1 d5=B2 e4=A2 {REST} dice=1 turn=A step=sideways"
    assert refused("36 players=2", covered, "d1-d2").clause == "0.5", "when uncovered"


@clause("36-b")
def test_an_emptied_pit_holds_the_next_to_enter():
    text = "d1=A1 d2=B1 e4=A2 f6=B2 home=A3A4B3 hand=B4 dice=1 turn=A step=forward"
    game = after("12+36 players=2", text, "d1-e1", "1", "d2-d1", "@a1", "2", "-", "-", "3")
    assert str(game) == "a1=B4 d1=B1 e1=A1 e4=A2 f6=B2 home=A3A4B3 dice=3 turn=B step=sideways"
    assert texts(game) == ["-", "a1-a2", "f6-f5"]


# ---- 37: concrete ----------------------------------------------------------------------------------------------------

WALLED = f"b5=B2 c1=A1 d2=A2 f6=B1 {REST} dice=1 turn=A step="


@clause("37.1")
def test_nobody_enters_concrete():
    no = refused("37 players=2", f"{WALLED}forward", "c1-d1")
    assert (no.clause, no.squares, no.pieces) == ("37.1", ("d1", "c1"), ("A1",))
    assert no.text("en") == "d1 is a block of concrete: no hedgehog can enter it."
    assert refused("37 players=2", f"{WALLED}sideways", "d2-d1").clause == "37.1"
    assert moves("37 players=2", f"{WALLED}sideways") == ["-", "c1-c2", "d2-d3"]
    assert moves("0 players=2", f"{WALLED}sideways") == ["-", "c1-c2", "d2-d1", "d2-d3"]


@clause("37-a")
def test_another_hedgehog_of_the_lane_must_advance_else_none():
    assert moves("37 players=2", f"{WALLED}forward") == ["-"]
    behind = f"b1=B2 c1=A1 d2=A2 f6=B1 {REST} dice=1 turn=A step=forward"
    assert moves("37 players=2", behind) == ["b1-c1"]
    assert refused("37 players=2", behind, "-").clause == "0.8"


@clause("37.2")
def test_a_side_step_frees():
    game = after("37 players=2", f"{WALLED}sideways".replace("dice=1", "dice=2"), "c1-c2")
    assert texts(game) == ["c2-d2", "d2-e2"]
    assert str(after("37 players=2", f"{WALLED}sideways", "c1-c2", "-")).endswith(NEXT)


@clause("37.1")
def test_a_position_walled_in_is_dead():
    rules = "17[black=c3,c5,d4]+37 players=2"
    text = "b4=A1 c4=B1A2B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert str(after(rules, text, "b4-c4")) == "c4=B1A2B2A1 home=A3A4B3B4 over=draw", "two home each"
    more = "b4=A1 c4=B1A2B2A3 home=A4B3B4 dice=4 turn=A step=forward"
    assert str(after(rules, more, "b4-c4")) == "c4=B1A2B2A3A1 home=A4B3B4 over=B", "most home"
    free = "b2=B1 b4=A1 c4=A2B2 home=A3A4B3B4 dice=4 turn=A step=forward"
    assert not after(rules, free, "b4-c4").is_over


# ---- 38: slippery squares --------------------------------------------------------------------------------------------

SLOPE = f"a1=B2 c1=A1 d2=A2 f6=B1 {REST} dice=1 turn=A step="


@clause("38.1", "38-a", "38[lane=same]")
def test_who_arrives_goes_back_to_the_start_line():
    assert str(after("38 players=2", f"{SLOPE}forward", "c1-d1")) == f"a1=B2A1 d2=A2 f6=B1 {NEXT}"
    aside = after("38 players=2", f"{SLOPE}sideways", "d2-d1")
    assert str(aside) == f"a1=B2A2 c1=A1 f6=B1 {REST} dice=1 turn=A step=forward"
    foreign = after("38 players=2", f"{SLOPE}forward".replace("turn=A", "turn=B"), "c1-d1")
    assert str(foreign) == f"a1=B2A1 d2=A2 f6=B1 {REST} turn=A step=roll", "moved by others, too"
    beside = after("38 players=2", f"{SLOPE}sideways", "d2-d3")
    assert str(beside) == f"a1=B2 c1=A1 d3=A2 f6=B1 {REST} dice=1 turn=A step=forward"


@clause("38.2")
def test_slippery_squares_hold_nobody():
    assert moves("38 players=2", f"{HELD}sideways") == ["-", "d1-d2", "e4-e3", "e4-e5"]
    assert moves("38[lane=die] players=2", f"{HELD}forward") == ["d1-e1"]


DIE = "38[lane=die] players=2"


@clause("38[lane=die]", "38-b")
def test_the_lane_may_be_rolled():
    game = after(DIE, f"{SLOPE}forward", "c1-d1")
    assert str(game) == f"a1=B2 d2=A2 f6=B1 {REST} slip=A1 turn=A step=lane", "the player on turn rolls"
    assert game.is_chance
    assert [(str(m), m.probability) for m in game.moves()] == [(str(n), 1 / 6) for n in range(1, 7)]
    game.play("1")
    assert str(game) == f"a1=B2A1 d2=A2 f6=B1 {NEXT}"
    other = after(DIE, f"{SLOPE}forward", "c1-d1", "4")
    assert str(other) == f"a1=B2 a4=A1 d2=A2 f6=B1 {NEXT}"
    assert str(after(DIE, f"{SLOPE}sideways", "d2-d3")).endswith("dice=1 turn=A step=forward")


@clause("38[lane=die]")
def test_the_rest_of_the_turn_waits():
    game = after(DIE, f"{SLOPE}sideways", "d2-d1")
    assert str(game) == f"a1=B2 c1=A1 f6=B1 {REST} slip=A2 dice=1 then=F turn=A step=lane"
    game.play("1")
    assert str(game) == f"a1=B2A2 c1=A1 f6=B1 {REST} dice=1 turn=A step=forward"
    turbo = after("5+38[lane=die] players=2", f"{SLOPE}forward".replace("dice=1", "dice=1,6"), "c1-d1=1")
    assert str(turbo) == f"a1=B2 d2=A2 f6=B1 {REST} slip=A1 dice=6 then=SF turn=A step=lane"
    first = after("31+38[lane=die] players=2", f"{SLOPE}forward", "c1-d1")
    assert str(first) == f"a1=B2 d2=A2 f6=B1 {REST} slip=A1 then=S turn=A step=lane"
    first.play("2")
    assert str(first) == f"a1=B2 a2=A1 d2=A2 f6=B1 {REST} turn=A step=sideways"
    both = "5+31[order=free]+38[lane=die] players=2"
    either = after(both, f"{SLOPE}either".replace("dice=1", "dice=1,6"), "c1-d1=1")
    assert str(either) == f"a1=B2 d2=A2 f6=B1 {REST} slip=A1 dice=6 then=SE turn=A step=lane"
    either.play("2")
    assert str(either) == f"a1=B2 a2=A1 d2=A2 f6=B1 {REST} dice=6 turn=A step=sideways"
    either.play("-")
    assert str(either) == f"a1=B2 a2=A1 d2=A2 f6=B1 {REST} dice=6 turn=A step=either"
    two = after("30+38[lane=die] players=2", f"{SLOPE}sideways".replace("dice=1", "dice=1,6 then=SFF"), "d2-d1")
    assert str(two) == f"a1=B2 c1=A1 f6=B1 {REST} slip=A2 dice=1,6 then=SFF turn=A step=lane"
    two.play("3")
    assert str(two) == f"a1=B2 a3=A2 c1=A1 f6=B1 {REST} dice=1,6 then=FF turn=A step=sideways"


@clause("38[lane=die]")
def test_what_stands_by_while_a_lane_is_rolled():
    six = "b2=A1 c1=B1 d2=A2 e5=B2 home=A3A4B3B4 dice=6 turn=A step=sideways"
    game = after("1+38[lane=die] players=2", six, "d2-d1")
    assert str(game) == "b2=A1 c1=B1 e5=B2 home=A3A4B3B4 moved=A2 slip=A2 dice=6 then=F turn=A step=lane"
    assert texts(game) == ["1", "2", "3", "4", "5"], "a 6 is rolled again"
    game.play("5")
    assert str(game) == "a5=A2 b2=A1 c1=B1 e5=B2 home=A3A4B3B4 moved=A2 dice=6 turn=A step=forward"
    kept = f"a1=B2 c1=A1 d2=A2 f6=B1 {REST} kept=B5 dice=1,6 turn=A step=sideways"
    game = after("6+38[lane=die] players=2", kept, "d2-d1")
    assert str(game) == f"a1=B2 c1=A1 f6=B1 {REST} kept=B5 slip=A2 dice=1,6 then=F turn=A step=lane"
    game = after("6+38[lane=die] players=2", kept, "-", "c1-d1=1")
    assert str(game) == f"a1=B2 d2=A2 f6=B1 {REST} kept=A6B5 slip=A1 turn=A step=lane"
    pool = f"a1=B2 c1=A1 d2=A2 f6=B1 {REST} pool=1,6 turn=A step=forward"
    game = after("16+38[lane=die] players=2", pool, "c1-d1=1")
    assert str(game) == f"a1=B2 d2=A2 f6=B1 {REST} pool=6 slip=A1 turn=A step=lane"
    deck = f"a1=B2 c1=A1 d2=A2 f6=B1 {REST} deck=351*624615342 then=T turn=A step=sideways"
    game = after("7[again=turn]+38[lane=die] players=2", deck, "d2-d1")
    assert str(game) == f"a1=B2 c1=A1 f6=B1 {REST} deck=351*624615342 slip=A2 then=T turn=A step=lane"
    game.play("6")
    assert str(game) == f"a1=B2 a6=A2 c1=A1 f6=B1 {REST} deck=351*624615342 turn=A step=announce"


# ---- 39: holes -------------------------------------------------------------------------------------------------------


@clause("39.1")
def test_who_enters_a_hole_is_out():
    text = "b5=B2 c1=A1 d2=A2 f6=B1 out=A3A4B3B4 dice=1 turn=A step="
    assert str(after("39 players=2", f"{text}forward", "c1-d1")) == "b5=B2 d2=A2 f6=B1 out=A1A3A4B3B4 turn=B step=roll"
    aside = after("39 players=2", f"{text}sideways", "d2-d1")
    assert str(aside) == "b5=B2 c1=A1 f6=B1 out=A2A3A4B3B4 dice=1 turn=A step=forward"
    beside = after("39 players=2", f"{text}sideways", "c1-c2")
    assert str(beside) == "b5=B2 c2=A1 d2=A2 f6=B1 out=A3A4B3B4 dice=1 turn=A step=forward"
    assert aside.told("en") == "A moves A2 sideways from d2 to d1. A2 is out of the game."


@clause("39.2")
def test_the_first_home_wins():
    text = "b5=B2 c1=A1 f6=B1 h2=A2 out=A3A4B3B4 dice=2 turn=B step=forward"
    assert str(after("39 players=2", text, "h2-i2")) == "b5=B2 c1=A1 f6=B1 home=A2 out=A3A4B3B4 over=A"
    base = "b5=B2 c1=A1A4 f6=B1 h2=A2 home=A3B3B4 dice=2 turn=B step=forward"
    assert not after("0 players=2", base, "h2-i2").is_over


@clause("39.2", "39-c")
def test_the_last_player_with_hedgehogs_wins():
    text = "b5=B2 c1=A1 f6=B1 out=A2A3A4B3B4 dice=1 turn=B step=forward"
    assert str(after("39 players=2", text, "c1-d1")) == "b5=B2 f6=B1 out=A1A2A3A4B3B4 gone=A over=B", (
        "though two of B's are left"
    )


THREE = "b4=B1 b6=C1 c1=A1 out=A2A3A4B2B3B4C2C3C4"


@clause("39-a")
def test_who_has_lost_all_has_no_more_turns():
    game = after("39 players=3", f"{THREE} dice=1 turn=B step=forward", "c1-d1")
    assert str(game) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A turn=C step=roll"
    for move in ("1", "-", "-"):
        game.play(move)
    assert str(game).endswith("gone=A turn=B step=roll"), "A is passed over"
    still = after("39 players=3", f"{THREE} dice=4 turn=B step=forward", "b4-c4", "4", "-", "c4-d4")
    assert str(still) == "b6=C1 c1=A1 d4=B1 out=A2A3A4B2B3B4C2C3C4 turn=A step=roll", "with one left he plays on"


@clause("39-b")
def test_one_must_advance_into_a_hole():
    text = f"{THREE} dice=1 turn=A step=forward"
    assert moves("39 players=3", text) == ["c1-d1"]
    assert refused("39 players=3", text, "-").clause == "0.8"
    other = "b1=B1 b6=C1 c1=A1 out=A2A3A4B2B3B4C2C3C4 dice=1 turn=A step=forward"
    assert moves("39 players=3", other) == ["b1-c1", "c1-d1"], "another of the lane may go instead"


@clause("39-a")
def test_the_mover_who_loses_his_last_in_mid_turn_goes_at_once():
    text = "b4=B1 b6=C1 c1=A1 out=A2A3A4B2B3B4C2C3C4 dice=1,4 turn=A step=forward"
    game = after("5+39 players=3", text, "c1-d1=1")
    assert str(game) == "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A turn=B step=roll", "the 4 is dropped"
    aside = "b4=B1 b6=C1 d2=A1 out=A2A3A4B2B3B4C2C3C4 dice=4 turn=A step=sideways"
    assert str(after("39 players=3", aside, "d2-d1")) == (
        "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A turn=B step=roll"
    )
    pool = aside.replace("dice=4", "pool=1,4,4")
    assert str(after("16+39 players=3", pool, "d2-d1")) == (
        "b4=B1 b6=C1 out=A1A2A3A4B2B3B4C2C3C4 gone=A pool=1,4,4 turn=B step=sideways"
    ), "the pool stays"


@clause("39-a")
@pytest.mark.parametrize("variant", ["35", "38"])
def test_elsewhere_nobody_is_out(variant):
    text = f"b5=B2 c1=A1 d2=A2 f6=B1 {REST} dice=1 turn=A step=forward"
    assert "out=" not in str(after(f"{variant} players=2", text, "c1-d1"))
