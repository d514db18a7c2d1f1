"""Tokens of a sentence, and the closed classes of French words (`french.toml`): negations, modals, function words."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any

from ..witness import Sentence
from .dictionary import stemmed

SOFT_HYPHEN = "\u00ad"


@cache
def lists() -> dict[str, Any]:
    """Return the word lists of `french.toml`."""
    return tomllib.loads(files(__package__).joinpath("french.toml").read_text("utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(lists()[name].split())


NUMBERS: Mapping[str, float] = lists()["numbers"]
_VALUES: Mapping[str, float] = {**lists()["ordinals"], **lists()["multiples"]}
FIRST_HALF, SECOND_HALF = _words("first_half"), _words("second_half")
NEGATIONS = FIRST_HALF | _words("denying")
BARE, EXPLETIVE = (re.compile(lists()[name]) for name in ("bare", "expletive"))
FUNCTION, HEAVY = _words("function"), _words("heavy")
WEIGHTY = HEAVY | _words("weighty")
SEVERAL_THINGS = _words("several_things")
PREFIXES = _words("prefixes")
ROOT = 4  # letters of a word after a prefix, at least
OPENERS = FUNCTION - _words("closing")
"""Words at which a line cannot end."""
_DUTY = {kind: re.compile(f"(?:{forms})$") for kind, forms in lists()["duty"].items()}
_INFLECTED = re.compile(r"e?s?$")  # number and gender
_CONFUSABLE = tuple(
    (frozenset(pair.split()), frozenset(_INFLECTED.sub("", word) for word in pair.split()))
    for pair in lists()["confusable"]
)

_TOKEN = re.compile(
    r"(?P<no>\b[Nn](?:[°º]|[Oo][Ss]?\b|[Oo][Ss]?(?=\d)|[Oo]\.)(?=\s*\d))"
    r"|(?P<scanned>(?<!\w)(?!1(?:[eè]re?|st)\b|5(?:e|th)\b)(?:[015][^\W\d_]{2,}|[^\W\d_]+[0158][^\W\d_]+|[^\W\d_]{3,}[15](?![\w.,]\d))(?:[0158]?[^\W\d_]+)*'?)"
    r"|(?P<number>(?:(?<![\w)])[-−](?=\d))?\d+(?:[.,]\d+)?)"
    r"|(?P<word>[^\W\d_]+(?:\u00ad[^\W\d_]+)*(?:['\u2019\u02bc](?=\w))?)"
    r"|(?P<sign>[+=])"
)


@dataclass(frozen=True)
class Token:
    """A word, number or sign of a sentence: its normalized and its raw form, and its range of characters."""

    norm: str
    raw: str
    start: int
    end: int
    sentence: Sentence

    @property
    def line(self) -> int:
        """The line on which it starts."""
        return self.sentence.line(self.start)

    @property
    def value(self) -> float | None:
        """The value of a number or number word; None for any other word."""
        return number_of(self.norm)

    @cached_property
    def plain(self) -> str:
        """The normalized form without accents."""
        return unaccented(self.norm)


@lru_cache(maxsize=1 << 12)  # needed for aligning, comparing and checking
def tokens(sentence: Sentence) -> tuple[Token, ...]:
    """Return the words, numbers and signs of a sentence."""
    found = []
    for match in _TOKEN.finditer(sentence.text):
        raw = match.group()
        if match["no"]:
            norm = "n°"
        elif match["sign"]:
            norm = {"+": "plus"}.get(raw, raw)
        elif match["number"]:
            norm = f"#{float(raw.replace('−', '-').replace(',', '.')):g}"
        else:
            norm = normal(raw)
            if norm in NUMBERS:
                norm = f"#{NUMBERS[norm]}"
        found.append(Token(norm, raw, match.start(), match.end(), sentence))
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def normal(word: str) -> str:
    """Return the normalized form of a word: lower case, one kind of apostrophe, no ligatures or soft hyphens."""
    word = unicodedata.normalize("NFC", word).casefold().replace(SOFT_HYPHEN, "")
    return word.replace("\u2019", "'").replace("\u02bc", "'").replace("œ", "oe").replace("æ", "ae")


@cache
def unaccented(word: str) -> str:
    """Return a word without accents."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


_GLYPHS = [("rn", "m"), ("cl", "d"), ("ii", "u"), ("vv", "w")]
_GLYPH = str.maketrans("015|!l8hueéèêëáàâîïôûùyqfçv", "oisiiibbncccccaaaiionnvgtcv")


@cache
def glyphs(norm: str) -> str:
    """Return a word with letters that OCR confuses made the same: "rn" and "m", "l" and "1"."""
    for several, one in _GLYPHS:
        norm = norm.replace(several, one)
    return unaccented(norm).translate(_GLYPH).replace("e", "c")


def letters(text: str) -> str:
    """Return only the letters and digits of a text, normalized."""
    return re.sub(r"[\W_]", "", normal(text))


def number_of(norm: str) -> float | None:
    """Return the value of a normalized number or number word; None for any other word."""
    if norm.startswith("#"):
        try:
            return float(norm[1:])
        except ValueError:
            return None
    return _VALUES.get(norm)


@cache
def stem(norm: str) -> str:
    """Return the Snowball stem of a French word, without accents."""
    return unaccented(stemmed(norm.rstrip("'"), "fr"))


def modality(norm: str) -> str | None:
    """Return "must" or "may" for a form of a modal verb, else None."""
    return next((kind for kind, forms in _DUTY.items() if forms.match(norm)), None)


def is_content_word(norm: str) -> bool:
    """Return whether a word carries meaning by itself."""
    return norm not in FUNCTION and norm not in {"n°", "=", "plus"}


def stems(text: str) -> frozenset[str]:
    """Return the stems of the content words of a short text such as a title; numbers stay as they are."""
    found = tokens(Sentence.on(0, text))
    return frozenset(
        token.norm if token.value is not None else stem(token.norm) for token in found if is_content_word(token.norm)
    )


def share_root(one: str, other: str) -> bool:
    """Return whether two words differ only by a prefix: "retourné" and "détourné"."""
    roots = [
        {word[len(prefix) :] for prefix in PREFIXES if word.startswith(prefix) and len(word) - len(prefix) >= ROOT}
        for word in (one, other)
    ]
    return bool(roots[0] & (roots[1] | {other}) or one in roots[1])


def are_confusable(one: str, other: str) -> bool:
    """Return whether these are different words that are easily confused."""
    bare = frozenset((_INFLECTED.sub("", one), _INFLECTED.sub("", other)))
    return any((one in pair and other in pair) or (len(bare) == 2 and bare == bases) for pair, bases in _CONFUSABLE)
