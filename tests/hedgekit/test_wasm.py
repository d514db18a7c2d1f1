"""The engine as WebAssembly: the same games as interpreted, a current module, and fallbacks for every failure."""

import importlib.util
import json
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import pytest

import hedgekit
from hedgekit import VARIANTS, HedgekitError, simulate, simulate_series
from hedgekit.games.race.engine.choice.memory import GREEDY, LEARNED, LOOKAHEAD, MASTER, MIND, RANDOM, Mind
from hedgekit.games.race.engine.matches import COLUMNS
from hedgekit.games.race.engine.state import BITS, CALL, STATE_FIELDS
from hedgekit.games.race.play.analysis import mind_for
from hedgekit.games.race.rulesets import move_search, wasm
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.players.strength import Skill
from hedgekit.simulation import runner
from hedgekit.simulation.measures import LAST_GAME
from tests.hedgekit.checked_games import RACES, larger_sets, rule_text
from tests.sample import DAY, some

SECONDS = 20  # of one core, for the order of test files

pytest.importorskip("wasmtime", reason="wasmtime is not installed (pip install 'hedgekit[fast]')")

ROOT = Path(__file__).resolve().parents[2]
TABLES = (
    ([(RANDOM, 0, 0)] * 9, 2, 120),
    ([(GREEDY, 0, 0), (RANDOM, 0, 0)] * 5, 1, 25),
    ([(LOOKAHEAD, 3, 1), (GREEDY, 0, 0), (RANDOM, 0, 0)] * 3, 1, 3),
    ([(LEARNED, 0, 0), (MASTER, 3, 1)] * 5, 1, 1),
)
"""Players, number of games, and turns after which a game is cut off: interpreted masters are very slow."""
WITHOUT_MASTER = (*TABLES[:3], ([(LEARNED, 0, 0)] * 9, 1, 6))
"""Without the master, a search like `lookahead` with the values of `learned`: it plays under one variant in four, and
under all of them in `make soak`."""
FREE = ("17[black=]", "17[black=c2,d5,f3]", "13[push=sideways]+9", "27+38[lane=die]", "25+34")
"""Option values that no list of values has."""


def every_option():
    """Yield every non-default value of every option, with the variant it needs."""
    for number in RACES:
        for option in VARIANTS[number].options:
            for value in option.values[1:]:
                needed = option.needs.get(value)
                yield f"{number}[{option.name}={value}]" + (f"+{needed}" if needed else "")


def assert_same_games(text: str, tables=TABLES, first: int = 3) -> None:
    """Assert that both engines return the same rows for all tables of players."""
    rules = hedgekit.rules(text)
    slow, fast = kernel(rules), wasm.WasmKernel(rules)
    for begins, (players, games, turns) in enumerate(tables):
        rows = slow.matches(first, games, 7, Mind(players[:9]), turns, begins % rules.players)
        found = fast.matches(first, games, 7, Mind(players[:9]), turns, begins % rules.players)
        assert found.tolist() == rows, (text, players[0])


# ---- the same games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some([0, *RACES], 6, DAY))
def test_the_same_games_under_every_variant(number):
    assert_same_games(str(number), WITHOUT_MASTER if number % 4 else TABLES)


@pytest.mark.parametrize("rules", some([*every_option(), *FREE, "0[cover=top] players=2"], 6, DAY))
def test_the_same_games_under_every_option(rules):
    assert_same_games(rules, WITHOUT_MASTER)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_same_games_under_random_sets(size):
    for numbers in larger_sets(size, 8, seed=size):
        assert_same_games(rule_text(numbers), TABLES[:2])


@pytest.mark.soak
def test_the_same_games_under_300_random_sets_to_their_end():
    tables = [(players, 3, 3000) for players, *_ in TABLES]
    for size in range(2, 8):
        for numbers in larger_sets(size, 50, seed=100 + size):
            assert_same_games(rule_text(numbers), tables, first=11)


def test_playouts_are_the_same():
    engine = kernel(hedgekit.rules("0 players=3"))
    rows = wasm.WasmKernel(engine.rules).playouts(5, 10, 2, 10_000).tolist()
    assert rows == [[turns, state.won] for state, turns in (engine.playout(2, 5 + k, 10_000) for k in range(10))]


