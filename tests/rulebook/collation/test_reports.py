"""Decisions, exports, reports, comparison with the rulebook's own facts, and the command."""

from __future__ import annotations

import csv
import json
from collections import Counter
from html.parser import HTMLParser

import pytest

from rulebook.collation import DecisionError, Decisions, check_facts, collate, read, read_bytes
from rulebook.collation.finding import CHANGES, Finding
from rulebook.collation.out import exports
from rulebook.collation.out.report import report
from rulebook.text import words

from ..command import command
from . import forms

A, B = (forms.WITNESSES / f"{name}.txt" for name in "ab")


@pytest.fixture(scope="module")
def small():
    return collate(A, B)


def modality(collation):
    return next(one for one in collation.findings if one.kind == "modality")


# ---- decisions -------------------------------------------------------------------------------------------------------


def test_ids_of_findings_are_unique_and_stable(small):
    ids = [one.id for one in small.findings]
    assert len(set(ids)) == len(ids)
    assert ids == [one.id for one in collate(A, B).findings]


def test_decisions_are_saved_and_applied(small, tmp_path):
    decisions = Decisions()
    first, second, third = small.findings[:3]
    decisions.decide(first, "reject", "Les deux se disent.")
    decisions.decide(second, "reclass", "Une coquille.", "spelling")
    decisions.decide(third, "accept", "Vu.")
    decisions.save(tmp_path / "d.json")
    again = Decisions.load(tmp_path / "d.json")
    standing = again.applied(small.findings)
    assert first.id not in {one.id for one in standing}
    assert next(one.klass for one in standing if one.id == second.id) == "spelling"
    assert again.of(third).reason == "Vu."
    assert expired(again, small.findings) == set()


def expired(decisions, findings):
    """Return the decisions whose finding is gone or about another text now."""
    return decisions.by_id.keys() - {finding.id for finding in findings}


def test_a_decision_expires_when_its_text_changes_and_only_then(small):
    decisions = Decisions()
    decisions.decide(modality(small), "accept", "Vrai.")
    other = forms.text("b").replace("Une seule coquille suffit", "Une coquille suffit")
    moved = "\n\n" + other  # other line numbers
    assert expired(decisions, collate(read(A), read_bytes("b.txt", moved.encode())).findings) == set()
    here = forms.text("b").replace("Le joueur peut glisser une coquille", "Le joueur peut glisser sa coquille")
    assert len(expired(decisions, collate(read(A), read_bytes("b.txt", here.encode())).findings)) == 1


EXPIRING = forms.text("expiring")


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("On joue avec la variante 9.", "On ne joue pas avec la variante 9.", "inner.reference-unknown"),
        ("La durée est longue (+)", "La durée est très longue (+)", "inner.signs"),
        ("3. Trois 2 3\nOn joue.", "3. Trois 2 3\nOn rejoue.", "notes.missing"),
    ],
)
def test_a_decision_expires_with_its_sentence(old, new, note):
    """Even if the displayed words stay: a reference, the legend of the signs, a whole entry."""
    other = read_bytes("o.txt", b"1. Un 2 3\nOn joue.\n2. Deux 2 3\nOn joue.\n")
    assert old in EXPIRING
    found = collate(read_bytes("w.txt", EXPIRING.encode()), other).findings
    changed = collate(read_bytes("w.txt", EXPIRING.replace(old, new).encode()), other).findings
    again = collate(read_bytes("w.txt", ("\n" + EXPIRING).encode()), other).findings
    decisions = Decisions()
    for one in found:
        if one.message[0] == note:
            decisions.decide(one, "accept", "Vu.")
    assert decisions.by_id
    assert expired(decisions, again) == set()
    assert expired(decisions, changed)


@pytest.mark.parametrize(
    ("value", "reason", "klass", "key"), [("maybe", "x", None, "decision"), ("reclass", "x", "content", "class")]
)
def test_an_invalid_decision_is_refused(small, value, reason, klass, key):
    with pytest.raises(DecisionError) as caught:
        Decisions().decide(small.findings[0], value, reason, klass)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"version": 2, "decisions": {}}', '{"version": 1, "decisions": {"x": 1}}', "[" * 100_000,
     '{"version": 1, "decisions": {"x": {"value": "reclass", "reason": "y", "class": 3, "finding": {}}}}'],
)  # fmt: skip
def test_a_file_without_decisions_is_refused(text, tmp_path):
    (tmp_path / "d.json").write_text(text, "utf-8")
    with pytest.raises(DecisionError) as caught:
        Decisions.load(tmp_path / "d.json")
    for language in words.LANGUAGES:
        assert "\n" not in caught.value.text(language)


def test_a_finding_says_whether_it_changes_play(small):
    """Titles and credits do not change play; a number or a duty does; a misprint is only wording."""
    changes = {(one.klass, one.kind): one.changes for one in small.findings}
    assert changes["meaning", "number"] == changes["meaning", "modality"] == "play"
    assert changes["meaning", "name"] == "names"
    assert {change for (klass, _), change in changes.items() if klass != "meaning"} == {"wording"}
    listed = sorted(small.findings, key=Finding.weight)
    meant = [one.changes for one in listed if one.klass == "meaning"]
    assert meant == sorted(meant, key=CHANGES.index)


