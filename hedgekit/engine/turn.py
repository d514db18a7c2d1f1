"""The turn: lists of legal moves, what a move does, the run from step to step, playouts.

Moves are listed once for all: reader, refusals, players and playouts use the same lists.  A move is packed in an int:
from (bit 0), to (bit TO), how many pieces from the top (bit MANY; 0 is a pass), number used (bit NUMBER), which
piece of a player's (bit PIECE, 0 where none is named).  At a roll the int is the throw, three bits a die.
"""

from . import questions as _questions  # noqa: F401  declares what is asked here
from .board import CELLS, COLOURS, RANKS
from .composing import part
from .state import (
    ANNOUNCE,
    EITHER,
    FORWARD,
    HAND,
    KEEP,
    LANE,
    MANY,
    NUMBER,
    OVER,
    OWED,
    PIECE,
    PLACE,
    ROLL,
    SECRET,
    SHUFFLE,
    SIDEWAYS,
    TO,
)

ONE = 1 << MANY
LOW32 = (1 << 32) - 1
MULTIPLIER = 698769069  # of the multiply-with-carry generator; products stay below 2 ** 63


# ---- the lists of moves ----------------------------------------------------------------------------------------------


@part
def place_moves(ask, before):
    """Every square on which the player on turn may place a piece (0.2, 0.3), and which piece where they differ."""
    open_starts, placeable = ask.open_starts, ask.placeable

    def place_moves(s):
        k, squares = 0, open_starts(s)
        while squares:
            bit = squares & -squares
            squares ^= bit
            move = HAND | (bit.bit_length() - 1) << TO | ONE
            if s.named:
                choice = placeable(s) >> 4 * s.colours * s.turn
                while choice:
                    piece = choice & -choice
                    choice ^= piece
                    s.moves[k] = move | piece.bit_length() << PIECE
                    k += 1
            else:
                s.moves[k] = move
                k += 1
        return k

    return place_moves


@part
def side_steps(ask, before):
    """Append every side-step of what the player may take (0.5, 0.7, 0.9) after the k listed moves."""
    movers, held, feasible, larger, open_rank = ask.movers, ask.held, ask.feasible, ask.larger, ask.open_rank
    checked = ask.answered("walls", "springs", "slips", "climbable", "pushes")
    blocks, shut = ask.answered("larger"), ask.answered("open_rank")

    def side_steps(s, k):
        asks, squares = s.variants, movers(s)
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if (s.holds & bit and held(s, piece, cell)) or (asks & shut and not open_rank(s, cell)):
                continue
            low, high, n = s.low[cell], s.high[cell], 1
            while True:
                if low >= 0 and (asks & checked == 0 or feasible(s, cell, n, low, -1)):
                    s.moves[k] = cell | low << TO | n << MANY
                    k += 1
                if high >= 0 and (asks & checked == 0 or feasible(s, cell, n, high, 1)):
                    s.moves[k] = cell | high << TO | n << MANY
                    k += 1
                if asks & blocks == 0:
                    break
                n = larger(s, cell, n)
                if n == 0:
                    break
        return k

    return side_steps


@part
def sideways_moves(ask, before):
    """A pass, every side-step, and what else the sideways step allows."""
    side_steps, climbs, climbing = ask.side_steps, ask.climbs, ask.answered("climbs")

    def sideways_moves(s):
        s.moves[0] = 0
        k = side_steps(s, 1)
        return climbs(s, k) if s.variants & climbing else k

    return sideways_moves


@part
def forward_moves(ask, before):
    """Append every advance the numbers allow (0.8); a number that allows none may only be used up by a pass."""
    held, ahead, feasible, run, larger = ask.held, ask.ahead, ask.feasible, ask.run, ask.larger
    together, excluded, entries, optional = ask.together, ask.excluded, ask.entries, ask.optional
    number_at = ask.number_at
    checked = ask.answered("walls", "springs", "slips", "climbable", "pushes")
    blocks, barred, enters = ask.answered("larger"), ask.answered("excluded"), ask.answered("entries")
    lax, drawn = ask.answered("optional"), ask.answered("number_at")

    def forward_moves(s, k):
        i, asks = 0, s.variants
        number = number_at(s, 0) if asks & drawn else s.dice & 7
        while number:
            first, squares = k, run(s, number)
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                piece = s.top[cell]
                if s.holds & bit and held(s, piece, cell):
                    continue
                to, n = ahead(s, piece, cell), 1
                while True:
                    if (n == 1 or together(s, piece, n)) and not (asks & barred and excluded(s, number, cell, n)):
                        if asks & checked == 0 or feasible(s, cell, n, to, 0):
                            s.moves[k] = cell | to << TO | n << MANY | number << NUMBER
                            k += 1
                    if asks & blocks == 0:
                        break
                    n = larger(s, cell, n)
                    if n == 0:
                        break
            advances = k > first
            if asks & enters:
                k = entries(s, number, k)
            if k == first or (asks & lax and optional(s, number, advances)):
                s.moves[k] = number << NUMBER
                k += 1
            i += 1
            if asks & drawn:
                number = number_at(s, i)
            else:
                number = s.dice >> 3 if i == 1 and s.dice >> 3 != number else 0
        return k

    return forward_moves


