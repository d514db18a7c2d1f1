"""Who acts in a sentence and who is acted upon, and the steps that it lists."""

import re
from functools import cache, lru_cache

from ..language.concepts import CLAUSE, places, plainly, table
from ..language.patterns import Pattern, Patterns, compiled
from ..language.tokens import normal

RESULTS = ("winner", "loser")  # what one is, which is no part in a deed
LEAD = 16  # characters before an actor in which its article or preposition stands


def actors(language: str) -> tuple[str, ...]:
    """The names of those who act."""
    return tuple(of["name"] for of in table()["actor"] if language in of)


@cache
def _actors(language: str) -> tuple[Patterns, dict[str, re.Pattern[str]], re.Pattern[str]]:
    """Actors by name; what stands before one that acts or is acted upon; what tells a passive."""
    of_all = table()
    who = Patterns({of["name"]: Pattern(of[language]) for of in of_all["actor"]})
    told = of_all["part"][language]
    parts = {part: re.compile(rf"(?<!\w)(?:{told[part]})\Z") for part in ("agent", "giver", "object", "becomes")}
    parts["is"] = re.compile(rf"(?:{told['is']})(?!\w)")
    return who, parts, re.compile(rf"(?<!\w)(?:{told['passive']})(?!\w)")


@lru_cache(maxsize=1024)
def _named(text: str, language: str) -> list[tuple[int, int, str]]:
    """Where a text names which actor: beginning, end, name."""
    spans = _actors(language)[0].spans(plainly(text, language))
    return [(*span, name) for name, several in spans.items() for span in several]


def acting(text: str, language: str) -> list[str]:
    """The actors of a text, each once: who acts before who is acted upon.

    In the order of the words, but an agent with "by", and from whom something is received, comes first in its clause,
    and what is declined as an object in German comes after.
    """
    _, parts, passive = _actors(language)
    plain = plainly(text, language)
    named = _named(text, language)
    found = [one for one in named if not any(o[0] <= one[0] and one[1] <= o[1] and o != one for o in named)]
    received = places(text, language)["receive"]
    told: list[tuple[int, int, int, str]] = []  # clause, part, place, name
    for start, end, name in sorted(found):
        before = plain[max(0, start - LEAD) : start]
        if name in RESULTS and (parts["becomes"].search(before) or parts["is"].match(plain, end)):
            continue  # "the first player is the winner", "the winner is the first player"
        by = (parts["agent"].search(before) and passive.search(plain)) or (
            parts["giver"].search(before) and any(at < start for at in received)
        )
        part = -1 if by else 1 if parts["object"].search(before) else 0
        told.append((len(CLAUSE.findall(plain, 0, start)), part, start, name))
    names = [name for *_, name in sorted(told)]
    return [name for name in names if names.count(name) == 1]


def givers(text: str, language: str) -> frozenset[str]:
    """Who gives, of the actors of a text: the one from whom something is received, or the one who gives it."""
    parts = _actors(language)[1]
    plain, said = plainly(text, language), places(text, language)
    found = [(start, name) for start, _, name in _named(text, language)]
    sources = {name for at, name in found if parts["giver"].search(plain[max(0, at - LEAD) : at])}
    if said["receive"]:
        return frozenset(sources)
    to = _TO[language]
    doers = [one for one in sorted(found) if not to.search(plain[max(0, one[0] - LEAD) : one[0]])]
    return frozenset(name for at, name in doers if said["give"] and at < said["give"][-1] and name not in sources)


_TO = {
    "fr": re.compile(r"\b(?:à|aux?|chez)(?: (?:le|la|les|son|sa|ses|leurs?|un|une|chaque|tous les|l'))? ?\Z"),
    "en": re.compile(r"\b(?:to|for)(?: (?:the|his|her|their|an?|each|every|your|all))? \Z"),
    "de": re.compile(r"\b(?:dem|den|einem|seinem|ihrem|jedem|jeden|diesem|allen|an \w+) \Z"),
}


def is_turned(text: str, language: str) -> bool:
    """Does a text name the doer last: "a lower card is beaten by a higher one"?"""
    plain = plainly(text, language)
    passive = _actors(language)[2].search(plain)
    return passive is not None and _BY[language].search(plain, passive.start()) is not None


_BY = {"fr": re.compile(r"\bpar\b"), "en": re.compile(r"\bby\b"), "de": re.compile(r"\b(?:von|vom|durch)\b")}


def is_passive(text: str, language: str) -> bool:
    """Does a text say that something is done to somebody: a form of the auxiliary is there."""
    return _actors(language)[2].search(normal(text)) is not None


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
