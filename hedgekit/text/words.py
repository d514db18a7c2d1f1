"""Sentences by key and language.  A language is added by adding files.

`text/<language>.toml` has the sentences of the board, `text/<topic>.<language>.toml` those of a topic, and
`games/<game>/words.<language>.toml` those of a game; a game from elsewhere brings the files of its folder (`bring`).
House rules bring sentences of their own (`RuleTexts`), which are kept apart from these.
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
    """A file of sentences cannot be read, or has a key twice."""


@cache
def _tables() -> "Path":
    """Return the folder of the tables."""
    from pathlib import Path  # here: importing hedgekit stays quick

    return Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have tables, English first."""
    found = {path.stem for path in _tables().glob("*.toml") if re.fullmatch("[a-z]{2,3}", path.stem)}
    return tuple(sorted(found, key=lambda name: (name != SOURCE, name)))


@cache
def table(language: str) -> Mapping[str, str]:
    """Return the sentences of a language: "refusal.covered" -> sentence.  LookupError for an unknown language.

    Missing ones are in English, and marked.
    """
    if language == SOURCE:
        return own(language)
    return {key: marked(said) for key, said in table(SOURCE).items()} | own(language)


class RuleTexts:
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
        return RuleTexts, (self.said,)


def table_of(language: str, rule_texts: RuleTexts | None) -> Mapping[str, str]:
    """The sentences of a language, with those of house rules."""
    return table(language) if rule_texts is None else rule_texts.table(language)


def own(language: str) -> dict[str, str]:
    """Return the sentences of a language's files; TableError for a file that cannot be read."""
    if language not in languages():
        raise LookupError(f"no table for language {language!r}; there are: {', '.join(languages())}")
    merged: dict[str, str] = {}
    topics, games = _tables().glob(f"*.{language}.toml"), _tables().parent.glob(f"games/*/words.{language}.toml")
    brought = (path for folder in _brought if (path := folder / f"words.{language}.toml").is_file())
    for path in sorted((_tables() / f"{language}.toml", *topics, *games, *brought)):
        for key, value in read(path):
            if key in merged:
                raise TableError(f"{key} is said twice; the second time in {path.name}")
            merged[key] = value
    return merged


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
    """Add the sentences of a folder's `words.<language>.toml`."""
    from pathlib import Path

    _brought.append(Path(folder))
    table.cache_clear()


class _Sentence(string.Formatter):
    """Fills sentences; lists are joined by the language's "and", as {list:,} by commas, lists of notes by spaces."""

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


def sentence(key: str, language: str, values: Mapping[str, object], rule_texts: RuleTexts | None = None) -> str:
    """Return a sentence with its values filled in; KeyError if English lacks it.

    A translation that names an unknown value gives way to the English sentence, marked.
    """
    try:
        return _Sentence(language).vformat(table_of(language, rule_texts)[key], (), values)
    except (KeyError, IndexError, ValueError):
        if language == SOURCE:
            raise
        return marked(sentence(key, SOURCE, values, rule_texts))


def named(key: str, rule_texts: RuleTexts | None = None) -> frozenset[str]:
    """Return the names of the values in an English sentence; an empty set for an unknown key."""
    parts = string.Formatter().parse(table_of(SOURCE, rule_texts).get(key, ""))
    return frozenset(name for _, name, _, _ in parts if name)


@dataclass(frozen=True)
class Note:
    """A sentence in every language, with what fills it; `str` gives it in English.

    rule_texts: the sentences of house rules, if it may be one of theirs.
    """

    key: str
    values: tuple[tuple[str, object], ...] = ()
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def text(self, language: str = "en") -> str:
        """The sentence in a language."""
        return sentence(self.key, language, dict(self.values), self.rule_texts)

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class LocalizedText(Mapping[str, str]):
    """A text in every language, looked up when it is needed: language -> text; empty if no language has it.

    instead: the text for an unknown key, as for a rule that has just been declared.
    """

    key: str
    instead: str = ""
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, language: str) -> str:
        if language not in languages():
            raise KeyError(language)
        said = table_of(language, self.rule_texts)
        return said[self.key if self.key in said or not self.instead else self.instead]

    def text(self, language: str = "en") -> str:
        """The text in a language, or in English, to be used in a sentence."""
        return self.get(language, self[SOURCE])

    def __iter__(self) -> Iterator[str]:
        return (language for language in languages() if self.instead or self.key in table_of(language, self.rule_texts))

    def __len__(self) -> int:
        return sum(1 for _ in self)
