"""What is asked once for a rule set: how many there are of everything, and where the squares lie."""

from ..board import CELLS, COLOURS, PIECES, PRINTED_BLACK, RANKS, bits_of
from ..composing import setting
from ..state import FORWARD, PLACE, SIDEWAYS


@setting("0.1")
def variants(given, before):
    """The variants in play, as bits."""
    return sum(1 << number for number in given.rules.variants)


@setting("0.1")
def players(given, before):
    """How many play."""
    return given.rules.players


@setting("0.1", no="refusal.off_board")
def lanes(given, before):
    """How many lanes the board has."""
    return 6


@setting("0.1")
def pieces(given, before):
    """How many pieces each colour has."""
    return 4


@setting("0.1")
def colours(given, before):
    """How many colours each player has."""
    return 1


@setting("0.1")
def named(given, before):
    """1 if the pieces of a player differ, so that placing one names it."""
    return 0


@setting("0.2")
def marked(given, before):
    """1 if the pieces of one colour differ, so that any of those in hand may be the one that comes."""
    return 0


@setting("0.4")
def plan(given, before):
    """The steps of a turn after the roll, four bits each, the first one lowest."""
    return SIDEWAYS | FORWARD << 4


@setting("0.4")
def after_sideways(given, before):
    """The steps that follow a side-step chosen where either kind was free, four bits each, the last one lowest."""
    return 0


@setting("0.4")
def after_forward(given, before):
    """The steps that follow an advance chosen where either kind was free, four bits each, the last one lowest."""
    return 0


@setting("0.6")
def thrown(given, before):
    """How many dice a throw has."""
    return 1


@setting("0.6")
def numbered(given, before):
    """1 if an advance says which number it uses."""
    return 0


@setting("0.6")
def hoarded(given, before):
    """1 if a kept die joins the one thrown, so that an advance chooses between two numbers."""
    return 0


@setting("0.6")
def drafted(given, before):
    """1 if the numbers lie in a pool that all draw from."""
    return 0


@setting("0.6")
def carded(given, before):
    """1 if numbers come from cards instead of dice."""
    return 0


@setting("0.4")
def written(given, before):
    """1 if a position must say which steps of the turn are still to come."""
    return 0


@setting("0.2")
def trickles(given, before):
    """1 if pieces come from the hand during the race."""
    return 0


@setting("0.10")
def strict(given, before):
    """1 if a piece that arrives may be disqualified."""
    return 0


@setting("0.10")
def staked(given, before):
    """1 if the game has a stake that may be doubled."""
    return 0


@setting("0.2")
def opening(given, before):
    """The steps before the first turn, four bits each, the first one lowest."""
    return PLACE


@setting("0.3")
def cover(given, before):
    """Set-up exception: 1 if an own piece anywhere in a stack counts, 0 if only one on top does (0-c)."""
    return int(given.rules.option(0, "cover") == "contains")


@setting("0.9")
def black(given, before):
    """The black squares, whatever they do."""
    return bits_of(PRINTED_BLACK[6])


@setting("0.7")
def wrap(given, before):
    """1 if the outermost lanes are neighbours."""
    return 0


@setting("0.8")
def returning(given, before):
    """The pieces that run from rank i to rank a when the game begins."""
    return 0


@setting("0.8")
def mixed(given, before):
    """1 if pieces may face both ways."""
    return 0


@setting("0.10")
def target(given, before):
    """How many of his pieces a player must bring home."""
    return 3


@setting("0.10")
def vigil(given, before):
    """1 if a game may end without anybody coming home, so that every action is judged."""
    return 0


@setting("0.10")
def mortal(given, before):
    """1 if a position can be dead; in the base game the rearmost rank always has a free top piece (0-l)."""
    return 0


@setting("0.1")
def owner(given, before):
    """Piece -> the player who owns it."""
    return tuple(min(piece // (4 * given.colours), COLOURS - 1) for piece in range(PIECES))


@setting("0.1")
def mine(given, before):
    """Player -> the set of his pieces."""
    each = sum((1 << given.pieces) - 1 << 4 * colour for colour in range(given.colours))
    return tuple(each << 4 * given.colours * player if player < given.players else 0 for player in range(COLOURS))


@setting("0.7")
def low(given, before):
    """Cell -> its neighbour one lane down, or -1."""
    over = given.lanes * RANKS
    edge = over - RANKS if given.wrap else None
    return tuple(
        -1 if cell >= over else cell - RANKS if cell >= RANKS else -1 if edge is None else cell + edge
        for cell in range(CELLS)
    )


@setting("0.7")
def high(given, before):
    """Cell -> its neighbour one lane up, or -1."""
    found = [-1] * CELLS
    for cell, to in enumerate(given.low):
        if to >= 0:
            found[to] = cell
    return tuple(found)


@setting("0.7")
def first_lane(given, before):
    """The squares without a neighbour one lane down: those of the first lane, or none."""
    return sum(1 << cell for cell in range(given.lanes * RANKS) if given.low[cell] < 0)


@setting("0.7")
def last_lane(given, before):
    """The squares without a neighbour one lane up: those of the last lane, or none."""
    return sum(1 << cell for cell in range(given.lanes * RANKS) if given.high[cell] < 0)


@setting("0.9", yes="because.ordinary")
def holds(given, before):
    """The squares that hold pieces back: the black ones."""
    return given.black
