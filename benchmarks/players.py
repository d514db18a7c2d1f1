"""How well the players play: each among those of the rung before, in many rule sets.

    python -m benchmarks.players [ladder] [variants] [sisters] [--write]     all without a name

    ladder      the base game with 2, 3, 4 and 6 players (--games 400, --rules "9 players=2" ...)
    variants    every variant alone, with the fewest players; `FIRST` and `MORE` say how many games
    sisters     the sister games' master among greedy players

Prints Markdown; with --write each table replaces its section of docs/players.md.  Shares are of one player among weaker
ones, from every seat in turn, with Wilson's interval of 95 %; games that were given up after LIMIT turns are left out.
A rung is clearly better where Holm's test over the whole table says so.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import hedgekit
from hedgekit.games.race.engine.state import DRAW
from hedgekit.simulation import Result
from hedgekit.simulation.estimates import wilson
from hedgekit.simulation.measures import OF_GAMES, OF_OTHERS
from hedgekit.simulation.workers import Task, play, read_rules
from tools.significance import holm, p_above

from .tables import Table, markdown, written

PAGE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
RULES = ("0 players=2", "0 players=3", "0 players=4", "0 players=6")
TABLES = ("ladder", "variants", "sisters")
LADDER = ("random", "greedy", "learned", "lookahead", "master")
SERIES = (18, 19, 20, 24)  # they count games of the base game, in which nothing depends on the score
LIMIT = 2_000  # turns after which a game is given up: some twenty times as many as one has
FIRST = {"greedy": 100, "learned": 120, "lookahead": 300, "master": 96}
"""Games of a rung under a variant at the first look; those of the sister games' master are as many."""
MORE = 6  # as many times the games, all of them new, where the first look is not clear
LEVEL = 0.025  # of all tests together, at each of the two looks
OTHER_GAMES = (
    "checkerboard players=2",
    "checkerboard[form=take] players=2",
    "checkerboard[form=last] players=2",
    "horses players=2",
    "hekla players=2",
)


