"""Hand-drawn symbols, styles and colours, read from `shared.svg` and every game's `art.svg`.

Any drawing program opens these files. A symbol is a group with an id, whose first and last line are not indented; a
style has one rule per line. Shared colours are in `stage/themes.css`, those of a single game in its `art.svg`.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain

from hedgekit.play.picture import COLOURS

from ..stage.themes import blocks, sheet, themes
from ..text.words import game_folders

_SYMBOL = re.compile(r'^<g id="([^"]+)">$(.*?)^</g>$', re.MULTILINE | re.DOTALL)
_RULE = re.compile(r"^(\.[^{}]*?) \{([^}]*)\}$", re.MULTILINE)


@cache
def games() -> tuple[str, ...]:
    """Return the names of the games that the book draws: the folders of `rulebook/games`."""
    return tuple(game_folders())


@cache
def _pictures() -> dict[str, str]:
    """Return the SVG files by name, the shared one first, since later rules win."""
    shared = files(__package__).joinpath("shared.svg").read_text("utf-8")
    art = {name: folder.joinpath("art.svg") for name, folder in game_folders().items()}
    return {"shared": shared} | {name: file.read_text("utf-8") if file.is_file() else "" for name, file in art.items()}


@cache
def symbols(name: str) -> Mapping[str, str]:
    """Return the symbols of a game, or the `shared` ones: id -> markup inside the group."""
    return {id_: "".join(map(str.strip, drawn.splitlines())) for id_, drawn in _SYMBOL.findall(_pictures()[name])}


@cache
def game_colours() -> str:
    """Return the colours of single games as CSS."""
    return "\n".join(block for picture in _pictures().values() for block in blocks(picture))


def colours_sheet() -> str:
    """Return the colours of all themes as a style sheet, including those of single games."""
    return f"{sheet()}\n{game_colours()}"


def colours(theme: str) -> Mapping[str, str]:
    """Return the colours of a theme, by their names; KeyError for an unknown theme."""
    return themes(game_colours())[theme]


def seat_colours(letter: str) -> tuple[str, str]:
    """Return CSS colours of a player's pieces and of the letters on them: the player's choice, else the default."""
    return f"var(--hk-ring-{letter}, var(--hk-seat-{letter}))", f"var(--hk-on-{letter}, var(--hk-ink-{letter}))"


@cache
def styles() -> Mapping[str, str]:
    """Return selector -> declarations, shared ones before those of games; colours are variables `--hk-...`."""
    shared, *games = (_RULE.findall(picture) for picture in _pictures().values())
    players = [(f".p{letter}", f"color: {ring}; fill: {on};") for letter, (ring, on) in COLOURS.items()]
    rules = dict(chain(shared, players, *games))
    return {name: ";".join(re.findall(r"[\w-]+: [^;]+", body)).replace(": ", ":") for name, body in rules.items()}
