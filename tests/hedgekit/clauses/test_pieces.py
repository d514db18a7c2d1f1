"""Pieces: 21 the big family, 26 faster, 28 even faster."""

import pytest

from hedgekit import Clash, Game, NotationError, rules

from .support import after, at, clause, moves, refused

ALL = "A1A2A3A4A5A6A7A8B1B2B3B4B5B6B7B8"

# ---- 21: the big family ----------------------------------------------------------------------------------------------


@clause("21.1", "21-b")
def test_21_two_colours_each_placed_in_any_order():
    assert str(Game("21")) == f"hand={ALL} turn=A step=place"
    text = f"hand={ALL} turn=A step=place"
    assert moves("21 players=2", text) == [f"A{n}@a{lane}" for n in (1, 5) for lane in range(1, 7)]
    assert refused("21 players=2", text, "A2@a1").clause in ("0.2", "21.1"), "the lowest of each colour"
    assert refused("21 players=2", text, "B1@a1").clause in ("0.2", "21.1")
    refused("21 players=2", text, "a1")
    game = after("21 players=2", text, "A5@a1", "B1@a2")
    assert str(game) == "a1=A5 a2=B1 hand=A1A2A3A4A6A7A8B2B3B4B5B6B7B8 turn=A step=place"
    assert str(game.moves()[0]) == "A1@a3"
    assert {str(move)[:2] for move in game.moves()} == {"A1", "A6"}
    one = "a1=A1A5A8 a2=B1B5 a3=A2A6 a4=B2B6 a5=A3A7 a6=B3B7 hand=A4B4B8 turn=A step=place"
    assert moves("21 players=2", one) == ["A4@a2", "A4@a3", "A4@a4", "A4@a5", "A4@a6"], "only one of them is left"


@clause("21.1")
def test_21_numbers_of_players():
    assert str(rules("21")) == "21 players=2"
    assert str(rules("21 players=3")) == "21 players=3"
    with pytest.raises(NotationError):
        rules("21 players=4")
    for other in (15, 29, 39, 40):
        with pytest.raises(Clash):
            rules(f"21+{other}")
    with pytest.raises(NotationError):
        Game.from_text("21 players=2", "b1=A1 c1=B1 home=A2A3B2B3 turn=A step=roll")


NEAR = "b1=A2 b2=A6 b3=A7 b4=A8 c1=B1 c2=B2 c3=B5 c4=B6 c6=B7 h3=A3"


@clause("21.2")
def test_21_three_of_one_colour_win():
    rest = "home=A1A4A5B3B4B8 dice=3 turn=A step=forward"
    game = after("21 players=2", f"{NEAR} {rest}", "h3-i3")
    assert str(game) == f"{NEAR.removesuffix(' h3=A3')} home=A1A3A4A5B3B4B8 over=A"
    mixed = "b1=A2 b2=A4 b3=A7 b4=A8 c1=B1 c2=B2 c3=B5 c4=B6 c6=B7 h3=A3 home=A1A5A6B3B4B8 dice=3 turn=A step=forward"
    on = after("21 players=2", mixed, "h3-i3")
    assert not on.is_over, "two of each colour are four home, and not three of one"
    assert on.ranking() == (("A",), ("B",))


@clause("21.2")
def test_21_the_second_colour_wins_too():
    text = "b1=A2 b2=A3 b3=A4 b4=A1 c1=B1 c2=B2 c3=B3 c4=B4 c6=B7 h3=A7 home=A5A6A8B5B6B8 dice=3 turn=B step=forward"
    with pytest.raises(NotationError):
        at("21 players=2", text)  # B has three of one colour home already
    text = "b1=A2 b2=A3 b3=A4 b4=A1 c1=B1 c2=B2 c3=B3 c4=B6 c6=B7 h3=A7 home=A5A6A8B4B5B8 dice=3 turn=B step=forward"
    with pytest.raises(NotationError):
        at("21 players=2", text)  # and A here
    text = (
        "b1=A2 b2=A3 b3=A4 b4=A1 c1=B1 c2=B2 c3=B3 c4=B6 c6=B7 d2=A6 h3=A7 home=A5A8B4B5B8 dice=3 turn=B step=forward"
    )
    assert after("21 players=2", text, "h3-i3").winners == ("A",)


@clause("21-a")
def test_21_ones_own_are_both_colours():
    text = "b1=A2 b2=A6 b3=A7B3 b4=A8 c1=B1 c2=B2 c3=B5 c4=B6 c6=B7 h4=A3 home=A1A4A5B4B8 dice=1 turn=A step=sideways"
    assert moves("21 players=2", text) == [
        *("-", "b1-b2", "b2-b1", "b2-b3", "b4-b3", "b4-b5"),
        *("h4-h3", "h4-h5"),
    ]
    assert refused("21 players=2", text, "c3-c2").clause == "0.7"
    assert refused("21 players=2", text, "b3-b2").clause == "0.5"


