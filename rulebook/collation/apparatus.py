"""Three and more witnesses: a base text, and what each of the others reads where it says otherwise.

    apparatus(base, [b, c])     sentence by sentence: words that all have, and places with their readings
    tei(...), collatex(...)     for the Versioning Machine and editors of TEI; the witnesses as CollateX takes them

Every other witness is aligned with the base (`collate`); where several differ at overlapping words, that is one place.
"""

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from .collating import collate
from .exports import NOT_XML, text_of, xml
from .witness import Sentence, Witness

TEI = "http://www.tei-c.org/ns/1.0"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
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
    """A base and others.

    names: siglum -> name of the document, the base first; sentences: (variant or None, its stretches), in the order of
    the base; what only others have stands after what it follows there.
    """

    names: dict[str, str]
    sentences: list[tuple[int | None, list[Stretch]]]

    @property
    def places(self) -> list[Stretch]:
        """Every place where the witnesses differ."""
        return [one for _, stretches in self.sentences for one in stretches if one.is_place]


@dataclass
class _Block:
    """Sentences of the base that belong together in all witnesses, with what each of the others has for them."""

    variant: int | None
    base: list[str] = field(default_factory=list)
    others: dict[str, list[str]] = field(default_factory=dict)


def apparatus(base: Witness, others: Sequence[Witness]) -> Apparatus:
    """The readings of all witnesses, by the base."""
    sigla = [_siglum(n) for n in range(len(others) + 1)]
    names = dict(zip(sigla, [base.name, *(one.name for one in others)], strict=True))
    blocks = _blocks(base, dict(zip(sigla[1:], others, strict=True)))
    return Apparatus(names, [(block.variant, _stretches(block, sigla)) for block in blocks])


def _siglum(n: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n] if n < 26 else f"W{n}"


def _blocks(base: Witness, others: dict[str, Witness]) -> list[_Block]:
    of: dict[Sentence, _Block] = {}
    order: list[_Block] = []
    for siglum, other in others.items():
        at: _Block | None = None
        for pair in collate(base, other).pairs:
            known = list(dict.fromkeys(id(of[s]) for s in pair.a if s in of))
            block = next((of[s] for s in pair.a if s in of), None)
            if block is None:
                block = _Block(pair.variant)
                order.insert(order.index(at) + 1 if at in order else len(order), block)
            for gone in [one for one in order if id(one) in known[1:]]:  # sentences that this witness takes together
                _joined(block, gone, of)
                order.remove(gone)
            for sentence in pair.a:
                if sentence not in of:
                    of[sentence] = block
                    block.base.append(text_of([sentence]))
            block.others.setdefault(siglum, []).append(text_of(pair.b))
            at = block
    return order


def _joined(block: _Block, gone: _Block, of: dict[Sentence, _Block]) -> None:
    block.base += gone.base
    for siglum, said in gone.others.items():
        block.others.setdefault(siglum, []).extend(said)
    for sentence in [sentence for sentence, one in of.items() if one is gone]:
        of[sentence] = block


def _stretches(block: _Block, sigla: Sequence[str]) -> list[Stretch]:
    """The words of a block, cut where a witness differs."""
    words = " ".join(block.base).split()
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
    """Where a place between two words of the base is in a witness; last: behind what it puts in there."""
    here = [op for op in ops if op[1] <= at <= op[2]]
    kind, i, _, j, to = here[-1 if last else 0] if here else ("", 0, 0, 0, 0)
    if kind == "equal":
        return j + at - i
    return to if at > i or last else j


# ---- files -----------------------------------------------------------------------------------------------------------


def tei(told: Apparatus, language: str = "fr") -> str:
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
    body = ET.SubElement(ET.SubElement(root, "text"), "body", {"{http://www.w3.org/XML/1998/namespace}lang": language})
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
        {"id": _siglum(n), "content": " ".join(text_of([s]) for part in one.parts for s in part.everything)}
        for n, one in enumerate(witnesses)
    ]
    return json.dumps({"witnesses": told}, ensure_ascii=False, indent=1) + "\n"


def table(told: Apparatus) -> list[list[object]]:
    """The places as rows, their head first: variant, then a column for each witness."""
    rows: list[list[object]] = [["variant", *(f"{siglum} {name}" for siglum, name in told.names.items())]]
    for variant, stretches in told.sentences:
        number = "" if variant is None else variant
        rows += [[number, *one.readings.values()] for one in stretches if one.is_place]
    return rows
