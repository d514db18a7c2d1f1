"""Black squares: variants of their effect."""

from .....text.reasons import Explanation
from ...engine.board import RANKS
from ...engine.choice.evaluation import STEP
from ...engine.composing import answer, ask, before, explains, fixed, part
from ...engine.state import DRAW, LANE, field
from ..declaring import UP_TO_SIX, Option, declare
from ..examples import Examples, none_out
from ..fields import Pieces, position_field

# ---- 10: Old-style hedgehog ------------------------------------------------------------------------------------------
declare(
    number=10, family="black_squares", advised=(), bracketed=UP_TO_SIX, duration="-", tactic="-",
    source="A l.184-189, B l.113-117",
    writes={"black.effect": "ordinary"}, triggers=("black.rest",), absorbs=(17,),
    learned_playouts=True,
)  # fmt: skip
fixed(10, "10.1", yes="because.ordinary", holds=0)


# ---- 35: Super turbo hedgehogs ---------------------------------------------------------------------------------------
declare(
    number=35, family="black_squares", duration="-", tactic="-",
    source="A l.435-439, B l.245-247",
    writes={"black.effect": "trampoline"}, triggers=("forced.shift", "black.rest"), depends_on=("group.landing",),
    learned_playouts=True,
)  # fmt: skip
fixed(35, "35.2", yes="because.ordinary", holds=0)
fixed(35, "35.1", no="refusal.torn_spring", yes="because.spring", springs=lambda given: given.black)

# ---- 36: Trapdoors ---------------------------------------------------------------------------------------------------
declare(
    number=36, family="black_squares", duration="-", tactic="=",
    source="A l.440-448, B l.249-251",
    writes={"black.effect": "trapdoor"}, triggers=("black.stack",), depends_on=("group.landing",),
)  # fmt: skip


@answer(36, "36.1", no="refusal.pit")
def held(s, piece, cell):
    """Only the lowest piece of a stack is held."""
    return s.below[piece] < 0 and before(s, piece, cell)


@explains(36, "held")
def out_of_the_pit(look, move):
    """Pieces above the pit are free; the one at its bottom may leave when nobody is behind it."""
    square, piece = move.origin, look.top(move.origin)
    explanation = Explanation("because.pit", {"piece": piece, "square": square}, claims=(("stands", piece, square),))
    if look.behind(piece, square):
        return explanation
    clause = "36.2" if look.s.below[look.names.number[piece]] < 0 else look.clause("held", 0)
    return explanation._replace(key="because.released", claims=(("nobody behind", piece),), clause=clause)


# ---- 37: Concrete blocks ---------------------------------------------------------------------------------------------
declare(
    number=37, family="black_squares", duration="-", tactic="-",
    source="A l.449-453, B l.253-255",
    writes={"black.effect": "concrete"}, triggers=("black.rest",), depends_on=("forced.advance", "layout"),
)  # fmt: skip
fixed(37, "37.1", yes="because.ordinary", holds=0)
fixed(37, "37.1", mortal=1)
fixed(37, "37.1", no="refusal.wall", walls=lambda given: given.black)

# ---- 38: Skidding ----------------------------------------------------------------------------------------------------
declare(
    number=38, family="black_squares", duration="+", tactic="-",
    credits=("Ulrike Gohlke", "Jens Lange"), options=(Option("lane", ("same", "die"), reading="38"),),
    source="A l.454-461, B l.257-259",
    writes={"black.effect": "slip"}, triggers=("forced.shift", "start.reentry", "black.rest"),
    depends_on=("group.landing", "direction.opposed", "layout"),
    fields=("slip", "then"),
)  # fmt: skip
fixed(38, "38.2", yes="because.ordinary", holds=0)


field("slip_top", "piece", "the top of the unit that slips while its lane is rolled", variants=(38,))
field("slip_bottom", "piece", "the bottom of that unit, -1 when none slips", variants=(38,), empty=-1)


class Slip(Pieces):
    """The pieces slipping, bottom to top, while their lane is rolled."""

    def write(self, s, names):
        if s.slip_bottom < 0:
            return ""
        pieces = [s.slip_top]
        while pieces[-1] != s.slip_bottom:
            pieces.append(s.below[pieces[-1]])
        return "".join(names.of[piece] + ("'" if (s.back ^ s.returning) >> piece & 1 else "") for piece in pieces[::-1])

    def put(self, s, pieces):
        for below, piece in zip([-1, *pieces], pieces, strict=False):
            s.below[piece] = below
        s.slip_bottom, s.slip_top = pieces[0], pieces[-1]

    def read(self, s, text, names, wrong):
        """Do nothing: `put` has set the pieces."""


