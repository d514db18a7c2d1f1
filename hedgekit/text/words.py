"""Sentences by key and language.  A language is added by adding files.

`text/<language>.toml` has the sentences of the board, `text/<topic>.<language>.toml` those of a topic, and
`games/<game>/words.<language>.toml` those of a game.  Rules from outside the package bring theirs by `add`, a game from
elsewhere the files of its folder by `bring`.
"""

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "en"
"""The language the others are translated from."""


class TableError(LookupError):
    """A file of sentences cannot be read, or has a key twice."""


@cache
def _tables() -> "Path":
    """Return the folder of the tables."""
    from pathlib import Path  # here: a game begins quickly, and reads no sentence

    return Path(__file__).parent


def _games() -> "Path":
    """Where the folders of games are, with their sentences."""
    return _tables().parent / "games"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have tables, English first."""
    found = {path.stem for path in _tables().glob("*.toml") if re.fullmatch("[a-z]{2,3}", path.stem)}
    return tuple(sorted(found, key=lambda name: (name != SOURCE, name)))


@cache
def table(language: str) -> Mapping[str, str]:
    """Return the sentences of a language: "refusal.covered" -> sentence.  LookupError for an unknown language.

    What the language lacks is in English, marked.
    """
    if language == SOURCE:
        return own(language)
    return {key: marked(said) for key, said in table(SOURCE).items()} | own(language)


def own(language: str) -> dict[str, str]:
    """Return the sentences of a language's files and those added to it; TableError for a file that cannot be read."""
    if language not in languages():
        raise LookupError(f"no table for language {language!r}; there are: {', '.join(languages())}")
    merged: dict[str, str] = {}
    topics, games = _tables().glob(f"*.{language}.toml"), _games().glob(f"*/words.{language}.toml")
    brought = (path for folder in _brought if (path := folder / f"words.{language}.toml").is_file())
    for path in sorted((_tables() / f"{language}.toml", *topics, *games, *brought)):
        for key, value in _read(path, path.stat().st_mtime_ns):
            if key in merged:
                raise TableError(f"{key} is said twice; the second time in {path.name}")
            merged[key] = value
    return merged | _added.get(language, {})


@cache
def _read(path: "Path", _: int) -> tuple[tuple[str, str], ...]:
    """Return the sentences of a file; cached by its time of change, as tables are rebuilt whenever one is added."""
    return tuple(read(path))


def read(path: "Path") -> Iterator[tuple[str, str]]:
    """Return the sentences of a file by key; TableError if it is not TOML in UTF-8."""
    import tomllib  # here: importing hedgekit stays quick

    try:
        return flat(tomllib.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise TableError(f"{path.name} cannot be read: {error}") from error


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Flatten nested tables: keys joined by dots, with their texts."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def marked(said: str) -> str:
    """Mark an English sentence that stands for a missing translation."""
    between = "\n\n" if "\n" in said.strip() else " "
    return f"[{SOURCE}]{between}{said}" if any(map(str.isalpha, said)) else said


_brought: list["Path"] = []  # folders of games from elsewhere


def bring(folder: str) -> None:
    """Say what a folder has in `words.<language>.toml`, too."""
    from pathlib import Path

    _brought.append(Path(folder))
    table.cache_clear()


_added: dict[str, dict[str, str]] = {}  # language -> what was said at run time


def add(language: str, sentences: Mapping[str, str]) -> None:
    """Add sentences to a language, by keys such as "variant.43.title".  TypeError if a key is there already.

    Sentences of a language without tables are kept until it has some.
    """
    there = own(language) if language in languages() else _added.get(language, {})
    if twice := sorted(there.keys() & sentences.keys()):
        raise TypeError(f"said already in {language!r}: {', '.join(twice)}")
    _added.setdefault(language, {}).update(sentences)
    table.cache_clear()


def take_away(beginning: str) -> None:
    """Remove, in every language, the added sentences whose keys begin so."""
    for sentences in _added.values():
        for key in [key for key in sentences if key.startswith(beginning)]:
            del sentences[key]
    table.cache_clear()


def added() -> dict[str, dict[str, str]]:
    """Return the added sentences: language -> key -> sentence."""
    return _added


def forget(language: str, key: str) -> None:
    """Remove an added sentence."""
    _added.get(language, {}).pop(key, None)
    table.cache_clear()


class _Sentence(string.Formatter):
    """Fills sentences; a list is joined by the language's "and", by commas as {list:,}, sentences by spaces."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, (tuple, list)):
            items = [self.format_field(item, "") for item in value]
            if spec == "," or (value and all(isinstance(item, Note) for item in value)):
                return f"{spec} ".join(items)
            return listed(items, self._language, spec or "and")
        if hasattr(value, "text"):  # a refusal or a note inside another sentence
            return str(value.text(self._language))
        return str(super().format_field(value, spec))


def listed(items: list[str], language: str, conjunction: str = "and") -> str:
    """Join words as a language does: "A1, B2 and C3"; `conjunction` is "and" or "or"."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {table(language)[conjunction]} " + items[-1]


def sentence(key: str, language: str, values: Mapping[str, object]) -> str:
    """Return a sentence with its values filled in; KeyError if English lacks it.

    A translation that names an unknown value gives way to the English sentence, marked.
    """
    try:
        return _Sentence(language).vformat(table(language)[key], (), values)
    except (KeyError, IndexError, ValueError):
        if language == SOURCE:
            raise
        return marked(sentence(key, SOURCE, values))


def named(key: str) -> frozenset[str]:
    """Return the names of the values in an English sentence; none if there is no such sentence."""
    parts = string.Formatter().parse(table(SOURCE).get(key, ""))
    return frozenset(name for _, name, _, _ in parts if name)


@dataclass(frozen=True)
class Note:
    """A sentence in every language, with what fills it; `str` gives it in English."""

    key: str
    values: tuple[tuple[str, object], ...] = ()

    def text(self, language: str = "en") -> str:
        """The sentence in a language."""
        return sentence(self.key, language, dict(self.values))

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class Said(Mapping[str, str]):
    """A text in every language, looked up when asked for: language -> text; empty if no language has it.

    instead: the text where there is none of this key, as for a rule that has just been declared.
    """

    key: str
    instead: str = ""

    def __getitem__(self, language: str) -> str:
        if language not in languages():
            raise KeyError(language)
        said = table(language)
        return said[self.key if self.key in said or not self.instead else self.instead]

    def __iter__(self) -> Iterator[str]:
        return (language for language in languages() if self.instead or self.key in table(language))

    def __len__(self) -> int:
        return sum(1 for _ in self)
