"""How many plies a second a programmer plays: `Game` move by move, beside python-chess and OpenSpiel.

Everybody lists the legal moves, draws one and plays it, to the end of the game, as the users of each write it; what
chance decides is a ply, too.
"""

import importlib
import random
from typing import Any

import hedgekit

from .contestants import interpreted
from .peers import GAMES, open_spiel
from .runs import Absent, Play, Run, in_turn, ratio, timed
from .tables import BASE, Pace, Table, figure

CHESS = "python-chess"
LONGEST = 300  # plies of a game of chess, which may go on for ever
OURS = {"hedgekit.Game": "0 players=4", "hedgekit.Game, ten variants": "1+3+4+5+8+11+12+15+23+27 players=4"}


def by_game(text: str) -> Play:
    """`moves`, `play` and `roll`, with undo kept."""
    rules = hedgekit.rules(text)

    def play(games: int, seed: int) -> int:
        plies, source = 0, random.Random(seed)
        for number in range(games):
            game = hedgekit.Game(rules, seed=seed * games + number)
            while not game.is_over:
                if game.is_chance:
                    game.roll()
                else:
                    game.play(source.choice(game.moves()))
            plies += game.ply
        return plies

    return timed(play)


def packed() -> Play:
    """The interpreted engine below it, which plays packed moves and keeps nothing: three plies a turn."""
    play = interpreted(BASE)

    def plies(games: int, seed: int) -> Run:
        run = play(games, seed)
        return run._replace(turns=3 * run.turns)

    return plies


def chess() -> Play:
    """python-chess, which is Python alone, as `Game` is.  Raises Absent if it is not installed."""
    try:
        library: Any = importlib.import_module("chess")
    except ImportError:
        raise Absent(f"{CHESS} is not installed (pip install -r benchmarks/requirements.txt).") from None

    def play(games: int, seed: int) -> int:
        plies, source = 0, random.Random(seed)
        for _ in range(games):
            board = library.Board()
            while board.ply() < LONGEST and (moves := list(board.legal_moves)):
                board.push(source.choice(moves))
            plies += board.ply()
        return plies

    return timed(play)


def spiel(name: str) -> Play:
    """A game of OpenSpiel, which is C++ below Python."""
    game = open_spiel().load_game(GAMES[name])

    def play(games: int, seed: int) -> int:
        plies, source = 0, random.Random(seed)
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    action = source.choices(actions, chances)[0]
                else:
                    action = source.choice(state.legal_actions())
                state.apply_action(action)
                plies += 1
        return plies

    return timed(play)


def plies(pace: Pace) -> Table:
    """Plies a second, everybody beside python-chess."""
    absent: dict[str, str] = {}
    plays = {name: by_game(text) for name, text in OURS.items()} | {"hedgekit interpreted, packed moves": packed()}
    for name in (CHESS, *GAMES):
        try:
            plays[name] = chess() if name == CHESS else spiel(name)
        except Absent as reason:
            absent[name] = str(reason)
    # a game is as long as it is: rates are those of plies
    runs = {name: [run._replace(games=run.turns) for run in mine] for name, mine in in_turn(plays, *pace).items()}
    rows = []
    for name, mine in runs.items():
        rates = sorted(run.turns_per_second for run in mine)
        beside = figure(ratio(mine, runs[CHESS])) if CHESS in runs else ""
        rows.append((name, figure(rates[len(rates) // 2]), f"{figure(rates[0])}–{figure(rates[-1])}", beside))
    note = (
        "Random games, one core, CPU time: list the legal moves, draw one, play it. What chance decides is a ply, too."
    )
    return Table("Move by move", note, ("", "plies/s", "least–greatest", f"× {CHESS}"), rows, absent)
