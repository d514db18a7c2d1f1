"""Custom players in simulations, series, tournaments, at boards and in the terminal; and their mistakes."""

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
    """Plays the first listed move."""

    def choose(self, game):
        return game.moves()[0]


class Random:
    """Plays at random by its seed, and returns text instead of a move."""

    name = "dice, really"

    def reset(self, seed):
        self.random = random.Random(seed)

    def choose(self, game):
        return str(self.random.choice(game.moves()))


class Greedy:
    """Plays what a greedy player plays."""

    def reset(self, seed):
        self.player = Player("greedy", seed)

    def choose(self, game):
        return self.player.choose(game)


def test_games_of_bots_are_measured_and_depend_only_on_the_seed():
    whole = hedgekit.simulate("0 players=2", 12, [Random(), "random"], seed=4)
    assert whole.players == ("bot:dice really", "random")
    halves = [hedgekit.simulate("0 players=2", 6, [Random(), "random"], seed=4) for _ in range(2)]
    assert halves[0].to_json() == halves[1].to_json()
    assert list(whole["turns"][:6]) == list(halves[0]["turns"])
    with ThreadPoolExecutor(1) as pool:
        assert hedgekit.simulate("0 players=2", 12, [Random(), "random"], 4, pool).to_json() == whole.to_json()
    assert hedgekit.Result.from_json(whole.to_json()).to_json() == whole.to_json()
    assert whole.mean("decisions") > 50


def test_a_bot_that_asks_a_greedy_player_plays_as_well():
    shares = [hedgekit.simulate("0 players=2", 24, ["random", who], seed=1).share("B") for who in ("greedy", Greedy())]
    assert min(shares) > 0.65, shares


def test_bots_play_in_series_other_games_and_other_processes():
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
        game.play("h6-i6")  # raises deep in the package


class Wrong:
    def choose(self, game):
        return "h6-i6"


class Nothing:
    def choose(self, game):
        return None


class Trying:
    """Tries a move in a copy, whose dice are not those of the game."""

    def choose(self, game):
        move, twin = game.moves()[0], game.copy()
        twin.play(move)
        assert twin.seed != 1
        return move


@pytest.mark.parametrize(
    ("bot", "message"),
    [(Failing, "test_bots.py:"), (Careless, "test_bots.py:"), (Wrong, "not legal"), (Nothing, "not a move")],
)
def test_a_bot_that_fails_or_plays_illegally_is_reported_in_a_sentence(bot, message):
    game = Game("0 players=2", seed=1)
    for play in (lambda: choose_move(bot(), game), lambda: hedgekit.simulate("0 players=2", 2, [bot()])):
        with pytest.raises(HedgekitError, match=message) as no:
            play()
        assert name_of(bot()) in no.value.text("fr")
    with pytest.raises(HedgekitError, match=message):
        Table(game, seats=[bot(), "reader"])._step()
    assert game.ply == 0


def test_a_class_is_a_player_and_objects_that_cannot_choose_are_not():
    results = [hedgekit.simulate("0 players=2", 2, [bot, "random"]) for bot in (First, First())]
    assert str(results[0]) == str(results[1])
    for nobody in (choose_move, object(), 3, object):
        with pytest.raises(HedgekitError, match=r"is not a player, which is a name"):
            hedgekit.simulate("0 players=2", 2, [nobody])
    with pytest.raises(HedgekitError, match="no player called lookahead:x"):
        hedgekit.simulate("0 players=2", 2, ["lookahead:x"])


def test_a_bot_gets_a_copy():
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


def test_a_player_of_an_installed_package_plays_in_the_terminal(tmp_path):
    (tmp_path / "their_bot.py").write_text("class Bot:\n    def choose(self, game):\n        return game.moves()[-1]\n")
    info = tmp_path / "their_bot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bot\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[hedgekit.players]\nlast = their_bot:Bot\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "LC_ALL": "C.UTF-8"}

    def run(*command):
        command = [sys.executable, "-m", "hedgekit", *command]
        return subprocess.run(command, env=environment, capture_output=True, text=True, input="", check=False)

    for name in ("last", "their_bot:Bot"):
        ran = run("play", "0 players=2", "--seats", f"random,{name}", "--seed", "3")
        assert ran.returncode == 0, ran.stderr
    ran = run("play", "0 players=2", "--seats", "nobody")
    assert (ran.returncode, "last" in ran.stderr) == (2, True)


def test_a_tournament_seats_all_alike_and_ranks_the_stronger_first():
    progress = []
    found = hedgekit.tournament(["random", "greedy", First()], games=20, progress=lambda *at: progress.append(at))
    assert found.games == [40, 40, 40]
    assert sum(found.wins) == pytest.approx(60)
    assert progress[-1] == (60, 60)
    assert found.order()[0] == 1
    assert "−" in str(found.table()), "a minus sign, not a hyphen"
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


def test_elo_ratings_follow_bradley_and_terry():
    """Two players: from the odds; three in a ring: equal; a player who loses every game gets a finite rating."""
    elo, error = fit_elo([[0, 30], [10, 0]])
    assert elo[0] - elo[1] == pytest.approx(400 * math.log10(30.5 / 10.5), abs=1e-3)
    spread = 400 / math.log(10) * 1.959964 * math.sqrt(1 / 30.5 + 1 / 10.5)  # of the difference
    assert 2 * error[0] == pytest.approx(spread, rel=1e-6), "half of it for each player"
    elo, _ = fit_elo([[0, 8, 4], [4, 0, 8], [8, 4, 0]])
    assert elo == pytest.approx([0, 0, 0], abs=1e-6)
    elo, error = fit_elo([[0, 10], [0, 0]])
    assert 0 < elo[0] < 1000 > error[0]
