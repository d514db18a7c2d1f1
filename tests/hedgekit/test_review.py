"""Reviews separate luck from skill, name the losing move, and can be stopped."""

import json
from functools import cache

import pytest

import hedgekit
from hedgekit.games.race.rulesets import move_search
from hedgekit.players.player import Player
from hedgekit.study.review import LEAST, Decision, Reviewer, in_hundredths, review
from hedgekit.study.why import why_better
from hedgekit.terminal.cli import main
from hedgekit.text.errors import HedgekitError

from .playing import played

NEAR = "d3=A4 h3=A3 h2=B3 g5=B4 home=A1A2B1B2 turn=A step=roll"
"""With a 3 A wins at once by h3-i3; B threatens to win, too."""


@cache
def missed_win():
    """A rolls a 3 but advances the other hedgehog, and B wins."""
    game = hedgekit.Game.from_text("0 players=2", NEAR, seed=1)
    for move in ("3", "-", "d3-e3", "2", "-", "h2-i2"):
        game.play(move)
    assert game.winners == ("B",)
    return game


@cache
def reviewed():
    return review(missed_win())


def test_the_losing_and_the_winning_move_are_named():
    found = reviewed()
    worst = found.costliest()[0]
    assert (worst.ply, worst.player, worst.played, worst.best) == (2, "A", "d3-e3", "h3-i3")
    assert worst.best_chance == 1.0
    assert worst.lost > 0.3
    assert worst.why.key == "review.why.home"
    assert "h3-i3" in worst.summary.text("fr")
    assert found.lost["A"] > 0.3
    assert found.luck["A"] > 0  # the 3 was lucky


ASIDE, AHEAD = "dice=1 turn=A step=sideways", "dice=1 turn=A step=forward"
BETTER = {  # reason -> squares, step, better move, worse move
    "home": ("b1=A1 e1=B1 f4=B2 h1=A2", AHEAD, "h1-i1", "b1-c1"),
    "buried": ("c2=B1 c4=A1A2 f4=B2", ASIDE, "c4-c3", "-"),
    "stuck": ("b2=B1 d2=A1 e6=A2 f4=B2", ASIDE, "-", "d2-d1"),
    "covered": ("b2=A1 b3=B1 e6=A2 f4=B2", ASIDE, "b2-b3", "b2-b1"),
    "steps": ("b1=A1 e1=B1 e6=A2 f4=B2", AHEAD, "b1-c1", "e1-f1"),
}


@pytest.mark.parametrize("key", BETTER)
def test_a_better_move_is_explained_by_the_board(key):
    squares, step, better, worse = BETTER[key]
    game = hedgekit.Game.from_text("0 players=2", f"a6=B4 {squares} home=A3A4B3 {step}")
    assert why_better(game, better, worse).key == f"review.why.{key}"


def test_a_pass_is_called_a_pass():
    """No sentence recommends playing "-", which is notation of records."""
    values = {"ply": 6, "player": "A", "chance": 0.25, "best_chance": 0.5}
    assert "A passed (25 %); e4-e5 was" in Decision(played="-", best="e4-e5", **values).summary.text("en")
    assert "A passé (25 %)".lower() in Decision(played="-", best="e4-e5", **values).summary.text("fr").lower()
    assert "passing was worth 50 %" in Decision(played="e4-e5", best="-", **values).summary.text("en")


def test_no_loss_is_negative():
    """Among equal moves some seem better than the best by noise; the total loss must not become negative."""
    found = checkerboard_review()
    assert min(found.lost.values()) >= 0
    for seat in found.players:
        whole = found.luck[seat] - found.lost[seat] + found.others(seat)
        assert whole == pytest.approx(found.curve[-1][seat] - found.curve[0][seat])


@cache
def checkerboard_review():
    return review(played("checkerboard players=2", choice=Player("greedy", 5), seed=5))


def test_reviews_of_sister_games_state_their_error():
    """The error is two standard errors, in a sentence; reviews of the race have none."""
    found = checkerboard_review()
    assert found.judged == sum(found.decisions.values())
    assert 200 * max(found.errors.values()) <= found.margin < 40
    (caveat,) = found.caveats
    assert f"{found.margin} hundredths" in caveat.text("en")
    assert f"{found.margin} Hundertstel" in caveat.text("de")
    assert not reviewed().caveats


def test_of_too_many_decisions_only_some_are_judged(monkeypatch):
    monkeypatch.setattr("hedgekit.study.review.MOST", 6)
    game = played("horses[horses=2] players=2", choice=Player("greedy", 5), seed=5)
    found = review(game)
    assert found.judged == 6 < sum(found.decisions.values())
    assert f"Of {sum(found.decisions.values())} decisions 6 were judged" in found.caveats[0].text("en")
    assert found.plain()["judged"] == 6


def test_rounded_figures_add_up(monkeypatch):
    """Three thirds rounded one by one would add up to 99 %."""
    assert sorted(in_hundredths({"A": 1 / 3, "B": 1 / 3, "C": 1 / 3}).values()) == [33, 33, 34]
    assert sum(in_hundredths({"A": 0.125, "B": 0.875}).values()) == 100
    assert in_hundredths({"A": 0.0, "B": 0.0}) == {"A": 0, "B": 0}
    monkeypatch.setattr("hedgekit.study.review.MOST", 6)
    found = review(played("horses[horses=2] players=3", choice=Player("greedy", 5), seed=5))
    for chances in found.curve:
        assert sum(in_hundredths(chances).values()) == 100
    for player in found.players:
        shown = found.shown(player)
        assert shown["begin"] + shown["luck"] + shown["lost"] + shown["others"] == shown["end"]


