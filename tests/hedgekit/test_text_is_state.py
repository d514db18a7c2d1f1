"""The text of a position is the state of the game, and a turn finds nothing of the last one: for what meets.

`meeting.py` says which rule sets these are, and what a walk holds against what.  `make soak` walks through every
meeting of two and three, and every pair that meets with a guest.
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
def test_what_meets(found, every, whole):
    sets = guests() if found == "guests" else meetings(found)
    sets = sets if whole else part(sets, every)
    for ruleset, seed, turns in walks(sets, len(sets[0])):
        walk(ruleset, seed, turns, 60 if whole else 30)


def test_every_variant_but_those_that_count_alone_meets_another():
    met = {number for numbers in meetings(2) for number in numbers}
    assert met >= set(RACES) - {9, 10, 17, 23, 24, 28, 29}, "a generator that forgets one tests nothing of it"


def test_the_triples_that_were_wrong_once_are_among_those_that_meet():
    assert {(1, 22, 31), (13, 14, 38)} <= set(meetings(3))
    assert {1, 22, 25, 30, 31} <= places()["the course of a turn"]


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
