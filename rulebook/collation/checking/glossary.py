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
    """A form of a notion in a language, and its status."""

    notion: str
    language: str
    form: str
    status: str


@dataclass(frozen=True)
class Use:
    """A term in a text: the words as they stand, their lines, and the form to prefer."""

    term: Term
    text: str
    lines: tuple[int, ...]
    preferred: str


@cache
def glossary() -> tuple[Term, ...]:
    """Every form of every notion, in the order of `terms.toml`, then what only the book's glossary has."""
    table = tomllib.loads(files(__package__).joinpath("terms.toml").read_text("utf-8"))
    return tuple(_terms(table))


def _terms(table: Mapping[str, Any]) -> Iterator[Term]:
    """The book's own glossary says what is preferred in its languages; the table adds other forms and languages."""
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
    """What the book's glossary calls a notion, the usual form first."""
    known = words.table("glossary", language) if language in words.LANGUAGES else {}
    return [form.strip() for form in known.get(f"{notion}.term", "").split(",") if form.strip()]


def has_terms(language: str) -> bool:
    """Does the glossary have terms in this language?"""
    return language in LANGUAGES


def uses(witness: Witness, language: str) -> list[Use]:
    """The terms in the text of a witness, in reading order; of terms that overlap, the longest.

    LookupError for a language that the glossary does not have.
    """
    if not has_terms(language):
        raise LookupError(f"the glossary has no terms in {language!r}; it has: {', '.join(LANGUAGES)}")
    preferred = {
        term.notion: term.form for term in glossary() if (term.language, term.status) == (language, "preferred")
    }
    found = []
    for sentence in witness.sentences:
        for start, end, term in _found(sentence.text, language):
            text = sentence.text[start:end].replace(SOFT_HYPHEN, "")
            found.append(Use(term, text, sentence.lines(start, end), preferred[term.notion]))
    return found


def _found(text: str, language: str) -> Iterator[tuple[int, int, Term]]:
    """The terms of a sentence: where each begins and ends."""
    known = _stemmed(language)
    longest = max(map(len, known))
    for stretch in re.finditer(r"[^.,;:!?()«»]+", text):  # no term goes over punctuation
        spelled = list(_WORD.finditer(text, stretch.start(), stretch.end()))
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
def _stemmed(language: str) -> dict[tuple[str, ...], Term]:
    found: dict[tuple[str, ...], Term] = {}
    for term in glossary():
        if term.language == language:
            found.setdefault(tuple(_stem(word, language) for word in _WORD.findall(term.form)), term)
    return found


@cache
def _stem(word: str, language: str) -> str:
    """What inflected forms share.

    In French only gender and number go, and accents stay: its stemmer takes too much of nouns, and "de" is no "dé".
    """
    if language == "fr":
        return re.sub(r"(?<=\w\w)e?s?$", "", normal(word))
    return stemmed(normal(word), language)


def glossary_tsv() -> str:
    """The glossary as a table, tabs between: a row per notion; per language preferred, accepted and forbidden forms."""
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