def test_the_last_games_of_a_seed_and_more_games_than_rows():
    rules = hedgekit.rules("0 players=2")
    engine, many = wasm.WasmKernel(rules), wasm.manifest()["rows"] + 5
    last = LAST_GAME - 1
    assert engine.matches(last, 2, 5, Mind()).tolist() == kernel(rules).matches(last, 2, 5, Mind())
    rows = engine.matches(0, many, 5, Mind()).tolist()
    assert len(rows) == many
    assert rows[-7:] == engine.matches(many - 7, 7, 5, Mind()).tolist()


@pytest.mark.parametrize(("rules", "thinks"), [("5+31 players=3", RANDOM), ("9+13 players=3", LOOKAHEAD)])
@pytest.mark.parametrize("turns", [1, 7])
def test_interrupted_games_continue_unchanged(turns, rules, thinks, monkeypatch):
    """The number of turns per call does not change games and measures, interpreted or in the module."""

    def few_turns(play, games, stop):
        done = 0
        while done < games:
            done = play(turns, done)
        return done

    rules, players = hedgekit.rules(rules), Mind([(GREEDY, 0, 0), (thinks, 2, 1), (RANDOM, 0, 0)])
    whole = kernel(rules).matches(0, 2, 1, players, 9)
    monkeypatch.setattr("hedgekit.games.race.rulesets.engines.sliced", few_turns)
    monkeypatch.setattr("hedgekit.games.race.rulesets.wasm.sliced", few_turns)
    assert kernel(rules).matches(0, 2, 1, players, 9) == whole
    assert wasm.WasmKernel(rules).matches(0, 2, 1, players, 9).tolist() == whole


# ---- many games ------------------------------------------------------------------------------------------------------

RULES, PLAYERS, GAMES, SEED = "9+13 players=3", ("greedy", "random"), 40, 7


@pytest.fixture(scope="module")
def played():
    return simulate(RULES, GAMES, PLAYERS, SEED, engine="interpreted")


def test_simulations_are_the_same(played):
    assert simulate(RULES, GAMES, PLAYERS, SEED, engine="wasm") == played
    assert simulate(RULES, GAMES, PLAYERS, SEED, engine="wasm", threads=3) == played
    for engine, workers in (("wasm", 2), ("interpreted", 3)):
        with ThreadPoolExecutor(workers) as pool:
            assert simulate(RULES, GAMES, PLAYERS, SEED, pool, engine=engine) == played
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert simulate(RULES, GAMES, PLAYERS, SEED, pool, engine="wasm") == played


@pytest.mark.parametrize("rules", ["25+34", "19 players=3", "24"])
def test_series_are_the_same(rules):
    played = simulate_series(rules, 3, ("greedy", "random"), 3, engine="interpreted")
    assert simulate_series(rules, 3, ("greedy", "random"), 3, engine="wasm") == played
    with ThreadPoolExecutor(2) as pool:
        assert simulate_series(rules, 3, ("greedy", "random"), 3, pool, engine="wasm") == played


def test_large_seeds_give_the_same_games():
    for seed in (1 << 24, (1 << 32) + 1, (1 << 63) - 1):
        results = [simulate("0 players=2", 5, seed=seed, engine=engine) for engine in ("interpreted", "wasm")]
        assert results[0] == results[1]
        assert results[0] != simulate("0 players=2", 5, seed=seed >> 1, engine="interpreted")


def test_auto_switches_to_the_module_only_for_many_games(monkeypatch):
    loaded = []
    monkeypatch.setattr(wasm, "is_running", lambda: False)
    monkeypatch.setattr(runner.wasm, "load", lambda: loaded.append(1))
    simulate("0 players=2", 3)
    assert not loaded
    result = simulate("0 players=2", 3000)
    assert loaded
    assert result == simulate("0 players=2", 3000, engine="wasm")
    monkeypatch.setattr(runner, "PATIENCE", 0)  # as if the few were slow
    assert simulate("0 players=2", 3).engine == "wasm"


@pytest.mark.parametrize("engine", ["wasm", "interpreted", "auto"])
def test_a_long_game_can_be_cancelled(engine):
    """Hasty players under 37 take up to a hundred thousand turns: cancelling does not wait for the end."""
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    result = simulate("37", 40, "hasty", 0, engine=engine, cancel=stop)
    assert not result.complete
    assert result.games < 40


# ---- the module ------------------------------------------------------------------------------------------------------


