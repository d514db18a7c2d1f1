"""The text of a position is the whole state of the game, and no turn depends on the last: for interacting variants.

`meeting.py` defines the rule sets and the comparison.  `make soak` tests every interacting set of two and three, and
every interacting pair with a third variant.
"""

import pytest

from hedgekit import Game
from hedgekit.games.race.engine.state import CALL, GAME, SEED, STATE_FIELDS, TURN, UNITS, State, field
from hedgekit.games.race.rulesets.engines import kernel

from ..sample import part, partly
from .meeting import RACES, guests, meetings, places, walk, walks


@partly
@pytest.mark.parametrize(
    ("found", "every"), [(2, 27), (3, 45), ("guests", 1920)], ids=["two", "three", "two and a guest"]
)
def test_a_game_read_from_text_plays_on_identically(found, every, whole):
    sets = guests() if found == "guests" else meetings(found)
    sets = sets if whole else part(sets, every)
    for ruleset, seed, turns in walks(sets, len(sets[0])):
        walk(ruleset, seed, turns, 60 if whole else 30)


def test_the_sets_include_every_variant_that_interacts():
    met = {number for numbers in meetings(2) for number in numbers}
    assert met >= set(RACES) - {9, 10, 17, 23, 24, 28, 29}, "the generator omits some"


def test_the_sets_include_triples_of_former_bugs():
    assert {(1, 22, 31), (13, 14, 38)} <= set(meetings(3))
    assert {1, 22, 25, 30, 31} <= places()["the course of a turn"]


# ---- fields of the state ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATE_FIELDS)
def test_a_field_is_documented(name):
    declared = STATE_FIELDS[name]
    assert declared.unit in UNITS
    assert " " in declared.meaning
    assert declared.lives in (SEED, GAME, TURN, CALL)
    assert all(number in RACES for number in declared.variants)


def test_a_field_without_a_meaning_or_unit_is_refused():
    for unit, meaning in (("count", ""), ("apples", "how many apples")):
        with pytest.raises(TypeError, match="documented"):
            field("apples", unit, meaning)
    with pytest.raises(TypeError, match="twice"):
        field("dice", "dice", "the numbers once more")
    assert "apples" not in STATE_FIELDS


def test_annotations_of_the_state_match_its_values():
    state = kernel(Game("0").rules).start()
    for name, hint in State.__annotations__.items():
        assert isinstance(getattr(state, name), list) == ("list[int]" in str(hint)), name


def test_the_end_of_a_turn_resets_exactly_its_fields():
    engine = kernel(Game("1").rules)
    state = engine.start()
    numbers = [name for name, declared in STATE_FIELDS.items() if not declared.length]
    for name in numbers:
        setattr(state, name, 1)
    engine.answers.end_turn(state)
    assert {name for name in numbers if not getattr(state, name)} == {"dice", "todo", "moved"}
