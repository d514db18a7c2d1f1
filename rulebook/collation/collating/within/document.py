"""Run every check of one document against itself; a flaw that both documents share is one finding with both places."""

import re
from collections.abc import Iterator, Sequence

from ...finding import Finding, Flaw, Place, heading_place, message
from ...language.tokens import BARE, EXPLETIVE, FIRST_HALF, SECOND_HALF, Token, lists, normal, stems, tokens
from ...progress import steps
from ...reading.references import references
from ...reading.titles import fits
from ...witness import BASE, Entry, Reference, Sentence, Witness
from ..vocabulary import Vocabulary
from .endings import aim
from .names import misnamed
from .tables import labels, numbers, players, signs


def inconsistencies(a: Witness, b: Witness, vocabulary: Vocabulary) -> list[Finding]:
    """The flaws of both documents; a flaw that both have is one finding."""
    places: list[dict[tuple[object, ...], list[Place]]] = [{}, {}]
    first: dict[tuple[object, ...], Flaw] = {}
    for side, witness in zip(places, (a, b), strict=True):
        for flaw in flaws(witness, vocabulary):
            first.setdefault(flaw.key, flaw)
            side.setdefault(flaw.key, []).append(flaw.place)
    found = []
    for key, flaw in first.items():
        one, two = (_again(side.get(key, ())) for side in places)
        found.append(Finding(flaw.klass, flaw.kind, flaw.variant, one, two, inner=True, message=flaw.message))
    return found


def _again(places: Sequence[Place]) -> Place | None:
    """The place of a flaw, with the lines and sentences of all where it is there again."""
    if len(places) < 2:
        return places[0] if places else None
    lines = sorted({line for one in places for line in one.lines})
    return Place(tuple(lines), places[0].text, " / ".join(dict.fromkeys(one.context for one in places)))


