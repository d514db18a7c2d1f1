"""Find counts that do not agree within a document: sums, players, rounds, numbers of pieces.

Only where both places are plain: a list with its sum, the last row of a table, "for 2 to 4 players".
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ...finding import Flaw, Place, said
from ...language.dictionary import stemmed
from ...language.languages import number_places, numbers
from ...reading.titles import title_likeness
from ...witness import BASE, Entry, Part, Sentence, Witness
from ..vocabulary import Vocabulary

Told = list[tuple[float, str]]
"""Numbers with the stem of the word that follows each."""

_NOUN = re.compile(r"\W*\w+\s+(?:de\s+|d['’]|of\s+)?([^\W\d_]{3,})")
_SPLIT = re.compile(r",|;|\bet\b|\band\b|\bund\b|\bplus\b|\bsowie\b")
_AFTER = re.compile(r"\s*(?::|\()\s*([^:()]+?)(?:\)|[.;!?]|$)")
_UNITS = re.compile(
    r"^(?:points?|tours?|manches?|cases?|joueu|minut|fois|rounds?|turns?|spaces?|players?|times?|punkt|rund|zug|züg|feld"
    r"|spiel|mal)"
)
_TOTAL = re.compile(
    r"\b(?:soit|au total|en tout|un total de|in total|in all|altogether|a total of|insgesamt|zusammen)\b", re.IGNORECASE
)
_ROW = re.compile(r"^(\D{2,40}?)((?:\s+\d+)+)$")
_LAST = re.compile(r"^(?:total|somme|ensemble|en tout|sum|summe|gesamt|insgesamt)\b", re.IGNORECASE)
_PLAYERS = re.compile(
    r"\b(?:à|pour|de|jusqu'à|for|with|of|to|für|mit|zu|bei|von|ab)\s+([\w,\s–-]{1,30}?)\s+"
    r"(?:joueu(?:rs|ses)|players|spielern?|personnes|personen)\b",
    re.IGNORECASE,
)
_JOINING = frozenset(["à", "ou", "et", "to", "or", "and", "bis", "oder", "und"])
_LENGTH = re.compile(
    r"\b(?:partie|jeu|game|match|spiel)\b[^.;:!?]{0,25}?\b(?:dure|compte|comporte|comprend|se joue en|s'arrête après"
    r"|se termine après|prend fin après|finit après|lasts|has|consists of|ends after|is over after|takes|dauert"
    r"|besteht aus|endet nach|geht über|umfasst)\s+(?:exactement\s+|exactly\s+|genau\s+)?(\w+)\s+"
    r"(manches|tours|rounds|turns|runden|züge)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(\d{1,3})[.)]\s+(\S.{1,60}?)[^.:;,!?]$")
SAME_TITLE = 0.8  # likeness of two headings of one number
_VARIANT = re.compile(r"\bvariant", re.IGNORECASE)


def is_one_game(witness: Witness) -> bool:
    """Whether the entries are clauses of one game rather than variants."""
    headings = [part.heading.text for part in witness.parts if part.heading]
    return not any(entry.players.all for entry in witness.entries.values()) and not any(map(_VARIANT.search, headings))


def _sentences(witness: Witness) -> Iterator[tuple[Part, Sentence]]:
    yield from ((part, sentence) for part in witness.parts for sentence in part.everything)


def _counted(text: str, language: str) -> Told:
    """The numbers of a text from one on, each with the stem of what it counts."""
    found = []
    for at, value in number_places(text, language):
        noun = _NOUN.match(text[at:])
        found.append((float(value), stemmed(noun[1].casefold(), language) if noun else ""))
    return found


def _flaw(key: str, part: Part, places: Sequence[Place], note: str, **values: object) -> Flaw:
    where = Place.joined(*places)
    return Flaw((key, part.variant, where.text), "meaning", "number", part.variant, where, said(note, **values))


def _differ(key: str, part: Part, places: Sequence[Place], one: float, other: float) -> Flaw:
    return _flaw(key, part, places, "notes.number", a=f"{one:g}", b=f"{other:g}")


# ---- a whole and its parts -------------------------------------------------------------------------------------------


def listed(sentence: Sentence, language: str) -> tuple[float, Told] | None:
    """A total and its parts: "60 cards: 24 flowers, 36 bees"."""
    for opening in re.finditer(r"\s*[:(]", sentence.text):
        told = _AFTER.match(sentence.text, opening.start())
        whole = _counted(sentence.text[: opening.start()], language)[-1:]
        if not told or not whole or not whole[0][1] or _UNITS.match(whole[0][1]):
            continue
        if len(re.findall(r"\w+", sentence.text[: opening.start()].rpartition(",")[2])) > FEW:
            continue
        items = [_counted(item, language) for item in _SPLIT.split(told[1]) if item.strip()]
        parts = [item[0] for item in items if len(item) == 1]
        if len(parts) == len(items) > 1 and not any(not noun or _UNITS.match(noun) for _, noun in parts):
            return whole[0][0], parts
    return None


FEW = 8  # words before a list, at most


def sums(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find parts that do not add up: in a list, after "in all", in a table with a total."""
    for part, sentence in _sentences(witness):
        if (found := listed(sentence, vocabulary.language)) and found[0] > max(n for n, _ in found[1]):
            whole, parts = found
            total = sum(n for n, _ in parts)
            if total != whole and whole != len(parts):
                yield _no_sum(part, sentence, total, whole)
        if total_of := _TOTAL.search(sentence.text):
            before = _counted(sentence.text[: total_of.start()], vocabulary.language)
            after = _counted(sentence.text[total_of.end() :], vocabulary.language)[:1]
            parts = [one for one in before if after and one[1] == after[0][1] != ""]
            total = sum(n for n, _ in parts)
            if len(parts) > 1 and total != after[0][0]:
                yield _no_sum(part, sentence, total, after[0][0])
    yield from _tables(witness)


