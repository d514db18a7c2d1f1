"""How well the players play: each against the one before.

    python -m benchmarks.players [ladder] [variants] [sisters] [--write]     all without a name

    ladder      the base game with 2, 3, 4 and 6 players (--games 400, --rules "9 players=2" ...)
    variants    every variant alone, with the fewest players; `rungs.py` says how many games
    sisters     the sister games' master among greedy players

Prints Markdown; with --write each table replaces its section of docs/players.md.
"""

import argparse
from pathlib import Path

from . import rungs
from .tables import markdown, written

PAGE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
RULES = ("0 players=2", "0 players=3", "0 players=4", "0 players=6")
TABLES = ("ladder", "variants", "sisters")


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("tables", nargs="*", help=f"of {', '.join(TABLES)}; all of them if none is named")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE.name}")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rules", nargs="*", default=[], help="other rule sets than the usual ones")
    given = parser.parse_args()
    if strange := [name for name in given.tables if name not in TABLES]:
        parser.error(f"there is no table {strange[0]}; there are {', '.join(TABLES)}")
    make = {
        "ladder": lambda: rungs.ladder(given.rules or RULES, given.games),
        "variants": lambda: rungs.everywhere(given.rules or rungs.alone()),
        "sisters": rungs.sisters,
    }
    for name in given.tables or TABLES:
        section = markdown(make[name]())
        print(section, flush=True)
        if given.write:
            PAGE.write_text(written(PAGE.read_text("utf-8"), section), "utf-8")


if __name__ == "__main__":
    main()
