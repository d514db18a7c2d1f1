"""Find two columns, running heads and page numbers in plain text."""

import re
from collections import Counter
from collections.abc import Sequence

FEWEST = 6  # lines with two columns on a page of columns, at least
SHARE = 0.4  # share of such lines, at least
CROSSING = 0.2  # share of lines that may cross the gutter
WORDS = 2.5  # words per line of a column, on average
NARROWEST = 12  # characters of a column
EDGE = 2  # lines at the top and foot of a page that may be running heads;
FEW = 2  # in documents with as few pages, only one
LONGEST_HEAD = 120  # characters of a running head with its spaces and page number
_GAP = re.compile(r"\S(\s{2,})\S")
_PAGE = re.compile(r"\W*(?:(?:page|seite|p\.?|s\.)\s*)?\d{1,4}(?:\s*(?:/|sur|of|von)\s*\d{1,4})?\W*$", re.IGNORECASE)
_FIRST = re.compile(r"\W*(\d{1,4})\b(?![.)])\W+\w")  # "12 | The rules"; "12. Title" is none
_LAST = re.compile(r"\w\W+(\d{1,4})\W*$")

Numbered = tuple[int, str]


def in_reading_order(lines: Sequence[Numbered]) -> list[Numbered]:
    """Return the lines of a page, (number, text), one column after the other; unchanged if there is one column."""
    at = gutter([text for _, text in lines])
    if at is None:
        return list(lines)
    found, left, right = list[Numbered](), list[Numbered](), list[Numbered]()
    for number, line in lines:
        text = line.expandtabs()
        if text[:at].strip() and text[at:].strip() and text[at - 2 : at].strip():  # it crosses the gutter
            found += [*left, *right, (number, text.strip())]
            left, right = [], []
        else:
            left.append((number, text[:at].rstrip()))
            right.append((number, text[at:].strip()))
    for side in (left, right):
        while side and not side[-1][1]:  # below the shorter column
            side.pop()
    return [*found, *left, *right]


def gutter(texts: Sequence[str]) -> int | None:
    """Return the offset of the second column, None if the page has one."""
    lines = [text.expandtabs().rstrip() for text in texts if text.strip()]
    starts: Counter[int] = Counter()
    for line in lines:
        for match in _GAP.finditer(line):
            if match.end(1) >= NARROWEST:
                starts[match.end(1)] += 1
    best = None
    for at, _ in starts.most_common(5):
        both = [line for line in lines if line[:at].strip() and line[at:].strip() and line[at - 2 : at] == "  "]
        crossing = sum(bool(line[at - 1 : at].strip()) for line in lines)
        if len(both) < max(FEWEST, SHARE * len(lines)) or crossing > CROSSING * len(lines):
            continue
        sides = [[line[:at] for line in both], [line[at:] for line in both]]
        wordy = all(sum(len(re.findall(r"[^\W\d_]{2,}", one)) for one in side) >= WORDS * len(side) for side in sides)
        plain = sum(not _GAP.search(one.strip()) for side in sides for one in side) >= 0.7 * 2 * len(both)
        if wordy and plain and (best is None or len(both) > best[0]):
            best = len(both), at
    return best[1] if best else None


def without_running_heads(pages: Sequence[Sequence[Numbered]]) -> list[list[Numbered]]:
    """Return the pages without running heads and feet (lines repeated on most pages) and page numbers."""
    full: list[list[Numbered]] = [[line for line in page if line[1].strip()] for page in pages]
    edge = EDGE if len(pages) > FEW else 1
    repeated: Counter[str] = Counter()
    for page in full:
        repeated.update({form(text) for _, text in (*page[:edge], *page[-edge:])})
    fewest = max(min(len(pages), 3), len(pages) * 0.4, 2)
    found = []
    alternating = {at: _alternating([page[at][1] if page else "" for page in full]) for at in (0, -1)}
    for k, (page, shown) in enumerate(zip(map(list, pages), full, strict=True)):
        gone: set[int] = {shown[at][0] for at, those in alternating.items() if k in those and shown}
        for end in (shown[:edge], shown[-1 : -edge - 1 : -1]):
            forms: set[str] = set()  # a title may repeat the words of the running head
            for number, text in end:
                is_head = repeated[form(text)] >= fewest and form(text) not in forms
                if is_head or ((len(pages) > 1 or not text.strip()[0].isdigit()) and _PAGE.match(text)):
                    gone.add(number)
                    forms.add(form(text))
        found.append([line for line in page if line[0] not in gone])
    return found


def _alternating(edges: Sequence[str]) -> set[int]:
    """Return the pages whose outermost line is a running head of left or right pages; edges: that line of each page.

    Page numbers alternate between the outer sides, or all left or all right pages have the same words.
    """
    found: set[int] = set()
    numbers = [_numbers(text, k) for k, text in enumerate(edges)]
    for right in (0, 1):
        sides = [("right" if k % 2 == right else "left") for k in range(len(edges))]
        for offset in {offset for page in numbers for _, offset in page}:
            those = [k for k, page in enumerate(numbers) if (sides[k], offset) in page]
            if {k % 2 for k in those} == {0, 1} and len(those) * 2 > len(edges):
                found.update(those)
        those = [k for k in range(right, len(edges), 2) if k]  # the first page may lack a running head
        if len(those) > 1 and len({form(edges[k]) for k in those}) == 1 and 0 < len(edges[those[0]]) <= LONGEST_HEAD:
            found.update(k for k in range(right, len(edges), 2) if form(edges[k]) == form(edges[those[0]]))
    return found


def _numbers(text: str, page: int) -> set[tuple[str, int]]:
    """Return for each number in a running head its side, and its difference from the page index."""
    if len(text.strip()) > LONGEST_HEAD:
        return set()
    found = ("left", _FIRST.match(text)), ("right", _LAST.search(text))
    return {(side, int(match[1]) - page) for side, match in found if match}


def form(text: str) -> str:
    """Return a key that is equal for running heads with different page numbers, on either side."""
    return re.sub(r"\d+", "#", " ".join(text.split()).casefold()).strip("# |·•–—-")
