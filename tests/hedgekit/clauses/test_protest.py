"""27, the protest: alone, and with those that decide what becomes of the marchers.  Black: d1 g2 e3 f4 c5 h6."""

from .support import after, at, clause, moves, refused

REST = "home=A3A4B3B4"
NEXT = f"{REST} turn=B step=roll"


def marched(rules, squares, number, then, rest=REST, move="-"):
    """Play the failed advance of A from these squares; the squares and fields that follow must be those."""
    text = f"{squares} {rest} dice={number} turn=A step=forward"
    assert move in moves(rules, text)
    game = after(rules, text, move)
    assert str(game) == then
    return game


# ---- alone -----------------------------------------------------------------------------------------------------------

CROWD = "b2=B2 f5=A2 g4=B1 h1=A1"


@clause("27.1", "27-b", "27[held=march]")
def test_a_failed_advance_makes_everybody_march():
    game = marched("27 players=2", CROWD, 6, f"c2=B2 g5=A2 h1=A1 h4=B1 {NEXT}")
    assert game.told("en") == "Everybody marches: 3 hedgehogs advance."
    assert game.told("fr") == "Tout le monde défile : 3 hérissons avancent."
    marched("0 players=2", CROWD, 6, f"{CROWD} {NEXT}")


@clause("27.1")
def test_where_a_hedgehog_can_advance_nobody_marches():
    text = f"{CROWD} {REST} dice=4 turn=A step=forward"
    assert moves("27 players=2", text) == ["g4-h4"]
    assert refused("27 players=2", text, "-").clause == "0.8"
    assert str(after("27 players=2", text, "g4-h4")) == f"b2=B2 f5=A2 h1=A1 h4=B1 {NEXT}"


@clause("27-b")
def test_any_reason_will_do():
    marched("27 players=2", "b5=B2 d1=A1 e4=A2 f6=B1", 1, f"c5=B2 e1=A1 f4=A2 g6=B1 {NEXT}")  # held
    text = f"b2=A1 c4=A2 d6=B1 e5=B2 {REST} dice=2 turn=A step=sideways"
    assert str(after("27 players=2", text, "b2-b3", "-")) == f"c3=A1 d4=A2 e6=B1 f5=B2 {NEXT}"  # emptied lane


@clause("27-a", "27[held=march]", "27[held=stay]")
def test_held_and_covered_pieces_march_unless_the_held_stay():
    held = "c2=B2 e3=A1B1 f6=A2"
    marched("27 players=2", held, 1, f"d2=B2 f3=A1B1 g6=A2 {NEXT}")
    marched("27[held=stay] players=2", held, 1, f"d2=B2 e3=A1B1 g6=A2 {NEXT}")
    behind = "d3=B2 e3=A1B1 f6=A2"
    marched("27 players=2", behind, 1, f"e3=B2 f3=A1B1 g6=A2 {NEXT}")
    marched("27[held=stay] players=2", behind, 1, f"e3=A1B1B2 g6=A2 {NEXT}")


@clause("27[held=stay]")
def test_released_pieces_do_not_stay():
    released = "e3=A1B1 f6=A2 g1=B2"
    marched("27[held=stay] players=2", released, 2, f"f3=A1B1 g6=A2 h1=B2 {NEXT}")


@clause("27-c", "27.1")
def test_all_at_once_and_only_rank_h_is_landed_on():
    marched("27 players=2", "f2=A1 g2=B1A2 h2=B2", 5, f"g2=A1 h2=B2B1A2 {NEXT}")


@clause("27.1")
def test_nobody_arrives_by_a_protest():
    game = marched("27 players=2", "h1=A1 h2=B1 h3=B2 h5=A2", 4, f"h1=A1 h2=B1 h3=B2 h5=A2 {NEXT}")
    assert game.told("en") == "Nothing advances."


@clause("27.1")
def test_one_marcher_in_words():
    game = marched("27 players=2", "c4=B2 h1=A1 h2=B1 h5=A2", 3, f"d4=B2 h1=A1 h2=B1 h5=A2 {NEXT}")
    assert game.told("en") == "Everybody marches: one hedgehog advances."
    assert game.told("fr") == "Tout le monde défile : un hérisson avance."


