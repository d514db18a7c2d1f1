"""What a master sees of a position, beyond what everybody learned to see."""

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


def sights(text, me=0, rules="0 players=2", more="turn=A"):
    """What a seat sees: for each seat from it on, what is true of it.

    text: squares with the players' letters, from the lowest up; whoever is not named waits in one stack on a6.
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
    assert max(mind.active[:n]) == (SIGHTS + 1) * game.rules.players, "a constant, the last feature"
    return [{a - SIGHTS * seat for a in mind.active[:n] if a // SIGHTS == seat} for seat in range(game.rules.players)]


def rank(letter):
    return "abcdefghi".index(letter)


def test_who_is_on_top_of_whom():
    """A lies under himself, under B; and a third player sees that it was B, and not he."""
    mine, other = sights("b1=AAB c2=BA")
    assert features.COVERED + rank("b") in mine, "his own piece on his own"
    assert features.COVERED + 2 * STEPS + rank("b") in mine, "another's on his"
    assert features.COVERED + STEPS + rank("c") in other, "mine on another's"
    third = sights("b1=AAB c2=BA", me=1)[1]
    assert features.COVERED + STEPS + rank("b") in third, "as B sees it, it is his own"


IN_ITS_LANE = {"b1=A": 0, "b1=A d1=B": 1, "b1=A c1=B h1=B e1=A": 2}
"""How many share its lane: whoever is alone in one must be moved when its number is thrown."""
AHEAD = {"b1=A": 0, "c1=A": 1, "b1=A c1=B": 2, "b1=A c1=A": 3}
"""What stands ahead; d1 is black."""
COMING = {"c2=A": 0, "c2=A b2=A": 1, "c2=A c1=A c3=B": 1, "c2=A b2=B c1=B c3=B": 3}
"""How many may come onto it: whoever throws a 2 may move A from b2; his own beside it is no threat."""
HOLDING = {"d1=A": 0, "d1=A a1=B": 1, "d1=A a1=B a2=B": 2, "d1=A a1=B a2=B b1=B b2=A b3=A c2=A": 4}
"""How many squares hold it: d1 is black, and who stands there waits for all behind, of whom some are on a6."""
SEEN_OF_ONE = [
    *((text, features.CROWD + STEPS * many + rank(text[0])) for text, many in IN_ITS_LANE.items()),
    *((text, features.AHEAD + STEPS * way + rank(text[0])) for text, way in AHEAD.items()),
    *((text, features.THREATS + STEPS * many + rank(text[0])) for text, many in COMING.items()),
    *((text, features.BEHIND + many) for text, many in HOLDING.items()),
]


@pytest.mark.parametrize(("text", "feature"), SEEN_OF_ONE)
def test_what_is_seen_of_one(text, feature):
    assert feature in sights(text)[0]


def test_who_is_home_or_out():
    """Under 3 the first to come home is out of the game."""
    mine, other = sights("home=AAB out=B", rules="3 players=2", more="doped=B2 turn=A")
    assert AT_HOME + 1 in mine
    assert features.OUT in other
    assert not {features.OUT, features.OUT + 1} & mine


def test_a_master_goes_by_it_where_there_are_weights():
    mind, rules = Mind([(LEARNED, 0, 0), (RANDOM, 0, 0), (LOOKAHEAD, 9, 1), (MASTER, 9, 2)]), hedgekit.rules("0", 4)
    trained_weights.equip(mind, rules)
    assert mind.learned[:4] == [1, 0, 1, 2]
    assert mind.weights == trained_weights.weights_for(rules).weights
    assert mind.wide == trained_weights.weights_for(rules, "wide").weights
    assert len(mind.wide) == ((SIGHTS + 1) * 4 + 1) * HIDDEN + HIDDEN + 1
    most = trained_weights.weights_for(hedgekit.rules("29 players=9"), "wide")
    assert len(most.weights) == WIDE_WEIGHTS == ((SIGHTS + 1) * COLOURS + 1) * HIDDEN + HIDDEN + 1


def test_the_seats_of_others_are_seen_alike():
    """Everything of a seat is told as for another: B's view of B is A's view of A, colours exchanged."""
    assert sights("b1=AB d1=A a1=AABBB")[0] == sights("b1=BA d1=B a1=BBAAA", me=1)[0]
    assert SEEN == features.COVERED
    assert features.OUT + 2 == SIGHTS
