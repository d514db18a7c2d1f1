"""The apparatus of three and more witnesses: a base text and the readings of the others.

    apparatus(base, [b, c])     sentence by sentence: words that all have, and places with their readings
    tei(...), collatex(...)     as TEI (parallel segmentation); the witnesses as CollateX takes them

Sentences of every other witness are aligned with the base (`collate`), their words with those of all witnesses before.
"""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from ..collating.collation import Collation, collate
from ..language.languages import detect_language
from ..language.tokens import normal, unaccented
from ..pairs import Pair
from ..sequences import pairing
from ..witness import Sentence, Witness
from .exports import LANG, element, legal, text_of, xml

TEI = "http://www.tei-c.org/ns/1.0"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
Readings = dict[str, str]


@dataclass(frozen=True)
class Stretch:
    """Words that all witnesses have, or a place where they differ, and the same of them agree.

    readings: siglum -> words, "" where a witness leaves them out; spaced: whether a space stands before them.
    """

    readings: Readings
    spaced: bool = True

    @property
    def is_place(self) -> bool:
        """Do the witnesses differ here?"""
        return len(set(self.readings.values())) > 1

    @property
    def shared(self) -> dict[str, str]:
        """Words -> the sigla of those that have them, separated by spaces; the base's first."""
        found: dict[str, str] = {}
        for siglum, said in self.readings.items():
            found[said] = f"{found[said]} {siglum}" if said in found else siglum
        return found


@dataclass(frozen=True)
class Apparatus:
    """The apparatus: a base and the other witnesses.

    names: siglum -> name of the document, the base first; sentences: (variant or None, its stretches), in the order of
    the base; what only others have stands after what it follows there; language: the base's.
    """

    names: dict[str, str]
    sentences: list[tuple[int | None, list[Stretch]]]
    language: str

    @property
    def places(self) -> list[tuple[int | None, Stretch]]:
        """Every place where the witnesses differ, with its variant."""
        return [(variant, one) for variant, stretches in self.sentences for one in stretches if one.is_place]


@dataclass(eq=False)
class _Block:
    """Sentences of the base, with those that each other witness has in their place."""

    variant: int | None
    base: list[Sentence] = field(default_factory=list)
    others: dict[str, list[str]] = field(default_factory=dict)


def apparatus(base: Witness, others: Sequence[Witness], made: Sequence[Collation] = ()) -> Apparatus:
    """The readings of all witnesses, by the base.  made: collations of the base that there are already."""
    sigla = [_siglum(n) for n in range(len(others) + 1)]
    names = dict(zip(sigla, [base.name, *(one.name for one in others)], strict=True))
    pairs = [next((one for one in made if one.a is base and one.b is other), None) for other in others]
    collated = [known or collate(base, other) for known, other in zip(pairs, others, strict=True)]
    blocks = _blocks(dict(zip(sigla[1:], (one.pairs_with_headings for one in collated), strict=True)))
    return Apparatus(names, [(block.variant, _stretches(block, sigla)) for block in blocks], detect_language(base))


def _siglum(n: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n] if n < 26 else f"W{n}"


def _blocks(pairs: Mapping[str, Sequence[Pair]]) -> list[_Block]:
    of: dict[Sentence, _Block] = {}
    order: list[_Block] = []
    for siglum, others in pairs.items():
        others = list(_met(others))
        new: dict[_Block | None, list[_Block]] = {}  # what stands behind which block (None: at the end)
        gone: set[_Block] = set()
        at: _Block | None = None
        for pair in others:
            known = list(dict.fromkeys(of[s] for s in pair.a if s in of))
            block = known[0] if known else _Block(pair.variant)
            if not known:
                new.setdefault(at, []).insert(0, block)
            for other in known[1:]:  # sentences that this witness takes together
                _joined(block, other, of)
                gone.add(other)
            for sentence in pair.a:
                if sentence not in of:
                    of[sentence] = block
                    block.base.append(sentence)
            block.others.setdefault(siglum, []).append(text_of(pair.b))
            at = block
        order = _in_order([*order, *new.pop(None, [])], new, gone)
    return order