@clause("27-d", "5+27")
def test_each_failed_advance_is_a_protest_of_its_own():
    text = f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} dice=1,3 turn=A step=forward"
    game = after("5+27 players=2", text, "-=3")
    assert str(game) == f"c2=A1 d4=A2 e6=B1 g5=B2 {REST} dice=1 turn=A step=sideways"
    game = after("5+27 players=2", text, "-=3", "-", "-=1")
    assert str(game) == f"d2=A1 e4=A2 f6=B1 h5=B2 {NEXT}"
    able = f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} dice=2,3 turn=A step=forward"
    assert str(after("5+27 players=2", able, "-=3")).startswith("c2=A1 d4=A2 e6=B1 g5=B2 "), (
        "the 2 could have been used"
    )


@clause("27.1", "6+27", "16+27")
def test_to_use_up_a_number_that_allows_nothing_is_a_failed_advance():
    kept = f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} kept=B5 dice=2,3 turn=A step=forward"
    assert str(after("6+27 players=2", kept, "-=3")) == f"c2=A1 d4=A2 e6=B1 g5=B2 {REST} kept=A2B5 turn=B step=roll"
    pool = f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} pool=2,3 turn=A step=forward"
    assert str(after("16+27 players=2", pool, "-=3")) == f"c2=A1 d4=A2 e6=B1 g5=B2 {REST} pool=2 turn=B step=sideways"


@clause("1+27")
def test_to_pass_by_an_option_is_no_failed_advance():
    may = "1[six=may]+27 players=2"
    text = f"b2=A1 c5=A2B1 d1=B2 {REST} dice=6 turn=A step=forward"
    assert str(after(may, text, "-")) == f"b2=A1 c5=A2B1 d1=B2 {NEXT}"
    excluded = f"b2=A1 c5=A2B1 d1=B2 {REST} moved=A1 dice=6 turn=A step=forward"
    assert moves(may, excluded) == ["-"], "A1 may not use the 6, the others are held"
    assert str(after(may, excluded, "-")) == f"c2=A1 d5=A2B1 e1=B2 {NEXT}", "now nothing can advance"


@clause("7+27")
def test_a_forfeited_turn_is_no_protest():
    text = f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} deck=351624615342* turn=A step=joker"
    game = after("7[again=turn]+27 players=2", text, "again", "-")
    assert str(game) == f"b2=A1 c4=A2 d6=B1 f5=B2 {REST} deck=351624615342* turn=A step=announce"


# ---- with others -----------------------------------------------------------------------------------------------------


@clause("12+27")
def test_12_where_one_can_enter_nobody_marches():
    text = "b2=A1 d6=B1 f5=B2 home=A3A4B4 hand=A2B3 dice=3 turn=A step=forward"
    assert moves("12+27 players=2", text) == ["@a3"]
    assert moves("12[enter=may]+27 players=2", text) == ["-", "@a3"]
    assert str(after("12[enter=may]+27 players=2", text, "-")) == (
        "b2=A1 d6=B1 f5=B2 home=A3A4B4 hand=A2B3 turn=B step=roll"
    ), "passing by the option is no protest"
    both = "b2=A1 c4=A2 d6=B1 f5=B2 home=A3A4B4 hand=B3 dice=3 turn=A step=forward"
    assert str(after("12+27 players=2", both, "-")) == (
        "c2=A1 d4=A2 e6=B1 g5=B2 home=A3A4B4 hand=B3 turn=B step=roll"
    ), "A has no reserve: neither is possible"


@clause("13+27")
def test_13_marchers_stack_on_rank_h():
    marched("13+27 players=2", "f1=A2 g1=A1 h1=B1 h5=B2", 6, f"g1=A2 h1=B1A1 h5=B2 {NEXT}")


