"""Every playable pair of variants plays a random game to its end, checked on the way; so do random larger sets.

The long form is `python -m tests.hedgekit.wandering`.
"""

import statistics
from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgekit import VARIANTS, Game, Move, NotationError, Position, replay, rules, simulate

from ..sample import some
from .wandering import BOUND, RACES, larger_sets, playable_pairs, rule_text, seats, wander

SECONDS = 15  # of one core: what takes long begins early

WORDS = " ".join(
    [
        "b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 g2=B4A4 home=A4B4 hand=A4B4 out=B4 doped=B4 carrier=A4 gone=B",
        "lost=B2 kept=A3B1 pool=1,2 deck=31*2465162453 cube=2A secret=A1B2 moved=A1 slip=A4 dice=4 dice=2,6",
        "then=SF turn=A turn=B step=roll step=sideways step=forward step=place step=lane step=offer",
        "step=answer step=secret over=A over=draw i3=A1'",
    ]
).split(" ")
FASTEST = "wasm" if find_spec("wasmtime") else "interpreted"
PAIRS = playable_pairs()
RULES = [str(number) for number in RACES] + [rule_text(pair) for pair in PAIRS]


@st.composite
def games(draw):
    """A game in progress under any variant or pair, wherever random moves have led."""
    return wander(
        draw(st.sampled_from(RULES)), draw(st.integers(0, 999)), every=10_000, bound=draw(st.integers(0, 300))
    )


@given(games())
@settings(max_examples=60, deadline=None)
def test_everything_prints_and_reads_back(game):
    text = str(game)
    assert str(Game.from_text(game.rules, text)) == text
    assert str(Position.parse(text)) == text
    assert str(rules(str(game.rules))) == str(game.rules)
    assert all(Move.parse(str(move)) == move for move in game.moves())
    record = game.record()
    assert replay(record).record() == record
    if game.ply:
        game.play(game.undo())
    assert (str(game), game.record()) == (text, record), "undo and playing again lead to the identical text"


@given(games(), st.text(max_size=20) | st.sampled_from(["double", "-=9", "b3-b4*3=2", "A9@a1", "deck=", "z1", "a1-a1"]))
@settings(max_examples=60, deadline=None)
def test_any_text_is_a_move_or_gets_a_reason(game, text):
    before = str(game), game.record()
    try:
        why = game.why(text)
        assert why is None or (why.clause and why.text("fr") and why.text("en"))
    except NotationError as error:
        assert error.text("fr")
    assert (str(game), game.record()) == before


@given(st.sampled_from(RULES), st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
@settings(max_examples=60, deadline=None)
def test_any_text_is_a_position_or_a_notation_error(text, position):
    try:
        game = Game.from_text(text, position)
    except NotationError as error:
        assert error.text("fr")
        return
    assert str(Game.from_text(text, str(game))) == str(game)


@pytest.mark.parametrize("first", some(RACES, 2))
def test_pairs(first):
    """A sixteenth of them is checked on the way to the end; of the rest its beginning, and the module plays to the end.

    That it plays the same games is tested in test_wasm.py; `make soak` checks all on the whole way.
    """
    for pair in [pair for pair in PAIRS if pair[0] == first]:
        text, whole = f"{rule_text(pair)} players={seats(pair)[0]}", sum(pair) % 16 == 0
        game = wander(text, seed=sum(pair), every=48, bound=BOUND if whole else 150)  # more often in the long form
        if whole:
            assert game.is_over, f"{text} runs past {BOUND} plies"
        else:
            ended = simulate(text, 3, seed=sum(pair), engine=FASTEST).ended
            assert {*ended} - {"unfinished"}, f"{text} has no end"  # as 14+25 seldom has


@pytest.mark.parametrize("size", [3, 4])
def test_larger_sets(size):
    for numbers in larger_sets(size, 25, seed=size):
        game = wander(f"{rule_text(numbers)} players={seats(numbers)[-1]}", seed=size, every=24)
        assert game.is_over


@pytest.mark.parametrize("number", RACES)
def test_every_option(number):
    options = [option for option in VARIANTS[number].options if (number, option.name) != (13, "push")]  # that needs 9
    for name, value in [(option.name, value) for option in options for value in option.values[1:]]:
        assert wander(f"{number}[{name}={value}]", seed=number, every=6).is_over


def test_there_are_as_many_pairs_as_the_table_says():
    # combinations.md: 597 compatible, 85 need a decision, 4 pointless; two of the compatible ones are 40 with 24 and 29
    assert sum(larger <= 40 for _, larger in PAIRS) == 597 + 85 + 4 - 2


def test_random_games_are_of_a_reasonable_length():
    plies = [wander(str(number), 1, every=1000).ply for number in RACES]
    assert 100 < statistics.median(plies) < 1000
