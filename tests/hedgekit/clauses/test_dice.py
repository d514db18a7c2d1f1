"""Where the number comes from: 6 a kept die, 7 cards, 16 dice to choose from.  Black squares: d1 g2 e3 f4 c5 h6."""

import pytest

from hedgekit import Game

from .support import after, at, clause, moves, refused, refused_by

RACE = "b2=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4"


def texts(game):
    return sorted(str(move) for move in game.moves())


# ---- 6: the spare die ------------------------------------------------------------------------------------------------


@clause("6.1")
def test_everybody_rolls_and_keeps_a_die_before_the_set_up():
    game = Game("6 players=2")
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 turn=A step=keep"
    assert game.is_chance
    assert [(str(m), m.probability) for m in game.moves()] == [(str(n), 1 / 6) for n in range(1, 7)]
    game.play("3")
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 kept=A3 turn=B step=keep"
    game.play("5")
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 kept=A3B5 turn=A step=place"
    assert Game("0 players=2").step == "place"


@clause("6.2", "6.3", "6-a")
def test_one_rolls_the_extra_die_and_uses_either():
    last = after("6 players=2", "a1=A1A4 a2=B1 a3=A2 a4=B2 a5=A3 a6=B3 hand=B4 kept=A3B5 turn=B step=place", "a2")
    assert str(last) == "a1=A1A4 a2=B1B4 a3=A2 a4=B2 a5=A3 a6=B3 kept=A3B5 turn=A step=roll", "the first player has it"
    game = after("6 players=2", f"{RACE} kept=A6B5 turn=A step=roll", "2")
    assert str(game) == f"{RACE} kept=B5 dice=2,6 turn=A step=sideways"
    game.play("-")
    assert texts(game) == ["b2-c2=2", "b6-c6=6"]
    assert refused_by(game, "c3-d3=3").clause == "6.3"
    assert refused_by(game, "b2-c2").clause == "6.3"


@clause("6.3", "6.4")
def test_the_other_die_stays_with_its_number_and_the_used_one_goes_on():
    text = f"{RACE} kept=B5 dice=2,6 turn=A step=forward"
    assert str(after("6 players=2", text, "b2-c2=2")) == (
        "b6=B1 c2=A1 c3=A2 d4=B2 home=A3A4B3B4 kept=A6B5 turn=B step=roll"
    )
    other = after("6 players=2", text, "b6-c6=6", "4")
    assert str(other) == "b2=A1 c3=A2 c6=B1 d4=B2 home=A3A4B3B4 kept=A2 dice=4,5 turn=B step=sideways"


@clause("6-b")
def test_one_chooses_after_the_side_step():
    game = after("6 players=2", f"{RACE} kept=B5 dice=2,6 turn=A step=sideways", "b2-b1")
    assert str(game) == "b1=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4 kept=B5 dice=2,6 turn=A step=forward"
    assert texts(game) == ["-=2", "b6-c6=6"]


@clause("6-c")
def test_a_number_that_allows_nothing_may_be_chosen():
    text = f"{RACE} kept=B5 dice=1,6 turn=A step=forward"
    assert moves("6 players=2", text) == ["-=1", "b6-c6=6"]
    assert str(after("6 players=2", text, "-=1")) == f"{RACE} kept=A6B5 turn=B step=roll"
    assert refused("6 players=2", text, "-=6").clause == "0.8", "the 6 must be played if it is chosen"
    assert refused("6 players=2", text, "-").clause == "0.8"


@clause("6.3")
def test_two_equal_dice_are_offered_once():
    text = f"{RACE} kept=B5 dice=6,6 turn=A step=forward"
    assert moves("6 players=2", text) == ["b6-c6=6"]
    assert " kept=A6B5 " in str(after("6 players=2", text, "b6-c6=6"))


@clause("6+31")
def test_under_31_no_number_is_left_for_the_side_step():
    game = after("6+31 players=2", f"{RACE} kept=B5 dice=2,6 turn=A step=forward", "b2-c2=2")
    assert str(game) == "b6=B1 c2=A1 c3=A2 d4=B2 home=A3A4B3B4 kept=A6B5 turn=A step=sideways"
    text = f"{RACE} kept=B5 dice=1,6 turn=A step=either"
    assert moves("6+31[order=free] players=2", text) == ["-=1", "b2-b1", "b2-b3", "b6-c6=6", "c3-c2", "c3-c4"]


# ---- 7: cards --------------------------------------------------------------------------------------------------------

DECK = "351*624615342"


