"""Parts of the engine with a second form for compilers: interpreted, both give the same under every variant."""

import pytest

import hedgekit
from hedgekit.games.race.engine.composing import Answers
from hedgekit.games.race.engine.state import FORWARD, OVER, SIDEWAYS
from hedgekit.games.race.rulesets.engines import Kernel, kernel
from hedgekit.games.race.variants import VARIANTS
from hedgekit.text.errors import HedgekitError

from .checked_games import larger_sets, rule_text

NUMBERS = sorted(number for number in VARIANTS if number)


def count_choices(engine: Kernel, seed: int, plies: int) -> int:
    """Play at random, asserting that drawn moves are the listed ones; return the number of real choices."""
    ask, s, choices = engine.answers, engine.start(), 0
    s.rng = seed + 1
    for _ in range(plies):
        if s.step == OVER:
            break
        if ask.is_chance(s):
            ask.play(s, ask.toss(s))
            continue
        t = s.copy()
        n = ask.list_moves(s)
        move = s.moves[ask.draw(s, n)] if n > 1 else s.moves[0]
        if s.step in (SIDEWAYS, FORWARD):
            drawn = (ask.count_sideways if s.step == SIDEWAYS else ask.count_forward)(t)
            assert (drawn, t.rng) == ((n, move), s.rng), (engine.rules, s.step)
            choices += n > 1
        ask.play(s, move)
    return choices


@pytest.mark.parametrize("players", [2, 4, 6])
def test_drawn_moves_are_the_listed_ones_in_the_base_game(players):
    engine = kernel(hedgekit.rules("0", players=players))
    assert sum(count_choices(engine, seed, 600) for seed in range(8)) > 500


@pytest.mark.parametrize("number", NUMBERS)
def test_drawn_moves_are_the_listed_ones_under_each_variant(number):
    for players in (4, 2, 3, 6):
        try:
            engine = kernel(hedgekit.rules(str(number), players=players))
        except HedgekitError:
            continue
        assert count_choices(engine, number, 500) > 0
        return


def test_drawn_moves_are_the_listed_ones_in_combinations():
    sets = [hedgekit.rules(rule_text(numbers)) for size in (2, 3, 4) for numbers in larger_sets(size, 14, size)]
    assert sum(count_choices(kernel(rules), seed, 300) for seed, rules in enumerate(sets)) > 1000


@pytest.mark.parametrize("text", ["0", "1", "5", "13", "20", "21", "33", "34", "39", "8+13+31", "4+11+29"])
def test_compiled_forms_play_the_same_games(text):
    rules = hedgekit.rules(text)
    ours = Kernel(rules, Answers(rules.variants, compiled=True))
    assert ours.playouts(0, 6, 5, 400) == kernel(rules).playouts(0, 6, 5, 400)
