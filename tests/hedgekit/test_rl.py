"""Environments pass the checks of their libraries; one encoding serves every rule set."""

import contextlib
import copy
import hashlib
import io
import pickle
import random
import re
import runpy
import subprocess
import sys
import warnings

import pytest

import hedgekit
from hedgekit import rl
from hedgekit.games.race.engine.batch import ACTIONS
from hedgekit.games.race.engine.state import ANNOUNCE
from hedgekit.rl import Race
from hedgekit.rl.encoding import MOST_NUMBERS

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
    """Play random decisions; yield the race before each."""
    dice = random.Random(seed)
    while not race.over and race.decisions < most:
        yield race
        race.act(dice.choice(list(race.legal)))


LARGEST = "1+4+5+8+9+12+21+34 players=2"
EACH = [f"{number} players={found.players[0]}" for number, found in hedgekit.VARIANTS.items() if number not in (29, 40)]
SETS = (
    *EACH,
    *RULES,
    LARGEST,
    "29+8 players=9",
    "4+5+8+12+13+26+28+29+33 players=9",
    "6+8+33 players=3",
    "7+32 players=2",
    "1+7+12 players=4",
    "2+12+21 players=2",
)


@pytest.mark.parametrize("rules", SETS)
def test_every_legal_move_has_its_own_action_and_observations_fit_the_space(rules):
    encoding = rl.encoding_of(hedgekit.rules(rules))
    assert encoding.actions <= (MOST_NUMBERS if {"8", "11"} & {*rules.split()[0].split("+")} else 400)
    assert encoding.actions + encoding.observation <= MOST_NUMBERS
    for race in played(rl.Race(rules, seed=1), 1, 150):
        listed = set(race.state.moves[: race._answers.list_moves(race.state)])
        assert listed == set(race.legal.values())
        assert all(0 <= action < encoding.actions for action in race.legal)
        assert race.observation().shape == (encoding.observation,)
        assert race.observation().min() >= 0


def test_encodings_are_small_except_for_house_rules():
    base = rl.encoding_of(hedgekit.rules("0 players=2"))
    assert (base.actions, base.observation) == (142, 300)  # 8 without a piece, 6 placings, 80 side-steps, 48 advances
    assert rl.encoding_of(hedgekit.rules(LARGEST)).actions == 1463
    house = hedgekit.BASE.with_rule("examples/rules/lucky_six.py")
    assert rl.encoding_of(hedgekit.rules("lucky-six players=2", registry=house)).actions == ACTIONS


def part(race, name, seat=None):
    first, last = race.encoding.parts[name]
    return race.observation(seat)[first:last].tolist()


def test_observations_count_seats_from_the_observer():
    race = rl.Race("0 players=2")
    at = "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 home=B4 dice=6 turn=A step=forward"
    race.state = hedgekit.Game.from_text("0 players=2", at).state
    mine, other = part(race, "pieces", 0), part(race, "pieces", 1)
    assert sum(mine[:54]) == sum(other[54:]) == 4
    assert sum(other[:54]) == 3
    assert (part(race, "home", 0), part(race, "home", 1)) == ([0, 1], [1, 0])
    assert part(race, "height")[0] == 2
    assert part(race, "numbers")[6] == 1


def test_observations_have_only_what_a_seat_may_know():
    def at(rules, text):
        return rl.Race.standing(hedgekit.rules(rules), hedgekit.Game.from_text(rules, text).state)

    spies = at("2 players=2", "a1=A1B2 b3=A2 c2=B1B3 d5=A3 e5=B4 h2=A4 secret=A3B1 dice=6 turn=B step=forward")
    assert (part(spies, "secret", 0), part(spies, "secret", 1)) == ([3, 0], [1, 0])
    assert part(spies, "stands")[:4] == [part(spies, "stands", 0)[4 + k] for k in range(4)]
    cube = at("22 players=2", "c1=A1A2 d3=A3A4 e2=B1B2 f5=B3B4 cube=4A turn=B step=offer")
    assert (part(cube, "cube"), part(cube, "doubler", 0), part(cube, "doubler", 1)) == ([4], [1], [2])
    cards = rl.Race("7 players=2", seed=3)
    while cards.turned < 5:
        assert part(cards, "deck") == [0] * (13 - cards.turned) + cards.state.deck[13 - cards.turned :]
        cards.act(max(cards.legal))


