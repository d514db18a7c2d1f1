"""The rules of a set on one page, composed from the answers of its variants.

`lines(rules)` selects the sentences in force and fills in the set's values (lanes, hedgehogs, how many home).  A
sentence comes from `sheet.toml`, or else is the text of its clause.  `contrast` compares two sets; `page_html` marks in
the margin what the variants change.
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

SEPARATOR = ", "


@cache
def table(name: str) -> Mapping[str, Any]:
    """Return a table of `rulepage.toml`: `articles`, `facts` or `agreed` (explained there)."""
    found: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("rulepage.toml").read_text("utf-8"))[name]
    return found


@dataclass(frozen=True)
class Line:
    """A sentence of a rule set.  key: "article.name"; clauses: their ids; variants: those it comes from."""

    key: str
    clauses: tuple[str, ...]
    variants: tuple[int, ...]
    text: Localized

    @property
    def article(self) -> str:
        """The name of the article, under whose heading it stands."""
        return self.key.partition(".")[0]


@lru_cache(512)
def lines(rules: hedgekit.RuleSet) -> tuple[Line, ...]:
    """Return the sentences of a rule set in the order of play; of a game with its own engine, the clauses."""
    if rules.engine:
        own = next(number for number in rules.variants if rules.registry.variants[number].engine)
        return tuple(_clause_line(f"game.{name}", name, own) for name in words.clauses(own)) + tuple(
            _interactions(rules)
        )
    facts = _Facts(rules)
    found = [
        _line(f"{article}.{name}", clauses, settings, facts)
        for article, rows in table("articles").items()
        for name, (clauses, condition, settings) in rows.items()
        if facts.satisfy(condition)
    ]
    return (*found, *_options(rules), *_interactions(rules), *_house_rules(rules))


def contrast(one: hedgekit.RuleSet, other: hedgekit.RuleSet) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the sentences that only the first of two rule sets has, and those that only the second has."""
    first, second = ({line.text[words.SOURCE]: line for line in lines(rules)} for rules in (one, other))
    return (
        tuple(line for text, line in first.items() if text not in second),
        tuple(line for text, line in second.items() if text not in first),
    )


class _Facts:
    """The facts of a rule set that conditions test, and the values that fill its sentences."""

    def __init__(self, rules: hedgekit.RuleSet) -> None:
        self.rules, self.settings = rules, rules.settings
        self.answers = Answers(rules.variants, registry=rules.registry)
        self.variants = set(rules.variants) - set(pointless(rules))
        self.orders = _orders(rules)
        kinds = [self.settings[one] for one in ("hoarded", "drafted", "carded")]
        two_dice = self.settings["thrown"] == 2
        stepped = any("S" in order.partition("F")[0] for order in self.orders)
        self.facts = {"one-die": not any(kinds) and not two_dice, "two-dice": two_dice, "stepped": stepped}

    def satisfy(self, condition: str) -> bool:
        """Return whether every term of a condition holds (see `rulepage.toml`)."""
        terms = [(term.lstrip("-").split("|"), term.startswith("-")) for term in condition.split()]
        return all(any(map(self._holds, names)) != is_negated for names, is_negated in terms)

    def _holds(self, name: str) -> bool:
        if name.isdigit():
            return int(name) in self.variants
        return bool(self.facts[name] if name in self.facts else self.settings[name])

    def values(self, lang: str) -> dict[str, object]:
        """Return the values for placeholders of sentences in a language."""
        settings, rules = self.settings, self.rules
        orders = [SEPARATOR.join(_word(f"steps.{step}", lang) for step in order) for order in self.orders]
        start, finish = ("i", "a") if self.satisfy(table("facts")["backwards"]) else ("a", "i")
        variants = [(number, rules.registry.variants[number]) for number in rules.variants]
        agreed = {option.name: rules.option(n, option.name) for n, variant in variants for option in variant.options}
        return {
            "lanes": settings["lanes"],
            "players": rules.players,
            "pieces": _word(f"count.{settings['pieces']}", lang),
            "all": settings["pieces"] * settings["colours"],
            "more": rules.players + 1,
            "target": _word(f"count.{settings['target']}", lang),
            "start": start,
            "finish": finish,
            "steps": _word("steps.or", lang).join(orders),
            "black": SEPARATOR.join(sorted(squares_of(settings["black"]))),
            "score": agreed.get("target"),
            **{name: agreed.get(name) for name in ("limit", "rounds", "sets")},
        }


def pointless(rules: hedgekit.RuleSet) -> dict[int, hedgekit.Note]:
    """Return the variants of a set that change nothing in it, each with the reason."""
    found = {}
    for a, b in combinations(rules.variants, 2):
        known = verdict(a, b, rules.registry)
        if known.kind == POINTLESS:
            found[a if a in rules.registry.variants[b].absorbs else b] = known.grounds[0]
    return found


