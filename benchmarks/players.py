"""How well the players play: each among those of the rung before, in many rule sets.

    python -m benchmarks.players [ladder|sisters] [--write] [--rules "41 players=2" ...]     both without a name

    ladder      the base game with 2, 3, 4 and 6 players, and every variant alone, with the fewest; --rules: others
    sisters     the sister games' master among greedy players

Prints Markdown; with --write each table replaces its section of docs/players.md.  Shares are of one player among weaker
ones, from every seat in turn, with Wilson's interval of 95 %; games that were given up after LIMIT turns are left out.
`FIRST` says how many games there are at a first look, and `MORE` how many where that is not clear.  A rung is clearly
better where Holm's test over the whole table says so.
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
LIMIT = 2_000  # turns after which a game is given up: some twenty times as many as one has
FIRST = {"greedy": 100, "learned": 120, "lookahead": 300, "master": 96}
"""Games of a rung at the first look; those of the sister games' master are as many."""
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
    def shown(self) -> str:
        """Wilson's interval of 95 %, in figures."""
        return "–".join(f"{end:.3f}" for end in wilson(self.share * self.games, self.games, 0.95))

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


def usual() -> list[str]:
    """The base game, and every variant alone that is a race of its own, with the fewest players."""
    return [*RULES] + [
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
            print(look + 1, *rung, stands[rung].shown, stands[rung].games, flush=True)
        clear |= holm({rung: stands[rung].chance for rung in open_ones}, LEVEL)
    return stands, clear


def ladder(rules: Sequence[str]) -> Table:
    """The ladder in these rule sets, a row each."""
    pairs = list(pairwise(LADDER))
    stands, clear = looked([(one, strong, weak) for one in rules for weak, strong in pairs], FIRST.__getitem__)
    rows = []
    for one in rules:
        rungs = [(one, strong, weak) for weak, strong in pairs]
        rows.append((one, *(stands[rung].shown + " *" * (rung not in clear) for rung in rungs)))
    alone = [row for row in rows if not row[0].startswith("0 ")]
    whole = [row for row in alone if not any("*" in cell for cell in row)]
    note = (
        "The share that a player wins among those of the rung before (95 %), at every seat in turn. Each rung is "
        f"clearly better than the one before in {len(whole)} of {len(alone)} variants; where it is not stands a star. "
        "Two looks, the second with six times the games where the first is not clear, each with Holm's test at 2.5 %. "
        "18, 19, 20 and 24 count games of the base game, in which these players decide as in it."
    )
    return Table("The ladder", note, ("", *(f"{strong} among {weak}" for weak, strong in pairs)), rows)


def sisters(skill: str = "master", among: str = "greedy") -> Table:
    """A player of the sister games among others."""
    stands, clear = looked([(one, skill, among) for one in OTHER_GAMES], lambda _: FIRST[skill])
    rows = [
        (rung[0], f"{found.share:.3f}", found.shown, f"{found.games}", "yes" if rung in clear else "no")
        for rung, found in stands.items()
    ]
    note = "Two players, at both seats in turn; draws are left out. Two looks as above."
    return Table(
        f"The sister games: {skill} among {among}", note, ("", "wins", "95 %", "games", "clearly better"), rows
    )


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("table", nargs="?", choices=("ladder", "sisters"), help="both if none is named")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE.name}")
    parser.add_argument("--rules", nargs="*", default=[], help="other rule sets than the usual ones, for the ladder")
    given = parser.parse_args()
    make = {"ladder": lambda: ladder(given.rules or usual()), "sisters": sisters}
    for name in [given.table] if given.table else make:
        table = make[name]()
        print(table.markdown(), flush=True)
        if given.write:
            table.write(PAGE)


if __name__ == "__main__":
    main()
