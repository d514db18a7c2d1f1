"""What a rule turns on, in any language of `concepts.toml`: negation, duty, direction, order, quantity, duration."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from .french import normal

BETWEEN = 6  # words between a modal verb and the word that denies it
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?'?|\d+")
_CLAUSE = re.compile(r"[,;:.!?()—–]")
_SET_IN = re.compile(r",[^,;:.!?()—–]{1,90},")


@dataclass(frozen=True)
class Concept:
    """A concept by its name: groups it is confused in, does its loss alone tell, what it stands against, patterns."""

    name: str
    group: str
    one_sided: bool
    against: Sequence[str]
    patterns: Mapping[str, re.Pattern[str]]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("concepts.toml").read_text("utf-8"))


@cache
def known() -> frozenset[str]:
    """The languages in which concepts are known."""
    return frozenset(_table()["duty"])


@cache
def concepts() -> tuple[Concept, ...]:
    """All concepts but duty."""
    return tuple(
        Concept(
            of["name"],
            of.get("group", ""),
            of.get("one_sided", False),
            of.get("against", "").split(",") if "against" in of else (),
            {language: re.compile(rf"(?<!\w)(?:{of[language]})(?:(?<=')|(?!\w))") for language in known()},
        )
        for of in _table()["concept"]
    )


@lru_cache(maxsize=4096)  # a sentence is asked for to be matched, and again to be compared
def places(text: str, language: str) -> Mapping[str, Sequence[int]]:
    """Where a text says which concept: name -> places, ascending."""
    plain = plainly(text, language)
    found = {of.name: [m.start() for m in of.patterns[language].finditer(plain)] for of in concepts()}
    if language == "fr":
        found["negation"] = sorted([*found["negation"], *_verbless(plain)])
    return found


def actors(language: str) -> tuple[str, ...]:
    """The names of those who act."""
    return tuple(_actors(language)[0])


@cache
def _actors(language: str) -> tuple[dict[str, re.Pattern[str]], dict[str, re.Pattern[str]], re.Pattern[str]]:
    """Actors by name; what stands before one that acts or is acted upon; what tells a passive."""
    table = _table()
    who = {of["name"]: re.compile(rf"(?<!\w)(?:{of[language]})(?!\w)") for of in table["actor"]}
    told = table["part"][language]
    parts = {part: re.compile(rf"(?<!\w)(?:{told[part]})\Z") for part in ("agent", "giver", "object")}
    return who, parts, re.compile(rf"(?<!\w)(?:{told['passive']})(?!\w)")


def acting(text: str, language: str) -> list[str]:
    """Who acts, before those to whom it is done: the actors of a text, each that is named once.

    In the order of the words, but an agent with "by", and from whom something is received, comes first in its clause,
    and what is declined as an object in German comes after.
    """
    who, parts, passive = _actors(language)
    plain = plainly(text, language)
    found: list[tuple[int, int, str]] = []  # beginning, end, name
    for name, pattern in who.items():
        found += [(*match.span(), name) for match in pattern.finditer(plain)]
    found = [one for one in found if not any(o[0] <= one[0] and one[1] <= o[1] and o != one for o in found)]
    received = places(text, language)["receive"]
    told: list[tuple[int, int, int, str]] = []  # clause, part, place, name
    for start, _, name in sorted(found):
        before = plain[max(0, start - LEAD) : start]
        by = (parts["agent"].search(before) and passive.search(plain)) or (
            parts["giver"].search(before) and any(at < start for at in received)
        )
        part = -1 if by else 1 if parts["object"].search(before) else 0
        told.append((len(_CLAUSE.findall(plain, 0, start)), part, start, name))
    names = [name for *_, name in sorted(told)]
    return [name for name in names if names.count(name) == 1]


LEAD = 16  # characters before an actor in which its article or preposition stands

_STOP = re.compile(r"[.;:!?]")
_HALF = re.compile(r"(?<!\w)(?:ne |n'|sans )")
_BARE = re.compile(r"(?<!\w)(?:jamais|aucune?|rien|personne)(?!\w)|(?:^|(?<=[,;:.!?(] )|(?<=mais )|(?<=et ))pas(?= )")


def _verbless(plain: str) -> list[int]:
    """Negations of French without a verb: "aucun contre trois"."""
    found, start = [], 0
    for end in [*(match.end() for match in _CLAUSE.finditer(plain)), len(plain)]:
        bare = _BARE.search(plain, start, end)
        stop = _STOP.search(plain, end)
        if bare and not _HALF.search(plain, start, stop.start() if stop else len(plain)):
            found.append(bare.start())
        start = end
    return found


def plainly(text: str, language: str = "") -> str:
    """A text as concepts are looked for in it, what has two ways to be said in one of them."""
    plain = re.sub(r"\s+", " ", normal(text))
    for pattern, said in _same(language):
        plain = pattern.sub(said, plain)
    return plain


@cache
def _same(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    ways = _table()["same"].get(language, {})
    return tuple((re.compile(rf"(?<!\w)(?:{one})(?!\w)"), said) for one, said in ways.items())


@cache
def _duty(language: str) -> dict[str, re.Pattern[str]]:
    table = _table()["duty"][language]
    return {
        name: re.compile(rf"(?<!\w)(?:{table[name]})(?:(?<=')|(?!\w))")
        for name in ("must", "may", "must_not", "need_not", "not")
    }


def duties(text: str, language: str) -> list[str]:
    """What must be done, may be, must not, need not, in the order of the text."""
    return [name for _, name in duties_at(text, language)]


@lru_cache(maxsize=1024)
def duties_at(text: str, language: str) -> list[tuple[int, str]]:
    """The same with their places, ascending."""
    patterns, plain = _duty(language), plainly(text, language)
    modals = [(match, name) for name in ("must", "may") for match in patterns[name].finditer(plain)]
    denied = {match.start() for match, _ in modals if match[0] == "cannot"}
    for denial in patterns["not"].finditer(plain):  # each denies one verb, the nearest
        near = [match.span() for match, _ in modals if _near(plain, match.span(), denial.span(), language)]
        if near:
            denied.add(min(near, key=lambda span: abs(span[0] - denial.start()))[0])
    turned = {"must": "need not", "may": "must not"}
    found = [(match.start(), turned[name] if match.start() in denied else name) for match, name in modals]
    for name in ("must_not", "need_not"):
        taken = {at for at, _ in found}
        found += [(m.start(), name.replace("_", " ")) for m in patterns[name].finditer(plain) if m.start() not in taken]
    exact = {"fr": _french, "en": _english}.get(language)  # "ne doit pas" forbids; only "n'est pas obligé" frees
    return [(at, exact(plain, at, name) if exact else name) for at, name in sorted(found)]


def _french(text: str, at: int, name: str) -> str:
    frees = re.match(r"oblig|tenu|contrain|forcée?s?|nécess|dispens|facult|n'|pas|nul|aucun|inutile", text[at:])
    return "must not" if name == "need not" and not frees else "need not" if name == "must not" and frees else name


def _english(text: str, at: int, name: str) -> str:
    return "must not" if name == "need not" and re.match(r"(?:must|shall|is to|are to)\b", text[at:]) else name


def _near(text: str, modal: tuple[int, int], denial: tuple[int, int], language: str) -> bool:
    """Does a denial belong to a modal verb: in the same clause, a few words away?"""
    first, last = sorted((modal, denial))
    between = _SET_IN.sub(" ", text[first[1] : last[0]])  # "darf in einer Reihe, in der alles besetzt ist, niemand"
    if _CLAUSE.search(between) or first == last:
        return False
    many = len(_WORD.findall(between))
    if language == "de":
        return many <= BETWEEN + 4
    before = denial[0] < modal[0]  # "no snail may", "personne ne doit"
    return many <= (4 if before else 1 if language == "en" else 3)


_Places = Mapping[str, Sequence[int]]


def swapped(mine: _Places, theirs: _Places) -> list[tuple[str, str, str]]:
    """Concepts that one text has more of, with one of its group that the other has more of; others in another order.

    (group, concept of the one, concept of the other)
    """
    found = []
    groups: dict[str, list[str]] = {}
    for of in concepts():
        for group in of.group.split():
            groups.setdefault(group, []).append(of.name)
    steps = [*groups.pop("step"), *(name for group in DEEDS for name in groups[group])]
    if mine["then"] and theirs["then"]:
        deeds = [[name for _, name in sorted((side[n][0], n) for n in steps if side[n])] for side in (mine, theirs)]
        shared = [[name for name in order if name in deeds[1 - k]] for k, order in enumerate(deeds)]
        if shared[0] != shared[1]:
            found.append(("order", shared[0][0], shared[1][0]))
    for group, names in groups.items():
        lost = [name for name in names if len(mine[name]) > len(theirs[name])]
        gained = [name for name in names if len(theirs[name]) > len(mine[name])]
        if lost and gained:
            found.append((group, lost[0], gained[0]))
            continue
        if names[0] in OPPOSITE:
            sides = [[name for name in names[:2] if side[name]] for side in (mine, theirs)]
            pairs = [_joined(side, names) for side in (mine, theirs)]
            if pairs[0] != pairs[1] and {len(side) for side in sides} == {1, 2}:
                found.append((group, " + ".join(sides[0]), " + ".join(sides[1])))
                continue
        orders = [sorted((at, name) for name in names for at in side[name]) for side in (mine, theirs)]
        told = [[name for _, name in order] for order in orders]
        if names[0] in ORDERED and sorted(told[0]) == sorted(told[1]) and told[0] != told[1]:
            found.append((group, told[0][0], told[1][0]))
    return found + list(_against(mine, theirs))


def _against(mine: _Places, theirs: _Places) -> Iterator[tuple[str, str, str]]:
    """Concepts of one text that the other lacks, where it has more of something that stands against them."""
    for of in concepts():
        for told, other, turned in ((mine, theirs, False), (theirs, mine, True)):
            if of.against and told[of.name] and not other[of.name]:
                instead = [name for name in of.against if len(other.get(name, ())) > len(told.get(name, ()))]
                if instead:
                    pair = (instead[0], of.name) if turned else (of.name, instead[0])
                    yield of.group, *pair


def _joined(said: Mapping[str, Sequence[int]], names: Sequence[str]) -> bool:
    """Are both opposites named in one breath: "to the left or to the right"?"""
    return any(abs(one - two) <= BREATH for one in said[names[0]] for two in said[names[1]])


BREATH = 30  # characters

DEEDS = ("trade", "gift", "keeping")
"""The groups whose concepts are steps, too."""

OPPOSITE = ("left", "forward")
"""The first of each group where a text that has both is not said by one that has one of them."""

ORDERED = ("left", "in front", "begin", "win", "first", "before", "up", "black")
"""The first of each group whose order within a sentence tells, too."""
