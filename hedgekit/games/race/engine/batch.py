"""Many games that take a step together, and what learners see and do in them as numbers (told in rl/encoding.py).

Every game has a row of a table, by which whoever calls says what is played, and is told what may be played next.
"""

from .board import CELLS, COLOURS, RANKS
from .choice.memory import MOVES
from .composing import part
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
"""The columns of a row: who acts; did a game end at the last step, and who won it; the action chosen (once it has been
found: its place in the list); how many may be chosen; the first of them, the others after it.  From PACKED on, they are
as the engine has them."""
PACKED = FIRST + MOVES
ROW = PACKED + MOVES
BEGIN, FIND, PLAY, SEE = 0, 1, 2, 3  # what is done with all games


def action_of(packed: int) -> int:
    """The action of a move as the engine has it (`Game.packed`)."""
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
    """The action of a packed move."""
    return action_of


@part
def observe(ask, before):
    """Write what a seat sees of a state into zeros."""

    def observe(found, s, seat):
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
            found[HOME + place] = (s.finished & s.mine[other]).bit_count()
            found[IN_HAND + place] = (s.hand & s.mine[other]).bit_count()
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

    return observe


@part
def draw_on(ask, before):
    """Let chance decide until somebody has a decision, or the game is over."""
    is_chance, play, toss = ask.is_chance, ask.play, ask.toss

    def draw_on(s):
        while s.step != OVER and is_chance(s):
            play(s, toss(s))

    return draw_on


@part
def tell(ask, before):
    """Say in a row who acts and what he may do; moves that read alike stand once."""
    list_moves, action = ask.list_moves, ask.action

    def tell(s, row):
        n = 0
        for k in range(list_moves(s)):
            found, known = action(s.moves[k]), 0
            for other in range(n):
                if row[FIRST + other] == found:
                    known = 1
            if known == 0:
                row[PACKED + n], row[FIRST + n] = s.moves[k], found
                n += 1
        row[ACTING], row[LISTED] = s.turn, n

    return tell


@part
def begin_all(ask, before):
    """Begin the games of a seed from game `first` on."""
    begin_game, draw_on, tell = ask.begin_game, ask.draw_on, ask.tell

    def begin_all(games, table, seed, first):
        for k in range(len(table)):
            begin_game(games[k], seed, first + k, 0)
            draw_on(games[k])
            tell(games[k], table[k])

    return begin_all


@part
def find_all(ask, before):
    """Look up the chosen actions: the first row with one that is not listed, or how many rows there are."""

    def find_all(table):
        for k in range(len(table)):
            row, place = table[k], -1
            for other in range(row[LISTED]):
                if row[FIRST + other] == row[CHOSEN]:
                    place = other
            if place < 0:
                return k
            row[CHOSEN] = place
        return len(table)

    return find_all


@part
def step_all(ask, before):
    """Play what was found in all games; those that end begin anew, as game `first` and so on: how many did."""
    play, draw_on, tell, begin_game = ask.play, ask.draw_on, ask.tell, ask.begin_game

    def step_all(games, table, seed, first):
        ended = 0
        for k in range(len(table)):
            s, row = games[k], table[k]
            play(s, row[PACKED + row[CHOSEN]])
            draw_on(s)
            row[ENDED] = 0
            if s.step == OVER:
                row[ENDED], row[WON] = 1, s.won
                begin_game(s, seed, first + ended, 0)
                draw_on(s)
                ended += 1
            tell(s, row)
        return ended

    return step_all


@part
def all_games(ask, before):
    """What is done with all games; they and the rows that their players see are in their own memories."""
    begin_all, find_all, step_all, observe = ask.begin_all, ask.find_all, ask.step_all, ask.observe

    def all_games(deed, games, table, seen, seed, first):
        if deed == BEGIN:
            begin_all(games, table, seed, first)
            return 0
        if deed == FIND:
            return find_all(table)
        if deed == PLAY:
            return step_all(games, table, seed, first)
        for k in range(len(table)):
            observe(seen[k], games[k], games[k].turn)
        return 0

    return all_games
