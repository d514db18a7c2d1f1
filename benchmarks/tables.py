"""The tables of `engine.py`: each a function of how long and how often to measure."""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import hedgekit
from hedgekit import HedgekitError, RuleSet

from . import contestants
from .contestants import ENGINES, LIMIT, PEERS, present
from .runs import Absent, Play, Run, in_turn, rate, ratio, speed

BASE = hedgekit.rules("0", players=4)
BACKGAMMON = next(iter(PEERS))
FACE = "hedgekit interpreted, through Game"
GROWTH = [name for name in ENGINES if name != FACE]  # measured in the tables of growth
COUNTS = (1, 10, 100, 1_000, 10_000, 100_000)
PATIENCE = 3  # seconds for one cell of the table of games
MEASURED = ["wasm", "interpreted"]  # engines of simulations
PLAYING = ["random", "greedy"]  # who plays the games with measures
SIZES = (1, 5, 10, 20)
CARROM = 40  # no race, and no random playouts


class Pace(NamedTuple):
    """How long a contestant plays in a round, about, and how many rounds there are."""

    seconds: float
    rounds: int


class Table(NamedTuple):
    """A title, what is said about it, its head and rows, and who was absent and why."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    absent: dict[str, str]


def _spaced(x: float) -> str:
    return f"{x:,.0f}".replace(",", "\N{NO-BREAK SPACE}")


def figure(x: float) -> str:
    """A number with three digits that count."""
    if x < 10:
        return f"{x:.2f}"
    return _spaced(round(x, 3 - len(str(int(x)))))


def rates(runs: list[Run]) -> tuple[str, str, str, str]:
    """Games a second, from the least to the greatest of them, turns a game, turns a second."""
    each = [run.games_per_second for run in runs]
    length = sum(run.turns for run in runs) / sum(run.games for run in runs)
    return figure(rate(runs)), f"{figure(min(each))}–{figure(max(each))}", figure(length), figure(speed(runs))


def share(x: float) -> str:
    """A share of the limit: 0.46, or 1/190."""
    return f"{x:.2f}" if x >= 0.1 else f"1/{figure(1 / x)}"


def markdown(table: Table) -> str:
    """A table with its title, its note and the absent."""
    lines = [f"## {table.title}", "", table.note, ""]
    if table.rows:
        lines.append("| " + " | ".join(table.head) + " |")
        lines.append("|---" + "|---:" * (len(table.head) - 1) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in table.rows]
    if table.absent:
        lines += ["", *(f"- {name}: {reason}" for name, reason in table.absent.items())]
    return "\n".join([*lines, ""])


def written(page: str, section: str) -> str:
    """The page with this section in the place of the one of the same title, or at its end."""
    title = section.partition("\n")[0]
    found = re.search(rf"(?ms)^{re.escape(title)}$.*?(?=^## |\Z)", page)
    if found is None:
        return f"{page.rstrip()}\n\n{section}"
    rest = page[found.end() :]
    return page[: found.start()] + section + (f"\n{rest}" if rest else "")


def playouts(pace: Pace) -> Table:
    """Everybody, peers included, with four players and with two."""
    absent: dict[str, str] = {}
    plays = present(BASE, list(PEERS), absent)
    for players in (4, 2):
        found = present(hedgekit.rules("0", players=players), list(ENGINES), absent)
        plays |= {f"{name}, {players} players": play for name, play in found.items()}
    runs = in_turn(plays, *pace)
    rows = []
    for name in sorted(runs, key=lambda name: (name.endswith("2 players"), -rate(runs[name]))):
        mine = runs[name]
        limit = runs.get(f"{LIMIT}, {2 if name.endswith('2 players') else 4} players")
        rows.append(
            (
                name,
                *rates(mine),
                share(ratio(mine, limit)) if limit and name not in PEERS else "",
                figure(ratio(mine, runs[BACKGAMMON])) if BACKGAMMON in runs else "",
            )
        )
    note = (
        "Random players, the base game to its end, one core, CPU time. A turn is one roll; of OpenSpiel's games the "
        "decisions are counted, forced ones included. Ratios are medians of the ratios within a round; the limit is "
        "the C program with as many players."
    )
    head = ("", "games/s", "least–greatest", "turns a game", "turns/s", "of the C limit", "× OpenSpiel backgammon")
    return Table("Playouts", note, head, rows, absent)


def measured(pace: Pace) -> Table:
    """What simulations do: games with all measures, by players of every kind."""
    absent: dict[str, str] = {}
    rows = []
    for players in PLAYING:
        plays: dict[str, Play] = present(BASE, [LIMIT], absent) if players == "random" else {}
        for name in MEASURED:
            try:
                plays[name] = contestants.measured(name, players)(BASE)
            except Absent as reason:
                absent[name] = str(reason)
        runs = in_turn(plays, *pace)
        for name, mine in runs.items():
            others = [figure(ratio(mine, runs[other])) if other in runs else "" for other in MEASURED[1:]]
            limit = share(ratio(mine, runs[LIMIT])) if LIMIT in runs else ""
            rows.append((f"{players}, {name}", figure(rate(mine)), figure(speed(mine)), limit, *others))
    note = (
        "The base game with four players alike, every measure taken (but by the C program), one core, CPU time; ratios "
        "of games a second."
    )
    head = ("", "games/s", "turns/s", "of the C limit", *(f"× {name}" for name in MEASURED[1:]))
    return Table("Games with measures", note, head, rows, absent)


def games(pace: Pace) -> Table:
    """Games a second by how many are asked for at once."""
    absent: dict[str, str] = {}
    rows = []
    for name, play in present(BASE, GROWTH, absent).items():
        play(1, 0)
        cells = []
        last = play(1, 0)
        for count in COUNTS:
            if count / last.games_per_second > PATIENCE:
                cells.append("–")
                continue
            runs = [play(count, seed) for seed in range(pace.rounds)]
            last = runs[-1]
            cells.append(figure(rate(runs)))
        rows.append((name, *cells))
    note = f"Games a second, four players, by the number of games asked for at once; – is longer than {PATIENCE} s."
    return Table("Growth with games", note, ("", *(_spaced(count) for count in COUNTS)), rows, absent)


def _growth(title: str, note: str, sets: dict[str, RuleSet], pace: Pace, engines: list[str]) -> Table:
    """A row of games a second and one of turns a second for every engine, a column for every rule set."""
    absent: dict[str, str] = {}
    plays: dict[str, Play] = {}
    for column, rules in sets.items():
        plays |= {f"{name}|{column}": play for name, play in present(rules, engines, absent).items()}
    runs = in_turn(plays, *pace)
    rows = []
    for name in engines:
        mine = [runs.get(f"{name}|{column}") for column in sets]
        if any(mine):
            rows.append((f"{name}, games/s", *(figure(rate(run)) if run else "" for run in mine)))
            rows.append((f"{name}, turns/s", *(figure(speed(run)) if run else "" for run in mine)))
    return Table(title, note, ("", *sets), rows, absent)


def players(pace: Pace) -> Table:
    """Games and turns a second by the number of players."""
    sets = {str(n): hedgekit.rules("0", players=n) for n in range(2, 7)}
    return _growth("Growth with players", "The base game with two to six players.", sets, pace, GROWTH)


@cache
def combined() -> list[int]:
    """Variants that combine, the first ones that do: each is taken that fits those before it."""
    numbers: list[int] = []
    for number in sorted(hedgekit.VARIANTS.keys() - {0, CARROM}):
        try:
            hedgekit.rules("+".join(map(str, [*numbers, number])), players=4)
        except HedgekitError:
            continue
        numbers.append(number)
    return numbers


def variants(pace: Pace) -> Table:
    """Games and turns a second by the number of variants in one rule set."""
    sets = {"0": BASE}
    for size in SIZES:
        sets[str(size)] = hedgekit.rules("+".join(map(str, combined()[:size])), players=4)
    note = (
        f"Variants {', '.join(map(str, combined()[: SIZES[-1]]))}: the first {', '.join(map(str, SIZES))} of them "
        "in one rule set with four players. Games get shorter with many, so turns a second tell the cost."
    )
    return _growth("Growth with variants", note, sets, pace, GROWTH)


TABLES: dict[str, Callable[[Pace], Table]] = {
    table.__name__: table for table in (playouts, measured, games, players, variants)
}
