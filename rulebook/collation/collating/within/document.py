"""Check documents against themselves; a flaw shared by both becomes one finding with both places."""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import OSA

from ...finding import Finding, Flaw, Place, heading_place, message
from ...language.dictionary import lemma
from ...language.tokens import BARE, EXPLETIVE, FIRST_HALF, SECOND_HALF, Token, lists, normal, stem, stems, tokens
from ...progress import steps
from ...reading.references import references
from ...reading.titles import fits
from ...witness import BASE, Entry, Reference, Sentence, Witness
from ..vocabulary import Vocabulary
from .endings import aim
from .tables import labels, numbers, players, signs

LETTERS = 5  # letters of a name that may be misspelt, at least


def inconsistencies(a: Witness, b: Witness, vocabulary: Vocabulary) -> list[Finding]:
    """Return findings for the flaws of both documents, one for each flaw they share."""
    places: list[dict[tuple[object, ...], list[Place]]] = [{}, {}]
    first: dict[tuple[object, ...], Flaw] = {}
    for side, witness in zip(places, (a, b), strict=True):
        for flaw in flaws(witness, vocabulary):
            first.setdefault(flaw.key, flaw)
            side.setdefault(flaw.key, []).append(flaw.place)
    found = []
    for key, flaw in first.items():
        one, two = (_merge(side.get(key, ())) for side in places)
        found.append(Finding(flaw.klass, flaw.kind, flaw.variant, one, two, inner=True, message=flaw.message))
    return found


def _merge(places: Sequence[Place]) -> Place | None:
    """Merge the places of a repeated flaw: lines and sentences of all, words of the first."""
    if len(places) < 2:
        return places[0] if places else None
    lines = sorted({line for one in places for line in one.lines})
    return Place(tuple(lines), places[0].text, " / ".join(dict.fromkeys(one.context for one in places)))


