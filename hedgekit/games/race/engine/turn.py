"""The turn: what a move does, and the run from step to step."""

from .board import COLOURS, RANKS
from .composing import part
from .state import EITHER, FORWARD, HAND, MANY, NUMBER, OVER, OWED, PIECE, PLACE, ROLL, SIDEWAYS, TO


@part
def set_up(ask, before):
    """Begin a game: every piece in hand, the first step of the opening."""
    prepare, clear = ask.prepare, ask.clear

    def set_up(s):
        clear(s)
        for player in range(COLOURS):
            s.hand |= s.mine[player]
        s.back = s.returning
        s.todo = s.opening
        s.step = s.todo & 15
        prepare(s)

    return set_up


@part
def begun(ask, before):
    """The set-up is complete: the first turn begins, unless nobody can move."""
    starter, begin, ends, end_turn = ask.starter, ask.begin, ask.ends, ask.end_turn

    def begun(s):
        end_turn(s)
        s.turn = starter(s)
        if not ends(s, False):
            s.turn_count += 1
            begin(s)

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
            turn = s.turn
            while True:
                turn = turn + 1 if turn + 1 < s.players else 0
                if s.hand & s.mine[turn]:
                    break
            s.turn = turn

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
    handover, begin, end_turn = ask.handover, ask.begin, ask.end_turn

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
        s.turn_count += 1
        begin(s)

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
    receive, start_plan, place, chosen = ask.receive, ask.start_plan, ask.place, ask.chosen
    act, decide = ask.act, ask.decide

    def play(s, move):
        step = s.step
        if step == ROLL:
            receive(s, move)
            start_plan(s)
        elif step <= EITHER:
            act(s, move)
        elif step == PLACE:
            place(s, chosen(s, move), move >> TO & 63)
        else:
            decide(s, move >> NUMBER & 7)

    return play
