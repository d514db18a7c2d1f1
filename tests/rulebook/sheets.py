"""A sheet, asked as a page asks it."""

from __future__ import annotations

from typing import Any


def send(sheet: Any, *message: Any, **named: Any) -> Any:
    """Send a message, or one of these parts; what the sheet shows then."""
    sheet._on_message(sheet, *(message or (named,)), [])
    return sheet.view
