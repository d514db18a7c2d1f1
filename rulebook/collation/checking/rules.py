"""Compare witnesses with the rules of the book.

`check_facts` compares every fact of the headings and the table with `hedgekit.VARIANTS`; `with_rule` tells with which
side of a translation the book's clause agrees where the two differ.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from hedgekit import VARIANTS
from hedgekit.games.race.variants import Variant
from rulebook.text import words

from ..finding import Finding, Place
from ..language.dictionary import stemmed
from ..language.languages import FUNCTION_WORDS, detect_language, numbers
from ..language.tokens import normal
from ..language.tokens import stems as french_stems
from ..meaning.statements import sentence_differences
from ..reading.titles import fits
from ..witness import BASE, Entry, Players, Row, Witness


@dataclass(frozen=True)
class Fact:
    """One fact of a variant in the witness (`said`) and in the rulebook (`ours`), with the verdict.

    name: a key of `collation.facts`; verdict: "same", "differs", "absent" (from the witness) or "unclear" (readable
    in two ways); lines: of the witness; source, confidence: where the rulebook has it from, and how sure that is.
    """

    variant: int
    name: str
    said: str
    ours: str
    verdict: str
    lines: tuple[int, ...]
    source: str
    confidence: str

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**self.__dict__, "lines": list(self.lines)}


def check_facts(witness: Witness) -> list[Fact]:
    """Return every fact of a witness compared with the rulebook, variant by variant."""
    rows = witness.rows_by_variant
    families = _families(rows)
    found: list[Fact] = []
    for n, variant in VARIANTS.items():
        entry = witness.entries.get(n)
        if entry:
            found += _heading_facts(entry, variant)
        row = rows.get(n)
        if row:
            found += _row_facts(row, variant, families)
    return found


def _fact(variant: Variant, name: str, said: object, ours: object, verdict: str, lines: tuple[int, ...]) -> Fact:
    return Fact(variant.number, name, _text(said), _text(ours), verdict, lines, variant.source, variant.confidence)


def _text(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one) for one in value) or "-"
    return "-" if value in (None, "") else str(value)


def _verdict(same: object, is_present: object = True) -> str:
    return "same" if same else "differs" if is_present else "absent"


def _heading_facts(entry: Entry, variant: Variant) -> list[Fact]:
    """Return the facts of the heading and the text of a variant."""
    title, material = variant.title["fr"], variant.material.get("fr")
    where, players = entry.heading_lines, entry.players
    credited = tuple(line for s in entry.sentences if s.role == "credit" for line in s.lines()) or where
    found = [
        _fact(variant, "title", entry.title, title, _verdict(fits(entry.title, title)), where),
        *(
            _fact(variant, name, said, ours, _verdict(players.all and said == ours, players.all), where)
            for name, said, ours in (
                ("advised", players.advised, variant.advised),
                ("possible", players.possible, variant.bracketed),
            )
        ),
        _fact(
            variant, "credits", entry.credits, variant.credits,
            _verdict({*entry.credits} == {*variant.credits}, entry.credits), credited,
        ),
    ]  # fmt: skip
    if entry.number != BASE and (entry.material or material):
        lines = tuple(line for s in entry.sentences if s.role == "material" for line in s.lines()) or where
        found.append(_fact(variant, "material", entry.material, material, _material(entry.material, material), lines))
    return found


def _material(said: str | None, ours: str | None) -> str:
    """Compare material by stems, since the rulebook words it differently."""
    return _verdict(said and ours and french_stems(said) & french_stems(ours), said)


def _row_facts(row: Row, variant: Variant, families: Mapping[str, str]) -> list[Fact]:
    """Return the facts of the row of a variant."""
    where = (row.line,)
    declared = Players(variant.advised, variant.bracketed)
    found = [
        _fact(variant, "table-number", row.number, variant.number, _verdict(row.number == variant.number), where),
        _fact(variant, "table-players", row.players, declared, _verdict(row.players == declared), where),
    ]
    for name, said, ours in (("duration", row.duration, variant.duration), ("tactic", row.tactic, variant.tactic)):
        verdict = "unclear" if row.unclear else _verdict(said == ours, said)
        found.append(_fact(variant, name, row.signs if row.unclear else said, ours, verdict, where))
    if row.family:
        same = families[row.family] == variant.family
        found.append(_fact(variant, "family", row.family, variant.family, _verdict(same), where))
    return found


def _families(rows: Mapping[int, Row]) -> dict[str, str]:
    """Return the headings of the table -> the family of the rulebook to which most of their rows belong."""
    counted: dict[str, Counter[str]] = {}
    for n, row in rows.items():
        if row.family and n in VARIANTS:
            counted.setdefault(row.family, Counter())[VARIANTS[n].family] += 1
    return {row.family: "" for row in rows.values() if row.family} | {
        name: count.most_common(1)[0][0] for name, count in counted.items()
    }


SHARED = 4  # stems that a clause and a sentence have in common, at least
COVERED = 0.5  # their share of the shorter one, at least
_WORD = re.compile(r"[^\W_]+")


def stems(text: str, language: str) -> frozenset[str]:
    """Return the stems of the content words of a short text."""
    if language == "fr":
        return french_stems(text)
    small = FUNCTION_WORDS.get(language, frozenset())
    return frozenset(stemmed(word, language) for word in _WORD.findall(normal(text)) if word not in small)


def is_our_game(*witnesses: Witness) -> bool:
    """Return whether documents are about the game of this book: a third of their titles match."""
    matches = []
    for one in witnesses:
        language = detect_language(one)
        titles = [(entry.title, _title(number, language)) for number, entry in one.entries.items() if number]
        matches += [bool(stems(title, language) & stems(ours, language)) for title, ours in titles]
    return len(matches) > 0 and sum(matches) * 3 >= len(matches)


def _title(number: int, language: str) -> str:
    return VARIANTS[number].title.get(language, "") if number in VARIANTS else ""


def with_sides(findings: Iterable[Finding]) -> list[Finding]:
    """Word the notes of a translation's findings with "source" and "translation" instead of A and B."""
    return [replace(one, message=_sided_note(*one.message)) for one in findings]


