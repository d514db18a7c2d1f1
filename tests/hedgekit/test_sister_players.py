"""Players of the sister games: each kind clearly beats the one before, looks to the end of its turn, is fair."""

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

SECONDS = 10  # of one core: what takes long begins early


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
    """3: by chance once in 700 times."""
    assert above_fair(rules, "greedy", "random", games) > 3


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rules", "strong", "games"),
    [("checkerboard[form=take] players=2", "lookahead:100", 20), ("hekla players=2", "lookahead:60", 20)],
)
def test_looking_ahead_clearly_beats_greedy(rules, strong, games):
    """Not asked of the horses, where dice leave little to choose: there 78 wins of 140 prove nothing."""
    assert above_fair(rules, strong, "greedy", games) > 3


@pytest.mark.parametrize(
    ("rules", "text", "best"),
    [  # sends back, reaches its ladder, finishes; a draw is better than 1 to 2
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
def test_greedy_sees_what_a_move_is_worth(rules, text, best):
    assert str(Player("greedy").choose(hedgekit.Game.from_text(rules, text))) == best


def test_greedy_sees_what_going_back_is_good_for():
    """hekla.4: from p2 A sees column 2; only from there can A2 reach d2 and bring the line to 8 grooves."""
    text = "a2=A2 d1=A2 d3=A3 d2=A1 p8=A p0=B hand=A0A0A2B0B0B1B2B2B2B3 turn=A step=play"
    game = hekla.Game.from_text("hekla players=2", text)
    assert "p1-p0" not in map(str, game.moves())
    backs = {str(move): after_turn(game, move) for move in game.moves() if move.is_back}
    assert backs, "going back is legal"
    for end in backs.values():
        assert end.is_over or end.turn != "A", "looked at where the turn ends, not at the vulcanologist alone"
    best = max(end.evaluate("A") for end in backs.values())
    assert best > backs["p8-p0"].evaluate("A"), "from some circles it leads to a scoring, from the blind one to none"


def test_equal_moves_are_chosen_among():
    """On an empty board nothing tells the first squares apart."""
    game = hekla.Game("hekla players=2")
    assert len({str(Player("greedy", seed).choose(game)) for seed in range(8)}) > 4


def test_the_best_are_looked_at_longest_and_come_first():
    """Of three moves on empty squares and one that takes, the latter is tried more often than any other."""
    text = "c4=O d5=O f5=O near=c1 left=a4 far=d8 right=h2 taken=A8B9 starter=A edge=near dice=2 turn=A step=take"
    game = checkerboard.Game.from_text("checkerboard[form=take] players=2", text)
    weighed = Player("lookahead:80", 3).weigh(game)
    assert str(weighed[0].move) == "c1-c4"
    assert [one.tries for one in weighed] == sorted((one.tries for one in weighed), reverse=True)
    assert weighed[0].tries > weighed[-1].tries
    assert {str(one.move) for one in weighed} == set(map(str, game.moves()))


def test_all_moves_meet_the_same_dice():
    """Both squares are empty, so both moves lead to the same position: with the same dice they are worth the same."""
    text = "d5=O f5=O g6=O near=c1 left=a4 far=d8 right=h2 taken=A8B9 starter=A edge=near dice=2 turn=A step=take"
    game = checkerboard.Game.from_text("checkerboard[form=take] players=2", text)
    moves = "c1-c4", "c1-c2"
    assert game.after(moves[0]) == game.after(moves[1])
    one, other = (
        next(weighed for weighed in Player("lookahead:40", 9).weigh(game) if str(weighed.move) == move)
        for move in moves
    )
    assert one.total / one.tries == other.total / other.tries


def test_moves_that_score_nothing_are_alike_so_that_the_best_of_hekla_s_is_found_among_few():
    """The quick choice is worth what the best of all moves is worth, in games as they go and to their ends."""
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


def test_the_last_of_many_quiet_turns_ends_the_game_so_that_going_back_may_be_better():
    """Who is behind and ends the game by a quiet turn has lost it."""
    usual = str(hekla.Game("hekla players=2").position)
    text = usual.replace("p0=AB hand=A0", f"{LAYOUT.squares[0]}=A0 p3=A p5=B hand=").replace(" turn", " quiet=199 turn")
    game = hekla.Game.from_text("hekla players=2", text)
    assert game.best(game.moves()).is_back


@pytest.mark.parametrize("rules", ["checkerboard players=2", "horses players=2"])
def test_six_playouts_in_a_row_begin_with_every_throw(rules):
    game = hedgekit.game_of(rules)(rules, seed=1, first="A")
    assert game.is_chance
    thrown = {game.playout(random.Random(1), 1, 1, number).position.number for number in range(12, 18)}
    assert thrown == set(range(1, 7))


def test_two_moves_that_come_to_the_same_differ_by_nothing_and_surely_so():
    text = "d5=O f5=O g6=O near=c1 left=a4 far=d8 right=h2 taken=A8B9 starter=A edge=near dice=2 turn=A step=take"
    game = checkerboard.Game.from_text("checkerboard[form=take] players=2", text)
    found = game.compare(*map(game.read_move, ("c1-c4", "c1-c2")), 48, 1)
    assert found.one == found.other
    assert found.error == 0


def test_the_error_of_a_difference_is_as_large_as_the_difference_varies():
    """A move of the horses beside another, compared thirty times: within a factor of two of what is said."""
    game = hedgekit.game_of("horses players=2").from_text(
        "horses players=2", "t3=A t20=A t17=B t50=B stable=A2B2 dice=3 turn=A step=move"
    )
    one, other = game.moves()[:2]
    found = [game.compare(one, other, 48, seed) for seed in range(30)]
    spread = statistics.stdev(each.one - each.other for each in found)
    said = statistics.mean(each.error for each in found)
    assert 0.5 * spread < said < 2 * spread


def test_a_master_tries_out_the_moves_that_look_best_and_glances_at_the_others():
    game = hekla.Game("hekla players=2")
    weighed = Player("master:24", 1).weigh(game)
    assert {str(one.move) for one in weighed} == set(map(str, game.moves()))
    assert all(one.tries == 1 for one in weighed[game.MASTER_WIDTH :])
    assert weighed[0].tries > 1
