"""Read the text of an HTML page line by line, with the line numbers of its source."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

from .html_furniture import BOXES, Furniture, is_hidden
from .limits import Refused, TextLine, numeral

# Elements whose text is not displayed.
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
_OPEN = {"p": _BLOCKS, "li": {"li"}}  # element with an optional end tag -> elements that end it
_MARK = re.compile(r"\s*[\[(]?(?:\d{1,3}|[a-z*†])[\])]?\s*")  # of a note
DEEPEST = 100  # levels of nested silent elements
UNCLOSED = 20  # unclosed tags and comments allowed; for each the parser searches to the end of the file
LONGEST_ROW = 200  # characters of a row or heading that becomes one line
MOST_LINES = 50  # source lines of such a row or heading


@dataclass
class _Row:
    """A table row or a heading: its first line, and whether a cell has several paragraphs."""

    first: int
    blocks: int
    broken: bool = False


class _Page(HTMLParser):
    """Collects the text of a page, one line for each source line of a block.

    A row with one paragraph in each cell becomes one line; tables used for page layout do not.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[tuple[int, str, bool | None]] = []
        self.blocks = 0
        self.block: list[tuple[int, str]] = []
        self.silent: list[str] = []
        self.rows: list[_Row | None] = []  # None where a table begins
        self.levels: dict[tuple[int, str], int] = {}
        self.lists: list[int | None] = []  # last number of each open list, None if unnumbered
        self.forms: list[str] = []  # number format of each open list
        self.furniture = Furniture()
        self.unclosed = 0
        self.raised: int | None = None  # start of the superscript text in the block
        self.refers = False  # whether the open link, or one in the superscript, leads to this page
        self.preformatted = 0  # number of open <pre>
        self.omitted: set[int] = set()  # lines before which furniture was omitted

    # ---- unclosed tags ----

    def checked(self, end: int) -> int:
        """Return the end of a tag.  Raise Refused for many unclosed ones, each searched to the end of the file."""
        if end < 0:
            self.unclosed += 1
            if self.unclosed > UNCLOSED:
                raise Refused("damaged", kind="HTML")
        return end

    def parse_starttag(self, i: int) -> int:
        return self.checked(super().parse_starttag(i))

    def parse_endtag(self, i: int) -> int:
        return self.checked(super().parse_endtag(i))

    def parse_comment(self, i: int, report: bool = True) -> int:
        return self.checked(super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        return self.checked(super().parse_pi(i))

    def parse_html_declaration(self, i: int) -> int:
        return self.checked(super().parse_html_declaration(i))

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
        """Begin a block: a paragraph, list item, list, table, row or heading."""
        self.close_block()
        self.preformatted += tag == "pre"
        if tag in BOXES:
            self.furniture.begin(tag, attrs, len(self.lines))
        number = self.getpos()[0]
        if tag == "li":
            self.block.append((number, self.list_mark(attrs.get("value"))))
        elif tag in ("ol", "ul") and len(self.lists) < DEEPEST:
            self.lists.append(_integer(attrs.get("start"), 1) - 1 if tag == "ol" else None)
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
        """End a block, and with it a row, list, table or box of furniture."""
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
            self.omitted.update([first] if len(self.lines) > first else [])
            del self.lines[first:]

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.furniture.text(data)
            number = self.getpos()[0]
            for i, piece in enumerate(data.split("\n")):
                if i and self.preformatted:
                    self.close_block(None)
                self.block.append((number + i, piece))

    def list_mark(self, value: str | None) -> str:
        """Return the number or bullet of a list item."""
        if not self.lists or (last := self.lists[-1]) is None:
            return "• "
        self.lists[-1] = number = _integer(value, last + 1)
        return f"{numeral(number, self.forms[-1])}. "

    # ---- paragraphs and rows ----

    def close_block(self, ends: bool | None = True) -> None:
        """End the paragraph, or only the line (None); each source line becomes a line of text."""
        by_line: dict[int, list[str]] = {}
        for number, piece in self.block:
            by_line.setdefault(number, []).append(piece)
        texts = [(number, "".join(pieces)) for number, pieces in by_line.items()]
        full = [(number, " ".join(text.split())) for number, text in texts if text.strip(" •\t\r\xa0")]
        self.lines += [(number, text, ends if i == len(full) - 1 else False) for i, (number, text) in enumerate(full)]
        if ends is None and not full:  # a blank line
            self.lines.append((self.getpos()[0], "", None))
        elif not full and self.lines and self.lines[-1][2] is None:
            self.lines[-1] = (*self.lines[-1][:2], True)
        self.blocks += bool(full)
        self.block = []

    def close_cell(self) -> None:
        """End a cell, when the next begins."""
        self.close_block()
        row = self.rows[-1] if self.rows else None
        if row:
            row.broken |= self.blocks - row.blocks > 1
            row.blocks = self.blocks

    def close_row(self) -> None:
        """End the open row or heading, if any: it becomes one line unless a cell has several paragraphs."""
        if not self.rows or self.rows[-1] is None:
            return
        self.close_cell()
        row = self.rows.pop()
        assert row
        lines = self.lines[row.first : row.first + MOST_LINES + 1]
        text = "  ".join(text for _, text, _ in lines)
        if 1 < len(lines) <= MOST_LINES and not row.broken and len(text) <= LONGEST_ROW:
            self.lines[row.first :] = [(lines[0][0], text, True)]


def _integer(text: str | None, default: int) -> int:
    """Return the integer value of an attribute, or a default."""
    return int(text) if text and re.fullmatch(r"\d{1,4}", text) else default


def lines(data: bytes) -> Iterator[TextLine]:
    """Read a UTF-8 page by source lines; `ends` is None where only a line ends.  Raise Refused for many open tags."""
    page = _Page()
    page.feed(data.decode())
    page.silent.clear()
    page.close()
    page.close_block()
    kept = page.furniture.kept([len(text) for _, text, _ in page.lines])
    omitted, found = False, list[TextLine]()
    for k, ((number, text, ends), is_text) in enumerate(zip(page.lines, kept, strict=True)):
        omitted |= k in page.omitted or not is_text
        if is_text:
            found.append(TextLine(number, text, ends, page.levels.get((number, text)), ["frame"] if omitted else []))
            omitted = False
    if found and (omitted or len(page.lines) in page.omitted):  # omissions after the last line are noted there
        found[-1] = found[-1]._replace(omitted=["frame"])
    yield from found
