"""General knowledge of French: words, numbers, negations, modal verbs, small words, stems.

Nothing here knows the documents.  Lists are closed classes of any grammar; stems are Snowball's.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from .witness import Sentence

SOFT_HYPHEN = "\u00ad"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NUMBERS = {
    "zéro": 0, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
    "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15, "seize": 16, "vingt": 20, "trente": 30,
    "quarante": 40, "cinquante": 50, "soixante": 60, "cent": 100, "mille": 1000,
}  # fmt: skip
ORDINALS = {
    "premier": 1, "première": 1, "premiers": 1, "premières": 1, "second": 2, "seconde": 2, "seconds": 2, "secondes": 2,
    "deuxième": 2, "troisième": 3, "quatrième": 4, "cinquième": 5, "sixième": 6, "septième": 7, "huitième": 8,
}  # fmt: skip
MULTIPLES = {"double": 2, "triple": 3, "quadruple": 4, "moitié": 0.5, "tiers": 1 / 3}

FIRST_HALF = {"ne", "n'"}
SECOND_HALF = _words("""
    pas plus jamais rien aucun aucune personne que qu' point guère ni nul nulle nullement aucunement
""")
NEGATIONS = FIRST_HALF | _words("pas jamais rien aucun aucune personne guère ni nul nulle non sans")
# Verbs whose "ne" may stand alone, and what "ne" may stand alone after.
BARE = re.compile(
    r"(?:peu[xt]|peuvent|pou(?:vons|vez|vai\w+|rr\w+)|pu\w*|puisse\w*|cess\w+|os\w+|sai[st]|saurai\w*|sache\w*)$"
)
EXPLETIVE = re.compile(
    r"\b(?:avant qu|à moins qu|de peur qu|de crainte qu|sans qu|empêche\w* qu|plus \w+ qu|moins \w+ qu)\W?"
)

MODALS = {
    "must": (
        r"doi[st]|doivent|dev(?:ons|ez|r\w+|ai\w+)|dû|due?s?|faut|fau(?:dra|drait)|fallait|oblig\w+|impérati\w+"
        r"|nécessair\w+|exig\w+|contraint\w*|forc\w+"
    ),
    "may": (
        r"peu[xt]|peuvent|pou(?:voir|vons|vez|vai\w+|rr\w+)|puisse\w*|facultati\w+|éventuel\w*|possib\w+|autoris\w+"
        r"|permet\w*|permis\w*"
    ),
}
_MODALS = {kind: re.compile(f"(?:{forms})$") for kind, forms in MODALS.items()}

# Words that carry no meaning of their own when they come and go.
FUNCTION = _words("""
    le la les l' un une des du de d' à au aux en y et que qu' qui dont où ce cet cette ces c' ceci cela ça il elle ils
    elles on se s' lui leur leurs son sa ses est sont a ont été être avoir dans pour par sur avec alors donc ainsi ici
    aussi bien tout toute tous toutes même puis comme celui celle ceux celles autre autres lors soit si car n' ne
    m' t' j' je tu nous vous me te mon ma mes notre nos votre vos
""")
# Small words whose exchange changes the sense all the same; heavy ones change it by coming or going alone.
HEAVY = _words("et ou mais sans avec si sauf sur sous avant après plus moins chaque aucun seul seule contre hors")
WEIGHTY = HEAVY | _words("tout tous toute toutes même pour dans leur leurs son sa ses")
# Alike in letters, different in sense: never a misprint of one another.
CONFUSABLE = (
    {"dessus", "dessous"}, {"dernier", "premier"}, {"dernière", "première"}, {"ligne", "signe"}, {"pile", "file"},
    {"marque", "manque"}, {"entrer", "rentrer"}, {"passer", "poser"}, {"monter", "montrer"}, {"prendre", "perdre"},
    {"poser", "pousser"}, {"lancer", "placer"}, {"avancer", "lancer"}, {"toucher", "coucher"}, {"sortir", "partir"},
)  # fmt: skip

# Where a line cannot end: something has to follow.
OPENERS = FUNCTION - _words("""
    est a y été lui ça cela ça ceci ici tout tous toutes toute bien ainsi aussi alors donc même autres autre être avoir
""")

_TOKEN = re.compile(
    r"(?P<no>\b[Nn](?:[°º]|os?\b|os?(?=\d)|o\.)(?=\s*\d))"
    r"|(?P<number>(?:(?<![\w)])[-−](?=\d))?\d+(?:[.,]\d+)?)"
    r"|(?P<word>[^\W\d_]+(?:\u00ad[^\W\d_]+)*(?:['\u2019\u02bc](?=\w))?)"
    r"|(?P<sign>[+=])"
)


@dataclass(frozen=True)
class Token:
    """A word, number or sign: how it is compared, and where it stands in its sentence."""

    norm: str
    raw: str
    start: int
    end: int
    sentence: Sentence

    @property
    def line(self) -> int:
        """The line it stands on."""
        return self.sentence.line(self.start)

    @property
    def value(self) -> float | None:
        """The value of a number or number word; None for any other word."""
        return number_of(self.norm)

    @cached_property
    def plain(self) -> str:
        """Without accents."""
        return unaccented(self.norm)


def tokens(sentence: Sentence) -> list[Token]:
    """The words, numbers and signs of a sentence."""
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
    return found


@lru_cache(maxsize=1 << 16)
def normal(word: str) -> str:
    """A word as it is compared: small letters, one kind of apostrophe, no ligature."""
    word = unicodedata.normalize("NFC", word).casefold().replace(SOFT_HYPHEN, "")
    return word.replace("\u2019", "'").replace("\u02bc", "'").replace("œ", "oe").replace("æ", "ae")


@cache
def unaccented(word: str) -> str:
    """A word without accents."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


def letters(text: str) -> str:
    """Only the letters and digits of a text, as compared."""
    return re.sub(r"[\W_]", "", normal(text))


def number_of(norm: str) -> float | None:
    """The value of a compared word that is a number; None if it is none."""
    if norm.startswith("#"):
        try:
            return float(norm[1:])
        except ValueError:
            return None
    if norm in ORDINALS:
        return ORDINALS[norm]
    return MULTIPLES.get(norm)


@cache
def _stemmer() -> object:
    import snowballstemmer  # type: ignore[import-untyped]

    return snowballstemmer.stemmer("french")


@cache
def stem(norm: str) -> str:
    """What inflected forms of a word share, without accents; the Snowball stem."""
    return unaccented(_stemmer().stemWord(norm.rstrip("'")))  # type: ignore[attr-defined]


def modality(norm: str) -> str | None:
    """What a word says of duty: "must", "may", or None."""
    return next((kind for kind, forms in _MODALS.items() if forms.match(norm)), None)


def content(norm: str) -> bool:
    """Does the word carry meaning by itself?"""
    return norm not in FUNCTION and norm not in {"n°", "=", "plus"}


def stems(text: str) -> frozenset[str]:
    """The stems of the content words of a short text such as a title; numbers as they are."""
    found = tokens(Sentence(text, ((0, 0),)))
    return frozenset(
        token.norm if token.value is not None else stem(token.norm) for token in found if content(token.norm)
    )


def confusable(one: str, other: str) -> bool:
    """Are these two different words, however alike?"""
    return any(one in pair and other in pair for pair in CONFUSABLE)
