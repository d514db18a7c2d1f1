"""The rules of Hekla, as functions of a position.  Clauses: other-games.md, section Hekla.

hekla.1  the stones: each player's volcanoes, and the lava
hekla.2  a turn places a volcano on an empty square, or moves one
hekla.3  players move their own volcanoes, to an orthogonally adjacent square with at most one stone
hekla.4  a volcano seen by its own vulcanologist moves any number of squares in a straight line, over other stones; the
         player may take the vulcanologist back before moving
hekla.5  a line of three squares must be scored if each has a stone, they total 8 grooves or more, the middle one has at
         most one lava block, and the move changed the line
hekla.6  a player advances one circle for each volcano in the line, two on a red ring; the mover total - 7 more
hekla.7  the volcanoes of the middle square return to their owners, and a lava block is placed there
hekla.8  of several lines the mover chooses the next; one that no longer qualifies is not scored
hekla.9  players who can neither place nor move pass; the last lava block ends the game, the furthest vulcanologist wins

Our readings of what the clauses leave open: a line must qualify right after the move; one brought to 8 grooves by an
eruption waits until a move changes it, and each is scored at most once in a move.  The last lava block ends the game at
once, even if lines are left.  A player who goes back must then move a volcano, and may go back only once; if a volcano
could only move after going back, they may not pass.  Full squares can separate the volcanoes so that no line will ever
be scored, and nobody has to score, so the game also ends when nobody can place or move any more, or after 200
successive turns without a scoring.
"""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache

from ..race.engine.board import PLAYERS
from .layout import LAVA, LAYOUT, Line
from .scoring import GROOVES, MOST_LAVA, Scoring, Stacks, changed_lines, fault, grooves, score, stacks_after
from .texts import PLACES, QUIET, Move, Position, Rules

PASS = Move()
_move = cache(Move)
"""Moves are values, so each is made once, and `Game.play` recognises a listed one by its identity."""


@cache
def _targets(piece: str, origin: str, seen: bool) -> tuple[tuple[str, Move], ...]:
    """Return (square, move) for every square that a volcano could move to."""
    return tuple((target, _move(piece, origin, target)) for target in reach(origin, seen))


@cache
def _back(start: int, end: int) -> Move:
    return Move("", LAYOUT.circle_name(start), LAYOUT.circle_name(end))


def opening(rules: Rules, first: str | None) -> Position:
    """Return the first position: an empty board, and every vulcanologist on the start."""
    return Position({}, (0,) * rules.players, rules.volcanoes, (), 0, turn=first or "A", step="play")


# ---- what is possible ------------------------------------------------------------------------------------------------


@cache
def _owned(stones: tuple[str, ...], player: str) -> tuple[str, ...]:
    """Return a player's stones among these, without duplicates."""
    return tuple(dict.fromkeys(stone for stone in stones if stone[0] == player))


def movable(position: Position) -> list[tuple[str, str]]:
    """Return (volcano, square) for the mover's volcanoes on the board, without duplicates."""
    stacks, me = position.stacks, position.turn
    return [(stone, square) for square in LAYOUT.squares if square in stacks for stone in _owned(stacks[square], me)]


def full_squares(stacks: Stacks) -> set[str]:
    """Return the squares without room for another stone."""
    return {square for square, stones in stacks.items() if len(stones) == PLACES}


def reach(origin: str, seen: bool) -> tuple[str, ...]:
    """Return the squares that a volcano could move to if all had room; seen: by its own vulcanologist (3, 4)."""
    return LAYOUT.far[origin] if seen else LAYOUT.near[origin]


def back_targets(position: Position, own: list[tuple[str, str]], full: Container[str]) -> list[int]:
    """Return the circles to which the mover's vulcanologist can go back and then let a volcano move (4).

    own: `movable`; full: `full_squares`.
    """
    earlier = range(position.at(position.turn))
    if not earlier or any(target not in full for _, square in own for target in LAYOUT.near[square]):
        return list(earlier)
    loose = {square for _, square in own if any(target not in full for target in LAYOUT.far[square])}
    return [count for count in earlier if loose & LAYOUT.circle(count).sees]


def moves_but_pass(position: Position) -> list[Move]:
    """Return the legal moves except the pass."""
    if position.step == "score":
        return [_move(line=line) for line in position.lines]
    stacks, me = position.stacks, position.turn
    playing = position.step == "play"
    moves: list[Move] = []
    hand = dict.fromkeys(piece for piece in position.hand if piece[0] == me) if playing else ()
    for piece in hand:
        moves += [_move(piece, "", square) for square in LAYOUT.squares if square not in stacks]
    own, full, seen = movable(position), full_squares(stacks), position.seen(me)
    for piece, square in own:
        moves += [move for target, move in _targets(piece, square, square in seen) if target not in full]
    if playing:
        moves += [_back(position.at(me), count) for count in back_targets(position, own, full)]
    return moves


def legal_moves(position: Position, rules: Rules) -> list[Move]:
    """Return the legal moves."""
    return moves_but_pass(position) or [PASS]


def is_stuck(position: Position) -> bool:
    """Return whether nobody can place or move any more."""
    return not any(moves_but_pass(replace(position, turn=player)) for player in PLAYERS[: len(position.circles)])


# ---- what a move does ------------------------------------------------------------------------------------------------


def after(position: Position, move: Move, rules: Rules) -> Position:
    """Return the position that a legal move leads to."""
    return play(position, move)[0]


