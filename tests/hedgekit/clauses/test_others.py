"""Claims that a row of a table cannot say: chances, series, what one player sees, reasons, errors of one kind.

Black squares: d1 g2 e3 f4 c5 h6.
"""

import pytest

from hedgekit import Clash, Game, Move, NotationError, Refusal, Series, replay, rules

from .support import after, at, clause, moves, refused, refused_by

# ---- black squares ---------------------------------------------------------------------------------------------------

REST = "home=A3A4B3B4"
NEXT = f"{REST} turn=B step=roll"


@clause("35.1")
def test_who_arrives_goes_one_rank_further():
    text = f"b5=B2 c1=A1 e4=A2 f6=B1 {REST} dice=1 turn=A step=forward"
    assert str(after("35 players=2", text, "c1-d1")) == f"b5=B2 e1=A1 e4=A2 f6=B1 {NEXT}"
    on = text.replace("e4=A2", "e1=A2")
    assert str(after("35 players=2", on, "c1-d1")) == f"b5=B2 e1=A2A1 f6=B1 {NEXT}", "on top of who stands there"
    assert str(after("0 players=2", text, "c1-d1")) == f"b5=B2 d1=A1 e4=A2 f6=B1 {NEXT}"
    game = at("35 players=2", text)
    assert [reason.clause for reason in game.because("c1-d1")] == ["0.8", "35.1"]
    game_reason = game.because("c1-d1")[1]
    game.play("c1-d1")
    assert game.told("en") == "A advances A1 from c1 to d1. A1 is now on e1. " + str(game_reason)


# ---- decisions -------------------------------------------------------------------------------------------------------


@clause("15+35", "15+37", "15+38")
@pytest.mark.parametrize("number", [35, 37, 38])
def test_15_where_nobody_rests_on_black_only_the_harder_form(number):
    with pytest.raises(Clash) as caught:
        rules(f"15+{number}")
    assert "15[form=last]" in str(caught.value)
    assert str(rules(f"15[form=last]+{number} players=3")) == f"15[form=last]+{number} players=3"


@clause("17+37", "17+38")
@pytest.mark.parametrize("number", ["37", "38", "38[lane=die]"])
def test_17_37_38_every_rank_can_be_passed(number):
    for walled in ("c1,c2,c3,c4,c5,c6", "c1,c2,c3,c4,c5,d6"):
        with pytest.raises(NotationError):
            rules(f"17[black={walled}]+{number}")
        assert rules(f"17[black={walled}]+35").players == 4
    open_one = rules(f"17[black=c1,c2,c3,c4,c5]+{number} players=2")
    assert str(open_one) == f"17[black=c1,c2,c3,c4,c5]+{number} players=2"


# ---- more decisions --------------------------------------------------------------------------------------------------


@clause("2-b")
def test_2_the_order_of_the_set_up():
    game = Game("2+6 players=2")
    steps = []
    for move in ("1", "2", "5", "6"):
        steps.append((game.turn, game.step))
        game.play(move)
    assert steps == [("A", "secret"), ("B", "secret"), ("A", "keep"), ("B", "keep")]
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 kept=A5B6 secret=A1B2 turn=A step=place"
    cards = Game("2+7+23 players=2")
    cards.play("1")
    cards.play("2")
    assert str(cards) == "hand=A1A2A3A4B1B2B3B4 secret=A1B2 turn=A step=shuffle"
    cards.play("deck=123456123456*")
    assert str(cards) == "hand=A1A2A3A4B1B2B3B4 deck=123456123456* secret=A1B2 turn=A step=lane"
    cards.play("4")
    assert str(cards) == "a4=A1 hand=A2A3A4B1B2B3B4 deck=123456123456* secret=A1B2 turn=B step=lane"
    assert cards.to_text(eyes="B") == "a4=A1 hand=A2A3A4B1B2B3B4 secret=B2 turn=B step=lane", "no deck either"