def test_the_module_is_current():
    """If not, run `make engine`, which takes a second where no function has changed."""
    sys.path.insert(0, str(ROOT / "docs"))
    make_engine = importlib.import_module("make_engine")
    manifest = json.loads(make_engine.MANIFEST.read_text("utf-8"))
    assert manifest["sources"] == make_engine.sources(), "make engine"
    assert set(manifest["variants"]) == set(RACES)
    assert len(make_engine.MODULE.read_bytes()) < 500_000


def test_the_manifest_describes_the_module():
    """The offsets are tested by reading states turn by turn, below."""
    manifest, (_, module) = wasm.manifest(), compiled()
    assert not module.imports
    assert {*manifest["entries"]} <= {export.name for export in module.exports}
    assert set(dict(hedgekit.rules("0").settings)) == set(manifest["settings"]["fields"])
    known = manifest["state"]["fields"]
    assert {name: known[name][2] for name in known} == {name: BITS.get(STATE_FIELDS[name].unit, 64) for name in known}
    assert {name: length for name, (_, length, _) in manifest["mind"]["fields"].items()} == MIND
    assert len(manifest["columns"]["matches"]) == COLUMNS
    assert manifest["memory"]["rows"]["bytes"] == manifest["rows"] * COLUMNS * 4


@pytest.mark.soak
def test_builds_are_reproducible():
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("the extra `engine` is not installed")
    made = subprocess.run([sys.executable, "docs/make_engine.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr


# ---- failures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """Reset this process's caches of the module, with an empty cache folder; compiling is instant."""
    import wasmtime

    engine, module = compiled()

    def precompiled(_, code):
        return module

    precompiled.deserialize = wasmtime.Module.deserialize
    monkeypatch.setattr(wasmtime, "Engine", lambda: engine)
    monkeypatch.setattr(wasmtime, "Module", precompiled)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for cached in (wasm.manifest, wasm.module, wasm._runtime):
        cached.cache_clear()
    yield tmp_path
    for cached in (wasm.manifest, wasm.module, wasm._runtime):
        cached.cache_clear()


def assert_refused(message: str, rules: str = "0 players=2") -> None:
    """Assert that "wasm" fails with this message, and that "auto" plays the same games without it."""
    with pytest.raises(HedgekitError, match=message) as no:
        simulate(rules, 3, engine="wasm")
    assert no.value.text("fr") != no.value.text("en")
    assert simulate(rules, 60) == simulate(rules, 60, engine="interpreted")


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("rulesets/engine.wasm", lambda data: data[:-1], "damaged"),
        ("rulesets/engine.wasm", lambda data: b"", "damaged"),
        ("rulesets/engine.json", lambda data: data[:100], "damaged"),
        ("rulesets/engine.json", lambda data: b"[]", "damaged"),
        ("rulesets/engine.json", lambda data: b'{"module": ""}', "damaged"),
        ("engine/turn.py", lambda data: data + b"\n# changed", "engine/turn.py has changed"),
    ],
)
def test_a_damaged_or_stale_module_is_refused(fresh, monkeypatch, name, change, message):
    """Change one file of the package."""
    read = wasm._data
    monkeypatch.setattr(wasm, "_data", lambda path: change(read(path)) if path == name else read(path))
    assert_refused(message)


def test_a_missing_wasmtime_is_reported(fresh, monkeypatch):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert_refused("hedgekit\\[fast\\]")


def test_a_lack_of_memory_is_reported(fresh, monkeypatch):
    import wasmtime

    def fail(*_):
        raise wasmtime.WasmtimeError("mmap failed to reserve 0x100000000 bytes\nCannot allocate memory")

    monkeypatch.setattr(wasmtime, "Instance", fail)
    assert_refused("cannot run here \\(mmap failed to reserve")


def test_a_later_lack_of_memory_is_reported(monkeypatch):
    """If the engine fails in mid-run, "wasm" raises and "auto" continues with another."""
    real, calls = wasm.WasmKernel._run, []

    def run(self, *given):
        calls.append(given)
        if len(calls) > 1:
            raise HedgekitError("error.simulation.wasm_failed", why="mmap failed")
        return real(self, *given)

    monkeypatch.setattr(wasm.WasmKernel, "_run", run)
    wasm.load()
    notes = []
    found = simulate("0 players=2", 200, status=lambda note: notes.append(str(note)))
    assert found == simulate("0 players=2", 200, engine="interpreted")
    assert ["(mmap failed)" in note for note in notes] == [True], "it is reported once"
    assert len(calls) > 2
    with pytest.raises(HedgekitError, match="mmap failed"):
        simulate("0 players=2", 200, engine="wasm")


