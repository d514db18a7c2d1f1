"""Doubling cubes: raising the stakes, for two players (22) and for more (25)."""

import re

from .....text.reasons import Explanation
from .....text.words import Note
from ...engine.board import COLOURS, PLAYERS
from ...engine.composing import answer, ask, before, fixed, part, refuses
from ...engine.state import ANSWER, OFFER, field
from ..declaring import Option, declare
from ..examples import Examples
from ..fields import Field, PlayerNumbers, Players, position_field
from .scoring import hard, hard_points_reason, scores

# ---- 22: Doubling cube for two ---------------------------------------------------------------------------------------
declare(
    number=22, family="scoring", players=(2,), duration="+", tactic="++",
    options=(Option("target", ("5",), reading="22-e", free="number"),), source="A l.313-338, B l.167-179",
    writes={"players": "2", "score": "hard", "series.end": "target of the cube", "stakes": "two players"},
    depends_on=("direction.opposed", "start.reentry", "goal.inverted", "owner!=colour"), includes=(19,),
    fields=("cube",), examples=Examples(alone=True),
)  # fmt: skip


# ---- 25: Doubling cube for more than two -----------------------------------------------------------------------------
declare(
    number=25, family="scoring", players=(3, 4, 5, 6), advised=(3,), bracketed=(4,), duration="+", tactic="+",
    options=(Option("target", ("5",), reading="22-e", free="number"),), source="A l.355-367, B l.189-195",
    writes={"players": "3 or more", "score": "hard", "stakes": "more players"}, triggers=("dropout", "abandoned"),
    depends_on=("direction.opposed", "start.reentry", "goal.inverted", "owner!=colour"), includes=(19,),
    fields=("gone", "lost", "cube"), examples=Examples(home=2, steps={"offer": "roll", "answer": "roll"}),
)  # fmt: skip


# ---- both variants ---------------------------------------------------------------------------------------------------

position_field(Players("gone", "players"))


class Lost(PlayerNumbers):
    """The points lost by each player who refused a double, possibly 0; the state has one more."""

    def write(self, s, names):
        return "".join(f"{PLAYERS[p]}{s.lost[p] - 1}" for p in range(s.players) if s.lost[p])

    def read(self, s, text, names, wrong):
        for player, points in self.pairs(text, "0|[1-9][0-9]{0,18}", s.players, wrong):
            s.lost[player] = points + 1
        s.closed = 1


position_field(Lost("lost", "players"))


class Cube(Field):
    """The value of the game if above 1, and the player who made the last double."""

    FORM = re.compile(r"([1-9][0-9]{0,18})([A-I])?")

    def write(self, s, names):
        return f"{s.cube}{PLAYERS[s.doubler - 1] if s.doubler else ''}" if s.cube > 1 else ""

    def read(self, s, text, names, wrong):
        found = self.FORM.fullmatch(text)
        value = int(found[1]) if found else 0
        if found is None or value < 2 or value & value - 1 or (found[2] and PLAYERS.index(found[2]) >= s.players):
            raise self.format_error(wrong, text)
        s.cube = value
        s.doubler = PLAYERS.index(found[2]) + 1 if found[2] else 0

    def check(self, s, position, wrong):
        if s.step == ANSWER and (s.doubler in (0, s.turn + 1) or s.gone >> s.doubler - 1 & 1):
            raise wrong("error.position.answer", self.name if s.doubler else "step")

    def value(self, text):
        """Return the value, and the player who made the last double ("" for nobody)."""
        return int(text.rstrip(PLAYERS) or 1), text.lstrip("0123456789")

    def notes(self, position, rules, eyes=""):
        value, doubler = position.value(self.name)
        note = Note("beside.cube_of" if doubler else "beside.cube", (("value", value), ("player", doubler)))
        return (note, Note("beside.cube_closed")) if "lost" in position.rest else (note,)


