"""Rules without code: questions with answers to choose from, and the code of the rule that somebody chose.

The code is what a person would write by the guide, so that whoever wants more begins with it.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from pprint import pformat

from ..text import words

RULE = "my-rule"
"""What rule sets call the rule that is chosen from menus."""
USUAL = "usual"
"""The answer of the base game."""

MENUS: Mapping[str, Mapping[str, str]] = tomllib.loads((Path(__file__).parent / "recipes.toml").read_text("utf-8"))
"""Question -> answer -> the code that gives it."""
EXAMPLES = {question: next(iter(answers)) for question, answers in MENUS.items()}
"""Worked examples for whoever writes code (`worked`): a question and how it is answered in each."""


def code(chosen: Mapping[str, str], title: str, rule: str = RULE) -> str:
    """The rule that gives these answers, question -> answer, as the text of a file; "" if all are the base game's.

    title: what its author calls it, in every language; rule: what rule sets call it.  KeyError for an answer that is
    none.
    """
    given = [(question, chosen[question]) for question in MENUS if chosen.get(question, USUAL) != USUAL]
    if not given:
        return ""
    parts = [
        MENUS[question][answer].format(rule=rule, clause=f"{rule}.{k}") for k, (question, answer) in enumerate(given, 1)
    ]
    said = pformat({lang: _words(given, title, rule, lang) for lang in words.LANGUAGES}, width=110, sort_dicts=False)
    used = ["answer", "ask", "before", "declare", "field", "fixed", "Players"]
    names = [one for one in used if one == "declare" or any(re.search(rf"\b{one}\b[(,.]", part) for part in parts)]
    named = f"    words={said},".replace("\n", "\n" + " " * 10)
    declared = f'from hedgekit.extend import {", ".join(sorted(names))}\n\ndeclare(\n    "{rule}",\n{named}\n)'
    return "\n\n\n".join([declared, *parts]) + "\n"


def worked() -> dict[str, str]:
    """Question -> a rule that answers it, to begin with."""
    return {question: code({question: one}, "") for question, one in EXAMPLES.items()}


def _words(given: Sequence[tuple[str, str]], title: str, rule: str, lang: str) -> dict[str, str]:
    """What the rule says of itself in a language: its title, its sentence, its clauses."""
    told = {key: words.text(f"making.{key}", lang) for key in ("rule.unnamed", "rule.again")}
    clauses = [words.text(f"making.clauses.{question}-{answer}", lang) for question, answer in given]
    return {
        "title": _plain(title) or told["rule.unnamed"],
        "sentence": " ".join(clauses),
        **{f"clauses.{rule}.{k}": clause for k, clause in enumerate(clauses, 1)},
        **({"beside.again": told["rule.again"]} if "again" in dict(given) else {}),
    }


def _plain(name: str) -> str:
    """A name in one line, without what sentences fill in."""
    return " ".join(name.split()).translate({ord("{"): "(", ord("}"): ")"})