def flaws(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Yield the inconsistencies of one document."""
    checks = (
        stray_headings, players, numbers, labels, cross_references, aim, negations, signs, material, brackets,
        own_title, misnamed,
    )  # fmt: skip
    for check in steps(checks, 0.8, 1.0):
        yield from check(witness, vocabulary)


# ---- headings --------------------------------------------------------------------------------------------------------


def stray_headings(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find headings with a duplicate number or out of order."""
    for number, heading in witness.stray_headings:
        where = Place.of(heading)
        yield Flaw(("astray", heading.text), "meaning", "number", number, where, message("inner.astray", number=number))


# ---- cross references ------------------------------------------------------------------------------------------------


def cross_references(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find references to missing numbers, or with the name of another variant."""
    titles = {n: entry.title for n, entry in witness.entries.items()}
    for part in witness.parts:
        variant = part.number if isinstance(part, Entry) else None
        for one in references(part.everything if variant is None else part.sentences, titles):
            where, n = Place(one.lines, one.text, one.sentence), one.number
            if n not in titles:
                note = message("inner.reference-unknown", number=n)
                yield Flaw(("reference", variant, n), "meaning", "number", variant, where, note)
            elif one.name:
                where = Place.joined(where, heading_place(witness.entries[n], titles[n]))
                if not _name_fits(one, titles[n], witness):
                    other = next((m for m, title in titles.items() if m != n and fits(one.name, title)), None)
                    which = "inner.reference" if other is None else "inner.reference-other"
                    note = message(which, number=n, name=one.name, other=other)
                    yield Flaw(("reference", variant, n, one.name), "meaning", "name", variant, where, note)
                elif _contradicts(one.name, titles[n]):
                    note = message("inner.reference", number=n, name=one.name)
                    yield Flaw(("called", n, one.name.casefold()), "meaning", "name", variant, where, note)


def _name_fits(reference: Reference, title: str, witness: Witness) -> bool:
    """Return whether the name of a reference fits the title, or the label in the table."""
    row, name = witness.rows_by_variant.get(reference.number), reference.name or ""
    return any(fits(name, known) or bool(stems(name) & stems(known)) for known in (title, row.label if row else title))


_AGAINST = r"\b(?:anti|contre|non|sans)[- ]?"


def _contradicts(name: str, title: str) -> bool:
    """Return whether a name shares words with the title but has others, or the title says the opposite."""
    named, titled = stems(name), stems(title) | stems(title.replace("-", " "))
    turned = re.search(_AGAINST + re.escape(normal(name)), normal(title))
    return bool(named & titled) and bool(turned or named - titled)


# ---- negations -------------------------------------------------------------------------------------------------------

_REACH = 12  # words up to the second half of a negation
_PRONOUNS = {"se", "s'", "le", "la", "les", "l'", "lui", "leur", "en", "y", "me", "te"}
_SUBJECTS = {"aucun", "aucune", "rien", "personne", "nul", "nulle", "ni", "jamais", "pas"}  # second halves before "ne"


def negations(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find "ne" without its second half where French requires one."""
    for part in witness.parts:
        for sentence in part.sentences:
            words = tokens(sentence)
            norms = [t.norm for t in words]
            for i, norm in enumerate(norms):
                if norm not in FIRST_HALF or norms[i + 1 : i + 2] == ["importe"]:
                    continue
                clause_end = _clause_end(sentence, words, i)
                before = sentence.text[: words[i].start].casefold()[-40:]
                if _is_complete(norms, i, clause_end) or EXPLETIVE.search(before):
                    continue
                last = words[min(i + 4, len(words) - 1)]
                where = Place.of(sentence, words[i].start, last.end)
                key = ("negation", part.variant, tuple(norms[i : i + 4]))
                yield Flaw(key, "meaning", "negation", part.variant, where, message("inner.negation"))


def _clause_end(sentence: Sentence, words: Sequence[Token], i: int) -> int:
    """Return the index after the clause with the "ne" at index i."""
    for k in range(i + 1, min(i + _REACH, len(words))):
        if re.search(r"[,;:.!?]", sentence.text[words[k - 1].end : words[k].start]):
            return k
    return min(i + _REACH, len(words))


def _is_complete(norms: Sequence[str], i: int, end: int) -> bool:
    """Return whether the "ne" at index i of a clause has a second half, or needs none."""
    after = norms[i + 1 : end]
    # A "que" or "plus" far from "ne" belongs to another clause.
    close = SECOND_HALF.intersection(after[:5]) or (SECOND_HALF - {"que", "qu'", "plus"}).intersection(after)
    verb = next((word for word in after if word not in _PRONOUNS), "")
    subject = _SUBJECTS.intersection(norms[max(i - 6, 0) : i])
    return bool(close or subject or BARE.match(verb))


# ---- material, form --------------------------------------------------------------------------------------------------


_MATERIAL = re.compile(r"\s*(?:matériel|material)\b", re.IGNORECASE)


def material(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find material that is required but not listed, and material headings without a list."""
    listed = ""
    for i, part in enumerate(witness.parts):
        if part.kind == "base" and part.heading and _MATERIAL.match(part.heading.text):
            listed += " ".join(s.text for s in part.sentences)
            if not part.sentences and i + 1 < len(witness.parts):
                where = Place.of(part.heading)
                yield Flaw(("no material",), "meaning", "content", BASE, where, message("inner.material-empty"))
    announcing = witness.shape == "list" or any(entry.material for n, entry in witness.entries.items() if n != BASE)
    for n, entry in witness.entries.items():
        if not announcing or entry.material or n == BASE:  # if no entry lists material, none is missing
            continue
        for sentence in entry.sentences:
            needs = (re.search(need, sentence.text, re.IGNORECASE) for need in lists()["material"])
            found = next(filter(None, needs), None)
            if found and not stems(found[0]) <= stems(listed):
                where = Place.of(sentence, *found.span())
                yield Flaw(("material", n), "meaning", "content", n, where, message("inner.material", words=found[0]))
                break


def brackets(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find unclosed brackets."""
    for part in witness.parts:
        for sentence in part.everything:
            if sentence.text.count("(") > sentence.text.count(")"):
                at = sentence.text.rindex("(")
                text, variant = sentence.text[at : at + 40], part.variant
                where, note = Place(sentence.lines(at), text, sentence.text), message("inner.bracket")
                yield Flaw(("bracket", variant, text[:10]), "typography", "punctuation", variant, where, note)


def own_title(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find a different form of the game's title."""
    title = next((sentence for part in witness.of_kind("title")[:1] for sentence in part.sentences), None)
    words = [token.norm for token in tokens(title)] if title else []
    if not title or len(words) < 3:
        return
    for sentence in (s for part in witness.of_kind("section", "closing") for s in part.sentences):
        beginning = tokens(sentence)[: len(words) + 3]
        norms = [token.norm for token in beginning]
        singular = not {"est", "peut", "doit", "se"}.isdisjoint(norms)  # verb, though the title is plural
        if norms[:2] == words[:2] and words[2] not in norms and singular:
            text = sentence.text[: beginning[min(3, len(beginning) - 1)].end]
            where = Place.joined(Place.of(title), Place.of(sentence, 0, len(text)))
            yield Flaw(("title", text), "meaning", "name", None, where, message("inner.own-title"))


def misnamed(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find words that differ in one or two letters from a name in the document."""
    spelt: dict[str, list[tuple[int | None, Token]]] = {}
    for part in witness.parts:
        for sentence in part.everything:
            for token in tokens(sentence):
                spelt.setdefault(token.norm, []).append((part.variant, token))
    known = [form for form, found in spelt.items() if len(found) > 1 and form not in lists().get("names-not", ())]
    names = [form for form in known if any(token.start and token.raw[0].isupper() for _, token in spelt[form])]
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
