"""The rules of a set on one page, as they hold under it: composed from what the variants answer.

`lines(rules)` leaves out what is not in force and fills in what a rule set answers (lanes, hedgehogs, how many home).
A sentence is of `sheet.toml` if it is there, else a clause in its own words.  `contrast` tells two sets apart,
`page` marks in the margin what the variants change.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from itertools import combinations, groupby
from typing import Any

import hedgekit
from hedgekit.games.race.engine.board import squares_of
from hedgekit.games.race.engine.composing import Answers
from hedgekit.games.race.engine.state import EITHER, FORWARD, SIDEWAYS, each_step
from hedgekit.games.race.rulesets.verdicts import POINTLESS, verdict

from ..stage.localized import engine_text
from ..text import words
from ..text.words import Localized

BETWEEN = ", "


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table of `rulepage.toml`, which explains them: `articles`, `facts`, `agreed`."""
    found: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("rulepage.toml").read_text("utf-8"))[name]
    return found


@dataclass(frozen=True)
class Line:
    """A sentence of a rule set.  key: its article and name; clauses: what it says; of: the variants it comes from."""

    key: str
    clauses: tuple[str, ...]
    of: tuple[int, ...]
    said: Localized

    @property
    def article(self) -> str:
        """The heading it stands under."""
        return self.key.partition(".")[0]


@lru_cache(512)
def lines(rules: hedgekit.RuleSet) -> tuple[Line, ...]:
    """Everything that a rule set says, in the order of a game; of a game of its own, its clauses."""
    if rules.engine:
        own = next(number for number in rules.variants if rules.registry.variants[number].engine)
        return tuple(_own(f"game.{name}", name, own) for name in words.clauses(own)) + tuple(_meetings(rules))
    holds = _Facts(rules)
    found = [
        _line(f"{article}.{name}", clauses, asks, holds)
        for article, rows in table("articles").items()
        for name, (clauses, when, asks) in rows.items()
        if holds.all(when)
    ]
    return (*found, *_options(rules), *_meetings(rules), *_house(rules))


def contrast(one: hedgekit.RuleSet, other: hedgekit.RuleSet) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """What only the first of two rule sets says, and what only the second."""
    mine, theirs = ({line.said[words.SOURCE]: line for line in lines(rules)} for rules in (one, other))
    return (
        tuple(line for said, line in mine.items() if said not in theirs),
        tuple(line for said, line in theirs.items() if said not in mine),
    )


class _Facts:
    """What holds under a rule set, and the values that fill its sentences."""

    def __init__(self, rules: hedgekit.RuleSet) -> None:
        self.rules, self.settings = rules, rules.settings
        self.answers = Answers(rules.variants, registry=rules.registry)
        self.variants = set(rules.variants) - set(pointless(rules))
        self.orders = _orders(rules)
        kinds = [self.settings[one] for one in ("hoarded", "drafted", "carded")]
        two = self.settings["thrown"] == 2
        stepped = any("S" in order.partition("F")[0] for order in self.orders)
        self.facts = {"one-die": not any(kinds) and not two, "two-dice": two, "stepped": stepped}

    def all(self, when: str) -> bool:
        """Does everything hold that is asked for?"""
        return all(self._one(word.lstrip("-")) != word.startswith("-") for word in when.split())

    def _one(self, word: str) -> bool:
        return any(self._holds(part) for part in word.split("|"))

    def _holds(self, name: str) -> bool:
        if name.isdigit():
            return int(name) in self.variants
        return bool(self.facts[name] if name in self.facts else self.settings[name])

    def values(self, lang: str) -> dict[str, object]:
        """What may stand in a sentence, in a language."""
        given, rules = self.settings, self.rules
        orders = [BETWEEN.join(_word(f"steps.{step}", lang) for step in order) for order in self.orders]
        start, finish = ("i", "a") if self.all(table("facts")["backwards"]) else ("a", "i")
        agreed = {name: rules.option(number, name) for number in rules.variants for name in _options_of(rules, number)}
        return {
            "lanes": given["lanes"],
            "players": rules.players,
            "pieces": _word(f"count.{given['pieces']}", lang),
            "all": given["pieces"] * given["colours"],
            "more": rules.players + 1,
            "target": _word(f"count.{given['target']}", lang),
            "start": start,
            "finish": finish,
            "steps": _word("steps.or", lang).join(orders),
            "black": BETWEEN.join(sorted(squares_of(given["black"]))),
            "score": agreed.get("target"),
            **{name: agreed.get(name) for name in ("limit", "rounds", "sets")},
        }


def pointless(rules: hedgekit.RuleSet) -> dict[int, hedgekit.Note]:
    """The variants of a set that have nothing left to change in it, each with the reason."""
    found = {}
    for a, b in combinations(rules.variants, 2):
        known = verdict(a, b, rules.registry)
        if known.kind == POINTLESS:
            found[a if a in rules.registry.variants[b].absorbs else b] = known.grounds[0]
    return found


