"""Find headings of variants and sections, including run-in headings and misread numbers."""

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..sequences import longest_ascending
from ..witness import Players
from .paragraphs import BULLET, CREDIT, LONGEST_LINE, MATERIAL, Piece, Wrapping

_SPAN = r"\d{1,2}(?:[-–]\d{1,2})?"  # "2", or "2-4"
_GROUP = rf"(?:\(\s*{_SPAN}(?:[\s,/]+{_SPAN}){{0,12}}\s*\)|{_SPAN})"
COUNTS = rf"{_GROUP}(?:[\s,/]+{_GROUP}){{0,12}}"
WORDS = (
    r"variantes?|variants?|var\.|variations?|varianten|règles?|rules?|regeln?|chapitres?|chapters?|kapitel|chap\.|kap\.|sections?|abschnitt|"
    r"articles?|artikel|art\.|parties?|parts?|teil|jeux?|games?|spiel|points?|punkt|clauses?|klausel|paragraphe?s?|absatz|ziffer|"
    r"étapes?|steps?|schritte?|phases?"
)
"""Words before the number of a heading."""
_NUMBER = rf"(?P<label>(?:(?i:{WORDS})\s+)?(?P<number>\d{{1,3}})\s?[.)])\s+"
_ALONE = re.compile(rf"\s*{_NUMBER}(?P<title>\S.*?)\s*:?\s+(?P<players>{COUNTS})\s*:?\s*$")
_WITHIN = re.compile(
    rf"(?:^\s*|(?<=[.:!?…)»])\s+){_NUMBER}(?P<title>[A-ZÀ-Þ0-9«][^.!?]{{0,80}}?)\s*:?\s+(?P<players>{COUNTS})\s*:?"
    r"(?=\s+[A-ZÀ-Þ«(]|\s*$)"
)
_BARE = re.compile(rf"\s*{_NUMBER}(?P<title>[A-ZÀ-Þ0-9«].{{0,70}}?)\s*$")
_NUMBERED = re.compile(r"\b(?:n[°º]|nos?\.?|nr\.?|#)$", re.IGNORECASE)  # the next number belongs to the title
_RANGE = re.compile(r"(\d{1,2})[-–](\d{1,2})")
SHORTEST_REST = 25  # characters of text after a run-in heading
_COUNTS = re.compile(COUNTS)
_COUNTED = re.compile(rf"\s(?P<counts>{_GROUP}(?:[\s,/]+{_GROUP}){{1,12}})\s*$")  # "The hut 2 3 4", "The hut (2) 3"
LONGEST_TITLE = 90  # characters
AT_TABLE = 20  # players of a game, unless the heading mentions players
NUMBERED_TITLE = 5  # words of a heading that ends in a number, at most
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Heading:
    """A heading of a variant: its number, title, players and position.

    piece: index of its first line; start: offset in that line; pieces: number of lines; end: offset in the last line.
    """

    number: int
    title: str
    players: Players
    piece: int
    start: int
    end: int
    pieces: int = 1


def _expand(span: re.Match[str]) -> str:
    """Return all numbers of a span."""
    return " ".join(map(str, range(int(span[1]), int(span[2]) + 1))) or f"{span[1]} {span[2]}"


def counts(text: str, *, ascending: bool = True) -> tuple[Players, bool] | None:
    """Read printed numbers of players, and whether zeros stand for absent ones.

    None if they do not ascend although they must.
    """
    advised: list[int] = []
    possible: list[int] = []
    seen: list[int] = []
    zeros = False
    for match in re.finditer(r"\(([^)]*)\)|(\d+)", _RANGE.sub(_expand, text)):
        for word in re.findall(r"\d+", match[0]):
            if word.startswith("0"):
                zeros = True
                word = word.lstrip("0")
                if not word:
                    continue
            number = int(word)
            if ascending and seen and number <= seen[-1]:
                return None
            seen.append(number)
            (possible if match[1] is not None else advised).append(number)
    return Players(tuple(advised), tuple(possible)), zeros


