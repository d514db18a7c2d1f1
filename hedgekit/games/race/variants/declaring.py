"""The data of a variant, and the table of all declared variants.

`VARIANTS[n]` is variant n; 0 is the base game.  Each family's module declares its variants with `declare(...)`.
`verdicts.py` derives which variants go together from what each writes, triggers and depends on.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ....renamed import warn_renamed
from ....text.words import LocalizedText, RuleTexts
from ..engine.composing import BUILTIN, current_declarations
from .examples import Examples

UP_TO_SIX = (2, 3, 4, 5, 6)  # the numbers of players that six colours allow
BEYOND = (7, 8, 9)  # the numbers that nine colours (29) allow
NUMBER = re.compile(r"[1-9][0-9]{0,8}")
SQUARES = re.compile(r"([b-h][1-6](,[b-h][1-6])*)?")


@dataclass(frozen=True)
class Option:
    """An option of a variant: its name, its values (the default first) and the reading it decides.

    free: "" if only `values` can be chosen; "number" for any number from 1, "squares" for any list of squares between
    the start line and the finishing line (`values` is then just the default).
    defaults: variant -> the default when that variant is in play; needs: value -> a variant that it requires; bars:
    value -> variants that it excludes.
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
        """The value used unless another is chosen."""
        return self.values[0]

    @property
    def is_readable(self) -> bool:
        """Whether rule sets can contain it: its name and values have none of their punctuation."""
        form = rf"[^\s\[\]=+{'' if self.free == 'squares' else ','}]{'*' if self.free else '+'}"
        values = self.values and all(re.fullmatch(form, value) for value in self.values)
        return bool(values and re.fullmatch("[a-z]+", self.name))

    def default_with(self, variants: tuple[int, ...]) -> str:
        """Return the default value when these variants are in play."""
        return next((value for number, value in self.defaults.items() if number in variants), self.default)

    def read(self, word: str) -> str | None:
        """Return a value in canonical form; None if the option does not have it."""
        if self.free == "number":
            return word if NUMBER.fullmatch(word) else None
        if self.free == "squares":
            squares = sorted(word.split(",")) if word else []
            return ",".join(squares) if SQUARES.fullmatch(word) and len(squares) == len(set(squares)) else None
        return word if word in self.values else None


@dataclass(frozen=True, repr=False)
class Variant:
    """The data of a variant; its words are in the tables (`text/variants.<language>.toml`).

    players: the numbers the rule allows (2 to 6 if none are declared); advised, bracketed: those the authors recommend
    (all of them), and those they put in parentheses (possible, not advised); duration, tactic: the authors' signs
    ("--" .. "++", in parentheses for a slight change, None where they give none); confidence: "both documents", "one
    document" or "our reading"; source: the lines of the sources; rule_texts: its words, if they are not in the tables.

    For combining: writes: slot -> what it puts there; triggers: kinds of events it brings about; depends_on: kinds of
    events its rule must take into account; includes: variants that are part of it; absorbs: variants that change
    nothing beside it; settles: variants that write the same slot, where the text itself says how they combine; beyond:
    numbers of players above six that it allows where there are enough colours.

    fields: the fields of a position that it has (`fields.py`); suits: variants the authors recommend it with; measured:
    options with which its games are measured, {players} filled in, unless the usual ones; learned_playouts: random
    playouts tell little under it, so lookahead uses the trained policy in playouts (`trained_weights.py`); examples:
    the positions that show its effect, and how to convert them to rules without it (`examples.py`).
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
    triggers: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    includes: tuple[int, ...] = ()
    absorbs: tuple[int, ...] = ()
    settles: tuple[int, ...] = ()
    beyond: tuple[int, ...] | None = None
    fields: tuple[str, ...] = ()
    suits: tuple[int, ...] = ()
    measured: str = ""
    learned_playouts: bool = False
    examples: Examples = field(default_factory=Examples)
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.number)

    def __getattr__(self, name: str) -> Any:
        if name in FORMER:
            return getattr(self, *present_names({name: None}))
        raise AttributeError(f"a variant has no {name}")

    def __repr__(self) -> str:
        return f"<Variant {self.number}: {self.title['en']}>"

    @property
    def title(self) -> LocalizedText:
        """The name, by language."""
        return LocalizedText(f"variant.{self.number}.title", "rule.untitled.title", self.rule_texts)

    @property
    def sentence(self) -> LocalizedText:
        """One sentence that says what it changes, by language."""
        return LocalizedText(f"variant.{self.number}.sentence", "rule.untitled.sentence", self.rule_texts)

    @property
    def material(self) -> LocalizedText:
        """The extra material it needs, by language; empty if none."""
        return LocalizedText(f"variant.{self.number}.material", rule_texts=self.rule_texts)

    def option(self, name: str) -> Option | None:
        """Return the option of this name, or None."""
        return next((option for option in self.options if option.name == name), None)

    @property
    def engine(self) -> str:
        """The name of its separate engine if it is a game other than the race, else ""."""
        return self.writes.get("engine", "")

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that its rule allows, regardless of the number of colours."""
        beyond = (BEYOND if 6 in self.players else ()) if self.beyond is None else self.beyond
        return tuple(sorted({*self.players, *beyond}))


def writing(slot: str, value: str | None = None) -> tuple[int, ...]:
    """Return the variants of this package that write a slot (with this value, if given), in ascending order."""
    written = {number: variant.writes[slot] for number, variant in VARIANTS.items() if slot in variant.writes}
    return tuple(number for number, found in written.items() if value in (None, found))


FORMER = {"causes": "triggers", "heeds": "depends_on", "steady": "learned_playouts"}  # fields of `Variant`


def present_names(known: Mapping[str, Any]) -> dict[str, Any]:
    """Rename former field names in the data of a variant, with a warning for each."""
    for old in FORMER.keys() & known.keys():
        warn_renamed(f"{old} of a variant", FORMER[old], 4)
    return {FORMER.get(name, name): value for name, value in known.items()}


def with_defaults(known: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the data of a variant with default numbers of players."""
    players = known.get("players", UP_TO_SIX)
    return {"players": players, "advised": players, **known}


VARIANTS: Mapping[int, Variant] = MappingProxyType(BUILTIN.variants)
"""The variants of this package, by number; 0 is the base game."""
FAMILY = "house"
"""The default family of a house rule."""


def declare(words: Mapping[str, Mapping[str, str]] | None = None, **known: Any) -> Variant:
    """Declare a variant by its data (the fields of `Variant`).

    words: language -> "title", "sentence", "material" or a full key of the tables -> text, if it is not in the tables.
    TypeError if its number is taken, or a field is missing or unknown.
    """
    variants = current_declarations().variants
    prefix = f"variant.{known.get('number')}."
    texts = {
        language: {key if "." in key else prefix + key: text for key, text in table.items()}
        for language, table in (words or {}).items()
    }
    variant = Variant(rule_texts=RuleTexts(texts) if texts else None, **with_defaults(present_names(known)))
    if variant.number in variants:
        raise TypeError(f"variant {variant.number} is declared twice")
    variants[variant.number] = variant
    for number in sorted(variants):  # keep them in ascending order, whatever the order of families
        variants[number] = variants.pop(number)
    return variant
