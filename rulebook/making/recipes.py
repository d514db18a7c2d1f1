"""Rules without code: questions with answers to choose from, and the code of the rule that somebody chose.

The code is what a person would write by the guide, so that whoever wants more begins with it.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from pprint import pformat

from ..text import words

NUMBER, WRITTEN = 60, 61
"""Of the rule that is chosen from menus, and of one that somebody writes: far behind the variants of the package."""
USUAL = "usual"
"""The answer of the base game."""

MENUS: Mapping[str, Mapping[str, str]] = tomllib.loads((Path(__file__).parent / "recipes.toml").read_text("utf-8"))
"""Question -> answer -> the code that gives it."""
EXAMPLES = {question: next(iter(answers)) for question, answers in MENUS.items()}
"""Worked examples for whoever writes code (`worked`): a question and how it is answered in each."""


def code(chosen: Mapping[str, str], name: str, number: int = NUMBER) -> str:
    """The rule that gives these answers, question -> answer, as the text of a file; "" if all are the base game's.

    name: what its author calls it, in every language.  KeyError for an answer that is none.
    """
    given = [(question, chosen[question]) for question in MENUS if chosen.get(question, USUAL) != USUAL]
    if not given:
        return ""
    parts = [
        MENUS[question][answer].format(number=number, clause=f'"{number}.{k}"')
        for k, (question, answer) in enumerate(given, 1)
    ]
    said = pformat({lang: _words(given, name, number, lang) for lang in words.LANGUAGES}, width=110, sort_dicts=False)
    used = ["answer", "declare", "field", "fixed", "Players"]
    names = [one for one in used if one == "declare" or any(re.search(rf"\b{one}\b[(,]", part) for part in parts)]
    named = f"    words={said},".replace("\n", "\n" + " " * 10)
    declared = f"from hedgekit.extend import {', '.join(sorted(names))}\n\ndeclare(\n    {number},\n{named}\n)"
    return "\n\n\n".join([declared, *parts]) + "\n"


def worked() -> dict[str, str]:
    """Question -> a rule that answers it, to begin with."""
    return {question: code({question: one}, "", WRITTEN) for question, one in EXAMPLES.items()}


def _words(given: Sequence[tuple[str, str]], name: str, number: int, lang: str) -> dict[str, str]:
    """What the rule says of itself in a language: its title, its sentence, its clauses."""
    told = {key: words.text(f"making.{key}", lang) for key in ("rule.unnamed", "rule.again")}
    clauses = [words.text(f"making.clauses.{question}-{answer}", lang) for question, answer in given]
    return {
        "title": _plain(name) or told["rule.unnamed"],
        "sentence": " ".join(clauses),
        **{f"clauses.{number}.{k}": clause for k, clause in enumerate(clauses, 1)},
        **({"beside.again": told["rule.again"]} if "again" in dict(given) else {}),
    }


def _plain(name: str) -> str:
    """A name in one line, without what sentences fill in."""
    return " ".join(name.split()).translate({ord("{"): "(", ord("}"): ")"})