@clause("14+27")
def test_14_a_marcher_stays_before_a_carrier():
    carriers = "home=A3A4B2B3 carrier=A4B4"
    then = "d5=B1 g1=A1A2 h1=B4 home=A3A4B2B3 carrier=A4B4 turn=B step=roll"
    marched("14+27 players=2", "c5=B1 f1=A2 g1=A1 h1=B4", 3, then, carriers)
    # the carrier on g1 stays, so does who would land on it; e1 lands on the one who stayed
    both = "home=A3B2B3 carrier=A4B4"
    then = "d5=B1 f1=A1A2 g1=A4 h1=B4 home=A3B2B3 carrier=A4B4 turn=B step=roll"
    marched("14+27 players=2", "c5=B1 e1=A2 f1=A1 g1=A4 h1=B4", 3, then, both)
    # carriers march like all others, and a carrier may land on rank h
    then = "d5=B1 g1=A2 h1=A1B4 home=A3A4B2B3 carrier=A4B4 turn=B step=roll"
    marched("14+27 players=2", "c5=B1 f1=A2 g1=B4 h1=A1", 3, then, carriers)


@clause("27+33")
def test_33_each_its_own_way():
    rules = "27+33 players=2"
    marched(rules, "c2=A1B1' e4=A2 f6=B2", 5, f"b2=B1' d2=A1 f4=A2 g6=B2 {NEXT}")  # mixed stacks split
    marched(rules, "c2=A1 e2=B1' f4=A2 f6=B2", 5, f"d2=A1B1' g4=A2 g6=B2 {NEXT}")  # outbound below
    marched(rules, "c2=A1 d2=B1' f4=A2 f6=B2", 5, f"c2=B1' d2=A1 g4=A2 g6=B2 {NEXT}")  # they pass each other
    marched(rules, "c2=B2A1B1'A2' e4=B3", 5, "b2=B1'A2' d2=B2A1 f4=B3 home=A3A4B4 turn=B step=roll", "home=A3A4B4")


@clause("27+33")
def test_33_exempt_is_the_last_step_before_home():
    rules = "27+33 players=2"
    marched(rules, "a1=B1 b1=A1' c1=A2' h3=B2", 5, f"b1=A1'B1A2' i3=B2' {NEXT}")  # before the turn one does march
    marched(rules, "b1=A1' b2=A2 h3=B2' i4=B1'", 5, f"b1=A1' c2=A2 g3=B2' h4=B1' {NEXT}")


@clause("27+34")
def test_34_each_its_own_way():
    rules = "27+34 players=2"
    marched(rules, "b3=B1 c4=A1 g5=B2 h6=A2", 1, f"b3=B1 d4=A1 f5=B2 h6=A2 {NEXT}")
    marched(rules, "b4=A1 d4=B1 g5=B2 h6=A2", 1, f"c4=A1B1 f5=B2 h6=A2 {NEXT}")  # A's way lands below
    marched(rules, "h1=B1A1 h2=A2 i3=B2", 4, f"g1=B1 h1=A1 h2=A2 h3=B2 {NEXT}")


@clause("27+35")
def test_35_marchers_bounce():
    game = marched("27+35 players=2", "b1=B2 c1=A1 e1=B1 g6=A2", 3, "c1=B2 e1=A1 f1=B1 home=A2A3A4B3B4 over=A")
    assert game.winners == ("A",), "from g6 over h6 home"
    marched("27+35 players=2", "b1=B2 f2=A1A2 h2=B1", 5, f"c1=B2 h2=B1A1A2 {NEXT}")  # as a block, on top
    marched(
        "13+27+35 players=2", "b1=A2 c1=B2 f2=A1 h2=B1", 5, "c1=A2 e1=B2 h2=A1 home=A3A4B1B3B4 over=B"
    )  # a bounce pushes
    rest = "home=A3A4B3 carrier=A4B4"
    shut = marched(
        "14+27+35 players=2",
        "b1=B1 c4=B2 f2=A1A2 h2=B4",
        5,
        "c1=B1 d4=B2 f2=A1A2 h2=B4 home=A3A4B3 carrier=A4B4 turn=B step=roll",
        rest,
    )
    assert not shut.is_over, "a bounce onto a carrier does not exist: they stay"


