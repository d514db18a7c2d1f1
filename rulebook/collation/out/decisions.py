"""Decisions about findings, kept by the findings' ids, so that they expire when the text changes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hedgekit.atomic_write import put

from ..errors import DecisionError
from ..finding import CLASSES, Finding

VALUES = ("accept", "reject", "reclass")
VERSION = 1
MARK = "\ufeff"  # which some editors put before a text
SIZE_LIMIT = 5_000_000  # bytes of a file of decisions
REASON_LIMIT = 2_000  # characters of a reason
GONE = "taken back"  # in a file


Said = tuple[str, str, str | None]
"""Value, reason and class of a decision."""


@dataclass(frozen=True)
class Decision:
    """One decision: accept, reject or reclass (to `klass`), the reason, and the finding it was about, as plain data.

    other: value, reason and class of somebody else's decision about the same finding that says otherwise, until one of
    the two is taken.
    """

    value: str
    reason: str
    klass: str | None = None
    finding: Mapping[str, Any] | None = None
    other: Said | None = None

    @property
    def said(self) -> Said:
        """The decision and its reason."""
        return self.value, self.reason, self.klass

    def plain(self) -> dict[str, Any]:
        """As the file has it."""
        plain = {"value": self.value, "reason": self.reason, "class": self.klass, "finding": dict(self.finding or {})}
        return plain | ({"other": list(self.other)} if self.other else {})

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Decision":
        """Read a decision from a file's data.  DecisionError, ValueError, TypeError or KeyError if it is invalid."""
        if not isinstance(plain["finding"], dict):
            raise ValueError
        other = _checked(*plain["other"]) if plain.get("other") else None
        return cls(*_checked(plain["value"], plain["reason"], plain["class"]), plain["finding"], other)


class Decisions:
    """Decisions by the id of their finding.

    gone: what stood in a file and was taken back since: merging a file that still has it does not bring it back.
    """

    def __init__(self, by_id: Mapping[str, Decision] | None = None, gone: Mapping[str, Said] | None = None) -> None:
        self.by_id: dict[str, Decision] = dict(by_id or {})
        self.gone: dict[str, Said] = {name: said for name, said in (gone or {}).items() if name not in self.by_id}

    def decide(self, finding: Finding, value: str, reason: str = "", klass: str | None = None) -> Decision:
        """Accept, reject or re-class a finding, with a reason or none.  DecisionError for an unknown value or class."""
        decision = Decision(*_checked(value, reason, klass), _kept(finding))
        self.by_id[finding.id] = decision
        return decision

    def of(self, finding: Finding) -> Decision | None:
        """What was decided about a finding, if anything."""
        return self.by_id.get(finding.id)

    def applied(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings without rejected ones, reclassed ones in their new class."""
        found = []
        for finding in findings:
            decision = self.of(finding)
            if decision is None or decision.value == "accept":
                found.append(finding)
            elif decision.value == "reclass":
                found.append(replace(finding, klass=decision.klass or finding.klass))
        return found

    # ---- files ----

    def filed(self) -> dict[str, Said]:
        """What these decisions' file says, or said: id -> decision."""
        return {**self.gone, **{name: one.said for name, one in self.by_id.items()}}

    def text(self) -> str:
        """As a file: JSON."""
        decided = {name: decision.plain() for name, decision in sorted(self.by_id.items())}
        gone = {GONE: dict(sorted(self.gone.items()))} if self.gone else {}
        return json.dumps({"version": VERSION, "decisions": decided} | gone, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the file, all or nothing."""
        put(Path(path), self.text().encode())

    @classmethod
    def read(cls, text: str, name: str = "decisions") -> "Decisions":
        """Decisions from the text of a file, or of a project with them in it.  DecisionError if it is neither."""
        try:
            if len(text) > SIZE_LIMIT:
                raise ValueError
            data = parsed(text)
            if "project" not in data and data["version"] != VERSION:
                raise ValueError
            by_id = {str(key): Decision.read(one) for key, one in data["decisions"].items()}
            gone = {str(key): _checked(*said) for key, said in data.get(GONE, {}).items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DecisionError):
            raise DecisionError("decisions", name=name) from None
        return cls(by_id, gone)

    @classmethod
    def load(cls, path: str | Path) -> "Decisions":
        """Decisions from a file; none where there is no file yet.  DecisionError if it is no file of decisions."""
        path = Path(path)
        if not path.exists():
            return cls()
        try:
            if path.stat().st_size > SIZE_LIMIT:
                raise ValueError
            return cls.read(path.read_text("utf-8"), path.name)
        except (OSError, UnicodeDecodeError, ValueError) as error:
            if isinstance(error, DecisionError):
                raise
            raise DecisionError("decisions", name=path.name) from None


def renewed(decisions: Decisions, findings: Sequence[Finding]) -> dict[str, tuple[Finding, Decision]]:
    """Decisions whose sentence was changed: id -> the one undecided finding that says the same, and the decision.

    The same is: of the same words in the same sentence, in an entry that has another number now; else of a kind, in the
    same entry, about the same words.  Where several decisions or findings are alike it is not known which is meant.
    """
    here = {one.id for one in findings}
    gone = {name: made.finding or {} for name, made in decisions.by_id.items() if name not in here}
    open_now = [one for one in findings if one.id not in decisions.by_id] if gone else []
    free = {one.id: (one, _kept(one)) for one in open_now}
    found: dict[str, tuple[Finding, Decision]] = {}
    for about in (_wording, _words):
        names, there = defaultdict[Any, list[str]](list), defaultdict[Any, list[str]](list)
        for name, told in gone.items():
            names[about(told)].append(name)
        for name, (_, kept) in free.items():
            there[about(kept)].append(name)
        for said, alike in names.items():
            if said and len(alike) == len(there.get(said, ())) == 1:
                (name,), (now,) = alike, there[said]
                one, kept = free.pop(now)
                found[name] = one, replace(decisions.by_id[name], finding=kept)
                del gone[name]
    return found


def _kept(finding: Finding) -> dict[str, Any]:
    """The part of a finding that is stored with its decision."""
    return {**finding.plain(), "wording": finding.wording}


def _wording(finding: Mapping[str, Any]) -> str:
    return str(finding.get("wording", ""))


def parsed(text: str) -> Any:
    """Parse JSON strictly.  ValueError for NaN and infinities, and for duplicate names.

    A decision may stand twice, where a version control has kept the lines of two people: the second goes beside the
    first, as when their work is merged.
    """
    data = json.loads(text.removeprefix(MARK), object_pairs_hook=_once)
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # nor can half a character
    return data


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
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
    """The words of a finding without its place; None for one without words or in an unknown form."""
    sides = [finding.get(side) for side in ("a", "b")]
    said = [str(side.get("text", "")) if isinstance(side, dict) else None for side in sides]
    return (*(str(finding.get(part)) for part in ("kind", "variant", "inner")), *said) if any(said) else None


def _checked(value: object, reason: object, klass: object) -> Said:
    if value not in VALUES:
        raise DecisionError("decision", value=value)
    if not isinstance(reason, str):
        raise DecisionError("reason")
    if value == "reclass" and klass not in CLASSES:
        raise DecisionError("class", value=klass)
    return str(value), reason.strip()[:REASON_LIMIT], str(klass) if value == "reclass" else None
