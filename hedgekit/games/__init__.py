"""The games of the collection, a folder each: rules, positions, moves, and the sentences of their refusals.

A game is a package below this one. Its folder lies here, or anywhere else if it is given to `add` or named in the
environment variable HEDGEKIT_GAMES (several are separated as in PATH). docs/how-to/game.md says what is in a folder.
A static site has the folders of games from elsewhere here, whole, with the words of the book in them.
"""

import os

VARIABLE = "HEDGEKIT_GAMES"
RACE = "race"
"""The game that a rule set of numbers belongs to; rule sets of the others begin with the name of their folder."""
ADDED: dict[str, str] = {}
"""Games from elsewhere: name -> folder."""


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    from pkgutil import iter_modules  # here: importing hedgekit stays quick

    own = (found.name for found in iter_modules(__path__[:1]) if found.ispkg)
    return tuple(sorted({*own, *ADDED}))


def is_game(folder: str) -> bool:
    """Tell whether there is a game in a folder."""
    return any(os.path.isfile(os.path.join(folder, f"game.{kind}")) for kind in ("py", "pyc"))


def add(folder: str) -> str:
    """Add the game in a folder and return its name.  HedgekitError if it has no game, or if its name is taken."""
    from ..text import words
    from ..text.errors import HedgekitError

    folder = os.path.abspath(folder)
    name = os.path.basename(folder)
    if not (is_game(folder) and name.isidentifier() and name.islower()):
        raise HedgekitError("error.game.folder", folder=folder[-80:])
    if ADDED.get(name) == folder:
        return name
    if os.path.dirname(folder) != __path__[0]:
        if name in names():
            raise HedgekitError("error.game.known", name=name)
        __path__.append(os.path.dirname(folder))
        words.add_folder(folder)
    ADDED[name] = folder
    return name


def share() -> None:
    """Let processes that this one starts have the games that were added."""
    os.environ[VARIABLE] = os.pathsep.join(ADDED.values())


_whole = sorted(name for name in names() if os.path.isfile(os.path.join(__path__[0], name, "book.en.toml")))
for _folder in (*(os.path.join(__path__[0], name) for name in _whole), *os.environ.get(VARIABLE, "").split(os.pathsep)):
    if _folder:
        add(_folder)
