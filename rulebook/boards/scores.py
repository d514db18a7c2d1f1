"""The points of a finished game and the score of a series, as a board shows them.

Each earlier game of a series is a word: everybody's points ("A2B-1"), or, without points, the letters of the winners
("A", "AC"), or "-" for a draw.
"""

import re
from collections.abc import Sequence
from typing import Any

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.games.race.play.explain.outcome import points_reasons
from hedgekit.games.race.play.series import Score, in_series

from ..stage.localized import Localized, engine_text, ui_text
from .fields import PlayerPoints, PointsView

MOST_GAMES = 999
"""Earlier games of a series."""
_WORD = re.compile(r"-|(?P<points>([A-I]-?\d{1,18})+)|(?P<winners>[A-I]{1,9})")


def game_word(game: Any) -> str:
    """Return the word of a finished game."""
    points = game.points()
    if points:
        return "".join(f"{player}{number}" for player, number in points.items())
    return "".join(game.winners) or "-"


def read_series(rules: Any, games: str) -> tuple[str, ...]:
    """Read the earlier games of a series from a line of words; () for a game without series.

    ValueError for too many games, and for an invalid word.
    """
    if not isinstance(rules, hedgekit.RuleSet):
        return ()
    words = tuple(games.split())
    if len(words) > MOST_GAMES:
        raise ValueError(f"more than {MOST_GAMES} games")
    score(rules, words)
    return words


def score(rules: Any, games: Sequence[str]) -> Score:
    """Return the score after these games.  ValueError for an invalid word."""
    letters = PLAYERS[: rules.players]
    found = Score(rules)
    for word in games:
        if not (read := _WORD.fullmatch(word)):
            raise ValueError(f"no game of a series: {word[:40]}")
        points = dict(re.findall(r"([A-I])(-?\d+)", word)) if read["points"] else {}
        named = points or read["winners"] or ""
        if not set(named) <= set(letters) or (points and len(points) != len(letters)):
            raise ValueError(f"these are not the players of {rules}: {word[:40]}")
        winners = [letters.index(letter) for letter in named] if not points else []
        found.count(winners, [int(points[letter]) for letter in letters] if points else None)
    return found


def points_view(game: Any, earlier: Sequence[str]) -> PointsView | None:
    """Return the points of a finished game; None while it runs, and for a game that does not count in a series."""
    if not game.is_over or not in_series(game.rules):
        return None
    points, reasons = game.points() or {}, points_reasons(game)
    state = score(game.rules, (*earlier, game_word(game)))
    standing = _standing(game.rules, state)
    rows: list[PlayerPoints] = [
        {
            "player": player, "points": points.get(player), "score": state.scores[seat],
            "games": state.set_games[seat] if state.set_games else None,
            "why": engine_text(reasons[player].text) if player in reasons else None,
            "clause": reasons[player].clause if player in reasons else "",
        }
        for seat, player in enumerate(PLAYERS[: game.rules.players])
    ]  # fmt: skip
    sentences = [_sentence(row) for row in rows if row["why"]]
    return {
        "rows": rows, "series": {"games": state.games, "over": state.is_over, "text": standing},
        "sets": state.set_games is not None, "spoken": Localized.joined([*sentences, standing]),
    }  # fmt: skip


def _standing(rules: Any, state: Score) -> Localized:
    """Return the standing of the series in one or two sentences."""
    letters = PLAYERS[: rules.players]

    def listed(values: Sequence[int]) -> str:
        return ", ".join(f"{letter} {_number(value)}" for letter, value in zip(letters, values, strict=True))

    if state.set_games is not None:
        sentences = [ui_text("series-sets", scores=listed(state.scores), games=listed(state.set_games))]
    elif state.games == 1 and not state.is_over:
        sentences = []
    else:
        key = "series-after" if state.games > 1 else "series-one"
        sentences = [ui_text(key, count=state.games, scores=listed(state.scores))]
    if state.is_over:
        won = [letters[seat] for seat in state.leaders]
        sentences.append(ui_text("series-won" if len(won) == 1 else "series-shared", players=", ".join(won)))
    else:
        sentences.append(ui_text("series-on"))
    return Localized.joined(sentences)


def _sentence(row: PlayerPoints) -> Localized:
    points = row["points"] or 0
    key = "points-one" if abs(points) == 1 else "points-said"
    sentence = ui_text(key, player=row["player"], points=_number(points))
    return Localized.joined([sentence, row["why"] or Localized.same("")])


def _number(value: int) -> str:
    """Return a number as text, with the minus sign that screen readers pronounce."""
    return str(value).replace("-", "\u2212")


def next_game(rules: Any, games: Sequence[str]) -> Any:
    """Return the next game of a series; the seats take turns at starting, A first."""
    return hedgekit.Game(rules, first=PLAYERS[len(games) % rules.players])
