"""Turn the differences between paired sentences into findings with a class, places and words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product, zip_longest

from ..finding import Finding, Place, difference, message, one_sided
from ..language.concepts import searchable
from ..language.languages import numbers
from ..language.tokens import Token, is_content_word, tokens
from ..meaning.amounts import amount_differences
from ..meaning.judging import note_of
from ..meaning.statements import sentence_differences
from ..pairs import Pair, combined
from ..progress import steps
from ..reading.paragraphs import names
from ..reading.references import references
from ..reading.titles import title_likeness
from ..witness import Sentence, Witness
from .changes import Difference
from .sentences import without_lost_headings
from .typography import gaps, layout, systematic
from .vocabulary import Vocabulary
from .words import compare_words

SAME_TITLE = 0.6  # similarity from which one heading may be a changed form of another
_NAME = re.compile(r"\b[A-ZÀ-Þ][\w'\u2019-]+\s+(?:[A-ZÀ-Þ]\.\s+)?[A-ZÀ-Þ][\w'\u2019-]+|@")
_NOTES = {"moved": "moved-words"} | dict.fromkeys(("content", "modality", "name", "number", "tense"), "changed")


def differences(
    a: Witness, b: Witness, pairs: Sequence[Pair], vocabulary: Vocabulary, same_as: Mapping[int, int]
) -> list[Finding]:
    """Return all differences in the running text; same_as: entry number in A -> in B."""
    pairs, lost_a, lost_b = without_lost_headings(pairs)
    found: list[Finding] = []
    for which, lost in (("A", lost_a), ("B", lost_b)):
        if lost:
            where = Place.joined(*map(Place.of, lost))
            found.append(one_sided(where if which == "A" else None, where if which == "B" else None, "name", None))
    renumbered = _renumbered_steps(pairs)
    for group in steps([*_groups(pairs)], 0.5, 0.8):
        if group[0].unit == "entry":
            continue  # reported as a single finding
        if all(pair.a and pair.b for pair in group):
            for pair in group:
                found += _compare(pair, vocabulary, renumbered=pair.moved or id(pair) in renumbered)
        else:
            found += _unpaired(group, a, b)
    found += [*layout(pairs), *_moves(pairs)]
    first_lines = (part.sentences[:1] for side in (a, b) for part in side.of_kind("title")[:1])
    game_titles = {sentence.text.casefold() for some in first_lines for sentence in some}
    found = [_as_name(one, game_titles) for one in found if not _is_only_renumbered(one, same_as)]
    return systematic([_with_concept(one, vocabulary.language) for one in found])


def _with_concept(finding: Finding, language: str) -> Finding:
    """Return a finding of other words with the kind and note of what they change, if known: "before against after"."""
    a, b = finding.a, finding.b
    vague = finding.klass == "meaning" and finding.message[0] in ("notes.changed", "notes.words")
    if not (vague and a and b and a.text and b.text and a.text != a.context):
        return finding
    changed = re.sub(rf"(?<!\w){re.escape(a.text)}(?!\w)", lambda _: b.text, a.context, count=1)
    texts, languages = (a.context, changed), (language, language)
    counts = [numbers(searchable(text, language), language) for text in texts]
    lost = [*(counts[0] - counts[1]).elements()], [*(counts[1] - counts[0]).elements()]
    told = sentence_differences(texts, languages)
    order = lambda one: (one[2].get("a") != "except", one[1] in ("concept-missing", "negation"))  # noqa: E731
    best = min(told, key=order, default=None)
    if all(lost) or (any(lost) and not best and finding.message[0] != "notes.words"):
        best = amount_differences(lost, texts, languages, 1)[0]
    if not best:
        return finding
    note, fills = note_of(best, texts)
    values = (next(iter(lost[0]), None), next(iter(lost[1]), None)) if best[1] == "number" else None
    return replace(
        finding, kind=best[0], message=message(f"notes.{note}", **fills), values=values, id_kind=finding.kind
    )


_ON_BOARD = re.compile(r"\s*\([A-ZÀ-Þ]{2,}\)")  # "the last line (ZIEL)"


def _as_name(finding: Finding, game_titles: Iterable[str]) -> Finding:
    """Make a difference in words one in names if it concerns the game's title or words printed on its board."""
    if finding.kind != "content" or not (finding.a and finding.b):
        return finding
    sides = finding.a, finding.b
    of_board = len({_ON_BOARD.sub("", place.text) for place in sides}) == 1
    pairs = product(sides, game_titles)
    of_title = any(one.text and one.text.casefold() in title in one.context.casefold() for one, title in pairs)
    return replace(finding, kind="name") if of_board or of_title else finding


