"""Make your own rule: choose it from menus or write code, and see at once how the game changes.

recipes.py   the menus, and the code of the rule chosen from them
workshop.py  the sheet; workshop.js shows it, editor.js edits code, and sandbox_frame.js runs the code in isolation: in
             sandbox.html, whose script is sandbox.js

The functions make widgets, and import their modules when called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .workshop import Making

__all__ = ["made", "making", "trying"]


def making() -> "Making":
    """Make the sheet on which a rule is chosen from menus or written."""
    from .workshop import Making

    return Making()


def made(name: str) -> "Making":
    """Make the sheet that shows a rule declared in this Python process.  RuleError if there is none of this name."""
    from .workshop import Making

    return Making(name)


def trying() -> "Making":
    """Make the sheet inside the page's sandbox, which runs the code its page sends and shows the result."""
    from .workshop import Making

    return Making(runs=True)
