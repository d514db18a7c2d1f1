"""Scoring: 2 spies, 18 to 20 scorings, 22 and 25 cubes, 24 tennis, and series of games."""

import pytest

from hedgekit import Clash, Game, HedgekitError, NotationError, Series, rules

from .support import after, at, clause, moves, refused, refused_by

NEARLY = "b2=A2 c4=B1 d6=B2 h3=A1 home=A3A4B3B4"
HANDS = "hand=A1A2A3A4B1B2B3B4C1C2C3C4"


def series(rules_text, *positions):
    """A series of finished games, each given as a position with `over`."""
    return Series.replay("\n".join(f"game {n}\n{rules_text}\n{text}" for n, text in enumerate(positions, 1)))


def points(rules_text, text):
    """The points of a finished game."""
    return at(rules_text, text).points()


# ---- 2: spies --------------------------------------------------------------------------------------------------------


@clause("2.2", "2-b")
def test_2_each_notes_a_drawing_before_placing():
    game = at("2 players=3", f"{HANDS} turn=A step=secret")
    assert str(Game("2 players=3")) == str(game)
    assert list(map(str, game.moves())) == ["1", "2", "3", "4"]
    assert not game.is_chance
    game.play("2")
    assert str(game) == f"{HANDS} secret=A2 turn=B step=secret"
    game.play("4")
    assert str(game) == f"{HANDS} secret=A2B4 turn=C step=secret"
    game.play("1")
    assert str(game) == f"{HANDS} secret=A2B4C1 turn=A step=place"
    assert Game("0 players=3").step == "place"


@clause("2-d")
def test_2_two_may_note_the_same_drawing():
    game = after("2 players=3", f"{HANDS} secret=A3 turn=B step=secret", "3", "3")
    assert str(game) == f"{HANDS} secret=A3B3C3 turn=A step=place"


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


@clause("2.1")
def test_2_pieces_differ_so_placing_names_them():
    text = "a1=A2 a2=B4 hand=A1A3A4B1B2B3 secret=A2B1 turn=A step=place"
    assert moves("2 players=2", text) == [f"A{n}@a{lane}" for n in (1, 3, 4) for lane in (3, 4, 5, 6)]
    assert refused("2 players=2", text, "A2@a3").clause in ("0.2", "2.1"), "it is placed already"
    assert refused("2 players=2", text, "B1@a3").clause in ("0.2", "2.1")
    assert refused("2 players=2", text, "A1@a1").clause == "0.2"
    refused("2 players=2", text, "a3")
    assert moves("0 players=2", "a1=A2 a2=B4 hand=A1A3A4B1B2B3 turn=A step=place") == ["a3", "a4", "a5", "a6"]


@clause("2.1", "2.3")
def test_2_a_point_for_each_own_home_and_each_with_ones_drawing():
    game = after("2 players=2", f"{NEARLY} secret=A4B3 dice=3 turn=A step=forward", "h3-i3")
    assert str(game) == "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A4B3 over=A"
    assert game.points() == {"A": 5, "B": 4}, "A: three home, drawing 4 of A4 and B4; B: two, drawing 3 of A3 and B3"
    assert points("2 players=2", "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A2B2 over=A") == {"A": 3, "B": 2}


@clause("2.4", "2-a")
def test_2_points_win_and_not_the_one_who_ended_the_game():
    game = after("2 players=2", f"{NEARLY} secret=A2B3 dice=3 turn=A step=forward", "h3-i3")
    assert str(game) == "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A2B3 over=B"
    assert game.points() == {"A": 3, "B": 4}
    assert game.ranking() == (("B",), ("A",)), "the winner comes first, though the other has more home"
    two = "b2=A2 c4=B1 d6=B2 e5=A4 h3=A1 home=A3B3B4 secret=A2B3 dice=3 turn=A step=forward"
    assert not after("2 players=2", two, "h3-i3").is_over, "two home do not end it"


@clause("2-c")
def test_2_equal_points_share():
    game = after("2 players=2", f"{NEARLY} secret=A2B1 dice=3 turn=A step=forward", "h3-i3")
    assert game.points() == {"A": 3, "B": 3}
    assert (game.winners, str(game).split()[-1]) == (("A", "B"), "over=AB")


