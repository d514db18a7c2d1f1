"""Simulations: reproducibility, executors, stopping and errors; for WebAssembly see test_wasm.py."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context

import pytest

import hedgekit
from hedgekit import HedgekitError, Series, simulate, simulate_series
from hedgekit.games.race.engine.choice.memory import Mind
from hedgekit.games.race.engine.matches import ENDS, HOMES, MEASURES
from hedgekit.games.race.engine.playouts import seeded
from hedgekit.games.race.rulesets.engines import Kernel, kernel
from hedgekit.simulation import runner, workers
from hedgekit.simulation.measures import SERIES_OF_A_SEED
from tests.hedgekit.checked_games import RACES, larger_sets, rule_text

RULES, PLAYERS, GAMES, SEED = "0 players=2", ("greedy", "random"), 50, 7


@pytest.fixture(scope="module")
def played():
    """Return the result of the calling thread, interpreted."""
    return simulate(RULES, GAMES, PLAYERS, SEED, engine="interpreted")


def test_steps_counted_by_move_agree_with_the_board():
    """The leader is found from steps counted move by move, under every variant and random sets."""
    for text in [
        "0",
        *map(str, RACES),
        *(rule_text(numbers) for size in (2, 4) for numbers in larger_sets(size, 8, size)),
    ]:
        engine = Kernel(hedgekit.rules(text))
        leader, count, looks = engine.answers.leader, engine.answers.count_steps, []

        def looked(s, mind, leader=leader, count=count, looks=looks):
            found, kept = leader(s, mind), mind.steps[:]
            count(s, mind)
            looks.append(kept == mind.steps)
            return found

        engine.answers.leader = looked
        engine.matches(0, 1, 5, Mind(), 120)
        assert looks, text
        assert all(looks), text


def test_measures_come_from_the_engine(played):
    rows = kernel(hedgekit.rules(RULES)).matches(0, GAMES, SEED, Mind([(1, 0, 0), (0, 0, 0)]))
    for k, name in enumerate(MEASURES):
        assert list(played[name]) == [row[k] for row in rows], name
    assert [list(home) for home in played["home"]] == [row[HOMES : HOMES + 2] for row in rows]
    assert played.mean("turns") == pytest.approx(sum(row[0] for row in rows) / GAMES)
    assert played.complete
    assert played.games == GAMES


def test_a_killed_process_does_not_change_the_result(played):
    killed = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:

        def progress(done, total):
            if done and not killed:
                killed.append(next(iter(pool._processes)))
                os.kill(killed[0], signal.SIGKILL)

        assert simulate(RULES, GAMES, PLAYERS, SEED, pool, progress, engine="interpreted") == played
    assert killed


class Losing(Executor):
    """Loses every task the first time, like a cluster whose worker dies, and returns the others out of order."""

    def __init__(self):
        self.given, self.kept = set(), []

    def submit(self, function, task):
        future = Future()
        if task.first not in self.given:
            self.given.add(task.first)
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            self.kept.append((future, task))
            threading.Timer(0.02, self.last, (function,)).start()
        return future

    def last(self, function):
        future, task = self.kept.pop()
        future.set_result(function(task))


def test_lost_tasks_are_repeated_and_late_ones_sorted(played):
    assert simulate(RULES, GAMES, PLAYERS, SEED, Losing(), engine="interpreted") == played


class Failing(Executor):
    """Loses every task, or fails with an error."""

    def __init__(self, error=None):
        self.error = error

    def submit(self, function, task):
        future = Future()
        if self.error:
            future.set_exception(self.error)
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


def test_tasks_lost_five_times_are_given_up_and_errors_are_raised():
    with pytest.raises(HedgekitError, match="were given to workers 5 times"):
        simulate(RULES, 3, executor=Failing())
    with pytest.raises(ZeroDivisionError):
        simulate(RULES, 3, executor=Failing(ZeroDivisionError()))


@pytest.mark.parametrize("engine", ["compiled", "universal"])
def test_a_former_engine_is_refused_naming_the_present_one(engine):
    """The engines of numba are gone; the module plays the same games."""
    with pytest.raises(HedgekitError, match=f"The engine {engine} is gone: use wasm"):
        simulate(RULES, GAMES, engine=engine)


def test_auto_is_interpreted_where_webassembly_cannot_play(played, monkeypatch):
    monkeypatch.setattr("hedgekit.simulation.runner.wasm.can_play", lambda _: False)
    assert simulate(RULES, GAMES, PLAYERS, SEED) == played


def test_simulations_run_without_threads():
    """Python in a browser has no `time.thread_time` and cannot start threads."""
    code = (
        "import sys, threading, time; del time.thread_time; threading.Thread.start = None;"
        "sys.modules['wasmtime'] = None; import hedgekit;"
        "print(hedgekit.simulate('26 players=2', 20, ('greedy', 'random')).games)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("20\n", "")


def test_progress_counts_up_to_the_total():
    seen = []
    simulate(RULES, 40, progress=lambda done, total: seen.append((done, total)), engine="interpreted")
    assert seen[0] == (0, 40)
    assert seen[-1] == (40, 40)
    assert seen == sorted(seen)


def test_cancelling_returns_the_first_games():
    stop = threading.Event()
    result = simulate(
        RULES, 10**6, cancel=stop, progress=lambda done, _: done >= 30 and stop.set(), engine="interpreted"
    )
    assert not result.complete
    assert result.games >= 30
    expected = simulate(RULES, result.games, engine="interpreted")
    expected.complete = False
    assert result == expected
    for players, late in product(("random", "lookahead:9999"), (0, 1)):  # at once, or during the first game
        cancelled = partial(next, iter([False] * late), True)
        nothing = simulate(RULES, 10, players, cancel=cancelled, engine="interpreted")
        assert (nothing.complete, nothing.games) == (False, 0)
        with pytest.raises(HedgekitError, match="No game"):
            nothing.mean("turns")
        assert "No game" in str(nothing.table())
        assert not [name for name in ("turns", "rank", "winner", "share_A", "forced_share") if len(nothing[name])]


def test_cancelling_does_not_wait_for_tasks_not_begun():
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        given = {"cancel": stop, "progress": lambda done, _: done and stop.set(), "engine": "interpreted"}
        result = simulate(RULES, 10**6, "random", 0, pool, **given)
    assert 0 < result.games < 10**4
    submitted = []

    class Idle(Executor):
        def submit(self, function, task):
            submitted.append(task)
            return Future()

    simulate(RULES, 10**6, "lookahead", 0, Idle(), cancel=lambda: bool(submitted), engine="interpreted")
    assert len(submitted) == runner.IN_FLIGHT, "not all 100,000 tasks, which would take a minute"


def test_a_precise_simulation_ends_at_the_same_game_on_any_executor():
    """Precision is checked in the order of games, not of arrival."""
    one = simulate(RULES, 10**6, "random", 1, precise={"turns": 3.2}, engine="interpreted")
    low, high = one.interval("turns")
    assert one.complete
    assert high - low <= 6.4
    before = simulate(RULES, one.games * 4 // 5, "random", 1, engine="interpreted").interval("turns")
    assert before[1] - before[0] > 6.4
    with ThreadPoolExecutor(3) as pool:
        other = simulate(RULES, 10**6, "random", 1, pool, precise={"turns": 3.2}, engine="interpreted")
    assert other == one
    assert simulate(RULES, 50, precise={"turns": 1e-6}, engine="interpreted").games == 50


def test_the_last_player_takes_the_remaining_seats():
    assert simulate("0", 1, ("greedy", "random")).players == ("greedy", "random", "random", "random")
    assert simulate("0", 1, "greedy,random,greedy").players == ("greedy", "random", "greedy", "greedy")


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        (("0", 1.5), {}, "number of games"),
        (("0", True), {}, "number of games"),
        (("0", float("nan")), {}, "number of games"),
        (("0", 1, ()), {}, "No player"),
        (("0 players=2", 1, "random,random,random"), {}, "More players"),
        (("0", 1, "random", -1), {}, "seed"),
        (("0", 1, "random", 1 << 63), {}, "seed"),
        (("0", 1), {"precise": {"turns": 0}}, "precise"),
        (("0", 1), {"precise": {"turns": float("nan")}}, "precise"),
        (("0", 1), {"precise": "turns"}, "precise"),
        (("0", 1), {"precise": {"won": 1}}, "precise"),
        (("0", 1), {"precise": 5}, "precise"),
        (("0", 1), {"players": 5}, "5 is not a player"),
        (("0", 1), {"players": None}, "None is not a player"),
        (("0", 1), {"players": [None]}, "None is not a player"),
        (("0", 1), {"executor": 3}, "concurrent.futures"),
        (("0", 1), {"progress": 3}, "progress must be a function"),
        (("0", 1), {"cancel": 3}, "cancel must be a function"),
        (("0", 1), {"status": 3}, "status must be a function"),
        (("99", 1), {}, "no variant 99"),
    ],
)
def test_invalid_arguments_are_refused_in_every_language(arguments, keywords, message):
    """Errors of the command line are in commands.txt."""
    with pytest.raises(HedgekitError, match=message) as no:
        simulate(*arguments, **keywords)
    assert no.value.text("fr") != str(no.value)


# ---- series ----------------------------------------------------------------------------------------------------------


def _played_over(rules, seed, number):
    """Play a series at random with a simulation's dice; return it and its number of turns."""
    series = Series(rules)
    while True:
        game, ask = series.game, series.game.answers
        rng = seeded(seed, (len(series.games) - 1) * SERIES_OF_A_SEED + number)
        while not game.is_over:
            s = game.state.copy()
            s.rng = rng
            if game.is_chance:
                packed = ask.toss(s)
            else:
                count = ask.list_moves(s)
                packed = s.moves[ask.draw(s, count) if count > 1 else 0]
            rng = s.rng
            game.play(next(move for move, found in game._list().values() if found == packed))
        if series.is_over:
            return series, sum(one.state.turn_count for one in series.games)
        series.next_game()


