"""A sheet, asked as a page asks it."""

from __future__ import annotations

from typing import Any

from rulebook.text.words import LANGUAGES


def send(sheet: Any, *message: Any, **named: Any) -> Any:
    """Send a message, or one of these parts; what the sheet shows then."""
    sheet._on_message(sheet, *(message or (named,)), [])
    return sheet.view


def changes_nothing(sheet: Any, *message: Any, **named: Any) -> None:
    """A message is refused in a sentence, and the sheet is as it was."""

    def shown() -> dict[str, Any]:
        return {key: value for key, value in sheet.view.items() if key not in ("n", "v", "error")}

    before = shown()
    assert set(send(sheet, *message, **named)["error"]) == set(LANGUAGES)
    assert shown() == before
