"""Every game of the collection through the same interface."""

import random

import hedgekit
from hedgekit import Clash, NotationError, RuleSet

lots = random.Random(1)


def played(said: str) -> tuple[tuple[str, ...], int]:
    """Play a random game; return its winners and number of plies (at most 200)."""
    game = hedgekit.game_of(said)(said, seed=4)
    while not game.is_over and game.ply < 200:
        if game.is_chance:
            game.roll()
        else:
            game.play(str(lots.choice(game.moves())))
    return game.winners, len(game.moves_played)


for one in ("0 players=2", "the tube", "hekla players=2", "horses"):
    print(one, played(one))
rules: RuleSet = hedgekit.rules({9, "jostling"}, players=3)
kind: type[hedgekit.Game] = hedgekit.game_of(rules)
print(kind(rules).position.stacks, rules.lanes, rules.option(13, "push"), [note.text("de") for note in rules.advice])
try:
    hedgekit.rules([5, 7])
except Clash as no:
    print(no.pairs)
except NotationError as no:
    print(no.place)
others = [number for number in hedgekit.VARIANTS if number not in (0, 9)]
print([number for number in others if hedgekit.verdict(9, number).kind == "compatible"][:3])
