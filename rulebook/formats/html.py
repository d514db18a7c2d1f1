"""Read the text of an HTML page line by line, with the line numbers of its source."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

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
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div",
    "dl", "dt", "figcaption", "figure", "footer", "form", "header", "hr", "html", "li", "main", "menu", "nav", "ol",
    "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
_CELLS = {"td", "th"}
_INLINE = {"a", "b", "em", "font", "i", "li", "p", "small", "span", "strong", "sub", "sup"}  # these may be hidden
_OPEN = {"p": _BLOCKS, "li": {"li"}}  # element with an optional end tag -> elements that end it
_MARK = re.compile(r"\s*[\[(]?(?:\d{1,3}|[a-z*†]|[↩↑⤴^]\ufe0e?)[\])]?\s*")  # of a note
_TO_NOTE = re.compile(r"#[\w-]*(?:fn|ftn|foot|note|cite)", re.IGNORECASE)
_BULLETS, FEW = frozenset("·o§Øüvq"), 6  # of Word, which sets some in fonts of symbols; elements around them
_STYLED = re.compile(
    r"(?:list-style-type:|counter\([\w-]{1,40},)\s*(lower|upper)-(alpha|latin|roman)\)?(?: \"([^\"]{1,5})\")?"
)
_COUNTED = re.compile(r"\.([\w-]{1,40})>li:before\s*\{([^}]{1,200})\}")  # lists of Google Docs
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


def _counting_unclosed(kind: str) -> Any:
    """Return a method that raises Refused for many unclosed tags, for each of which the rest is searched."""

    def parse(self: "_Page", *where: Any) -> int:
        end: int = getattr(HTMLParser, f"parse_{kind}")(self, *where)
        self.unclosed += end < 0
        if self.unclosed > UNCLOSED:
            raise Refused("damaged", kind="HTML")
        return end

    return parse


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
        self.lists: list[tuple[int | None, str, str]] = []  # last number, if any, its format, and what follows it
        self.mark = ""  # of the last list item
        self.styles: dict[str, str] = {}  # of the numbers of lists, by class
        self.furniture = Furniture()
        self.unclosed = 0
        self.raised: int | None = None  # start of the superscript text in the block
        self.refers = False  # whether the open link, or one in the superscript, leads to this page
        self.note: int | None = None  # start of a link to a note, or back, in the block
        self.preformatted = 0  # number of open <pre>
        self.omitted: set[int] = set()  # lines before which furniture was omitted

    parse_starttag, parse_endtag, parse_comment, parse_pi, parse_html_declaration = map(
        _counting_unclosed, ("starttag", "endtag", "comment", "pi", "html_declaration")
    )

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
            href = dict(attrs).get("href") or ""
            self.refers, self.note = href.startswith("#"), len(self.block) if _TO_NOTE.match(href) else None
            self.furniture.link(begins=True)
        elif tag == "sup":
            self.raised = len(self.block)
        elif tag in _BLOCKS:
            self.begin_block(tag, dict(attrs))
        elif tag in _CELLS:
            self.close_cell()

    def begin_block(self, tag: str, attrs: Mapping[str, str | None]) -> None:
        """Begin a block: a paragraph, list item, list, table, row or heading."""
        number = self.getpos()[0]
        if tag == "p" and [text for _, text in self.block if text.strip()] == [self.mark]:  # a paragraph of the item
            self.block = [(number, self.mark)]
        else:
            self.close_block()
        self.preformatted += tag == "pre"
        if tag in BOXES:
            self.furniture.begin(tag, attrs, len(self.lines))
        if tag == "li":
            self.mark = self.list_mark(attrs.get("value"))
            self.block.append((number, self.mark))
        elif tag in ("ol", "ul") and len(self.lists) < DEEPEST:
            last = _integer(attrs.get("start"), 1) - 1 if tag == "ol" else None
            self.lists.append((last, *self.list_form(attrs)))
        elif tag == "table":
            self.rows.append(None)
        elif tag == "tr":
            self.close_row()
        if tag == "tr" or tag in _HEADINGS:
            self.rows.append(_Row(len(self.lines), self.blocks))

    def handle_endtag(self, tag: str) -> None:
        if self.silent:
            if tag in self.silent:
                del self.silent[len(self.silent) - 1 - self.silent[::-1].index(tag) :]
        elif tag in _BLOCKS:
            self.end_block(tag)
        elif tag == "a":
            self.drop_mark(self.note)
            self.refers, self.note = self.refers and self.raised is not None, None
            self.furniture.link(begins=False)
        elif tag == "sup" and self.raised is not None:
            self.drop_mark(self.raised if self.refers else None)
            self.raised, self.refers = None, self.refers and self.furniture.in_link

    def drop_mark(self, start: int | None) -> None:
        """Drop the last text of the block, from a piece on, if it is the mark of a note."""
        if start is not None and _MARK.fullmatch("".join(text for _, text in self.block[start:])):
            del self.block[start:]

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
        elif tag == "table":
            self.close_row()
            if self.rows:
                self.rows.pop()
        if tag in BOXES and (first := self.furniture.end(tag, len(self.lines))) is not None:
            self.omitted.update([first] if len(self.lines) > first else [])
            del self.lines[first:]

    def handle_data(self, data: str) -> None:
        if self.silent:
            self.styles |= dict(_COUNTED.findall(data)) if self.silent[-1] == "style" else {}
            return
        self.furniture.text(data)
        number = self.getpos()[0]
        if data.startswith("\xa0") and "".join(text for _, text in self.block[:FEW]).strip() in _BULLETS:
            self.block = [(number, "• ")]
        for i, piece in enumerate(data.split("\n")):
            if i and self.preformatted:
                self.close_block(None)
            inside = not i and piece[:1].strip() and self.block and self.block[-1][1][-1:].strip()  # a word
            self.block.append((self.block[-1][0] if inside else number + i, piece))

    def list_form(self, attrs: Mapping[str, str | None]) -> tuple[str, str]:
        """Return the number format of a list by its attributes or style sheet, and what follows the number."""
        classes = (self.styles.get(name, "") for name in (attrs.get("class") or "").split())
        style = _STYLED.search(" ".join([attrs.get("style") or "", *classes]))
        form = f"{style[1]}{'Roman' if style[2] == 'roman' else 'Letter'}" if style else attrs.get("type") or "1"
        return form, (style and style[3]) or ". "

    def list_mark(self, value: str | None) -> str:
        """Return the number or bullet of a list item."""
        last, form, after = self.lists[-1] if self.lists else (None, "", "")
        if last is None:
            return "• "
        number = _integer(value, last + 1)
        self.lists[-1] = number, form, after
        return numeral(number, form) + after

    # ---- paragraphs and rows ----

    def close_block(self, ends: bool | None = True) -> None:
        """End the paragraph, or only the line (None); each source line becomes a line of text."""
        by_line: dict[int, list[str]] = {}
        for number, piece in self.block:
            by_line.setdefault(number, []).append(piece)
        texts = ((number, "".join(pieces).split()) for number, pieces in by_line.items())
        full = [(number, " ".join(words)) for number, words in texts if words and words != ["•"]]
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
