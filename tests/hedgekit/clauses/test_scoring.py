"""Scoring: 2 spies, 18 to 20 scorings, 22 and 25 cubes, 24 tennis, and series of games."""

import pytest

from hedgekit import HedgekitError, NotationError, Series, rules

from .support import after, at, clause, refused_by

NEARLY = "b2=A2 c4=B1 d6=B2 h3=A1 home=A3A4B3B4"
HANDS = "hand=A1A2A3A4B1B2B3B4C1C2C3C4"


def series(rules_text, *positions):
    """A series of finished games, each given as a position with `over`."""
    return Series.replay("\n".join(f"game {n}\n{rules_text}\n{text}" for n, text in enumerate(positions, 1)))


def points(rules_text, text):
    """The points of a finished game."""
    return at(rules_text, text).points()


# ---- 2: spies --------------------------------------------------------------------------------------------------------


@clause("2.2")
def test_2_what_is_noted_is_secret():
    game = after("2 players=3", f"{HANDS} turn=A step=secret", "2", "4")
    assert game.to_text(eyes="A") == f"{HANDS} secret=A2 turn=C step=secret"
    assert game.to_text(eyes="B") == f"{HANDS} secret=B4 turn=C step=secret"
    assert game.to_text(eyes="C") == f"{HANDS} turn=C step=secret"
    assert "4" not in game.told("en")
    assert "4" not in game.told("fr")
    with pytest.raises(NotationError):
        game.to_text(eyes="D")
    refused_by(game, "5")
    refused_by(game, "A1@a1")


@clause("2.2")
def test_2_what_one_player_sees_can_be_played_on():
    seen = after("2 players=2", f"{NEARLY} secret=A4B3 dice=3 turn=A step=forward").to_text(eyes="A")
    game = after("2 players=2", seen, "h3-i3")
    assert str(game) == "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A4 over=A"
    assert game.points() == {"A": 5, "B": 2}, "as far as A knows"


@clause("2.5")
def test_2_points_of_several_games_are_added():
    run = series(
        "2 players=2",
        "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A4B3 over=A",
        "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A2B3 over=B",
    )
    assert run.scores == {"A": 8, "B": 8}
    assert (run.is_over, run.winners) == (False, ())
    assert run.next_game().turn == "A", "the seat after B, who began the second game"


# ---- 18: the gentle way ----------------------------------------------------------------------------------------------

THREE = "b2=A1 c2=B1 c4=B2 d6=C1 e5=C2 e6=C3 home=A2A3A4B3B4C4 over=A"


@clause("18.1")
def test_18_one_for_the_winner_minus_one_below_two_home():
    assert points("18 players=3", THREE) == {"A": 1, "B": 0, "C": -1}
    assert points("0 players=3", THREE) == {}
    running = "b2=A1 c4=B1 d6=B2 e5=A2 home=A3A4B3B4 turn=A step=roll"
    assert at("18 players=2", running).points() is None


@clause("18.2", "18[target]")
def test_18_the_series_ends_at_the_target():
    a, b = "b2=A1 c4=B1 d6=B2 home=A2A3A4B3B4 over=A", "b2=A1 c4=B1 e5=A2 home=A3A4B2B3B4 over=B"
    one = series("18 players=2", a)
    assert (one.scores, one.is_over, one.winners) == ({"A": 1, "B": 0}, False, ())
    one.next_game()
    with pytest.raises(HedgekitError):
        one.next_game()
    two = series("18 players=2", a, b, a)
    assert (two.scores, two.is_over, two.winners) == ({"A": 2, "B": 1}, True, ("A",))
    with pytest.raises(HedgekitError):
        two.next_game()
    with pytest.raises(NotationError):
        series("18 players=2", a, b, a, b)
    assert series("18[target=1] players=2", a).is_over
    assert not series("18[target=3] players=2", a, b, a).is_over
    assert str(rules("18[target=2]")) == "18 players=4"
    for wrong in ("0", "-1", "x", "1.5", ""):
        with pytest.raises(NotationError):
            rules(f"18[target={wrong}]")


# ---- 19: the hard way ------------------------------------------------------------------------------------------------


@clause("19.3", "19-a", "19-b", "19[limit]")
def test_19_the_series_ends_at_minus_five_or_below():
    zero = "b2=A1 c2=B1 c4=B2 d6=B3 e6=B4 home=A2A3A4 over=A"
    two = "b2=A1 c2=B1 c4=B2 home=A2A3A4B3B4 over=A"
    first = series("19 players=2", zero, two)
    assert (first.scores, first.is_over) == ({"A": 2, "B": -4}, False)
    exactly = series("19 players=2", zero, two, two)
    assert (exactly.scores, exactly.is_over, exactly.winners) == ({"A": 3, "B": -5}, True, ("A",))
    below = series("19 players=2", zero, zero)
    assert (below.scores["B"], below.is_over) == (-6, True)
    assert series("19[limit=3] players=2", zero).is_over
    assert not series("19[limit=3] players=2", two).is_over
    assert str(rules("19[limit=5]")) == "19 players=4"


