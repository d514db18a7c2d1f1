"""Games as other programs use them: seeds, records, errors, input as people type it."""

import pickle

import pytest

import hedgekit
from hedgekit import Clash, Game, HedgekitError, NotationError, Refusal, RuleSet
from hedgekit.games.race.engine.playouts import seeded
from hedgekit.games.race.variants import Variant
from hedgekit.players.player import Player
from hedgekit.terminal.files import read, replay_text

from .playing import played


def test_a_copy_shares_no_state_with_its_game():
    """Two threads may play one each, although listing moves uses scratch fields of the state."""
    game = played("0 players=2", 40, Player(seed=3), 3)
    twin = game.copy()
    while twin.ply:
        assert twin.state.moves is not game.state.moves, twin.ply
        before = str(twin.undo()), str(twin)
        again = twin.copy()
        again.play(before[0])
        assert again.moves_played == game.moves_played[: twin.ply + 1]
        assert again.state.moves is not twin.state.moves
    assert game.ply == 40
    assert str(game) == str(played("0 players=2", 40, Player(seed=3), 3)), "undoing in the copy leaves the game alone"


@pytest.mark.parametrize("ruleset", ["0 players=3", "7 players=4", "13+31 players=2"])
def test_a_move_that_raises_leaves_the_game_unchanged(ruleset, monkeypatch):
    game = Game(ruleset, seed=8)
    play = game.answers.play

    def fails(s, move):
        play(s, move)
        raise ZeroDivisionError

    for _ in range(40):
        was = str(game), game.moves(), game.record(), game.narrate()
        move = game.moves()[-1] if game.moves() else "deck=112233445566*"
        with monkeypatch.context() as patched:
            patched.setattr(game.answers, "play", fails)
            with pytest.raises(ZeroDivisionError):
                game.play(move)
        assert (str(game), game.moves(), game.record(), game.narrate()) == was
        game.play(move)
        assert game.moves_played[-1] == str(move)


def test_every_bit_of_a_seed_matters():
    """The generator takes 24 bits; higher bits are mixed in, and smaller seeds give the same dice as ever."""
    seeds = [1, *(1 + (1 << bit) for bit in (24, 25, 32, 55, 56, 59)), (1 << 63) - 1]
    dice = {seed: tuple(Game("0", seed=seed)._number(6, ply) for ply in range(40)) for seed in seeds}
    assert len(set(dice.values())) == len(seeds)
    assert (seeded(1, 0), seeded(2**24 - 1, 7)) == (2655421961931892469, 2728470943192328908)


def test_the_record_of_a_game_without_seed_names_none():
    game = Game("0 players=2")
    assert game.record() == "0 players=2"
    assert Game("0 players=2", seed=0).record() == "0 players=2\nseed=0"


def test_roll_is_refused_outside_chance_steps():
    game = Game("0 players=2")
    with pytest.raises(Refusal) as caught:
        game.roll()
    assert caught.value.clause == "0.4"
    assert caught.value.text("fr")


def test_the_record_of_a_game_from_a_position_has_the_position():
    at = "b2=A1 b6=A2 c3=A3B1 f1=B2 home=A4B3B4 dice=3 turn=A step=sideways"
    game = Game.from_text("0 players=2", at)
    game.play("b2-b3")
    assert game.record().splitlines() == ["0 players=2", at, "A: b2-b3"]
    assert str(hedgekit.replay(game.record())) == str(game)


def test_default_rules_and_the_board():
    assert hedgekit.rules(0) == hedgekit.rules("0 players=4") == RuleSet()
    assert hash(hedgekit.rules("0")) == hash(RuleSet())
    assert hedgekit.rules("0").lanes == 6
    assert hedgekit.rules("0").black == {"d1", "g2", "e3", "f4", "c5", "h6"}
    assert isinstance(hedgekit.VARIANTS[0], Variant)
    assert hedgekit.VARIANTS[0].options[0].values == ("contains", "top")


def test_points_are_none_while_running_and_empty_without_a_scoring():
    assert Game("0 players=2").points() is None
    assert played("0 players=2").points() == {}


def test_errors_are_one_family():
    for error in (Clash, NotationError, Refusal):
        assert issubclass(error, HedgekitError)
        assert issubclass(error, ValueError)


FOREIGN_NAMES = [
    (lambda game: game.legal_moves, "Game has no legal_moves; perhaps you mean moves()."),
    (lambda game: game.push("a1"), "Game has no push; perhaps you mean play(move)."),
    (lambda game: hedgekit.game_of("hekla")("hekla").fen, "Game has no fen; perhaps you mean str(game)."),
    (lambda _: hedgekit.Board, "hedgekit has no Board; perhaps you mean rulebook.Board."),
    (lambda _: hedgekit.verdit, "hedgekit has no verdit; perhaps you mean verdict or Verdict."),
]


@pytest.mark.parametrize(("access", "message"), FOREIGN_NAMES)
def test_a_name_of_another_library_suggests_ours(access, message):
    """For example python-chess's names."""
    with pytest.raises(AttributeError) as no:
        access(Game())
    assert str(no.value) == message
    assert isinstance(no.value, hedgekit.HedgekitError)
    assert no.value.text("de") != message
    assert not {"legal_moves", "push"} & {*dir(Game())}, "completion does not offer them"
    assert {"moves", "play", "roll"} < {*dir(Game())}