@clause("7.1")
def test_thirteen_cards_are_shuffled():
    game = Game("7 players=2")
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 turn=A step=shuffle"
    assert (game.is_chance, game.moves()) == (True, [])
    for deck, why in (("351*62461534", "twelve"), ("351*62461534*", "two jokers"), ("351*624615341", "three 1s")):
        assert refused_by(game, f"deck={deck}").clause == "7.1", why
    game.play(f"deck={DECK}")
    assert str(game) == f"hand=A1A2A3A4B1B2B3B4 deck={DECK} turn=A step=place"
    assert game.to_text("A") == "hand=A1A2A3A4B1B2B3B4 turn=A step=place", "nobody sees the deck"


@clause("7.2", "7.3", "7.4", "7-b")
def test_one_announces_the_first_or_the_second_card():
    text = f"{RACE} deck={DECK} turn=A step=announce"
    assert moves("7 players=2", text) == ["1", "2"]
    assert at("7 players=2", text).is_chance is False
    assert str(after("7 players=2", text, "1")) == f"{RACE} deck=51*6246153423 dice=3 turn=A step=sideways"
    second = after("7 players=2", text, "2")
    assert str(second) == f"{RACE} deck=1*62461534235 dice=5 turn=A step=sideways", "both go under, in their order"
    assert refused("7 players=2", text, "3").clause == "7.2"
    assert refused("7 players=2", text, "b2-b3").clause == "0.4", "announcing replaces the roll, before the side-step"
    first = after("7 players=2", text, "1", "-")
    assert texts(first) == ["c3-d3"], "a single number is not written with the move"
    first.play("c3-d3")
    assert str(first) == "b2=A1 b6=B1 d3=A2 d4=B2 home=A3A4B3B4 deck=51*6246153423 turn=B step=announce"


JOKER = f"{RACE} deck=*624615342351 turn=A step=announce"


@clause("7.5", "7[again=draw]", "7-a", "7-d")
def test_the_joker_is_any_lane_or_another_draw():
    game = after("7 players=2", JOKER, "1")
    assert str(game) == f"{RACE} deck=624615342351* turn=A step=joker"
    assert texts(game) == ["again", "any"]
    assert game.is_chance is False
    wild = after("7 players=2", JOKER, "1", "any")
    assert str(wild) == f"{RACE} deck=624615342351* dice=* turn=A step=sideways"
    wild.play("-")
    assert texts(wild) == ["b2-c2", "b6-c6", "c3-d3", "d4-e4"]
    wild.play("b6-c6")
    assert str(wild) == "b2=A1 c3=A2 c6=B1 d4=B2 home=A3A4B3B4 deck=624615342351* turn=B step=announce"
    again = after("7 players=2", JOKER, "1", "again", "2")
    assert str(again) == f"{RACE} deck=4615342351*62 dice=2 turn=A step=sideways", "its cards go under, too"


@clause("7[again=turn]", "7-a")
def test_again_may_be_a_whole_new_turn():
    rules = "7[again=turn] players=2"
    owed = after(rules, JOKER, "1", "again")
    assert str(owed) == f"{RACE} deck=624615342351* then=T turn=A step=sideways", "no dice, no advance"
    owed.play("b2-b3")
    assert str(owed) == "b3=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4 deck=624615342351* turn=A step=announce"
    owed.play("1")
    assert str(owed) == "b3=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4 deck=24615342351*6 dice=6 turn=A step=sideways"
    assert str(after(rules, JOKER, "1", "any")) == f"{RACE} deck=624615342351* dice=* turn=A step=sideways"


@clause("7[again=turn]", "7+31")
@pytest.mark.parametrize("order", ["31", "31[order=free]"])
def test_the_forfeited_turn_has_one_side_step_whatever_31_says(order):
    rules = f"7[again=turn]+{order} players=2"
    owed = after(rules, JOKER, "1", "again")
    assert str(owed) == f"{RACE} deck=624615342351* then=T turn=A step=sideways"
    owed.play("-")
    assert str(owed) == f"{RACE} deck=624615342351* turn=A step=announce"
    owed.play("1")
    assert str(owed).endswith(f"dice=6 turn=A step={'forward' if order == '31' else 'either'}")


@clause("7-c")
def test_a_joker_turned_up_first_has_no_effect_on_the_second():
    assert str(after("7 players=2", JOKER, "2")) == f"{RACE} deck=24615342351*6 dice=6 turn=A step=sideways"
    second = f"{RACE} deck=6*24615342351 turn=A step=announce"
    assert str(after("7 players=2", second, "2")) == f"{RACE} deck=246153423516* turn=A step=joker"
    assert str(after("7 players=2", second, "1")) == f"{RACE} deck=*246153423516 dice=6 turn=A step=sideways"


@clause("1+7")
def test_on_five_lanes_a_six_excludes_and_a_joker_does_not():
    six = "b2=A1 c3=A2 d4=B2 e5=B1 home=A3A4B3B4 deck=351*624615342 dice=6 turn=A step=sideways"
    assert texts(after("1+7 players=2", six, "b2-b1")) == ["c3-d3", "d4-e4", "e5-f5"]
    joker = six.replace("dice=6", "dice=*")
    game = after("1+7 players=2", joker, "b2-b1")
    assert str(game) == "b1=A1 c3=A2 d4=B2 e5=B1 home=A3A4B3B4 deck=351*624615342 dice=* turn=A step=forward"
    assert texts(game) == ["b1-c1", "c3-d3", "d4-e4", "e5-f5"]


