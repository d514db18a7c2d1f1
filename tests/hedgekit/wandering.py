"""Random games with invariants checked after every move: for pairs, triples and quadruples of variants.

`python -m tests.hedgekit.wandering [--games N] [--sizes 2,3,4] [--seed S]` is the long run (also in `make soak`): every
playable pair at every number of players, and random larger sets; it prints what broke and how long games were.
"""

import argparse
import itertools
import random
import re
import statistics

from hedgekit import VARIANTS, Clash, Game, rules, verdict
from hedgekit.games.race.engine.board import LETTERS

BOUND = 8000
"""Plies after which a random game is left: fewer than one game in a hundred of any playable pair gets there."""
CARDS = "112233445566*"
RACES = sorted(set(VARIANTS) - {0, 40})
UNBLACK = {10, 12, 27, 33, 34, 32, 35, 36, 37, 38, 39, 17, 1, 9, 13}
"""Variants under which the plain check of black squares does not hold as it stands."""


def playable_pairs():
    """All pairs of racing variants that may be combined."""
    return [pair for pair in itertools.combinations(RACES, 2) if verdict(*pair).kind != "incompatible"]


def rule_text(numbers):
    """A set of variants as text, in the form that can be played together (15 with 35, 37, 38: the harder one)."""
    words = []
    for number in numbers:
        words.append("15[form=last]" if number == 15 and {35, 37, 38} & set(numbers) else str(number))
    return "+".join(words)


def seats(numbers):
    """The numbers of players these rules allow."""
    found = []
    for players in range(2, 10):
        try:
            found.append(rules(rule_text(numbers), players=players).players)
        except ValueError:
            continue
    return found


def larger_sets(size, count, seed):
    """Random playable sets of this many variants."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        numbers = tuple(sorted(chooser.sample(RACES, size)))
        try:
            rules(rule_text(numbers))
        except Clash:
            continue
        found.append(numbers)
    return found


def pieces(position):
    """Every piece of a position, wherever it is."""
    on_board = (piece.removesuffix("'") for stack in position.stacks.values() for piece in stack)
    slipping = re.findall(r"[A-I][1-8]", position.rest.get("slip", ""))
    return sorted([*on_board, *position.home, *position.out, *position.hand, *slipping])


def check(game, everything):
    """The invariants of a position: pieces conserved, a move to make, text that reads back to the same game."""
    text, position = str(game), game.position
    assert pieces(position) == everything, text
    again = Game.from_text(game.rules, text)
    assert str(again) == text
    offered = [str(move) for move in game.moves()]
    assert offered == [str(move) for move in again.moves()], text
    assert bool(offered) != game.is_over or game.step == "shuffle", text
    assert len(set(offered)) == len(offered), text


def nothing_held_moves(game, move):
    """A plain reading of 0.9, beside the engine's: nobody leaves an active black square."""
    if UNBLACK & set(game.rules.variants) or move.origin is None or move.origin not in game.rules.black:
        return
    rank = LETTERS.index(move.origin[0])
    behind = [square for square in game.position.stacks if LETTERS.index(square[0]) < rank]
    assert not behind, f"{move} at {game}"


def wander(text, seed, every=1, bound=BOUND):
    """Play one random game, checking every so many plies; the game."""
    game, chooser = Game(text, seed=seed), random.Random(seed)
    everything = pieces(game.position)
    while not game.is_over and game.ply < bound:
        if game.ply % every == seed % every:
            check(game, everything)
        if game.step == "shuffle":
            game.play("deck=" + "".join(chooser.sample(CARDS, len(CARDS))))
        elif game.is_chance:
            game.roll()
        else:
            move = chooser.choice(game.moves())
            nothing_held_moves(game, move)
            game.play(move)
    check(game, everything)
    return game


def main():
    """The long run."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=3, help="games a rule set and number of players")
    arguments.add_argument("--sizes", default="2,3,4", help="sizes of the sets")
    arguments.add_argument("--sets", type=int, default=300, help="random sets of each size above two")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    broken, lengths, unfinished = 0, [], []
    for size in map(int, given.sizes.split(",")):
        sets = playable_pairs() if size == 2 else larger_sets(size, given.sets, given.seed)
        for numbers in sets:
            for players in seats(numbers):
                text = f"{rule_text(numbers)} players={players}"
                for seed in range(given.seed, given.seed + given.games):
                    try:
                        game = wander(text, seed, every=5)
                    except Exception as wrong:
                        broken += 1
                        print(f"BROKEN {text} seed {seed}: {type(wrong).__name__}: {str(wrong)[:300]}", flush=True)
                        continue
                    lengths.append(game.ply)
                    if not game.is_over:
                        unfinished.append(text)
    print(
        f"{len(lengths)} games, {broken} broken, plies median {statistics.median(lengths):.0f}, longest {max(lengths)}"
    )
    print(f"past {BOUND} plies: {len(unfinished)}", *sorted(set(unfinished))[:20], sep="\n  ")


if __name__ == "__main__":
    main()
