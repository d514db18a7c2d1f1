"""The text of a position is the state of the game, and a turn finds nothing of the last one: for what meets.

`meeting.py` says which rule sets these are, and what a walk holds against what.  The long form, every meeting of two
and three and every pair that meets with a guest, is `python -m tests.hedgekit.meeting`.
"""

import pytest

from hedgekit import Game
from hedgekit.games.race.engine.state import CALL, GAME, SEED, STATE_FIELDS, TURN, UNITS, State, field
from hedgekit.games.race.rulesets.engines import kernel

from ..sample import part
from .meeting import RACES, guests, meetings, places, walk, walks


@pytest.mark.parametrize(
    ("found", "every"), [(2, 27), (3, 45), ("guests", 1920)], ids=["two", "three", "two and a guest"]
)
def test_what_meets(found, every):
    sets = part(guests() if found == "guests" else meetings(found), every)
    for ruleset, seed, turns in walks(sets, len(sets[0])):
        walk(ruleset, seed, turns, 30)


def test_every_variant_but_those_that_count_alone_meets_another():
    met = {number for numbers in meetings(2) for number in numbers}
    assert met >= set(RACES) - {9, 10, 17, 23, 24, 28, 29}, "a generator that forgets one tests nothing of it"


def test_the_triples_that_were_wrong_once_are_among_those_that_meet():
    assert {(1, 22, 31), (13, 14, 38)} <= set(meetings(3))
    assert {1, 22, 25, 30, 31} <= places()["the course of a turn"]


# ---- found wrong, each once ------------------------------------------------------------------------------------------


def after(rules, text, *moves):
    game = Game.from_text(rules, text)
    for move in moves:
        game.play(move)
    return game


def offered(game):
    return {str(move) for move in game.moves()}


def test_1_22_31_what_was_moved_sideways_last_turn_may_use_a_6_after_an_offer():
    at = "c2=B2 c4=A2 c5=A1 d2=A4 d5=B4 e3=A3 e4=B1 f1=B3 turn=B step=offer"
    game = after("1+22+31 players=2", at, "-", "2", "c2-d2", "e4-e5", "-", "6")
    assert "moved" not in str(game)
    assert "e5-f5" in offered(game), "B1 was moved sideways in the turn before, not in this one"


@pytest.mark.parametrize("rules", ["1+25 players=3", "1+25+30 players=3", "1+22+30 players=2"])
def test_1_with_a_cube_a_turn_that_begins_with_an_offer_has_nobody_moved(rules):
    others = "" if "players=2" in rules else " d2=C1 d3=C2 e5=C3 e2=C4"
    at = f"c2=B2 c4=A2 c5=A1 d4=A4 d5=B4 e3=A3 e4=B1 f1=B3{others} turn=B step=offer"
    game = after(rules, at, "-", "6,6" if "30" in rules else "6", "e4-e5")
    assert "moved=B1" in str(game)
    while game.step != "offer":
        assert "e5-f5" not in {str(move).partition("=")[0] for move in game.moves()}
        game.play(game.moves()[0] if game.step == "forward" else "-")
    game.play("-")
    game.play("6,6" if "30" in rules else "6")
    assert "moved" not in str(game), "the turn of B1's side-step is over"


def test_1_5_who_came_home_is_not_among_those_kept_from_a_6():
    at = "b1=A1 c2=B1 d3=A2B2 h2=A3 e5=B3 f4=B4A4 dice=1,6 turn=A step=sideways"
    game = after("1+5 players=2", at, "h2-h1", "h1-i1=1")
    assert "home=A3" in str(game)
    assert "moved" not in str(game), "moved names pieces on the board"


def test_13_14_38_a_carrier_does_not_shut_the_square_it_leaves():
    at = "a3=A1B4 b3=A2 c3=A3 d3=A4 f1=B1 f2=B2 f5=B3 carrier=A4B4 dice=3 turn=B step=forward"
    game = Game.from_text("13+14+38 players=2", at)
    assert offered(game) == {"a3-b3"}, "A4 slips from e3 to a3, which B4 has just left"
    game.play("a3-b3")
    assert "a3=A1A4 b3=B4 c3=A2 d3=A3" in str(game)


def test_14_38_a_carrier_may_slip_back_to_the_square_it_stood_on():
    at = "a1=A4 c3=A1 f1=B1 f2=B2 f3=B3 f5=B4 g1=A2 g3=A3 carrier=A4B4 dice=1 turn=A step=forward"
    game = Game.from_text("14+17[black=b1]+38 players=2", at)
    assert "a1-b1" in offered(game), "b1 sends A4 back to a1, where nobody but A4 himself stands"
    game.play("a1-b1")
    assert "a1=A4 " in str(game)


