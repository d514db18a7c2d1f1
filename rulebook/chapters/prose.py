"""What a notebook shows: words of the book in every language, and words with a board below them."""

from typing import TYPE_CHECKING

from ..text import notebook_prose

if TYPE_CHECKING:
    from ..boards.board import Board


class Prose:
    """Words of the book in every language, as HTML; the page shows one language.  `name` is its text form.

    begins: it is what a notebook begins with.
    """

    def __init__(self, name: str, html: str, begins: bool = False) -> None:
        self.name = name
        self.html = html
        self._begins = begins

    def page_html(self) -> str:
        """For the pages of the book, which choose the language."""
        return self.html

    def _repr_html_(self) -> str:
        return notebook_prose.shown(self.html, self._begins)

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Shown:
    """Words with a board below them: `prose` (None if there are none) and `board`."""

    def __init__(self, prose: Prose | None, board: "Board") -> None:
        self.prose = prose
        self.board = board

    def _ipython_display_(self) -> None:
        # Two outputs, because one output shows either text or a widget.
        from IPython.display import display

        for part in (self.prose, self.board):
            if part is not None:
                display(part)

    def __repr__(self) -> str:
        return "\n".join(repr(part) for part in (self.prose, self.board) if part is not None)
