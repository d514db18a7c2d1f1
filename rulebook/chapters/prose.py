"""The outputs of notebook cells: prose in every language, and prose with a board below it."""

from typing import TYPE_CHECKING

from ..text import notebook_prose

if TYPE_CHECKING:
    from ..boards.board import Board


class Prose:
    """Prose of the book in every language, as HTML; pages show one language.  `name` is its text form.

    begins: whether it is the first output of a notebook.
    """

    def __init__(self, name: str, html: str, begins: bool = False) -> None:
        self.name = name
        self.html = html
        self._begins = begins

    def page_html(self) -> str:
        """Return the HTML for pages of the book, which switch languages themselves."""
        return self.html

    def _repr_html_(self) -> str:
        return notebook_prose.shown(self.html, self._begins)

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Shown:
    """Prose with a board below it: `prose` (or None) and `board`."""

    def __init__(self, prose: Prose | None, board: "Board") -> None:
        self.prose = prose
        self.board = board

    def _ipython_display_(self) -> None:
        # Two outputs, since an output is either text or a widget.
        from IPython.display import display

        for part in (self.prose, self.board):
            if part is not None:
                display(part)

    def __repr__(self) -> str:
        return "\n".join(repr(part) for part in (self.prose, self.board) if part is not None)