def _split_numbers(title: str, numbers: str) -> tuple[str, Players] | None:
    """Return title and numbers of players; the first number may belong to the title.

    Three or more numbers that do not ascend either way are misprinted numbers of players.
    """
    first = re.match(rf"({_GROUP})[\s,]+(?=\S)", numbers)
    splits = [(title, numbers), (f"{title} {first[1]}", numbers[first.end() :])] if first else [(title, numbers)]
    if first and _NUMBERED.search(title):
        splits.reverse()
    for name, players in splits:
        read = counts(players)
        if read and _LETTER.search(name):
            return name.rstrip(" :"), read[0]
    printed = counts(numbers, ascending=False) if len(numbers.split()) > 2 and _LETTER.search(title) else None
    return (title.rstrip(" :"), printed[0]) if printed else None


def entry_headings(pieces: Sequence[Piece], wrapping: Wrapping) -> tuple[list[Heading], list[Heading]]:
    """Return the headings of variants in the order of the text, and stray ones: duplicate numbers or out of order.

    Numbered lines without numbers of players are headings only if they fill a gap between two headings, since steps of
    a rule look the same.
    """
    strong: list[Heading] = []
    bare: list[Heading] = []
    for i, piece in enumerate(pieces):
        following = pieces[i + 1] if i + 1 < len(pieces) else None
        if below := _with_players_below(piece.text, following.text, i) if following else None:
            strong.append(below)
            continue
        strong += _in_piece(piece, following, i, wrapping)
        match = _BARE.match(piece.text) if len(piece.text) <= LONGEST_LINE else None
        if match and _LETTER.search(match["title"]) and not (strong and strong[-1].piece == i):
            title = match["title"].rstrip(" :.")
            bare.append(Heading(int(match["number"]), title, Players(), i, match.start("label"), match.end()))
    return _chain(strong, bare)


def _in_piece(piece: Piece, following: Piece | None, i: int, wrapping: Wrapping) -> Iterator[Heading]:
    """Yield headings with numbers of players in one line: the whole line, run-in, or continued on the next line."""
    whole = _ALONE.match(piece.text) if len(piece.text) <= LONGEST_LINE else None
    broken = [] if whole or not following or piece.line.ends else _broken(piece, following, i, wrapping)
    starts = {heading.start for heading in broken}
    for match in [whole] if whole else _WITHIN.finditer(piece.text):
        if whole or match.start() or not _is_longer_title(piece.text, match):
            heading = _heading(match, i)
            if heading and heading.start not in starts:
                yield heading
    yield from broken


def _chain(strong: Sequence[Heading], bare: Sequence[Heading]) -> tuple[list[Heading], list[Heading]]:
    """Return the headings in ascending order with moved ones and bare ones that fill gaps, and the stray ones."""
    chain = [strong[k] for k in longest_ascending(heading.number for heading in strong)]
    kept = {id(heading) for heading in chain}
    taken = {heading.number for heading in chain}
    moved: list[Heading] = []
    for heading in strong:
        if len(chain) > 1 and heading.number not in taken:
            taken.add(heading.number)
            moved.append(heading)
    filling = [heading for heading in _filling_gaps(chain, bare) if heading.number not in taken]
    headings = sorted([*chain, *moved, *filling], key=lambda heading: (heading.piece, heading.start))
    return headings, [heading for heading in strong if id(heading) not in kept]


def _is_longer_title(text: str, match: re.Match[str]) -> bool:
    """Return whether the title goes on after the numbers: "4. Les 7 Rosées", "5. Der Kran: 3, 4 Spieler"."""
    rest = text[match.end() :].strip()
    return 0 < len(rest) < SHORTEST_REST and not re.search(r"[.:!?…]$|:", rest)


def _heading(match: re.Match[str], piece: int) -> Heading | None:
    read = _split_numbers(match["title"], match["players"])
    if not read or len(read[0]) > LONGEST_TITLE or not 0 < max(read[1].all, default=0) <= AT_TABLE:
        return None  # no players, or too many: the title ends in a number
    return Heading(int(match["number"]), *read, piece, match.start("label"), match.end())


