"""The texts on the desk: two witnesses, others, a translation with its glossary; and what is found in them.

`Material` is immutable: another text makes another one (`with_`), which keeps the results that still hold.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from hedgekit import VARIANTS
from rulebook.collation import Collation, Decisions, Finding, Witness, WitnessError, collate, read_bytes
from rulebook.collation.checking.rules import with_rule, with_sides
from rulebook.collation.checking.translation import Examined, examined
from rulebook.collation.language.languages import told_language
from rulebook.collation.meaning.judging import BALANCED
from rulebook.collation.out.apparatus import Apparatus, apparatus
from rulebook.collation.out.project import OTHERS, Project, check_glossary, entries
from rulebook.collation.pairs import mismatch_warning
from rulebook.collation.reading.reader import read_pages
from rulebook.collation.witness import Players
from rulebook.text.words import Localized

NAMES = {"a": "A.txt", "b": "B.txt", "en": "translation.txt"}


@cache
def sample(which: str) -> Witness:
    """The witness "a" or "b", or the translation "en"."""
    return read_bytes(NAMES[which], text(which).encode())


def text(which: str) -> str:
    """The text of a sample."""
    template = files(__package__).joinpath("witnesses", f"{which}.txt").read_text("utf-8")
    return re.sub(r"\{(title|players) (\d+)\}", _fact, template)


def _fact(found: re.Match[str]) -> str:
    variant = VARIANTS[int(found[2])]
    return variant.title["fr"] if found[1] == "title" else str(Players(variant.advised, variant.bracketed))


LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "xx")
"""Languages a translation may be in; "xx" is any other, of which only digits and structure are checked."""

LIMIT = 4  # megabytes of a text: two of them are one message, which a server takes up to 10

_EXAMINED = ("collation", "mine", "language", "side")
_FOUND = {
    "examined": _EXAMINED,
    "checked": (*_EXAMINED, "glossary", "tell"),
    "apparatus": ("collation", "others"),
}
"""What is found -> the texts that it depends on."""
_TEXTS = ("collation", "others", "mine", "language", "glossary")


def given(files: Sequence[tuple[str, bytes]]) -> Witness:
    """The witness of a file, its name and content, or of several that are its pages.  WitnessError if there is none."""
    if sum(len(content) for _, content in files) > LIMIT * 1_000_000:
        raise WitnessError("large", name=files[0][0], limit=LIMIT)
    return read_bytes(*files[0]) if len(files) == 1 else read_pages(files)


@dataclass(frozen=True)
class Material:
    """The texts on a desk.

    collation: witness A with B; others: further witnesses, for the apparatus; mine: the translation, in `language`,
    checked against `side` ("a" or "b") and with the `glossary`; tell: how much is told about it.
    """

    collation: Collation
    others: tuple[Witness, ...] = ()
    mine: Witness | None = None
    language: str = "en"
    glossary: str = ""
    side: str = "a"
    tell: str = BALANCED
    is_sample: bool = False

    @classmethod
    @cache
    def of_sample(cls) -> "Material":
        """The sample pair with its translation, one for all desks with what is found in it."""
        return cls(collate(sample("a"), sample("b")), mine=sample("en"), is_sample=True)

    def with_(self, **changed: Any) -> "Material":
        """The same with some texts changed."""
        made = replace(self, **changed)
        for name, parts in _FOUND.items():
            if name in self.__dict__ and all(getattr(self, part) is getattr(made, part) for part in parts):
                made.__dict__[name] = self.__dict__[name]
        return made

    def with_pair(self, one: Witness, two: Witness) -> "Material":
        """The same with these two texts; a translation stays unless it was one of texts that are both gone."""
        a, b = self.collation.a, self.collation.b
        others = one not in (a, b) and two not in (a, b) and a is not sample("a")
        gone = self.mine is sample("en") or others
        return self.with_(collation=collate(one, two), mine=None if gone else self.mine, is_sample=False)

    def with_back(self, before: "Material", after: "Material") -> "Material":
        """The same, what one action changed in it as that had found it, unless it is another by now."""
        changed = (name for name in (*_TEXTS, "is_sample") if getattr(before, name) is not getattr(after, name))
        back = {name: getattr(before, name) for name in changed if getattr(self, name) is getattr(after, name)}
        return self.with_(**back)

    def has_texts_of(self, other: "Material") -> bool:
        """Whether both have the same texts."""
        return all(getattr(self, part) is getattr(other, part) for part in _TEXTS)

    def with_witness(self, side: str, witness: Witness) -> "Material":
        """The same with another text on a side ("a", "b", "mine")."""
        if side == "mine":
            return self.with_(mine=witness)
        a, b = (witness if side == one else getattr(self.collation, one) for one in "ab")
        return self.with_(collation=collate(a, b))

    def taking(self, project: Project) -> "Material":
        """Replace the texts by those of a project; results are kept where the texts are the same."""
        sides, collation = project.witnesses, self.collation
        if (sides["a"], sides["b"]) != (collation.a, collation.b) or any(
            sides[side].corrections != getattr(collation, side).corrections for side in "ab"
        ):
            collation = collate(sides["a"], sides["b"])
        others = tuple(sides[name] for name in OTHERS if name in sides)
        mine = sides.get("translation")
        same = mine and self.mine and mine == self.mine and mine.corrections == self.mine.corrections
        return self.with_(
            collation=collation,
            others=self.others if others == self.others else others,
            mine=self.mine if same else mine,
            language=project.language if project.language in LANGUAGES else self.language,
            glossary=project.glossary,
            side=project.against,
            tell=project.tell,
        )

    def witness(self, side: str) -> Witness | None:
        """The text of a side ("a", "b", "mine"), None where no translation lies."""
        return {"a": self.collation.a, "b": self.collation.b, "mine": self.mine}[side]

    @property
    def source(self) -> Witness:
        """What the translation is checked against."""
        return self.collation.b if self.side == "b" else self.collation.a

    @property
    def witnesses(self) -> list[Witness]:
        """A, B and the others."""
        return [self.collation.a, self.collation.b, *self.others]

    def mismatch_warning(self, one: str, two: str) -> Localized:
        """A sentence if two texts do not belong together, A and B or a side and the translation, or one is too free."""
        held, names = self.examined if two == "mine" else self.collation, [self.witness(side) for side in (one, two)]
        belong = held is None or held.belong
        a, b = (witness.name if witness else "" for witness in names)
        free = two == "mine" and self.examined is not None and self.examined.judged.free
        return Localized.of(lambda language: mismatch_warning(a, b, belong, language, free=free))

    # ---- what is found -----------------------------------------------------------------------------------------------

    @cached_property
    def examined(self) -> Examined | None:
        """The comparison of the translation with its source, which is slow; `tell` only filters it."""
        return examined(self.source, self.mine, self.language) if self.mine else None

    @cached_property
    def checked(self) -> list[Finding]:
        """What is found in the translation, none where there is none."""
        if not (held := self.examined):
            return []
        languages = told_language(self.source), self.language
        found = with_rule(held.told(self.tell), self.source, languages)
        if agreed := entries(self.glossary):
            found += check_glossary(held.texts.pairs, agreed, languages)
        return with_sides(found)

    @cached_property
    def apparatus(self) -> Apparatus:
        """The readings of all witnesses."""
        a, *others = self.witnesses
        return apparatus(a, others, [self.collation])

    @property
    def findings(self) -> Sequence[Finding]:
        """All findings so far; those of the translation only once it was checked."""
        return [*self.collation.findings, *self.__dict__.get("checked", ())]

    def look(self, ids: Sequence[str]) -> None:
        """Check the translation too if some decisions are not about the collation."""
        if not self.is_sample and not set(ids) <= {one.id for one in self.collation.findings}:
            self.checked  # noqa: B018 - it is kept

    def project(self, decisions: Decisions, notes: str = "") -> Project:
        """All of it, to be kept in one file."""
        sides = {"a": self.collation.a, "b": self.collation.b} | ({"translation": self.mine} if self.mine else {})
        sides |= dict(zip(OTHERS, self.others, strict=False))
        return Project(sides, self.language, decisions, notes, self.glossary, self.side, self.tell)
