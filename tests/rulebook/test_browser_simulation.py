"""What a browser is asked to simulate, and which results are accepted: only possible games of these rules."""

from __future__ import annotations

import base64
import random
import struct
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import hedgekit
from hedgekit import HedgekitError
from hedgekit.games.race.rulesets import wasm
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import Task, play
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.choosing.comparison import LIMIT, SEED, Comparison
from rulebook.stage.browser_simulation import MOST, ImpossibleResult, job, unpack_columns, worker_script

from .sheets import send

COUNT = 12
BASE = hedgekit.rules("0 players=4")
SEATS = ["random"] * 4
NAMES = OF_GAMES.raw("0123")


@cache
def raw(rules: hedgekit.RuleSet, players: tuple[str, ...], first: int, count: int) -> bytes:
    return play(Task(str(rules), players, SEED, first, count, "auto", limit=LIMIT, paired=True)).data


def columns(data: bytes, count: int) -> list[list[int]]:
    numbers = array("i", data).tolist()
    return [numbers[k : k + count] for k in range(0, len(numbers), count)]


def packed(rows: Sequence[Sequence[int]], *widths: int) -> str:
    """Return columns packed as by engine.js; widths: bytes of a number, for each column in turn."""
    kinds = {1: "B", 2: "H", 4: "i"}
    each = (*widths, *([4] * len(rows)))
    parts = (bytes([n]) + struct.pack(f"<{len(row)}{kinds[n]}", *row) for n, row in zip(each, rows, strict=False))
    return base64.b64encode(b"".join(parts)).decode()


def good() -> list[list[int]]:
    """Return the columns of honest games of the base game."""
    return columns(raw(BASE, tuple(SEATS), 0, COUNT), COUNT)


def read(rows: Sequence[Sequence[int]], players: Sequence[str] = SEATS) -> bytes:
    return unpack_columns(packed(rows), COUNT, BASE, players, LIMIT)


def altered(name: str, value: int) -> list[list[int]]:
    rows = good()
    rows[NAMES.index(name)][0] = value
    return rows


def test_a_job_has_what_wasmtime_writes_into_memory():
    """And nothing that would require a browser to know the memory's layout."""
    found = job([(BASE, SEATS, 5), (BASE, ["greedy", *SEATS[1:]], 7)], SEED, LIMIT)
    assert [part["count"] for part in found["parts"]] == [5, 7]
    assert len(found["rules"]) == 1
    for record, (place, expected) in zip(
        (found["rules"][0], found["parts"][0]["mind"]),
        wasm.initial_memory(BASE, hedgekit.games.race.engine.choice.memory.Mind([(0, 0, 0)] * 4)),
        strict=True,
    ):
        whole = [0] * (record["size"] // 4)
        for k, word in record["words"]:
            whole[k] = word
        assert (record["at"], struct.pack(f"<{len(whole)}i", *whole)) == (place, expected)
    assert base64.b64decode(found["module"].removeprefix("sha256-")).hex() == wasm.manifest()["module"]


def test_the_worker_is_a_single_script():
    """Without imports: pages load one file, and older browsers have no modules in workers."""
    assert "import " not in worker_script()
    assert "export " not in worker_script()
    assert "matches(" in worker_script()


@pytest.mark.parametrize("no", ["wasm_stale", "wasm_damaged"])
def test_without_the_module_there_is_no_job(monkeypatch, no):
    def fail() -> Any:
        raise HedgekitError(f"error.simulation.{no}", file="x")

    monkeypatch.setattr(wasm, "manifest", fail)
    assert job([(BASE, SEATS, 5)], SEED, LIMIT) is None


def test_rules_that_the_module_does_not_cover_have_no_job(monkeypatch):
    monkeypatch.setattr(wasm, "covers", lambda rules: False)
    assert job([(BASE, SEATS, 5)], SEED, LIMIT) is None


@pytest.mark.parametrize("player", ["random", "greedy", "lookahead:2"])
@pytest.mark.parametrize("number", [n for n, variant in hedgekit.VARIANTS.items() if not variant.engine])
def test_honest_games_are_accepted(number, player):
    rules = hedgekit.rules(str(number))
    players = [player] * rules.players
    data = raw(rules, tuple(players), 0, 2)
    assert unpack_columns(packed(columns(data, 2)), 2, rules, players, LIMIT) == data


def test_numbers_are_unpacked_in_any_width():
    widths = [2 if max(row) > 255 else 1 for row in good()]
    assert set(widths) == {1, 2}
    for some in ([2] * len(widths), widths):
        assert unpack_columns(packed(good(), *some), COUNT, BASE, SEATS, LIMIT) == read(good())


IMPOSSIBLE = {
    "turns": (0, -5, LIMIT + 2), "plies": (1, -1), "choices": (1, 1 << 30), "forced": (1 << 30,), "foreign": (1 << 30,),
    "leads": (1 << 30,), "end": (5, -1, 3, 4), "won": (1 << 4, -1), "weighed": (1,), "gain": (1,), "home_0": (5,),
    "home_3": (-1,),
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, one) for name, values in IMPOSSIBLE.items() for one in values])
def test_impossible_results_are_refused(name, value):
    assert read(good())
    with pytest.raises(ImpossibleResult):
        read(altered(name, value))


