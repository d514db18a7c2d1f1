"""Find the headings of variants and of sections, also within a line and with misread numbers."""

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
"""What may stand before the number of a heading."""
_NUMBER = rf"(?P<label>(?:(?i:{WORDS})\s+)?(?P<number>\d{{1,3}})\s?[.)])\s+"
_ALONE = re.compile(rf"\s*{_NUMBER}(?P<title>\S.*?)\s*:?\s+(?P<players>{COUNTS})\s*:?\s*$")
_WITHIN = re.compile(
    rf"(?:^\s*|(?<=[.:!?…)»])\s+){_NUMBER}(?P<title>[A-ZÀ-Þ0-9«][^.!?]{{0,80}}?)\s*:?\s+(?P<players>{COUNTS})\s*:?"
    r"(?=\s+[A-ZÀ-Þ«(]|\s*$)"
)
_BARE = re.compile(rf"\s*{_NUMBER}(?P<title>[A-ZÀ-Þ0-9«].{{0,70}}?)\s*$")
_NUMBERED = re.compile(r"\b(?:n[°º]|nos?\.?|nr\.?|#)$", re.IGNORECASE)  # a number has to follow in the title
_RANGE = re.compile(r"(\d{1,2})[-–](\d{1,2})")
SHORTEST_REST = 25  # characters of a line that begins with a heading and goes on with text
_COUNTS = re.compile(COUNTS)
_COUNTED = re.compile(rf"\s(?P<counts>{_GROUP}(?:[\s,/]+{_GROUP}){{1,12}})\s*$")  # "The hut 2 3 4", "The hut (2) 3"
LONGEST_TITLE = 90  # characters
AT_TABLE = 20  # players of a game, where nothing says that players are meant
NUMBERED_TITLE = 5  # words that a heading has at most which ends in a number
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Heading:
    """A heading of a variant: its number, title and players, and where it stands.

    piece: the line it begins in; start: where in it; pieces: how many lines it takes; end: where in the last one.
    """

    number: int
    title: str
    players: Players
    piece: int
    start: int
    end: int
    pieces: int = 1


def _every(span: re.Match[str]) -> str:
    """Every number of a span."""
    return " ".join(map(str, range(int(span[1]), int(span[2]) + 1))) or f"{span[1]} {span[2]}"


def counts(text: str, *, ascending: bool = True) -> tuple[Players, bool] | None:
    """Read numbers of players as printed, and whether zeros stood for absent ones.

    None if they do not ascend, though they have to.
    """
    advised: list[int] = []
    possible: list[int] = []
    seen: list[int] = []
    zeros = False
    for match in re.finditer(r"\(([^)]*)\)|(\d+)", _RANGE.sub(_every, text)):
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


