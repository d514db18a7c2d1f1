"""Score a collation against a gold list: how many gold findings it makes, and how many of its own are in the list.

A gold list is TOML, made by hand, a row for each finding: class, kind, variant, a, b (line and text), inner and note.
A note that begins with "doubtful" marks a finding that a careful reader may omit; it does not count.

    python -m tests.rulebook.collation.score A B gold.toml
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.collation.collating.collation import collate
from rulebook.collation.language.tokens import unaccented

CLASSES = ("meaning", "spelling", "typography")
Item = Mapping[str, Any]


@dataclass
class Score:
    """The score of a class: gold findings found and missed, and findings not in the list."""

    found: list[Item]
    missed: list[Item]
    extra: list[Item]

    @property
    def recall(self) -> float:
        """The share of the gold list that was found."""
        return len(self.found) / max(len(self.found) + len(self.missed), 1)


def lines(place: Item | None) -> set[int]:
    line = place["line"] if place else []
    return {line} if isinstance(line, int) else set(line)


def words_of(place: Item | None) -> set[str]:
    return set(re.findall(r"\w+|[+=-]", unaccented(str(place["text"]).casefold()))) if place else set()


def matches(gold: Item, finding: Item) -> bool:
    """Return whether a finding is this one of the gold list: class, variant, lines and words."""
    if gold["class"] != finding["class"]:
        return False
    if gold.get("variant") is not None and finding["variant"] not in (gold["variant"], None):
        return False
    if gold["inner"] != finding["inner"]:
        return False
    shared = False
    for side in ("a", "b"):
        mine, theirs = lines(gold.get(side)), lines(finding[side])
        if mine and theirs and not mine & theirs:
            return False
        expected, found = words_of(gold.get(side)), words_of(finding[side])
        words = not expected or expected & found or not found
        shared |= bool(mine & theirs) and bool(words)
    return shared


def score(gold: Sequence[Item], findings: Sequence[Item]) -> dict[str, Score]:
    """Return class -> score.  A finding may match several gold findings at its place."""
    result = {}
    for klass in CLASSES:
        wanted = [one for one in gold if one["class"] == klass]
        mine = [one for one in findings if one["class"] == klass]
        sure = [one for one in wanted if not str(one.get("note", "")).startswith("doubtful")]
        hit = [one for one in sure if any(matches(one, other) for other in mine)]
        extra = [other for other in mine if not any(matches(one, other) for one in wanted)]
        result[klass] = Score(hit, [one for one in sure if one not in hit], extra)
    return result


def main(a: str, b: str, *golds: str) -> None:
    findings = [finding.plain() for finding in collate(a, b).findings]
    gold = [one for name in golds for one in tomllib.loads(Path(name).read_text("utf-8"))["finding"]]
    for klass, result in score(gold, findings).items():
        print(f"{klass}: recall {result.recall:.3f}")
        print(*(f"   missed {one}" for one in result.missed), sep="\n")
        print(*(f"   in no list {one}" for one in result.extra), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
