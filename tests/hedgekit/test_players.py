"""Players: each kind clearly beats the previous one, sees nothing hidden, and evaluates its moves."""

import importlib.util
import math
from functools import cache

import pytest

import hedgekit
from hedgekit import Game
from hedgekit.games.collection import game_of
from hedgekit.players.player import Player
from hedgekit.players.strength import Skill
from hedgekit.text.errors import HedgekitError

from .playing import played

FAST = "wasm" if importlib.util.find_spec("wasmtime") else "interpreted"


def above_fair(rules: str, strong: str, weak: str, games: int, engine: str = "interpreted") -> float:
    """Return by how many standard errors a strong player's share of wins among weak ones exceeds a fair share.

    The strong player takes every seat in turn, so that seats do not matter.
    """
    players = game_of(rules)(rules).rules.players
    share = 0.0
    for seat in range(players):
        seated = [strong if place == seat else weak for place in range(players)]
        result = hedgekit.simulate(rules, games, seated, seed=seat, engine=engine, columns=False)
        share += result.share(result.seats[seat]) / players
    fair = 1 / players
    return (share - fair) / math.sqrt(fair * (1 - fair) / (games * players))


def test_greedy_beats_random_in_the_base_game():
    assert above_fair("0 players=2", "greedy", "random", 15) > 3, "by chance once in 700 times"


@pytest.mark.skipif(FAST == "interpreted", reason="wasmtime is not installed (pip install 'hedgekit[fast]')")
@pytest.mark.parametrize(
    ("rules", "strong", "weak", "games"),
    [
        ("0 players=2", "greedy", "hasty", 60),
        ("0 players=2", "learned", "greedy", 30),
        ("0 players=2", "lookahead:200", "learned", 45),
        ("0 players=2", "master:30", "learned", 30),
        ("0 players=4", "greedy", "hasty", 50),
        ("0 players=4", "learned", "greedy", 30),
    ],
)
def test_each_kind_beats_a_weaker_one(rules, strong, weak, games):
    """docs/players.md also compares masters with lookahead, and more seats."""
    assert above_fair(rules, strong, weak, games, FAST) > 3


@pytest.mark.soak
@pytest.mark.skipif(FAST == "interpreted", reason="wasmtime is not installed (pip install 'hedgekit[fast]')")
def test_the_order_of_players_holds_under_the_variants():
    """Greedy beats random and lookahead greedy by three standard errors, under 30 variants at least."""
    short = {}
    for number, variant in hedgekit.VARIANTS.items():
        if number in (0, 40):
            continue
        rules = f"{number} players={variant.players[0]}"
        greedy = above_fair(rules, "greedy", "random", 200, FAST)
        ahead = above_fair(rules, "lookahead:100", "greedy", 60, FAST)
        if min(greedy, ahead) < 3:
            short[number] = round(greedy, 1), round(ahead, 1)
    print(f"not clear: {short}")
    assert len(hedgekit.VARIANTS) - 2 - len(short) >= 30


# ---- information -----------------------------------------------------------------------------------------------------


