"""Tables of figures as Markdown, and replacing them in a page of the documentation."""

import re
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parent.parent / "docs"


class Table(NamedTuple):
    """A title, a note, a header and rows."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]

    def markdown(self) -> str:
        """Return the table as a section of a page."""
        columns = "|---" + "|---:" * (len(self.head) - 1) + "|"
        rows = ["| " + " | ".join(row) + " |" for row in (self.head, *self.rows)]
        return "\n".join([f"## {self.title}", "", self.note, "", rows[0], columns, *rows[1:], ""])

    def write(self, page: Path) -> None:
        """Replace the section of the same title in a page, or append it."""
        text = page.read_text("utf-8")
        found = re.search(rf"(?ms)^## {re.escape(self.title)}$.*?(?=^## |\Z)", text)
        before, after = (text[: found.start()], text[found.end() :]) if found else (f"{text.rstrip()}\n\n", "")
        page.write_text(before + self.markdown() + (f"\n{after}" if after else ""), "utf-8")


def spaced(x: float) -> str:
    """Format an integer: 10 000."""
    return f"{x:,.0f}".replace(",", "\N{NO-BREAK SPACE}")


def figure(x: float) -> str:
    """Format a number with three significant digits."""
    return f"{x:.2f}" if x < 10 else spaced(round(x, 3 - len(str(int(x)))))


def share(x: float) -> str:
    """Format a share of the limit: 0.46, or 1/190."""
    return f"{x:.2f}" if x >= 0.1 else f"1/{figure(1 / x)}"
