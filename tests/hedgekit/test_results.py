"""Results: estimates compared with known figures, merging, tables, plots, JSON."""

import json
import math
import random
import sys
import xml.etree.ElementTree as ET
from array import array
from collections import Counter

import pytest

from hedgekit import HedgekitError, NotationError, Result, simulate, simulate_series
from hedgekit.simulation import estimates
from hedgekit.simulation.columns import MANY
from hedgekit.simulation.counts import count_columns
from hedgekit.simulation.estimates import student_quantile
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.runner import FIRST_LOOK, next_look
from tools.significance import holm, p_above

RULES = "0 players=3"


@pytest.fixture(scope="module")
def result():
    return simulate(RULES, 120, ("greedy", "random"), 5)


@pytest.fixture(scope="module")
def spies():
    """Return a result with points, which 2 has."""
    return simulate("2 players=4", 40, seed=1)


# ---- estimates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("freedom", "tabled"), [(3, 3.1824), (4, 2.7764), (9, 2.2622), (29, 2.0452), (999, 1.9623)])
def test_quantiles_of_student_match_the_tables(freedom, tabled):
    assert estimates.student_quantile(0.95, freedom) == pytest.approx(tabled, rel=2e-3)


def test_a_mean_and_its_interval_by_hand():
    """1, 2, 3, 4, 5: mean 3, standard error sqrt(2.5 / 5), t with 4 degrees 2.7764."""
    tally = dict.fromkeys(range(1, 6), 1)
    half = 2.7764 * math.sqrt(0.5)
    assert estimates.mean_interval(tally, 0.95) == pytest.approx((3 - half, 3 + half), rel=1e-3)
    assert estimates.mean_interval({4: 3}, 0.95) == estimates.UNKNOWN


def test_quantiles_of_a_tally():
    assert [estimates.quantile({1: 5, 2: 4, 9: 1}, share) for share in (0.0, 0.5, 0.51, 0.9, 1.0)] == [1, 1, 2, 2, 9]


def test_wilson_by_hand():
    """10 of 100: 5.52 % to 17.44 %; 0 of 10: up to 27.75 % (Newcombe 1998 has such figures)."""
    assert estimates.wilson(10, 100, 0.95) == pytest.approx((0.0552, 0.1744), abs=5e-5)
    assert estimates.wilson(0, 10, 0.95) == pytest.approx((0.0, 0.2775), abs=5e-5)


def test_intervals_have_their_nominal_coverage():
    """Of 700 intervals of a ratio from 60 values each, 93 % to 97 % contain the true 2.5."""
    rng, held = random.Random(1), 0
    for _ in range(700):
        below = [rng.randint(5, 15) for _ in range(60)]
        above = [sum(rng.choice((1, 4)) for _ in range(n)) for n in below]
        products = sum(a * b for a, b in zip(above, below, strict=True))
        tallies = [{v: column.count(v) for v in column} for column in (above, below)]
        low, high = estimates.ratio_interval(*tallies, products, 0.95)
        held += low <= 2.5 <= high
    assert 0.93 <= held / 700 <= 0.97


# ---- measures --------------------------------------------------------------------------------------------------------


def test_summaries_agree_with_the_columns(result):
    turns = sorted(result["turns"])
    assert result.mean("turns") == pytest.approx(sum(turns) / 120)
    assert result.quantile("turns", 0.5) == turns[59]
    spread = sum((t - result.mean("turns")) ** 2 for t in turns) / 119
    assert result.deviation("turns") == pytest.approx(math.sqrt(spread))
    assert result.mean("choices_per_decision") == pytest.approx(sum(result["choices"]) / sum(result["decisions"]))
    assert result["choices_per_turn"][3] == pytest.approx(result["choices"][3] / result["turns"][3])
    assert list(result["moves"]) == [d + f for d, f in zip(result["decisions"], result["forced"], strict=True)]
    assert sum(result.tally("winner").values()) == sum(result.ended.values()) == 120
    for game, rank in zip(result["home"], result["rank"], strict=True):
        assert list(rank) == [1 + sum(other > mine for other in game) for mine in game]
    assert list(result.home("B")) == [game[1] for game in result["home"]]


