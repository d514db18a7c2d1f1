"""Random games with invariants checked along the way, and the rule sets they are played under."""

import itertools
import random
import re

from hedgekit import VARIANTS, Clash, Game, rules, verdict

BOUND = 8000
"""Plies after which a random game is abandoned: under any playable pair fewer than one in a hundred gets there."""
CARDS = "112233445566*"
RACES = sorted(set(VARIANTS) - {0, 40})


def playable_pairs():
    """Return all pairs of racing variants that can be combined."""
    return [pair for pair in itertools.combinations(RACES, 2) if verdict(*pair).kind != "incompatible"]


def rule_text(numbers):
    """Return a set of variants as text, in a playable form (15 with 35, 37, 38: the harder one)."""
    words = []
    for number in numbers:
        words.append("15[form=last]" if number == 15 and {35, 37, 38} & set(numbers) else str(number))
    return "+".join(words)


def seats(numbers):
    """Return the numbers of players these rules allow."""
    found = []
    for players in range(2, 10):
        try:
            found.append(rules(rule_text(numbers), players=players).players)
        except ValueError:
            continue
    return found


def larger_sets(size, count, seed):
    """Return random playable sets of this many variants."""
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
    """Return every piece of a position, wherever it is."""
    on_board = (piece.removesuffix("'") for stack in position.stacks.values() for piece in stack)
    slipping = re.findall(r"[A-I][1-8]", position.rest.get("slip", ""))
    return sorted([*on_board, *position.home, *position.out, *position.hand, *slipping])


def check(game, everything):
    """Check the invariants of a position: pieces conserved, a move available, text that reads back to the same game."""
    text, position = str(game), game.position
    assert pieces(position) == everything, text
    again = Game.from_text(game.rules, text)
    assert str(again) == text
    offered = [str(move) for move in game.moves()]
    assert offered == [str(move) for move in again.moves()], text
    assert bool(offered) != game.is_over or game.step == "shuffle", text
    assert len(set(offered)) == len(offered), text


def move_on(game, chooser):
    """Play a random move or chance outcome."""
    if game.step == "shuffle":
        game.play("deck=" + "".join(chooser.sample(CARDS, len(CARDS))))
    elif game.is_chance:
        game.roll()
    else:
        game.play(chooser.choice(game.moves()))


def wander(text, seed, every=1, bound=BOUND):
    """Play a random game with checks every few plies; return it."""
    game, chooser = Game(text, seed=seed), random.Random(seed)
    everything = pieces(game.position)
    while not game.is_over and game.ply < bound:
        if game.ply % every == seed % every:
            check(game, everything)
        move_on(game, chooser)
    check(game, everything)
    return game
