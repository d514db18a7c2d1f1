"""What players may agree on before a game of the collection: its options, for the dialog of a new game."""

import re
from typing import Any

from hedgekit.notation.options import GameRules

from ..text import words
from .fields import AgreedView, ValueView


def agreed(rules: Any) -> list[AgreedView]:
    """The options of a rule set: name, value now, and every value with what it means in every language, default first.

    [] for rules that choose by variants, and for options that the book has no words for.
    """
    if not isinstance(rules, GameRules):
        return []
    found: list[AgreedView] = []
    for name, values in rules.OPTIONS.items():
        keys = {value: f"{rules.NAME}.options.{name}.{value}" for value in values}
        if all(map(words.has, keys.values())):
            means: list[ValueView] = [
                {"value": value, "means": words.both(key).each(plain)} for value, key in keys.items()
            ]
            found.append({"name": name, "value": rules.option(name), "values": means})
    return found


def plain(said: str) -> str:
    """A sentence without its Markdown."""
    return re.sub(r"[*`]", "", said)
