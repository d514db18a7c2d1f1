"""The contestants of the benchmarks: everything that plays games by itself.

A contestant is a function from a rule set to a function of games and seed (`runs.Play`).  To add one, write the
function and add it to ENGINES.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import hedgekit
from hedgekit import RuleSet
from hedgekit.games.race.engine.choice.memory import Mind
from hedgekit.games.race.engine.matches import COLUMNS
from hedgekit.games.race.rulesets.engines import LIMIT as TURNS
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.games.race.rulesets.wasm import WasmKernel
from hedgekit.players.player import Player
from hedgekit.players.strength import Skill

from . import limit
from .runs import Play, Run, timed


def c_limit(rules: RuleSet) -> Play:
    """Play the base game in C, whatever the rules; the CPU time is the program's own."""

    def play(games: int, seed: int) -> Run:
        answer = limit.play(rules.players, games, seed)
        return Run(games, answer["turns"], answer["seconds"])

    return play


def interpreted(rules: RuleSet) -> Play:
    """Play interpreted, as players and simulations do: with lists of packed moves."""
    engine = kernel(rules)
    return timed(lambda games, seed: sum(engine.playout(seed, index)[1] for index in range(games)))


def by_game(rules: RuleSet) -> Play:
    """Play through `hedgekit.Game`, as a board does: with moves as values, and undo."""

    def play(games: int, seed: int) -> int:
        turns = 0
        for index in range(games):
            game, player = hedgekit.Game(rules, seed=seed * games + index), Player("random", index)
            while not game.is_over:
                turns += game.is_chance
                if game.is_chance:
                    game.roll()
                else:
                    game.play(player.choose(game))
        return turns

    return timed(play)


def wasm(rules: RuleSet) -> Play:
    """Play in WebAssembly (with all variants), through wasmtime."""
    engine = WasmKernel(rules)
    return timed(lambda games, seed: sum(engine.playouts(0, games, seed, TURNS).cast("B").cast("i")[::2]))


def measured(name: str, players: str, rules: RuleSet) -> Play:
    """Play as simulations do, with all measures, and identical players at every seat."""
    engine: Any = kernel(rules) if name == "interpreted" else WasmKernel(rules)
    mind = Mind([Skill.parse(players).mind] * rules.players)

    def play(games: int, seed: int) -> int:
        rows = engine.matches(0, games, seed, mind, TURNS)
        if isinstance(rows, list):
            return sum(row[0] for row in rows)
        return sum(memoryview(rows).cast("B").cast("i")[::COLUMNS])  # without converting all measures to Python

    return timed(play)


LIMIT, FACE = "C limit", "hedgekit interpreted, through Game"
ENGINES: dict[str, Callable[[RuleSet], Play]] = {
    LIMIT: c_limit,
    "hedgekit in WebAssembly": wasm,
    "hedgekit interpreted": interpreted,
    FACE: by_game,
}
PEERS = {"OpenSpiel backgammon": "backgammon", "OpenSpiel maedn": "maedn(players=4)"}
"""Games of OpenSpiel, by its names."""


def play_openspiel(game: Any, dice: random.Random) -> Iterator[int]:
    """Play one game of OpenSpiel; yield 1 for each decision, including forced ones, 0 for each chance node."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, chances)[0])
            yield 0
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            yield 1


def peer(name: str) -> Play:
    """Play one of PEERS at random, as Python users of OpenSpiel would.

    Needs `pip install -r benchmarks/requirements.txt`.  A turn is one decision, including forced ones.
    """
    import pyspiel

    game = pyspiel.load_game(PEERS[name])

    def play(games: int, seed: int) -> int:
        dice = random.Random(seed)
        return sum(sum(play_openspiel(game, dice)) for _ in range(games))

    return timed(play)
