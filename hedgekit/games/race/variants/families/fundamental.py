"""Fundamental changes: other aims, more players, another game."""

from ...engine.choice.evaluation import STEP
from ...engine.composing import answer, ask, before, fixed, part, setting
from ...engine.state import DRAW, field
from ..declaring import Option, declare
from ..examples import Examples, none_out
from ..fields import Pieces, position_field

# ---- 3: Doping control -----------------------------------------------------------------------------------------------
declare(
    number=3, family="fundamental", advised=(3, 4, 5, 6), bracketed=(2,),
    source="A l.123-127, B l.69-73",
    writes={"arrival.effect": "doping"}, triggers=("four.pieces", "first.arrival"),
    depends_on=("multi.arrival", "arrival.twice"),
    fields=("doped",), examples=Examples(convert=none_out),
)  # fmt: skip
fixed(3, "3.1", strict=1)


field("doped", "piece", "1 + the disqualified piece, 0 if there is none", variants=(3,))


class Doped(Pieces):
    """The disqualified piece, which is out of the game."""

    def write(self, s, names):
        return names.of[s.doped - 1] if s.doped else ""

    def read(self, s, text, names, wrong):
        pieces = self.pieces(text, names, wrong)
        if len(pieces) != 1 or s.out >> pieces[0] & 1 == 0:
            raise wrong("error.position.doped", self.name, piece=text[:8])
        s.doped = pieces[0] + 1


position_field(Doped("doped", "pieces"))


@answer(3, "3.1", yes="because.doped")
def finish(s, piece):
    """The first piece to arrive is disqualified, unless it is a carrier (14)."""
    before(s, piece)
    if s.doped == 0 and s.carriers >> piece & 1 == 0:
        s.finished ^= 1 << piece
        s.out |= 1 << piece
        s.doped = piece + 1


# ---- 14: The apple carrier -------------------------------------------------------------------------------------------
declare(
    number=14, family="fundamental", advised=(2, 3, 4), bracketed=(5,),
    credits=("Uwe L. Heilmann",), source="A l.232-249, B l.137-141",
    writes={
        "pieces.types": "carrier", "occupied.effect": "nobody lands on a carrier", "setup": "carriers last",
        "end.filter": "with the carrier",
    },
    depends_on=("forced.shift", "black.stack"), beyond=(),
    fields=("carrier",),
)  # fmt: skip
fixed(14, "14.3", mortal=1)


class Carriers(Pieces):
    """The carriers that have been placed."""

    def read(self, s, text, names, wrong):
        super().read(s, text, names, wrong)
        if s.carriers & s.hand:
            raise self.format_error(wrong, text)


position_field(Carriers("carrier", "pieces", state="carriers"))


@answer(14, "14.3", no="refusal.carrier")
def climbable(s, cell):
    """Nobody lands on a carrier."""
    return (s.top[cell] < 0 or s.carriers >> s.top[cell] & 1 == 0) and before(s, cell)


@answer(14, "14.2")
def entered(s, piece):
    """The last piece of a colour to be placed is its carrier."""
    if s.hand >> (piece & ~3) & 15 == 0:
        s.carriers |= 1 << piece
    before(s, piece)


@answer(14, "14.2", no="refusal.place.piece")
def placeable(s):
    """With two colours (21) and no reserves (12), the last piece of one waits until the other has at most one left."""
    choice = before(s)
    if s.colours == 2 and s.trickles == 0:
        first = s.hand >> 8 * s.turn & 15
        second = s.hand >> 8 * s.turn + 4 & 15
        if first & first - 1 == 0 and second & second - 1:
            choice &= ~(15 << 8 * s.turn)
        elif second & second - 1 == 0 and first & first - 1:
            choice &= ~(15 << 8 * s.turn + 4)
    return choice


@answer(14, "14.4")
def complete(s, player, colour):
    crowned = (s.finished & s.carriers) >> 4 * (s.colours * player + colour) & 15
    return crowned != 0 and before(s, player, colour)


@answer(14, "14.4")
def race_worth(s, player):
    """The carrier always counts, beside the best other pieces."""
    best = -10000
    for colour in range(s.colours):
        first = 4 * (s.colours * player + colour)
        total, low, second = 0, 10000, 10000
        for piece in range(first, first + s.pieces):
            points = s.points[piece]
            total += points
            if s.carriers >> piece & 1 == 0:
                if points < low:
                    low, second = points, low
                elif points < second:
                    second = points
        if s.pieces - s.target >= 1:
            total -= low
        if s.pieces - s.target >= 2:
            total -= second
        best = max(best, total)
    return best


