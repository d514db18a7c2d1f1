"""The turn: the effect of a move, and the sequence of steps."""

from .board import COLOURS, RANKS
from .composing import VariantsAnswering, ask, part
from .state import EITHER, FORWARD, HAND, MANY, NUMBER, OVER, OWED, PIECE, PLACE, ROLL, SIDEWAYS, TO

NOTES = VariantsAnswering("stepped")
LAX = VariantsAnswering("optional")
WATCHES = VariantsAnswering("before_action")
MARCHES = VariantsAnswering("stuck")


@part
def set_up(s):
    """Begin a game: all pieces in hand, at the first step of the opening."""
    ask.clear(s)
    for player in range(COLOURS):
        s.hand |= s.pieces_of[player]
    s.back = s.returning
    s.todo = s.opening
    s.step = s.todo & 15
    ask.prepare(s)


@part
def begin_race(s):
    """Begin the first turn after the set-up, unless nobody can move."""
    ask.end_turn(s)
    s.turn = ask.starter(s)
    if not ask.check_end(s, False):
        s.turn_count += 1
        ask.begin(s)


@part
def end_opening_step(s):
    """Go to the next player's part of an opening step, or to the next step."""
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.first:
        s.todo >>= 4
        s.step = s.todo & 15


@part
def enter(s, piece, cell):
    """Put a piece from the hand onto a square."""
    s.hand ^= 1 << piece
    ask.put(s, piece, piece, cell)
    ask.entered(s, piece)


@part
def chosen_piece(s, move):
    """Return the piece named by a placement or entry, or the lowest placeable one."""
    if move >> PIECE & 15:
        return 4 * s.colours * s.turn + (move >> PIECE & 15) - 1
    choice = ask.placeable(s)
    return (choice & -choice).bit_length() - 1


@part
def place(s, piece, cell):
    """Place a piece; then it is the turn of the next player with a piece in hand, or the set-up is complete."""
    ask.enter(s, piece, cell)
    if ask.placed(s):
        ask.begin_race(s)
    else:
        turn = s.turn
        while True:
            turn = turn + 1 if turn + 1 < s.players else 0
            if s.hand & s.pieces_of[turn]:
                break
        s.turn = turn


@part
def start_plan(s):
    """Begin the steps of a turn, once the player has the numbers."""
    s.todo = s.plan
    s.step = s.todo & 15


@part
def finish_game(s, winners):
    """End the game."""
    s.won = ask.final_winners(s, winners)
    s.step = OVER
    ask.end_turn(s)


@part
def next_step(s):
    """Go to the next step of this turn, or to the next turn."""
    if s.gone and s.gone >> s.turn & 1:
        # a player who lost the last piece, or left, ends the turn at once
        s.todo = 0
    step = s.todo & 15
    if step and step != OWED:
        s.step = step
        return
    ask.end_turn(s)
    if step == 0:
        ask.handover(s)
    s.turn_count += 1
    ask.begin(s)


@part
def check_end(s, judged):
    """End the game if it is won (tested only if `judged`) or dead; return whether it ended."""
    winners = ask.judge(s) if judged else 0
    if winners == 0 and s.mortal and not ask.is_alive(s):
        winners = ask.dead_winners(s)
        s.stalled = 1
    if winners:
        ask.finish_game(s, winners)
    return winners != 0


@part
def finish_action(s, judged):
    """Finish an action: roll for units that slipped, else end the game if it is over, else go to the next step."""
    if s.waits and s.all & s.slips:
        ask.next_slip(s)
    elif not ((judged or s.mortal) and ask.check_end(s, judged)):
        ask.next_step(s)


@part
def allows_nothing(s, number):
    """Return whether this number allows no move: a pass is then a failed advance, not a choice."""
    for k in range(ask.forward_moves(s, 0)):
        if s.moves[k] >> NUMBER & 7 == number and s.moves[k] >> MANY & 31:
            return False
    return True


@part
def move_kind(s, move):
    """Return the kind of a move at a step of either kind, and put the steps that follow it on the plan."""
    cell, to, kind = move & 63, move >> TO & 63, SIDEWAYS
    if move >> MANY & 31 == 0 or cell == HAND or cell % RANKS != to % RANKS:
        kind = FORWARD
    following = s.after_sideways if kind == SIDEWAYS else s.after_forward
    while following:
        s.todo = s.todo << 4 | following & 15
        following >>= 4
    return kind


@part
def step_aside(s, cell, to, n):
    """Move n pieces sideways, or let one climb (if the square is the same)."""
    if cell == to:
        ask.climb(s, cell)
    else:
        ask.displace(s, cell, to, n, -1 if to == s.low[cell] else 1)


@part
def unit(s, cell, n):
    """Return the set of the n topmost pieces on a square."""
    pieces, piece = 0, s.top[cell]
    while n > 0:
        pieces |= 1 << piece
        piece = s.below[piece]
        n -= 1
    return pieces


@part
def act(s, move):
    """Play a side-step, an advance or a pass."""
    finished, kind, n, asks = s.finished, s.step, move >> MANY & 31, s.variants
    s.todo >>= 4
    if kind == EITHER:
        kind = ask.move_kind(s, move)
    if asks & WATCHES:
        ask.before_action(s)
    if asks & MARCHES:
        s.marched = 0
    if kind == SIDEWAYS:
        if asks & NOTES:
            # a pass or a climb (on its own square) moves nobody sideways (4-d)
            ask.stepped(s, ask.unit(s, move & 63, n if move & 63 != move >> TO & 63 else 0))
        if n:
            ask.step_aside(s, move & 63, move >> TO & 63, n)
    elif n:
        ask.spend(s, move >> NUMBER & 7)
        if move & 63 == HAND:
            ask.enter(s, ask.chosen_piece(s, move), move >> TO & 63)
        else:
            ask.displace(s, move & 63, move >> TO & 63, n, 0)
    else:
        idle = asks & MARCHES and (asks & LAX == 0 or ask.allows_nothing(s, move >> NUMBER & 7))
        ask.spend(s, move >> NUMBER & 7)
        if idle:
            ask.stuck(s)
    ask.finish_action(s, s.finished != finished or s.always_judge)


@part
def play(s, move):
    """Play a packed move and go to the next step."""
    step = s.step
    if step == ROLL:
        ask.receive(s, move)
        ask.start_plan(s)
    elif step <= EITHER:
        ask.act(s, move)
    elif step == PLACE:
        ask.place(s, ask.chosen_piece(s, move), move >> TO & 63)
    else:
        ask.decide(s, move >> NUMBER & 7)
