"""Pieces: their number, and the number that must come home."""

from ...engine.composing import fixed
from ..declaring import declare
from ..examples import Examples, four_each

# ---- 21: The big family ----------------------------------------------------------------------------------------------
declare(
    number=21, family="pieces", players=(2, 3), advised=(2,), bracketed=(3,), duration="+", tactic="+",
    source="A l.308-312, B l.163-165",
    writes={"pieces.count": "8", "pieces.sets": "2", "players": "at most 3", "end.filter": "of one colour"},
    triggers=("owner!=colour",),
    examples=Examples(alone=True),
)  # fmt: skip
fixed(21, "21.1", colours=2, placement_names_piece=1)


# ---- 26: Faster ------------------------------------------------------------------------------------------------------
declare(
    number=26, family="pieces", advised=(5, 6), bracketed=(2, 3, 4), duration="-", tactic="-",
    source="A l.371-373, B l.201-203",
    writes={"end.k": "2"},
    learned_playouts=True, examples=Examples(home=1),
)  # fmt: skip
fixed(26, "26.1", target=2)


# ---- 28: Even faster -------------------------------------------------------------------------------------------------
declare(
    number=28, family="pieces", advised=(5, 6), bracketed=(2, 3, 4), duration="-", tactic="-",
    source="A l.382-385, B l.209-211",
    writes={"pieces.count": "3", "end.k": "2"}, triggers=("drawings",), absorbs=(26,),
    learned_playouts=True, examples=Examples(convert=four_each),
)  # fmt: skip
fixed(28, "28.1", pieces=3)
fixed(28, "28.2", target=2)
