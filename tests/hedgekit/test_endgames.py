"""Endgames that a master solves while he thinks, held against `tools.exact`."""

from functools import cache

import pytest

import hedgekit
from hedgekit.games.race.engine.choice import endgames
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import SCRATCH
from hedgekit.games.race.play.analysis import mind_for
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.players.player import Player
from hedgekit.players.strength import Skill
from tests.sample import some
from tools.exact import Exact

SECONDS = 10  # of one core: what takes long begins early

ALL_ABOUT = 1 << 30
SMALL = "h1=A3A4 h2=B4B3 home=A1A2B1B2 turn=A step=roll"


def asked(rules, text, number, strength=240):
    """A game before a decision, its answers, and the players, moves and scratch states of a search."""
    game = hedgekit.Game.from_text(rules, text)
    game.play(next(move for move in game.moves() if str(move) == number))
    ask, s = kernel(game.rules).answers, game._state.copy()
    mind, n = mind_for(Skill("master", strength, rounds=1), game.rules), ask.list_moves(s)
    ask.take_moves(s, mind, n)
    return game, ask, s, mind, n, [s.copy() for _ in range(SCRATCH)]


@cache
def exact(rules, text, number):
    """What is true of that decision."""
    game, *_ = asked(rules, text, number)
    return Exact(game.rules, game._state.copy())


def found(mind, n):
    """The chance of each move."""
    return {mind.moves[k]: mind.total[k] / FULL for k in range(n)}


@pytest.mark.parametrize("number", some([0, 9, 13, "9+13", 17], 3))
def test_a_small_endgame_is_solved_as_by_the_slow_solver(number):
    game = hedgekit.Game.from_text(f"{number} players=2", SMALL)
    game.play("4")
    true = exact(str(game.rules), SMALL, "4").moves(game._state.copy())
    packed = {str(move): number for move, number in game._list().values()}
    weighed = Player("master", 1).weigh(game)
    for one in weighed:
        assert one.chance == pytest.approx(true[packed[str(one.move)]], abs=1e-5)
        assert one.tries == 1, "nothing was drawn by lot"
    assert weighed[0].chance == max(one.chance for one in weighed)


def worth(game, master, player):
    """The chance of a player: the mean over the throws, what is found where somebody decides, certain at the end."""
    if game.is_over:
        return float(player in game.winners)
    if not game.is_chance and len(game.moves()) > 1:
        found = master.weigh(game)[0]
        assert found.tries == 1
        return found.chance if game.turn == player else 1 - found.chance
    total = often = 0
    for move in game.moves():
        then, faces = game.copy(), len(set(str(move).split(",")))
        then.play(move)
        total, often = total + faces * worth(then, master, player), often + faces
    return total / often


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        # the doped one is told from the others
        ("3 players=2", "h1=A3A4 h2=B4B3 home=A1B1B2 out=A2 doped=A2 turn=A step=roll"),
        ("5 players=2", SMALL),  # two dice, in any order
        ("30 players=2", SMALL),
        ("34 players=2", "h1=A3A4 b2=B4B3 home=A1A2B1B2 turn=A step=roll"),  # another course
        pytest.param("26 players=2", "h1=A3A4A2 h2=B4B3B2 home=A1B1 turn=A step=roll", marks=pytest.mark.soak),
    ],
)
def test_a_chance_is_the_mean_of_what_the_next_throws_leave(rules, text):
    """What a move is worth, and what the other player then finds after each throw, by tables of their own."""
    game, master = hedgekit.Game.from_text(rules, text), Player("master:400", 1)
    game.play(game.moves()[-1])
    found = master.weigh(game)
    assert found[0].tries == 1
    game.play(found[0].move)
    assert not game.is_over
    assert found[0].chance == pytest.approx(worth(game, master, "A"), abs=1e-4)


def test_three_players_each_take_what_is_best_for_himself():
    text = "h1=A3A4B3B4C3C4 home=A1A2B1B2C1C2 turn=A step=roll"
    game, ask, s, mind, n, work = asked("0 players=3", text, "1", 400)
    assert ask.solve(s, work, mind, n, ALL_ABOUT) == 1
    true = Exact(game.rules, game._state.copy()).moves(game._state.copy())
    assert found(mind, n) == pytest.approx(true, abs=1e-5)


