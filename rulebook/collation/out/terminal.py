"""Show the first findings with their passages on a terminal; not part of the static book, which has no terminal."""

import re
from collections.abc import Iterator, Sequence

from hedgekit.terminal.output import Terminal, printable
from rulebook.text import words
from rulebook.text.commands import sentences_in

from ..finding import CLASSES, Finding, Place
from ..reading.reader import listed
from .apparatus import Apparatus
from .decisions import Decisions
from .exports import once

MOST = 20  # findings that are shown; files have them all
INDENT, LINES = 2, 2  # of passages
WRAPPED = 10  # columns left free on a line of a passage, since words are not broken


def show(findings: Sequence[Finding], terminal: Terminal, language: str) -> None:
    """Print findings: kind, note, both passages; most important first, as in the report."""
    shown = once(findings, Decisions())
    for one in sorted(shown, key=Finding.weight)[:MOST]:
        terminal.say()
        terminal.lines([terminal.paint(printable(" · ".join(_labels(one, language))), "")])
        terminal.say(one.note(language), INDENT)
        for side, place in (("A", one.a), ("B", one.b)):
            if place:
                terminal.say(_passage(side, place, LINES * (terminal.width - WRAPPED), language), INDENT)
    if len(shown) > MOST:
        terminal.say()
        terminal.say(sentences_in(language)("said.more_findings", many=len(shown) - MOST))


def show_readings(found: Apparatus, terminal: Terminal, language: str) -> None:
    """Print the places where witnesses differ, with the sigla of each reading."""
    places = found.places
    terminal.say()
    terminal.say(sentences_in(language)("said.readings", witnesses=len(found.names), many=len(places)))
    for variant, place in places[:MOST]:
        clause = [sentences_in(language)("said.clause", number=variant)] if variant else []
        readings = [f"{sigla.replace(' ', ', ')}: {text or '–'}" for text, sigla in place.shared.items()]
        terminal.say(" · ".join([*clause, *readings]), INDENT)
    if len(places) > MOST:
        terminal.say(sentences_in(language)("said.more_readings", many=len(places) - MOST))


def _labels(one: Finding, language: str) -> Iterator[str]:
    if one.variant:
        yield sentences_in(language)("said.clause", number=one.variant)
    yield words.text(f"collation.classes.{one.klass}", language)
    if one.kind not in CLASSES:
        yield words.text(f"collation.kinds.{one.kind}", language)
    if one.klass == "meaning":
        yield words.text(f"collation.changes.{one.changes}", language)


def _passage(side: str, place: Place, width: int, language: str) -> str:
    """Quote the words of a place in brackets, with as much of their sentence as fits."""

    def quoted(passage: str) -> str:
        return sentences_in(language)("said.passage", side=side, line=listed(place.lines), words=passage)

    whole, found = " ".join((place.context or place.text).split()), " ".join(place.text.split())
    at = re.search(rf"(?<!\w){re.escape(found)}(?!\w)", whole) if found != whole else None
    start, end = at.span() if at else (0, 0)
    if start < end:
        whole = f"{whole[:start]}[{whole[start:end]}]{whole[end:]}"
        end += len("[]")
    return quoted(_cut(whole, start, end, width - len(quoted(""))))


def _cut(text: str, start: int, end: int, room: int) -> str:
    """Cut a text to fit around the words between two offsets."""
    if len(text) <= room:
        return text
    first = max(min(start - max(room - (end - start), 0) // 2, len(text) - room), 0)
    shown = text[first : first + room]
    if first:
        shown = "… " + (shown[2:].partition(" ")[2] or shown[2:])
    if first + room < len(text):
        shown = (shown[:-2].rpartition(" ")[0] or shown[:-2]) + " …"
    return shown