def test_luck_averages_to_zero_over_all_throws():
    """A throw's luck is its value above the mean of all throws."""
    for rules, at in (("0 players=2", NEAR), ("9 players=2", NEAR.replace("d3=A4", "e3=A4"))):
        total = 0.0
        for outcome in (start := hedgekit.Game.from_text(rules, at)).moves():
            game = start.copy()
            game.play(outcome)
            while game.turn == "A" and not game.is_over:
                game.play(game.moves()[-1])
            work = Reviewer(game)
            work.run(seconds=0)  # the throw alone
            total += outcome.probability * work.found.throws[0]
        assert abs(total) < 1e-6


def test_luck_losses_and_others_explain_all_changes():
    """Chances always add up to one, and the winner ends with all of it."""
    found = reviewed()
    assert all(abs(sum(chances.values()) - 1) < 1e-9 for chances in found.curve)
    assert len(found.curve) == missed_win().ply + 1
    assert found.curve[-1] == {"A": 0.0, "B": 1.0}
    for player in found.players:
        change = found.curve[-1][player] - found.curve[0][player]
        assert change == pytest.approx(found.luck[player] - found.lost[player] + found.others(player))


def test_reviews_are_reproducible_and_work_without_webassembly(monkeypatch):
    assert review(missed_win()).plain() == reviewed().plain()
    monkeypatch.setattr(move_search, "can_search", lambda rules: False)
    assert review(missed_win()).costliest()[0].best == "h3-i3"


def test_choosing_between_equal_moves_loses_nothing():
    """Nothing can prevent B's win, so no move of A's is a mistake."""
    game = hedgekit.Game.from_text(
        "0 players=2", "a1=A1 a2=A2 a3=A3 a4=A4 g3=B1 h3=B2 home=B3B4 turn=A step=roll", seed=1
    )
    for move in ("1", "-", "a1-b1", "3", "-", "h3-i3"):
        game.play(move)
    assert all(one.lost < 0.05 for one in review(game).mistakes["A"])
    assert all(one.lost >= LEAST for one in review(game).costliest())


@pytest.mark.parametrize(
    ("rules", "plies"), [("2 players=2", 22), ("7 players=2", 5), ("22", 22), ("hekla players=2", 4)]
)
def test_games_of_every_kind_are_reviewed(rules, plies):
    """The first moves of games with hidden drawings and cards, with doubles, and of another game."""
    game = played(rules, plies, Player("random", 4), seed=3)
    found = review(game)
    assert sum(found.decisions.values()) > 1
    assert len(found.curve) == game.ply + 1


def test_a_review_can_be_stopped_and_reports_progress():
    work = Reviewer(missed_win())
    assert not work.run(cancel=lambda: True)
    assert work.done == 1 < work.total
    assert work.run()
    assert work.done == work.total
    assert review(missed_win(), cancel=lambda: True) is None


@pytest.mark.parametrize(("record", "key"), [("40 players=2", "unjudged"), ("0 players=2", "nothing")])
def test_games_that_cannot_be_reviewed_are_refused(record, key):
    with pytest.raises(HedgekitError) as no:
        review(hedgekit.replay(record))
    assert no.value.key == f"error.review.{key}"


@pytest.mark.parametrize("thing", [None, "0 players=2", hedgekit.Series("18 players=2")])
def test_only_a_game_can_be_reviewed(thing):
    with pytest.raises(HedgekitError, match="Only a game"):
        review(thing)


BROKEN = {
    "nothing": b"",
    "lines": b" \n\n",
    "bytes": bytes(range(256)) * 20,
    "zeros": b"0 players=2\n\0\0",
    "rules": b"0 players=2\n",
    "carrom": b"40 players=2\n",
    "variant": b"99 players=2\n",
    "seats": b"0 players=9\n",
    "json": b'{"rules": "0 players=2"}',
    "chess": b"1. e4 e5 2. Nf3 Nc6\n",
    "horses": b"horses players=2\nA: t99-t3\n",
    "lot": b"horses players=2\nlot: A\n",
    "move": b"0 players=2\nplace A: z9\n",
    "cut": b"0 players=2\nplace A: a",
    "series": b"game 1\n18 players=2\nplace A: z9",
    "brackets": b"(" * 5000,
    "ten megabytes": b"0 players=2\n" + b"A: 3 " * 2_000_000,
}


@pytest.mark.parametrize("bad", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_files_that_cannot_be_reviewed_are_refused_in_one_sentence(tmp_path, capsys, bad, language):
    (file := tmp_path / "game.txt").write_bytes(bad)
    assert main(["review", str(file), "--language", language]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert len(error) < 300
    assert "Traceback" not in error


def test_the_command_line_reviews_a_file(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(missed_win().record(), "utf-8")
    assert main(["review", str(file), "--language", "fr"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert all(part in out for part in ("Coup 3 : A a joué d3-e3", "--at 2", "Dés"))
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"]["A"]["mistakes"][0]["best"] == "h3-i3"
    assert main(["review", str(file), "--game", "2"]) == 2
    assert "There is no game 2" in capsys.readouterr().err
    file.write_text("0 players=2\nplace: z9", "utf-8")
    assert main(["review", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    file.write_text(played("hekla players=2", 6, Player("greedy", 5), seed=5).record(), "utf-8")
    assert (main(["review", str(file)]), "Dice" in capsys.readouterr().out) == (0, False), "a game without dice"
