"""The variants, each declared in one place: its data here as a value, its answers to the questions beside it.

`VARIANTS[n]` is variant n; 0 is the base game.  A module per family declares its variants by `declare(Variant(...))`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class Option:
    """A switch of a variant: its name, its values (the default first) and the reading it decides."""

    name: str
    values: tuple[str, ...]
    reading: str = ""

    @property
    def default(self) -> str:
        """The value it has unless another is chosen."""
        return self.values[0]


@dataclass(frozen=True)
class Variant:
    """What is known of a variant.

    players: the numbers the rule allows; advised: those the authors recommend; duration, tactic: the authors' signs
    ("--" .. "++", None where they give none); confidence: "both documents", "one document" or "our reading"; source:
    where the reading comes from.
    """

    number: int
    family: str
    title: Mapping[str, str]
    sentence: Mapping[str, str]
    players: tuple[int, ...]
    advised: tuple[int, ...]
    duration: str | None = None
    tactic: str | None = None
    material: Mapping[str, str] = field(default_factory=dict)
    credits: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    confidence: str = "both documents"
    source: str = ""

    def option(self, name: str) -> Option | None:
        """The option of this name, if the variant has it."""
        return next((option for option in self.options if option.name == name), None)


_declared: dict[int, Variant] = {}
VARIANTS: Mapping[int, Variant] = MappingProxyType(_declared)


def declare(variant: Variant) -> None:
    """Add a variant; TypeError if its number is taken."""
    if variant.number in _declared:
        raise TypeError(f"variant {variant.number} is declared twice")
    _declared[variant.number] = variant


from . import base_game as _base_game  # noqa: E402,F401  families declare themselves
