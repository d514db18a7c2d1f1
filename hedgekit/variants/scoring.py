"""Scoring: what a game is worth and when a series ends."""

import re

from ..engine.board import COLOURS, PLAYERS
from ..engine.composing import answer, part, refuses
from ..engine.state import ANSWER, DRAW, OFFER, SECRET, field
from ..text.reasons import Reason, Telling
from ..text.words import Note
from .declaring import UP_TO_SIX, Option, Variant, declare
from .examples import Examples
from .fields import Field, PlayerNumbers, Players, position_field

# ---- 2: Hedgehog spies -----------------------------------------------------------------------------------------------
declare(
    Variant(
        number=2,
        family="scoring",
        players=UP_TO_SIX,
        advised=(4, 5, 6),
        bracketed=(3,),
        duration="=",
        tactic="+",
        source="A l.106-122, B l.61-67",
        writes={"pieces.types": "drawings", "score": "spies", "winner": "most points"},
        heeds=("owner!=colour", "drawings"),
        fields=("secret",),
        suits=(3,),
        examples=Examples(home=2, steps={"secret": "place"}),
    )
)


field("secret", "count", "the drawing each player noted, 1 .. 4; 0 for none", COLOURS, variants=(2,))


class Secret(PlayerNumbers):
    """The drawing each player noted; each knows his own."""

    def read(self, s, text, names, wrong):
        for player, drawing in self.pairs(text, f"[1-{s.pieces}]", s.players, wrong):
            s.secret[player] = drawing

    def told(self, position, rules, eyes=""):
        noted = re.findall("([A-I])([0-9]+)", position.rest.get(self.name, ""))
        if not noted:
            return ()
        said = [Note("beside.secret", (("listed", tuple(player for player, _ in noted)),))]
        for player, number in noted:
            if position.over or player in eyes:
                said.append(Note("beside.noted", (("player", player), ("mood", Note(f"drawing.{number}")))))
        return tuple(said)


position_field(Secret("secret", "secrets", known="own", step="secret"))


@answer(2, "2.2")
def opening(given, before):
    return SECRET | before << 4


@answer(2, "2.1")
def named(given, before):
    return 1


@answer(2, "2.1")
def marked(given, before):
    return 1


@answer(2, "2.2")
def prepare(ask, before):
    def prepare(s):
        for player in range(s.players):
            s.secret[player] = 0
        before(s)

    return prepare


@answer(2, "2.2")
def decide(ask, before):
    opened = ask.opened

    def decide(s, number):
        if s.step == SECRET:
            s.secret[s.turn] = number
            opened(s)
        else:
            before(s, number)

    return decide


@answer(2, "2.3")
def ranked(ask, before):
    """A point for every piece of his home, and one for every piece home with his drawing."""

    def ranked(s, player):
        drawn = 0
        if s.secret[player]:
            # (in what one player may see, the others' drawings are not known)
            for colour in range(COLOURS):
                drawn += s.finished >> 4 * colour + s.secret[player] - 1 & 1
        return (s.finished & s.mine[player]).bit_count() + drawn

    return ranked


@answer(2, "2.4")
def level(ask, before):
    return lambda s, players: players


@answer(2, "2.4")
def crowned(ask, before):
    """Most points win, whoever ended the game."""
    stop = ask.stop
    return lambda s, winners: stop(s)


@answer(2, "2.3")
def race_worth(ask, before):
    """All of his pieces count, and all with his drawing."""

    def race_worth(s, player):
        total = 0
        for piece in range(4 * s.colours * player, 4 * s.colours * (player + 1)):
            total += s.points[piece]
        if s.secret[player]:
            for colour in range(s.colours * s.players):
                total += s.points[4 * colour + s.secret[player] - 1]
        return total

    return race_worth


@answer(2, "2.2")
def imagine(ask, before):
    """The others' drawings are secret."""
    draw = ask.draw

    def imagine(s, player):
        before(s, player)
        for other in range(s.players):
            if other != player and s.secret[other]:
                s.secret[other] = draw(s, s.pieces) + 1

    return imagine


@answer(2, "2.3")
def points_reason(ask, before):
    def points_reason(s, player, points):
        own = (s.finished & s.mine[player]).bit_count()
        return Reason("2.3", "points.spies", values={"drawing": s.secret[player] or "", "same": points - own})

    return points_reason


# ---- 18: The gentle way ----------------------------------------------------------------------------------------------
declare(
    Variant(
        number=18,
        family="scoring",
        players=UP_TO_SIX,
        advised=UP_TO_SIX,
        duration="++",
        tactic="+",
        options=(Option("target", ("2",), reading="18", free="number"),),
        source="A l.282-289, B l.159",
        writes={"score": "mild", "series.end": "target"},
        heeds=("goal.inverted", "owner!=colour"),
        examples=Examples(home=2),
    )
)


