"""The apparatus of three and more witnesses: a base text and the readings of the others.

    apparatus(base, [b, c])     sentence by sentence: words that all have, and places with their readings
    tei(...), collatex(...)     as TEI (parallel segmentation); the witnesses as CollateX takes them

Every other witness is aligned with the base (`collate`); overlapping variants become one place.
"""

import json
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from ..checking.translation import told_language
from ..collating.collation import Collation, collate
from ..pairs import Pair
from ..witness import Sentence, Witness
from .exports import NOT_XML, text_of, xml

TEI = "http://www.tei-c.org/ns/1.0"
_ID, _LANG = (f"{{http://www.w3.org/XML/1998/namespace}}{name}" for name in ("id", "lang"))
Readings = dict[str, str]


@dataclass(frozen=True)
class Stretch:
    """Words that all witnesses have, or a place where they differ.

    readings: siglum -> words, "" where a witness leaves them out; of the base alone where all agree.
    """

    readings: Readings

    @property
    def is_place(self) -> bool:
        """Do the witnesses differ here?"""
        return len(self.readings) > 1


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
    def places(self) -> list[Stretch]:
        """Every place where the witnesses differ."""
        return [one for _, stretches in self.sentences for one in stretches if one.is_place]


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
    return Apparatus(names, [(block.variant, _stretches(block, sigla)) for block in blocks], told_language(base))


def _siglum(n: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n] if n < 26 else f"W{n}"


def _blocks(pairs: Mapping[str, Sequence[Pair]]) -> list[_Block]:
    of: dict[Sentence, _Block] = {}
    order: list[_Block] = []
    for siglum, others in pairs.items():
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
    """The words of a block, cut where a witness differs."""
    words = " ".join(text_of([sentence]) for sentence in block.base).split()
    theirs = {siglum: " ".join(filter(None, block.others.get(siglum, ()))).split() for siglum in sigla[1:]}
    steps = {
        siglum: SequenceMatcher(None, words, other, autojunk=False).get_opcodes() for siglum, other in theirs.items()
    }
    places: list[list[int]] = []
    for start, end in sorted((i, j) for ops in steps.values() for kind, i, j, _, _ in ops if kind != "equal"):
        if places and start <= places[-1][1]:
            places[-1][1] = max(places[-1][1], end)
        else:
            places.append([start, end])
    found, at = [], 0
    for start, end in places:
        found += [Stretch({sigla[0]: " ".join(words[at:start])})] * (start > at)
        readings = {sigla[0]: " ".join(words[start:end])}
        for siglum, ops in steps.items():
            readings[siglum] = " ".join(theirs[siglum][_there(ops, start, last=False) : _there(ops, end, last=True)])
        found.append(Stretch(readings))
        at = end
    return found + [Stretch({sigla[0]: " ".join(words[at:])})] * (at < len(words))


def _there(ops: Sequence[tuple[str, int, int, int, int]], at: int, *, last: bool) -> int:
    """The position in a witness of a place between two words of the base; last: after its insertions."""
    here = [op for op in ops if op[1] <= at <= op[2]]
    kind, i, _, j, to = here[-1 if last else 0] if here else ("", 0, 0, 0, 0)
    if kind == "equal":
        return j + at - i
    return to if at > i or last else j


# ---- files -----------------------------------------------------------------------------------------------------------


def tei(told: Apparatus) -> str:
    """A TEI document with the apparatus in its text (parallel segmentation), the base as the lemma."""
    base = next(iter(told.names))
    root = ET.Element("TEI", {"xmlns": TEI})
    header = ET.SubElement(root, "teiHeader")
    description = ET.SubElement(header, "fileDesc")
    ET.SubElement(ET.SubElement(description, "titleStmt"), "title").text = NOT_XML.sub("", told.names[base])
    ET.SubElement(ET.SubElement(description, "publicationStmt"), "p").text = "hedgekit"
    listed = ET.SubElement(ET.SubElement(description, "sourceDesc"), "listWit")
    for siglum, name in told.names.items():
        ET.SubElement(listed, "witness", {_ID: siglum}).text = NOT_XML.sub("", name)
    encoding = ET.SubElement(header, "encodingDesc")
    ET.SubElement(encoding, "variantEncoding", method="parallel-segmentation", location="internal")
    body = ET.SubElement(ET.SubElement(root, "text"), "body", {_LANG: told.language})
    for variant, stretches in told.sentences:
        sentence = ET.SubElement(body, "p", {} if variant is None else {"n": str(variant)})
        last: ET.Element | None = None
        for stretch in stretches:
            if stretch.is_place:
                last = _app(sentence, stretch.readings, base)
            elif last is None:
                sentence.text = NOT_XML.sub("", stretch.readings[base]) + " "
            else:
                last.tail = f" {NOT_XML.sub('', stretch.readings[base])} "
    return xml(root)


def _app(sentence: ET.Element, readings: Readings, base: str) -> ET.Element:
    """A place: witnesses that read the same stand together."""
    place = ET.SubElement(sentence, "app")
    by_words: dict[str, list[str]] = {}
    for siglum, said in readings.items():
        by_words.setdefault(said, []).append(siglum)
    for said, sigla in by_words.items():
        reading = ET.SubElement(place, "lem" if base in sigla else "rdg", wit=" ".join(f"#{one}" for one in sigla))
        reading.text = NOT_XML.sub("", said)
    return place


def collatex(witnesses: Sequence[Witness]) -> str:
    """The witnesses as CollateX takes them in: JSON, a text each."""
    told = [
        {"id": _siglum(n), "content": " ".join(text_of([s]) for s in one.printed)} for n, one in enumerate(witnesses)
    ]
    return json.dumps({"witnesses": told}, ensure_ascii=False, indent=1) + "\n"


def table(told: Apparatus) -> list[list[object]]:
    """The places as rows, their head first: variant, then a column for each witness."""
    rows: list[list[object]] = [["variant", *(f"{siglum} {name}" for siglum, name in told.names.items())]]
    for variant, stretches in told.sentences:
        number = "" if variant is None else variant
        rows += [[number, *one.readings.values()] for one in stretches if one.is_place]
    return rows
