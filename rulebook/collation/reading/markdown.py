"""Read Markdown: mark headings, remove markup, end paragraphs as Markdown does."""

import html
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from rulebook.formats.limits import TextLine

MARKED = 2  # headings that make a text Markdown, whatever its name
EMPHASES = 3  # levels of nested emphasis
FRONT = 60  # lines of front matter
_UNDER = re.compile(r"={3,}|-{3,}|~{3,}|\^{3,}")
_HEADING = re.compile(r"(#{1,6}) +\S")
_EMPHASIS = re.compile(
    r"(?:(\*{1,3}|`|~~|==(?!=))|(?<![^\W_])(_{1,3}))(?=\S)([^*_`~]{1,400})(?<=\S)(?(1)\1|\2(?![^\W_]))"
)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,200})\](?:\([^)\n]{0,400}\)|\[[^\[\]\n]{0,200}\]|(?=\{[^{}\n]+\}))")
_WIKI = re.compile(
    r"!\[\[[^\[\]\n]{0,200}\]\]|\[\[(?:[^|\[\]\n]{0,200}\|)?([^|\[\]\n]{1,200})\]\]|%%[^%\n]{0,400}%%"
)  # of Obsidian
_NOTE = re.compile(r"^ {0,3}\[\^[^\[\]\s]{1,40}\]: *|\[\^[^\[\]\s]{1,40}\](?!:)")  # of a footnote, or a reference to it
_TARGET = re.compile(r"\s{0,3}\[[^\^\[\]\n][^\[\]\n]{0,200}\]:\s+\S")
_ATTRIBUTES = re.compile(r"\s{0,8}\{\s*(?:[#.:]|[\w-]{1,40}=)[^{}\n]{0,200}\}")  # ids and classes
_BOX = re.compile(r"^(?:(\s{0,3}>\s*)\[!\w{1,20}\][+-]?\s*|(\s*[*+-]\s+)\[[ xX]\]\s+)")  # "> [!NOTE]", "- [ ]"
_COLUMNS = re.compile(r"\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+")  # below the head of a table
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|caption|center|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|hr|h[1-6]|i|img|ins|kbd|li|mark|ol|p|pre|section|"
    r"s|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>\n]{0,300})?/?>",
    re.IGNORECASE,
)
_HEADING_TAG = re.compile(r"\s*<h([1-6])[\s>]", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_PROTECT, _RESTORE = {k: 0xE000 + k for k in range(128)}, {0xE000 + k: k for k in range(128)}  # escaped characters
_ITEM = re.compile(r"1([.)]\s+\S)")
_KEY = re.compile(r"[\w-]+\s*[:=]|\s+\S|\s*-\s|#|\s*$")


def is_marked(lines: Sequence[str]) -> bool:
    """Return whether a text has several Markdown headings, after "#" or underlined."""
    under = sum(bool(_UNDER.fullmatch(line)) and bool(above.strip()) for above, line in pairwise(lines))
    return under + sum(map(bool, map(_HEADING.match, lines))) >= MARKED


def markdown(lines: Sequence[str]) -> Iterator[TextLine]:
    """Yield the lines of a Markdown text; unprinted lines become blank."""
    lines = _blank_unprinted(lines)
    rows = _rows(lines)
    counter = _Counter()
    for number, line in enumerate(lines, 1):
        text, tagged = _plain(counter.renumber(line)), _HEADING_TAG.match(line)
        marked = _HEADING.match(text)
        under = lines[number].strip() if number < len(lines) else ""
        if marked or tagged or (text.strip() and re.fullmatch(r"=+|-{3,}|~{3,}|\^{3,}", under)):
            level = len(marked[1]) if marked else int(tagged[1]) if tagged else 1
            found = TextLine(number, text.strip("# ") if marked else text, True, level)
        elif re.fullmatch(
            r"\s*(?:[=*_~^#+-]{3,}|\|?[\s:|-]{3,}|(?:```|:::).*)\s*", text
        ):  # a rule, also below a table head
            found = TextLine(number, "")
        elif text.lstrip().startswith("|") or number in rows:
            found = TextLine(number, "  ".join(cell.strip() for cell in text.strip().strip("|").split("|")), True)
        else:
            found = TextLine(number, re.sub(r"^(\s*)\+(?= )", r"\1•", re.sub(r"^\s{0,8}>\s?", "", text)))
        yield found._replace(text=found.text.translate(_RESTORE))


def _rows(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the rows of tables without outer lines."""
    found: set[int] = set()
    for k, line in enumerate(lines):
        if k and k + 1 not in found and "|" in lines[k - 1] and _COLUMNS.fullmatch(line):
            found.update([k, *takewhile(lambda n: "|" in lines[n - 1], range(k + 2, len(lines) + 1))])
    return found


def _blank_unprinted(lines: Sequence[str]) -> list[str]:
    """Blank the front matter, comments and link targets."""
    found = list(lines)
    last = next((k for k, line in enumerate(found[1:FRONT], 1) if line.rstrip() in ("---", "...", "+++")), 0)
    if last > 1 and found[0].rstrip() in ("---", "+++") and all(map(_KEY.match, found[1:last])):
        found[: last + 1] = [""] * (last + 1)
    commented, end, rest = "\n".join(found).rpartition("-->")
    text = re.sub("(?s)<!--.*?-->", lambda comment: "\n" * comment[0].count("\n"), commented + end) + rest
    return ["" if _TARGET.match(line) else line for line in text.split("\n")]


def _plain(line: str) -> str:
    """Remove inline markup from a line; escaped characters are restored later."""
    text = _ESCAPED.sub(lambda match: match[1].translate(_PROTECT), line)
    text = _BOX.sub(r"\1\2", _WIKI.sub(r"\1", re.sub(r"\\$", "", text)))
    text = _ATTRIBUTES.sub("", _NOTE.sub("", _LINK.sub(r"\1", text)))
    if "<" in text or "&" in text:
        text = html.unescape(_TAG.sub("", re.sub(r"(?<=[^\s>])<br\s*/?>(?=[^\s<])", " ", text)))
    for _ in range(EMPHASES):
        text = _EMPHASIS.sub(r"\3", text)
    return text


class _Counter:
    """Numbers lists whose items all begin with "1.", up to a paragraph outside the list."""

    def __init__(self) -> None:
        self.last = 0
        self.blank = False

    def renumber(self, line: str) -> str:
        """Return the line with its printed number."""
        item = _ITEM.match(line)
        if not line.strip():
            self.blank = True
            return line
        if item:
            self.last += 1
            line = f"{self.last}{line[1:]}"
        elif not line[0].isspace() and (self.blank or _HEADING.match(line)):
            self.last = 0
        self.blank = False
        return line
