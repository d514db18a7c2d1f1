"""Tell number (singular, plural) and tense from the form of a word.

The dictionary decides which forms belong to one word, or their endings where it does not have the word.
"""

import re
import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .dictionary import are_different_words, lemma
from .tokens import FUNCTION, Token, unaccented

NEAR = 3  # words between two that agree in number, at most


@dataclass(frozen=True)
class Inflection:
    """The closed word classes of a language that tell number or tense (`inflection.toml`)."""

    one: frozenset[str]
    several: frozenset[str]
    each: frozenset[str]
    subjects: frozenset[str]
    determiners: frozenset[str]
    small: frozenset[str]
    tenses: Mapping[str, str]


@cache
def inflection(language: str | None) -> Inflection:
    """Return the closed classes of a language; empty for an unknown one."""
    table = tomllib.loads(files(__package__).joinpath("inflection.toml").read_text("utf-8")).get(language or "", {})
    names = ("one", "several", "each", "subjects", "determiners")
    one, several, each, subjects, determiners = (frozenset(table.get(name, "").split()) for name in names)
    small = frozenset(table["small"].split()) if "small" in table else FUNCTION
    tenses = dict(pair.split() for pair in table.get("tenses", ()))
    return Inflection(one, several, each, subjects, determiners, small, tenses)


def same_word(a: str, b: str, language: str | None) -> bool:
    """Return whether these are forms of one word, by the dictionary."""
    found = lemma(a, language)
    return (found is not None and found == lemma(b, language)) or (language == "fr" and _same_verb(a, b))


# ---- number ----------------------------------------------------------------------------------------------------------

_VERB = {"fr": re.compile(r"(?:er|ir|re|oir)$"), "de": re.compile(r"n$")}


def number_sign(a: str, b: str, language: str | None) -> int:
    """Return 1 if the first form is singular and the second plural, -1 for the reverse, else 0."""
    closed = inflection(language)
    for one, other, sign in ((a, b, 1), (b, a, -1)):
        if one in closed.one and other in closed.several:
            return sign
        if _is_plural(one, other, language):
            return sign
    return 0


def _is_plural(one: str, several: str, language: str | None) -> bool:
    """Return whether the second form is the plural of the first."""
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
    """A word and its counterpart that differ in number; sign: 1 if the second is the plural, -1 if the first is.

    noun: it is a noun, which tells the number even if no word beside it does; pronoun: no other word agrees with it.
    """

    at_a: int
    at_b: int
    sign: int
    noun: bool = False
    pronoun: bool = False


def number_change(
    a: Sequence[Token], b: Sequence[Token], at_a: int, at_b: int, language: str | None, forms: Container[str]
) -> NumberChange | None:
    """Return how a word differs in number from its counterpart; None if it does not.  forms: the words of the texts."""
    one, other = a[at_a], b[at_b]
    if language == "de":
        return _german_number_change(a, b, at_a, at_b)
    sign = number_sign(one.norm, other.norm, language)
    if not sign:
        return None
    if language == "en":
        return NumberChange(at_a, at_b, sign, _english_noun(a, at_a, forms) and _english_noun(b, at_b, forms))
    before = a[at_a - 1].norm if at_a else ""
    # "on la pose", "on les pose"; "devant lui", "devant eux"
    is_object = before in inflection(language).subjects and one.norm in {"le", "la", "les", "l'"}
    return NumberChange(at_a, at_b, sign, pronoun=is_object or {one.norm, other.norm} == {"lui", "eux"})


_GENITIVE = re.compile(r"e?s$")


def _german_number_change(a: Sequence[Token], b: Sequence[Token], at_a: int, at_b: int) -> NumberChange | None:
    """Compare German words: nouns have a capital, and any other form but the genitive is their plural."""
    one, other = a[at_a], b[at_b]
    closed = inflection("de")
    for few, many, sign in ((one, other, 1), (other, one, -1)):
        if few.norm in closed.one and many.norm in closed.several:
            return NumberChange(at_a, at_b, sign)
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
    """Return whether a word is a noun, by an article, preposition or number before it or its adjective."""
    closed = inflection("en")
    before = [token.norm for token in text[max(at - 2, 0) : at]]
    if not before or before[-1] in closed.subjects:
        return False
    determiners = closed.one | closed.several | closed.determiners
    if before[-1] in determiners or before[-1].startswith("#"):
        return True
    return len(before) > 1 and before[0] in determiners and before[-1] + "s" not in forms


def has_conflicting_number(text: Sequence[Token], at: int, several: bool, language: str | None) -> bool:
    """Return whether a word before it has the other number: "two square", "un pions"."""
    closed = inflection(language)
    for token in reversed(text[max(at - NEAR, 0) : at]):
        many = token.norm in closed.several or (token.value is not None and token.value > 1)
        if many or token.norm in closed.one:
            return many != several
        if token.norm in closed.determiners or token.norm in closed.small:
            break
    return False


# ---- tense -----------------------------------------------------------------------------------------------------------

_WEAK = re.compile(r"[^t]te(?:n|st)?$|[td]ete(?:n|st)?$")
_UNMARKED = re.compile(r"(?:ver|be|er|ent|zer|ge|miss|über|unter|wider)")  # participles without "ge": "verkaufte"
_FUTURE = re.compile(r"r(?:ai|as|a|ons|ez|ont)$")
_IMPERFECT = re.compile(r"(?:ais|ait|aient|iez|ions)$")
_PLAIN = re.compile(r"^(?:ez|ons)$")  # "dépliez" of "déplier" is present
_PRESENT = re.compile(
    r"^(?:re|dé|par|contre)?(?:fai[st]|sai[st]|plai[st]|tai[st]|trai[st]|vais|essai\w*)$|(?:nais|nait|naît|parait|paraît)$"
)


def tense(norm: str, language: str | None) -> str | None:
    """Return the tense of a finite verb form, "future", "past" or "present"; None for any other word."""
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
    """Return whether these are forms of one verb in different tenses: "rejoue", "rejouera"."""
    times = tense(a, language), tense(b, language)
    if times[0] == times[1]:
        return False
    known = None not in times or (language == "fr" and bool({"future", "past"} & {*times}) and _same_verb(a, b))
    return known and same_word(a, b, language)


_SOFT = re.compile(r"y$")  # "payer", "paie"
_REGULAR = ("e", "es", "ent", "ant", "ants", "ante", "antes")


def _same_verb(one: str, other: str) -> bool:
    """Return whether these are forms of one French verb; one may be a noun in the dictionary ("lance")."""
    for form, sure in ((one, other), (other, one)):
        verb = lemma(sure, "fr")
        if verb and _VERB["fr"].search(verb):
            regular = verb.endswith("er") and form in {
                stem + ending for stem in (verb[:-2], _SOFT.sub("i", verb[:-2])) for ending in _REGULAR
            }
            if regular or lemma(form, "fr") == verb:
                return True
    return False
