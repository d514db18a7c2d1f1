"""The session behind the desk: messages in, a view out, decisions in between.  There is no widget in here.

`Session.handle(message, files)` follows a message and returns the view to show.  It never raises: a message that cannot
be followed leaves the desk as it was and puts one sentence, in every language, into `error`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rulebook.collation import Collation, CollationError, Decision, Decisions, Witness
from rulebook.collation.language.languages import other_language, told_language
from rulebook.collation.meaning.judging import TELL
from rulebook.collation.out.decisions import renewed
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
from .aligned import aligned
from .fields import DecisionView, DeskView, TextsView
from .history import Before, Had, Standing
from .material import LANGUAGES, Material, given

PROJECT = "project.json"
EXPIRED = 200  # decisions about other texts that are shown
WORD, NAME, SIDE = text(60), text(200), one_of(("a", "b", "mine"))
NOTES = text(200_000)  # what two people wrote is merged, and merged again
FILE = text(5_000_000)  # characters of a file of decisions, or of a table of translations
IDS, FLAG = messages.texts(60, 20_000), optional(messages.FLAG)
PAGES, INTO, OF = optional(messages.texts(200, 200)), one_of(LANGUAGES), one_of(("a", "b"))
Given = tuple[str, str]  # the name of a file to give away, and its content


def ui(key: str, **values: object) -> Localized:
    """A sentence of the desk, with the values filled in."""
    return book_text(f"desk.ui.{key}", **values)


class Session:
    """A desk with the sample pair on it.

    path: the file that decisions are kept in, None where the reader's browser keeps them.  DecisionError if the file
    holds something else.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else None
        self.decisions = Decisions.load(self.path) if self.path else Decisions()
        self.stamp = 0
        self.error: Localized | None = None
        self.news: Localized | None = None
        self.shown: dict[str, Any] = {}
        self.given: list[Given] = []
        self._history: list[Before] = []  # what each action found
        self.notes = ""
        self._filed = self.decisions.filed()
        self._files: Sequence[bytes] = ()
        self._put(Material.of_sample())

    @property
    def collation(self) -> Collation:
        """A with B."""
        return self.material.collation

    # ---- messages ----------------------------------------------------------------------------------------------------

    def handle(self, message: object, files: Sequence[bytes] = ()) -> DeskView:
        """Follow a message and return the view.  Nothing is raised, whatever the message."""
        self.news = None
        self.given = []
        self._files = files
        before = {**self.__dict__, "_history": [*self._history]}, dict(self.decisions.by_id)
        self.error = messages.error_of(lambda: self._follow(message), ui("bad-message"), ui("failed"))
        if self.error:  # what was begun is as if it had not been
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
        """The state of the desk without the texts, which `texts` returns."""
        by_id, on = self.decisions.by_id, self.material
        here = {finding.id for finding in on.findings}
        decided: dict[str, DecisionView] = {name: panels.decided_as(one) for name, one in by_id.items() if name in here}
        gone = [one for name, one in by_id.items() if name not in here]
        names = {side: one.name if (one := on.witness(side)) else "" for side in ("a", "b", "mine")}
        return {
            "n": number,
            "stamp": self.stamp,
            "sample": on.is_sample,
            "names": names,
            "decided": decided,
            "expired": [panels.expired(one) for one in gone[:EXPIRED]],
            "elsewhere": len(gone),
            "fits": len(renewed(self.decisions, on.findings)) if gone else 0,
            "notes": self.notes,
            "glossary": on.glossary,
            "language": on.language,
            "against": on.side,
            "tell": on.tell,
            "undo": bool(self._history),
            "kept": "" if self.path else history.written(self._whole(), self._history),
            "file": self.path.name if self.path else "",
            "error": self.error,
            "news": self.news,
        }

    def texts(self) -> TextsView:
        """The two texts side by side with their findings: what changes only with the witnesses."""
        on = self.material
        names = {"a": on.collation.a.name, "b": on.collation.b.name}
        kept = "" if on.is_sample else on.project(Decisions(), self.notes).text()
        spoken = {"a": told_language(on.collation.a), "b": told_language(on.collation.b)}
        return {"stamp": self.stamp, "names": names, "spoken": spoken, "kept": kept, **aligned(on.collation)}

    def project(self) -> Project:
        """All that lies on the desk, to be kept in one file."""
        return self.material.project(self._whole(), self.notes)

    def _whole(self) -> Decisions:
        """The decisions, with those from files that were since taken back."""
        return Decisions(self.decisions.by_id, self._filed)

    def _standing(self) -> Standing:
        return Standing(self.material, self.notes, self._filed)

    # ---- witnesses ---------------------------------------------------------------------------------------------------

    def _put(self, material: Material) -> None:
        """Put other texts on the desk, and look for what decisions may be about in them."""
        material.collation.findings  # noqa: B018 - whatever goes wrong goes wrong before anything changes
        material.look([*self.decisions.by_id])
        self.material = material
        self.stamp += 1
        self.shown = {}

    def _remember(self, had: list[Had], found: Standing | None = None) -> None:
        """Add to the history: the decisions that an action changed, and the other state if it changed."""
        now = self._standing()
        if had or (found and not found.is_as(now)):
            self._history = history.with_deed(self._history, Before(had, (found, now) if found else None))

    def _exchange(self, material: Material) -> None:
        """Put other texts on the desk, undoably."""
        found = self._standing()
        self._put(material)
        self._remember([], found)

    def _collate(
        self, a: str | None = None, b: str | None = None, more_a: Sequence[str] = (), more_b: Sequence[str] = ()
    ) -> None:
        """Put one text, or both, on the desk; a text may be several files, its pages in their order."""
        on = self.material
        sides = [(name, more) for name, more in ((a, more_a), (b, more_b)) if name is not None]
        many = sum(1 + len(more) for _, more in sides)
        if not sides or many != len(self._files):
            raise UserError(ui("both-files"))
        left = list(self._files)
        texts = [self._read(name, left, more) for name, more in steps(sides, 0.0, 0.0)]
        one = texts[0] if a is not None or on.is_sample else on.collation.a
        two = texts[-1] if b is not None or on.is_sample else on.collation.b
        self._exchange(on.with_pair(one, two))
        self._tell_too(ui("one-text", name=one.name) if one is two else self.material.mismatch_warning("a", "b"))
        if on.mine and not self.material.mine and not on.is_sample:
            self._tell_too(ui("translation-gone", name=on.mine.name))

    def _read(self, name: str, data: list[bytes], more: Sequence[str] = ()) -> Witness:
        """The witness of the next file, or of the next few; they are taken from the list."""
        files = [(one, data.pop(0)) for one in (name, *more)]
        witness = given(files)
        self._tell_too(Localized.of(lambda language: describe_omissions([witness], language)))
        return witness

    def _tell_too(self, news: Localized) -> None:
        if any(news.values()):
            self.news = Localized.joined(filter(None, [self.news, news]))

    def _others(self, names: Sequence[str]) -> None:
        """Put further witnesses on the desk, for the apparatus; none takes them away."""
        if len(names) != len(self._files) or len(names) > len(OTHERS):
            raise UserError(ui("both-files"))
        others = tuple(self._read(name, [data]) for name, data in zip(names, self._files, strict=True))
        found, self.material = self._standing(), self.material.with_(others=others)
        self._remember([], found)
        self.stamp += 1  # they are kept with the texts
        self._show("readings")

    def _structure(self, side: str, line: int, to: int) -> None:
        """Say what a line of a text is: the heading of a variant, of a section, or none."""
        witness = self._witness(side)
        again = corrected(witness, {**witness.corrections, line: to})
        self._exchange(self.material.with_witness(side, again).with_(is_sample=False))  # it is kept from now on
        self._show("structure", side)

    def _witness(self, side: str) -> Witness:
        witness = self.material.witness(side)
        if witness is None:
            raise UserError(ui("no-translation"))
        return witness

    def _translation(
        self, language: str, side: str, name: str | None = None, more: Sequence[str] = (), chosen: bool = False
    ) -> None:
        """Check a translation, a new one or the one on the desk; its language is detected unless chosen."""
        if (1 + len(more) if name is not None else 0) != len(self._files):
            raise InvalidMessage
        on = self.material.with_(language=language, side=side)
        if name is not None:
            on = on.with_(mine=self._read(name, list(self._files), more), is_sample=False)
        mine = None if chosen else on.mine
        if mine and (other := other_language(mine, language)) in LANGUAGES:
            on = on.with_(language=other)
            self._tell_too(ui("other-language", name=mine.name, language=words.both(f"desk.ui.language-{other}")))
        found, self.material = self._standing(), on
        self._remember([], found)
        self.stamp += not on.is_sample  # it is kept with the texts
        self.shown = {part: shown for part, shown in self.shown.items() if part == "facts"}
        self._show("translation", side)
        self._tell_too(self.material.mismatch_warning(side, "mine"))

    # ---- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, ids: Sequence[str], value: str, reason: str = "", klass: str | None = None) -> None:
        """Decide about several findings at once; one undo step."""
        here = {one.id: one for one in self.material.findings}
        if not ids or not set(ids) <= set(here):
            raise UserError(ui("no-finding"))
        before = [(name, self.decisions.by_id.get(name)) for name in ids]
        for name in ids:
            self.decisions.decide(here[name], value, reason, klass)
        self._remember(before)
        self._save()

    def _undecide(self, ids: Sequence[str]) -> None:
        """Make several findings undecided again; one undo step."""
        opened = {*ids}
        if not opened or not opened <= self.decisions.by_id.keys():
            raise UserError(ui("no-finding"))
        self._have({name: one for name, one in self.decisions.by_id.items() if name not in opened})

    def _undo(self) -> None:
        if not self._history:
            raise UserError(ui("nothing-undone"))
        decided, rest = self._history.pop()
        had = {**self.decisions.by_id, **dict(decided)}
        self.decisions.by_id = {name: one for name, one in had.items() if one is not None}
        if rest:
            self._take_back(*rest)
        self._save()

    def _take_back(self, before: Standing, after: Standing) -> None:
        """Restore texts and notes, unless they were changed since by something outside the history."""
        back = self._standing().with_back(before, after)
        self.notes, self._filed = back.notes, back.filed
        if not back.material.has_texts_of(self.material):
            self._put(back.material)

    def _have(self, decided: Mapping[str, Decision], found: Standing | None = None) -> None:
        """Replace all decisions, as one undo step; found: the other state before it."""
        before = self.decisions.by_id
        changed = [name for name in {**before, **decided} if before.get(name) != decided.get(name)]
        self._remember([(name, before.get(name)) for name in changed], found)
        self.decisions.by_id = dict(decided)
        self.material.look([*decided])
        self._save()

    def _renew(self) -> None:
        """Transfer decisions whose words are gone to findings that say the same."""
        found = renewed(self.decisions, self.material.findings)
        kept = {name: one for name, one in self.decisions.by_id.items() if name not in found}
        self._have({**kept, **{finding.id: made for finding, made in found.values()}})
        self.news = ui("renewed", many=len(found))

    def _drop(self) -> None:
        """Remove the decisions about words that are gone."""
        here = {one.id for one in self.material.findings}
        kept = {name: one for name, one in self.decisions.by_id.items() if name in here}
        self.news = ui("dropped", many=len(self.decisions.by_id) - len(kept))
        self._have(kept)

    def _load(self, text: str, name: str = "decisions.json", again: bool = False) -> None:
        """Load decisions from a file; `again`: the browser's own copy, with its undo history."""
        loaded = Decisions.read(text, name)
        if again:
            if not self.path:
                self._filed = {**self._filed, **loaded.filed()}
                self._have(loaded.by_id)  # one that was taken back on another page is gone here, too
                self._history = history.read(text)
            return
        found = self._standing()
        self._filed = {**self._filed, **loaded.filed()}
        self._have({**self.decisions.by_id, **loaded.by_id}, found)
        self.news = ui("loaded", many=len(loaded.by_id))

    def _save(self) -> None:
        if self.path:
            self._whole().save(self.path)

    # ---- projects ----------------------------------------------------------------------------------------------------

    def _note(self, text: str) -> None:
        self.notes = text

    def _tell(self, value: str) -> None:
        """Tell less or more about the translation."""
        self.material = self.material.with_(tell=value)
        if self.material.mine:
            self._show("translation", self.material.side)

    def _agree(self, text: str) -> None:
        """Put another glossary in the project; what was found in the translation is looked for again."""
        self.material = self.material.with_(glossary=text)
        self.shown = {part: shown for part, shown in self.shown.items() if part != "translation"}

    def _open(self, text: str, name: str = PROJECT, again: bool = False) -> None:
        """Open a project with its decisions; `again`: the browser's own copy, whose decisions come separately."""
        project = Project.read(text, name)
        decided, found = project.decisions.by_id, self._standing()
        self._put(self.material.taking(project).with_(is_sample=False))
        self.notes = project.notes
        self._filed = project.decisions.filed()
        self._history = []
        self._have({**self.decisions.by_id, **decided} if again else decided, found)
        if again:
            self._history = []
        else:
            self.news = ui("opened", name=name)

    def _merge(self, text: str, name: str = PROJECT) -> None:
        """Merge somebody else's decisions about the same texts; where both decided, ours stands."""
        theirs, found = Project.read(text, name), self._standing()
        project, apart, left_out = merged(self.project(), theirs)
        many = len(project.decisions.by_id.keys() - self.decisions.by_id.keys())
        self._put(self.material.taking(project))
        self.notes = project.notes
        self._filed = {**theirs.decisions.filed(), **self._filed}
        self._have(project.decisions.by_id, found)
        two = disputed(found.material.glossary, theirs.glossary)
        more = [ui("merged-words", words=", ".join(two[:5]))] if two else []
        self.news = Localized.joined([ui("merged-left" if left_out else "merged", many=many, apart=len(apart)), *more])

    # ---- what is shown and given away --------------------------------------------------------------------------------

    def _show(self, part: str, side: str = "a") -> None:
        if part == "translation":  # which is held against a side
            side = "a" if side == "mine" else side
            self.material = self.material.with_(side=side)
        witness = self.material.collation.a if part == "readings" else self._witness(side)
        self.shown = {**self.shown, part: panels.told(part, self.material, side, witness)}

    def _export(self, what: str, language: str) -> None:
        on = self.material
        if what in (PROJECT, "decisions.json"):
            self._filed = {**self._filed, **self.decisions.filed()}
        if what in exports.OF_MINE:
            self._witness("mine")
        made = self.project().text() if what == PROJECT else exports.made(what, on, self._whole(), language)
        self.given = [(what, made)]

    def _po(self, text: str, language: str) -> None:
        self.given, self.news = exports.taken(text, language)

    ACTIONS: ClassVar[Actions] = {
        "collate": Action(_collate, a=optional(NAME), b=optional(NAME), more_a=PAGES, more_b=PAGES),
        "others": Action(_others, names=messages.texts(200, len(OTHERS))),
        "structure": Action(_structure, side=SIDE, line=number(1, 10**6), to=number(SECTION, HIGHEST)),
        "sample": Action(lambda self: self._exchange(Material.of_sample())),
        "decide": Action(_decide, ids=IDS, value=WORD, reason=optional(text(2_000)), klass=optional(WORD)),
        "undecide": Action(_undecide, ids=IDS),
        "renew": Action(_renew),
        "drop": Action(_drop),
        "note": Action(_note, text=NOTES),
        "agree": Action(_agree, text=NOTES),
        "open": Action(_open, text=FILE, name=optional(NAME), again=FLAG),
        "merge": Action(_merge, text=FILE, name=optional(NAME)),
        "undo": Action(_undo),
        "load": Action(_load, text=FILE, name=optional(NAME), again=FLAG),
        "show": Action(_show, part=one_of(panels.PARTS), side=optional(SIDE)),
        "translation": Action(_translation, language=INTO, side=OF, name=optional(NAME), more=PAGES, chosen=FLAG),
        "tell": Action(_tell, value=one_of(tuple(TELL))),
        "export": Action(_export, what=one_of((*exports.NAMES, PROJECT)), language=one_of(words.LANGUAGES)),
        "po": Action(_po, text=FILE, language=WORD),
    }
