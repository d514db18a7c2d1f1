"""Environments pass the tests of those who define them; one encoding holds for every rule set."""

import contextlib
import copy
import hashlib
import io
import pickle
import random
import subprocess
import sys
import warnings

import pytest

import hedgekit
from hedgekit import rl
from hedgekit.rl.encoding import PLACES, Race

pytest.importorskip("pettingzoo")
RULES = (
    "0 players=2",
    "9+13 players=3",
    "8 players=2",
    "5 players=2",
    "12+16 players=2",
    "21 players=2",
    "22 players=2",
)


def played(race, seed, most=400):
    """Random decisions; yields before each."""
    dice = random.Random(seed)
    while not race.over and race.decisions < most:
        yield race
        race.act(dice.choice(list(race.legal)))


@pytest.mark.parametrize("rules", RULES)
def test_every_legal_move_has_an_action_of_its_own(rules):
    for race in played(rl.Race(rules, seed=1), 1):
        listed = set(race.state.moves[: race._answers.list_moves(race.state)])
        assert listed == set(race.legal.values())
        assert all(0 <= action < rl.ACTIONS for action in race.legal)


def test_actions_and_parts_stand_where_they_are_documented():
    """Numbers that learners may have stored: they do not change."""
    game = hedgekit.Game.from_text("0 players=2", "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 f6=B4 dice=6 turn=A step=forward")
    assert rl.action_of(game.packed("f6-g6")) == 6920 + ((50 * 15 + 6) * 8 + 0) * 8 + 6  # f6 is cell 50, g rank 6
    assert (rl.OBSERVATION, rl.ACTIONS) == (1203, 58760)
    assert (PLACES["tops"], PLACES["height"], PLACES["black"], PLACES["step"]) == (486, 972, 1026, 1115)


def test_an_observation_counts_from_who_sees():
    race = rl.Race("0 players=2")
    at = "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 home=B4 dice=6 turn=A step=forward"
    race.state = hedgekit.Game.from_text("0 players=2", at).state
    mine, other = race.observation(0), race.observation(1)
    assert mine[:54].sum() == other[54:108].sum() == 4
    assert other[:54].sum() == 3
    assert (mine[PLACES["home"] + 1], other[PLACES["home"]]) == (1, 1)
    assert mine[PLACES["height"]] == 2
    assert mine[PLACES["black"] : PLACES["home"]].sum() == 6
    assert mine[PLACES["numbers"] + 6] == 1


@pytest.mark.parametrize("rules", ["0 players=2", "9+13 players=3"])
def test_pettingzoo_accepts_the_environment(rules):
    from pettingzoo.test import api_test, seed_test

    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(rl.aec_env(rules), num_cycles=300, verbose_progress=False)
        seed_test(lambda: rl.aec_env(rules), num_cycles=40)


def test_gymnasium_accepts_the_environment():
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(rl.gym_env("0 players=2", "random"), skip_render_check=True)


class First:
    """Chooses the first move."""

    def choose(self, game):
        return game.moves()[0]


def test_a_learner_plays_against_whom_one_likes_to_the_end():
    env = rl.gym_env("9 players=3", [First(), "greedy"])
    _, info = env.reset(seed=4)
    dice, ended = random.Random(1), False
    while not ended:
        (legal,) = info["action_mask"].nonzero()
        _, reward, ended, _, info = env.step(dice.choice(list(legal)))
    assert reward in (1.0, -0.5)
    assert env.race.over


def test_an_action_that_is_not_legal():
    env = rl.gym_env("0 players=2", "random")
    env.reset(seed=1)
    assert env.step(rl.ACTIONS - 1)[1:3] == (-1.0, True)
    with pytest.raises(ValueError, match="not legal"):
        rl.Race("0 players=2").act(rl.ACTIONS - 1)


def test_many_games_are_the_games_one_by_one():
    """Also those that begin where others have ended; rewards are those of the game that ended."""
    games, dice = rl.Games("28 players=2", 3, seed=7), random.Random(2)
    ended = 0
    for _ in range(500):
        actions = [dice.choice(legal) for legal in games.legal()]
        rewards, over = games.step(actions)
        ended += int(over.sum())
        assert all(row.sum() == 0 for row in rewards)
        assert not rewards[~over].any()
    assert ended >= 2
    fresh = rl.Race("28 players=2", 7, 3)
    again = rl.Games("28 players=2", 4, seed=7)
    assert str(again.race(3)) == str(fresh)
    assert (again.observations()[3] == fresh.observation()).all()


