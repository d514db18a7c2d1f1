"""Settings, evaluated once per rule set: numbers of things, and the geometry of the board."""

from ..board import CELLS, COLOURS, PIECES, PRINTED_BLACK, RANKS, bits_of
from ..composing import define_setting, setting
from ..state import FORWARD, PLACE, SIDEWAYS

_PLAIN = (  # name, clause, value in the base game, text, key of its sentence if it rules a move out
    ("variants", "0.1", lambda given: sum(1 << number for number in given.rules.variants),
     "The variants in play, as bits."),
    ("players", "0.1", lambda given: given.rules.players, "The number of players."),
    ("lanes", "0.1", 6, "The number of lanes.", "refusal.off_board"),
    ("pieces", "0.1", 4, "The number of pieces of each colour."),
    ("colours", "0.1", 1, "The number of colours of each player."),
    ("placement_names_piece", "0.1", 0, "1 if a player's pieces differ, so a placement names one."),
    ("pieces_differ", "0.2", 0,
     "1 if the pieces of one colour differ, so any of those in hand may be placed."),
    ("plan", "0.4", SIDEWAYS | FORWARD << 4,
     "The steps of a turn after the roll, four bits each, the first lowest."),
    ("after_sideways", "0.4", 0,
     "The steps after a side-step at a step where an advance was possible too, four bits each, the last lowest."),
    ("after_forward", "0.4", 0,
     "The steps after an advance at a step where a side-step was possible too, four bits each, the last lowest."),
    ("thrown", "0.6", 1, "The number of dice in a throw."),
    ("numbered", "0.6", 0, "1 if an advance says which number it uses."),
    ("hoarded", "0.6", 0, "1 if a kept die is added to the throw, so an advance chooses between two numbers."),
    ("drafted", "0.6", 0, "1 if the numbers are drawn from a common pool."),
    ("carded", "0.6", 0, "1 if numbers come from cards instead of dice."),
    ("plan_written", "0.4", 0, "1 if positions must list the remaining steps of the turn."),
    ("trickles", "0.2", 0, "1 if pieces enter from the hand during the race."),
    ("strict", "0.10", 0, "1 if a piece that arrives may be disqualified."),
    ("staked", "0.10", 0, "1 if the game has stakes that may be doubled."),
    ("opening", "0.2", PLACE, "The steps before the first turn, four bits each, the first lowest."),
    ("cover", "0.3", lambda given: int(given.rules.option(0, "cover") == "contains"),
     "Set-up exception: 1 if an own piece anywhere in a stack counts, 0 if only one on top (0-c)."),
    ("black", "0.9", bits_of(PRINTED_BLACK[6]), "The black squares, whatever their effect."),
    ("wrap", "0.7", 0, "1 if the outermost lanes are neighbours."),
    ("returning", "0.8", 0, "The pieces that run from rank i to rank a at the beginning."),
    ("mixed", "0.8", 0, "1 if pieces may face both ways."),
    ("target", "0.10", 3, "The number of pieces that a player must bring home."),
    ("always_judge", "0.10", 0, "1 if a game may end without a piece coming home, so every action is judged."),
    ("mortal", "0.10", 0,
     "1 if positions can be dead; in the base game the rearmost rank always has a free top piece (0-l)."),
)  # fmt: skip


for _row in _PLAIN:
    define_setting(*_row)


@setting("0.1")
def owner(given, before):
    """Piece -> its owner."""
    return tuple(min(piece // (4 * given.colours), COLOURS - 1) for piece in range(PIECES))


@setting("0.1")
def pieces_of(given, before):
    """Player -> the set of their pieces."""
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
