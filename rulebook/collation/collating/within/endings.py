"""Compare the aim of a game with its end: the number of pieces to be brought home."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...finding import Flaw, Place, message
from ...language.dictionary import stemmed
from ...language.inflection import inflection
from ...language.languages import number_places
from ...witness import BASE, Entry, Part, Sentence, Witness
from ..vocabulary import Vocabulary

_AIM = re.compile(r"\b(?:but|buts|objectif|objet|aim|goal|object|objective|ziel|spielziel)\b", re.IGNORECASE)
_END = re.compile(r"\b(?:fin|victoire|end|ending|winning|ende|spielende|sieg)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:vainqu|gagn|remport|premi[eè]r|but\b|objectif|il faut|s'agit|s'arrête|prend fin|termin|achèv|finie?\b"
    r"|win|first|aim|goal|ends?\b|over\b|gewinn|gewonnen|ziel|zuerst|als erste|endet|zu ende)",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:(?:à|de|pour)\s+(?:les|tous|toutes|y)\b|tou(?:s|tes)\s+(?:ses|les)\b|les\s+\w+\s+tou(?:s|tes)\b"
    r"|l'ensemble de ses|all\s+(?:of\s+)?(?:his|her|their|your|the)\b|alle\s+(?:seine|ihre|deine)\b|sämtliche)",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\s*(?:d'entre|de|of|von)?\s*(?:ses|leurs|his|her|their|your|the|seinen|seiner|ihrer|deiner|den|der)\b"
)
_WORD, _NUMBER = re.compile(r"[^\W\d_]+'?"), re.compile(r"[^\W_]+")
FEW = 6  # words of a heading about a single topic


@dataclass(frozen=True)
class _Goal:
    """A required number of pieces and its place; noun: stem of the pieces, "" if not named."""

    many: float
    noun: str
    place: Place


def aim(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find aims and ends that require different numbers of pieces."""
    language = vocabulary.language
    parts = [part for part in witness.parts if part.kind in ("base", "text", "section", "entry")]
    aims, ends = (
        [one for part in parts if _is_about(part, topic) for one in _goals(part.sentences, language)]
        for topic in (_AIM, _END)
    )
    for one in aims:
        for other in ends:
            if one.many != other.many and (one.noun == other.noun or not one.noun or not other.noun):
                many = [f"{goal.many:g}" for goal in (one, other)]
                where = Place.joined(one.place, other.place)
                note = message("inner.aim", aim=many[0], end=many[1])
                variant = BASE if any(isinstance(part, Entry) for part in parts) else None
                yield Flaw(("aim", *many), "meaning", "number", variant, where, note)
                return


def _is_about(part: Part, topic: re.Pattern[str]) -> bool:
    """Return whether the heading is about a topic only."""
    heading = part.heading.text if part.heading else ""
    return bool(topic.search(heading)) and len(heading.split()) <= FEW


def _goals(sentences: Sequence[Sentence], language: str) -> Iterator[_Goal]:
    """Yield the numbers required to win; "all" means the number last mentioned."""
    mentioned: tuple[float, str] | None = None
    for sentence in sentences:
        counts = list(_counts(sentence, language))
        everything = _ALL.search(sentence.text)
        asks = _ASKS.search(sentence.text)
        if everything and asks and mentioned:
            end = sentence.text.find(" ", min(everything.end() + 18, len(sentence.text)))
            yield _Goal(*mentioned, Place.of(sentence, everything.start(), end if end > 0 else None))
        elif asks:
            yield from counts[:1]
        if counts and not asks:
            mentioned = counts[0].many, counts[0].noun


def _counts(sentence: Sentence, language: str) -> Iterator[_Goal]:
    """Yield the numbers in a sentence with the nouns they count: in "three of their four pieces", three."""
    places = number_places(sentence.text, language)
    taken = -1
    for at, value in places:
        if at < taken:
            continue
        first = _NUMBER.match(sentence.text, at)
        end = first.end() if first else at
        of = _OF.match(sentence.text.casefold(), end)
        if of:
            end = of.end()
            inner = next((start for start, _ in places if end <= start <= end + 2), None)
            word = _NUMBER.match(sentence.text, inner) if inner is not None else None
            end = taken = word.end() if word else end
        noun = _noun(sentence.text, end, language)
        yield _Goal(float(value), noun[0], Place.of(sentence, at, noun[1]))


def _noun(text: str, at: int, language: str) -> tuple[str, int]:
    """Return the stem of the next noun and the offset of its end."""
    small = inflection(language).small
    for word in _WORD.finditer(text, at):
        if re.search(r"[.,;:!?()]", text[at : word.start()]) or word.start() - at > 30:
            break
        if word[0].casefold() not in small:
            return stemmed(word[0].casefold(), language), word.end()
    return "", at
