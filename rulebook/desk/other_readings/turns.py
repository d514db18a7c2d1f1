"""Other answers to open questions about dice, moves, black squares and scoring (texts: `desk.otherwise`)."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from hedgekit.games.race.engine.board import LAST, LINE, RANKS
from hedgekit.games.race.engine.composing import ask, before
from hedgekit.games.race.engine.state import ANNOUNCE, ANY, JOKER

from .declaring import reading

# ---- dice and turns --------------------------------------------------------------------------------------------------


@reading("5-b", always_judge=1)
def judge(s):
    return 0 if s.todo >> 4 else before(s)


@reading("5-c")
@reading("6-c")
def number_at(ask, before):
    run, held = ask.run, ask.held

    def useful(s, number):
        squares = run(s, number)
        cells = [cell for cell in range(s.lanes * RANKS) if squares >> cell & 1]
        return any(s.holds >> cell & 1 == 0 or not held(s, s.top[cell], cell) for cell in cells)

    def number_at(s, i):
        numbers = [number for number in (before(s, 0), before(s, 1)) if number]
        numbers = [number for number in numbers if useful(s, number)] or numbers
        return numbers[i] if i < len(numbers) else 0

    return number_at


@reading("7-c")
def decide(s, number):
    counts = s.step == ANNOUNCE and number > 1 and s.deck[0] == ANY
    before(s, number)
    if counts:
        s.dice, s.step = 0, JOKER


@reading("39-a")
@reading("16-a")
def handover(s):
    s.turn = (s.turn + 1) % s.players


ASIDE = (("sidestepped", "those that have stepped sideways in this turn"),)


@reading("30-b", fields=ASIDE)
def stepped(s, pieces):
    s.sidestepped |= pieces
    before(s, pieces)


@reading("30-b")
def movers(s):
    squares = before(s)
    for cell in range(s.lanes * RANKS):
        if squares >> cell & 1 and s.sidestepped >> s.top[cell] & 1:
            squares ^= 1 << cell
    return squares


@reading("30-c")
def number_at(s, i):
    return before(s, i) if i == 0 else 0


# ---- moving ----------------------------------------------------------------------------------------------------------


@reading("4-c", "4+12")
def climbs(s, k):
    return k if s.hand & s.pieces_of[s.turn] else before(s, k)


def unheld(before: Any) -> Any:
    """Return the same answer as if no square held any piece."""

    def unheld(s, *args):
        holds, s.holds = s.holds, 0
        found = before(s, *args)
        s.holds = holds
        return found

    return unheld


@reading("4-b")
def climbs(ask, before):
    return unheld(before)


@reading("4-b")
def climb(ask, before):
    return unheld(before)


@reading("8-a")
def larger(s, cell, n):
    return 0 if n > 1 else before(s, cell, n)


@reading("8-b")
def larger(s, cell, n):
    size = before(s, cell, n)
    return before(s, cell, 2) if size == 2 else size


@reading("8-c")
def larger(s, cell, n):
    piece, size = s.top[cell], 0
    owner = s.owner[piece]
    while piece >= 0 and (s.holds >> cell & 1 == 0 or not ask.held(s, piece, cell)):
        size += 1
        if size > n and s.owner[piece] == owner:
            return size
        piece = s.below[piece]
    return 0


@reading("8-d")
def held(s, piece, cell):
    top = s.top[cell]
    below = s.below[top] if s.owner[top] == s.turn else -1
    while below >= 0 and s.owner[below] != s.turn:
        below = s.below[below]
    return below < 0 and before(s, piece, cell)


@reading("8-e", "8 players=2", position="a1=B1 h3=A1B2A2 home=A3A4B3B4 dice=3 turn=A step=forward")
def judge(s):
    return sum(1 << player for player in range(s.players) if s.gone >> player & 1 == 0 and ask.fulfils(s, player))


@reading("13-b")
def pushes(s, piece, n, cell, side):
    if side == 0 and ask.is_home(s, s.top[cell], ask.ahead(s, s.top[cell], cell)):
        return False
    return before(s, piece, n, cell, side)


@reading("13-c", "9+13[push=sideways]")
def pushes(s, piece, n, cell, side):
    return s.holds >> cell & 1 == 0 and before(s, piece, n, cell, side)


@reading("13-e", "9+13[push=sideways]")
def open_rank(ask, before):
    held = ask.held

    def absorbs(s, cell):
        return s.holds >> cell & 1 and s.top[cell] >= 0 and held(s, s.top[cell], cell)

    def open_rank(s, cell):
        return before(s, cell) or any(absorbs(s, lane * RANKS + cell % RANKS) for lane in range(s.lanes))

    return open_rank


@reading("13-d")
def pushes(s, piece, n, cell, side):
    return side == 0 or before(s, piece, n, cell, side)


MARCHED = (("marched_off", "those that have marched in this turn"),)


IN_LANE = (("in_lane", "those in the lane whose number has been used"),)


@reading("27-b", fields=IN_LANE)
def spend(s, number):
    s.in_lane = 0
    for cell in range((number - 1) * RANKS, number * RANKS):
        piece = s.top[cell]
        while piece >= 0:
            s.in_lane |= 1 << piece
            piece = s.below[piece]
    before(s, number)


@reading("27-b")
def stuck(s):
    if s.in_lane:
        before(s)


@reading("27-d", "5+27", fields=MARCHED)
def stuck(s):
    if s.marched_off == 0:
        before(s)
        s.marched_off = s.march


# ---- black squares ---------------------------------------------------------------------------------------------------


@reading("35-b")
def springs(given, before):
    return before & ~(LINE << LAST - 1)


@reading("36-a")
def held(s, piece, cell):
    beside = s.all & LINE << cell % RANKS & ~(1 << cell)
    return before(s, piece, cell) or (s.below[piece] < 0 and beside != 0)


@reading("36-c")
def held(s, piece, cell):
    return piece == s.top[cell] and ask.behind(s, piece, cell, True) != 0


def may_avoid(squares: str) -> Callable[[Any, Any], Any]:
    """Return the answer by which an advance is optional if a piece in the lane is right before such a square."""

    def optional(ask, before):
        run, ahead = ask.run, ask.ahead

        def optional(s, number, advances):
            at, bad = run(s, number), getattr(s, squares)
            cells = [cell for cell in range(s.lanes * RANKS) if at >> cell & 1]
            return any(bad >> ahead(s, s.top[cell], cell) & 1 for cell in cells) or before(s, number, advances)

        return optional

    return optional


reading("37-a")(may_avoid("walls"))
reading("39-b")(may_avoid("holes"))


@reading("39-c", "39 players=2", position="a1=A1 b3=A3 b4=A2 f2=B1 out=A4B2B3B4 dice=2 turn=A step=forward")
def judge(s):
    winners = before(s)
    left = [(s.pieces_of[player] & ~s.out).bit_count() for player in range(s.players) if winners >> player & 1]
    return winners if s.finished or not left or max(left) <= 1 else 0


# ---- scoring ---------------------------------------------------------------------------------------------------------


@reading("2-b")
def opening(given, before):
    return before >> 4 | (before & 15) << 4


@reading("2-c")
def final_winners(s, winners):
    best = before(s, winners)
    return best & winners or best


def _is_exact(before: Any, score: Any, rules: Any) -> bool:
    """Return whether a score is exactly the one that ends a series."""
    ends = [[before(SimpleNamespace(scores=[one + more]), rules) for more in (0, 1)] for one in score.scores]
    return [True, False] in ends


@reading("18-a", "14+18", of_series=True)
def score(s, player):
    return 1 if ask.best_home(s, player) >= s.target else before(s, player)


@reading("19-a", of_series=True)
def series_over(score, rules):
    return _is_exact(before, score, rules)


@reading("19-c", "15+19", of_series=True)
def score(s, player):
    points = before(s, player)
    winners = [one for one in range(s.players) if s.won >> one & 1]
    if not winners or player in winners:
        return points
    return ask.best_home(s, player) - max(ask.best_home(s, one) for one in winners)


@reading("22-b", of_series=True)
def score(s, player):
    return -s.cube * max(0, s.target - ask.best_home(s, player)) if s.lost[player] else before(s, player)


@reading("22-c", of_series=True)
def score(s, player):
    points = before(s, player)
    return points if points > 0 else -(-points // max(1, s.cube))


@reading("25-a", of_series=True)
def score(s, player):
    lost, s.lost[player] = s.lost[player], 0
    points = before(s, player)
    s.lost[player] = lost
    return points


@reading("25-b", of_series=True)
def score(s, player):
    points, left = before(s, player), sum(lost > 0 for lost in s.lost)
    return 2 * points if points > 0 and left == s.players - 1 else points


@reading("25-c")
def judge(s):
    return before(s) or sum(1 << one for one in range(s.players) if s.gone >> one & 1 and ask.fulfils(s, one))


@reading("25-d")
def movers(s):
    return before(s) | sum(s.own[player] for player in range(s.players) if s.gone >> player & 1)