def _is_only_renumbered(finding: Finding, same_as: Mapping[int, int]) -> bool:
    """Return whether a reference, or every reference in the sentence, just follows its entry's new number."""
    if finding.kind != "number" or not finding.values or not (finding.a and finding.b):
        return False
    places = finding.a, finding.b
    whole = [[one.number for one in references([Sentence.on(0, place.context)], {})] for place in places]
    if whole[0] and [same_as.get(n) for n in whole[0]] == whole[1] != whole[0]:
        shown = [re.findall(r"\d+", place.text) for place in places]
        return any(shown) and all(int(n) in side for numbers, side in zip(shown, whole, strict=True) for n in numbers)
    one, two = finding.values
    if one is None or two is None or same_as.get(int(one)) != two:
        return False
    return all(
        f"{value:g}" in place.text and value in side
        for place, side, value in zip(places, whole, finding.values, strict=True)
    )


def _groups(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Yield pairs one by one, and adjacent sentences without a partner as one group."""

    def kind(place: tuple[int, Pair]) -> object:
        number, pair = place
        return number if pair.a and pair.b else (pair.unit, pair.variant)

    for _, group in groupby(enumerate(pairs), kind):
        yield [pair for _, pair in group]


def _moves(pairs: Sequence[Pair]) -> Iterator[Finding]:
    """Yield findings for moved sentences, one for those that moved together."""
    run: list[Pair] = []
    for pair in [*pairs, None]:
        goes_on = bool(run and pair and pair.moved and pair.variant == run[-1].variant)
        if goes_on and pair and 0 <= pair.b[0].lines()[0] - run[-1].b[-1].lines()[-1] <= 2:
            run.append(pair)
            continue
        if run:
            places = [Place.of(combined([s for one in run for s in getattr(one, side)])) for side in "ab"]
            yield difference("moved", run[0].variant, places, "moved")
        run = [pair] if pair and pair.moved else []


# ---- sentences with a partner ----------------------------------------------------------------------------------------


def _renumbered_steps(pairs: Sequence[Pair]) -> set[int]:
    """Return the ids of pairs whose numbers differ only by the steps above that one side lacks."""
    found, shift = set(), 0
    for pair in pairs:
        one, two = (int(label[1]) if side and (label := _LABEL.match(side[0].text)) else 0 for side in (pair.a, pair.b))
        if not (pair.a and pair.b):
            shift += bool(two) - bool(one)
        elif two - one != shift or "heading" in (pair.a[0].role, pair.b[0].role):
            shift = 0
        elif shift:
            found.add(id(pair))
    return found


def _compare(pair: Pair, vocabulary: Vocabulary, *, renumbered: bool) -> list[Finding]:
    a, b = combined(pair.a), combined(pair.b)
    places = Place.of(a), Place.of(b)
    if pair.a[0].role == pair.b[0].role == "credit":
        found = [one for one in texts(a, b, pair.variant, vocabulary) if one.klass != "meaning"]
        if names(a.text) != names(b.text):
            found = [difference("credit", pair.variant, places, "credited")]
    elif pair.a[0].role == "heading" or pair.b[0].role == "heading":
        found = titles(a, b, pair.variant, vocabulary, "section", entire=False)
    else:
        found = texts(a, b, pair.variant, vocabulary)
    if pair.unit == "title":  # numbers of players stay numbers
        found = [replace(one, kind="name") if one.kind == "content" else one for one in found]
    if renumbered:
        found = [one for one in found if not (one.kind == "number" and _labels(one, a, b))]
    for both in zip(pair.a, pair.b, strict=False):
        if bool(both[0].tight) != bool(both[1].tight):
            here, there = (Place(side.lines(0, 1), side.tight + side.text.split()[0], side.text) for side in both)
            return [*found, difference("spacing", pair.variant, (here, there), "spacing", "typography")]
    return found


_LABEL = re.compile(r"\W*(\d{1,3})\W")


def _labels(one: Finding, a: Sentence, b: Sentence) -> bool:
    """Return whether the difference is in the numbers at the beginning of two paragraphs."""
    sides = [(place, _LABEL.match(text.text)) for place, text in ((one.a, a), (one.b, b))]
    return all(place and label and place.text == label[1] for place, label in sides)


def texts(a: Sentence, b: Sentence, variant: int | None, vocabulary: Vocabulary) -> list[Finding]:
    """Return all differences between two aligned texts."""
    mine, theirs = tokens(a), tokens(b)
    pairs, found = compare_words(mine, theirs, vocabulary)
    if _is_replaced((mine, theirs), found):
        return [_changed([a], [b], variant)]
    findings = [_finding(one, a, b, mine, theirs, variant) for one in found]
    return findings + gaps(a, b, mine, theirs, pairs, variant)


WORDS = 6  # content words in two sentences from which one can replace the other
CHANGED = 0.5  # share of them with another meaning, or
SOME = 0.3  # this share if they are
SPOTS = 3  # in as many places


def _is_replaced(sides: Sequence[Sequence[Token]], found: Sequence[Difference]) -> bool:
    """Return whether so many words differ that the sentences are reported as a whole, not word by word."""
    many = sum(_content(side) for side in sides)
    spots = [one for one in found if one.klass == "meaning" and one.kind not in ("number", "tense")]
    changed = sum(_content(one.a) + _content(one.b) for one in spots)
    return many >= WORDS and changed >= (SOME if len(spots) >= SPOTS else CHANGED) * many


def _content(words: Iterable[Token]) -> int:
    return sum(is_content_word(word.norm) for word in words)


def titles(
    a: Sentence, b: Sentence, variant: int | None, vocabulary: Vocabulary, note: str, *, entire: bool = True
) -> list[Finding]:
    """Return the differences between two titles, at most one of each class; entire: report the whole titles."""
    kept: dict[str, Finding] = {}
    for finding in texts(a, b, variant, vocabulary):
        if finding.klass == "meaning":
            kept["meaning"] = difference("name", variant, (Place.of(a), Place.of(b)), note)
        elif finding.klass not in kept:
            kept[finding.klass] = replace(finding, a=Place.of(a), b=Place.of(b)) if entire else finding
    if "meaning" in kept:  # a different title: its commas and articles do not matter
        kept.pop("typography", None)
        if "spelling" in kept and kept["spelling"].kind == "function":
            kept.pop("spelling")
    return list(kept.values())


def _finding(
    one: Difference, a: Sentence, b: Sentence, mine: Sequence[Token], theirs: Sequence[Token], variant: int | None
) -> Finding:
    """Turn a difference in words into a finding; a side without words shows the words before the gap."""
    lead = 0 if one.a and one.b else 2
    key = _NOTES.get(one.kind, one.kind)
    values: dict[str, object] = {}
    if one.kind in ("content", "name", "modality") and not (one.a and one.b):
        key, values = "words", {"which": "A" if one.a else "B"}
    elif one.kind in ("modality", "tense"):
        key, values = one.kind, {"a": _raw_text(one.a), "b": _raw_text(one.b)}
    elif one.kind == "number" and one.values:
        key, values = "number", {"a": _raw_text(one.a), "b": _raw_text(one.b)}
        if not (one.a and one.b):
            key, values = "number-missing", {"which": "A" if one.a else "B"}
    return Finding(
        one.klass, one.kind, variant,
        _place(a, mine, one.at_a, len(one.a), lead), _place(b, theirs, one.at_b, len(one.b), lead),
        message=message(f"notes.{key}", **values), values=one.values,
    )  # fmt: skip


def _raw_text(words: Iterable[Token]) -> str:
    return " ".join(token.raw for token in words)


def _place(text: Sentence, words: Sequence[Token], at: int, many: int, lead: int) -> Place:
    first, last = max(at - lead, 0), at + many
    if not many and last < len(words) and not at:
        last += 1  # at the very beginning, show the word after the gap
    shown = words[first:last]
    if not shown:
        return Place(text.lines(0, 1), "", text.text)
    start, end = shown[0].start, shown[-1].end
    if text.text[start:end].count("(") > text.text[start:end].count(")") and text.text[end : end + 1] == ")":
        end += 1
    own = words[at:last] or shown[-1:]
    return Place(text.lines(own[0].start, own[-1].end), text.text[start:end], text.text)


# ---- sentences without a partner -------------------------------------------------------------------------------------


def _unpaired(group: Sequence[Pair], a: Witness, b: Witness) -> list[Finding]:
    """Return findings for sentences without a partner; if both sides have some, they replace each other."""
    unit, variant = group[0].unit, group[0].variant
    rest = [pair for pair in group if (pair.a or pair.b)[0].role != "credit"]
    found = _credits([pair for pair in group if pair not in rest])
    mine = [s for pair in rest for s in pair.a]
    theirs = [s for pair in rest for s in pair.b]
    if mine and theirs and unit != "title":
        if len(mine) == len(theirs) == 1 and mine[0].role == theirs[0].role == "heading":
            return [*found, difference("name", variant, (Place.of(mine[0]), Place.of(theirs[0])), "section")]
        if _are_different_sections(mine, theirs):
            return found + _one_sided(mine, (), variant) + _one_sided((), theirs, variant)
        return [*found, _changed(mine, theirs, variant)]
    if unit == "title":
        sides = (("A", groupby(mine, lambda s: s.lines()[0])), ("B", groupby(theirs, lambda s: s.lines()[0])))
        return found + [_attribution(which, [*line], a, b) for which, by_line in sides for _, line in by_line]
    return found + _one_sided(mine, theirs, variant)


def _changed(mine: Sequence[Sentence], theirs: Sequence[Sentence], variant: int | None) -> Finding:
    """Return a finding for a passage replaced by another."""
    return difference("content", variant, (Place.of(combined(mine)), Place.of(combined(theirs))), "changed")


def _one_sided(mine: Sequence[Sentence], theirs: Sequence[Sentence], variant: int | None) -> list[Finding]:
    """Return findings for sentences on one side; either `mine` or `theirs` is empty."""
    found = []
    for sentence in _sections((*mine, *theirs)):
        kind, place = "name" if sentence.role == "heading" else "content", Place.of(sentence)
        found.append(one_sided(place if mine else None, None if mine else place, kind, variant))
    return found


def _are_different_sections(mine: Sequence[Sentence], theirs: Sequence[Sentence]) -> bool:
    """Return whether one section was removed and another added, each under its own heading."""
    headed = mine[0].role == theirs[0].role == "heading"
    return headed and title_likeness(mine[0].text, theirs[0].text) < SAME_TITLE


def _sections(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences by paragraph, a heading with everything under it."""
    under: list[Sentence] = []
    for sentence in sentences:
        deeper = under and sentence.level is not None and sentence.level > (under[0].level or 0) > 0
        goes_on = under and (under[0].role == "heading" or sentence.lines()[0] - under[-1].lines()[-1] <= 1)
        if under and not deeper and (sentence.role == "heading" or not goes_on):
            yield combined(under)
            under = []
        under.append(sentence)
    if under:
        yield combined(under)


def _credits(pairs: Sequence[Pair]) -> list[Finding]:
    """Return findings for credits on one side only; in order, those of A count as replaced by those of B."""
    mine, theirs = ([pair for pair in pairs if getattr(pair, side)] for side in ("a", "b"))
    found = []
    for one, two in zip_longest(mine, theirs):
        places = Place.of(combined(one.a)) if one else None, Place.of(combined(two.b)) if two else None
        variant = (one or two).variant
        both = difference("credit", variant, places, "credited")
        found.append(both if one and two else one_sided(*places, "credit", variant, "credit"))
    return found


def _attribution(which: str, sentences: Sequence[Sentence], a: Witness, b: Witness) -> Finding:
    """Return a finding for a line of a title block or colophon on one side, with its name on the other if found."""
    place, there = Place.of(combined(sentences)), None
    named = _NAME.search(place.text)
    for part in (b if which == "A" else a).of_kind("title", "colophon"):
        for sentence in part.sentences:
            if named and (at := sentence.text.find(named[0])) >= 0 and named[0] != "@":
                there = Place.of(sentence, at, at + len(named[0]))
    one, two = (place, there) if which == "A" else (there, place)
    return difference("attribution", None, (one, two), "attribution") if named else one_sided(one, two, "content", None)