@pytest.mark.skipif(None in forms.ORIGINALS, reason=forms.MISSING)
def test_between_the_two_french_texts_four_findings_change_play():
    """Each change is one finding: a variant without its legend, nine credits, titles with their rows."""
    meant = [one for one in collate(*forms.ORIGINALS).findings if one.klass == "meaning" and not one.inner]
    assert [one.variant for one in meant if one.changes == "play"] == [0, 24, 25, None]
    assert Counter(one.changes for one in meant) == {"play": 4, "names": 11, "credits": 3, "wording": 1}


# ---- exports ---------------------------------------------------------------------------------------------------------


def test_facts_are_exported_as_json(small):
    data = json.loads(exports.as_json(small.facts))
    assert set(data) == {"A", "B"}
    one = data["A"]["variants"]["1"]
    assert one["players"] == {"advised": [3, 4, 5], "possible": [2]}
    assert one["references"] == [4]
    assert (one["table"]["signs"], one["table"]["duration"], one["table"]["tactic"]) == ("+ + +", None, None)
    assert data["B"]["variants"]["1"]["table"]["duration"] == "++"
    assert data["A"]["variants"]["5"]["table"]["number"] == 6  # the row of that name, with its printed number
    assert data["A"]["variants"]["0"]["table"] is None
    assert data["A"]["variants"]["2"]["credits"] == ["Jeanne Morel"]


# ---- the report ------------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_report_is_self_contained_and_escapes_markup(language):
    hostile = forms.text("b").replace("On joue les yeux bandés", "<script>alert(1)</script> <img src=x onerror=y>")
    collation = collate(read(A), read_bytes("<b>.txt", hostile.encode()))
    decisions = Decisions()
    decisions.decide(collation.findings[0], "reject", "<i>non</i>")
    page = report(collation, decisions, language)
    tags = Tags()
    tags.feed(page)
    names = [tag for tag, _ in tags.seen]
    assert not {"script", "img", "link", "i", "b", "iframe"} & set(names)
    assert not any(key in ("src", "href", "onerror") for _, attrs in tags.seen for key in attrs)
    assert "&lt;script&gt;" in page
    rows = [attrs for tag, attrs in tags.seen if tag == "tr" and str(attrs.get("id", "")).startswith("f-")]
    assert len(rows) == len(collation.findings)
    assert tags.seen[0] == ("html", {"lang": language})


def test_notes_and_kinds_are_in_every_language(small):
    for language in words.LANGUAGES:
        for one in small.findings:
            assert one.note(language)
            assert words.text(f"collation.kinds.{one.kind}", language)


# ---- against the rulebook --------------------------------------------------------------------------------------------

OURS = forms.text("facts")


def test_facts_are_compared_with_the_rulebook():
    facts = {(one.variant, one.name): one for one in check_facts(read_bytes("w.txt", OURS.encode()))}
    verdicts = {key: one.verdict for key, one in facts.items()}
    assert verdicts[1, "title"] == verdicts[2, "title"] == verdicts[1, "advised"] == verdicts[1, "duration"] == "same"
    assert verdicts[1, "table-players"] == "differs"  # the brackets are missing
    assert verdicts[2, "advised"] == "differs"
    assert verdicts[2, "duration"] == "unclear"
    assert verdicts[2, "material"] == "absent"
    assert verdicts[12, "table-number"] == "differs"
    assert verdicts[12, "credits"] == "differs"
    assert facts[12, "table-number"].lines == (13,)
    assert facts[1, "title"].source
    assert facts[1, "title"].confidence


@pytest.mark.skipif(None in forms.ORIGINALS, reason=forms.MISSING)
def test_the_rulebook_agrees_with_the_second_original():
    differing = {(one.variant, one.name) for one in check_facts(read(forms.ORIGINALS[1])) if one.verdict == "differs"}
    assert differing == {(12, "table-number"), (13, "table-number"), (20, "table-players"), (21, "table-players")}


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_applies_decisions_and_writes_tables(small, tmp_path):
    decisions = Decisions()
    decisions.decide(modality(small), "reject", "Non.")
    decisions.save(tmp_path / "d.json")
    done = command(
        "collate", A, B, "--out", tmp_path / "f.csv", "--pairs", tmp_path / "p.csv", "--decisions", tmp_path / "d.json"
    )
    assert done.exit_code == 0, done.output
    rows = list(csv.reader((tmp_path / "f.csv").open(encoding="utf-8")))
    assert len(rows) == len(small.findings)  # with a header, and one rejected finding fewer
    assert (tmp_path / "p.csv").read_text("utf-8-sig").startswith("variant,")


@pytest.mark.parametrize("content", [b"", b"\0\0", b" \n", None])
def test_a_file_that_cannot_be_read_is_one_sentence(content, tmp_path):
    path = tmp_path / "w.txt"
    if content is not None:
        path.write_bytes(content)
    done = command("collate", A, path)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {path} ")
    assert done.stderr.count("\n") == 1


def test_a_missing_folder_is_one_sentence(tmp_path):
    done = command("collate", A, B, "--out", tmp_path / "no" / "f.json")
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
