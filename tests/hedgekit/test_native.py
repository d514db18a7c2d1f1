"""Compiled and interpreted, the engine plays the same games: same seed, same index, same players, same measures.

All that compiles is here: numba takes a minute for one rule set, and a process that has it once asks it everything.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

import hedgekit
from hedgekit import simulate
from hedgekit.games.race.engine.matching import COLUMNS
from hedgekit.games.race.engine.mind import GREEDY, HASTY, LEARNED, LOOKAHEAD, MASTER, MONTECARLO, RANDOM, Mind
from hedgekit.games.race.engine.state import CALL, STATE_FIELDS
from hedgekit.games.race.rulesets.kernel import kernel
from hedgekit.simulation import tasks
from hedgekit.simulation.making import COSTS

pytest.importorskip("numba", reason="numba is not installed (pip install 'hedgekit[native]')")

from hedgekit.games.race.rulesets import compiled as native
from hedgekit.games.race.rulesets.compiled import NativeKernel

SECONDS = 32  # of one core: what takes long begins early

# A function that was not optimised names its tables, and is not kept.
pytestmark = pytest.mark.filterwarnings("ignore:Cannot cache compiled function")

SOME = ("0 players=4",)  # one is compiled in every run; `make soak` compiles the rest
MANY = (
    *(f"{n}" for n in range(1, 40) if n not in (18, 19, 20, 24)),  # those only count what the base game plays
    "8+13",
    "5+27+12",
    "33+34",
    "9+13[push=sideways]+33",
    "38[lane=die]+14",
    "7[again=turn]+31",
    "25+21",
    "5+31[order=free]",
    "2+21+12",
    "16+39",
    "15[form=last]+25",
    "27+38[lane=die]",
)


@pytest.fixture(scope="module", autouse=True)
def made_in_haste(request, tmp_path_factory):
    """Without optimisations, in half of the time, and kept from who plays here; `make soak` has them all."""
    config = native.numba.core.config
    with pytest.MonkeyPatch.context() as patch:
        if request.config.option.markexpr != "soak":
            patch.setattr(config, "OPT", type(config.OPT)(0))
            patch.setattr(config, "CACHE_DIR", str(tmp_path_factory.mktemp("numba")))
        yield


def same(rules: str, universal: bool = False) -> None:
    """Random, greedy and mixed tables of players give row for row the same."""
    ruleset = hedgekit.rules(rules)
    slow, fast = kernel(ruleset), NativeKernel(ruleset, universal)
    tables = (
        ([(RANDOM, 0, 0)] * 9, 12),
        ([(GREEDY, 0, 0), (RANDOM, 0, 0)] * 5, 4),
        ([(LOOKAHEAD, 30, 1), (GREEDY, 0, 0), (RANDOM, 0, 0)] * 3, 1),
        ([(LEARNED, 0, 0), (MASTER, 4, 1), (MONTECARLO, 6, 1), (HASTY, 0, 0)] * 3, 1),
    )
    for begins, (players, games) in enumerate(tables):
        turns = 16 if (MASTER, 4, 1) in players else 400
        rows = slow.matches(3, games, 7, Mind(players[:9]), turns, begins % ruleset.players)
        found = fast.matches(3, games, 7, Mind(players[:9]), turns, begins % ruleset.players)
        assert found.tolist() == rows, (rules, players[0])
        assert all(len(row) == COLUMNS for row in rows)


@pytest.mark.parametrize("rules", SOME)
def test_the_same_games_compiled(rules):
    same(rules)


@pytest.mark.soak
@pytest.mark.parametrize("rules", MANY)
def test_the_same_games_compiled_under_every_variant(rules):
    try:
        hedgekit.rules(rules)
    except hedgekit.Clash as clash:
        pytest.fail(f"the list names rules that clash: {clash}")
    same(rules)


@pytest.mark.soak
def test_the_same_games_by_one_engine_for_all_rule_sets():
    for rules in ("0", *MANY):
        same(rules, universal=True)


def test_a_state_is_small_and_has_no_setting_or_scratch():
    rules = hedgekit.rules("0")
    record = NativeKernel(rules).record
    assert record.size < 1536
    assert set(record.layout.names) == {name for name, declared in STATE_FIELDS.items() if declared.lives != CALL}
    assert set(record.fixed.names) == set(dict(rules.settings))
    assert {record.shared[0] % 64, record.shared[1] % 64} == {0}, "lines of a processor's memory"


def test_playouts_are_those_of_the_interpreted_engine():
    engine = kernel(hedgekit.rules("0 players=3"))
    rows = NativeKernel(engine.rules).playouts(5, 10, 2, 10_000).tolist()
    assert rows == [[turns, state.won] for state, turns in (engine.playout(2, 5 + k, 10_000) for k in range(10))]


def test_many_games_a_step_are_the_same_compiled():
    pytest.importorskip("pettingzoo")
    from .test_rl import stepped

    rules = "0 players=2"
    for mine, theirs in zip(stepped(rules, "interpreted"), stepped(rules, "compiled"), strict=True):
        assert mine == theirs


def test_engines_that_differ_are_kept_under_names_that_differ():
    """numba's cache on disk goes by the name alone: with one name, rules would be played with another's engine."""
    kernels = [NativeKernel(hedgekit.rules(rules), universal) for rules in ("0", "13") for universal in (False, True)]
    names = {entry.py_func.__qualname__ for one in kernels for entry in one._engine.values()}
    assert len(names) == 9, "three entries of the base game, of 13, and of all"


# ---- simulations -----------------------------------------------------------------------------------------------------

RULES, PLAYERS, GAMES, SEED = "0 players=2", ("greedy", "random"), 40, 7


def test_the_compiled_engine_plays_the_same_games():
    said, played = [], simulate(RULES, GAMES, PLAYERS, SEED, engine="interpreted")
    compiled = simulate(RULES, GAMES, PLAYERS, SEED, engine="compiled", status=said.append)
    assert compiled == played
    assert all(note.key == "simulation.status.compiling" for note in said)
    assert simulate(RULES, GAMES, PLAYERS, SEED) == played  # ready now: auto takes it
    with ThreadPoolExecutor(2) as pool:
        assert simulate(RULES, GAMES, PLAYERS, SEED, pool, engine="compiled") == played


def test_compiled_is_gone_over_to_in_the_middle(monkeypatch):
    """Interpreted first, by a faster engine as soon as one is ready: nobody sees where."""
    games, engines = 20_000, []

    def play(task, stop):
        engines.append(task.engine)
        return tasks.play(task, stop)

    monkeypatch.setattr("hedgekit.simulation.running.play", play)
    monkeypatch.setattr("hedgekit.simulation.tasks.wasm.can_play", lambda _: False)
    monkeypatch.setitem(COSTS, "compiled", (0.0, 0.0))
    monkeypatch.setattr(tasks, "_ready", {})
    result = simulate(RULES, games)
    assert engines[0] == "interpreted"
    assert engines[-1] == "auto"
    assert engines == sorted(engines, reverse=True)
    assert set(tasks._ready) == {(hedgekit.rules(RULES), "compiled")}
    assert result == simulate(RULES, games, engine="compiled")


def test_that_is_what_numba_says_where_it_can_write_nowhere(monkeypatch):
    from numba.core import caching

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    monkeypatch.setattr(native, "_compiled", native._compiled.__wrapped__)
    with pytest.raises(RuntimeError, match=r"^cannot cache function"):
        native.NativeKernel(hedgekit.rules(RULES))
