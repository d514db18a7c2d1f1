"""Carrom of the hedgehogs (variant 40): the table, the rules, the texts, the aiming player."""

import ast
import inspect
import math
from functools import partial

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import hedgekit
from hedgekit import RuleSet
from hedgekit.games.carrom import TABLE, AimingPlayer, Carrom, Flick, Motion, Position, Table, direction, replay, solver
from hedgekit.games.carrom.solver import angle_of, free_point, gap, overlap
from hedgekit.players.player import Player

from ..sample import examples
from .sisters import MILLION, angles, edge, games_of_carrom, strengths


def from_text(text, players=2):
    return Carrom.from_text(f"40 players={players}", text)


def least_gap(points):
    """Return the least gap between any two discs."""
    points = list(points)
    return min((gap(one, other) for i, one in enumerate(points) for other in points[:i]), default=1.0)


@st.composite
def flicks(draw, most=12):
    """Draw discs without overlap, and angle and strength of a flick of the first, at the edge, at another."""
    discs = [draw(edge)]
    for _ in range(draw(st.integers(0, most))):
        disc = draw(st.tuples(st.integers(0, 9 * MILLION), st.integers(0, 6 * MILLION)))
        if not any(overlap(disc, other) for other in discs):
            discs.append(disc)
    aimed = [angle_of(x - discs[0][0], y - discs[0][1]) for x, y in discs[1:]]
    return discs, draw(st.sampled_from(aimed) if aimed else angles), draw(strengths)


# ---- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("usual", [True, False], ids=["our table", "another"])
@given(flicks(), st.floats(0, 1), st.sampled_from([0.5, 4.0, 30.0]))
@examples(60)
def test_energy_never_grows_and_discs_never_overlap(usual, flick, restitution, friction):
    (discs, angle, strength), made = flick, TABLE if usual else Table(restitution=restitution, friction=friction)
    motion = Motion(discs, made)
    motion.push(0, angle, strength)
    energy = motion.energy()
    assert energy <= made.speed * made.speed / 2 * (1 + 1e-12)
    steps = 0
    while motion.sliding:
        motion.step()
        steps += 1
        assert motion.energy() <= energy * (1 + 1e-12), "friction and impacts only take energy"
        energy = motion.energy()
        there = zip(motion.x, motion.y, motion.gone, strict=True)
        space = least_gap((x * MILLION, y * MILLION) for x, y, gone in there if not gone) if usual else 0
        assert space > -1e-7, "moving: contacts too slow to count add up to less than a ten-millionth"
    assert steps <= made.speed / made.friction / made.step + 1, "friction stops everything in time"
    assert not motion.energy()
    places = [place for place in motion.places() if place is not None]
    assert least_gap(places) > -3e-6, "at rest: rounding may move a disc wedged between others"
    assert all(made.has(*place) for place in places)


def test_a_row_of_touching_discs_comes_to_rest():
    """Without bouncing, impacts in a row would never end: the table cuts them off."""
    for restitution in (0.0, 0.5, 0.9, 1.0):
        discs = [(0, 3 * MILLION)] + [(3 * MILLION + n * 800_000, 3 * MILLION) for n in range(6)]
        motion = Motion(discs, Table(restitution=restitution))
        motion.push(0, 0, MILLION)
        motion.run()
        places = motion.places()
        assert least_gap(place for place in places if place) > -3e-6
        assert (places[-1] is None) == (restitution > 0.8), "the last disc of the row leaves the table"


def test_a_head_on_impact_shares_speed_by_restitution():
    motion = Motion([(0, 3 * MILLION), (MILLION, 3 * MILLION)])
    motion.push(0, 0, MILLION)
    motion.step()
    speed = TABLE.speed - TABLE.friction * TABLE.step
    while not motion.vx[1]:
        speed = motion.vx[0]
        motion.step()
        speed -= TABLE.friction * TABLE.step
    assert motion.vx[1] == pytest.approx(speed * (1 + TABLE.restitution) / 2)
    assert motion.vx[0] == pytest.approx(speed * (1 - TABLE.restitution) / 2)
    assert motion.vy == [0, 0]