def _with_players_below(text: str, following: str, piece: int) -> Heading | None:
    """Return a heading with the numbers of players on the next line."""
    if len(text) > LONGEST_LINE or not _COUNTS.fullmatch(following[:LONGEST_LINE]):
        return None
    match, read = _ALONE.match(f"{text} {following}"), counts(following)
    if not match or not read or not _LETTER.search(text):
        return None
    title = text[match.start("title") :].rstrip(" :")
    return Heading(int(match["number"]), title, read[0], piece, match.start("label"), len(following), 2)


def _broken(one: Piece, two: Piece, piece: int, wrapping: Wrapping) -> list[Heading]:
    """Return headings that begin on one line and end on the next.

    A title above a line that ends in a number is none: "1. The hut", "One goes on to square 12".
    """
    text, following = one.text, two.text
    if not re.match(r"[\w(\[«“]", following):  # an item of a list
        return []
    both = f"{text[-LONGEST_LINE:]} {following[:LONGEST_LINE]}"
    before, here = len(text) - len(text[-LONGEST_LINE:]), len(text[-LONGEST_LINE:])
    found = []
    for match in _WITHIN.finditer(both):
        if not match.start("number") < here < match.end("players"):
            continue
        heading = _heading(match, piece)
        sure = heading and (match.start("label") or len(heading.players.all) > 1 or match.end("title") <= here)
        if heading and (sure or wrapping.joined(one, two)):
            found.append(replace(heading, start=heading.start + before, end=heading.end - here - 1, pieces=2))
    return found


def _filling_gaps(chain: Sequence[Heading], bare: Sequence[Heading]) -> list[Heading]:
    """Return the headings without numbers of players that fill gaps of the chain."""
    found = []
    for one, two in pairwise(chain):
        due = one.number + 1
        for heading in bare:
            if one.piece < heading.piece < two.piece and due <= heading.number < two.number:
                found.append(heading)
                due = heading.number + 1
    return found


def is_section_heading(pieces: Sequence[Piece], i: int, wrapping: Wrapping, *, colon: bool) -> bool:
    """Return whether a line is the heading of a section; colon: whether it may end in a colon."""
    text = pieces[i].text
    tail = _COUNTED.search(text)
    counted = counts(tail["counts"]) if tail else None  # "The board of five by five (2) 3 4"
    apart = counted if pieces[i].blank else None  # "5 by 5: the board (2) 3 4" is a heading after a blank line
    if pieces[i].row or not (apart or text[:1].isupper()) or len(text) > 70:
        return False
    if any(form.match(text) for form in (BULLET, MATERIAL, CREDIT)):
        return False
    if not apart and re.search(r"[.!?…;,]$|[.!?…:;]\s+\S", text) and not re.search(r"^[^.!?…;]*»\s?:$", text):
        return False
    if text[-1].isdigit() and not counted and len(text.split()) > NUMBERED_TITLE:
        return False  # a sentence without a full stop: "One goes on to square 36"
    if text.endswith(":") and not colon:
        return False
    if i and wrapping.joined(pieces[i - 1], pieces[i]):
        return False
    return i + 1 == len(pieces) or not wrapping.joined(pieces[i], pieces[i + 1])


_LABEL = re.compile(
    r"\s*(?:#+\s*)?(?:[^\W\d_]{1,9}\.?\s*)?(?:n[°ºo.]+\s*)?\d{1,3}\s*[.):–—-]*\s+(?=.*[^\W\d_])", re.IGNORECASE
)


