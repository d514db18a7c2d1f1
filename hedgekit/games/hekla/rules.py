"""The rules of Hekla, as functions of a position.  Clauses: other-games.md, section Hekla.

hekla.1  the stones: each player's volcanoes, the lava
hekla.2  a turn places a volcano on an empty square, or moves one
hekla.3  one moves one's own volcano to an orthogonally adjacent square that holds one stone at most
hekla.4  one that is seen by its own vulcanologist moves any number of squares in a straight line, over other stones;
         before moving, one may take the vulcanologist back
hekla.5  a line of three squares must be scored when each has a stone, they total 8 grooves or more, the middle one has
         one lava block at most, and the move changed the line
hekla.6  a circle for each volcano in the line, two on a red ring; the mover besides total - 7
hekla.7  the volcanoes of the middle square return to their owners, a lava block comes
hekla.8  of several lines the mover chooses which is next; one that no longer qualifies is not scored
hekla.9  who can neither place nor move passes; the last lava block ends the game, the furthest vulcanologist wins

Readings of what the clauses leave open: a line must qualify when the move has been made; one that an eruption brings to
8 grooves waits until a move changes it, and each is scored once in a move.  The last lava block ends the game at once,
lines left or not.  One who goes back must then move a volcano, and goes back once; when a volcano could move only then,
he does not pass.  Full squares can part the volcanoes so that no line will ever be scored, and nobody is obliged to
score: when nobody can place or move any more, or 200 turns in a row have scored nothing, the game is over as well.
"""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache

from ..race.engine.board import PLAYERS
from .layout import LAVA, LAYOUT, Line
from .scoring import GROOVES, MOST_LAVA, Scoring, Stacks, erupted, fault, grooves, scored, touched
from .texts import PLACES, QUIET, Move, Position, Rules

PASS = Move()
_move = cache(Move)
"""Moves are values: one of each is enough, and `Game.play` recognises a listed one by its identity."""


@cache
def _ways(piece: str, origin: str, seen: bool) -> tuple[tuple[str, Move], ...]:
    """(square, move) for every square a volcano could move to."""
    return tuple((target, _move(piece, origin, target)) for target in reach(origin, seen))


@cache
def _back(start: int, end: int) -> Move:
    return Move("", LAYOUT.circle_name(start), LAYOUT.circle_name(end))


def opening(rules: Rules, first: str | None) -> Position:
    """Where a game begins: an empty board, every vulcanologist on the start."""
    return Position({}, (0,) * rules.players, rules.volcanoes, (), 0, turn=first or "A", step="play")


# ---- what is possible ------------------------------------------------------------------------------------------------


@cache
def _owned(stones: tuple[str, ...], player: str) -> tuple[str, ...]:
    """Those of the stones that are a player's, equal ones once."""
    return tuple(dict.fromkeys(stone for stone in stones if stone[0] == player))


def movable(position: Position) -> list[tuple[str, str]]:
    """(volcano, square) for the mover's volcanoes on the board; equal ones on a square once."""
    stacks, me = position.stacks, position.turn
    return [(stone, square) for square in LAYOUT.squares if square in stacks for stone in _owned(stacks[square], me)]


def filled(stacks: Stacks) -> set[str]:
    """The squares without room for another stone."""
    return {square for square, stones in stacks.items() if len(stones) == PLACES}


def reach(origin: str, seen: bool) -> tuple[str, ...]:
    """The squares a volcano could move to if all had room; seen: does its owner's vulcanologist see it? (3, 4)"""
    return LAYOUT.far[origin] if seen else LAYOUT.near[origin]


def backs(position: Position, own: list[tuple[str, str]], full: Container[str]) -> list[int]:
    """Where the mover's vulcanologist can go back to, so that a volcano of his can move then (4).

    own: `movable`; full: `filled`.
    """
    earlier = range(position.at(position.turn))
    if not earlier or any(target not in full for _, square in own for target in LAYOUT.near[square]):
        return list(earlier)
    loose = {square for _, square in own if any(target not in full for target in LAYOUT.far[square])}
    return [count for count in earlier if loose & LAYOUT.circle(count).sees]


