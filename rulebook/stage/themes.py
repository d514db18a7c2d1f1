"""The themes of the book by name, with their colours, from `themes.css`."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_THEME = re.compile(r'^:root(?:\[data-theme="(\w+)"\])?(?:, :root\[data-theme="(\w+)"\])? \{(.*?)^\}', re.M | re.S)


@cache
def sheet() -> str:
    """Return the style sheet of all themes: the colours as variables of the page."""
    return (Path(__file__).parent / "themes.css").read_text("utf-8")


def blocks(css: str) -> list[str]:
    """Return the blocks of a style sheet that define themes."""
    return [match[0] for match in _THEME.finditer(css)]


@cache
def themes(css: str = "") -> Mapping[str, Mapping[str, str]]:
    """Return theme -> colour name -> colour: the light theme, the dark one, then others.

    css: further colours, such as those of a game.  A theme inherits what it lacks from the first.
    """
    found: dict[str, dict[str, str]] = {}
    for named, also, body in _THEME.findall(f"{sheet()}\n{css}"):
        theme = found.setdefault(named or also or next(iter(found)), {})
        theme |= {name.removeprefix("--hk-"): value for name, value in re.findall(r"(--[\w-]+): ([^;]+);", body)}
    first = next(iter(found.values()))
    return {name: first | theme for name, theme in found.items()}