@clause("27+36")
def test_36_a_stack_marches_into_a_pit():
    game = marched("27+36 players=2", "a6=B2 c1=A1B1 e3=A2", 2, f"b6=B2 d1=A1B1 f3=A2 {NEXT}")
    for move in ("1", "-"):
        game.play(move)
    assert [str(m) for m in game.moves()] == ["d1-e1"], "B1 is free above the pit"
    game.play("d1-e1")
    for move in ("1", "-"):
        game.play(move)
    assert [str(m) for m in game.moves()] == ["e1-f1"], "A1 is held in it"


@clause("27+37")
def test_37_marchers_before_concrete_stay():
    marched("27+37 players=2", "b1=B1 c1=A1 e5=A2 f6=B2", 3, f"c1=A1B1 f5=A2 g6=B2 {NEXT}")
    marched("27+37 players=2", "a1=B2 b1=B1 c1=A1 e5=A2", 3, f"b1=B2 c1=A1B1 f5=A2 {NEXT}")


@clause("27+38")
def test_38_marchers_slip():
    marched("27+38 players=2", "b5=B2 c1=A1B1 e4=A2", 3, f"a1=A1B1 a4=A2 a5=B2 {NEXT}")
    marched("27+38 players=2", "a1=B2 c1=A1B1 e5=A2", 3, f"a1=A1B1 b1=B2 f5=A2 {NEXT}")  # he left a1 before
    two = "17[black=c1,e1]+27+38 players=2"
    marched(two, "b1=B1 c4=B2 d1=A1 e5=A2", 3, f"a1=A1B1 d4=B2 f5=A2 {NEXT}")  # the one further on first


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


@clause("27+39")
def test_39_marchers_fall():
    rest = "out=A2A3A4B3B4"
    marched("27+39 players=2", "b5=B2 c1=A1 e2=B1", 3, "f2=B1 out=A1A2A3A4B2B3B4 gone=A over=B", rest)
    draw = "out=A2A3A4B2B3B4"
    game = marched("27+39 players=2", "b5=B1 c1=A1", 3, "out=A1A2A3A4B1B2B3B4 gone=AB over=draw", draw)
    assert (game.is_over, game.winners) == (True, ())
    some = "out=A3A4B3B4"
    marched("27+39 players=2", "b5=B2 c1=A1 c3=A2 e2=B1", 6, "d3=A2 f2=B1 out=A1A3A4B2B3B4 turn=B step=roll", some)


@clause("27+33")
def test_a_protest_that_moves_something_keeps_a_position_alive():
    text = f"e3=A1 f3=B1' f4=B2 g2=A2 {REST} dice=3 turn=A step=forward"
    assert str(after("33 players=2", text, "f3-e3")) == f"e3=A1B1' f4=B2 g2=A2 {REST} over=draw", "dead without 27"
    assert str(after("27+33 players=2", text, "f3-e3")) == f"e3=A1B1' f4=B2 g2=A2 {NEXT}"
    still = at("27+33 players=2", f"e3=A1B1' f4=B2 g2=A2 {REST} dice=3 turn=B step=forward")
    assert [str(m) for m in still.moves()] == ["-"]
    still.play("-")
    assert str(still) == f"d3=B1' f3=A1 g4=B2 h2=A2 {REST} turn=A step=roll"


# ---- who cannot land, and the order of what follows (settled.md) -----------------------------------------------------


@clause("14+27", "27+34")
def test_of_two_carriers_that_meet_player_as_lands():
    carriers = "home=A2A3B2B3 carrier=A4B4"
    rules = "14+27+34 players=2"
    then = f"d2=A4 e2=B4 f5=B1 g6=A1 {carriers} turn=B step=roll"
    marched(rules, "c2=A4 e2=B4 f6=A1 g5=B1", 1, then, carriers)
    then = f"c2=B4 d2=A4 f5=B1 g6=A1 {carriers} turn=B step=roll"
    marched(rules, "c2=A4 d2=B4 f6=A1 g5=B1", 1, then, carriers)  # they pass each other


