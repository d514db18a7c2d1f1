"""A rule of one's own: chosen from menus or written as code, and at once what it makes of the game.

recipes.py   the menus, and the code of the rule that was chosen from them
workshop.py  the sheet, and what a rule goes with; workshop.js shows it, editor.js is for code, and box.js runs that
             where nothing can be reached: in sandbox.html, whose code is sandbox.js

The functions make widgets, and import what these need when called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .workshop import Making

__all__ = ["made", "making", "trying"]


def making() -> "Making":
    """The sheet on which a rule is chosen from menus, or written."""
    from .workshop import Making

    return Making()


def made(name: str) -> "Making":
    """What a rule that was declared in this Python makes of the game.  RuleError if there is none of this name."""
    from .workshop import Making

    return Making(name)


def trying() -> "Making":
    """The sheet inside the page's sandbox: it runs the code that its page hands it, and shows what comes of it."""
    from .workshop import Making

    return Making(runs=True)