def test_the_cached_module_is_used_and_checked(fresh):
    """A damaged file, or one others can write, is compiled again."""
    rules = hedgekit.rules("0 players=2")
    games = wasm.WasmKernel(rules).matches(0, 2, 0, Mind()).tolist()
    (kept,) = (fresh / "hedgekit").iterdir()
    assert wasm.is_cached()
    good = kept.read_bytes()
    for bad in (good[:-1], bytes(32) + good[32:]):
        kept.write_bytes(bad)
        wasm._runtime.cache_clear()
        assert wasm.WasmKernel(rules).matches(0, 2, 0, Mind()).tolist() == games
        assert kept.read_bytes() == good
    kept.chmod(0o666)
    assert not wasm._is_private(kept)


def test_the_module_runs_without_a_cache(fresh, monkeypatch):
    (fresh / "hedgekit").write_text("no folder")
    assert simulate("0 players=2", 5, engine="wasm") == simulate("0 players=2", 5, engine="interpreted")


# ---- turn by turn ----------------------------------------------------------------------------------------------------


@cache
def compiled():
    """Return wasmtime's engine and the compiled module; compiling takes a second."""
    return wasm._runtime()[1:]


def compare_states(text, turns, players):
    """Play a game turn by turn in both engines, and assert that every field of the state is the same."""
    rules, module, known = hedgekit.rules(text), wasm.new_instance(), wasm.manifest()
    mind = Mind([Skill.parse(player).mind for player in players])
    for at, record in wasm.initial_memory(rules, mind):
        module.write(record, at)
    size = known["state"]["bytes"]
    at = known["memory"]["states"]["offset"] + size  # the game is played in the second state
    slow = kernel(rules)
    state, row = slow.start(), [[0] * COLUMNS]
    for turn in range(turns):
        over = slow.answers.matches(5, row, 11, [None, state, None, None], mind, turns, 0, 1, 0)
        assert module.call("matches", 5, 1, 11, turns, 0, 1, 0) == over
        found = wasm.unpack_state(module.read(at, at + size), rules)
        for name, field in STATE_FIELDS.items():
            if field.lives != CALL and name in known["state"]["fields"]:
                assert getattr(found, name) == getattr(state, name), (text, turn, name)
        if over:
            return


@pytest.mark.parametrize("rules", ["0 players=2", "2+21+12", "7[again=turn]+31"])
def test_the_same_state_after_every_turn(rules):
    compare_states(rules, 30, ["greedy"] + ["random"] * 8)


@pytest.mark.soak
def test_the_same_state_after_every_turn_under_every_variant_and_in_random_sets():
    for text in (*map(str, RACES), *every_option(), *(rule_text(numbers) for numbers in larger_sets(4, 40, seed=9))):
        compare_states(text, 400, ["random"] * 9)
        compare_states(text, 60, ["lookahead:8", "greedy", "random"] * 3)


@pytest.mark.parametrize(
    ("rules", "player"),
    [("0 players=2", "montecarlo:90"), ("9+13 players=3", "lookahead:50"), ("25", "greedy"), ("0", "master:60")],
)
def test_moves_are_weighed_the_same_in_slices(rules, player, monkeypatch):
    skill, game, module = Skill.parse(player), hedgekit.Game(rules, seed=3), move_search.Weigher()
    while game.ply < 40 or game.is_chance or len(game.moves()) < 3:
        game.play(game.moves()[game.ply * 7 % len(game.moves())])
    module.begin(game.rules, game.to_weigh(5), mind_for(skill, game.rules))
    calls, found = 1, module.go_on(7)
    while found is None:
        calls, found = calls + 1, module.go_on(7)
    monkeypatch.setattr(move_search, "can_search", lambda rules: False)
    assert [(total, tries) for _, total, tries in found] == [(one.total, one.tries) for one in game.weigh(skill, 5)]
    assert calls > 5 or player == "greedy"


def test_a_running_module_plays_other_rules_at_once(monkeypatch):
    """Few games of a new rule set need no preparation, so they are not played interpreted."""
    wasm.new_instance()
    monkeypatch.setattr(runner._Run, "_play_here", lambda *_: pytest.fail("played interpreted"))
    assert simulate("5+9+27 players=3", 20, seed=7).games == 20
