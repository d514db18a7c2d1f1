"""What humans decided about findings: kept by the findings' ids, so that decisions expire when the text changes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hedgekit.putting import put

from .errors import DecisionError
from .finding import CLASSES, Finding

VALUES = ("accept", "reject", "reclass")
VERSION = 1
MARK = "\ufeff"  # which some editors put before a text
SIZE_LIMIT = 5_000_000  # bytes of a file of decisions
REASON_LIMIT = 2_000  # characters of a reason


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
    other: tuple[str, str, str | None] | None = None

    def plain(self) -> dict[str, Any]:
        """As the file has it."""
        plain = {"value": self.value, "reason": self.reason, "class": self.klass, "finding": dict(self.finding or {})}
        return plain | ({"other": list(self.other)} if self.other else {})

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Decision":
        """One as the file has it.  What is none raises DecisionError, ValueError, TypeError or KeyError."""
        if not isinstance(plain["finding"], dict):
            raise ValueError
        other = _checked(*plain["other"]) if plain.get("other") else None
        return cls(*_checked(plain["value"], plain["reason"], plain["class"]), plain["finding"], other)


class Decisions:
    """Decisions by the id of their finding."""

    def __init__(self, by_id: Mapping[str, Decision] | None = None) -> None:
        self.by_id: dict[str, Decision] = dict(by_id or {})

    def decide(self, finding: Finding, value: str, reason: str = "", klass: str | None = None) -> Decision:
        """Accept, reject or re-class a finding, with a reason or none.  DecisionError for an unknown value or class."""
        decision = Decision(*_checked(value, reason, klass), finding.plain())
        self.by_id[finding.id] = decision
        return decision

    def of(self, finding: Finding) -> Decision | None:
        """What was decided about a finding, if anything."""
        return self.by_id.get(finding.id)

    def applied(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that stand: rejected ones gone, those classed anew in their new class."""
        found = []
        for finding in findings:
            decision = self.of(finding)
            if decision is None or decision.value == "accept":
                found.append(finding)
            elif decision.value == "reclass":
                found.append(replace(finding, klass=decision.klass or finding.klass))
        return found

    # ---- files ----

    def text(self) -> str:
        """As a file: JSON."""
        decided = {name: decision.plain() for name, decision in sorted(self.by_id.items())}
        return json.dumps({"version": VERSION, "decisions": decided}, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the file, all or nothing."""
        put(Path(path), self.text().encode())

    @classmethod
    def read(cls, text: str, name: str = "decisions") -> "Decisions":
        """Decisions from the text of a file, or of a project with them in it.  DecisionError if it is neither."""
        try:
            if len(text) > SIZE_LIMIT:
                raise ValueError
            data = json.loads(text.removeprefix(MARK))
            if "project" not in data and data["version"] != VERSION:
                raise ValueError
            by_id = {str(key): Decision.read(one) for key, one in data["decisions"].items()}
            cls(by_id).text().encode()  # half a character cannot be written again
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DecisionError):
            raise DecisionError("decisions", name=name) from None
        return cls(by_id)

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

    The same is: of a kind, in the same entry, about the same words.  Where several decisions or findings are alike it
    is not known which is meant.
    """
    here = {one.id for one in findings}
    gone: dict[Words, list[str]] = defaultdict(list)
    for name, made in decisions.by_id.items():
        if name not in here and (said := _words(made.finding or {})):
            gone[said].append(name)
    if not gone:
        return {}
    open_now: dict[Words, list[Finding]] = defaultdict(list)
    for one in findings:
        if one.id not in decisions.by_id and (said := _words(one.plain())):
            open_now[said].append(one)
    return {
        names[0]: (open_now[said][0], replace(decisions.by_id[names[0]], finding=open_now[said][0].plain()))
        for said, names in gone.items()
        if len(names) == len(open_now.get(said, ())) == 1
    }


Words = tuple[Any, ...]


def _words(finding: Mapping[str, Any]) -> Words | None:
    """What a finding is about, without where it stands; None for one without words, or of no form that is known."""
    sides = [finding.get(side) for side in ("a", "b")]
    said = [str(side.get("text", "")) if isinstance(side, dict) else None for side in sides]
    return (*(str(finding.get(part)) for part in ("kind", "variant", "inner")), *said) if any(said) else None


def _checked(value: object, reason: object, klass: object) -> tuple[str, str, str | None]:
    if value not in VALUES:
        raise DecisionError("decision", value=value)
    if not isinstance(reason, str):
        raise DecisionError("reason")
    if value == "reclass" and klass not in CLASSES:
        raise DecisionError("class", value=klass)
    return str(value), reason.strip()[:REASON_LIMIT], str(klass) if value == "reclass" else None
