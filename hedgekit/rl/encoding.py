"""Observations and actions as numbers: one compact encoding per rule set, cached (`encoding_of(rules)`).

An observation is a vector of integers from 0 to 99, made of the parts in `encoding_of(rules).parts`.  Seats count from
the observer: 0 is the observer, 1 the next player, and so on.

    pieces   seats x squares   number of a seat's pieces on a square (lane by lane, ranks a to i)
    tops     seats x squares   1 if the topmost piece of a square is a seat's
    height   squares           number of pieces on a square
    home     seats             number of a seat's pieces home
    hand     seats             number of a seat's pieces in hand
    in_play  seats             1 for a seat that is still in the game
    numbers  8                 number of dice that show 0 (unused) .. 7 (a joker)
    step     16                one-hot: the step to be decided (SIDEWAYS .. OWED of engine/state.py)

If pieces differ (2, 21), run both ways (33, 34) or have a field of the state (1, 14) there are also

    stands   pieces            the place of each, seat by seat: 0 none yet, a square from 1, 55 home, 56 out
    back     pieces            1 for a piece that runs from rank i to rank a, under 33 and 34

and a part for each field that a variant adds to the state, under its name: apples (`carriers`), the cube and the last
player to double (`cube`, `doubler`, 0 for nobody, else a seat from 1), kept dice, the pool, the steps to come (`todo`),
the noted drawing (`secret`) and the cards (`deck`, from the top).  Values of players are ordered seat by seat.
Information hidden from the observer is 0: others' drawings, and cards that are not turned yet.

An action is a number below `encoding_of(rules).actions`: 0 .. 7 move no piece (a pass with the number used, a chosen
word or number), followed by moves from the hand, steps sideways, advances and climbs, if these rules have them.
Numbers and pieces are distinguished if a move's text does so.  Blocks (8) of eight and more pieces share an action,
which stands for one of them; so do smaller ones if observation and mask would exceed `MOST_NUMBERS` together.
With house rules, which may move anything anywhere, actions are the engine's own numbers (`engine/batch.py`) instead.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import accumulate
from typing import Any

from ..games.race.engine import batch
from ..games.race.engine.batch import action_of
from ..games.race.engine.board import COLOURS, LANES, RANKS
from ..games.race.engine.composing import registry_cache
from ..games.race.engine.state import ANY, CALL, HAND, MANY, NUMBER, PIECE, TO
from ..games.race.rulesets.rule_set import RuleSet
from ..games.race.variants.fields import fields_of
from ..games.race.variants.house_rules.guarded import answers
from ..text.errors import HedgekitError

MOST_NUMBERS = 2000
"""The most numbers (bytes) of observation and mask together, under any rule set without house rules."""
HOME, OUT, STEPS_AHEAD, HIGHEST = 55, 56, 6, 99


def import_extra(module: str, package: str = "hedgekit[rl]") -> Any:
    """Import a module; HedgekitError that says what to install if it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise HedgekitError("error.rl.missing", module=module, package=package) from error


SharedMoves = Iterable[int]
"""Packed moves that share an action."""


