"""Who is measured: everything that plays a game by itself.

A contestant is a function of a rule set that returns a function of games and seed (`runs.Play`).  To add one, write the
function and name it in ENGINES.
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
    """The base game in C, whatever the rules; the CPU time is that of the program itself."""

    def play(games: int, seed: int) -> Run:
        answer = limit.play(rules.players, games, seed)
        return Run(games, answer["turns"], answer["seconds"])

    return play


def interpreted(rules: RuleSet) -> Play:
    """The engine as players and simulations run it: the listed moves, packed."""
    engine = kernel(rules)
    return timed(lambda games, seed: sum(engine.playout(seed, index)[1] for index in range(games)))


def by_game(rules: RuleSet) -> Play:
    """The same through `hedgekit.Game`: moves as values, undo kept, as a board plays."""

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
    """The engine in WebAssembly, which has all variants in, through wasmtime."""
    engine = WasmKernel(rules)
    return timed(lambda games, seed: sum(engine.playouts(0, games, seed, TURNS).cast("B").cast("i")[::2]))


def measured(name: str, players: str, rules: RuleSet) -> Play:
    """An engine as simulations run it: with all measures, and with players at every seat alike."""
    engine: Any = kernel(rules) if name == "interpreted" else WasmKernel(rules)
    mind = Mind([Skill.parse(players).mind] * rules.players)

    def play(games: int, seed: int) -> int:
        rows = engine.matches(0, games, seed, mind, TURNS)
        if isinstance(rows, list):
            return sum(row[0] for row in rows)
        return sum(memoryview(rows).cast("B").cast("i")[::COLUMNS])  # not all measures made numbers of Python

    return timed(play)


LIMIT, FACE = "C limit", "hedgekit interpreted, through Game"
ENGINES: dict[str, Callable[[RuleSet], Play]] = {
    LIMIT: c_limit,
    "hedgekit in WebAssembly": wasm,
    "hedgekit interpreted": interpreted,
    FACE: by_game,
}
PEERS = {"OpenSpiel backgammon": "backgammon", "OpenSpiel maedn": "maedn(players=4)"}
"""Games of OpenSpiel, as it names them."""


def decided(game: Any, dice: random.Random) -> Iterator[int]:
    """Play one game of OpenSpiel to its end; 1 for each decision, forced ones included, 0 for what chance decides."""
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
    """Random playouts of one of PEERS, written as Python users of OpenSpiel write them.

    Needs `pip install -r benchmarks/requirements.txt`.  A turn is one decision, forced ones included.
    """
    import pyspiel

    game = pyspiel.load_game(PEERS[name])

    def play(games: int, seed: int) -> int:
        dice = random.Random(seed)
        return sum(sum(decided(game, dice)) for _ in range(games))

    return timed(play)
