"""Steps of a rule that are told in their order, and which of two parts of a sentence comes first."""

import re
from functools import cache

from .concepts import CLAUSE, plainly, table
from .patterns import compiled


@cache
def _steps(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    told = table()["steps"][language]
    return compiled(told["begin"]), compiled(told["other"]), compiled(told["opens"])


def begins_step(word: str, language: str) -> bool:
    """Is a word one that begins a step, such as "then", or tells that it is the first or the last?"""
    return any(_steps(language)[k].fullmatch(word) for k in (0, 2))


_AT_WILL = re.compile(  # a condition that puts no step in another place
    r",? ?\b(?:s'(?:il|elle)s? l(?:e|a) (?:souhait|désir)\w+|s'(?:il|elle)s? l(?:e|a) veu(?:t|lent)|s'il en a envie"
    r"|if (?:you|he|she|they) (?:so )?(?:wish|want|like|desire|choose)(?:s|es)?(?: to)?"
    r"|wenn (?:er|sie|man|du|ihr) (?:es )?(?:möchte|will|wünscht|mag|willst|magst|wollen|wollt))\b,?"
)


def steps(text: str, language: str) -> list[int]:
    """Where the steps of a text begin that are told in their order: "first …, then …"; none if they are not."""
    begins, other, _ = _steps(language)
    plain = _AT_WILL.sub(lambda found: " " * len(found[0]), plainly(text, language))
    if not begins.search(plain) or other.search(plain):
        return []
    first = _JOINED.search(plain)  # before that, "then" comes after the sentence before: "it is then passed on"
    later = {m.start() for m in begins.finditer(plain) if first and m.start() >= first.start()}
    return [0, *sorted({match.end() for match in CLAUSE.finditer(plain)} | later)]


_JOINED = re.compile(rf"{CLAUSE.pattern}|\b(?:et|puis|and|und)\b")


_LINKS = {  # what the later of two begins with; what the earlier begins with; what the later goes on with
    "fr": (
        r"avant(?! tout)",
        r"après(?! quoi)|une fois|dès que|jusqu'à ce qu|jusqu'à|quand|lorsqu\w*",
        r"puis|ensuite|après quoi",
    ),
    "en": (r"before", r"after|once|as soon as|until|when", r"then|afterwards|next"),
    "de": (r"bevor|ehe|vor(?= \w+ \w)", r"nachdem|sobald|nach(?= \w+ \w)|wenn|bis", r"dann|danach|anschliessend"),
}


_PHRASE = re.compile(r"\w+(?: \w+){1,2}")


def ranks(text: str, language: str) -> list[tuple[int, int, int]]:
    """The parts of a text that tells of two after one another: (beginning, end, 0 for the earlier and 1 for the later).

    The last is the rest of the text. None if it tells of more than two, or of one.
    """
    plain = plainly(text, language)
    found = [
        (match.start(), kind, match[0])
        for kind, link in enumerate(_LINKS[language])
        for match in re.finditer(rf"(?<!\w)(?:{link})(?!\w)", plain)
    ]
    if len(found) != 1:
        return []
    at, kind, link = found[0]
    close = CLAUSE.search(plain, at)
    if kind < 2 and not plain[:at].strip() and (not close or not plain[close.end() :].strip()):
        return []  # "after moving you may slide one": nothing tells where the first part ends
    end = close.start() if close and kind < 2 else len(plain)
    if link in ("vor", "nach"):  # "nach dem Ziehen"
        phrase = _PHRASE.match(plain, at)
        if not phrase:  # "Man rückt nach."
            return []
        end = phrase.end()
    rank = 0 if kind == 1 else 1
    return [(at, end, rank), (0, len(plain), 1 - rank)]
