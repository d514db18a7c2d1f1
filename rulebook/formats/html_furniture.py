"""Find the furniture of a web page: menus, banners, footers, cookie notices, hidden boxes.

A box is furniture by its element, its role, its name combined with its share of links, or if it is a list of links.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

BOXES = {
    "article", "aside", "body", "div", "dialog", "dl", "footer", "form", "header", "main", "menu", "nav", "ol",
    "section", "ul",
}  # fmt: skip
_ALWAYS = {"nav", "dialog", "menu"}
_ROLES = {"navigation", "banner", "contentinfo", "dialog", "alertdialog", "search", "complementary", "menu", "menubar"}
_NAMED = re.compile(
    r"(?i)(?:^|[-_\s])(?:nav\w*|menu\w*|side-?bar|bread-?crumbs?|footer|header|banner|toc|share|social|related|"
    r"pagination|pager|comments?|widget|tags?|skip\w*|newsletter)(?=$|[-_\s])"
)
_SURELY = re.compile(
    r"(?i)(?:^|\s|(?<!\bno)(?<!\bhas)[-_])(?:cookies?|consent|gdpr|rgpd|comments|comment-?list|disqus)(?=$|[-_\s])"
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
SOME_LINKS, ALL_LINKS = 0.4, 0.95  # share of letters in links
LITTLE = 60  # remaining letters of a box without its lists of links
MOST = 0.5  # share of a page's text in its main part
DEEPEST = 200  # levels of nested boxes


@dataclass
class _Box:
    tag: str
    first: int  # index of its first line
    gone: bool
    named: bool
    letters: int
    linked: int
    links: int
    listed: bool = False  # whether it contained a list of links


def is_hidden(attributes: Mapping[str, str | None]) -> bool:
    """Return whether the attributes of an element hide it."""
    return "hidden" in attributes or bool(_HIDDEN.search(attributes.get("style") or ""))


class Furniture:
    """The open boxes and the main parts of a page."""

    def __init__(self) -> None:
        self.open: list[_Box] = []
        self.deeper = 0
        self.letters = self.linked = self.links = 0
        self.in_link = False
        self.main: list[tuple[int, int]] = []
        self.articles: list[tuple[int, int]] = []

    def begin(self, tag: str, attributes: Mapping[str, str | None], line: int) -> None:
        """Begin a box, before a line of the text."""
        if len(self.open) >= DEEPEST:
            self.deeper += 1
            return
        name = f"{attributes.get('id') or ''} {attributes.get('class') or ''}"
        hidden = is_hidden(attributes) or attributes.get("aria-hidden") == "true"
        gone = tag in _ALWAYS or hidden or (attributes.get("role") or "").casefold() in _ROLES
        gone = gone or attributes.get("title") in ("header", "footer")  # of a page in LibreOffice
        gone = gone or (tag not in ("article", "main") and bool(_SURELY.search(name)))  # "comments-open"
        named = bool(_NAMED.search(name)) or tag in ("footer", "aside", "header")
        tag = "main" if (attributes.get("role") or "").casefold() == "main" else tag
        self.open.append(_Box(tag, line, gone and tag != "body", named, self.letters, self.linked, self.links))

    def end(self, tag: str, line: int) -> int | None:
        """End a box; return its first line if it is furniture, None if it is text."""
        if self.deeper:
            self.deeper -= 1
            return None
        tags = {tag, "main"} if tag in BOXES - {"main", "body"} else {tag}  # by its role, any may be the main part
        at = next((k for k in range(len(self.open) - 1, -1, -1) if self.open[k].tag in tags), None)
        if at is None:
            return None
        box = self.open[at]
        del self.open[at:]
        inside = {one.tag for one in self.open} & {"main", "article"}
        letters, linked = self.letters - box.letters, self.linked - box.linked
        share = linked / letters if letters else 0.0
        listed = tag in ("ul", "ol", "dl") and self.links - box.links > 1 and share >= ALL_LINKS
        rest = box.named and box.listed and letters < LITTLE  # a title, say
        if box.gone or listed or rest or (box.named and share >= SOME_LINKS) or (tag == "footer" and not inside):
            for around in self.open[-1:]:
                around.listed |= listed
            self.letters, self.linked, self.links = box.letters, box.linked, box.links
            return box.first
        if box.tag == "main":
            self.main.append((box.first, line))
        elif box.tag == "article" and not inside:
            self.articles.append((box.first, line))
        return None

    def text(self, data: str) -> None:
        """Count the letters of some text."""
        many = sum(map(str.isalnum, data))
        self.letters += many
        self.linked += many if self.in_link else 0

    def link(self, *, begins: bool) -> None:
        """Begin or end a link."""
        self.in_link = begins
        self.links += begins

    def kept(self, sizes: list[int]) -> list[bool]:
        """Return for each line, given by length, whether it is in the main part; all are if no part has most text."""
        for ranges in (self.main, self.articles):
            inside = [False] * len(sizes)
            for first, end in ranges:
                inside[first:end] = [True] * (min(end, len(sizes)) - first)
            if sum(size for size, keep in zip(sizes, inside, strict=True) if keep) > MOST * sum(sizes):
                return inside
        return [True] * len(sizes)
