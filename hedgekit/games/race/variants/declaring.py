"""What is known of a variant: its data as a value, and the table of all that were declared.

`VARIANTS[n]` is variant n; 0 is the base game.  A module per family declares its variants by `declare(...)`.
What a variant writes, causes and heeds is data too: `verdicts.py` derives from it which variants go together.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ....text.words import Brought, Said
from ..engine.composing import OURS, declared
from .examples import Examples

UP_TO_SIX = (2, 3, 4, 5, 6)  # the numbers of players six colours allow
BEYOND = (7, 8, 9)  # those that further colours (29) allow
NUMBER = re.compile(r"[1-9][0-9]{0,8}")
SQUARES = re.compile(r"([b-h][1-6](,[b-h][1-6])*)?")


@dataclass(frozen=True)
class Option:
    """A switch of a variant: its name, its values (the default first) and the reading it decides.

    free: "" where only `values` can be chosen; "number" where any number from 1 can, "squares" where any list of
    squares between the start line and the finishing line can; `values` is then the default alone.
    defaults: variant -> the default where that variant is in play; needs: value -> a variant it is possible with only;
    bars: value -> variants it excludes.
    """

    name: str
    values: tuple[str, ...]
    reading: str = ""
    free: str = ""
    defaults: Mapping[int, str] = field(default_factory=dict)
    needs: Mapping[str, int] = field(default_factory=dict)
    bars: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def default(self) -> str:
        """The value it has unless another is chosen."""
        return self.values[0]

    def default_with(self, variants: tuple[int, ...]) -> str:
        """The value it has beside these variants unless another is chosen."""
        return next((value for number, value in self.defaults.items() if number in variants), self.default)

    def read(self, word: str) -> str | None:
        """The value a word stands for, in its canonical form; None if it is no value of this option."""
        if self.free == "number":
            return word if NUMBER.fullmatch(word) else None
        if self.free == "squares":
            squares = sorted(word.split(",")) if word else []
            return ",".join(squares) if SQUARES.fullmatch(word) and len(squares) == len(set(squares)) else None
        return word if word in self.values else None


@dataclass(frozen=True, repr=False)
class Variant:
    """What is known of a variant; its words stand in the tables (`text/variants.<language>.toml`).

    players: the numbers the rule allows (2 to 6 if none are declared); advised, bracketed: those the authors recommend
    (all of them), and those they put in parentheses (possible, not advised); duration, tactic: the authors' signs
    ("--" .. "++", in parentheses where the change is slight, None where they give none); confidence: "both documents",
    "one document" or "our reading"; source: where the reading comes from; brought: its words, where they do not stand
    in the tables.

    For combining: writes: slot -> what it puts there; causes, heeds: the kinds of events it brings about, and those its
    rule has to take a stand on; includes: variants that are part of this one; absorbs: variants that change nothing
    beside this one; settles: variants whose joining with this one follows from the text, though both write a slot;
    beyond: the numbers of players above six it allows where there are colours for them.

    fields: the fields of a position that it has (`fields.py`); suits: variants the authors recommend it with; measured:
    options with which its games are measured, {players} filled in, where not the usual ones; steady: a round at random
    says little under it, so that who looks ahead has all play as they learned in it (`trained_weights.py`);
    examples: where it shows what it does, and what its positions are without it (`examples.py`).
    """

    number: int
    family: str
    players: tuple[int, ...]
    advised: tuple[int, ...]
    bracketed: tuple[int, ...] = ()
    duration: str | None = None
    tactic: str | None = None
    credits: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    confidence: str = "both documents"
    source: str = ""
    writes: Mapping[str, str] = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    heeds: tuple[str, ...] = ()
    includes: tuple[int, ...] = ()
    absorbs: tuple[int, ...] = ()
    settles: tuple[int, ...] = ()
    beyond: tuple[int, ...] | None = None
    fields: tuple[str, ...] = ()
    suits: tuple[int, ...] = ()
    measured: str = ""
    steady: bool = False
    examples: Examples = field(default_factory=Examples)
    brought: Brought | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.number)

    def __repr__(self) -> str:
        return f"<Variant {self.number}: {self.title['en']}>"

    @property
    def title(self) -> Said:
        """What it is called, by language."""
        return Said(f"variant.{self.number}.title", "rule.untitled.title", self.brought)

    @property
    def sentence(self) -> Said:
        """What it changes, in a sentence, by language."""
        return Said(f"variant.{self.number}.sentence", "rule.untitled.sentence", self.brought)

    @property
    def material(self) -> Said:
        """What it needs beside the game, by language; empty if nothing."""
        return Said(f"variant.{self.number}.material", brought=self.brought)

    def option(self, name: str) -> Option | None:
        """The option of this name, if the variant has it."""
        return next((option for option in self.options if option.name == name), None)

    @property
    def engine(self) -> str:
        """The name of the engine of its own that it brings, where its game is none of the race; else ""."""
        return self.writes.get("engine", "")

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players its own rule allows, however many colours there are."""
        beyond = (BEYOND if 6 in self.players else ()) if self.beyond is None else self.beyond
        return tuple(sorted({*self.players, *beyond}))


def writing(slot: str, value: str | None = None) -> tuple[int, ...]:
    """The variants of this package that write something (or just this) into a slot, in ascending order."""
    written = {number: variant.writes[slot] for number, variant in VARIANTS.items() if slot in variant.writes}
    return tuple(number for number, found in written.items() if value in (None, found))


def usual(known: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a variant, with the numbers of players that need not be declared."""
    players = known.get("players", UP_TO_SIX)
    return {"players": players, "advised": players, **known}


VARIANTS: Mapping[int, Variant] = MappingProxyType(OURS.variants)
"""The variants of this package, by number; 0 is the base game."""
FAMILY = "house"
"""The family of a house rule that names none."""


def declare(words: Mapping[str, Mapping[str, str]] | None = None, **known: Any) -> Variant:
    """Add a variant by what is known of it (the fields of `Variant`).

    words: language -> "title", "sentence", "material" or a whole address of the tables -> what is said, where this
    does not stand in the tables.
    TypeError if its number is taken, or a field is missing or unknown.
    """
    variants = declared().variants
    own = f"variant.{known.get('number')}."
    said = {
        language: {key if "." in key else own + key: text for key, text in one.items()}
        for language, one in (words or {}).items()
    }
    variant = Variant(brought=Brought(said) if said else None, **usual(known))
    if variant.number in variants:
        raise TypeError(f"variant {variant.number} is declared twice")
    variants[variant.number] = variant
    for number in sorted(variants):  # in ascending order, whichever family comes first
        variants[number] = variants.pop(number)
    return variant
