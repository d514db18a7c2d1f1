"""Who is measured: everything that plays the game itself, by name, for any rule set it knows.

A contestant is a function of a rule set that returns a function of games and seed (`runs.Play`), and raises
`runs.Absent` with a sentence where it cannot take part.  To add one, write the function and name it in ENGINES.
"""

import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import hedgekit
from hedgekit import HedgekitError, RuleSet
from hedgekit.games.race.engine.choice.memory import Mind
from hedgekit.games.race.engine.matches import COLUMNS
from hedgekit.games.race.rulesets.engines import LIMIT as TURNS
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.games.race.rulesets.wasm import WasmKernel
from hedgekit.players.player import Player
from hedgekit.players.strength import Skill

from . import limit
from .runs import Absent, Play, Run, timed


def c_limit(rules: RuleSet, abreast: int = 1) -> Play:
    """The base game in C; the CPU time is that of the program itself."""
    if rules.variants not in ((), (0,)):
        raise Absent("The C program knows the base game only.")
    limit.compiled(rules.players, abreast)

    def play(games: int, seed: int) -> Run:
        answer = limit.play(rules.players, games, seed, abreast)
        return Run(games, answer["turns"], answer["seconds"])

    return play


def c_limit_abreast(rules: RuleSet) -> Play:
    """The same, two games at a time: one moves while the other waits for its own last move."""
    return c_limit(rules, 2)


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
    engine = _engine(rules, "wasm")
    return timed(lambda games, seed: sum(engine.playouts(0, games, seed, TURNS).cast("B").cast("i")[::2]))


def _engine(rules: RuleSet, name: str) -> Any:
    """One of the engines of simulations, ready to play."""
    try:
        engine = kernel(rules) if name == "interpreted" else WasmKernel(rules)
        engine.playouts(0, 1, 0)  # loads the module
    except HedgekitError as no:
        raise Absent(str(no)) from None
    return engine


def measured(name: str, players: str) -> Callable[[RuleSet], Play]:
    """An engine as simulations run it: with all measures, and with players at every seat alike."""

    def contestant(rules: RuleSet) -> Play:
        engine, mind = _engine(rules, name), Mind([Skill.parse(players).mind] * rules.players)

        def play(games: int, seed: int) -> int:
            rows = engine.matches(0, games, seed, mind, TURNS)
            if isinstance(rows, list):
                return sum(row[0] for row in rows)
            return sum(memoryview(rows).cast("B").cast("i")[::COLUMNS])  # not all measures made numbers of Python

        return timed(play)

    return contestant


LIMIT, ABREAST = "C limit", "C limit, two games abreast"
LIMITS = (LIMIT, ABREAST)
ENGINES: dict[str, Callable[[RuleSet], Play]] = {
    LIMIT: c_limit,
    ABREAST: c_limit_abreast,
    "hedgekit in WebAssembly": wasm,
    "hedgekit interpreted": interpreted,
    "hedgekit interpreted, through Game": by_game,
}
PEERS = {"OpenSpiel backgammon": "backgammon", "OpenSpiel maedn": "maedn(players=4)"}
"""Games of OpenSpiel, as it names them."""


def open_spiel() -> Any:
    """The library.  Raises Absent if it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        raise Absent("OpenSpiel is not installed (pip install -r benchmarks/requirements.txt).") from None


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
    game = open_spiel().load_game(PEERS[name])

    def play(games: int, seed: int) -> int:
        dice = random.Random(seed)
        return sum(sum(decided(game, dice)) for _ in range(games))

    return timed(play)


def present(rules: RuleSet, names: list[str], absent: dict[str, str]) -> dict[str, Play]:
    """Those of the named that play here, engines these rules; why the others do not is put down in `absent`."""
    plays = {}
    for name in names:
        try:
            plays[name] = peer(name) if name in PEERS else ENGINES[name](rules)
        except Absent as reason:
            absent[name] = str(reason)
    return plays
