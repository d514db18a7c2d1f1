"""Texts whose translations are checked: the errors to plant, and how to plant them."""

from __future__ import annotations

import csv
import functools
import tarfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.collation import Witness, check_translation, read_bytes
from rulebook.collation.language.languages import detect_language

HERE = Path(__file__).parent
HANDS = sorted(path.parent.name for path in HERE.glob("hands/*/key.tsv"))
CLAUSES = ("translated", "strangers", "salt", "natural", "postmen", "markets")
LISTS = (*CLAUSES, "denials")


@functools.cache
def archive() -> Mapping[str, str]:
    """Return the texts of the games by their paths in the archives; nobody has looked at those under `unseen/`."""
    found = {}
    for file in ("learned", "unseen"):
        with tarfile.open(HERE / "games" / f"{file}.tar.xz") as tar:
            found |= {one.name: text.read().decode() for one in tar if (text := tar.extractfile(one))}
    return found


NAMES = sorted({path.rpartition("/")[0] for path in archive()})
UNSEEN = [name for name in NAMES if name.startswith("unseen/")]


def learned() -> tuple[list[str], list[str]]:
    """Return the games for training: those that words were corrected for, and the fresh ones."""
    return [name for name in NAMES if "/" not in name], [name for name in NAMES if name.startswith("fresh/")]


def of_game(name: str, file: str) -> str:
    """Return a file of a game."""
    return archive()[f"{name}/{file}"]


def text(content: str) -> Witness:
    """Return a text as a witness."""
    return read_bytes("t.txt", content.encode())


@dataclass(frozen=True)
class Error:
    """An error: its clause, the words of the faithful text, their replacement, and its kind."""

    clause: int
    old: str
    new: str
    kind: str


@dataclass(frozen=True)
class Translated:
    """A source and its faithful translation, their languages, and the errors that can be planted."""

    name: str
    source: Witness
    target: str
    languages: tuple[str, str]
    errors: tuple[Error, ...]

    @property
    def clause(self) -> int | None:
        """The number of the clause, if it is a single one: findings about it name none."""
        return None if len(self.source.entries) > 1 else 1

    def planted(self, *errors: Error) -> str:
        """Return the translation with some errors, each in its clause."""
        content = self.target
        for error in errors:
            start = max(content.find(f"\n{error.clause}. "), content.find(f"\n## {error.clause}. "), 0)
            at = content.index(error.old, start)
            content = content[:at] + error.new + content[at + len(error.old) :]
        return content

    def rounds(self) -> Iterator[list[Error]]:
        """Return the errors in rounds, one per clause."""
        by_clause: dict[int, list[Error]] = {}
        for error in self.errors:
            by_clause.setdefault(error.clause, []).append(error)
        for k in range(max(map(len, by_clause.values()), default=0)):
            yield [errors[k] for errors in by_clause.values() if len(errors) > k]


def meaning_findings(of: Translated, content: str) -> Counter[tuple[int | None, str, str]]:
    """Return the findings of meaning in a translation: clause, kind and note."""
    found = check_translation(of.source, text(content), of.languages[1], of.languages[0])
    return Counter((one.variant, one.kind, one.note()) for one in found if one.klass == "meaning")


def recall(of: Translated) -> tuple[int, list[Error], int]:
    """Return the number of planted errors found, those missed, and the number of findings in the faithful text."""
    faithful, hit, missed = meaning_findings(of, of.target), 0, []
    for errors in of.rounds():
        clauses = {of.clause or clause for clause, *_ in meaning_findings(of, of.planted(*errors)) - faithful}
        hit += sum(error.clause in clauses for error in errors)
        missed += [error for error in errors if error.clause not in clauses]
    return hit, missed, faithful.total()


def _errors(table: str) -> tuple[Error, ...]:
    rows = [row for row in csv.reader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE) if row]
    return tuple(
        Error(int(row[0]), row[1], row[2] if len(row) > 2 else "", row[3] if len(row) > 3 else "") for row in rows
    )


@functools.cache
def game(name: str, target: str, source: str = "fr") -> Translated:
    """Return a game of `games/` translated into a language."""
    return Translated(
        name,
        text(of_game(name, f"source.{source}.txt" if source == "fr" else f"target.{source}.txt")),
        of_game(name, f"target.{target}.txt"),
        (source, target),
        _errors(of_game(name, f"errors.{target}.tsv")),
    )


@functools.cache
def hand(name: str) -> Translated:
    """Return a pair of `hands/`."""
    folder = HERE / "hands" / name
    source, content = (text((folder / f"{side}.txt").read_text("utf-8")) for side in ("source", "target"))
    target = (folder / "target.txt").read_text("utf-8")
    return Translated(
        name,
        source,
        target,
        (detect_language(source), detect_language(content)),
        _errors((folder / "key.tsv").read_text("utf-8")),
    )


def _clauses(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["clause"]
    return found


def made(several: Sequence[Mapping[str, Any]], language: str) -> str:
    """Return clauses in a language as a text with an entry for each."""
    return "\n".join(f"{n}. Nr {n} X 2 3\n{clause[language]}" for n, clause in enumerate(several, 1))


def together(name: str, source: str, target: str) -> Translated:
    """Return the clauses of a list as one faithful text."""
    return Translated(name, text(made(_clauses(name), source)), made(_clauses(name), target), (source, target), ())


def clauses(name: str, source: str, target: str) -> Iterator[Translated]:
    """Return the clauses of a list, each a text of its own with its errors."""
    for clause in _clauses(name):
        errors = tuple(Error(1, old, new, "") for old, new in clause["errors"].get(target, ()))
        yield Translated(name, text(made([clause], source)), made([clause], target), (source, target), errors)


@functools.cache
def classes(source: str, target: str) -> Translated:
    """Read `classes.txt`: for each class a line per language, with what it says and, after "||", a bad translation."""
    blocks = (HERE / "classes.txt").read_text("utf-8").strip().split("\n\n")
    content = [{line[:2]: line[4:].split(" || ") for line in block.splitlines()[1:]} for block in blocks]
    right = {of: "\n\n".join(f"{n}. {one[of][0]}" for n, one in enumerate(content, 1)) for of in (source, target)}
    errors = tuple(Error(n, *one[target], "") for n, one in enumerate(content, 1))
    return Translated("classes", text(right[source]), right[target], (source, target), errors)