@clause("2.3")
def test_2_only_pieces_home_count():
    text = "b2=A2 c4=B1 d6=B2 h3=A1 home=A3A4B3B4 secret=A1B1 dice=3 turn=A step=forward"
    assert after("2 players=2", text, "h3-i3").points() == {"A": 4, "B": 3}, "B1 is still on the way"
    doped = "b2=A2 c4=B1 d6=B2 home=A1A4B3B4 out=A3 doped=A3 secret=A3B3 over=AB"
    assert points("2+3 players=2", doped) == {"A": 3, "B": 3}, "A3 was disqualified: it counts for nobody"
    text = "c4=B1 d6=B2 e1=A3 h3=A2 home=A1A4B3 out=B4 doped=B4 secret=A1B1 dice=3 turn=B step=forward"
    game = after("2+3 players=2", text, "h3-i3")
    assert str(game) == "c4=B1 d6=B2 e1=A3 home=A1A2A4B3 out=B4 doped=B4 secret=A1B1 over=A"
    assert game.points() == {"A": 4, "B": 2}


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


@clause("2.4")
def test_2_in_a_dead_position_points_decide():
    dead = "e3=A1 f3=B1' f4=B2 g2=A2 home=A3A4B3B4 secret={} dice=3 turn=A step=forward"
    game = after("2+33 players=2", dead.format("A3B1"), "f3-e3")
    assert str(game) == "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 secret=A3B1 over=A"
    assert game.points() == {"A": 4, "B": 2}
    level = after("2+33 players=2", dead.format("A1B2"), "f3-e3")
    assert (str(level).split()[-1], level.points()) == ("over=AB", {"A": 2, "B": 2}), "all level: all share"


# ---- 18: the gentle way ----------------------------------------------------------------------------------------------

THREE = "b2=A1 c2=B1 c4=B2 d6=C1 e5=C2 e6=C3 home=A2A3A4B3B4C4 over=A"


@clause("18.1")
def test_18_one_for_the_winner_minus_one_below_two_home():
    assert points("18 players=3", THREE) == {"A": 1, "B": 0, "C": -1}
    assert points("0 players=3", THREE) == {}
    running = "b2=A1 c4=B1 d6=B2 e5=A2 home=A3A4B3B4 turn=A step=roll"
    assert at("18 players=2", running).points() is None


@clause("18-a")
def test_18_a_loser_with_three_home_gets_nothing():
    text = "b2=B1 c2=C1 c4=C2 d6=C3 e1=A1 home=A2A3A4B2B3B4C4 carrier=A4B1C1 over=A"
    assert points("14+18 players=3", text) == {"A": 1, "B": 0, "C": -1}


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


@clause("18.1")
def test_18_a_draw_still_costs_those_below_two():
    assert points("18+33 players=2", "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 over=draw") == {"A": 0, "B": 0}
    assert points("18+33 players=2", "e3=A1B1' f4=B4B2 g2=A3A2 home=A4B3 over=draw") == {"A": -1, "B": -1}
    assert points("18+33 players=2", "e3=A1B1' f4=B2 g2=B4A2 home=A3A4B3 over=A") == {"A": 1, "B": -1}


# ---- 19: the hard way ------------------------------------------------------------------------------------------------


@clause("19.1", "19.2")
def test_19_one_for_the_winner_the_difference_for_the_others():
    assert points("19 players=3", THREE) == {"A": 1, "B": -1, "C": -2}
    none = "b2=A1 c2=B1 c4=B2 d6=B3 e6=B4 home=A2A3A4 over=A"
    assert points("19 players=2", none) == {"A": 1, "B": -3}
    assert points("19+26 players=2", "b2=A1 c2=B1 c4=B2 d6=B3 e5=A2 home=A3A4B4 over=A") == {"A": 1, "B": -1}


@clause("19-c")
def test_19_nobody_gains_by_losing():
    text = "c5=A1 d1=A2 e5=B1 e6=B2 g2=A3 home=A4B3B4 over=A"
    assert points("15+19 players=2", text) == {"A": 1, "B": 0}
    more = "b2=B1 c2=C1 c4=C2 d6=C3 home=A1A2A3A4B2B3B4C4 carrier=A4B1C1 over=A"
    assert points("14+19 players=3", more) == {"A": 1, "B": -1, "C": -3}, "a winner with four home, the carrier late"


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