@clause("19-b")
def test_19_several_may_win_a_series():
    text = "b2=A1 c2=B1 c4=B2 d2=C1 d4=C2 d6=C3 e6=C4 home=A2A3A4B3B4 over=A"
    run = series("19[limit=3] players=3", text)
    assert (run.scores, run.winners) == ({"A": 1, "B": -1, "C": -3}, ("A",))
    b = "b2=B1 c2=A1 c4=A2 d2=C1 d4=C2 d6=C3 e6=C4 home=A3A4B2B3B4 over=B"
    run = series("19[limit=6] players=3", text, b)
    assert (run.scores, run.winners) == ({"A": 0, "B": 0, "C": -6}, ("A", "B"))


# ---- 20: tournament --------------------------------------------------------------------------------------------------


@clause("20.1", "20[rounds]")
def test_20_each_piece_home_is_a_point_and_rounds_are_added():
    assert points("20 players=3", THREE) == {"A": 3, "B": 2, "C": 1}
    one = series("20 players=3", THREE)
    assert (one.is_over, one.winners) == (True, ("A",)), "one round, if nothing else is agreed"
    b = "b2=B1 c2=A1 c4=A2 d6=C1 e5=C2 e6=C3 home=A3A4B2B3B4C4 over=B"
    first = series("20[rounds=2] players=3", THREE)
    assert (first.is_over, first.winners) == (False, ())
    both = series("20[rounds=2] players=3", THREE, b)
    assert (both.scores, both.is_over, both.winners) == ({"A": 5, "B": 5, "C": 2}, True, ("A", "B"))


# ---- 22: the cube for two --------------------------------------------------------------------------------------------


@clause("22.5", "22-e", "22[target]")
def test_22_the_series_ends_at_plus_or_minus_the_target():
    two, four = (f"b2=A1 c4=B1 d6=B2 home=A2A3A4B3B4 cube={n}B over=A" for n in (2, 4))
    lost = "b2=A1 c2=B1 c4=B2 d6=B3 e6=B4 home=A2A3A4 cube=2B over=A"
    run = series("22 players=2", two, two)
    assert (run.scores, run.is_over) == ({"A": 4, "B": -4}, False)
    assert series("22 players=2", two, four).winners == ("A",)
    minus = series("22 players=2", lost)
    assert (minus.scores, minus.is_over, minus.winners) == ({"A": 2, "B": -6}, True, ("A",))
    assert series("22[target=4] players=2", four).is_over
    assert str(rules("22[target=5]")) == "22 players=2"


@clause("22.1")
def test_22_is_for_two_and_brings_19():
    assert str(rules("22")) == "22 players=2"
    assert str(rules("19+22")) == "19+22 players=2"
    with pytest.raises(NotationError):
        rules("22 players=3")
    lost = "b2=A1 c2=B1 c4=B2 home=A2A3A4B3B4 cube=4B over=A"
    assert points("19+22 players=2", lost) == {"A": 4, "B": -4}
    assert not series("19[limit=3]+22 players=2", lost).is_over, "22 has its own end of the series"
    assert series("19[limit=3]+22 players=2", lost, lost).is_over


# ---- 24: tennis ------------------------------------------------------------------------------------------------------

A_WINS, B_WINS = "b2=A1 c4=B1 d6=B2 home=A2A3A4B3B4 over=A", "b2=A1 c4=B1 e5=A2 home=A3A4B2B3B4 over=B"


def tennis(rules_text, games):
    """A series of games won as the letters say."""
    return series(rules_text, *(A_WINS if letter == "A" else B_WINS for letter in games))


@clause("24.1", "24-a", "24[games=six]")
def test_24_six_games_make_a_set():
    five = tennis("24 players=2", "AAAAABBBBB")
    assert (five.scores, five.set_games) == ({"A": 0, "B": 0}, {"A": 5, "B": 5})
    six = tennis("24 players=2", "AAAAABBBBBA")
    assert (six.scores, six.set_games) == ({"A": 1, "B": 0}, {"A": 0, "B": 0}), "the first to six, whatever the lead"
    assert six.game.points() == {}


@clause("24.2", "24[sets=2]", "24[sets=3]")
def test_24_two_sets_win_or_three():
    match = tennis("24 players=2", "AAAAAABBBBBBBBBBBB")
    assert (match.scores, match.is_over, match.winners) == ({"A": 1, "B": 2}, True, ("B",))
    assert not tennis("24 players=2", "AAAAAABBBBBBBBBBB").is_over
    slam = tennis("24[sets=3] players=2", "AAAAAABBBBBBBBBBBB")
    assert (slam.scores, slam.is_over) == ({"A": 1, "B": 2}, False)
    assert tennis("24[sets=3] players=2", "B" * 18).winners == ("B",)


