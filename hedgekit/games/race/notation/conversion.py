"""Convert between positions and states of the engine; reject impossible positions.

Fields are described in notation.md, section Positions, and rare cases in settled.md, section Text and state.
"""

from functools import reduce
from itertools import pairwise
from typing import Any

from ....notation.tokens import field_error
from ....text.errors import NotationError
from ..engine import state
from ..engine.board import CELLS, PLAYERS, cell_of, square_name
from ..engine.state import each_step, stack
from ..rulesets.engines import kernel
from ..rulesets.rule_set import RuleSet
from ..variants.fields import Wrong, fields_of
from .position import Position, passing, pieces_of

_NAMES = "secret keep shuffle place lane offer answer roll announce joker sideways forward either"
STEPS = {getattr(state, name.upper()): name for name in _NAMES.split()}
"""The engine's number of a step -> its name."""


class Names:
    """Piece numbers of the engine and their names, for one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.fields = fields_of(rules)
        self.number_at = kernel(rules).answers.number_at
        s = kernel(rules).start()
        self.of: dict[int, str] = {}
        self.number: dict[str, int] = {}
        per = 4 * s.colours
        for player in range(rules.players):
            for piece in range(per * player, per * player + per):
                if s.pieces_of[player] >> piece & 1:
                    name = f"{PLAYERS[player]}{piece - per * player + 1}"
                    self.of[piece] = name
                    self.number[name] = piece

    def set(self, bits: int) -> tuple[str, ...]:
        """Return the sorted names of a set of pieces."""
        return tuple(sorted(name for piece, name in self.of.items() if bits >> piece & 1))

    def numbers(self, s: Any) -> tuple[int, ...]:
        """Return the distinct numbers on the dice, in the engine's order."""
        found: list[int] = []
        while number := self.number_at(s, len(found)):
            found.append(number)
        return tuple(found)


def from_state(s: Any, names: Names) -> Position:
    """Return the position of a state."""
    turned, over, registry = s.back ^ s.returning, s.step == state.OVER, names.rules.registry
    stacks = {
        square_name(cell): tuple(names.of[piece] + ("'" if turned >> piece & 1 else "") for piece in stack(s, cell))
        for cell in range(CELLS)
        if s.all >> cell & 1
    }
    written = {field.name: field.write(s, names) for field in names.fields if not (over and field.passes)}
    rest = {name: text for name, text in written.items() if text}
    home, hand, out = names.set(s.finished), names.set(s.hand), names.set(s.out)
    if over:
        winners = "draw" if s.won == state.DRAW else "".join(PLAYERS[p] for p in range(s.players) if s.won >> p & 1)
        return Position(stacks, home, hand, out, over=winners, rest=rest, registry=registry)
    dice = tuple("*" if n == state.ANY else str(n) for n in sorted((s.dice & 7, s.dice >> 3)) if n)
    return Position(stacks, home, hand, out, dice, PLAYERS[s.turn], STEPS[s.step], rest=rest, registry=registry)


def to_state(position: Position, rules: RuleSet, names: Names, source: str = "") -> Any:
    """Return a state in this position; NotationError if the position is impossible under these rules."""
    engine = kernel(rules)
    s = engine.start()
    text = source or str(position)

    def wrong(error: str, key: str, /, **values: object) -> NotationError:
        return field_error(text, key, error, **values)

    s.hand = s.todo = 0
    fields = {field.name: field for field in names.fields}
    for name in position.rest:
        if name not in fields:
            raise wrong("error.position.field", name, key=name)
    _set_pieces(s, position, rules, names, wrong, engine.answers)
    for name, value in position.rest.items():
        fields[name].read(s, value, names, wrong)
    if position.over:
        _check_rest(s, names, wrong)
        _set_over(s, position, wrong)
        return s
    _set_step(s, position, rules, names, wrong)
    _check_rest(s, names, wrong)
    _check_step(s, position, rules, names, wrong, engine.answers)
    s.first = _starting_player(s, position, names)
    return s


def _starting_player(s: Any, position: Position, names: Names) -> int:
    """Return who began the set-up: the players who have acted at this step sit in a row before the player on turn."""
    if not _is_set_up(s, position, names):
        return 0
    filled_in = "".join(position.rest.get(field.name, "") for field in names.fields if field.step == position.step)

    def has_acted(player: int) -> bool:
        """Return whether a player has filled in a field, or placed more pieces than the player on turn."""
        placed = s.step in (state.PLACE, state.LANE) and _in_hand(s, player) < _in_hand(s, s.turn)
        return placed or PLAYERS[player] in filled_in

    first: int = s.turn
    for _ in range(s.players - 1):
        before = (first - 1) % s.players
        if not has_acted(before):
            break
        first = before
    return first


