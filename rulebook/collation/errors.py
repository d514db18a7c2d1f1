"""Errors of the desk, each with a sentence in every language of the book."""

from pathlib import Path
from typing import Self

from rulebook.text import words


class CollationError(ValueError):
    """Invalid input.  `key` names the sentence in `collation.toml`, `values` fill it in."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(self.text())

    def text(self, language: str = words.SOURCE) -> str:
        """Return the sentence in a language, or in English if the book is not translated into it."""
        known = language if language in words.LANGUAGES else words.SOURCE
        return words.text(f"collation.errors.{self.key}", known).format(**self.values)

    def at(self, path: Path) -> Self:
        """Return the same error with the path of the file as the user gave it."""
        name = str(self.values["name"])
        return type(self)(self.key, **{**self.values, "name": path if name == path.name else path / name})


class WitnessError(CollationError):
    """A file that cannot be read as a witness: missing, damaged, hostile, too large or empty."""


class DecisionError(CollationError):
    """An invalid decision or file of decisions."""