@clause("7+12")
def test_a_joker_lets_one_enter_anywhere():
    text = "b2=A1 b6=B1 c3=A2 d4=B2 home=A3B3B4 hand=A4 deck=351*624615342 dice=* turn=A step=forward"
    assert moves("7+12 players=2", text)[:6] == ["@a1", "@a2", "@a3", "@a4", "@a5", "@a6"]


@clause("7.5")
def test_with_a_joker_nothing_but_what_can_move():
    text = "d1=A1B1 g5=A2 g6=B2 home=A3A4B3B4 deck=351*624615342 dice=* turn=A step=forward"
    assert moves("7 players=2", text) == ["d1-e1", "g5-h5", "g6-h6"]
    assert refused("7 players=2", text, "-").clause == "0.8"


# ---- 16: dice to choose from -----------------------------------------------------------------------------------------

THREE = "b2=A1 b4=C1 b6=B1 c3=A2 d4=B2 e5=C2 home=A3A4B3B4C3C4"


@clause("16.1")
def test_the_first_rolls_a_die_for_each_player_and_takes_one():
    game = at("16 players=3", f"{THREE} turn=A step=roll")
    chances = {str(m): m.probability for m in game.moves()}
    assert len(chances) == 56
    assert (chances["2,2,2"], chances["2,2,4"], chances["2,4,6"]) == (1 / 216, 3 / 216, 6 / 216)
    game.play("2,4,4")
    assert str(game) == f"{THREE} pool=2,4,4 turn=A step=sideways", "pool, and never dice"
    game.play("-")
    assert texts(game) == ["b2-c2=2", "b4-c4=4", "d4-e4=4"], "equal dice are offered once"
    assert refused_by(game, "b6-c6=6").clause == "16.1"
    assert refused("16 players=3", f"{THREE} turn=A step=roll", "2,4").clause == "16.1"


@clause("16.2", "16-b")
def test_each_next_player_takes_one_of_those_left():
    game = after("16 players=3", f"{THREE} pool=2,4,4 turn=A step=forward", "b4-c4=4")
    assert str(game) == "b2=A1 b6=B1 c3=A2 c4=C1 d4=B2 e5=C2 home=A3A4B3B4C3C4 pool=2,4 turn=B step=sideways"
    game.play("d4-d5")
    assert texts(game) == ["b2-c2=2", "c4-d4=4"], "the choice comes after the side-step"


@clause("16.3", "16.4", "16-a")
def test_the_last_has_no_choice_and_rolls_at_once_for_the_next_round():
    game = after("16 players=3", f"{THREE} pool=4 turn=C step=forward", "d4-e4=4")
    assert str(game) == "b2=A1 b4=C1 b6=B1 c3=A2 e4=B2 e5=C2 home=A3A4B3B4C3C4 turn=C step=roll"
    for move in ("1,1,2", "-", "-=1"):
        game.play(move)
    assert str(game).endswith(" pool=1,2 turn=A step=sideways"), "then on in seating order"
    for move in ("-", "-=1", "-"):
        game.play(move)
    assert (game.turn, texts(game)) == ("B", ["b2-c2=2"])
    game.play("b2-c2=2")
    assert (game.turn, game.step) == ("B", "roll"), "the starter has moved back one seat"


@clause("16.3")
def test_the_last_die_may_allow_nothing():
    text = f"{THREE} pool=1 turn=C step=forward"
    assert moves("16 players=3", text) == ["-=1"]
    assert str(after("16 players=3", text, "-=1")) == f"{THREE} turn=C step=roll"
    able = f"{THREE} pool=2,4 turn=B step=forward"
    assert refused("16 players=3", able, "-=2").clause == "0.8"
    assert moves("16 players=3", f"{THREE} pool=1,4 turn=B step=forward") == ["-=1", "b4-c4=4", "d4-e4=4"]


@clause("16+31")
def test_under_31_the_last_steps_aside_before_he_rolls_again():
    game = after("16+31 players=3", f"{THREE} pool=4 turn=C step=forward", "d4-e4=4")
    assert str(game) == "b2=A1 b4=C1 b6=B1 c3=A2 e4=B2 e5=C2 home=A3A4B3B4C3C4 turn=C step=sideways"
    game.play("-")
    assert (game.turn, game.step) == ("C", "roll")
    middle = after("16+31 players=3", f"{THREE} pool=2,4 turn=B step=forward", "d4-e4=4")
    assert str(middle).endswith("pool=2 turn=B step=sideways")
