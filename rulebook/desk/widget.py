"""The desk as a widget: a session in Python, its picture and all that can be touched in the browser."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulebook.collation.progress import heard
from rulebook.stage.frame import Frame, Shown
from rulebook.stage.messages import serial

from .page import code
from .session import Session


class Desk(Frame):
    """The translators' desk.

    decisions: the file that decisions are kept in; None: the reader's browser keeps them.  DecisionError if it is none.
    `desk.session` holds the witnesses, the collation and the decisions.
    """

    CODES = (code("desk"),)
    SECONDS = 60.0
    texts: Any = Shown()  # both texts, with their findings: changes with the witnesses
    shown: Any = Shown()  # facts, terms, a translation: once they are asked for
    view: Any = Shown()

    def __init__(self, decisions: str | Path | None = None) -> None:
        self.session = Session(decisions)
        super().__init__(texts=self.session.texts(), shown={}, view=self.session.view())

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Follow a message, and show what it changed."""
        session = self.session
        # Long work is announced first: a page that hears nothing takes its session for ended.
        self.view = {**self.view, "n": serial(message), "busy": True}
        stamp, shown = session.stamp, session.shown
        with heard(lambda part: self.send({"part": part})):
            view = session.handle(message, [bytes(file) for file in files])
        if session.shown is not shown:  # first: with other texts the page asks for what is not there
            self.shown = session.shown
        if session.stamp != stamp:
            self.texts = session.texts()
        for name, text in session.given:
            self.send({"file": name, "text": text})
        self.view = {**view, "busy": False}

    def __repr__(self) -> str:
        counts: dict[str, Any] = self.session.collation.counts
        found = ", ".join(f"{many} {name}" for name, many in counts.items())
        return f"Desk({self.session.collation.a.name} and {self.session.collation.b.name}: {found})"
