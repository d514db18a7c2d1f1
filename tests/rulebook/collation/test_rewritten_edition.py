"""An edition that says every sentence anew is checked as a translation is: what changed is told, and little else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.collation import collate, read_bytes

EDITION = """
= Lay out the twenty-four street tiles in six rows of four.
  The twenty-four street tiles form a grid, six rows deep and four wide.
! Each player takes seven lamps and one ladder.
  Everybody gets a ladder and eight lamps.
= If you cannot move your ladder, you miss the turn.
  Anyone whose ladder is unable to move loses the turn.
! Play passes to the left.
  The player on the right is next.
= It cannot leave the street at a corner unless a lit lamp stands there.
  To turn at a corner it needs a lit lamp in that place.
= Lamps may not be moved once they have been placed.
  After it has been put down, a lamp has to stay where it is.
= A tile is in shadow if no lamp lights it.
  Tiles that no lamp shines on are in shadow.
= At the end of each round the fog counter moves one space upstream.
  Every round ends with the fog counter going one space up the river.
= When it passes a bridge, all lamps on that bridge go out.
  As it goes by a bridge, every lamp there is extinguished.
= Each lamp burns one measure of oil per round.
  In every round, a lamp uses up one measure of oil.
! A street scores for the one who has the most lamps in it.
  The one with the fewest lamps in a street gets its points.
= A lit street scores one point for each of its tiles.
  For every tile of a lit street there is one point.
"""


def said_anew(text: str) -> list[tuple[str, str, bool]]:
    """Sentences as they were and as they are said now; a "!" marks those that changed."""
    lines = text.strip().splitlines()
    return [(one[2:], two[2:], one[0] == "!") for one, two in zip(lines[::2], lines[1::2], strict=True)]


def test_what_changed_is_told_and_what_is_said_anew_is_not() -> None:
    rows = said_anew(EDITION)
    texts = ["\n".join(["Lamplighters", "", "The rules", " ".join(said)]) for said in list(zip(*rows, strict=True))[:2]]
    findings = collate(*(read_bytes("x.txt", text.encode()) for text in texts)).findings
    meant = [one for one in findings if one.klass == "meaning" and not one.inner]
    told = {
        row[0]: [f for f in meant if (f.a and f.a.text and f.a.text in row[0]) or (f.a and row[0] in f.a.text)]
        for row in rows
    }
    assert [row[0] for row in rows if row[2] and not told[row[0]]] == []
    assert len([row[0] for row in rows if not row[2] and told[row[0]]]) <= 1


HERE = Path(__file__).parent / "anew"


@pytest.mark.parametrize(("name", "least"), [("canal", 0.7), ("attic", 0.8), ("lighthouse", 0.7)])
def test_each_change_is_one_finding_and_little_else_is_told(name, least):
    rows = said_anew((HERE / f"{name}.said.txt").read_text("utf-8"))
    texts = ["\n\n".join(["Le jeu", "Les règles", *said]) for said in list(zip(*rows, strict=True))[:2]]
    findings = collate(*(read_bytes("x.txt", text.encode()) for text in texts)).findings
    meant = [one for one in findings if one.klass == "meaning" and not one.inner]
    told = {old: sum(one.a is not None and one.a.context in old for one in meant) for old, _, _ in rows}
    changed = [told[old] for old, _, planted in rows if planted]
    assert max(changed) == 1
    assert sum(changed) >= least * len(changed)
    assert len(meant) - sum(changed) <= 4
