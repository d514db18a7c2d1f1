"""Bots: players written by users, objects with `choose(game)`, passed directly or named by an installed package.

    class Last:
        def choose(self, game):
            return game.moves()[-1]

    hedgekit.simulate("0 players=2", 100, [Last(), "greedy"])

A bot gets a view of the game (`play/view.py`) for its seat, and returns a legal move or its text; `game.copy()` is a
game to try moves in, with hidden information redealt.  A bot with `sees_all = True` gets a copy of the game itself,
with its own dice.  Its name is its `name` or that of its class ("bot:Last").  `reset(seed)`, if defined, is called
before each game of a simulation.
"""

from collections.abc import Sequence
from os.path import basename, dirname
from typing import Any, Protocol

from ..text.errors import HedgekitError
from .player import Player
from .strength import PLAYER_KINDS, PlayerName, Skill


class Bot(Protocol):
    """A player written by a user."""

    def choose(self, game: Any, /) -> Any:
        """Return a legal move of the game, or its text."""


Players = PlayerName | str | Skill | Bot | type[Bot] | Sequence[PlayerName | str | Skill | Bot | type[Bot]]
"""Names, skills or bots: one for all seats, or a sequence from seat A."""
GROUP = "hedgekit.players"
"""The entry point group in which packages register players: classes, or functions that return one."""
PACKAGE = dirname(dirname(__file__))
BOT, LONGEST_NAME = "bot:", 24
"""The prefix that distinguishes a bot's name from a built-in player's, and the maximum length of the rest."""


def is_bot(player: object) -> bool:
    """Return whether this is a player written by a user."""
    return callable(getattr(player, "choose", None)) and not isinstance(player, (type, Player, str, Skill))


def name_of(player: Any) -> str:
    """Return a player's name: for a bot its `name` or that of its class ("bot:Last"), otherwise the skill."""
    if not is_bot(player):
        return str(player)
    named = getattr(player, "name", None)
    named = str(named if isinstance(named, str) and named else type(player).__name__)
    return BOT + "".join(char for char in named if char.isprintable() and char != ",")[:LONGEST_NAME]


def parse_player(player: Any) -> Any:
    """Return the bot (instantiated if a class is given), Skill or installed player that is meant.

    HedgekitError for an unknown name, or a player without `choose`.
    """
    if is_bot(player):
        return player
    if isinstance(player, Player):
        return player.skill
    if isinstance(player, type):
        return _made(player.__name__, player)
    if not isinstance(player, (str, Skill)):
        raise HedgekitError("error.bot.no_player", name=repr(player)[:80])
    try:
        return Skill.parse(player)
    except HedgekitError:
        if isinstance(player, Skill) or (found := _installed(player.strip())) is None:
            raise
        return found


def make_player(player: Any, seed: int | None = None) -> Any:
    """Return a player ready to `choose`: a bot, or a Player with this seed; HedgekitError as for `parse_player`."""
    found = parse_player(player)
    return Player(found, seed) if isinstance(found, Skill) else found


def player_names() -> tuple[str, ...]:
    """Return the names of all players, including installed ones."""
    return (*PLAYER_KINDS, *sorted({point.name for point in _points()}))


def _points() -> Any:
    from importlib.metadata import entry_points  # here: importing hedgekit stays quick

    return entry_points(group=GROUP)


def _installed(name: str) -> Any:
    """Return the player registered under a name, or found in a module (`module:Name`); None if there is none."""
    from importlib.metadata import EntryPoint

    module, colon, inside = name.partition(":")
    named = colon and module not in PLAYER_KINDS and module.replace(".", "").isidentifier() and inside.isidentifier()
    points = [EntryPoint(name, name, GROUP)] if named else [point for point in _points() if point.name == name]
    if not points or not (points[0].value.partition(":")[0]):
        return None
    return _made(name, points[0].load, loads=True)


def _made(name: str, maker: Any, loads: bool = False) -> Any:
    """Call a class or function that returns a player; HedgekitError if it fails or returns something else.

    loads: it is an entry point's `load`, which may return a class or function instead.
    """
    try:
        made = maker()
        if loads and not is_bot(made):
            made = made()
    except Exception as no:
        raise HedgekitError("error.bot.load", name=name[:80], why=f"{type(no).__name__}: {no}"[:160]) from no
    if not is_bot(made):
        raise HedgekitError("error.bot.no_player", name=name[:80])
    return made


def check_portable(players: Any) -> None:
    """Raise HedgekitError if a bot among these players cannot be pickled."""
    import pickle

    for player in filter(is_bot, players):
        try:
            pickle.dumps(player)
        except Exception as no:
            raise HedgekitError("error.bot.pickle", name=name_of(player), why=str(no)[:160]) from no


def choose_move(player: Any, game: Any) -> Any:
    """Return the move a player chooses; HedgekitError if a bot fails or returns no legal move."""
    if not is_bot(player):
        return player.choose(game)
    try:
        move = player.choose(game._reseeded(None) if getattr(player, "sees_all", False) else game.view(game.turn))
    except Exception as no:
        from traceback import extract_tb  # here: importing hedgekit stays quick

        lines, why = extract_tb(no.__traceback__), f"{type(no).__name__}: {no}"[:160].rstrip(": ")
        own = next((one for one in reversed(lines) if not one.filename.startswith(PACKAGE)), lines[0])
        place = f"{basename(own.filename)}:{own.lineno}"
        raise HedgekitError("error.bot.failed", name=name_of(player), place=place, why=why) from no
    try:
        refusal = game.why(move)
    except HedgekitError as no:
        raise HedgekitError("error.bot.none", name=name_of(player), move=str(move)[:48]) from no
    if refusal is not None:
        name = name_of(player)
        raise HedgekitError("error.bot.illegal", name=name, move=str(move)[:48], reason=refusal) from refusal
    return move
