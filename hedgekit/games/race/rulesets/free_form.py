"""Read rule sets in free form: `[9, 13]`, "9, 13", "jostling and the tube", "Le tunnel 3 joueurs"; suggest names."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from .... import games as collection
from ....text import words
from ....text.errors import NotationError
from ..variants.house_rules.registry import Registry

_WHO = r"(?:players?|joueurs?|spielern?)"
_PLAYERS = re.compile(rf"\b{_WHO}\s*=\s*(\d+)|\b(?:for |pour |für |mit |à )?(\d+)\s*{_WHO}\b(?!\s*=)", re.I)
_OUTSIDE = r"(?![^\[]*\])"  # not within the brackets of options
_SIGN, _WORD = re.compile(r"[+,;&]" + _OUTSIDE), re.compile(r"\b(?:and|et|und|with|avec|mit)\b" + _OUTSIDE)
_ARTICLE = re.compile(r"^(?:the|an?|les?|la|l|der|die|das) ")


def join_variants(variants: object) -> str:
    """Return a number, or several variants, in the notation; NotationError for anything else."""
    if isinstance(variants, int) and not isinstance(variants, bool):
        return str(variants)
    if not isinstance(variants, Iterable) or isinstance(variants, (bytes, bytearray)):
        raise NotationError("error.rules.kind", kind=type(variants).__name__)
    return "+".join(str(one) for one in variants) or "0"


def to_notation(text: str, registry: Registry) -> str:
    """Convert a rule set in free form to the notation; "" if it is none.

    NotationError for a misspelt name, with suggestions.
    """
    counts = [one or other for one, other in _PLAYERS.findall(text)]
    rest, found = _PLAYERS.sub(" ", text).strip(" ,;"), list[str]()
    for part in [rest] if _number(rest, registry) else map(str.strip, _SIGN.split(rest)):
        for name in [part] if _number(part, registry) else map(str.strip, _WORD.split(part)):
            bare, _, options = name.partition("[")
            numbers = _number(bare.strip(), registry)
            if not numbers:
                near, at = _near(bare, registry), max(text.find(name), 0)
                if near == [bare.strip()]:
                    raise NotationError("error.rules.game", text, 0, name=near[0])
                if near:
                    raise NotationError("error.rules.near", text, at, name=bare.strip()[:24], near=near)
                return ""
            found += numbers
            found[-1] += "[" + re.sub(r"\s+", "", options) if options else ""
    return "+".join(found) + "".join(f" players={count}" for count in counts)


def _number(name: str, registry: Registry) -> list[str]:
    """Return the variants that a name, or several numbers, stand for, in the notation; [] for anything else."""
    if re.fullmatch(r"\d+(\s+\d+)*", name):
        return name.split()
    titles = dict(_titles(registry))
    number = titles.get(_plain(name))
    if number is None and registry.number(name) is not None:
        return [name]
    return [] if number is None else [number]


def _titles(registry: Registry) -> Iterator[tuple[str, str]]:
    """Yield every title of every variant, in every language, with the variant in the notation."""
    for language in words.languages():
        table = words.table_of(language, registry.rule_texts)
        for number in registry.variants:
            title = table.get(f"variant.{number}.title", "")
            if title and not title.startswith("["):  # a marked title of another language
                yield _plain(title), str(number)


def _plain(name: str) -> str:
    """Return a name without capitals, accents, hyphens and article."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    bare = " ".join(re.sub(r"[^a-z0-9ß]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).split())
    return _ARTICLE.sub("", bare)


def _near(name: str, registry: Registry) -> list[str]:
    """Return similar names, with the numbers of their variants."""
    titles, plain, games = dict(_titles(registry)), _plain(name), {*collection.names()} - {collection.RACE}
    within = [title for title in titles if len(plain) > 3 and re.search(rf"\b{re.escape(plain)}", title)]
    near = within[:3] or get_close_matches(plain, [*titles, *games], 2, 0.7)
    return [f"{titles[title]} ({title})" if title in titles else title for title in near]