@pytest.mark.parametrize("strength", [0.1, 0.4, 0.6])
def test_a_single_disc_slides_until_friction_stops_it(strength):
    motion = Motion([(0, 3 * MILLION)])
    motion.push(0, 0, round(strength * MILLION))
    motion.run()
    far = (strength * TABLE.speed) ** 2 / (2 * TABLE.friction)
    assert motion.x[0] == pytest.approx(far, abs=strength * TABLE.speed * TABLE.step)


@given(angles)
@example(45 * MILLION)
@example(90 * MILLION)
@example(0)
def test_directions_are_sine_and_cosine(angle):
    x, y = direction(angle)
    assert x == pytest.approx(math.cos(math.radians(angle / MILLION)), abs=2e-15)
    assert y == pytest.approx(math.sin(math.radians(angle / MILLION)), abs=2e-15)
    assert x * x + y * y == pytest.approx(1, abs=1e-15)
    back = angle_of(round(x * 10**12), round(y * 10**12))
    assert min((back - angle) % (360 * MILLION), (angle - back) % (360 * MILLION)) <= 1


def test_right_angles_are_exact():
    assert [direction(quarter * 90 * MILLION) for quarter in range(4)] == [(1, 0), (0, 1), (-1, 0), (0, -1)]


def test_the_solver_uses_no_platform_dependent_rounding():
    tree = ast.parse(inspect.getsource(solver))
    taken = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "math"
        for name in node.names
    }
    assert taken == {"isqrt", "sqrt"}, "both are exact or correctly rounded everywhere"
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Pow), "powers of floats are the C library's"
        assert not isinstance(node, ast.Import), "nothing else is needed"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"sum", "pow"}, "sum adds floats differently since Python 3.12"


def test_golden_flicks():
    """The text is the same on every platform and Python; only the table's parameters may change it."""
    game = Carrom(players=3)
    for flick in (
        "A1@0,3>0*0.55",
        "B1@9,2.5>175*0.62",
        "C1@4.5,0>93.7*0.71",
        "A2@0.1,0>33.333333*0.9",
        "B2@0,6>324*0.66",
        "C2@9,6>213.5*0.8",
        "A3@9,0.7>160*0.87",
        "B3@2.2,6>281*1",
    ):
        game.play(flick)
    assert str(game) == GOLDEN
    assert game.trace.frames[-1].keys() == game.position.discs.keys()
    assert replay(game.record()).to_text() == GOLDEN


GOLDEN = (
    "A2=1.454613,1.752542 A3=4.749125,2.502987 B3=1.850042,3.846989 C1=8.734055,3.021562 C2=5.673185,3.810358 "
    "out=A1B1B2 hand=A4B4C3C4 turn=C step=flick"
)


def test_a_full_board_comes_to_rest():
    discs = [(0, 3 * MILLION)]
    for n in range(23):
        column, row = n % 5, n // 5
        discs.append((3_000_000 + column * 692_821, 1_200_000 + row * 800_000 + column % 2 * 400_000))
    for angle in range(-20, 20):
        motion = Motion(discs)
        motion.push(0, angle * MILLION, MILLION)
        motion.run()
        assert least_gap(place for place in motion.places() if place) > -3e-6


# ---- 40.1: flicks ----------------------------------------------------------------------------------------------------


def test_the_set_up():
    game = Carrom(players=2)
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 turn=A step=flick"
    assert (game.step, game.turn, game.is_chance, game.is_over, game.winners) == ("flick", "A", False, False, ())
    assert str(game.rules) == "40 players=2"
    assert Carrom().rules.players == 4
    assert str(Carrom(players=7).rules) == "29+40 players=7"
    assert Carrom(game.rules).rules == game.rules
    assert Carrom("29+40").rules.players == 7
    assert Carrom(40, players=3).rules.players == 3


