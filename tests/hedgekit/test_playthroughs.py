"""Golden playthroughs: whole games as readable text, one per variant and option value, in tests/playthroughs.

Regenerate them with

    python -m tests.hedgekit.test_playthroughs

and read the difference: a changed line is a changed rule.
"""

import random
from pathlib import Path

import pytest

from hedgekit import VARIANTS, Game, replay
from hedgekit.games.carrom import AimingPlayer

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
    """Stem of the file -> rule set: every variant, every other value of its options, and a few more."""
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


def small(rules):
    """The rule set with two players where it allows two: short files read better."""
    if "players=" in rules:
        return rules
    for players in (2, 3):
        try:
            return str(Game(rules + f" players={players}").rules)
        except ValueError:
            continue
    return rules


def playthrough(rules, seed=7):
    """One game as text: a line a turn, with every move and, in brackets, how many there were; then the position."""
    game, chooser = Game(small(rules), seed=seed), random.Random(seed)
    aiming = AimingPlayer(seed, strength=6)
    lines, line, actor = [f"{game.rules}, seed {seed}", ""], "", None
    while not game.is_over:
        if game.turn != actor or game.step in ("roll", "announce", "offer", "flick"):
            if line:
                lines += [line, "    " + str(game)]
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
    lines += [line, "    " + str(game), "", f"ranking {game.ranking()}, points {game.points()}", "", game.record(), ""]
    return "\n".join(lines)


@pytest.mark.parametrize("name", GAMES)
def test_golden(name):
    golden = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert playthrough(GAMES[name]) == golden
    record = golden.rstrip().rpartition("\n\n")[2]
    assert replay(record).record() == record


def test_every_variant_and_option_has_one():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES), "python -m tests.hedgekit.test_playthroughs"


if __name__ == "__main__":
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, rules in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(rules), "utf-8")
