"""The command `hedgekit review`: luck, losses and the worst mistakes of a played game."""

import argparse
import sys
from collections.abc import Callable
from typing import Any

from ..games.race.play.series import Series
from ..study.review import Review, review
from ..text.errors import HedgekitError
from .arguments import INTERRUPTED, OK, Parser
from .files import read, replay_text
from .output import Terminal
from .simulate import Progress, interruptible

CURVE, LEVELS = 60, "▁▂▃▄▅▆▇█"  # columns and levels of a curve


def add_arguments(parser: Parser, words: Callable[..., str]) -> None:
    """Declare the arguments."""
    parser.positionals.add_argument("file", metavar="FILE", help=words("file"))
    parser.options.add_argument("--game", type=parser.integer, metavar="N", help=words("review_about.game"))
    parser.options.add_argument("--json", action="store_true", help=words("review_about.json"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> int:
    """Review a game, or the games of a series; 130 if it was stopped by Ctrl-C."""
    played = replay_text(read(chosen.file))
    games = list(played.games) if isinstance(played, Series) else [played]
    if chosen.game is not None and not 1 <= chosen.game <= len(games):
        raise HedgekitError("error.review.game", number=chosen.game, count=len(games))
    found, before = [], 0
    for number, game in enumerate(games, 1):
        if chosen.game in (None, number):
            line = Progress(terminal, sys.stderr, "cli.review.progress")
            with interruptible() as stop:
                try:
                    one = review(game, line, stop.is_set)
                finally:
                    line.close()
            if one is None:
                print(terminal.words("error.review.stopped"), file=sys.stderr)
                return INTERRUPTED
            found.append(one.plain())
            if not chosen.json:
                if len(games) > 1:
                    terminal.say(terminal.words("cli.review.game", number=number, count=len(games)))
                _show(one, chosen.file, before, terminal)
        before += game.ply
    if chosen.json:
        whole: Any = found if isinstance(played, Series) and chosen.game is None else found[0]
        terminal.json(whole)
    return OK


def _show(one: Review, file: str, before: int, terminal: Terminal) -> None:
    """Write a review.  before: the number of moves in the record before this game."""
    words, language = terminal.words, terminal.language
    decisions = sum(one.decisions.values())
    terminal.say(words(f"cli.review.head{'_one' if decisions == 1 else ''}", rules=one.rules, decisions=decisions))
    for player in one.players:
        shown: dict[str, object] = dict(one.shown(player))
        shown |= {name: f"{shown[name]:+}".replace("-", "−") for name in ("luck", "lost", "others")}
        terminal.say(words(f"cli.review.summary{'' if one.throws else '_no_dice'}", player=player, **shown), 2)
    terminal.say(words("cli.review.curve"))
    for player in one.players:
        terminal.lines([f"  {terminal.paint(player, player)} {_curve([at[player] for at in one.curve])}"])
    worst = one.costliest()
    terminal.say(words("cli.review.costliest" if worst else "cli.review.none"))
    for mistake in worst:
        terminal.say(" ".join(note.text(language) for note in (mistake.summary, mistake.why) if note), 2)
    if worst:
        terminal.say(words("cli.review.again", file=file, at=before + worst[0].ply))
    why = [words("cli.review.why")] if one.throws else []
    terminal.say(" ".join([*why, *(note.text(language) for note in one.caveats)]))


def _curve(chances: list[float]) -> str:
    """Draw chances as a row of bars, the last chance of each column."""
    many = min(CURVE, len(chances))
    ends = [len(chances) * (column + 1) // many - 1 for column in range(many)]
    return "".join(LEVELS[min(len(LEVELS) - 1, int(len(LEVELS) * chances[end]))] for end in ends)
