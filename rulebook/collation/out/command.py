"""The commands `rulebook collate` and `rulebook translation`: compare files and write the results."""

import gc
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.text import words

from ..checking.bilingual import read_segments
from ..checking.rules import with_rule, with_sides
from ..checking.translation import Examination, examine, examine_segments
from ..collating.collation import collate
from ..errors import CollationError
from ..finding import Finding
from ..language.languages import conflicting_language, primary, source_language, tag
from ..meaning.judging import BALANCED
from ..pairs import mismatch_warning
from ..reading.files import FILE_LIMIT, MEGABYTE, read_data
from ..reading.reader import describe_omissions, read, read_bytes
from ..witness import Witness
from . import exports
from .apparatus import Apparatus, apparatus
from .decisions import Decisions
from .files import Makers, of_collation, of_translation, of_witnesses


class Found(NamedTuple):
    """The result: a summary, counts, and the findings; the readings of three or more texts."""

    summary: str
    counts: Mapping[str, Any]
    findings: Sequence[Finding]
    readings: Apparatus | None = None

    def plain(self, language: str) -> dict[str, Any]:
        """Return the findings with their counts as plain data."""
        return {"counts": self.counts, "findings": exports.findings_plain(self.findings, language)}


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector, which would take a tenth of the time of a comparison."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@_without_garbage_collection()
def run(paths: Sequence[Path], outputs: Mapping[str, Path], decided: Path | None, language: str) -> Found:
    """Collate the first file with the second, write the output files, and return the result.

    paths: two or more witnesses, each a file or a folder of pages; those after the second only enter the apparatus.
    outputs: "out" (the findings), "facts", "html" (the report), "pairs", "apparatus" -> the file, with the format in
    its extension.  decided: file of decisions.  Raise CollationError (or a subclass) for a file that cannot be read or
    written, or an unknown extension.
    """
    _check_extensions(outputs)
    if decided is not None and not decided.exists():
        raise CollationError("absent", name=decided)
    decisions = Decisions()
    if decided is not None:
        with _errors_at(decided):
            decisions = Decisions.load(decided)
    witnesses = _read(paths, language)
    collation = collate(witnesses[0], witnesses[1])
    standing = decisions.applied(collation.findings)
    made = cache(lambda: apparatus(witnesses[0], witnesses[1:], [collation]))
    _write({**of_collation(collation, decisions, language), **of_witnesses(made, witnesses)}, outputs)
    counts = words.text("collation.report.counts", language).format(**collation.counts)
    warning = mismatch_warning(_name(paths[0], language), _name(paths[1], language), collation.belong, language)
    readings = made() if len(witnesses) > 2 else None
    return Found(_summary(counts, witnesses, warning, language), collation.counts, standing, readings)


@_without_garbage_collection()
def translation(
    source: Path, target: Path | None, of: str, to: str, outputs: Mapping[str, Path], language: str,
    tell: str = BALANCED,
) -> Found:  # fmt: skip
    """Check a translation from the language `of` ("" if unknown) into `to`, write the output files, return the result.

    target: None if one bilingual file is checked segment by segment; it may name the languages.  outputs: "out" (the
    findings), "html" (the report), "pairs" -> the file; tell: how much to report ("sure", "balanced", "more").  Raises
    as `run` does.
    """
    _check_extensions(outputs)
    for named in (of, to):
        if named and not _TAG.fullmatch(named):
            raise CollationError("no-language", name=named)
    two = (source, target) if target else None
    checked = _check_two_files(two, of, to, language) if two else _check_one_file(source, of, to, language)
    held, names, languages = checked.held, checked.names, checked.languages
    found = with_sides(with_rule(held.reported(tell), held.witness, (primary(languages[0]), primary(languages[1]))))
    _write(of_translation(names, languages, found, lambda: held.texts.pairs, Decisions(), language), outputs)
    count = words.text("collation.report.translated", language).format(many=len(found))
    return Found(" ".join(filter(None, (count, checked.warnings))), {"findings": len(found)}, found)


class _Checked(NamedTuple):
    """A checked translation: the comparison, names and languages of both texts, and warnings."""

    held: Examination
    names: tuple[str, str]
    languages: tuple[str, str]
    warnings: str