@clause("19.1")
def test_19_draws_and_shared_wins():
    assert points("19+33 players=2", "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 over=draw") == {"A": 0, "B": 0}
    shared = "b2=A1 c2=B1 d2=C1 d4=C2 d6=C3 home=A2A3A4B2B3B4C4 over=AB"
    assert points("19 players=3", shared) == {"A": 1, "B": 1, "C": -2}
    assert points("18 players=3", shared) == {"A": 1, "B": 1, "C": -1}
    unequal = "d1=C1 d2=C2 e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4C3C4 over=AB"
    assert points("19+33 players=3", unequal) == {"A": 1, "B": 1, "C": 0}


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


@clause("20.1")
def test_20_only_pieces_home_count():
    assert points("3+20 players=2", "b2=A1 c4=B1 d6=B2 home=A2A3A4B4 out=B3 doped=B3 over=A") == {"A": 3, "B": 1}
    survivor = "b2=A1 home=B4 out=A2A3A4B1B2B3 over=B"
    assert points("20+39 players=2", survivor) == {"A": 0, "B": 1}
    last = "b2=A1 out=A2A3A4B1B2B3B4 gone=B over=A"
    assert points("20+39 players=2", last) == {"A": 0, "B": 0}, "a winner by survival scores nothing"
    assert points("20+33 players=2", "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 over=draw") == {"A": 2, "B": 2}


@clause("2.3", "18.1", "19.1", "20.1")
@pytest.mark.parametrize("pair", ["18+19", "18+20", "19+20", "2+18", "2+19", "2+20", "2+22", "2+25", "20+22", "18+24"])
def test_two_scorings_exclude_each_other(pair):
    with pytest.raises(Clash):
        rules(pair)


# ---- 22: the cube for two --------------------------------------------------------------------------------------------

OPEN = "c2=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4"
SHUT = "b2=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4"


@clause("22.2", "22-a")
def test_22_one_may_offer_once_the_first_two_ranks_are_empty():
    game = after("22 players=2", f"{SHUT} dice=2 turn=B step=forward", "b2-c2")
    assert str(game) == f"{OPEN} turn=A step=offer", "before the roll"
    assert sorted(map(str, game.moves())) == ["-", "double"]
    game.play("-")
    assert str(game) == f"{OPEN} turn=A step=roll"
    shut = after("22 players=2", f"{SHUT} dice=6 turn=B step=forward", "d6-e6")
    assert str(shut) == "b2=A1 e5=A2 e6=B1 f6=B2 home=A3A4B3B4 turn=A step=roll", "A1 is on rank b"
    refused_by(shut, "double")
    start = "a2=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4 dice=6 turn=B step=forward"
    assert after("22 players=2", start, "d6-e6").step == "roll", "on rank a even more so"


@clause("22-d")
def test_22_the_window_is_judged_at_the_moment_of_the_offer():
    text = "c1=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A step=forward"
    back = after("22+38 players=2", text, "c1-d1")
    assert str(back) == "a1=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4 turn=B step=roll", "A1 slipped back to the start"
    assert after("22 players=2", text, "c1-d1").step == "offer"


@clause("22.4")
def test_22_acceptance_turns_the_cube():
    game = after("22 players=2", f"{OPEN} turn=A step=offer", "double")
    assert str(game) == f"{OPEN} cube=2A turn=B step=answer"
    assert sorted(map(str, game.moves())) == ["drop", "take"]
    refused_by(game, "double")
    refused_by(game, "4")
    game.play("take")
    assert str(game) == f"{OPEN} cube=2A turn=A step=roll"


@clause("22.4")
def test_22_nobody_doubles_twice_running():
    game = after("22 players=2", f"{OPEN} cube=2A turn=A step=roll", "1", "-", "-")
    assert str(game) == f"{OPEN} cube=2A turn=B step=offer"
    game.play("-")
    for move in ("3", "-", "-"):
        game.play(move)
    assert str(game) == f"{OPEN} cube=2A turn=A step=roll", "A made the last double"
    refused_by(game, "double")
    mine = after("22 players=2", f"{OPEN} cube=2A turn=B step=offer", "double", "take")
    assert str(mine) == f"{OPEN} cube=4B turn=B step=roll"
    for move in ("3", "-", "-"):
        mine.play(move)
    assert str(mine) == f"{OPEN} cube=4B turn=A step=offer", "now it is his to double again"