def _orders(rules: hedgekit.RuleSet) -> list[str]:
    """The orders in which the steps of a turn may follow each other, as letters: S sideways, F forward."""
    given = rules.settings
    after = {"F": given["after_forward"], "S": given["after_sideways"]}
    orders = [""]
    for step in each_step(given["plan"]):
        kinds = {SIDEWAYS: "S", FORWARD: "F"}
        if step == EITHER:
            ways = [first + "".join(kinds[then] for then in each_step(after[first])) for first in "SF"]
        else:
            ways = [kinds[step]]
        orders = [order + way for order in orders for way in ways]
    return orders


def _options_of(rules: hedgekit.RuleSet, number: int) -> list[str]:
    return [option.name for option in rules.registry.variants[number].options]


def _word(key: str, lang: str) -> str:
    return words.text(f"sheet.{key}", lang)


def _line(key: str, clauses: str, asks: str, facts: _Facts) -> Line:
    """Fill in a sentence; it comes from the variants whose clauses it says, or who answer what it rests on."""
    text = key.partition("/")[0]
    name = text.partition(".")[2]
    named = [one for one in clauses.split() if int(one.partition(".")[0]) in {0, *facts.variants}]
    of = {int(one.partition(".")[0]) for one in named}
    last = {setting: facts.answers.last(setting) for setting in asks.split()}
    of |= {*last.values()}
    answered = [facts.rules.registry.questions[setting].clauses[number] for setting, number in last.items()]
    own = words.has(f"sheet.{text}")
    said = words.both(f"sheet.{text}") if own else Localized.of(lambda lang: words.clause(name, lang))
    said = said.each(words.plain)
    filled = Localized.of(lambda lang: said[lang].format(**facts.values(lang)))
    return Line(key, tuple(dict.fromkeys([*named, *answered])), tuple(sorted(of & facts.variants)), filled)


def _own(key: str, name: str, number: int) -> Line:
    return Line(key, (name,), (number,), Localized.of(lambda lang: words.plain(words.clause(name, lang))))


def _options(rules: hedgekit.RuleSet) -> Iterator[Line]:
    """What was agreed on besides."""
    for (number, name), value in rules.options:
        if f"{number}.{name}" not in table("agreed")["said"]:
            said = words.both(words.of_option(number, name, value)).each(words.plain)
            yield Line(f"agreed.{number}-{name}", (), (number,), said)


def _meetings(rules: hedgekit.RuleSet) -> Iterator[Line]:
    """How what the texts leave open is played where two rules meet, and which of them changes nothing."""
    idle = pointless(rules)
    for a, b in combinations(rules.variants, 2):
        known = verdict(a, b, rules.registry)
        if known.decision() and not idle.keys() & {a, b}:
            yield Line(f"meet.{a}-{b}", (), (a, b), engine_text(lambda lang, known=known: known.decision(lang) or ""))  # type: ignore[misc]
    for number, why in idle.items():
        yield Line(f"meet.{number}", (), (number,), engine_text(why.text))


def _house(rules: hedgekit.RuleSet) -> Iterator[Line]:
    """The clauses of house rules, in their authors' words."""
    for number in filter(rules.registry.rule, rules.variants):
        variant = rules.registry.variants[number]
        for name, _ in words.clauses_of_house_rule(words.of_house_rule(variant, words.SOURCE)) or [("", "")]:
            key = f"clauses.{name}" if name else "sentence"
            said = Localized.of(lambda lang, one=variant, key=key: words.of_house_rule(one, lang)[key])  # type: ignore[misc]
            yield Line(f"house.{number}-{name}", (name,) if name else (), (number,), said.each(words.plain))


# ---- the page --------------------------------------------------------------------------------------------------------


def page(rules: hedgekit.RuleSet) -> str:
    """Return the page as HTML in every language."""
    return words.prose(lambda lang: _page(rules, lang))


def _page(rules: hedgekit.RuleSet, lang: str) -> str:
    titles = [f"{number} · {words.of_variant(number, 'title', rules.registry)[lang]}" for number in rules.variants] or [
        words.of_variant(0, "title")[lang]
    ]
    parts = [f"<h2>{escape(' + '.join(titles))}</h2>"]
    for article, said in groupby(lines(rules), lambda line: line.article):
        by_source = groupby(said, lambda line: line.of)
        rows = "".join(_paragraph(of, [line.said[lang] for line in together]) for of, together in by_source)
        parts.append(f"<section><h3>{escape(words.text(f'sheet.articles.{article}', lang))}</h3>{rows}</section>")
    return "".join(parts)


def _paragraph(of: tuple[int, ...], said: list[str]) -> str:
    """Sentences that come from the same variants, with their numbers in the margin."""
    margin = f'<b class="hc-margin">{"+".join(map(str, of))}</b>'
    return f"<p{' class=is-changed' if of else ''}>{margin}<span>{escape(' '.join(said))}</span></p>"