position_field(Cube("cube", "stakes"))
field(
    "cube", "count", "the value of the game; while a double is answered, the value offered", variants=(22, 25), empty=1
)
field("doubler", "player", "1 + the player who made the last double, or offers one; 0 for nobody", variants=(22, 25))
field("closed", "flag", "1 if a double was refused, which ends doubling", variants=(25,))
field(
    "lost", "count", "1 + the points each player lost by leaving; 0 for those in the game", COLOURS, variants=(22, 25)
)


@part
def may_double(s):
    """Return whether doubles may be offered: no piece in hand or on the first two squares of its course (22-d)."""
    if s.hand:
        return False
    squares = s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        while piece >= 0:
            if ask.progress(s, piece, cell) < 2:
                return False
            piece = s.below[piece]
    return True


def _begin(s):
    if s.closed == 0 and s.doubler != s.turn + 1 and ask.may_double(s):
        s.step = OFFER
    else:
        before(s)


def _decide(s, number):
    if s.step == OFFER:
        if number == 0:
            ask.deal(s)
            return
        s.cube *= 2
        s.doubler = s.turn + 1
        s.step = ANSWER
    elif s.step == ANSWER:
        if number:
            behind = ask.best_home(s, s.doubler - 1) - ask.best_home(s, s.turn)
            s.lost[s.turn] = 1 + max(0, behind) * (s.cube // 2)
            if s.players > 2:  # with two players (22) the game is over instead
                s.gone |= 1 << s.turn
                s.closed = 1
    else:
        before(s, number)
        return
    # the next player to answer, in turn order, back to the one who offered
    s.turn = (s.turn + 1) % s.players
    while s.turn != s.doubler - 1 and s.gone >> s.turn & 1:
        s.turn = (s.turn + 1) % s.players
    if s.turn == s.doubler - 1:
        ask.settle_double(s)


@part
def settle_double(s):
    """Settle a double: it counts only if all accepted; if all refused, the player who offered it wins."""
    refused = 0
    for player in range(s.players):
        refused += s.lost[player] > 0
    if refused == 0:
        ask.deal(s)
        return
    s.cube //= 2
    if s.players == 2:
        # 22: the cube is as before the offer
        s.doubler = 3 - s.doubler if s.cube > 1 else 0
    else:
        s.doubler = 0
    if refused == s.players - 1:
        ask.finish_game(s, 1 << s.turn)
        return
    # a player has left, which may end the game (15, dead positions); no piece came home
    ask.before_action(s)
    if not ask.check_end(s, s.always_judge):
        ask.deal(s)


def _imagine(s, player):
    """Keep the stakes in playouts: answering doubles at random would spoil the race."""
    before(s, player)
    s.closed = 1


def _double_refusal(clauses):
    """Return the function that refuses a double; clauses: for an own last double, and for a closed cube."""

    def no_double(look, move):
        s, (own, closed) = look.s, clauses
        if s.closed:
            return Explanation("refusal.double.closed", {}, clause=closed)
        if s.doubler == s.turn + 1:
            return Explanation("refusal.double.own", {}, clause=own)
        return Explanation(f"refusal.double.{'late' if look.ask.may_double(s) else 'shut'}", {}, clause="22.2")

    return no_double


def _target_reached(number):
    """Return the function that ends a series when a player has won or lost the target."""

    def series_over(score, rules):
        return max(map(abs, score.scores)) >= int(rules.option(number, "target"))

    return series_over


for _number, _clause, _series in ((22, "22.2", "22.5"), (25, "25.2", "25.1")):
    for _name, _factory in (("begin", _begin), ("decide", _decide), ("imagine", _imagine)):
        _factory.__name__ = _name
        answer(_number, f"{_number}.2")(_factory)
    fixed(_number, f"{_number}.2", staked=1)
    scores(_number, _clause, hard)
    answer(_number, f"{_number}.1")(hard_points_reason(_number))
    answer(_number, _series)(_target_reached(_number))
refuses(22, "staked")(_double_refusal(("22.4", "22.3")))
refuses(25, "staked")(_double_refusal(("25.6", "25.5")))
