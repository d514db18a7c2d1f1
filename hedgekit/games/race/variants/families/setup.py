"""Moving: the set-up and entries from the hand."""

from .....text.reasons import Explanation
from ...engine.board import RANKS, cell_of
from ...engine.composing import answer, ask, before, fixed, refuses, setting
from ...engine.state import HAND, LANE, MANY, NUMBER, PLACE, TO
from ..declaring import Option, declare
from ..examples import Examples, no_reserves

# ---- 12: Reserves ----------------------------------------------------------------------------------------------------
declare(
    number=12, family="moving", advised=(3, 4, 5, 6), bracketed=(2,), duration="-", tactic="+",
    options=(Option("enter", ("must", "may"), reading="12-a"),), source="A l.197-214, B l.125-129",
    writes={
        "entry": "from the reserve", "black.release": "on the board", "first.player": "last to place",
        "setup": "one round",
    },
    triggers=("forced.shift", "start.reentry", "entry"), depends_on=("lane.6",),
    examples=Examples(convert=no_reserves),
)  # fmt: skip
fixed(12, "12.3", trickles=1)


@setting("12.3")
def entry_optional(given, before):
    """Reserves (12): 1 if entering is optional (12-a)."""
    return int(12 in given.rules.variants and given.rules.option(12, "enter") == "may")


@answer(12, "12.1")
def placed(s):
    """The set-up is a single round."""
    for player in range(s.players):
        if s.hand & s.pieces_of[player] == s.pieces_of[player]:
            return False
    return True


@answer(12, "12.2")
def starter(s):
    return (s.first + s.players - 1) % s.players


@answer(12, "12.3", yes="because.enter")
def entries(s, number, k):
    k = before(s, number, k)
    if s.hand & s.pieces_of[s.turn] == 0:
        return k
    low, high = number - 1, number
    if ask.everywhere(s, number):
        low, high = 0, s.lanes
    for lane in range(low, high):
        cell = lane * RANKS + ask.start_of(s, s.turn)
        if ask.climbable(s, cell):
            k = ask.add_from_hand(s, k, HAND | cell << TO | 1 << MANY | number << NUMBER)
    return k


@answer(12, "12.3", yes="because.option")
def optional(s, number, advances):
    return s.entry_optional == 1 and not advances or before(s, number, advances)


@refuses(12, "entries")
def no_entry(look, move):
    """The reserve is empty, or the square or the hedgehog is wrong."""
    square, cell, choice = move.target, cell_of(move.target), look.names.set(look.ask.placeable(look.s))
    if not look.s.hand & look.s.pieces_of[look.s.turn]:
        return Explanation("refusal.enter.none", {}, (square,))
    if square not in look.start_squares():
        return Explanation("refusal.place.rank", {"square": square})
    numbers = [move.number] if move.number else look.numbers
    if not look.any_lane(move.number) and int(square[1]) not in numbers:
        values = {"numbers": look.shown(move.number), "square": square, "lane": int(square[1])}
        return Explanation("refusal.forward.lane", values)
    if not look.ask.climbable(look.s, cell):
        return look.shut(square)
    if look.s.placement_names_piece and move.piece not in choice:
        key = "refusal.place.piece" if move.piece else "refusal.place.name"
        values = {"choice": choice, "square": square}
        return Explanation(key, values, (square,), choice, clause=look.clause("placeable"))
    return None


@answer(12, "12.3")
def still_alive(s):
    for player in range(s.players):
        if s.hand & s.pieces_of[player] and s.gone >> player & 1 == 0:
            for lane in range(s.lanes):
                if ask.climbable(s, lane * RANKS + ask.start_of(s, player)):
                    return True
    return before(s)


# ---- 23: Random start ------------------------------------------------------------------------------------------------
declare(
    number=23, family="moving", advised=(2, 3), bracketed=(4, 5, 6), duration="=", tactic="=",
    credits=("Ulrike Gohlke", "Jens Lange"), source="A l.339-345, B l.181-183",
    writes={"setup": "by the die"}, depends_on=("lane.6",), settles=(12,),
    examples=Examples(alone=True),
)  # fmt: skip


@answer(23, "23.1")
def opening(given, before):
    """Placements become lane rolls."""
    steps, shift = before, 0
    while steps:
        if steps & 15 == PLACE:
            before ^= (PLACE ^ LANE) << shift
        steps >>= 4
        shift += 4
    return before


@answer(23, "23.1")
def decide(s, number):
    if s.step == LANE and s.todo & 15 == LANE:
        choice = ask.placeable(s)
        ask.place(s, (choice & -choice).bit_length() - 1, (number - 1) * RANKS + ask.start_of(s, s.turn))
    else:
        before(s, number)


@answer(23, "23.1")
def lane_open(s, lane):
    if s.todo & 15 == LANE:
        return ask.climbable(s, lane * RANKS + ask.start_of(s, s.turn))
    return before(s, lane)
