"""A tournament of people (20): who meets whom at which table, and who stands where; one text that reads back.

    boards: 2                            games at hand, where these are too few
    players: Ann, Ben, Cem, Dora, Eve
    away: Ben                            who has left, or is not there for a while
    1: Ann=3, Ben=1, Cem=2 | Dora, Eve   a line a round: tables by seats, the first begins; points once they are known

A round has tables as near to four as can be, so from three to five; two for two players.  Where the boards are too few
tables have six, and then players sit out, in brackets at the end of the line: `| (Fay)`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from random import Random
from typing import Annotated

from ....text.errors import HedgekitError

USUAL, LARGEST = 4, 6  # players at a table
MOST = 60  # players
MOST_ROUNDS = 30
MOST_POINTS = 8  # with both colours of The big family (21); else three, or four for a loser under 15
SITTING_OUT = 2  # points of a round without a game, the mean of a game being 1.6 (five players) to 2.0 (three)
TRIALS = 20  # beginnings of the search for a round

Names = tuple[str, ...]


@dataclass(frozen=True)
class Seating:
    """A table of a round."""

    players: Annotated[Names, "by seats: the first begins"]
    points: Annotated[tuple[int, ...], "of each, empty before they are known"] = ()

    def __str__(self) -> str:
        said = [f"={points}" for points in self.points] or [""] * len(self.players)
        return ", ".join(map("".join, zip(self.players, said, strict=True)))


@dataclass(frozen=True)
class Round:
    """A round."""

    tables: Annotated[tuple[Seating, ...], "its tables"]
    out: Annotated[Names, "who sits out"] = ()

    def __str__(self) -> str:
        return " | ".join([*map(str, self.tables), *([f"({', '.join(self.out)})"] if self.out else [])])


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    place: Annotated[int, "shared by equals"]
    name: Annotated[str, "whose"]
    points: Annotated[int, "of all rounds"]
    games: Annotated[int, "with results"]
    won: Annotated[int, "of these: nobody at the table had more"]
    met: Annotated[float, "mean points of those met"]


@dataclass(frozen=True)
class Rounds:
    """A tournament.  players: in the order they came; away: who is not drawn; boards: games at hand, 0 for enough."""

    players: Names = ()
    away: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    boards: int = 0

    @classmethod
    def from_text(cls, text: str) -> "Rounds":
        """Read what `str` writes.  HedgekitError says what cannot be read."""
        found, away = cls(), []
        for line in filter(None, map(str.strip, text.splitlines())):
            word, _, rest = (part.strip() for part in line.partition(":"))
            try:
                if word == "players":
                    found = found.join(filter(None, rest.split(",")))
                elif word == "away":
                    away = [_name(one) for one in rest.split(",")]
                elif word == "boards":
                    found = found.with_boards(int(rest))
                elif word == str(len(found.rounds) + 1) and len(found.rounds) < MOST_ROUNDS:
                    found = replace(found, rounds=(*found.rounds, _round(rest, found.players)))
                else:
                    raise ValueError
            except HedgekitError:
                raise
            except ValueError:
                raise HedgekitError("error.rounds.line", line=line[:60]) from None
        for name in away:
            found = found.leave(name)
        return found

    def __str__(self) -> str:
        away = [name for name in self.players if name in self.away]
        lines = [f"boards: {self.boards}"] * bool(self.boards)
        lines += [f"players: {', '.join(self.players)}"] * bool(self.players)
        lines += [f"away: {', '.join(away)}"] * bool(away)
        return "\n".join([*lines, *(f"{number}: {one}" for number, one in enumerate(self.rounds, 1))])

    # ---- what happens ------------------------------------------------------------------------------------------------

    def join(self, names: Iterable[str]) -> "Rounds":
        """Players come, or come back: they are drawn from now on.  HedgekitError for bad names or too many."""
        come = [_name(one) for one in names]
        players = tuple(dict.fromkeys((*self.players, *come)))
        if len(players) > MOST:
            raise HedgekitError("error.rounds.many", most=MOST)
        return replace(self, players=players, away=self.away - {*come})

    def leave(self, name: str) -> "Rounds":
        """A player is not drawn any more and keeps his points; one who was never drawn is forgotten."""
        if name not in self.players:
            raise HedgekitError("error.rounds.unknown", name=name[:24])
        if any(name in (*one.out, *table.players) for one in self.rounds for table in one.tables):
            return replace(self, away=self.away | {name})
        return replace(self, players=tuple(one for one in self.players if one != name), away=self.away - {name})

    def with_boards(self, boards: int) -> "Rounds":
        """So many games are at hand; 0 for enough.  HedgekitError for an impossible number."""
        if not 0 <= boards <= MOST:
            raise HedgekitError("error.rounds.boards", most=MOST)
        return replace(self, boards=boards)

    def enter(self, number: int, table: int, points: Sequence[int]) -> "Rounds":
        """Enter or mend the points of a table by seats, round and table from 1; no points take them back.

        HedgekitError if there is no such table, or the points are not one number from 0 to 8 for each.
        """
        if not (1 <= number <= len(self.rounds) and 1 <= table <= len(self.rounds[number - 1].tables)):
            raise HedgekitError("error.rounds.table", round=number, table=table)
        tables = [*self.rounds[number - 1].tables]
        tables[table - 1] = _scored(tables[table - 1].players, points)
        entered = replace(self.rounds[number - 1], tables=tuple(tables))
        return replace(self, rounds=(*self.rounds[: number - 1], entered, *self.rounds[number:]))

    def draw(self) -> "Rounds":
        """Draw the next round, the same from the same text: who met least meet, who began least begins.

        HedgekitError while points are missing, after 30 rounds, or with fewer than two players.
        """
        here = [name for name in self.players if name not in self.away]
        if not self.complete:
            raise HedgekitError("error.rounds.missing", round=len(self.rounds))
        if len(self.rounds) == MOST_ROUNDS:
            raise HedgekitError("error.rounds.rounds", most=MOST_ROUNDS)
        if len(here) < 2:
            raise HedgekitError("error.rounds.few")
        dice, sizes = Random(str(self)), table_sizes(len(here), self.boards)
        dice.shuffle(here)
        sat = Counter(name for one in self.rounds for name in one.out)
        here.sort(key=sat.__getitem__, reverse=True)  # who sat out most often plays
        here, out = here[: sum(sizes)], here[sum(sizes) :]
        met = Counter(frozenset(pair) for table in self._tables() for pair in combinations(table.players, 2))
        found = min(
            (_trial(here, sizes, met, dice) for _ in range(TRIALS)), key=lambda groups: _all_repeats(groups, met)
        )
        sat_at = Counter((name, seat) for table in self._tables() for seat, name in enumerate(table.players))
        tables = tuple(Seating(_seats(group, sat_at)) for group in found)
        return replace(self, rounds=(*self.rounds, Round(tables, tuple(out))))

    # ---- what came of it ---------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Are the points of all tables known?"""
        return all(table.points for table in self._tables())

    def _tables(self) -> list[Seating]:
        return [table for one in self.rounds for table in one.tables]

    def standings(self) -> list[Standing]:
        """Everybody by points; equals by games won, then by the mean points of those met; else they share a place."""
        points, games, won = Counter[str](), Counter[str](), Counter[str]()
        rivals: dict[str, list[str]] = {name: [] for name in self.players}
        for one in self.rounds:
            points.update(dict.fromkeys(one.out, SITTING_OUT))
        for table in self._tables():
            for name, scored in zip(table.players, table.points, strict=bool(table.points)):
                points[name] += scored
                games[name] += 1
                won[name] += scored == max(table.points)
                rivals[name] += [other for other in table.players if other != name]
        met = {
            name: round(sum(points[one] for one in those) / len(those), 6) for name, those in rivals.items() if those
        }
        worth = {name: (points[name], won[name], met.get(name, 0.0)) for name in self.players}
        order = sorted(self.players, key=worth.__getitem__, reverse=True)
        places = {name: 1 + sum(other > worth[name] for other in worth.values()) for name in order}
        return [Standing(places[one], one, points[one], games[one], won[one], met.get(one, 0.0)) for one in order]


