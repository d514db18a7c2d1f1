"""The export files of a collation, a checked translation and an apparatus, by name."""

from collections.abc import Callable, Mapping, Sequence

from ..collating.collation import Collation
from ..finding import Finding
from ..pairs import Pair
from ..witness import Witness
from . import exchange, exports, workbook
from .apparatus import Apparatus, collatex, table, tei
from .decisions import Decisions
from .report import report, report_of_translation

Content = str | bytes
Makers = Mapping[str, Callable[[], Content]]
"""File name -> function that returns its content."""


def of_collation(collation: Collation, decisions: Decisions, language: str, *, every: bool = False) -> Makers:
    """Return the files of two witnesses; every: whether the tables include rejected findings."""
    standing = decisions.applied(collation.findings)
    return {
        **_of_findings(collation.findings if every else standing, standing, decisions, language),
        **_of_pairs(
            lambda: collation.pairs_with_headings,
            collation.b.name,
            exchange.languages_of(collation),
            lambda: exports.Notes(standing, language),
        ),
        "facts.json": lambda: exports.as_json(collation.facts),
        "report.html": lambda: report(collation, decisions, language),
    }


def of_translation(
    names: tuple[str, str],
    languages: tuple[str, str],
    found: Sequence[Finding],
    pairs: Callable[[], Sequence[Pair]],
    decisions: Decisions,
    language: str,
) -> Makers:
    """Return the files of a source and its translation; names, languages: of both; pairs: their aligned sentences."""
    standing = decisions.applied(found)
    return {
        **_of_findings(found, standing, decisions, language),
        **_of_pairs(pairs, names[1], languages, lambda: exports.Notes(standing, language)),
        "report.html": lambda: report_of_translation(names, languages, found, decisions, language),
    }


def of_witnesses(made: Callable[[], Apparatus], witnesses: Sequence[Witness]) -> Makers:
    """Return the files of an apparatus; the JSON file is input for CollateX."""
    return {
        "apparatus.xml": lambda: tei(made()),
        "apparatus.json": lambda: collatex(witnesses),
        **_tables("apparatus", lambda: table(made())),
    }


def _of_findings(tabled: Sequence[Finding], standing: Sequence[Finding], decisions: Decisions, language: str) -> Makers:
    return {
        "findings.json": lambda: exports.as_json(exports.findings_plain(standing, language)),
        **_tables("findings", lambda: exports.findings_table(tabled, decisions, language)),
    }


def _of_pairs(
    pairs: Callable[[], Sequence[Pair]], name: str, languages: tuple[str, str], notes: Callable[[], exports.Notes]
) -> Makers:
    rows = lambda: exports.pairs_table(pairs(), notes())  # noqa: E731
    return {
        "pairs.tmx": lambda: exchange.tmx(pairs(), languages, notes()),
        "pairs.xlf": lambda: exchange.xliff(pairs(), name, languages, notes()),
        "pairs.po": lambda: exchange.po(pairs(), languages[1], notes()),
        "pairs.json": lambda: exports.as_records(rows()),
        **_tables("pairs", rows),
    }


def _tables(name: str, rows: Callable[[], Sequence[Sequence[object]]]) -> Makers:
    return {f"{name}.csv": lambda: exports.as_csv(rows()), f"{name}.xlsx": lambda: workbook.xlsx(rows())}
