"""A tournament of people (20): pairings, points and standings, as a text that reads back.

    boards: 2                            boards available, if they are too few
    players: Ann, Ben, Cem, Dora, Eve
    away: Ben                            players who have left, or are absent for a while
    1: Ann=3, Ben=1, Cem=2 | Dora, Eve   a line per round: tables in seating order; points once they are known

A table has three to five players, four if possible; two if there are only two.  If there are too few boards, tables
have six players and the others sit out, in brackets at the end of the line: `| (Fay)`.
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
SITTING_OUT = 2  # points for a round without a game; the mean of a game is 1.6 (five players) to 2.0 (three)
TRIALS = 20  # random starts of the search for a round

Names = tuple[str, ...]


@dataclass(frozen=True)
class Seating:
    """A table of a round."""

    players: Annotated[Names, "in seating order, the starting player first"]
    points: Annotated[tuple[int, ...], "per player, empty before they are known"] = ()

    def __str__(self) -> str:
        points = [f"={number}" for number in self.points] or [""] * len(self.players)
        return ", ".join(map("".join, zip(self.players, points, strict=True)))


@dataclass(frozen=True)
class Round:
    """A round."""

    tables: Annotated[tuple[Seating, ...], "its tables"]
    out: Annotated[Names, "players who sit out"] = ()

    def __str__(self) -> str:
        return " | ".join([*map(str, self.tables), *([f"({', '.join(self.out)})"] if self.out else [])])


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    place: Annotated[int, "rank, shared in a tie"]
    name: Annotated[str, "the player"]
    points: Annotated[int, "in all rounds"]
    games: Annotated[int, "number of games with a result"]
    won: Annotated[int, "number of games in which nobody had more points"]
    met: Annotated[float, "mean points of the opponents"]


@dataclass(frozen=True)
class Rounds:
    """A tournament.  players: by arrival; away: players not to be paired; boards: number available, 0 for enough."""

    players: Names = ()
    away: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    boards: int = 0

    @classmethod
    def from_text(cls, text: str) -> "Rounds":
        """Read what `str` writes; HedgekitError for a line that cannot be read."""
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

    # ---- changes, which return a new value ---------------------------------------------------------------------------

    def join(self, names: Iterable[str]) -> "Rounds":
        """Add players, or bring them back.  HedgekitError for bad names or too many."""
        new = [_name(one) for one in names]
        players = tuple(dict.fromkeys((*self.players, *new)))
        if len(players) > MOST:
            raise HedgekitError("error.rounds.many", most=MOST)
        return replace(self, players=players, away=self.away - {*new})

    def leave(self, name: str) -> "Rounds":
        """Stop pairing a player, who keeps their points; remove one who has never been paired."""
        if name not in self.players:
            raise HedgekitError("error.rounds.unknown", name=name[:24])
        if any(name in (*one.out, *table.players) for one in self.rounds for table in one.tables):
            return replace(self, away=self.away | {name})
        return replace(self, players=tuple(one for one in self.players if one != name), away=self.away - {name})

    def with_boards(self, boards: int) -> "Rounds":
        """Set the number of boards, 0 for enough.  HedgekitError for an impossible number."""
        if not 0 <= boards <= MOST:
            raise HedgekitError("error.rounds.boards", most=MOST)
        return replace(self, boards=boards)

    def enter(self, number: int, table: int, points: Sequence[int]) -> "Rounds":
        """Set the points of a table in seating order (none: clear them); round and table count from 1.

        HedgekitError if there is no such table, or the points are not one number from 0 to 8 per player.
        """
        if not (1 <= number <= len(self.rounds) and 1 <= table <= len(self.rounds[number - 1].tables)):
            raise HedgekitError("error.rounds.table", round=number, table=table)
        tables = [*self.rounds[number - 1].tables]
        tables[table - 1] = _scored(tables[table - 1].players, points)
        entered = replace(self.rounds[number - 1], tables=tuple(tables))
        return replace(self, rounds=(*self.rounds[: number - 1], entered, *self.rounds[number:]))

    def draw(self) -> "Rounds":
        """Pair the next round, the same for the same text.  Repeated meetings and repeated starts are avoided.

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
        sat_out = Counter(name for one in self.rounds for name in one.out)
        here.sort(key=sat_out.__getitem__, reverse=True)  # those who sat out most often play
        here, out = here[: sum(sizes)], here[sum(sizes) :]
        met = Counter(frozenset(pair) for table in self._tables() for pair in combinations(table.players, 2))
        found = min(
            (_trial(here, sizes, met, dice) for _ in range(TRIALS)), key=lambda groups: _all_repeats(groups, met)
        )
        sat_at = Counter((name, seat) for table in self._tables() for seat, name in enumerate(table.players))
        tables = tuple(Seating(_seats(group, sat_at)) for group in found)
        return replace(self, rounds=(*self.rounds, Round(tables, tuple(out))))

    # ---- results -----------------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the points of all tables are known."""
        return all(table.points for table in self._tables())

    def _tables(self) -> list[Seating]:
        return [table for one in self.rounds for table in one.tables]

    def standings(self) -> list[Standing]:
        """Return all players by points, then games won, then the mean points of their opponents."""
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
    """Return the number of players at each table, the largest first; with too few boards at most six each."""
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
    """Read a round; ValueError if the text is none."""
    parts = [part.strip() for part in text.split("|")]
    out = tuple(map(_name, parts.pop()[1:-1].split(","))) if re.fullmatch(r"\(.*\)", parts[-1]) else ()
    tables = []
    for part in parts:
        pairs = [one.partition("=") for one in part.split(",")]
        names = tuple(_name(name) for name, _, _ in pairs)
        tables.append(_scored(names, [int(points) for _, equals, points in pairs if equals]))
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
    """Return the cost of seating a player with others: 2k + 1 for one met k times, which spreads meetings evenly."""
    return sum(2 * times + 1 for other in others if (times := met[frozenset((name, other))]))


def _all_repeats(groups: Sequence[Sequence[str]], met: Counter[frozenset[str]]) -> int:
    return sum(_repeats(name, group[:seat], met) for group in groups for seat, name in enumerate(group))


def _trial(players: Sequence[str], sizes: Sequence[int], met: Counter[frozenset[str]], dice: Random) -> list[list[str]]:
    """Return random tables, improved by swaps of two players until no swap helps."""
    shuffled = dice.sample(players, len(players))
    groups = [[shuffled.pop() for _ in range(size)] for size in sizes]
    improved = True
    while improved:
        improved = False
        for one, other in combinations(groups, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    a, b = one[i], other[j]
                    now = _repeats(a, one, met) + _repeats(b, other, met)
                    if now and _repeats(a, {*other} - {b}, met) + _repeats(b, {*one} - {a}, met) < now:
                        one[i], other[j], improved = b, a, True
    return groups


def _seats(group: Sequence[str], sat: Counter[tuple[str, int]]) -> Names:
    """Return a seating order: one of those who began least often begins, and everybody changes seats."""
    least = min(sat[name, 0] for name in group)
    orders = (order for order in permutations(group) if sat[order[0], 0] == least)
    return min(orders, key=lambda order: sum(sat[name, seat] ** 2 for seat, name in enumerate(order)))
