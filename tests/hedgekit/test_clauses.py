"""Position, claim, why: every deciding clause of the base game, where it bites and beside it where it does not."""

import pytest

from hedgekit import Game, Refusal


def moves(text, rules="0 players=2"):
    return [str(move) for move in Game.from_text(rules, text).moves()]


def refusal(text, move, rules="0 players=2"):
    """The refusal of a move, which must leave the game as it was and be the one that `play` raises."""
    game = Game.from_text(rules, text)
    before = str(game)
    with pytest.raises(Refusal) as caught:
        game.play(move)
    assert str(game) == before
    found = game.why(move)
    assert (found.clause, found.squares, found.pieces) == (
        caught.value.clause,
        caught.value.squares,
        caught.value.pieces,
    )
    assert found.text("fr") != found.text("en")
    return found


def after(text, *played, rules="0 players=2"):
    game = Game.from_text(rules, text)
    for move in played:
        game.play(move)
    return game


# 0.2 0.3 set-up


def test_placing_is_on_a_lowest_stack():
    at = "a1=A1 hand=A2A3A4B1B2B3B4 turn=B step=place"
    assert moves(at) == ["a2", "a3", "a4", "a5", "a6"], "a1 holds a piece, the others none"
    no = refusal(at, "a1")
    assert no.clause == "0.2"
    assert no.squares == ("a1", "a2", "a3", "a4", "a5", "a6"), "the square itself, then the lower ones"


def test_placing_is_on_the_start_line():
    assert refusal("hand=A1A2A3A4B1B2B3B4 turn=A step=place", "b2").clause == "0.2"


def test_the_second_layer_opens_when_the_first_is_full():
    assert len(moves("a1=A1 a2=B1 a3=A2 a4=B2 a5=A3 a6=B3 hand=A4B4 turn=A step=place")) == 6


ALL_LOWEST_HOLD_HIS = "a1=A1B3 a2=B1A3 a3=C1A4 a4=A2C3 a5=B2B4 a6=C2 hand=C4 turn=C step=place"
ONE_LOWEST_DOES_NOT = "a1=A1B3 a2=B1A3 a3=C1A4 a4=A2C3 a5=B2 a6=C2 hand=B4C4 turn=B step=place"


def test_the_exception_opens_the_whole_start_line():
    at, rules = ALL_LOWEST_HOLD_HIS, "0 players=3"
    assert len(moves(at, rules)) == 6, "a6 alone is lowest and holds C2"
    assert after(at, "a4", rules=rules).position.stacks["a4"] == ("A2", "C3", "C4"), (
        "on his own piece, if he likes (0-d)"
    )
    reason = Game.from_text(rules, at).because("a4")[0]
    assert (reason.clause, reason.squares) == ("0.3", ("a4", "a6"))


def test_no_exception_while_one_lowest_square_is_free_of_his():
    assert moves(ONE_LOWEST_DOES_NOT, "0 players=3") == ["a5", "a6"], "B2 stands on a5, but a6 has only C2"


def test_the_option_cover_counts_tops_only():
    at = "a1=A1B3C4 a2=B1A3B4 a3=C1C3A4 a4=D1C2 a5=A2D2 a6=B2D3 hand=D4 turn=D step=place"
    assert len(moves(at, "0")) == 6, "D1 lies under C2 on a4 and counts (0-c)"
    assert moves(at, "0[cover=top]") == ["a4", "a5", "a6"], "with cover=top it does not: a4 is free of his"


def test_the_first_to_place_begins():
    game = after("a1=A1 a2=B1A4 a3=A2 a4=B2 a5=A3 a6=B3 hand=B4 turn=B step=place", "a1")
    assert (game.turn, game.step) == ("A", "roll")


# 0.4 0.6 the turn

RACE = "b2=A1 b6=A2 c3=A3B1 f1=B2 home=A4B3B4"


def test_a_turn_is_roll_sideways_forward():
    game = Game.from_text("0 players=2", RACE + " turn=A step=roll")
    steps = []
    for move in ("3", "-", "c3-d3"):
        steps.append((game.turn, game.step))
        game.play(move)
    assert steps == [("A", "roll"), ("A", "sideways"), ("A", "forward")]
    assert (game.turn, game.step) == ("B", "roll")


@pytest.mark.parametrize(
    ("step", "move"),
    [
        ("roll", "b2-b3"),
        ("dice=3 sideways", "3"),
        ("dice=3 sideways", "b2-c2"),
        ("dice=3 forward", "b2-b3"),
        ("dice=3 forward", "a1"),
    ],
)
def test_nothing_is_done_out_of_order(step, move):
    *dice, name = step.split()
    assert refusal(f"{RACE} {' '.join(dice)} turn=A step={name}", move).clause == "0.4"


def test_the_die_has_six_sides():
    game = Game.from_text("0 players=2", RACE + " turn=A step=roll")
    assert [(str(move), move.probability) for move in game.moves()] == [(str(n), 1 / 6) for n in range(1, 7)]
    assert refusal(RACE + " turn=A step=roll", "7").clause == "0.6"


# 0.5 0.7 sideways

SIDEWAYS = RACE + " dice=3 turn=A step=sideways"


def test_sideways_moves_are_ones_own_free_pieces_to_the_next_lane_or_none():
    assert moves(SIDEWAYS) == ["-", "b2-b1", "b2-b3", "b6-b5"], "A3 lies under B1; lanes 6 and 1 do not meet"


