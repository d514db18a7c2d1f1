"""Read numbers of players in a heading or on the line below: digits, brackets, words."""

import re
from dataclasses import replace
from itertools import pairwise

from ..language.languages import languages
from ..witness import Players
from .headings import AT_TABLE, COUNTS, LONGEST_TITLE, Heading, counts

MOST_PLAYERS = 99
FEW = 0.3  # share of headings with numbers of players, below which a number is rather part of a title

_PEOPLE = r"(?:joueurs?|joueuses?|players?|spielern?|personnes?|personen|people|persons|j\.|pers\.|sp\.)"
_TO = r"(?:à|a|to|bis|-|–|—)"
_AND = r"(?:,|/|et|ou|and|or|und|oder)"
_COUNT = r"(?:\d{1,2}|[^\W\d_]{2,10})"
_COUNTED = rf"{_COUNT}(?:\s*{_TO}\s*{_COUNT}|(?:\s*{_AND}\s*{_COUNT}){{0,12}})"
_IN_WORDS = re.compile(
    rf"(?:\s*(?:[(\[]|[,:|–—-])\s*(?:pour|for|für|de|von|from)?|\s+(?:pour|for|für)(?=\s+{_COUNT}\s*(?:{_TO}|{_AND})\s)|^)\s*"
    rf"(?:{_PEOPLE}\s*:?\s*)?(?P<counted>{_COUNTED})\s+{_PEOPLE}(?:\s*[)\]])?\s*\.?$",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    rf"(?:^|[\s,–—-]+)[(\[]?\s*(?:(?:nombre de\s+)?{_PEOPLE}|number of players|spielerzahl)\s*:"
    rf"\s*(?:(?P<counts>{COUNTS}|[^()\[\]]*?\d[^()\[\]]*?(?:\([^()]*\)[^()\[\]]*)*)|(?P<counted>{_COUNTED}))\s*[)\]]?\s*$",
    re.IGNORECASE,
)
_SEVERAL = rf"(?P<counts>{COUNTS}(?:\s+{COUNTS})*)"
_FOR = rf"(?:(?:pour|for|für)\s+)?{_SEVERAL}(?:\s+{_PEOPLE})?"
_ENCLOSED = re.compile(rf"\s*(?P<open>[(\[{{])\s*{_FOR}\s*[)\]}}]\s*$", re.IGNORECASE)
_PLAIN = re.compile(rf"\s*[:,|–—-]?\s+{_FOR}\s*:?\s*$", re.IGNORECASE)
_ALONE = re.compile(rf"\s*{_FOR}\s*$", re.IGNORECASE)


def with_players(title: str) -> tuple[str, Players]:
    """Split a heading into the title and the numbers of players at its end: the longest end that matches a form."""
    best: tuple[int, Players] | None = None
    for pattern in (_IN_WORDS, _LABELLED, _ENCLOSED, _PLAIN):
        ends = (match for k in range(len(title)) if (match := pattern.match(title, k)))  # longest first
        for match in ends:
            players = _players(match)
            if players.all and title[: match.start()].strip(" :|-–—."):
                if best is None or match.start() < best[0]:
                    best = match.start(), players
                break
    return (title[: best[0]].rstrip(" :,|-–—.…"), best[1]) if best else (title, Players())


def players_below(text: str) -> Players:
    """Return the numbers of players on a line with nothing else; none for other lines."""
    if len(text) > LONGEST_TITLE:
        return Players()
    for pattern in (_ALONE, _ENCLOSED, _LABELLED, _IN_WORDS):
        match = pattern.match(text)
        if match and (players := _players(match)).all:
            return players
    return Players()


def _players(match: re.Match[str]) -> Players:
    found = match.groupdict()
    if found.get("counts"):
        read = counts(re.sub(r"\s*(?:à|to|bis)\s*", "-", found["counts"]))
        if not read or not all(1 <= n <= AT_TABLE for n in read[0].all):
            return Players()
        in_brackets = found.get("open") == "(" and not read[0].possible  # see `restore_title_numbers`
        return Players((), read[0].advised) if in_brackets else read[0]
    return _in_words(found["counted"]) if found.get("counted") else Players()


def _in_words(text: str) -> Players:
    """Read numbers of players, single or as a range, in digits or words."""
    values = [
        number_value(word) for word in re.findall(r"\d+|[^\W\d_]{2,}", text) if not re.fullmatch(rf"{_TO}|{_AND}", word)
    ]
    numbers = [int(value or 0) for value in values]
    if not numbers or any(one > two for one, two in pairwise([1, *numbers])) or numbers[-1] > MOST_PLAYERS:
        return Players()
    if len(numbers) == 2 and re.search(rf"(?<![^\W\d_]){_TO}(?![^\W\d_])", text, re.IGNORECASE):
        return Players(tuple(range(numbers[0], numbers[1] + 1)))
    return Players(tuple(numbers))


def number_value(word: str) -> float | None:
    """Return the value of a number in digits or words of any known language; None for any other word."""
    if word.isdecimal():
        return float(word)
    return next((of.numbers[word.casefold()] for of in languages().values() if word.casefold() in of.numbers), None)


def restore_title_numbers(headings: list[Heading]) -> list[Heading]:
    """Move a number at the end back into the title if few headings have numbers of players.

    If most headings have all their numbers in brackets, the brackets mean nothing, and the numbers are recommended.
    """
    counted = [one for one in headings if one.players.all]
    if len(counted) < FEW * len(headings):
        single = {id(one) for one in counted if len(one.players.advised) == 1 and not one.players.possible}
        return [
            replace(one, title=f"{one.title} {one.players}", players=Players()) if id(one) in single else one
            for one in headings
        ]
    mixed = any(one.players.advised and one.players.possible for one in counted)
    if mixed or sum(bool(one.players.advised) for one in counted) * 2 > len(counted):
        return headings
    return [replace(one, players=Players(tuple(sorted(one.players.all)))) for one in headings]
