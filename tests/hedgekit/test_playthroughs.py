"""Golden playthroughs: whole games as readable text, in tests/playthroughs.  Regenerate them with

    python -m tests.hedgekit.test_playthroughs

and read the difference: a changed line is a changed rule.
"""

from pathlib import Path

import pytest

from hedgekit import VARIANTS, Game
from hedgekit.turn import LOW32, seeded

FOLDER = Path(__file__).parents[1] / "playthroughs"
GAMES = {"0": "0 players=2", "0-cover-top": "0[cover=top] players=6", "0-six-players": "0 players=6"}


def playthrough(rules, seed=7):
    """One game as text: each line who decides what, the move, how many there were, and the position after it."""
    game = Game(rules, seed=seed)
    lines = [f"{game.rules}, seed {seed}", ""]
    while not game.is_over:
        actor = f"{game.turn} {game.step}"
        moves = game.moves()
        if game.is_chance:
            move = game.roll()
        else:
            x = seeded(seed + 1, game.ply)
            move = moves[((x ^ x >> 32) & LOW32) * len(moves) >> 32]
            game.play(move)
        lines.append(f"{actor:11} {move!s:8} of {len(moves):2}   {game}")
    lines += ["", f"ranking {game.ranking()}", "", game.record(), ""]
    return "\n".join(lines)


@pytest.mark.parametrize("name", GAMES)
def test_golden(name):
    assert playthrough(GAMES[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_variant_and_option_has_one():
    for number, variant in VARIANTS.items():
        for stem in [str(number), *(f"{number}-{o.name}-{value}" for o in variant.options for value in o.values[1:])]:
            assert (FOLDER / f"{stem}.txt").exists(), f"no playthrough {stem}: add it to GAMES and regenerate"
            assert stem in GAMES


if __name__ == "__main__":
    for name, rules in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(rules), "utf-8")
