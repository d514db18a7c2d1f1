"""How fast the sister games play at random, beside race games of OpenSpiel.

    python -m benchmarks.sisters [--write] [--seconds 0.5] [--rounds 5]

Everybody plays in one run, in turn, as in `engine.py`, whose table `sisters` this is.  Prints Markdown; with --write it
replaces its section of docs/benchmarks.md.
"""

import argparse
import random
import re
from functools import cache
from pathlib import Path

import hedgekit

from .peers import peers
from .runs import Play, in_turn, speed, timed
from .tables import BACKGAMMON, Pace, Table, figure, markdown, rates

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
RULES = (
    "checkerboard players=2",
    "checkerboard[form=take] players=2",
    "horses players=2",
    "horses players=4",
    "hekla players=2",
    "hekla players=4",
)
COUNTED = 40  # games in which decisions are counted: a playout does not tell


@cache
def decisions(rules: str) -> float:
    """How many decisions a random game takes on average, forced ones included."""
    return float(hedgekit.simulate(rules, COUNTED, ("random",), 1, columns=False).mean("moves"))


def playouts(rules: str) -> Play:
    """Random playouts as players who look ahead play them; the turns of a run are decisions, on average."""
    opening = hedgekit.game_of(rules)(rules, first="A")

    def play(games: int, seed: int) -> int:
        source = random.Random(seed)
        for _ in range(games):
            opening.playout(source)
        return round(games * decisions(rules))

    return timed(play)


def sisters(pace: Pace) -> Table:
    """The sister games and OpenSpiel's race games."""
    absent: dict[str, str] = {}
    plays = peers(absent)
    for rules in RULES:
        decisions(rules)  # counted before the clock runs
        plays[rules] = playouts(rules)
    runs = in_turn(plays, *pace)
    rows = []
    for name, mine in runs.items():
        rows.append(
            (
                name,
                *rates(mine),
                figure(speed(mine) / speed(runs[BACKGAMMON])) if BACKGAMMON in runs else "",
            )
        )
    note = (
        "Random players, whole games, one core, CPU time, all of them pure Python but OpenSpiel, which is C++ driven "
        f"from Python. Decisions count forced ones, too; those of the sister games are the mean of {COUNTED} games."
    )
    head = ("", "games/s", "least–greatest", "decisions a game", "decisions/s", "× OpenSpiel backgammon")
    return Table("The sister games", note, head, rows, absent)


def written(page: str, section: str) -> str:
    """The page with this section in the place of the one of the same title, or at its end."""
    title = section.partition("\n")[0]
    found = re.search(rf"(?ms)^{re.escape(title)}$.*?(?=^## |\Z)", page)
    if found is None:
        return f"{page.rstrip()}\n\n{section}"
    rest = page[found.end() :]
    return page[: found.start()] + section + (f"\n{rest}" if rest else "")


def main(arguments: list[str] | None = None) -> None:
    """Print the table, or write the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=0.5, help="that a contestant plays in a round, about")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="replace the section of docs/benchmarks.md, too")
    given = parser.parse_args(arguments)
    section = markdown(sisters(Pace(given.seconds, given.rounds)))
    print(section)
    if given.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), section), "utf-8")


if __name__ == "__main__":
    main()
