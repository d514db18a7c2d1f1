"""The picture on the page of contents: a board in mid-game, drawn as every board is."""

from functools import cache

import hedgekit
from rulebook.boards import hedgehogs, svg  # noqa: F401 - the first registers how hedgehogs are drawn

POSITION = (
    "a3=B3 a5=C4D1 b3=A4 b6=D2B1A2 c1=C2 d1=B2 e2=D4 e6=B4 f4=C3A1 g5=D3 h1=A3 home=C1 dice=4 turn=A step=sideways"
)


@cache
def picture() -> str:
    """Return the picture as SVG; its colours are the variables that `style` sets."""
    game = hedgekit.Game.from_text(hedgekit.rules("0", players=4), POSITION)
    marks = {"b3": "may", "b2": "to", "b4": "to"}
    return svg.draw(game, marks=marks, prefix="cover", standalone=False)


@cache
def style() -> str:
    """Return the style sheet of the picture, for both themes."""
    return f":root {{ {svg.palette('light')} }}\n:root[data-theme=dark] {{ {svg.palette('dark')} }}\n{svg.css()}"