def test_shares_add_up_and_shared_wins_count_as_fractions(result, spies):
    assert sum(map(result.share, result.seats)) == pytest.approx(1)
    assert result.tally("winner")[0] == round(result.share("A") * 120)
    assert sum(map(spies.share, spies.seats)) == pytest.approx(1)
    assert simulate("hekla", 6).interval("forced_share")[0] == 0, "the interval of a small share does not go below 0"
    shared = [k for k, winner in enumerate(spies["winner"]) if winner == -1]
    assert shared  # under 2 several may win
    assert all(0 < sum(spies[f"share_{seat}"][k] > 0 for seat in "ABCD") != 1 for k in shared)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda r: r["luck"], "luck is measured; there are: turns"),
        (lambda r: r.mean("luck"), "luck is measured; there are: turns"),
        (lambda r: r.tally("luck"), "luck is measured; there are: turns"),
        (lambda r: r.plot("luck"), "luck"),
        (lambda r: r.mean("won"), "won"),
        (lambda r: r.deviation("forced_share"), "quotient"),
        (lambda r: r.interval("turns", 95), "level"),
        (lambda r: r[["turns"]], "is measured"),
        (lambda r: r[0], "is measured"),
        (lambda r: r.tally(["turns"]), "is measured"),
        (lambda r: r.mean(["turns"]), "is measured"),
        (lambda r: r.interval("turns", "x"), "level"),
        (lambda r: r.interval("turns", math.nan), "level"),
        (lambda r: r.quantile("turns", "x"), "share of a quantile"),
        (lambda r: r.quantile("turns", 2), "share of a quantile"),
        (lambda r: r.quantile("turns", -1), "share of a quantile"),
        (lambda r: r.quantile("turns", math.nan), "share of a quantile"),
        (lambda r: r.share(5), "is measured"),
        (lambda r: r.plot(5), "is measured"),
        (lambda r: r.plot("turns", others=["x"]), "only be merged"),
        (lambda r: r.plot("turns", others=5), "only be merged"),
        (lambda r: r.plot("turns", labels=5), "Labels"),
        (lambda r: r.plot("turns", language="xx"), "no language xx"),
        (lambda r: r.table("xx"), "no language xx"),
        (lambda r: r.table(["en"]), "no language"),
        (lambda r: r.merge("x"), "only be merged"),
        (lambda r: r.merge(None), "only be merged"),
    ],
)
def test_invalid_queries_are_refused_in_every_language(result, call, message):
    with pytest.raises(HedgekitError, match=message) as no:
        call(result)
    assert no.value.text("fr") != str(no.value)


def test_summaries_are_the_same_without_columns(result):
    lean = simulate(RULES, 120, ("greedy", "random"), 5, columns=False)
    assert lean == result
    assert lean.to_json() == result.to_json()
    with pytest.raises(HedgekitError, match="not kept"):
        lean["turns"]


def test_results_are_the_same_without_numpy(result, monkeypatch):
    pytest.importorskip("numpy")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "numpy", None)
        plain = simulate(RULES, 120, ("greedy", "random"), 5)
        names = (*plain.measures, "end", "won", "winner", "home", "rank")
        columns = {name: [list(v) if isinstance(v, tuple) else v for v in plain[name]] for name in names}
    import numpy as np

    assert plain == result
    for name, column in columns.items():
        assert isinstance(result[name], np.ndarray)
        assert result[name].tolist() == column, name
    assert result["home"].shape == (120, 3)


def test_many_games_are_counted_alike_with_and_without_numpy(monkeypatch):
    pytest.importorskip("numpy")
    source, columns = random.Random(7), len(OF_GAMES.raw("ABC"))
    values = [source.choice((0, 1, 4, -300, 10**6)) for _ in range(MANY * columns)]
    data = array("i", values).tobytes()
    found = count_columns(OF_GAMES, "ABC", MANY, data)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert found == count_columns(OF_GAMES, "ABC", MANY, data)
    assert {type(value) for tally in found[0].values() for value in tally} == {int}


# ---- merging ---------------------------------------------------------------------------------------------------------


def test_only_results_of_other_seeds_are_merged(result):
    other = simulate(RULES, 60, ("greedy", "random"), 6)
    both = result + other
    assert both == other.merge(result)
    assert both.games == 180
    assert both.blocks == ((5, 0, 120), (6, 0, 60))
    assert list(both["turns"]) == [*result["turns"], *other["turns"]]
    assert both.mean("turns") == pytest.approx((120 * result.mean("turns") + 60 * other.mean("turns")) / 180)
    with pytest.raises(HedgekitError, match="counted twice"):
        both.merge(result)
    with pytest.raises(HedgekitError, match="different rules"):
        result.merge(simulate("0 players=2", 2))
    with pytest.raises(HedgekitError, match="different players"):
        result.merge(simulate(RULES, 2))
    with pytest.raises(HedgekitError, match="Games and series"):
        result.merge(simulate_series("19", 1))
    later = Result.from_json(other.to_json().replace(f'"version": "{other.version}"', '"version": "99"'))
    with pytest.raises(HedgekitError, match="different versions"):
        result.merge(later)


