"""Draw boards, and what lies beside them, in characters.

Ranks run to the right and lanes downwards, as on the rulebook's boards; stacks are written from bottom to top.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..games.race.engine.board import LETTERS, squares_of
from ..games.race.variants.house_rules.registry import BASE
from ..notation.options import GameRules
from ..text.words import table
from .output import COLOURS, Terminal

if TYPE_CHECKING:
    from ..games.race.play.game import Game

BLACK, FROM, TO = "#", ".", ">"
"""The fill of a black square, and the marks for the origin and the target of the last move."""

Paint = Callable[[str, str], str]


def show_board(terminal: Terminal, game: Any) -> None:
    """Draw a game's board and what lies beside it, or print the position of a game without such a drawing."""
    if isinstance(game.rules, GameRules):
        terminal.say(str(game), 2)
        return
    terminal.lines(game.drawn(terminal.paint) if game.rules.engine else draw_race(game, terminal.paint, terminal.width))
    for name, value in fields_beside(game.position):
        label = table(terminal.language).get(f"cli.field.{name}", name)
        terminal.say(terminal.words("cli.field.line", label=label, value=value), 2)


def fields_beside(position: Any) -> Iterable[tuple[str, str]]:
    """Yield name and text of the fields beside the board, except secret ones."""
    rest: Mapping[str, str] = getattr(position, "rest", {})
    fields = getattr(position, "registry", BASE).position_fields
    added = [name for name, field in fields.items() if field.known == "all" and field.about != "plan"]
    for name in ("home", "hand", "out", *added, "dice", "quiet"):
        value = rest.get(name) or getattr(position, name, "")
        if value:
            text = str(value) if isinstance(value, (str, int)) else ("," if name == "dice" else "").join(value)
            yield name, _space_pieces(text)


def _space_pieces(pieces: str) -> str:
    """Insert spaces between pieces: "A1B2" -> "A1 B2"."""
    text = "".join(f" {char}" if char in COLOURS else char for char in pieces)
    return " ".join(text.replace(",", ", ").split())


def drawing_key(game: Any) -> str:
    """Return the position without what the prompt says: the board is drawn again only when the rest changes."""
    registry = getattr(game.rules, "registry", BASE)
    names = [name for name, field in registry.position_fields.items() if field.about in ("turn", "plan")]
    return re.sub(rf" ({'|'.join(('dice', 'turn', 'step', *names))})=\S+", "", str(game))


Shelves = dict[str, list[tuple[str, ...]]]
"""Square -> its stack split into lines, lowest first."""


def draw_race(game: "Game", paint: Paint, width: int) -> list[str]:
    """Draw the lanes and ranks of a race with their stacks, in lines of at most `width` characters if possible."""
    lanes = range(1, game.rules.lanes + 1)
    black = set(squares_of(game.state.black))
    shelves, widths = _fit(game.position.stacks, width)
    tight = sum(widths) + ROOMY > width  # without padding, as for 40 columns
    widths = [wide + (1 if tight else 2) for wide in widths]
    edge, space = ("", "") if tight else ("  ", " ")
    rule = f"{edge} {space}+" + "+".join("-" * wide for wide in widths) + "+"
    lines = [f"{edge} {space} " + " ".join(map(str.center, LETTERS, widths)).rstrip(), rule]
    marks = dict(zip(last_move(game), (FROM, TO), strict=False))
    for lane in lanes:
        squares = [f"{rank}{lane}" for rank in LETTERS]
        high = max(1, *(len(shelves.get(square, ())) for square in squares))
        for level in range(high - 1, -1, -1):
            marked = {} if level else marks
            cells = [
                _cell(shelves.get(square, []), level, wide, square in black, paint, marked.get(square, ""))
                for square, wide in zip(squares, widths, strict=True)
            ]
            lines.append(f"{edge}{lane if not level else ' '}{space}|" + "|".join(cells) + "|")
    return [*lines, rule]


ROOMY = 3 * len(LETTERS) + 5  # columns beside the pieces


def _fit(stacks: Mapping[str, tuple[str, ...]], width: int) -> tuple[Shelves, list[int]]:
    """Split stacks into lines so that the board fits; return them and the width of each rank's pieces."""
    tallest = max((len(stack) for stack in stacks.values()), default=1)
    for most in range(max(tallest, 1), 0, -1):  # pieces per line; taller stacks continue above
        shelves = {
            square: [stack[n : n + most] for n in range(0, len(stack), most)] for square, stack in stacks.items()
        }
        widths = [
            max([2, *(len("".join(line)) for square, lines in shelves.items() if square[0] == rank for line in lines)])
            for rank in LETTERS
        ]
        if sum(widths) + ROOMY <= width:
            break
    return shelves, widths


def last_move(game: Any) -> tuple[str, ...]:
    """Return origin and target of the last move of a piece, among the last three moves; () without one."""
    for move in reversed(game.last_moves(3)):
        if move.origin and move.target and move.origin != move.target:
            return move.origin, move.target
    return ()


def _cell(shelves: list[tuple[str, ...]], level: int, wide: int, black: bool, paint: Paint, mark: str) -> str:
    """Draw one line of a square, filled with `BLACK` if it is black, and with its mark in front."""
    shelf = shelves[level] if level < len(shelves) else ()
    fill = BLACK if black else " "
    missing = wide - 1 - len("".join(shelf))
    top = level == len(shelves) - 1
    pieces = [paint(piece, piece[0] + ("*" if top and piece is shelf[-1] else "")) for piece in shelf]
    empty = [paint(fill * count, "") if black else fill * count for count in (1, missing)]
    return (mark or empty[0]) + "".join(pieces) + empty[1]
