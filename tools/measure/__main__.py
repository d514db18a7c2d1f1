"""Play the games behind the chapter on choosing, and those on the other games, and write the results.

    python -m tools.measure                        all claims of the authors' table: rulebook/measuring/data/claims.json
    python -m tools.measure --only 18,29+37        only these rows; the others stay
    python -m tools.measure --sets                 all compatible pairs of variants: sets.json
    python -m tools.measure --games --only hekla   the other games: measured.json of each
    python -m tools.measure --rounds               how often the best player wins a tournament: rounds.json

All claims took three quarters of an hour on two busy processors, with the extra `fast`; after an interruption the same
command resumes.  For each row it prints whether length and tactics are as claimed: = yes, ≠ no, ? undecided.
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hedgekit.games.collection import OTHER_GAMES
from rulebook.measuring import claims
from rulebook.measuring import games as found_games

from . import authors, games, rounds, sets
from .checkpoint import Checkpoint, to_json

MESSAGES = {
    "row": "{rules}: measured",
    "verdict": "{rules}: length {length}, tactics {tactic}",
    "set_row": "{rules}: length {percent} %",
    "sister_row": "{rules}, {kind}: {turns} turns, A wins {percent} %",
}


def report(key: str, **values: object) -> None:
    print(MESSAGES[key].format(**values), file=sys.stderr)


def measure(chosen: Any, checkpoint: Checkpoint) -> dict[str, Any]:
    only = chosen.only.split(",") if chosen.only else []
    if chosen.sets:
        return sets.measure(chosen.seed, chosen.scale, report, checkpoint)
    if chosen.rounds:
        return rounds.measure(chosen.seed, chosen.scale, report, checkpoint)
    if not chosen.games:
        return authors.measure(chosen.seed, chosen.scale, "auto", report, only, checkpoint)
    if only:
        return games.remeasure(tuple(only), chosen.seed, chosen.scale, report, checkpoint)
    return games.measure(chosen.seed, chosen.scale, report, checkpoint=checkpoint)


def main(argv: Sequence[str] | None = None) -> int:
    parser = ArgumentParser("python -m tools.measure", description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--games", action="store_true", help="the other games instead: length, first player, options")
    which.add_argument("--sets", action="store_true", help="all compatible pairs of variants instead")
    which.add_argument("--rounds", action="store_true", help="tournaments of four players instead")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (%(default)s)")
    parser.add_argument("--scale", type=float, default=1.0, help="factor for the number of games")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write this file instead of the book's")
    parser.add_argument("--only", metavar="ROWS", default="", help="only these, keep the others: 18,29+37, or hekla")
    chosen = parser.parse_args(argv)
    file = f"{next((kind for kind in ('sets', 'games', 'rounds') if getattr(chosen, kind)), 'claims')}.json"
    path = chosen.out or Path(claims.__file__).parent / "data" / file
    known = {game: authors.sources(game) for game in (OTHER_GAMES if chosen.games else ("",))}
    checkpoint = Checkpoint(path, seed=chosen.seed, scale=chosen.scale, sources=known)
    if checkpoint.resumed:
        print(f"Resuming: {checkpoint.resumed} of the figures are there already.", file=sys.stderr)
    try:
        found = measure(chosen, checkpoint)
    except authors.MeasureError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # the checkpoint keeps what is done
        return 130
    if chosen.games and not chosen.out:
        path = Path(found_games.__file__).parents[1] / "games"
        for game, one in games.in_folders(found).items():
            (path / game / found_games.FILE).write_text(to_json(one) + "\n", "utf-8")
    else:
        path.write_text(to_json(found) + "\n", "utf-8")
    checkpoint.done()
    print(f"Written to {path}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
