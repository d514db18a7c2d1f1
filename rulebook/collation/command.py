"""What the command `rulebook collate` does: collate two files, write what is wanted."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rulebook.text import words

from . import exports
from .collating import collate
from .decisions import Decisions
from .errors import CollationError
from .report import report


def run(a: Path, b: Path, wanted: Mapping[str, Path], decided: Path | None, language: str) -> str:
    """Collate A and B, write the files, and say how many findings there are.

    wanted: "out" (the findings), "facts", "html" (the report), "pairs" -> the file; a table where it ends in .csv.
    CollationError (or one of its kinds) for a file that cannot be read; OSError for one that cannot be written.
    """
    if decided is not None and not decided.exists():
        raise CollationError("absent", name=decided.name)
    decisions = Decisions.load(decided) if decided else Decisions()
    collation = collate(a, b)
    standing = decisions.applied(collation.findings)
    makers: dict[str, Callable[[], str]] = {
        "out": lambda: exports.findings_json(standing, language),
        "out.csv": lambda: exports.findings_csv(standing, decisions, language),
        "facts": lambda: exports.facts_json(collation),
        "html": lambda: report(collation, decisions, language),
        "pairs": lambda: exports.tmx(collation.pairs),
        "pairs.csv": lambda: exports.pairs_csv(collation.pairs),
    }
    for name, path in wanted.items():
        path.write_text(makers.get(name + path.suffix.casefold(), makers[name])(), "utf-8")
    return words.text("collation.report.counts", language).format(**collation.counts)
