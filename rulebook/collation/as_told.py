"""What is told of two sentences as a reader takes it: nothing that both say, and words as they are written there."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rulebook.text import words

from .french import normal
from .levelling import Told
from .wording import Texts

NOTHING = "-"  # what a side says that says nothing of it
FEWEST = 3  # letters of a word that names a step
BETWEEN = 2  # words that may stand between two that are quoted as one
_WORD = re.compile(r"[^\W_]+['\u2019]?")  # "qu'"
_PARTS = re.compile(r"(, | \+ | → )")


def as_told(told: Told, texts: Texts) -> tuple[str, Mapping[str, str]]:
    """A note, and what fills it."""
    _, note, values = told
    if note == "number" and NOTHING in values.values():
        which = "B" if values["a"] == NOTHING else "A"
        return "number-only", {"which": which, "a": values[which.casefold()]}
    if note == "modality":
        return _duties(values)
    if note in ("concept", "concept-missing"):
        sides = {"a": texts[1] if values.get("which") == "B" else texts[0], "b": texts[1]}
        written = {name: _written(value, sides.get(name, "")) for name, value in values.items()}
        named = [one for value in written.values() if " → " in value for one in value.split(" → ")]
        return ("steps", {}) if any(len(one.rstrip("'’")) < FEWEST for one in named) else (note, written)
    return note, values


def _duties(values: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """Of the duties of both sides those that differ."""
    sides = [[one for one in values[name].split(", ") if one != NOTHING] for name in "ab"]
    left, right = (", ".join((Counter(sides[k]) - Counter(sides[1 - k])).elements()) for k in (0, 1))
    if left and right:
        return "modality", {"a": left, "b": right}
    if left or right:
        return "modality-only", {"which": "A" if left else "B", "a": left or right}
    return "modality", {name: value.replace(", ", " → ") for name, value in values.items()}


def _written(value: str, text: str) -> str:
    """Words as a text has them; concepts stay, which have words of their own."""
    return "".join(
        one if _PARTS.fullmatch(one) or one.replace(" ", "-") in _concepts() else quoted(one, text)
        for one in _PARTS.split(value)
    )


@cache
def _concepts() -> Mapping[str, object]:
    found: Mapping[str, object] = words.tree("collation", words.SOURCE)["concepts"]
    return found


def quoted(said: str, text: str) -> str:
    """Some words, which follow each other in a text, with what stands between them, in its spelling."""
    written = list(_WORD.finditer(text))
    known = [normal(match[0]).rstrip("'") for match in written]
    at = list(_places(said.split(), known))
    if not at:
        return said
    runs: list[list[int]] = []
    for k in at:
        if runs and 0 < k - runs[-1][-1] <= BETWEEN + 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return " … ".join(text[written[run[0]].start() : written[run[-1]].end()] for run in runs)


def _places(said: Sequence[str], known: Sequence[str]) -> Iterator[int]:
    """Where some words stand; one that a text has in another form is left out."""
    start = 0
    for word in said:
        at = next((k for k in range(start, len(known)) if known[k] == word), None)
        if at is not None:
            yield at
            start = at + 1