@part
def list_moves(ask, before):
    """List the moves of the present step (not of a chance step) in s.moves; how many there are."""
    place_moves, sideways_moves, forward_moves = ask.place_moves, ask.sideways_moves, ask.forward_moves
    side_steps, climbs = ask.side_steps, ask.climbs

    def list_moves(s):
        if s.step == SIDEWAYS:
            return sideways_moves(s)
        if s.step == FORWARD:
            return forward_moves(s, 0)
        if s.step == PLACE:
            return place_moves(s)
        if s.step == EITHER:
            return forward_moves(s, climbs(s, side_steps(s, 0)))
        # the other steps offer numbers: 1 2 (announce), 0 1 (offer: - double; answer: take drop; joker: any again)
        low, count = 0, 2
        if s.step == ANNOUNCE:
            low = 1
        elif s.step == SECRET:
            low, count = 1, s.pieces
        for k in range(count):
            s.moves[k] = (low + k) << NUMBER
        return count

    return list_moves


# ---- dead positions --------------------------------------------------------------------------------------------------


@part
def alive(ask, before):
    """Can anything on the board move, whatever the dice and whoever is on turn?  (0-l)"""
    held, ahead, feasible, open_rank, lively = ask.held, ask.ahead, ask.feasible, ask.open_rank, ask.lively
    anybody = ask.answered("movers")

    def alive(s):
        squares = s.all
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if s.holds & bit and held(s, piece, cell):
                continue
            if feasible(s, cell, 1, ahead(s, piece, cell), 0):
                return True
            if (anybody or s.gone >> s.owner[piece] & 1 == 0) and open_rank(s, cell):
                if s.low[cell] >= 0 and feasible(s, cell, 1, s.low[cell], -1):
                    return True
                if s.high[cell] >= 0 and feasible(s, cell, 1, s.high[cell], 1):
                    return True
        return lively(s)

    return alive


@part
def stop(ask, before):
    """Who wins a dead position: those still in the game with most pieces home, nobody if all are level."""
    ranked, level = ask.ranked, ask.level

    def stop(s):
        best, winners, everybody = -1, 0, 0
        for player in range(s.players):
            if s.gone >> player & 1 == 0:
                everybody |= 1 << player
                home = ranked(s, player)
                if home > best:
                    best, winners = home, 0
                if home == best:
                    winners |= 1 << player
        return level(s, winners) if winners == everybody else winners

    return stop


# ---- from step to step -----------------------------------------------------------------------------------------------


@part
def set_up(ask, before):
    """Begin a game: every piece in hand, the first step of the opening."""
    prepare, end_turn = ask.prepare, ask.end_turn

    def set_up(s):
        end_turn(s)
        for cell in range(CELLS):
            s.top[cell] = -1
        s.hand = 0
        for player in range(COLOURS):
            s.own[player] = 0
            s.hand |= s.mine[player]
        s.back = s.returning
        s.all = s.finished = s.out = 0
        s.turn = s.first = s.won = s.gone = s.stood = s.turn_count = s.stalled = 0
        s.todo = s.opening
        s.step = s.todo & 15
        prepare(s)

    return set_up


@part
def next_turn(ask, before):
    """A turn begins."""
    begin = ask.begin

    def next_turn(s):
        s.turn_count += 1
        begin(s)

    return next_turn


@part
def begun(ask, before):
    """The set-up is complete: the first turn begins, unless nobody can move."""
    starter, next_turn, ends, end_turn = ask.starter, ask.next_turn, ask.ends, ask.end_turn

    def begun(s):
        end_turn(s)
        s.turn = starter(s)
        if not ends(s, False):
            next_turn(s)

    return begun


@part
def opened(ask, before):
    """A player has done his part of an opening step: the next player's turn at it, or the next step."""

    def opened(s):
        s.turn = (s.turn + 1) % s.players
        if s.turn == s.first:
            s.todo >>= 4
            s.step = s.todo & 15

    return opened


@part
def enter(ask, before):
    """A piece comes from the hand onto a square."""
    put, entered = ask.put, ask.entered

    def enter(s, piece, cell):
        s.hand ^= 1 << piece
        put(s, piece, piece, cell)
        entered(s, piece)

    return enter