# ---- JSON ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [False, True])
def test_json_reads_back(result, columns):
    """Here it is a merged result of two seeds."""
    result += simulate(RULES, 20, ("greedy", "random"), 6)
    text = result.to_json(columns)
    read = Result.from_json(text)
    assert read == result
    assert read.to_json(columns) == text
    assert json.loads(text)["summary"]["turns"]["mean"] == result.mean("turns")
    assert read.interval("forced_share") == result.interval("forced_share")
    if columns:
        assert list(read["turns"]) == list(result["turns"])


def test_a_result_of_series_reads_back():
    series = simulate_series("19 players=2", 5)
    assert Result.from_json(series.to_json()) == series


def _changed(text, **values):
    return json.dumps(json.loads(text) | values)


def test_invalid_json_is_refused(result):
    text = result.to_json()
    data = json.loads(text)
    wrong = [
        *("", "[]", "{}", "nonsense", "[" * 100000, None, text[:-1]),
        _changed(text, format="other"),
        _changed(text, schema=99),
        _changed(text, kind="dream"),
        _changed(text, players=[]),
        _changed(text, blocks=[[5, 0, 119]]),
        _changed(text, blocks=[[5, -1, 120]]),
        _changed(text, games=119),
        _changed(text, tallies={}),
        _changed(text, tallies=data["tallies"] | {"turns": [[1, -1], [2, 121]]}),
        _changed(text, tallies=data["tallies"] | {"turns": [[0.5, 120]]}),
        _changed(text, products=[]),
        _changed(text, columns={}),
        *(_changed(text, rules=rules) for rules in ("no rules", "99", "40 players=2", "0 players=2", "3+0", 5, None)),
        _changed(text, kind="sister"),
        _changed(text, kind="series"),
        _changed(simulate("0 players=2", 4).to_json(), rules="40 players=2"),
        _changed(simulate_series("19 players=2", 1).to_json(), rules="0 players=2"),
        *(_changed(text, players=players) for players in (["greedy"] * 2, ["greedy"] * 4, ["x"] * 3, "greedy", 3)),
        _changed(text, players=["lookahead:20ms"] * 3),
        _changed(text, blocks=[[5, 0, 60], [5, 59, 60]]),
        _changed(text, blocks=[[5, 0, 120], [6, 0, 0]]),
        *(_changed(text, blocks=[block]) for block in ([1 << 63, 0, 120], [-1, 0, 120], [5, 1 << 32, 120], [5, 120])),
        _changed(text, blocks=[[5, 0, 10**400]], games=10**400),
        *(_tallied(data, name, value) for name, value in IMPOSSIBLE),
        *(_changed(text, products=[[*pair, n] for *pair, _ in data["products"]]) for n in (-1, 10**400)),
    ]
    for one in wrong:
        with pytest.raises(NotationError) as no:
            Result.from_json(one)
        assert no.value.text("fr") != str(no.value)
    whole = result.to_json(columns=True)
    for name, value in IMPOSSIBLE:
        column = json.loads(whole)["columns"]
        if name in column:
            column[name][7] = value
            with pytest.raises(NotationError):
                Result.from_json(_changed(whole, columns=column))


IMPOSSIBLE = [
    *(("won", value) for value in (10**6, 8, -5, 10**400)),
    *(("end", value) for value in (99, 5, -1)),
    *(("turns", value) for value in (-1, 1 << 31)),
    *(("rank_A", value) for value in (0, 4)),
    ("home_B", -1),
]


def _tallied(data, name, value):
    """Return JSON in which one game has this value."""
    tally = dict(map(tuple, data["tallies"][name]))
    tally[next(iter(tally))] -= 1
    changed = [*([v, n] for v, n in tally.items() if n), [value, 1]]
    return _changed(json.dumps(data), tallies=data["tallies"] | {name: changed})


# ---- tables and plots ------------------------------------------------------------------------------------------------