def _check_two_files(paths: tuple[Path, Path], of: str, to: str, language: str) -> _Checked:
    """Check a translation in a separate file."""
    if not to:
        raise CollationError("which-language")
    one, two = _read(paths, language)
    of, to = tag(of) or source_language(one), tag(to)
    names = [_name(path, language) for path in paths]
    _check_languages((one, two), (of, to), names)
    held = examine(one, two, to, of)
    warning = mismatch_warning(names[0], names[1], held.belong, language, free=held.judgement.is_too_free)
    return _Checked(held, (one.name, two.name), (of, to), _summary("", [one, two], warning, language))


def _check_one_file(path: Path, of: str, to: str, language: str) -> _Checked:
    """Check a file with both texts."""
    with _errors_at(path):
        both = read_segments(path.name, _from_stdin() if path == STDIN else read_data(path), to)
    sides = both.witnesses
    of, to = tag(of or both.languages[0]) or source_language(sides[0]), tag(to or both.languages[1])
    if not to:
        raise CollationError("which-language")
    _check_languages(sides, (of, to), [_name(path, language)] * 2)
    held, names = examine_segments(both, (of, to)), (path.name, path.name)
    left = words.text("collation.report.left-out", language).format(name=path.name, what=", ".join(both.skipped))
    warning = mismatch_warning(*names, True, language, free=held.judgement.is_too_free)
    return _Checked(held, names, (of, to), " ".join([left] * bool(both.skipped) + [warning]).strip())


def _check_languages(sides: Sequence[Witness], languages: Sequence[str], names: Sequence[str]) -> None:
    """Raise CollationError if a text is clearly not in the language named."""
    for side, named, name in zip(sides, languages, names, strict=True):
        if other := conflicting_language(side, named):
            raise CollationError("other-language", name=name, other=other, named=named)


STDIN = Path("-")


def _read(paths: Sequence[Path], language: str) -> list[Witness]:
    """Read the witnesses; one of them may be standard input."""
    if paths.count(STDIN) > 1:
        raise CollationError("once", name=STDIN)
    return [_read_one(path, language) for path in paths]


def _read_one(path: Path, language: str) -> Witness:
    if path == STDIN:
        return read_bytes(_name(path, language), _from_stdin())
    with _errors_at(path):
        return read(path)


def _from_stdin() -> bytes:
    return sys.stdin.buffer.read(FILE_LIMIT * MEGABYTE + 1)


@contextmanager
def _errors_at(path: Path) -> Iterator[None]:
    """Name a file in errors by the path the user gave, since others may have the same name."""
    try:
        yield
    except CollationError as error:
        raise error.at(path) from None


def _name(path: Path, language: str) -> str:
    return words.text("collation.report.stdin", language) if path == STDIN else str(path)


def _summary(counts: str, witnesses: Sequence[Witness], warning: str, language: str) -> str:
    """Join the sentences about counts, omissions and mismatched files, if any."""
    return " ".join(filter(None, (counts, describe_omissions(witnesses, language), warning)))


_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")  # of a language (BCP 47)


ENDINGS: Mapping[str, Sequence[str]] = {
    "out": (".json", ".csv", ".xlsx"),
    "facts": (".json",),
    "html": (".html", ".htm"),
    "pairs": (".tmx", ".xlf", ".xliff", ".po", ".csv", ".json", ".xlsx"),
    "apparatus": (".xml", ".tei", ".json", ".csv", ".xlsx"),
}
"""Extensions of output files by kind; the first is used for a file without an extension."""


def _check_extensions(outputs: Mapping[str, Path]) -> None:
    """Raise CollationError for an output file with an unknown extension."""
    for name, path in outputs.items():
        if path.suffix and path.suffix.casefold() not in ENDINGS[name]:
            raise CollationError("ending", name=path, endings=", ".join(ENDINGS[name]))


_STEMS = {"out": "findings", "html": "report"}
_SAME = {".htm": ".html", ".xliff": ".xlf", ".tei": ".xml"}


def _maker_name(name: str, path: Path) -> str:
    """Return the key of an output file in `Makers`."""
    ending = path.suffix.casefold() or ENDINGS[name][0]
    return _STEMS.get(name, name) + _SAME.get(ending, ending)


def _write(makers: Makers, outputs: Mapping[str, Path]) -> None:
    """Write the output files once all of them have been made."""
    made = {path: makers[_maker_name(name, path)]() for name, path in outputs.items()}
    for path, content in made.items():
        try:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        except OSError:
            raise CollationError("unwritable", name=path) from None
