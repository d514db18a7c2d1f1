"""The rules of a set of variants on one page: consequences of the set, the clauses of each variant, the base game."""

import re
from html import escape

import hedgekit
from hedgekit import BASE, Registry
from hedgekit.games.race.rulesets.verdicts import DECIDED, POINTLESS

from ..text import words
from .words import both

PLACES = {
    "0.1": ("geometry.lanes", "players", "pieces."),
    "0.2": ("setup", "start.lines"),
    "0.4": ("turn.", "first.player"),
    "0.5": ("move.unit",),
    "0.6": ("dice.",),
    "0.7": ("geometry.wrap", "lateral."),
    "0.8": ("direction", "entry", "forward.failure", "occupied.effect"),
    "0.9": ("black.", "geometry.layout"),
    "0.10": ("arrival.effect", "end", "winner", "score", "series.end", "stakes"),
}
"""Which clause of the base game speaks of what a variant writes (Variant.writes)."""


def changed(variants: tuple[int, ...], registry: Registry = BASE) -> dict[str, list[int]]:
    """Map clauses of the base game to the variants that replace them."""
    found: dict[str, list[int]] = {}
    for clause, slots in PLACES.items():
        for number in variants:
            if any(written.startswith(slots) for written in registry.variants[number].writes):
                found.setdefault(clause, []).append(number)
    return found


def page(rules: hedgekit.RuleSet, coded: bool = True) -> str:
    """Return the page as HTML in every language.  coded: with the rule set as text?"""
    return words.wrapped(words.every({lang: _page(rules, lang, coded) for lang in words.LANGUAGES}))


def _page(rules: hedgekit.RuleSet, lang: str, coded: bool) -> str:
    def said(key: str, **values: object) -> str:
        return escape(both(f"rulepage.{key}", **values)[lang])

    registry = rules.registry
    titles = [f"{number} · {_title(number, lang, registry)}" for number in rules.variants] or [_title(0, lang)]
    parts = [f"<h2>{escape(' + '.join(titles))}</h2>"]
    short = f" {said('short')} <code>{escape(str(rules))}</code>" if coded else ""
    parts.append(f"<p>{said('players', players=rules.players)}{short}</p>")
    notes = [(words.typeset(note.text(lang), lang), note.key.rpartition(".")[2]) for note in rules.advice]
    for kind in (DECIDED, POINTLESS):
        found = [f"<li>{escape(text)}</li>" for text, which in notes if which == kind]
        if found:
            parts.append(f"<h3>{said(kind)}</h3><ul>{''.join(found)}</ul>")
    chosen = _options(rules, lang)
    if chosen:
        parts.append(f"<h3>{said('options')}</h3><ul>{''.join(chosen)}</ul>")
    for number in rules.variants:  # what is new first: most who read it know the base game
        parts += _clauses(number, lang, {}, f"{number} · {escape(_title(number, lang, registry))}", registry)
    if not rules.engine:  # a game of its own: nothing of the base game is left
        parts += _clauses(0, lang, changed(rules.variants, registry), said("title-base"), registry)
    return "".join(parts)


def _clauses(number: int, lang: str, instead: dict[str, list[int]], head: str, registry: Registry) -> list[str]:
    parts = [f"<h3>{head}</h3>"]
    if registry.rule(number):
        told = words.of_house_rule(registry.variants[number], lang)
        paragraphs = [told["sentence"], *(f"**{name}** {text}" for name, text in words.clauses_of_house_rule(told))]
        return parts + [words.render(one) for one in paragraphs]
    names = words.clause_name
    for name in words.clauses(number, lang):
        text = _inner(words.clause(name, lang))
        others = instead.get(name, ())
        note = ""
        if others:
            listed = ", ".join(f"{other} ({_title(other, lang, registry)})" for other in others)
            note = f" <em>{escape(both('rulepage.changed', variants=listed)[lang])}</em>"
        parts.append(f"<p><strong>{name} {escape(names(name)[lang])}.</strong> {text}{note}</p>")
    return parts


def _options(rules: hedgekit.RuleSet, lang: str) -> list[str]:
    """The options that were chosen, each with what it does."""
    items = []
    for (number, name), value in rules.options:
        address = words.of_option(number, name, value)
        shown = "" if address.endswith(f".{value}") else f" <strong>{escape(value)}</strong>"
        items.append(f"<li>{_inner(words.text(address, lang))}{shown}</li>")
    return items


def _title(number: int, lang: str, registry: Registry = BASE) -> str:
    return words.of_variant(number, "title", registry)[lang]


def _inner(text: str) -> str:
    return re.sub(r"\A<p>(.*)</p>\Z", r"\1", words.render(text), flags=re.DOTALL)