FEW = 2  # who has fewer home loses a point


@answer(18, "18.1")
def points_reason(ask, before):
    best_home = ask.best_home

    def points_reason(s, player, points):
        key = "won" if s.won >> player & 1 else "few" if points < 0 else "enough"
        return Reason("18.1", f"points.{key}", values={"home": best_home(s, player), "few": FEW})

    return points_reason


@answer(18, "18.2")
def series_over(ask, before):
    return lambda score, rules: max(score.scores) >= int(rules.option(18, "target"))


# ---- 19: The hard way ------------------------------------------------------------------------------------------------
declare(
    Variant(
        number=19,
        family="scoring",
        players=UP_TO_SIX,
        advised=(2, 3, 4),
        bracketed=(5, 6),
        duration="++",
        tactic="+",
        options=(Option("limit", ("5",), reading="19-a", free="number"),),
        source="A l.290-298, B l.159",
        writes={"score": "hard", "series.end": "lower limit"},
        heeds=("goal.inverted", "owner!=colour"),
        examples=Examples(home=2),
    )
)


@answer(19, "19.3")
def series_over(ask, before):
    return lambda score, rules: min(score.scores) <= -int(rules.option(19, "limit"))


# ---- 20: Tournament rules --------------------------------------------------------------------------------------------
declare(
    Variant(
        number=20,
        family="scoring",
        players=UP_TO_SIX,
        advised=(3, 4, 5),
        bracketed=(6,),
        duration="++",
        tactic="+",
        options=(Option("rounds", ("1",), reading="20", free="number"),),
        source="A l.299-304, B l.159",
        writes={"score": "tournament", "series.end": "rounds"},
        heeds=("goal.inverted",),
        measured="rounds={players}",
        examples=Examples(home=2),
    )
)


@answer(20, "20.1")
def points_reason(ask, before):
    return lambda s, player, points: Reason("20.1", "points.tournament")


@answer(20, "20.1")
def series_over(ask, before):
    return lambda score, rules: score.games >= int(rules.option(20, "rounds"))


# ---- 22: Doubling cube for two ---------------------------------------------------------------------------------------
declare(
    Variant(
        number=22,
        family="scoring",
        players=(2,),
        advised=(2,),
        duration="+",
        tactic="++",
        options=(Option("target", ("5",), reading="22-e", free="number"),),
        source="A l.313-338, B l.167-179",
        writes={"players": "2", "score": "hard", "series.end": "target of the cube", "stakes": "two players"},
        heeds=("direction.opposed", "start.reentry", "goal.inverted", "owner!=colour"),
        includes=(19,),
        fields=("cube",),
        examples=Examples(alone=True),
    )
)


position_field(Players("gone", "players"))


class Lost(PlayerNumbers):
    """What each who refused a double has lost, 0 included: the state has one more."""

    def write(self, s, names):
        return "".join(f"{PLAYERS[p]}{s.lost[p] - 1}" for p in range(s.players) if s.lost[p])

    def read(self, s, text, names, wrong):
        for player, points in self.pairs(text, "0|[1-9][0-9]{0,18}", s.players, wrong):
            s.lost[player] = points + 1
        s.closed = 1


position_field(Lost("lost", "players"))


class Cube(Field):
    """The value of the game where it is more than 1, and who made the last double."""

    FORM = re.compile(r"([1-9][0-9]{0,18})([A-I])?")

    def write(self, s, names):
        return f"{s.cube}{PLAYERS[s.doubler - 1] if s.doubler else ''}" if s.cube > 1 else ""

    def read(self, s, text, names, wrong):
        found = self.FORM.fullmatch(text)
        value = int(found[1]) if found else 0
        if found is None or value < 2 or value & value - 1 or (found[2] and PLAYERS.index(found[2]) >= s.players):
            raise self.form(wrong, text)
        s.cube = value
        s.doubler = PLAYERS.index(found[2]) + 1 if found[2] else 0

    def check(self, s, position, wrong):
        if s.step == ANSWER and (s.doubler in (0, s.turn + 1) or s.gone >> s.doubler - 1 & 1):
            raise wrong("error.position.answer", self.name if s.doubler else "step")

    def told(self, position, rules, eyes=""):
        value, doubler = re.match("([0-9]+)(.?)", position.rest.get(self.name, "1")).groups()  # type: ignore[union-attr]
        said = Note("beside.cube_of" if doubler else "beside.cube", (("value", value), ("player", doubler)))
        return (said, Note("beside.cube_closed")) if "lost" in position.rest else (said,)


