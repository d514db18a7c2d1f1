"""Draw hedgehogs as discs, alone and in stacks: the player's colour and letter, a mood, and what a piece wears.

A piece running from rank i to rank a faces the other way; where pieces run both ways, a nose on the rim points along
the track. Pieces of a player's second colour have a dashed ring and square name plates.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...picture import art
from ...picture.pen import Pen, colour_suffix, crossed_out, n, name_plate
from .facts import Facts

SIDE = 76  # of a square


@dataclass(frozen=True)
class Signs:
    """Marks on single pieces: carrying an apple, barred from a 6, disqualified."""

    carriers: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    doped: frozenset[str] = frozenset()


def signs_of(position: Any) -> Signs:
    """Return the marks of a position's pieces."""
    return Signs(*(frozenset(position.value(field)) for field in ("carrier", "moved", "doped")))


def symbols(facts: Facts, signs: Signs, plain: bool = False) -> dict[str, str]:
    """Return the symbols that pieces are made of, by name: discs, moods, plates, and what some wear."""
    drawn, moods = art.symbols("race"), art.symbols("shared")
    basic = ["disc", "rim", "plate", "dot"]
    worn = {"nose": facts.mixed, "apple": signs.carriers, "barred": signs.barred, "test": signs.doped}
    found = {name: drawn[name] for name in basic + [f"{name}2" for name in basic if facts.colours > 1]} | {**moods}
    if facts.mixed or any(facts.backward(player) for player in facts.players):
        found |= {f"{name}b": f'<g transform="scale(-1 1)">{mood}</g>' for name, mood in moods.items()}
    if plain:
        moods = {"": drawn["m0"], "b": f'<g transform="scale(-1 1)">{drawn["m0"]}</g>'}
        for disc in sorted({"disc", "disc2"} & found.keys()):
            found |= {f"plain{disc[4:]}{way}": found[disc] + mood for way, mood in moods.items()}
    return found | {name: drawn[name] for name, there in worn.items() if there}


def _looks(piece: str, facts: Facts, signs: Signs) -> list[str]:
    """Return the symbols of a piece, bottom to top."""
    name = piece[:2]
    mood = f"m{(int(piece[1]) - 1) % 4 + 1}" + ("b" if facts.backward(piece) else "")
    worn = (("apple", signs.carriers), ("barred", signs.barred))
    return [f"disc{colour_suffix(piece)}", mood, *(symbol for symbol, pieces in worn if name in pieces)]


def draw_piece(
    piece: str,
    pen: Pen,
    facts: Facts,
    signs: Signs,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    covered: bool = False,
    plate: float = 1.18,
    gone: bool = False,
    lying: bool = False,
) -> str:
    """Draw one piece. Its group has only the position, so that it can be animated; the size is inside.

    covered: draw only its rim; plate: the size of its name plate, 0 for none; gone: crossed out; lying: in a tray,
    facing neither way, with its plate in the middle.
    """
    looks = _looks(piece, facts, signs)
    if pen.plain:
        looks[:2] = ["plain" + looks[0][4:] + looks[1][2:]]
    inner = pen.use(f"rim{colour_suffix(piece)}") if covered else "".join(map(pen.use, looks))
    if facts.mixed and not lying and not covered:
        turn = ' transform="rotate(180)"' if facts.backward(piece) else ""
        inner = pen.along(pen.use("nose", turn)) + inner
    if gone:
        inner = f'<g opacity=".6">{inner}</g>{crossed_out(19)}'
        inner += pen.use("test") if piece[:2] in signs.doped else ""
    if plate and not covered:
        aside = 0 if lying else 14 if facts.backward(piece) else -14
        inner += name_plate(aside, 17 if lying else 19.5, piece, pen, plate)
    if scale != 1:
        inner = f'<g transform="scale({scale:.3f})">{inner}</g>'
    # The symbols of a covered piece are named, so that a board can show them when the stack is opened.
    look = f' data-look="{" ".join(looks)}"' if not plate else ""
    name = f' data-name="{piece}"' if piece != piece[:2] else ""
    return (
        f'<g data-piece="{piece[:2]}"{name} class="p{piece[0]}"{look} transform="translate({n(x)} {n(y)})">{inner}</g>'
    )


def stack(pieces: Sequence[str], pen: Pen, facts: Facts, signs: Signs, side: float = SIDE) -> str:
    """Draw a stack around the origin: rims below the top piece and, beside it, the names from top to bottom.

    Up to five pieces have their names in one column; more have only letters, in columns of up to six, and a smaller
    disc.
    """
    count = len(pieces)
    if count == 1:
        return draw_piece(pieces[0], pen, facts, signs, y=-1)
    letters_only = count > 5
    columns = 1 if not letters_only else math.ceil(count / 6)
    rows = math.ceil(count / columns)
    wide = 13.2 if letters_only else 21 if count > 4 else 23.5
    edge = 4.5  # margin on both sides, for a frame around the square
    room = side - 2 * edge - columns * wide + (5 if not letters_only else 2)  # the plates may overlap the rim a little
    scale = min(0.94, room / 54)
    radius = 26 * scale
    x = -side / 2 + edge + radius
    step = min(6.5, (side - 10 - 2 * radius) / (count - 1)) if count > 1 else 0
    low = step * (count - 1) / 2
    out = [
        draw_piece(piece, pen, facts, signs, x, low - i * step, scale, covered=i < count - 1, plate=0)
        for i, piece in enumerate(pieces)
    ]
    high = min(15.0 if count > 4 else 17.0, (side - 6) / rows)
    for i, piece in enumerate(reversed(pieces)):
        column, row = divmod(i, rows)
        px = side / 2 - edge - wide * (columns - column - 0.5)
        py = (row - (rows - 1) / 2) * high
        if letters_only:
            size = f"scale({(high - 0.6) / 14:.2f})" if high < 14.6 else ""
            prime = "\u2032" if piece != piece[:2] else ""
            name = f'{pen.use(f"dot{colour_suffix(piece)}")}<text y="4">{piece[0]}{prime}</text>'
            out.append(f'<g class="p{piece[0]}" transform="translate({n(px)} {n(py)}){size}">{name}</g>')
        else:
            out.append(name_plate(px, py, piece, pen, min(1.12, high / 15)))
    return "".join(out)
