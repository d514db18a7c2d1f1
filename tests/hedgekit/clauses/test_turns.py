"""Two dice a turn (5, 30) and the order of its steps (30, 31).  Black squares: d1 g2 e3 f4 c5 h6."""

import pytest

from .support import after, at, clause, moves, refused

RACE = "b2=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4"


def steps(game, *played):
    """The steps at which these moves are played, with what the position says of dice and steps to come."""
    found = []
    for move in played:
        words = dict(word.split("=") for word in str(game).split())
        found.append(" ".join(words[key] for key in ("turn", "step", "dice", "then") if key in words))
        game.play(move)
    return found


# ---- 5: two dice -----------------------------------------------------------------------------------------------------


@clause("5.1")
def test_two_dice_are_rolled():
    game = at("5 players=2", f"{RACE} turn=A step=roll")
    chances = {str(m): m.probability for m in game.moves()}
    assert len(chances) == 21
    assert (chances["2,2"], chances["2,6"]) == (1 / 36, 2 / 36)
    assert sum(chances.values()) == pytest.approx(1)
    game.play("2,6")
    assert str(game) == f"{RACE} dice=2,6 turn=A step=sideways"
    assert refused("0 players=2", f"{RACE} turn=A step=roll", "2,6").clause == "0.6"
    assert refused("5 players=2", f"{RACE} turn=A step=roll", "2").clause == "5.1"


@clause("5.2", "5-a")
def test_sideways_and_forward_twice():
    game = at("5 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "c3-c2", "b6-c6=6", "-", "c2-d2=2", "3,3") == [
        "A roll",
        "A sideways 2,6",
        "A forward 2,6",
        "A sideways 2",
        "A forward 2",
        "B roll",
    ]
    game = at("0 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2", "c3-c2", "c2-d2", "3") == ["A roll", "A sideways 2", "A forward 2", "B roll"]


# ---- 30: side-steps first --------------------------------------------------------------------------------------------


@clause("30.1", "30-a", "30[order=SSFF]")
def test_two_side_steps_then_two_advances():
    game = at("30 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "-", "-", "b6-c6=6", "b2-c2=2", "1,1") == [
        "A roll",
        "A sideways 2,6 SFF",
        "A sideways 2,6 FF",
        "A forward 2,6 F",
        "A forward 2",
        "B roll",
    ]


@clause("30.1", "30[order=SFF]")
def test_one_side_step_then_two_advances():
    game = at("30[order=SFF] players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "c3-c4", "b6-c6=6", "b2-c2=2", "1,1") == [
        "A roll",
        "A sideways 2,6 FF",
        "A forward 2,6 F",
        "A forward 2",
        "B roll",
    ]


# ---- 31: forward, sideways -------------------------------------------------------------------------------------------


@clause("31.1", "31-a", "31[order=FS]")
def test_the_advance_comes_first():
    game = at("31 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2", "b2-c2", "c2-c1", "4") == ["A roll", "A forward 2", "A sideways", "B roll"]
    assert str(game).startswith("b6=B1 c1=A1 c3=A2 d4=B2 "), "who advanced may step aside"


FREE = "31[order=free] players=2"


@clause("31[order=free]", "31-a")
def test_in_whichever_order_the_player_likes():
    text = f"{RACE} dice=2 turn=A step=either"
    assert moves(FREE, text) == ["b2-b1", "b2-b3", "b2-c2", "c3-c2", "c3-c4"], "c3-c4 is a side-step, b2-c2 the advance"
    assert str(after(FREE, text, "b2-c2")) == "b6=B1 c2=A1 c3=A2 d4=B2 home=A3A4B3B4 turn=A step=sideways"
    assert str(after(FREE, text, "b2-b1")) == "b1=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4 dice=2 turn=A step=forward"
    game = at(FREE, f"{RACE} turn=A step=roll")
    assert steps(game, "2", "b2-c2", "-", "4") == ["A roll", "A either 2", "A sideways", "B roll"]
    game = at(FREE, f"{RACE} turn=A step=roll")
    assert steps(game, "2", "c3-c2", "c2-d2", "4") == ["A roll", "A either 2", "A forward 2", "B roll"]


@clause("31[order=free]")
def test_either_is_asked_in_words():
    game = at(FREE, f"{RACE} dice=2 turn=A step=either")
    assert game.prompt("en") == "A: a side-step or an advance, whichever you like first; the number is 2."
    assert game.prompt("fr").startswith("A : ")


# ---- together --------------------------------------------------------------------------------------------------------


@clause("5+31")
def test_5_and_31_turn_each_pair_round():
    game = at("5+31 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "b6-c6=6", "-", "b2-c2=2", "-", "1,1") == [
        "A roll",
        "A forward 2,6",
        "A sideways 2",
        "A forward 2",
        "A sideways",
        "B roll",
    ]


