"""What is asked of a game that is over, and of its series.  In ordinary Python: none of it is compiled."""

from ..composing import outside


@outside("0.10")
def points_reason(s, player, points):
    """Why a finished game is worth these points to a player: a Reason; its `player` and pieces `home` are filled in."""
    return


@outside("0.10")
def tally(score, winners, points):
    """Count a finished game in the score of its series: the points, or a game won where there are none."""
    for seat in range(len(score.scores)):
        score.scores[seat] += (seat in winners) if points is None else points[seat]


@outside("0.10")
def counts_sets():
    """Are the games of a series counted in sets?"""
    return False


@outside("0.10")
def series_over(score, rules):
    """Does a series end with the games counted in this score?  Never, without a rule that ends it."""
    return False