def _no_sum(part: Part, sentence: Sentence, total: float, whole: float) -> Flaw:
    return _flaw("sum", part, [Place.of(sentence)], "inner.sum", sum=f"{total:g}", whole=f"{whole:g}")


def _tables(witness: Witness) -> Iterator[Flaw]:
    for part in witness.parts:
        rows: list[list[float]] = []
        for sentence in part.sentences:
            row = _ROW.match(sentence.text)
            cells = [float(cell) for cell in row[2].split()] if row else []
            if row and _LAST.match(row[1]) and len(rows) > 1:
                for total, whole in zip(map(sum, zip(*rows, strict=False)), cells, strict=False):
                    if total != whole:
                        yield _no_sum(part, sentence, total, whole)
            rows = [*rows, cells] if cells and (not rows or len(rows[-1]) == len(cells)) else [cells] if cells else []


# ---- how many there are of a thing -----------------------------------------------------------------------------------


def counts(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find table rows whose numbers contradict the list of material."""
    there: dict[str, tuple[float, Sentence]] = {}
    for _, sentence in _sentences(witness):
        for number, noun in (listed(sentence, vocabulary.language) or (0.0, []))[1]:
            there.setdefault(noun, (number, sentence))
    for part, sentence in _sentences(witness):
        row = _ROW.match(sentence.text)
        words = row[1].split() if row else []
        known = there.get(stemmed(words[0].casefold(), vocabulary.language)) if len(words) == 1 else None
        if row and known and known[0] not in map(float, row[2].split()):
            yield _differ("count", part, [Place.of(known[1]), Place.of(sentence)], known[0], float(row[2].split()[0]))


# ---- players and rounds ----------------------------------------------------------------------------------------------


def players(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find numbers of players that contradict the first lines."""
    head: tuple[frozenset[float], Sentence] | None = None
    for at, (part, sentence) in enumerate(_sentences(witness)):
        own = isinstance(part, Entry) and part.number != BASE and bool(part.players.all)
        for match in _PLAYERS.finditer(sentence.text):
            told = sorted(numbers(match[1], vocabulary.language))
            words = [word for word in re.findall(r"[^\W_]+", match[1].casefold()) if word not in _JOINING]
            if own or not told or len(words) > len(told):
                continue
            if head is None:
                if at >= FIRST or len(told) < RANGE:
                    continue
                head = frozenset(told), sentence
            elif told[0] < min(head[0]) or told[-1] > max(head[0]):
                shown = [", ".join(f"{n:g}" for n in sorted(side)) for side in (head[0], told)]
                where = [Place.of(head[1]), Place.of(sentence, *match.span())]
                yield _flaw("players told", part, where, "notes.number", a=shown[0], b=shown[1])


RANGE = 2  # numbers that tell from how many to how many
FIRST = 4  # sentences in which a text says for how many it is


def lengths(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find different numbers of rounds."""
    told: list[tuple[float, str, Part, Place]] = []
    for part, sentence in _sentences(witness):
        for match in _LENGTH.finditer(sentence.text):
            for number in numbers(match[1], vocabulary.language):
                told.append((number, match[2].casefold(), part, Place.of(sentence, *match.span())))
    if is_one_game(witness):
        for (one, unit, part, here), (other, same, _, there) in combinations(told, 2):
            if unit == same and one != other:
                yield _differ("length", part, [here, there], one, other)


# ---- one number, two clauses -----------------------------------------------------------------------------------------


def twice(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find clauses with the same number and heading."""
    for part, sentence in ((one, sentence) for one in witness.parts for sentence in one.sentences):
        label = _LABEL.match(sentence.text)
        other = witness.entries.get(int(label[1])) if label else None
        if label and other and title_likeness(sentence.text[label.start(2) :], other.title) >= SAME_TITLE:
            where = Place.joined(Place.of(sentence), Place.of(other.heading or sentence))
            note = said("inner.astray", number=other.number)
            yield Flaw(("astray", sentence.text), "meaning", "number", part.variant, where, note)


CHECKS: Sequence[Callable[[Witness, Vocabulary], Iterator[Flaw]]] = (sums, counts, players, lengths, twice)
