"""Which clauses of the other games the tests beside their games are about, and what those games' readings decide.

Beside the tables, a test of `tests/hedgekit/<game>/test_clauses.py` says in its name which clause it is about:
`test_4_...` is about "horses.4", `test_pass_...` about "horses.pass".  An option value is claimed by a test that plays
with it, the default beside it by the same test, since it shows both.
"""

import inspect
import re
from importlib import import_module

import pytest

from hedgekit.games.collection import OTHER_GAMES, game_of
from rulebook.text.words import listed_clauses

from .support import CLAIMED, clause

LIST = {game: listed for game, listed in listed_clauses().items() if game in OTHER_GAMES}


def claim(game: str) -> None:
    module = import_module(f"tests.hedgekit.{game}.test_clauses")
    tests = {name: test for name, test in vars(module).items() if name.startswith("test_")}
    for name in LIST[game]:
        option = re.fullmatch(rf"{game}\[(\w+)=(\w+)\]", name)
        if option:
            other = re.compile(rf"\b{option[1]}=(?!{default(game, option[1])})\w+")
            claiming = [test for test in tests.values() if other.search(inspect.getsource(test))]
        else:
            begin = f"test_{name.partition('.')[2]}_"
            claiming = [test for called, test in tests.items() if f"{called}_".startswith(begin)]
        for test in claiming:
            clause(name)(test)


def default(game: str, option: str) -> str:
    return game_of(game).read_rules(game).option(option)


for _game in ("checkerboard", "horses"):
    claim(_game)


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_a_game_has_its_table(game):
    assert f"{game}.1" in LIST[game]
    for name, kind in LIST[game].items():
        assert kind in ("decides", "informs"), name
        assert re.fullmatch(rf"{game}(\.\w+|-[a-z]|\[\w+=\w+\])", name), name


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_every_option_value_is_listed_and_no_other(game):
    wanted = {
        f"{game}[{option}={value}]"
        for option, values in game_of(game).read_rules(game).OPTIONS.items()
        for value in values
    }
    assert wanted == {name for name in LIST[game] if "[" in name}


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_every_clause_that_the_engine_knows_is_listed(game):
    """The head of the game's rules lists them; options are named there, too."""
    head = import_module(f"hedgekit.games.{game}.rules").__doc__
    assert set(re.findall(rf"\b{game}\.\w+", head)) == {name for name in LIST[game] if "." in name}


def test_tests_claim_by_their_names():
    assert "test_clauses.test_6_each_step_needs_its_number" in CLAIMED["horses.6"]
    assert not any("test_6_" in test for test in CLAIMED["horses.1"])