@clause("14+23")
def test_14_23_a_lane_topped_by_a_carrier_is_rolled_again():
    text = "a1=A1B1 a2=A2A4 a3=B2 a4=A3B3 hand=B4 carrier=A4 turn=B step=lane"
    game = at("14+23 players=2", text)
    assert [(str(move), move.probability) for move in game.moves()] == [(str(n), 1 / 5) for n in (1, 3, 4, 5, 6)]
    with pytest.raises(Exception, match="2 cannot come up now"):
        game.play("2")
    game.play("3")
    assert str(game) == "a1=A1B1 a2=A2A4 a3=B2B4 a4=A3B3 carrier=A4B4 turn=A step=roll"
    three = "a1=A1A5 a2=B1B5 a3=A2B2 a4=A6B6 a5=B3A3 a6=B7B8 hand=A4A7A8B4 carrier=B8 turn=A step=lane"
    assert str(after("14+21+23 players=2", three, "1")).startswith("a1=A1A5A7 "), "A4 may not come yet"
    shut = after("14+23 players=2", "a2=A1A2A3 a3=B1B2B3 hand=A4B4 turn=A step=lane", "2")
    assert [str(move) for move in shut.moves()] == ["1", "3", "4", "5", "6"]


# ---- dice ------------------------------------------------------------------------------------------------------------


def texts(game):
    return sorted(str(move) for move in game.moves())


THREE = "b2=A1 b4=C1 b6=B1 c3=A2 d4=B2 e5=C2 home=A3A4B3B4C3C4"


@clause("16.1")
def test_the_first_rolls_a_die_for_each_player_and_takes_one():
    game = at("16 players=3", f"{THREE} turn=A step=roll")
    chances = {str(m): m.probability for m in game.moves()}
    assert len(chances) == 56
    assert (chances["2,2,2"], chances["2,2,4"], chances["2,4,6"]) == (1 / 216, 3 / 216, 6 / 216)
    game.play("2,4,4")
    assert str(game) == f"{THREE} pool=2,4,4 turn=A step=sideways", "pool, and never dice"
    game.play("-")
    assert texts(game) == ["b2-c2=2", "b4-c4=4", "d4-e4=4"], "equal dice are offered once"
    assert refused_by(game, "b6-c6=6").clause == "16.1"
    assert refused("16 players=3", f"{THREE} turn=A step=roll", "2,4").clause == "16.1"


# ---- moving ----------------------------------------------------------------------------------------------------------

ALL_COVERED = "c1=A1B1 d2=A2B2 home=A3A4B3B4 dice=1 turn=A step=sideways"


@clause("4.1")
def test_a_hedgehog_that_stays_where_it_is_does_not_climb():
    """A side-step to its own square is none, however many come along: only c1^ is the climb."""
    for text in ("c1-c1", "c1-c1*2", "c1-c1*9"):
        assert str(Move.parse(text)) == text
        assert refused("4 players=2", ALL_COVERED, text).text("en")
    no = refused("4 players=2", ALL_COVERED, "c1-c1")
    assert no.clause == "0.7"
    assert no.text("en") == "c1 is not beside c1: a side-step goes to the next lane on the same rank."
    assert str(Move.parse("c1-c1*1")) == "c1-c1"


PILE = "c4=A1B1A2C1A3 e1=B2 f5=C2 home=A4B3B4C3C4 dice=4 turn="


@clause("8-c")
def test_another_players_sandwich_is_no_block():
    text = f"{PILE}B step=forward"
    assert moves("8 players=3", text) == ["c4-d4"], "B may advance A3, and only A3"
    assert refused("8 players=3", text, "c4-d4*3").clause == "8.1"
    covered = refused("8 players=3", f"{PILE}C step=sideways", "c4-c3*2")
    assert (covered.clause, covered.reason.key) == ("8.1", "refusal.block"), "A3 lies on C1: no block of C's"


