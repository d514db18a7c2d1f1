"""The difference of two values of plain data in few bytes; `patch.js` applies it in the page.

A patch is one of

    {"is": value}                         the value itself
    {"in": {key: patch}, "gone": [key]}   of a dictionary, or of a list that is as long as before (keys are places)
    {"cut": [[at, many, instead], ...]}   of a text or a list: `many` give way to `instead`, the last first
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

Patch = dict[str, Any]

SHORT = 60
"""Characters of a text that is sent whole."""
_TOKENS = re.compile(r"<[^<]*|[^<\s]+\s*|\s+")
"""Texts are compared by elements of markup, or by words."""


def changes(old: Any, new: Any) -> Patch:
    """Return the patch that turns `old` into `new`."""
    if isinstance(old, dict) and isinstance(new, dict):
        inner = {key: changes(old.get(key), value) for key, value in new.items() if key not in old or old[key] != value}
        gone = [key for key in old if key not in new]
        return {"in": inner, "gone": gone} if gone else {"in": inner}
    if isinstance(old, str) and isinstance(new, str) and min(len(old), len(new)) > SHORT and _one_unit(old + new):
        return _text(old, new)
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and old and new:
        return _list(old, new)
    return {"is": new}


def _one_unit(text: str) -> bool:
    """Does JavaScript count this text as Python does?"""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


def _text(old: str, new: str) -> Patch:
    """Between tokens that either text has once, in the same order, what begins and ends alike is left alone."""
    before, after = _TOKENS.findall(old), _TOKENS.findall(new)
    places = [0, *accumulate(map(len, before))]
    cuts, i, k = [], 0, 0
    for j, m in (*_anchors(before, after), (len(before), len(after))):
        start, end = _common(before[i:j], after[k:m])
        if i + start < j - end or k + start < m - end:
            cuts.append([places[i + start], places[j - end] - places[i + start], "".join(after[k + start : m - end])])
        i, k = j, m
    return {"cut": cuts[::-1]}


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """The places of tokens that both have once, as many as come in the same order."""
    once = Counter(before), Counter(after)
    there = {token: place for place, token in enumerate(after) if once[1][token] == 1}
    found: list[tuple[int, int]] = []
    for place, token in enumerate(before):
        at = there.get(token, -1)
        if once[0][token] == 1 and at >= 0:
            # One that came too early in the other text has moved; those it would shut out are worth more.
            if not found or at > found[-1][1]:
                found.append((place, at))
            elif len(found) > 1 and found[-2][1] < at:
                found[-1] = place, at
    return found


def _list(old: Sequence[Any], new: Sequence[Any]) -> Patch:
    if len(old) == len(new):
        inner = {str(k): changes(a, b) for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}
        return {"in": inner}
    start, end = _common(old, new)
    return {"cut": [[start, len(old) - start - end, list(new[start : len(new) - end])]]}


def _common(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """How much is alike at the beginning, and at the end of what is left."""
    most = min(len(old), len(new))
    start = next((k for k in range(most) if old[k] != new[k]), most)
    end = next((k for k in range(most - start) if old[-1 - k] != new[-1 - k]), most - start)
    return start, end