# ---- 15: Lazybones ---------------------------------------------------------------------------------------------------
declare(
    number=15, family="fundamental", advised=(3, 4, 5, 6), bracketed=(2,),
    credits=("Felicitas Novotny", "Benjamin Novotny"),
    options=(Option("form", ("first", "last"), reading="15-a", bars={"first": (35, 37, 38)}),),
    source="A l.250-259, B l.143-147",
    writes={"end": "one home, three on black squares"},
    triggers=("goal.inverted",), depends_on=("four.pieces", "black.rest"),
)  # fmt: skip
fixed(15, "15.1", always_judge=1)


@setting("15.1")
def last_wins(given, before):
    """Lazybones (15): 1 in the harder form, in which the last player with two on the track wins."""
    return int(15 in given.rules.variants and given.rules.option(15, "form") == "last")


@setting("15.1")
def lazybones(given, before):
    """Lazybones (15): 1 if bringing hedgehogs home is not the aim."""
    return int(15 in given.rules.variants)


@answer(15, "15.1")
def fulfils(s, player):
    """The player has one home and all others on black squares."""
    home = s.finished & s.pieces_of[player]
    if s.last_wins or home == 0 or home & home - 1:
        return False
    waiting, squares = s.pieces_of[player] & ~home & ~s.out, s.all & s.black
    while squares:
        bit = squares & -squares
        squares ^= bit
        piece = s.top[bit.bit_length() - 1]
        while piece >= 0:
            waiting &= ~(1 << piece)
            piece = s.below[piece]
    return waiting == 0


@part
def lagging(s):
    """Return the players in the game with at least two hedgehogs not yet home."""
    found = 0
    for player in range(s.players):
        coming = s.pieces_of[player] & ~(s.finished | s.out)
        if s.gone >> player & 1 == 0 and coming & coming - 1:
            found |= 1 << player
    return found


@answer(15, "15.1")
def before_action(s):
    s.contenders = ask.lagging(s)
    before(s)


@answer(15, "15.1")
def judge(s):
    if s.last_wins:
        left = ask.lagging(s)
        if left == 0:
            return 1 << s.turn if s.contenders >> s.turn & 1 else s.contenders or DRAW
        return left if left & left - 1 == 0 else 0
    winners = before(s)
    if winners == 0:
        for player in range(s.players):
            home = s.finished & s.pieces_of[player]
            if s.gone >> player & 1 == 0 and home & home - 1 == 0:
                return 0
        return DRAW
    return winners


@answer(15, "15.1")
def race_worth(s, player):
    """One piece should run home, the others stand on black squares; in the harder form, none should run."""
    if s.last_wins:
        return -before(s, player)
    home, ranks, best, total = 0, 0, 0, 0
    for piece in range(4 * s.colours * player, 4 * s.colours * player + s.pieces):
        if s.finished >> piece & 1:
            home += 1
        else:
            best = max(best, s.points[piece])
    squares = s.all & s.black
    while squares:
        bit = squares & -squares
        squares ^= bit
        piece = s.top[bit.bit_length() - 1]
        while piece >= 0:
            if s.owner[piece] == player:
                ranks += 1
            piece = s.below[piece]
    # a piece on a black square is worth four steps
    total = 4 * STEP * min(ranks, s.pieces - 1)
    if home == 0:
        return total + best // 2
    return total + 8 * STEP if home == 1 else total - 16 * STEP


# ---- 29: Mega hedgehogs ----------------------------------------------------------------------------------------------
declare(
    number=29, family="fundamental", players=(7, 8, 9),
    source="A l.386-392, B l.213-215",
    writes={"players": "7 to 9", "pieces.colours": "nine"}, triggers=("drawings", "parity"),
    suits=(10, 28, 35, 37), examples=Examples(alone=True),
)  # fmt: skip


# ---- 40: Hedgehog carrom ---------------------------------------------------------------------------------------------
declare(
    number=40, family="fundamental",
    credits=("Michaela Bauer", "Christof Tisch"), source="A l.470-482, B l.265-267",
    writes={"engine": "carrom", "end": "the last hedgehog on the board"}, beyond=(7, 8, 9),
    examples=Examples(alone=True),
)  # fmt: skip
