"""A text as from a scanner: recognition errors planted at random."""

from __future__ import annotations

import random
import re

SLIPS = [
    ("rn", "m"), ("m", "rn"), ("l", "1"), ("l", "I"), ("i", "l"), ("o", "0"), ("e", "c"), ("c", "e"), ("h", "b"),
    ("u", "n"), ("n", "u"), ("cl", "d"), ("d", "cl"), ("s", "5"), ("é", "e"), ("à", "a"), ("ê", "é"), ("t", "f"),
    ("f", "t"), ("ii", "u"), ("v", "y"), ("B", "8"), ("g", "q"), ("ç", "c"), ("è", "é"),
]  # fmt: skip


def scanned(text: str, many: int, seed: int = 1) -> str:
    """Return the text with this many errors, each in a different word of at least three letters."""
    chance = random.Random(seed)
    found = list(re.finditer(r"[^\W\d_]{3,}", text))
    chance.shuffle(found)
    changes: list[tuple[int, int, str]] = []
    for match in found:
        if len(changes) == many:
            break
        word = match[0]
        able = [(a, b) for a, b in SLIPS if a in word[1:] or (a in word and word.islower())]
        if able:
            a, b = chance.choice(able)
            at = word.index(a, 1) if a in word[1:] else word.index(a)
            changes.append((*match.span(), word[:at] + b + word[at + len(a) :]))
    for start, end, word in sorted(changes, reverse=True):
        text = text[:start] + word + text[end:]
    return text