def play(position: Position, move: Move) -> tuple[Position, tuple[Scoring, ...]]:
    """Return the position that a legal move leads to, and the scorings on the way, in order."""
    stacks, circles, hand, me = position.stacks, position.circles, position.hand, position.turn
    if move.line:
        return _score(position, move.line, tuple(line for line in position.lines if line != move.line))
    if move.is_back:
        seat = PLAYERS.index(me)
        gone = (*circles[:seat], LAYOUT.count_of(move.target) or 0, *circles[seat + 1 :])
        return Position(stacks, gone, hand, (), position.quiet, turn=me, step="move"), ()
    if move.is_pass:
        stuck = is_stuck(position)
        return (_over(stacks, circles, hand, position.quiet) if stuck else _quiet(position, stacks, hand)), ()
    stacks, hand, lines = displace(position, move)
    if not lines:
        return _quiet(position, stacks, hand), ()
    scoring = Position(stacks, circles, hand, lines, 0, turn=me, step="score")
    return (scoring, ()) if len(lines) > 1 else _score(scoring, lines[0], ())


def _quiet(position: Position, stacks: Stacks, hand: tuple[str, ...]) -> Position:
    """Return the next player's turn after a turn without a scoring, or the end of the game after QUIET of them (9)."""
    circles, quiet = position.circles, position.quiet + 1
    if quiet == QUIET:
        return _over(stacks, circles, hand, quiet)
    return Position(stacks, circles, hand, (), quiet, turn=_next(position.turn, len(circles)), step="play")


def displace(position: Position, move: Move) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[Line, ...]]:
    """Place or move a volcano; return the stones on the board, the supplies, and the lines to score (2-5)."""
    stacks, hand = dict(position.stacks), position.hand
    if move.origin:
        stays = _without(stacks.pop(move.origin), move.piece)
        if stays:
            stacks[move.origin] = stays
    else:
        hand = _without(hand, move.piece)
    stacks[move.target] = tuple(sorted((*stacks.get(move.target, ()), move.piece)))
    return stacks, hand, tuple([line for line in changed_lines(move.origin, move.target) if not fault(stacks, line)])


def scoring_candidates(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the legal moves that may score, and the first of the others, including going back, for all of them.

    Returns all moves if a line is to be chosen, or if the game may end.
    """
    if position.step == "score" or position.quiet == QUIET - 1:
        return moves
    needed, ready = _needs(position.stacks)
    found, quiet = [], None
    for move in moves:
        if not move.piece:
            continue
        if move.origin in ready or int(move.piece[1]) >= needed.get(move.target, GROOVES + 1):
            found.append(move)
        elif quiet is None:
            quiet = move
            found.append(move)
    return moves if quiet is None else found


def _needs(stacks: Stacks) -> tuple[dict[str, int], set[str]]:
    """Return square -> fewest grooves it lacks for a line through it to score; and the squares of lines lacking none.

    A volcano moving within its line adds nothing to it, so that such a line scores only if it lacks none.
    """
    needed: dict[str, int] = {}
    ready: set[str] = set()
    for line in LAYOUT.lines:
        stones = [stacks.get(square) for square in line]
        empty = stones.count(None)
        middle = stones[1]
        if empty > 1 or (middle and sum([stone[0] == LAVA for stone in middle]) > MOST_LAVA):
            continue
        lacks = GROOVES - sum([grooves(there) for there in stones if there])
        for square in (line[stones.index(None)],) if empty else line:
            if lacks < needed.get(square, GROOVES + 1):
                needed[square] = lacks
        if lacks <= 0:
            ready.update(line)
    return needed, ready


def _without(stones: tuple[str, ...], stone: str) -> tuple[str, ...]:
    """Return these stones without one of that name."""
    at = stones.index(stone)
    return stones[:at] + stones[at + 1 :]


def _score(position: Position, line: Line, pending: tuple[Line, ...]) -> tuple[Position, tuple[Scoring, ...]]:
    """Score a line, and the next ones while there is no choice (5-8)."""
    stacks, circles, hand, me = position.stacks, position.circles, position.hand, position.turn
    scorings: list[Scoring] = []
    while True:
        scoring = score(stacks, circles, me, line, pending)
        scorings.append(scoring)
        stacks = stacks_after(stacks, line[1], scoring.lava)
        hand = tuple(sorted((*hand, *scoring.returned)))
        moved = {advance.player: advance.end for advance in scoring.advances}
        circles = tuple(moved.get(player, count) for player, count in zip(PLAYERS, circles, strict=False))
        if not scoring.left:
            return _over(stacks, circles, hand), tuple(scorings)
        pending = tuple(other for other in pending if other not in scoring.lost)
        if len(pending) > 1:
            return Position(stacks, circles, hand, pending, 0, turn=me, step="score"), tuple(scorings)
        if not pending:
            return Position(stacks, circles, hand, (), 0, turn=_next(me, len(circles)), step="play"), tuple(scorings)
        line, pending = pending[0], ()


def _next(player: str, players: int) -> str:
    return PLAYERS[(PLAYERS.index(player) + 1) % players]


def _over(stacks: Stacks, circles: tuple[int, ...], hand: tuple[str, ...], quiet: int = 0) -> Position:
    return Position(stacks, circles, hand, (), quiet, over=leaders(circles))


def leaders(circles: tuple[int, ...]) -> str:
    """Return the players whose vulcanologists are furthest."""
    return "".join(player for player, count in zip(PLAYERS, circles, strict=False) if count == max(circles))
