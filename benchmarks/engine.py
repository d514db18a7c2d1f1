"""How fast the engine plays: against the physical limit, against OpenSpiel, and as the work grows.

    python -m benchmarks.engine [--write] [--seconds 0.5] [--rounds 5] [playouts measured games ...]

All contestants are measured in one run, one after the other in several rounds, because rates move with the machine
and ratios do not.  Prints Markdown; with --write the tables take the place of their like in docs/benchmarks.md, whose
head says by hand when and on what they were measured.  Needs a C compiler and benchmarks/requirements.txt.
"""

import argparse
from collections.abc import Callable
from typing import NamedTuple

import hedgekit
from hedgekit import RuleSet

from . import contestants
from .contestants import ENGINES, FACE, LIMIT, PEERS
from .runs import Play, Run, in_turn, rate, ratio, speed
from .tables import DOCS, Table, figure, share, spaced

PAGE = DOCS / "benchmarks.md"
BASE = hedgekit.rules("0", players=4)
BACKGAMMON = next(iter(PEERS))
GROWTH = [name for name in ENGINES if name != FACE]  # measured in the tables of growth
COUNTS = (1, 10, 100, 1_000, 10_000, 100_000)
PATIENCE = 3  # seconds for one cell of the table of games
MEASURED = ("wasm", "interpreted")  # engines of simulations
PLAYING = ("random", "greedy")  # who plays the games with measures
SIZES = (1, 5, 10, 20)
COMBINED = (1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 17, 23, 26, 27, 28, 30, 31, 32)  # variants that combine


class Pace(NamedTuple):
    """How long a contestant plays in a round, about, and how many rounds there are."""

    seconds: float
    rounds: int


def rates(runs: list[Run]) -> tuple[str, str, str, str]:
    """Games a second, from the least to the greatest of them, turns a game, turns a second."""
    each = [run.games_per_second for run in runs]
    length = sum(run.turns for run in runs) / sum(run.games for run in runs)
    return figure(rate(runs)), f"{figure(min(each))}–{figure(max(each))}", figure(length), figure(speed(runs))


def playouts(pace: Pace) -> Table:
    """Everybody, peers included, with four players and with two."""
    plays = {(name, 0): contestants.peer(name) for name in PEERS}
    for players in (4, 2):
        rules = hedgekit.rules("0", players=players)
        plays |= {(name, players): make(rules) for name, make in ENGINES.items()}
    runs = in_turn(plays, *pace)
    rows = []
    for (name, players), mine in sorted(runs.items(), key=lambda item: (item[0][1] == 2, -rate(item[1]))):
        limit = share(ratio(mine, runs[LIMIT, players])) if players else ""
        named = f"{name}, {players} players" if players else name
        rows.append((named, *rates(mine), limit, figure(ratio(mine, runs[BACKGAMMON, 0]))))
    note = (
        "Random players, the base game to its end, one core, CPU time. A turn is one roll; of OpenSpiel's games the "
        "decisions are counted, forced ones included. Ratios are medians of the ratios within a round; the limit is "
        "the C program with as many players."
    )
    head = ("", "games/s", "least–greatest", "turns a game", "turns/s", "of the C limit", "× OpenSpiel backgammon")
    return Table("Playouts", note, head, rows)


def measured(pace: Pace) -> Table:
    """What simulations do: games with all measures, by players of every kind."""
    rows = []
    for players in PLAYING:
        plays: dict[str, Play] = {LIMIT: ENGINES[LIMIT](BASE)} if players == "random" else {}
        plays |= {name: contestants.measured(name, players, BASE) for name in MEASURED}
        runs = in_turn(plays, *pace)
        for name, mine in runs.items():
            limit = share(ratio(mine, runs[LIMIT])) if LIMIT in runs else ""
            times = figure(ratio(mine, runs["interpreted"]))
            rows.append((f"{players}, {name}", figure(rate(mine)), figure(speed(mine)), limit, times))
    note = (
        "The base game with four players alike, every measure taken (but by the C program), one core, CPU time; ratios "
        "of games a second."
    )
    return Table("Games with measures", note, ("", "games/s", "turns/s", "of the C limit", "× interpreted"), rows)


def games(pace: Pace) -> Table:
    """Games a second by how many are asked for at once."""
    rows = []
    for name in GROWTH:
        play = ENGINES[name](BASE)
        play(1, 0)
        cells, last = [], play(1, 0)
        for count in COUNTS:
            if count / last.games_per_second > PATIENCE:
                cells.append("–")
                continue
            runs = [play(count, seed) for seed in range(pace.rounds)]
            last = runs[-1]
            cells.append(figure(rate(runs)))
        rows.append((name, *cells))
    note = f"Games a second, four players, by the number of games asked for at once; – is longer than {PATIENCE} s."
    return Table("Growth with games", note, ("", *map(spaced, COUNTS)), rows)


def growth(title: str, note: str, sets: dict[str, RuleSet], engines: list[str], pace: Pace) -> Table:
    """Turns a second of every engine, a column for every rule set."""
    runs = in_turn({(name, column): ENGINES[name](sets[column]) for column in sets for name in engines}, *pace)
    rows = [(name, *(figure(speed(runs[name, column])) for column in sets)) for name in engines]
    return Table(title, note, ("", *sets), rows)


def players(pace: Pace) -> Table:
    """Turns a second by the number of players."""
    sets = {str(n): hedgekit.rules("0", players=n) for n in range(2, 7)}
    return growth("Growth with players", "Turns a second, the base game with two to six players.", sets, GROWTH, pace)


def variants(pace: Pace) -> Table:
    """Turns a second by the number of variants in one rule set; the C program knows none."""
    sets = {"0": BASE}
    for size in SIZES:
        sets[str(size)] = hedgekit.rules("+".join(map(str, COMBINED[:size])), players=4)
    note = (
        f"Turns a second with four players. Variants {', '.join(map(str, COMBINED))}: the first "
        f"{', '.join(map(str, SIZES))} of them in one rule set."
    )
    return growth("Growth with variants", note, sets, [name for name in GROWTH if name != LIMIT], pace)


TABLES: dict[str, Callable[[Pace], Table]] = {
    table.__name__: table for table in (playouts, measured, games, players, variants)
}


def main(arguments: list[str] | None = None) -> None:
    """Print the tables, and write them if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("tables", nargs="*", metavar="table", help=f"of {', '.join(TABLES)}; all if none is named")
    parser.add_argument("--seconds", type=float, default=0.5, help="that a contestant plays in a round, about")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put them into docs/benchmarks.md, too")
    given = parser.parse_args(arguments)
    for name in given.tables or TABLES:
        table = TABLES[name](Pace(given.seconds, given.rounds))
        print(table.markdown(), flush=True)
        if given.write:
            table.write(PAGE)


if __name__ == "__main__":
    main()
