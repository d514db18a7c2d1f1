"""Sentences by key and language.  To add a language, add files.

`text/<language>.toml` has general sentences, `text/<topic>.<language>.toml` those of a topic, and
`games/<game>/words.<language>.toml` those of a game, also of a third-party one (`add_folder`).  Sentences of house
rules (`Brought`) are kept apart from these.
"""

import re
import string
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "en"
"""The language the others are translated from."""


class TableError(LookupError):
    """An unreadable file of sentences, or a duplicate key."""


@cache
def _tables() -> "Path":
    """Return the folder of the tables."""
    from pathlib import Path  # here: importing hedgekit stays quick

    return Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with tables, English first."""
    found = {path.stem for path in _tables().glob("*.toml") if re.fullmatch("[a-z]{2,3}", path.stem)}
    return tuple(sorted(found, key=lambda name: (name != SOURCE, name)))


@cache
def table(language: str) -> Mapping[str, str]:
    """Return key -> sentence ("refusal.covered") in a language, missing ones in English, marked.

    LookupError for an unknown language.
    """
    if language == SOURCE:
        return own(language)
    return {key: marked(text) for key, text in table(SOURCE).items()} | own(language)


class Brought:
    """Sentences of house rules, beside those of the tables.

    said: language -> key -> sentence; a missing one is taken from another language, and marked.
    """

    def __init__(self, said: Mapping[str, Mapping[str, str]]) -> None:
        self.said = said
        english = dict(said.get(SOURCE, {}))
        for language, sentences in said.items():
            for key, text in sentences.items():
                english.setdefault(key, f"[{language}] {text}")
        others = {language: dict(said.get(language, {})) for language in languages() if language != SOURCE}
        self._tables = {SOURCE: english} | {
            language: {key: marked(text) for key, text in english.items()} | own for language, own in others.items()
        }

    def table(self, language: str) -> Mapping[str, str]:
        """The sentences of a language, including those of its table; LookupError for an unknown one."""
        return ChainMap(self._tables.get(language, {}), table(language))  # type: ignore[arg-type]

    def __reduce__(self) -> Any:
        return Brought, (self.said,)


def table_of(language: str, brought: Brought | None) -> Mapping[str, str]:
    """Return the sentences of a language, with those of house rules."""
    return table(language) if brought is None else brought.table(language)


def own(language: str) -> dict[str, str]:
    """Return the sentences in a language's own files; TableError for an unreadable file."""
    if language not in languages():
        raise LookupError(f"no table for language {language!r}; there are: {', '.join(languages())}")
    merged: dict[str, str] = {}
    topics, games = _tables().glob(f"*.{language}.toml"), _tables().parent.glob(f"games/*/words.{language}.toml")
    added = (path for folder in _added if (path := folder / f"words.{language}.toml").is_file())
    for path in sorted((_tables() / f"{language}.toml", *topics, *games, *added)):
        for key, value in read(path):
            if key in merged:
                raise TableError(f"{key} is defined twice; the second time in {path.name}")
            merged[key] = value
    return merged


def read(path: "Path") -> Iterator[tuple[str, str]]:
    """Yield the keys and sentences of a file; TableError if it is not TOML in UTF-8."""
    import tomllib  # here: importing hedgekit stays quick

    try:
        return flat(tomllib.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise TableError(f"{path.name} cannot be read: {error}") from error


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Flatten nested tables: yield keys joined by dots, with their texts."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def marked(text: str) -> str:
    """Mark an English text that stands in for a missing translation."""
    between = "\n\n" if "\n" in text.strip() else " "
    return f"[{SOURCE}]{between}{text}" if any(map(str.isalpha, text)) else text


_added: list["Path"] = []  # folders of third-party games


def add_folder(folder: str) -> None:
    """Add the sentences in a folder's `words.<language>.toml`."""
    from pathlib import Path

    _added.append(Path(folder))
    table.cache_clear()


class _Sentence(string.Formatter):
    """Formats sentences; joins lists by the language's "and", with {list:,} by commas, lists of notes by spaces."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, (tuple, list)):
            items = [self.format_field(item, "") for item in value]
            if spec == "," or (value and all(isinstance(item, Note) for item in value)):
                return f"{spec} ".join(items)
            return join_list(items, self._language, spec or "and")
        if hasattr(value, "text"):  # a refusal or a note inside another sentence
            return str(value.text(self._language))
        return str(super().format_field(value, spec))


def join_list(items: list[str], language: str, conjunction: str = "and") -> str:
    """Join words into a list such as "A1, B2 and C3"; conjunction: "and" or "or"."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {table(language)[conjunction]} " + items[-1]


def sentence(key: str, language: str, values: Mapping[str, object], brought: Brought | None = None) -> str:
    """Return a sentence with its values filled in; KeyError if there is none in English.

    A translation with an unknown placeholder is replaced by the English sentence, marked.
    """
    try:
        return _Sentence(language).vformat(table_of(language, brought)[key], (), values)
    except (KeyError, IndexError, ValueError):
        if language == SOURCE:
            raise
        return marked(sentence(key, SOURCE, values, brought))


def placeholders(key: str, brought: Brought | None = None) -> frozenset[str]:
    """Return the names of the placeholders in an English sentence; none for an unknown key."""
    parts = string.Formatter().parse(table_of(SOURCE, brought).get(key, ""))
    return frozenset(name for _, name, _, _ in parts if name)


@dataclass(frozen=True)
class Note:
    """A sentence with its values, in any language; `str` is the English one.

    brought: the sentences of house rules, if it may be one of theirs.
    """

    key: str
    values: tuple[tuple[str, object], ...] = ()
    brought: Brought | None = field(default=None, compare=False, repr=False)

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language."""
        return sentence(self.key, language, dict(self.values), self.brought)

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class Said(Mapping[str, str]):
    """A text in every language, looked up when it is needed: language -> text; empty if no language has it.

    instead: the text for an unknown key, as for a rule that has just been declared.
    """

    key: str
    instead: str = ""
    brought: Brought | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, language: str) -> str:
        if language not in languages():
            raise KeyError(language)
        said = table_of(language, self.brought)
        return said[self.key if self.key in said or not self.instead else self.instead]

    def text(self, language: str = "en") -> str:
        """The text in a language, or in English, to be used in a sentence."""
        return self.get(language, self[SOURCE])

    def __iter__(self) -> Iterator[str]:
        return (language for language in languages() if self.instead or self.key in table_of(language, self.brought))

    def __len__(self) -> int:
        return sum(1 for _ in self)