def crowded_position():
    """Return a position with 20 discs along the edge, 1.5 apart: no point of it is 0.8 from all of them."""
    along = [(n * 1_500_000, y) for n in range(7) for y in (0, 6 * MILLION)]
    along += [(x, n * 1_500_000) for n in range(1, 4) for x in (0, 9 * MILLION)]
    pieces = [f"{player}{n}" for n in range(1, 5) for player in "ABCDEF"]
    return Position(
        dict(zip(pieces, along, strict=False)), hand=tuple(sorted(pieces[len(along) :])), turn="A", step="flick"
    )


def test_a_player_passes_only_if_the_edge_has_no_room():
    position = crowded_position()
    hand = position.hand
    game = from_text(str(Position(position.discs, hand=hand, turn=hand[0][0], step="flick")), 6)
    assert [str(flick) for flick in game.moves()] == ["-"]
    assert game.because("-")[0].clause == "40.1"
    assert "no room" in game.prompt()
    assert not game.trace.frames
    game.play("-")
    assert game.position.quiet == 1
    assert "passes" in game.narrate()
    assert game.turn == "D", "C's last disc is also in hand: each player with one in hand passes"
    game = from_text(str(Position(position.discs, hand=hand, turn="A", step="flick")), 6)
    assert all(flick.piece[0] == "A" for flick in game.moves()), "taking a disc up makes room"


@given(st.lists(st.tuples(st.integers(0, 9 * MILLION), st.sampled_from([0, 6 * MILLION, 400_000])), max_size=30))
@examples(50)
def test_room_at_the_edge_is_found_if_it_exists(discs):
    found = free_point(discs)
    if found:
        assert TABLE.at_edge(*found)
        assert not any(overlap(found, disc) for disc in discs)
    for n in range(0, 9 * MILLION + 1, 50_000):
        for point in ((n, 0), (n, 6 * MILLION), (0, min(n, 6 * MILLION)), (9 * MILLION, min(n, 6 * MILLION))):
            assert found or any(overlap(point, disc) for disc in discs)


def test_a_flick_is_listed_when_only_a_gap_is_left():
    position = crowded_position()
    discs = dict(position.discs)
    discs["A1"] = 3 * MILLION, 3 * MILLION  # the corner is free, unlike the usual points
    game = from_text(str(Position(discs, hand=position.hand, turn=position.hand[0][0], step="flick")), 6)
    assert game.moves()
    assert all(game.why(flick) is None for flick in game.moves())


# ---- 40.4: the end ---------------------------------------------------------------------------------------------------


def test_a_whole_quiet_game_ends():
    game = Carrom(players=2)
    for n in range(200):
        assert not game.is_over, n
        game.play(next(flick for flick in game.moves() if game.after(flick).out == ()))
    assert game.is_over
    assert game.position.over == "draw"


# ---- texts -----------------------------------------------------------------------------------------------------------


@given(games_of_carrom())
@examples(40)
def test_no_disc_is_lost_and_none_overlap(game):
    position = game.position
    assert sorted((*position.discs, *position.hand, *position.out)) == [
        f"{player}{n}" for player in "ABCDEF"[: game.rules.players] for n in range(1, 5)
    ], "none lost, none duplicated"
    assert all(TABLE.has(*place) for place in position.discs.values())
    assert least_gap(position.discs.values()) > -3e-6


@given(games_of_carrom())
@examples(30)
def test_the_trace_leads_from_the_flick_to_the_final_position(game):
    assume(game.ply)
    trace, (before, after) = game.trace, (game._history[-1][1], game.position)
    flick = Flick.parse(game.moves_played[-1])
    first, last = trace.frames[0], trace.frames[-1]
    assert first == {
        **{piece: before.at(piece) for piece in before.discs},
        flick.piece: (flick.x / MILLION, flick.y / MILLION),
    }
    assert last == {piece: after.at(piece) for piece in after.discs}
    for one, two in zip(trace.frames, trace.frames[1:], strict=False):
        assert set(two) <= set(one), "a disc that has left stays out"
        for piece in two:
            moved = math.dist(one[piece], two[piece])
            assert moved <= TABLE.speed * trace.step + 1e-5


