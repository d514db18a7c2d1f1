"""What may be said of a rule from outside when it is declared: whether each of its data is what it has to be.

(The package's own declarations are checked by its tests and by mypy; a stranger's slip is to be told with its line.)
"""

import re
from collections.abc import Mapping
from typing import Any

from .declaring import UP_TO_SIX, Option


def mistaken(known: Mapping[str, Any]) -> tuple[str, str] | None:
    """The first of a rule's data that is none, and how such data are written; None if all are good."""
    players = known.get("players", UP_TO_SIX)
    for name, value in known.items():
        if name == "players":
            like, good = "(2, 3, 4)", _all(value, lambda one: _number(one) and one in UP_TO_SIX) and bool(value)
        elif name in ("advised", "bracketed"):
            like, good = str(players), _all(value, lambda one: one in players)
        elif name in ("includes", "absorbs", "settles", "suits"):
            like, good = "(9, 13)", _all(value, _number)
        elif name in ("causes", "heeds", "credits", "fields"):
            like, good = "('entry', 'push')", _all(value, lambda one: isinstance(one, str))
        elif name == "options":
            like, good = "(Option('home', ('2', '3')),)", _all(value, _option)
        elif name == "writes":
            like, good = "{'score': 'a point'}", isinstance(value, Mapping) and _all((*value, *value.values()), _text)
        elif name in ("family", "source", "confidence", "measured"):
            like, good = "'a text'", _text(value)
        else:
            continue
        if not good:
            return name, f"{name}={like}"
    return None


def _all(value: object, good: Any) -> bool:
    return isinstance(value, tuple) and all(map(good, value))


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: object) -> bool:
    return isinstance(value, str)


def _option(value: object) -> bool:
    """Can it be read in a rule set?  Its name is small letters, its values have none of the marks there."""
    if not isinstance(value, Option) or not isinstance(value.name, str) or not re.fullmatch("[a-z]+", value.name):
        return False
    marks = "" if value.free == "squares" else ","
    said = _all(value.values, lambda one: _text(one) and bool(re.fullmatch(rf"[^\s\[\]=+{marks}]*", one)))
    return said and bool(value.values) and (bool(value.free) or all(value.values))