def possible(position: Position) -> list[Move]:
    """The legal moves but for the pass."""
    if position.step == "score":
        return [_move(line=line) for line in position.lines]
    stacks, me = position.stacks, position.turn
    playing = position.step == "play"
    moves: list[Move] = []
    hand = dict.fromkeys(piece for piece in position.hand if piece[0] == me) if playing else ()
    for piece in hand:
        moves += [_move(piece, "", square) for square in LAYOUT.squares if square not in stacks]
    own, full, seen = movable(position), filled(stacks), position.seen(me)
    for piece, square in own:
        moves += [move for target, move in _ways(piece, square, square in seen) if target not in full]
    if playing:
        moves += [_back(position.at(me), count) for count in backs(position, own, full)]
    return moves


def legal_moves(position: Position, rules: Rules) -> list[Move]:
    """The legal moves."""
    return possible(position) or [PASS]


def is_stuck(position: Position) -> bool:
    """Whether nobody can place or move any more."""
    return not any(possible(replace(position, turn=player)) for player in PLAYERS[: len(position.circles)])


# ---- what a move does ------------------------------------------------------------------------------------------------


def after(position: Position, move: Move, rules: Rules) -> Position:
    """Return the position that a legal move leads to."""
    return played(position, move)[0]


def played(position: Position, move: Move) -> tuple[Position, tuple[Scoring, ...]]:
    """The position a legal move leads to, and what was scored on the way, in order."""
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
    stacks, hand, lines = displaced(position, move)
    if not lines:
        return _quiet(position, stacks, hand), ()
    there = Position(stacks, circles, hand, lines, 0, turn=me, step="score")
    return (there, ()) if len(lines) > 1 else _score(there, lines[0], ())


def _quiet(position: Position, stacks: Stacks, hand: tuple[str, ...]) -> Position:
    """The next player's turn after a turn without a scoring; the end of the game after many of them (9)."""
    circles, quiet = position.circles, position.quiet + 1
    if quiet == QUIET:
        return _over(stacks, circles, hand, quiet)
    return Position(stacks, circles, hand, (), quiet, turn=_next(position.turn, len(circles)), step="play")


def displaced(position: Position, move: Move) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[Line, ...]]:
    """What a placed or moved volcano leads to: the stones on the board, the supplies, the lines to be scored (2-5)."""
    stacks, hand = dict(position.stacks), position.hand
    if move.origin:
        stays = _without(stacks.pop(move.origin), move.piece)
        if stays:
            stacks[move.origin] = stays
    else:
        hand = _without(hand, move.piece)
    stacks[move.target] = tuple(sorted((*stacks.get(move.target, ()), move.piece)))
    return stacks, hand, tuple([line for line in touched(move.origin, move.target) if not fault(stacks, line)])


def telling(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Those of these legal moves that can differ in what they bring the mover at once.

    The first move that scores nothing stands for all the others of its kind, going back included.  All moves are
    returned where a line is to be chosen, or where the game may end.
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
    """Square -> the grooves it lacks for some line through it to be scored; and the squares of lines that lack none.

    A volcano that moves within its line adds nothing to it; such a line is among those that lack none.
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
    """These stones but for one of that name."""
    at = stones.index(stone)
    return stones[:at] + stones[at + 1 :]


def _score(position: Position, line: Line, pending: tuple[Line, ...]) -> tuple[Position, tuple[Scoring, ...]]:
    """Score a line, and the one after it where there is no choice left (5-8)."""
    stacks, circles, hand, me = position.stacks, position.circles, position.hand, position.turn
    scorings: list[Scoring] = []
    while True:
        scoring = scored(stacks, circles, me, line, pending)
        scorings.append(scoring)
        stacks = erupted(stacks, line[1], scoring.lava)
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
    """Whose vulcanologists are furthest."""
    return "".join(player for player, count in zip(PLAYERS, circles, strict=False) if count == max(circles))
