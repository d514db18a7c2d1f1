"""The peers: random playouts in OpenSpiel, written as its Python users write them.

Needs `pip install -r benchmarks/requirements.txt`.  One decision is one choice of a player, forced ones included.
"""

import importlib
import random
from typing import Any

from .runs import Absent, Play, timed

GAMES = {"OpenSpiel backgammon": "backgammon", "OpenSpiel maedn": "maedn(players=4)"}


def open_spiel() -> Any:
    """The library.  Raises Absent if it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        raise Absent("OpenSpiel is not installed (pip install -r benchmarks/requirements.txt).") from None


def playout(game: Any, dice: random.Random) -> int:
    """Play one game to its end; the number of decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = dice.choices(actions, chances)[0]
        else:
            action = dice.choice(state.legal_actions())
            decisions += 1
        state.apply_action(action)
    return decisions


def peer(name: str) -> Play:
    """Random playouts of one of GAMES."""
    game = open_spiel().load_game(GAMES[name])

    def play(games: int, seed: int) -> int:
        dice = random.Random(seed)
        return sum(playout(game, dice) for _ in range(games))

    return timed(play)


def peers(absent: dict[str, str]) -> dict[str, Play]:
    """Those of GAMES that can be played here; why the others cannot is put down in `absent`."""
    plays = {}
    for name in GAMES:
        try:
            plays[name] = peer(name)
        except Absent as reason:
            absent[name] = str(reason)
    return plays
