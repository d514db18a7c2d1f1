"""Rules without coding: questions with answers to choose from, and the code of the resulting rule.

The code is what somebody following the guide would write, so it is a starting point for more.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from pprint import pformat

from ..text import words

RULE = "my-rule"
"""The name in rule sets of the rule chosen from menus."""
USUAL = "usual"
"""The answer of the base game."""

MENUS: Mapping[str, Mapping[str, str]] = tomllib.loads((Path(__file__).parent / "recipes.toml").read_text("utf-8"))
"""Question -> answer -> its code."""
EXAMPLES = {question: next(iter(answers)) for question, answers in MENUS.items()}
"""The questions and answers of the worked examples (`worked`)."""


def code(chosen: Mapping[str, str], title: str, rule: str = RULE) -> str:
    """Return the source code of the rule with these answers; "" if all are the base game's.

    chosen: question -> answer; title: its title in every language; rule: its name in rule sets.  KeyError for an
    unknown answer.
    """
    given = [(question, chosen[question]) for question in MENUS if chosen.get(question, USUAL) != USUAL]
    if not given:
        return ""
    parts = [
        MENUS[question][answer].format(rule=rule, clause=f"{rule}.{k}") for k, (question, answer) in enumerate(given, 1)
    ]
    table = pformat({lang: _words(given, title, rule, lang) for lang in words.LANGUAGES}, width=110, sort_dicts=False)
    exports = ["answer", "ask", "before", "declare", "field", "fixed", "Players"]
    names = [one for one in exports if one == "declare" or any(re.search(rf"\b{one}\b[(,.]", part) for part in parts)]
    words_argument = f"    words={table},".replace("\n", "\n" + " " * 10)
    declared = f'from hedgekit.extend import {", ".join(sorted(names))}\n\ndeclare(\n    "{rule}",\n{words_argument}\n)'
    return "\n\n\n".join([declared, *parts]) + "\n"


def worked() -> dict[str, str]:
    """Return worked examples, question -> the code of a rule that answers it."""
    return {question: code({question: one}, "") for question, one in EXAMPLES.items()}


def _words(given: Sequence[tuple[str, str]], title: str, rule: str, lang: str) -> dict[str, str]:
    """Return the words of the rule in a language: its title, its sentence, its clauses."""
    texts = {key: words.text(f"making.{key}", lang) for key in ("rule.unnamed", "rule.again")}
    clauses = [words.text(f"making.clauses.{question}-{answer}", lang) for question, answer in given]
    return {
        "title": _one_line(title) or texts["rule.unnamed"],
        "sentence": " ".join(clauses),
        **{f"clauses.{rule}.{k}": clause for k, clause in enumerate(clauses, 1)},
        **({"beside.again": texts["rule.again"]} if "again" in dict(given) else {}),
    }


def _one_line(name: str) -> str:
    """Return a name on one line, without the braces that sentences fill in."""
    return " ".join(name.split()).translate({ord("{"): "(", ord("}"): ")"})