def test_after_states_are_the_next_observations_without_hidden_information():
    race = rl.Race("0 players=3", seed=2)
    for _ in range(20):
        race.act(max(race.legal))
    rows, seat = race.after_states(), race.turn
    assert rows.shape == (len(race.legal), race.encoding.observation)
    after = Race.standing(race.rules, race.state.copy())
    after._draws = False
    after.play([*race.legal.values()][-1])
    assert (after.observation(seat) == rows[-1]).all()
    cards = rl.Race("7 players=2", seed=1)
    while cards.state.step != ANNOUNCE:
        cards.act(max(cards.legal))
    other = cards.copy()
    other.state.deck.reverse()
    assert (cards.after_states() == other.after_states()).all()


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


def test_only_the_player_on_turn_acts_and_games_are_truncated_at_the_limit():
    env = rl.aec_env("0 players=2", limit=9)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert [agent for agent in masks if masks[agent].any()] == [env.agent_selection]
        env.step(masks[env.agent_selection].argmax())
    assert (env.race.decisions, env.truncations) == (9, {"A": True, "B": True})


class First:
    """Chooses the first move."""

    def choose(self, game):
        return game.moves()[0]


def test_a_learner_plays_against_chosen_opponents():
    env = rl.gym_env("9 players=3", [First(), "greedy"])
    _, info = env.reset(seed=4)
    dice, ended = random.Random(1), False
    while not ended:
        (legal,) = info["action_mask"].nonzero()
        _, reward, ended, _, info = env.step(dice.choice(list(legal)))
    assert reward in (1.0, -0.5)
    assert env.race.over


def test_illegal_actions_lose_or_raise():
    env = rl.gym_env("0 players=2", "random")
    env.reset(seed=1)
    assert env.step(7)[1:3] == (-1.0, True)
    with pytest.raises(ValueError, match="not legal"):
        rl.Race("0 players=2").act(7)


@pytest.mark.parametrize("rules", ["28 players=2", "7 players=2"])
def test_parallel_games_equal_single_games(rules):
    """Also those that replace finished games; rewards are those of the finished game."""
    games, alone = rl.Games(rules, 3, seed=7), [rl.Race(rules, 7, k) for k in range(3)]
    dice, ended = random.Random(2), 0
    while ended < 3:
        assert games.observations().tolist() == [race.observation().tolist() for race in alone]
        actions = [dice.choice(legal) for legal in games.legal()]
        rewards, over = games.step(actions)
        assert all(row.sum() == 0 for row in rewards)
        assert not rewards[~over].any()
        for k, action in enumerate(actions):
            alone[k].act(action)
            assert alone[k].over == over[k]
            if over[k]:
                alone[k], ended = rl.Race(rules, 7, 3 + ended), ended + 1
    assert str(games.race(1)) == str(alone[1])
    assert (games.observations() == [race.observation() for race in alone]).all()


def trace(rules, engine, many=3, seed=7):
    """Yield what a learner gets from parallel games at random decisions."""
    games, dice = rl.Games(rules, many, seed, engine), random.Random(2)
    for _ in range(150):
        legal = games.legal()
        yield legal, games.turns.tolist(), hashlib.sha256(games.observations()).hexdigest()
        rewards, ended = games.step([dice.choice(one) for one in legal])
        yield rewards.tolist(), ended.tolist()
    yield [str(games.race(k)) for k in range(many)]


@pytest.mark.parametrize(
    "rules",
    [*RULES, "28 players=2", "7 players=3", "11+27+36 players=4", "2+7+14 players=3", "7+25 players=3", LARGEST],
)
def test_parallel_games_are_the_same_in_webassembly(rules):
    """Every action, observation and reward is equal, also in games that replace finished ones."""
    pytest.importorskip("wasmtime")
    for mine, theirs in zip(trace(rules, "interpreted"), trace(rules, "wasm"), strict=True):
        assert mine == theirs