@pytest.mark.parametrize(
    ("move", "clause", "pieces"),
    [
        ("c3-c4", "0.5", ("A3", "B1")),  # his own piece, but covered
        ("f1-f2", "0.7", ("B2",)),  # another player's
        ("b6-b1", "0.7", ()),
        ("b2-b4", "0.7", ()),  # not neighbours
        ("d4-d5", "0.7", ()),  # nobody there
    ],
)
def test_sideways_refusals(move, clause, pieces):
    no = refusal(SIDEWAYS, move)
    assert (no.clause, no.pieces) == (clause, pieces)


def test_a_block_does_not_move():
    assert refusal("b2=A1A2 b6=A3 c3=B1 f1=B2 home=A4B3B4 dice=3 turn=A step=sideways", "b2-b3*2").clause == "0.5"


def test_a_side_step_lands_on_top():
    assert after("a2=A1 a3=B1A2 f6=B2 home=A3A4B3B4 dice=5 turn=A step=sideways", "a2-a3").position.stacks == {
        "a3": ("B1", "A2", "A1"),
        "f6": ("B2",),
    }, "on the start rank, too (0-k)"


# 0.8 forward

FORWARD = "b3=A1 b6=A2 c3=A3B1 f3=B2 home=A4B3B4 dice=3 turn=A step=forward"


def test_any_free_piece_of_the_lane_advances_whoever_owns_it():
    assert moves(FORWARD) == ["b3-c3", "c3-d3", "f3-g3"]
    reason = Game.from_text("0 players=2", FORWARD).because("f3-g3")[0]
    assert (reason.clause, reason.key) == ("0.8", "because.forward.foreign")


@pytest.mark.parametrize("move", ["-", "b6-c6", "b3-d3", "b3-a3", "d3-e3"])
def test_forward_refusals(move):
    assert refusal(FORWARD, move).clause == "0.8"


def test_the_duty_names_those_that_can_move():
    assert refusal(FORWARD, "-").squares == ("b3", "c3", "f3")


def test_an_emptied_lane_ends_the_duty():
    at = "b2=A1 c4=A2 d6=B1 e5=B2 home=A3A4B3B4 dice=2 turn=A step=sideways"
    left = after(at, "b2-b1")
    assert [str(move) for move in left.moves()] == ["-"], "he stepped out of lane 2 (0-j)"
    assert left.because("-")[0].clause == "0.8"
    stayed = after(at, "-")
    assert [str(move) for move in stayed.moves()] == ["b2-c2"]


# 0.9 black squares

HELD = "b5=B1 d1=A1 e4=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A"


def test_a_black_square_holds_while_somebody_is_behind():
    no = refusal(f"{HELD} step=sideways", "d1-d2")
    assert (no.clause, no.squares, no.pieces) == ("0.9", ("d1", "b5"), ("A1", "B1"))
    assert no.text("en") == "A1 stands on d1, a black square, and B1 on b5 is still behind it: it cannot move."
    assert (
        no.text("fr") == "A1 est en d1, une case noire, et B1, en b5, est encore derrière lui : il ne peut pas bouger."
    )
    assert refusal(f"{HELD} step=forward", "d1-e1").clause == "0.9"
    assert moves(f"{HELD} step=forward") == ["-"], "nobody else is in lane 1"


def test_level_pieces_do_not_hold():
    level = HELD.replace("b5=B1 d1=A1", "d1=A1 d5=B1")
    assert "d1-d2" in moves(f"{level} step=sideways")
    assert "d1-e1" in moves(f"{level} step=forward")


def test_ones_own_pieces_hold_too():
    assert moves("b2=A2 d1=A1 e4=B1 f6=B2 home=A3A4B3B4 dice=1 turn=A step=forward") == ["-"]


def test_a_black_square_holds_the_whole_stack():
    assert moves("a1=B2 d1=A1B1 e5=A2 home=A3A4B3B4 dice=1 turn=B step=sideways") == ["-", "a1-a2"]


def test_release_is_judged_at_each_moment():
    game = after("c2=B1 d1=A1 e4=A2 f6=B2 home=A3A4B3B4 dice=2 turn=B step=forward", "c2-d2", "1", "-")
    assert [str(move) for move in game.moves()] == ["d1-e1"]
    assert "0.9" in [reason.clause for reason in game.because("d1-e1")], "it says why the black square lets him go"


# 0.10 the end


def test_the_third_piece_home_ends_the_game_at_once():
    game = after("b2=A1 c4=B1 d6=B2 h3=A2 home=A3A4B3B4 dice=3 turn=A step=forward", "h3-i3")
    assert (game.is_over, game.winners, game.step, game.turn, game.moves()) == (True, ("A",), None, None, [])
    assert game.ranking() == (("A",), ("B",))
    assert game.why("b2-b3").clause == "0.10"
    assert str(game).endswith("over=A")


def test_two_pieces_home_are_not_enough():
    assert not after("b2=A1 c4=B1 d6=B2 e1=A4 h3=A2 home=A3B3B4 dice=3 turn=A step=forward", "h3-i3").is_over


def test_a_player_may_win_in_anothers_turn():
    game = after("b4=A1 c6=A2 e5=B2 h2=B1 home=A3A4B3B4 dice=2 turn=A step=forward", "h2-i2")
    assert game.winners == ("B",)


def test_pieces_home_cover_nobody_and_hold_nobody():
    game = after(
        "b1=A1 c4=B2 e2=A4 g3=B1 h3=A2 home=A3B3B4 dice=3 turn=A step=forward",
        "h3-i3",
        "5",
        "-",
        "-",
        "6",
        "-",
        "-",
        "3",
        "-",
        "g3-h3",
    )
    assert "i3" not in game.position.stacks
    assert game.ranking() == (("A", "B"),)
