"""The book's own clauses, French against English, as a translator checks them: every difference was reviewed.

After changing clauses: `python -m tests.rulebook.collation.test_own_clauses` lists new findings and records them.
"""

from __future__ import annotations

from pathlib import Path

from rulebook.collation import Decisions, Finding, check_translation, read_bytes
from rulebook.text import words

from .editions import entries

SEEN = Path(__file__).parent / "own.json"


def found() -> list[Finding]:
    """Return the findings of a check of the French clauses against the English ones."""
    sides = [
        read_bytes(
            f"{language}.txt",
            "\n\n".join(
                f"{n}. {title} {' '.join(map(str, players))}\n{text}"
                for n, (title, players, text) in entries(language, tuple(range(1, 41))).items()
            ).encode(),
        )
        for language in (words.SOURCE, "fr")
    ]
    assert all(len(side.entries) == 40 for side in sides)
    return check_translation(sides[0], sides[1], "fr", words.SOURCE)


def test_every_difference_between_french_and_english_was_reviewed():
    """Every finding has a decision, and no decision is about words that are gone."""
    findings, seen = found(), Decisions.load(SEEN)
    assert [(one.variant, one.note(), one.b and one.b.text) for one in findings if not seen.of(one)] == []
    assert seen.by_id.keys() == {one.id for one in findings}


def test_there_are_few_findings_in_our_own_clauses():
    """On some 2,400 English words; the same rate as one false finding in a text of twelve clauses."""
    assert len(found()) <= 15


if __name__ == "__main__":
    known, now = Decisions.load(SEEN), Decisions()
    for one in found():
        before = known.of(one)
        if before is None:
            print(one.variant, one.note(), one.a and one.a.text, one.b and one.b.text, sep=" | ")
        now.decide(one, "reject", before.reason if before else "Said in other words.")
    now.save(SEEN)
