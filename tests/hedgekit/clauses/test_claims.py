"""Claims about clauses in tables: a position, claims about it, why.  `*.txt` beside this file have this form:

## 1: five lanes                                  a heading
* * 1.3, 1-c: who just moved cannot use a six       a claim, with its clauses, readings or options
1 players=2 @ b2=A1 ... turn=A step=sideways      a position (`@ ...` alone: under the same rule set; `@ start`)
  moves - b2-b1 b2-b3                             all moves; for many `moves 34: a b not c`
  choices 1 2; chances 1 2 3; chances 1=1/3 2=2/3   all moves, by choice or by chance
  b2-b1 > b1=A1 ... turn=A step=forward           the position after moves; also before other facts
  b2-b1 > no b1-c1: 1.3 A1 b1                     refused by this clause, naming these pieces and squares
      en A sentence.                              its sentence; also under `worth`, and under `because`:
      en 0.9: A sentence.                         of the first reason, or of the one with this clause
  legal b2-b3; because d1-e1: 0.8 0.9(d1)         legal; legal by these clauses, the squares they name
  tells h1-i1: 0.10; worth A: 2.3                 a reason told after the move; of a player's points
  points A=5 B=4; ranking A BC; told en A sentence.; prompt en A sentence.
  seen A POSITION                                 the position as player A sees it
clash: 10+35  # why                               refused; `cannot be: RULES [@ POSITION]`: clash or notation
accepted: 29+34 = 29+34 players=8                 a rule set, and how it prints
finished x: POSITION over=A                       a finished game, for what follows
series: 18 players=2: x x = A=2 B=0 over A        the result of a series of such games; `sets A=1 B=0` before `over`
no series: 18 players=2: x x x                    an impossible series
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
    """The rows of a table below one claim."""

    name: str
    rows: list[tuple[str, str, list[str]]] = field(default_factory=list)
    """Subject ("rules @ position", or "" for rule sets and series), the row, the sentences below it."""


def read(file):
    """Return the claims of a table."""
    claims, here, ruleset, finished = [], "", "", {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        row = line.partition(WHY)[0].rstrip()
        if line.startswith("* "):
            names, _, title = line[2:].partition(": ")
            claims.append(Claim(f"{file.stem}:{number} {title}"))
            for name in names.split(", "):
                CLAIMED.setdefault(name, []).append(claims[-1].name)
        elif line.startswith(" " * 6):
            claims[-1].rows[-1][2].append(line.strip())
        elif line.startswith(" "):
            claims[-1].rows.append((here, row.strip(), []))
        elif re.match(r"(clash|cannot be|accepted): ", line):
            claims[-1].rows.append(("", row, []))
        elif found := re.match(r"finished (\w+): (.*)", row):
            finished[found[1]] = found[2]
        elif found := re.match(r"((?:no )?series): (.*?): ([^=]*)(?: = (.*))?$", row):
            games = [f"game {n}\n{found[2]}\n{finished[name]}" for n, name in enumerate(found[3].split(), 1)]
            claims[-1].rows.append(("", f"{found[1]}: {found[4]}", games))
        elif line and not line.startswith("#"):
            own, _, position = row.partition("@ ")
            ruleset = own.strip() or ruleset
            here = f"{ruleset} @ {position}"
            claims[-1].rows.append((here, "", []))
    return claims


def check(here, row, sentences):
    """Assert the claim of one row."""
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
    kind, _, rest = fact.partition(" ")
    if kind in FACTS:
        FACTS[kind](game, rest, sentences)
    elif fact:
        assert str(game) == fact
    return None


def check_rules(kind, text, games):
    """Assert the claim of a row about a rule set, an impossible position or a series of games."""
    if kind == "series":
        run = Series.replay("\n".join(games))
        assert result_of(run) == text
        assert result_of(Series.replay(run.record())) == text
        if not run.is_over:
            run.next_game()
        with pytest.raises(HedgekitError):  # the series is over, or a game is running
            run.next_game()
        return
    if kind == "no series":
        with pytest.raises(NotationError):
            Series.replay("\n".join(games))
        return
    ruleset, _, position = text.partition(" @ ")
    if kind == "accepted":
        written, _, printed = text.partition(" = ")
        found = rules(written)
        assert str(found) == (printed or written)
        assert rules(str(found)) == found
        return
    if position:
        game_of(ruleset).read_rules(ruleset)  # the rules are valid, only the position is not
    with pytest.raises({"clash": Clash, "cannot be": (Clash, NotationError)}[kind]) as no:
        game_of(ruleset).from_text(ruleset, position) if position else rules(ruleset)
    assert no.value.text("fr") != no.value.text("en")


def result_of(run):
    """Return scores, games of an unfinished set, and winners of a series, as in a row."""
    found = [f"{player}={many}" for player, many in run.scores.items()]
    if any(run.set_games.values()):
        found += ["sets", *(f"{player}={many}" for player, many in run.set_games.items())]
    assert run.is_over or run.winners == ()
    return " ".join([*found, *(["over", "".join(run.winners)] if run.is_over else [])])


def _moves(game, text, _):
    listed = sorted(map(str, game.moves()))
    assert len(listed) == len(set(listed)), "no move twice"
    many, colon, some = text.partition(":")
    if not colon:
        assert listed == text.split()
        return
    there, _, missing = some.partition("not ")
    assert (len(listed), {*there.split()} - {*listed}, {*missing.split()} & {*listed}) == (int(many), set(), set())


def _choices(game, text, _):
    assert not game.is_chance
    assert sorted(map(str, game.moves())) == text.split()


def _chances(game, text, _):
    assert game.is_chance
    shares = dict((one.split("=") if re.search(r"=\d+/\d+$|=1$", one) else (one, "")) for one in text.split())
    wanted = {move: float(Fraction(share or f"1/{len(shares)}")) for move, share in shares.items()}
    assert {str(move): move.probability for move in game.moves()} == pytest.approx(wanted)


def _no(game, text, sentences):
    move, _, expected = text.partition(": ")
    clause, *named = expected.split()
    no = refused_by(game, move)
    assert no.clause == clause
    pieces = tuple(name for name in named if name[0].isupper())
    squares = tuple(name for name in named if not name[0].isupper())
    assert not pieces or no.pieces == pieces
    assert not squares or no.squares == squares
    for sentence in sentences:
        language, _, words = sentence.partition(" ")
        assert no.text(language) == words


def _legal(game, text, _):
    assert game.why(text) is None
    assert text in map(str, game.moves())


def _because(game, text, sentences):
    move, _, expected = text.partition(": ")
    wanted = re.findall(r"([^( ]+)(?:\((\S+)\))?", expected)
    reasons = game.because(move)
    assert [reason.clause for reason in reasons] == [clause for clause, _ in wanted]
    for reason, (_, squares) in zip(reasons, wanted, strict=True):
        assert not squares or ",".join(reason.squares) == squares
    _check_sentences(reasons, sentences)


def _check_sentences(reasons, sentences):
    for sentence in sentences:
        language, clause, words = re.fullmatch(r"(\w\w) (?:(\d+\.\d+): )?(.*)", sentence).groups()
        candidates = [reason for reason in reasons if reason.clause == clause] if clause else reasons[:1]
        assert words in [reason.text(language) for reason in candidates]


def _tells(game, text, _):
    move, _, clause = text.partition(": ")
    reasons = [str(reason) for reason in game.because(move) if reason.clause == clause]
    game.play(move)
    assert reasons
    assert move == "drop" or reasons[-1] in game.narrate(), "the narration has the reason, unless it is a drop"


def _worth(game, text, sentences):
    player, _, clause = text.partition(": ")
    reason = points_reasons(game)[player]
    assert reason.clause == clause
    assert all(reason.text(language) for language in languages())
    _check_sentences([reason], sentences)


def _points(game, text, _):
    assert " ".join(f"{player}={many}" for player, many in game.points().items()) == text


def _ranking(game, text, _):
    assert " ".join(map("".join, game.ranking())) == text


def _told(game, text, _):
    language, _, words = text.partition(" ")
    assert game.narrate(language) == words


def _prompt(game, text, _):
    language, _, words = text.partition(" ")
    assert game.prompt(language) == words


def _seen(game, text, _):
    eyes, _, position = text.partition(" ")
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
