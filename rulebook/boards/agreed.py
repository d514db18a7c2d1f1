"""What players may agree on before a game of the collection: its options, for the dialog of a new game."""

from __future__ import annotations

import re
from typing import Any

from hedgekit.notation.options import GameRules

from ..text import words


def agreed(rules: Any) -> list[dict[str, Any]]:
    """The options of a rule set: name, value now, and every value with what it means in every language, default first.

    [] for rules that choose by variants, and for options that the book has no words for.
    """
    if not isinstance(rules, GameRules):
        return []
    found = []
    for name, values in rules.OPTIONS.items():
        keys = {value: f"{rules.NAME}.options.{name}.{value}" for value in values}
        if all(map(words.has, keys.values())):
            means = [{"value": value, "means": _plain(words.both(key))} for value, key in keys.items()]
            found.append({"name": name, "value": rules.option(name), "values": means})
    return found


def _plain(said: dict[str, str]) -> dict[str, str]:
    """Sentences without their Markdown."""
    return {lang: re.sub(r"[*`]", "", text) for lang, text in said.items()}
