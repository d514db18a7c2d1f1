"""A flaw: an inconsistency of one document, before it is known whether the other has it too."""

from __future__ import annotations

from dataclasses import dataclass

from .finding import Place


@dataclass(frozen=True)
class Flaw:
    """An inconsistency of one document.  key: what makes it the same flaw in the other document."""

    key: tuple[object, ...]
    klass: str
    kind: str
    variant: int | None
    place: Place
    note: tuple[str, tuple[tuple[str, str], ...]]