def _orders(rules: hedgekit.RuleSet) -> list[str]:
    """Return the possible orders of the steps of a turn as letters: S sideways, F forward."""
    settings = rules.settings
    after = {"F": settings["after_forward"], "S": settings["after_sideways"]}
    orders = [""]
    for step in each_step(settings["plan"]):
        kinds = {SIDEWAYS: "S", FORWARD: "F"}
        if step == EITHER:
            ways = [first + "".join(kinds[then] for then in each_step(after[first])) for first in "SF"]
        else:
            ways = [kinds[step]]
        orders = [order + way for order in orders for way in ways]
    return orders


def _word(key: str, lang: str) -> str:
    return words.text(f"sheet.{key}", lang)


def _line(key: str, clauses: str, settings: str, facts: _Facts) -> Line:
    """Fill in a sentence; it comes from the variants of its clauses, and those that answer the settings."""
    text_key = key.partition("/")[0]
    name = text_key.partition(".")[2]
    in_force = [one for one in clauses.split() if int(one.partition(".")[0]) in {0, *facts.variants}]
    variants = {int(one.partition(".")[0]) for one in in_force}
    last = {setting: facts.answers.last(setting) for setting in settings.split()}
    variants |= {*last.values()}
    answered = [facts.rules.registry.questions[setting].clauses[number] for setting, number in last.items()]
    is_own = words.has(f"sheet.{text_key}")
    text = words.both(f"sheet.{text_key}") if is_own else Localized.of(lambda lang: words.clause(name, lang))
    text = text.each(words.plain)
    filled = Localized.of(lambda lang: text[lang].format(**facts.values(lang)))
    return Line(key, tuple(dict.fromkeys([*in_force, *answered])), tuple(sorted(variants & facts.variants)), filled)


def _clause_line(key: str, name: str, number: int) -> Line:
    return Line(key, (name,), (number,), Localized.of(lambda lang: words.plain(words.clause(name, lang))))


def _options(rules: hedgekit.RuleSet) -> Iterator[Line]:
    """Yield the options that no sentence of `sheet.toml` covers."""
    for (number, name), value in rules.options:
        if f"{number}.{name}" not in table("agreed")["said"]:
            text = words.both(words.of_option(number, name, value)).each(words.plain)
            yield Line(f"agreed.{number}-{name}", (), (number,), text)


def _interactions(rules: hedgekit.RuleSet) -> Iterator[Line]:
    """Yield our decisions on open questions between two variants, and which variants change nothing."""
    without_effect = pointless(rules)
    for a, b in combinations(rules.variants, 2):
        known = verdict(a, b, rules.registry)
        if known.decision() and not without_effect.keys() & {a, b}:
            yield Line(f"meet.{a}-{b}", (), (a, b), engine_text(lambda lang, known=known: known.decision(lang) or ""))  # type: ignore[misc]
    for number, why in without_effect.items():
        yield Line(f"meet.{number}", (), (number,), engine_text(why.text))


def _house_rules(rules: hedgekit.RuleSet) -> Iterator[Line]:
    """Yield the clauses of house rules, in their authors' words."""
    for number in filter(rules.registry.rule, rules.variants):
        variant = rules.registry.variants[number]
        for name, _ in words.clauses_of_house_rule(words.of_house_rule(variant, words.SOURCE)) or [("", "")]:
            key = f"clauses.{name}" if name else "sentence"
            text = Localized.of(lambda lang, one=variant, key=key: words.of_house_rule(one, lang)[key])  # type: ignore[misc]
            yield Line(f"house.{number}-{name}", (name,) if name else (), (number,), text.each(words.plain))


# ---- the page --------------------------------------------------------------------------------------------------------


def page_html(rules: hedgekit.RuleSet) -> str:
    """Return the page as HTML in every language."""
    return words.prose(lambda lang: _page_in(rules, lang))


def _page_in(rules: hedgekit.RuleSet, lang: str) -> str:
    titles = [f"{number} · {words.of_variant(number, 'title', rules.registry)[lang]}" for number in rules.variants] or [
        words.of_variant(0, "title")[lang]
    ]
    parts = [f"<h2>{escape(' + '.join(titles))}</h2>"]
    for article, in_article in groupby(lines(rules), lambda line: line.article):
        groups = groupby(in_article, lambda line: line.variants)
        rows = "".join(_paragraph(variants, [line.text[lang] for line in group]) for variants, group in groups)
        parts.append(f"<section><h3>{escape(words.text(f'sheet.articles.{article}', lang))}</h3>{rows}</section>")
    return "".join(parts)


def _paragraph(variants: tuple[int, ...], sentences: list[str]) -> str:
    """Return a paragraph with the sentences from the same variants, whose numbers are in the margin."""
    margin = f'<b class="hc-margin">{"+".join(map(str, variants))}</b>'
    return f"<p{' class=is-changed' if variants else ''}>{margin}<span>{escape(' '.join(sentences))}</span></p>"
