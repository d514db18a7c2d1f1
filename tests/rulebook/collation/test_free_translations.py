"""Texts of another hand (`hands/`): translations too free to check, an edition said anew, scans, forms of headings."""

from __future__ import annotations

import csv
import re

import pytest

from rulebook.collation import collate, read, read_bytes
from rulebook.collation.checking.translation import examine

from ..command import command
from .games import HERE, hand

HANDS = HERE / "hands"


@pytest.mark.parametrize(("name", "into"), [("lanterns", "en"), ("wharf", "de")])
def test_a_text_that_is_too_free_is_said_to_be_and_nothing_is_invented_in_it(name, into):
    """Sentences joined and split, other images; with an error in every clause a usual translation is still checked."""
    files = [HANDS / name / f"{side}.txt" for side in ("source", "target")]
    held = examine(*map(read, files), into)
    assert (held.reported(), held.judgement.is_too_free) == ([], True)
    assert re.search("too free|zu frei", command("translation", *files, language=into).stdout)
    worst = hand("3").planted(*max(hand("3").rounds(), key=len))
    assert not examine(hand("3").source, read_bytes("b.txt", worst.encode()), "de").judgement.is_too_free


def test_an_edition_said_anew_and_renumbered():
    """Its entries are the same ones; it is checked as a translation is, which tells little of what is only reworded."""
    findings = collate(*(HANDS / "renumbered" / f"{side}.txt" for side in "ab")).findings
    told = [(one.variant, one.note()) for one in findings if one.klass == "meaning"]
    assert {(5, "Only in B."), (9, "Only in A."), (3, "3 against 4.")} <= {*told}
    assert {(1, "Other numbers of players: 2 3 4 against 2 3 4 5.")} <= {*told}
    assert {n for n, note in told if "another number" in note} == {3, 4, 5, 6, 7, 8, 10}
    assert len([one for one in told if "another number" not in one[1]]) <= 6


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
