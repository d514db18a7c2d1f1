"""Terminal output: text wrapped to the width, colours where available, and boards drawn in characters.

Ranks run to the right and lanes downwards, as on the boards of the rulebook; a stack is written from bottom to top.
"""

import codecs
import errno
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO
from unicodedata import category, normalize

from ..games.race.engine.board import LETTERS, squares_of
from ..games.race.variants.house_rules.registry import BASE
from ..notation.options import GameRules
from ..text.words import sentence, table

if TYPE_CHECKING:
    from ..games.race.play.game import Game

NARROW, WIDE = 40, 100  # columns: text is never wrapped to less or to more
COLOURS = {"A": 31, "B": 94, "C": 32, "D": 33, "E": 35, "F": 97, "G": 90, "H": 36, "I": 95}  # as on the drawn boards
BLACK, FROM, TO = "#", ".", ">"
"""What stands on a black square, and beside the squares that the last move led from and to."""

POOR = "hedgekit.poor"
"""The name by which a stream that cannot write every character writes like ones in their place, `poorer`."""
_LIKE = (
    dict(zip("±−–—‑×·…•°→≤≥", ("+-", "-", "-", "-", "-", "x", ".", "...", "*", "o", "->", "<=", ">="), strict=True))
    | dict(zip("’‘“”„«»¿¡", "''" + '"' * 5 + "?!", strict=True))
    | dict(zip("œŒæßÄÖÜäöü", ("oe", "Oe", "ae", "ss", "Ae", "Oe", "Ue", "ae", "oe", "ue"), strict=True))
    | dict(zip("▁▂▃▄▅▆▇█", "_.-:=+*#", strict=True))
)
"""Character -> what stands for it; of other letters what they are without their accents."""

Paint = Callable[[str, str], str]


def poorer(no: UnicodeError) -> tuple[str, int]:
    """What to write in place of characters that a stream does not have: the letter without its accent, +- for ±."""
    if not isinstance(no, UnicodeEncodeError):
        raise no
    said = "".join(map(_like, no.object[no.start : no.end]))
    space = said.endswith("+-") and no.object[no.end : no.end + 1] == " "  # so that columns stay as they are
    return said, no.end + space


def _like(char: str) -> str:
    bare = "".join(one for one in normalize("NFKD", char) if not 0x300 <= ord(one) < 0x370)
    return _LIKE.get(char) or (bare if bare.isascii() and bare else "?")


codecs.register_error(POOR, poorer)


def has_colours(out: TextIO) -> bool:
    """Does this stream show colours, and does the reader want them?  (no-color.org)"""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb" if os.name != "nt" else "") == "dumb":
        return False
    return out.isatty()


class Unwritable(Exception):
    """Standard output takes nothing: the disk is full, or it is closed.  The text is the system's reason."""


@contextmanager
def writing() -> Iterator[None]:
    """Writing to standard output.  Unwritable, BrokenPipeError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as no:
        raise Unwritable(no.strerror) from no


class Terminal:
    """Where sentences and boards are written.

    language: of the sentences; out: the stream, standard output otherwise; nothing that could steer a terminal gets
    through from outside: what is said is made printable first.
    """

    def __init__(self, language: str, out: TextIO | None = None) -> None:
        self.language = language
        if not (out or sys.stdout):
            raise Unwritable(os.strerror(errno.EBADF))
        self.out = out or sys.stdout
        self.colours = has_colours(self.out)
        self.width = min(max(shutil.get_terminal_size().columns, NARROW), WIDE)

    def words(self, key: str, **values: object) -> str:
        """The sentence of this key in the terminal's language."""
        return sentence(key, self.language, values)

    def say(self, text: str = "", indent: int = 0) -> None:
        """Write text, wrapped to the width."""
        space = " " * indent
        for line in text.split("\n"):
            wrapped = textwrap.wrap(
                printable(line), self.width - 1, initial_indent=space, subsequent_indent=space, break_on_hyphens=False
            )
            self.lines(wrapped or [""])

    def ask(self, prompt: str) -> str:
        """A line that is typed, the prompt where everything else is written.  EOFError at the end of the input."""
        if self.out is sys.stdout:
            return input(prompt)
        print(prompt, end="", file=self.out, flush=True)
        return input()

    def written(self, text: str) -> str:
        """Text as it will stand on the stream, which may not have every character: what columns are measured by."""
        coding = self.out.encoding or "utf-8"
        return printable(text).encode(coding, POOR).decode(coding)

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines as they are."""
        with writing():
            for line in lines:
                print(line, file=self.out, flush=True)

    def json(self, data: Any) -> None:
        """Write plain data as JSON, with every character, whatever the stream has."""
        text = json.dumps(data, ensure_ascii=False, indent=2)
        try:
            text.encode(self.out.encoding or "utf-8")
        except UnicodeEncodeError:
            text = json.dumps(data, indent=2)
        self.lines([text])

    def paint(self, text: str, style: str) -> str:
        """Text in the colours of a player ("A"), bold ("A*"), or faint ("")."""
        if not self.colours:
            return text
        codes = [str(COLOURS[style[0]])] if style else ["2"]
        return f"\x1b[{';'.join(codes + ['1'] * style.endswith('*'))}m{text}\x1b[0m"

    def board(self, game: Any) -> None:
        """Draw a game's board, with what lies beside it; of a sister game, say its position."""
        if isinstance(game.rules, GameRules):
            self.say(str(game), 2)
            return
        self.lines(game.drawn(self.paint) if game.rules.engine else hedgehogs(game, self.paint, self.width))
        for name, value in beside(game.position):
            label = table(self.language).get(f"cli.field.{name}", name)
            self.say(self.words("cli.field.line", label=label, value=value), 2)


