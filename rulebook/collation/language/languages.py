"""Language tags, number words, and language detection."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any

from ..witness import Witness
from .tokens import NUMBERS, normal

SHORTEST = 3  # letters of the rest of a compound that starts with a number, at least
LONGEST = 7  # words of a number, at most

CODES = {"fra": "fr", "fre": "fr", "eng": "en", "deu": "de", "ger": "de"}
"""ISO 639-2 -> 639-1, for the known languages."""


def tag(named: str) -> str:
    """Return a language tag (BCP 47) in its usual form: "EN" is "en", "deu-at" is "de-AT"."""
    first, *rest = named.replace("_", "-").split("-")
    first = first.casefold()
    return "-".join([CODES.get(first, first), *(one.upper() if len(one) == 2 else one for one in rest)])


def primary(named: str) -> str:
    """Return the primary language of a tag: "en" of "en-GB"."""
    return tag(named).partition("-")[0]


_FACE = re.compile(r"\w{4,}(zwei|fünf|sechs|sieben|neun|zehn)")


@dataclass(frozen=True)
class Language:
    """The number words of a language.

    numbers: word -> value; derived: words derived from one, its "stem" (vingtaine, twelfth, sechsseitig), with "times"
    in multiples (threefold); multiples: prefixes of further multiples, such as "tripl"; linking: the element that joins
    a number to another word ("er": Sechserpasch); phrases: numbers of several words ("twenty four", "vingt et un").
    """

    numbers: Mapping[str, float]
    derived: re.Pattern[str]
    multiples: Mapping[str, float]
    linking: str = ""
    phrases: Mapping[tuple[str, ...], float] = field(default_factory=dict)
    _values: dict[str, float | None] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The first words of the phrases."""
        return frozenset(words[0] for words in self.phrases)

    def value(self, word: str) -> float | None:
        """Return the number that a word is or starts with; None if there is none."""
        if word not in self._values:
            self._values[word] = self._value(word)
        return self._values[word]

    def _value(self, word: str) -> float | None:
        if word in self.numbers:
            return self.numbers[word]
        if times := next((value for prefix, value in self.multiples.items() if word.startswith(prefix)), None):
            return times
        if found := self.derived.fullmatch(word):
            value = self.numbers.get(found["stem"], self.numbers.get(found["stem"] + "e"))
            if value is not None:
                return value if value > 2 or not found.groupdict().get("times") else None  # "twofold" is no number
        if not self.linking:
            return None
        first, joint, rest = word.partition(self.linking)
        if joint and len(rest) >= SHORTEST and first in self.numbers:
            return self.numbers[first]
        last = _FACE.fullmatch(word)  # "Trumpfsechs"
        return self.numbers.get(last[1]) if last else None


_UNKNOWN = Language({}, re.compile("(?P<stem>(?!))"), {})


@cache
def languages() -> Mapping[str, Language]:
    """Return the languages of `languages.toml`."""
    found = {}
    for name, row in tomllib.loads(files(__package__).joinpath("languages.toml").read_text("utf-8")).items():
        low = _listed_values(row["numbers"]) if "numbers" in row else NUMBERS
        counting = _compose_numbers(row["counting"])
        phrases = {tuple(words.split()): value for words, value in counting.items() if " " in words}
        single = {word: value for word, value in counting.items() if " " not in word}
        numbers = {**single, **low, **_listed_values(row["ordinals"])}
        found[name] = Language(numbers, re.compile(row["made"]), row["multiples"], row.get("joined", ""), phrases)
    return found


def _listed_values(text: str) -> Mapping[str, float]:
    """Return the values of number words listed from two on, synonyms separated by slashes."""
    return {word: value for value, words in enumerate(text.split(), 2) for word in words.split("/")}


def _compose_numbers(row: Mapping[str, Any]) -> dict[str, float]:
    """Return the number words up to 999 and their values, composed from units, tens and how these are joined."""
    small, tens = ([word.replace("_", " ") for word in row[name].split()] for name in ("small", "tens"))
    below = {value: [word] for value, word in enumerate(small, 1)}
    for ten, name in enumerate(tens, 2):
        for unit in range(20 if ten in row.get("twenties", ()) else 10):
            one = small[unit - 1] if unit else ""
            joint = row["joint_one"] if unit in (1, 11) and ten not in row.get("bare", ()) else row["joint"]
            word = f"{one}{joint}{name}" if row["unit_first"] and unit else f"{name}{joint}{one}" if unit else name
            below.setdefault(ten * 10 + unit, [word])
    found = {word: float(value) for value, (word,) in below.items() if value > 1}
    for digit in range(1, 10):
        heads = [row["hundred"], *row.get("a_hundred", ())] if digit == 1 else [small[digit - 1] + row["hundreds"]]
        for head in heads:
            found[head] = found[head + row.get("plural", "")] = 100.0 * digit
            for value, (word,) in below.items():
                for joint in row["after_hundred"]:
                    found[f"{head}{joint}{word}"] = 100.0 * digit + value
    return found | {word: float(value) for word, value in row["words"].items()}


_WORD = re.compile(r"(?<![\w])[-−]?\d+|[^\W\d_]+|[,;:.!?()]")


