"""Players of the sister games: each kind clearly beats the previous one and looks to the end of its turn."""

import random
import statistics

import pytest

import hedgekit
from hedgekit.games import checkerboard, hekla
from hedgekit.games.hekla.layout import LAYOUT
from hedgekit.play.position_game import PositionGame
from hedgekit.players.estimates import after_turn
from hedgekit.players.player import Player

from .test_players import above_fair

SECONDS = 10  # of one core, for the order of test files


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        ("checkerboard players=2", 30),
        ("checkerboard[form=take] players=2", 15),
        ("checkerboard[form=last] players=2", 250),
        ("horses players=2", 40),
        pytest.param("hekla players=2", 5, marks=pytest.mark.soak),
    ],
)
def test_greedy_beats_random(rules, games):
    """By more than 3 standard errors: by chance once in 700 times."""
    assert above_fair(rules, "greedy", "random", games) > 3


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rules", "strong", "games"),
    [("checkerboard[form=take] players=2", "lookahead:100", 20), ("hekla players=2", "lookahead:60", 20)],
)
def test_lookahead_beats_greedy(rules, strong, games):
    """Horses are left out: dice leave little choice, and 78 wins of 140 prove nothing."""
    assert above_fair(rules, strong, "greedy", games) > 3


@pytest.mark.parametrize(
    ("rules", "text", "best"),
    [  # send back, reach the ladder, finish; prefer a draw to 1 : 2
        ("horses[horses=2] players=2", "t10=A t13=B t20=A stable=B1 dice=3 turn=A step=move", "t10-t13"),
        ("horses[horses=2] players=2", "t20=A t52=A stable=B2 dice=3 turn=A step=move", "t52-t55"),
        ("horses[horses=2] players=2", "t20=A a5=A stable=B2 dice=6 turn=A step=move", "a5-a6"),
        (
            "checkerboard players=2",
            "b2=ABABABABA c3=BABABABABA near=c1 left=a3 far=f8 right=h6 starter=A edge=right dice=2 turn=B step=place",
            "h3-c3",
        ),
    ],
)
def test_greedy_finds_obvious_moves(rules, text, best):
    assert str(Player("greedy").choose(hedgekit.Game.from_text(rules, text))) == best


def test_greedy_finds_the_best_way_back():
    """hekla.4: only from p2, which sees column 2, can A2 reach d2 and bring the line to 8 grooves."""
    text = "a2=A2 d1=A2 d3=A3 d2=A1 p8=A p0=B hand=A0A0A2B0B0B1B2B2B2B3 turn=A step=play"
    game = hekla.Game.from_text("hekla players=2", text)
    assert "p1-p0" not in map(str, game.moves())
    backs = {str(move): after_turn(game, move) for move in game.moves() if move.is_back}
    assert backs, "going back is legal"
    for end in backs.values():
        assert end.is_over or end.turn != "A", "evaluated at the end of the turn"
    best = max(end.evaluate("A") for end in backs.values())
    assert best > backs["p8-p0"].evaluate("A"), "some circles lead to a scoring, the blind one to none"


def test_greedy_chooses_among_equal_moves_at_random():
    """On an empty board the first squares are equal."""
    game = hekla.Game("hekla players=2")
    assert len({str(Player("greedy", seed).choose(game)) for seed in range(8)}) > 4


def test_the_best_moves_are_tried_most_and_come_first():
    """A move that takes is tried more often than three to empty squares."""
    text = "c4=O d5=O f5=O near=c1 left=a4 far=d8 right=h2 taken=A8B9 starter=A edge=near dice=2 turn=A step=take"
    game = checkerboard.Game.from_text("checkerboard[form=take] players=2", text)
    weighed = Player("lookahead:80", 3).weigh(game)
    assert str(weighed[0].move) == "c1-c4"
    assert [one.tries for one in weighed] == sorted((one.tries for one in weighed), reverse=True)
    assert weighed[0].tries > weighed[-1].tries
    assert {str(one.move) for one in weighed} == set(map(str, game.moves()))


def test_all_moves_are_tried_with_the_same_dice():
    """Two moves that lead to the same position get the same value."""
    text = "d5=O f5=O g6=O near=c1 left=a4 far=d8 right=h2 taken=A8B9 starter=A edge=near dice=2 turn=A step=take"
    game = checkerboard.Game.from_text("checkerboard[form=take] players=2", text)
    moves = "c1-c4", "c1-c2"
    assert game.after(moves[0]) == game.after(moves[1])
    one, other = (
        next(weighed for weighed in Player("lookahead:40", 9).weigh(game) if str(weighed.move) == move)
        for move in moves
    )
    assert one.total / one.tries == other.total / other.tries


def test_hekla_s_quick_choice_is_as_good_as_the_best_of_all_moves():
    """It evaluates few moves, since those that score nothing are alike."""
    for seed in range(6):
        source, game = random.Random(seed), hekla.Game(f"hekla players={2 + seed % 3}")
        while not game.is_over and game.ply < 120:
            player, moves = game.turn, game.moves()
            source.shuffle(moves)
            quick, usual = game.best(moves), PositionGame.best(game, moves)
            assert worth(game, quick, player) == worth(game, usual, player), str(game)
            game.play(quick if source.random() < 0.5 else moves[0])


def worth(game, move, player):
    twin = game.branch()
    twin.play(move)
    return twin.evaluate(player)


def test_a_trailing_player_goes_back_before_the_last_quiet_turn():
    """A player who is behind loses by ending the game with a quiet turn."""
    usual = str(hekla.Game("hekla players=2").position)
    text = usual.replace("p0=AB hand=A0", f"{LAYOUT.squares[0]}=A0 p3=A p5=B hand=").replace(" turn", " quiet=199 turn")
    game = hekla.Game.from_text("hekla players=2", text)
    assert game.best(game.moves()).is_back


@pytest.mark.parametrize("rules", ["checkerboard players=2", "horses players=2"])
def test_six_successive_playouts_begin_with_all_throws(rules):
    game = hedgekit.game_of(rules)(rules, seed=1, first="A")
    assert game.is_chance
    thrown = {game.playout(random.Random(1), 1, 1, number).position.number for number in range(12, 18)}
    assert thrown == set(range(1, 7))


def test_moves_to_the_same_position_differ_by_zero_without_error():
    text = "d5=O f5=O g6=O near=c1 left=a4 far=d8 right=h2 taken=A8B9 starter=A edge=near dice=2 turn=A step=take"
    game = checkerboard.Game.from_text("checkerboard[form=take] players=2", text)
    found = game.compare(*map(game.read_move, ("c1-c4", "c1-c2")), 48, 1)
    assert found.one == found.other
    assert found.error == 0


def test_the_error_of_a_difference_matches_its_spread():
    """In thirty comparisons of two moves of horses the spread is within a factor of two of the stated error."""
    game = hedgekit.game_of("horses players=2").from_text(
        "horses players=2", "t3=A t20=A t17=B t50=B stable=A2B2 dice=3 turn=A step=move"
    )
    one, other = game.moves()[:2]
    found = [game.compare(one, other, 48, seed) for seed in range(30)]
    spread = statistics.stdev(each.one - each.other for each in found)
    stated = statistics.mean(each.error for each in found)
    assert 0.5 * spread < stated < 2 * spread


def test_a_master_tries_promising_moves_more_than_once():
    game = hekla.Game("hekla players=2")
    weighed = Player("master:24", 1).weigh(game)
    assert {str(one.move) for one in weighed} == set(map(str, game.moves()))
    assert all(one.tries == 1 for one in weighed[game.MASTER_WIDTH :])
    assert weighed[0].tries > 1