@part
def chosen(ask, before):
    """The piece a placing or entering move names, else the lowest that may come."""
    placeable = ask.placeable

    def chosen(s, move):
        if move >> PIECE & 15:
            return 4 * s.colours * s.turn + (move >> PIECE & 15) - 1
        choice = placeable(s)
        return (choice & -choice).bit_length() - 1

    return chosen


@part
def place(ask, before):
    """The player on turn places a piece; then the next one with a piece in hand, or the first turn begins."""
    enter, placed, begun = ask.enter, ask.placed, ask.begun

    def place(s, piece, cell):
        enter(s, piece, cell)
        if placed(s):
            begun(s)
        else:
            s.turn = (s.turn + 1) % s.players
            while s.hand & s.mine[s.turn] == 0:
                s.turn = (s.turn + 1) % s.players

    return place


@part
def start_plan(ask, before):
    """The player has his numbers: the first step of his turn."""

    def start_plan(s):
        s.todo = s.plan
        s.step = s.todo & 15

    return start_plan


@part
def finish_game(ask, before):
    """The game is over."""
    crowned, end_turn = ask.crowned, ask.end_turn

    def finish_game(s, winners):
        s.won = crowned(s, winners)
        s.step = OVER
        end_turn(s)

    return finish_game


@part
def go_on(ask, before):
    """The next step of this turn, or the next turn."""
    handover, next_turn, end_turn = ask.handover, ask.next_turn, ask.end_turn

    def go_on(s):
        if s.gone and s.gone >> s.turn & 1:
            # he lost his last piece, or left: his turn ends at once
            s.todo = 0
        step = s.todo & 15
        if step and step != OWED:
            s.step = step
            return
        end_turn(s)
        if step == 0:
            handover(s)
        next_turn(s)

    return go_on


@part
def ends(ask, before):
    """End the game if it has been won (asked only if `judged`) or nobody can move any more; did it end?"""
    judge, alive, stop, finish_game = ask.judge, ask.alive, ask.stop, ask.finish_game

    def ends(s, judged):
        winners = judge(s) if judged else 0
        if winners == 0 and s.mortal and not alive(s):
            winners = stop(s)
            s.stalled = 1
        if winners:
            finish_game(s, winners)
        return winners != 0

    return ends


@part
def settle(ask, before):
    """After an action: those who slipped wait for their lanes; then the end, if it has come; then the next step."""
    ends, go_on, next_slip = ask.ends, ask.go_on, ask.next_slip

    def settle(s, judged):
        if s.waits and s.all & s.slips:
            next_slip(s)
        elif not ((judged or s.mortal) and ends(s, judged)):
            go_on(s)

    return settle


@part
def passes(ask, before):
    """Does this number allow nothing?  (Then a pass is a failed advance, and not a choice.)"""
    forward_moves = ask.forward_moves

    def passes(s, number):
        for k in range(forward_moves(s, 0)):
            if s.moves[k] >> NUMBER & 7 == number and s.moves[k] >> MANY & 31:
                return False
        return True

    return passes


@part
def choose_kind(ask, before):
    """At a step of either kind: which one this move is; what follows is put on the turn's list."""

    def choose_kind(s, move):
        cell, to, kind = move & 63, move >> TO & 63, SIDEWAYS
        if move >> MANY & 31 == 0 or cell == HAND or cell % RANKS != to % RANKS:
            kind = FORWARD
        following = s.after_sideways if kind == SIDEWAYS else s.after_forward
        while following:
            s.todo = s.todo << 4 | following & 15
            following >>= 4
        return kind

    return choose_kind


@part
def step_aside(ask, before):
    """Move n pieces sideways, or let one climb (same square)."""
    displace, climb = ask.displace, ask.climb

    def step_aside(s, cell, to, n):
        if cell == to:
            climb(s, cell)
        else:
            displace(s, cell, to, n, -1 if to == s.low[cell] else 1)

    return step_aside


@part
def unit(ask, before):
    """The set of the n topmost pieces of a square."""

    def unit(s, cell, n):
        pieces, piece = 0, s.top[cell]
        while n > 0:
            pieces |= 1 << piece
            piece = s.below[piece]
            n -= 1
        return pieces

    return unit