@clause("22.3", "22-b")
def test_22_a_refusal_ends_the_game_at_the_present_value():
    less = "c2=A1 d6=B1 e5=A2 f4=B3 f6=B2 home=A3A4B4"
    game = after("22 players=2", f"{less} turn=A step=offer", "double", "drop")
    assert str(game) == f"{less} over=A", "the cube is back to what it was: 1, which is not written"
    assert game.points() == {"A": 1, "B": -1}, "two home against one, times one"
    second = after("22 players=2", f"{less} cube=2B turn=A step=offer", "double", "drop")
    assert str(second) == f"{less} cube=2B over=A"
    assert second.points() == {"A": 2, "B": -2}
    ahead = after("22 players=2", f"{less} cube=4A turn=B step=offer", "double", "drop")
    assert str(ahead) == f"{less} cube=4A over=B"
    assert ahead.points() == {"A": 0, "B": 4}, "A has more home than B: the penalty is not below 0"


@clause("22.1", "22-c")
def test_22_the_cube_multiplies_winning_and_losing():
    text = "b2=A1 c4=B1 d6=B2 h3=A2 home=A3A4B3B4 {}dice=3 turn=A step=forward"
    assert after("22 players=2", text.format(""), "h3-i3").points() == {"A": 1, "B": -1}
    game = after("22 players=2", text.format("cube=4B "), "h3-i3")
    assert str(game) == "b2=A1 c4=B1 d6=B2 home=A2A3A4B3B4 cube=4B over=A"
    assert game.points() == {"A": 4, "B": -4}
    assert points("19 players=2", "b2=A1 c4=B1 d6=B2 home=A2A3A4B3B4 over=A") == {"A": 1, "B": -1}
    assert points("22+33 players=2", "e3=A1B1' f4=B2 g2=A2 home=A3A4B3B4 cube=2A over=draw") == {"A": 0, "B": 0}


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


@clause("22-a")
def test_22_offers_come_before_the_cards_and_before_dice_left_over():
    deck = "deck=123456123456*"
    game = after("7+22 players=2", f"{OPEN} {deck} dice=1 turn=B step=forward", "-")
    assert str(game) == f"{OPEN} {deck} turn=A step=offer"
    game.play("-")
    assert game.step == "announce"
    dice = after("16+22 players=2", f"{OPEN} pool=1,4 turn=A step=forward", "-=1")
    assert str(dice) == f"{OPEN} pool=4 turn=B step=offer"
    dice.play("-")
    assert str(dice) == f"{OPEN} pool=4 turn=B step=sideways"


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


@clause("24.1")
def test_24_is_for_two():
    assert str(rules("24")) == "24 players=2"
    with pytest.raises(NotationError):
        rules("24 players=3")
    for other in (18, 19, 20, 22, 25, 29):
        with pytest.raises(Clash):
            rules(f"24+{other}")


# ---- 25: the cube for more than two ----------------------------------------------------------------------------------

TRIO = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 g4=C3 home=A3A4B3B4C4"
GONE = "gone=B lost=B0"


@clause("25.1", "25.2")
def test_25_all_others_answer_an_offer():
    game = after("25 players=3", f"{TRIO} turn=B step=offer", "double")
    assert str(game) == f"{TRIO} cube=2B turn=C step=answer"
    game.play("take")
    assert str(game) == f"{TRIO} cube=2B turn=A step=answer", "in turn order, round to the one who offered"
    assert sorted(map(str, game.moves())) == ["drop", "take"]
    game.play("take")
    assert str(game) == f"{TRIO} cube=2B turn=B step=roll"
    no = after("25 players=3", f"{TRIO} turn=B step=offer", "-")
    assert str(no) == f"{TRIO} turn=B step=roll"


@clause("25.1")
def test_25_the_window_and_the_number_of_players():
    shut = "b2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 g4=C3 home=A3A4B3B4C4 dice={} turn=C step=forward"
    assert after("25 players=3", shut.format(2), "b2-c2").step == "offer"
    assert after("25 players=3", shut.format(6), "d6-e6").step == "roll"
    assert str(rules("25")) == "25 players=4"
    assert str(rules("19+25 players=3")) == "19+25 players=3"
    with pytest.raises(NotationError):
        rules("25 players=2")
    for other in (2, 18, 20, 22, 24):
        with pytest.raises(Clash):
            rules(f"25+{other}")


