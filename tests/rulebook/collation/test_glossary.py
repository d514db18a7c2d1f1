"""Terms of the glossary in texts: inflected forms, the longest first, forbidden terms."""

from __future__ import annotations

import csv
import io

import pytest

from rulebook.collation import read_bytes
from rulebook.collation.checking.glossary import STATUSES, glossary, glossary_tsv, uses

from .test_sentences import rows


def terms_in(text: str, language: str) -> list[tuple[str, str, str]]:
    witness = read_bytes("w.txt", f"1. Un 2 3\n{text}\n2. Deux 2 3\nX.\n".encode())
    return [(use.term.notion, use.term.status, use.text) for use in uses(witness, language)]


@rows("term")
def test_inflected_forms_of_terms_are_found(row):
    language, text, expected, *_ = row
    assert "; ".join(" ".join(one) for one in terms_in(text, language)) == expected


def test_a_use_has_its_preferred_term_and_lines():
    (use,) = uses(read_bytes("w.txt", b"1. One 2 3\nChoose a column.\n2. Two 2 3\nX.\n"), "en")
    assert (use.preferred, use.lines) == ("lane", (2,))


def test_an_unknown_language_is_refused():
    with pytest.raises(LookupError, match="fi"):
        terms_in("X.", "fi")


def test_the_glossary_is_complete():
    languages = {(term.notion, term.language) for term in glossary() if term.status == "preferred"}
    assert languages == {(term.notion, language) for term in glossary() for language in ("fr", "en", "de")}
    rows = list(csv.DictReader(io.StringIO(glossary_tsv()), delimiter="\t"))
    assert len(rows) == len({term.notion for term in glossary()})
    assert set(rows[0]) == {
        "notion",
        *(f"{language} {status}" for language in ("fr", "en", "de") for status in STATUSES),
    }