class _Moves:
    """All moves that a rule set can allow, grouped by action.  most: blocks of this size and more share one."""

    def __init__(self, rules: RuleSet, most: int) -> None:
        given, ask = rules.settings, answers(rules)
        self.rules, self.given = rules, given
        self.most = most if ask.answered("larger") else 1
        self.enters, self.climbing = ask.answered("entries"), ask.answered("climbs")
        last, players = RANKS - 1, range(rules.players)
        self.lines = {last if given["returning"] & given["pieces_of"][player] else 0 for player in players}
        ways = (1, -1) if given["mixed"] else (-1,) if self.lines == {last} else (1,)
        squares = range(given["lanes"] * RANKS)
        ahead = {cell: [cell + way for way in ways if 0 <= cell % RANKS + way < RANKS] for cell in squares}
        self.ahead = {cell: there for cell, there in ahead.items() if there}  # squares for pieces in play

    def __iter__(self) -> Iterator[SharedMoves]:
        yield from ([number << NUMBER] for number in range(batch.NUMBERS))
        yield from self._from_hand()
        for cell in self.ahead:
            for to in (self.given["low"][cell], self.given["high"][cell]):
                yield from self._by_size(cell | to << TO) if to >= 0 else ()
        for cell, there in self.ahead.items():
            for to in there:
                for used in self._numbers(cell // RANKS):
                    for shared in self._by_size(cell | to << TO):
                        yield [move | number << NUMBER for move in shared for number in used]
        if self.climbing:
            yield from ([cell | cell << TO | 1 << MANY] for cell in self.ahead)

    def _from_hand(self) -> Iterator[SharedMoves]:
        pieces = range(1, 4 * self.given["colours"] + 1) if self.given["placement_names_piece"] else (0,)
        for cell in (lane * RANKS + rank for lane in range(self.given["lanes"]) for rank in sorted(self.lines)):
            numbers: list[tuple[int, ...]] = self._numbers(cell // RANKS) if self.enters else [()]
            numbers[0] = 0, *numbers[0]  # placing before the race
            for piece in pieces:
                move = HAND | cell << TO | 1 << MANY | piece << PIECE
                yield from ([move | number << NUMBER for number in used] for used in numbers)

    def _by_size(self, move: int) -> Iterator[SharedMoves]:
        """Yield an action for each number of pieces that can move together."""
        yield from ([move | n << MANY] for n in range(1, self.most))
        beyond = range(self.most, batch.MOST + 1) if self.most > 1 else (1,)
        yield [move | n << MANY for n in beyond]

    def _numbers(self, lane: int) -> list[tuple[int, ...]]:
        """Return the numbers by which a piece in a lane can advance, grouped as in a move's text."""
        wild = ({6} if self.given["lanes"] < 6 else set()) | ({ANY} if self.given["carded"] else set())
        found = lane + 1, *sorted(wild - {lane + 1})
        return [(number,) for number in found] if self.given["numbered"] else [found]


class Encoding:
    """The numbering of one rule set's observations and actions, in all environments.

    actions: their number; observation: the length of an observation; parts: name -> start and end; table: the engine's
    number of an action (`engine/batch.py`) -> ours, -1 for an impossible one.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._indices: list[int] = []
        lengths = dict(self._engine_parts())
        self._added = dict(self._added_parts())
        lengths |= {name: length for name, (_, length, _) in self._added.items()}
        ends = zip(lengths.items(), accumulate(lengths.values()), strict=True)
        self.parts: Mapping[str, tuple[int, int]] = {name: (end - length, end) for (name, length), end in ends}
        self.observation = sum(lengths.values())
        self.table = array("i", range(batch.ACTIONS))
        self.actions = batch.ACTIONS
        if not rules.registry.house:
            for most in range(batch.MOST, 0, -1):
                listed = list(_Moves(rules, most))
                if len(listed) + self.observation <= MOST_NUMBERS:
                    break
            self.table, self.actions = array("i", [-1]) * batch.ACTIONS, len(listed)
            for action, shared in enumerate(listed):
                for move in shared:
                    self.table[action_of(move)] = action
        self._cached_action_of = cache(self.action_of)
        blocks = answers(rules).answered("larger")
        self._is_injective = not (rules.registry.house or blocks)  # every move has its own action

    def __repr__(self) -> str:
        return f"<Encoding of {self.rules}: {self.actions} actions, {self.observation} numbers seen>"

    def _engine_parts(self) -> Iterator[tuple[str, int]]:
        """Yield the parts written by the engine; `_indices` gets the indices of the numbers in use."""
        cells, players = range(self.rules.settings["lanes"] * RANKS), range(self.rules.players)
        by_cell = [seat * LANES * RANKS + cell for seat in players for cell in cells]
        for name, first, places in (
            ("pieces", 0, by_cell), ("tops", batch.TOPS, by_cell), ("height", batch.HEIGHT, cells),
            ("home", batch.HOME, players), ("hand", batch.IN_HAND, players), ("in_play", batch.IN_PLAY, players),
            ("numbers", batch.SHOWN, range(batch.NUMBERS)), ("step", batch.STEP, range(batch.STEPS)),
        ):  # fmt: skip
            self._indices += [first + place for place in places]
            yield name, len(places)

    def _added_parts(self) -> Iterator[tuple[str, tuple[Any, int, str]]]:
        """Yield the parts added by variants: name, and (field, length, who may see it)."""
        rules, registry, players = self.rules, self.rules.registry, self.rules.players
        known = {field.state or field.name: field.known for field in fields_of(rules)}
        fields = {**registry.state_fields}
        added = [name for name, field in fields.items() if {*field.variants} & {*rules.variants}]
        names = ["back"] * rules.settings["mixed"] + ["todo"] * ("then" in known)
        names += [name for name in (*known, *added) if name in fields and name not in ("gone", *names)]
        parts = {name: fields[name] for name in names if fields[name].lives != CALL and fields[name].unit != "piece"}
        each = players * 4 * rules.settings["colours"]
        if rules.settings["placement_names_piece"] or any(field.unit == "pieces" for field in parts.values()):
            yield "stands", (None, each, "all")
        for name, field in parts.items():
            if known.get(name, "all") != "nobody" or name == "deck":
                flags = {"players": players, "pieces": each, "steps": STEPS_AHEAD}
                length = players if field.length == COLOURS else field.length or flags.get(field.unit, 1)
                yield name, (field, length, known.get(name, "all"))

    def action_of(self, packed: int) -> int:
        """Return the action of a packed move (`Game.packed`)."""
        return self.table[action_of(packed)]

    def legal(self, listed: Iterable[int]) -> dict[int, int]:
        """Return action -> the first packed move that it stands for, of the listed ones."""
        if self._is_injective:
            known = self._cached_action_of
            return {known(packed): packed for packed in listed}
        by_number: dict[int, int] = {}
        for packed in listed:
            by_number.setdefault(action_of(packed), packed)
        return {self.table[number]: packed for number, packed in by_number.items()}

    def seen(self, written: Any, read: Callable[[str], Any], seats: Any, turned: Any) -> Any:
        """Return the observations of games, by one seat in each: int8, shape (games, observation).

        written: the engine's output, (games, OBSERVATION); read: returns a field of all states, (games, length);
        seats: the observers; turned: the number of cards turned (7).
        """
        numpy = import_extra("numpy")
        parts = [written.take(self._indices, axis=1)]
        if self._added:
            order = (seats[:, None] + numpy.arange(self.rules.players)) % self.rules.players
            for name, (field, _, known) in self._added.items():
                values = self._stands(read, order) if field is None else self._field(name, read(name), order)
                if known == "own":
                    values[:, 1:] = 0
                if name == "deck":
                    unseen = values.shape[1] - turned
                    values = numpy.where(numpy.arange(values.shape[1]) < unseen[:, None], 0, values)
                parts.append(values.clip(0, HIGHEST).astype(numpy.int8))
        return numpy.concatenate(parts, axis=1)

    def _pieces(self, order: Any) -> Any:
        """Return the numbers of all pieces, in the order of the seats."""
        numpy, each = import_extra("numpy"), 4 * self.rules.settings["colours"]
        return (order[:, :, None] * each + numpy.arange(each)).reshape(len(order), -1)

    def _field(self, name: str, values: Any, order: Any) -> Any:
        """Return a field of the state, with seats counted from the observers."""
        numpy, field = import_extra("numpy"), self._added[name][0]
        if field.length:
            return numpy.take_along_axis(values, order, 1) if field.length == COLOURS else values
        if field.unit == "players":
            return values >> order & 1
        if field.unit == "player":
            return numpy.where(values > 0, 1 + (values - 1 - order[:, :1]) % self.rules.players, 0)
        if field.unit == "pieces":
            return values >> self._pieces(order) & 1
        return values >> 4 * numpy.arange(STEPS_AHEAD) & 15 if field.unit == "steps" else values

    def _stands(self, read: Callable[[str], Any], order: Any) -> Any:
        """Return the place of each piece."""
        numpy = import_extra("numpy")
        piece, below, pieces = read("top").copy(), read("below"), self._pieces(order)
        found = numpy.zeros((len(order), 4 * COLOURS), numpy.int8)
        while (piece >= 0).any():
            games, cells = (piece >= 0).nonzero()
            there = piece[games, cells]
            found[games, there] = cells + 1
            piece[games, cells] = below[games, there]
        found = numpy.take_along_axis(found, pieces, 1)
        found[(read("finished") >> pieces & 1).astype(bool)] = HOME
        found[(read("out") >> pieces & 1).astype(bool)] = OUT
        return found


@registry_cache()
def encoding_of(rules: RuleSet) -> Encoding:
    """Return the encoding of a rule set."""
    return Encoding(rules)
