"""Find names that are spelt differently elsewhere in the document."""

from collections.abc import Iterator

from rapidfuzz.distance import OSA

from ...finding import Flaw, Place, message
from ...language.dictionary import lemma
from ...language.tokens import BARE, Token, lists, stem, tokens
from ...witness import Witness
from ..vocabulary import Vocabulary

LETTERS = 5  # letters of a name that may be misspelt, at least


def misnamed(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find words that differ in one or two letters from a name in the document."""
    spelt: dict[str, list[tuple[int | None, Token]]] = {}
    for part in witness.parts:
        for sentence in part.everything:
            for token in tokens(sentence):
                spelt.setdefault(token.norm, []).append((part.variant, token))
    names = [form for form, found in spelt.items() if len(found) > 1 and any(_is_name(t) for _, t in found)]
    for form, found in spelt.items():
        if len(found) > 1 or len(form) < LETTERS or form in vocabulary.book or lemma(form, vocabulary.language):
            continue
        near = [
            name for name in names
            if name[0] == form[0] and len(name) >= LETTERS and stem(name) != stem(form)
            and 0 < OSA.distance(form, name) <= 2 and form[-1] == name[-1] and not BARE.match(form)
        ]  # fmt: skip
        if near:
            variant, token = found[0]
            where = Place((token.line,), token.raw, token.sentence.text)
            note = message("inner.slip", meant=near[0].capitalize())
            yield Flaw(("misnamed", form), "spelling", "misprint", variant, where, note)


def _is_name(token: Token) -> bool:
    return token.raw[:1].isupper() and bool(token.start) and token.norm not in lists().get("names-not", ())
