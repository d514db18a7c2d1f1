"""Bad input: whatever the value, a typed error says what is wrong, and nothing has changed."""

import math
from itertools import product

import pytest

import hedgekit
from hedgekit.text.words import UnknownLanguage

from .playing import played

JUNK = [None, False, -1, 2**70, 1.5, math.nan, math.inf, "", "x", "\0", "é", "\ud800", "{0}", b"", [], {}, len]
GAMES = {rules: played(rules, 12) for rules in ("0 players=2", "2+7 players=3", "hekla", "horses", "checkerboard")}
NAMES = ("chance", "guess", "play", "why", "follow", "prompt", "narrate", "svg")
CALLS = {name: lambda game, value, name=name: getattr(game, name)(value) for name in NAMES} | {
    "weigh": lambda game, value: game.weigh(value, 1),
    "png": lambda game, value: game.png(scale=0 if value == 1.5 else value),
    "view": lambda game, value: game.view().copy("" if value is None else value),
    "series": lambda game, value: hedgekit.Series("20", "" if value is None else value),
}


@pytest.mark.parametrize(("rules", "name"), product(GAMES, CALLS))
def test_bad_values_are_refused_in_a_sentence_and_change_nothing(rules, name):
    game, before = GAMES[rules], GAMES[rules].copy()
    for value in JUNK:
        with pytest.raises((hedgekit.HedgekitError, UnknownLanguage)) as refused:
            CALLS[name](game, value)
        assert (str(refused.value)[-1] in ".)", game == before) == (True, True)
