"""Editions of the book's own texts as witnesses: numbered in any order, with headings of any form and a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from hedgekit import VARIANTS
from rulebook.text import words

Entry = tuple[str, tuple[int, ...], str]
"""Title, numbers of players, text."""


@cache
def entries(language: str = "fr", numbers: tuple[int, ...] = tuple(range(1, 31))) -> dict[int, Entry]:
    """Return the book's variants, number -> entry; references are unchanged."""
    found = {}
    for n in numbers:
        table = words.table(f"{n:02}", language)
        clauses = " ".join(text for key, text in table.items() if key.startswith("clauses."))
        title = VARIANTS[n].title[language]
        found[n] = (title, VARIANTS[n].players, re.sub(r"[*`\[\]]", "", clauses))
    return found


def referring(text: str, same_as: Mapping[int, int]) -> str:
    """Return a text whose references follow its entries: "variante 9" and the like."""

    def renamed(found: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda number: str(same_as.get(int(number[0]), number[0])), found[0])

    return re.sub(r"variantes? \d+(?:(?:, | et | ou )\d+)*", renamed, text)


FORMS = (
    "{n}. {t} {p}", "{n} - {t} {p}", "N° {n} – {t} ({p})", "Variante {n} : {t} ({first}-{last} joueurs)",
    "{r}. {t} [{p}]", "\n## {n}. {t}\n\nJoueurs : {p}\n", "({n}) {t}\n{p}", "\n{n}\n{t}, de {first} à {last} joueurs",
    "\n{n}) {t}\n", "\n{t}\n", "\n{capitals}\n",
)  # fmt: skip
"""Headings of a number and a title, with the numbers of players or without, with a title alone."""
BARE = "\n{t}\n"


def heading(form: str, n: int, title: str, players: Sequence[int] = (2, 3, 4)) -> str:
    """Return a heading of a form."""
    fields = {"p": " ".join(map(str, players)), "first": players[0], "last": players[-1], "capitals": title.upper()}
    return form.format(n=n, t=title, r=roman(n), small=roman(n).lower(), line="~" * len(title), **fields)


def roman(n: int) -> str:
    """Return a number below 50 in Roman numerals."""
    return "X" * (n // 10) + ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][n % 10]


def edition(
    order: Iterable[tuple[int, Entry]], form: str = FORMS[0], *, table: bool = False, closing: str = ""
) -> bytes:
    """Return a witness: entries (number, entry) in order, with headings of one form and a table of signs."""
    listed = list(order)
    lines = ["La course des hérissons", "", "Règle du jeu", "Chacun avance à son tour, et le premier gagne.", ""]
    for n, (title, players, text) in listed:
        lines += [heading(form, n, title, players), text]
    if table:
        lines += ["", "Pour choisir", "Le tableau dit tout.", "VARIANTE No Joueurs Durée Tactique"]
        lines += [f"{title} {n} {' '.join(map(str, players))} + -" for n, (title, players, _) in listed]
    return "\n".join([*lines, closing]).encode()


def renumbered(changes: Mapping[int, int] | None = None, *, without: int = 0, new: int = 0) -> list[tuple[int, Entry]]:
    """Return the entries with new numbers and matching references; one left out, or a new one in place of `new`."""
    book = {n: one for n, one in entries().items() if n != without}
    same_as = dict(changes or {})
    if new:
        same_as = {n: n + 1 if n >= new else n for n in book}
    elif without and not same_as:
        same_as = {n: n - 1 if n > without else n for n in book}
    found = [(same_as.get(n, n), (t, p, referring(x, same_as))) for n, (t, p, x) in book.items()]
    if new:
        turtle = "Une tortue court avec les autres. Elle ne dort jamais et personne ne peut la dépasser."
        found.append((new, ("La tortue pressée", (2, 3, 4), turtle)))
    return sorted(found)
