"""A witness against the rulebook: every fact of its headings and table, and what `hedgekit.VARIANTS` declares."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hedgekit import VARIANTS
from hedgekit.games.race.variants import Variant

from .french import stems
from .naming import fits
from .witness import BASE, Entry, Players, Row, Witness


@dataclass(frozen=True)
class Fact:
    """One fact of a variant: what the witness says, what the rulebook declares, and the verdict.

    name: a key of `collation.facts`; verdict: "same", "differs", "absent" (the witness does not say) or "unclear"
    (it can be read in two ways); lines: where the witness says it; source, confidence: where the rulebook has it from.
    """

    variant: int
    name: str
    said: str
    ours: str
    verdict: str
    lines: tuple[int, ...]
    source: str
    confidence: str

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {**self.__dict__, "lines": list(self.lines)}


def check_facts(witness: Witness) -> list[Fact]:
    """Every fact of a witness against the rulebook, variant by variant."""
    rows = witness.listed
    families = _families(rows)
    found: list[Fact] = []
    for n, variant in VARIANTS.items():
        entry = witness.entries.get(n)
        if entry:
            found += _headed(entry, variant)
        row = rows.get(n)
        if row:
            found += _listed(row, variant, families)
    return found


def _fact(variant: Variant, name: str, said: object, ours: object, verdict: str, lines: tuple[int, ...]) -> Fact:
    return Fact(variant.number, name, _text(said), _text(ours), verdict, lines, variant.source, variant.confidence)


def _text(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one) for one in value) or "-"
    return "-" if value in (None, "") else str(value)


def _verdict(said: object, ours: object) -> str:
    if said == ours:
        return "same"
    return "absent" if said in (None, "", ()) else "differs"


def _headed(entry: Entry, variant: Variant) -> list[Fact]:
    """What the heading and the text of a variant say."""
    title = variant.title["fr"]
    material = variant.material.get("fr")
    people = set(entry.credits), set(variant.credits)
    where, said, ours = entry.heading_lines, entry.players, variant.bracketed
    credited = tuple(line for s in entry.sentences if s.role == "credit" for line in s.lines()) or where
    found = [
        _fact(variant, "title", entry.title, title, "same" if fits(entry.title, title) else "differs", where),
        _fact(variant, "advised", said.advised, variant.advised, _counts(said, said.advised, variant.advised), where),
        _fact(variant, "possible", said.possible, ours, _counts(said, said.possible, ours), where),
        _fact(
            variant, "credits", entry.credits, variant.credits,
            "same" if people[0] == people[1] else "absent" if not people[0] else "differs", credited,
        ),
    ]  # fmt: skip
    if entry.number != BASE and (entry.material or material):
        lines = tuple(line for s in entry.sentences if s.role == "material" for line in s.lines()) or where
        found.append(_fact(variant, "material", entry.material, material, _material(entry.material, material), lines))
    return found


def _counts(players: Players, said: tuple[int, ...], ours: tuple[int, ...]) -> str:
    return ("same" if said == ours else "differs") if players.all else "absent"


def _material(said: str | None, ours: str | None) -> str:
    """The same if anything is the same: the rulebook says it in words of its own."""
    if not said:
        return "absent"
    return "same" if ours and stems(said) & stems(ours) else "differs"


def _listed(row: Row, variant: Variant, families: Mapping[str, str]) -> list[Fact]:
    """What the row of a variant says."""
    where = (row.line,)
    declared = Players(variant.advised, variant.bracketed)
    found = [
        _fact(variant, "table-number", row.number, variant.number, _verdict(row.number, variant.number), where),
        _fact(variant, "table-players", row.players, declared, _verdict(row.players, declared), where),
    ]
    for name, said, ours in (("duration", row.duration, variant.duration), ("tactic", row.tactic, variant.tactic)):
        verdict = "unclear" if row.unclear else _verdict(said, ours)
        found.append(_fact(variant, name, row.signs if row.unclear else said, ours, verdict, where))
    if row.family:
        same = families[row.family] == variant.family
        found.append(_fact(variant, "family", row.family, variant.family, "same" if same else "differs", where))
    return found


def _families(rows: Mapping[int, Row]) -> dict[str, str]:
    """The headings of the table, and the family of the rulebook that most rows under each belong to."""
    counted: dict[str, Counter[str]] = {}
    for n, row in rows.items():
        if row.family and n in VARIANTS:
            counted.setdefault(row.family, Counter())[VARIANTS[n].family] += 1
    return {row.family: "" for row in rows.values() if row.family} | {
        name: count.most_common(1)[0][0] for name, count in counted.items()
    }
