"""Which of the differences that two texts may have are told: each is weighed by its evidence.

What free translations have in common with wrong ones is learned from both: `weights.toml` is written by
`docs/weigh_translations.py` from texts of many hands, with the errors that were planted in them.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .concepts import known, plainly
from .evidence import Evidence, Features, weighed
from .finding import Finding, Place, differs
from .levelling import Told
from .statements import differing
from .wording import Memory, Texts, learned


@dataclass(frozen=True)
class Pair:
    """Some sentences and those that say them in the other text: of which clause, where, how many of each side.

    told: what may differ between their numbers and lengths; ratio: how many characters one of A needs in B; values: the
    first number that only A has, and only B.
    """

    variant: int | None
    places: Sequence[Place | None]
    texts: Texts
    many: tuple[int, int]
    told: Sequence[Told]
    ratio: float
    values: tuple[float | None, float | None] = (None, None)


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    return tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))


def suspected(pair: Pair, languages: tuple[str, str], memory: Memory) -> tuple[list[tuple[Told, Features]], Features]:
    """All that may differ between two sentences, each with its evidence, and the evidence that any of it does."""
    evidence = Evidence(pair.texts, languages, pair.ratio, pair.many, memory)
    several = [*pair.told, *differing(pair.texts, languages, evidence.wording)]
    words = evidence.words() if not several else None
    return [(told, evidence.of(told)) for told in (*several, *([words] if words else []))], evidence.all(several)


def remembered(pairs: Sequence[Pair], languages: tuple[str, str]) -> Memory:
    """What the two texts call their own things."""
    one, two = languages
    return learned([(plainly(pair.texts[0], one), plainly(pair.texts[1], two)) for pair in pairs], languages)


def judged(pairs: Sequence[Pair], languages: tuple[str, str]) -> Iterator[Finding]:
    """The differences that are told, pair by pair; in languages whose words are not known, all that may be."""
    if not set(languages) <= known():
        for pair in pairs:
            yield from (_finding(pair, told) for told in pair.told)
        return
    memory = remembered(pairs, languages)
    weights, least = _weights()["weights"], _weights()["told"]["from"]
    for pair in pairs:
        several, features = suspected(pair, languages, memory)
        if several and weighed(features, weights) >= least:
            told, _ = max(several, key=lambda one: weighed(one[1], weights))
            yield _finding(pair, told)


def _finding(pair: Pair, told: Told) -> Finding:
    kind, note, words = told
    return differs(kind, pair.variant, pair.places, note, values=pair.values if note == "number" else None, **words)
