"""What is asked of a game that is over, and of its series.  In ordinary Python: none of it is compiled."""

from ..composing import outside


@outside("0.10")
def points_reason(ask, before):
    """Why a finished game is worth these points to a player: a Reason; its `player` and pieces `home` are filled in."""
    return lambda s, player, points: None


@outside("0.10")
def tally(ask, before):
    """Count a finished game in the score of its series: the points, or a game won where there are none."""

    def tally(score, winners, points):
        for seat in range(len(score.scores)):
            score.scores[seat] += (seat in winners) if points is None else points[seat]

    return tally


@outside("0.10")
def counts_sets(ask, before):
    """Are the games of a series counted in sets?"""
    return lambda: False


@outside("0.10")
def series_over(ask, before):
    """Does a series end with the games counted in this score?  Never, without a rule that ends it."""
    return lambda score, rules: False