def numbers(text: str, language: str) -> Counter[float]:
    """Return the numbers of a text in digits or words, except 0 and 1."""
    return Counter(value for _, value in _find_numbers(text, language))


def counting_languages(pair: tuple[str, str]) -> tuple[str, str]:
    """Return the two languages if the number words of both are known, else two empty ones.

    Number words known on one side only would all seem to be missing on the other.
    """
    return pair if set(pair) <= languages().keys() else ("", "")


def comparable_numbers(texts: Sequence[str], pair: tuple[str, str]) -> list[Counter[float]]:
    """Return the numbers of two texts that can be compared: in digits, and in words if both languages are known.

    Otherwise a number word counts only where the other text has its number in digits: "trois" for "3 peones".
    """
    found = [*map(numbers, texts, counting_languages(pair))]
    if counting_languages(pair) == pair:
        return found
    words = [numbers(text, language) - own for text, language, own in zip(texts, pair, found, strict=True)]
    return [found[k] + (words[k] & (found[1 - k] - found[k])) for k in (0, 1)]


def number_places(text: str, language: str) -> list[tuple[int, str]]:
    """Return the numbers of a text with their places, including 1 in digits: (place, digits).

    Places are character indices in the text as `normal` returns it.
    """
    return [(at, f"{value:g}") for at, value in _find_numbers(text, language, ones=True)]


@lru_cache(maxsize=1 << 14)  # needed for aligning a sentence, and again for comparing it
def _find_numbers(text: str, language: str, ones: bool = False) -> list[tuple[int, float]]:
    known = languages().get(language, _UNKNOWN)
    found = []
    matches = list(_WORD.finditer(normal(text)))
    words = [match[0] for match in matches]
    at = 0
    while at < len(words):
        length, value = _parse_number(words, at, known)
        if value is not None and (value not in (0, 1) or (ones and words[at] == "1")):
            found.append((matches[at].start(), value))
        at += length
    return found


def _parse_number(words: Sequence[str], at: int, known: Language) -> tuple[int, float | None]:
    """Return the length in words of the number at a position, and its value; (1, None) if there is none."""
    word = words[at]
    if word[-1].isdecimal():
        return 1, float(word.replace("−", "-"))
    for length in range(min(LONGEST, len(words) - at), 1, -1) if word in known.first_words else ():
        *before, last = words[at : at + length]
        stem = found["stem"] if (found := known.derived.fullmatch(last)) else last  # "vingt et unième"
        phrases = ((*before, one) for one in (last, stem, f"{stem}e"))
        value = next((known.phrases[phrase] for phrase in phrases if phrase in known.phrases), None)
        if value is not None:
            return length, value
    return 1, known.value(word)


FUNCTION_WORDS = {
    name: frozenset(words.split())
    for name, words in {
        "fr": "le la les un une des du et est dans pour sur qui que il au aux par ses son ne pas",
        "en": "the a an of and is in for on who that it to by his her their they not with may must",
        "de": "der die das ein eine einen und ist im für auf wer dass er sie es den dem mit nicht zu",
    }.items()
}
"""Function words by which a language is detected."""


def _function_word_counts(words: Sequence[str]) -> dict[str, int]:
    """Return the number of function words of each language."""
    return {name: sum(word in known for word in words) for name, known in FUNCTION_WORDS.items()}


def _words(witnesses: Iterable[Witness]) -> list[str]:
    return [word for one in witnesses for sentence in one.sentences for word in normal(sentence.text).split()]


def conflicting_language(witness: Witness, named: str) -> str:
    """Return the language of a text if it is clearly not the one named; otherwise ""."""
    words, language = _words([witness]), primary(named)
    counts = _function_word_counts(words)
    most = max(counts, key=lambda name: counts[name])
    if language in counts:
        clear = counts[most] > CLEARLY * counts[language]
    else:  # an unknown language shares function words with a known one, but not many different ones
        known = FUNCTION_WORDS[most]
        clear = counts[most] >= SHARE * len(words) and len(known.intersection(words)) >= MANY * len(known)
    return most if clear and counts[most] > CLEAR else ""


CLEAR, CLEARLY = 10, 3  # function words that tell a language, and how many times those of the one named
SHARE, MANY = 0.17, 0.4  # of all words (0.14 of Catalan are French ones); of the function words of a language


def detect_language(*witnesses: Witness) -> str:
    """Return the language of some texts by their function words; French if undecided."""
    counts = _function_word_counts(_words(witnesses))
    return max(counts, key=lambda name: (counts[name], name == "fr"))


def source_language(witness: Witness) -> str:
    """Return the detected language of a text, or `UNKNOWN` if a long text has hardly any of its function words.

    A repetitive text has few of them among all its words, but many among its different words.
    """
    words, language = _words([witness]), detect_language(witness)
    few = all(_function_word_counts(some)[language] < HARDLY * len(some) for some in (words, list(set(words))))
    return UNKNOWN if len(words) >= MANY_WORDS and few else language


UNKNOWN = "und"  # the tag (BCP 47) of an undetermined language
MANY_WORDS, HARDLY = 40, 0.11  # all known texts have at least 0.12; Italian has 0.09 of the French ones