@clause("24-a", "24[games=tennis]")
def test_24_with_tennis_games_two_clear_or_a_tie_break():
    real = "24[games=tennis] players=2"
    assert tennis(real, "AAAAABBBBBA").scores == {"A": 0, "B": 0}, "six to five is not two clear"
    assert tennis(real, "AAAAABBBBBAA").scores == {"A": 1, "B": 0}, "seven to five is"
    level = tennis(real, "AAAAABBBBBAB")
    assert (level.scores, level.set_games) == ({"A": 0, "B": 0}, {"A": 6, "B": 6})
    assert tennis(real, "AAAAABBBBBABB").scores == {"A": 0, "B": 1}, "the tie-break at six all"
    assert tennis(real, "AAAABAA").scores == {"A": 1, "B": 0}, "six to one"
    assert str(rules("24[sets=3,games=tennis]")) == "24[games=tennis,sets=3] players=2"


@clause("24.1")
def test_24_a_draw_or_a_shared_win_is_nobodys_game():
    drawn = "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 over=draw"
    assert series("24+33 players=2", drawn).set_games == {"A": 0, "B": 0}
    shared = "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A2B1 over=AB"
    assert series("2+24 players=2", shared).set_games == {"A": 0, "B": 0}
    spies = "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A2B3 over=B"
    assert series("2+24 players=2", spies).set_games == {"A": 0, "B": 1}, "points say who won the game"


# ---- 25: the cube for more than two ----------------------------------------------------------------------------------

TRIO = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 g4=C3 home=A3A4B3B4C4"


@clause("25[target]", "25.1")
def test_25_series():
    one = f"{TRIO} gone=BC lost=B0C2 cube=2 over=A"
    run = series("25[target=4] players=3", one, one)
    assert (run.scores, run.is_over, run.winners) == ({"A": 4, "B": 0, "C": -4}, True, ("A",))
    assert not series("25 players=3", one, one).is_over
    assert str(rules("25[target=5] players=3")) == "25 players=3"


# ---- series ----------------------------------------------------------------------------------------------------------


@clause("18.2")
def test_series_the_next_seat_begins():
    run = Series("18[target=99] players=3", seed=4)
    begun = [run.game.turn]
    for _ in range(4):
        while not run.game.is_over:
            run.game.roll() if run.game.is_chance else run.game.play(run.game.moves()[0])
        begun.append(run.next_game().turn)
    assert begun == ["A", "B", "C", "A", "B"]
    run.game.play("a1")
    assert run.game.turn == "C"


@clause("18.2")
def test_series_under_12_the_last_to_place_begins():
    run = series("12 players=3", "b1=A1 b2=B1 b3=C1 home=A2A3A4 hand=B2B3B4C2C3C4 over=A")
    game = run.next_game()
    for move in ("a1", "a2", "a3"):
        game.play(move)
    assert (game.turn, game.step) == ("A", "roll"), "B placed first, A last"
    assert str(game) == "a1=B1 a2=C1 a3=A1 hand=A2A3A4B2B3B4C2C3C4 turn=A step=roll"


@clause("2.5")
def test_series_a_record_reads_back():
    run = Series("2+12 players=2", seed=11)
    for _ in range(3):
        while not run.game.is_over:
            run.game.roll() if run.game.is_chance else run.game.play(run.game.moves()[-1])
        run.next_game()
    run.game.play("3")
    text = run.record()
    assert [line for line in text.splitlines() if line.startswith("game")] == ["game 1", "game 2", "game 3", "game 4"]
    again = Series.replay(text)
    assert again.record() == text
    assert (again.scores, str(again.game)) == (run.scores, str(run.game))
    assert [game.first for game in again.games] == ["A", "B", "A", "B"]


@clause("18.2")
def test_series_the_last_seed_has_a_next_one():
    run = Series("18[target=9] players=2", seed=(1 << 63) - 1)
    while not run.game.is_over:
        run.game.roll() if run.game.is_chance else run.game.play(run.game.moves()[0])
    assert run.next_game().seed == 0


@clause("18.2")
def test_series_from_positions_reads_back_too():
    run = series("18 players=2", A_WINS, B_WINS)
    again = Series.replay(run.record())
    assert again.scores == run.scores == {"A": 1, "B": 1}


@pytest.mark.parametrize(
    "text", ["", "18 players=2", "game 2\n18 players=2", "game 1\n18 players=2\ngame 2\n18 players=2", "game 1\n"]
)
@clause("18.2")
def test_series_bad_records(text):
    with pytest.raises(NotationError):
        Series.replay(text)


@clause("18.2")
def test_series_all_games_under_one_rule_set():
    with pytest.raises(NotationError):
        Series.replay(f"game 1\n18 players=2\n{A_WINS}\ngame 2\n19 players=2\n{B_WINS}")
