"""Les petits chevaux: texts, whole games, bad input, how games end."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgekit import NotationError, replay
from hedgekit.games import horses
from hedgekit.games.horses import Game, Move, Position, Rules
from hedgekit.players.player import Player

from .. import sisters

FOLDER = Path(__file__).parent / "playthroughs"
RULES = {
    "2": "horses[horses=2] players=2",
    "3-horses": "horses[horses=3] players=2",
    "4-horses": "horses players=2",
    "3-players": "horses[horses=2] players=3",
    "4-players": "horses[horses=2] players=4",
    "overshoot-bounce": "horses[horses=2,overshoot=bounce] players=2",
    "pass-yes": "horses[horses=2,pass=yes] players=2",
    "safe_start-yes": "horses[horses=2,safe_start=yes] players=2",
    "out-must": "horses[horses=2,out=must] players=2",
    "all-house-rules": "horses[horses=2,out=must,overshoot=bounce,pass=yes,safe_start=yes] players=3",
}
games = sisters.games(Game, [*RULES.values(), "horses players=4"], 900)
rule_sets = st.builds(
    lambda options, players: f"horses[{','.join(options)}] players={players}",
    st.tuples(
        *(st.sampled_from([f"{name}={value}" for value in values]) for name, values in Rules.OPTIONS.items())
    ).flatmap(st.permutations),
    st.integers(2, 4),
)
places = st.builds(lambda n: f"t{n}", st.integers(0, 55)) | st.builds(
    lambda a, n: f"{a}{n}", st.sampled_from("abcd"), st.integers(0, 6)
)
texts = sisters.hostile(
    "t10-t13 a0-t0 t55-a1 a5-a6 t56 t05 a7 - 6 7 A D E horses [horses=2] [pass=yes] players=2 seed=1 t17=A a3=A b3=A "
    "stable=A2B2 stable=A1B2 home=A1 dice=6 turn=A step=move step=roll step=lot over=B over=draw A: lot:"
)


@given(games)
@settings(max_examples=40, deadline=None)
def test_the_protocol(game):
    sisters.keeps_the_protocol(game)


@given(games)
@settings(max_examples=40, deadline=None)
def test_everything_prints_and_reads_back(game):
    sisters.reads_back(game)


@given(games)
@settings(max_examples=60, deadline=None)
def test_undo_and_copy(game):
    sisters.undoes(game)


@given(rule_sets)
def test_rule_sets_read_back_in_any_order(text):
    rules = horses.rules(text)
    assert horses.rules(str(rules)) == rules
    for name in Rules.OPTIONS:
        assert f"{name}={rules.option(name)}" in text
    assert str(rules).count("=") == 1 + len(rules.chosen), "defaults are left out"


@given(
    st.builds(Move, places, places)
    | st.builds(lambda n: Move(number=n), st.integers(1, 6))
    | st.builds(lambda p: Move(player=p), st.sampled_from("ABCD"))
    | st.just(Move())
)
def test_moves_read_back(move):
    assert Move.parse(str(move)) == move


@given(games, places, places)
@settings(max_examples=50, deadline=None)
def test_listed_and_legal_are_the_same(game, origin, target):
    listed = {str(move) for move in game.moves()}
    tried = [f"{origin}-{target}", "-", *"123456ABCD"]
    tried += [f"{start}-{target}" for start in game.position.horses]
    for move in tried:
        assert (move in listed) == (game.why(move) is None)


@given(text=texts | sisters.anything)
@settings(max_examples=120, deadline=None)
@pytest.mark.parametrize(
    "read",
    [
        Rules.read,
        Position.parse,
        Move.parse,
        Game.replay,
        replay,
        lambda text: Game.from_text("horses[horses=2] players=2", text),
        lambda text: Game.replay(f"horses[horses=2] players=2\n{text}"),
    ],
    ids=["rules", "position", "move", "record", "any record", "game", "moves"],
)
def test_arbitrary_input_raises_notation_errors_only(read, text):
    sisters.reads_or_says_where(read, text)


@given(games, texts)
@settings(max_examples=50, deadline=None)
def test_a_game_survives_any_move(game, text):
    sisters.survives(game, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("hors players=2", 0),
        ("horses[horses]", 7),
        ("horses[horses=5]", 14),
        ("horses[pass=maybe]", 12),
        ("horses[]", 7),
        ("horses players=5", None),
        ("horses players=2 pass=yes", 17),
    ],
)
def test_where_a_rule_set_stops(text, place):
    with pytest.raises(NotationError) as caught:
        Rules.read(text)
    assert caught.value.place == place


@pytest.mark.parametrize(
    "text",
    [
        "stable=A2B2 turn=A",
        "stable=A2B2 step=roll",
        "stable=A2B2 turn=C step=roll",
        "stable=A2B2 turn=A step=sideways",
        "stable=A2B1 turn=A step=roll",
        "stable=A2B2C2 turn=A step=roll",
        "t10=A stable=A2B2 turn=A step=roll",
        "t10=C stable=A2B2 turn=A step=roll",
        "t56=A stable=A1B2 turn=A step=roll",
        "t05=A stable=A1B2 turn=A step=roll",
        "a3=B stable=A2B1 turn=A step=roll",
        "a6=A stable=A1B2 turn=A step=roll",
        "a0=A stable=A1B2 turn=A step=roll",
        "t5= stable=A1B2 turn=A step=roll",
        "t5=AB stable=A1B1 turn=A step=roll",
        "stable=A1A1B2 turn=A step=roll",
        "stable=2 turn=A step=roll",
        "stable=A2B2 dice=3 turn=A step=roll",
        "stable=A2B2 dice=7 turn=A step=move",
        "stable=A2B2 turn=A step=move",
        "stable=A2B2 turn=B step=lot",
        "t5=A stable=A1B2 turn=A step=lot",
        "home=A2 stable=B2 turn=A step=roll",
        "home=A2 stable=B2 over=B",
        "home=A2 stable=B2 over=draw",
        "home=A2B2 over=A",
        "home=A2B2 over=AB",
        "stable=A2B2 over=A",
        "home=A2 stable=B2 dice=3 over=A",
        "home=A2 stable=B2 over=A turn=A step=roll",
    ],
)
def test_positions_that_cannot_be(text):
    with pytest.raises(NotationError) as caught:
        Game.from_text("horses[horses=2] players=2", text)
    assert caught.value.text("fr") != caught.value.text("en")


@pytest.mark.parametrize("name", RULES)
def test_golden(name):
    assert sisters.playthrough(Game, RULES[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_option_has_a_golden_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(RULES), "python -m tests.hedgekit.horses.test_play"


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_game_ends(rules):
    for seed in range(4):
        game = sisters.random_game(Game, rules, seed)
        assert game.is_over
        assert game.position.home[game.winners[0]] == game.rules.horses


@given(games)
@settings(max_examples=60, deadline=None)
def test_no_horse_is_lost(game):
    position = game.position
    for player in game.rules.letters:
        standing = sum(owner == player for owner in position.horses.values())
        assert standing + position.stable.get(player, 0) + position.home.get(player, 0) == game.rules.horses


def test_whoever_begins_may_be_said():
    game = Game("horses players=2", first="B")
    assert str(game) == "stable=A4B4 turn=B step=roll"
    assert str(replay(game.record())) == str(game)
    with pytest.raises(NotationError):
        Game("horses players=2", first="C")


def test_a_record_has_a_line_a_turn():
    game = Game("horses players=2", seed=3)
    for move in ("B", "6", "b0-t28", "2", "t28-t30", "4", "-", "1", "t30-t31"):
        game.play(move)
    assert game.record() == "horses players=2\nseed=3\nlot: B\nB: 6 b0-t28 2 t28-t30\nA: 4 -\nB: 1 t30-t31"


@given(games)
@settings(max_examples=30, deadline=None)
def test_players_weigh_the_moves(game):
    if not game.is_over and not game.is_chance:
        sisters.weighs(game)
    assert sum(game.promise(player) for player in game.rules.letters) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("t10=A t13=B t20=A stable=B1 dice=3 turn=A step=move", "t10-t13"),
        ("t52=A t20=A stable=B2 dice=3 turn=A step=move", "t52-t55"),
        ("a5=A t20=A stable=B2 dice=6 turn=A step=move", "a5-a6"),
    ],
    ids=["sends back", "reaches its ladder", "finishes"],
)
def test_greedy_sees_what_a_move_is_worth(text, best):
    assert str(Player("greedy").choose(Game.from_text("horses[horses=2] players=2", text))) == best


if __name__ == "__main__":
    sisters.write(Game, FOLDER, RULES)