CROWD = "b5=B3 c2=A1B1 d1=B2 e6=A2 home=A3A4B4 dice=1 turn=A step=sideways"


@clause("11.1")
def test_only_the_condition_of_ownership_falls():
    assert refused("11 players=2", CROWD, "d1-d2").clause == "0.9", "B2 is held: B3 is behind"
    assert refused("11 players=2", CROWD, "b5-b3").clause == "0.7"
    assert refused("0 players=2", CROWD, "b5-b4").clause == "0.7"
    foreign = at("11 players=2", CROWD).because("b5-b4")[0]
    assert foreign.clause == "11.1"


# ---- pieces ----------------------------------------------------------------------------------------------------------


@clause("28.2")
def test_28_bad_company():
    for other in (15, 39, 40):
        with pytest.raises(Clash):
            rules(f"28+{other}")
        with pytest.raises(Clash):
            rules(f"26+{other}")
    assert rules("26+28").advice


# ---- protest ---------------------------------------------------------------------------------------------------------


def marched(rules, squares, number, then, rest=REST, move="-"):
    """Play the failed advance of A from these squares; the squares and fields that follow must be those."""
    text = f"{squares} {rest} dice={number} turn=A step=forward"
    assert move in moves(rules, text)
    game = after(rules, text, move)
    assert str(game) == then
    return game


@clause("27+38", "38[lane=die]")
def test_38_with_rolled_lanes_the_others_wait():
    rules = "27+38[lane=die] players=2"
    game = marched(rules, "b5=B2 c1=A1B1 e4=A2", 3, f"c5=B2 f4=A2 {REST} slip=A1B1 turn=A step=lane")
    assert [str(m) for m in game.moves()] == ["1", "2", "3", "4", "5", "6"]
    assert game.prompt("en") == "A: roll the lane to which A1 and B1 slip."
    game.play("3")
    assert str(game) == f"a3=A1B1 c5=B2 {REST} slip=A2 turn=A step=lane", "lane 4 before lane 5"
    assert game.prompt("en") == "A: roll the lane to which A2 slips."
    game.play("3")
    assert str(game) == f"a3=A1B1A2 {REST} slip=B2 turn=A step=lane"
    game.play("1")
    assert str(game) == f"a1=B2 a3=A1B1A2 {NEXT}"
    two = "17[black=c1,e1]+27+38[lane=die] players=2"
    marched(two, "b1=B1 c4=B2 d1=A1 e5=A2", 3, f"c1=B1 d4=B2 f5=A2 {REST} slip=A1 turn=A step=lane")


# ---- track -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closing", [37, 38])
@pytest.mark.parametrize(
    ("black", "open_"),
    [
        ("d1,d2,d3,d4,d5,d6", False),  # a wall
        ("d1,d2,d3,d4,d5", True),
        ("c1,c2,c3,d4,d5,d6", False),  # c4 to c6 lead only into d4 to d6
        ("c1,c2,c3,d4,d5", True),
        ("c1,c2,c4,c5,c6,d3,d2", False),  # through c3 only into d3
        ("c1,c2,c3,c4,c5,d6,d5", False),
        ("", True),
    ],
)
@clause("17+37", "17+38")
def test_17_a_layout_that_walls_off_a_rank_is_refused_where_nobody_can_stand_on_it(closing, black, open_):
    text = f"17[black={black}]+{closing} players=2"
    if open_:
        assert str(rules(text)) == text
    else:
        with pytest.raises(ValueError, match="rank"):
            rules(text)
    assert rules(f"17[black={black}] players=2")
    assert rules(f"17[black={black}]+39 players=2"), "a rank of holes is allowed: the last survivor wins"


