"""Puzzles: each can be set up and has one clearly best move, which a new search finds, too."""

import json

import pytest

import hedgekit
from hedgekit.players.player import Player
from hedgekit.players.strength import Skill
from hedgekit.study import puzzles as module
from hedgekit.study.puzzles import MOST_MISSED, of_the_day, puzzle, puzzles, set_of, sets
from hedgekit.text.errors import HedgekitError

CLEAR = 0.05
EVERY = [one for name in sets() for one in puzzles(name)]


def game_of(one):
    return hedgekit.Game.from_text(one.rules, one.at)


def test_there_are_enough_puzzles():
    assert len(puzzles("0")) >= 12
    assert sum(len(puzzles(name)) >= 3 for name in sets() if name != "0") >= 30


def test_each_puzzle_judges_all_moves_and_one_is_clearly_best():
    for one in EVERY:
        game = game_of(one)
        assert str(game) == one.at, one.key
        assert {str(move) for move in game.moves()} == set(one.chances), one.key
        best, second, *_ = sorted(one.chances.values(), reverse=True)
        assert best - second >= CLEAR - 1e-9, one.key
        assert 1 <= one.missed <= MOST_MISSED, one.key
    assert len({(one.rules, one.at) for one in EVERY}) == len(EVERY)


@pytest.mark.parametrize("key", ["0-1", "0-7", "0-12", "2-3", "5-2", "9-2", "22-3", "25-1", "26-2", "33-1", "34-2"])
def test_a_search_finds_the_best_move(key):
    """So does one with playouts of five rounds, which depends less on the learned values."""
    one = puzzle(key)
    for skill in ("master:400", Skill("master", playouts=2000, rounds=5)):
        assert str(Player(skill, 77).choose(game_of(one))) == one.best, skill


def test_puzzles_of_a_set_begin_with_the_easiest_and_each_day_has_one():
    for name in sets():
        assert [one.missed for one in puzzles(name)] == sorted(one.missed for one in puzzles(name))
    assert len({of_the_day(day).key for day in range(12)}) == 12


def test_a_single_variant_has_its_set_of_puzzles():
    assert [set_of(hedgekit.rules(text)) for text in ("0", "9 players=3", "9+13", "40")] == ["0", "9", "", ""]
    assert set_of(hedgekit.game_of("hekla").read_rules("hekla")) == ""


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"0": [{}]}', None])
def test_a_damaged_file_is_reported_in_a_sentence(monkeypatch, data):
    module._by_set.cache_clear()
    monkeypatch.setattr(module.pkgutil, "get_data", lambda *_: data)
    try:
        with pytest.raises(HedgekitError) as no:
            puzzle("0-1")
        assert no.value.key == "error.puzzle.damaged"
    finally:
        module._by_set.cache_clear()


def test_an_unknown_puzzle_is_refused_in_a_sentence():
    for key in ("0-99", "", "x", "63-1"):
        with pytest.raises(HedgekitError) as no:
            puzzle(key)
        assert no.value.key == "error.puzzle.none"


def test_the_file_is_sorted_by_set():
    found = json.loads(module.pkgutil.get_data("hedgekit", f"study/{module.FILE}"))
    assert list(found) == sorted(found, key=int)
