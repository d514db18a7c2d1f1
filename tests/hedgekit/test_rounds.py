"""Tournaments of people: tables, starts and sitting out are shared fairly, and the text is the whole state."""

from collections import Counter
from itertools import combinations

import pytest

from hedgekit.games.race.play.rounds import MOST, Rounds, table_sizes
from hedgekit.text.errors import HedgekitError


def played(rounds: Rounds, many: int) -> Rounds:
    """Draw this many rounds; the first player of each table wins."""
    for _ in range(many):
        rounds = rounds.draw()
        for table, seating in enumerate(rounds.rounds[-1].tables, 1):
            rounds = rounds.enter(len(rounds.rounds), table, [3] + [1] * (len(seating.players) - 1))
    return rounds


def people(many: int, boards: int = 0) -> Rounds:
    return Rounds(boards=boards).join(f"P{number}" for number in range(many))


def meetings(rounds: Rounds) -> Counter[frozenset[str]]:
    tables = [table for one in rounds.rounds for table in one.tables]
    return Counter(frozenset(pair) for table in tables for pair in combinations(table.players, 2))


def test_tables_have_three_to_five_and_everybody_plays():
    for many in range(3, MOST + 1):
        sizes = table_sizes(many)
        assert sum(sizes) == many
        assert 3 <= min(sizes) <= max(sizes) <= min(5, min(sizes) + 1)
    assert (table_sizes(2), table_sizes(12, 2), table_sizes(13, 2)) == ([2], [6, 6], [6, 6])


@pytest.mark.parametrize("many", [2, 3, 5, 6, 7, 9, 12, 13, 17, 22])
@pytest.mark.parametrize("boards", [0, 2])
def test_sitting_out_is_shared(many, boards):
    rounds = played(people(many, boards), 4)
    for one in rounds.rounds:
        seated = [name for table in one.tables for name in table.players]
        assert sorted([*seated, *one.out]) == sorted(rounds.players)
    sat = Counter(name for one in rounds.rounds for name in one.out)
    assert max(sat[name] for name in rounds.players) - min(sat[name] for name in rounds.players) <= 1
    assert Rounds.from_text(str(rounds)) == rounds
    assert rounds.draw() == rounds.draw()


@pytest.mark.parametrize(("many", "fresh"), [(9, 1), (14, 3), (15, 4), (16, 4), (20, 3), (24, 4), (30, 5)])
def test_nobody_meets_twice_for_as_many_rounds_as_possible(many, fresh):
    assert max(meetings(played(people(many), fresh)).values()) == 1


def test_necessary_repetitions_are_few():
    """With twelve at tables of four, three pairs must meet again in the second round, and no more do."""
    assert sorted(meetings(played(people(12), 2)).values())[-4:] == [1, 2, 2, 2]


def test_starts_are_shared():
    for many in (4, 8, 12, 16):
        rounds = played(people(many), 4)
        begun = Counter(table.players[0] for one in rounds.rounds for table in one.tables)
        assert all(begun[name] <= 2 for name in rounds.players)


def test_players_may_come_late_leave_and_return():
    rounds = played(people(6), 1).join(["Late"]).leave("P0").draw()
    seated = {name for table in rounds.rounds[-1].tables for name in table.players}
    assert seated == {f"P{number}" for number in range(1, 6)} | {"Late"}
    assert "P0" in {one.name for one in rounds.standings()}
    assert rounds.join(["P0"]).away == frozenset()
    assert "Nobody" not in people(3).join(["Nobody"]).leave("Nobody").players


def test_standings_rank_by_points_then_wins_then_opponents():
    rounds = Rounds.from_text("players: Ann, Ben, Cem, Dora, Eve, Fay\n1: Ann=3, Ben=1, Cem=2 | Dora=3, Eve=2, Fay=2")
    found = [(one.place, one.name) for one in rounds.standings()]
    assert found == [(1, "Dora"), (2, "Ann"), (3, "Eve"), (3, "Fay"), (5, "Cem"), (6, "Ben")]
    assert rounds.enter(1, 1, []).standings()[0].name == "Dora"
    seven = "players: A, B, C, D, E, F, G\n1: D=3, E=2, F=2, G=1 | A=3, B=2, C=2"
    assert [one.name for one in Rounds.from_text(seven).standings()][:2] == ["A", "D"], (
        "the mean of opponents counts, not the sum"
    )
    out = Rounds.from_text("players: Ann, Ben, Cem\n1: Ann=3, Ben=1 | (Cem)").standings()
    assert [(one.name, one.points, one.games) for one in out] == [("Ann", 3, 1), ("Cem", 2, 0), ("Ben", 1, 1)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("nonsense", "line"), ("players: A, B\n2: A, B", "line"), ("players: A, B\n1: A, A", "line"),
        ("players: A, B\n1: A, C", "line"), ("players: A, B\n1: A=9, B=0", "points"), ("players: A=", "name"),
        ("players: A, B\naway: C", "unknown"), ("boards: 99", "boards"), ("players: A, B\n1: A=3, B", "points"),
        ("players: " + ", ".join(f"p{number}" for number in range(61)), "many"), ("boards: x", "line"),
    ],
)  # fmt: skip
def test_unreadable_texts_are_refused(text, key):
    with pytest.raises(HedgekitError) as no:
        Rounds.from_text(text)
    assert no.value.key == f"error.rounds.{key}"
    assert all(no.value.text(language) for language in ("en", "fr", "de"))


def test_impossible_rounds_are_refused():
    for rounds, key in ((people(1), "few"), (people(4).draw(), "missing"), (played(people(2), 30), "rounds")):
        with pytest.raises(HedgekitError) as no:
            rounds.draw()
        assert no.value.key == f"error.rounds.{key}"
    with pytest.raises(HedgekitError):
        people(4).draw().enter(1, 2, [3, 1, 1, 1])
