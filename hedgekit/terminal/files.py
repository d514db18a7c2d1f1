"""Read and write records in files, atomically and without overwriting other files."""

import codecs
import re
import sys
from pathlib import Path
from typing import Any

from ..atomic_write import put
from ..games.collection import game_of
from ..games.collection import replay as replay_game
from ..games.race.engine.board import PLAYERS
from ..games.race.play.game import Game
from ..games.race.play.series import LONGEST, Series, in_series
from ..notation.record import Record
from ..play.base import Playable
from ..text.errors import HedgekitError, NotationError

_GAME = re.compile(r"(?m)^[ \t]*game [1-9][0-9]{0,5}[ \t]*$")
_KINDS = {"none": FileNotFoundError, "folder": IsADirectoryError, "forbidden": PermissionError}


def file_error(name: object, error: Exception) -> HedgekitError:
    """Return the error for a file that cannot be read or written."""
    key = next((key for key, kind in _KINDS.items() if isinstance(error, kind)), "other")
    return HedgekitError(f"cli.file.{key}", file=name, why=getattr(error, "strerror", None) or str(error))


def read(name: str) -> str:
    """Read a file, or standard input for `-`, at most one character more than the longest record."""
    try:
        if name == "-":
            return sys.stdin.read(LONGEST + 1)
        with open(name, "rb") as file:
            data = file.read(4 * (LONGEST + 1))  # at most four bytes a character
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # as Windows saves "Unicode"
        text = data.decode("utf-16" if wide else "utf-8", "replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")[: LONGEST + 1]
    except (OSError, ValueError) as error:
        raise file_error(name, error) from error


def replay_text(text: str) -> Any:
    """Replay the record of a game or a series."""
    return Series.replay(text) if _GAME.search(text) else replay_game(text)


def resume_file(name: str) -> Any:
    """Replay the unfinished game or series in a file; HedgekitError if it is over."""
    text = read("./-" if name == "-" else name)
    played = replay_text(text)
    if not isinstance(played, Series) and in_series(played.rules) and played.start is None:
        played = Series.replay("game 1\n" + text)
    if played.is_over:
        raise HedgekitError("cli.file.over", file=name)
    return played


def find_failure(text: str) -> tuple[int, Playable] | None:
    """Return the number of the game in which a record fails (0 if not a series), and the game before the failure."""
    heads = _GAME.search(text)
    bodies = _GAME.split(text)[1:] if heads else [text]
    for number, body in enumerate(bodies):
        kind: Any = game_of(body)
        hedgehogs = kind is Game
        record = Record.parse(body) if hedgehogs else Record.parse(body, kind.read_rules, kind.read_position)
        first = PLAYERS[number % record.rules.players] if hedgehogs else None
        try:
            for _, game in record.games(first):
                before = game
        except NotationError:
            return number + bool(heads), before
    return None


def plain_data(played: Any) -> dict[str, Any]:
    """Return a game, or a series with its games, as plain data for JSON."""
    if isinstance(played, Series):
        games = [plain_data(game) for game in played.games]
        won = {"scores": dict(played.scores), "over": played.is_over, "winners": list(played.winners)}
        return {"rules": str(played.rules), "games": games, **won}
    start = None if played.start is None else str(played.start)
    return {
        "rules": str(played.rules), "seed": played.seed, "start": start, "moves": played.moves_played,
        "position": str(played), "turn": played.turn, "step": played.step, "over": played.is_over,
        "winners": played.winners, "ranking": played.ranking(), "points": played.points(),
    }  # fmt: skip


def create_file(path: Path, there: str = "there") -> None:
    """Create an empty file; HedgekitError if it cannot be written, or (key `there`) exists and is not empty."""
    try:
        if path.exists() and not (path.is_file() and path.stat().st_size == 0):
            raise HedgekitError("cli.file.folder" if path.is_dir() else f"cli.file.{there}", file=path)
        if not path.parent.is_dir():
            raise HedgekitError("cli.file.no_folder", file=path.parent)
        with path.open("a", encoding="utf-8"):
            pass
    except HedgekitError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise file_error(path, error) from error


def write(path: Path, record: str | bytes) -> None:
    """Write a record or a picture atomically; HedgekitError if that fails."""
    try:
        put(path, record if isinstance(record, bytes) else f"{record}\n".encode())
    except OSError as error:
        raise file_error(path, error) from error
