"""0: the base game.  Its data; its answers are in `engine/questions`."""

from ..declaring import Option, declare
from ..examples import Examples

declare(
    number=0, family="base", advised=(3, 4, 5), bracketed=(2, 6),
    options=(Option("cover", ("contains", "top"), reading="0-c"),), source="A l.4-82, B l.7-45",
    examples=Examples(alone=True),
)  # fmt: skip
