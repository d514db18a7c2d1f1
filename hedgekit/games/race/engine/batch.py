"""Many games played in lockstep, with numeric observations and actions for learning (see rl/encoding.py).

Each game has a row of a table, in which the caller writes the chosen action and reads the next legal ones.
"""

from .board import CELLS, COLOURS, RANKS
from .choice.memory import MOVES
from .composing import ask, part
from .state import HAND, MANY, NUMBER, OVER, PIECE, TO

STEPS, VARIANTS, NUMBERS = 16, 63, 8
LANES, MOST, HANDED = 6, 8, 16
HANDS = NUMBERS
BOARD = HANDS + CELLS * HANDED * NUMBERS
ACTIONS = BOARD + CELLS * (RANKS + LANES) * MOST * NUMBERS
TOPS = COLOURS * CELLS
HEIGHT = TOPS + COLOURS * CELLS
BLACK = HEIGHT + CELLS
HOME = BLACK + CELLS
IN_HAND = HOME + COLOURS
IN_PLAY = IN_HAND + COLOURS
SHOWN = IN_PLAY + COLOURS
STEP = SHOWN + NUMBERS
PLAYERS = STEP + STEPS
IN_FORCE = PLAYERS + COLOURS
OBSERVATION = IN_FORCE + VARIANTS

ACTING, ENDED, WON, CHOSEN, LISTED, FIRST = 0, 1, 2, 3, 4, 5
"""The columns of a row: the player to act; whether a game ended at the last step, and its winners; the chosen action
(after FIND its index); the number of legal actions; the first of them, followed by the others.  From PACKED on: the
same as packed moves."""
PACKED = FIRST + MOVES
ROW = PACKED + MOVES
BEGIN, FIND, PLAY, SEE = 0, 1, 2, 3  # the commands of `all_games`


def action_of(packed: int) -> int:
    """Return the action of a packed move (`Game.packed`)."""
    origin, target, many = packed & 63, packed >> TO & 63, packed >> MANY & 31
    number = packed >> NUMBER & 7
    if not many:
        return number
    if origin == HAND:
        return HANDS + (target * HANDED + (packed >> PIECE & 15)) * NUMBERS + number
    same = origin // RANKS == target // RANKS
    where = target % RANKS if same else RANKS + target // RANKS
    return BOARD + ((origin * (RANKS + LANES) + where) * MOST + min(many, MOST) - 1) * NUMBERS + number


@part
def action(ask, before):
    """Return the action of a packed move."""
    return action_of


@part
def observe(found, s, seat):
    """Fill an array of zeros with the observation of a seat."""
    owner, below, players = s.owner, s.below, s.players
    for cell in range(CELLS):
        piece = s.top[cell]
        if piece >= 0:
            found[TOPS + (owner[piece] - seat) % players * CELLS + cell] = 1
        while piece >= 0:
            found[(owner[piece] - seat) % players * CELLS + cell] += 1
            found[HEIGHT + cell] += 1
            piece = below[piece]
        if s.black >> cell & 1:
            found[BLACK + cell] = 1
    for other in range(players):
        place = (other - seat) % players
        found[HOME + place] = (s.finished & s.pieces_of[other]).bit_count()
        found[IN_HAND + place] = (s.hand & s.pieces_of[other]).bit_count()
        found[IN_PLAY + place] = 1 - (s.gone >> other & 1)
    dice = s.dice
    while dice:
        found[SHOWN + (dice & 7)] += 1
        dice >>= 3
    found[STEP + s.step] = 1
    found[PLAYERS + players - 1] = 1
    for number in range(VARIANTS):
        if s.variants >> number & 1:
            found[IN_FORCE + number] = 1


@part
def play_chance(s):
    """Play chance steps until a player has a decision or the game is over."""
    while s.step != OVER and ask.is_chance(s):
        ask.play(s, ask.toss(s))


@part
def write_row(s, row):
    """Write the player to act and the legal actions into a row, each action once."""
    n = 0
    for k in range(ask.list_moves(s)):
        found, known = ask.action(s.moves[k]), 0
        for other in range(n):
            if row[FIRST + other] == found:
                known = 1
        if known == 0:
            row[PACKED + n], row[FIRST + n] = s.moves[k], found
            n += 1
    row[ACTING], row[LISTED] = s.turn, n


@part
def begin_all(games, table, seed, first):
    """Begin the games of a seed, from game `first` on."""
    for k in range(len(table)):
        ask.begin_game(games[k], seed, first + k, 0)
        ask.play_chance(games[k])
        ask.write_row(games[k], table[k])


@part
def find_all(table):
    """Replace chosen actions by their indices; return the first row with an illegal one, or the number of rows."""
    for k in range(len(table)):
        row, place = table[k], -1
        for other in range(row[LISTED]):
            if row[FIRST + other] == row[CHOSEN]:
                place = other
        if place < 0:
            return k
        row[CHOSEN] = place
    return len(table)


@part
def step_all(games, table, seed, first):
    """Play the chosen actions; replace finished games by new ones, from game `first` on, and return their number."""
    ended = 0
    for k in range(len(table)):
        s, row = games[k], table[k]
        ask.play(s, row[PACKED + row[CHOSEN]])
        ask.play_chance(s)
        row[ENDED] = 0
        if s.step == OVER:
            row[ENDED], row[WON] = 1, s.won
            ask.begin_game(s, seed, first + ended, 0)
            ask.play_chance(s)
            ended += 1
        ask.write_row(s, row)
    return ended


@part
def all_games(command, games, table, seen, seed, first):
    """Run a command on all games; the games and the observations are in separate memory."""
    if command == BEGIN:
        ask.begin_all(games, table, seed, first)
        return 0
    if command == FIND:
        return ask.find_all(table)
    if command == PLAY:
        return ask.step_all(games, table, seed, first)
    for k in range(len(table)):
        ask.observe(seen[k], games[k], games[k].turn)
    return 0
