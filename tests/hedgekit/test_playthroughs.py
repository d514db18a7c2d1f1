"""Golden playthroughs: whole games as text in tests/playthroughs, one per variant and option value.

Regenerate them with

    python -m tests.hedgekit.test_playthroughs

and read the difference: a changed line means a changed rule.
"""

import random
from pathlib import Path

import pytest

from hedgekit import VARIANTS, Game, replay
from hedgekit.games.carrom import AimingPlayer

from . import golden

FOLDER = Path(__file__).parents[1] / "playthroughs"
FREE = {  # values for options that take any number or layout
    (17, "black"): "b2,d5,g2",
    (18, "target"): "1",
    (19, "limit"): "3",
    (20, "rounds"): "2",
    (22, "target"): "3",
    (25, "target"): "3",
}
EXTRA = {"0-six-players": "0 players=6", "9+13-push-sideways": "9+13[push=sideways] players=3", "29": "29 players=7"}


def games():
    """Return file stem -> rule set: every variant, every non-default value of its options, and a few more."""
    found = {}
    for number, variant in VARIANTS.items():
        found[str(number)] = str(number)
        for option in variant.options:
            values = option.values[1:] or (FREE[number, option.name],)
            for value in values:
                if (number, option.name) != (13, "push"):
                    found[f"{number}-{option.name}-{value}"] = f"{number}[{option.name}={value}]"
    return found | EXTRA


GAMES = games()


def with_few_players(rules):
    """Return the rule set with two players if possible, for short files."""
    if "players=" in rules:
        return rules
    for players in (2, 3):
        try:
            return str(Game(rules + f" players={players}").rules)
        except ValueError:
            continue
    return rules


FULL = ("0", "7", "9+13-push-sideways", "12", "29", "31", "33", "38")
"""Games recorded with every position; others have a hash of each position."""
SEEDS = dict.fromkeys(GAMES, 7) | {"33": 5, "38": 2}  # short games


def play(rules, seed):
    """Play at random; return the game and its turns: moves with the number of choices, and the position after."""
    game, chooser = Game(with_few_players(rules), seed=seed), random.Random(seed)
    aiming = AimingPlayer(seed, strength=6)
    turns, line, actor = [], "", None
    while not game.is_over:
        if game.turn != actor or game.step in ("roll", "announce", "offer", "flick"):
            if line:
                turns.append((line, (str(game),)))
            line, actor = f"{game.turn}:", game.turn
        moves = game.moves()
        if game.step == "shuffle":
            cards = list("112233445566*")
            chooser.shuffle(cards)
            move = "deck=" + "".join(cards)
            game.play(move)
        elif game.is_chance:
            move = game.roll()
        else:
            move = aiming.choose(game) if game.step == "flick" else moves[int(chooser.random() * len(moves))]
            game.play(move)
        line += f" {move} ({len(moves)})"
    return game, [*turns, (line, (str(game),))]


def kept(name):
    """Read a file; return rule set, turns (of another game where it refers to one) and end."""
    head, body, end = (FOLDER / f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n\n")
    lines = body.split("\n")
    return head.rpartition(",")[0], kept(body.removeprefix("as "))[1] if body.startswith("as ") else lines, end


def record(name):
    """Return the record of a golden game."""
    rules, lines, _ = kept(name)
    return replay("\n".join([rules, f"seed={SEEDS[name]}", *golden.moves(lines)])).record()


def end_of(game):
    return f"ranking {game.ranking()}, points {game.points()}, record{golden.mark((game.record(),))}"


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_are_unchanged(name):
    rules, lines, end = kept(name)
    game, turns = play(GAMES[name], SEEDS[name])
    golden.compare(lines, turns)
    assert (str(game.rules), end_of(game), game.record()) == (rules, end, record(name))
    assert replay(game.record()).record() == game.record()


def test_every_variant_and_option_has_a_golden_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES), "python -m tests.hedgekit.test_playthroughs"


def write():
    """Rewrite all files; a game with the turns of an earlier one refers to it."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    known = {}
    for name, rules in GAMES.items():
        game, turns = play(rules, SEEDS[name])
        other = known.setdefault(tuple(turns), name)
        body = [f"as {other}"] if other != name else golden.lines(turns, name in FULL)
        (FOLDER / f"{name}.txt").write_text(
            "\n".join([f"{game.rules}, seed {SEEDS[name]}", "", *body, "", end_of(game), ""]), "utf-8"
        )


if __name__ == "__main__":
    write()
