"""The authors' table put to the test: their claims about each variant's length and tactics, and the results of games.

`python -m tools.measure` plays the games and writes `data/claims.json`.

For every variant with signs, at the advised number of players nearest to four:

- length: turns of a game (of a series, if the variant defines its end), against the base game between the same players:
  random, greedy, looking ahead.  The verdict follows players who look ahead, unless another kind of player contradicts.
  Games abandoned after `rulesets.engines.LIMIT` turns (series after `LONGEST_SERIES` games) have no length: then
  medians are compared, and players with half or more of their games abandoned give no verdict.
- tactics: the share of games that one player who looks ahead wins among greedy ones (`gap`), against the same in the
  base game, compared as log odds, since a share that is already high has little room left.  Abandoned games are left
  out.  Also reported: the same for a player who looks further ahead (`deeper`), choices per turn, and what a good
  choice gains over a random one.

Variant 17 has no new black squares before they are laid: its row uses random layouts, and its intervals are those of a
random layout.

All intervals are 95 % intervals; `tools/measure/verdicts.py` and `judging.py` define when a claim agrees.
"""

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

from hedgekit.games.race.rulesets.engines import LIMIT
from hedgekit.simulation import tables

from ..text import words
from . import read, terms
from .terms import UNKNOWN, UNTESTED, direction

MEASURED_PLAYERS = ("random", "greedy", "lookahead:100")
SAME_LENGTH = 0.1  # a difference of length up to a tenth counts as none
WORTH_SAYING = 0.005  # the least share of abandoned games to mention
PARTING = 0.05  # the least difference (share of wins) at which two measures of skill contradict each other


# ---- the results ----------------------------------------------------------------------------------------------------


@cache
def rows() -> dict[int, dict[str, Any]]:
    """Return the rows of single variants by number; {} in a checkout without measurements."""
    return {row["variants"][0]: row for row in read("claims").get("rows", ())}


# ---- in words --------------------------------------------------------------------------------------------------------


def sentences(row: dict[str, Any], lang: str) -> tuple[str, ...]:
    """Return a row of `claims.json` in sentences: for each claim the claim itself, the measure and the verdict.

    Abandoned games and random layouts are mentioned, too.
    """
    found = []
    for what, claim in (("length", row["duration"]), ("tactics", row["tactic"])):
        if claim:
            sign = {1: "more", -1: "less", 0: "equal"}[direction(claim)]
            verdict = row["verdicts"][what]
            key = "series" if row["series"] else row["unsure"] if what == "length" and verdict == UNKNOWN else verdict
            found.append(words.text(f"claims.{what}.{sign}", lang))
            if verdict != UNTESTED:
                found += _length_sentences(row, lang) if what == "length" else _tactics_sentences(row, lang)
            found.append(words.text(f"claims.{what}.verdict.{key}", lang))
            if verdict != UNTESTED:
                found.append(words.text(f"claims.{what}.refuted.{sign}", lang))
    return tuple(found)


def verdict_words(row: dict[str, Any], lang: str) -> str:
    """Return the verdicts of a row of `claims.json`, one word each, as in the authors' table."""
    space = "\u00a0" if lang == "fr" else ""
    return f"{space}; ".join(
        f"{words.text(f'choosing.choose.column-{column}', lang)}{space}: "
        + words.text(f"choosing.choose.verdict-{row['verdicts'][what].replace(' ', '-')}", lang)
        for what, column in (("length", "duration"), ("tactics", "tactic"))
        if what in row["verdicts"]
    )


def details(number: int, lang: str) -> str:
    """Return the results of a variant as collapsible HTML; "" if it was not measured."""
    if number not in rows():
        return ""
    summary = escape(words.text("choosing.choose.figures", lang))
    return f"<details><summary>{summary}</summary><p>{escape(' '.join(sentences(rows()[number], lang)))}</p></details>"


def _length_sentences(row: dict[str, Any], lang: str) -> list[str]:
    return [*_layouts(row, lang), *_length(row, lang), *_abandoned(row, lang), *_needed("length", row, lang)]


def _tactics_sentences(row: dict[str, Any], lang: str) -> list[str]:
    gap, deeper, thumb = row["gap"], row["deeper"], row["thumb"]
    low, high = gap["interval"]
    shares = {"gap": gap["value"], "base": gap["base"], "low": low, "high": high}
    shares |= {"longer": deeper["value"], "longer_base": deeper["base"]}
    shares |= {"thumb": thumb["value"], "thumb_base": thumb["base"]}
    figures = {name: 100 * share for name, share in shares.items()}
    found = [_sentence("claims.tactics.measured", lang, figures), _sentence("claims.tactics.thumb", lang, figures)]
    contradict = (gap["value"] - gap["base"]) * (thumb["value"] - thumb["base"]) < 0
    if contradict and min(abs(one["value"] - one["base"]) for one in (gap, thumb)) >= PARTING:
        found.append(words.text("claims.tactics.parting", lang))
    return [*found, *_left_out(row, lang), *_needed("tactics", row, lang)]


def _length(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Yield the length among players who look ahead."""
    measure = row["length"][MEASURED_PLAYERS[-1]]
    if measure["between"]:
        low, high = measure["between"]
        figures = {"value": measure["value"], "base": measure["base"], "players": row["players"]}
        figures |= {"percent": 100 * measure["compared"], "low": 100 * low, "high": 100 * high}
        yield _sentence(f"claims.length.measured{'-median' if measure['by'] == terms.MEDIAN else ''}", lang, figures)


def _layouts(row: dict[str, Any], lang: str) -> Iterator[str]:
    if row["layouts"]:
        yield _sentence("claims.length.layouts", lang, {"layouts": len(row["layouts"])})


def _abandoned(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Yield for which players many games were abandoned, and the consequence for the verdict."""
    for kind, measure in row["length"].items():
        if figures := _unfinished(measure):
            who = words.text(f"claims.given-up.{kind.partition(':')[0]}", lang)
            yield f"{who} {_sentence('claims.given-up.game', lang, figures)}"
            if not measure["between"]:
                yield words.text("claims.given-up.silent", lang)


def _left_out(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Yield how many of the games for tactics were abandoned."""
    if figures := _unfinished(row["gap"]):
        yield _sentence("claims.tactics.left-out", lang, figures | {"limit": terms.LIMIT})


def _unfinished(measure: dict[str, Any]) -> dict[str, float]:
    """Return how many games were abandoned, and after how long; {} if too few to mention."""
    share = measure["unfinished"] / measure["games"]
    return {"percent": 100 * share, "limit": LIMIT} if share >= WORTH_SAYING else {}


def _needed(what: str, row: dict[str, Any], lang: str) -> Iterator[str]:
    """Yield the number of games needed for a verdict, if more games could give one."""
    if what in row["needed"]:
        yield _sentence(f"claims.{what}.needed", lang, {"games": row["needed"][what]})


def _sentence(address: str, lang: str, figures: dict[str, float]) -> str:
    # typeset before inserting the numbers
    return words.text(address, lang).format(**{name: tables.number(value, 0, lang) for name, value in figures.items()})
