"""Reads what is drawn by hand: symbols and styles from `shared.svg` and the `art.svg` of every game, and their colours.

They are SVG files that any drawing program opens.  A symbol is a group with an id, its first and last line unindented;
a style has a rule a line.  Colours are in `stage/themes.css`, those of one game alone in its picture.
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
    """Return the names of the games that the book draws, a folder of `rulebook/games` each."""
    return tuple(game_folders())


@cache
def _pictures() -> dict[str, str]:
    """The pictures by name: first what all games share, since a rule that comes later prevails."""
    shared = files(__package__).joinpath("shared.svg").read_text("utf-8")
    art = {name: folder.joinpath("art.svg") for name, folder in game_folders().items()}
    return {"shared": shared} | {name: file.read_text("utf-8") if file.is_file() else "" for name, file in art.items()}


@cache
def symbols(name: str) -> Mapping[str, str]:
    """The symbols of a game, or of all (`shared`), by id, as markup without their groups."""
    return {id_: "".join(map(str.strip, drawn.splitlines())) for id_, drawn in _SYMBOL.findall(_pictures()[name])}


@cache
def of_games() -> str:
    """The colours that single games have."""
    return "\n".join(block for picture in _pictures().values() for block in blocks(picture))


def colours_sheet() -> str:
    """The colours of all themes as a style sheet, those of single games included."""
    return f"{sheet()}\n{of_games()}"


def colours(theme: str) -> Mapping[str, str]:
    """The colours of a theme by name.  KeyError if there is none of that name."""
    return themes(of_games())[theme]


def of_seat(letter: str) -> tuple[str, str]:
    """The colours of a player's pieces and of the letters on them, in CSS: of his own choice, else as drawn."""
    return f"var(--hk-ring-{letter}, var(--hk-seat-{letter}))", f"var(--hk-on-{letter}, var(--hk-ink-{letter}))"


@cache
def styles() -> Mapping[str, str]:
    """Selector -> declarations, colours as variables `--hk-...`: what all games share, then what each adds."""
    shared, *games = (_RULE.findall(picture) for picture in _pictures().values())
    players = [(f".p{letter}", f"color: {ring}; fill: {on};") for letter, (ring, on) in COLOURS.items()]
    rules = dict(chain(shared, players, *games))
    return {name: ";".join(re.findall(r"[\w-]+: [^;]+", body)).replace(": ", ":") for name, body in rules.items()}
