"""Bad input gives one clear sentence from a typed error, and leaves the game as it was."""

import pytest

import hedgekit
from hedgekit import Game, NotationError


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