def _trimmed(title: str, numbers: str) -> tuple[str, Players] | None:
    """Title and numbers of players, when the first of the numbers may still belong to the title.

    Three numbers or more that do not ascend in any case are misprinted numbers of players.
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
    """The headings of the variants, in the order of the text; and those whose numbers break the order or come twice.

    Numbered lines without numbers of players are headings only where a number is missing between two headings; so steps
    of a rule are none.
    """
    strong: list[Heading] = []
    bare: list[Heading] = []
    for i, piece in enumerate(pieces):
        following = pieces[i + 1] if i + 1 < len(pieces) else None
        if below := _counted_below(piece.text, following.text, i) if following else None:
            strong.append(below)
            continue
        strong += _in_piece(piece, following, i, wrapping)
        lost = _BARE.match(piece.text) if len(piece.text) <= LONGEST_LINE else None
        if lost and _LETTER.search(lost["title"]) and not (strong and strong[-1].piece == i):
            title = lost["title"].rstrip(" :.")
            bare.append(Heading(int(lost["number"]), title, Players(), i, lost.start("label"), lost.end()))
    return _chained(strong, bare)


def _in_piece(piece: Piece, following: Piece | None, i: int, wrapping: Wrapping) -> Iterator[Heading]:
    """The headings with numbers of players in one piece: it alone, within it, or broken over its end."""
    alone = _ALONE.match(piece.text) if len(piece.text) <= LONGEST_LINE else None
    broken = [] if alone or not following or piece.line.ends else _broken(piece, following, i, wrapping)
    starts = {heading.start for heading in broken}
    for match in [alone] if alone else _WITHIN.finditer(piece.text):
        if alone or match.start() or not _is_title(piece.text, match):
            heading = _heading(match, i)
            if heading and heading.start not in starts:
                yield heading
    yield from broken


def _chained(strong: Sequence[Heading], bare: Sequence[Heading]) -> tuple[list[Heading], list[Heading]]:
    """Those whose numbers ascend, others whose number nobody has, and bare ones that fill a gap; the rest apart."""
    chain = [strong[k] for k in longest_ascending(heading.number for heading in strong)]
    kept = {id(heading) for heading in chain}
    taken = {heading.number for heading in chain}
    moved: list[Heading] = []
    for heading in strong:
        if len(chain) > 1 and heading.number not in taken:
            taken.add(heading.number)
            moved.append(heading)
    filling = [heading for heading in _filling(chain, bare) if heading.number not in taken]
    listed = sorted([*chain, *moved], key=lambda heading: (heading.piece, heading.start))
    headings = sorted([*listed, *filling], key=lambda heading: (heading.piece, heading.start))
    return headings, [heading for heading in strong if id(heading) not in kept]


def _is_title(text: str, match: re.Match[str]) -> bool:
    """Is a line a title with a number in it, or more than one: "4. Les 7 Rosées", "5. Der Kran: 3, 4 Spieler"?"""
    rest = text[match.end() :].strip()
    return 0 < len(rest) < SHORTEST_REST and not re.search(r"[.:!?…]$|:", rest)


def _heading(match: re.Match[str], piece: int) -> Heading | None:
    read = _trimmed(match["title"], match["players"])
    if not read or len(read[0]) > LONGEST_TITLE or not 0 < max(read[1].all, default=0) <= AT_TABLE:
        return None  # nobody, or a crowd: a title that ends in a number
    return Heading(int(match["number"]), *read, piece, match.start("label"), match.end())


def _counted_below(text: str, following: str, piece: int) -> Heading | None:
    """A heading whose numbers of players are the next line."""
    if len(text) > LONGEST_LINE or not _COUNTS.fullmatch(following[:LONGEST_LINE]):
        return None
    match, read = _ALONE.match(f"{text} {following}"), counts(following)
    if not match or not read or not _LETTER.search(text):
        return None
    title = text[match.start("title") :].rstrip(" :")
    return Heading(int(match["number"]), title, read[0], piece, match.start("label"), len(following), 2)


def _broken(one: Piece, two: Piece, piece: int, wrapping: Wrapping) -> list[Heading]:
    """Headings that begin in one line and end in the next.

    A line that is a title, above one that ends in a number, is none: "1. The hut", "One goes on to square 12".
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


def _filling(chain: Sequence[Heading], bare: Sequence[Heading]) -> list[Heading]:
    """Headings without numbers of players that fill a gap of the chain."""
    found = []
    for one, two in pairwise(chain):
        wanted = one.number + 1
        for heading in bare:
            if one.piece < heading.piece < two.piece and wanted <= heading.number < two.number:
                found.append(heading)
                wanted = heading.number + 1
    return found


