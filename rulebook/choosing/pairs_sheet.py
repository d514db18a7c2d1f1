"""The sheet with the matrix of all pairs of variants: which combine, and the reasons."""

from functools import cache

from hedgekit import VARIANTS
from hedgekit.games.race.rulesets.verdicts import COMPATIBLE, DECIDED, INCOMPATIBLE, POINTLESS

from ..boards.sheet import Sheet, sheet_code
from ..stage.localized import book_text, engine_text
from ..text import words
from .fields import PairsData, PairsSheetData, PairWords
from .selection import NUMBERS, verdicts

SIGNS = {COMPATIBLE: "+", DECIDED: "?", INCOMPATIBLE: "x", POINTLESS: "o"}
"""A letter for each verdict; the picture has a plus, a diamond, a cross and a ring."""
CELL, EDGE = 16, 26  # size of a square of the picture, and of the margin with the numbers
SIDE = EDGE + CELL * len(NUMBERS)


@cache
def all_pairs() -> PairsData:
    """Return the verdicts of all pairs, with reasons except where two variants simply combine."""
    texts: dict[str, PairWords] = {}
    for (a, b), found in verdicts().items():
        if found.kind == COMPATIBLE and found.reason() == found.grounds[0].text():
            continue
        text: PairWords = {"why": engine_text(found.reason)}
        if found.kind == DECIDED:
            text["how"] = engine_text(lambda lang, decided=found: decided.decision(lang) or "")  # type: ignore[misc]
        texts[f"{a}-{b}"] = text
    rows = ["".join("." if a == b else SIGNS[verdicts()[min(a, b), max(a, b)].kind] for b in NUMBERS) for a in NUMBERS]
    return {"rows": rows, "texts": texts}


def _mark(sign: str, x: int, y: int) -> str:
    """Return the path data of a sign around a point."""
    return {
        "+": f"M{x - 2} {y}h4M{x} {y - 2}v4",
        "?": f"M{x} {y - 5}l5 5l-5 5l-5 -5z",
        "x": f"M{x - 4} {y - 4}l8 8m0 -8l-8 8",
        "o": f"M{x - 4} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    }[sign]


STYLE = (
    ".hc-matrix{--x:#a3211a;--q:#7a5200;--o:#55606e;--p:#8a9a86;--i:#2a2320;--b:#fffdf6;--g:#8d867044}"
    ".hc-matrix .back{fill:var(--b)}.hc-matrix path{fill:none;stroke-width:1.6;stroke-linecap:round}"
    ".hc-matrix .sx{stroke:var(--x);stroke-width:2.2}.hc-matrix .sq{stroke:var(--q);fill:var(--q)}"
    ".hc-matrix .so{stroke:var(--o);stroke-width:2}.hc-matrix .sp{stroke:var(--p);stroke-width:1.1}"
    ".hc-matrix .grid{stroke:var(--g);stroke-width:.8}"
    ".hc-matrix text{fill:var(--i);font:9.5px ui-sans-serif,system-ui,sans-serif;text-anchor:middle}"
)


@cache
def pairs_picture(title: str) -> str:
    """Return the matrix as SVG, with a sign in every square; title: its accessible name."""
    marks: dict[str, list[str]] = {sign: [] for sign in SIGNS.values()}
    for row, signs in enumerate(all_pairs()["rows"]):
        for column, sign in enumerate(signs):
            if sign != ".":
                x, y = (EDGE + CELL * place + CELL // 2 for place in (column, row))
                marks[sign].append(_mark(sign, x, y))
    classes = {"+": "sp", "?": "sq", "x": "sx", "o": "so"}
    signs = "".join(f'<path class="{classes[sign]}" d="{"".join(paths)}"/>' for sign, paths in marks.items())
    lines = "".join(f"M{EDGE} {at}H{SIDE}M{at} {EDGE}V{SIDE}" for at in range(EDGE, SIDE + 1, CELL))
    numbers = "".join(
        f'<text x="{EDGE + CELL * k + CELL / 2}" y="{EDGE - 7}">{number}</text>'
        f'<text x="{EDGE / 2}" y="{EDGE + CELL * k + CELL / 2 + 3.5}">{number}</text>'
        for k, number in enumerate(NUMBERS)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hc-matrix" viewBox="0 0 {SIDE + 2} {SIDE + 2}" role="img" '
        f'aria-label="{title}"><style>{STYLE}</style><rect class="back" width="{SIDE + 2}" height="{SIDE + 2}"/>'
        f'<path class="grid" d="{lines}"/>{signs}{numbers}</svg>'
    )


def _data() -> PairsSheetData:
    return {
        "variants": {str(n): {"title": words.of_variant(n, "title"), "link": words.link(n)} for n in (0, *NUMBERS)},
        "pairs": all_pairs(),
        "picture": pairs_picture(""),  # the sheet adds the title in the reader's language
        "geometry": {"cell": CELL, "edge": EDGE, "side": SIDE + 2},
    }


class Pairs(Sheet):
    """All pairs of variants."""

    CODES = (sheet_code("pairs", __file__, alone=True),)

    def __init__(self) -> None:
        super().__init__(_data())

    def picture(self, plain: bool = False) -> str:
        """Return the matrix as an SVG document."""
        return pairs_picture(" / ".join(book_text("choosing.pairs.picture").values()))

    def __repr__(self) -> str:
        return f"Pairs({len(VARIANTS) - 1} variants)"
