"""The apparatus of three or more witnesses: a base text and the readings of the others.

    apparatus(base, [b, c])     sentence by sentence: shared words, and places with their readings
    tei(...), collatex(...)     export as TEI (parallel segmentation); the witnesses as input for CollateX

The sentences of each witness are aligned with the base (`collate`), its words with those of all previous witnesses.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import groupby

from ..collating.collation import Collation, collate
from ..language.languages import detect_language
from ..language.tokens import normal, unaccented
from ..pairs import Pair
from ..sequences import best_alignment
from ..witness import Sentence, Witness
from .exports import LANG, as_json, element, legal, text_of, xml

TEI = "http://www.tei-c.org/ns/1.0"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
Readings = dict[str, str]


@dataclass(frozen=True)
class Stretch:
    """Words shared by all witnesses, or a place where they differ in the same way throughout.

    readings: siglum -> words, "" if a witness omits them; spaced: the sigla of the witnesses with a space before them.
    """

    readings: Readings
    spaced: frozenset[str]

    @property
    def is_place(self) -> bool:
        """Whether the witnesses differ."""
        return len(set(self.readings.values())) > 1

    @property
    def shared(self) -> dict[str, str]:
        """Reading -> sigla of its witnesses, separated by spaces, the base's reading first."""
        found: dict[str, str] = {}
        for siglum, reading in self.readings.items():
            found[reading] = f"{found[reading]} {siglum}" if reading in found else siglum
        return found


@dataclass(frozen=True)
class Apparatus:
    """The apparatus of a base and other witnesses.

    names: siglum -> name of the document, the base first; sentences: (variant or None, stretches), in the order of the
    base, those missing from it after their predecessors; language: of the base.
    """

    names: dict[str, str]
    sentences: list[tuple[int | None, list[Stretch]]]
    language: str

    @property
    def places(self) -> list[tuple[int | None, Stretch]]:
        """All places where the witnesses differ, with their variants."""
        return [(variant, one) for variant, stretches in self.sentences for one in stretches if one.is_place]


@dataclass(eq=False)
class _Block:
    """Sentences of the base and the corresponding ones of each other witness."""

    variant: int | None
    base: list[Sentence] = field(default_factory=list)
    others: dict[str, list[str]] = field(default_factory=dict)


def apparatus(base: Witness, others: Sequence[Witness], made: Sequence[Collation] = ()) -> Apparatus:
    """Return the apparatus of a base and other witnesses.  made: existing collations with the base, to be reused."""
    sigla = [_siglum(n) for n in range(len(others) + 1)]
    names = dict(zip(sigla, [base.name, *(one.name for one in others)], strict=True))
    known = {id(one.b): one for one in made if one.a is base}
    collated = [known.get(id(other)) or collate(base, other) for other in others]
    blocks = _blocks(dict(zip(sigla[1:], (one.pairs_with_headings for one in collated), strict=True)))
    return Apparatus(names, [(block.variant, _stretches(block, sigla)) for block in blocks], detect_language(base))


def _siglum(n: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n] if n < 26 else f"W{n}"


def _blocks(pairs: Mapping[str, Sequence[Pair]]) -> list[_Block]:
    of: dict[Sentence, _Block] = {}
    order: list[_Block] = []
    for siglum, others in pairs.items():
        others = list(_join_similar(others))
        new: dict[_Block | None, list[_Block]] = {}  # blocks to insert after a block (None: at the end)
        gone: set[_Block] = set()
        at: _Block | None = None
        for pair in others:
            known = list(dict.fromkeys(of[s] for s in pair.a if s in of))
            block = known[0] if known else _Block(pair.variant)
            if not known:
                new.setdefault(at, []).insert(0, block)
            for other in known[1:]:  # sentences joined in this witness
                _absorb(block, other, of)
                gone.add(other)
            for sentence in pair.a:
                if sentence not in of:
                    of[sentence] = block
                    block.base.append(sentence)
            block.others.setdefault(siglum, []).append(text_of(pair.b))
            at = block
        order = _in_order([*order, *new.pop(None, [])], new, gone)
    return order