def apply_corrections(
    found: Sequence[Heading], lines: Sequence[Piece], corrections: Mapping[int, int]
) -> list[Heading]:
    """Return the headings with a translator's corrections applied; corrections: line -> variant, or 0 or -1 if none."""
    own_lines = ((one, lines[one.piece :][: one.pieces]) for one in found)
    kept = [one for one, own in own_lines if not any(piece.line.number in corrections for piece in own)]
    for i, piece in enumerate(lines):
        number = corrections.get(piece.line.number, 0)
        if number > 0:
            old = next((one for one in found if one.piece == i), None)
            match = _LABEL.match(piece.text)
            title = piece.text[match.end() :] if match else piece.text
            players = Players()
            if tail := re.search(rf"\s+({COUNTS})\s*:?\s*$", title):
                read = counts(tail[1])
                title, players = (title[: tail.start()], read[0]) if read else (title, players)
            new = old or Heading(number, title.strip(" :") or piece.text, players, i, 0, len(piece.text))
            kept = [one for one in kept if one.number != number] + [replace(new, number=number)]
    return sorted(kept, key=lambda one: one.piece)


MOST = 12  # consecutive numbers that may be missing
FARTHEST = 4_000  # characters of a line that are searched
_ENDS = re.compile(r"[.:!?…)»]\s+")
_WITH_PLAYERS = re.compile(
    rf"(?P<title>[A-ZÀ-Þ0-9«][^.!?]{{0,60}}?)\s*[:,–—-]?\s*[(\[]?(?P<players>{COUNTS})[)\]]?\s*[.:]?\s+(?=[A-ZÀ-Þ«(])"
)


def run_in(
    pieces: Sequence[Piece],
    headings: Sequence[Heading],
    form: re.Pattern[str],
    number: Callable[[re.Match[str]], int | None],
) -> Iterator[Heading]:
    """Yield run-in headings for numbers missing between two headings; form: of a heading; number: its number."""
    for one, two in pairwise(headings):
        due = one.number + 1
        if not 0 < two.number - due <= MOST:
            continue
        for i in range(one.piece + one.pieces - 1, two.piece):
            text = pieces[i].text[:FARTHEST]
            for opening in _ENDS.finditer(text):
                match = form.match(text[opening.end() :])
                title = _WITH_PLAYERS.match(match["title"]) if match and number(match) == due < two.number else None
                players = counts(title["players"]) if title else None
                if match and title and players:
                    start, end = opening.end(), opening.end() + match.start("title") + title.end()
                    yield Heading(due, title["title"].rstrip(" :"), players[0], i, start, end)
                    due += 1


_PRINTED_LABEL = re.compile(r"(?P<number>\d{1,3})(?P<mark>\s?[.)])\s+\S")
_MISREAD = re.compile(r"(?P<number>[\dlIi|!OoQSsBZzg]{1,3})(?P<mark>\s?[.),])\s+(?=[A-ZÀ-Þ0-9«“\"(])")
_DIGITS = str.maketrans("lIi|!OoQSsBZzg", "11111000558229")
FARTHEST_LABEL = 12  # difference to the numbers above and below, between which others may be misread, too
FEWEST = 3  # numbered lines of a text in which a number may be misread


def correct_misread_numbers(pieces: Sequence[Piece]) -> list[Piece]:
    """Correct numbers of headings misread by text recognition (OCR)."""
    labels = [(i, match) for i, piece in enumerate(pieces) if (match := _PRINTED_LABEL.match(piece.text))]
    if len(labels) < FEWEST:
        return list(pieces)
    places = [i for i, _ in labels]
    numbers = [int(match["number"]) for _, match in labels]
    taken, marks = set(places), {match["mark"].strip() for _, match in labels}
    found = list(pieces)
    for i, piece in enumerate(pieces):
        match = _MISREAD.match(piece.text) if i not in taken else None
        if not match:
            continue
        number, k = int(match["number"].translate(_DIGITS)), bisect(places, i)
        last = k == len(numbers)
        if last and not re.search(r"\d", match["number"]):
            continue  # a numeral or letter of another list
        before = numbers[k - 1] if k else 0
        after = number + 1 if last else numbers[k]
        if not before < number < after or number - before > FARTHEST_LABEL or after - number > FARTHEST_LABEL:
            continue
        mark = match["mark"].strip() if match["mark"].strip() in marks else "."
        text = f"{number}{mark} {piece.text[match.end() :]}"
        found[i] = replace(piece, line=replace(piece.line, text=text))
    return found
