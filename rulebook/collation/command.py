"""What the command `rulebook collate` does: collate two files, write what is wanted."""

from dataclasses import dataclass
from pathlib import Path

from rulebook.text import words

from . import exports
from .collating import collate
from .decisions import Decisions
from .errors import CollationError
from .report import report


@dataclass(frozen=True)
class Wanted:
    """The files to write; None for those that are not wanted."""

    findings: Path | None = None
    facts: Path | None = None
    report: Path | None = None
    pairs: Path | None = None


def run(a: Path, b: Path, wanted: Wanted, decided: Path | None = None, language: str = words.SOURCE) -> str:
    """Collate A and B, write the files, and say how many findings there are.

    CollationError (or one of its kinds) for a file that cannot be read; OSError for one that cannot be written.
    """
    if decided is not None and not decided.exists():
        raise CollationError("absent", name=decided.name)
    decisions = Decisions.load(decided) if decided else Decisions()
    collation = collate(a, b)
    standing = decisions.applied(collation.findings)
    if wanted.findings:
        table = wanted.findings.suffix.casefold() == ".csv"
        text = (
            exports.findings_csv(standing, decisions, language) if table else exports.findings_json(standing, language)
        )
        wanted.findings.write_text(text, "utf-8")
    if wanted.facts:
        wanted.facts.write_text(exports.facts_json(collation), "utf-8")
    if wanted.report:
        wanted.report.write_text(report(collation, decisions, language), "utf-8")
    if wanted.pairs:
        table = wanted.pairs.suffix.casefold() == ".csv"
        wanted.pairs.write_text(exports.pairs_csv(collation.pairs) if table else exports.tmx(collation.pairs), "utf-8")
    return words.text("collation.report.counts", language).format(**collation.counts)