def stepped(rules, engine, many=3, seed=7):
    """What a learner is told of some games and their successors, at random decisions."""
    games, dice = rl.Games(rules, many, seed, engine), random.Random(2)
    for _ in range(150):
        legal = games.legal()
        yield legal, games.turns.tolist(), hashlib.sha256(games.observations()).hexdigest()
        rewards, ended = games.step([dice.choice(one) for one in legal])
        yield rewards.tolist(), ended.tolist()
    yield [str(games.race(k)) for k in range(many)]


@pytest.mark.parametrize("rules", [*RULES, "28 players=2", "7 players=3", "11+27+36 players=4", "20+31 players=6"])
def test_many_games_are_the_same_in_webassembly(rules):
    """Action for action and number for number, also those that begin where others have ended; compiled: test_native."""
    pytest.importorskip("wasmtime")
    for mine, theirs in zip(stepped(rules, "interpreted"), stepped(rules, "wasm"), strict=True):
        assert mine == theirs


@pytest.mark.parametrize("engine", ["interpreted", "wasm"])
def test_many_games_in_several_parts_with_a_large_seed(engine):
    """More than a module's memory holds; an action that is not legal is found before anything is played."""
    games = rl.Games("28 players=2", 70, (1 << 40) + 3, engine)
    assert str(games.race(69)) == str(rl.Race("28 players=2", (1 << 40) + 3, 69))
    actions, counts = games.choices()
    assert [row[:count].tolist() for row, count in zip(actions, counts, strict=True)] == games.legal()
    wrong = actions[:, 0].copy()
    wrong[66] = rl.ACTIONS - 1
    with pytest.raises(ValueError, match=f"action {rl.ACTIONS - 1} is not legal"):
        games.step(wrong)
    with pytest.raises(ValueError, match="70 actions"):
        games.step(wrong[:5])
    assert games.legal()[0] == actions[0, : counts[0]].tolist()
    games.step(actions[:, 0])
    assert games.observations().shape == (70, rl.OBSERVATION)
    with pytest.raises(IndexError):
        games.race(70)


def test_games_that_cannot_be():
    with pytest.raises(ValueError, match="0 games"):
        rl.Games("0", 0)
    with pytest.raises(hedgekit.HedgekitError, match="steam"):
        rl.Games("0", 1, engine="steam")


def test_a_race_is_copied_and_goes_on_by_itself():
    for way in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        race = Race("9 players=2", seed=1)
        for _ in range(12):
            race.act(min(race.legal))
        other = way(race)
        other.act(min(other.legal))
        assert (race.decisions, other.decisions) == (12, 13)
        before = str(race)
        race.act(min(race.legal))
        assert str(race) == str(other) != before
        assert (race.observation(0) == other.observation(0)).all()


def test_openspiel_plays_it():
    """A random game of OpenSpiel's own making; chances add up to one."""
    pytest.importorskip("pyspiel")
    state, dice, chances = rl.spiel_game("28 players=2").new_initial_state(), random.Random(3), 0
    for _ in range(4):
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    other = state.clone()
    assert (str(other), other.history()) == (str(state), state.history())
    other.apply_action(other.chance_outcomes()[0][0] if other.is_chance_node() else other.legal_actions()[0])
    assert len(state.history()) == 4
    import pyspiel

    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert (str(again), game.num_players()) == (str(state), 2)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            state.apply_action(dice.choices(actions, weights)[0])
            chances += 1
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    assert chances > 5
    assert sum(state.returns()) == 0
    assert max(state.returns()) == 1
    with pytest.raises(hedgekit.HedgekitError):
        rl.spiel_game("7 players=2")  # what is secret is not in the encoding


def test_it_is_there_as_it_is_documented():
    """`hedgekit.rl.aec_env` after `import hedgekit` alone; importing that stays without it."""
    code = "import sys, hedgekit; before = 'hedgekit.rl' in sys.modules; print(before, hedgekit.rl.ACTIONS)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", str(rl.ACTIONS)]


def test_what_is_no_race_or_not_installed_is_said(monkeypatch):
    with pytest.raises(hedgekit.HedgekitError, match="not a race"):
        rl.aec_env("40 players=2")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "hedgekit.rl.aec", raising=False)
    with pytest.raises(hedgekit.HedgekitError, match=r"hedgekit\[rl\]"):
        rl.aec_env("0 players=2")


def test_gymnasium_makes_the_race_by_its_id_and_shows_it_as_pixels():
    gymnasium = pytest.importorskip("gymnasium")
    rl.register()
    env = gymnasium.make("hedgekit/race-v0", rules="2+7 players=2", others="random", render_mode="rgb_array")
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert info["action_mask"].sum() > 1
    picture = env.render()
    assert (picture.dtype, picture.ndim, picture.shape[2]) == ("uint8", 3, 3)
    assert picture.std() > 10
    assert isinstance(gymnasium.make("hedgekit/race-v0").unwrapped.render(), str)
