"""Rule sets, moves, positions and records of Hekla as text: they read back, and nonsense is refused by a sentence."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hedgekit
from hedgekit import HedgekitError, NotationError, Refusal
from hedgekit.games.hekla import LAYOUT, Game, Move, Position, Rules, replay, rules

from .positions import game, stand


@st.composite
def games(draw, plies=160):
    """A game in progress, by moves that score when they can, so that lines, lava and laps are seen."""
    here = Game(
        players=draw(st.integers(2, 4)), seed=draw(st.none() | st.integers(0, 9)), first=draw(st.sampled_from("AB"))
    )
    chooser = random.Random(draw(st.integers(0, 10**6)))
    for _ in range(draw(st.integers(0, plies))):
        if here.is_over:
            break
        moves = chooser.choices(here.moves(), k=12)
        here.play(max(moves, key=lambda move: (here.after(move).step == "score", sum(here.after(move).circles))))
    return here


@given(games())
@settings(max_examples=60, deadline=None)
def test_positions_moves_and_records_read_back(here):
    text = str(here)
    assert str(Position.parse(text)) == text
    assert Position.parse(text) == here.position
    again = Game.from_text(here.rules, text)
    assert (str(again), again.moves()) == (text, here.moves())
    for move in here.moves():
        assert Move.parse(str(move)) == move
        assert here.why(str(move)) is None
        assert here.because(move)[0].text("fr")
    assert replay(here.record()).record() == here.record()
    assert hedgekit.replay(here.record()).to_text() == text
    assert here.prompt("fr") != here.prompt("en")
    assert bool(here.told("fr")) == bool(here.ply)


@given(games(), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_not_listed_is_refused_and_what_is_listed_is_not(here, data):
    """Any move made of squares, circles and stones of this game, against the list."""
    square = st.sampled_from(LAYOUT.squares)
    piece = st.sampled_from(here.rules.volcanoes)
    circle = st.integers(0, 70).map(LAYOUT.circle_name)
    move = data.draw(
        st.one_of(
            st.builds(lambda p, s: f"{p}@{s}", piece, square),
            st.builds(lambda p, s, t: f"{p}@{s}-{t}", piece, square, square),
            st.builds(lambda p, q: f"{p}-{q}", circle, circle),
            st.sampled_from(LAYOUT.lines).map("+".join),
            st.just("-"),
        )
    )
    listed = move in {str(legal) for legal in here.moves()}
    no = here.why(move)
    assert listed == (no is None)
    if no:
        assert no.clause.startswith("hekla.")
        assert no.text("en")
        assert no.text("fr")


@given(games())
@settings(max_examples=40, deadline=None)
def test_stones_circles_and_undo(here):
    position = here.position
    stones = [stone for there in position.stacks.values() for stone in there]
    assert len(stones) + len(position.hand) + len(position.lava) == len(here.rules.volcanoes) + 20, "no stone is lost"
    assert all(1 <= len(there) <= 2 for there in position.stacks.values())
    texts = []
    while here.ply:
        before = str(here)
        texts.append((here.undo(), before))
    for move, after in reversed(texts):
        here.play(move)
        assert str(here) == after


@given(st.text(max_size=30) | st.text("A3@b2-c+p1 0L=turnsephad,", max_size=30))
@settings(max_examples=120, deadline=None)
def test_arbitrary_text_raises_notation_errors_only(text):
    for read in (rules, Position.parse, Move.parse, replay, lambda text: Game.from_text("hekla", text)):
        try:
            read(text)
        except NotationError as error:
            assert error.text("fr")
            assert error.place is None or 0 <= error.place <= len(error.source)


@given(st.text("A3@b2-c+p1 0L", max_size=16))
@settings(max_examples=80, deadline=None)
def test_a_game_survives_any_move(text):
    here = game("c3=A1B2 c4=L0 b2=A3 p12=A")
    before = str(here), here.record()
    if text.strip() in {str(move) for move in here.moves()}:
        return
    with pytest.raises(HedgekitError) as caught:
        here.play(text)
    assert caught.value.text("fr")
    assert (str(here), here.record()) == before


def test_the_grammar():
    for text, move in {
        "A3@b2": Move("A3", "", "b2"),
        "A3@b2-c2": Move("A3", "b2", "c2"),
        "p25-p12": Move("", "p25", "p12"),
        "p18+1-p39": Move("", "p18+1", "p39"),
        "b4+b2+b3": Move(line=("b2", "b3", "b4")),
        " - ": Move(),
    }.items():
        assert Move.parse(text) == move
        assert Move.parse(str(move)) == move
    assert Move.parse(Move("A3", "", "b2")) == Move("A3", "", "b2")
    assert (Move().is_pass, Move("A3", "", "b2").is_pass, str(Move())) == (True, False, "-")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("A3", 0),
        ("A3@", 0),
        ("A3@b2-", 5),
        ("A3@b2-c22", 8),
        ("b2+b3", 0),
        ("p1", 0),
        ("-x", 1),
        ("a" * 50, 40),
    ],
)
def test_moves_that_are_none(text, place):
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    assert caught.value.place == place
    with pytest.raises(NotationError):
        Move.parse(None)


def test_rule_sets():
    assert str(rules("hekla")) == "hekla players=4"
    assert str(rules("hekla", 2)) == str(rules("hekla players=2")) == str(Rules.read(players=2))
    assert Game().rules.players == 4
    assert hedgekit.game_of("hekla players=3") is Game
    for text in ("hekla players=5", "hekla players=1", "hekla[edge=any]", "hekla players=3 more", "heckla", "0", ""):
        with pytest.raises(NotationError):
            rules(text)


STANDS = stand("c3=A1B2 c4=L0 b2=A3 p12=A")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("c3=A1B2", "c3=A1A1"), "A1 is there more often"),
        (("c3=A1B2", "c3=A1"), "nowhere: B2"),
        (("c3=A1B2", "c3=A1B2C3"), "2 places"),
        (("c3=A1B2", "c3=A1B"), "A stone such as"),
        (("c3=A1B2", "c3="), "has no value"),
        (("c3=A1B2", "c7=A1B2"), "neither a place"),
        (("c3=A1B2", "a1=A1B2"), "neither a place"),
        (("b2=A3", "b2=A7"), "no volcano A7"),
        (("b2=A3", "b2=Z3"), "no volcano Z3"),
        (("c4=L0", "c4=L1"), "those without grooves"),
        (("c4=L0", "c4=L2"), "those without grooves"),
        (("c4=L0", "b1=L0"), "middle of no line"),
        (("p12=A", "p12=B"), "B stands on two"),
        (("p12=A", "p12=E"), "A is nowhere"),
        (("p12=A", "p12=1"), "letter was expected"),
        (("p12=A ", ""), "A is nowhere"),
        (("p0=BCD", "p0=BC"), "3 vulcanologists"),
        (("p12=A", "p40=A"), "neither a place"),
        (("p12=A", "p30+99=A"), "as far as"),
        (("turn=A", "turn=E"), "no player E"),
        (("turn=A ", ""), "nobody's turn"),
        (("step=play", "step=roll"), "no step roll"),
        (("step=play", "step=score"), "two lines or more"),
        (("step=play", "lines=b2+b3+b4 step=play"), "cannot be scored|two lines or more"),
        (("step=play", "lines=b2+c3 step=play"), "not a line of this board"),
        (("step=play", "quiet=0 step=play"), "does not count turns"),
        (("step=play", "quiet=200 step=play"), "200 quiet turns"),
        (("step=play", "quiet=201 step=play"), "does not count turns"),
        (("turn=A step=play", "over=A"), "not over"),
        (("turn=A step=play", "over=E"), "winners"),
        (("step=play", "step=play over=A"), "finished game"),
        (("turn=A", "turn=D"), ""),
    ],
)
def test_positions_that_cannot_be(change, said):
    text = STANDS.replace(*change)
    if not said:
        assert Game.from_text("hekla", text).turn == "D"
        return
    with pytest.raises(NotationError, match=said) as caught:
        Game.from_text("hekla", text)
    assert caught.value.text("fr")


def test_positions_that_contradict_themselves():
    cross = "b4=A2B3 a4=B1 c4=C2 b5=A3 b6=D1"
    lines = "a4+b4+c4,b4+b5+b6"
    assert game(cross, turn="B", step="score", lines=lines).position.lines
    with pytest.raises(NotationError, match="cannot be scored"):
        game(cross, turn="B", step="score", lines="a4+b4+c4,b4+c4+d4")
    with pytest.raises(NotationError, match="two lines or more"):
        game(cross, turn="B", step="score", lines="a4+b4+c4")
    with pytest.raises(NotationError, match="named twice"):
        game(cross, turn="B", step="score", lines="a4+b4+c4,c4+b4+a4")
    with pytest.raises(NotationError, match="has been quiet"):
        game(cross, turn="B", step="score", lines=lines, quiet=3)
    apart = "a2=A3 a3=B3 a4=C2 b6=A2 c6=B2 d6=C3D1"
    with pytest.raises(NotationError, match="No single move"):
        game(apart, step="score", lines="a2+a3+a4,b6+c6+d6")
    with pytest.raises(NotationError, match="step cannot be move"):
        game("c3=B1", step="move")
    lava = "a3=L0L0 a4=L0L0 b3=L0L0 b5=L0L0 c1=L0L0 d2=L1L1 d3=L1L1 d5=L1L1 e3=L1L1 e4=L1L1"
    with pytest.raises(NotationError, match="the game is over"):
        game(lava)
    with pytest.raises(NotationError, match="furthest ahead are those of C"):
        game(f"{lava} p5=C", turn="", step="", over="A")
    assert game(f"{lava} p5=C", turn="", step="", over="C").winners == ("C",)


def test_a_record_names_the_move_that_fails():
    with pytest.raises(NotationError, match=r"Move 2, B3@c2, cannot be played: c2 is not empty"):
        replay("hekla players=2\nA: A3@c2\nB: B3@c2")
    with pytest.raises(NotationError, match="Move 1, hello"):
        replay("hekla\nhello")


def test_a_game_keeps_its_first_position_and_seat():
    here = Game("hekla players=2", seed=5, first="B")
    here.play("B3@c2")
    assert here.record() == "hekla players=2\nseed=5\n" + str(Game("hekla players=2", first="B")) + "\nB: B3@c2"
    assert replay(here.record()).record() == here.record()
    for seat in ("C", "", "AB"):
        with pytest.raises(NotationError):
            Game("hekla players=2", first=seat)


def test_a_copy_and_a_try_leave_the_game_alone():
    here = game("c3=A1 p5=A")
    before = str(here)
    twin = here.copy()
    twin.play("A1@c3-c4")
    assert str(here.after("A1@c3-b3")) != before
    assert str(here) == before
    with pytest.raises(Refusal):
        here.after("A1@c3-c6")


def test_equal_positions_list_the_same_moves_in_the_same_order():
    one, other = Game(players=2), Game(players=2)
    for move in ("A3@c2", "B3@d5", "A1@e2", "B1@a2"):
        one.play(move)
    for move in ("A1@e2", "B1@a2", "A3@c2", "B3@d5"):
        other.play(move)
    assert str(one) == str(other)
    assert one.moves() == other.moves()