@clause("25.3", "25.4", "25.5", "25-a")
def test_25_who_refuses_leaves_and_the_others_still_answer():
    game = after("25 players=3", f"{TRIO} turn=A step=offer", "double", "drop")
    assert str(game) == f"c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 g4=C3 home=A3A4B3B4C4 {GONE} cube=2A turn=C step=answer"
    game.play("take")
    assert str(game) == f"{TRIO} {GONE} turn=A step=roll", "one refused, so the doubling does not count"
    game.play("1")
    game.play("-")
    game.play("-")
    assert str(game) == f"{TRIO} {GONE} turn=C step=roll", "B has no turns any more, and nobody may offer"
    refused_by(game, "double")


@clause("25.5")
def test_25_after_a_refusal_the_value_stays():
    text = f"{TRIO} cube=2C turn=A step=offer"
    game = after("25 players=3", text, "double", "drop", "take")
    assert str(game) == f"{TRIO} {GONE} cube=2 turn=A step=roll", "back to two, and nobody's any more"
    for move in ("1", "-", "-"):
        game.play(move)
    assert (game.turn, game.step) == ("C", "roll"), "C could offer if the cube were not closed"
    refused_by(game, "double")


@clause("25-a")
def test_25_leaving_costs_the_difference_at_the_old_value():
    game = after("25 players=3", f"{TRIO} cube=4C turn=A step=offer", "double", "take", "drop")
    assert str(game) == f"{TRIO} gone=C lost=C4 cube=4 turn=A step=roll", "two home against one, times four"
    done = "d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 g4=C3 h2=A1 home=A3A4B3B4C4 gone=C lost=C4 cube=4 dice=2 turn=B step=forward"
    game = after("25 players=3", done, "h2-i2")
    assert str(game) == "d6=B1 e5=C1 e6=A2 f5=C2 f6=B2 g4=C3 home=A1A3A4B3B4C4 gone=C lost=C4 cube=4 over=A"
    assert game.points() == {"A": 4, "B": -4, "C": -4}, "C lost then, and nothing more now"


@clause("25-b")
def test_25_when_all_others_refuse_the_one_who_offered_wins():
    game = after("25 players=3", f"{TRIO} cube=2B turn=A step=offer", "double", "drop", "drop")
    assert str(game) == f"{TRIO} gone=BC lost=B0C2 cube=2 over=A"
    assert game.points() == {"A": 2, "B": 0, "C": -2}
    first = after("25 players=3", f"{TRIO} turn=A step=offer", "double", "drop", "drop")
    assert str(first) == f"{TRIO} gone=BC lost=B0C1 over=A"
    assert first.points() == {"A": 1, "B": 0, "C": -1}
    four = "c2=A1 d6=B1 e5=C1 e6=D1 f5=C2 f6=B2 g4=C3 h1=A2 h2=D2 home=A3A4B3B4C4D3D4"
    game = after("25", f"{four} turn=D step=offer", "double", "take", "drop", "drop")
    assert str(game) == f"{four} gone=BC lost=B0C1 turn=D step=roll", "A took it"


@clause("25.6")
def test_25_nobody_makes_two_offers_running():
    game = after("25 players=3", f"{TRIO} cube=2A turn=C step=roll", "1", "-", "-")
    assert str(game) == f"{TRIO} cube=2A turn=A step=roll"
    refused_by(game, "double")
    game = after("25 players=3", f"{TRIO} cube=2A turn=A step=roll", "1", "-", "-")
    assert str(game) == f"{TRIO} cube=2A turn=B step=offer"
    game.play("double")
    game.play("take")
    game.play("take")
    assert str(game) == f"{TRIO} cube=4B turn=B step=roll"


