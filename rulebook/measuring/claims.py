"""The authors' table put to the test: what they say of each variant's length and tactics, and what games say.

`python -m tools.measure` plays the games and writes `data/claims.json`.

For every variant with signs, at a number of players the authors advise (the one nearest to four):

- length: turns a game, or a series where the variant says how a series ends, against the base
  game between the same players: random, greedy, looking ahead.  The verdict goes by those who look ahead, unless
  another kind of player says the contrary.  Games that were given up, after `rulesets.engines.LIMIT` turns
  (series after `LONGEST_SERIES` games), have no length: then medians are compared, and players of whose games half or
  more were given up say nothing.
- tactics: the share of games that one player who looks ahead wins among greedy ones (`gap`), against the same in the
  base game; compared as log odds, since a share that is high already has little room left.  Games that
  were given up are left out.  Beside it, the same of one who looks ahead longer (`deeper`), choices a turn and what a
  good choice gains over any: what there is to think about.

New black squares (17) are none before they are laid: that row is of layouts drawn by lot, and its intervals are of a
layout drawn so.

All intervals are of 95 %; `tools/measure/verdicts.py` and `judging.py` say when a claim agrees.
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
SAME_LENGTH = 0.1  # what counts as no difference of length: a tenth
WORTH_SAYING = 0.005  # so large a part of the games was given up
PARTING = 0.05  # of the games won: so far apart two measures of skill point in two ways


# ---- what was measured -----------------------------------------------------------------------------------------------


@cache
def rows() -> dict[int, dict[str, Any]]:
    """What was measured of single variants, by number; {} in a checkout in which nothing was measured."""
    return {row["variants"][0]: row for row in read("claims").get("rows", ())}


# ---- in words --------------------------------------------------------------------------------------------------------


def sentences(row: dict[str, Any], lang: str) -> tuple[str, ...]:
    """What a row of `claims.json` says, in plain sentences: the claim, the measure and the verdict, for each claim.

    Where games were given up, or layouts drawn by lot, that is said, too.
    """
    said = []
    for what, claim in (("length", row["duration"]), ("tactics", row["tactic"])):
        if claim:
            sign = {1: "more", -1: "less", 0: "equal"}[direction(claim)]
            verdict = row["verdicts"][what]
            key = "series" if row["series"] else row["unsure"] if what == "length" and verdict == UNKNOWN else verdict
            said.append(words.text(f"claims.{what}.{sign}", lang))
            if verdict != UNTESTED:
                said += _about_length(row, lang) if what == "length" else _about_tactics(row, lang)
            said.append(words.text(f"claims.{what}.verdict.{key}", lang))
            if verdict != UNTESTED:
                said.append(words.text(f"claims.{what}.refuted.{sign}", lang))
    return tuple(said)


def in_a_word(row: dict[str, Any], lang: str) -> str:
    """The verdicts of a row of `claims.json`, a word each, as the authors' table has them."""
    return "; ".join(
        f"{words.text(f'choosing.choose.column-{column}', lang)}: "
        + words.text(f"choosing.choose.verdict-{row['verdicts'][what].replace(' ', '-')}", lang)
        for what, column in (("length", "duration"), ("tactics", "tactic"))
        if what in row["verdicts"]
    )


def folded(number: int, lang: str) -> str:
    """What was measured of a variant, as HTML that is unfolded; "" where nothing was."""
    if number not in rows():
        return ""
    summary = escape(words.text("choosing.choose.figures", lang))
    return f"<details><summary>{summary}</summary><p>{escape(' '.join(sentences(rows()[number], lang)))}</p></details>"


def _about_length(row: dict[str, Any], lang: str) -> list[str]:
    return [*_laid(row, lang), *_length(row, lang), *_given_up(row, lang), *_needed("length", row, lang)]


def _about_tactics(row: dict[str, Any], lang: str) -> list[str]:
    gap, deeper, thumb = row["gap"], row["deeper"], row["thumb"]
    low, high = gap["interval"]
    shares = {"gap": gap["value"], "base": gap["base"], "low": low, "high": high}
    shares |= {"longer": deeper["value"], "longer_base": deeper["base"]}
    shares |= {"thumb": thumb["value"], "thumb_base": thumb["base"]}
    figures = {name: 100 * share for name, share in shares.items()}
    said = [_filled("claims.tactics.measured", lang, figures), _filled("claims.tactics.thumb", lang, figures)]
    part = (gap["value"] - gap["base"]) * (thumb["value"] - thumb["base"]) < 0
    if part and min(abs(one["value"] - one["base"]) for one in (gap, thumb)) >= PARTING:
        said.append(words.text("claims.tactics.parting", lang))
    return [*said, *_left_out(row, lang), *_needed("tactics", row, lang)]


def _length(row: dict[str, Any], lang: str) -> Iterator[str]:
    """How long it is between those who look ahead."""
    measure = row["length"][MEASURED_PLAYERS[-1]]
    if measure["between"]:
        low, high = measure["between"]
        figures = {"value": measure["value"], "base": measure["base"], "players": row["players"]}
        figures |= {"percent": 100 * measure["compared"], "low": 100 * low, "high": 100 * high}
        yield _filled(f"claims.length.measured{'-median' if measure['by'] == terms.MEDIAN else ''}", lang, figures)


def _laid(row: dict[str, Any], lang: str) -> Iterator[str]:
    if row["layouts"]:
        yield _filled("claims.length.layouts", lang, {"layouts": len(row["layouts"])})


def _given_up(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Of which players many games did not end, and what that means for the verdict."""
    for kind, measure in row["length"].items():
        if figures := _unfinished(measure):
            who = words.text(f"claims.given-up.{kind.partition(':')[0]}", lang)
            yield f"{who} {_filled('claims.given-up.game', lang, figures)}"
            if not measure["between"]:
                yield words.text("claims.given-up.silent", lang)


def _left_out(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Of the games that show the tactics, those that were given up."""
    if figures := _unfinished(row["gap"]):
        yield _filled("claims.tactics.left-out", lang, figures | {"limit": terms.LIMIT})


def _unfinished(measure: dict[str, Any]) -> dict[str, float]:
    """How many games were given up, and after how long; {} if they are not worth a word."""
    part = measure["unfinished"] / measure["games"]
    return {"percent": 100 * part, "limit": LIMIT} if part >= WORTH_SAYING else {}


def _needed(what: str, row: dict[str, Any], lang: str) -> Iterator[str]:
    """What it would take to tell, where more games would."""
    if what in row["needed"]:
        yield _filled(f"claims.{what}.needed", lang, {"games": row["needed"][what]})


def _filled(address: str, lang: str, figures: dict[str, float]) -> str:
    # typeset first: what is filled in are whole numbers
    return words.text(address, lang).format(**{name: tables.number(value, 0, lang) for name, value in figures.items()})
