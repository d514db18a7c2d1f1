"""What lies on the desk: two witnesses, what was found, what was decided; messages in, a view out.  No widget in here.

`Session.handle(message, files)` follows a message and returns the view to show.  Whatever comes, it answers with a
view; what cannot be followed leaves the desk as it was and puts one sentence, in every language, into the view's
`error`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rulebook.collation import (
    CollationError,
    Decision,
    Decisions,
    Finding,
    Witness,
    WitnessError,
    check_facts,
    check_translation,
    collate,
    read_bytes,
)
from rulebook.collation.agreed import check_glossary, entries
from rulebook.collation.apparatus import apparatus, table
from rulebook.collation.files import joined
from rulebook.collation.files import read_bytes as lines_of
from rulebook.collation.project import OTHERS, Project, merged
from rulebook.collation.reading import parse
from rulebook.collation.structure import HIGHEST, SECTION, corrected, outline
from rulebook.collation.third import is_our_game, with_rule
from rulebook.collation.translation import bitext, told_language
from rulebook.stage.messages import (
    FLAG,
    Deed,
    Deeds,
    No,
    Unclear,
    attempt,
    followed,
    maybe,
    number,
    one_of,
    serial,
    text,
)
from rulebook.stage.messages import texts as several
from rulebook.stage.say import book
from rulebook.text import words
from rulebook.text.extras import Needs
from rulebook.text.words import Words

from . import giving, tables
from .aligned import aligned
from .fields import DecisionView, DeskView, TextsView
from .playing import shown
from .samples import sample

LIMIT = 4  # megabytes of a file: two of them are one message, which a server takes up to 10
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "xx")
"""Languages a translation may be in; "xx" is any other, of which only digits and structure are checked."""

PROJECT = "project.json"
EXPIRED = 200  # decisions about other texts that are shown
WORD, NAME, SIDE = text(60), text(200), one_of(("a", "b", "mine"))
SHOWN = ("facts", "terms", "translation", "structure", "readings")
PLACES = 1000  # of an apparatus that are shown
NOTES = text(200_000)  # what two people wrote is merged, and merged again
FILE = text(5_000_000)  # characters of a file of decisions, or of a table of translations
Given = tuple[str, str]  # the name of a file to give away, and its content


def ui(key: str, **values: object) -> Words:
    """A sentence of the desk, with the values filled in."""
    return book(f"desk.ui.{key}", **values)


class Session:
    """A desk with the sample pair on it.

    path: the file that decisions are kept in, None where the reader's browser keeps them.  DecisionError if the file
    holds something else.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else None
        self.decisions = Decisions.load(self.path) if self.path else Decisions()
        self.stamp = 0
        self.error: Words | None = None
        self.news: Words | None = None
        self.shown: dict[str, Any] = {}
        self.given: list[Given] = []
        self._history: list[list[tuple[str, Decision | None]]] = []  # what each deed found
        self.notes = self.glossary = ""
        self.others: list[Witness] = []
        self.checked: list[Finding] = []  # of the translation,
        self.side = "a"  # against this side
        self._files: Sequence[bytes] = ()
        self._sample()

    # ---- messages ----------------------------------------------------------------------------------------------------

    def handle(self, message: object, files: Sequence[bytes] = ()) -> DeskView:
        """Follow a message and return the view.  Nothing is raised, whatever the message."""
        self.news = None
        self.given = []
        self._files = files
        before = {**self.__dict__, "_history": [*self._history]}, dict(self.decisions.by_id)
        self.error = attempt(lambda: self._follow(message), ui("bad-message"), ui("failed"))
        if self.error:  # what was begun is as if it had not been
            self.__dict__.update(before[0], error=self.error)
            self.decisions.by_id = before[1]
        self._files = ()
        return self.view(serial(message))

    def _follow(self, message: object) -> None:
        try:
            followed(self, message, self.DEEDS)
        except (CollationError, Needs) as error:
            raise No(Words.of(error.text)) from error
        except OSError:
            raise No(ui("no-file")) from None

    def view(self, number: int = 0) -> DeskView:
        """How the desk stands: all but the texts, which `texts` has."""
        by_id = self.decisions.by_id
        here = {finding.id for finding in (*self.collation.findings, *self.checked)}
        decided: dict[str, DecisionView] = {name: tables.decided_as(one) for name, one in by_id.items() if name in here}
        return {
            "n": number,
            "stamp": self.stamp,
            "sample": self.is_sample,
            "names": {
                "a": self.collation.a.name,
                "b": self.collation.b.name,
                "mine": self.mine.name if self.has_mine else "",
            },
            "counts": self.collation.counts,
            "decided": decided,
            "expired": [tables.expired(one) for name, one in by_id.items() if name not in here][:EXPIRED],
            "elsewhere": len(by_id) - len(decided),
            "notes": self.notes,
            "glossary": self.glossary,
            "undo": bool(self._history),
            "kept": "" if self.path else self.decisions.text(),
            "file": self.path.name if self.path else "",
            "error": self.error,
            "news": self.news,
        }

    def texts(self) -> TextsView:
        """The two texts side by side with their findings: what changes only with the witnesses."""
        names = {"a": self.collation.a.name, "b": self.collation.b.name}
        kept = "" if self.is_sample else replace(self.project(), decisions=Decisions()).text()
        spoken = {"a": told_language(self.collation.a), "b": told_language(self.collation.b)}
        return {"stamp": self.stamp, "names": names, "spoken": spoken, "kept": kept, **aligned(self.collation)}

    def project(self) -> Project:
        """All that lies on the desk, to be kept in one file."""
        sides = {"a": self.collation.a, "b": self.collation.b} | ({"translation": self.mine} if self.has_mine else {})
        sides |= dict(zip(OTHERS, self.others, strict=False))
        return Project(sides, self.language, self.decisions, self.notes, self.glossary)

    # ---- witnesses ---------------------------------------------------------------------------------------------------

    def _put(self, a: Witness, b: Witness) -> None:
        collation = collate(a, b)
        collation.findings  # noqa: B018 - whatever goes wrong goes wrong before anything changes
        self.collation = collation
        self.stamp += 1
        self.shown = {}
        self.checked = []  # a translation of other texts, as far as anybody has looked

    def _sample(self) -> None:
        self._put(sample("a"), sample("b"))
        self._history = []
        self.mine, self.language, self.is_sample, self.has_mine = sample("en"), "en", True, True

    def _collate(
        self, a: str | None = None, b: str | None = None, more_a: Sequence[str] = (), more_b: Sequence[str] = ()
    ) -> None:
        """Put one text, or both, on the desk; a text may be several files, its pages in their order."""
        sides = [(name, more) for name, more in ((a, more_a), (b, more_b)) if name is not None]
        many = sum(1 + len(more) for _, more in sides)
        if not sides or many != len(self._files) or (self.is_sample and len(sides) < 2):
            raise No(ui("both-files"))
        left = list(self._files)
        one = self._read(a, left, more_a) if a is not None else self.collation.a
        two = self._read(b, left, more_b) if b is not None else self.collation.b
        self._put(one, two)
        self._history = []
        self.is_sample = False
        if self.mine is sample("en"):  # which translates none of these
            self.has_mine = False
        self._of_translation()

    def _read(self, name: str, data: list[bytes], more: Sequence[str] = ()) -> Witness:
        """The witness of the next file, or of the next few; they are taken from the list."""
        files = [(one, data.pop(0)) for one in (name, *more)]
        if sum(len(content) for _, content in files) > LIMIT * 1_000_000:
            raise WitnessError("large", name=name, limit=LIMIT)
        return read_bytes(*files[0]) if not more else parse(name, joined(lines_of(*one) for one in files))

    def _others(self, names: Sequence[str]) -> None:
        """Put further witnesses on the desk, for the apparatus; none takes them away."""
        if len(names) != len(self._files) or len(names) > len(OTHERS):
            raise No(ui("both-files"))
        self.others = [self._read(name, [data]) for name, data in zip(names, self._files, strict=True)]
        self.stamp += 1  # they are kept with the texts
        self._show("readings")

    def _structure(self, side: str, line: int, to: int) -> None:
        """Say what a line of a text is: the heading of a variant, of a section, or none."""
        witness = self._witness(side)
        again = corrected(witness, {**witness.corrections, line: to})
        if side == "mine":
            self.mine, self.shown, self.checked = again, {}, []
            self.stamp += 1
        else:
            self._put(again if side == "a" else self.collation.a, again if side == "b" else self.collation.b)
        self.is_sample = False  # it is kept from now on
        self._of_translation()
        self._show("structure", side)

    # ---- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, ids: Sequence[str], value: str, reason: str = "", klass: str | None = None) -> None:
        """Decide about some findings alike: one deed, taken back as one."""
        here = {one.id: one for one in (*self.collation.findings, *self.checked)}
        if not ids or not set(ids) <= set(here):
            raise No(ui("no-finding"))
        before = [(name, self.decisions.by_id.get(name)) for name in ids]
        for name in ids:
            self.decisions.decide(here[name], value, reason, klass)
        self._history.append(before)
        self._save()

    def _undo(self) -> None:
        if not self._history:
            raise No(ui("nothing-undone"))
        for name, before in self._history.pop():
            if before is None:
                self.decisions.by_id.pop(name, None)
            else:
                self.decisions.by_id[name] = before
        self._save()

    def _have(self, decided: Mapping[str, Decision]) -> None:
        """Have these decisions instead, by one deed that can be taken back."""
        before = self.decisions.by_id
        changed = [name for name in {**before, **decided} if before.get(name) != decided.get(name)]
        if changed:
            self._history.append([(name, before.get(name)) for name in changed])
        self.decisions.by_id = dict(decided)

    def _note(self, text: str) -> None:
        self.notes = text

    def _agree(self, text: str) -> None:
        """Put another glossary in the project; what was found in the translation is looked for again."""
        self.glossary = text
        self.shown = {part: shown for part, shown in self.shown.items() if part != "translation"}

    def _open(self, text: str, name: str = "project.json", again: bool = False) -> None:
        """Put a project on the desk, with its decisions; `again`: the browser's own, whose decisions it keeps apart."""
        project = Project.read(text, name)
        self._put(project.witnesses["a"], project.witnesses["b"])
        self.mine = project.witnesses.get("translation", self.mine)
        self.has_mine = "translation" in project.witnesses
        self.others = [project.witnesses[name] for name in OTHERS if name in project.witnesses]
        self.language = project.language if project.language in LANGUAGES else self.language
        self.notes, self.glossary, self.is_sample = project.notes, project.glossary, False
        if again:
            self.decisions.by_id.update(project.decisions.by_id)
        else:
            self._history = []
            self._have(project.decisions.by_id)
        self.news = None if again else ui("opened", name=name)
        self._of_translation()
        self._save()

    def _of_translation(self) -> None:
        """Look for what decisions may be about in the reader's own translation, where nobody has looked yet."""
        here = {one.id for one in self.collation.findings}
        if self.has_mine and not self.is_sample and not self.checked and not self.decisions.by_id.keys() <= here:
            self._check(self.side)

    def _merge(self, text: str, name: str = "project.json") -> None:
        """Take in what somebody else decided about the same texts; where both did, otherwise, ours stands."""
        project, apart, left_out = merged(self.project(), Project.read(text, name))
        many = len(project.decisions.by_id) - len(self.decisions.by_id)
        if not self.has_mine and "translation" in project.witnesses:
            self.mine, self.has_mine, self.checked = project.witnesses["translation"], True, []
            self.language = project.language if project.language in LANGUAGES else self.language
            self.stamp += 1
        a, b = project.witnesses["a"], project.witnesses["b"]
        if (a.corrections, b.corrections) != (self.collation.a.corrections, self.collation.b.corrections):
            self._put(a, b)  # with what only they said of its structure
        self.others = [project.witnesses[side] for side in OTHERS if side in project.witnesses]
        self._have(project.decisions.by_id)
        self.notes, self.glossary = project.notes, project.glossary
        self._of_translation()
        self.news = ui("merged-left" if left_out else "merged", many=many, apart=len(apart))
        self._save()

    def _load(self, text: str, name: str = "decisions.json", again: bool = False) -> None:
        """Take over decisions from a file; `again`: those that the browser has kept, of which nothing need be said."""
        loaded = Decisions.read(text, name)
        if self.path and again:
            return
        if again:
            self.decisions.by_id.update(loaded.by_id)
        else:
            self._have({**self.decisions.by_id, **loaded.by_id})
            self.news = ui("loaded", many=len(loaded.by_id))
        self._of_translation()
        self._save()

    def _save(self) -> None:
        if self.path:
            self.decisions.save(self.path)

    # ---- what else is shown ------------------------------------------------------------------------------------------

    def _show(self, part: str, side: str = "a") -> None:
        if part == "translation":
            return self._check("a" if side == "mine" else side)
        if part == "readings":
            return self._apparatus()
        witness = self._witness(side)
        if part == "facts":
            rows: list[Any] = [fact.plain() for fact in check_facts(witness)]
        elif part == "structure":
            rows = outline(witness)
        else:
            rows = tables.terms(witness, self.language if side == "mine" else "fr")
        self.shown = {**self.shown, part: {"side": side, "rows": rows}}
        return None

    def _apparatus(self) -> None:
        told = apparatus(self.collation.a, [self.collation.b, *self.others])
        rows = table(told)[1:]
        self.shown = {**self.shown, "readings": {"names": told.names, "rows": rows[:PLACES], "many": len(rows)}}

    def _witness(self, side: str) -> Witness:
        if side == "mine" and not self.has_mine:
            raise No(ui("no-translation"))
        return {"a": self.collation.a, "b": self.collation.b, "mine": self.mine}[side]

    def _translation(self, language: str, side: str, name: str | None = None) -> None:
        if (name is None) != (not self._files):
            raise Unclear
        if name is not None:
            self.mine, self.has_mine = self._read(name, list(self._files)), True
            self.is_sample = False
        self.language = language
        self.stamp += not self.is_sample  # it is kept with the texts
        self.shown = {part: shown for part, shown in self.shown.items() if part == "facts"}
        self._check(side)

    def _check(self, side: str) -> None:
        self.side, source = side, self._witness(side)
        languages = told_language(source), self.language
        if not self.has_mine:
            self.shown = {**self.shown, "translation": {"side": side, "language": self.language, "rows": []}}
            return
        self.checked = with_rule(check_translation(source, self.mine, self.language), source, languages)
        if agreed := entries(self.glossary):
            self.checked += check_glossary(bitext(source, self.mine, self.language), agreed, languages)
        rows = shown(self.checked, is_our_game(source), languages[0])
        self.shown = {**self.shown, "translation": {"side": side, "language": self.language, "rows": rows}}

    # ---- what is given away ------------------------------------------------------------------------------------------

    def _export(self, what: str, language: str) -> None:
        if what == PROJECT:
            self.given = [(what, self.project().text())]
            return
        if what in giving.OF_CHECK:
            self._witness("mine")
            self._check(self.side)
            self.given = [(what, giving.OF_CHECK[what](self.checked, self.decisions, language))]
            return
        if what in giving.OF_TRANSLATION:
            source, target = self._witness(self.side), self._witness("mine")
            self.given = [(what, giving.OF_TRANSLATION[what](source, target, self.language))]
            return
        if what in giving.OF_ALL:
            self.given = [(what, giving.OF_ALL[what]([self.collation.a, self.collation.b, *self.others]))]
            return
        self.given = [(what, giving.FILES[what](self.collation, self.decisions, language))]

    def _po(self, text: str, language: str) -> None:
        self.given, self.news = giving.taken(text, language)

    DEEDS: ClassVar[Deeds] = {
        "collate": Deed(
            _collate, a=maybe(NAME), b=maybe(NAME), more_a=maybe(several(200, 200)), more_b=maybe(several(200, 200))
        ),
        "others": Deed(_others, names=several(200, len(OTHERS))),
        "structure": Deed(_structure, side=SIDE, line=number(1, 10**6), to=number(SECTION, HIGHEST)),
        "sample": Deed(_sample),
        "decide": Deed(_decide, ids=several(60, 20_000), value=WORD, reason=maybe(text(2_000)), klass=maybe(WORD)),
        "note": Deed(_note, text=NOTES),
        "agree": Deed(_agree, text=NOTES),
        "open": Deed(_open, text=FILE, name=maybe(NAME), again=maybe(FLAG)),
        "merge": Deed(_merge, text=FILE, name=maybe(NAME)),
        "undo": Deed(_undo),
        "load": Deed(_load, text=FILE, name=maybe(NAME), again=maybe(FLAG)),
        "show": Deed(_show, part=one_of(SHOWN), side=maybe(SIDE)),
        "translation": Deed(_translation, name=maybe(NAME), language=one_of(LANGUAGES), side=one_of(("a", "b"))),
        "export": Deed(
            _export,
            what=one_of((*giving.NAMES, PROJECT)),
            language=one_of(words.LANGUAGES),
        ),
        "po": Deed(_po, text=FILE, language=WORD),
    }
