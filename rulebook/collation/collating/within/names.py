"""Find references and names that do not match the heading, or the spelling, that the document has elsewhere."""

import re
from collections.abc import Iterator

from rapidfuzz.distance import OSA

from ...finding import Flaw, Place, heading_place, said
from ...language.dictionary import base
from ...language.tokens import BARE, Token, lists, normal, stem, stems, tokens
from ...reading.references import references
from ...witness import Entry, Witness
from ..vocabulary import Vocabulary

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
