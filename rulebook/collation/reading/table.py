"""Read the closing table: rows with family, label, number, players, duration, tactic and remark."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..language.tokens import OPENERS, normal
from ..witness import Row, Sentence, Witness
from .headings import COUNTS, counts
from .paragraphs import LONGEST_LINE, Piece, Wrapping, unwrap

_SIGN = r"\(?(?:\+/[-−–]|[+=±\-−–—]+)\)?"
_ROW = re.compile(
    rf"^(?P<label>(?=[^|]*[^\W\d_]).*?[^\W_(].*?)(?<!(?i:\bn[or]\.))\s+(?P<number>\d{{1,3}})\s+(?P<players>{COUNTS})"
    rf"(?P<signs>(?:\s+{_SIGN}(?!\w))*)(?:\s+(?P<remark>\S.*))?$"
)
_LIKE_ROW = re.compile(r"[^\W\d_].*\s\d{1,3}\s+\(?\d")  # a label and two numbers, not the name of a family
_HEAD = re.compile(r"joueurs|players|spieler", re.IGNORECASE)
_COLUMN = re.compile(r"durée|tactique|remarque|duration|length|tactic|dauer|taktik", re.IGNORECASE)
_REST = re.compile(r"[\d(+=±−–—-]")  # beginning of the rest of a row that contains its number or signs
FEWEST = 3  # rows of a table
MOST = 500  # rows that are read
MOST_LINES = 3  # lines of a row
LONGEST_ROW = 200  # characters
GAP = 3  # other lines between two rows


@dataclass
class Table:
    """The closing table, and the range of its lines; strays: lines in that range that do not belong to it."""

    rows: list[Row] = field(default_factory=list)
    head: list[Sentence] = field(default_factory=list)
    families: list[Sentence] = field(default_factory=list)
    first: int = 0
    end: int = 0
    strays: list[int] = field(default_factory=list)


def find_table(pieces: Sequence[Piece], taken: set[int], wrapping: Wrapping) -> Table:
    """Return the closing table, without rows if there is none; taken: the lines of headings of variants."""
    rows = _rows(pieces, taken, wrapping)
    best = _longest_run(rows)
    between = range(best[0], best[-1]) if best else ()
    sentences = sum(pieces[i].text.endswith((".", "!", "?", "…")) for i in between if i not in rows)
    if len(best) < FEWEST or sentences >= len(best) - 1:  # "rows" with text below each are headings
        return Table()
    table = Table(first=best[0], end=best[-1] + rows[best[-1]][1])
    while table.first and best[0] - table.first < GAP and _may_belong(pieces, table.first - 1, taken):
        table.first -= 1
        if _is_head(pieces[table.first].text):
            break
    family: str | None = None
    inside = {i + k for i in best for k in range(1, rows[i][1])}
    for i in range(table.first, table.end):
        if i in inside:
            continue
        if i in rows:
            table.rows.append(replace(rows[i][0], family=family))
        elif len(pieces[i].text) > LONGEST_LINE:
            table.strays.append(i)
        elif _is_head(pieces[i].text):
            table.head.append(unwrap([pieces[i]]))
        elif i + 1 in rows and re.match(r"[^\W\d_]", pieces[i].text) and not _LIKE_ROW.search(pieces[i].text):
            family = family_name(pieces[i].text)
            table.families.append(unwrap([pieces[i]], "heading"))
        else:
            table.strays.append(i)
    return table


def _longest_run(rows: Iterable[int]) -> list[int]:
    """Return the longest run of rows with small gaps."""
    runs: list[list[int]] = []
    for i in rows:
        if runs and i - runs[-1][-1] <= GAP:
            runs[-1].append(i)
        else:
            runs.append([i])
    return max(runs, key=len, default=[])[:MOST]


def _rows(pieces: Sequence[Piece], taken: set[int], wrapping: Wrapping) -> dict[int, tuple[Row, int]]:
    """Return the rows by their first line, with their number of lines."""
    single = {i: row for i, piece in enumerate(pieces) if i not in taken and (row := read_row(piece))}
    found: dict[int, tuple[Row, int]] = {}
    for i in range(len(pieces)):
        row, many, together = single.get(i), 1, pieces[i]
        while many < MOST_LINES and i + many < len(pieces) and not {i, i + many} & taken and i + many not in single:
            following = pieces[i + many]
            if not (row or _REST.match(following.text)) or len(together.text) + len(following.text) > LONGEST_ROW:
                break
            together = Piece(replace(together.line, text=f"{together.text} {following.text}"), together.blank)
            longer = read_row(together) if _continues_row(pieces[i + many - 1], following, wrapping) else None
            if not longer or (row and (row.label, row.number) != (longer.label, longer.number)):
                break
            row, many = longer, many + 1
        if row:
            found[i] = row, many
    return found


def _continues_row(one: Piece, two: Piece, wrapping: Wrapping) -> bool:
    """Return whether the second line continues a row.  A full first line is no proof: the next may name a family."""
    rest = two.text[:1].islower() or normal(one.text.split()[-1]) in OPENERS or bool(_REST.match(two.text))
    return rest and wrapping.joined(one, two)


def family_name(heading: str) -> str:
    """Return the family named by a heading within the table."""
    return heading.rstrip(" :")


def _is_head(text: str) -> bool:
    return bool(_HEAD.search(text) and _COLUMN.search(text))


def _may_belong(pieces: Sequence[Piece], i: int, taken: set[int]) -> bool:
    """Return whether a line right above the rows may belong to the table."""
    text = pieces[i].text
    return i not in taken and len(text) <= 120 and (_is_head(text) or not re.search(r"[.!?…;,:]$", text))


def read_row(piece: Piece) -> Row | None:
    """Parse a row of the table; None for any other line."""
    text = re.sub(r"\s+", " ", piece.text.replace("|", " ")).strip()
    if len(text) > LONGEST_ROW:
        return None
    match = _ROW.match(text)
    read = counts(match["players"]) if match else None
    if match and match["signs"] and not read and len(match["players"].split()) > 2:
        read = counts(match["players"], ascending=False)  # with a misprint
    if not match or not read:
        return None
    signs = match["signs"].strip()
    if not signs and len(match["players"].split()) < 2 and not match["remark"]:
        return None
    duration, tactic, unclear = split_signs(signs)
    return Row(
        piece.line.number, text, None, match["label"].strip(), int(match["number"]), read[0], signs or None,
        duration, tactic, (match["remark"] or "").strip() or None, unclear, read[1],
    )  # fmt: skip


def split_signs(signs: str) -> tuple[str | None, str | None, bool]:
    """Split printed signs into duration and tactic; the last value tells whether they are ambiguous.

    A column holds one sign, possibly doubled: "+ + =" is "++" and "=", while "+ + +" may be "++ +" or "+ ++".
    """
    words = re.sub(r"[−–—]", "-", signs).replace("+/-", "±").split()
    ways = {
        ("".join(words[:k]), "".join(words[k:]))
        for k in range(1, len(words))
        if _is_one_sign(words[:k]) and _is_one_sign(words[k:])
    }
    if len(ways) == 1:
        return (*ways.pop(), False)
    return None, None, len(ways) > 1


def _is_one_sign(words: Sequence[str]) -> bool:
    together = "".join(words)
    return together in ("+", "-", "=", "±", "++", "--") or (
        len(words) == 1 and bool(re.fullmatch(r"\((?:[+\-=]{1,2}|±)\)", together))
    )


def facts(witness: Witness) -> dict[str, Any]:
    """Return {"variants": {"1": {...}}}, "0" for the base game; the row of a variant is matched by name."""
    rows = witness.rows_by_variant
    return {
        "variants": {
            str(n): {
                "title": entry.title,
                "line": entry.line,
                "players": entry.players.facts(),
                "material": entry.material,
                "credits": list(entry.credits),
                "references": list(dict.fromkeys(one.number for one in entry.references)),
                "table": _row(rows.get(n)),
            }
            for n, entry in sorted(witness.entries.items())
        }
    }


def _row(row: Row | None) -> dict[str, Any] | None:
    fields = ("line", "family", "label", "number", "players", "duration", "tactic", "signs", "remark")
    return {name: getattr(row, name) for name in fields} | {"players": row.players.facts()} if row else None