def section_heading(pieces: Sequence[Piece], i: int, wrapping: Wrapping, *, colon: bool) -> bool:
    """Is this line the heading of a section?  colon: may it end in a colon?"""
    text = pieces[i].text
    tail = _COUNTED.search(text)
    counted = counts(tail["counts"]) if tail else None  # "The board of five by five (2) 3 4"
    told = counted if pieces[i].blank else None  # "5 by 5: the board (2) 3 4", which is a heading if it stands apart
    if (
        pieces[i].row
        or not (told or text[:1].isupper())
        or len(text) > 70
        or BULLET.match(text)
        or MATERIAL.match(text)
        or CREDIT.match(text)
    ):
        return False
    if not told and re.search(r"[.!?…;,]$|[.!?…:;]\s+\S", text) and not re.search(r"^[^.!?…;]*»\s?:$", text):
        return False
    if text[-1].isdigit() and not counted and len(text.split()) > NUMBERED_TITLE:
        return False  # a sentence without its full stop: "One goes on to square 36"
    if text.endswith(":") and not colon:
        return False
    if i and wrapping.joined(pieces[i - 1], pieces[i]):
        return False
    return i + 1 == len(pieces) or not wrapping.joined(pieces[i], pieces[i + 1])


_LABEL = re.compile(
    r"\s*(?:#+\s*)?(?:[^\W\d_]{1,9}\.?\s*)?(?:n[°ºo.]+\s*)?\d{1,3}\s*[.):–—-]*\s+(?=.*[^\W\d_])", re.IGNORECASE
)


def told_headings(found: Sequence[Heading], lines: Sequence[Piece], told: Mapping[int, int]) -> list[Heading]:
    """The headings found, with the corrections of a translator applied."""
    kept = [one for one in found if not any(piece.line.number in told for piece in lines[one.piece :][: one.pieces])]
    for i, piece in enumerate(lines):
        number = told.get(piece.line.number, 0)
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


MOST = 12  # numbers in a row that may be missing
FARTHEST = 4_000  # characters of a line that are looked through
_ENDS = re.compile(r"[.:!?…)»]\s+")
_TOLD = re.compile(
    rf"(?P<title>[A-ZÀ-Þ0-9«][^.!?]{{0,60}}?)\s*[:,–—-]?\s*[(\[]?(?P<players>{COUNTS})[)\]]?\s*[.:]?\s+(?=[A-ZÀ-Þ«(])"
)


def run_in(
    pieces: Sequence[Piece],
    headings: Sequence[Heading],
    form: re.Pattern[str],
    number: Callable[[re.Match[str]], int | None],
) -> Iterator[Heading]:
    """Find headings within lines, for numbers that are missing between two others."""
    for one, two in pairwise(headings):
        due = one.number + 1
        if not 0 < two.number - due <= MOST:
            continue
        for i in range(one.piece + one.pieces - 1, two.piece):
            text = pieces[i].text[:FARTHEST]
            for opening in _ENDS.finditer(text):
                match = form.match(text[opening.end() :])
                told = _TOLD.match(match["title"]) if match and number(match) == due < two.number else None
                players = counts(told["players"]) if told else None
                if match and told and players:
                    start, end = opening.end(), opening.end() + match.start("title") + told.end()
                    yield Heading(due, told["title"].rstrip(" :"), players[0], i, start, end)
                    due += 1


_PRINTED_LABEL = re.compile(r"(?P<number>\d{1,3})(?P<mark>\s?[.)])\s+\S")
_MISREAD = re.compile(r"(?P<number>[\dlIi|!OoQSsBZzg]{1,3})(?P<mark>\s?[.),])\s+(?=[A-ZÀ-Þ0-9«“\"(])")
_DIGITS = str.maketrans("lIi|!OoQSsBZzg", "11111000558229")
FARTHEST_LABEL = 12  # how far the numbers above and below may be, where others between them were misread, too
FEWEST = 3  # numbered lines of a text in which a number may be missing


def put_right(pieces: Sequence[Piece]) -> list[Piece]:
    """Correct numbers of headings that text recognition misread."""
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
            continue  # the numeral or the letter of another list
        before = numbers[k - 1] if k else 0
        after = number + 1 if last else numbers[k]
        if not before < number < after or number - before > FARTHEST_LABEL or after - number > FARTHEST_LABEL:
            continue
        mark = match["mark"].strip() if match["mark"].strip() in marks else "."
        text = f"{number}{mark} {piece.text[match.end() :]}"
        found[i] = replace(piece, line=replace(piece.line, text=text))
    return found
