"""Rule sets of interacting variants, and random walks that compare a game with its position read from text.

Variants interact through a slot both write, an event that one triggers and another depends on, a question both answer,
a part of the engine that asks both, or the course of a turn.  `meetings(size)`: playable sets that all interact at one
such place; `guests`: those plus a third variant that does not; `with_options`: chooses options for a set.
"""

import itertools
import random
import re
from collections.abc import Iterator, Sequence

from hedgekit import BASE, VARIANTS, Clash, Game, rules
from hedgekit.games.race.engine.board import CELLS, LETTERS
from hedgekit.games.race.engine.composing import QUESTIONS
from hedgekit.games.race.engine.playouts import seeded
from hedgekit.games.race.engine.state import ANNOUNCE, ANSWER, CALL, LANE, OFFER, OVER, ROLL, STATE_FIELDS, TURN, stack
from hedgekit.games.race.notation.conversion import from_state
from hedgekit.games.race.rulesets.engines import kernel

from .checked_games import CARDS, RACES

POISON = (0x2AAAAAAA, 0x15555555, 0, -1)
"""Values that scratch fields get between two moves, different in a game and in its copies: a read before a write then
shows as a difference."""
IRRELEVANT = {"rng", "turn_count", "first", "stalled"}
"""Fields of counts and random numbers that decide nothing in a position."""


# ---- rule sets -------------------------------------------------------------------------------------------------------


class AskedQuestions:
    """Stands in for the answers while a part of the engine is composed; records the questions it asks."""

    registry = BASE

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getattr__(self, name: str):
        self.names.add(name)
        return self

    def answered(self, *names: str) -> int:
        """Return the variants that answer any of these questions."""
        self.names.update(names)
        return 1


COURSE = ("begin", "deal", "receive", "handover", "plan", "after_sideways", "thrown", "stepped", "end_turn")
"""Questions that decide the course of a turn, as do the fields that live for a turn."""


def places() -> dict[str, frozenset[int]]:
    """Map each place where variants can interact to the variants that do."""
    found: dict[str, set[int]] = {}
    answering = {question.name: set(question.answers) & set(RACES) for question in QUESTIONS.values()}
    for question in QUESTIONS.values():
        if question.kind == "part":
            asked = AskedQuestions()
            question.answers[0](asked, None)
            found[f"part {question.name}"] = set().union(*(answering.get(name, set()) for name in asked.names))
    found["the course of a turn"] = {n for name in COURSE for n in answering[name]}
    for declared in STATE_FIELDS.values():
        found["the course of a turn"] |= set(declared.variants) if declared.lives == TURN else set()
    for number in RACES:
        variant = VARIANTS[number]
        for slot in variant.writes:
            found.setdefault(f"slot {slot}", set()).add(number)
        for event in (*variant.triggers, *variant.depends_on):
            found.setdefault(f"event {event}", set()).add(number)
    found |= {f"question {name}": members for name, members in answering.items()}
    return {name: frozenset(members) for name, members in found.items() if len(members) > 1}


def is_playable(numbers: tuple[int, ...]) -> bool:
    """Return whether a set can be played, with 15 in its harder form."""
    try:
        rules("+".join(f"{n}[form=last]" if n == 15 else str(n) for n in numbers))
    except Clash:
        return False
    return True


def sets(size: int) -> set[tuple[int, ...]]:
    """Return the sets of this size whose members all interact at one place, playable or not."""
    return {numbers for members in places().values() for numbers in itertools.combinations(sorted(members), size)}


def meetings(size: int) -> list[tuple[int, ...]]:
    """Return the playable sets among `sets`, in order."""
    return sorted(filter(is_playable, sets(size)))


def guests() -> list[tuple[int, ...]]:
    """Return the playable sets of three in which two interact at a slot, event or question, and the third does not."""
    pairs = {
        pair
        for name, members in places().items()
        if not name.startswith("part ")
        for pair in itertools.combinations(sorted(members), 2)
    }
    found = {tuple(sorted((*pair, other))) for pair in pairs for other in RACES if other not in pair}
    return sorted(numbers for numbers in found - set(meetings(3)) if is_playable(numbers))


def with_options(numbers: tuple[int, ...], chance: random.Random) -> str:
    """Return a rule set of these variants with random options and number of players."""
    while True:
        words = []
        for number in numbers:
            chosen = []
            for option in VARIANTS[number].options:
                if chance.random() < 0.5:
                    continue
                if option.free == "squares":
                    squares = chance.sample([f"{r}{lane}" for r in LETTERS[1:-1] for lane in range(1, 6)], 8)
                    chosen.append(f"{option.name}={','.join(sorted(squares))}")
                elif not option.free:
                    chosen.append(f"{option.name}={chance.choice(option.values)}")
            words.append(f"{number}[{','.join(sorted(chosen))}]" if chosen else str(number))
        try:
            return str(rules(f"{'+'.join(words)} players={chance.choice((2, 2, 3, 3, 4, 5, 6, 8))}"))
        except ValueError:  # options or number of players that exclude each other
            continue


# ---- comparisons -----------------------------------------------------------------------------------------------------


def moves_with_chances(game: Game) -> list[tuple[str, float | None]]:
    """Return the legal moves and their probabilities."""
    return [(str(move), move.probability) for move in game.moves()]