def beside(position: Any) -> Iterable[tuple[str, str]]:
    """What stands beside the board, secrets aside: name of the field and its value, for reading."""
    rest: Mapping[str, str] = getattr(position, "rest", {})
    fields = getattr(position, "registry", BASE).position_fields
    brought = [name for name, field in fields.items() if field.known == "all" and field.about != "plan"]
    for name in ("home", "hand", "out", *brought, "dice", "quiet"):
        value = rest.get(name) or getattr(position, name, "")
        if value:
            text = str(value) if isinstance(value, (str, int)) else ("," if name == "dice" else "").join(value)
            yield name, _spaced(text)


def _spaced(pieces: str) -> str:
    """Pieces apart from each other: "A1B2" -> "A1 B2"."""
    apart = "".join(f" {char}" if char in COLOURS else char for char in pieces)
    return " ".join(apart.replace(",", ", ").split())


def lasting(game: Any) -> str:
    """The position without what the prompt says: for that the board need not be drawn anew."""
    registry = getattr(game.rules, "registry", BASE)
    said = [name for name, field in registry.position_fields.items() if field.about in ("turn", "plan")]
    return re.sub(rf" ({'|'.join(('dice', 'turn', 'step', *said))})=\S+", "", str(game))


def plain(text: str) -> str:
    """Text as a terminal of ASCII has it, and as somebody types it who has no accents."""
    return text.encode("ascii", POOR).decode()


def printable(text: str) -> str:
    """Text without anything a terminal could obey; every space is one that any terminal has."""
    return "".join(char if char.isprintable() else " " if category(char) == "Zs" else "?" for char in text)


Shelves = dict[str, list[tuple[str, ...]]]
"""Square -> the lines of its stack, the lowest first."""


def hedgehogs(game: "Game", paint: Paint, width: int) -> list[str]:
    """The lanes and ranks of a game with their stacks, in lines of at most `width` characters where that can be."""
    lanes = range(1, game.rules.lanes + 1)
    black = set(squares_of(game.state.black))
    shelves, widths = _fitting(game.position.stacks, width)
    tight = sum(widths) + ROOMY > width  # 40 columns: no space behind the pieces, none at the edge
    widths = [wide + (1 if tight else 2) for wide in widths]
    edge, space = ("", "") if tight else ("  ", " ")
    rule = f"{edge} {space}+" + "+".join("-" * wide for wide in widths) + "+"
    lines = [f"{edge} {space} " + " ".join(map(str.center, LETTERS, widths)).rstrip(), rule]
    marks = dict(zip(last_move(game), (FROM, TO), strict=False))
    for lane in lanes:
        squares = [f"{rank}{lane}" for rank in LETTERS]
        high = max(1, *(len(shelves.get(square, ())) for square in squares))
        for level in range(high - 1, -1, -1):
            cells = [
                _cell(
                    shelves.get(square, []), level, wide, square in black, paint, "" if level else marks.get(square, "")
                )
                for square, wide in zip(squares, widths, strict=True)
            ]
            lines.append(f"{edge}{lane if not level else ' '}{space}|" + "|".join(cells) + "|")
    return [*lines, rule]


ROOMY = 3 * len(LETTERS) + 5  # columns beside the pieces


def _fitting(stacks: Mapping[str, tuple[str, ...]], width: int) -> tuple[Shelves, list[int]]:
    """Stacks cut into lines so that the board fits, and how wide each rank's pieces are."""
    tallest = max((len(stack) for stack in stacks.values()), default=1)
    for most in range(max(tallest, 1), 0, -1):  # pieces to a line; taller stacks go on in the line above
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
    """From which square to which the last displacement led, of the last three moves; () if there is none."""
    for move in reversed(game.last_moves(3)):
        if move.origin and move.target and move.origin != move.target:
            return move.origin, move.target
    return ()


def _cell(shelves: list[tuple[str, ...]], level: int, wide: int, black: bool, paint: Paint, mark: str) -> str:
    """A line of a square; a black one is filled up with `BLACK`, and begins with a mark if it has one."""
    shelf = shelves[level] if level < len(shelves) else ()
    fill = BLACK if black else " "
    missing = wide - 1 - len("".join(shelf))
    top = level == len(shelves) - 1
    pieces = [paint(piece, piece[0] + ("*" if top and piece is shelf[-1] else "")) for piece in shelf]
    empty = [paint(fill * count, "") if black else fill * count for count in (1, missing)]
    return (mark or empty[0]) + "".join(pieces) + empty[1]
