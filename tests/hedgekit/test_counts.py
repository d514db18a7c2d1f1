"""Count table: the number of distinct positions after 1, 2, 3 turns from a fixed start and dice, per variant.

Nearly every change of a rule changes a number in counts.txt; `python -m tests.hedgekit.test_counts` updates it and adds
missing lines, and you read the difference.
"""

from pathlib import Path

import pytest

from hedgekit import VARIANTS, Game

from ..sample import DAY, some

TABLE = Path(__file__).with_name("counts.txt")
DICE = ("3", "1", "2")
TWO_DICE = ("1,3", "1,1", "2,6")
USUAL = "b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 g2=B4A4 turn=A step=roll"
LONGEST = 50  # positions followed from one turn to the next: a compromise with time


def outcomes(game, turn):
    """Return the fixed throw at a chance step, otherwise every move."""
    if not game.is_chance:
        return game.moves()
    two = next(iter(game.moves())).outcome[1:]
    return [TWO_DICE[turn] if two else DICE[turn]] if game.step == "roll" else game.moves()[:1]


def distinct(rules, start):
    """Return the number of distinct positions at the end of each turn with these dice."""
    positions, counts = {str(Game.from_text(rules, start))}, []
    for turn in range(len(DICE)):
        reached = set()
        for text in sorted(positions)[:LONGEST]:
            game = Game.from_text(rules, text)
            add_ends(game, turn, game.turn, reached)
        positions = reached
        counts.append(len(positions))
    return tuple(counts)


def add_ends(game, turn, actor, reached, depth=0):
    """Add the position at the end of every way through one turn to `reached`."""
    begun = depth and game.step in ("roll", "announce", "offer")
    if game.is_over or begun or (game.turn != actor and game.step != "answer"):
        reached.add(str(game))
        return
    for move in outcomes(game, turn):
        game.play(move)
        add_ends(game, turn, actor, reached, depth + 1)
        game.undo()


def table():
    """Yield rule set, start and recorded counts of each line."""
    for line in TABLE.read_text("utf-8").splitlines():
        where, _, counts = line.partition(" = ")
        yield *where.split(" @ "), tuple(map(int, counts.split()))


def uncounted():
    """Return the races, and their values of fixed options, that the table does not have."""
    counted = {rules.split()[0] for rules, _, _ in table()}
    races = [n for n in VARIANTS if n != 40]  # another game
    options = [(n, option) for n in races for option in VARIANTS[n].options if not option.needs]
    fixed = [f"{n}[{option.name}={value}]" for n, option in options for value in option.values[1:]]
    return [name for name in [*map(str, races), *fixed] if name not in counted]


def test_the_table_has_every_race_and_option():
    assert not uncounted(), "python -m tests.hedgekit.test_counts"


@pytest.mark.parametrize(("rules", "start", "counts"), some(table(), 3, DAY))
def test_counts_equal_the_table(rules, start, counts):
    assert distinct(rules, start) == counts


def test_the_first_count_of_the_base_game_by_hand():
    # five side-steps (none, b2 two ways, f3 two ways; g2 is held) with 2, 2, 3, 1 and 1 advances in lane 3
    rules, start, _ = next(table())
    assert (rules, distinct(rules, start)[0]) == ("0 players=2", 2 + 2 + 3 + 1 + 1)


if __name__ == "__main__":
    starts = [(rules, start) for rules, start, _ in table()] + [(f"{name} players=2", USUAL) for name in uncounted()]
    rows = [(rules, start, *distinct(rules, start)) for rules, start in starts]
    TABLE.write_text("".join("{} @ {} = {} {} {}\n".format(*row) for row in rows), "utf-8")
