"""Measure the strength of players: each among those of the previous rung, in many rule sets.

    python -m benchmarks.players [ladder|sisters] [--write] [--rules "41 players=2" ...]     default: both

    ladder      the base game with 2, 3, 4 and 6 players, and every variant alone, with the fewest; --rules: others
    sisters     the sister games' master among greedy players

Prints Markdown; --write replaces the tables' sections of docs/players.md.  Shares are those of one player among weaker
ones, at every seat in turn, with Wilson's 95 % interval; games abandoned after LIMIT turns are left out.  `FIRST` has
the number of games at a first look, and `MORE` the factor if that is not clear.  A rung is clearly better by Holm's
test over the whole table.
"""

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import hedgekit
from hedgekit.games.race.engine.state import DRAW
from hedgekit.simulation import Result
from hedgekit.simulation.estimates import wilson
from hedgekit.simulation.measures import OF_GAMES, OF_OTHERS
from hedgekit.simulation.workers import Task, play, read_rules
from tools.significance import holm, p_above

from .tables import DOCS, Table

PAGE = DOCS / "players.md"
RULES = ("0 players=2", "0 players=3", "0 players=4", "0 players=6")
LADDER = ("random", "greedy", "learned", "lookahead", "master")
SERIES = (18, 19, 20, 24)  # they count games of the base game, in which nothing depends on the score
LIMIT = 2_000  # turns before a game is abandoned: some twenty times the mean
FIRST = {"greedy": 100, "learned": 120, "lookahead": 300, "master": 96}
"""Games of a rung at the first look, also for the sister games' master."""
MORE = 6  # factor for the games, all new, if the first look is not clear
LEVEL = 0.025  # joint level of all tests, at each of the two looks
OTHER_GAMES = (
    "checkerboard players=2",
    "checkerboard[form=take] players=2",
    "checkerboard[form=last] players=2",
    "horses players=2",
    "hekla players=2",
)


class Standing(NamedTuple):
    """A player among weaker ones: share of wins, number of finished games without draws, fair share."""

    share: float
    games: int
    fair: float

    @property
    def shown(self) -> str:
        """Wilson's 95 % interval, as text."""
        return "–".join(f"{end:.3f}" for end in wilson(self.share * self.games, self.games, 0.95))

    @property
    def chance(self) -> float:
        """The p-value of winning no more than the fair share."""
        return p_above(self.share * self.games, self.games, self.fair)


def standing(rules: str, strong: str, weak: str, games: int, seed: int = 0) -> Standing:
    """Play at least this many games of a player among weaker ones; games of different seeds share no dice."""
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
    return Standing(won / ended if ended else 0.0, ended, 1 / players)


def default_rules() -> list[str]:
    """Return the base game, and every variant alone with other rules for a single race, with the fewest players."""
    return [*RULES] + [
        f"{number} players={min(variant.seats)}"
        for number, variant in hedgekit.VARIANTS.items()
        if number not in (0, *SERIES, 40)
    ]


Rung = tuple[str, str, str]


def climb(rungs: Sequence[Rung], first: Callable[[str], int]) -> tuple[dict[Rung, Standing], set[Rung]]:
    """Measure rungs with one look, or two if the first is not clear; return their results, and the clear ones.

    rungs: a rule set, the stronger player, the weaker; first: games of the first look, by the stronger player.
    """
    standings: dict[Rung, Standing] = {}
    clear: set[Rung] = set()
    for look in range(2):
        open_ones = [rung for rung in rungs if rung not in clear]
        for rung in open_ones:
            rules, strong, weak = rung
            standings[rung] = standing(rules, strong, weak, first(strong) * (MORE if look else 1), seed=1000 * look)
            print(look + 1, *rung, standings[rung].shown, standings[rung].games, flush=True)
        clear |= holm({rung: standings[rung].chance for rung in open_ones}, LEVEL)
    return standings, clear


def ladder(rules: Sequence[str]) -> Table:
    """Measure the ladder in these rule sets, one row each."""
    pairs = list(pairwise(LADDER))
    standings, clear = climb([(one, strong, weak) for one in rules for weak, strong in pairs], FIRST.__getitem__)
    rows = []
    for one in rules:
        rungs = [(one, strong, weak) for weak, strong in pairs]
        rows.append((one, *(standings[rung].shown + " *" * (rung not in clear) for rung in rungs)))
    alone = [row for row in rows if not row[0].startswith("0 ")]
    whole = [row for row in alone if not any("*" in cell for cell in row)]
    note = (
        "A player's share of the wins among players of the rung before (95 % intervals), at every seat in turn. Each "
        f"rung is clearly better than the one before in {len(whole)} of {len(alone)} variants; a star marks where it "
        "is not. Two looks, the second with six times the games if the first is not clear, each with Holm's test at "
        "2.5 %. 18, 19, 20 and 24 count games of the base game and have no row."
    )
    return Table("The ladder", note, ("", *(f"{strong} among {weak}" for weak, strong in pairs)), rows)


def sisters(skill: str = "master", among: str = "greedy") -> Table:
    """Measure a player of the sister games among others."""
    standings, clear = climb([(one, skill, among) for one in OTHER_GAMES], lambda _: FIRST[skill])
    rows = [
        (rung[0], f"{found.share:.3f}", found.shown, f"{found.games}", "yes" if rung in clear else "no")
        for rung, found in standings.items()
    ]
    note = "Two players, at both seats in turn; draws are left out. Two looks as above."
    return Table(
        f"The sister games: {skill} among {among}", note, ("", "wins", "95 %", "games", "clearly better"), rows
    )


def main() -> None:
    """Measure and print; with --write, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("table", nargs="?", choices=("ladder", "sisters"), help="default: both")
    parser.add_argument("--write", action="store_true", help=f"write the figures to {PAGE.name}")
    parser.add_argument("--rules", nargs="*", default=[], help="other rule sets for the ladder")
    given = parser.parse_args()
    make = {"ladder": lambda: ladder(given.rules or default_rules()), "sisters": sisters}
    for name in [given.table] if given.table else make:
        table = make[name]()
        print(table.markdown(), flush=True)
        if given.write:
            table.write(PAGE)


if __name__ == "__main__":
    main()