@given(
    st.builds(
        Flick,
        st.sampled_from(["A1", "B4", "I2"]),
        st.integers(-999 * MILLION, 999 * MILLION),
        st.integers(-999 * MILLION, 999 * MILLION),
        st.integers(),
        strengths,
    )
    | st.just(Flick())
)
def test_flicks_print_and_read_back(flick):
    assert Flick.parse(str(flick)) == flick
    assert str(Flick.parse(f" {flick} ")) == str(flick)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("A1@0.000000,3.200>-45*0.50", "A1@0,3.2>315*0.5"),
        ("A1@-0,03>360*1.0", "A1@0,3>0*1"),
        ("A1@0,3>-0.000001*1", "A1@0,3>359.999999*1"),
        ("-", "-"),
    ],
)
def test_flicks_have_one_spelling(text, printed):
    assert str(Flick.parse(text)) == printed


OTHERS = ("0 players=2", "40 players=1", "40 players=7", "29+40 players=6", "4", "40+", "3+40", "", RuleSet())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        *((partial(Carrom, rules), None) for rules in OTHERS),
        *((partial(Carrom, players=number), None) for number in (1, 10, 2.0, "2", True)),
        (lambda: Carrom("40 players=3", players=2), "twice"),
        (lambda: Carrom(players=2, seed=-1), "seed"),
        (lambda: AimingPlayer(strength=0), "one flick at least"),
        (lambda: AimingPlayer(strength="x"), "one flick at least"),
        (lambda: Carrom(players=2).to_text(eyes="C"), "does not play"),
        (lambda: Carrom(players=2).roll(), r"nothing to roll.*40\.1"),
    ],
)
def test_invalid_calls_are_refused(call, message):
    with pytest.raises(hedgekit.HedgekitError, match=message) as caught:
        call()
    assert caught.value.text("fr") != caught.value.text("en")


# ---- players ---------------------------------------------------------------------------------------------------------


def played(players):
    game = Carrom(players=len(players))
    while not game.is_over:
        game.play(players[game.turn].choose(game))
    return game


@pytest.mark.parametrize("players", [2, 4, 6, 9])
def test_random_games_end(players):
    for seed in range(3):
        chooser = Player(seed=seed)
        game = played(dict.fromkeys("ABCDEFGHI"[:players], chooser))
        assert game.ply < 100 * players, "discs leave soon, and 200 quiet flicks end a game"


def test_aiming_beats_choosing_at_random():
    wins = 0
    for seed in range(12):
        aimer = "AB"[seed % 2]
        game = played({player: AimingPlayer(seed) if player == aimer else Player(seed=seed) for player in "AB"})
        wins += game.winners == (aimer,)
    assert wins >= 11, "of 12: by chance 3 times in 1000"


def test_aiming_longer_beats_aiming_shorter():
    wins = 0
    for seed in range(12):
        strong = "AB"[seed % 2]
        game = played({player: AimingPlayer(seed, strength=40 if player == strong else 2) for player in "AB"})
        wins += game.winners == (strong,)
    assert wins >= 10, "of 12: by chance 2 times in 100"


def test_an_aiming_player_is_reproducible():
    game = from_text("A1=4.5,3 B1=7,3 out=A3A4B3B4 hand=A2B2 turn=A step=flick")
    assert AimingPlayer(3).choose(game) == AimingPlayer(3).choose(game)
    assert game.after(AimingPlayer(3, strength=60).choose(game)).left("B") == 1, "B1 is easy to take"
