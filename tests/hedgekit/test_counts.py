"""Count table: how many distinct positions after 1, 2, 3 turns from a fixed start and fixed dice, per variant.

A cheap net with a fine mesh: nearly every change of a rule changes a number here.  The table is counts.txt;
`python -m tests.hedgekit.test_counts` counts anew, adds whatever is not counted yet, and you read the difference.
"""

from pathlib import Path

import pytest

from hedgekit import VARIANTS, Game

from ..sample import DAY, some

TABLE = Path(__file__).with_name("counts.txt")
DICE = ("3", "1", "2")
TWO_DICE = ("1,3", "1,1", "2,6")
USUAL = "b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 g2=B4A4 turn=A step=roll"
LONGEST = 50  # positions followed from turn to turn: enough to tell, quick enough to run


def outcomes(game, turn):
    """The fixed throw, if dice decide; every choice, if the player does."""
    if not game.is_chance:
        return game.moves()
    two = next(iter(game.moves())).outcome[1:]
    return [TWO_DICE[turn] if two else DICE[turn]] if game.step == "roll" else game.moves()[:1]


def distinct(rules, start):
    """The number of distinct positions at the beginning of the next turn, after each turn with these dice."""
    positions, counts = {str(Game.from_text(rules, start))}, []
    for turn in range(len(DICE)):
        reached = set()
        for text in sorted(positions)[:LONGEST]:
            game = Game.from_text(rules, text)
            follow(game, turn, game.turn, reached)
        positions = reached
        counts.append(len(positions))
    return tuple(counts)


def follow(game, turn, actor, reached, depth=0):
    """Every way through one turn."""
    begun = depth and game.step in ("roll", "announce", "offer")
    if game.is_over or begun or (game.turn != actor and game.step != "answer"):
        reached.add(str(game))
        return
    for move in outcomes(game, turn):
        game.play(move)
        follow(game, turn, actor, reached, depth + 1)
        game.undo()


def table():
    """Rule set, start and the saved counts."""
    for line in TABLE.read_text("utf-8").splitlines():
        where, _, counts = line.partition(" = ")
        yield *where.split(" @ "), tuple(map(int, counts.split()))


def uncounted():
    """The races, each also under its fixed options, of which the table has no line."""
    counted = {rules.split()[0] for rules, _, _ in table()}
    races = [n for n in VARIANTS if n != 40]  # another game
    options = [(n, option) for n in races for option in VARIANTS[n].options if not option.needs]
    fixed = [f"{n}[{option.name}={value}]" for n, option in options for value in option.values[1:]]
    return [name for name in [*map(str, races), *fixed] if name not in counted]


def test_every_race_is_counted():
    assert not uncounted(), "python -m tests.hedgekit.test_counts"


@pytest.mark.parametrize(("rules", "start", "counts"), some(table(), 3, DAY))
def test_counts(rules, start, counts):
    assert distinct(rules, start) == counts


def test_the_base_game_by_hand():
    # five side-steps (none, b2 two ways, f3 two ways; g2 is held) with 2, 2, 3, 1 and 1 advances in lane 3
    rules, start, _ = next(table())
    assert (rules, distinct(rules, start)[0]) == ("0 players=2", 2 + 2 + 3 + 1 + 1)


if __name__ == "__main__":
    starts = [(rules, start) for rules, start, _ in table()] + [(f"{name} players=2", USUAL) for name in uncounted()]
    rows = [(rules, start, *distinct(rules, start)) for rules, start in starts]
    TABLE.write_text("".join("{} @ {} = {} {} {}\n".format(*row) for row in rows), "utf-8")
