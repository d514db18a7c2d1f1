"""The games of the collection, one folder each: rules, positions, moves and sentences.

A game is a subpackage of this one.  Its folder is here, or elsewhere if it is passed to `add` or named in the
environment variable HEDGEKIT_GAMES (separated as in PATH).  docs/how-to/game.md describes a folder.  A static site has
third-party games here, with the words of the book in their folders.
"""

import os

VARIABLE = "HEDGEKIT_GAMES"
RACE = "race"
"""The game whose rule sets are numbers; rule sets of the others begin with the name of their folder."""
ADDED: dict[str, str] = {}
"""Third-party games: name -> folder."""


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    from pkgutil import iter_modules  # here: importing hedgekit stays quick

    own = (found.name for found in iter_modules(__path__[:1]) if found.ispkg)
    return tuple(sorted({*own, *ADDED}))


def is_game(folder: str) -> bool:
    """Return whether a folder contains a game."""
    return any(os.path.isfile(os.path.join(folder, f"game.{kind}")) for kind in ("py", "pyc"))


def add(folder: str) -> str:
    """Add the game in a folder and return its name.  HedgekitError if there is none, or the name is taken."""
    from ..text import words
    from ..text.errors import HedgekitError

    folder = os.path.abspath(folder)
    name = os.path.basename(folder)
    if not (is_game(folder) and name.isidentifier() and name.islower()):
        raise HedgekitError("error.game.folder", folder=folder[-80:])
    if os.path.dirname(folder) != __path__[0] and ADDED.get(name) != folder:
        if name in names():
            raise HedgekitError("error.game.known", name=name)
        __path__.append(os.path.dirname(folder))
        words.add_folder(folder)
    ADDED[name] = folder
    return name


def share() -> None:
    """Pass the added games on to child processes."""
    os.environ[VARIABLE] = os.pathsep.join(ADDED.values())


_own = [os.path.join(__path__[0], name) for name in names()]
_with_book = [folder for folder in _own if os.path.isfile(os.path.join(folder, "book.en.toml"))]
for _folder in filter(None, (*_with_book, *os.environ.get(VARIABLE, "").split(os.pathsep))):
    add(_folder)
