"""A project of the desk in one file: witnesses, translation, decisions, notes, glossary.

The file is text, with one witness line, decision or note line to a line, so that version control can compare and merge
it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from ..errors import CollationError, DecisionError
from ..finding import Finding, Place, differs, told_apart
from ..language.dictionary import stemmed
from ..meaning.judging import BALANCED, LEVELS
from ..pairs import Pair, combined
from ..reading.reader import parse
from ..witness import Line, Witness
from .decisions import GONE, SIZE_LIMIT, Decision, Decisions, parsed

VERSION = 1
SIDES = ("a", "b", "translation")
LAST, DEEPEST = 10**7, 20  # numbers of lines, levels of headings
OTHERS = tuple("cdefghijkl")  # further witnesses, for the apparatus


@dataclass(frozen=True)
class Project:
    """What lies on a desk: witnesses by side (`SIDES`, `OTHERS`), decisions, notes, a glossary.

    language: the translation's; against: the side it is checked against; tell: how much is told about it.
    """

    witnesses: Mapping[str, Witness]
    language: str = "en"
    decisions: Decisions = field(default_factory=Decisions)
    notes: str = ""
    glossary: str = ""
    against: str = "a"
    tell: str = BALANCED

    def text(self) -> str:
        """As a file: JSON, a line each."""
        sides = ",\n".join(
            f'{_json(side)}: {{"name": {_json(one.name)}, "structure": {_json(sorted(one.corrections.items()))}, '
            f'"lines": [\n{_listed(map(_plain, one.lines))}\n]}}'
            for side, one in self.witnesses.items()
        )
        decided = sorted(self.decisions.by_id.items())
        made = ",\n".join(f"{_json(name)}: {_json(decision.plain())}" for name, decision in decided)
        gone = ",\n".join(f"{_json(name)}: {_json(said)}" for name, said in sorted(self.decisions.gone.items()))
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
        """A project from the text of a file.  CollationError if it is none, or a witness in it cannot be read."""
        try:
            if len(text) > SIZE_LIMIT:
                raise ValueError
            data = parsed(text)
            if type(data["project"]) is int and data["project"] > VERSION:
                raise CollationError("project-newer", name=name)
            if data["project"] != VERSION:
                raise ValueError
            notes, glossary, language = _joined(data["notes"]), _joined(data.get("glossary", [])), data["language"]
            against, tell = data.get("against", "a"), data.get("tell", BALANCED)  # which older projects do not say
            if not isinstance(language, str):
                raise TypeError
            if against not in ("a", "b") or tell not in LEVELS:
                raise ValueError
            lines = {
                side: (str(one["name"])[:200], tuple(_line(n, line) for n, line in enumerate(one["lines"], 1)))
                for side, one in data["witnesses"].items()
            }
            told = {side: _corrections(one.get("structure", [])) for side, one in data["witnesses"].items()}
            if not {"a", "b"} <= set(lines) <= {*SIDES, *OTHERS} or not all(said for _, said in lines.values()):
                raise ValueError
            decided = Decisions.read(text, name)
        except CollationError as error:
            if isinstance(error, DecisionError):
                raise CollationError("project", name=name) from None
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise CollationError("project", name=name) from None
        read = {side: parse(of, said, corrections=told[side]) for side, (of, said) in lines.items()}
        return cls(read, language, decided, notes, glossary, against, tell)


class Merged(NamedTuple):
    """A merged project, the ids that both decided differently, and whether their translation was left out."""

    project: Project
    apart: list[str]
    left_out: bool


def merged(mine: Project, theirs: Project) -> Merged:
    """Merge two people's work on the same texts.

    Where both decided, but otherwise, mine stands, with theirs beside it (`Decision.other`); what one of us took back
    is gone if the other left it as it was.  A translation and further witnesses that only they have come along, as does
    what only they have said of a line's structure; of two translations mine stays.

    CollationError if the texts are others.
    """
    for side in ("a", "b"):
        one, two = (project.witnesses[side].lines for project in (mine, theirs))
        if [line.text for line in one] != [line.text for line in two]:
            raise CollationError("project-other", name=theirs.witnesses[side].name)
    ours, others = (
        {name: made for name, made in one.by_id.items() if other.gone.get(name) != made.said}
        for one, other in ((mine.decisions, theirs.decisions), (theirs.decisions, mine.decisions))
    )
    apart = [name for name, made in others.items() if name in ours and _what(ours[name]) != _what(made)]
    notes, glossary = (_of_both(*two) for two in ((mine.notes, theirs.notes), (mine.glossary, theirs.glossary)))
    decided = {**others, **ours}
    for name in apart:
        decided[name] = replace(ours[name], other=others[name].said)
    gone = {**theirs.decisions.gone, **mine.decisions.gone}
    sides, language, left_out = {**theirs.witnesses}, mine.language, False
    sides |= _further(mine.witnesses, theirs.witnesses)
    for side, own in mine.witnesses.items():
        other = sides.get(side, own)
        same = [line.text for line in own.lines] == [line.text for line in other.lines]
        told = {**other.corrections, **own.corrections} if same else own.corrections
        sides[side] = own if told == own.corrections else parse(own.name, own.lines, corrections=told)
        left_out |= side == "translation" and not same
    if "translation" in theirs.witnesses and "translation" not in mine.witnesses:
        language = theirs.language
    made = replace(
        mine, witnesses=sides, language=language, decisions=Decisions(decided, gone), notes=notes, glossary=glossary
    )
    return Merged(made, apart, left_out)


def _further(mine: Mapping[str, Witness], theirs: Mapping[str, Witness]) -> dict[str, Witness]:
    """The further witnesses of both, mine first; theirs only if their lines differ; as many as there is room for."""
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


def _what(decision: Decision) -> tuple[str, str | None]:
    return decision.value, decision.klass


def _corrections(told: Any) -> dict[int, int]:
    found = dict(told)
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


def _line(n: int, told: Any) -> Line:
    """A line as the file has it; a bare text is the line of its place."""
    number, text, *more = (n, told) if isinstance(told, str) else told
    ends, level = more or (None, None)
    if not (type(number) is int and isinstance(text, str) and ends in (None, True, False)):
        raise ValueError
    if not 0 < number <= LAST or "\n" in text or "\0" in text:
        raise ValueError
    if level is not None and (type(level) is not int or not 0 <= level <= DEEPEST):
        raise ValueError
    return Line(number, text, ends, level)


Agreed = tuple[str, tuple[str, ...]]
MOST = 500  # lines of a glossary that are heeded
_LINE = re.compile(r"\s*([^=]{1,80}?)\s*=\s*(\S[^=]{0,200}?)\s*$")
_WORD = re.compile(r"[^\W_]+")


def entries(glossary: str) -> list[Agreed]:
    """The entries of a glossary: (source, translations); of two lines about a word either will do."""
    found: dict[str, Agreed] = {}
    for one in filter(None, map(_LINE.match, glossary.splitlines()[:MOST])):
        source, into = found.get(one[1].casefold(), (one[1], ()))
        more = filter(None, map(str.strip, one[2].split("/")))
        found[one[1].casefold()] = source, tuple(dict.fromkeys([*into, *more]))
    return list(found.values())


def disputed(mine: str, theirs: str) -> list[str]:
    """The words that two glossaries translate differently."""
    others = {source.casefold(): into for source, into in entries(theirs)}
    return [source for source, into in entries(mine) if set(others.get(source.casefold(), into)) != set(into)]


def check_glossary(pairs: Iterable[Pair], agreed: Sequence[Agreed], languages: tuple[str, str]) -> list[Finding]:
    """Findings for glossary words in a source sentence whose agreed translations are missing in the target."""
    return told_apart(list(_lacking(pairs, agreed, languages)))


def _lacking(pairs: Iterable[Pair], agreed: Sequence[Agreed], languages: tuple[str, str]) -> Iterator[Finding]:
    forms = [
        (source, into, _words(source, languages[0]), [_words(one, languages[1]) for one in into])
        for source, into in agreed
    ]
    for pair in pairs:
        if not (pair.a and pair.b):
            continue
        places = [Place.of(combined(side)) for side in (pair.a, pair.b)]
        mine, theirs = (_words(place.text, language) for place, language in zip(places, languages, strict=True))
        for source, into, wanted, allowed in forms:
            if _holds(mine, wanted) and not any(_holds(theirs, one) for one in allowed):
                yield differs("synonym", pair.variant, places, "agreed", "synonym", a=source, b=" / ".join(into))


Word = tuple[str, str]
"""A word and its stem."""


def _holds(said: Sequence[Word], wanted: Sequence[Word]) -> bool:
    """Are these words there, one after another?"""
    many = len(wanted)
    return many > 0 and any(all(map(_same, said[i:], wanted)) for i in range(len(said) - many + 1))


def _same(one: Word, other: Word) -> bool:
    """The same stem, or the same word with an ending: stemmers take some nouns ("hérissons") for verbs."""
    short, long = sorted((one[0], other[0]), key=len)
    return one[1] == other[1] or (len(short) > SHORT and long.startswith(short) and len(long) - len(short) <= ENDING)


SHORT, ENDING = 3, 2  # letters


def _words(text: str, language: str) -> list[Word]:
    words = [word.casefold() for word in _WORD.findall(text)]
    return [(word, stemmed(word, language)) for word in words]
