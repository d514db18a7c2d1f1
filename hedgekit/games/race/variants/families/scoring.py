"""Scoring: the value of a game and the end of a series."""

import re

from .....text.reasons import Reason
from .....text.words import Note
from ...engine.board import COLOURS
from ...engine.composing import answer, ask, before, fixed, part
from ...engine.state import DRAW, SECRET, field
from ..declaring import Option, declare
from ..examples import Examples
from ..fields import PlayerNumbers, position_field

# ---- 2: Hedgehog spies -----------------------------------------------------------------------------------------------
declare(
    number=2, family="scoring", advised=(4, 5, 6), bracketed=(3,), duration="=", tactic="+",
    source="A l.106-122, B l.61-67",
    writes={"pieces.types": "drawings", "score": "spies", "winner": "most points"},
    depends_on=("owner!=colour", "drawings"),
    fields=("secret",), suits=(3,), examples=Examples(home=2, steps={"secret": "place"}),
)  # fmt: skip
fixed(2, "2.1", placement_names_piece=1, pieces_differ=1)


field("secret", "count", "the drawing each player noted, 1 .. 4; 0 for none", COLOURS, variants=(2,))


class Secret(PlayerNumbers):
    """The drawing noted by each player, known to that player alone."""

    def read(self, s, text, names, wrong):
        for player, drawing in self.pairs(text, f"[1-{s.pieces}]", s.players, wrong):
            s.secret[player] = drawing

    def notes(self, position, rules, eyes=""):
        noted = re.findall("([A-I])([0-9]+)", position.rest.get(self.name, ""))
        if not noted:
            return ()
        notes = [Note("beside.secret", (("listed", tuple(player for player, _ in noted)),))]
        for player, number in noted:
            if position.over or player in eyes:
                notes.append(Note("beside.noted", (("player", player), ("mood", Note(f"drawing.{number}")))))
        return tuple(notes)


position_field(Secret("secret", "secrets", known="own", step="secret"))


@answer(2, "2.2")
def opening(given, before):
    return SECRET | before << 4


@answer(2, "2.2")
def decide(s, number):
    if s.step == SECRET:
        s.secret[s.turn] = number
        ask.end_opening_step(s)
    else:
        before(s, number)


@answer(2, "2.3")
def ranked(s, player):
    """A point for each own piece home, and one for each piece home with one's drawing."""
    drawn = 0
    if s.secret[player]:
        for colour in range(COLOURS):
            drawn += s.finished >> 4 * colour + s.secret[player] - 1 & 1
    return (s.finished & s.pieces_of[player]).bit_count() + drawn


@answer(2, "2.4")
def tied_winners(s, players):
    return players


@answer(2, "2.4")
def final_winners(s, winners):
    """The players with most points win, whoever ended the game."""
    return ask.dead_winners(s)


@answer(2, "2.3")
def race_worth(s, player):
    """All own pieces count, and all with one's drawing."""
    total = 0
    for piece in range(4 * s.colours * player, 4 * s.colours * (player + 1)):
        total += s.points[piece]
    if s.secret[player]:
        for colour in range(s.colours * s.players):
            total += s.points[4 * colour + s.secret[player] - 1]
    return total


@answer(2, "2.2")
def imagine(s, player):
    """The others' drawings are hidden."""
    before(s, player)
    for other in range(s.players):
        if other != player and s.secret[other]:
            s.secret[other] = ask.draw(s, s.pieces) + 1


@answer(2, "2.3")
def points_reason(s, player, points):
    own = (s.finished & s.pieces_of[player]).bit_count()
    return Reason("2.3", "points.spies", values={"drawing": s.secret[player] or "", "same": points - own})


# ---- 18: The gentle way ----------------------------------------------------------------------------------------------
declare(
    number=18, family="scoring", duration="++", tactic="+",
    options=(Option("target", ("2",), reading="18", free="number"),), source="A l.282-289, B l.159",
    writes={"score": "mild", "series.end": "target"}, depends_on=("goal.inverted", "owner!=colour"),
    examples=Examples(home=2),
)  # fmt: skip


FEW = 2  # a player with fewer home loses a point


@answer(18, "18.1")
def points_reason(s, player, points):
    key = "won" if s.won >> player & 1 else "few" if points < 0 else "enough"
    return Reason("18.1", f"points.{key}", values={"home": ask.best_home(s, player), "few": FEW})


@answer(18, "18.2")
def series_over(score, rules):
    return max(score.scores) >= int(rules.option(18, "target"))


# ---- 19: The hard way ------------------------------------------------------------------------------------------------
declare(
    number=19, family="scoring", advised=(2, 3, 4), bracketed=(5, 6), duration="++", tactic="+",
    options=(Option("limit", ("5",), reading="19-a", free="number"),), source="A l.290-298, B l.159",
    writes={"score": "hard", "series.end": "lower limit"}, depends_on=("goal.inverted", "owner!=colour"),
    examples=Examples(home=2),
)  # fmt: skip


