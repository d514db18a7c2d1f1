"""Check the terms of a text against a glossary: preferred, accepted and forbidden forms."""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rulebook.text import words

from ..language.dictionary import stemmed
from ..language.tokens import SOFT_HYPHEN, normal
from ..witness import Witness

STATUSES = ("preferred", "accepted", "forbidden")
LANGUAGES = ("fr", "en", "de")
_WORD = re.compile(r"[^\W\d_]+(?:\u00ad[^\W\d_]+)*")


@dataclass(frozen=True)
class Term:
    """A form of a notion in a language, and its status, one of `STATUSES`."""

    notion: str
    language: str
    form: str
    status: str


@dataclass(frozen=True)
class Use:
    """A term used in a text: its words as printed, their lines, and the preferred form."""

    term: Term
    text: str
    lines: tuple[int, ...]
    preferred: str


@cache
def glossary() -> tuple[Term, ...]:
    """Return every form of every notion, in the order of `terms.toml`, then those only in the book's glossary."""
    return tuple(_terms(tomllib.loads(files(__package__).joinpath("terms.toml").read_text("utf-8"))))


def _terms(table: Mapping[str, Any]) -> Iterator[Term]:
    """Yield the terms: the book's glossary decides the preferred forms, the table adds other forms and languages."""
    for notion in dict.fromkeys([*table, *words.tree("glossary", words.SOURCE)]):
        for language in LANGUAGES:
            listed = table.get(notion, {}).get(language, {})
            first = [*_in_book(notion, language), *([listed["preferred"]] if listed else [])]
            preferred = first[:1]
            accepted = dict.fromkeys([*first[1:], *listed.get("accepted", ())])
            forms = preferred, [form for form in accepted if form not in preferred], listed.get("forbidden", ())
            for status, group in zip(STATUSES, forms, strict=True):
                yield from (Term(notion, language, form, status) for form in group)


def _in_book(notion: str, language: str) -> list[str]:
    """Return the forms of a notion in the book's glossary, the preferred one first."""
    known = words.table("glossary", language) if language in words.LANGUAGES else {}
    return [form.strip() for form in known.get(f"{notion}.term", "").split(",") if form.strip()]


def uses(witness: Witness, language: str) -> list[Use]:
    """Return the terms used in a witness, in reading order; of overlapping terms, the longest.

    LookupError for a language without terms.
    """
    if language not in LANGUAGES:
        raise LookupError(f"the glossary has no terms in {language!r}; it has: {', '.join(LANGUAGES)}")
    preferred = {
        term.notion: term.form for term in glossary() if (term.language, term.status) == (language, "preferred")
    }
    found = []
    for sentence in witness.sentences:
        for start, end, term in _terms_in(sentence.text, language):
            text = sentence.text[start:end].replace(SOFT_HYPHEN, "")
            found.append(Use(term, text, sentence.lines(start, end), preferred[term.notion]))
    return found


def _terms_in(text: str, language: str) -> Iterator[tuple[int, int, Term]]:
    """Yield the terms of a sentence: (start, end, term)."""
    known = _terms_by_stems(language)
    longest = max(map(len, known))
    for phrase in re.finditer(r"[^.,;:!?()«»]+", text):  # no term crosses punctuation
        spelled = list(_WORD.finditer(text, phrase.start(), phrase.end()))
        stems = [_stem(word[0], language) for word in spelled]
        i = 0
        while i < len(spelled):
            many = next(
                (k for k in range(min(longest, len(spelled) - i), 0, -1) if tuple(stems[i : i + k]) in known), 0
            )
            if many:
                yield spelled[i].start(), spelled[i + many - 1].end(), known[tuple(stems[i : i + many])]
            i += many or 1


@cache
def _terms_by_stems(language: str) -> dict[tuple[str, ...], Term]:
    found: dict[tuple[str, ...], Term] = {}
    for term in glossary():
        if term.language == language:
            found.setdefault(tuple(_stem(word, language) for word in _WORD.findall(term.form)), term)
    return found


@cache
def _stem(word: str, language: str) -> str:
    """Return the stem of a word; in French it loses only gender and number, and keeps its accents.

    The French stemmer shortens nouns too much, and "de" is not "dé".
    """
    if language == "fr":
        return re.sub(r"(?<=\w\w)e?s?$", "", normal(word))
    return stemmed(normal(word), language)


def glossary_tsv() -> str:
    """Return the glossary as TSV: a row per notion; per language the preferred, accepted and forbidden forms."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(["notion", *(f"{language} {status}" for language in LANGUAGES for status in STATUSES)])
    rows: dict[str, dict[tuple[str, str], list[str]]] = {}
    for term in glossary():
        rows.setdefault(term.notion, {}).setdefault((term.language, term.status), []).append(term.form)
    for notion, forms in rows.items():
        cells = ["; ".join(forms.get((language, status), ())) for language in LANGUAGES for status in STATUSES]
        writer.writerow([notion, *cells])
    return out.getvalue()
