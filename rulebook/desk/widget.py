"""The desk as a widget: a session in Python, its picture and all that can be touched in the browser."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import traitlets

from . import messages
from .page import Page
from .session import Session

LOG = logging.getLogger(__name__)


class Desk(Page):
    """The translators' desk.

    decisions: the file that decisions are kept in; None: the reader's browser keeps them.  DecisionError if it is none.
    `desk.session` holds the witnesses, the collation and the decisions.
    """

    PARTS = ("desk.js", "rows.js", "decide.js", "parts.js")
    texts = traitlets.Dict().tag(sync=True)  # both texts, with their findings: changes with the witnesses
    shown = traitlets.Dict().tag(sync=True)  # facts, terms, a translation: once they are asked for
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, decisions: str | Path | None = None) -> None:
        self.session = Session(decisions)
        super().__init__(texts=self.session.texts(), shown={}, view=self.session.view())
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, content: object, buffers: object) -> None:
        session = self.session
        # Long work is announced first: a page that hears nothing takes its session for ended.
        self.view = {**self.view, "n": messages.serial(content), "busy": True}
        stamp = session.stamp
        view = session.handle(content, messages.contents(buffers))
        try:
            if session.stamp != stamp:
                self.texts = session.texts()
            for name, text in session.given:
                self.send({"file": name, "text": text})
        except Exception:
            LOG.exception("the desk could not be shown")
        self.shown = session.shown
        self.view = {**view, "busy": False}

    def __repr__(self) -> str:
        counts: dict[str, Any] = self.session.collation.counts
        found = ", ".join(f"{many} {name}" for name, many in counts.items())
        return f"Desk({self.session.collation.a.name} and {self.session.collation.b.name}: {found})"