@pytest.mark.parametrize("engine", ["interpreted", "wasm"])
def test_parallel_games_beyond_a_modules_memory_with_a_large_seed(engine):
    """An illegal action is found before anything is played."""
    games = rl.Games("28 players=2", 70, (1 << 40) + 3, engine)
    assert str(games.race(69)) == str(rl.Race("28 players=2", (1 << 40) + 3, 69))
    actions, counts = games.choices()
    assert [row[:count].tolist() for row, count in zip(actions, counts, strict=True)] == games.legal()
    wrong = actions[:, 0].copy()
    wrong[66] = 7
    with pytest.raises(ValueError, match="action 7 is not legal"):
        games.step(wrong)
    with pytest.raises(ValueError, match="70 actions"):
        games.step(wrong[:5])
    assert games.legal()[0] == actions[0, : counts[0]].tolist()
    games.step(actions[:, 0])
    assert games.observations().shape == (70, games.encoding.observation)
    with pytest.raises(IndexError):
        games.race(70)


def test_invalid_arguments_of_games_are_refused():
    with pytest.raises(ValueError, match="from 1 to 1048576, not 0"):
        rl.Games("0", 0)
    with pytest.raises(hedgekit.HedgekitError, match="steam"):
        rl.Games("0", 1, engine="steam")


def test_a_copied_race_is_independent():
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


def test_openspiel_plays_a_random_game():
    """States are cloned and serialized, and chances add up to one."""
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


@pytest.mark.parametrize("rules", ["2 players=3", "7 players=2", "2+7 players=3", "7+25 players=3"])
def test_openspiel_resamples_hidden_information(rules):
    """Check what OpenSpiel's ResampleInfostateTest does, and that something was redealt."""
    pyspiel = pytest.importorskip("pyspiel")
    game, dice, other = rl.spiel_game(rules, 60), random.Random(3), set()
    pyspiel.random_sim_test(game, 1, True, False)
    state = game.new_initial_state()
    for step in range(60):
        known = state.information_state_string(0)
        for player in range(game.num_players()) if step % 4 == 0 else ():
            dealt = state.resample_from_infostate(player, dice.random)
            other.add(str(dealt.history()))
            for one in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(dealt, one)(player) == getattr(state, one)(player)
            assert dealt.current_player() == state.current_player()
            assert state.current_player() != player or dealt.legal_actions() == state.legal_actions()
        outcomes = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(dice.choice(outcomes))
        assert state.information_state_string(0).startswith(known), "nothing is forgotten"
    assert len(other) > 20


def test_other_games_and_missing_packages_are_refused(monkeypatch):
    with pytest.raises(hedgekit.HedgekitError, match="not a race"):
        rl.aec_env("40 players=2")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "hedgekit.rl.aec", raising=False)
    with pytest.raises(hedgekit.HedgekitError, match=r"hedgekit\[rl\]"):
        rl.aec_env("0 players=2")


def test_gymnasium_makes_the_race_by_id_and_renders_pixels():
    gymnasium = pytest.importorskip("gymnasium")
    for line in ("import gymnasium, hedgekit", "import hedgekit.rl, gymnasium"):
        made = f"{line}; gymnasium.make('hedgekit/race-v0', rules='9+13 players=2').reset(seed=1)"
        subprocess.run([sys.executable, "-c", made], check=True, timeout=60)
    env = gymnasium.make("hedgekit/race-v0", rules="2+7 players=2", render_mode="rgb_array")
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert info["action_mask"].sum() > 1
    picture = env.render()
    assert (picture.dtype, picture.ndim, picture.shape[2]) == ("uint8", 3, 3)
    assert picture.std() > 10
    env = gymnasium.make("hedgekit.rl:hedgekit/race-v0", rules="2+7 players=2").unwrapped
    env.reset(seed=3)
    assert isinstance(env.render(), str)


def test_renderings_show_only_public_information():
    race = Race("2+7 players=2", seed=3)
    while race.turned < 5:
        race.act(max(race.legal))
    env = rl.aec_env("2+7 players=2")
    env.reset(seed=1)
    env.race = race
    for text in (str(race), env.render(), str(race.view("A"))):
        assert "deck=" not in text
        assert "B" not in "".join(re.findall("secret=([A-I0-9]*)", text))
    known = race.state.deck[13 - race.turned :]
    assert {tuple(race.view("A").copy(seed).state.deck[13 - race.turned :]) for seed in range(9)} == {tuple(known)}
    assert len({tuple(race.view("A").copy(seed).state.deck) for seed in range(9)}) > 2


def test_the_example_learns_by_self_play():
    learner = runpy.run_path("examples/learning/after_states.py")
    weights = learner["train"](2, 10)
    assert learner["win_rate"](weights, 10, "random") > 0.6
