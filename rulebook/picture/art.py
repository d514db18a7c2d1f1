"""What is drawn by hand: symbols, colours and styles, from `shared.svg` and the `art.svg` of every game.

They are SVG files that any drawing program opens.  A symbol is a group with an id, its first and last line unindented;
a style has a rule a line; `:root` has the colours of the light theme, `:root[data-theme="dark"]` those of the dark one.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain

from hedgekit.play.picture import COLOURS

_SYMBOL = re.compile(r'^<g id="([^"]+)">$(.*?)^</g>$', re.MULTILINE | re.DOTALL)
_RULE = re.compile(r"^([.:][^{}]*?) \{([^}]*)\}$", re.MULTILINE)
_THEMES = {":root": "light", ':root[data-theme="dark"]': "dark"}


@cache
def games() -> tuple[str, ...]:
    """The names of the games that the book draws: a folder of `rulebook/games` each."""
    folders = files("rulebook.games").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("art.svg").is_file()))


@cache
def _pictures() -> dict[str, str]:
    """The pictures by name: first what all games share, since a rule that comes later prevails."""
    shared = files(__package__).joinpath("shared.svg").read_text("utf-8")
    all_games = files("rulebook.games")
    return {"shared": shared} | {name: all_games.joinpath(name, "art.svg").read_text("utf-8") for name in games()}


@cache
def symbols(name: str) -> Mapping[str, str]:
    """The symbols of a game, or of all (`shared`), by id, as markup without their groups."""
    return {id_: "".join(map(str.strip, drawn.splitlines())) for id_, drawn in _SYMBOL.findall(_pictures()[name])}


@cache
def _rules() -> list[tuple[str, dict[str, str]]]:
    """The style of all pictures: selectors with their declarations; those of players after what all games share."""
    shared, *games = (_RULE.findall(picture) for picture in _pictures().values())
    players = [(f".p{letter}", f"color: {ring}; fill: {on};") for letter, (ring, on) in COLOURS.items()]
    rules = chain(shared, players, *games)
    return [(selector, dict(re.findall(r"([\w-]+): ([^;]+);", body))) for selector, body in rules]


@cache
def styles() -> Mapping[str, str]:
    """Selector -> declarations, colours as variables `--hk-...`: what all games share, and what each adds."""
    rules = {selector: body for selector, body in _rules() if selector not in _THEMES}
    return {selector: ";".join(f"{name}:{value}" for name, value in body.items()) for selector, body in rules.items()}


@cache
def colours(theme: str) -> Mapping[str, str]:
    """The colours of one theme, `light` or `dark`, by name."""
    found = (body for selector, body in _rules() if _THEMES.get(selector) == theme)
    return {name.removeprefix("--hk-"): value for body in found for name, value in body.items()}
