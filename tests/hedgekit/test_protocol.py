"""What every game of the collection shares: found by its rule set, copied, asked what it says."""

import pytest

import hedgekit
from hedgekit import HedgekitError, NotationError, game_of
from hedgekit.games.checkerboard import Game as Checkerboard
from hedgekit.games.horses import Game as Horses
from hedgekit.play.base import BaseGame

from .playing import played, played_on

RULES = ["0 players=2", "7 players=2", "2+6 players=3", "40 players=2", "checkerboard players=2", "horses players=3"]


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("9+13 players=3", hedgekit.Game),
        (hedgekit.rules("9"), hedgekit.Game),
        ("checkerboard[form=last]", Checkerboard),
        ("horses", Horses),
        ("  horses players=2\nlot: A", Horses),
        (Horses("horses").rules, Horses),
    ],
)
def test_a_game_is_found_by_its_rule_set(rules, kind):
    assert game_of(rules) is kind


@pytest.mark.parametrize("wrong", ["draughts", "", "horse", None, "Horses"])
def test_what_is_no_rule_set_is_refused_where_it_is_read(wrong):
    with pytest.raises(HedgekitError):
        game_of(wrong).read_rules(wrong)
    with pytest.raises(NotationError):
        hedgekit.replay(wrong)


@pytest.mark.parametrize("rules", RULES)
def test_a_copy_lives_its_own_life(rules):
    game = played(rules, 12, -1, seed=5)
    text, record = str(game), game.record()
    twin = game.copy()
    for _ in range(6):
        twin.undo()
    played_on(twin, 15)
    assert (str(game), game.record()) == (text, record)
    while game.ply:
        game.undo()
    fresh = played(rules, 0, seed=5)
    assert str(game) == str(fresh), "going back, too, nothing is left of what the copy played"


@pytest.mark.parametrize("rules", RULES)
def test_every_game_can_be_asked_what_the_protocol_says(rules):
    """Whatever `BaseGame` leaves to each game is answered there, from the first ply to the last, in the same kind."""
    over = type(None)
    given = {"step": (str, over), "turn": (str, over), "is_chance": bool, "is_over": bool, "winners": tuple}
    said = {"ranking": tuple, "points": (dict, over), "moves": list, "prompt": str, "told": str, "position": object}
    for plies in (0, 40):
        game = played(rules, plies, -1, seed=5)
        for name, kind in (given | said).items():  # what is given a position says, unless a game knows better
            found = getattr(game, name)
            assert isinstance(found() if callable(found) else found, kind), name
    rest = {"play", "weigh", "guess", "read_rules", "read_move"}
    assert {name for name in BaseGame.__abstractmethods__ if not name.startswith("_")} == said.keys() | rest
