"""The desk as a widget, and the code and texts of the desk's widgets."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import traitlets

from rulebook.boards.sheet import constants, shared_texts
from rulebook.collation.progress import report_progress
from rulebook.stage import themes
from rulebook.stage.bundle import Code
from rulebook.stage.frame import ViewTrait, read_only_trait
from rulebook.stage.localized import typeset_tables
from rulebook.stage.messages import sequence_number
from rulebook.stage.traits import IN_NOTEBOOK, Public
from rulebook.text import words

from .session import Session

HERE = Path(__file__).parent
NAMED = ("classes", "kinds", "changes", "facts", "verdicts", "report")
"""Sections of the collation's texts that the pages need."""


@cache
def interface() -> dict[str, dict[str, str]]:
    """Return the texts of the desk and of collations: {language: {key: text}}."""

    def own(lang: str) -> dict[str, str]:
        found = words.table("desk", lang).items()
        mine = {key.removeprefix("ui."): text for key, text in found if key.startswith("ui.")}
        return mine | {"cancel": words.text("interface.cancel", lang)}

    def named(lang: str) -> dict[str, str]:
        found = words.table("collation", lang).items()
        return {key.replace(".", "-"): text for key, text in found if key.partition(".")[0] in NAMED}

    return typeset_tables(shared_texts, own, named)


def code(name: str) -> Code:
    """Return the code of a widget of the desk by its module; with colours, as a notebook may have no board."""
    style = HERE / "desk.css"
    return Code(name, HERE / f"{name}.js", interface, lambda: themes.sheet() + style.read_text("utf-8"), constants)


class Desk(Public):
    """The translators' desk.

    decisions: the file of decisions; without one the reader's browser keeps them.  DecisionError for any other file.
    `desk.session` has the witnesses, the collation and the decisions.  Traits to be read, observed and linked:
    `found`, the number of differences of each class, and `decided`, the number of decisions.
    """

    CODES = (code("desk"),)
    SECONDS = 60.0
    _texts: Any = ViewTrait()
    _shown: Any = ViewTrait()
    texts = read_only_trait("_texts", "Both texts with their findings, which change only with the witnesses.")
    shown = read_only_trait("_shown", "Facts, terms, a translation: once requested.")
    found = traitlets.Dict(read_only=True).tag(sync=IN_NOTEBOOK)
    decided = traitlets.Int(read_only=True).tag(sync=IN_NOTEBOOK)

    def __init__(self, decisions: str | Path | None = None) -> None:
        self.session = Session(decisions)
        super().__init__(_texts=self.session.texts(), _shown={}, _view=self.session.view())
        self._tell()

    def _tell(self) -> None:
        self.publish({"found": dict(self.session.collation.counts), "decided": len(self.session.decisions.by_id)})
        self.raise_failure()

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Handle a message, and show what it changed."""
        session = self.session
        # Announce long work first: a page without an answer assumes that its session has ended.
        self._view = {**self.view, "n": sequence_number(message), "busy": True}
        stamp, shown = session.stamp, session.shown

        def tell(part: float) -> bool:
            self.send({"part": part})
            return self.cancelled()

        with report_progress(tell):
            view = session.handle(message, [bytes(file) for file in files])
        if session.shown is not shown:  # first: for other texts the page requests what is missing
            self._shown = session.shown
        if session.stamp != stamp:
            self._texts = session.texts()
        for name, text in session.downloads:
            self.send({"file": name, "text": text})
        self._view = {**view, "busy": False}
        with self.showing_failures():
            self._tell()

    def __repr__(self) -> str:
        counts: dict[str, Any] = self.session.collation.counts
        found = ", ".join(f"{many} {name}" for name, many in counts.items())
        return f"Desk({self.session.collation.a.name} and {self.session.collation.b.name}: {found})"
