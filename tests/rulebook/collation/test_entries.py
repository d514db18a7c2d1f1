"""Clauses of a translation with other numbers, cuts or order: only actual changes are findings."""

import re
import tomllib
from pathlib import Path

import pytest

from rulebook.collation import check_translation, read_bytes
from rulebook.collation.checking.entries import match_entries
from rulebook.collation.checking.translation import align_clauses

CLAUSES = tomllib.loads((Path(__file__).parent / "natural.toml").read_text("utf-8"))["clause"][:14]
ADDED = {
    "en": "Each player also owns a parrot, which sits on the mast.",
    "de": "Jeder Spieler besitzt außerdem einen Papagei, der auf dem Mast sitzt.",
}


def text(clauses, label: str = "{}. ") -> bytes:
    return "\n\n".join(label.format(n) + clause for n, clause in enumerate(clauses, 1)).encode()


def findings_of(changed, language: str, label: str = "{}. "):
    source = read_bytes("f.txt", text([clause["fr"] for clause in CLAUSES]))
    return [
        (one.kind, one.variant, bool(one.a), bool(one.b))
        for one in check_translation(source, read_bytes("t.txt", text(changed, label)), language, "fr")
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_clause_inserted_left_out_or_moved_is_one_finding(language):
    texts = [clause[language] for clause in CLAUSES]
    before = findings_of(texts, language)
    assert len(before) <= 2  # of fourteen freely translated clauses
    inserted = set(findings_of([*texts[:3], ADDED[language], *texts[3:]], language)) - set(before)
    assert inserted == {("content", 4, False, True)}
    left_out = set(findings_of([*texts[:6], *texts[7:]], language)) - set(before)
    assert left_out == {("content", 7, True, False)}
    moved = set(findings_of([*texts[:4], *texts[5:9], texts[4], *texts[9:]], language)) - set(before)
    assert moved == {("moved", 5, True, True)}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("label", ["", "Rule {} - ", "({}) "])
def test_the_form_or_lack_of_numbers_is_no_finding(language, label):
    texts = [clause[language] for clause in CLAUSES]
    assert findings_of(texts, language, label) == findings_of(texts, language)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", ["", " (2) 3 4 5"])
def test_titles_without_numbers_belong_to_the_matching_clauses(language, players):
    def titled(of: str, label: str) -> bytes:
        texts = [clause[of] for clause in CLAUSES]
        texts[4] = texts[4].replace(*CLAUSES[4]["errors"][of][0]) if of == language else texts[4]
        titles = [re.sub(r"\W+$", "", " ".join(one.split()[:3])) + players for one in texts]
        return text([f"{title}\n\n{one}" for title, one in zip(titles, texts, strict=True)], label)

    def findings(labels: tuple[str, str]):
        sides = [read_bytes("a.txt", titled(of, label)) for of, label in zip(("fr", language), labels, strict=True)]
        return [(one.kind, one.variant, one.note()) for one in check_translation(*sides, language, "fr")]

    found = findings(("{}. ", "{}. "))
    assert 5 in [variant for _, variant, _ in found]
    assert findings(("{}. ", "")) == findings(("", "{}. ")) == found


@pytest.mark.parametrize("language", ["en", "de"])
def test_clauses_joined_two_by_two_are_compared_by_their_sentences(language):
    texts = [clause[language] for clause in CLAUSES]
    joined = [" ".join(texts[k : k + 2]) for k in range(0, len(texts), 2)]
    assert len(findings_of(joined, language)) <= len(findings_of(texts, language)) + 1
    wrong = joined[2].replace(*CLAUSES[4]["errors"][language][0])
    assert wrong != joined[2]
    assert len(findings_of([*joined[:2], wrong, *joined[3:]], language)) > len(findings_of(joined, language))


def test_a_reference_must_follow_its_renumbered_clause():
    """Clause 4 is inserted, so the reference to clause 5 becomes 6, and must not stay 5."""
    source = [clause["fr"] for clause in CLAUSES[:8]] + ["On suit la règle 5."]
    target = [clause["en"] for clause in CLAUSES[:8]]
    a = read_bytes("f.txt", text(source))
    for number, wrong in ((6, False), (5, True)):
        changed = [*target[:3], ADDED["en"], *target[3:], f"Follow rule {number}."]
        found = check_translation(a, read_bytes("t.txt", text(changed)), "en", "fr")
        assert any(one.variant == 9 for one in found) == wrong


def test_sentences_without_numbers_are_aligned_with_clauses():
    a = read_bytes("f.txt", text([clause["fr"] for clause in CLAUSES]))
    b = read_bytes("t.txt", text([clause["en"] for clause in CLAUSES], ""))
    pairs = align_clauses(a, b, "en", "fr").pairs
    assert all(pair.a and pair.b for pair in pairs if {one.role for one in pair.a + pair.b} != {"heading"})
    assert {pair.variant for pair in pairs} == {*range(1, len(CLAUSES) + 1)}


def test_numbers_are_trusted_unless_clearly_contradicted():
    same = read_bytes("f.txt", text(["Le dé est jeté."] * 6))
    assert all(match.a == match.b and not match.moved for match in match_entries(same, same, ("fr", "fr")))