def meaning(state, names):
    """Return the fields of a state that its text must determine, by name."""
    fields = {
        name: getattr(state, name)
        for name, declared in STATE_FIELDS.items()
        if declared.lives != CALL and name not in IRRELEVANT
    }
    fields["top"] = tuple(tuple(stack(state, cell)) for cell in range(CELLS))
    del fields["below"], fields["own"], fields["all"]  # derived from the stacks
    on_board = sum(1 << piece for pieces in fields["top"] for piece in pieces)
    slipping = state.slip_bottom >= 0 and "slip" in from_state(state, names).rest
    if not slipping:
        del fields["slip_top"]
    else:
        on_board |= sum(1 << names.number[p] for p in re.findall("[A-I][1-8]", from_state(state, names).rest["slip"]))
    fields["back"] &= on_board  # pieces home or out have no direction
    if 6 not in names.numbers(state) or state.step in (ROLL, OFFER, ANSWER, ANNOUNCE):
        del fields["moved"]  # only a 6 already thrown can exclude a piece
    else:
        fields["moved"] &= on_board
    fields["kept"] = [n for player, n in enumerate(state.kept) if state.gone >> player & 1 == 0]
    if state.step == OVER:
        for name in ("turn", "kept", "deck", "pool", "slip_top", "slip_bottom", "moved", "doubler", "closed", "lost"):
            fields.pop(name, None)
    return fields


def assert_same(game: Game, again: Game, where: str) -> None:
    """Assert that two games have the same text, moves, ranking, points and winners."""
    assert str(again) == str(game), where
    assert moves_with_chances(again) == moves_with_chances(game), where
    assert (again.ranking(), again.points(), again.winners) == (game.ranking(), game.points(), game.winners), where


def assert_squares_allowed(game: Game) -> None:
    """Assert that no piece stands on a carrier, on concrete, or on a square that moves pieces on."""
    state, where = game.state, f"{game.rules}: {game}"
    for square, pieces in game.position.stacks.items():
        covered = [p for p in pieces[:-1] if p[:2] in re.findall("..", game.position.rest.get("carrier", ""))]
        assert not covered, f"{covered} is covered: {where}"
        bit = 1 << (int(square[1]) - 1) * 9 + LETTERS.index(square[0])
        impossible = state.walls | state.springs | state.holes | (0 if state.step == LANE else state.slips)
        assert not impossible & bit, f"no piece can stay on {square}: {where}"


def assert_same_targets_when_lifted(game: Game) -> None:
    """Assert that a top piece's targets are the same when it is first taken off the board."""
    state, ask = game.state.copy(), game.answers
    for cell in range(CELLS):
        top = state.top[cell]
        if top < 0:
            continue
        ways = ((ask.ahead(state, top, cell), 0), (state.low[cell], -1), (state.high[cell], 1))
        for to, way in ways:
            if to >= 0 and (way == 0 or ask.open_rank(state, cell)):
                inside = ask.feasible(state, cell, 1, to, way)
                outside = state.copy()
                ask.lift(outside, cell, 1)
                assert (ask.reach(outside, top, 1, to, way) >= 0) == inside, f"{game.rules}: {game}, {cell} to {to}"


def poison(state, nonsense: int) -> None:
    """Fill scratch fields with nonsense."""
    for name, declared in STATE_FIELDS.items():
        if declared.lives == CALL:
            setattr(state, name, [nonsense] * declared.length if declared.length else nonsense)


def random_game(ruleset: str, turns: int, seed: int) -> Game:
    """Return the engine's game after random turns, with all its history in the state."""
    game = Game(ruleset)
    engine = kernel(game.rules)
    state = engine.start()
    state.rng = seeded(seed, 0)
    engine.answers.playout(state, turns)
    game._state, game._legal_moves = state, None
    return game


def walk(ruleset: str, seed: int, turns: int, plies: int) -> None:
    """Play a random game; at every ply a copy read from its text must have the same moves and successors."""
    chance, game = random.Random(seed), random_game(ruleset, turns, seed)
    shadows: list[Game] = []
    for ply in range(plies):
        text = str(game)
        where = f"{ruleset} seed {seed} turns {turns}, ply {ply}: {text}"
        again = Game.from_text(game.rules, text)
        assert meaning(again.state, game._names) == meaning(game.state, game._names), where
        if game.state.step in (ROLL, OFFER, ANNOUNCE, OVER):
            left = [n for n, f in STATE_FIELDS.items() if f.lives == TURN and getattr(game.state, n)]
            assert not left, f"{left} remain set after the turn: {where}"
        shadows = [*shadows[-2:], again] if ply % 4 == 0 else shadows
        for shadow in (*shadows, *([again] if ply % 4 else [])):
            assert_same(game, shadow, where)
        assert_squares_allowed(game)
        if ply % 8 == 0:
            assert_same_targets_when_lifted(game)
        if game.is_over:
            return
        if game.step == "shuffle":
            move = "deck=" + "".join(chance.sample(CARDS, len(CARDS)))
        else:
            moves = game.moves()
            assert moves, f"no legal move: {where}"
            move = str(chance.choice(moves))
        for one, nonsense in zip((game, *shadows), POISON, strict=False):
            poison(one.state, nonsense)
            one.play(move)


def walks(sets: Sequence[tuple[int, ...]], seed: int) -> Iterator[tuple[str, int, int]]:
    """Yield rule set, seed and number of turns for each of these sets."""
    for index, numbers in enumerate(sets):
        chance = random.Random(seed * 1_000_003 + index)
        yield with_options(numbers, chance), chance.randrange(1 << 20), chance.choice((0, 5, 15, 30, 60, 120))
