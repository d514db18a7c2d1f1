"""A difference between two texts, word by word."""

from dataclasses import dataclass

from .french import Token


@dataclass(frozen=True)
class Difference:
    """Words that differ, with their class and kind; one side may be empty.

    at_a, at_b: how many words of the text come before them, or before the place where they are missing.
    """

    klass: str
    kind: str
    a: tuple[Token, ...]
    b: tuple[Token, ...]
    at_a: int
    at_b: int
    values: tuple[float | None, float | None] | None = None