@clause("25-c")
def test_25_who_left_cannot_win():
    third = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 g4=C3 h6=B2 home=A3A4B3B4C4 gone=B lost=B0 dice=6 turn=A step=forward"
    assert moves("25 players=3", third) == ["d6-e6", "e6-f6"], "h6 is black, and holds B2"
    third = "c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 g4=C3 h4=B2 home=A3A4B3B4C4 gone=B lost=B0 dice=4 turn=A step=forward"
    game = after("25 players=3", third, "h4-i4")
    assert str(game) == ("c2=A1 d6=B1 e5=C1 e6=A2 f5=C2 g4=C3 home=A3A4B2B3B4C4 gone=B lost=B0 turn=C step=roll"), (
        "his third is home, and nothing ends"
    )
    stays = third.replace(" gone=B lost=B0", "")
    assert after("25 players=3", stays, "h4-i4").winners == ("B",)


@clause("25.3", "25-d")
def test_25_his_hedgehogs_stay_and_are_advanced_but_not_side_stepped():
    text = f"{TRIO} {GONE} dice=6 turn=A step={{}}"
    assert moves("25 players=3", text.format("forward")) == ["d6-e6", "e6-f6", "f6-g6"]
    assert moves("25 players=3", text.format("sideways")) == ["-", "c2-c1", "c2-c3", "e6-e5"]
    assert refused("25 players=3", text.format("sideways"), "d6-d5").clause == "0.7"
    assert "d6-d5" in moves("11+25 players=3", text.format("sideways")), "under 11 anybody's"


@pytest.mark.parametrize("cube", ["", "cube=2 ", "cube=2B ", "cube=3A ", "cube=1A ", "cube=2D "])
@clause("25.2")
def test_25_an_answer_wants_an_offer_by_another(cube):
    with pytest.raises(NotationError):
        at("25 players=3", f"{TRIO} {cube}turn=B step=answer")
    with pytest.raises(NotationError):
        at("22 players=2", f"{OPEN} {cube}turn=B step=answer")


@clause("22.4")
def test_22_the_cube_may_grow():
    text = f"{OPEN} cube={2**40}A turn=B step=offer"
    game = after("22 players=2", text, "double", "take")
    assert str(game) == f"{OPEN} cube={2**41}B turn=B step=roll"


@clause("25[target]", "25.1")
def test_25_series():
    one = f"{TRIO} gone=BC lost=B0C2 cube=2 over=A"
    run = series("25[target=4] players=3", one, one)
    assert (run.scores, run.is_over, run.winners) == ({"A": 4, "B": 0, "C": -4}, True, ("A",))
    assert not series("25 players=3", one, one).is_over
    assert str(rules("25[target=5] players=3")) == "25 players=3"


@clause("25-c")
def test_25_dead_positions_count_only_those_still_in():
    text = "e3=A1 f3=B1' f4=B2 g2=B4A2 home=A3A4B3C1C2C3C4 gone=C lost=C2 dice=3 turn=A step=forward"
    game = after("25+33 players=3", text, "f3-e3")
    assert str(game) == "e3=A1B1' f4=B2 g2=B4A2 home=A3A4B3C1C2C3C4 gone=C lost=C2 over=A"
    assert game.points() == {"A": 1, "B": -1, "C": -2}
    level = text.replace("g2=B4A2 home=A3A4B3C1", "g2=A2 home=A3A4B3B4C1")
    drawn = after("25+33 players=3", level, "f3-e3")
    assert str(drawn).split()[-1] == "over=draw"
    assert drawn.points() == {"A": 0, "B": 0, "C": -2}, "a draw gives nobody anything; C has lost his two"


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
    run = Series("18[target=9] players=2", seed=10**18 - 1)
    while not run.game.is_over:
        run.game.roll() if run.game.is_chance else run.game.play(run.game.moves()[0])
    assert run.next_game().seed == 0


@clause("18.2")
def test_series_from_positions_reads_back_too():
    run = series("18 players=2", A_WINS, B_WINS)
    again = Series.replay(run.record())
    assert again.scores == run.scores == {"A": 1, "B": 1}


@pytest.mark.parametrize(
    "text",
    ["", "18 players=2", "game 2\n18 players=2", "game 1\n18 players=2\ngame 2\n18 players=2", "game 1\n"],
)
@clause("18.2")
def test_series_bad_records(text):
    with pytest.raises(NotationError):
        Series.replay(text)


@clause("18.2")
def test_series_all_games_under_one_rule_set():
    with pytest.raises(NotationError):
        Series.replay(f"game 1\n18 players=2\n{A_WINS}\ngame 2\n19 players=2\n{B_WINS}")
