"""Other answers to open questions about the base game, the track and the aim (texts: `desk.otherwise`)."""

from collections.abc import Callable
from typing import Any

from hedgekit.extend import GAME
from hedgekit.games.race.engine.board import LAST, RANKS
from hedgekit.games.race.engine.composing import ask, before
from hedgekit.games.race.engine.state import PLACE

from .declaring import reading

# ---- the base game ---------------------------------------------------------------------------------------------------


@reading("0-a")
@reading("2-a")
def target(given, before):
    return given.pieces


@reading("0-b")
def starter(s):
    return (before(s) + 1) % s.players


@reading("0-d")
def open_starts(s):
    squares = before(s)
    heights = {ask.height(s, cell) for cell in range(s.lanes * RANKS) if squares >> cell & 1}
    return squares & ~s.own[s.turn] or squares if len(heights) > 1 else squares


@reading("0-g", always_judge=1)
def judge(s):
    return before(s) & 1 << s.turn


@reading("0-h")
def held(s, piece, cell):
    return s.below[piece] < 0 and before(s, piece, cell)


LET_GO = (("let_go", "those on a black square that has let them go"),)


@reading("0-i", "12", fields=LET_GO, lives=GAME)
@reading("12-c", fields=LET_GO, lives=GAME)
def held(s, piece, cell):
    return s.let_go >> piece & 1 == 0 and before(s, piece, cell)


@reading("0-i", "12")
@reading("12-c")
def handover(s):
    free = 0
    for cell in range(s.lanes * RANKS):
        piece = s.top[cell] if s.holds >> cell & 1 else -1
        while piece >= 0:
            free |= 0 if ask.held(s, piece, cell) else 1 << piece
            piece = s.below[piece]
    s.let_go = free
    before(s)


@reading("0-j")
def movers(s):
    squares = ask.run(s, s.dice & 7)
    alone = squares & (squares - 1) == 0 and squares and s.below[s.top[squares.bit_length() - 1]] < 0
    return before(s) & ~squares if alone else before(s)


@reading("0-k")
def open_rank(s, cell):
    return cell % RANKS != 0 and before(s, cell)


@reading("0-l", "33")
@reading("33-e")
def ranked(s, player):
    return 0


# ---- track and fundamental changes -----------------------------------------------------------------------------------


@reading("1-b")
def held(s, piece, cell):
    return s.dice & 7 != 6 and before(s, piece, cell)


@reading("1-c", "1+4")
@reading("4-d", "1+4")
def climb(s, cell):
    piece = ask.climber(s, cell)
    before(s, cell)
    s.moved |= 1 << piece


@reading("3-a")
@reading("3-c")
def complete(s, player, colour):
    controlled = s.doped and s.owner[s.doped - 1] == player
    home = (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count()
    return before(s, player, colour) or (bool(controlled) and home >= s.target - 1)


@reading("3-b")
def finish(s, piece):
    before(s, piece)
    if s.finished >> piece & 1 and s.out & s.pieces_of[s.owner[piece]] == 0:
        s.finished ^= 1 << piece
        s.out |= 1 << piece


@reading("14-c")
def open_starts(s):
    hand = s.hand & s.pieces_of[s.turn]
    if hand & hand - 1:
        return before(s)
    cells = [lane * RANKS + ask.start_of(s, s.turn) for lane in range(s.lanes)]
    return sum(1 << cell for cell in cells if ask.climbable(s, cell))


@reading("14-e")
def optional(s, number, advances):
    squares = ask.run(s, number)
    cells = [cell for cell in range(s.lanes * RANKS) if squares >> cell & 1]
    there = [s.top[ask.ahead(s, s.top[cell], cell)] for cell in cells if cell % RANKS != LAST - 1]
    return any(piece >= 0 and s.carriers >> piece & 1 for piece in there) or before(s, number, advances)


@reading("15-b")
def fulfils(s, player):
    if not before(s, player):
        return False
    for cell in range(s.lanes * RANKS):
        piece = s.top[cell]
        while piece >= 0:
            if s.owner[piece] == player and not ask.held(s, piece, cell):
                return False
            piece = s.below[piece]
    return True


def skip_players_with(many: int) -> Callable[[Any, Any], Any]:
    """Return the answer by which players with so many pieces home take no more turns."""

    def handover(ask, before):
        def handover(s):
            before(s)
            for _ in range(s.players):
                if (s.finished & s.pieces_of[s.turn]).bit_count() >= many:
                    before(s)

        return handover

    return handover


reading("15-c")(skip_players_with(2))
reading("15-d", "15[form=last]")(skip_players_with(3))


@reading("15-e", "15[form=last]")
def judge(s):
    return 0 if ask.lagging(s) else before(s)


@reading("21-a")
def movers(s):
    squares = before(s)
    for cell in range(s.lanes * RANKS):
        if squares >> cell & 1 and s.top[cell] - 8 * s.turn >= 4:
            squares ^= 1 << cell
    return squares


@reading("21-b")
def placeable(s):
    choice = before(s)
    return choice & 15 << 8 * s.turn or choice


@reading("32-a", "12+32")
def start_of(s, player):
    return before(s, player) if s.step == PLACE else LAST - before(s, player)


@reading("33-c")
def open_rank(s, cell):
    return cell % RANKS != LAST and before(s, cell)


@reading("34-a")
def returning(given, before):
    return sum(given.pieces_of[player] for player in range(given.players // 2, given.players))


@reading("34-b")
def final_winners(s, winners):
    found = before(s, winners)
    halves = [sum(1 << player for player in range(first, s.players, 2)) for first in (0, 1)]
    return found | sum(half for half in halves if found & half and found < 1 << s.players)


@reading("34-c")
def comparable(s, piece, other):
    return True