def _sided_note(key: str, values: tuple[tuple[str, str], ...]) -> tuple[str, tuple[tuple[str, str], ...]]:
    named = f"translated.{key.removeprefix('notes.')}-{dict(values).get('which', '').casefold()}"
    return (named if words.has(f"collation.{named}") else key), values


def with_rule(findings: Iterable[Finding], source: Witness, languages: tuple[str, str]) -> list[Finding]:
    """Add to the findings of a translation the clause of the book that decides between the sides."""
    by = next((k for k in (0, 1) if languages[k] in words.LANGUAGES), None)
    if by is None or not is_our_game(source):
        return list(findings)
    return [replace(one, rule=_deciding_clause(one, languages, by)) if one.a and one.b else one for one in findings]


def _deciding_clause(one: Finding, languages: tuple[str, str], by: int) -> tuple[str, str] | None:
    """Return the clause and the side it agrees with, "a" or "b"; by: the side whose sentence finds the clause."""
    places: list[Place] = [place for place in (one.a, one.b) if place]
    language = languages[by]
    clause = _matching_clause(one.variant or 0, places[by].context, language)
    if not clause:
        return None
    rule = _most_similar_passage(clause, places[by].context, language)
    apart = [_differing_kinds((rule, place.context), (language, languages[k])) for k, place in enumerate(places)]
    if one.kind in apart[1] and one.kind not in apart[0]:
        return clause, "a"
    # Translators seldom correct a source: the rule agrees with the translation only if they do not differ at all.
    return (clause, "b") if one.kind in apart[0] and not apart[1] else None


def _matching_clause(number: int, sentence: str, language: str) -> str:
    """Return the clause of a variant most similar to a sentence; "" if none is similar enough."""
    wanted = stems(sentence, language)
    clauses = clause_stems(number, language)
    best = max(clauses, key=lambda name: len(clauses[name] & wanted), default="")
    shared = len(clauses[best] & wanted) if best else 0
    return best if shared >= SHARED and shared >= COVERED * min(len(wanted), len(clauses[best])) else ""


def _most_similar_passage(clause: str, sentence: str, language: str) -> str:
    """Return the one to three consecutive sentences of a clause that are most similar to a sentence."""
    sentences = re.split(r"(?<=[.!?])\s+", _plain(clause, language))
    count = len(sentences)
    passages = [" ".join(sentences[i:j]) for i in range(count) for j in range(i + 1, min(count, i + 3) + 1)]
    wanted = stems(sentence, language)

    def jaccard(passage: str) -> float:
        found = stems(passage, language)
        return len(found & wanted) / max(1, len(found | wanted))

    return max(passages, key=jaccard)


def _plain(clause: str, language: str) -> str:
    return re.sub(r"[*`]", "", words.clause(clause, language))


@cache
def clause_stems(number: int, language: str) -> dict[str, frozenset[str]]:
    """Return the clauses of a variant of the book and the stems of each; empty for any other number."""
    clauses = words.clauses(number) if number in VARIANTS else ()
    return {name: stems(_plain(name, language), language) for name in clauses}


def _differing_kinds(texts: tuple[str, str], languages: tuple[str, str]) -> set[str]:
    """Return the kinds of difference between two sentences."""
    found = {kind for kind, *_ in sentence_differences(texts, languages)}
    one, two = map(numbers, texts, languages)
    return found if one == two else found | {"number"}
