"""The difference of two values of plain data in few bytes; `patch.js` applies it in the page.

A patch is one of

    {"is": value}                         replace the value
    {"in": {key: patch}, "gone": [key]}   patch and delete items of a dictionary, or of a list of the same length (keys
                                          are indices)
    {"cut": [[at, many, instead], ...]}   splice a text or a list: `instead` replaces `many` items; last splice first
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Any

Patch = dict[str, Any]

SHORT = 60
"""A text of at most so many characters is replaced as a whole."""
MANY = 4000
"""Tokens of both texts that difflib compares: more would take too long."""
_TOKENS = re.compile(r"<[^<]*|[^<\s]+\s*|\s+")
"""A token is an element of markup or a word."""


def changes(old: Any, new: Any) -> Patch:
    """Return the patch that turns `old` into `new`."""
    if isinstance(old, dict) and isinstance(new, dict):
        inner = {key: changes(old.get(key), value) for key, value in new.items() if key not in old or old[key] != value}
        gone = [key for key in old if key not in new]
        return {"in": inner, "gone": gone} if gone else {"in": inner}
    if isinstance(old, str) and isinstance(new, str) and min(len(old), len(new)) > SHORT and _counts_alike(old + new):
        return _text(old, new)
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and old and new:
        return _list(old, new)
    return {"is": new}


def _counts_alike(text: str) -> bool:
    """Return whether JavaScript counts the characters of a text as Python does (no surrogate pairs)."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


def _text(old: str, new: str) -> Patch:
    """Splice what `difflib` finds different; in long texts, everything between a common start and end."""
    before, after = _TOKENS.findall(old), _TOKENS.findall(new)
    places = [0, *accumulate(map(len, before))]
    if len(before) + len(after) > MANY:
        start, end = _common(before, after)
        found = [("replace", start, len(before) - end, start, len(after) - end)]
    else:
        found = [one for one in SequenceMatcher(None, before, after).get_opcodes() if one[0] != "equal"]
    cuts = [[places[i], places[j] - places[i], "".join(after[k:m])] for _, i, j, k, m in found]
    return {"cut": cuts[::-1]}


def _list(old: Sequence[Any], new: Sequence[Any]) -> Patch:
    if len(old) == len(new):
        inner = {str(k): changes(a, b) for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}
        return {"in": inner}
    start, end = _common(old, new)
    return {"cut": [[start, len(old) - start - end, list(new[start : len(new) - end])]]}


def _common(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """Return the length of the common prefix, and of the common suffix of the rest."""
    most = min(len(old), len(new))
    start = next((k for k in range(most) if old[k] != new[k]), most)
    end = next((k for k in range(most - start) if old[-1 - k] != new[-1 - k]), most - start)
    return start, end
