"""Bad input gives one clear sentence from a typed error, and leaves the game as it was."""

import pytest

import hedgekit
from hedgekit import Game, NotationError

RACE = "b2=A1 b6=A2 c3=A3B1 f1=B2 home=A4B3B4 dice=3 turn=A step=sideways"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("b2", 0),
        ("x=A1", 0),
        ("b2=Z1", 3),
        ("b2=A1 b2=B1", 6),
        ("b2= turn=A", 3),
        ("kept=A3", 0),
        ("home=A1'", 5),
        ("turn= step=roll", 0),
    ],
)
def test_reading_stops_at_a_place(text, place):
    with pytest.raises(NotationError) as caught:
        hedgekit.Position.parse(text)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("A1", "A2"), "A2 stands in two places"),
        (("A1", "C1"), "no hedgehog C1"),
        (("b2=A1 ", ""), "nowhere: A1"),
        (("turn=A ", ""), "nobody's turn"),
        (("turn=A", "turn=C"), "no player C"),
        (("turn=A", "turn=AB"), "no player AB"),
        (("step=sideways", "step=jump"), "no step jump"),
        (("dice=3 ", ""), r"is 1, not"),
        (("dice=3", "dice=3,4"), r"is 1, not"),
        (("dice=3", "dice=7"), "7 is not a number"),
        (("step=sideways", "step=roll"), "is 0, not 1"),
        (("f1=B2", "i1=B2"), "would be home"),
        (("f1=B2", "hand=B2"), "still in hand"),
        (("home=A4B3B4", "home=A4 out=B3B4"), "not in play"),
        (("home=A4B3B4", "home=A4B3 hand=B4"), "still in hand"),
        (("f1=B2 home=A4B3B4", "home=A4B2B3B4"), "already"),
        (("step=sideways", "step=sideways over=A"), "finished game"),
        (("dice=3 turn=A step=sideways", "over=C"), "winners"),
        (("dice=3 turn=A step=sideways", "over=AA"), "winners"),
    ],
)
def test_positions_that_cannot_be(change, said):
    with pytest.raises(NotationError, match=said):
        Game.from_text("0 players=2", RACE.replace(*change))


def test_placing_needs_a_piece_in_hand():
    with pytest.raises(NotationError, match="A has no hedgehog left"):
        Game.from_text("0 players=2", "a1=A1 a2=A2 a3=A3 a4=A4 a5=B1 a6=B2 hand=B3B4 turn=A step=place")


@pytest.mark.parametrize(
    "text",
    [
        "63",
        "9[six=may]",
        "0 players=1",
        "0 players=7",
        "4[when=never]",
        "12[enter=may",
        "0+0",
        "00",
        "+",
        "0 players=2 players=3",
        "0[cover=top,cover=top]",
        "0[]",
        "0[cover=top,]",
        "0 players=03",
        "9+9",
        "9[]",
        "13[push=sideways]",
        "9+13[push=backwards]",
        "18[target=0]",
        "18[target=-1]",
        "18[target=01]",
        "18[target=²]",
        "18[target=1000000000]",
        "18[target=]",
        "4[when=]",
        "17[black=a1]",
        "17[black=i1]",
        "17[black=d7]",
        "17[black=d1,]",
        "17[black=d1,d1]",
        "17[black=d1;e2]",
        "1+17[black=d6]",
        "22 players=3",
        "25 players=2",
        "29 players=6",
        "34 players=3",
        "21 players=4",
        "1+14 players=6",
        "14+21 players=4",
        "29+34 players=7",
        "10+35",
        "15+35",
    ],
)
def test_rule_sets_that_cannot_be(text):
    with pytest.raises(hedgekit.HedgekitError) as caught:
        hedgekit.rules(text)
    assert caught.value.text("fr") != caught.value.text("en")
    assert isinstance(caught.value, ValueError)


def test_players_said_twice_and_differently():
    with pytest.raises(NotationError, match="twice"):
        hedgekit.rules("0 players=3", players=2)
    for players in ("3", 2.0, True):
        with pytest.raises(NotationError):
            hedgekit.rules("0", players=players)


def test_a_record_names_the_move_that_fails():
    with pytest.raises(NotationError, match=r"Move 2, a1, cannot be played: The stack on a1") as caught:
        hedgekit.replay("0 players=2\na1 a1")
    assert "Le coup 2" in caught.value.text("fr")
    assert "pile" in caught.value.text("fr"), "the reason inside is French as well"
    with pytest.raises(NotationError, match="Move 1, hello"):
        hedgekit.replay("0 players=2\nhello")


@pytest.mark.parametrize("text", ['[Event "Casual"]\n1. e4 e5', "1. e4 e5", "1.e4 e5 2.Nf3", "12) place a pawn", "3-0"])
def test_a_record_of_another_program(text):
    """One that begins with a number is none of ours either: no word about variants helps its reader."""
    with pytest.raises(NotationError, match="not a record of ours"):
        hedgekit.replay(text)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, 1 << 63])
def test_seeds(seed):
    with pytest.raises(NotationError, match="seed"):
        Game("0", seed=seed)
    with pytest.raises(NotationError, match="seed"):
        hedgekit.simulate("0", 1, seed=seed)
