"""What the form of a word says: singular or plural, and tense.

The dictionary decides which forms belong to one word; for words that it does not have, their endings do.
"""

import re
import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .dictionary import are_different_words, lemma
from .tokens import FUNCTION, Token, unaccented

NEAR = 3  # words between two that agree with one another, at most


@dataclass(frozen=True)
class Inflection:
    """The closed classes of a language that tell number or time (`inflection.toml`)."""

    one: frozenset[str]
    several: frozenset[str]
    each: frozenset[str]
    subjects: frozenset[str]
    determiners: frozenset[str]
    small: frozenset[str]
    tenses: Mapping[str, str]


@cache
def inflection(language: str | None) -> Inflection:
    """The closed classes of a language; of one that is not known, none."""
    table = tomllib.loads(files(__package__).joinpath("inflection.toml").read_text("utf-8")).get(language or "", {})
    one, several, each, subjects, determiners = (
        frozenset(table.get(name, "").split()) for name in ("one", "several", "each", "subjects", "determiners")
    )
    small = frozenset(table["small"].split()) if "small" in table else FUNCTION
    tenses = dict(pair.split() for pair in table.get("tenses", ()))
    return Inflection(one, several, each, subjects, determiners, small, tenses)


def same_word(a: str, b: str, language: str | None) -> bool:
    """Are these forms of one word, by the dictionary?"""
    found = lemma(a, language)
    return (found is not None and found == lemma(b, language)) or (language == "fr" and _same_verb(a, b))


# ---- one or several --------------------------------------------------------------------------------------------------

_VERB = {"fr": re.compile(r"(?:er|ir|re|oir)$"), "de": re.compile(r"n$")}


def number_sign(a: str, b: str, language: str | None) -> int:
    """1 where the first form tells one thing and the second several, -1 the other way round, 0 where they do not."""
    closed = inflection(language)
    for one, other, sign in ((a, b, 1), (b, a, -1)):
        if one in closed.one and other in closed.several:
            return sign
        if _plural(one, other, language):
            return sign
    return 0


def _plural(one: str, several: str, language: str | None) -> bool:
    """Is the second the plural of the first?"""
    plain = unaccented(one), unaccented(several)
    if language == "fr":
        if plain[1] in (plain[0] + "s", plain[0] + "x") or (plain[0][-2:] == "al" and plain[1] == plain[0][:-1] + "ux"):
            return len(one) > 1 and not are_different_words(one, several, language)
        return several.endswith("nt") and not one.endswith("nt") and _same_verb(one, several)
    if language == "en":
        regular = several in (one + "s", one + "es", re.sub(r"y$", "ies", one))
        return regular or (same_word(one, several, language) and (one, several) in _IRREGULAR)
    return False


_IRREGULAR = {
    ("die", "dice"), ("man", "men"), ("woman", "women"), ("child", "children"), ("mouse", "mice"), ("goose", "geese"),
    ("foot", "feet"), ("tooth", "teeth"), ("ox", "oxen"), ("wolf", "wolves"), ("thief", "thieves"), ("knife", "knives"),
    ("leaf", "leaves"), ("half", "halves"), ("loaf", "loaves"), ("shelf", "shelves"),
}  # fmt: skip


@dataclass(frozen=True)
class NumberChange:
    """A word and its counterpart that differ in number: where they stand, and which of the two tells several things.

    noun: is it one, so that it tells the number where nothing beside it does; pronoun: one that nothing agrees with.
    """

    at_a: int
    at_b: int
    sign: int
    noun: bool = False
    pronoun: bool = False


def number_change(
    a: Sequence[Token], b: Sequence[Token], at_a: int, at_b: int, language: str | None, forms: Container[str]
) -> NumberChange | None:
    """How a word differs in number from its counterpart; None where it does not.  forms: the words of the texts."""
    one, other = a[at_a], b[at_b]
    if language == "de":
        return _german(a, b, at_a, at_b)
    sign = number_sign(one.norm, other.norm, language)
    if not sign:
        return None
    if language == "en":
        return NumberChange(
            at_a, at_b, sign, all(_english_noun(text, at, forms) for text, at in ((a, at_a), (b, at_b)))
        )
    before = a[at_a - 1].norm if at_a else ""
    # "on la pose", "on les pose"; "devant lui", "devant eux"
    stands = before in inflection(language).subjects and one.norm in {"le", "la", "les", "l'"}
    return NumberChange(at_a, at_b, sign, pronoun=stands or {one.norm, other.norm} == {"lui", "eux"})


_GENITIVE = re.compile(r"e?s$")


