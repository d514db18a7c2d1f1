"""Sentences by key and language, from `text/<language>.toml`.  A language is added by adding a file."""

import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

_TABLES = Path(__file__).parent / "text"


@cache
def languages() -> tuple[str, ...]:
    """The languages there are tables for, English first."""
    return tuple(sorted((path.stem for path in _TABLES.glob("*.toml")), key=lambda name: (name != "en", name)))


@cache
def table(language: str) -> dict[str, Any]:
    """The message table of a language, flat: "refusal.covered" -> sentence.  LookupError if there is none."""
    if language not in languages():
        raise LookupError(f"no table for language {language!r}; there are: {', '.join(languages())}")
    import tomllib  # here: importing hedgekit stays quick

    return dict(_flat(tomllib.loads((_TABLES / f"{language}.toml").read_text("utf-8"))))


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


class _Sentence(string.Formatter):
    """Fills sentences; a list is joined by the language's "and"."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, (tuple, list)):
            return listed([str(item) for item in value], self._language)
        if hasattr(value, "text"):  # a refusal or a note inside another sentence
            return str(value.text(self._language))
        return str(super().format_field(value, spec))


def listed(items: list[str], language: str) -> str:
    """Join words as a language does: "A1, B2 and C3"."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {table(language)['and']} " + items[-1]


def sentence(key: str, language: str, values: Mapping[str, object]) -> str:
    """The sentence of this key with its values filled in; KeyError if a table lacks it (a test compares the tables)."""
    return _Sentence(language).vformat(table(language)[key], (), values)