@pytest.mark.parametrize("rules", ["18 players=3", "20[rounds=3] players=3", "22", "25+34", "19+34"])
def test_a_simulated_series_equals_one_played_move_by_move(rules):
    """The first move rotates, and players keep their seats, under 34 with the direction of play."""
    result = simulate_series(rules, 3, "random", 3, engine="interpreted")
    for number in range(3):
        series, turns = _played_over(rules, 3, number)
        assert result["games"][number] == len(series.games) > 1
        assert result["turns"][number] == turns
        assert list(result["score"][number]) == list(series.scores.values())
        assert result["won"][number] == sum(1 << result.seats.index(seat) for seat in series.winners)
    assert set(result.ended) == {"won"}


def test_players_keep_their_seats_while_the_first_move_rotates():
    assert simulate_series("19 players=3", 16, PLAYERS, 2, engine="interpreted").share("A") > 0.4


def test_tennis_counts_sets_and_an_endless_series_is_given_up(monkeypatch):
    tennis = simulate_series("24", 3, engine="interpreted")
    assert all(max(score) == 2 for score in tennis["score"])
    assert min(tennis["games"]) >= 12
    monkeypatch.setattr(workers, "LONGEST_SERIES", 4)
    given_up = simulate_series("18[target=900] players=2", 2, engine="interpreted")
    assert given_up.ended == {ENDS[4]: 2}
    assert list(given_up["winner"]) == [-1, -1]
