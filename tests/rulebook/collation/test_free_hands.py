"""Texts of a hand that had not seen the code, translated freely, with errors planted: `hands/`, a folder a pair.

What was found of them before anything was mended for their sake is in `hands/README.md`.
"""

from __future__ import annotations

import csv
import functools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.collation import check_translation, collate, read, read_bytes
from rulebook.collation.translation import told_language

HANDS = Path(__file__).parent / "hands"
PAIRS = sorted(path.parent.name for path in HANDS.glob("*/key.tsv"))


@functools.cache
def pair(name: str):
    source = read(HANDS / name / "source.txt")
    target = (HANDS / name / "target.txt").read_text("utf-8")
    return source, target, told_language(read_bytes("t.txt", target.encode())), told_language(source)


def found(name: str, target: str) -> Counter[tuple[int | None, str, str]]:
    """The findings of meaning between the source of a pair and a target: clause, kind and note."""
    source, _, language, of = pair(name)
    findings = check_translation(source, read_bytes("t.txt", target.encode()), language, of)
    return Counter((one.variant, one.kind, one.note()) for one in findings if one.klass == "meaning")


def rounds(name: str) -> Iterator[list[tuple[int, str, str]]]:
    """The planted errors, one a clause at a time."""
    with (HANDS / name / "key.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row]
    by_clause: dict[int, list[tuple[int, str, str]]] = {}
    for clause, old, new, *_ in rows:
        by_clause.setdefault(int(clause), []).append((int(clause), old, new))
    for k in range(max(map(len, by_clause.values()))):
        yield [errors[k] for errors in by_clause.values() if len(errors) > k]


def test_at_most_one_false_finding_in_twelve_clauses():
    """Of faithful texts."""
    false = {name: found(name, pair(name)[1]) for name in PAIRS}
    clauses = sum(len(pair(name)[0].entries) for name in PAIRS)
    assert sum(one.total() for one in false.values()) * 12 <= clauses, false


@functools.cache
def planted(name: str) -> tuple[int, list[tuple[int, str, str]]]:
    """How many planted errors of a pair are found, and those that are not."""
    faithful, text = found(name, pair(name)[1]), pair(name)[1]
    hit, missed = 0, []
    for errors in rounds(name):
        said = text
        for clause, old, new in errors:
            start = max(said.find(f"\n{clause}. "), said.find(f"\n## {clause}. "), 0)
            at = said.index(old, start)
            said = said[:at] + new + said[at + len(old) :]
        told = {clause for clause, *_ in found(name, said) - faithful}
        hit += sum(clause in told for clause, *_ in errors)
        missed += [error for error in errors if error[0] not in told]
    return hit, missed


def test_nine_of_ten_planted_errors_are_found():
    hit, missed = sum(planted(name)[0] for name in PAIRS), [error for name in PAIRS for error in planted(name)[1]]
    assert hit >= 0.9 * (hit + len(missed)), missed


@pytest.mark.parametrize("name", PAIRS)
def test_of_no_text_much_fewer_are(name):
    hit, missed = planted(name)
    assert hit >= 0.85 * (hit + len(missed)), missed


def test_an_edition_said_anew_and_renumbered():
    """Its entries are the same ones; what differs in meaning is told from what is said in other words."""
    findings = collate(*(HANDS / "renumbered" / f"{side}.txt" for side in "ab")).findings
    told = [(one.variant, one.note()) for one in findings if one.klass == "meaning"]
    assert {(5, "Only in B."), (9, "Only in A."), (3, "trois against quatre."), (3, "Only A says: except.")} <= set(
        told
    )
    assert {(1, "Other numbers of players: 2 3 4 against 2 3 4 5.")} <= set(told)
    assert {n for n, note in told if "another number" in note} == {3, 4, 5, 6, 7, 8, 10}
    assert any(one.variant == 5 and one.b and "éloigné" in one.b.text for one in findings if one.klass == "meaning")
    assert len([one for one in told if "another number" not in one[1]]) <= 20
    assert len([one for one in findings if one.klass == "synonym"]) > 5


def test_a_scan_with_135_slips_has_few_findings_of_meaning():
    findings = collate(HANDS / "pages" / "clean.txt", HANDS / "pages" / "scan.txt").findings
    assert len([one for one in findings if one.klass == "meaning"]) <= 15


def test_what_was_edited_in_a_scan_is_found():
    findings = collate(HANDS / "pages" / "clean.txt", HANDS / "pages" / "scan-edited.txt").findings
    meant = [one for one in findings if one.klass == "meaning" and one.a and one.b]
    for old, new in csv.reader((HANDS / "pages" / "edits.tsv").open(encoding="utf-8"), delimiter="\t"):
        other = set(old.split()) - set(new.split()), set(new.split()) - set(old.split())
        assert any(other[0] & set(one.a.text.split()) and other[1] & set(one.b.text.split()) for one in meant), old


def test_two_columns_with_a_running_head_that_is_the_title():
    """And hyphens, and numbers of pages: nothing differs."""
    assert collate(HANDS / "pages" / "clean.txt", HANDS / "pages" / "columns.txt").findings == []


@pytest.mark.parametrize(
    "form",
    [
        "{a}. {t}\n{b}",
        "{l}) {t}\n{b}",
        "1.{n} {t}\n{b}",
        "CHAPITRE {r}\n{t}\n{b}",
        "{t}\n=====\n{b}",
        "Variante {w} : {t}\n{b}",
    ],
)
def test_headings_of_a_form_are_found_and_nothing_differs(form):
    """Letters, the second number of two, a chapter over its title, a line under it, numbers in words from one on."""
    text = (HANDS / "1" / "source.txt").read_text("utf-8")
    entries = re.findall(r"(?ms)^(\d+)\. (.*?)\n(.*?)(?=^\d+\. |\Z)", text)
    roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
    words = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"]
    said = "RÈGLES DU JEU\n\n" + "\n\n".join(
        form.format(
            n=n, t=t, b=b.strip(), a=chr(64 + int(n)), l=chr(96 + int(n)), r=roman[int(n) - 1], w=words[int(n) - 1]
        )
        for n, t, b in entries
    )
    findings = collate(read(HANDS / "1" / "source.txt"), read_bytes("b.txt", said.encode())).findings
    assert [one.note() for one in findings if one.klass == "meaning"] == []
