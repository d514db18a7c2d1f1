"""The session behind the desk, without its widget: it handles messages, keeps decisions and returns views.

`Session.handle(message, files)` never raises: a message that fails leaves the desk unchanged and sets `error` to one
sentence in every language.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rulebook.collation import Collation, CollationError, Decision, Decisions, Witness
from rulebook.collation.language.languages import conflicting_language, detect_language
from rulebook.collation.meaning.judging import LEVELS
from rulebook.collation.out.decisions import match_outdated
from rulebook.collation.out.project import OTHERS, Project, disputed, merged
from rulebook.collation.progress import steps
from rulebook.collation.reading.reader import describe_omissions
from rulebook.collation.reading.structure import HIGHEST, SECTION, corrected
from rulebook.stage import messages
from rulebook.stage.localized import book_text
from rulebook.stage.messages import Action, Actions, InvalidMessage, UserError, number, one_of, optional, text
from rulebook.text import words
from rulebook.text.extras import Needs
from rulebook.text.words import Localized

from . import exports, history, panels
from .aligned import aligned_view
from .fields import DeskView, TextsView
from .history import Change, State, UndoStep
from .material import LANGUAGES, Material, read_upload

PROJECT = "project.json"
EXPIRED = 200  # decisions about other texts shown, at most
WORD, NAME, SIDE = text(60), text(200), one_of(("a", "b", "mine"))
NOTES = text(200_000)  # enough for the merged notes of several people
FILE = text(5_000_000)  # a file of decisions, or a PO file
IDS, FLAG = messages.texts(60, 20_000), optional(messages.FLAG)
PAGES, INTO, OF = optional(messages.texts(200, 200)), one_of(LANGUAGES), one_of(("a", "b"))
Download = tuple[str, str]  # name and content of a file to download


def ui(key: str, **values: object) -> Localized:
    """Return a sentence of the desk, filled in with values."""
    return book_text(f"desk.ui.{key}", **values)


class Session:
    """A desk with the sample pair on it.

    path: the file of decisions; without one the reader's browser keeps them.  DecisionError for any other file.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else None
        self.decisions = Decisions.load(self.path) if self.path else Decisions()
        self.stamp = 0
        self.error: Localized | None = None
        self.news: Localized | None = None
        self.shown: dict[str, Any] = {}
        self.downloads: list[Download] = []
        self._history: list[UndoStep] = []
        self.notes = ""
        self._filed = self.decisions.filed()
        self._files: Sequence[bytes] = ()
        self._set_material(Material.of_sample())

    @property
    def collation(self) -> Collation:
        """The collation of A with B."""
        return self.material.collation

    # ---- messages ----------------------------------------------------------------------------------------------------

    def handle(self, message: object, files: Sequence[bytes] = ()) -> DeskView:
        """Handle any message and return the view; never raise."""
        self.news, self.downloads = None, []
        self._files = files
        before = {**self.__dict__, "_history": [*self._history]}, dict(self.decisions.by_id)
        self.error = messages.error_of(lambda: self._follow(message), ui("bad-message"), ui("failed"))
        if self.error:  # roll back
            self.__dict__.update(before[0], error=self.error)
            self.decisions.by_id = before[1]
        self._files = ()
        return self.view(messages.sequence_number(message))

    def _follow(self, message: object) -> None:
        try:
            messages.dispatch(self, message, self.ACTIONS)
        except (CollationError, Needs) as error:
            raise UserError(Localized.of(error.text)) from error
        except OSError:
            raise UserError(ui("no-file")) from None

    def view(self, number: int = 0) -> DeskView:
        """Return the state of the desk without the texts, which `texts` returns."""
        by_id, material = self.decisions.by_id, self.material
        here = {finding.id for finding in material.findings}
        decided = {name: panels.decision_view(one) for name, one in by_id.items() if name in here}
        gone = [one for name, one in by_id.items() if name not in here]
        names = {side: one.name if (one := material.witness(side)) else "" for side in ("a", "b", "mine")}
        return {
            "n": number,
            "stamp": self.stamp,
            "sample": material.is_sample,
            "names": names,
            "decided": decided,
            "expired": [panels.expired_view(one) for one in gone[:EXPIRED]],
            "elsewhere": len(gone),
            "fits": len(match_outdated(self.decisions, material.findings)) if gone else 0,
            "notes": self.notes,
            "glossary": material.glossary,
            "language": material.language,
            "against": material.side,
            "tell": material.tell,
            "undo": bool(self._history),
            "kept": "" if self.path else history.with_history(self._all_decisions(), self._history),
            "file": self.path.name if self.path else "",
            "error": self.error,
            "news": self.news,
        }

    def texts(self) -> TextsView:
        """Return the two texts side by side with their findings, which change only with the witnesses."""
        material = self.material
        names = {"a": material.collation.a.name, "b": material.collation.b.name}
        kept = "" if material.is_sample else material.project(Decisions(), self.notes).text()
        spoken = {"a": detect_language(material.collation.a), "b": detect_language(material.collation.b)}
        return {"stamp": self.stamp, "names": names, "spoken": spoken, "kept": kept, **aligned_view(material.collation)}

    def project(self) -> Project:
        """Return everything on the desk as a project."""
        return self.material.project(self._all_decisions(), self.notes)

    def _all_decisions(self) -> Decisions:
        """Return the decisions together with those in files, some of which were removed since."""
        return Decisions(self.decisions.by_id, self._filed)

    def _state(self) -> State:
        return State(self.material, self.notes, self._filed)

    # ---- witnesses ---------------------------------------------------------------------------------------------------

    def _set_material(self, material: Material) -> None:
        """Replace the texts on the desk, and find what the decisions may be about."""
        material.collation.findings  # noqa: B018 - computed first, so that a failure changes nothing
        material.find_for([*self.decisions.by_id])
        self.material = material
        self.stamp += 1
        self.shown = {}

    def _add_undo_step(self, changed: list[Change], previous: State | None = None) -> None:
        """Add to the history: the decisions that an action changed, and the other state if it changed."""
        now = self._state()
        if changed or (previous and not previous.has_same_content(now)):
            self._history = history.with_step(self._history, UndoStep(changed, (previous, now) if previous else None))

    def _change_material(self, material: Material) -> None:
        """Replace the texts on the desk, as an undo step."""
        previous = self._state()
        self._set_material(material)
        self._add_undo_step([], previous)

    def _collate(
        self, a: str | None = None, b: str | None = None, more_a: Sequence[str] = (), more_b: Sequence[str] = ()
    ) -> None:
        """Replace one text or both; a text may be several files, its pages in order."""
        material = self.material
        sides = [(name, more) for name, more in ((a, more_a), (b, more_b)) if name is not None]
        many = sum(1 + len(more) for _, more in sides)
        if not sides or many != len(self._files):
            raise UserError(ui("both-files"))
        left = list(self._files)
        texts = [self._read(name, left, more) for name, more in steps(sides, 0.0, 0.0)]
        one = texts[0] if a is not None or material.is_sample else material.collation.a
        two = texts[-1] if b is not None or material.is_sample else material.collation.b
        self._change_material(material.with_pair(one, two))
        self._add_news(ui("one-text", name=one.name) if one is two else self.material.mismatch_warning("a", "b"))
        if material.mine and not self.material.mine and not material.is_sample:
            self._add_news(ui("translation-gone", name=material.mine.name))

    def _read(self, name: str, data: list[bytes], more: Sequence[str] = ()) -> Witness:
        """Return the witness of the next file, or of its pages; remove them from `data`."""
        files = [(one, data.pop(0)) for one in (name, *more)]
        witness = read_upload(files)
        self._add_news(Localized.of(lambda language: describe_omissions([witness], language)))
        return witness

    def _add_news(self, news: Localized) -> None:
        if any(news.values()):
            self.news = Localized.joined(filter(None, [self.news, news]))

    def _set_others(self, names: Sequence[str]) -> None:
        """Replace the further witnesses of the apparatus; an empty list removes them."""
        if len(names) != len(self._files) or len(names) > len(OTHERS):
            raise UserError(ui("both-files"))
        others = tuple(self._read(name, [data]) for name, data in zip(names, self._files, strict=True))
        previous, self.material = self._state(), self.material.with_(others=others)
        self._add_undo_step([], previous)
        self.stamp += 1  # the browser keeps them with the texts
        self._show("readings")

    def _correct_structure(self, side: str, line: int, to: int) -> None:
        """Correct what a line of a text is: the heading of a variant, of a section, or none."""
        witness = self._witness(side)
        again = corrected(witness, {**witness.corrections, line: to})
        self._change_material(self.material.with_witness(side, again).with_(is_sample=False))
        self._show("structure", side)

    def _witness(self, side: str) -> Witness:
        witness = self.material.witness(side)
        if witness is None:
            raise UserError(ui("no-translation"))
        return witness

    def _check_translation(
        self, language: str, side: str, name: str | None = None, more: Sequence[str] = (), chosen: bool = False
    ) -> None:
        """Check a translation, a new one or the one on the desk; its language is detected unless chosen."""
        if (1 + len(more) if name is not None else 0) != len(self._files):
            raise InvalidMessage
        material = self.material.with_(language=language, side=side)
        if name is not None:
            material = material.with_(mine=self._read(name, list(self._files), more), is_sample=False)
        mine = None if chosen else material.mine
        if mine and (other := conflicting_language(mine, language)) in LANGUAGES:
            material = material.with_(language=other)
            self._add_news(ui("other-language", name=mine.name, language=words.both(f"desk.ui.language-{other}")))
        previous, self.material = self._state(), material
        self._add_undo_step([], previous)
        self.stamp += not material.is_sample  # the browser keeps it with the texts
        self.shown = {part: shown for part, shown in self.shown.items() if part == "facts"}
        self._show("translation", side)
        self._add_news(self.material.mismatch_warning(side, "mine"))

    # ---- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, ids: Sequence[str], value: str, reason: str = "", klass: str | None = None) -> None:
        """Decide about several findings at once; one undo step."""
        here = {one.id: one for one in self.material.findings}
        if not ids or not set(ids) <= set(here):
            raise UserError(ui("no-finding"))
        before = [(name, self.decisions.by_id.get(name)) for name in ids]
        for name in ids:
            self.decisions.decide(here[name], value, reason, klass)
        self._add_undo_step(before)
        self._save()

    def _undecide(self, ids: Sequence[str]) -> None:
        """Make several findings undecided again; one undo step."""
        opened = {*ids}
        if not opened or not opened <= self.decisions.by_id.keys():
            raise UserError(ui("no-finding"))
        self._replace_decisions({name: one for name, one in self.decisions.by_id.items() if name not in opened})

    def _undo(self) -> None:
        if not self._history:
            raise UserError(ui("nothing-undone"))
        decided, rest = self._history.pop()
        had = {**self.decisions.by_id, **dict(decided)}
        self.decisions.by_id = {name: one for name, one in had.items() if one is not None}
        if rest:
            self._restore(*rest)
        self._save()

    def _restore(self, before: State, after: State) -> None:
        """Restore texts and notes, unless something outside the history has changed them since."""
        back = self._state().with_undone(before, after)
        self.notes, self._filed = back.notes, back.filed
        if not back.material.has_texts_of(self.material):
            self._set_material(back.material)

    def _replace_decisions(self, decided: Mapping[str, Decision], previous: State | None = None) -> None:
        """Replace all decisions, as one undo step; previous: the rest of the state before it."""
        before = self.decisions.by_id
        changed = [name for name in {**before, **decided} if before.get(name) != decided.get(name)]
        self._add_undo_step([(name, before.get(name)) for name in changed], previous)
        self.decisions.by_id = dict(decided)
        self.material.find_for([*decided])
        self._save()

    def _transfer_decisions(self) -> None:
        """Transfer decisions whose words are gone to findings that say the same."""
        found = match_outdated(self.decisions, self.material.findings)
        kept = {name: one for name, one in self.decisions.by_id.items() if name not in found}
        self._replace_decisions({**kept, **{finding.id: made for finding, made in found.values()}})
        self.news = ui("renewed", many=len(found))

    def _drop_expired(self) -> None:
        """Remove the decisions about words that are gone."""
        here = {one.id for one in self.material.findings}
        kept = {name: one for name, one in self.decisions.by_id.items() if name in here}
        self.news = ui("dropped", many=len(self.decisions.by_id) - len(kept))
        self._replace_decisions(kept)

    def _load(self, text: str, name: str = "decisions.json", again: bool = False) -> None:
        """Load decisions from a file; `again`: the browser's own copy, with its undo history."""
        loaded = Decisions.read(text, name)
        if again:
            if not self.path:
                self._filed = {**self._filed, **loaded.filed()}
                self._replace_decisions(loaded.by_id)  # those undone on another page are gone here, too
                self._history = history.read(text)
            return
        previous = self._state()
        self._filed = {**self._filed, **loaded.filed()}
        self._replace_decisions({**self.decisions.by_id, **loaded.by_id}, previous)
        self.news = ui("loaded", many=len(loaded.by_id))

    def _save(self) -> None:
        if self.path:
            self._all_decisions().save(self.path)

    # ---- projects ----------------------------------------------------------------------------------------------------

    def _set_notes(self, text: str) -> None:
        self.notes = text

    def _set_level(self, value: str) -> None:
        """Set the level of reporting for the translation."""
        self.material = self.material.with_(tell=value)
        if self.material.mine:
            self._show("translation", self.material.side)

    def _set_glossary(self, text: str) -> None:
        """Replace the glossary of the project, by which the translation is checked again."""
        self.material = self.material.with_(glossary=text)
        self.shown = {part: shown for part, shown in self.shown.items() if part != "translation"}

    def _open(self, text: str, name: str = PROJECT, again: bool = False) -> None:
        """Open a project with its decisions; `again`: the browser's own copy, whose decisions come separately."""
        project = Project.read(text, name)
        decided, previous = project.decisions.by_id, self._state()
        self._set_material(self.material.with_project(project).with_(is_sample=False))
        self.notes = project.notes
        self._filed = project.decisions.filed()
        self._history = []
        self._replace_decisions({**self.decisions.by_id, **decided} if again else decided, previous)
        if again:
            self._history = []
        else:
            self.news = ui("opened", name=name)

    def _merge(self, text: str, name: str = PROJECT) -> None:
        """Merge somebody else's decisions about the same texts; where both decided, ours stands."""
        theirs, previous = Project.read(text, name), self._state()
        project, apart, left_out = merged(self.project(), theirs)
        many = len(project.decisions.by_id.keys() - self.decisions.by_id.keys())
        self._set_material(self.material.with_project(project))
        self.notes = project.notes
        self._filed = {**theirs.decisions.filed(), **self._filed}
        self._replace_decisions(project.decisions.by_id, previous)
        two = disputed(previous.material.glossary, theirs.glossary)
        more = [ui("merged-words", words=", ".join(two[:5]))] if two else []
        self.news = Localized.joined([ui("merged-left" if left_out else "merged", many=many, apart=len(apart)), *more])

    # ---- what is shown and given away --------------------------------------------------------------------------------

    def _show(self, part: str, side: str = "a") -> None:
        if part == "translation":  # compared with a side
            side = "a" if side == "mine" else side
            self.material = self.material.with_(side=side)
        witness = self.material.collation.a if part == "readings" else self._witness(side)
        self.shown = {**self.shown, part: panels.panel(part, self.material, side, witness)}

    def _export(self, what: str, language: str) -> None:
        if what in (PROJECT, "decisions.json"):
            self._filed = {**self._filed, **self.decisions.filed()}
        if what in exports.OF_MINE:
            self._witness("mine")
        if what == PROJECT:
            content = self.project().text()
        else:
            content = exports.export(what, self.material, self._all_decisions(), language)
        self.downloads = [(what, content)]

    def _import_po(self, text: str, language: str) -> None:
        self.downloads, self.news = exports.import_po(text, language)

    ACTIONS: ClassVar[Actions] = {
        "collate": Action(_collate, a=optional(NAME), b=optional(NAME), more_a=PAGES, more_b=PAGES),
        "others": Action(_set_others, names=messages.texts(200, len(OTHERS))),
        "structure": Action(_correct_structure, side=SIDE, line=number(1, 10**6), to=number(SECTION, HIGHEST)),
        "sample": Action(lambda self: self._change_material(Material.of_sample())),
        "decide": Action(_decide, ids=IDS, value=WORD, reason=optional(text(2_000)), klass=optional(WORD)),
        "undecide": Action(_undecide, ids=IDS),
        "renew": Action(_transfer_decisions),
        "drop": Action(_drop_expired),
        "note": Action(_set_notes, text=NOTES),
        "agree": Action(_set_glossary, text=NOTES),
        "open": Action(_open, text=FILE, name=optional(NAME), again=FLAG),
        "merge": Action(_merge, text=FILE, name=optional(NAME)),
        "undo": Action(_undo),
        "load": Action(_load, text=FILE, name=optional(NAME), again=FLAG),
        "show": Action(_show, part=one_of(panels.PARTS), side=optional(SIDE)),
        "translation": Action(_check_translation, language=INTO, side=OF, name=optional(NAME), more=PAGES, chosen=FLAG),
        "tell": Action(_set_level, value=one_of(tuple(LEVELS))),
        "export": Action(_export, what=one_of((*exports.NAMES, PROJECT)), language=one_of(words.LANGUAGES)),
        "po": Action(_import_po, text=FILE, language=WORD),
    }
