"""Language tags, number words, and guessing the language of a text."""

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

SHORTEST = 3  # letters of a word that a number begins
LONGEST = 7  # words of a number


CODES = {"fra": "fr", "fre": "fr", "eng": "en", "deu": "de", "ger": "de"}
"""ISO 639-2 -> 639-1, of the languages that are known."""


def tag(named: str) -> str:
    """The tag of a language (BCP 47) in its usual form: "EN" is "en", "deu-at" is "de-AT"."""
    first, *rest = named.replace("_", "-").split("-")
    first = first.casefold()
    return "-".join([CODES.get(first, first), *(one.upper() if len(one) == 2 else one for one in rest)])


def primary(named: str) -> str:
    """The language that a tag names, whatever its region: "en" of "en-GB"."""
    return tag(named).partition("-")[0]


_FACE = re.compile(r"\w{4,}(zwei|fünf|sechs|sieben|neun|zehn)")


@dataclass(frozen=True)
class Language:
    """What is known of a language: number words -> value, what joins such a word to another ("er": Sechserpasch).

    made: what is made of such a word, its "stem": vingtaine, twelfth, sechsseitig; "times": threefold; multiples:
    beginnings of words that say how many times as well: "tripl".
    """

    numbers: Mapping[str, float]
    made: re.Pattern[str]
    multiples: Mapping[str, float]
    joined: str = ""
    several: Mapping[tuple[str, ...], float] = field(default_factory=dict)
    """What is said in several words: "twenty four", "vingt et un"."""
    _values: dict[str, float | None] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def firsts(self) -> frozenset[str]:
        """The words that one of several begins with."""
        return frozenset(words[0] for words in self.several)

    def value(self, word: str) -> float | None:
        """The number that a word is or begins with; None if it is none."""
        if word not in self._values:
            self._values[word] = self._value(word)
        return self._values[word]

    def _value(self, word: str) -> float | None:
        if word in self.numbers:
            return self.numbers[word]
        if times := next((value for begins, value in self.multiples.items() if word.startswith(begins)), None):
            return times
        if found := self.made.fullmatch(word):
            value = self.numbers.get(found["stem"], self.numbers.get(found["stem"] + "e"))
            if value is not None:
                return value if value > 2 or not found.groupdict().get("times") else None  # what is double is no number
        if not self.joined:
            return None
        first, joint, rest = word.partition(self.joined)
        if joint and len(rest) >= SHORTEST and first in self.numbers:
            return self.numbers[first]
        last = _FACE.fullmatch(word)  # "Trumpfsechs"
        return self.numbers.get(last[1]) if last else None


_UNKNOWN = Language({}, re.compile("(?P<stem>(?!))"), {})


@cache
def languages() -> Mapping[str, Language]:
    """French, and those of `languages.toml`."""
    found = tomllib.loads(files(__package__).joinpath("languages.toml").read_text("utf-8"))
    known = {}
    for name, of in found.items():
        single = {**(_numbers(of["numbers"]) if "numbers" in of else NUMBERS), **_numbers(of["ordinals"])}
        counted = _counted(of["counting"])
        several = {tuple(words.split()): value for words, value in counted.items() if " " in words}
        single = {**{words: value for words, value in counted.items() if " " not in words}, **single}
        known[name] = Language(single, re.compile(of["made"]), of["multiples"], of.get("joined", ""), several)
    return known


def _numbers(text: str) -> Mapping[str, float]:
    return {word: value for value, words in enumerate(text.split(), 2) for word in words.split("/")}


def _counted(of: Mapping[str, Any]) -> dict[str, float]:
    """The numbers from ten on in words: `of` has the words up to nineteen, the tens, and how they are put together."""
    small, tens = ([word.replace("_", " ") for word in of[name].split()] for name in ("small", "tens"))
    below = {value: [word] for value, word in enumerate(small, 1)}
    for ten, name in enumerate(tens, 2):
        for unit in range(20 if ten in of.get("twenties", ()) else 10):
            one = small[unit - 1] if unit else ""
            joint = of["joint_one"] if unit in (1, 11) and ten not in of.get("bare", ()) else of["joint"]
            said = f"{one}{joint}{name}" if of["unit_first"] and unit else f"{name}{joint}{one}" if unit else name
            below.setdefault(ten * 10 + unit, [said])
    found = {said: float(value) for value, (said,) in below.items() if value > 1}
    for hundreds in range(1, 10):
        heads = [of["hundred"], *of.get("a_hundred", ())] if hundreds == 1 else [small[hundreds - 1] + of["hundreds"]]
        for head in heads:
            found[head] = found[head + of.get("plural", "")] = 100.0 * hundreds
            for value, (said,) in below.items():
                for joint in of["after_hundred"]:
                    found[f"{head}{joint}{said}"] = 100.0 * hundreds + value
    return found | {word: float(value) for word, value in of["words"].items()}


_WORD = re.compile(r"(?<![\w])[-−]?\d+|[^\W\d_]+|[,;:.!?()]")


