"""Number words in the languages a translation may be in; any other is checked by its digits."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .french import NUMBERS, normal

SHORTEST = 3  # letters of a word that a number begins


@dataclass(frozen=True)
class Language:
    """What is known of a language: number word -> value, and what joins such a word to another ("er": Sechserpasch)."""

    numbers: Mapping[str, float]
    joined: str = ""

    def value(self, word: str) -> float | None:
        """The number that a word is or begins with; None if it is none."""
        if word in self.numbers or not self.joined:
            return self.numbers.get(word)
        first, joint, rest = word.partition(self.joined)
        return self.numbers.get(first) if joint and len(rest) >= SHORTEST else None


@cache
def languages() -> Mapping[str, Language]:
    """French, and those of `languages.toml`."""
    found = tomllib.loads(files(__package__).joinpath("languages.toml").read_text("utf-8"))
    known = {
        name: {**(_numbers(of["numbers"]) if "numbers" in of else NUMBERS), **_numbers(of["ordinals"])}
        for name, of in found.items()
    }
    return {name: Language(words, found[name].get("joined", "")) for name, words in known.items()}


def _numbers(text: str) -> Mapping[str, float]:
    return {word: value for value, words in enumerate(text.split(), 2) for word in words.split("/")}


_WORD = re.compile(r"(?<![\w])[-−]?\d+|[^\W\d_]+")


def numbers(text: str, language: str) -> Counter[float]:
    """The numbers of a text, written in digits or words; one and zero are left out."""
    known = languages().get(language, Language({}))
    found: Counter[float] = Counter()
    for word in _WORD.findall(normal(text)):
        value = float(word.replace("−", "-")) if word[-1].isdecimal() else known.value(word)
        if value is not None and value not in (0, 1):
            found[value] += 1
    return found