def _join_similar(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Join adjacent one-sided pairs of opposite sides if they share half the words of the shorter one."""
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
    """Return all blocks in order, new ones after their predecessors."""
    found, waiting = [], list(reversed(order))
    while waiting:
        block = waiting.pop()
        if block not in gone:
            found.append(block)
        waiting += reversed(new.get(block, ()))
    return found


def _absorb(block: _Block, gone: _Block, of: dict[Sentence, _Block]) -> None:
    block.base += gone.base
    for siglum, texts in gone.others.items():
        block.others.setdefault(siglum, []).extend(texts)
    of.update(dict.fromkeys(gone.base, block))


def _stretches(block: _Block, sigla: Sequence[str]) -> list[Stretch]:
    """Return the words of a block, split where the agreement of the witnesses changes."""
    texts = {sigla[0]: [text_of([one]) for one in block.base], **block.others}
    columns: list[Readings] = []
    for siglum in sigla:
        columns = _with_words(columns, siglum, _WORD.findall(" ".join(filter(None, texts.get(siglum, ())))))
    agreeing = groupby(columns, lambda one: _agreement(_readings(one, sigla).values()))
    return [_stretch(list(some), sigla) for _, some in agreeing]


_WORD = re.compile(r"\s*(?:\w+(?:[-'\u2019.,]\w+)*['\u2019]?|[^\w\s])")  # with the preceding space
SAME, SIMILAR, SIGN, INSTEAD = 8.0, 7.0, 0.5, 0.1  # scores of word pairs; signs are aligned by the words beside them


def _with_words(columns: list[Readings], siglum: str, words: Sequence[str]) -> list[Readings]:
    """Align the words of one more witness with the columns of the others."""

    def score(there: slice, here: slice) -> float | None:
        if there.start == there.stop or here.start == here.stop:
            return 0.0
        return max(_similarity(one.strip(), words[here.start].strip()) for one in columns[there.start].values())

    found: list[Readings] = []
    for there, here in best_alignment(len(columns), len(words), ((1, 1), (1, 0), (0, 1)), score):
        column = columns[there.start] if there.start < there.stop else {}
        found.append(column | ({siglum: words[here.start]} if here.start < here.stop else {}))
    return found


def _similarity(one: str, two: str) -> float:
    is_word = one[-1].isalnum()
    if is_word != two[-1].isalnum():
        return 0.0
    if unaccented(normal(one)) != unaccented(normal(two)):
        return INSTEAD
    return (SAME if one == two else SIMILAR) if is_word else SIGN


def _readings(column: Readings, sigla: Sequence[str]) -> Readings:
    return {siglum: column.get(siglum, "").strip() for siglum in sigla}


def _agreement(readings: Iterable[str]) -> tuple[int, ...]:
    """Return for each reading the index of the first identical one."""
    texts = list(readings)
    return tuple(map(texts.index, texts))


def _stretch(columns: Sequence[Readings], sigla: Sequence[str]) -> Stretch:
    """Join columns in which the same witnesses agree, with spaces between words where any witness has one."""
    spaced = [any(one[0].isspace() for one in column.values()) for column in columns]
    joined = {
        siglum: "".join(
            " " * space + one[siglum].strip() for space, one in zip(spaced, columns, strict=True) if siglum in one
        )
        for siglum in sigla
    }
    first = {siglum: word for column in reversed(columns) for siglum, word in column.items()}
    return Stretch(_readings(joined, sigla), frozenset(siglum for siglum, word in first.items() if word[0].isspace()))


# ---- files -----------------------------------------------------------------------------------------------------------


def tei(found: Apparatus) -> str:
    """Return a TEI document with an inline apparatus (parallel segmentation), the base as the lemma."""
    base = next(iter(found.names))
    root = ET.Element("TEI", {"xmlns": TEI})
    header = element(root, "teiHeader")
    description = element(header, "fileDesc")
    element(element(description, "titleStmt"), "title", found.names[base])
    element(element(description, "publicationStmt"), "p", "hedgekit")
    listed = element(element(description, "sourceDesc"), "listWit")
    for siglum, name in found.names.items():
        element(listed, "witness", name, **{_ID: siglum})
    encoding = element(header, "encodingDesc")
    element(encoding, "variantEncoding", method="parallel-segmentation", location="internal")
    body = element(element(root, "text"), "body", **{LANG: found.language})
    for variant, stretches in found.sentences:
        sentence = element(body, "p", **({} if variant is None else {"n": str(variant)}))
        last: ET.Element | None = None
        for stretch in stretches:
            inside = stretch.spaced if stretch.is_place and len(stretch.spaced) < len(found.names) else frozenset()
            text = " " * (bool(stretch.spaced) and not inside)
            text += "" if stretch.is_place else legal(stretch.readings[base])
            if last is None:
                sentence.text = (sentence.text or "") + text
            else:
                last.tail = (last.tail or "") + text
            if stretch.is_place:
                last = _app(sentence, stretch.readings, base, inside)
    return xml(root)


def _app(sentence: ET.Element, readings: Readings, base: str, spaced: Set[str]) -> ET.Element:
    """Add a place, with agreeing witnesses grouped; spaced: the sigla whose readings begin with a space."""
    place, sigla = element(sentence, "app"), dict[str, list[str]]()
    for siglum, reading in readings.items():
        sigla.setdefault(" " * (siglum in spaced) + reading, []).append(siglum)
    for reading, names in sigla.items():
        element(place, "lem" if base in names else "rdg", reading, wit=" ".join(f"#{one}" for one in names))
    return place


def collatex(witnesses: Sequence[Witness]) -> str:
    """Return the witnesses as JSON input for CollateX, one text each."""
    texts = [" ".join(text_of([s]) for s in one.printed) for one in witnesses]
    listed = [{"id": _siglum(n), "content": text} for n, text in enumerate(texts)]
    return as_json({"witnesses": listed})


def table(found: Apparatus) -> list[list[object]]:
    """Return all words as rows, head first: variant, a column for each witness, "x" if they differ."""
    rows: list[list[object]] = [["variant", *(f"{siglum} {name}" for siglum, name in found.names.items()), "differ"]]
    for variant, stretches in found.sentences:
        number = "" if variant is None else variant
        rows += [[number, *one.readings.values(), "x" * one.is_place] for one in stretches]
    return rows
