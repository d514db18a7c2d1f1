"""Are the chances that players show in the middle of a game those with which the game is won?

Games are played from the beginning by players who have learned; now and then it is noted what one who is to decide is
shown, by the player that is asked about, and in the end whether he won.  What was shown is put into tenths: in each,
the mean of what was shown, and how often it came true.  Positions of one game have one end, so that intervals are those
of games drawn anew (bootstrap over games; B. Efron 1979).
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import hedgekit
from hedgekit.players.player import Player

from .tables import Table

RULES = ("0 players=2", "0 players=4", "13 players=2")
SKILLS = ("learned", "master")
EVERY = 12  # turns, about, between two looks at a game
LIMIT = 2_000  # turns after which a game is given up, and left out
TENTHS = 10
DRAWN = 400  # times that the games are drawn anew


class Shown(NamedTuple):
    """A chance that was shown, and whether its player won."""

    chance: float
    won: bool


def games(rules: str, skills: Sequence[str], number: int, seed: int = 1) -> dict[str, list[list[Shown]]]:
    """Skill -> for each of so many games what it showed, and what became of it."""
    lot = random.Random(seed)
    found: dict[str, list[list[Shown]]] = {skill: [] for skill in skills}
    while len(found[skills[0]]) < number:
        game, player, turns, noted = hedgekit.Game(rules), Player("learned", lot.getrandbits(32)), 0, []
        due, seat = lot.randrange(2 * EVERY), ""
        while not game.is_over and turns < LIMIT:
            moves = game.moves()
            turns, seat = turns + (game.turn != seat), game.turn
            if game.is_chance:
                game.play(lot.choice(moves))
                continue
            if turns >= due and len(moves) > 1:
                shown = [Player(skill, lot.getrandbits(32)).weigh(game)[0].chance or 0.0 for skill in skills]
                noted.append((game.turn, shown))
                due = turns + 1 + lot.randrange(2 * EVERY)
            game.play(player.choose(game))
        if game.is_over:
            for k, skill in enumerate(skills):
                found[skill].append([Shown(shown[k], who in game.winners) for who, shown in noted])
    return found


def curve(played: Sequence[Sequence[Shown]]) -> list[tuple[float, float, int]]:
    """For each tenth of the chances: the mean that was shown, the part that was won, and how many there were."""
    tenths: list[list[Shown]] = [[] for _ in range(TENTHS)]
    for game in played:
        for one in game:
            tenths[min(TENTHS - 1, int(one.chance * TENTHS))].append(one)
    return [
        (sum(one.chance for one in many) / len(many), sum(one.won for one in many) / len(many), len(many))
        if many
        else (0.0, 0.0, 0)
        for many in tenths
    ]


def apart(points: Sequence[tuple[float, float, int]]) -> float:
    """How far what was shown is from what came true, in the mean over all chances (expected calibration error)."""
    return sum(abs(shown - won) * many for shown, won, many in points) / max(1, sum(many for *_, many in points))


def reliability(rules: Sequence[str], skills: Sequence[str], number: int) -> Table:
    """The curves, a row for each tenth."""
    rows = []
    for one in rules:
        for skill, played in games(one, skills, number).items():
            lot, points = random.Random(1), curve(played)
            anew = [curve(lot.choices(played, k=len(played))) for _ in range(DRAWN)]
            for tenth, (shown, won, many) in enumerate(points):
                if many < 10:
                    continue
                drawn = sorted(points[tenth][1] for points in anew if points[tenth][2])
                low, high = drawn[len(drawn) // 40], drawn[-1 - len(drawn) // 40]
                rows.append((f"{one}: {skill}", f"{shown:.3f}", f"{won:.3f}", f"{low:.3f}–{high:.3f}", f"{many}"))
            rows.append((f"{one}: {skill}, all", f"off by {apart(points):.3f}", "", "", f"{sum(p[2] for p in points)}"))
            print(*rows[-1], flush=True)
    note = (
        f"{number} games a rule set between players who have learned; what the player shows him who is to decide, by "
        "tenths, and how often he then won (95 %, games drawn anew). The last line: the mean distance of the two."
    )
    return Table("Chances in the middle of a game", note, ("", "shown", "won", "95 %", "decisions"), rows, {})
