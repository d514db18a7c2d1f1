"""Questions about a finished game and its series, in ordinary Python (never compiled)."""

from ..composing import outside


@outside("0.10")
def points_reason(s, player, points):
    """Return the Reason for a player's points in a finished game; its `player` and `home` are filled in."""
    return


@outside("0.10")
def tally(score, winners, points):
    """Add a finished game to the score of its series: its points, or a game won if there are none."""
    for seat in range(len(score.scores)):
        score.scores[seat] += (seat in winners) if points is None else points[seat]


@outside("0.10")
def counts_sets():
    """Return whether the games of a series are counted in sets."""
    return False


@outside("0.10")
def series_over(score, rules):
    """Return whether a series is over at this score; never in the base game."""
    return False
