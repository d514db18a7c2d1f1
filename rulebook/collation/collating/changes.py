"""Group the word differences of two sentences: one change becomes one finding (agreement, number, moved words)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..language.inflection import NEAR, NumberChange, has_conflicting_number, inflection, number_change
from ..language.tokens import FUNCTION, SEVERAL_THINGS, Token
from .vocabulary import Vocabulary


@dataclass(frozen=True)
class Difference:
    """Words that differ, with their class and kind; one side may be empty.

    at_a, at_b: index of the first of them in its text, or of the gap.
    """

    klass: str
    kind: str
    a: tuple[Token, ...]
    b: tuple[Token, ...]
    at_a: int
    at_b: int
    values: tuple[float | None, float | None] | None = None


MOVED = 2  # words that can have moved together, at least
NEGATED = 2  # words between "ne" and "pas", at most
FOLLOWING = {"function", "agreement"}  # kinds of differences that may be caused by an adjacent one
JOINING = FOLLOWING | {"content", "name", "negation", "number"}
OF = {"de", "des", "d'", "of", "der", "seiner", "ihrer", "meiner", "deiner", "eurer", "unserer", "dieser", "von"}


def as_partitive(a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference]) -> list[Difference]:
    """Make "trois de ces" against "ces trois" a difference in meaning."""
    many = [
        sum(
            word.value is not None and then.norm in OF and last.norm in SEVERAL_THINGS
            for word, then, last in zip(side, side[1:], side[2:], strict=False)
        )
        for side in (a, b)
    ]
    if many[0] == many[1]:
        return list(found)
    return [
        replace(one, klass="meaning", kind="number")
        if one.kind == "function" and any(token.norm in OF for token in (*one.a, *one.b))
        else one
        for one in found
    ]


def join_moved(found: Sequence[Difference]) -> list[Difference]:
    """Join the differences of a few words that were moved."""
    result = list(found)
    for one in [one for one in found if len(one.a) >= MOVED and not one.b]:
        moved = [token.norm for token in one.a]
        other = next(
            (two for two in result if not two.a and _are_rotations([token.norm for token in two.b], moved)), None
        )
        if other:
            result[result.index(one)] = Difference("meaning", "moved", one.a, other.b, one.at_a, other.at_b)
            result.remove(other)
    return result


def _are_rotations(one: Sequence[str], two: Sequence[str]) -> bool:
    """Return whether two word lists are rotations of each other."""
    return len(one) == len(two) and any([*two[k:], *two[:k]] == list(one) for k in range(len(two)))


def drop_sentence_capitals(found: Sequence[Difference]) -> list[Difference]:
    """Drop differences in capitals if only one of the words begins its sentence."""
    return [one for one in found if one.kind != "capital" or bool(one.a[0].start) == bool(one.b[0].start)]


def join_exchanged(a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference]) -> list[Difference]:
    """Join two words that were swapped: "from A to B", "from B to A"."""
    result = list(found)
    for one, two in pairwise([one for one in found if one.klass == "meaning" and one.a and one.b]):
        words = [[token.norm for token in side if token.norm not in FUNCTION] for side in (one.a, one.b, two.a, two.b)]
        if words[0] and words[0] == words[3] and words[1] == words[2] != words[0]:
            first, last = result.index(one), result.index(two)
            result[first : last + 1] = [replace(_spanning(a, b, one, two), kind="moved", values=None)]
            return result
    return result


def drop_agreeing_articles(found: Sequence[Difference]) -> list[Difference]:
    """Drop articles that only agree with a synonym of another gender: "d'une case", "d'un carré"."""
    after = {(one.at_a, one.at_b) for one in found if one.klass == "synonym"}
    small = [
        one for one in found
        if one.kind == "function" or (len(one.a) == len(one.b) == 1 and {one.a[0].norm, one.b[0].norm} <= FUNCTION)
    ]  # fmt: skip
    return [one for one in found if one not in small or _end(one) not in after]


def join_negation(a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference]) -> list[Difference]:
    """Join "ne" and "pas" that were added or removed together."""
    return _joined(
        a, b, found, lambda last, one: last.kind == one.kind == "negation" and one.at_a - _end(last)[0] <= NEGATED
    )


def join_partitive(a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference]) -> list[Difference]:
    """Join "one of" and the number of its noun: "one of your boats", "your boat"."""

    def belong(last: Difference, one: Difference) -> bool:
        counts = last.kind == one.kind == "number" and not (last.values or one.values)
        between = one.at_a - _end(last)[0], one.at_b - _end(last)[1]
        return counts and between[0] == between[1] and between[0] <= NEAR

    return _joined(a, b, found, belong)


def _joined(
    a: Sequence[Token],
    b: Sequence[Token],
    found: Sequence[Difference],
    belong: Callable[[Difference, Difference], bool],
) -> list[Difference]:
    """Join each difference with the one before it, and the words between, if they belong together."""
    result: list[Difference] = []
    for one in found:
        if result and belong(result[-1], one):
            result[-1] = _spanning(a, b, result[-1], one)
        else:
            result.append(one)
    return result


def _spanning(a: Sequence[Token], b: Sequence[Token], one: Difference, two: Difference) -> Difference:
    """Return one difference that spans two and the words between."""
    mine, theirs = tuple(a[one.at_a : _end(two)[0]]), tuple(b[one.at_b : _end(two)[1]])
    return replace(one, a=mine, b=theirs)


def adjacent(found: Sequence[Difference]) -> Iterator[list[Difference]]:
    """Group adjacent differences: each one in meaning with its function words and forms."""
    runs: list[list[Difference]] = []
    for one in sorted(found, key=lambda one: (one.at_a, one.at_b)):
        last = runs[-1][-1] if runs else None
        if last and {last.kind, one.kind} <= JOINING and _end(last) == (one.at_a, one.at_b):
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        waiting: list[Difference] = []
        groups: list[list[Difference]] = []
        for one in run:
            waiting.append(one)
            if one.kind in FOLLOWING:
                continue
            before = groups[-1][-1] if groups else None
            numbered = one.kind == "number" and not one.values  # "alle offenen Mühlen", "eine offene Mühle"
            replaced = one.kind == "content" and before and not (before.a and before.b)  # removed here, added there
            if before and before.kind == "content" and (numbered or replaced):
                groups[-1] += waiting
            else:
                groups.append(waiting)
            waiting = []
        if groups:
            groups[-1] += waiting
        else:
            groups = [waiting]
        yield from groups


def join_group(group: Sequence[Difference]) -> Difference:
    """Join adjacent differences into one, with the class of the leading one."""
    first = group[0]
    leading = [one for one in group if one.kind not in FOLLOWING]
    main = next((one for one in leading if one.kind == "number"), leading[0] if leading else first)
    mine, theirs = tuple(token for one in group for token in one.a), tuple(token for one in group for token in one.b)
    return replace(main, a=mine, b=theirs, at_a=first.at_a, at_b=first.at_b)


def _end(one: Difference) -> tuple[int, int]:
    """Return the indices after the difference in both texts."""
    return one.at_a + len(one.a), one.at_b + len(one.b)


def join_number(
    a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference], vocabulary: Vocabulary
) -> list[Difference]:
    """Join words that are singular on one side and plural on the other, all in the same direction.

    A single word in another number is a slip, unless nothing else shows the number.
    """
    result: list[Difference] = []
    run: list[NumberChange] = []
    changed: list[Difference] = []
    for one in [*sorted(found, key=lambda one: (one.at_a, one.at_b)), None]:
        single = one is not None and len(one.a) == len(one.b) == 1 and one.kind in _OF_NUMBER
        now = (
            number_change(a, b, one.at_a, one.at_b, vocabulary.language, vocabulary.counts) if one and single else None
        )
        if run and not (now and now.sign == run[0].sign and _may_agree(a, run[-1].at_a, now.at_a)):
            result += _as_number(a, b, run, changed, vocabulary)
            run, changed = [], []
        if one and now:
            run.append(now)
            changed.append(one)
        elif one:
            result.append(one)
    return result


_OF_NUMBER = {"agreement", "function", "misprint", "content", "modality"}


def _may_agree(text: Sequence[Token], one: int, other: int) -> bool:
    """Return whether two words are near enough to agree with each other."""
    between = text[one].sentence.text[text[one].end : text[other].start]
    return other - one <= NEAR + 1 and not re.search(r"[.;:!?()]", between)


def _as_number(
    a: Sequence[Token], b: Sequence[Token], run: Sequence[NumberChange], found: list[Difference], vocabulary: Vocabulary
) -> list[Difference]:
    """Return one difference in number for a run of changed words, or the differences found if it is a slip."""
    first, last = run[0], run[-1]
    sides = [text[slice(*span)] for text, span in ((a, (first.at_a, last.at_a + 1)), (b, (first.at_b, last.at_b + 1)))]
    each = inflection(vocabulary.language).each
    if any(token.norm in each for side in sides for token in side):
        return list(found)
    slip = len(run) == 1 and not (
        first.pronoun
        or (
            first.noun
            and not has_conflicting_number(a, first.at_a, first.sign < 0, vocabulary.language)
            and not has_conflicting_number(b, first.at_b, first.sign > 0, vocabulary.language)
        )
    )
    if slip:
        return list(found)
    return [Difference("meaning", "number", tuple(sides[0]), tuple(sides[1]), first.at_a, first.at_b)]