@clause("17+37")
def test_17_the_tube_may_open_a_layout():
    black = "c2,c3,c4,c5,d1,d2,d3,d4"  # open on c: 1 and 6; on d: 5 and 6.  c1 leads nowhere but round the tube
    assert rules(f"17[black={black}]+37 players=2"), "one may side-step on the start line to lane 6 all the same"
    shut = "c1,c2,c3,c4,c5,d2,d3,d4,d5,d6"  # from c6 only into d6; d1 is open, and c1 not
    with pytest.raises(ValueError, match="rank"):
        rules(f"17[black={shut}]+37 players=2")
    with pytest.raises(ValueError, match="rank"):
        rules(f"9+17[black={shut}]+37 players=2")


@clause("34.1", "34-a", "34-d")
def test_34_every_other_player_starts_on_rank_i():
    game = at("34 players=4", "hand=A1A2A3A4B1B2B3B4C1C2C3C4D1D2D3D4 turn=A step=place")
    seen = []
    for move in ("a1", "i1", "a2", "i2"):
        seen.append((game.turn, sorted(map(str, game.moves()))))
        game.play(move)
    assert seen == [
        ("A", ["a1", "a2", "a3", "a4", "a5", "a6"]),
        ("B", ["i1", "i2", "i3", "i4", "i5", "i6"]),
        ("C", ["a2", "a3", "a4", "a5", "a6"]),
        ("D", ["i2", "i3", "i4", "i5", "i6"]),
    ], "flat on each line for itself"
    assert refused_by(game, "i3").clause in ("0.2", "34.1")


@clause("34.1", "29+34")
def test_34_wants_an_even_number():
    assert str(rules("34")) == "34 players=4"
    assert str(rules("29+34")) == "29+34 players=8"
    for odd in ("34 players=3", "34 players=5", "29+34 players=7", "29+34 players=9"):
        with pytest.raises(ValueError, match="cannot be played by"):
            rules(odd)
    assert str(rules("25+34")) == "25+34 players=4"
    assert str(rules("21+34")) == "21+34 players=2"
    with pytest.raises(Clash):
        rules("21+25+34")


# ---- fundamental -----------------------------------------------------------------------------------------------------


@clause("14.1", "14.2", "14-d")
def test_14_the_last_to_be_placed_carries_the_apple():
    text = "a1=A1 a2=B1 a3=A2 a4=B2 a5=A3 a6=B3 hand=A4B4 turn=A step=place"
    game = after("14 players=2", text, "a2")
    assert str(game) == "a1=A1 a2=B1A4 a3=A2 a4=B2 a5=A3 a6=B3 hand=B4 carrier=A4 turn=B step=place"
    assert game.to_text(eyes="B") == str(game), "everybody sees it"
    game.play("a1")
    assert str(game) == "a1=A1B4 a2=B1A4 a3=A2 a4=B2 a5=A3 a6=B3 carrier=A4B4 turn=A step=roll"
    early = after("14 players=2", "hand=A1A2A3A4B1B2B3B4 turn=A step=place", "a1", "a2")
    assert str(early) == "a1=A1 a2=B1 hand=A2A3A4B2B3B4 turn=A step=place"


@clause("14.2")
def test_14_no_more_carriers_than_lanes():
    assert str(rules("14 players=6")) == "14 players=6"
    assert str(rules("1+14 players=5")) == "1+14 players=5"
    for many in ("1+14 players=6", "14+21 players=4"):
        with pytest.raises(ValueError, match="cannot be played by"):
            rules(many)
    assert str(rules("14+21 players=3")) == "14+21 players=3"
    with pytest.raises(ValueError, match="cannot be played by"):
        rules("1+14+21 players=3")
    for other in (15, 29, 39, 40):
        with pytest.raises(Clash):
            rules(f"14+{other}")


@clause("15[form=first]", "15[form=last]")
def test_15_company():
    for other in (35, 37, 38):
        with pytest.raises(Clash) as clash:
            rules(f"15+{other}")
        assert "15[form=last]" in str(clash.value)
        assert str(rules(f"15[form=last]+{other}")) == f"15[form=last]+{other} players=4"
    for other in (2, 14, 21, 26, 28, 39, 40):
        with pytest.raises(Clash):
            rules(f"15[form=last]+{other}")
    assert str(rules("15[form=first]")) == "15 players=4"