position_field(Slip("slip", "apart"))


@answer(38, "38.1", yes="because.slip")
def slips(given, before):
    return given.black


@explains(38, "slips")
def slipping(look, move):
    """A piece slips to the start of its leg: on the way back (33), to the line of the turn."""
    turned = look.s.back ^ look.s.returning
    returns = any(turned >> look.names.number[piece] & 1 for piece in look.on(move.origin)[-move.count :])
    square = move.target
    return Explanation("because.slip_leg" if returns else "because.slip", {"square": square}, (square,))


fixed(38, "38.1", waits=lambda given: int(given.rules.option(38, "lane") == "die"))


@answer(38, "38.1")
def next_slip(s):
    """By ascending lanes; within a lane, the unit whose lowest piece has run furthest first."""
    squares, chosen, best = s.all & s.slips, -1, -1
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        while s.below[piece] >= 0:
            piece = s.below[piece]
        far = (s.lanes - cell // RANKS) * 100 + ask.progress(s, piece, cell)
        if far > best:
            chosen, best = cell, far
    s.slip_top, s.slip_bottom = ask.lift(s, chosen, ask.height(s, chosen))
    s.below[s.slip_bottom] = -1
    s.step = LANE


@answer(38, "38.1")
def lane_open(s, lane):
    if s.slip_bottom < 0:
        return before(s, lane)
    n, piece = 1, s.slip_top
    while piece != s.slip_bottom:
        n += 1
        piece = s.below[piece]
    return ask.can_slip_to(s, s.slip_top, n, lane * RANKS)


@answer(38, "38.1")
def decide(s, number):
    if s.step == LANE and s.slip_bottom >= 0:
        top, bottom = s.slip_top, s.slip_bottom
        s.slip_bottom = -1
        ask.scatter(s, top, bottom, (number - 1) * RANKS)
        ask.finish_action(s, True)
    else:
        before(s, number)


# ---- 39: Black hole --------------------------------------------------------------------------------------------------
declare(
    number=39, family="black_squares", advised=(2, 3), bracketed=(4, 5, 6), duration="+", tactic="-",
    credits=("Ulrike Gohlke", "Jens Lange"), source="A l.462-469, B l.261-263",
    writes={"black.effect": "hole", "end": "one home or last survivor"}, triggers=("dropout",),
    depends_on=("group.landing", "entry", "abandoned", "first.arrival"),
    fields=("gone",), examples=Examples(convert=none_out),
)  # fmt: skip
fixed(39, "39.1", yes="because.ordinary", holds=0)
fixed(39, "39.2", target=1, always_judge=1)
fixed(39, "39.2", mortal=1)
fixed(39, "39.1", yes="because.hole", holes=lambda given: given.black)


@part
def survivors(s):
    """Return the players in the game who have pieces left (on the board, in hand or home)."""
    found = 0
    for player in range(s.players):
        if s.gone >> player & 1 == 0 and s.pieces_of[player] & ~s.out:
            found |= 1 << player
    return found


@answer(39, "39.2")
def before_action(s):
    s.contenders = ask.survivors(s)
    before(s)


@answer(39, "39.2")
def judge(s):
    """The first player with one home wins, or the last with any left.

    If all lose their last pieces at once, the player on turn wins, unless everybody marched.
    """
    left = ask.survivors(s)
    winners = before(s)
    s.gone |= s.contenders & ~left
    if winners:
        return winners
    if left & left - 1 == 0:
        if left:
            return left
        if s.contenders >> s.turn & 1 and s.marched == 0:
            return 1 << s.turn
        return DRAW
    return 0


@answer(39, "39.2")
def race_worth(s, player):
    """One hedgehog home is enough: the furthest counts fully, each other one as a reserve."""
    best, left = -STEP, 0
    for piece in range(4 * s.colours * player, 4 * s.colours * (player + 1)):
        if s.out >> piece & 1 == 0:
            best = max(best, s.points[piece])
            left += 1
    return best + left * STEP
