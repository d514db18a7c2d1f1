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
from ..pairs import strangers
from ..reading.files import FILE_LIMIT, MEGABYTE, read_data
from ..reading.reader import read, read_bytes, unread
from ..witness import Witness
from . import exports
from .apparatus import Apparatus, apparatus
from .decisions import Decisions
from .files import Makers, of_collation, of_translation, of_witnesses


class Found(NamedTuple):
    """What was found: said in a sentence, how many of what, and the findings; the readings of three and more texts."""

    said: str
    counts: Mapping[str, Any]
    findings: Sequence[Finding]
    readings: Apparatus | None = None

    def plain(self, language: str) -> dict[str, Any]:
        """As plain data: the findings with their counts."""
        return {"counts": self.counts, "findings": exports.findings_plain(self.findings, language)}


@contextmanager
def _unswept() -> Iterator[None]:
    """Pause the garbage collector while two texts are compared: it would take a tenth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@_unswept()
def run(named: Sequence[Path], wanted: Mapping[str, Path], decided: Path | None, language: str) -> Found:
    """Collate the first file with the second, write the files, and say what was found.

    named: two and more witnesses, each a file or a folder of its pages; those after the second are for the apparatus
    alone.  wanted: "out" (the findings), "facts", "html" (the report), "pairs", "apparatus" -> the file, whose ending
    says what is written.  CollationError (or one of its kinds) for a file that cannot be read or written, or whose
    ending is of something else.
    """
    _endings(wanted)
    if decided is not None and not decided.exists():
        raise CollationError("absent", name=decided)
    decisions = Decisions()
    if decided is not None:
        with _named(decided):
            decisions = Decisions.load(decided)
    witnesses = _read(named, language)
    collation = collate(witnesses[0], witnesses[1])
    standing = decisions.applied(collation.findings)
    told = cache(lambda: apparatus(witnesses[0], witnesses[1:], [collation]))
    _write({**of_collation(collation, decisions, language), **of_witnesses(told, witnesses)}, wanted)
    said = words.text("collation.report.counts", language).format(**collation.counts)
    asked = strangers(_called(named[0], language), _called(named[1], language), collation.belong, language)
    readings = told() if len(witnesses) > 2 else None
    return Found(_also(said, witnesses, asked, language), collation.counts, standing, readings)


@_unswept()
def translation(
    source: Path, target: Path | None, of: str, to: str, wanted: Mapping[str, Path], language: str, tell: str = BALANCED
) -> Found:
    """Check a translation from the language `of` ("" if not known) to `to`, write the files, say what was found.

    target: None where one file holds both texts, which are checked segment by segment; it may name the languages.
    wanted: "out" (the findings), "html" (the report), "pairs" -> the file; tell: how much ("sure", "balanced",
    "more").  Errors as for `run`.
    """
    _endings(wanted)
    for named in (of, to):
        if named and not _TAG.fullmatch(named):
            raise CollationError("no-language", name=named)
    checked = _in_one(source, of, to, language) if target is None else _in_two((source, target), of, to, language)
    held, names, languages = checked.held, checked.names, checked.languages
    found = with_sides(with_rule(held.reported(tell), held.witness, (primary(languages[0]), primary(languages[1]))))
    _write(of_translation(names, languages, found, lambda: held.texts.pairs, Decisions(), language), wanted)
    said = words.text("collation.report.translated", language).format(many=len(found))
    return Found(" ".join(filter(None, (said, checked.also))), {"findings": len(found)}, found)


class _Checked(NamedTuple):
    """A compared translation: what was found, the names of both texts, their languages, what else is to say."""

    held: Examination
    names: tuple[str, str]
    languages: tuple[str, str]
    also: str


def _in_two(paths: tuple[Path, Path], of: str, to: str, language: str) -> _Checked:
    """A source and its translation, a file each."""
    if not to:
        raise CollationError("which-language")
    one, two = _read(paths, language)
    of, to = tag(of) or source_language(one), tag(to)
    called = [_called(path, language) for path in paths]
    _check_languages((one, two), (of, to), called)
    held = examine(one, two, to, of)
    asked = strangers(called[0], called[1], held.belong, language, free=held.judgement.is_too_free)
    also = _also("", [one, two], asked, language)
    return _Checked(held, (one.name, two.name), (of, to), also)


def _in_one(path: Path, of: str, to: str, language: str) -> _Checked:
    """A file that holds both."""
    with _named(path):
        both = read_segments(path.name, _from_stdin() if path == STDIN else read_data(path), to)
    sides = both.witnesses
    of, to = tag(of or both.languages[0]) or source_language(sides[0]), tag(to or both.languages[1])
    if not to:
        raise CollationError("which-language")
    _check_languages(sides, (of, to), [_called(path, language)] * 2)
    held, names = examine_segments(both, (of, to)), (path.name, path.name)
    left = words.text("collation.report.left-out", language).format(name=path.name, what=", ".join(both.skipped))
    also = " ".join(
        [left] * bool(both.skipped) + [strangers(*names, True, language, free=held.judgement.is_too_free)]
    ).strip()
    return _Checked(held, names, (of, to), also)


def _check_languages(sides: Sequence[Witness], languages: Sequence[str], called: Sequence[str]) -> None:
    """CollationError for a text that is clearly in another language than the one named."""
    for side, named, name in zip(sides, languages, called, strict=True):
        if other := conflicting_language(side, named):
            raise CollationError("other-language", name=name, other=other, named=named)


STDIN = Path("-")


def _read(named: Sequence[Path], language: str) -> list[Witness]:
    """The witnesses of these files; one of them may be standard input."""
    if named.count(STDIN) > 1:
        raise CollationError("once", name=STDIN)
    return [_one(path, language) for path in named]


def _one(path: Path, language: str) -> Witness:
    if path == STDIN:
        return read_bytes(_called(path, language), _from_stdin())
    with _named(path):
        return read(path)


def _from_stdin() -> bytes:
    return sys.stdin.buffer.read(FILE_LIMIT * MEGABYTE + 1)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors name a file by the path it was given by, since others may have the same name."""
    try:
        yield
    except CollationError as error:
        raise error.at(path) from None


