"""Measure the engine's speed: against the physical limit, against OpenSpiel, and as the work grows.

    python -m benchmarks.engine [--write] [--seconds 0.5] [--rounds 5] [playouts measured games ...]

All contestants are measured in one run, alternating in several rounds, because rates vary with the machine's load and
ratios do not.  Prints Markdown; --write replaces the tables in docs/benchmarks.md, whose introduction (edited by hand)
says when and on what machine they were measured.  Needs a C compiler and benchmarks/requirements.txt.
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
PATIENCE = 3  # most seconds for one cell of the table of games
MEASURED = ("wasm", "interpreted")  # engines of simulations
PLAYING = ("random", "greedy")  # players of the games with measures
SIZES = (1, 5, 10, 20)
COMBINED = (1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 17, 23, 26, 27, 28, 30, 31, 32)  # variants that combine


class Pace(NamedTuple):
    """The approximate time a contestant plays in a round, and the number of rounds."""

    seconds: float
    rounds: int


def rates(runs: list[Run]) -> tuple[str, str, str, str]:
    """Return games per second, their range, turns per game and turns per second, as text."""
    each = [run.games_per_second for run in runs]
    length = sum(run.turns for run in runs) / sum(run.games for run in runs)
    return figure(rate(runs)), f"{figure(min(each))}–{figure(max(each))}", figure(length), figure(speed(runs))


def playouts(pace: Pace) -> Table:
    """Measure all contestants and peers, with four players and with two."""
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
        "Random players, whole base games, one core, CPU time. A turn is one roll; in OpenSpiel's games, a decision, "
        "including forced ones. Ratios are medians over the rounds; the limit is the C program with the same number "
        "of players."
    )
    head = ("", "games/s", "least–greatest", "turns a game", "turns/s", "of the C limit", "× OpenSpiel backgammon")
    return Table("Playouts", note, head, rows)


def measured(pace: Pace) -> Table:
    """Measure what simulations do: games with all measures, by players of every kind."""
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
        "The base game with four identical players, all measures taken (except by the C program), one core, CPU time; "
        "ratios of games per second."
    )
    return Table("Games with measures", note, ("", "games/s", "turns/s", "of the C limit", "× interpreted"), rows)


def games(pace: Pace) -> Table:
    """Measure games per second by the number requested at once."""
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
    note = f"Games per second, four players, by the number of games requested at once; –: longer than {PATIENCE} s."
    return Table("Growth with games", note, ("", *map(spaced, COUNTS)), rows)


def growth(title: str, note: str, sets: dict[str, RuleSet], engines: list[str], pace: Pace) -> Table:
    """Measure turns per second of every engine, with one column per rule set."""
    runs = in_turn({(name, column): ENGINES[name](sets[column]) for column in sets for name in engines}, *pace)
    rows = [(name, *(figure(speed(runs[name, column])) for column in sets)) for name in engines]
    return Table(title, note, ("", *sets), rows)


def players(pace: Pace) -> Table:
    """Measure turns per second by the number of players."""
    sets = {str(n): hedgekit.rules("0", players=n) for n in range(2, 7)}
    return growth("Growth with players", "Turns per second, the base game with two to six players.", sets, GROWTH, pace)


def variants(pace: Pace) -> Table:
    """Measure turns per second by the number of variants in a rule set; the C program knows none."""
    sets = {"0": BASE}
    for size in SIZES:
        sets[str(size)] = hedgekit.rules("+".join(map(str, COMBINED[:size])), players=4)
    note = (
        f"Turns per second with four players. Variants {', '.join(map(str, COMBINED))}: the first "
        f"{', '.join(map(str, SIZES))} of them in one rule set."
    )
    return growth("Growth with variants", note, sets, [name for name in GROWTH if name != LIMIT], pace)


TABLES: dict[str, Callable[[Pace], Table]] = {
    table.__name__: table for table in (playouts, measured, games, players, variants)
}


def main(arguments: list[str] | None = None) -> None:
    """Print the tables; with --write, write them too."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("tables", nargs="*", metavar="table", help=f"one of {', '.join(TABLES)}; default: all")
    parser.add_argument("--seconds", type=float, default=0.5, help="approximate time a contestant plays per round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="also write them to docs/benchmarks.md")
    given = parser.parse_args(arguments)
    for name in given.tables or TABLES:
        table = TABLES[name](Pace(given.seconds, given.rounds))
        print(table.markdown(), flush=True)
        if given.write:
            table.write(PAGE)


if __name__ == "__main__":
    main()