def numbers(text: str, language: str) -> Counter[float]:
    """The numbers of a text, written in digits or words; one and zero are left out."""
    return Counter(value for _, value in _told(text, language))


def both_counted(pair: tuple[str, str]) -> tuple[str, str]:
    """The two languages where the number words of both are known; else two of which none is.

    Words that are known on one side alone would all be missing on the other.
    """
    return pair if set(pair) <= languages().keys() else ("", "")


def counts(texts: Sequence[str], pair: tuple[str, str]) -> list[Counter[float]]:
    """The numbers of two texts that can be compared: in digits, and in words where those of both languages are known.

    Else a word counts only where the other text has its number in digits: "trois" is found in "3 peones".
    """
    found = [*map(numbers, texts, both_counted(pair))]
    if both_counted(pair) == pair:
        return found
    words = [numbers(text, language) - own for text, language, own in zip(texts, pair, found, strict=True)]
    return [found[k] + (words[k] & (found[1 - k] - found[k])) for k in (0, 1)]


def number_places(text: str, language: str) -> list[tuple[int, str]]:
    """Where a text has which number, also a 1 in digits.

    Characters of the small letters that `normal` makes; numbers as they are shown.
    """
    return [(at, f"{value:g}") for at, value in _told(text, language, ones=True)]


@lru_cache(maxsize=1 << 14)  # a sentence is asked for to be matched, and again to be compared
def _told(text: str, language: str, ones: bool = False) -> list[tuple[int, float]]:
    known = languages().get(language, _UNKNOWN)
    found = []
    matches = list(_WORD.finditer(normal(text)))
    words = [match[0] for match in matches]
    at = 0
    while at < len(words):
        length, value = _said(words, at, known)
        if value is not None and (value not in (0, 1) or (ones and words[at] == "1")):
            found.append((matches[at].start(), value))
        at += length
    return found


def _said(words: Sequence[str], at: int, known: Language) -> tuple[int, float | None]:
    """How many words from one on are a number, and which; (1, None) if it is none."""
    word = words[at]
    if word[-1].isdecimal():
        return 1, float(word.replace("−", "-"))
    for length in range(min(LONGEST, len(words) - at), 1, -1) if word in known.firsts else ():
        *before, last = words[at : at + length]
        stem = found["stem"] if (found := known.made.fullmatch(last)) else last  # "vingt et unième"
        said = ((*before, one) for one in (last, stem, f"{stem}e"))
        value = next((known.several[one] for one in said if one in known.several), None)
        if value is not None:
            return length, value
    return 1, known.value(word)


SMALL = {
    name: frozenset(words.split())
    for name, words in {
        "fr": "le la les un une des du et est dans pour sur qui que il au aux par ses son ne pas",
        "en": "the a an of and is in for on who that it to by his her their they not with may must",
        "de": "der die das ein eine einen und ist im für auf wer dass er sie es den dem mit nicht zu",
    }.items()
}
"""Small words that tell a language."""


def _small(said: Sequence[str]) -> dict[str, int]:
    """How many small words of each language are among some words."""
    return {name: sum(word in small for word in said) for name, small in SMALL.items()}


def _words(witnesses: Iterable[Witness]) -> list[str]:
    return [word for one in witnesses for sentence in one.sentences for word in normal(sentence.text).split()]


def other_language(witness: Witness, named: str) -> str:
    """The language of a text, if it is clearly not the one named; "" otherwise."""
    said, language = _words([witness]), primary(named)
    counts = _small(said)
    most = max(counts, key=lambda name: counts[name])
    if language in counts:
        clear = counts[most] > CLEARLY * counts[language]
    else:  # which may share small words with one that is known, but not many of them
        clear = counts[most] >= SHARE * len(said) and len(SMALL[most].intersection(said)) >= MANY * len(SMALL[most])
    return most if clear and counts[most] > CLEAR else ""


CLEAR, CLEARLY = 10, 3  # small words that tell a language, and how often as many as of the one named
SHARE, MANY = 0.17, 0.4  # of all words (Catalan has 0.14 of the French ones), and of the small words of a language


def told_language(*witnesses: Witness) -> str:
    """The language of some texts, by its small words; French where that is not clear."""
    counts = _small(_words(witnesses))
    return max(counts, key=lambda name: (counts[name], name == "fr"))


def source_language(witness: Witness) -> str:
    """The language of a text as `told_language`, but `UNKNOWN` where many words have hardly a small one of it.

    A text that says the same again and again has few small words, but many among its different words.
    """
    said, language = _words([witness]), told_language(witness)
    few = all(_small(some)[language] < HARDLY * len(some) for some in (said, list(set(said))))
    return UNKNOWN if len(said) >= MANY_WORDS and few else language


UNKNOWN = "und"  # the tag (BCP 47) of a language that is not known
MANY_WORDS, HARDLY = 40, 0.11  # of our texts none has less than 0.12; of French in Italian, it is 0.09
