"""Simulations: the same numbers whoever plays them, stopping, and what is refused."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import hedgekit
from hedgekit import HedgekitError, NotationError, simulate, simulate_series
from hedgekit.kernel import kernel
from hedgekit.search import ENDS, HOMES, MEASURES, POINTS, Mind
from hedgekit.series import Score
from hedgekit.simulation import tasks

WON = MEASURES.index("won")
needs_numba = pytest.mark.skipif(not tasks.has_compiler(), reason="numba (hedgekit[fast]) is not installed")
RULES, PLAYERS, GAMES, SEED = "0 players=2", ("greedy", "random"), 90, 7


@pytest.fixture(scope="module")
def played():
    """What the calling thread makes of it, interpreted."""
    return simulate(RULES, GAMES, PLAYERS, SEED, engine="interpreted")


def test_the_measures_are_those_of_the_engine(played):
    rows = kernel(hedgekit.rules(RULES)).matches(0, GAMES, SEED, Mind([(1, 0, 0), (0, 0, 0)]))
    for k, name in enumerate(MEASURES):
        assert list(played[name]) == [row[k] for row in rows], name
    assert [list(home) for home in played["home"]] == [row[HOMES : HOMES + 2] for row in rows]
    assert played.mean("turns") == pytest.approx(sum(row[0] for row in rows) / GAMES)
    assert played.complete
    assert played.games == GAMES


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_play_the_same_games(played, workers):
    with ThreadPoolExecutor(workers) as pool:
        assert simulate(RULES, GAMES, PLAYERS, SEED, pool, engine="interpreted") == played


def test_processes_play_the_same_games_and_one_that_is_killed_loses_nothing(played):
    killed = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:

        def progress(done, total):
            if done and not killed:
                killed.append(next(iter(pool._processes)))
                os.kill(killed[0], signal.SIGKILL)

        assert simulate(RULES, GAMES, PLAYERS, SEED, pool, progress, engine="interpreted") == played
    assert killed


class Losing(Executor):
    """Loses every task the first time, as a cluster does whose worker dies; the rest comes in the wrong order."""

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


def test_what_is_lost_or_late_is_played_again_and_put_in_order(played):
    assert simulate(RULES, GAMES, PLAYERS, SEED, Losing(), engine="interpreted") == played


def test_what_is_always_lost_is_given_up_with_a_sentence():
    class Dead(Executor):
        def submit(self, function, task):
            future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(HedgekitError, match="were given to 5 workers"):
        simulate(RULES, 3, executor=Dead())


def test_a_mistake_in_a_worker_is_not_taken_for_a_lost_one():
    class Failing(Executor):
        def submit(self, function, task):
            future = Future()
            future.set_exception(ZeroDivisionError())
            return future

    with pytest.raises(ZeroDivisionError):
        simulate(RULES, 3, executor=Failing())


@needs_numba
def test_the_compiled_engine_plays_the_same_games(played):
    said = []
    compiled = simulate(RULES, GAMES, PLAYERS, SEED, engine="compiled", status=said.append)
    assert compiled == played
    assert all(note.key == "simulation.status.compiling" for note in said)
    assert simulate(RULES, GAMES, PLAYERS, SEED) == played  # ready now: auto takes it
    with ThreadPoolExecutor(2) as pool:
        assert simulate(RULES, GAMES, PLAYERS, SEED, pool, engine="compiled") == played


@needs_numba
def test_compiled_is_gone_over_to_in_the_middle(monkeypatch):
    """Interpreted first, compiled as soon as that is ready: nobody sees where."""
    games, engines = 20_000, []

    def play(task):
        engines.append(task.engine)
        return tasks.play(task)

    monkeypatch.setattr("hedgekit.simulation.running.play", play)
    monkeypatch.setattr("hedgekit.simulation.running.PATIENCE", 0.0)
    monkeypatch.setattr("hedgekit.simulation.running.WORTH_COMPILING", 0.0)
    monkeypatch.setattr("hedgekit.simulation.running.WORTH_LOADING", 0.0)
    monkeypatch.setattr(tasks, "_natives", {})
    result = simulate(RULES, games)
    assert engines[0] == "interpreted"
    assert engines[-1] == "compiled"
    assert engines == sorted(engines, reverse=True)
    assert result == simulate(RULES, games, engine="compiled")


def test_without_numba_auto_is_interpreted_and_compiled_is_refused(played, monkeypatch):
    monkeypatch.setattr("hedgekit.simulation.running.has_compiler", lambda: False)
    assert simulate(RULES, GAMES, PLAYERS, SEED) == played
    monkeypatch.setattr("hedgekit.simulation.running.is_ready", lambda *_: False)
    monkeypatch.setitem(sys.modules, "hedgekit.native", None)
    with pytest.raises(HedgekitError, match="hedgekit\\[fast\\]"):
        simulate(RULES, GAMES, engine="compiled")


def test_progress_counts_up_to_all():
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
    assert result == _cut_short(simulate(RULES, result.games, engine="interpreted"))
    nothing = simulate(RULES, 10, cancel=lambda: True)
    assert nothing.games == 0
    with pytest.raises(HedgekitError, match="No game"):
        nothing.mean("turns")
    assert "Cut short" in str(nothing.table())


def _cut_short(result):
    result.complete = False
    return result


def test_cancelling_does_not_wait_for_what_is_not_begun():
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        result = simulate(
            *(RULES, 10**6, "random", 0, pool),
            cancel=stop,
            progress=lambda done, _: done and stop.set(),
            engine="interpreted",
        )
    assert 0 < result.games < 10**4


def test_it_ends_when_precise_enough_at_the_same_game_for_everybody():
    """Looked at in order of the games: not at what happens to have come."""
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


def test_the_last_player_named_takes_the_seats_that_are_left():
    assert simulate("0", 1, ("greedy", "random")).players == ("greedy", "random", "random", "random")
    assert simulate("0", 1, "greedy,random,greedy").players == ("greedy", "random", "greedy", "greedy")


@pytest.mark.parametrize(
    ("arguments", "named", "said"),
    [
        (("40 players=2", 1), {}, "Carrom"),
        (("0", 0), {}, "number of games"),
        (("0", 1.5), {}, "number of games"),
        (("0", True), {}, "number of games"),
        (("0", float("nan")), {}, "number of games"),
        (("0", 1, "nobody"), {}, "no player called nobody"),
        (("0", 1, "lookahead:20ms"), {}, "by the clock"),
        (("0", 1, ()), {}, "No player"),
        (("0 players=2", 1, "random,random,random"), {}, "More players"),
        (("0", 1, "random", -1), {}, "seed"),
        (("0", 1, "random", 1 << 24), {}, "seed"),
        (("0", 1), {"engine": "steam"}, "no engine steam"),
        (("0", 1), {"threads": 0}, "threads"),
        (("0", 1), {"precise": {"turns": 0}}, "precise"),
        (("0", 1), {"precise": {"won": 1}}, "precise"),
    ],
)
def test_what_cannot_be_is_one_sentence_in_every_language(arguments, named, said):
    with pytest.raises(HedgekitError, match=said) as no:
        simulate(*arguments, **named)
    assert no.value.text("fr") != str(no.value)


def test_rules_that_are_none_are_refused_as_anywhere():
    with pytest.raises(NotationError):
        simulate("99", 1)


# ---- series ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["18 players=3", "19 players=2", "20[rounds=3] players=3", "22", "25 players=3"])
def test_series_end_where_their_rules_say(rules):
    """Each of the first series, played over game by game: who began last begins no more."""
    result = simulate_series(rules, 6, "random", 3, engine="interpreted")
    ruleset = hedgekit.rules(rules)
    engine, mind = kernel(ruleset), Mind([(0, 0, 0)] * ruleset.players)
    for number in range(6):
        score, turns = Score(ruleset), 0
        while not score.is_over and score.games < 99:
            row = engine.matches(score.games * tasks.SERIES + number, 1, 3, mind)[0]
            seat_of = [(k + score.games) % ruleset.players for k in range(ruleset.players)]
            points = [0] * ruleset.players
            for k, seat in enumerate(seat_of):
                points[seat] = row[POINTS + k]
            score.count([seat for k, seat in enumerate(seat_of) if row[WON] >> k & 1], points)
            turns += row[0]
        assert result["games"][number] == score.games
        assert result["turns"][number] == turns
        assert list(result["score"][number]) == score.scores
        assert result["won"][number] == sum(1 << seat for seat in score.leaders)
    assert set(result.ended) == {"won"}


def test_series_are_the_same_in_threads():
    with ThreadPoolExecutor(2) as pool:
        parallel = simulate_series("19 players=3", 16, PLAYERS, 2, pool, engine="interpreted")
    alone = simulate_series("19 players=3", 16, PLAYERS, 2, engine="interpreted")
    assert parallel == alone
    assert alone.share("A") > 0.4  # the greedy one keeps his seat while the first move goes round


def test_a_series_of_tennis_counts_sets_and_a_hopeless_one_is_given_up(monkeypatch):
    tennis = simulate_series("24", 3, engine="interpreted")
    assert all(max(score) == 2 for score in tennis["score"])
    assert min(tennis["games"]) >= 12
    monkeypatch.setattr(tasks, "LONGEST", 4)
    given_up = simulate_series("18[target=900] players=2", 2, engine="interpreted")
    assert given_up.ended == {ENDS[4]: 2}
    assert list(given_up["winner"]) == [-1, -1]


@pytest.mark.parametrize("rules", ["0", "2"])
def test_without_a_rule_that_ends_it_there_is_no_series(rules):
    with pytest.raises(HedgekitError, match="no rule that ends a series"):
        simulate_series(rules, 1)


def test_importing_hedgekit_imports_no_simulation():
    code = "import sys, hedgekit; print('hedgekit.simulation' in sys.modules, hedgekit.simulate.__name__)"
    root = str(Path(hedgekit.__file__).parents[1])
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "simulate"]
