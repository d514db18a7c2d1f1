"""One thing here and several there: words that change their number together are one difference of meaning."""

import re
from collections.abc import Sequence

from .difference import Difference
from .french import FUNCTION, ONE_THING, SEVERAL_THINGS, Token
from .inflection import NEAR, Change, change, contradicted, inflection
from .word_forms import Lexicon


def counted(a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference], lexicon: Lexicon) -> list[Difference]:
    """Make one difference of meaning of words that tell one thing here and several there, all of them alike.

    A single word in another number is a slip, but where nothing else could tell the number.
    """
    result: list[Difference] = []
    run: list[Change] = []
    told: list[Difference] = []
    for one in [*sorted(found, key=lambda one: (one.at_a, one.at_b)), None]:
        single = one is not None and len(one.a) == len(one.b) == 1 and one.kind in _OF_NUMBER
        now = change(a, b, one.at_a, one.at_b, lexicon.language, lexicon.counts) if one and single else None
        if run and not (now and now.sign == run[0].sign and _near(a, run[-1].at_a, now.at_a)):
            result += _in_number(a, b, run, told, lexicon)
            run, told = [], []
        if one and now:
            run.append(now)
            told.append(one)
        elif one:
            result.append(one)
    return _plurals(a, b, result)


_OF_NUMBER = {"agreement", "function", "misprint", "content", "modality"}


def _near(text: Sequence[Token], one: int, other: int) -> bool:
    """Do two words stand so near that they agree with one another?"""
    between = text[one].sentence.text[text[one].end : text[other].start]
    return other - one <= NEAR + 1 and not re.search(r"[.;:!?()]", between)


def _in_number(
    a: Sequence[Token], b: Sequence[Token], run: Sequence[Change], told: Sequence[Difference], lexicon: Lexicon
) -> list[Difference]:
    first, last = run[0], run[-1]
    sides = [text[slice(*span)] for text, span in ((a, (first.at_a, last.at_a + 1)), (b, (first.at_b, last.at_b + 1)))]
    each = inflection(lexicon.language).each
    if any(token.norm in each for side in sides for token in side):
        return list(told)
    alone = len(run) == 1 and not (
        first.pronoun
        or (
            first.noun
            and not contradicted(a, first.at_a, first.sign < 0, lexicon.language)
            and not contradicted(b, first.at_b, first.sign > 0, lexicon.language)
        )
    )
    if alone:
        return list(told)
    return [Difference("meaning", "number", tuple(sides[0]), tuple(sides[1]), first.at_a, first.at_b)]


def _plurals(a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference]) -> list[Difference]:
    """Make one difference of meaning of an article and a noun that are of one here and of several there."""
    result: list[Difference] = []
    for one in found:
        if one.kind == "agreement" and one.at_a and one.at_b and len(one.a) == len(one.b) == 1:
            before = a[one.at_a - 1].norm, b[one.at_b - 1].norm
            several = [form.norm[-1] in "sx" for form in (one.a[0], one.b[0])]
            sides = [(word in ONE_THING, word in SEVERAL_THINGS) for word in before]
            crossed = sides[0] != sides[1] and all(
                many == plural for (_, many), plural in zip(sides, several, strict=True)
            )
            if crossed and all(any(side) for side in sides):
                while result and one.at_a - result[-1].at_a <= 3 and articles(result[-1]):
                    result.pop()
                last = result[-1] if result else None
                if last and last.klass == "meaning" and last.at_a + len(last.a) == one.at_a:
                    continue  # the noun only follows
                i, j = one.at_a - 1, one.at_b - 1
                one = Difference("meaning", "number", tuple(a[i : i + 2]), tuple(b[j : j + 2]), i, j)
        result.append(one)
    return result


def articles(one: Difference) -> bool:
    """Is all that differs one article?"""
    return one.kind == "function" or (len(one.a) == len(one.b) == 1 and {one.a[0].norm, one.b[0].norm} <= FUNCTION)