def flaws(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """The inconsistencies of one document."""
    checks = (
        astray, players, numbers, labels, cross_references, aim, negations, signs, material, brackets,
        own_title, misnamed,
    )  # fmt: skip
    for check in steps(checks, 0.8, 1.0):
        yield from check(witness, vocabulary)


# ---- headings --------------------------------------------------------------------------------------------------------


def astray(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
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
            where = Place(one.lines, one.text, one.sentence)
            if one.number not in titles:
                note = message("inner.reference-unknown", number=one.number)
                yield Flaw(("reference", variant, one.number), "meaning", "number", variant, where, note)
            elif one.name and not _names(one, titles[one.number], witness):
                others = [n for n, title in titles.items() if n != one.number and fits(one.name, title)]
                note = (
                    message("inner.reference-other", number=one.number, name=one.name, other=others[0])
                    if others
                    else message("inner.reference", number=one.number, name=one.name)
                )
                other = witness.entries[one.number]
                where = Place.joined(where, heading_place(other, other.title))
                yield Flaw(("reference", variant, one.number, one.name), "meaning", "name", variant, where, note)
            elif one.name and _misses(one.name, titles[one.number]):
                where = Place.joined(where, heading_place(witness.entries[one.number], titles[one.number]))
                note = message("inner.reference", number=one.number, name=one.name)
                yield Flaw(("called", one.number, one.name.casefold()), "meaning", "name", variant, where, note)


def _names(reference: Reference, title: str, witness: Witness) -> bool:
    """Does the name of a reference fit the title, or the label in the table?"""
    row = witness.rows_by_variant.get(reference.number)
    said_words = stems(reference.name or "")
    return any(
        fits(reference.name or "", known) or bool(said_words & stems(known))
        for known in (title, row.label if row else title)
    )


_AGAINST = r"\b(?:anti|contre|non|sans)[- ]?"


def _misses(name: str, title: str) -> bool:
    """Has a name words that its title lacks, though they share some, or says it the contrary?"""
    named, titled = stems(name), stems(title) | stems(title.replace("-", " "))
    turned = re.search(_AGAINST + re.escape(normal(name)), normal(title))
    return bool(named & titled) and bool(turned or named - titled)


# ---- negations -------------------------------------------------------------------------------------------------------

_REACH = 12  # words in which the second half of a negation comes


def negations(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find "ne" without its second half, where French asks for one."""
    for part in witness.parts:
        for sentence in part.sentences:
            words = tokens(sentence)
            norms = [t.norm for t in words]
            for i, norm in enumerate(norms):
                if norm not in FIRST_HALF or norms[i + 1 : i + 2] == ["importe"]:
                    continue
                clause_end = _clause_end(sentence, words, i)
                if _complete(norms, i, clause_end) or EXPLETIVE.search(
                    sentence.text[: words[i].start].casefold()[-40:]
                ):
                    continue
                last = words[min(i + 4, len(words) - 1)]
                where = Place.of(sentence, words[i].start, last.end)
                key = ("negation", part.variant, tuple(norms[i : i + 4]))
                yield Flaw(key, "meaning", "negation", part.variant, where, message("inner.negation"))


def _clause_end(sentence: Sentence, words: Sequence[Token], i: int) -> int:
    """The word after the clause that "ne" stands in."""
    for k in range(i + 1, min(i + _REACH, len(words))):
        if re.search(r"[,;:.!?]", sentence.text[words[k - 1].end : words[k].start]):
            return k
    return min(i + _REACH, len(words))


def _complete(norms: Sequence[str], i: int, end: int) -> bool:
    after = norms[i + 1 : end]
    # A "que" or "plus" far behind "ne" belongs to another clause.
    close = [word for word in after[:5] if word in SECOND_HALF] or [
        word for word in after if word in SECOND_HALF - {"que", "qu'", "plus"}
    ]
    before = norms[max(i - 6, 0) : i]
    verb = next(
        (
            word
            for word in after
            if word not in {"se", "s'", "le", "la", "les", "l'", "lui", "leur", "en", "y", "me", "te"}
        ),
        "",
    )
    subject = {"aucun", "aucune", "rien", "personne", "nul", "nulle", "ni", "jamais", "pas"} & set(before)
    return bool(close or subject or BARE.match(verb))


# ---- material, form --------------------------------------------------------------------------------------------------


def material(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find material that is needed but not listed, and headings of material without a list."""
    listed = ""
    for i, part in enumerate(witness.parts):
        if (
            part.kind == "base"
            and part.heading
            and re.match(r"\s*(?:matériel|material)\b", part.heading.text, re.IGNORECASE)
        ):
            listed += " ".join(s.text for s in part.sentences)
            if not part.sentences and i + 1 < len(witness.parts):
                where = Place.of(part.heading)
                yield Flaw(("no material",), "meaning", "content", BASE, where, message("inner.material-empty"))
    announcing = witness.shape == "list" or any(entry.material for n, entry in witness.entries.items() if n != BASE)
    for n, entry in witness.entries.items():
        if not announcing or entry.material or n == BASE:  # where no entry has such a line, none lacks it
            continue
        for sentence in entry.sentences:
            needs = (re.search(need, sentence.text, re.IGNORECASE) for need in lists()["material"])
            found = next(filter(None, needs), None)
            if found and not stems(found[0]) <= stems(listed):
                where = Place.of(sentence, *found.span())
                yield Flaw(("material", n), "meaning", "content", n, where, message("inner.material", words=found[0]))
                break


def brackets(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find brackets that are not closed."""
    for part in witness.parts:
        for sentence in part.everything:
            if sentence.text.count("(") > sentence.text.count(")"):
                at = sentence.text.rindex("(")
                text, variant = sentence.text[at : at + 40], part.variant
                where, note = Place(sentence.lines(at), text, sentence.text), message("inner.bracket")
                yield Flaw(("bracket", variant, text[:10]), "typography", "punctuation", variant, where, note)


def own_title(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find the game's title in a different form."""
    title = next((sentence for part in witness.of_kind("title")[:1] for sentence in part.sentences), None)
    words = [token.norm for token in tokens(title)] if title else []
    if not title or len(words) < 3:
        return
    for sentence in (s for part in witness.of_kind("section", "closing") for s in part.sentences):
        told = tokens(sentence)[: len(words) + 3]
        norms = [token.norm for token in told]
        one_thing = not {"est", "peut", "doit", "se"}.isdisjoint(norms)  # though its name is a plural
        if norms[:2] == words[:2] and words[2] not in norms and one_thing:
            text = sentence.text[: told[min(3, len(told) - 1)].end]
            where = Place.joined(Place.of(title), Place.of(sentence, 0, len(text)))
            yield Flaw(("title", text), "meaning", "name", None, where, message("inner.own-title"))