@part
def act(ask, before):
    """Play a move of one of the two kinds of a turn."""
    choose_kind, step_aside, displace, settle = ask.choose_kind, ask.step_aside, ask.displace, ask.settle
    spend, enter, chosen, stuck, passes = ask.spend, ask.enter, ask.chosen, ask.stuck, ask.passes
    stepped, unit, watch = ask.stepped, ask.unit, ask.watch
    notes, lax, watches, marches = (
        ask.answered("stepped"),
        ask.answered("optional"),
        ask.answered("watch"),
        ask.answered("stuck"),
    )

    def act(s, move):
        finished, kind, n, asks = s.finished, s.step, move >> MANY & 31, s.variants
        s.todo >>= 4
        if kind == EITHER:
            kind = choose_kind(s, move)
        if asks & watches:
            watch(s)
        if asks & marches:
            s.marched = 0
        if kind == SIDEWAYS:
            if asks & notes:
                # a pass or a climb (to the square it is on) has moved nobody sideways (4-d)
                stepped(s, unit(s, move & 63, n if move & 63 != move >> TO & 63 else 0))
            if n:
                step_aside(s, move & 63, move >> TO & 63, n)
        elif n:
            spend(s, move >> NUMBER & 7)
            if move & 63 == HAND:
                enter(s, chosen(s, move), move >> TO & 63)
            else:
                displace(s, move & 63, move >> TO & 63, n, 0)
        else:
            idle = asks & marches and (asks & lax == 0 or passes(s, move >> NUMBER & 7))
            spend(s, move >> NUMBER & 7)
            if idle:
                stuck(s)
        settle(s, s.finished != finished or s.vigil)

    return act


@part
def play(ask, before):
    """Play one packed move and run on to the next step."""
    receive, place, chosen, act = ask.receive, ask.place, ask.chosen, ask.act
    decide = ask.decide

    def play(s, move):
        step = s.step
        if step == ROLL:
            receive(s, move)
            s.todo = s.plan
            s.step = s.plan & 15
        elif step <= EITHER:
            act(s, move)
        elif step == PLACE:
            place(s, chosen(s, move), move >> TO & 63)
        else:
            decide(s, move >> NUMBER & 7)

    return play


# ---- chance and playouts ---------------------------------------------------------------------------------------------


@part
def draw(ask, before):
    """A number 0 .. n-1 from s.rng, by multiply-with-carry: never leaves int64, so the same game everywhere."""

    def draw(s, n):
        s.rng = (s.rng & LOW32) * MULTIPLIER + (s.rng >> 32)
        return ((s.rng ^ s.rng >> 32) & LOW32) * n >> 32

    return draw


@part
def is_chance(ask, before):
    """Does chance decide the present step?"""
    return lambda s: s.step == ROLL or s.step == KEEP or s.step == LANE or s.step == SHUFFLE


@part
def toss(ask, before):
    """Draw an outcome of a chance step, as a packed move; cards (7) are shuffled in their place."""
    draw, dice_count, lane_open, shuffle = ask.draw, ask.dice_count, ask.lane_open, ask.shuffle
    several = ask.answered("thrown", "dice_count")

    def toss(s):
        if s.step == ROLL:
            if s.variants & several == 0:
                return draw(s, 6) + 1
            throw, n = 0, dice_count(s)
            for k in range(n):
                throw |= draw(s, 6) + 1 << 3 * k
            return throw
        if s.step == LANE:
            n = 0
            for lane in range(s.lanes):
                n += lane_open(s, lane)
            k = draw(s, n)
            for lane in range(s.lanes):
                if lane_open(s, lane):
                    if k == 0:
                        return lane + 1 << NUMBER
                    k -= 1
        if s.step == SHUFFLE:
            shuffle(s)
            return 0
        return draw(s, 6) + 1 << NUMBER

    return toss


@part
def playout(ask, before):
    """Play on at random, from the listed moves, for at most so many turns; how many were begun."""
    list_moves, play, act, toss, draw = ask.list_moves, ask.play, ask.act, ask.toss, ask.draw
    sideways_moves, forward_moves, is_chance = ask.sideways_moves, ask.forward_moves, ask.is_chance

    def playout(s, turns):
        first = s.turn_count
        end = first + turns
        while True:
            step = s.step
            if step == SIDEWAYS:
                n = sideways_moves(s)
                act(s, s.moves[draw(s, n)] if n > 1 else 0)
            elif step == FORWARD:
                n = forward_moves(s, 0)
                act(s, s.moves[draw(s, n)] if n > 1 else s.moves[0])
            elif step == OVER or s.turn_count > end:
                break
            elif is_chance(s):
                play(s, toss(s))
            else:
                n = list_moves(s)
                play(s, s.moves[draw(s, n)] if n > 1 else s.moves[0])
        return s.turn_count - first

    return playout


def seeded(seed: int, index: int) -> int:
    """The generator's state for game `index` of a seed; also for move `index` of a played game."""
    x = ((seed & 0xFFFFFF) << 32 | index & LOW32) + 1
    upper = seed >> 24  # of a played game's seed; a simulation's has none
    while True:
        for _ in range(8):
            x = ((x ^ x >> 32) & LOW32) * MULTIPLIER + (x >> 32)
        if upper == 0:
            return x
        x ^= upper & LOW32
        upper >>= 32
