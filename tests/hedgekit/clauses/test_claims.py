"""Claims about clauses, in tables: a position, what is claimed of it, why.  `*.txt` beside this file, read here:

## 1: five lanes                                  a heading
* 1.3, 1-c: who just moved cannot use a six       a claim, and the clauses, readings or options it is about
1 players=2 @ b2=A1 ... turn=A step=sideways      a position (`@ ...` alone: under the same rule set; `@ start`)
  moves - b2-b1 b2-b3                             all its moves; of many `moves 34: a b not c`
  choices 1 2; chances 1 2 3; chances 1=1/3 2=2/3   all its moves, and whether chance makes them
  b2-b1 > b1=A1 ... turn=A step=forward           the position after moves; so before whatever follows
  b2-b1 > no b1-c1: 1.3 A1 b1                     refused by this clause, which names these pieces and squares
      en A sentence.                              in these words; also under `worth`, and under `because`, where they
      en 0.9: A sentence.                         are those of the first reason, or of one that has this clause
  legal b2-b3; because d1-e1: 0.8 0.9(d1)         legal; legal by these clauses, the squares they name
  tells h1-i1: 0.10; worth A: 2.3                 a reason of the move, told after it; of a player's points
  points A=5 B=4; ranking A BC; told en A sentence.; prompt en A sentence.
  seen A POSITION                                 what player A sees
clash: 10+35  # why                               no rule set; `cannot be: RULES [@ POSITION]`: an error of notation
accepted: 29+34 = 29+34 players=8                 a rule set, and how it prints
finished x: POSITION over=A                       a finished game, for what follows
series: 18 players=2: x x = A=2 B=0 over A        what a series of such games comes to; `sets A=1 B=0` before `over`
no series: 18 players=2: x x x                    that cannot be one
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from hedgekit import Clash, Game, HedgekitError, NotationError, Series, game_of, rules
from hedgekit.games.race.play.explain.outcome import points_reasons
from hedgekit.text.words import languages

from .support import CLAIMED, after, at, refused_by

WHY = "  # "


@dataclass
class Claim:
    """What a table says under one heading of a claim: its rows, each with its line in the file."""

    name: str
    rows: list[tuple[str, str, list[str]]] = field(default_factory=list)
    """What the row is of ("rules @ position", or "" for a rule set alone), the row, the sentences below it."""


def read(file):
    """The claims of a table."""
    claims, here, ruleset, finished = [], "", "", {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        said = line.partition(WHY)[0].rstrip()
        if line.startswith("* "):
            names, _, title = line[2:].partition(": ")
            claims.append(Claim(f"{file.stem}:{number} {title}"))
            for name in names.split(", "):
                CLAIMED.setdefault(name, []).append(claims[-1].name)
        elif line.startswith(" " * 6):
            claims[-1].rows[-1][2].append(line.strip())
        elif line.startswith(" "):
            claims[-1].rows.append((here, said.strip(), []))
        elif re.match(r"(clash|cannot be|accepted): ", line):
            claims[-1].rows.append(("", said, []))
        elif found := re.match(r"finished (\w+): (.*)", said):
            finished[found[1]] = found[2]
        elif found := re.match(r"((?:no )?series): (.*?): ([^=]*)(?: = (.*))?$", said):
            games = [f"game {n}\n{found[2]}\n{finished[name]}" for n, name in enumerate(found[3].split(), 1)]
            claims[-1].rows.append(("", f"{found[1]}: {found[4]}", games))
        elif line and not line.startswith("#"):
            own, _, position = said.partition("@ ")
            ruleset = own.strip() or ruleset
            here = f"{ruleset} @ {position}"
            claims[-1].rows.append((here, "", []))
    return claims


def check(here, row, sentences):
    """Hold one row against the game."""
    if not here:
        return check_rules(*row.split(": ", 1), sentences)
    ruleset, _, position = here.partition(" @ ")
    path, _, fact = row.rpartition("> ") if "> " in row else ("", "", row)
    if position == "start":
        game = Game(ruleset)
        for move in path.split():
            game.play(move)
    else:
        game = after(ruleset, position, *path.split()) if path.strip() else at(ruleset, position)
    kind, _, said = fact.partition(" ")
    if kind in FACTS:
        FACTS[kind](game, said, sentences)
    elif fact:
        assert str(game) == fact
    return None


def check_rules(kind, said, games):
    """Hold a row about a rule set, a position that cannot be or a series of games against the parsers."""
    if kind == "series":
        run = Series.replay("\n".join(games))
        assert come_to(run) == said
        assert come_to(Series.replay(run.record())) == said
        if not run.is_over:
            run.next_game()
        with pytest.raises(HedgekitError):  # the series is over, or a game is running
            run.next_game()
        return
    if kind == "no series":
        with pytest.raises(NotationError):
            Series.replay("\n".join(games))
        return
    ruleset, _, position = said.partition(" @ ")
    if kind == "accepted":
        written, _, printed = said.partition(" = ")
        found = rules(written)
        assert str(found) == (printed or written)
        assert rules(str(found)) == found
        return
    if position:
        game_of(ruleset).read_rules(ruleset)  # it is the position that cannot be
    with pytest.raises({"clash": Clash, "cannot be": (Clash, NotationError)}[kind]) as no:
        game_of(ruleset).from_text(ruleset, position) if position else rules(ruleset)
    assert no.value.text("fr") != no.value.text("en")


def come_to(run):
    """Scores, the games of a set that is not over, and who has won, as a row says them."""
    found = [f"{player}={many}" for player, many in run.scores.items()]
    if any(run.set_games.values()):
        found += ["sets", *(f"{player}={many}" for player, many in run.set_games.items())]
    assert run.is_over or run.winners == ()
    return " ".join([*found, *(["over", "".join(run.winners)] if run.is_over else [])])


def _moves(game, said, _):
    listed = sorted(map(str, game.moves()))
    assert len(listed) == len(set(listed)), "no move twice"
    many, colon, some = said.partition(":")
    if not colon:
        assert listed == said.split()
        return
    there, _, missing = some.partition("not ")
    assert (len(listed), {*there.split()} - {*listed}, {*missing.split()} & {*listed}) == (int(many), set(), set())


def _choices(game, said, _):
    assert not game.is_chance
    assert sorted(map(str, game.moves())) == said.split()


def _chances(game, said, _):
    assert game.is_chance
    told = dict((one.split("=") if re.search(r"=\d+/\d+$|=1$", one) else (one, "")) for one in said.split())
    wanted = {move: float(Fraction(share or f"1/{len(told)}")) for move, share in told.items()}
    assert {str(move): move.probability for move in game.moves()} == pytest.approx(wanted)


def _no(game, said, sentences):
    move, _, told = said.partition(": ")
    clause, *named = told.split()
    no = refused_by(game, move)
    assert no.clause == clause
    pieces = tuple(name for name in named if name[0].isupper())
    squares = tuple(name for name in named if not name[0].isupper())
    assert not pieces or no.pieces == pieces
    assert not squares or no.squares == squares
    for sentence in sentences:
        language, _, words = sentence.partition(" ")
        assert no.text(language) == words


def _legal(game, said, _):
    assert game.why(said) is None
    assert said in map(str, game.moves())


def _because(game, said, sentences):
    move, _, told = said.partition(": ")
    wanted = re.findall(r"([^( ]+)(?:\((\S+)\))?", told)
    reasons = game.because(move)
    assert [reason.clause for reason in reasons] == [clause for clause, _ in wanted]
    for reason, (_, squares) in zip(reasons, wanted, strict=True):
        assert not squares or ",".join(reason.squares) == squares
    _said(reasons, sentences)


def _said(reasons, sentences):
    for sentence in sentences:
        language, clause, words = re.fullmatch(r"(\w\w) (?:(\d+\.\d+): )?(.*)", sentence).groups()
        saying = [reason for reason in reasons if reason.clause == clause] if clause else reasons[:1]
        assert words in [reason.text(language) for reason in saying]


def _tells(game, said, _):
    move, _, clause = said.partition(": ")
    told = [str(reason) for reason in game.because(move) if reason.clause == clause]
    game.play(move)
    assert told
    assert move == "drop" or told[-1] in game.narrate(), "a refusal is told by who refuses"


def _worth(game, said, sentences):
    player, _, clause = said.partition(": ")
    reason = points_reasons(game)[player]
    assert reason.clause == clause
    assert all(reason.text(language) for language in languages())
    _said([reason], sentences)


def _points(game, said, _):
    assert " ".join(f"{player}={many}" for player, many in game.points().items()) == said


def _ranking(game, said, _):
    assert " ".join(map("".join, game.ranking())) == said


def _told(game, said, _):
    language, _, words = said.partition(" ")
    assert game.narrate(language) == words


def _prompt(game, said, _):
    language, _, words = said.partition(" ")
    assert game.prompt(language) == words


def _seen(game, said, _):
    eyes, _, position = said.partition(" ")
    assert game.to_text(eyes=eyes) == position
    assert type(game).from_text(game.rules, position).to_text(eyes=eyes) == position  # it can be played on


FACTS = {
    "moves": _moves,
    "choices": _choices,
    "chances": _chances,
    "no": _no,
    "legal": _legal,
    "tells": _tells,
    "worth": _worth,
    "because": _because,
    "points": _points,
    "ranking": _ranking,
    "told": _told,
    "prompt": _prompt,
    "seen": _seen,
}
CLAIMS = [claim for file in sorted(Path(__file__).parent.glob("*.txt")) for claim in read(file)]


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim.name for claim in CLAIMS])
def test_claim(claim):
    for here, row, sentences in claim.rows:
        try:
            check(here, row, sentences)
        except BaseException as error:
            error.add_note(f"{claim.name}\n{here}\n  {row}")
            raise