def test_a_player_does_not_know_future_dice():
    """The dice of playouts do not depend on the game's seed."""
    seen = []
    for seed in (1, 2):
        game = Game("0 players=2", seed=seed)
        while game.step == "place":
            game.play(game.moves()[0])
        game.play("4")
        seen.append([(str(one.move), one.chance) for one in Player("lookahead:40", seed=9).weigh(game)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("kind", ["random", "greedy", "lookahead:20", "lookahead:2ms", "learned", "master:2ms"])
@pytest.mark.parametrize("rules", ["0", "2", "7", "38[lane=die]", "horses", "checkerboard"])
def test_players_refuse_to_choose_at_chance_steps(kind, rules):
    """This holds in every game of the collection."""
    game = game_of(rules)(rules, seed=1)
    while not game.is_chance:
        game.play(game.moves()[0])
    for method in (Player(kind, seed=1).choose, Player(kind, seed=1).weigh):
        with pytest.raises(HedgekitError, match="Chance decides") as no:
            method(game)
        assert "hasard" in no.value.text("fr")


@cache
def finished_game(rules: str):
    """Return a game played to its end by random players."""
    return played(rules, choice=Player("random", 1), seed=3)


@pytest.mark.parametrize("kind", ["random", "greedy", "lookahead:20", "learned", "master:20", "master:2ms"])
@pytest.mark.parametrize("rules", ["0 players=2", "7 players=2", "40 players=2", "checkerboard", "horses", "hekla"])
def test_players_refuse_to_choose_after_the_end(kind, rules):
    """They weigh no moves, and the error is a sentence."""
    assert Player(kind, seed=1).weigh(finished_game(rules)) == []
    with pytest.raises(HedgekitError, match="The game is over") as no:
        Player(kind, seed=1).choose(finished_game(rules))
    assert "finie" in no.value.text("fr")


# ---- evaluation ------------------------------------------------------------------------------------------------------


def test_a_winning_move_is_certain_and_first():
    game = Game.from_text("0 players=2", "h2=A3 d2=B4 c3=B1 c4=B2 c5=B3 b1=A4 home=A1A2 dice=2 turn=A step=forward")
    best = Player("greedy", seed=1).weigh(game)[0]
    assert (str(best.move), best.chance) == ("h2-i2", 1.0)
    assert str(Player("lookahead", seed=1).choose(game)) == "h2-i2"


def test_all_moves_are_weighed_and_the_best_comes_first():
    game = Game("0 players=3", seed=4)
    player = Player("lookahead:60", seed=2)
    weighed = player.weigh(game)
    assert {str(one.move) for one in weighed} == {str(move) for move in game.moves()}
    assert all(one.tries and 0 <= one.chance <= 1 for one in weighed)
    assert weighed[0].tries == max(one.tries for one in weighed), "the best move was tried most"


def test_choosing_does_not_change_the_game():
    game = Game("7+12 players=3", seed=4)
    while game.ply < 40:
        before = str(game), len(game.moves_played)
        if game.is_chance:
            game.roll()
            continue
        move = Player("lookahead:10", seed=game.ply).choose(game)
        assert (str(game), len(game.moves_played)) == before
        game.play(move)


def test_a_player_with_a_time_limit_chooses():
    game = Game("0 players=2", seed=4)
    weighed = Player("lookahead:20ms", seed=1).weigh(game)
    assert weighed[0].tries >= 1


@pytest.mark.parametrize("rules", ["22", "25 players=3"])
def test_the_leader_doubles_and_the_trailing_player_drops(rules):
    """22.2, 25.2."""
    players = hedgekit.rules(rules).players
    others = "c4=B1 c5=B2 c6=B3 d6=B4" + (" c1=C1 c2=C2 c3=C3 d2=C4" if players == 3 else "")
    game = Game.from_text(rules, f"{others} h1=A3 h2=A4 home=A1A2 turn=A step=offer")
    for kind in ("greedy", "learned", "lookahead:60", "lookahead:20ms", "master:20"):
        assert str(Player(kind, seed=1).choose(game)) == "double"
    game.play("double")
    for kind in ("greedy", "learned", "lookahead:60", "lookahead:20ms", "master:20"):
        assert str(Player(kind, seed=1).choose(game)) == "drop"


@pytest.mark.parametrize(
    "name", ["", "clever", "greedy:3", "learned:3", "lookahead:0", "lookahead:x", "lookahead:5s", 7, None]
)
def test_an_unknown_skill_is_refused_in_a_sentence(name):
    with pytest.raises(HedgekitError) as no:
        Skill.parse(name)
    assert "lookahead:400" in no.value.text("en")
    assert "lookahead:400" in no.value.text("fr")


@pytest.mark.parametrize(
    "text",
    ["random", "greedy", "learned", "lookahead", "lookahead:400", "lookahead:50ms", "master:9", "montecarlo:100"],
)
def test_skills_print_as_they_are_read(text):
    assert str(Skill.parse(text)) == text
    assert Skill.parse(Skill.parse(text)) == Skill.parse(text)