@clause("40.1", "40-a")
def test_40_in_turn_each_flicks_one_not_yet_played():
    game = Game("40 players=2")
    assert (str(game), game.step, game.turn) == ("hand=A1A2A3A4B1B2B3B4 turn=A step=flick", "flick", "A")
    assert game.moves()
    assert not game.is_chance
    game.play("A1@0,3>0*0.3")
    assert game.turn == "B"
    assert game.why("A2@0,3>0*0.3").clause == "40.1"
    lying = Game.from_text("40 players=2", "A1=4,3 B1=6,1 hand=A2A3A4B2B3B4 turn=A step=flick")
    assert lying.why("A1@0,3>0*0.3").clause == "40.1", "one not yet played comes first"
    assert lying.why("A2@1,3>0*0.3").clause == "40.1", "from the edge"
    assert lying.why("A2@0,3>0*0.3") is None
    all_played = Game.from_text("40 players=2", "A1=4,3 A2=1,1 B1=6,1 hand=B2B3B4 out=A3A4 turn=A step=flick")
    assert all_played.why("A1@0,3>0*0.3") is None, "afterwards one of those on the board"
    assert all_played.why("A3@0,3>0*0.3").clause == "40.2", "out for good"
    with pytest.raises(Refusal):
        all_played.play("A3@0,3>0*0.3")


@clause("40.2", "40.3")
def test_40_whoever_leaves_is_out_ones_own_too():
    game = Game("40 players=2")
    game.play("A1@0,3>180*1")
    assert "out=A1" in str(game).split(), "flicked straight off the board"
    soft = Game("40 players=2")
    soft.play("A1@0,3>0*0")
    assert str(soft) == "A1=0,3 hand=A2A3A4B1B2B3B4 quiet=1 turn=B step=flick", (
        "across the edge, centre inside: it stays"
    )


@clause("40.4", "40-b")
def test_40_the_owner_of_the_last_one_wins():
    last = Game.from_text("40 players=2", "A1=4,3 B1=0,3 out=A2A3A4B2B3B4 turn=B step=flick")
    last.play("B1@0,1>180*1")
    assert (last.is_over, last.winners, last.moves()) == (True, ("A",), [])
    assert last.why("A1@0,3>0*1").clause == "40.4"
    assert last.points() == {}
    early = Game.from_text("40 players=2", "A1=4,3 B1=0,3 out=A2A3A4B2B3 hand=B4 turn=B step=flick")
    early.play("B4@0,1>180*1")
    assert not early.is_over


@clause("40.1")
def test_40_records_and_company():
    game = Game("40 players=3", seed=5)
    for move in ("A1@0,3>0*0.3", "B1@9,3>180*0.3", "C1@4.5,0>90*0.2"):
        game.play(move)
    again = replay(game.record())
    assert (str(again), again.record()) == (str(game), game.record())
    assert game.record().splitlines()[:2] == ["40 players=3", "seed=5"]
    assert str(rules("29+40")) == "29+40 players=7"
    for other in (1, 9, 14, 18, 25, 34):
        with pytest.raises(Clash):
            rules(f"{other}+40")


@clause("40.4", "24.1")
def test_40_a_tennis_match_of_carrom():
    won = "game {}\n24+40 players=2\nA1=4,3 out=A2A3A4B1B2B3B4 over=A\n"
    run = Series.replay("".join(won.format(n) for n in range(1, 7)))
    assert (run.scores, run.is_over) == ({"A": 1, "B": 0}, False)
    assert (run.next_game().turn, run.game.step) == ("A", "flick")
    run.game.play("A1@0,3>0*0.3")
    assert Series.replay(run.record()).record() == run.record()
    fresh = Series("24+40")
    assert str(fresh.rules) == "24+40 players=2"
