"""Descriptions of variants, results and scores for the terminal."""

from collections.abc import Mapping

from ..games.race.play.series import Series
from ..games.race.variants import Variant
from ..play.base import Playable
from ..text.words import join_list
from .output import Terminal


def described(terminal: Terminal, variant: Variant) -> str:
    """Describe a variant by its number, title and sentence."""
    title, said = (told[terminal.language] for told in (variant.title, variant.sentence))
    return terminal.words("cli.play.variant", number=variant.number, title=title, sentence=said)


def ending(terminal: Terminal, game: Playable) -> list[str]:
    """Return the sentences for the ranking and the points of a finished game."""
    rank, places = 1, []
    for tied in game.ranking():
        players = join_list(list(tied), terminal.language)
        places.append(terminal.words("cli.play.place", place=rank, players=players))
        rank += len(tied)
    said = [terminal.words("cli.play.ranking", places="  ".join(places))]
    if points := game.points():
        said.append(terminal.words("cli.play.points", points=counted(points)))
    return said


def scores(terminal: Terminal, series: Series) -> list[str]:
    """Return the sentences for the score of a series and its winners."""
    said = [terminal.words("cli.play.scores", points=counted(series.scores))]
    if series.is_over:
        key = "series_won" if len(series.winners) == 1 else "series_shared"
        said.append(terminal.words(f"cli.play.{key}", players=series.winners))
    return said


def counted(points: Mapping[str, int]) -> str:
    """Points by letter, the most first."""
    return ", ".join(f"{letter} {points[letter]}" for letter in sorted(points, key=lambda letter: -points[letter]))
