"""The texts on the desk (witnesses, a translation, its glossary), and what is found in them.

`Material` is immutable; `with_` returns a changed copy that keeps the results that are still valid.
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
from rulebook.collation.checking.translation import Examination, examine
from rulebook.collation.language.languages import detect_language
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
    """Return the sample witness "a" or "b", or the sample translation "en"."""
    return read_bytes(NAMES[which], text(which).encode())


def text(which: str) -> str:
    """Return the text of a sample."""
    template = files(__package__).joinpath("witnesses", f"{which}.txt").read_text("utf-8")
    return re.sub(r"\{(title|players) (\d+)\}", _fact, template)


def _fact(found: re.Match[str]) -> str:
    variant = VARIANTS[int(found[2])]
    return variant.title["fr"] if found[1] == "title" else str(Players(variant.advised, variant.bracketed))


LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "xx")
"""Languages of a translation; "xx" is any other, in which only digits and structure are checked."""

LIMIT = 4  # megabytes of a text: a message has two at most, and servers accept 10

_EXAMINED = ("collation", "mine", "language", "side")
_FOUND = {
    "examination": _EXAMINED,
    "checked": (*_EXAMINED, "glossary", "tell"),
    "apparatus": ("collation", "others"),
}
"""Cached result -> the attributes that it depends on."""
_TEXTS = ("collation", "others", "mine", "language", "glossary")


def read_upload(files: Sequence[tuple[str, bytes]]) -> Witness:
    """Return the witness of a file (name, content), or of several that are its pages.  WitnessError if unreadable."""
    if sum(len(content) for _, content in files) > LIMIT * 1_000_000:
        raise WitnessError("large", name=files[0][0], limit=LIMIT)
    return read_bytes(*files[0]) if len(files) == 1 else read_pages(files)


@dataclass(frozen=True)
class Material:
    """The texts on a desk.

    collation: witness A with B; others: further witnesses, for the apparatus; mine: the translation, in `language`,
    checked against `side` ("a" or "b") and with the `glossary`; tell: the level of reporting for it.
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
        """Return the sample pair with its translation, shared by all desks."""
        return cls(collate(sample("a"), sample("b")), mine=sample("en"), is_sample=True)

    def with_(self, **changed: Any) -> "Material":
        """Return a copy with some attributes changed."""
        made = replace(self, **changed)
        for name, parts in _FOUND.items():
            if name in self.__dict__ and all(getattr(self, part) is getattr(made, part) for part in parts):
                made.__dict__[name] = self.__dict__[name]
        return made

    def with_pair(self, one: Witness, two: Witness) -> "Material":
        """Return a copy with these two texts; the translation is dropped if both its possible sources are gone."""
        a, b = self.collation.a, self.collation.b
        others = one not in (a, b) and two not in (a, b) and a is not sample("a")
        gone = self.mine is sample("en") or others
        return self.with_(collation=collate(one, two), mine=None if gone else self.mine, is_sample=False)

    def with_undone(self, before: "Material", after: "Material") -> "Material":
        """Return a copy with the changes of one action undone, except for what has changed since."""
        changed = (name for name in (*_TEXTS, "is_sample") if getattr(before, name) is not getattr(after, name))
        back = {name: getattr(before, name) for name in changed if getattr(self, name) is getattr(after, name)}
        return self.with_(**back)

    def has_texts_of(self, other: "Material") -> bool:
        """Return whether both have the same texts."""
        return all(getattr(self, part) is getattr(other, part) for part in _TEXTS)

    def with_witness(self, side: str, witness: Witness) -> "Material":
        """Return a copy with another text on a side ("a", "b", "mine")."""
        if side == "mine":
            return self.with_(mine=witness)
        a, b = (witness if side == one else getattr(self.collation, one) for one in "ab")
        return self.with_(collation=collate(a, b))

    def with_project(self, project: Project) -> "Material":
        """Return a copy with the texts of a project; results are kept where texts are the same."""
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
        """Return the text of a side ("a", "b", "mine"), None without a translation."""
        return {"a": self.collation.a, "b": self.collation.b, "mine": self.mine}[side]

    @property
    def source(self) -> Witness:
        """The text that the translation is checked against."""
        return self.collation.b if self.side == "b" else self.collation.a

    @property
    def witnesses(self) -> list[Witness]:
        """A, B and the others."""
        return [self.collation.a, self.collation.b, *self.others]

    def mismatch_warning(self, one: str, two: str) -> Localized:
        """Return a warning if two texts do not belong together, or a translation is too free; otherwise empty texts."""
        held, names = self.examination if two == "mine" else self.collation, [self.witness(side) for side in (one, two)]
        belong = held is None or held.belong
        a, b = (witness.name if witness else "" for witness in names)
        free = two == "mine" and self.examination is not None and self.examination.judgement.is_too_free
        return Localized.of(lambda language: mismatch_warning(a, b, belong, language, free=free))

    # ---- results -----------------------------------------------------------------------------------------------------

    @cached_property
    def examination(self) -> Examination | None:
        """The comparison of the translation with its source, which is slow; `tell` only filters it."""
        return examine(self.source, self.mine, self.language) if self.mine else None

    @cached_property
    def checked(self) -> list[Finding]:
        """The findings in the translation, if any."""
        if not (examination := self.examination):
            return []
        languages = detect_language(self.source), self.language
        found = with_rule(examination.reported(self.tell), self.source, languages)
        if agreed := entries(self.glossary):
            found += check_glossary(examination.texts.pairs, agreed, languages)
        return with_sides(found)

    @cached_property
    def apparatus(self) -> Apparatus:
        """The readings of all witnesses."""
        a, *others = self.witnesses
        return apparatus(a, others, [self.collation])

    @property
    def findings(self) -> Sequence[Finding]:
        """All findings; those of the translation only once it was checked."""
        return [*self.collation.findings, *self.__dict__.get("checked", ())]

    def find_for(self, ids: Sequence[str]) -> None:
        """Check the translation, too, if some of these findings are not in the collation."""
        if not self.is_sample and not set(ids) <= {one.id for one in self.collation.findings}:
            self.checked  # noqa: B018 - cached

    def project(self, decisions: Decisions, notes: str = "") -> Project:
        """Return everything as a project."""
        sides = {"a": self.collation.a, "b": self.collation.b} | ({"translation": self.mine} if self.mine else {})
        sides |= dict(zip(OTHERS, self.others, strict=False))
        return Project(sides, self.language, decisions, notes, self.glossary, self.side, self.tell)
