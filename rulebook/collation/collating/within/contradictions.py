"""Find places of one document that contradict each other: duties, conditions, cross references, names."""

import re
from collections import Counter
from collections.abc import Iterator

from rapidfuzz.distance import OSA

from ...finding import Flaw, Place, heading_place, place, said
from ...language.concepts import duties
from ...language.dictionary import base
from ...language.tokens import BARE, Token, content, lists, modality, normal, stem, stems, tokens
from ...reading.references import references
from ...witness import BASE, Entry, Sentence, Witness
from ..vocabulary import Vocabulary

_RECALLED = re.compile(
    r"\b(?:la|cette|l['’])\s?(?:restriction|règle|contrainte|obligation|interdiction|possibilité)\s+"
    r"((?:qui\s+|d['’]|de\s)[^.;:]+)",
    re.IGNORECASE,
)
ALIKE = 2  # stems that a recalled rule and the rule itself share, at least


def recalled(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find base rules that a variant recalls with another duty: "must" for "may" and the like."""
    rules = [s for part in witness.of_kind("base") for s in part.sentences]
    for n, entry in witness.entries.items():
        for sentence in entry.sentences:
            for match in _RECALLED.finditer(sentence.text):
                meant = stems(match[1])
                rule = max(rules, key=lambda one: len(meant & stems(one.text)), default=None)
                if n == BASE or rule is None or len(meant & stems(rule.text)) < ALIKE:
                    continue
                here, there = (duties(text, "fr")[:1] for text in (match[0], rule.text))
                if here and there and here != there:
                    where = Place.joined(Place.of(rule), Place.of(sentence, *match.span()))
                    note = said("inner.recalled", here=here[0], there=there[0])
                    yield Flaw(("recalled", n, tuple(here)), "meaning", "modality", n, where, note)


_CONDITION = re.compile(r"\b(?:si|quand|lorsqu(?:e|['’]\w+))\b|\bs['’](?=ils?\b)", re.IGNORECASE)
_BRACKET = re.compile(r"\(\s*(?:si\b|s['’]ils?\b|quand\b|lorsqu)[^()]*\)", re.IGNORECASE)


def conditions(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find conditions with another condition in brackets."""
    for part in witness.parts:
        for sentence in part.sentences:
            bracket = _BRACKET.search(sentence.text)
            if bracket and (first := _CONDITION.search(sentence.text, 0, bracket.start())):
                where = Place.of(sentence, first.start(), bracket.end())
                key = ("conditions", part.variant, bracket[0].casefold())
                yield Flaw(key, "meaning", "content", part.variant, where, said("inner.conditions"))


def ambiguous(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find references to numbers that the headings and the table give to different variants."""
    titles = {n: entry.title for n, entry in witness.entries.items()}
    printed = {row.number: (n, row) for n, row in witness.listed.items() if row.number != n}
    for part in witness.parts:
        variant = part.number if isinstance(part, Entry) else None
        for one in references(part.sentences, titles):
            if one.name is None and one.number in printed and one.number in titles and variant != one.number:
                _, row = printed[one.number]
                where = Place.joined(Place(one.lines, one.text, one.sentence), place(row, row.text))
                note = said("inner.ambiguous", number=one.number, heading=titles[one.number], table=row.label)
                yield Flaw(("ambiguous", variant, one.number), "meaning", "number", variant, where, note)


_MANY = re.compile(r"([^\W\d_]+|\d+)\s+([^\W\d_]{3,}[sx])\b")
_AT = re.compile(r"([^\W\d_]{3,}[sx]?)\s+(\d+)((?:\s*(?:,|et|ou|à)\s*\d+)*)")


def beyond(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find numbered things that do not exist in combined variants: "column 6" where there are five."""
    for n, entry in witness.entries.items():
        for k in {reference.number for reference in entry.references} & set(witness.entries):
            for few, many in ((entry, witness.entries[k]), (witness.entries[k], entry)):
                for one, count, noun in _counted(few):
                    for other, highest in _numbered(many, noun):
                        if highest > count > 1:
                            where = Place.joined(one, other)
                            note = said("inner.beyond", count=count, highest=highest, variant=many.number)
                            yield Flaw(("beyond", few.number, many.number), "meaning", "number", n, where, note)


def _counted(entry: Entry) -> Iterator[tuple[Place, int, str]]:
    """How many of what a variant plays with."""
    for sentence in entry.sentences:
        for match in _MANY.finditer(sentence.text):
            words = tokens(Sentence(match[1], ((0, 0),)))
            value = words[0].value if words else None
            if value is not None and value == int(value):
                yield Place.of(sentence, *match.span()), int(value), stem(normal(match[2]))


def _numbered(entry: Entry, noun: str) -> Iterator[tuple[Place, int]]:
    """The highest number by which a variant names one of such things."""
    for sentence in entry.sentences:
        for match in _AT.finditer(sentence.text):
            if stem(normal(match[1])) == noun:
                yield Place.of(sentence, *match.span()), max(map(int, re.findall(r"\d+", match[2] + match[3])))


_ONLY_AT = re.compile(
    r"\b(?:ne\s|n['’])[^.;:!?]*?\bqu(?:e\s|['’])(?:à|au|en|lors de|pendant|dans)\s*"
    r"(?:l['’]|la\s|le\s)?([^\W\d_]{4,})\s+(\d+)",
    re.IGNORECASE,
)


def only_there(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find rules for one stage only that name another in the same sentence: "only in step 3, but in step 2 as well"."""
    for part in witness.parts:
        for sentence in part.sentences:
            for match in _ONLY_AT.finditer(sentence.text):
                again = re.compile(rf"[.;:,!?][^.;:!?]*\b({re.escape(match[1])})\s+(\d+)", re.IGNORECASE)
                other = again.search(sentence.text, match.end())
                if other and other[2] != match[2]:
                    where = Place.of(sentence, match.start(), other.end())
                    note = said("inner.only-there", what=match[1], only=match[2], other=other[2])
                    key = ("only-there", part.variant, match[2], other[2])
                    yield Flaw(key, "meaning", "number", part.variant, where, note)


_SEE = re.compile(r"\b(?:voir|cf\.?|see|siehe)\s+(?:(?:le|la|les|the)\s+|l['’])?([^\W\d_]{4,})", re.IGNORECASE)
_SHOWN = ("schéma", "figure", "illustration", "dessin", "image", "diagramme", "croquis", "annexe", "diagram", "drawing")


def outside(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find references to drawings that the document does not have."""
    captions = {stem(t.norm) for part in witness.parts if part.heading for t in tokens(part.heading)}
    for part in witness.parts:
        for sentence in part.sentences:
            for match in _SEE.finditer(sentence.text):
                word = normal(match[1])
                if any(OSA.distance(word, known) <= 1 for known in _SHOWN) and stem(word) not in captions:
                    where = Place.of(sentence, *match.span())
                    note = said("inner.outside", words=match[1])
                    yield Flaw(
                        ("outside", part.variant, stem(word)[:1]), "meaning", "content", part.variant, where, note
                    )


def alternatives(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find alternatives whose first half is missing: "can or refuse it"."""
    for part in witness.parts:
        for sentence in part.sentences:
            words = tokens(sentence)
            for i, word in enumerate(words[:-2]):
                between = sentence.text[word.end : words[i + 1].start].strip()  # "s'il le peut, ou ..."
                if between or not (modality(word.norm) and words[i + 1].norm == "ou"):
                    continue
                if not modality(words[i + 2].norm) and words[i + 2].norm not in ("non", "pas"):
                    where = Place.of(sentence, word.start, words[min(i + 3, len(words) - 1)].end)
                    key = ("alternative", part.variant, where.text.casefold())
                    yield Flaw(key, "meaning", "content", part.variant, where, said("inner.alternative"))


_OF_RULES = ("variante", "règle", "jeu", "partie")
FEW, COMMON = 15, 0.25  # entries from which on words can be common, and the share of entries that have such a word


def ruleless(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find variants in the table whose text contains no rule."""
    texts = {
        n: frozenset(stem(t.norm) for s in entry.sentences for t in tokens(s) if content(t.norm) and t.value is None)
        for n, entry in witness.entries.items()
        if n != BASE
    }
    many = Counter(word for words in texts.values() for word in words)
    common = {word for word, count in many.items() if count >= COMMON * len(texts)} - set(map(stem, _OF_RULES))
    if len(texts) < FEW or not common:
        return
    for n, words in texts.items():
        row = witness.listed.get(n)
        if words and row and row.signs and not words & common:
            entry = witness.entries[n]
            told = [Place.of(s) for s in entry.sentences]
            where = Place.joined(*told, place(row, row.signs))
            yield Flaw(("ruleless", n), "meaning", "content", n, where, said("inner.ruleless"))


_AGAINST = r"\b(?:anti|contre|non|sans)[- ]?"


def called(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find references whose name does not match the heading."""
    titles = {n: entry.title for n, entry in witness.entries.items()}
    for part in witness.parts:
        variant = part.number if isinstance(part, Entry) else None
        for one in references(part.sentences, titles):
            title = titles.get(one.number)
            if not one.name or not title or not stems(one.name) & (stems(title) | _within(title)):
                continue  # another name altogether is told as that
            turned = re.search(_AGAINST + re.escape(normal(one.name)), normal(title))
            if turned or stems(one.name) - stems(title) - _within(title):
                entry = witness.entries[one.number]
                where = Place.joined(Place(one.lines, one.text, one.sentence), heading_place(entry, title))
                note = said("inner.reference", number=one.number, name=one.name)
                yield Flaw(("called", one.number, one.name.casefold()), "meaning", "name", variant, where, note)


def _within(title: str) -> frozenset[str]:
    """The stems of the parts of hyphenated words."""
    return stems(title.replace("-", " "))


LETTERS = 5  # of a name that may be misspelt


def misnamed(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find words that are one or two letters away from a name in the document."""
    spelt: dict[str, list[tuple[int | None, Token]]] = {}
    for part in witness.parts:
        for sentence in part.everything:
            for token in tokens(sentence):
                spelt.setdefault(token.norm, []).append((part.variant, token))
    names = [form for form, found in spelt.items() if len(found) > 1 and any(_is_name(t) for _, t in found)]
    for form, found in spelt.items():
        if len(found) > 1 or len(form) < LETTERS or form in vocabulary.book or base(form, vocabulary.language):
            continue
        near = [
            name for name in names
            if name[0] == form[0] and len(name) >= LETTERS and stem(name) != stem(form)
            and 0 < OSA.distance(form, name) <= 2 and form[-1] == name[-1] and not BARE.match(form)
        ]  # fmt: skip
        if near:
            variant, token = found[0]
            where = Place((token.line,), token.raw, token.sentence.text)
            note = said("inner.slip", meant=near[0].capitalize())
            yield Flaw(("misnamed", form), "spelling", "misprint", variant, where, note)


def _is_name(token: Token) -> bool:
    return token.raw[:1].isupper() and bool(token.start) and token.norm not in lists().get("names-not", ())


CHECKS = (recalled, conditions, ambiguous, beyond, only_there, outside, alternatives, ruleless, called, misnamed)
