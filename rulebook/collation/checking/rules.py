"""Compare witnesses with the rules of the book.

`check_facts` holds every fact of the headings and the table against `hedgekit.VARIANTS`; `with_rule` says with which
side of a translation the book's clause agrees, where the two differ.
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
from ..language.languages import SMALL, numbers, told_language
from ..language.tokens import normal
from ..language.tokens import stems as french_stems
from ..meaning.statements import turned
from ..reading.titles import fits
from ..witness import BASE, Entry, Players, Row, Witness


@dataclass(frozen=True)
class Fact:
    """One fact of a variant: what the witness says, what the rulebook declares, and the verdict.

    name: a key of `collation.facts`; verdict: "same", "differs", "absent" (the witness does not say) or "unclear"
    (it can be read in two ways); lines: where the witness says it; source, confidence: where the rulebook has it from.
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
        """As plain data."""
        return {**self.__dict__, "lines": list(self.lines)}


def check_facts(witness: Witness) -> list[Fact]:
    """Every fact of a witness against the rulebook, variant by variant."""
    rows = witness.rows_by_variant
    families = _families(rows)
    found: list[Fact] = []
    for n, variant in VARIANTS.items():
        entry = witness.entries.get(n)
        if entry:
            found += _headed(entry, variant)
        row = rows.get(n)
        if row:
            found += _listed(row, variant, families)
    return found


def _fact(variant: Variant, name: str, said: object, ours: object, verdict: str, lines: tuple[int, ...]) -> Fact:
    return Fact(variant.number, name, _text(said), _text(ours), verdict, lines, variant.source, variant.confidence)


def _text(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one) for one in value) or "-"
    return "-" if value in (None, "") else str(value)


def _verdict(same: object, is_told: object = True) -> str:
    return "same" if same else "differs" if is_told else "absent"


def _headed(entry: Entry, variant: Variant) -> list[Fact]:
    """What the heading and the text of a variant say."""
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
    """Compare material loosely, since the rulebook uses its own words."""
    return _verdict(said and ours and french_stems(said) & french_stems(ours), said)


def _listed(row: Row, variant: Variant, families: Mapping[str, str]) -> list[Fact]:
    """What the row of a variant says."""
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
    """The headings of the table, and the family of the rulebook that most rows under each belong to."""
    counted: dict[str, Counter[str]] = {}
    for n, row in rows.items():
        if row.family and n in VARIANTS:
            counted.setdefault(row.family, Counter())[VARIANTS[n].family] += 1
    return {row.family: "" for row in rows.values() if row.family} | {
        name: count.most_common(1)[0][0] for name, count in counted.items()
    }


SHARED = 4  # stems that a clause and a sentence share, at least
COVERED = 0.5  # what share of the shorter one they are, at least
_WORD = re.compile(r"[^\W_]+")


def stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words of a short text that are no small words of its language."""
    if language == "fr":
        return french_stems(text)
    small = SMALL.get(language, frozenset())
    return frozenset(stemmed(word, language) for word in _WORD.findall(normal(text)) if word not in small)


def is_our_game(*witnesses: Witness) -> bool:
    """Whether documents are about the game of this book, by a third of their titles."""
    known = []
    for one in witnesses:
        language = told_language(one)
        titles = [(entry.title, _title(number, language)) for number, entry in one.entries.items() if number]
        known += [bool(stems(said, language) & stems(ours, language)) for said, ours in titles]
    return len(known) > 0 and sum(known) * 3 >= len(known)


def _title(number: int, language: str) -> str:
    return VARIANTS[number].title.get(language, "") if number in VARIANTS else ""


def with_sides(findings: Iterable[Finding]) -> list[Finding]:
    """Word the notes of a translation's findings with "source" and "translation" for A and B."""
    return [replace(one, message=_of_side(*one.message)) for one in findings]


def _of_side(key: str, values: tuple[tuple[str, str], ...]) -> tuple[str, tuple[tuple[str, str], ...]]:
    named = f"translated.{key.removeprefix('notes.')}-{dict(values).get('which', '').casefold()}"
    return (named if words.has(f"collation.{named}") else key), values


def with_rule(findings: Iterable[Finding], source: Witness, languages: tuple[str, str]) -> list[Finding]:
    """Add to findings of a translation the book's clause that decides between both sides."""
    by = next((k for k in (0, 1) if languages[k] in words.LANGUAGES), None)
    if by is None or not is_our_game(source):
        return list(findings)
    return [replace(one, rule=_rule(one, languages, by)) if one.a and one.b else one for one in findings]


def _rule(one: Finding, languages: tuple[str, str], by: int) -> tuple[str, str] | None:
    """The clause and the side that it agrees with, "a" or "b"; by: the side whose sentence finds the clause."""
    places: list[Place] = [place for place in (one.a, one.b) if place]
    language = languages[by]
    clause = _clause(one.variant or 0, places[by].context, language)
    if not clause:
        return None
    told = _nearest(clause, places[by].context, language)
    apart = [_differing((told, place.context), (language, of)) for place, of in zip(places, languages, strict=True)]
    if one.kind in apart[1] and one.kind not in apart[0]:
        return clause, "a"
    # A translator seldom mends a source: the rule goes with the translation where it says all that this says.
    return (clause, "b") if one.kind in apart[0] and not apart[1] else None


def _clause(number: int, sentence: str, language: str) -> str:
    """The clause of a variant that says what a sentence says; "" if none does."""
    meant = stems(sentence, language)
    told = clause_stems(number, language)
    best = max(told, key=lambda name: len(told[name] & meant), default="")
    shared = len(told[best] & meant) if best else 0
    return best if shared >= SHARED and shared >= COVERED * min(len(meant), len(told[best])) else ""


def _nearest(clause: str, sentence: str, language: str) -> str:
    """The consecutive sentences of a clause that are most like a sentence."""
    said = re.split(r"(?<=[.!?])\s+", _plain(clause, language))
    runs = [" ".join(said[i:j]) for i in range(len(said)) for j in range(i + 1, min(len(said), i + 3) + 1)]
    meant = stems(sentence, language)

    def alike(run: str) -> float:
        told = stems(run, language)
        return len(told & meant) / max(1, len(told | meant))

    return max(runs, key=alike)


def _plain(clause: str, language: str) -> str:
    return re.sub(r"[*`]", "", words.clause(clause, language))


@cache
def clause_stems(number: int, language: str) -> dict[str, frozenset[str]]:
    """The clauses of a variant of the book and the stems of what each says; none for a number that is no variant's."""
    named = words.clauses(number) if number in VARIANTS else ()
    return {name: stems(_plain(name, language), language) for name in named}


def _differing(texts: tuple[str, str], languages: tuple[str, str]) -> set[str]:
    """In what two sentences differ."""
    found = {kind for kind, *_ in turned(texts, languages)}
    one, two = map(numbers, texts, languages)
    return found if one == two else found | {"number"}
