"""Recognise two columns, running heads and page numbers in plain text."""

import re
from collections import Counter
from collections.abc import Sequence

FEWEST = 6  # lines with two columns that make a page of columns
SHARE = 0.4  # of the lines of a page
CROSSING = 0.2  # of the lines that may run over the gutter
WORDS = 2.5  # words that lines of a column have on average
NARROWEST = 12  # characters of a column
EDGE = 2  # lines at the top and foot of a page that may be a running head; one, where there are
FEW = 2  # pages
LONGEST_HEAD = 120  # characters, with the spaces between its words and its number
_GAP = re.compile(r"\S(\s{2,})\S")
_PAGE = re.compile(r"\W*(?:(?:page|seite|p\.?|s\.)\s*)?\d{1,4}(?:\s*(?:/|sur|of|von)\s*\d{1,4})?\W*$", re.IGNORECASE)

_FIRST = re.compile(r"\W*(\d{1,4})\b(?![.)])\W+\w")  # "12 | The rules"; "12. Title" is none
_LAST = re.compile(r"\w\W+(\d{1,4})\W*$")

Numbered = tuple[int, str]


def in_reading_order(lines: Sequence[Numbered]) -> list[Numbered]:
    """The lines of a page, (number, text), one column after the other; as they are where there is one column."""
    at = gutter([text for _, text in lines])
    if at is None:
        return list(lines)
    found, left, right = list[Numbered](), list[Numbered](), list[Numbered]()
    for number, line in lines:
        text = line.expandtabs()
        if _crosses(text, at):
            found += [*left, *right, (number, text.strip())]
            left, right = [], []
        else:
            left.append((number, text[:at].rstrip()))
            right.append((number, text[at:].strip()))
    return [*found, *_trimmed(left), *_trimmed(right)]


def _trimmed(lines: list[Numbered]) -> list[Numbered]:
    """Without the blank lines at the end, where the other column is longer."""
    while lines and not lines[-1][1]:
        lines.pop()
    return lines


def _crosses(text: str, at: int) -> bool:
    """Does a line run over the gutter?"""
    return bool(text[:at].strip()) and bool(text[at:].strip()) and bool(text[at - 2 : at].strip())


def gutter(texts: Sequence[str]) -> int | None:
    """Where the second column begins; None where the page has one."""
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
    """Pages without the lines at their top and foot that come again on most, and without numbers of pages."""
    full: list[list[Numbered]] = [[line for line in page if line[1].strip()] for page in pages]
    edge = EDGE if len(pages) > FEW else 1
    again: Counter[str] = Counter()
    for page in full:
        again.update({form(text) for _, text in (*page[:edge], *page[-edge:])})
    fewest = max(min(len(pages), 3), len(pages) * 0.4, 2)
    found = []
    in_turn = {at: _in_turn([page[at][1] if page else "" for page in full]) for at in (0, -1)}
    for k, (page, shown) in enumerate(zip(map(list, pages), full, strict=True)):
        gone: set[int] = {shown[at][0] for at, those in in_turn.items() if k in those and shown}
        for end in (shown[:edge], shown[-1 : -edge - 1 : -1]):
            forms: set[str] = set()  # a title may be the running head's words again
            for number, text in end:
                again_here = again[form(text)] >= fewest and form(text) not in forms
                if again_here or ((len(pages) > 1 or not text.strip()[0].isdigit()) and _PAGE.match(text)):
                    gone.add(number)
                    forms.add(form(text))
        found.append([line for line in page if line[0] not in gone])
    return found


def _in_turn(edges: Sequence[str]) -> set[int]:
    """The pages whose outermost line is a running head of left or right pages; edges: that line of each page.

    Its number goes on from page to page, at the outer side; or all left pages, or all right ones, have the same words.
    """
    found: set[int] = set()
    numbers = [_numbers(text, k) for k, text in enumerate(edges)]
    for right in (0, 1):
        sides = [("right" if k % 2 == right else "left") for k in range(len(edges))]
        for offset in {offset for page in numbers for _, offset in page}:
            those = [k for k, page in enumerate(numbers) if (sides[k], offset) in page]
            if {k % 2 for k in those} == {0, 1} and len(those) * 2 > len(edges):
                found.update(those)
        those = [k for k in range(right, len(edges), 2) if k]  # the first page may have none
        if len(those) > 1 and len({form(edges[k]) for k in those}) == 1 and 0 < len(edges[those[0]]) <= LONGEST_HEAD:
            found.update(k for k in range(right, len(edges), 2) if form(edges[k]) == form(edges[those[0]]))
    return found


def _numbers(text: str, page: int) -> set[tuple[str, int]]:
    """On which side of a head its number stands, and by how much it differs from that of the page."""
    if len(text.strip()) > LONGEST_HEAD:
        return set()
    found = ("left", _FIRST.match(text)), ("right", _LAST.search(text))
    return {(side, int(match[1]) - page) for side, match in found if match}


def form(text: str) -> str:
    """A line as running heads are the same: also on left pages and right ones, where numbers stand on other sides."""
    return re.sub(r"\d+", "#", " ".join(text.split()).casefold()).strip("# |·•–—-")
