"""Join wrapped lines to paragraphs and cut these into sentences."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..language.tokens import OPENERS, SOFT_HYPHEN, normal
from ..witness import Line, Sentence

BULLET = re.compile(r"\s*(?:[•·▪●◦‣*–—-]\s+|\d{1,2}\s?[.)-]\s+|[a-z]\)\s+)")
TERMINAL = re.compile(r"[.!?…:;][\s»”\")\]]*$")
_SET_OFF = re.compile(r"(?P<mark>[*=~_#+•·-]{2,6})\s+(?P<title>[^\W_].*[^\s])\s+(?P=mark)")
_CELLS = re.compile(r"[^\s•·▪*–—-](?:\t| {2,})\S")
_CLOSED = re.compile(r"^\s*\(.*\)\s*$")
_FIGURE = r"(?i:ill|illus|fig|abb|bild|figures?|illustrations?|abbildung)\.?"
_POINTING = re.compile(rf"\s*\((?i:voir |cf\. |see |siehe |vgl\. )?{_FIGURE}\s*\d[^()]{{0,12}}\)")  # "(see fig. 3)"
_CAPTION = re.compile(rf"{_FIGURE}\s*\d{{1,3}}\b")
_LABEL = re.compile(r"\b(?i:ill|illus|fig|abb)\.$")  # before a number only: somebody may be "ill."
_SENTENCE_END = re.compile(
    rf"[.!?…]{{1,20}}[»”\")\]\s]{{0,20}}?(?=\s+[«“\"(\[]?\s?[A-ZÀ-ÖØ-ÞŒ0-9]|\s+\({_FIGURE}\s*\d|\s*$)"
    r"|[.!?…](?=[A-ZÀ-ÖØ-Þ][a-zà-ÿ'\u2019])|[。！？]{1,20}"
)
_ABBREVIATION = re.compile(
    r"(?:\b[A-ZÀ-Þ]|\b(?:env|etc|ex|cf|no|p|n|M|Mr|Mme|St|Dr|Nr|bzw|ca|usw|vgl|ggf|bspw|resp|chap"
    r"|i\.e|e\.g|z\.b|d\.h|u\.a))\.$"
)
_COMPOUND = re.compile(  # French words with a hyphen, which parts them at the end of a line, too
    r"(?:ci|là|par|au)-(?:dess(?:us|ous)|delà|devant|derrière|contre|après|joint)|\S*à-dire\b|peut-être\b"
    r"|\w+-mêmes?\b|c(?:elui|elles?|eux)-(?:ci|là)\b",
    re.IGNORECASE,
)
MATERIAL = re.compile(
    r"\s*(?:Matériel|Materiel|Material|Equipment|Équipement)(?:\s+\w+)?\s*:\s*(?P<what>\S.*)$", re.IGNORECASE
)
_NAME = r"(?:[A-ZÀ-Þ][\w'\u2019-]*\.?)(?:\s+(?:(?:de|von|van|der|du|di)\s+)?[A-ZÀ-Þ][\w'\u2019-]*\.?)*"
CREDIT = re.compile(
    rf"\s*\(\s*(?:par\s+|by\s+|von\s+)?({_NAME}(?:\s*(?:,|&|\bet\b|\band\b|\bund\b)\s*{_NAME})*)\s*\)?\s*$"
)
_ORDINAL = re.compile(r"\s*\d{1,3}\.\s*")  # "1." before a step
_CREDIT_FIRST = re.compile(CREDIT.pattern.replace(r"\)?\s*$", r"\)\s+(?=\S)"))
LONGEST_LINE = 300  # characters that a heading, a credit or a line of material may have
BLANK = 0.9  # the share of lines after a blank one from which on blank lines say nothing
LONGEST_SENTENCE = 2_000  # characters; a longer one is cut


@dataclass(frozen=True)
class Piece:
    """A line that is not blank: its place in the file, whether a blank line precedes it; row: of a table."""

    line: Line
    blank: bool
    row: bool = False

    @property
    def text(self) -> str:
        """The line without surrounding space."""
        return self.line.text.strip()


def pieces(lines: Iterable[Line]) -> list[Piece]:
    """The lines that are not blank, each run of spaces in them as one."""
    found: list[Piece] = []
    gaps: list[int] = []
    gap = 1
    cells = False
    for line in lines:
        if text := " ".join(line.text.split()):
            if (set_off := _SET_OFF.fullmatch(text)) and len(text) <= LONGEST_LINE:  # "*** The ferry ***"
                line, text = replace(line, ends=True, level=line.level or 2), set_off["title"]
            before, cells = cells, line.level is None and bool(_CELLS.search(line.text))
            if before and cells:  # one line with wide spaces is no table
                found[-1] = replace(found[-1], row=True)
            exact = _SPACES.sub(_unbroken, line.text.strip())
            found.append(Piece(replace(line, text=text, exact=exact), gap > 0, before and cells))
            gaps.append(gap)
            gap = 0
        else:
            gap += 1
    if _double_spaced(found):
        return [replace(one, blank=gap > 1) for one, gap in zip(found, gaps, strict=True)]
    return found


_SPACES = re.compile(r"\s+")
_UNBREAKING = ("\u00a0", "\u202f")


def _unbroken(run: re.Match[str]) -> str:
    return run[0] if run[0] in _UNBREAKING else " "


def as_compared(exact: str) -> str:
    """A text with one kind of space."""
    for space in _UNBREAKING:
        exact = exact.replace(space, " ")
    return exact


def _double_spaced(lines: Sequence[Piece]) -> bool:
    """Does a blank line stand between nearly all lines, also where a sentence goes on?"""
    broken = sum(two.blank and _goes_on(one, two) for one, two in pairwise(lines))
    return sum(one.blank for one in lines) > BLANK * len(lines) and broken * 10 > len(lines)


def _goes_on(one: Piece, two: Piece) -> bool:
    """Does the second line go on with the first beyond doubt?"""
    return two.text[:1].islower() and not TERMINAL.search(one.text)


class Wrapping:
    """Whether a line goes on in the next one, judged by how wide the lines of this document are."""

    def __init__(self, lines: Sequence[Piece]) -> None:
        sure = sorted(len(one.text) for one, two in pairwise(lines) if not two.blank and _goes_on(one, two))
        self.width = sure[len(sure) * 3 // 4] if len(sure) * 10 > len(lines) else 1 << 30

    def joined(self, one: Piece, two: Piece) -> bool:
        """Does the text of the first line go on in the second?"""
        if one.line.ends is not None:
            return not one.line.ends
        ends = bool(TERMINAL.search(one.text))
        if BULLET.match(two.text) and (ends or two.blank or len(one.text) < self.width * 2 // 3):
            return False
        if two.blank and _CAPTION.match(two.text):
            return False
        if not two.blank and (
            _POINTING.fullmatch(two.text) or (two.text[:1] == "(" and ")" not in two.text and not ends)
        ):
            return True
        if two.text[:1].islower() or two.text[:1] in ",;)»":
            return not (ends and two.blank)
        if ends or two.blank or _CLOSED.match(one.text):
            return False
        if normal(one.text.split()[-1]) in OPENERS:
            return True
        return len(one.text) + 1 + len(two.text.split()[0]) > self.width


def paragraphs(lines: Sequence[Piece], wrapping: Wrapping) -> list[list[Piece]]:
    """The lines, paragraph by paragraph."""
    found: list[list[Piece]] = []
    for piece in lines:
        if found and wrapping.joined(found[-1][-1], piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    return found


def whole(paragraph: Sequence[Piece], role: str = "text") -> Sentence:
    """A paragraph as one text.  A word that was parted at the end of a line is one word again, with a soft hyphen."""
    text, exact, starts = "", "", []
    for piece in paragraph:
        words, said = piece.text, piece.line.exact
        if re.search(r"[^\W\d]-$", text[-2:]) and words[:1].islower():
            last = text.rsplit(None, 1)[-1] + words.split(None, 1)[0]
            if not _COMPOUND.match(last):
                text, exact = text[:-1] + SOFT_HYPHEN, exact[:-1] + SOFT_HYPHEN
        elif text:
            text, exact = f"{text} ", f"{exact} "
        starts.append((len(text), piece.line.number))
        text += words
        exact += said if as_compared(said) == words else words
    level = paragraph[0].line.level if role == "heading" else None
    return Sentence(text, tuple(starts), role, level=level, exact=exact)


def cut(text: Sentence, start: int, end: int, role: str | None = None) -> Sentence:
    """A stretch of a text, with its own lines; surrounding space goes."""
    glued = (
        re.search(r"\S{1,40}$", text.text[max(start - 40, 0) : start]) if text.text[start : start + 1].strip() else None
    )
    tight = glued[0] if glued else ""
    while start < end and text.text[start].isspace():
        start += 1
    while end > start and text.text[end - 1].isspace():
        end -= 1
    inside = [(offset - start, number) for offset, number in text.starts if start < offset < end]
    starts = (0, text.line(start)), *inside
    return Sentence(text.text[start:end], starts, role or text.role, tight, text.level, text.exact[start:end])


def sentences(text: Sentence) -> list[Sentence]:
    """A paragraph, sentence by sentence."""
    found, start = [], 0
    credit = _CREDIT_FIRST.match(text.text[:LONGEST_LINE])
    if credit:
        return [cut(text, 0, credit.end(), "credit"), *sentences(cut(text, credit.end(), len(text.text)))]
    for match in _SENTENCE_END.finditer(text.text):
        end = match.end()
        said = text.text[start:end].rstrip()
        if (
            end <= start
            or _ORDINAL.fullmatch(text.text[start:end])
            or (_ABBREVIATION.search(said) and end < len(text.text))
            or (_LABEL.search(said) and re.match(r"\s*\d", text.text[end:]))
        ):
            continue
        if pointing := _POINTING.match(text.text, end):  # what points to a figure goes with what was said
            end = pointing.end()
        found.append((start, end))
        start = end
    if text.text[start:].strip():
        found.append((start, len(text.text)))
    return [part for start, end in found for part in bounded(text, start, end, role_of(text.text[start:end]))]


def bounded(text: Sentence, start: int, end: int, role: str | None = None) -> list[Sentence]:
    """A stretch of a text, cut between words where it is too long for a sentence; nothing where it is blank."""
    found = []
    while start < end:
        stop = min(start + LONGEST_SENTENCE, end)
        if stop < end:
            stop = text.text.rfind(" ", start + 1, stop) + 1 or stop
        if text.text[start:stop].strip():
            found.append(cut(text, start, stop, role))
        start = stop
    return found


def role_of(text: str) -> str:
    """What a sentence is by its form: "material", "credit" or "text"."""
    if MATERIAL.match(text[:LONGEST_LINE]):
        return "material"
    return "credit" if len(text) <= LONGEST_LINE and CREDIT.match(text) else "text"


def names(credit: str) -> tuple[str, ...]:
    """The people of a credit; a surname shared by two is given to both."""
    found = CREDIT.match(credit)
    if not found:
        return ()
    people = [name.strip() for name in re.split(r"\s*(?:,|&|\bet\b|\band\b|\bund\b)\s*", found[1]) if name.strip()]
    surname = people[-1].split()[-1] if len(people[-1].split()) > 1 else ""
    return tuple(name if len(name.split()) > 1 or not surname else f"{name} {surname}" for name in people)
