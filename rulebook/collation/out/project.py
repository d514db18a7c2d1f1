"""A project of the desk in one file: witnesses, translation, decisions, notes, glossary.

The file has one line for each witness line, decision or note line, so that version control can diff and merge it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from ..errors import CollationError, DecisionError
from ..finding import Finding, Place, difference, with_distinct_ids
from ..language.dictionary import stemmed
from ..meaning.judging import BALANCED, LEVELS
from ..pairs import Pair, combined
from ..reading.reader import parse
from ..witness import Line, Witness
from .decisions import GONE, SIZE_LIMIT, Decisions, parse_json

VERSION = 1
SIDES = ("a", "b", "translation")
LAST, DEEPEST = 10**7, 20  # highest line number, deepest heading level
OTHERS = tuple("cdefghijkl")  # further witnesses, for the apparatus


@dataclass(frozen=True)
class Project:
    """The contents of a desk: witnesses by side (`SIDES`, `OTHERS`), decisions, notes, glossary.

    language: of the translation; against: the side it is checked against; tell: how much of it is reported.
    """

    witnesses: Mapping[str, Witness]
    language: str = "en"
    decisions: Decisions = field(default_factory=Decisions)
    notes: str = ""
    glossary: str = ""
    against: str = "a"
    tell: str = BALANCED

    def text(self) -> str:
        """Format as a file (JSON, one item per line)."""
        sides = ",\n".join(
            f'{_json(side)}: {{"name": {_json(one.name)}, "structure": {_json(sorted(one.corrections.items()))}, '
            f'"lines": [\n{_listed(map(_plain, one.lines))}\n]}}'
            for side, one in self.witnesses.items()
        )
        decided = sorted(self.decisions.by_id.items())
        made = ",\n".join(f"{_json(name)}: {_json(decision.plain())}" for name, decision in decided)
        gone = ",\n".join(f"{_json(name)}: {_json(verdict)}" for name, verdict in sorted(self.decisions.gone.items()))
        notes, glossary = (_listed(text.split("\n") if text else ()) for text in (self.notes, self.glossary))
        return (
            f'{{"project": {VERSION}, "language": {_json(self.language)}, "against": {_json(self.against)}, '
            f'"tell": {_json(self.tell)},\n"notes": [\n{notes}\n],\n'
            f'"glossary": [\n{glossary}\n],\n'
            f'"witnesses": {{\n{sides}\n}},\n"decisions": {{\n{made}\n}}'
            + (f',\n"{GONE}": {{\n{gone}\n}}' if gone else "")
            + "}\n"
        )

    @classmethod
    def read(cls, text: str, name: str = "project") -> "Project":
        """Read a project from the text of a file.  Raise CollationError if it or one of its witnesses is invalid."""
        try:
            if len(text) > SIZE_LIMIT:
                raise ValueError
            data = parse_json(text)
            if type(data["project"]) is int and data["project"] > VERSION:
                raise CollationError("project-newer", name=name)
            if data["project"] != VERSION:
                raise ValueError
            notes, glossary, language = _joined(data["notes"]), _joined(data.get("glossary", [])), data["language"]
            against, tell = data.get("against", "a"), data.get("tell", BALANCED)  # missing from older projects
            if not isinstance(language, str):
                raise TypeError
            if against not in ("a", "b") or tell not in LEVELS:
                raise ValueError
            lines = {
                side: (str(one["name"])[:200], tuple(_line(n, line) for n, line in enumerate(one["lines"], 1)))
                for side, one in data["witnesses"].items()
            }
            corrections = {side: _corrections(one.get("structure", [])) for side, one in data["witnesses"].items()}
            if not {"a", "b"} <= set(lines) <= {*SIDES, *OTHERS} or not all(some for _, some in lines.values()):
                raise ValueError
            decided = Decisions.read(text, name)
        except CollationError as error:
            if isinstance(error, DecisionError):
                raise CollationError("project", name=name) from None
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise CollationError("project", name=name) from None
        read = {side: parse(of, some, corrections=corrections[side]) for side, (of, some) in lines.items()}
        return cls(read, language, decided, notes, glossary, against, tell)


class Merged(NamedTuple):
    """A merged project, the ids of conflicting decisions, and whether their translation was left out."""

    project: Project
    apart: list[str]
    left_out: bool


def merged(mine: Project, theirs: Project) -> Merged:
    """Merge two people's work on the same texts.

    Of conflicting decisions mine are kept, with theirs as `Decision.other`; a decision taken back is removed if the
    other left it unchanged.  A translation, further witnesses and corrections of lines that only they have are
    added; of two translations mine is kept.  Raise CollationError if the texts differ.
    """
    for side in ("a", "b"):
        one, two = (project.witnesses[side].lines for project in (mine, theirs))
        if [line.text for line in one] != [line.text for line in two]:
            raise CollationError("project-other", name=theirs.witnesses[side].name)
    ours, others = (
        {name: made for name, made in one.by_id.items() if other.gone.get(name) != made.verdict}
        for one, other in ((mine.decisions, theirs.decisions), (theirs.decisions, mine.decisions))
    )
    apart = [name for name, made in others.items() if name in ours and ours[name].verdict[::2] != made.verdict[::2]]
    notes, glossary = (_of_both(*two) for two in ((mine.notes, theirs.notes), (mine.glossary, theirs.glossary)))
    decided = {**others, **ours}
    for name in apart:
        decided[name] = replace(ours[name], other=others[name].verdict)
    gone = {**theirs.decisions.gone, **mine.decisions.gone}
    sides, language, left_out = {**theirs.witnesses}, mine.language, False
    sides |= _further(mine.witnesses, theirs.witnesses)
    for side, own in mine.witnesses.items():
        other = sides.get(side, own)
        same = [line.text for line in own.lines] == [line.text for line in other.lines]
        both = {**other.corrections, **own.corrections} if same else own.corrections
        sides[side] = own if both == own.corrections else parse(own.name, own.lines, corrections=both)
        left_out |= side == "translation" and not same
    if "translation" in theirs.witnesses and "translation" not in mine.witnesses:
        language = theirs.language
    made = replace(
        mine, witnesses=sides, language=language, decisions=Decisions(decided, gone), notes=notes, glossary=glossary
    )
    return Merged(made, apart, left_out)


def _further(mine: Mapping[str, Witness], theirs: Mapping[str, Witness]) -> dict[str, Witness]:
    """Return the further witnesses of both, mine first, without duplicates, as many as there are sigla in `OTHERS`."""
    found, more = ([sides[side] for side in OTHERS if side in sides] for sides in (mine, theirs))
    known = [[line.text for line in one.lines] for one in found]
    found += [one for one in more if [line.text for line in one.lines] not in known]
    return dict(zip(OTHERS, found, strict=False))


def _of_both(mine: str, theirs: str) -> str:
    """Merge two texts line by line: shared lines once, mine first."""
    one, two = mine.split("\n"), theirs.split("\n")
    if not (mine and theirs):
        return mine or theirs
    steps = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    return "\n".join(line for step, i, j, k, m in steps for line in (*one[i:j], *(() if step == "equal" else two[k:m])))


def _joined(lines: object) -> str:
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise TypeError
    return "\n".join(lines)


def _corrections(data: Any) -> dict[int, int]:
    found = dict(data)
    if not all(type(n) is int for one in found.items() for n in one):
        raise ValueError
    return found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(values: Iterable[Any]) -> str:
    return ",\n".join(map(_json, values))


def _plain(line: Line) -> Any:
    bare = line.ends is None and line.level is None
    return [line.number, line.text] if bare else [line.number, line.text, line.ends, line.level]


def _line(n: int, data: Any) -> Line:
    """Read the nth line of a file; a bare text is numbered by its position."""
    number, text, *more = (n, data) if isinstance(data, str) else data
    ends, level = more or (None, None)
    if not (type(number) is int and isinstance(text, str) and ends in (None, True, False)):
        raise ValueError
    if not 0 < number <= LAST or "\n" in text or "\0" in text:
        raise ValueError
    if level is not None and (type(level) is not int or not 0 <= level <= DEEPEST):
        raise ValueError
    return Line(number, text, ends, level)


Agreed = tuple[str, tuple[str, ...]]
MOST = 500  # lines of a glossary that are read
SHORT, ENDING = 3, 2  # letters
_LINE = re.compile(r"\s*([^=]{1,80}?)\s*=\s*(\S[^=]{0,200}?)\s*$")
_WORD = re.compile(r"[^\W_]+")


def entries(glossary: str) -> list[Agreed]:
    """Return the entries of a glossary: (source, translations); several lines about a word are alternatives."""
    found: dict[str, Agreed] = {}
    for one in filter(None, map(_LINE.match, glossary.splitlines()[:MOST])):
        source, into = found.get(one[1].casefold(), (one[1], ()))
        more = filter(None, map(str.strip, one[2].split("/")))
        found[one[1].casefold()] = source, tuple(dict.fromkeys([*into, *more]))
    return list(found.values())


def disputed(mine: str, theirs: str) -> list[str]:
    """Return the words that two glossaries translate differently."""
    others = {source.casefold(): into for source, into in entries(theirs)}
    return [source for source, into in entries(mine) if set(others.get(source.casefold(), into)) != set(into)]


def check_glossary(pairs: Iterable[Pair], agreed: Sequence[Agreed], languages: tuple[str, str]) -> list[Finding]:
    """Return findings for glossary words in a source sentence without an agreed translation in the target."""
    return with_distinct_ids(list(_missing(pairs, agreed, languages)))


def _missing(pairs: Iterable[Pair], agreed: Sequence[Agreed], languages: tuple[str, str]) -> Iterator[Finding]:
    forms = [
        (source, into, _words(source, languages[0]), [_words(one, languages[1]) for one in into])
        for source, into in agreed
    ]
    for pair in pairs:
        if not (pair.a and pair.b):
            continue
        places = [Place.of(combined(side)) for side in (pair.a, pair.b)]
        mine, theirs = (_words(place.text, language) for place, language in zip(places, languages, strict=True))
        for source, into, term, allowed in forms:
            if _contains(mine, term) and not any(_contains(theirs, one) for one in allowed):
                yield difference("synonym", pair.variant, places, "agreed", "synonym", a=source, b=" / ".join(into))


Word = tuple[str, str]  # and its stem


def _contains(text: Sequence[Word], term: Sequence[Word]) -> bool:
    """Return whether a text contains the words of a term consecutively."""
    many = len(term)
    return many > 0 and any(all(map(_is_same, text[i:], term)) for i in range(len(text) - many + 1))


def _is_same(one: Word, other: Word) -> bool:
    """Return whether two words have one stem, or differ in an ending: stemmers take some nouns for verbs."""
    short, long = sorted((one[0], other[0]), key=len)
    return one[1] == other[1] or (len(short) > SHORT and long.startswith(short) and len(long) - len(short) <= ENDING)


def _words(text: str, language: str) -> list[Word]:
    words = [word.casefold() for word in _WORD.findall(text)]
    return [(word, stemmed(word, language)) for word in words]
