"""Endgames that a master solves while thinking, compared with `tools.exact`."""

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

SECONDS = 10  # of one core, for the order of test files

UNLIMITED = 1 << 30
SMALL = "h1=A3A4 h2=B4B3 home=A1A2B1B2 turn=A step=roll"


def decision(rules, text, number, strength=240):
    """Return a game before a decision, its answers, a copy of the state, mind, number of moves and scratch states."""
    game = hedgekit.Game.from_text(rules, text)
    game.play(next(move for move in game.moves() if str(move) == number))
    ask, s = kernel(game.rules).answers, game._state.copy()
    mind, n = mind_for(Skill("master", strength, rounds=1), game.rules), ask.list_moves(s)
    ask.take_moves(s, mind, n)
    return game, ask, s, mind, n, [s.copy() for _ in range(SCRATCH)]


@cache
def exact(rules, text, number):
    """Return the exact solution of that decision."""
    game, *_ = decision(rules, text, number)
    return Exact(game.rules, game._state.copy())


def chances(mind, n):
    """Return the chance of each move."""
    return {mind.moves[k]: mind.total[k] / FULL for k in range(n)}


@pytest.mark.parametrize("number", some([0, 9, 13, "9+13", 17], 3))
def test_a_small_endgame_is_solved_exactly(number):
    game = hedgekit.Game.from_text(f"{number} players=2", SMALL)
    game.play("4")
    true = exact(str(game.rules), SMALL, "4").moves(game._state.copy())
    packed = {str(move): number for move, number in game._list().values()}
    weighed = Player("master", 1).weigh(game)
    for one in weighed:
        assert one.chance == pytest.approx(true[packed[str(one.move)]], abs=1e-5)
        assert one.tries == 1, "no playouts"
    assert weighed[0].chance == max(one.chance for one in weighed)


def worth(game, master, player):
    """Return a player's chance: the mean over throws, the master's at decisions, certain at the end."""
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
        # the doped hedgehog is distinguished
        ("3 players=2", "h1=A3A4 h2=B4B3 home=A1B1B2 out=A2 doped=A2 turn=A step=roll"),
        ("5 players=2", SMALL),  # two dice, in any order
        ("30 players=2", SMALL),
        ("34 players=2", "h1=A3A4 b2=B4B3 home=A1A2B1B2 turn=A step=roll"),  # another course
        pytest.param("26 players=2", "h1=A3A4A2 h2=B4B3B2 home=A1B1 turn=A step=roll", marks=pytest.mark.soak),
    ],
)
def test_a_chance_is_the_mean_over_the_next_throws(rules, text):
    """A move's chance agrees with the other player's after each throw, from separate tables."""
    game, master = hedgekit.Game.from_text(rules, text), Player("master:400", 1)
    game.play(game.moves()[-1])
    found = master.weigh(game)
    assert found[0].tries == 1
    game.play(found[0].move)
    assert not game.is_over
    assert found[0].chance == pytest.approx(worth(game, master, "A"), abs=1e-4)


def test_each_of_three_players_plays_for_themselves():
    text = "h1=A3A4B3B4C3C4 home=A1A2B1B2C1C2 turn=A step=roll"
    game, ask, s, mind, n, work = decision("0 players=3", text, "1", 400)
    assert ask.solve(s, work, mind, n, UNLIMITED) == 1
    true = Exact(game.rules, game._state.copy()).moves(game._state.copy())
    assert chances(mind, n) == pytest.approx(true, abs=1e-5)


def test_solving_in_slices_gives_the_same_table_which_serves_later_decisions():
    whole = decision("0 players=2", SMALL, "4")
    _, ask, s, mind, n, work = decision("0 players=2", SMALL, "4")
    calls = 1
    while (done := ask.solve(s, work, mind, n, 200)) == 0:
        calls += 1
    _, _, _, other, _, _ = whole
    assert done == whole[1].solve(whole[2], whole[5], other, n, UNLIMITED) == 1
    assert calls > 10
    assert (mind.total[:n], mind.order[:n]) == (other.total[:n], other.order[:n])
    swept = mind.table[endgames.SWEPT]
    ask.play(s, mind.moves[mind.order[-1]])
    while s.step != endgames.ROLL:
        ask.list_moves(s)
        ask.play(s, s.moves[0])
    ask.play(s, 5)
    true, n = exact("0 players=2", SMALL, "4").moves(s.copy()), ask.list_moves(s)
    ask.take_moves(s, mind, n)
    assert ask.solve(s, work, mind, n, 0) == 1, "it is solved already"
    assert chances(mind, n) == pytest.approx(true, abs=1e-5)
    assert mind.table[endgames.SWEPT] == swept


@pytest.mark.parametrize(
    ("rules", "text", "strength"),
    [
        ("0 players=2", "a1=A3A4 b4=B3B4 home=A1A2B1B2 turn=A step=roll", 240),  # too many turns
        ("0 players=2", SMALL, 3),  # and for a weak player
        ("2 players=2", SMALL, 240),  # colours are hidden
        ("7 players=2", SMALL.replace("roll", "sideways dice=4"), 240),  # the order of cards is hidden
    ],
)
def test_large_or_hidden_positions_are_searched_instead_of_solved(rules, text, strength):
    game = hedgekit.Game.from_text(rules, text)
    game.play(game.moves()[-1])
    ask, s = kernel(game.rules).answers, game._state.copy()
    n, mind = ask.list_moves(s), mind_for(Skill("master", strength, rounds=1), game.rules)
    ask.take_moves(s, mind, n)
    work = [s.copy() for _ in range(SCRATCH)]
    assert ask.solve(s, work, mind, n, UNLIMITED) == -1
    assert ask.choose(s, work, mind, n, UNLIMITED) in mind.moves[:n], "a move is chosen all the same"


def test_a_failed_attempt_is_not_repeated_before_half_the_turns_remain():
    _, ask, s, mind, n, work = decision("0 players=2", SMALL, "4", 18)
    guess = ask.estimate_turns(s)
    assert guess <= 18 * endgames.A_PLAYOUT, "estimated as small enough"
    assert ask.solve(s, work, mind, n, UNLIMITED) == -1, "but too large"
    assert mind.table[endgames.FAILED] == guess
    reached = mind.table[endgames.REACHED]
    mind.table[endgames.REACHED] = 0
    assert ask.solve(s, work, mind, n, UNLIMITED) == -1
    assert mind.table[endgames.REACHED] == 0 < reached, "not tried again"


def test_the_fingerprint_distinguishes_positions():
    """It depends on the turn and the stacks, but not on which hedgehog of a colour stands where."""
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
