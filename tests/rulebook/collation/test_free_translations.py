"""Texts from other authors (`hands/`): very free translations, a rewritten edition, scans, forms of headings."""

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
def test_a_translation_that_is_too_free_is_reported_as_such(name, into):
    """Joined and split sentences, other images; a usual translation with an error in every clause is still checked."""
    files = [HANDS / name / f"{side}.txt" for side in ("source", "target")]
    examined = examine(*map(read, files), into)
    assert (examined.reported(), examined.judgement.is_too_free) == ([], True)
    assert re.search("too free|zu frei", command("translation", *files, language=into).stdout)
    worst = hand("3").planted(*max(hand("3").rounds(), key=len))
    assert not examine(hand("3").source, read_bytes("b.txt", worst.encode()), "de").judgement.is_too_free


def test_a_rewritten_and_renumbered_edition_is_collated():
    """Its entries are matched; it is checked like a translation, which reports little that is only reworded."""
    findings = collate(*(HANDS / "renumbered" / f"{side}.txt" for side in "ab")).findings
    meaning = [(one.variant, one.note()) for one in findings if one.klass == "meaning"]
    assert {(5, "Only in B."), (9, "Only in A."), (3, "3 against 4.")} <= {*meaning}
    assert {(1, "Other numbers of players: 2 3 4 against 2 3 4 5.")} <= {*meaning}
    assert {n for n, note in meaning if "another number" in note} == {3, 4, 5, 6, 7, 8, 10}
    assert len([one for one in meaning if "another number" not in one[1]]) <= 6


def test_a_scan_with_135_errors_has_few_findings_of_meaning():
    findings = collate(HANDS / "pages" / "clean.txt", HANDS / "pages" / "scan.txt").findings
    assert len([one for one in findings if one.klass == "meaning"]) <= 15


def test_edits_in_a_scan_are_found():
    findings = collate(HANDS / "pages" / "clean.txt", HANDS / "pages" / "scan-edited.txt").findings
    meant = [one for one in findings if one.klass == "meaning" and one.a and one.b]
    for old, new in csv.reader((HANDS / "pages" / "edits.tsv").open(encoding="utf-8"), delimiter="\t"):
        other = set(old.split()) - set(new.split()), set(new.split()) - set(old.split())
        assert any(other[0] & set(one.a.text.split()) and other[1] & set(one.b.text.split()) for one in meant), old


def test_two_columns_with_the_title_as_running_head_are_read():
    """With hyphens and page numbers, too: nothing differs."""
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
def test_headings_of_every_form_make_no_difference(form):
    """Letters, the second of two numbers, chapters above titles, underlines, number words."""
    text = (HANDS / "1" / "source.txt").read_text("utf-8")
    entries = re.findall(r"(?ms)^(\d+)\. (.*?)\n(.*?)(?=^\d+\. |\Z)", text)
    roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
    words = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"]
    text = "RÈGLES DU JEU\n\n" + "\n\n".join(
        form.format(
            n=n, t=t, b=b.strip(), a=chr(64 + int(n)), l=chr(96 + int(n)), r=roman[int(n) - 1], w=words[int(n) - 1]
        )
        for n, t, b in entries
    )
    findings = collate(read(HANDS / "1" / "source.txt"), read_bytes("b.txt", text.encode())).findings
    assert [one.note() for one in findings if one.klass == "meaning"] == []
