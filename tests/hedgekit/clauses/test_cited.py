"""Every clause of the race is cited by a reason, or excused in `SILENT`.

The positions and refused moves are those of the tables beside this file, and of `MORE`.
"""

import re

from hedgekit import Game, game_of

from .test_claims import CLAIMS
from .test_list import KNOWN

WINS = "h3=A1 b1=B1 b2=B2 c4=A4 home=A2A3B3B4 dice=3 turn=A step=forward|h3-i3"
MORE = [
    *(f"{number} players=2|{WINS}" for number in (18, 19, 20, 22)),  # the winning move and the points
    "13 players=2|c2=A1 d2=A2B1 f2=B2 home=A3A4B3B4 dice=2 turn=A step=forward|c2-d2",
    "13 players=2|c3=A1B1 d2=B2 c2=A2 home=A3A4B3B4 dice=2 turn=A step=sideways|c2-c3",
    "13 players=2|c1=A1 d1=A2 f2=B1B2 home=A3A4B3B4 dice=1 turn=A step=forward|c1-d1",
]
"""Rules, position and move whose reasons are not in the tables."""

MATERIAL = "material or board: it neither allows nor forbids a move"
AS_EVER = "a rule of the base game stays, whose clause is cited, or another clause of the variant is cited instead"
ORDER = "the order of steps or turns: the position shows it, and each step has its own clause"
SERIES = "series, or points told when all is over: no single move is about it"
SILENT = {
    MATERIAL: "0.1 1.4 2.1 14.1 17.1 17.2 21.1 28.1 29.1 33.1 40.1",
    AS_EVER: "1.2 3.2 4.2 5.4 8.2 8.3 11.2 12.1 12.4 14.5 23.2 29.2 33.4 35.2 37.2 38.2",
    ORDER: "5.2 6.2 6.4 7.3 7.4 12.2 16.2 16.3 16.4",
    SERIES: "2.3 2.5 18.2 19.3 22.5 24.1 24.2",
    "another game, with its own rules and reasons": "40.2 40.3 40.4",
}
"""Why no reason cites these clauses."""


def positions():
    """Yield rules, position, moves to play and moves to try, of the tables and of `MORE`."""
    for claim in CLAIMS:
        for here, row, _ in claim.rows:
            rules, _, position = here.partition(" @ ")
            if position:
                path, _, fact = row.rpartition("> ") if "> " in row else ("", "", row)
                no = re.match(r"no (\S+):", fact)
                yield rules, position, path.split(), [no[1]] if no else []
    for one in MORE:
        rules, position, move = one.split("|")
        yield rules, position, [], [move]


def test_every_clause_is_cited_or_excused():
    clauses = {name for name in KNOWN if re.fullmatch(r"\d+\.\d+", name)} | {f"0.{k}" for k in range(1, 11)}
    silent = [name for names in SILENT.values() for name in names.split()]
    cited, met = set(), set()
    for rules, position, path, tried in positions():
        game = Game(rules) if position == "start" else game_of(rules).from_text(rules, position)
        if not isinstance(game, Game):
            continue
        for move in [*path, None]:
            for legal in [] if (rules, str(game)) in met else game.moves():
                cited |= {reason.clause for reason in game.because(legal)}
            met.add((rules, str(game)))
            if move:
                game.play(move)
        for move in tried:
            no = game.why(move)
            cited |= {no.clause} if no else {reason.clause for reason in game.because(move)}
    assert len(silent) == len(set(silent))
    assert sorted(clauses - cited - set(silent)) == [], "neither cited in the tables, nor listed in SILENT"
    assert sorted(cited & set(silent)) == [], "excused but cited"
    assert sorted(set(silent) - clauses) == []


def test_a_winning_move_tells_everybodys_points():
    rules, position, move = f"18 players=2|{WINS}".split("|")
    sentences = [reason.text("en") for reason in Game.from_text(rules, position).because(move)]
    assert [sentence[:4] for sentence in sentences[-2:]] == ["A +1", "B 0:"]