class Stand(NamedTuple):
    """A player among weaker ones: the part of the games that he won, and how many ended; drawn ones are left out."""

    share: float
    games: int
    fair: float

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, of 95 %."""
        return wilson(self.share * self.games, self.games, 0.95)

    @property
    def chance(self) -> float:
        """The p-value that he wins no more than his fair part."""
        return p_above(self.share * self.games, self.games, self.fair)


def stand(rules: str, strong: str, weak: str, games: int, seed: int = 0) -> Stand:
    """So many games, or a few more, of a player among weaker ones; seed: games of different ones share no dice."""
    read = read_rules(rules)
    players, hedgehogs = read.players, isinstance(read, hedgekit.RuleSet)
    each, won, ended = -(-games // players), 0.0, 0
    for seat in range(players):
        seated = tuple(strong if place == seat else weak for place in range(players))
        engine = "wasm" if hedgehogs else "interpreted"
        kind = OF_GAMES if hedgehogs else OF_OTHERS
        result = Result(kind, rules, list(seated), hedgekit.__version__, columns=False)
        result.add(seed + seat, 0, each, play(Task(rules, seated, seed + seat, 0, each, engine, limit=LIMIT)).data)
        for bits, number in result.tally("won").items():
            if bits and bits != DRAW:
                won += number * (bits >> seat & 1) / bits.bit_count()
                ended += number
    return Stand(won / ended if ended else 0.0, ended, 1 / players)


def ladder(rules: Sequence[str], games: int) -> Table:
    """Each player among those of the rung before, in so many games, of the lower rungs a quarter."""
    stands = []
    for one in rules:
        for weak, strong in pairwise(LADDER):
            begun = time.process_time()
            found = stand(one, strong, weak, games if strong in ("lookahead", "master") else games // 4)
            stands.append((one, weak, strong, found))
            spent = 1000 * (time.process_time() - begun) / found.games
            print(one, strong, weak, _figures(found), f"{spent:.1f} ms", flush=True)
    clear = holm({k: found.chance for k, (*_, found) in enumerate(stands)})
    rows = [
        (
            f"{one}: {strong}",
            weak,
            *_figures(found),
            f"{found.fair:.3f}",
            f"{found.games}",
            "yes" if k in clear else "no",
        )
        for k, (one, weak, strong, found) in enumerate(stands)
    ]
    head = ("", "among", "wins", "95 %", "fair", "games", "clearly better")
    note = (
        f"One player at every seat in turn. Clearly better in {len(clear)} of {len(rows)} rows (Holm over the table)."
    )
    return Table("Each rung among those of the one before", note, head, rows, {})


def _figures(found: Stand) -> tuple[str, str]:
    low, high = found.interval
    return f"{found.share:.3f}", f"{low:.3f}–{high:.3f}"


# ---- under every variant ---------------------------------------------------------------------------------------------


def alone() -> list[str]:
    """Every variant alone that is a race of its own, with the fewest players."""
    return [
        f"{number} players={min(variant.seats)}"
        for number, variant in hedgekit.VARIANTS.items()
        if number not in (0, *SERIES, 40)
    ]


Rung = tuple[str, str, str]


def looked(rungs: Sequence[Rung], first: Callable[[str], int]) -> tuple[dict[Rung, Stand], set[Rung]]:
    """How the rungs stand, by the games of a first look or, where these are not clear, a second; which are clear.

    rungs: a rule set, the stronger player, the weaker; first: games of the first look, by the stronger player.
    """
    stands: dict[Rung, Stand] = {}
    clear: set[Rung] = set()
    for look in range(2):
        open_ones = [rung for rung in rungs if rung not in clear]
        for rung in open_ones:
            rules, strong, weak = rung
            stands[rung] = stand(rules, strong, weak, first(strong) * (MORE if look else 1), seed=1000 * look)
            print(look + 1, *rung, *_figures(stands[rung]), stands[rung].games, flush=True)
        clear |= holm({rung: stands[rung].chance for rung in open_ones}, LEVEL)
    return stands, clear


def everywhere(rules: Sequence[str]) -> Table:
    """The ladder in rule sets of two players or more, a row each."""
    pairs = list(pairwise(LADDER))
    stands, clear = looked([(one, strong, weak) for one in rules for weak, strong in pairs], FIRST.__getitem__)
    rows = []
    for one in rules:
        cells = []
        for weak, strong in pairs:
            rung = one, strong, weak
            cells.append(f"{_figures(stands[rung])[1]}{'' if rung in clear else ' *'}")
        rows.append((one, *cells, str(sum(stands[one, strong, weak].games for weak, strong in pairs))))
    whole = [one for one in rules if all((one, strong, weak) in clear for weak, strong in pairs)]
    note = (
        "The share that a player wins among those of the rung before (95 %), at every seat in turn. Each rung is "
        f"clearly better than the one before in {len(whole)} of {len(rules)} variants; where it is not stands a star. "
        "Two looks, the second with six times the games where the first is not clear, each with Holm's test at 2.5 %. "
        f"{_listed(SERIES)} count games of the base game, in which these players decide as in it."
    )
    head = ("", *(f"{strong} among {weak}" for weak, strong in pairs), "games")
    return Table("The ladder under each variant", note, head, rows, {})


def sisters(skill: str = "master", among: str = "greedy") -> Table:
    """A player of the sister games among others."""
    stands, clear = looked([(one, skill, among) for one in OTHER_GAMES], lambda _: FIRST[skill])
    rows = [
        (rules, *_figures(found), f"{found.games}", "yes" if (rules, *rung) in clear else "no")
        for (rules, *rung), found in stands.items()
    ]
    note = "Two players, at both seats in turn; draws are left out. Two looks as above."
    return Table(
        f"The sister games: {skill} among {among}", note, ("", "wins", "95 %", "games", "clearly better"), rows, {}
    )


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


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
        "ladder": lambda: ladder(given.rules or RULES, given.games),
        "variants": lambda: everywhere(given.rules or alone()),
        "sisters": sisters,
    }
    for name in given.tables or TABLES:
        section = markdown(make[name]())
        print(section, flush=True)
        if given.write:
            PAGE.write_text(written(PAGE.read_text("utf-8"), section), "utf-8")


if __name__ == "__main__":
    main()