@clause("21-a")
def test_21_the_exception_of_the_set_up_counts_both_colours():
    text = "a1=A1A5 a2=B1B5 a3=A2B2 a4=B3A3 a5=A6B6 a6=B7 hand=A4A7A8B4B8 turn=B step=place"
    assert moves("21 players=2", text) == sorted(f"{p}@a{lane}" for p in ("B4", "B8") for lane in range(1, 7)), (
        "the lowest stack holds B7, of his second colour"
    )
    other = text.replace("a6=B7 hand=A4A7A8B4B8", "a6=A7 hand=A4A8B4B7B8")
    assert moves("21 players=2", other) == ["B4@a6", "B7@a6"]


@clause("21-a")
def test_21_both_colours_climb():
    text = "b3=B1 c2=A5B2 d1=A1 f5=B7 f6=B8 g2=A4 h6=A8 home=A2A3A6A7B3B4B5B6 dice=5 turn=A step=sideways"
    assert moves("4+21 players=2", text) == ["-", "c2^"], "d1, g2 and h6 are held; A5 is his second colour"
    other = "b3=B1 c2=B2B7 d1=A1 e4=A5B3 f6=B8 g2=A4 h6=A8 home=A2A3A6A7B4B5B6 dice=5 turn=A step=sideways"
    assert moves("4+21 players=2", other) == ["-", "e4^"], "no own hedgehog on c2"


@clause("21-a")
def test_21_a_sandwich_may_be_of_two_colours():
    text = "b3=B1 c2=A5B2A1 d4=B7 f5=A3 f6=B8 g1=A4 h5=A8 home=A2A6A7B3B4B5B6 dice=2 turn=A step=forward"
    assert moves("8+21 players=2", text) == ["c2-d2", "c2-d2*3"]
    assert str(after("8+21 players=2", text, "c2-d2*3")).split()[1] == "d2=A5B2A1"


# ---- 26: faster ------------------------------------------------------------------------------------------------------


@clause("26.1")
def test_26_two_home_win():
    text = "b2=A1 c4=B1 d6=B2 e1=A4 h3=A2 home=A3B3{} dice=3 turn=A step=forward"
    game = after("26 players=2", text.format("").replace("d6=B2", "d5=B4 d6=B2"), "h3-i3")
    assert str(game) == "b2=A1 c4=B1 d5=B4 d6=B2 e1=A4 home=A2A3B3 over=A"
    assert not after("0 players=2", text.format("B4"), "h3-i3").is_over
    with pytest.raises(NotationError):
        at("26 players=2", text.format("B4"))  # B has won already
    first = "b2=A1 c4=B1 d5=B4 d6=B2 e1=A4 f1=A3 h3=A2 home=B3 dice=3 turn=A step=forward"
    assert not after("26 players=2", first, "h3-i3").is_over, "one is not enough"


# ---- 28: even faster -------------------------------------------------------------------------------------------------


@clause("28.1")
def test_28_three_hedgehogs_each():
    assert str(Game("28 players=2")) == "hand=A1A2A3B1B2B3 turn=A step=place"
    game = at("28 players=2", "a1=A1 a2=B1 a3=A2 a4=B2 a5=A3 hand=B3 turn=B step=place")
    assert [str(move) for move in game.moves()] == ["a6"]
    game.play("a6")
    assert str(game) == "a1=A1 a2=B1 a3=A2 a4=B2 a5=A3 a6=B3 turn=A step=roll"
    with pytest.raises(NotationError):
        at("28 players=2", "b1=A1 c1=B1 d2=A2 d3=B2 home=A3A4B3B4 turn=A step=roll")


@clause("28.2")
def test_28_two_home_win():
    game = after("28 players=2", "b2=A1 c4=B1 d6=B2 h3=A2 home=A3B3 dice=3 turn=A step=forward", "h3-i3")
    assert str(game) == "b2=A1 c4=B1 d6=B2 home=A2A3B3 over=A"
    assert game.ranking() == (("A",), ("B",))
    one = after("28 players=2", "b2=A1 c4=B1 d6=B2 e1=A3 h3=A2 home=B3 dice=3 turn=A step=forward", "h3-i3")
    assert not one.is_over


@clause("28.1")
def test_28_with_two_colours_one_to_three_and_five_to_seven():
    assert str(Game("21+28")) == "hand=A1A2A3A5A6A7B1B2B3B5B6B7 turn=A step=place"


@clause("28.2")
def test_28_bad_company():
    for other in (15, 39, 40):
        with pytest.raises(Clash):
            rules(f"28+{other}")
        with pytest.raises(Clash):
            rules(f"26+{other}")
    assert rules("26+28").advice