@clause("5+31")
def test_5_and_31_free_pair_them_in_any_order():
    rules = "5+31[order=free] players=2"
    game = at(rules, f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "b6-c6=6", "-", "c3-c2", "c2-d2=2", "1,1") == [
        "A roll",
        "A either 2,6",
        "A sideways 2",
        "A either 2",
        "A forward 2",
        "B roll",
    ]
    text = f"{RACE} dice=2,5 turn=A step=either"
    assert moves(rules, text) == ["-=5", "b2-b1", "b2-b3", "b2-c2=2", "c3-c2", "c3-c4"], (
        "per number: the 5 allows nothing"
    )
    assert str(after(rules, text, "-=5")) == f"{RACE} dice=2 turn=A step=sideways"
    assert refused(rules, text, "-=2").clause == "0.8"
    last = after(rules, f"{RACE} dice=2 turn=A step=either", "b2-c2=2")
    assert str(last) == "b6=B1 c2=A1 c3=A2 d4=B2 home=A3A4B3B4 turn=A step=sideways"


@clause("30+31")
def test_30_and_31_advance_first():
    game = at("30+31 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "b6-c6=6", "b2-c2=2", "-", "-", "1,1") == [
        "A roll",
        "A forward 2,6 FSS",
        "A forward 2 SS",
        "A sideways S",
        "A sideways",
        "B roll",
    ]
    game = at("30[order=SFF]+31 players=2", f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "b6-c6=6", "b2-c2=2", "-", "1,1") == [
        "A roll",
        "A forward 2,6 FS",
        "A forward 2 S",
        "A sideways",
        "B roll",
    ]


@clause("30+31")
def test_30_and_31_free_choose_once():
    rules = "30+31[order=free] players=2"
    game = at(rules, f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "c3-c4", "-", "b6-c6=6", "b2-c2=2", "1,1")[2:] == [
        "A sideways 2,6 FF",
        "A forward 2,6 F",
        "A forward 2",
        "B roll",
    ]
    game = at(rules, f"{RACE} turn=A step=roll")
    assert steps(game, "2,6", "b6-c6=6", "b2-c2=2", "-", "-", "1,1")[2:] == [
        "A forward 2 SS",
        "A sideways S",
        "A sideways",
        "B roll",
    ]
    short = at("30[order=SFF]+31[order=free] players=2", f"{RACE} turn=A step=roll")
    assert steps(short, "2,6", "b6-c6=6", "b2-c2=2", "-", "1,1")[2:] == ["A forward 2 S", "A sideways", "B roll"]
    short = at("30[order=SFF]+31[order=free] players=2", f"{RACE} turn=A step=roll")
    assert steps(short, "2,6", "c3-c4", "b6-c6=6", "b2-c2=2", "1,1")[2:] == ["A forward 2,6 F", "A forward 2", "B roll"]


# ---- in words --------------------------------------------------------------------------------------------------------


@clause("31.1", "5.3")
def test_the_sentences_name_the_numbers_that_matter():
    after_advance = at("31 players=2", f"{RACE} turn=A step=sideways")
    assert after_advance.prompt("en") == "A: move one of your hedgehogs sideways, or pass."
    left = at("16+31 players=2", f"{RACE} pool=4 turn=A step=sideways")
    assert left.prompt("en") == "A: move one of your hedgehogs sideways, or pass.", "the 4 is for B"
    before = at("5 players=2", f"{RACE} dice=2,6 turn=A step=sideways")
    assert before.prompt("en").endswith("or pass; lane 2 or 6 advances next.")
    no = refused("16 players=2", f"{RACE} pool=2,6 turn=A step=forward", "b6-c6")
    assert no.text("en") == "Here this move is written b6-c6=6, not b6-c6."


@clause("1+5")
def test_the_sentences_know_when_any_lane_will_do():
    text = "b2=A1 c3=A2 d4=B2 e5=B1 home=A3A4B3B4 dice=6 turn=A step={}"
    aside = at("1 players=2", text.format("sideways"))
    assert aside.prompt("en") == "A: move one of your hedgehogs sideways, or pass.", "there is no lane 6"
    no = refused("1 players=2", text.format("forward"), "-")
    assert no.text("en") == "A must advance a hedgehog, in any lane (possible: A1, A2, B2 and B1)."
    joker = f"{RACE} deck=351*624615342 dice=* turn=A step=forward"
    game = at("7 players=2", joker)
    assert game.because("b2-c2")[0].text("en") == ("Any lane may be chosen now, and A1 is free, so it may advance.")
    assert refused("7 players=2", joker, "-").text("fr") == (
        "A doit faire avancer un hérisson, de n'importe quelle colonne (possible : A1, A2, B2 et B1)."
    )


@clause("27+31")
def test_a_protest_is_told_whatever_the_step():
    game = after("27+31[order=free] players=2", f"{RACE} dice=5 turn=A step=either", "-")
    told = game.told("en")
    waiting = at("27+31[order=free] players=2", f"{RACE} dice=5 turn=A step=either")
    reason = waiting.because("-")[0]
    assert told == f"Everybody marches: 4 hedgehogs advance. {reason}"
    assert reason.clause == "27.1"
    assert reason.text("en") == (
        "No hedgehog can advance with 5, so everybody marches: "
        "all but those one step from the finishing line advance by one rank."
    )