def _called(path: Path, language: str) -> str:
    return words.text("collation.report.stdin", language) if path == STDIN else str(path)


def _also(said: str, witnesses: Sequence[Witness], asked: str, language: str) -> str:
    """Append sentences about unread files and wrong files, if there are any."""
    return " ".join(filter(None, (said, unread(witnesses, language), asked)))


_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")  # of a language (BCP 47)


ENDINGS: Mapping[str, Sequence[str]] = {
    "out": (".json", ".csv", ".xlsx"),
    "facts": (".json",),
    "html": (".html", ".htm"),
    "pairs": (".tmx", ".xlf", ".xliff", ".po", ".csv", ".json", ".xlsx"),
    "apparatus": (".xml", ".tei", ".json", ".csv", ".xlsx"),
}
"""What the ending of a file to be written may be; the first is written where it has none."""


def _endings(wanted: Mapping[str, Path]) -> None:
    """Check the endings of the files to write.  CollationError for an unknown one."""
    for name, path in wanted.items():
        if path.suffix and path.suffix.casefold() not in ENDINGS[name]:
            raise CollationError("ending", name=path, endings=", ".join(ENDINGS[name]))


_STEMS = {"out": "findings", "html": "report"}
_SAME = {".htm": ".html", ".xliff": ".xlf", ".tei": ".xml"}


def _made_as(name: str, path: Path) -> str:
    """What is wanted, by the name that its makers have for it."""
    ending = path.suffix.casefold() or ENDINGS[name][0]
    return _STEMS.get(name, name) + _SAME.get(ending, ending)


def _write(makers: Makers, wanted: Mapping[str, Path]) -> None:
    """Write the files once all of them are made."""
    made = {path: makers[_made_as(name, path)]() for name, path in wanted.items()}
    for path, content in made.items():
        try:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        except OSError:
            raise CollationError("unwritable", name=path) from None
