"""Moving: other kinds of moves."""

from .....text.reasons import Explanation
from ...engine.board import RANKS, cell_of, squares_of
from ...engine.composing import answer, ask, before, explains, part, refuses, setting
from ...engine.state import MANY, TO
from ..declaring import Option, declare

# ---- 4: Climbing hedgehog --------------------------------------------------------------------------------------------
declare(
    number=4, family="moving", duration="=", tactic="+",
    options=(Option("when", ("stuck", "covered"), reading="4-a"),), source="A l.129-134, B l.75-77",
    writes={"lateral.fallback": "climbing"}, depends_on=("black.stack",),
)  # fmt: skip


@setting("4.1")
def only_covered(given, before):
    """Climbing (4): 1 if all own pieces in play must be covered, 0 if having no side-step is enough (4-a)."""
    return int(4 in given.rules.variants and given.rules.option(4, "when") == "covered")


@part
def climber(s, cell):
    """Return the piece of the player on turn that may climb in this stack, the lowest not held, or -1."""
    if not ask.climbable(s, cell):
        return -1
    found, piece = -1, s.below[s.top[cell]]
    while piece >= 0:
        if s.owner[piece] == s.turn and (s.holds >> cell & 1 == 0 or not ask.held(s, piece, cell)):
            found = piece
        piece = s.below[piece]
    return found


@answer(4, "4.1")
def climbs(s, k):
    k = before(s, k)
    if s.only_covered:
        if s.own[s.turn]:
            return k
    else:
        for i in range(k):
            if s.moves[i] >> MANY & 31 and s.owner[s.top[s.moves[i] & 63]] == s.turn:
                return k
    squares = s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        if ask.climber(s, cell) >= 0:
            s.moves[k] = cell | cell << TO | 1 << MANY
            k += 1
    return k


@refuses(4, "climbs")
def no_climb(look, move):
    """No piece can climb there, or one of the player's can step aside."""
    square, cell = move.origin, cell_of(move.origin)
    own = [piece for piece in look.on(square)[:-1] if look.owns(piece)]
    if not own:
        return Explanation("refusal.climb.none", {"square": square})
    if not look.ask.climbable(look.s, cell):
        return look.shut(square)
    if look.ask.climber(look.s, cell) < 0:
        number = look.names.number[own[0]]
        return look.worded("held", look.held(own[0], square), look.decider("held", number, cell), True)
    if look.s.only_covered:
        bare = squares_of(look.s.own[look.s.turn])[0]
        values = {"square": square, "bare": bare, "piece": look.top(bare)}
        return Explanation("refusal.climb.bare", values, (square, bare))
    free = [a for a, b in look.side_steps if look.owns(look.top(a))]
    if not free:  # another rule forbids it
        return look.worded("climbs", Explanation("", {}, (square,)), look.decider("climbs", 0), True)
    claims = tuple(("can step", origin) for origin in free)
    return Explanation("refusal.climb.free", {"square": square, "free": tuple(dict.fromkeys(free))}, claims=claims)


@explains(4, "climbs")
def may_climb(look, move):
    """Name the climber, and why it may climb."""
    square = move.origin
    piece = look.names.of[look.ask.climber(look.s, cell_of(square))]
    key = "because.climb_covered" if look.s.only_covered else "because.climb"
    return Explanation(key, {"piece": piece, "square": square}, (square,), claims=(("cannot step", look.player),))


@answer(4, "4.1")
def climb(s, cell):
    piece = ask.climber(s, cell)
    above, n = s.top[cell], 1
    while s.below[above] != piece:
        above = s.below[above]
        n += 1
    top, bottom = ask.lift(s, cell, n)
    ask.lift(s, cell, 1)
    ask.put(s, top, bottom, cell)
    ask.put(s, piece, piece, cell)


@answer(4, "4.1")
def still_alive(s):
    """A climb that some player has when nothing else can move keeps a position alive."""
    turn, found = s.turn, False
    for player in range(s.players):
        s.turn = player
        squares = s.all
        if s.gone >> player & 1 or s.only_covered and s.own[player]:
            squares = 0
        while squares:
            bit = squares & -squares
            squares ^= bit
            if ask.climber(s, bit.bit_length() - 1) >= 0:
                found = True
    s.turn = turn
    return found or before(s)


# ---- 8: Hedgehog sandwich --------------------------------------------------------------------------------------------
declare(
    number=8, family="moving", advised=(4, 5, 6), bracketed=(3,), duration="(-)", tactic="(+)",
    source="A l.170-176, B l.103-105",
    writes={"move.unit": "block"}, triggers=("multi.arrival", "group.landing", "lateral.justmoved"),
    depends_on=("direction.opposed",),
)  # fmt: skip


@answer(8, "8.1", yes="because.block")
def larger(s, cell, n):
    """A block is the top of a stack down to any own piece, if the top is own and none of it is held."""
    piece, size = s.top[cell], 0
    if s.owner[piece] != s.turn:
        return 0
    while piece >= 0 and (s.holds >> cell & 1 == 0 or not ask.held(s, piece, cell)):
        size += 1
        if size > n and s.owner[piece] == s.turn:
            return size
        piece = s.below[piece]
    return 0


# ---- 11: Chaos -------------------------------------------------------------------------------------------------------
declare(
    number=11, family="moving", duration="+", tactic="=",
    source="A l.190-196, B l.119-123",
    writes={"lateral.owner": "anybody"},
    suits=(31,),
)  # fmt: skip


@answer(11, "11.1", yes="because.sideways_foreign")
def movers(s):
    return s.all


# ---- 13: Jostling ----------------------------------------------------------------------------------------------------
declare(
    number=13, family="moving", advised=(3, 4), bracketed=(2,), duration="-", tactic="+",
    credits=("Klaus Bubert",),
    options=(Option("push", ("forward", "sideways"), reading="13 clause 4", needs={"sideways": 9}),),
    confidence="our reading", source="A l.216-231, B l.131-135",
    writes={"occupied.effect": "push"}, triggers=("multi.arrival", "group.landing", "forced.shift", "forced.advance"),
    depends_on=("forced.shift", "black.stack", "direction.opposed"),
)  # fmt: skip


@setting("13.4")
def side_steps_push(given, before):
    """Jostling (13): 1 if side-steps push, too."""
    return int(13 in given.rules.variants and given.rules.option(13, "push") == "sideways")


@answer(13, "13.1", yes="because.push")
def pushes(s, piece, n, cell, side):
    if s.side_steps_push == 0 and side:
        return False
    other, heading, black = s.top[cell], s.back >> piece & 1, s.holds >> cell & 1
    if black and side == 0:
        return False
    while n > 1:
        piece = s.below[piece]
        n -= 1
        if s.back >> piece & 1 != heading:
            return False
    while other >= 0:
        if s.back >> other & 1 != heading or black and ask.held(s, other, cell):
            return False
        other = s.below[other]
    return True


@refuses(13, "pushes")
def stacked(look, move):
    """No push happens on a black square, nor by a side-step."""
    square = move.target
    values = {"square": square, "piece": look.top(move.origin)}
    if look.rules.settings["black"] >> cell_of(square) & 1:
        return Explanation("because.stack_black", values, clause="13.2")
    return Explanation("because.stack_aside", values, clause="13.3") if move.origin[0] == square[0] else None


@answer(13, "13.4", no="refusal.sideways.full")
def open_rank(s, cell):
    """No side-step is possible on a full rank."""
    if s.side_steps_push:
        rank = cell % RANKS
        for lane in range(s.lanes):
            if s.all >> lane * RANKS + rank & 1 == 0:
                return before(s, cell)
        return False
    return before(s, cell)