def test_14_38_another_carrier_on_the_start_line_shuts_the_black_square_as_before():
    at = "a1=B4 b2=A4 c3=A1 f1=B1 f2=B2 f3=B3 g1=A2 g3=A3 carrier=A4B4 dice=2 turn=A step=sideways"
    assert "b2-b1" not in offered(Game.from_text("14+17[black=b1]+38 players=2", at))


def test_15_25_nobody_wins_when_all_who_were_under_three_have_left():
    home = "home=A1A2A3B1B2B3"
    at = f"d1=A4B4 e1=C1C2 e2=C3 e3=C4D1 e4=D2 e5=D3 e6=D4 {home} turn=A step=offer"
    game = after("15[form=last]+25 players=4", at, "double", "take", "drop", "drop")
    assert game.position.over == "draw", "C and D have left, and A and B have three home"


def test_22_39_who_refuses_a_double_is_not_gone():
    at = "c2=A1 c3=A2 c4=B1 d2=B2 e4=B3 out=A3A4B4 turn=A step=offer"
    game = after("22+39 players=2", at, "double", "drop")
    assert str(game).endswith("over=A")
    assert "gone" not in str(game)


def test_who_has_left_comes_last_and_the_winners_first():
    at = "c2=A1 c3=A2 d2=A3 d4=C1 e2=C2 h2=A4 g1=B4 g3=C3 h5=C4 home=B1B2B3 gone=B lost=B1 cube=2 turn=A step=roll"
    assert Game.from_text("25 players=3", at.replace("home=B1B2B3", "f1=B3 home=B1B2")).ranking() == (
        ("A", "C"),
        ("B",),
    )
    over = "b2=A1 b3=A2 b4=A3A4 c2=B1 home=B2B3B4 over=A"
    assert Game.from_text("15 players=2", over).ranking() == (("A",), ("B",)), "the winner, whoever has more home"


@pytest.mark.parametrize(
    ("rules", "board", "becomes"),
    [
        # A4 slips from e5 to a5 first, as it is further on; A1 would slip onto it from c5, and stays on b5
        ("14+17[black=c5,e5]+27+38", "b5=A1 d5=A4 g3=B4", "a5=A4 b5=A1 g1=B1 g2=B2 g3=B3 h1=A2 h2=A3 h3=B4"),
        # from f5 A1 would bounce to g5 and on to h5, where B4 waits one step before home
        ("14+17[black=f5,g5]+27+35", "e5=A1 g4=A4 h5=B4", "e5=A1 g1=B1 g2=B2 g3=B3 h1=A2 h2=A3 h4=A4 h5=B4"),
    ],
)
def test_14_27_no_march_ends_on_a_carrier_however_far_it_is_sent_on(rules, board, becomes):
    at = f"{board} f1=B1 f2=B2 f3=B3 g1=A2 g2=A3 carrier=A4B4 dice=6 turn=A step=forward"
    assert str(after(f"{rules} players=2", at, "-")) == f"{becomes} carrier=A4B4 turn=B step=roll"


def test_14_27_34_35_of_two_carriers_that_bounce_towards_each_other_one_stays():
    at = "c5=A4 f2=B1 f3=B3 f4=B2 g1=A2 g2=A3 g4=A1 g5=B4 carrier=A4B4 dice=6 turn=A step=forward"
    game = after("14+17[black=d5,f5]+27+34+35 players=2", at, "-")
    assert "e5=A4 " in str(game), "A4 bounces from d5 to e5"
    assert "g5=B4 " in str(game), "B4 would bounce from f5 onto it"


# ---- the record of the state -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATE_FIELDS)
def test_a_field_says_what_it_is(name):
    declared = STATE_FIELDS[name]
    assert declared.unit in UNITS, "what it counts in"
    assert " " in declared.meaning, "what it says of the game"
    assert declared.lives in (SEED, GAME, TURN, CALL)
    assert all(number in RACES for number in declared.variants), "who brought it"


def test_a_field_without_a_meaning_or_unit_is_refused():
    for unit, meaning in (("count", ""), ("apples", "how many apples")):
        with pytest.raises(TypeError, match="documented"):
            field("apples", unit, meaning)
    with pytest.raises(TypeError, match="twice"):
        field("dice", "dice", "the numbers once more")
    assert "apples" not in STATE_FIELDS


def test_the_state_is_typed_as_it_is_kept():
    state = kernel(Game("0").rules).start()
    for name, hint in State.__annotations__.items():
        assert isinstance(getattr(state, name), list) == ("list[int]" in str(hint)), name


def test_the_end_of_a_turn_empties_its_fields_and_no_others():
    engine = kernel(Game("1").rules)
    state = engine.start()
    numbers = [name for name, declared in STATE_FIELDS.items() if not declared.length]
    for name in numbers:
        setattr(state, name, 1)
    engine.answers.end_turn(state)
    assert {name for name in numbers if not getattr(state, name)} == {"dice", "todo", "moved"}
