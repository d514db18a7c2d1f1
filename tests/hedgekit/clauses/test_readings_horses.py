"""What the leaflet of Les petits chevaux leaves open, as answered here: a position, a claim, why."""

from hedgekit.games.horses import Game

from .support import clause

TWO = "horses[horses=2] players=2"


def at(text: str, rules: str = TWO) -> Game:
    return Game.from_text(rules, text)


@clause("horses-a")
def test_a_number_that_can_be_played_must_be():
    """A has one move and may not wait instead, although B is behind."""
    game = at("t8=B t10=A stable=A1B1 dice=3 turn=A step=move")
    assert [str(move) for move in game.moves()] == ["t10-t13"]
    assert game.why("-").clause == "horses.3"
    assert game.why("t10-t13") is None


@clause("horses-b")
def test_the_third_six_is_like_the_first():
    game = at("t10=A stable=A1B2 turn=A step=roll")
    for move in ("t10-t16", "t16-t22", "t22-t28", "t28-t34"):
        game.play("6")
        game.play(move)
        assert (game.turn, game.step) == ("A", "roll")


@clause("horses-c")
def test_a_six_on_the_top_step_rolls_again_unless_it_wins():
    game = at("a5=A t10=A stable=B2 dice=6 turn=A step=move")
    game.play("a5-a6")
    assert (game.turn, game.step) == ("A", "roll")
    last = at("a5=A stable=B2 home=A1 dice=6 turn=A step=move")
    last.play("a5-a6")
    assert last.is_over


@clause("horses-d")
def test_nobody_comes_out_onto_his_own_horse():
    game = at("t0=A stable=A1B2 dice=6 turn=A step=move")
    assert game.why("a0-t0").clause == "horses.7"
    assert [str(move) for move in game.moves()] == ["t0-t6"]


@clause("horses-e")
def test_there_is_no_second_lap():
    """Before the ladder a 1 climbs, and no number leads on to t0, A's start square."""
    for number in range(1, 7):
        game = at(f"t55=A stable=B2 home=A1 dice={number} turn=A step=move")
        assert [str(move) for move in game.moves()] == (["t55-a1"] if number == 1 else ["-"])


@clause("horses-f")
def test_only_its_owner_climbs_a_ladder():
    """B on the square before A's ladder runs on round the track: nothing takes it to a1."""
    game = at("a1=A t55=B stable=A1B1 dice=1 turn=B step=move")
    assert [str(move) for move in game.moves()] == ["t55-t0"]
    assert game.why("t55-a1") is not None
