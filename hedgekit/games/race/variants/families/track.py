"""The track: its shape, black squares and direction."""

from ...engine.board import LAST, PIECES, PRINTED_BLACK, RANKS, bits_of
from ...engine.composing import answer, before, fixed, restate, setting
from ...engine.state import EITHER, FORWARD, LANE, SIDEWAYS, TURN, each_step, field
from ..declaring import Option, declare
from ..examples import Examples, all_one_way
from ..fields import Pieces, position_field

PRINTED = {lanes: ",".join(sorted(squares)) for lanes, squares in PRINTED_BLACK.items()}

# ---- 1: Five lanes ---------------------------------------------------------------------------------------------------
declare(
    number=1, family="track", advised=(3, 4, 5), bracketed=(2, 6), duration="-", tactic="=",
    options=(Option("six", ("must", "may"), reading="1-a"),), confidence="our reading", source="A l.99-105, B l.57-59",
    writes={"geometry.lanes": "5", "dice.meaning": "6 is any lane"},
    triggers=("lane.6",), depends_on=("lateral.justmoved",),
    fields=("moved",), suits=(9,),
)  # fmt: skip
fixed(1, "1.1", no="refusal.off_board", lanes=5)


field("moved", "pieces", "those that have just moved sideways and may not use a 6", lives=TURN, variants=(1,))


class Moved(Pieces):
    """The pieces on the board that may not use a 6, while a 6 is available for a later advance."""

    def write(self, s, names):
        coming = {FORWARD, EITHER}.intersection(each_step(s.todo))
        offered = s.step in (SIDEWAYS, FORWARD, EITHER, LANE) and coming and 6 in names.numbers(s)
        return "".join(names.set(s.moved & ~(s.finished | s.out))) if offered else ""


position_field(Moved("moved", "turn"))

fixed(1, "1.1", black=bits_of(PRINTED_BLACK[5]))


@setting("1.3")
def both_steps_count(given, before):
    """Five lanes (1): 1 if two side-steps in a row both count as just moved (with 30)."""
    return int(30 in given.rules.variants)


@setting("1.3")
def six_optional(given, before):
    """Five lanes (1): 1 if an advance with a 6 is optional (1-a)."""
    return int(1 in given.rules.variants and given.rules.option(1, "six") == "may")


@answer(1, "1.3")
def everywhere(s, number):
    return number == 6 or before(s, number)


@answer(1, "1.3", no="refusal.forward.moved")
def excluded(s, number, cell, n):
    if number == 6:
        piece = s.top[cell]
        while n > 0:
            if s.moved >> piece & 1:
                return True
            piece = s.below[piece]
            n -= 1
    return False


@answer(1, "1.3")
def stepped(s, pieces):
    s.moved = s.moved | pieces if s.both_steps_count else pieces
    before(s, pieces)


@answer(1, "1.3", yes="because.option")
def optional(s, number, advances):
    return s.six_optional == 1 and number == 6 or before(s, number, advances)


@answer(1, "1.3")
def lane_open(s, lane):
    return lane < 5 and before(s, lane)


# ---- 9: The tube -----------------------------------------------------------------------------------------------------
declare(
    number=9, family="track", duration="=", tactic="(+)",
    source="A l.177-183, B l.107-111",
    writes={"geometry.wrap": "tube"},
)  # fmt: skip
fixed(9, "9.1", yes="because.wrap", wrap=1)


# ---- 17: New black squares -------------------------------------------------------------------------------------------
declare(
    number=17, family="track", duration="(+)", tactic="=",
    options=(Option("black", (PRINTED[6],), reading="17-a", free="squares", defaults={1: PRINTED[5]}),),
    source="A l.268-274, B l.155-157",
    writes={"geometry.layout": "free"}, triggers=("layout",),
    examples=Examples(options="black=b1,e4,g5"),
)  # fmt: skip


@answer(17, "17.1")
def black(given, before):
    chosen = given.rules.option(17, "black")
    if chosen is None:
        return before
    return bits_of(square for square in chosen.split(",") if square)


# ---- 32: Backwards ---------------------------------------------------------------------------------------------------
declare(
    number=32, family="track", duration="=", tactic="=",
    source="A l.414-416, B l.231-233",
    writes={"direction": "backwards"},
    examples=Examples(convert=all_one_way),
)  # fmt: skip


EVERY = (1 << PIECES) - 1
restate(32, "32.1", "start_of")


@answer(32, "32.1")
def returning(given, before):
    return EVERY ^ before


# ---- 33: Marathon ----------------------------------------------------------------------------------------------------
declare(
    number=33, family="track", duration="++", tactic="=",
    options=(Option("black", ("course", "leg"), reading="33-b"),), confidence="our reading",
    source="A l.417-431, B l.235-239",
    writes={"arrival.effect": "turn round", "direction": "there and back"},
    triggers=("direction.opposed", "arrival.twice"),
    examples=Examples(convert=all_one_way),
)  # fmt: skip
fixed(33, "33.4", mixed=1, mortal=1)


@answer(33, "33.1")
def course(given, before):
    return 2 * before


@setting("33.2")
def per_leg(given, before):
    """Marathon (33): 1 if only pieces on the same leg hold one another (33-b)."""
    return int(33 in given.rules.variants and given.rules.option(33, "black") == "leg")


@answer(33, "33.5")
def is_home(s, piece, cell):
    """Home is the own start line, on the way back."""
    way = s.returning >> piece & 1
    return s.back >> piece & 1 != way and cell % RANKS == (LAST if way else 0)


@answer(33, "33.2", yes="because.turn")
def turns(s, top, bottom, cell):
    rank, piece = cell % RANKS, top
    while True:
        way = s.returning >> piece & 1
        if s.back >> piece & 1 == way and rank == (0 if way else LAST):
            s.back ^= 1 << piece
        if piece == bottom:
            return
        piece = s.below[piece]


restate(33, "33.3", "ahead", "together")


@answer(33, "33.2")
def progress(s, piece, cell):
    way = s.returning >> piece & 1
    rank = LAST - cell % RANKS if way else cell % RANKS
    return rank if s.back >> piece & 1 == way else 2 * LAST - rank


@answer(33, "33.2")
def comparable(s, piece, other):
    if s.per_leg and (s.back ^ s.returning) >> piece & 1 != (s.back ^ s.returning) >> other & 1:
        return False
    return before(s, piece, other)


@answer(33, "33.5", yes="because.home")
def finish(s, piece):
    s.back = s.back & ~(1 << piece) | s.returning & 1 << piece
    before(s, piece)


# ---- 34: Chinese hedgehogs -------------------------------------------------------------------------------------------
declare(
    number=34, family="track", players=(2, 4, 6), duration="=", tactic="=",
    confidence="our reading", source="A l.432-434, B l.241-243",
    writes={"players": "even", "start.lines": "two", "direction": "half each way"}, triggers=("direction.opposed",),
    depends_on=("parity",), absorbs=(32,), beyond=(8,),
    examples=Examples(convert=all_one_way),
)  # fmt: skip
fixed(34, "34.1", mixed=1, mortal=1)


@answer(34, "34.1")
def returning(given, before):
    return before ^ sum(given.pieces_of[player] for player in range(1, given.players, 2))


restate(34, "34.1", "start_of", "together")


@answer(34, "34.1")
def comparable(s, piece, other):
    """Only pieces from the same start line hold one another."""
    return (s.returning >> piece ^ s.returning >> other) & 1 == 0 and before(s, piece, other)