def _is_set_up(s: Any, position: Position, names: Names) -> bool:
    """Return whether this is a step of the set-up; a lane is also rolled later, for a piece that waits for one."""
    under_way = any(field.name in position.rest for field in names.fields if field.about == "apart")
    return s.step in (state.PLACE, state.SECRET, state.KEEP, state.SHUFFLE) or (s.step == state.LANE and not under_way)


def _in_hand(s: Any, player: int) -> int:
    """Return the number of pieces in a player's hand."""
    return int((s.hand & s.pieces_of[player]).bit_count())


def _set_pieces(s: Any, position: Position, rules: RuleSet, names: Names, wrong: Wrong, ask: Any) -> None:
    seen: set[str] = set()

    def number(name: str, where: str) -> int:
        bare = name.removesuffix("'")
        piece = names.number.get(bare)
        if piece is None:
            raise wrong("error.position.no_such_piece", where, piece=bare, players=rules.players)
        if bare in seen:
            raise wrong("error.position.piece_twice", where, piece=bare)
        if name != bare:
            if not ask.answered("turns"):
                raise wrong("error.position.turned", where, piece=bare)
            s.back ^= 1 << piece
        seen.add(bare)
        return piece

    for square, pieces in position.stacks.items():
        cell = cell_of(square)
        if int(square[1]) > s.lanes:
            raise wrong("error.position.lane", square, square=square, lanes=s.lanes)
        for name in pieces:
            piece = number(name, square)
            if ask.is_home(s, piece, cell):
                raise wrong("error.position.finish", square, square=square, piece=name)
            if square[0] == ("a" if s.back >> piece & 1 else "i"):
                raise wrong("error.position.unturned", square, square=square, piece=name)
            ask.put(s, piece, piece, cell)
    for field in names.fields:
        if field.about == "apart" and field.name in position.rest:
            text = position.rest[field.name]
            field.put(s, [number(name, field.name) for name in pieces_of(text, text, 0, "'")])
    for where, attribute in (("home", "finished"), ("hand", "hand"), ("out", "out")):
        setattr(s, attribute, sum(1 << number(name, where) for name in getattr(position, where)))
    if s.out and not (ask.answered("holes") or s.strict):
        raise wrong("error.position.field", "out", key="out")
    missing = tuple(sorted(set(names.number) - seen))
    if missing:
        raise wrong("error.position.missing", "", pieces=missing)


def _check_rest(s: Any, names: Names, wrong: Wrong) -> None:
    """Check that no piece is on a square where none can stay, or on a piece on which none may land."""
    waiting = s.waits and s.step == state.LANE
    for kind in ("springs", "walls", "holes", *(() if waiting else ("slips",))):
        if there := s.all & getattr(s, kind):
            cell = (there & -there).bit_length() - 1
            square = square_name(cell)
            raise wrong(f"error.position.{kind}", square, square=square, piece=names.of[s.top[cell]])
    for cell in range(CELLS):
        pieces = stack(s, cell)
        for piece, above in pairwise(pieces):
            if s.carriers >> piece & 1:
                square, under, over = square_name(cell), names.of[piece], names.of[above]
                raise wrong("error.position.covered", square, square=square, piece=under, over=over)


def _set_step(s: Any, position: Position, rules: RuleSet, names: Names, wrong: Wrong) -> None:
    if not position.turn:
        raise wrong("error.position.no_turn", "")
    if position.turn not in PLAYERS[: rules.players] or len(position.turn) > 1:
        raise wrong("error.position.player", "turn", player=position.turn[:8], players=rules.players)
    s.turn = PLAYERS.index(position.turn)
    steps = {STEPS[step]: step for step in sorted(possible_steps(s))}
    if position.step not in steps:
        raise wrong("error.position.step", "step", step=position.step[:24] or "…", steps=tuple(steps))
    s.step = steps[position.step]
    for number in reversed(position.dice):
        if number not in ("1", "2", "3", "4", "5", "6") and not (number == "*" and s.carded):
            raise wrong("error.position.dice", "dice", number=number[:8])
        s.dice = s.dice << 3 | (state.ANY if number == "*" else int(number))
    needed = 0
    if _is_set_up(s, position, names):
        s.todo = s.opening
        while s.todo and s.todo & 15 != s.step:
            s.todo >>= 4
        if not s.todo:
            raise wrong("error.position.step", "step", step=position.step, steps=tuple(steps))
    elif s.step == state.LANE:
        needed = len(position.dice)
    elif s.step in (state.SIDEWAYS, state.FORWARD, state.EITHER):
        s.todo, needed = _rest_of_turn(s, position)
    if len(position.dice) != needed:
        key = "dice" if position.dice else "step"
        raise wrong("error.position.dice_count", key, step=position.step, needed=needed, found=len(position.dice))