def test_reprs_evaluate_to_equal_values():
    game = Game("9+13", players=2, seed=1)
    assert repr(game) == "Game.from_text('9+13 players=2', 'hand=A1A2A3A4B1B2B3B4 turn=A step=place')"
    names = {"Game": Game, "Move": hedgekit.Move, "Position": hedgekit.Position, "rules": hedgekit.rules}
    for value in (game.moves()[0], game.position, game.rules):
        assert eval(repr(value), names) == value
    assert str(eval(repr(game), names)) == str(game)
    assert repr(hedgekit.VARIANTS[9]) == "<Variant 9: The tube>"
    assert repr(hedgekit.verdict(13, 9)) == "<Verdict 9+13: compatible>"
    assert repr(hedgekit.simulate("9", 1)) == "<Result: 1 game of 9 players=4, random everywhere>"
    for text in ("checkerboard", "hekla", "horses", "40 players=2"):
        other = hedgekit.game_of(text)(text, seed=1)
        assert str(eval(repr(other), {type(other).__name__: type(other)})) == str(other)
    with pytest.raises(NotationError, match="said twice: 3 and 2"):
        Game("9 players=2", players=3)
    for game, number in (("9", "3"), ("9", ()), ("hekla", 3.0), ("hekla", True)):
        with pytest.raises(NotationError, match="is a whole number such as 4, not"):
            hedgekit.game_of(game)(game, players=number)


NOTED = """\ufeff[Event "A rainy \\"evening\\""]
[A "Anna"]
[Date "2026-11-28"]
; played at home
{rules}
{start}{moves}"""


@pytest.mark.parametrize("rules", ["0 players=2", "7 players=2", "hekla players=2", "horses players=2"])
def test_headers_and_remarks_are_kept(rules):
    game = played(rules, 9, seed=3)
    words = [f"{move} {{after {n}}}" if n == 4 else str(move) for n, move in enumerate(game.moves_played)]
    text = (
        NOTED.replace("{rules}", rules)
        .replace("{start}", "seed=3\n")
        .replace("{moves}", " ".join(words) + " ; the end")
    )
    read = hedgekit.replay(text)
    assert read.headers == {"Event": 'A rainy "evening"', "A": "Anna", "Date": "2026-11-28"}
    assert read.remarks == [(0, "played at home"), (5, "after 4"), (9, "the end")]
    assert read == game, "they do not affect equality"
    for kept in (hedgekit.replay(read.record()), read.copy(), pickle.loads(pickle.dumps(read))):
        assert (kept.record(), kept.headers, kept.remarks) == (read.record(), read.headers, read.remarks)
    read.undo()
    assert "the end" not in read.record()
    assert "after 4" in read.record()
    game.headers["Site"] = "in the garden"
    game.remarks.append((2, "one {odd} remark,\nof two lines"))
    again = hedgekit.replay(game.record())
    assert (again.headers, again.remarks) == ({"Site": "in the garden"}, [(2, "one (odd) remark, of two lines")])


def test_a_series_keeps_the_headers_of_its_games():
    series = hedgekit.Series("19 players=2", seed=1)
    series.game.headers["Event"] = "final"
    assert hedgekit.Series.replay("\ufeff" + series.record()).game.headers == {"Event": "final"}


@pytest.mark.parametrize("move", ["e4–e5", "e4—e5", "e4−e5", "E4-E5", "\ufeffe4-e5", "e4-\u200be5\u200e"])
def test_dashes_and_invisible_characters_are_read(move):
    text = "\ufeffb5=B1\u00a0d1=A1 e4=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
    game = hedgekit.Game.from_text("\ufeff0\u00a0players=2", text)
    game.play(move)
    assert "e4-e5" in game.record()


@pytest.mark.parametrize("dash", "-–—−")
@pytest.mark.parametrize("colon", [":", " :", "\u00a0:", "\u202f:"])
def test_a_record_is_read_with_typographic_changes(dash, colon):
    """Word processors change dashes, French sets a space before a colon, telephones capitalize lines."""
    plain = "0 players=2\nseed=3\nplace: a1 a2 a3 a4 a5 a6 a1 a2\nA: 4 - a4-b4"
    rules, moves = plain.split("\n", 1)
    typed = moves.replace("-", dash).replace(":", colon).replace("seed", "Seed")
    assert str(hedgekit.replay(f"{rules}\n{typed}").record()) == str(hedgekit.replay(plain).record())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_record_is_read_in_common_encodings(tmp_path, encoding):
    file = tmp_path / "game.txt"
    file.write_bytes("0 players=2\r\nplace: a1 a2 a3 a4 a5 a6 a1 a2\r\nA: 4 - a4-b4\r\n".encode(encoding))
    assert "A: 4 - a4-b4" in replay_text(read(str(file))).record()


def test_contradictory_or_invalid_numbers_of_players_are_refused():
    with pytest.raises(NotationError, match="twice"):
        hedgekit.rules("0 players=3", players=2)
    for players in ("3", 2.0, True):
        with pytest.raises(NotationError):
            hedgekit.rules("0", players=players)


@pytest.mark.parametrize("text", ['[Event "Casual"]\n1. e4 e5', "1. e4 e5", "1.e4 e5 2.Nf3", "12) place a pawn", "3-0"])
def test_records_of_other_games_are_recognized(text):
    """One that begins with a number gets no message about variants, which would not help."""
    with pytest.raises(NotationError, match="not a record of ours"):
        hedgekit.replay(text)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, 1 << 63])
def test_invalid_seeds_are_refused(seed):
    with pytest.raises(NotationError, match="seed"):
        Game("0", seed=seed)
    with pytest.raises(NotationError, match="seed"):
        hedgekit.simulate("0", 1, seed=seed)