def _german(a: Sequence[Token], b: Sequence[Token], at_a: int, at_b: int) -> NumberChange | None:
    """German nouns have a capital; their plural is any other form of theirs that is no genitive."""
    one, other = a[at_a], b[at_b]
    closed = inflection("de")
    if one.norm in closed.one and other.norm in closed.several:
        return NumberChange(at_a, at_b, 1)
    if one.norm in closed.several and other.norm in closed.one:
        return NumberChange(at_a, at_b, -1)
    if not (one.raw[:1].isupper() and other.raw[:1].isupper() and at_a and at_b):
        return None
    if not same_word(one.raw, other.raw, "de"):
        return None
    shorter, longer = sorted((one.norm, other.norm), key=len)
    if shorter == longer or _GENITIVE.sub("", longer) == shorter:
        return None
    alone = lemma(shorter.capitalize(), "de") == shorter
    return NumberChange(at_a, at_b, (1 if len(one.norm) <= len(other.norm) else -1) if alone else 0, alone)


def _english_noun(text: Sequence[Token], at: int, forms: Container[str]) -> bool:
    """Is it a noun by what stands before: an article or a preposition, or an adjective (without a plural) after one?"""
    closed = inflection("en")
    before = [token.norm for token in text[max(at - 2, 0) : at]]
    if not before or before[-1] in closed.subjects:
        return False
    told = closed.one | closed.several | closed.determiners
    if before[-1] in told or before[-1].startswith("#"):
        return True
    return len(before) > 1 and before[0] in told and before[-1] + "s" not in forms


def has_conflicting_number(text: Sequence[Token], at: int, several: bool, language: str | None) -> bool:
    """Does a word before it tell the other number: "two square", "un pions"?"""
    closed = inflection(language)
    for token in reversed(text[max(at - NEAR, 0) : at]):
        many = token.norm in closed.several or (token.value is not None and token.value > 1)
        if many or token.norm in closed.one:
            return many != several
        if token.norm in closed.determiners or token.norm in closed.small:
            break
    return False


# ---- when ------------------------------------------------------------------------------------------------------------

_WEAK = re.compile(r"[^t]te(?:n|st)?$|[td]ete(?:n|st)?$")
_UNMARKED = re.compile(r"(?:ver|be|er|ent|zer|ge|miss|über|unter|wider)")  # participles without "ge": "verkaufte"
_FUTURE = re.compile(r"r(?:ai|as|a|ons|ez|ont)$")
_IMPERFECT = re.compile(r"(?:ais|ait|aient|iez|ions)$")
_PLAIN = re.compile(r"^(?:ez|ons)$")  # "dépliez": of "déplier", no past
_PRESENT = re.compile(
    r"^(?:re|dé|par|contre)?(?:fai[st]|sai[st]|plai[st]|tai[st]|trai[st]|vais|essai\w*)$|(?:nais|nait|naît|parait|paraît)$"
)


def tense(norm: str, language: str | None) -> str | None:
    """When it happens, by the form of a verb: "future", "past" or "present"; None for what is no verb."""
    known = inflection(language).tenses.get(norm)
    if known:
        return known
    verb = lemma(norm, language)
    if verb is None or language not in _VERB or not _VERB[language].search(verb):
        return None
    if language == "de":
        weak = _WEAK.search(norm) and not _WEAK.search(verb) and not _UNMARKED.match(verb)
        strong = norm.endswith("en") and not norm.startswith(verb[:-2]) and "ge" not in norm
        return "past" if weak or strong else "present"
    if norm == verb or re.search(r"(?:é|i|u)e?s?$", norm) or norm.endswith("ant"):
        return None  # an infinitive or a participle
    if _FUTURE.search(norm) and unaccented(norm).startswith(unaccented(verb).rstrip("e")):
        return "future"
    if _IMPERFECT.search(norm) and not _PRESENT.search(norm) and not _PLAIN.search(norm.removeprefix(verb[:-2])):
        return "past"
    return "past" if verb.endswith("er") and norm in (verb[:-2] + "a", verb[:-2] + "èrent") else "present"


def differ_in_tense(a: str, b: str, language: str | None) -> bool:
    """Are these forms of one verb that tell of another time: "rejoue", "rejouera"?"""
    times = tense(a, language), tense(b, language)
    if times[0] == times[1]:
        return False
    told = None not in times or (language == "fr" and bool({"future", "past"} & {*times}) and _same_verb(a, b))
    return told and same_word(a, b, language)


_SOFT = re.compile(r"y$")  # "payer", "paie"
_REGULAR = ("e", "es", "ent", "ant", "ants", "ante", "antes")


def _same_verb(one: str, other: str) -> bool:
    """Are these forms of a French verb?  Where one may be a noun by the dictionary ("lance"), the other tells it."""
    for form, told in ((one, other), (other, one)):
        verb = lemma(told, "fr")
        if verb and _VERB["fr"].search(verb):
            regular = verb.endswith("er") and form in {
                stem + ending for stem in (verb[:-2], _SOFT.sub("i", verb[:-2])) for ending in _REGULAR
            }
            if regular or lemma(form, "fr") == verb:
                return True
    return False
