"""Sentences by key and language.  To add a language, add files.

`text/<language>.toml` has the sentences of the board, `text/<topic>.<language>.toml` those of a topic, and
`games/<game>/words.<language>.toml` those of a game; games outside the package add their own folder (`add_folder`).
The sentences of house rules (`RuleTexts`) are kept apart from these.
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
"""The source language of all translations."""


class TableError(LookupError):
    """A table of sentences is missing or unreadable, has a key twice, or lacks a sentence or a placeholder's value."""


@cache
def _folder() -> "Path":
    """Return the folder with the tables."""
    from pathlib import Path  # here: importing hedgekit stays quick

    return Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with tables, English first."""
    found = {path.stem for path in _folder().glob("*.toml") if re.fullmatch("[a-z]{2,3}", path.stem)}
    return tuple(sorted(found, key=lambda name: (name != SOURCE, name)))


def check_language(language: object) -> None:
    """Raise TableError for a language without tables."""
    if language not in languages():
        raise TableError(f"There is no language {str(language)[:24]}; there are: {', '.join(languages())}.")


@cache
def table(language: str) -> Mapping[str, str]:
    """Return the sentences of a language: "refusal.covered" -> sentence; missing ones are in English, and marked."""
    if language == SOURCE:
        return own_sentences(language)
    return {key: mark_untranslated(text) for key, text in table(SOURCE).items()} | own_sentences(language)


class RuleTexts:
    """The sentences of house rules: language -> key -> sentence; missing ones come from another language, marked."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self.texts = texts
        english = dict(texts.get(SOURCE, {}))
        for language, sentences in texts.items():
            for key, text in sentences.items():
                english.setdefault(key, f"[{language}] {text}")
        others = {language: dict(texts.get(language, {})) for language in languages() if language != SOURCE}
        self._tables = {SOURCE: english} | {
            language: {key: mark_untranslated(text) for key, text in english.items()} | own
            for language, own in others.items()
        }

    def table(self, language: str) -> Mapping[str, str]:
        """Return them and all tables' sentences in a language."""
        return ChainMap(self._tables.get(language, {}), table(language))  # type: ignore[arg-type]

    def __reduce__(self) -> Any:
        return RuleTexts, (self.texts,)


def table_of(language: str, rule_texts: RuleTexts | None) -> Mapping[str, str]:
    """Return the sentences of a language, with those of house rules; TableError if there is none."""
    check_language(language)
    return table(language) if rule_texts is None else rule_texts.table(language)


def own_sentences(language: str) -> dict[str, str]:
    """Return the sentences in a language's own files; TableError if a file is unreadable or repeats a key."""
    check_language(language)
    merged: dict[str, str] = {}
    topics, games = _folder().glob(f"*.{language}.toml"), _folder().parent.glob(f"games/*/words.{language}.toml")
    added = (path for folder in _added_folders if (path := folder / f"words.{language}.toml").is_file())
    for path in sorted((_folder() / f"{language}.toml", *topics, *games, *added)):
        for key, value in read_table(path):
            if key in merged:
                raise TableError(f"{key} is defined twice; the second time in {path.name}")
            merged[key] = value
    return merged


def read_table(path: "Path") -> Iterator[tuple[str, str]]:
    """Yield key and sentence from a file; TableError if it is not TOML in UTF-8."""
    import tomllib  # here: importing hedgekit stays quick

    try:
        return flatten(tomllib.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise TableError(f"{path.name} cannot be read: {error}") from error


def flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Flatten nested tables: yield keys joined by dots, with their texts."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def mark_untranslated(text: str) -> str:
    """Mark an English sentence that replaces a missing translation."""
    separator = "\n\n" if "\n" in text.strip() else " "
    return f"[{SOURCE}]{separator}{text}" if any(map(str.isalpha, text)) else text


_added_folders: list["Path"] = []  # of games outside the package


def add_folder(folder: str) -> None:
    """Add the sentences in a folder's `words.<language>.toml`."""
    from pathlib import Path

    _added_folders.append(Path(folder))
    table.cache_clear()


class _Sentence(string.Formatter):
    """A formatter that joins lists with the language's "and", {list:,} with commas and lists of notes with spaces."""

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
    """Join words as the language does: "A1, B2 and C3"; `conjunction` is "and" or "or"."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {table(language)[conjunction]} " + items[-1]


def sentence(key: str, language: str, values: Mapping[str, object], rule_texts: RuleTexts | None = None) -> str:
    """Return a sentence with its values filled in; TableError if English lacks it, or has an unknown placeholder.

    A translation with an unknown placeholder is replaced by the English sentence, marked.
    """
    texts = table_of(language, rule_texts)
    try:
        return _Sentence(language).vformat(texts[key], (), values)
    except (LookupError, ValueError, AttributeError, TypeError) as no:
        if language == SOURCE:
            wrong = f"{no.args[0]}, in {key}" if key in texts else key
            raise TableError(f"A sentence is missing, or a value in it: {wrong}.") from no
        return mark_untranslated(sentence(key, SOURCE, values, rule_texts))


def placeholders(key: str, rule_texts: RuleTexts | None = None) -> frozenset[str]:
    """Return the placeholders of an English sentence; an empty set for an unknown key."""
    parts = string.Formatter().parse(table_of(SOURCE, rule_texts).get(key, ""))
    return frozenset(name for _, name, _, _ in parts if name)


@dataclass(frozen=True)
class Note:
    """A sentence with its values, in any language; `str` gives the English one.  rule_texts: see `RuleTexts`."""

    key: str
    values: tuple[tuple[str, object], ...] = ()
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language."""
        return sentence(self.key, language, dict(self.values), self.rule_texts)

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class LocalizedText(Mapping[str, str]):
    """A lazy mapping language -> text; empty if no language has the key.  fallback: the key used if it is unknown."""

    key: str
    fallback: str = ""
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, language: str) -> str:
        if language not in languages():
            raise KeyError(language)
        texts = table_of(language, self.rule_texts)
        return texts[self.key if self.key in texts or not self.fallback else self.fallback]

    def text(self, language: str = "en") -> str:
        """Return the text in a language, or in English if it is unknown."""
        return self.get(language, self[SOURCE])

    def __iter__(self) -> Iterator[str]:
        return (
            language for language in languages() if self.fallback or self.key in table_of(language, self.rule_texts)
        )

    def __len__(self) -> int:
        return sum(1 for _ in self)