def test_in_slices_it_comes_to_the_same_and_the_table_serves_the_next_decisions_too():
    whole = asked("0 players=2", SMALL, "4")
    _, ask, s, mind, n, work = asked("0 players=2", SMALL, "4")
    asks = 1
    while (done := ask.solve(s, work, mind, n, 200)) == 0:
        asks += 1
    _, _, _, other, _, _ = whole
    assert done == whole[1].solve(whole[2], whole[5], other, n, ALL_ABOUT) == 1
    assert asks > 10
    assert (mind.total[:n], mind.order[:n]) == (other.total[:n], other.order[:n])
    swept = mind.table[endgames.SWEPT]
    ask.play(s, mind.moves[mind.order[-1]])
    while s.step != endgames.ROLL:
        ask.list_moves(s)
        ask.play(s, s.moves[0])
    ask.play(s, 5)
    true, n = exact("0 players=2", SMALL, "4").moves(s.copy()), ask.list_moves(s)
    ask.take_moves(s, mind, n)
    assert ask.solve(s, work, mind, n, 0) == 1, "nothing is left to do"
    assert found(mind, n) == pytest.approx(true, abs=1e-5)
    assert mind.table[endgames.SWEPT] == swept


@pytest.mark.parametrize(
    ("rules", "text", "strength"),
    [
        ("0 players=2", "a1=A3A4 b4=B3B4 home=A1A2B1B2 turn=A step=roll", 240),  # too many turns
        ("0 players=2", SMALL, 3),  # for so weak a player, too
        ("2 players=2", SMALL, 240),  # colours are hidden
        ("7 players=2", SMALL.replace("roll", "sideways dice=4"), 240),  # so is the order of cards
    ],
)
def test_what_is_large_or_hidden_is_searched_and_not_tabled(rules, text, strength):
    game = hedgekit.Game.from_text(rules, text)
    game.play(game.moves()[-1])
    ask, s = kernel(game.rules).answers, game._state.copy()
    n, mind = ask.list_moves(s), mind_for(Skill("master", strength, rounds=1), game.rules)
    ask.take_moves(s, mind, n)
    work = [s.copy() for _ in range(SCRATCH)]
    assert ask.solve(s, work, mind, n, ALL_ABOUT) == -1
    assert ask.choose(s, work, mind, n, ALL_ABOUT) in mind.moves[:n], "and he chooses all the same"


def test_an_attempt_that_failed_is_not_made_again_before_half_is_left():
    _, ask, s, mind, n, work = asked("0 players=2", SMALL, "4", 18)
    guess = ask.estimate_turns(s)
    assert guess <= 18 * endgames.A_PLAYOUT, "it looks small enough"
    assert ask.solve(s, work, mind, n, ALL_ABOUT) == -1, "and is not"
    assert mind.table[endgames.FAILED] == guess
    reached = mind.table[endgames.REACHED]
    mind.table[endgames.REACHED] = 0
    assert ask.solve(s, work, mind, n, ALL_ABOUT) == -1
    assert mind.table[endgames.REACHED] == 0 < reached, "nothing was tried"


def test_what_tells_positions_apart_is_in_the_fingerprint():
    """Whose turn it is, who stands where and on whom; but not which hedgehog of one colour."""
    of = lambda text, rules="0 players=2": kernel(hedgekit.rules(rules)).answers.fingerprint(  # noqa: E731
        hedgekit.Game.from_text(rules, text)._state
    )
    one = of("h1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=A step=roll")
    assert of("h1=A2 h4=A1 h2=B4 h5=B3 home=A3A4B1B2 turn=A step=roll") == one
    others = [
        "h1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=B step=roll",
        "h2=A3 h4=A4 h1=B3 h5=B4 home=A1A2B1B2 turn=A step=roll",
        "g1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=A step=roll",
        "h1=A3B3 h4=A4 h5=B4 home=A1A2B1B2 turn=A step=roll",
        "h1=B3A3 h4=A4 h5=B4 home=A1A2B1B2 turn=A step=roll",
    ]
    assert len({one, *map(of, others)}) == 6