def test_tables_in_text_and_html(result, spies):
    english, french = str(result.table()), str(result.table("fr"))
    mean = f"{result.mean('turns'):.1f}"
    assert mean in english
    assert mean.replace(".", ",") in french
    assert "A greedy" in english
    assert "points" not in english
    assert "points" in str(spies.table())
    html = result._repr_html_()
    assert mean in html
    assert ET.fromstring(f"<div>{html}</div>").findall(".//caption")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_plots_are_svg_with_title_and_description(result, language):
    for measure in ("turns", "share", "home_A", "leads"):
        figure = result.plot(measure, language=language)
        svg = ET.fromstring(figure)
        parts = {child.tag.rpartition("}")[2]: child for child in svg}
        assert parts["title"].text
        assert RULES in parts["desc"].text
        assert svg.get("aria-labelledby").split() == [parts["title"].get("id"), parts["desc"].get("id")]
        assert "currentColor" in figure


def test_bars_of_a_histogram_are_proportional_to_the_tally(result):
    """home_A has the values 0 to 3."""
    svg = ET.fromstring(result.plot("home_A"))
    bars = [r for r in svg.iter("{http://www.w3.org/2000/svg}rect") if r.get("class") == "v"]
    tally = result.tally("home_A")
    assert len(bars) == len(tally)
    most = max(tally.values())
    for bar, count in zip(bars, tally.values(), strict=True):
        assert float(bar.get("height")) == pytest.approx(170 * count / most, abs=0.06)


def test_a_plot_labels_several_results(result):
    other = simulate("15 players=3", 50, ("greedy", "random"), 5)
    random_only = simulate(RULES, 50, "random", 5)
    assert "15 players=3" in result.plot("turns", [other])
    assert f"{RULES}, greedy, random, random" in result.plot("share", [other, random_only])
    assert "mine &lt;b&gt;" in result.plot("turns", [other], labels=["mine <b>", "theirs"])
    with pytest.raises(HedgekitError, match="labels"):
        result.plot("turns", [other], labels=["one"])
    with pytest.raises(HedgekitError, match="Games and series"):
        result.plot("turns", [simulate_series("19", 1)])


# ---- heavy tails -----------------------------------------------------------------------------------------------------


def test_intervals_after_sequential_stopping_hold_for_heavy_tails():
    """Lognormal values (sigma 1.5), stopped at ±30 % of the mean: usual intervals hold four times in five."""
    source, true = random.Random(1), 20 * math.exp(1.125)
    held = usual = 0
    for _ in range(120):
        tally, look = Counter(), FIRST_LOOK
        stopped = False
        while True:
            tally.update(round(20 * source.lognormvariate(0, 1.5)) for _ in range(look - tally.total()))
            half = student_quantile(0.95, look - 1) * math.sqrt(estimates.variance(tally) / look)
            if half <= 0.3 * true and not stopped:
                usual, stopped = usual + (abs(estimates.mean(tally) - true) <= half), True
            low, high = estimates.mean_interval(tally, 0.95)
            if high - low <= 0.6 * true:
                break
            look = next_look(look)
        held += low <= true <= high
    assert usual < 0.88 * 120 < 0.92 * 120 <= held


def test_light_tails_keep_the_usual_interval():
    tally = {1: 10, 2: 30, 3: 40, 4: 15, 5: 5}
    low, high = estimates.mean_interval(tally, 0.95)
    assert estimates.widening(tally) == 1
    assert (high - low) / 2 == pytest.approx(student_quantile(0.95, 99) * math.sqrt(estimates.variance(tally) / 100))


def test_skewness_of_a_coin():
    """For probability p it is (1 - 2 p) / sqrt(p (1 - p))."""
    assert estimates.skewness({0: 90, 1: 10}) == pytest.approx(0.8 / 0.3)
    assert estimates.skewness({0: 5, 1: 5}) == 0
    assert estimates.skewness({7: 3}) == 0


# ---- significance ----------------------------------------------------------------------------------------------------


def test_holm_stops_at_the_first_failure():
    """S. Holm 1979: compare p-values in rising order with a third of the level, half of it, and the level."""
    assert holm({"a": 0.016, "b": 0.024, "c": 0.049}) == {"a", "b", "c"}
    assert holm({"a": 0.017, "b": 0.001, "c": 0.03}) == {"a", "b", "c"}
    assert holm({"a": 0.03, "b": 0.001, "c": 0.03}) == {"b"}
    assert holm({"a": 0.02, "b": 0.02}) == {"a", "b"}
    assert holm({"a": 0.03, "b": 0.04}) == set()


def test_the_p_value_agrees_with_the_interval():
    """61 of 100 against a half: p is 0.0139, and a half is the lower end of the interval at that level."""
    p = p_above(61, 100, 0.5)
    assert p == pytest.approx(0.0139, abs=0.0001)
    assert estimates.wilson(61, 100, 1 - 2 * p)[0] == pytest.approx(0.5, abs=1e-6)
