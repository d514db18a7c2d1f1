"""How fast the interpreted engine plays: random base games a second, and what the public face costs beside it.

    python benchmarks/interpreted.py [--games 200]

Both columns are measured alternately in one run on one core (CPU time), because rates move with the machine and
ratios do not.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import hedgekit
from hedgekit.kernel import kernel
from hedgekit.players import RandomPlayer


def by_kernel(rules, games, seed):
    """Playouts as players and simulations run them: the listed moves, packed."""
    engine = kernel(rules)
    return sum(engine.playout(seed, index)[1] for index in range(games))


def by_game(rules, games, seed):
    """The same through `Game`: moves as values, undo kept, as a board plays."""
    turns = 0
    for index in range(games):
        game, player = hedgekit.Game(rules, seed=seed + index), RandomPlayer(index)
        while not game.is_over:
            turns += game.is_chance
            if game.is_chance:
                game.roll()
            else:
                game.play(player.choose(game))
    return turns


def rate(run, rules, games, seed):
    """Games a second and turns a game."""
    began = time.process_time()
    turns = run(rules, games, seed)
    return games / (time.process_time() - began), turns / games


def import_time():
    """Milliseconds to import hedgekit in a fresh interpreter, standard library included; the median of five."""
    code = "import time; t = time.perf_counter(); import hedgekit; print(1000 * (time.perf_counter() - t))"
    root = str(Path(hedgekit.__file__).parents[1])
    runs = [
        subprocess.run(
            [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {root!r}); {code}"],
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(5)
    ]
    return median(float(run.stdout) for run in runs)


def main():
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=200, help="games a round and number of players")
    games = arguments.parse_args().games
    print(f"import hedgekit: {import_time():.1f} ms")
    print(f"{'players':>7} {'turns/game':>10} {'playout games/s':>16} {'Game games/s':>13} {'ratio':>6}")
    for players in (2, 3, 4, 6):
        rules = hedgekit.rules("0", players=players)
        few = max(1, games // 10)
        rounds = [(rate(by_kernel, rules, games, seed), rate(by_game, rules, few, seed)) for seed in range(3)]
        fast = median(kernel_rate for (kernel_rate, _), _ in rounds)
        slow = median(game_rate for _, (game_rate, _) in rounds)
        print(f"{players:7} {rounds[0][0][1]:10.1f} {fast:16.0f} {slow:13.0f} {fast / slow:6.1f}")


if __name__ == "__main__":
    main()