position_field(Cube("cube", "stakes"))
field("cube", "count", "the value of the game; while a double is answered, the value offered", variants=(22, 25))
field("doubler", "player", "one more than who made the last double or offers one; 0 for nobody", variants=(22, 25))
field("closed", "flag", "has somebody refused, so that nobody doubles any more?", variants=(25,))
field("lost", "count", "one more than what each player lost by leaving; 0 if he is in", COLOURS, variants=(22, 25))


@part
def window(ask, before):
    """May doubles be offered?  Nobody in hand, and no piece on the first two squares of its course (22-d)."""
    progress = ask.progress

    def window(s):
        if s.hand:
            return False
        squares = s.all
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            while piece >= 0:
                if progress(s, piece, cell) < 2:
                    return False
                piece = s.below[piece]
        return True

    return window


@part
def best_home(ask, before):
    """The pieces home of a player, of his better colour if he has two (21)."""

    def best_home(s, player):
        best = 0
        for colour in range(s.colours):
            best = max(best, (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count())
        return best

    return best_home


def _prepare(ask, before):
    def prepare(s):
        s.cube = 1
        s.doubler = s.closed = 0
        for player in range(s.players):
            s.lost[player] = 0
        before(s)

    return prepare


def _begin(ask, before):
    window = ask.window

    def begin(s):
        if s.closed == 0 and s.doubler != s.turn + 1 and window(s):
            s.step = OFFER
        else:
            before(s)

    return begin


def _decide(ask, before):
    deal, best_home, answered = ask.deal, ask.best_home, ask.answered_all

    def decide(s, number):
        if s.step == OFFER:
            if number == 0:
                deal(s)
                return
            s.cube *= 2
            s.doubler = s.turn + 1
            s.step = ANSWER
        elif s.step == ANSWER:
            if number:
                behind = best_home(s, s.doubler - 1) - best_home(s, s.turn)
                s.lost[s.turn] = 1 + max(0, behind) * (s.cube // 2)
                if s.players > 2:  # of two (22) nobody leaves: the game is over
                    s.gone |= 1 << s.turn
                    s.closed = 1
        else:
            before(s, number)
            return
        # the next one to answer, in turn order round to the offerer
        s.turn = (s.turn + 1) % s.players
        while s.turn != s.doubler - 1 and s.gone >> s.turn & 1:
            s.turn = (s.turn + 1) % s.players
        if s.turn == s.doubler - 1:
            answered(s)

    return decide


@part
def answered_all(ask, before):
    """All have answered a double: it counts only if all accepted; if all refused, the one who offered has won."""
    deal, finish_game, ends, watch = ask.deal, ask.finish_game, ask.ends, ask.watch

    def answered_all(s):
        refused = 0
        for player in range(s.players):
            refused += s.lost[player] > 0
        if refused == 0:
            deal(s)
            return
        s.cube //= 2
        if s.players == 2:
            # 22: the cube goes back to what it was before the offer
            s.doubler = 3 - s.doubler if s.cube > 1 else 0
        else:
            s.doubler = 0
        if refused == s.players - 1:
            finish_game(s, 1 << s.turn)
            return
        # somebody has left: that may end the game (15, dead positions), and nobody was brought home by it
        watch(s)
        if not ends(s, s.vigil):
            deal(s)

    return answered_all


def _imagine(ask, before):
    """In a player's head the stakes stay as they are: who answers doubles at random makes no race."""

    def imagine(s, player):
        before(s, player)
        s.closed = 1

    return imagine


def _no_double(clauses):
    """Why no double may be offered at the beginning of this turn; clauses: of who offered last, of the closed cube."""

    def no_double(look, move):
        s, (own, closed) = look.s, clauses
        if s.closed:
            return Telling("refusal.double.closed", {}, clause=closed)
        if s.doubler == s.turn + 1:
            return Telling("refusal.double.own", {}, clause=own)
        return Telling(f"refusal.double.{'late' if look.ask.window(s) else 'shut'}", {}, clause="22.2")

    return no_double


def _staked(given, before):
    return 1


for _number in (22, 25):
    for _name, _factory in (
        ("staked", _staked),
        ("prepare", _prepare),
        ("begin", _begin),
        ("decide", _decide),
        ("imagine", _imagine),
    ):
        _factory.__name__ = _name
        answer(_number, f"{_number}.2")(_factory)
refuses(22, "staked")(_no_double(("22.4", "22.3")))
refuses(25, "staked")(_no_double(("25.6", "25.5")))


# ---- 24: The white hedgehog ------------------------------------------------------------------------------------------
declare(
    Variant(
        number=24,
        family="scoring",
        players=(2,),
        advised=(2,),
        duration="+",
        tactic="+",
        credits=("Ulrike Gohlke", "Jens Lange"),
        options=(
            Option("games", ("six", "tennis"), reading="24-a"),
            Option("sets", ("2", "3"), reading="24"),
        ),
        confidence="one document",
        source="A l.346-354",
        writes={"players": "2", "series.end": "tennis"},
        examples=Examples(alone=True),
    )
)


@answer(24, "24.1")
def counts_sets(ask, before):
    return lambda: True


@answer(24, "24.1")
def tally(ask, before):
    """A game won alone counts; six make a set, in tennis two ahead, or seven (24-a)."""

    def tally(score, winners, points):
        if len(winners) != 1:
            return
        winner = winners[0]
        mine = score.set_games[winner] = score.set_games[winner] + 1
        ahead = mine - score.set_games[1 - winner]
        if mine >= 6 and (score.rules.option(24, "games") != "tennis" or ahead >= 2 or mine == 7):
            score.scores[winner] += 1
            score.set_games = [0] * len(score.scores)

    return tally


@answer(24, "24.2")
def series_over(ask, before):
    return lambda score, rules: max(score.scores) >= int(rules.option(24, "sets"))


# ---- 25: Doubling cube for more than two -----------------------------------------------------------------------------
declare(
    Variant(
        number=25,
        family="scoring",
        players=(3, 4, 5, 6),
        advised=(3,),
        bracketed=(4,),
        duration="+",
        tactic="+",
        options=(Option("target", ("5",), reading="22-e", free="number"),),
        source="A l.355-367, B l.189-195",
        writes={"players": "3 or more", "score": "hard", "stakes": "more players"},
        causes=("dropout", "abandoned"),
        heeds=("direction.opposed", "start.reentry", "goal.inverted", "owner!=colour"),
        includes=(19,),
        fields=("gone", "lost", "cube"),
        examples=Examples(home=2, steps={"offer": "roll", "answer": "roll"}),
    )
)


# ---- what a game is worth  (settled.md, section Points) --------------------------------------------------------------


def _scored(given, before):
    return 1


def _spies(ask, before):
    """2: a point for each piece home, and for each piece home with one's own drawing."""
    ranked = ask.ranked
    return lambda s, player: ranked(s, player)


def _mild(ask, before):
    """18: winners +1; those with fewer than two home -1, but not under 15, where arriving is not the aim."""
    best_home = ask.best_home

    def score(s, player):
        if s.won >> player & 1:
            return 1
        return -1 if s.lazy == 0 and best_home(s, player) < FEW else 0

    return score


def _tournament(ask, before):
    """20: a point for each of one's pieces home, of both colours under 21."""
    return lambda s, player: (s.finished & s.mine[player]).bit_count()


def _hard(ask, before):
    """19, 22, 25.

    Winners +value; the others lose what the best winner has more home, times the value; a draw gives nothing.
    """
    best_home = ask.best_home

    def score(s, player):
        if s.lost[player]:
            # who left (25) has lost what he lost then, and nothing more
            return 1 - s.lost[player]
        if s.won == DRAW:
            return 0
        value = s.cube if s.staked else 1
        if s.won >> player & 1:
            return value
        best = 0
        for other in range(s.players):
            if s.won >> other & 1:
                best = max(best, best_home(s, other))
        return -value * max(0, best - best_home(s, player))

    return score


for _number, _clause, _factory in (
    (2, "2.3", _spies),
    (18, "18.1", _mild),
    (19, "19.1", _hard),
    (20, "20.1", _tournament),
    (22, "22.2", _hard),
    (25, "25.2", _hard),
):
    for _name, _answer in (("scored", _scored), ("score", _factory)):
        _answer.__name__ = _name
        answer(_number, _clause)(_answer)


def _because_hard(number):
    """19, 22, 25: why a player has these points."""

    def points_reason(ask, before):
        best_home = ask.best_home

        def points_reason(s, player, points):
            cube = s.cube if s.staked else 1
            values = {"home": best_home(s, player), "cube": cube}

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

    return points_reason


def _target(number):
    """22, 25: a series ends when somebody has won or lost so much."""
    return lambda ask, before: lambda score, rules: max(map(abs, score.scores)) >= int(rules.option(number, "target"))


for _number in (19, 22, 25):
    answer(_number, f"{_number}.1")(_because_hard(_number))
for _number, _clause in ((22, "22.5"), (25, "25.1")):
    _over = _target(_number)
    _over.__name__ = "series_over"
    answer(_number, _clause)(_over)
