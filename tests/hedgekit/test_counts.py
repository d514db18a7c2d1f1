"""Count table: how many distinct positions after 1, 2, 3 turns from a fixed start and fixed dice, per variant.

A cheap net with a fine mesh: nearly every change of a rule changes a number here.  The table is counts.txt;
regenerate it with `python -m tests.hedgekit.test_counts` and read the difference.
"""

from pathlib import Path

import pytest

from hedgekit import VARIANTS, Game

from ..sample import DAY, some

TABLE = Path(__file__).with_name("counts.txt")
START = "b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 g2=B4A4 turn=A step=roll"
DICE = ("3", "1", "2")
TWO_DICE = ("1,3", "1,1", "2,6")
LONGEST = 50  # positions followed from turn to turn: enough to tell, quick enough to run


OTHERS = {  # variants with other pieces or other numbers of players have a start of their own
    "2 players=2": START.replace(" turn=", " secret=A1B2 turn="),
    "14 players=2": "b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 g2=A4 h4=B4 carrier=A4B4 turn=A step=roll",
    "21 players=2": "b2=A1A5 b5=B1 c3=A2B2 c4=B5A6 d1=B3 e6=A7B8 f3=A3 g2=B4A4 h1=B6 h5=A8 home=B7 turn=A step=roll",
    "25 players=3": "c2=A1 c5=B1 d3=A2B2 d4=C1 e1=B3 f3=A3 g2=B4A4 h6=C2 home=C3C4 turn=A step=offer",
    "28 players=2": "b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 turn=A step=roll",
    "29 players=7": "b2=A1 b5=B1 c3=A2G1 d1=C1 d4=D1E1 f1=F1 f3=A3B2 g2=C2D2 g5=E2 h2=F2 h4=G2 "
    "home=A4B3B4C3C4D3D4E3E4F3F4G3G4 turn=A step=roll",
}


def rule_sets():
    """Every variant of the race, and every fixed value of its options."""
    found = ["0 players=2", *OTHERS]
    special = {int(rules.split()[0]) for rules in OTHERS}
    for number, variant in VARIANTS.items():
        if number in (0, 40) or number in special:
            continue
        found.append(f"{number} players=2")
        for option in variant.options:
            found += [f"{number}[{option.name}={value}] players=2" for value in option.values[1:] if number != 13]
    return [*found, "9+13[push=sideways] players=2", "5+31 players=2", "8+13 players=2", "27+35 players=2"]


def start(rules):
    """The start as these rules write it."""
    if rules in OTHERS:
        return OTHERS[rules]
    variants = {int(word.partition("[")[0]) for word in rules.split()[0].split("+")}
    text = START
    if variants & {35, 37, 38, 39}:
        text = text.replace("d1=B3", "d4=B3").replace("g2=B4A4", "g5=B4A4")  # nobody rests on those black squares
    if 6 in variants:
        text = text.replace(" turn=", " kept=A5B2 turn=")
    if 7 in variants:
        text = text.replace(" turn=A step=roll", " deck=31*2465162453 turn=A step=announce")
    if 34 in variants:
        text = text.replace("b5=B1", "h5=B1")
    return text


def outcomes(game, turn):
    """The fixed throw, if dice decide; every choice, if the player does."""
    if not game.is_chance:
        return game.moves()
    two = next(iter(game.moves())).outcome[1:]
    return [TWO_DICE[turn] if two else DICE[turn]] if game.step == "roll" else game.moves()[:1]


def distinct(rules):
    """The number of distinct positions at the beginning of the next turn, after each turn with these dice."""
    positions, counts = {str(Game.from_text(rules, start(rules)))}, []
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
    """The saved counts by rule set."""
    rows = (line.rsplit(" ", 3) for line in TABLE.read_text("utf-8").splitlines())
    return {rules.strip(): tuple(map(int, counts)) for rules, *counts in rows}


def test_every_race_is_counted():
    counted = {int(word.partition("[")[0]) for rules in table() for word in rules.split()[0].split("+")}
    assert counted == set(VARIANTS) - {40}, "40 is another game"


@pytest.mark.parametrize("rules", some(rule_sets(), 3, DAY))
def test_counts(rules):
    assert distinct(rules) == table()[rules]


def test_the_base_game_by_hand():
    # five side-steps (none, b2 two ways, f3 two ways; g2 is held) with 2, 2, 3, 1 and 1 advances in lane 3
    assert distinct("0 players=2")[0] == 2 + 2 + 3 + 1 + 1


if __name__ == "__main__":
    rows = [(rules, *distinct(rules)) for rules in rule_sets()]
    TABLE.write_text("".join("{} {} {} {}\n".format(*row) for row in rows), "utf-8")
