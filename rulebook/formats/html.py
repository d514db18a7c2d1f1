"""Read the text of an HTML page, line by line, with the line numbers of its source."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

from .furniture import BOXES, Furniture, is_hidden
from .limits import Refused, TextLine, numeral

# Elements whose text is not on the page.
_SILENT = {
    "script", "style", "template", "head", "title", "noscript", "svg", "iframe", "object", "textarea", "select",
    "button", "datalist", "audio", "video", "canvas", "math",
}  # fmt: skip
_IN_HEAD = {"title", "meta", "link", "style", "script", "base", "template", "noscript", "object"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_BLOCKS = _HEADINGS | {
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "div",
    "dl", "dt", "figcaption", "figure", "footer", "form", "header", "hr", "html", "li", "main", "menu", "nav", "ol",
    "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
_CELLS = {"td", "th"}
_INLINE = {"a", "b", "em", "font", "i", "li", "p", "small", "span", "strong", "sub", "sup"}  # these may be hidden
_OPEN = {"p": _BLOCKS, "li": {"li"}}  # an element whose end may be left out -> what ends it
_MARK = re.compile(r"\s*[\[(]?(?:\d{1,3}|[a-z*†])[\])]?\s*")  # of a note
DEEPEST = 100  # silent elements in one another that are told apart
UNCLOSED = 20  # tags and comments without an end that a page may have; the parser looks for each to the end of the file
LONGEST_ROW = 200  # characters of a row or a heading that becomes one line
MOST_LINES = 50  # lines of the source that it may take


@dataclass
class _Row:
    """A row of a table, or a heading: where its lines begin, and whether more than one paragraph stands in a cell."""

    first: int
    blocks: int
    broken: bool = False


class _Page(HTMLParser):
    """Collects the text of a page, a line of text for each line of the source, blocks closed.

    A row whose cells hold a paragraph each is one line; a table that lays out a page stays lines.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[tuple[int, str, bool | None]] = []
        self.blocks = 0
        self.block: list[tuple[int, str]] = []
        self.silent: list[str] = []
        self.rows: list[_Row | None] = []  # None where a table begins
        self.levels: dict[tuple[int, str], int] = {}
        self.lists: list[int | None] = []  # the last number of each list that is open, None without numbers
        self.forms: list[str] = []  # how its numbers are printed
        self.furniture = Furniture()
        self.unclosed = 0
        self.raised: int | None = None  # where in the block a raised text begins
        self.refers = False  # to a place of this page does the link that is open, or was in the raised text
        self.preformatted = 0  # how many <pre> are open
        self.left: set[int] = set()  # lines before which something of the page's frame was left out

    # ---- what has no end ----

    def found(self, end: int) -> int:
        """Where a tag ends.  Refused where many end nowhere: each costs a search to the end of the file."""
        if end < 0:
            self.unclosed += 1
            if self.unclosed > UNCLOSED:
                raise Refused("damaged", kind="HTML")
        return end

    def parse_starttag(self, i: int) -> int:
        return self.found(super().parse_starttag(i))

    def parse_endtag(self, i: int) -> int:
        return self.found(super().parse_endtag(i))

    def parse_comment(self, i: int, report: bool = True) -> int:
        return self.found(super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        return self.found(super().parse_pi(i))

    def parse_html_declaration(self, i: int) -> int:
        return self.found(super().parse_html_declaration(i))

    # ---- tags and text ----

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.silent == ["head"] and tag not in _IN_HEAD:  # its end may be left out
            self.silent.clear()
        if self.silent and tag in _OPEN.get(self.silent[0], ()):
            self.silent.clear()
        if tag in _SILENT or tag in self.silent or (tag in _INLINE and is_hidden(dict(attrs))):
            if len(self.silent) < DEEPEST:
                self.silent.append(tag)
        elif tag == "br":
            self.close_block(None)
        elif tag == "a":
            self.refers = (dict(attrs).get("href") or "").startswith("#")
            self.furniture.link(begins=True)
        elif tag == "sup":
            self.raised = len(self.block)
        elif tag in _BLOCKS:
            self.begin_block(tag, dict(attrs))
        elif tag in _CELLS:
            self.close_cell()

    def begin_block(self, tag: str, attrs: Mapping[str, str | None]) -> None:
        """A block begins: a paragraph, an item, a list, a table or its row, a heading."""
        self.close_block()
        self.preformatted += tag == "pre"
        if tag in BOXES:
            self.furniture.begin(tag, attrs, len(self.lines))
        number = self.getpos()[0]
        if tag == "li":
            self.block.append((number, self.mark(attrs.get("value"))))
        elif tag in ("ol", "ul") and len(self.lists) < DEEPEST:
            self.lists.append(_whole(attrs.get("start"), 1) - 1 if tag == "ol" else None)
            self.forms.append(attrs.get("type") or "1")
        elif tag == "table":
            self.rows.append(None)
        elif tag == "tr":
            self.close_row()
        if tag == "tr" or tag in _HEADINGS:
            self.rows.append(_Row(len(self.lines), self.blocks))

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        if tag in _BLOCKS:
            self.close_block(None if tag == "br" else True)

    def handle_endtag(self, tag: str) -> None:
        if self.silent:
            if tag in self.silent:
                del self.silent[len(self.silent) - 1 - self.silent[::-1].index(tag) :]
        elif tag in _BLOCKS:
            self.end_block(tag)
        elif tag == "a":
            self.refers &= self.raised is not None
            self.furniture.link(begins=False)
        elif tag == "sup" and self.raised is not None:
            if self.refers and _MARK.fullmatch("".join(text for _, text in self.block[self.raised :])):
                del self.block[self.raised :]
            self.raised, self.refers = None, self.refers and self.furniture.in_link

    def end_block(self, tag: str) -> None:
        """A block ends, and with it a row, a list, a table, a box of furniture."""
        self.close_block()
        self.preformatted -= tag == "pre" and self.preformatted > 0
        if tag == "tr" or tag in _HEADINGS:
            self.close_row()
            if tag in _HEADINGS and self.lines:
                self.levels[self.lines[-1][:2]] = int(tag[1])
        elif tag in ("ol", "ul") and self.lists:
            self.lists.pop()
            self.forms.pop()
        elif tag == "table":
            self.close_row()
            if self.rows:
                self.rows.pop()
        if tag in BOXES and (first := self.furniture.end(tag, len(self.lines))) is not None:
            self.left.update([first] if len(self.lines) > first else [])
            del self.lines[first:]

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.furniture.text(data)
            number = self.getpos()[0]
            for i, piece in enumerate(data.split("\n")):
                if i and self.preformatted:
                    self.close_block(None)
                self.block.append((number + i, piece))

    def mark(self, value: str | None) -> str:
        """What stands before an item of a list: its number or a bullet."""
        if not self.lists or (last := self.lists[-1]) is None:
            return "• "
        self.lists[-1] = number = _whole(value, last + 1)
        return f"{numeral(number, self.forms[-1])}. "

    # ---- paragraphs and rows ----

    def close_block(self, ends: bool | None = True) -> None:
        """End the paragraph, or only its line (None): one line of text for each source line it stands on."""
        by_line: dict[int, list[str]] = {}
        for number, piece in self.block:
            by_line.setdefault(number, []).append(piece)
        texts = [(number, "".join(pieces)) for number, pieces in by_line.items()]
        full = [(number, " ".join(text.split())) for number, text in texts if text.strip(" •\t\r\xa0")]
        self.lines += [(number, text, ends if i == len(full) - 1 else False) for i, (number, text) in enumerate(full)]
        if ends is None and not full:  # a line end after a line end: a blank line
            self.lines.append((self.getpos()[0], "", None))
        elif not full and self.lines and self.lines[-1][2] is None:
            self.lines[-1] = (*self.lines[-1][:2], True)
        self.blocks += bool(full)
        self.block = []

    def close_cell(self) -> None:
        """A cell begins: the one before it ends."""
        self.close_block()
        row = self.rows[-1] if self.rows else None
        if row:
            row.broken |= self.blocks - row.blocks > 1
            row.blocks = self.blocks

    def close_row(self) -> None:
        """End the row or heading, if one is open: it becomes one line, unless a cell holds several paragraphs."""
        if not self.rows or self.rows[-1] is None:
            return
        self.close_cell()
        row = self.rows.pop()
        assert row
        lines = self.lines[row.first : row.first + MOST_LINES + 1]
        text = "  ".join(text for _, text, _ in lines)
        if 1 < len(lines) <= MOST_LINES and not row.broken and len(text) <= LONGEST_ROW:
            self.lines[row.first :] = [(lines[0][0], text, True)]


def _whole(text: str | None, otherwise: int) -> int:
    """A number of an attribute; another where it is none."""
    return int(text) if text and re.fullmatch(r"\d{1,4}", text) else otherwise


def lines(data: bytes) -> Iterator[TextLine]:
    """Read a page in UTF-8 with the line numbers of its source; `ends` is None where only a line ends.

    Refused where tags without an end are many.
    """
    page = _Page()
    page.feed(data.decode())
    page.silent.clear()
    page.close()
    page.close_block()
    kept = page.furniture.kept([len(text) for _, text, _ in page.lines])
    out, said = False, list[TextLine]()
    for k, ((number, text, ends), is_text) in enumerate(zip(page.lines, kept, strict=True)):
        out |= k in page.left or not is_text
        if is_text:
            said.append(TextLine(number, text, ends, page.levels.get((number, text)), ["frame"] if out else []))
            out = False
    if said and (out or len(page.lines) in page.left):  # what follows the last line is said there
        said[-1] = said[-1]._replace(omitted=["frame"])
    yield from said