def _met(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Pairs, of which two neighbours that one side has alone are one, if they share half of the shorter one's words."""
    waiting: Pair | None = None
    for pair in pairs:
        if waiting and waiting.variant == pair.variant and not (waiting.a and pair.a) and not (waiting.b and pair.b):
            a, b = waiting.a or pair.a, waiting.b or pair.b
            one, two = ({normal(word.strip()) for word in _WORD.findall(text_of(side))} for side in (a, b))
            if 2 * len(one & two) >= min(len(one), len(two)):
                yield replace(pair, a=a, b=b)
                waiting = None
                continue
        if waiting:
            yield waiting
        waiting = pair
    if waiting:
        yield waiting


def _in_order(order: Sequence[_Block], new: Mapping[_Block | None, list[_Block]], gone: set[_Block]) -> list[_Block]:
    """All blocks in order, inserted ones behind those that they follow."""
    found, waiting = [], list(reversed(order))
    while waiting:
        block = waiting.pop()
        if block not in gone:
            found.append(block)
        waiting += reversed(new.get(block, ()))
    return found


def _joined(block: _Block, gone: _Block, of: dict[Sentence, _Block]) -> None:
    block.base += gone.base
    for siglum, said in gone.others.items():
        block.others.setdefault(siglum, []).extend(said)
    of.update(dict.fromkeys(gone.base, block))


def _stretches(block: _Block, sigla: Sequence[str]) -> list[Stretch]:
    """The words of a block; where the same witnesses agree is one stretch."""
    said = {sigla[0]: [text_of([one]) for one in block.base], **block.others}
    columns: list[Readings] = []
    for siglum in sigla:
        columns = _with_words(columns, siglum, _WORD.findall(" ".join(filter(None, said.get(siglum, ())))))
    return [
        _stretch(list(some), sigla) for _, some in groupby(columns, lambda one: _agreement(_said(one, sigla).values()))
    ]


_WORD = re.compile(r"\s*(?:\w+(?:[-'\u2019.,]\w+)*['\u2019]?|[^\w\s])")  # with the space before it
AGAIN, ALIKE, SIGN, INSTEAD = 8.0, 7.0, 0.5, 0.1  # what pairs of words are worth: of signs, the word beside them counts


def _with_words(columns: list[Readings], siglum: str, words: Sequence[str]) -> list[Readings]:
    """The columns of some witnesses, with the words of one more in them: where others have them, or something else."""

    def worth(there: slice, here: slice) -> float | None:
        if there.start == there.stop or here.start == here.stop:
            return 0.0
        return max(_alike(one.strip(), words[here.start].strip()) for one in columns[there.start].values())

    found: list[Readings] = []
    for there, here in pairing(len(columns), len(words), ((1, 1), (1, 0), (0, 1)), worth):
        column = columns[there.start] if there.start < there.stop else {}
        found.append(column | ({siglum: words[here.start]} if here.start < here.stop else {}))
    return found


def _alike(one: str, two: str) -> float:
    is_word = one[-1].isalnum()
    if is_word != two[-1].isalnum():
        return 0.0
    if unaccented(normal(one)) != unaccented(normal(two)):
        return INSTEAD
    return (AGAIN if one == two else ALIKE) if is_word else SIGN


def _said(column: Readings, sigla: Sequence[str]) -> Readings:
    return {siglum: column.get(siglum, "").strip() for siglum in sigla}


def _agreement(readings: Iterable[str]) -> tuple[int, ...]:
    """For each of the readings, the place of the first that is the same."""
    told = list(readings)
    return tuple(map(told.index, told))


def _stretch(columns: Sequence[Readings], sigla: Sequence[str]) -> Stretch:
    """Columns in which the same witnesses agree; words are apart where any of them has a space."""
    spaced = [any(one[0].isspace() for one in column.values()) for column in columns]
    joined = {
        siglum: "".join(" " * space + one.get(siglum, "").strip() for space, one in zip(spaced, columns, strict=True))
        for siglum in sigla
    }
    return Stretch(_said(joined, sigla), spaced[0])


# ---- files -----------------------------------------------------------------------------------------------------------


def tei(told: Apparatus) -> str:
    """A TEI document with the apparatus in its text (parallel segmentation), the base as the lemma."""
    base = next(iter(told.names))
    root = ET.Element("TEI", {"xmlns": TEI})
    header = element(root, "teiHeader")
    description = element(header, "fileDesc")
    element(element(description, "titleStmt"), "title", told.names[base])
    element(element(description, "publicationStmt"), "p", "hedgekit")
    listed = element(element(description, "sourceDesc"), "listWit")
    for siglum, name in told.names.items():
        element(listed, "witness", name, **{_ID: siglum})
    encoding = element(header, "encodingDesc")
    element(encoding, "variantEncoding", method="parallel-segmentation", location="internal")
    body = element(element(root, "text"), "body", **{LANG: told.language})
    for variant, stretches in told.sentences:
        sentence = element(body, "p", **({} if variant is None else {"n": str(variant)}))
        last: ET.Element | None = None
        for stretch in stretches:
            text = " " * stretch.spaced
            if not stretch.is_place:
                text += legal(stretch.readings[base])
            if last is None:
                sentence.text = (sentence.text or "") + text
            else:
                last.tail = (last.tail or "") + text
            if stretch.is_place:
                last = _app(sentence, stretch.shared, base)
    return xml(root)


def _app(sentence: ET.Element, shared: Mapping[str, str], base: str) -> ET.Element:
    """A place: witnesses that read the same stand together."""
    place = element(sentence, "app")
    for said, sigla in shared.items():
        named = sigla.split()
        element(place, "lem" if base in named else "rdg", said, wit=" ".join(f"#{one}" for one in named))
    return place


def collatex(witnesses: Sequence[Witness]) -> str:
    """The witnesses as CollateX takes them in: JSON, a text each."""
    told = [
        {"id": _siglum(n), "content": " ".join(text_of([s]) for s in one.printed)} for n, one in enumerate(witnesses)
    ]
    return json.dumps({"witnesses": told}, ensure_ascii=False, indent=1) + "\n"


def table(told: Apparatus) -> list[list[object]]:
    """All words as rows, their head first: variant, a column for each witness, whether they differ ("x")."""
    rows: list[list[object]] = [["variant", *(f"{siglum} {name}" for siglum, name in told.names.items()), "differ"]]
    for variant, stretches in told.sentences:
        number = "" if variant is None else variant
        rows += [[number, *one.readings.values(), "x" * one.is_place] for one in stretches]
    return rows
