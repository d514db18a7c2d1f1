"""Find the structure of a witness: title block, base rules, entries, sections, closing text and table.

There are three shapes: "list", variants under headings "number. title players", with text before, sections between and
a table at the end; "numbered", the same with other headings (`numbering.py`) or numbered paragraphs without titles;
"sections", text under unnumbered headings, or under none.  Text that fits nowhere goes to `Witness.unplaced`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rulebook.formats.limits import MEMORY, SECONDS, SIGNS_LIMIT, TOGETHER, WORDS_LIMIT, visible
from rulebook.text import words

from ..errors import WitnessError
from ..language.tokens import letters, unaccented
from ..progress import pulse
from ..witness import BASE, Entry, Line, Part, Sentence, Witness
from . import files
from .headings import Heading, apply_corrections, correct_misread_numbers, entry_headings, is_section_heading
from .numbering import DEEPER, numbered_headings, numbered_paragraphs, titled_headings, without_labels
from .paragraphs import BULLET, MATERIAL, Piece, Wrapping, bounded, cut, names, paragraphs, pieces, sentences, unwrap
from .players import restore_title_numbers
from .references import references
from .table import Table, find_table
from .titles import rows_by_variant

WORD_LIMIT = 200  # letters of a word
NAMED = 20  # files or lines that a sentence lists
_MARK = re.compile(r"^\s*<\|[^|\s]{1,120}\|>")
_OPENING = re.compile(r"(?:regles?|materiel|but|principe|contenu|preparation|rules?|material|spielregel)\b")
_MATERIAL_HEADING = re.compile(r"\s*(?:matériel|material|contenu|equipment)\s*:?\s*$", re.IGNORECASE)
_DASH = re.compile(r"\s+[—–-]\s+")


def read(path: str | Path) -> Witness:
    """Read a file, or a folder of pages.  Raise WitnessError if it cannot be read."""
    return _parse_files(Path(path).name, files.read_path(path))


def read_bytes(name: str, data: bytes) -> Witness:
    """Read the content of an uploaded file.  Raise WitnessError as `read` does."""
    return parse(name, files.read_bytes(name, data))


def read_pages(pages: Sequence[tuple[str, bytes]]) -> Witness:
    """Read uploaded files (names and contents) as the pages of one text.  Raise WitnessError as `read` does."""
    return _parse_files(pages[0][0], files.read_pages(pages))


def _parse_files(name: str, found: files.Read) -> Witness:
    return replace(parse(name, found.lines), unread=found.unread)


def describe_omissions(witnesses: Iterable[Witness], language: str) -> str:
    """Return sentences about unread files and omitted parts of these witnesses, "" if there are none."""
    witnesses = list(witnesses)
    omitted = [_describe_omitted(one, language) for one in witnesses if any(line.omitted for line in one.lines)]
    unread = [name for one in witnesses for name in one.unread]
    more = f" (+ {len(unread) - NAMED})" if len(unread) > NAMED else ""
    names = ", ".join(unread[:NAMED]) + more
    text = words.text("collation.report.unread", language) if unread else ""
    return " ".join(filter(None, [text.format(names=names, one=SECONDS, all=TOGETHER, memory=MEMORY), *omitted]))


def _describe_omitted(witness: Witness, language: str) -> str:
    """Return a sentence about what was omitted from a witness, and where."""
    places: dict[str, dict[int, None]] = {}
    for line in witness.lines:
        for kind in line.omitted:
            places.setdefault(kind, {})[line.number] = None
    parts = []
    for kind, numbers in places.items():
        parts.append(f"{words.text(f'collation.left.{kind}', language)} ({listed([*numbers])})")
    return words.text("collation.report.left-out", language).format(name=witness.name, what=", ".join(parts))


def listed(numbers: Sequence[int]) -> str:
    """List line numbers, with an ellipsis for those beyond `NAMED`."""
    return ", ".join([*map(str, numbers[:NAMED]), *["…"] * (len(numbers) > NAMED)])


def parse(
    name: str,
    lines: Sequence[Line],
    titles: Mapping[int, str] | None = None,
    corrections: Mapping[int, int] | None = None,
) -> Witness:
    """Find the structure of a witness from its lines.

    titles: of entries with unnumbered headings, by number; corrections: of the structure, by line (see `structure`).
    Raise WitnessError if the text is too long.
    """
    lengths = [word.end() - word.start() for line in lines for word in re.finditer(r"[^\W_]+", line.text)]
    if len(lengths) > WORDS_LIMIT or sum(visible(line.text) for line in lines) > SIGNS_LIMIT:  # signs take as long
        raise WitnessError("long", name=name, limit=WORDS_LIMIT)
    if max(lengths, default=0) > WORD_LIMIT:
        raise WitnessError("word", name=name, limit=WORD_LIMIT)
    marks = tuple(line.number for line in lines if _MARK.match(line.text))
    clean = [replace(line, text=_MARK.sub("", line.text)) for line in lines]
    corrections = dict(corrections or {})
    clean = [replace(line, level=2) if corrections.get(line.number) == -1 else line for line in clean]
    parsed = _Reader(name, correct_misread_numbers(pieces(clean)), marks, titles, corrections).witness()
    return replace(parsed, lines=tuple(lines), corrections=corrections)


def reparse_by_titles(witness: Witness, other: Witness) -> Witness:
    """Parse a witness again by the titles of the other, if their entries do not match.

    Return the witness unchanged if few of these titles are found.
    """
    titles = {n: entry.title for n, entry in other.entries.items()}
    shared = len({letters(entry.title) for entry in witness.entries.values()} & set(map(letters, titles.values())))
    if not titles or shared * 2 >= len(titles):
        return witness
    again = parse(witness.name, witness.lines, titles, witness.corrections)
    return again if len(again.entries) > shared and len(again.entries) * 2 >= len(titles) else witness


class _Reader:
    def __init__(
        self,
        name: str,
        lines: list[Piece],
        marks: tuple[int, ...],
        titles: Mapping[int, str] | None,
        corrections: Mapping[int, int],
    ) -> None:
        self.name = name
        self.pieces = lines
        self.marks = marks
        self.wrapping = Wrapping(lines)
        self.headings, self.stray = entry_headings(lines, self.wrapping)
        self.shape = "list"
        numbered, stray = numbered_headings(lines)
        with_players = sum(bool(one.players.all) for one in self.headings)
        if len(numbered) > max(1.5 * with_players, with_players + 1) or len(self.headings) < 2:
            self.headings, self.stray, self.shape = numbered, stray, "numbered" if numbered else "sections"
        labels = numbered_paragraphs(paragraphs(lines, self.wrapping)) if self.shape != "list" else []
        if labels and (len(self.headings) < 2 or len(labels) >= 2 * len(self.headings)):  # few of them look like titles
            self.headings, self.stray, self.shape = labels, [], "numbered"
        by_title = titled_headings(lines, titles) if titles else []
        if titles and len(by_title) * 2 >= len(titles):
            self.headings, self.stray, self.shape = by_title, [], "sections"
        self.headings = restore_title_numbers(self.headings)
        if corrections:
            self.headings = apply_corrections(self.headings, lines, corrections)
        taken = {heading.piece + k for heading in self.headings for k in range(heading.pieces)}
        self.pieces = lines = without_labels(lines, taken)
        self.table = find_table(lines, taken, self.wrapping)
        self.placed: set[int] = set()

    def witness(self) -> Witness:
        """Read the whole witness."""
        table = self.table
        end = table.first if table.rows else len(self.pieces)
        in_table = range(table.first, table.end) if table.rows else range(0)
        headings = [heading for heading in self.headings if heading.piece not in in_table]
        if not headings:
            parts = [Part("text", heading, self.text(body)) for heading, body in self.sections(0, end)]
            self.placed.update(range(end))
        else:
            parts = [*self.front(headings[0].piece), *self.entries(headings, end)]
        if table.rows:
            self.placed.update(in_table)
            self.placed.difference_update(table.strays)
            parts += self.colophon(table)
        unplaced = tuple((piece.line.number, piece.text) for i, piece in enumerate(self.pieces) if i not in self.placed)
        rows = rows_by_variant({part.number: part for part in parts if isinstance(part, Entry)}, table.rows)
        return Witness(
            self.name, tuple(parts), tuple(table.rows), tuple(table.head), tuple(table.families), rows, self.marks,
            unplaced, self.stray_headings(headings, in_table), self.shape,
        )  # fmt: skip

    def stray_headings(self, headings: Sequence[Heading], table: range) -> tuple[tuple[int, Sentence], ...]:
        """Return lines outside the table that look like headings but have a number that does not fit."""
        taken = {heading.piece + k for heading in headings for k in range(heading.pieces)}
        found = []
        for heading in self.stray:
            lines = self.pieces[heading.piece : heading.piece + heading.pieces]
            if heading.piece not in table and not (heading.pieces > 1 and heading.piece in taken):
                text = unwrap(lines, "heading")
                end = len(text.text) - len(lines[-1].text) + heading.end
                found.append((heading.number, cut(text, heading.start, end)))
        return tuple(found)

    # ---- before the list ----

    def front(self, end: int) -> list[Part]:
        """Return the title block, the base rules, and the introduction to the list."""
        start = self.opening(end)
        self.placed.update(range(end))
        block = paragraphs(self.pieces[:start], self.wrapping)
        title = [line for one in block for line in _split_at_dashes(unwrap(one))]
        parts = [Part("title", None, tuple(title))] if title else []
        for heading, body in self.sections(start, end):
            parts.append(Part("base", heading, self.text(body)))
        # The heading right above the list belongs to the list: "Variants", "First, to be complete:".
        last = len(parts)
        while last and parts[last - 1].kind == "base" and not parts[last - 1].sentences:
            last -= 1
        number = self.headings[0].number
        return parts[:last] + [Part("section", part.heading, (), number) for part in parts[last:]]

    def opening(self, end: int) -> int:
        """Return where the base rules begin: at a usual or lower-level heading, or at the first list or sentence."""
        pieces, top = self.pieces, DEEPER
        first_sentence = next((i for i in range(end) if re.search(r"[.!?…]\s*$", pieces[i].text)), 0)
        for i in range(end):
            usual = _OPENING.match(unaccented(pieces[i].text.casefold())) and self.heading(i)
            before_text = i < first_sentence or not first_sentence
            item = before_text and BULLET.match(pieces[i].text) and not pieces[i].text[0].isalnum()
            level = pieces[i].line.level or top
            if usual or item or level > top:
                start = i
                break
            top = level
        else:
            start = first_sentence
        while start and self.wrapping.joined(pieces[start - 1], pieces[start]):
            start -= 1
        if start < 2 or self.heading(start) or not self.heading(start - 1):
            return start
        above = pieces[start - 1]  # a heading of the text, rather than another line of the title
        return start - 1 if above.line.level is not None or above.blank > pieces[start].blank else start

    def heading(self, i: int) -> bool:
        if self.pieces[i].line.level is not None:
            return True
        return is_section_heading(self.pieces, i, self.wrapping, colon=True)

    def sections(self, start: int, end: int) -> list[tuple[Sentence | None, list[Piece]]]:
        """Return the lines by section: (heading, lines under it)."""
        found: list[tuple[Sentence | None, list[Piece]]] = []
        for i in range(start, end):
            if self.heading(i):
                found.append((unwrap([self.pieces[i]], "heading"), []))
            elif found:
                found[-1][1].append(self.pieces[i])
            else:
                found.append((None, [self.pieces[i]]))
        return found

    def text(self, lines: Sequence[Piece]) -> tuple[Sentence, ...]:
        """Return lines as sentences."""
        found: list[Sentence] = []
        for paragraph in paragraphs(lines, self.wrapping):
            pulse()
            marked = len(paragraph) == 1 and paragraph[0].line.level is not None
            found += [unwrap(paragraph, "heading")] if marked else sentences(unwrap(paragraph))
        return tuple(found)

    # ---- the list ----

    def entries(self, headings: Sequence[Heading], end: int) -> list[Part]:
        """Return the variants, the sections between them, and the text after the last one."""
        parts: list[Part] = []
        for k, heading in enumerate(headings):
            pulse()
            following = headings[k + 1] if k + 1 < len(headings) else None
            body, intro = self.body(heading, following, end)
            # A line that ends in a colon introduces a list, unless the next variant follows immediately.
            last = len(body) - 1 if following else -1
            level, wrapping = self.pieces[heading.piece].line.level, self.wrapping
            cuts = [
                i for i, piece in enumerate(body)
                if _may_end_entry(piece.line.level, level)
                and (piece.line.level is not None or (i and is_section_heading(body, i, wrapping, colon=i == last)))
            ]  # fmt: skip
            parts.append(self.entry(heading, body[: cuts[0]] if cuts else body))
            kind, before = ("section", following.number) if following else ("closing", None)
            for one, two in zip(cuts, [*cuts[1:], len(body)], strict=False):
                title = unwrap([body[one]], "heading")
                parts.append(Part(kind, title, self.text(body[one + 1 : two]), before))
            if intro:
                parts.append(intro)
        titles = {part.number: part.title for part in parts if isinstance(part, Entry)}
        return [
            replace(part, references=references(part.sentences, titles)) if isinstance(part, Entry) else part
            for part in parts
        ]

    def body(self, heading: Heading, following: Heading | None, end: int) -> tuple[list[Piece], Part | None]:
        """Return the lines between two headings, and the introduction before the second, if any."""
        last = following.piece if following else end
        self.placed.update(range(heading.piece, last + (following is not None)))
        lines: list[Piece] = []
        tail = heading.piece + heading.pieces - 1
        rest = self.pieces[tail]
        stop = following.start if following and following.piece == tail else len(rest.text)
        if rest.text[heading.end : stop].strip():
            part = _slice(rest, heading.end, stop)
            if tail + 1 < last and part.line.ends is None:  # judge wrapping by the width with the label
                goes_on = self.wrapping.joined(rest, self.pieces[tail + 1])
                part = replace(part, line=replace(part.line, ends=not goes_on))
            lines.append(part)
        if following is None or following.piece == tail:
            return lines + self.pieces[tail + 1 : last], None
        lines += self.pieces[tail + 1 : last]
        opening = self.pieces[last]
        inside = bool(opening.text[: following.start].strip())
        if inside:
            lines.append(_slice(opening, 0, following.start))
        elif opening.blank or not lines or not lines[-1].text.endswith(":"):
            return lines, None
        # A paragraph that runs into a heading introduces it, unless it continues the text before.
        k = next((k for k in range(len(lines) - 1, -1, -1) if lines[k].blank), 0)
        k = k or (len(lines) - 1 if inside else 0)
        if not k or self.wrapping.joined(lines[k - 1], lines[k]):
            return lines, None
        return lines[:k], self.introduction(lines[k:], following.number)

    def introduction(self, lines: Sequence[Piece], before: int) -> Part:
        together = unwrap(lines)
        title = re.match(r"[A-ZÀ-Þ][^.:!?]{2,70}:(?=\s+[A-ZÀ-Þ])", together.text)
        if not title:
            return Part("section", None, tuple(sentences(together)), before)
        rest = cut(together, title.end(), len(together.text))
        return Part("section", cut(together, 0, title.end(), "heading"), tuple(sentences(rest)), before)

    def entry(self, heading: Heading, body: Sequence[Piece]) -> Entry:
        """Return a variant from its heading and its lines."""
        lines = self.pieces[heading.piece : heading.piece + heading.pieces]
        last = _slice(lines[-1], heading.start if heading.pieces == 1 else 0, heading.end)
        opening = _slice(lines[0], heading.start, len(lines[0].text))
        parts = [last] if heading.pieces == 1 else [opening, *lines[1:-1], last]
        title = unwrap(parts, "heading")
        text = self.text(body)
        material = next((MATERIAL.match(one.text) for one in text if one.role == "material"), None)
        if heading.number == BASE:
            named = self.base_material()
        else:
            named = material["what"].strip().rstrip(".") if material else None
        people = tuple(name for one in text if one.role == "credit" for name in names(one.text))
        return Entry("entry", title, text, None, heading.number, heading.title, heading.players, named, people)

    def base_material(self) -> str | None:
        """Return the list under the heading "material" of the base rules, if any."""
        first = self.headings[0].piece
        for heading, lines in self.sections(0, first):
            if heading and _MATERIAL_HEADING.match(heading.text):
                return "; ".join(re.sub(r"^[•*-]\s*", "", one.text) for one in self.text(lines)) or None
        return None

    # ---- after the table ----

    def colophon(self, table: Table) -> list[Part]:
        """Return the text below the table."""
        rest = range(table.end, len(self.pieces))
        self.placed.update(rest)
        lines = [one for i in rest for one in _split_at_dashes(unwrap([self.pieces[i]]))]
        return [Part("colophon", None, tuple(lines))] if lines else []


def _may_end_entry(level: int | None, of_entry: int | None) -> bool:
    """Return whether a heading of this level may begin a part outside the entry before it."""
    return level is None or (level <= of_entry if of_entry is not None else level < DEEPER)


def _slice(piece: Piece, start: int, end: int) -> Piece:
    return Piece(replace(piece.line, text=piece.text[start:end]), piece.blank and not start)


def _split_at_dashes(line: Sentence) -> list[Sentence]:
    """Split a line of a title block at its dashes."""
    bounds = [0, *(at for match in _DASH.finditer(line.text) for at in match.span()), len(line.text)]
    return [part for one, two in zip(bounds[::2], bounds[1::2], strict=True) for part in bounded(line, one, two)]
