"""The benchmarks run and measure what they say; never how fast."""

import pytest

import hedgekit
from benchmarks import contestants, engine, learning, limit, tables
from benchmarks.contestants import ABREAST, ENGINES, LIMIT, LIMITS, present
from benchmarks.runs import Absent, Run, enough, in_turn, ratio, timed
from tests.sample import some

PLAYERS = range(2, 7)


@pytest.fixture(scope="module")
def compiler():
    try:
        return limit.compiler()
    except Absent as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def open_spiel():
    try:
        return contestants.open_spiel()
    except Absent as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("players", some(PLAYERS, 4))
def test_the_c_program_plays_the_game_of_the_engine(compiler, players):
    """Two implementations that share no line: the same length of games and the same chances of every seat."""
    apart = {what: errors for what, _, _, errors in limit.differences(players, 20_000, 60)}
    assert len(apart) == players + 1
    assert max(map(abs, apart.values())) < 5, apart


@pytest.mark.parametrize("players", some(PLAYERS, 4))
def test_two_games_abreast_are_the_same_game(compiler, players):
    one, two = (limit.play(players, 20_000, 7, abreast) for abreast in (1, 2))
    assert one["games"] == two["games"] == 20_000
    assert abs(one["mean_turns"] - two["mean_turns"]) < 5 * one["sd_turns"] * (2 / 20_000) ** 0.5


@pytest.mark.parametrize("games", [1, 2, 3, 5])
def test_the_c_program_plays_as_many_games_as_asked(compiler, games):
    """No game is dropped that ends after the others: dropping the longest would shorten the mean."""
    for abreast in (1, 2, 3):
        answer = limit.play(2, games, 1, abreast)
        assert answer["games"] == games
        assert sum(answer["win_share"]) == pytest.approx(1)


def test_no_compiler_is_said(monkeypatch):
    monkeypatch.setattr(limit.shutil, "which", lambda name: None)
    with pytest.raises(Absent, match="no C compiler"):
        limit.compiler()


def test_no_open_spiel_is_said(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(contestants.importlib, "import_module", missing)
    with pytest.raises(Absent, match=r"pip install -r benchmarks/requirements\.txt"):
        contestants.open_spiel()


@pytest.mark.parametrize("name", contestants.PEERS)
def test_open_spiel_plays(open_spiel, name):
    run = contestants.peer(name)(2, 0)
    assert run.games == 2
    assert run.turns > 20


@pytest.mark.parametrize("name", [name for name in ENGINES if name not in LIMITS])
def test_engines_play(name):
    run = ENGINES[name](hedgekit.rules("0", players=2))(2, 0)
    assert run.games == 2
    assert run.turns > 2 * 3 * 8, "three hedgehogs walk eight squares, one a turn"


def test_who_is_absent_is_named_with_the_reason():
    absent = {}
    assert not present(hedgekit.rules("9", players=4), [LIMIT, ABREAST], absent)
    assert absent == dict.fromkeys(LIMITS, "The C program knows the base game only.")


def test_contestants_play_in_turn_and_ratios_are_of_a_round():
    """The machine halves its speed after the first round: the ratio does not show it."""
    order = []

    def play(name, rates):
        def run(games, seed):
            order.append((seed, name))
            return Run(games, games, games / rates[seed > 1])

        return run

    runs = in_turn({"fast": play("fast", (400, 200)), "slow": play("slow", (100, 50))}, 1, 2)
    assert [name for seed, name in order if seed] == ["fast", "slow"] * 2
    assert ratio(runs["fast"], runs["slow"]) == pytest.approx(4)


def test_games_are_found_that_take_long_enough():
    assert enough(lambda games, seed: Run(games, games, games / 1000), 2) == 2000
    assert timed(lambda games, seed: 10 * games)(3, 0)[:2] == (3, 30)


def test_the_variants_of_the_table_combine():
    for size in tables.SIZES:
        numbers = tables.combined()[:size]
        assert len(numbers) == size
        hedgekit.rules("+".join(map(str, numbers)), players=4)


def test_figures():
    said = ["0.12", "9.90", "10", "1\N{NO-BREAK SPACE}000", "181\N{NO-BREAK SPACE}000"]
    assert [tables.figure(x) for x in (0.123, 9.9, 10, 999.6, 181_234)] == said
    assert [tables.share(x) for x in (0.456, 1 / 190)] == ["0.46", "1/190"]


def test_tables_become_markdown(monkeypatch, capsys):
    names = ["hedgekit interpreted"]
    monkeypatch.setattr(tables, "GROWTH", names)
    monkeypatch.setattr(tables, "ENGINES", {name: ENGINES[name] for name in names})
    monkeypatch.setattr(tables, "COUNTS", (1, 2))
    monkeypatch.setattr(tables, "SIZES", (1, 5))
    engine.main(["--seconds", "0.001", "--rounds", "1", "playouts", "games", "players", "variants"])
    printed = capsys.readouterr().out
    assert printed.startswith("# How fast the engine plays\n")
    assert printed.count("\n## ") == 4
    for block in printed.split("\n\n"):
        if block.startswith("|"):
            assert len({row.count("|") for row in block.splitlines()}) == 1, "every row has as many cells"


def test_a_section_takes_the_place_of_the_old_one():
    page, section = "# Figures\n\nOne.\n\n## Of two\n\nOld.\n\n## More\n\nTwo.\n", "## Of two\n\nNew.\n"
    assert tables.written(page, section) == f"# Figures\n\nOne.\n\n{section}\n## More\n\nTwo.\n"
    assert tables.written("# Figures\n", section) == f"# Figures\n\n{section}"


def test_tables_take_the_place_of_their_like_in_the_page(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(engine, "PAGE", tmp_path / "page.md")
    engine.PAGE.write_text("# Of another day\n\nOld.\n\n## One\n\n1\n\n## Two\n\n2\n\n## By hand\n\nKept.\n", "utf-8")
    monkeypatch.setattr(engine, "TABLES", {"two": lambda pace: tables.Table("Two", "New.", ("",), [("3",)], {})})
    engine.main(["two", "--write"])
    head, _, rest = engine.PAGE.read_text("utf-8").partition("## One")
    assert head.startswith("# How fast the engine plays\n")
    assert "Old." not in head
    assert "## One" + rest == "## One\n\n1\n\n## Two\n\nNew.\n\n|  |\n|---|\n| 3 |\n\n## By hand\n\nKept.\n"
    assert "## Two\n\nNew.\n" in capsys.readouterr().out


def test_environments_are_measured_by_decisions():
    """Every figure of ours counts decisions, and chance as none."""
    pytest.importorskip("pettingzoo")
    for name in [name for name in learning.RUNS if name.startswith("hedgekit.rl") and "spiel" not in name]:
        run = learning.RUNS[name]()
        assert [next(run) for _ in range(3)] == [learning.MANY if "Games" in name else 1] * 3