def possible_steps(s: Any) -> set[int]:
    """Return the steps that these rules have."""
    steps = set[int]()
    for plan in (s.plan, s.opening, s.after_sideways, s.after_forward):
        steps.update(each_step(plan))
    if state.EITHER in steps:
        steps |= {state.SIDEWAYS, state.FORWARD}
    if s.staked:
        steps |= {state.OFFER, state.ANSWER}
    if s.waits:
        steps.add(state.LANE)
    if s.carded:
        return steps | {state.ANNOUNCE, state.JOKER, state.SIDEWAYS}
    return steps | {state.ROLL}


def _rest_of_turn(s: Any, position: Position) -> tuple[int, int]:
    """Return the steps of the turn from the present one, and the number of dice values that they need."""
    if state.OWED in each_step(s.todo):
        return s.step | s.todo << 4, 0
    if s.plan_written and s.step == state.EITHER:
        return s.plan, 2
    if s.plan_written:
        rest = s.step | s.todo << 4
        return rest, _numbers_needed(rest)
    found = sorted(rest for rest in _rests(s) if rest & 15 == s.step)
    if s.drafted:
        return found[0], 0
    count = len(position.dice)
    needs = {rest: _numbers_needed(rest) * (2 if s.hoarded else 1) for rest in found}
    fitting = [rest for rest in found if needs[rest] == count]
    chosen = fitting[0] if fitting else found[0]
    return chosen, needs[chosen]


def _numbers_needed(rest: int) -> int:
    """Return the number of dice values that the rest of a turn uses."""
    return sum(step in (state.FORWARD, state.EITHER) for step in each_step(rest))


def _rests(s: Any) -> set[int]:
    """Return all possible rests of a turn, from the plan and its choices."""
    found: set[int] = set()
    pending = [s.plan]
    while pending:
        rest = pending.pop()
        if rest == 0 or rest in found:
            continue
        found.add(rest)
        if rest & 15 == state.EITHER:
            for after in (s.after_sideways, s.after_forward):
                pending.append(reduce(lambda steps, step: steps << 4 | step, each_step(after), rest >> 4))
        else:
            pending.append(rest >> 4)
    return found


def _check_step(s: Any, position: Position, rules: RuleSet, names: Names, wrong: Wrong, ask: Any) -> None:
    if s.hand and not _is_set_up(s, position, names) and not s.trickles:
        raise wrong("error.position.hand", "hand", pieces=position.hand)
    if s.gone >> s.turn & 1:
        raise wrong("error.position.gone", "turn", player=position.turn)
    for field in names.fields:
        field.check(s, position, wrong)
    if s.step == state.OFFER and (s.closed or s.doubler == s.turn + 1 or not ask.may_double(s)):
        raise wrong("refusal.double.shut", "step")
    if s.step == state.PLACE and not s.hand & s.pieces_of[s.turn]:
        raise wrong("error.position.hand_empty", "step", player=position.turn)
    if s.strict and s.doped == 0 and (s.finished & ~s.carriers or (s.out and not s.holes)):
        raise wrong("error.position.first", "home" if position.home else "out")
    left = [player for player in range(rules.players) if s.gone >> player & 1 == 0]
    for player in left:
        if ask.fulfils(s, player):
            raise wrong("error.position.won", "home", player=PLAYERS[player])
        if s.pieces_of[player] & ~s.out == 0:
            raise wrong("error.position.lost", "out", player=PLAYERS[player])
    if len(left) == 1:
        raise wrong("error.position.alone", "gone", player=PLAYERS[left[0]])


def _set_over(s: Any, position: Position, wrong: Wrong) -> None:
    players = "" if position.over == "draw" else position.over
    if any(player not in PLAYERS[: s.players] for player in players) or len(set(players)) < len(players):
        raise wrong("error.position.over", "over", over=position.over[:12])
    for name in passing(position.registry):
        if position.rest.get(name) or getattr(position, name, ""):
            raise wrong("error.position.after_end", name, key=name)
    s.won = sum(1 << PLAYERS.index(player) for player in players) or state.DRAW
    s.step = state.OVER
