"""The themes of the book by name, with their colours: what `themes.css` says."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_THEME = re.compile(r'^:root(?:\[data-theme="(\w+)"\])?(?:, :root\[data-theme="(\w+)"\])? \{(.*?)^\}', re.M | re.S)


@cache
def sheet() -> str:
    """The colours of all themes as a style sheet: variables of the page."""
    return (Path(__file__).parent / "themes.css").read_text("utf-8")


def blocks(css: str) -> list[str]:
    """The blocks of a text that give colours to themes."""
    return [found[0] for found in _THEME.finditer(css)]


@cache
def themes(css: str = "") -> Mapping[str, Mapping[str, str]]:
    """The colours of every theme by name: the theme for the day, that for the night, then others.

    css: more of them, as games have some.  What a theme does not say is as in the first.
    """
    found: dict[str, dict[str, str]] = {}
    for named, also, body in _THEME.findall(f"{sheet()}\n{css}"):
        theme = found.setdefault(named or also or next(iter(found)), {})
        theme |= {name.removeprefix("--hk-"): value for name, value in re.findall(r"(--[\w-]+): ([^;]+);", body)}
    first = next(iter(found.values()))
    return {name: first | theme for name, theme in found.items()}