def table_sizes(players: int, boards: int = 0) -> list[int]:
    """How many sit at each table, from the largest on; with too few boards six at each, and the others sit out."""
    tables = max(1, round(players / USUAL))
    tables = min(tables, boards or tables)
    seated = min(players, LARGEST * tables)
    return [seated // tables + (table < seated % tables) for table in range(tables)]


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not re.fullmatch(r"[^,=|:()]{1,24}", name) or not name.isprintable():
        raise HedgekitError("error.rounds.name", name=name[:24])
    return name


def _round(text: str, known: Names) -> Round:
    """Read a round.  ValueError for what is none."""
    parts = [part.strip() for part in text.split("|")]
    out = tuple(map(_name, parts.pop()[1:-1].split(","))) if re.fullmatch(r"\(.*\)", parts[-1]) else ()
    tables = []
    for part in parts:
        pairs = [one.partition("=") for one in part.split(",")]
        names, points = tuple(_name(name) for name, _, _ in pairs), [int(said) for _, told, said in pairs if told]
        tables.append(_scored(names, points))
    seated = [*out, *(name for table in tables for name in table.players)]
    if not tables or not {*seated} <= {*known} or len({*seated}) < len(seated):
        raise ValueError
    if any(not 2 <= len(table.players) <= LARGEST for table in tables):
        raise ValueError
    return Round(tuple(tables), out)


def _scored(players: Names, points: Sequence[int]) -> Seating:
    if points and (len(points) != len(players) or not all(0 <= one <= MOST_POINTS for one in points)):
        raise HedgekitError("error.rounds.points", most=MOST_POINTS, names=players)
    return Seating(players, tuple(points))


def _repeats(name: str, others: Iterable[str], met: Counter[frozenset[str]]) -> int:
    """What is bad about a player with these: one met k times counts 2k + 1, so meetings are spread evenly."""
    return sum(2 * times + 1 for other in others if (times := met[frozenset((name, other))]))


def _all_repeats(groups: Sequence[Sequence[str]], met: Counter[frozenset[str]]) -> int:
    return sum(_repeats(name, group[:seat], met) for group in groups for seat, name in enumerate(group))


def _trial(players: Sequence[str], sizes: Sequence[int], met: Counter[frozenset[str]], dice: Random) -> list[list[str]]:
    """Tables by lot, then two players change places as long as that mends something."""
    lot = dice.sample(players, len(players))
    groups = [[lot.pop() for _ in range(size)] for size in sizes]
    mended = True
    while mended:
        mended = False
        for one, other in combinations(groups, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    a, b = one[i], other[j]
                    now = _repeats(a, one, met) + _repeats(b, other, met)
                    if now and _repeats(a, {*other} - {b}, met) + _repeats(b, {*one} - {a}, met) < now:
                        one[i], other[j], mended = b, a, True
    return groups


def _seats(group: Sequence[str], sat: Counter[tuple[str, int]]) -> Names:
    """Order a table so that nobody begins more often than need be, and everybody comes to sit everywhere."""
    begun = min(sat[name, 0] for name in group)
    ways = (way for way in permutations(group) if sat[way[0], 0] == begun)
    return min(ways, key=lambda way: sum(sat[name, seat] ** 2 for seat, name in enumerate(way)))
