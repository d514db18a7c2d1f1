"""Players of one's own: in simulations, series, tournaments, at boards and in the terminal; and their mistakes."""

import math
import os
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import hedgekit
from hedgekit import Game, HedgekitError
from hedgekit.players import Player
from hedgekit.players.bots import choose_move, name_of
from hedgekit.simulation.tournaments import fit_elo
from rulebook.boards.table import Table

ROOT = Path(hedgekit.__file__).parents[1]


class First:
    """Always the first move listed."""

    def choose(self, game):
        return game.moves()[0]


class Drawing:
    """Draws, as its own seed says; a text instead of a move."""

    name = "dice, really"

    def reset(self, seed):
        self.random = random.Random(seed)

    def choose(self, game):
        return str(self.random.choice(game.moves()))


class Asking:
    """Greedy by asking a greedy player."""

    def reset(self, seed):
        self.player = Player("greedy", seed)

    def choose(self, game):
        return self.player.choose(game)


def test_a_bot_plays_games_that_are_measured_like_all_others_and_depend_on_the_seed_alone():
    whole = hedgekit.simulate("0 players=2", 12, [Drawing(), "random"], seed=4)
    assert whole.players == ("bot:dice really", "random")
    halves = [hedgekit.simulate("0 players=2", 6, [Drawing(), "random"], seed=4) for _ in range(2)]
    assert halves[0].to_json() == halves[1].to_json()
    assert list(whole["turns"][:6]) == list(halves[0]["turns"])
    with ThreadPoolExecutor(1) as pool:
        assert hedgekit.simulate("0 players=2", 12, [Drawing(), "random"], 4, pool).to_json() == whole.to_json()
    assert hedgekit.Result.from_json(whole.to_json()).to_json() == whole.to_json()
    assert whole.mean("decisions") > 50


def test_a_bot_that_asks_a_greedy_player_plays_as_well_as_he():
    shares = [hedgekit.simulate("0 players=2", 24, ["random", who], seed=1).share("B") for who in ("greedy", Asking())]
    assert min(shares) > 0.65, shares


def test_series_and_sister_games_and_other_processes_take_bots():
    assert hedgekit.simulate_series("19 players=3", 1, [First(), "random"], seed=2).games == 1
    assert hedgekit.simulate("horses players=2", 2, [First(), "random"]).players == ("bot:First", "random")
    with ProcessPoolExecutor(1) as pool:
        assert hedgekit.simulate("0 players=2", 4, [First()], 1, pool).games == 4
        with pytest.raises(HedgekitError, match="cannot be sent"):
            hedgekit.simulate("0 players=2", 4, [type("Local", (First,), {})()], 1, pool)


class Failing:
    def choose(self, game):
        return 1 // 0


class Careless:
    def choose(self, game):
        game.play("h6-i6")  # which says no, deep in the package


class Wrong:
    def choose(self, game):
        return "h6-i6"


class Nothing:
    def choose(self, game):
        return None


class Trying:
    """Plays in a copy of what it is given, whose dice are not those of the game."""

    def choose(self, game):
        move, twin = game.moves()[0], game.copy()
        twin.play(move)
        assert twin.seed != 1
        return move


@pytest.mark.parametrize(
    ("bot", "said"),
    [(Failing, "test_bots.py:"), (Careless, "test_bots.py:"), (Wrong, "not legal"), (Nothing, "not a move")],
)
def test_a_bot_that_fails_or_breaks_the_rules_is_told_in_a_sentence(bot, said):
    game = Game("0 players=2", seed=1)
    for play in (lambda: choose_move(bot(), game), lambda: hedgekit.simulate("0 players=2", 2, [bot()])):
        with pytest.raises(HedgekitError, match=said) as no:
            play()
        assert name_of(bot()) in no.value.text("fr")
    with pytest.raises(HedgekitError, match=said):
        Table(game, seats=[bot(), "reader"])._step()
    assert game.ply == 0


