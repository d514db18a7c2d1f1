"""The errors of the desk, each with one sentence in every language of the book."""

from pathlib import Path
from typing import Self

from rulebook.text import words


class CollationError(ValueError):
    """A refusal of input.  `key` names the sentence in `collation.toml`, `values` fill it."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(self.text())

    def text(self, language: str = words.SOURCE) -> str:
        """The sentence in a language, in English if the book lacks it."""
        known = language if language in words.LANGUAGES else words.SOURCE
        return words.text(f"collation.errors.{self.key}", known).format(**self.values)

    def at(self, path: Path) -> Self:
        """The same about a file as it was named, or about a page of a folder."""
        name = str(self.values["name"])
        return type(self)(self.key, **{**self.values, "name": path if name == path.name else path / name})


class WitnessError(CollationError):
    """A file that is no readable witness: absent, damaged, hostile, too large, or without any text."""


class DecisionError(CollationError):
    """A decision, or a file of decisions, that is none."""