def test_only_players_who_look_ahead_weigh_moves():
    rows = altered("weighed", 1)
    assert read(rows, ["lookahead:10", *SEATS[1:]])
    with pytest.raises(ImpossibleResult):
        read(rows)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "x",
        "====",
        "é" * 40,
        packed([[1] * COUNT]),
        packed([*good(), [0] * COUNT]),
        packed([row[:-1] for row in good()]),
        packed([[*row, 1] for row in good()]),
        base64.b64encode(b"\3" + b"x" * 4000).decode(),
        "A" * 100_000,
    ],
)
def test_malformed_columns_are_refused(data):
    with pytest.raises(ImpossibleResult):
        unpack_columns(data, COUNT, BASE, SEATS, LIMIT)


def test_damaged_bytes_are_refused_or_are_possible_games():
    chance, honest = random.Random(5), base64.b64decode(packed(good()))
    for _ in range(300):
        damaged = bytearray(honest)
        for _ in range(chance.randrange(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            found = unpack_columns(base64.b64encode(damaged).decode(), COUNT, BASE, SEATS, LIMIT)
        except ImpossibleResult:
            continue
        assert len(found) == 4 * COUNT * len(NAMES)


def answer(comparison: Comparison, which: int, count: int) -> list[Any]:
    """Return what an honest browser sends for the next games of a part."""
    part = comparison.parts[which]
    first = part.result.games
    return [which, count, packed(columns(raw(part.rules, part.result.players, first, count), count))]


def test_browser_and_python_simulate_the_same_games():
    rules = [hedgekit.rules("26", 3), hedgekit.rules("28", 3)]
    comparisons = [Comparison(rules, "greedy", 20) for _ in range(3)]
    here, there, both = comparisons
    while not here.is_over:
        here.more()
    for which, part in enumerate(there.parts):
        there.take([answer(there, which, part.wanted)])
    for which in (1, 0, 5):
        both.take([answer(both, which, 2)])
    while not both.is_over:
        both.more()
    for text, *results in zip(rules, *(comparison.results for comparison in comparisons), strict=True):
        whole = hedgekit.Result(OF_GAMES, str(text), ["greedy"] * 3, hedgekit.__version__, columns=False)
        whole.add(SEED, 0, 20, play(Task(str(text), ("greedy",) * 3, SEED, 0, 20, "interpreted", paired=True)).data)
        assert results == [whole] * 3
    assert all(one.is_over and one.figures("en") == here.figures("en") for one in comparisons)


def test_a_message_is_accepted_completely_or_not_at_all():
    comparison = Comparison([BASE, BASE], "random", 50)
    fine, wrong = answer(comparison, 0, 3), answer(comparison, 1, 3)
    for games in ([fine, [1, 3, wrong[2][:-4]]], [fine, [99, 3, wrong[2]]], [fine, answer(comparison, 0, 48)]):
        with pytest.raises(ImpossibleResult):
            comparison.take(games)
        assert comparison.done == 0
    comparison.take([fine, wrong])
    assert [part.result.games for part in comparison.parts[:3]] == [3, 3, 0]


def test_endless_games_are_given_up_and_reported():
    """Players who evaluate within a turn never finish 37; an unfinished game takes a few seconds."""
    comparison = Comparison([hedgekit.rules("37", 4), BASE], "hasty", 3)
    for which in (0, 1):
        comparison.take([answer(comparison, which, 3)])
    figures = dict(comparison.figures("en"))
    assert comparison.results[0].ended["unfinished"] >= 1
    assert figures["unfinished"][1].startswith("0")
    assert "unfinished" not in dict(Comparison([BASE, BASE], "random", 50).figures("en"))


def started(**more: Any) -> tuple[Chooser, Any]:
    sheet = Chooser([26])
    send(sheet, do="choose", variants=[26], options={}, players=3)
    return sheet, send(sheet, do="start", **more)["run"]


def test_only_a_page_that_can_simulate_gets_a_job():
    assert started()[1]["job"] is started(counts=False)[1]["job"] is None
    sheet, run = started(counts=True)
    assert len(run["job"]["parts"]) == 2 + 2 * 2 * 3
    games = [answer(sheet.comparison, side, count) for side, count in ((0, 5), (1, 4))]
    run = send(sheet, do="counted", run=run["number"], games=games)["run"]
    assert (run["done"], len(run["figures"]["en"])) == (9, 3)
    assert {one["measure"] for one in run["bars"]} == {"length"}
    assert send(sheet, do="stop")["run"]["job"] is None


def test_after_an_impossible_result_python_plays_on():
    sheet, run = started(counts=True)
    send(sheet, do="counted", run=run["number"], games=[answer(sheet.comparison, 0, 5)])
    run = send(sheet, do="counted", run=run["number"], games=[[0, 5, "AAAA"]])["run"]
    assert (run["done"], run["job"]) == (5, None)
    good = answer(sheet.comparison, 0, 5)
    assert send(sheet, do="counted", run=run["number"], games=[good])["run"]["done"] == 5
    assert send(sheet, do="more")["run"]["done"] > 5


def test_late_results_are_ignored():
    sheet, run = started(counts=True)
    late = answer(sheet.comparison, 0, 5)
    send(sheet, do="start", counts=True)
    assert send(sheet, do="counted", run=run["number"], games=[late])["run"]["done"] == 0
    send(sheet, do="stop")
    assert send(sheet, do="counted", run=run["number"] + 1, games=[late])["run"]["done"] == 0
    send(sheet, do="choose", variants=[], options={}, players=3)
    assert send(sheet, do="counted", run=run["number"] + 1, games=[late])["run"] is None


@pytest.mark.parametrize(
    "games",
    [
        None, 5, "x", {}, [5], [[0, 5]], [[0, 5, "A", 1]], [["0", 5, "A"]], [[0, True, "A"]], [[0, 0, "A"]],
        [[-1, 5, "A"]], [[0, 10**9, "A"]], [[0, 5, 7]], [[0, 5, "A" * 300_000]], [[0, 1.5, "A"]],
        [[0, 1, "A"]] * (MOST + 1),
    ],
)  # fmt: skip
def test_a_malformed_message_is_an_error(games):
    sheet, run = started(counts=True)
    view = send(sheet, do="counted", run=run["number"], games=games)
    assert view["error"]
    assert view["run"]["done"] == 0
    assert view["run"]["job"]