def test_a_class_is_a_player_and_what_cannot_choose_is_none():
    assert str(hedgekit.simulate("0 players=2", 2, [First, "random"])) == str(
        hedgekit.simulate("0 players=2", 2, [First(), "random"])
    )
    for nobody in (choose_move, object(), 3, object):
        with pytest.raises(HedgekitError, match=r"is not a player, which is a name"):
            hedgekit.simulate("0 players=2", 2, [nobody])
    with pytest.raises(HedgekitError, match="no player called lookahead:x"):
        hedgekit.simulate("0 players=2", 2, ["lookahead:x"])


def test_a_bot_has_a_copy():
    game = Game("0 players=2", seed=1)
    assert str(choose_move(Trying(), game)) == "a1"
    assert game.ply == 0
    with pytest.raises(HedgekitError, match="interpreted"):
        hedgekit.simulate("0", 2, [First()], engine="wasm")


def test_a_bot_sits_at_a_board():
    table = Table(rules="0 players=2", seats=[First(), "reader"])
    assert table.seats == ["bot:First", "reader"]
    assert table.automatic() == "player"
    table._step()
    assert table.game.moves_played == ("a1",)


def test_an_installed_package_brings_a_player_and_the_terminal_seats_it(tmp_path):
    (tmp_path / "their_bot.py").write_text("class Bot:\n    def choose(self, game):\n        return game.moves()[-1]\n")
    info = tmp_path / "their_bot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bot\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[hedgekit.players]\nlast = their_bot:Bot\n")
    there = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "LC_ALL": "C.UTF-8"}

    def run(*command):
        made = [sys.executable, "-m", "hedgekit", *command]
        return subprocess.run(made, env=there, capture_output=True, text=True, input="", check=False)

    for name in ("last", "their_bot:Bot"):
        ran = run("play", "0 players=2", "--seats", f"random,{name}", "--seed", "3")
        assert ran.returncode == 0, ran.stderr
    ran = run("play", "0 players=2", "--seats", "nobody")
    assert (ran.returncode, "last" in ran.stderr) == (2, True)


def test_a_tournament_seats_everybody_alike_and_ranks_the_stronger_first():
    told = []
    found = hedgekit.tournament(["random", "greedy", First()], games=20, progress=lambda *at: told.append(at))
    assert found.games == [40, 40, 40]
    assert sum(found.wins) == pytest.approx(60)
    assert told[-1] == (60, 60)
    assert found.order()[0] == 1
    assert "−" in str(found.table()), "a minus, no hyphen"
    assert sum(found.elo) == pytest.approx(0)
    low, high = found.interval("greedy")
    assert low < found.share("greedy") < high
    assert "greedy" in str(found.table("fr")).splitlines()[2]
    assert "<table" in found._repr_html_()
    best, *_ = found.table()[1].rows
    won, met = (those[1][found.order()[1]] for those in (found.beaten, found.met))
    assert (best[0], best[2].split()) == ("greedy", [f"{100 * won / met:.1f}", "%"])
    three = hedgekit.tournament(["random", First()], "0 players=3", games=4)
    assert [result.players for result in three.results] == [
        ("random", "bot:First", "random"),
        ("bot:First", "random", "bot:First"),
    ]
    for players in (["random"], ["random", "random"], [First(), First()]):
        with pytest.raises(HedgekitError, match="two or more"):
            hedgekit.tournament(players)


def test_elo_is_that_of_bradley_and_terry():
    """Two players: the odds; three in a ring: equal; who loses everything is still finitely weak."""
    elo, error = fit_elo([[0, 30], [10, 0]])
    assert elo[0] - elo[1] == pytest.approx(400 * math.log10(30.5 / 10.5), abs=1e-3)
    spread = 400 / math.log(10) * 1.959964 * math.sqrt(1 / 30.5 + 1 / 10.5)  # of the difference
    assert 2 * error[0] == pytest.approx(spread, rel=1e-6), "half of it on each side of the mean"
    elo, _ = fit_elo([[0, 8, 4], [4, 0, 8], [8, 4, 0]])
    assert elo == pytest.approx([0, 0, 0], abs=1e-6)
    elo, error = fit_elo([[0, 10], [0, 0]])
    assert 0 < elo[0] < 1000 > error[0]
