"""A variant in one file gets correct reasons in any combination, without other code knowing about it."""

import random
from importlib.util import find_spec
from pathlib import Path

import pytest

import hedgekit
from hedgekit import Game, HedgekitError
from hedgekit.games.race.engine.composing import answer, declaring_into
from hedgekit.games.race.rulesets import wasm
from hedgekit.games.race.variants import UP_TO_SIX, declare
from hedgekit.games.race.variants.house_rules.registry import BASE, Registry, using

from .test_reasons import errors_in, illegal_moves
from .text_oracle import World

AT = "b4=B2 c1=A1 d1=B1 e6=A2 f2=B3 home=A3A4B4 dice=1 turn=A step=forward"


@pytest.fixture(scope="module", autouse=True)
def leapfrog():
    """Declare 61 of `jumping.py`; 62 leads over black squares, 63 joins the outer lanes, 64 parts two and opens e6.

    65 closes stacks of two on the start line.
    """
    core = BASE.with_variants(Path(__file__).with_name("jumping.py")).core
    words = {"en": {"title": "Bent", "sentence": "Nobody stops on a black square: the way leads over it."}}

    def ahead(ask, before):
        def ahead(s, piece, cell):
            to = before(s, piece, cell)
            return before(s, piece, to) if s.black >> to & 1 else to

        return ahead

    def high(rules, before):
        return tuple(to if to >= 0 else cell % 9 for cell, to in enumerate(before))

    def low(rules, before):
        return tuple(-1 if cell // 9 == 1 else to for cell, to in enumerate(before))

    def run(ask, before):
        return lambda s, number: before(s, number) | s.all & 1 << 49

    def climbable(ask, before):
        return lambda s, cell: (cell % 9 > 0 or ask.height(s, cell) < 2) and before(s, cell)

    round_trip = {"en": {"title": "Round", "sentence": "The last lane leads to the first."}}
    with declaring_into(core):
        declare(number=62, family="moving", players=UP_TO_SIX, advised=UP_TO_SIX, words=words)
        answer(62, "62.1")(ahead)
        declare(number=63, family="track", players=UP_TO_SIX, advised=UP_TO_SIX, words=round_trip)
        answer(63, "63.1")(high)
        declare(number=64, family="track", words={"en": {"title": "Hedge", "sentence": "It has a gate."}})
        answer(64, "64.1", no="refusal.wall")(low)
        answer(64, "64.2")(run)
        declare(number=65, family="track", words={"en": {"title": "Low start", "sentence": "Start stacks are of two."}})
        answer(65, "65.1")(climbable)
    with using(Registry.of(core)):
        yield


def reasons(rules, at, move):
    return [(reason.clause, reason.text()) for reason in Game.from_text(rules, at).because(move)]


def test_an_added_move_is_allowed_by_the_variants_clause():
    assert [str(move) for move in Game.from_text("61 players=2", AT).moves()] == ["c1-d1", "c1-e1"]
    assert reasons("61 players=2", AT, "c1-e1") == [
        ("61.1", "61 (Leapfrog) brings this about: An advance may leap over a black square.")
    ]
    assert [clause for clause, _ in reasons("61 players=2", AT, "c1-d1")] == ["0.8"], "as in the base game"


def test_other_refusals_name_their_own_clauses():
    onto = AT.replace("e6=A2", "e1=A2") + " carrier=A2B1"
    onto = onto.replace(" dice=1 turn=A step=forward carrier=A2B1", " carrier=A2B1 dice=1 turn=A step=forward")
    no = Game.from_text("14+61 players=2", onto).why("c1-e1")
    assert (no.clause, no.squares[0], no.pieces) == ("14.3", "e1", ("A2",)), "the carrier shuts e1"
    assert Game.from_text("0 players=2", AT).why("c1-e1").clause == "0.8", "in the base game d1 is next"
    held = AT.replace("c1=A1 d1=B1", "a4=B1 d1=A1")
    assert Game.from_text("61 players=2", held).why("d1-f1").clause == "0.9", "A1 is held"


def test_a_square_closed_by_another_variant_names_no_apple_carrier():
    at = "a1=B1B2 a2=B3B4 a3=A3 c1=A1 c2=A2 home=A4 dice=1 turn=A step=forward"
    slip = Game.from_text("38[lane=die]+65 players=2", at)
    slip.play("c1-d1")
    assert slip.why("1").text() == "1 cannot come up now: nobody may land on a1."
    no = Game.from_text("4+65 players=2", "a1=A1B1B2 a2=A2A3B3B4 home=A4 dice=1 turn=A step=sideways").why("a1^")
    assert (no.clause, "apple" in no.text()) == ("65.1", False)


def test_a_changed_direction_is_explained():
    assert [clause for clause, _ in reasons("62 players=2", AT, "c1-e1")] == ["62.1", "0.8"]
    no = Game.from_text("62 players=2", AT).why("c1-d1")
    assert no.clause == "62.1"
    assert no.text() == "62 (Bent) does not allow this: Nobody stops on a black square: the way leads over it."
    assert no.text("fr").startswith("62 (")


def test_changed_neighbours_and_open_squares_are_explained_only_there():
    at = AT.replace("dice=1 turn=A step=forward", "dice=1 turn=A step=sideways")
    sentence = "63 (Round) brings this about: The last lane leads to the first."
    assert reasons("63 players=2", at, "e6-e1") == [("63.1", sentence)]
    refusals = [Game.from_text("64 players=2", at.replace("c1", "c2")).why(move) for move in ("c2-c1", "c2-c4")]
    assert [(no.clause, no.key) for no in refusals] == [("64.1", "refusal.wall"), ("0.7", "refusal.sideways.far")]
    moves = {move: [clause for clause, _ in reasons("64 players=2", AT, move)] for move in ("e6-f6", "c1-d1")}
    assert moves == {"e6-f6": ["64.2"], "c1-d1": ["0.8"]}, "e6 is not in the lane of the number"
    assert [Game.from_text("64 players=2", AT).why(move).clause for move in ("f2-g2", "-")] == ["0.8", "0.8"]


@pytest.mark.parametrize(
    "others", ["61", "8+61", "13+61", "33+61", "14+61", "36+61", "38+61", "61+63", "5+61", "27+61"]
)
def test_no_sentence_is_false_in_combination(others):
    chance, game = random.Random(41), Game(f"{others} players=2", seed=5)
    wrong, positions, cited = [], 0, 0
    while not game.is_over and positions < 60:
        if game.is_chance:
            game.roll()
            continue
        moves = game.moves()
        if game.ply > 20:
            positions += 1
            w = World(game)
            for move in w.moves:
                for reason in game.because(move):
                    cited += reason.clause == "61.1"
                    wrong += errors_in(reason, w, move)
            for move in chance.sample(illegal_moves(w, chance), 8):
                wrong += errors_in(game.why(move).reason, w, move)
        game.play(chance.choice(moves))
    assert not wrong, "\n".join(wrong[:6])
    assert cited, "the variant's clause occurred"


def test_verdicts_and_simulations_include_it():
    """Its rules are played interpreted, since it may change any answer; others are still played by the module."""
    assert hedgekit.verdict(9, 61).kind == "compatible"
    assert not wasm.can_play(hedgekit.rules("61"))
    one = hedgekit.simulate("61", 30)
    assert one == hedgekit.simulate("61", 30, engine="interpreted") != hedgekit.simulate("0", 30)
    if find_spec("wasmtime"):
        assert hedgekit.simulate("13", 30, engine="wasm") == hedgekit.simulate("13", 30, engine="interpreted")
        with pytest.raises(HedgekitError, match="does not know"):
            hedgekit.simulate("61", 3, engine="wasm")


def test_a_file_may_change_an_existing_variant(tmp_path):
    """The changed variant is not played by the module, which has the original; others still are."""
    source = "from hedgekit.games.race.engine.composing import answer\n\n@answer(9)\ndef held(s, piece, cell):\n"
    (tmp_path / "lax.py").write_text(f"{source}    return False\n")
    lax = BASE.with_variants(tmp_path / "lax.py")
    rules, ours = hedgekit.rules("9", registry=lax), hedgekit.rules("9", registry=BASE)
    assert not wasm.can_play(rules)
    assert wasm.can_play(hedgekit.rules("13", registry=lax)) == wasm.can_play(ours) == bool(find_spec("wasmtime"))
    played = hedgekit.simulate(rules, 30)
    assert played == hedgekit.simulate(rules, 30, engine="interpreted") != hedgekit.simulate(ours, 30)
