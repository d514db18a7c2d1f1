"""Random games with invariants checked on the way, and the sets of variants under which they are played."""

import itertools
import random
import re

from hedgekit import VARIANTS, Clash, Game, rules, verdict

BOUND = 8000
"""Plies after which a random game is left: fewer than one game in a hundred of any playable pair gets there."""
CARDS = "112233445566*"
RACES = sorted(set(VARIANTS) - {0, 40})


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


def move_on(game, chooser):
    """Play a random move, or what chance decides."""
    if game.step == "shuffle":
        game.play("deck=" + "".join(chooser.sample(CARDS, len(CARDS))))
    elif game.is_chance:
        game.roll()
    else:
        game.play(chooser.choice(game.moves()))


def wander(text, seed, every=1, bound=BOUND):
    """Play one random game, checking every so many plies; the game."""
    game, chooser = Game(text, seed=seed), random.Random(seed)
    everything = pieces(game.position)
    while not game.is_over and game.ply < bound:
        if game.ply % every == seed % every:
            check(game, everything)
        move_on(game, chooser)
    check(game, everything)
    return game
