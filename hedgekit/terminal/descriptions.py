"""Descriptions of variants, results and scores for the terminal."""

from collections.abc import Mapping

from ..games.race.play.series import Series
from ..games.race.variants import Variant
from ..play.base import Playable
from ..text.words import join_list
from .output import Terminal


def describe_variant(terminal: Terminal, variant: Variant) -> str:
    """Return a variant's number, title and sentence."""
    title, sentence = (texts[terminal.language] for texts in (variant.title, variant.sentence))
    return terminal.words("cli.play.variant", number=variant.number, title=title, sentence=sentence)


def result_lines(terminal: Terminal, game: Playable) -> list[str]:
    """Return the sentences with the ranking and the points of a finished game."""
    rank, places = 1, []
    for tied in game.ranking():
        players = join_list(list(tied), terminal.language)
        places.append(terminal.words("cli.play.place", place=rank, players=players))
        rank += len(tied)
    lines = [terminal.words("cli.play.ranking", places="  ".join(places))]
    if points := game.points():
        lines.append(terminal.words("cli.play.points", points=format_points(points)))
    return lines


def score_lines(terminal: Terminal, series: Series) -> list[str]:
    """Return the sentences with the score of a series and its winners."""
    lines = [terminal.words("cli.play.scores", points=format_points(series.scores))]
    if series.is_over:
        key = "series_won" if len(series.winners) == 1 else "series_shared"
        lines.append(terminal.words(f"cli.play.{key}", players=series.winners))
    return lines


def format_points(points: Mapping[str, int]) -> str:
    """Format points by letter, most first."""
    return ", ".join(f"{letter} {points[letter]}" for letter in sorted(points, key=lambda letter: -points[letter]))
