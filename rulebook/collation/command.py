"""What the commands `rulebook collate` and `rulebook translation` do: compare two files, write what is wanted."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rulebook.text import words

from . import exports
from .collating import collate
from .decisions import Decisions
from .errors import CollationError
from .reading import read
from .report import report
from .translation import check_translation


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


def translation(source: Path, target: Path, of: str, to: str, out: Path | None, language: str) -> str:
    """Check a translation from the language `of` ("" if not known) to `to`, write the findings, say how many there are.

    A list of JSON, a table where `out` ends in .csv.  CollationError for a file that cannot be read; OSError for one
    that cannot be written.
    """
    found = check_translation(read(source), read(target), to, of)
    if out is not None:
        table = out.suffix.casefold() == ".csv"
        out.write_text(
            exports.findings_csv(found, None, language) if table else exports.findings_json(found, language), "utf-8"
        )
    return words.text("collation.report.translated", language).format(many=len(found))