@answer(19, "19.3")
def series_over(score, rules):
    return min(score.scores) <= -int(rules.option(19, "limit"))


# ---- 20: Tournament rules --------------------------------------------------------------------------------------------
declare(
    number=20, family="scoring", advised=(3, 4, 5), bracketed=(6,), duration="++", tactic="+",
    options=(Option("rounds", ("1",), reading="20", free="number"),), source="A l.299-304, B l.159",
    writes={"score": "tournament", "series.end": "rounds"}, depends_on=("goal.inverted",),
    measured="rounds={players}", examples=Examples(home=2),
)  # fmt: skip


@answer(20, "20.1")
def points_reason(s, player, points):
    return Reason("20.1", "points.tournament")


@answer(20, "20.1")
def series_over(score, rules):
    return score.games >= int(rules.option(20, "rounds"))


# ---- 24: The white hedgehog ------------------------------------------------------------------------------------------
declare(
    number=24, family="scoring", players=(2,), duration="+", tactic="+",
    credits=("Ulrike Gohlke", "Jens Lange"),
    options=(Option("games", ("six", "tennis"), reading="24-a"), Option("sets", ("2", "3"), reading="24")),
    confidence="one document", source="A l.346-354",
    writes={"players": "2", "series.end": "tennis"},
    examples=Examples(alone=True),
)  # fmt: skip


@answer(24, "24.1")
def counts_sets():
    return True


@answer(24, "24.1")
def tally(score, winners, points):
    """Games with a single winner count; six make a set, in tennis with a lead of two, or seven (24-a)."""
    if len(winners) != 1:
        return
    winner = winners[0]
    mine = score.set_games[winner] = score.set_games[winner] + 1
    ahead = mine - score.set_games[1 - winner]
    if mine >= 6 and (score.rules.option(24, "games") != "tennis" or ahead >= 2 or mine == 7):
        score.scores[winner] += 1
        score.set_games = [0] * len(score.scores)


@answer(24, "24.2")
def series_over(score, rules):
    return max(score.scores) >= int(rules.option(24, "sets"))


# ---- the value of a game  (settled.md, section Points) ---------------------------------------------------------------


@part
def best_home(s, player):
    """Return a player's pieces home, of the better colour if there are two (21)."""
    best = 0
    for colour in range(s.colours):
        best = max(best, (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count())
    return best


def _spies(s, player):
    """2: a point for each own piece home, and for each piece home with one's drawing."""
    return ask.ranked(s, player)


def _mild(s, player):
    """18: winners +1; players with fewer than two home -1, except under 15, where arriving is not the aim."""
    if s.won >> player & 1:
        return 1
    return -1 if s.lazybones == 0 and ask.best_home(s, player) < FEW else 0


def _tournament(s, player):
    """20: a point for each own piece home, of both colours under 21."""
    return (s.finished & s.pieces_of[player]).bit_count()


def hard(s, player):
    """19, 22, 25: winners gain the stake, others lose it per piece the best winner has more home; a draw gives 0."""
    if s.lost[player]:
        # a player who left (25) loses no more
        return 1 - s.lost[player]
    if s.won == DRAW:
        return 0
    if s.won >> player & 1:
        return s.cube
    best = 0
    for other in range(s.players):
        if s.won >> other & 1:
            best = max(best, ask.best_home(s, other))
    return -s.cube * max(0, best - ask.best_home(s, player))


def hard_points_reason(number):
    """Return the function that explains points under `hard` (19, 22, 25)."""

    def points_reason(s, player, points):
        cube = s.cube
        values = {"home": ask.best_home(s, player), "cube": cube}

        def reason(clause, key, **more):
            return Reason(f"{number}.{clause}", f"points.{key}", values={**values, **more})

        if s.lost[player]:
            return reason(3, "left", lost=-points)
        if s.won == DRAW:
            return reason(1, "drawn")
        if s.won >> player & 1:
            return reason(1, "won" if cube == 1 else "cube")
        clause = 1 if s.staked else 2
        if not points:
            return reason(clause, "level")
        return reason(clause, "behind" if cube == 1 else "behind_cube", behind=-points // cube)

    return points_reason


def scores(number, clause, factory):
    """Give a variant a scoring: its answer to `score`."""
    fixed(number, clause, scored=1)
    factory.__name__ = "score"
    answer(number, clause)(factory)


scores(2, "2.3", _spies)
scores(18, "18.1", _mild)
scores(19, "19.1", hard)
scores(20, "20.1", _tournament)
answer(19, "19.1")(hard_points_reason(19))
