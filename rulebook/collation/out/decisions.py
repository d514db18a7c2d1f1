"""Decisions about findings, stored by the findings' ids, so that they expire when the text changes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hedgekit.atomic_write import put
from hedgekit.renamed import Renamed

from ..errors import DecisionError
from ..finding import CLASSES, Finding

VALUES = ("accept", "reject", "reclass")
VERSION = 1
MARK = "\ufeff"  # byte order mark, which some editors write
SIZE_LIMIT = 5_000_000  # bytes of a file of decisions
REASON_LIMIT = 2_000  # characters of a reason
GONE = "taken back"  # key in a file
Verdict = tuple[str, str, str | None]
"""Value, reason and class of a decision."""


@dataclass(frozen=True)
class Decision:
    """A decision: accept, reject or reclass (to `klass`), the reason, and the finding as plain data.

    other: somebody else's conflicting decision about the same finding, until one of the two is chosen.
    """

    value: str
    reason: str
    klass: str | None = None
    finding: Mapping[str, Any] | None = None
    other: Verdict | None = None
    said = Renamed("said", "verdict")

    @property
    def verdict(self) -> Verdict:
        """Value, reason and class."""
        return self.value, self.reason, self.klass

    def plain(self) -> dict[str, Any]:
        """Return the decision as in the file."""
        plain = {"value": self.value, "reason": self.reason, "class": self.klass, "finding": dict(self.finding or {})}
        return plain | ({"other": list(self.other)} if self.other else {})

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Decision":
        """Read a decision from a file's data.  Raise DecisionError, ValueError, TypeError or KeyError if invalid."""
        if not isinstance(plain["finding"], dict):
            raise ValueError
        other = _checked(*plain["other"]) if plain.get("other") else None
        return cls(*_checked(plain["value"], plain["reason"], plain["class"]), plain["finding"], other)


class Decisions:
    """Decisions by the id of their finding.

    gone: saved decisions that were taken back, so that merging a file that still has them does not restore them.
    """

    def __init__(self, by_id: Mapping[str, Decision] | None = None, gone: Mapping[str, Verdict] | None = None) -> None:
        self.by_id: dict[str, Decision] = dict(by_id or {})
        self.gone: dict[str, Verdict] = {name: one for name, one in (gone or {}).items() if name not in self.by_id}

    def decide(self, finding: Finding, value: str, reason: str = "", klass: str | None = None) -> Decision:
        """Accept, reject or reclass a finding.  Raise DecisionError for an unknown value or class."""
        decision = Decision(*_checked(value, reason, klass), _stored(finding))
        self.by_id[finding.id] = decision
        return decision

    def of(self, finding: Finding) -> Decision | None:
        """Return the decision about a finding, if any."""
        return self.by_id.get(finding.id)

    def applied(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings without rejected ones, and reclassed ones in their new class."""
        return [
            replace(finding, klass=decision.klass) if decision and decision.klass else finding
            for finding in findings
            if (decision := self.of(finding)) is None or decision.value != "reject"
        ]

    # ---- files ----

    def filed(self) -> dict[str, Verdict]:
        """Return id -> verdict for all current and former decisions in the file."""
        return {**self.gone, **{name: one.verdict for name, one in self.by_id.items()}}

    def text(self) -> str:
        """Format as a file (JSON)."""
        decided = {name: decision.plain() for name, decision in sorted(self.by_id.items())}
        gone = {GONE: dict(sorted(self.gone.items()))} if self.gone else {}
        return json.dumps({"version": VERSION, "decisions": decided} | gone, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the file atomically."""
        put(Path(path), self.text().encode())

    @classmethod
    def read(cls, text: str, name: str = "decisions") -> "Decisions":
        """Read decisions from the text of a decisions or project file.  Raise DecisionError if it is neither."""
        try:
            if len(text) > SIZE_LIMIT:
                raise ValueError
            data = parse_json(text)
            if "project" not in data and data["version"] != VERSION:
                raise ValueError
            by_id = {str(key): Decision.read(one) for key, one in data["decisions"].items()}
            gone = {str(key): _checked(*verdict) for key, verdict in data.get(GONE, {}).items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DecisionError):
            raise DecisionError("decisions", name=name) from None
        return cls(by_id, gone)

    @classmethod
    def load(cls, path: str | Path) -> "Decisions":
        """Read decisions from a file; none if it does not exist yet.  Raise DecisionError for an invalid file."""
        path = Path(path)
        if not path.exists():
            return cls()
        try:
            if path.stat().st_size > SIZE_LIMIT:
                raise ValueError
            return cls.read(path.read_text("utf-8"), path.name)
        except DecisionError:
            raise
        except (OSError, ValueError):
            raise DecisionError("decisions", name=path.name) from None


def match_outdated(decisions: Decisions, findings: Sequence[Finding]) -> dict[str, tuple[Finding, Decision]]:
    """Match outdated decisions with findings: id -> the only similar undecided finding, and the decision.

    Similar: the same words in the same sentence, in an entry that was renumbered; else the same kind and words in the
    same entry.  If several decisions or findings are similar, the match is unknown.
    """
    here = {one.id for one in findings}
    gone = {name: made.finding or {} for name, made in decisions.by_id.items() if name not in here}
    open_now = [one for one in findings if one.id not in decisions.by_id] if gone else []
    free = {one.id: (one, _stored(one)) for one in open_now}
    found: dict[str, tuple[Finding, Decision]] = {}
    for key in (lambda finding: finding.get("wording", ""), _words):
        old, new = defaultdict[Any, list[str]](list), defaultdict[Any, list[str]](list)
        for name, finding in gone.items():
            old[key(finding)].append(name)
        for name, (_, stored) in free.items():
            new[key(stored)].append(name)
        for similar, names in old.items():
            if similar and len(names) == len(new.get(similar, ())) == 1:
                (name,), (now,) = names, new[similar]
                one, stored = free.pop(now)
                found[name] = one, replace(decisions.by_id[name], finding=stored)
                del gone[name]
    return found


def _stored(finding: Finding) -> dict[str, Any]:
    """Return the part of a finding that is stored with its decision."""
    return {**finding.plain(), "kind": finding.id_kind or finding.kind, "wording": finding.wording}


def parse_json(text: str) -> Any:
    """Parse JSON strictly.  Raise ValueError for NaN, infinities, lone surrogates and duplicate names.

    A decision may occur twice after a merge by version control: the second becomes the `other` of the first.
    """
    data = json.loads(text.removeprefix(MARK), object_pairs_hook=_without_duplicates)
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    return data


def _without_duplicates(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name not in found:
            found[name] = value
        elif all(isinstance(one, dict) and "value" in one for one in (found[name], value)):
            if [found[name]["value"], found[name].get("class")] != [value["value"], value.get("class")]:
                found[name]["other"] = [value["value"], value.get("reason"), value.get("class")]
        else:
            raise ValueError(name)
    return found


def _words(finding: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """Return the words of a finding without its place; None without words or in an unknown form."""
    sides = [finding.get(side) for side in ("a", "b")]
    texts = [str(side.get("text", "")) if isinstance(side, dict) else None for side in sides]
    return (*(str(finding.get(part)) for part in ("kind", "variant", "inner")), *texts) if any(texts) else None


def _checked(value: object, reason: object, klass: object) -> Verdict:
    if value not in VALUES:
        raise DecisionError("decision", value=value)
    if not isinstance(reason, str):
        raise DecisionError("reason")
    if value == "reclass" and klass not in CLASSES:
        raise DecisionError("class", value=klass)
    return str(value), reason.strip()[:REASON_LIMIT], str(klass) if value == "reclass" else None
