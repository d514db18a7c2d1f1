"""A review of a game: luck is told apart from skill, a losing move is named, a review can be stopped."""

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
"""With a 3 A wins at once by h3-i3; B is about to win, too."""


@cache
def missed():
    """A passes by a win: he rolls a 3, advances the other hedgehog, and B goes home."""
    game = hedgekit.Game.from_text("0 players=2", NEAR, seed=1)
    for move in ("3", "-", "d3-e3", "2", "-", "h2-i2"):
        game.play(move)
    assert game.winners == ("B",)
    return game


@cache
def reviewed():
    return review(missed())


def test_the_move_that_lost_the_game_is_named_with_the_one_that_wins():
    found = reviewed()
    worst = found.costliest()[0]
    assert (worst.ply, worst.player, worst.played, worst.best) == (2, "A", "d3-e3", "h3-i3")
    assert worst.best_chance == 1.0
    assert worst.lost > 0.3
    assert worst.why.key == "review.why.home"
    assert "h3-i3" in worst.summary.text("fr")
    assert found.lost["A"] > 0.3
    assert found.luck["A"] > 0  # a 3 was what he wanted


ASIDE, AHEAD = "dice=1 turn=A step=sideways", "dice=1 turn=A step=forward"
BETTER = {  # what the better of two moves does that the other does not
    "home": ("b1=A1 e1=B1 f4=B2 h1=A2", AHEAD, "h1-i1", "b1-c1"),
    "buried": ("c2=B1 c4=A1A2 f4=B2", ASIDE, "c4-c3", "-"),
    "stuck": ("b2=B1 d2=A1 e6=A2 f4=B2", ASIDE, "-", "d2-d1"),
    "covered": ("b2=A1 b3=B1 e6=A2 f4=B2", ASIDE, "b2-b3", "b2-b1"),
    "steps": ("b1=A1 e1=B1 e6=A2 f4=B2", AHEAD, "b1-c1", "e1-f1"),
}


@pytest.mark.parametrize("key", BETTER)
def test_why_a_move_is_better_is_seen_on_the_board(key):
    squares, step, better, worse = BETTER[key]
    game = hedgekit.Game.from_text("0 players=2", f"a6=B4 {squares} home=A3A4B3 {step}")
    assert why_better(game, better, worse).key == f"review.why.{key}"


def test_who_passed_is_said_to_have_passed():
    """And nobody is told to play "-", which is only how records write it."""
    values = {"ply": 6, "player": "A", "chance": 0.25, "best_chance": 0.5}
    assert "A passed (25 %); e4-e5 was" in Decision(played="-", best="e4-e5", **values).summary.text("en")
    assert "A passé (25 %)".lower() in Decision(played="-", best="e4-e5", **values).summary.text("fr").lower()
    assert "passing was worth 50 %" in Decision(played="e4-e5", best="-", **values).summary.text("en")


def test_nobody_s_moves_are_better_than_the_best():
    """Of moves that are all alike some look better than the best by noise; added up they have lost nothing."""
    found = of_checkerboard()
    assert min(found.lost.values()) >= 0
    for seat in found.players:
        whole = found.luck[seat] - found.lost[seat] + found.others(seat)
        assert whole == pytest.approx(found.curve[-1][seat] - found.curve[0][seat])


@cache
def of_checkerboard():
    return review(played("checkerboard players=2", choice=Player("greedy", 5), seed=5))


def test_a_sister_s_review_says_how_sure_it_is():
    """Two standard errors, in a sentence; of the hedgehogs nothing is said that is not known."""
    found = of_checkerboard()
    assert found.judged == sum(found.decisions.values())
    assert 200 * max(found.errors.values()) <= found.margin < 40
    (said,) = found.caveats
    assert f"{found.margin} hundredths" in said.text("en")
    assert f"{found.margin} Hundertstel" in said.text("de")
    assert not reviewed().caveats


def test_of_very_many_decisions_those_after_which_a_chance_fell_most_are_judged(monkeypatch):
    monkeypatch.setattr("hedgekit.study.review.MOST", 6)
    game = played("horses[horses=2] players=2", choice=Player("greedy", 5), seed=5)
    found = review(game)
    assert found.judged == 6 < sum(found.decisions.values())
    assert f"Of {sum(found.decisions.values())} decisions 6 were judged" in found.caveats[0].text("en")
    assert found.plain()["judged"] == 6


def test_what_is_told_adds_up(monkeypatch):
    """Rounded one by one three thirds would be 99 in 100."""
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


def test_luck_comes_to_nothing_over_all_throws():
    """A throw's luck is what it is worth beyond the mean of all: weighed by their chances they add up to nothing."""
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


def test_what_changed_is_dice_moves_and_the_others():
    """And nobody's chance is lost on the way: they add up to one everywhere, and the winner ends with all of it."""
    found = reviewed()
    assert all(abs(sum(chances.values()) - 1) < 1e-9 for chances in found.curve)
    assert len(found.curve) == missed().ply + 1
    assert found.curve[-1] == {"A": 0.0, "B": 1.0}
    for player in found.players:
        change = found.curve[-1][player] - found.curve[0][player]
        assert change == pytest.approx(found.luck[player] - found.lost[player] + found.others(player))


def test_the_same_game_has_the_same_review_and_without_webassembly_it_has_one(monkeypatch):
    assert review(missed()).plain() == reviewed().plain()
    monkeypatch.setattr(move_search, "can_search", lambda rules: False)
    assert review(missed()).costliest()[0].best == "h3-i3"


def test_a_choice_between_equals_costs_nothing():
    """Nobody can do anything about B's win: whatever A does here is no mistake."""
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
def test_other_games_are_reviewed_too(rules, plies):
    """Hidden cards, doubles, and games of the collection: the first moves of one."""
    game = played(rules, plies, Player("random", 4), seed=3)
    found = review(game)
    assert sum(found.decisions.values()) > 1
    assert len(found.curve) == game.ply + 1


def test_it_can_be_stopped_and_says_how_far_it_is():
    work = Reviewer(missed())
    assert not work.run(cancel=lambda: True)
    assert work.done == 1 < work.total
    assert work.run()
    assert work.done == work.total
    assert review(missed(), cancel=lambda: True) is None


@pytest.mark.parametrize(("record", "key"), [("40 players=2", "unjudged"), ("0 players=2", "nothing")])
def test_what_cannot_be_reviewed_is_said_in_a_sentence(record, key):
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
def test_a_file_that_cannot_be_reviewed_is_refused_with_one_sentence(tmp_path, capsys, bad, language):
    (file := tmp_path / "game.txt").write_bytes(bad)
    assert main(["review", str(file), "--language", language]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert len(error) < 300
    assert "Traceback" not in error


def test_the_command_line_reviews_a_file(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(missed().record(), "utf-8")
    assert main(["review", str(file), "--language", "fr"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(part in said for part in ("Coup 3 : A a joué d3-e3", "--at 2", "Dés"))
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"]["A"]["mistakes"][0]["best"] == "h3-i3"
    assert main(["review", str(file), "--game", "2"]) == 2
    assert "There is no game 2" in capsys.readouterr().err
    file.write_text("0 players=2\nplace: z9", "utf-8")
    assert main(["review", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    file.write_text(played("hekla players=2", 6, Player("greedy", 5), seed=5).record(), "utf-8")
    assert (main(["review", str(file)]), "Dice" in capsys.readouterr().out) == (0, False), "a game without dice"
