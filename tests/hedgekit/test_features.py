"""The features of a position that only masters use."""

import pytest

import hedgekit
from hedgekit.games.race.engine.choice import features
from hedgekit.games.race.engine.choice.memory import (
    COLOURS,
    HIDDEN,
    LEARNED,
    LOOKAHEAD,
    MASTER,
    RANDOM,
    SEEN,
    SIGHTS,
    WIDE_WEIGHTS,
    Mind,
)
from hedgekit.games.race.engine.choice.value_network import AT_HOME, STEPS
from hedgekit.games.race.rulesets import trained_weights
from hedgekit.games.race.rulesets.engines import kernel


def seat_features(text, me=0, rules="0 players=2", more="turn=A"):
    """Return the active features of each seat, counted from a seat on, as it sees them.

    text: squares with the players' letters, bottom to top; all other pieces are in one stack on a6.
    """
    given, words = {player: iter("1234") for player in "AB"}, []
    for word in text.split():
        square, _, pieces = word.partition("=")
        words.append(f"{square}={''.join(player + next(given[player]) for player in pieces)}")
    waiting = "".join(player + number for player, numbers in given.items() for number in numbers)
    game, mind = (
        hedgekit.Game.from_text(rules, " ".join([*words, f"a6={waiting}" if waiting else "", more, "step=roll"])),
        Mind(),
    )
    n = kernel(game.rules).answers.master_features(game._state, mind, me)
    assert n <= len(mind.active)
    assert max(mind.active[:n]) == (SIGHTS + 1) * game.rules.players, "the last feature is a constant"
    return [{a - SIGHTS * seat for a in mind.active[:n] if a // SIGHTS == seat} for seat in range(game.rules.players)]


def rank(letter):
    return "abcdefghi".index(letter)


def test_features_of_covered_pieces():
    """A's pieces are covered by A and by B; seen from B, B's piece is its own."""
    mine, other = seat_features("b1=AAB c2=BA")
    assert features.COVERED + rank("b") in mine, "A's piece on A's"
    assert features.COVERED + 2 * STEPS + rank("b") in mine, "B's piece on A's"
    assert features.COVERED + STEPS + rank("c") in other, "A's piece on B's"
    third = seat_features("b1=AAB c2=BA", me=1)[1]
    assert features.COVERED + STEPS + rank("b") in third, "seen from B, its own piece on A's"


IN_ITS_LANE = {"b1=A": 0, "b1=A d1=B": 1, "b1=A c1=B h1=B e1=A": 2}
"""Number of others in its lane, at most two: a piece alone in a lane must be moved when its number is thrown."""
AHEAD = {"b1=A": 0, "c1=A": 1, "b1=A c1=B": 2, "b1=A c1=A": 3}
"""Kind of the square ahead; d1 is black."""
COMING = {"c2=A": 0, "c2=A b2=A": 1, "c2=A c1=A c3=B": 1, "c2=A b2=B c1=B c3=B": 3}
"""Number of pieces that may land on it: any player with a 2 may move A from b2; A's own beside it is no threat."""
HOLDING = {"d1=A": 0, "d1=A a1=B": 1, "d1=A a1=B a2=B": 2, "d1=A a1=B a2=B b1=B b2=A b3=A c2=A": 4}
"""Number of squares besides a6 whose pieces hold it: on black d1 it waits for all behind."""
FEATURES_OF_ONE = [
    *((text, features.CROWD + STEPS * many + rank(text[0])) for text, many in IN_ITS_LANE.items()),
    *((text, features.AHEAD + STEPS * way + rank(text[0])) for text, way in AHEAD.items()),
    *((text, features.THREATS + STEPS * many + rank(text[0])) for text, many in COMING.items()),
    *((text, features.BEHIND + many) for text, many in HOLDING.items()),
]


@pytest.mark.parametrize(("text", "feature"), FEATURES_OF_ONE)
def test_features_of_one_piece(text, feature):
    assert feature in seat_features(text)[0]


def test_features_of_pieces_home_or_out():
    """Under 3 the first piece to arrive is out of the game."""
    mine, other = seat_features("home=AAB out=B", rules="3 players=2", more="doped=B2 turn=A")
    assert AT_HOME + 1 in mine
    assert features.OUT in other
    assert not {features.OUT, features.OUT + 1} & mine


def test_masters_use_the_wide_weights_where_they_exist():
    mind, rules = Mind([(LEARNED, 0, 0), (RANDOM, 0, 0), (LOOKAHEAD, 9, 1), (MASTER, 9, 2)]), hedgekit.rules("0", 4)
    trained_weights.equip(mind, rules)
    assert mind.learned[:4] == [1, 0, 1, 2]
    assert mind.weights == trained_weights.weights_for(rules).weights
    assert mind.wide == trained_weights.weights_for(rules, "wide").weights
    assert len(mind.wide) == ((SIGHTS + 1) * 4 + 1) * HIDDEN + HIDDEN + 1
    most = trained_weights.weights_for(hedgekit.rules("29 players=9"), "wide")
    assert len(most.weights) == WIDE_WEIGHTS == ((SIGHTS + 1) * COLOURS + 1) * HIDDEN + HIDDEN + 1


def test_features_do_not_depend_on_the_seat():
    """B's view of B is A's view of A with colours exchanged."""
    assert seat_features("b1=AB d1=A a1=AABBB")[0] == seat_features("b1=BA d1=B a1=BBAAA", me=1)[0]
    assert SEEN == features.COVERED
    assert features.OUT + 2 == SIGHTS