@clause("27+37", "27+33")
def test_both_ways_before_concrete():
    marched("27+33+37 players=2", "b2=A2 c1=A1 e1=B1' f1=B2'", 3, f"c1=A1 c2=A2 e1=B1'B2' {NEXT}")


@clause("14+27", "27+38")
def test_one_who_stays_may_make_another_stay():
    carriers = "home=A2A3B2B3 carrier=A4B4"
    then = f"a1=A4 b1=B4' c1=A1 f5=B1 {carriers} turn=B step=roll"
    marched("14+27+33+38 players=2", "a1=A4 b1=B4' c1=A1 e5=B1", 3, then, carriers)
    free = f"a1=A1 b1=A4 f5=B1 h2=B4' {carriers} turn=B step=roll"
    marched("14+27+33+38 players=2", "a1=A4 c1=A1 e5=B1 i2=B4'", 3, free, carriers)


@clause("27+35", "27+33")
def test_those_who_meet_on_a_trampoline_bounce_apart():
    marched("27+33+35 players=2", "c1=A1 e1=B1' e4=A2 f6=B2", 3, f"c1=B1' e1=A1 g4=A2 g6=B2 {NEXT}")


@clause("27+38", "27+33")
def test_those_who_meet_where_it_is_slippery_slip_apart():
    marched("27+33+38 players=2", "c1=A1 e1=B1' e5=A2 f5=B2", 3, f"a1=A1 f5=A2 g5=B2 i1=B1' {NEXT}")
    die = "27+33+38[lane=die] players=2"
    game = marched(die, "c1=A1 e1=B1' e5=A2 f5=B2", 3, f"f5=A2 g5=B2 {REST} slip=A1B1' turn=A step=lane")
    game.play("2")
    assert str(game) == f"a2=A1 f5=A2 g5=B2 i2=B1' {NEXT}", "one roll, each to the start line of his own leg"


@clause("27+35", "3+27")
def test_of_two_who_bounce_home_the_lower_lane_is_first():
    rules = "3+17[black=h2,h6]+27+35 players=2"
    text = "b1=A3A4 b2=B3B4 c1=A2 c3=B2 g2=A1 g6=B1 dice=4 turn=A step=forward"
    assert str(after(rules, text, "-")) == ("c1=A3A4 c2=B3B4 d1=A2 d3=B2 home=B1 out=A1 doped=A1 turn=B step=roll")


@clause("13+14", "27+35")
def test_a_bounce_pushes_a_carrier():
    before = "c3=B2 f1=A2 f2=A1 h2=B4"
    then = "d3=B2 g1=A2 h2=A1 home=A3A4B1B3B4 carrier=A4B4 over=B"
    marched("13+14+27+35 players=2", before, 5, then, "home=A3A4B1B3 carrier=A4B4")  # as in any other move
    then = "d3=B2 f2=A1 g1=A2 h2=B4 home=A3A4B1B3 carrier=A4B4 turn=B step=roll"
    marched("14+27+35 players=2", before, 5, then, "home=A3A4B1B3 carrier=A4B4")


@clause("27+38", "27+33")
def test_a_part_slips_when_its_own_progress_says_whoever_lands_on_it():
    rules = "17[black=b6,f6]+27+33+38 players=2"
    then = f"a6=A2A1 b1=B2 i6=B1' {NEXT}"
    marched(rules, "a1=B2 a6=A1 c6=B1' e6=A2", 3, then)  # B1 does not make A1 the one further on


@clause("14+27", "27+35")
def test_nobody_bounces_over_a_carrier():
    carriers = "home=A1A2B1B2 carrier=A4B4"
    rules = "14+17[black=g6,h6]+27+33+35 players=2"
    then = f"d1=A3 e2=B3' f6=A4 i6=B4' {carriers} turn=B step=roll"
    marched(rules, "c1=A3 f2=B3' f6=A4 i6=B4'", 5, then, carriers)
