"""Games, positions, rule sets, records, results and errors are pickled, copied, compared, hashed."""

import copy
import pickle
from importlib.util import find_spec

import pytest

import hedgekit
from hedgekit import Clash, HedgekitError, Series
from rulebook.boards.board import Board

from .playing import played

GAMES = ("0 players=2", "7+12 players=3", "horses players=2", "hekla players=2", "40 players=2")
WAYS = {"pickle": lambda one: pickle.loads(pickle.dumps(one)), "copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rules", GAMES)
def test_a_copied_game_keeps_its_history_and_is_independent(rules, way):
    game = played(rules, 25, seed=3)
    other = WAYS[way](game)
    assert (str(other), other.record(), other.seed, other.start) == (str(game), game.record(), game.seed, game.start)
    assert other == game
    before = game.record()
    other.undo()
    assert game.record() == before
    assert other != game
    assert (game == before, game.copy().without_history() == game) == (False, False)
    assert WAYS[way](game.position) == game.position
    assert hash(WAYS[way](game.position)) == hash(game.position)
    assert len({game.position, WAYS[way](game.position)}) == 1
    assert WAYS[way](game.rules) == game.rules
    assert WAYS[way](game.as_record()) == game.as_record()


def test_other_values_are_pickled():
    game = hedgekit.Game.from_text("0 players=2", str(played("0 players=2", 25, seed=3)))
    assert pickle.loads(pickle.dumps(game)).start == game.start
    series = Series("19 players=3", 4)
    other = pickle.loads(pickle.dumps(series))
    assert (other.record(), other) == (series.record(), series)
    other.game.play("a1")
    assert other != series
    result = hedgekit.simulate("0 players=2", 4, engine="interpreted")
    assert pickle.loads(pickle.dumps(result)).to_json(columns=True) == result.to_json(columns=True)
    assert pickle.loads(pickle.dumps(hedgekit.VARIANTS[9])) == hedgekit.VARIANTS[9]
    tables = [hedgekit.tournament(["random", "greedy"], "0 players=2", 4, seed=seed) for seed in (1, 1, 2)]
    assert tables[0] == tables[1] == pickle.loads(pickle.dumps(tables[0])) != tables[2]


def test_errors_are_pickled_with_their_data():
    for text, kind in (("10+35", Clash), ("99", HedgekitError), ("0 x", HedgekitError)):
        with pytest.raises(kind) as no:
            hedgekit.rules(text)
        other = pickle.loads(pickle.dumps(no.value))
        assert (type(other), str(other), other.text("fr")) == (type(no.value), str(no.value), no.value.text("fr"))
        assert vars(other).keys() == vars(no.value).keys()


def test_a_result_becomes_a_pandas_dataframe():
    result = hedgekit.simulate("0 players=2", 4, engine="interpreted")
    if find_spec("pandas") is None:
        with pytest.raises(HedgekitError, match="pip install pandas"):
            result.to_dataframe()
        return
    table = result.to_dataframe()
    assert list(table["turns"]) == list(result["turns"])


def test_a_board_is_made_from_a_game():
    game = played("0 players=2", 25, seed=3)
    board = Board(game)
    assert (board.game, board.name) == (game, "board")
