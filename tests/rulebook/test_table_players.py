"""Computer players at a board, hints, and secrets kept from other players."""

import random
import re

import pytest

import hedgekit
from hedgekit.players import PLAYER_KINDS
from rulebook.boards import secrecy, state
from rulebook.boards.table import Table
from rulebook.boards.view import choices_of
from rulebook.picture.drawing import drawing_of
from rulebook.text import words
from tests.hedgekit.playing import played_on


@pytest.fixture
def quick(monkeypatch):
    """Limit players who look ahead to a number of playouts, the same on every machine."""
    monkeypatch.setitem(state.SKILLS, "lookahead", "lookahead:20")
    monkeypatch.setattr("rulebook.boards.state.ADVISER", "lookahead:20")


def test_every_kind_of_player_may_take_a_seat():
    assert set(state.SKILLS) == set(PLAYER_KINDS) == set(Table().players)
    for kind in PLAYER_KINDS:
        assert {f"seat-{kind}"} <= set(words.table("interface", "en"))


@pytest.mark.parametrize("kind", PLAYER_KINDS)
def test_computer_players_play_automatically(kind, quick):
    table = Table(rules="0 players=2", seats=[kind, "reader"], source=random.Random(1))
    view = table.view()
    while view["ply"] < 30:
        message = {"do": "step"} if view["auto"] else {"do": "play", "move": view["moves"][0]["text"]}
        view = table.handle(message)
        assert view["error"] is None
    assert view["seats"] == [kind, "reader"]


def test_a_greedy_player_takes_the_better_move():
    at = "a1=B1B2B3B4 a2=A2A3A4 c3=A1 dice=3 turn=A step=sideways"
    table = Table(hedgekit.Game.from_text("0 players=2", at), seats=["greedy", "reader"], source=random.Random(3))
    assert table.handle({"do": "step"})["record"].endswith(table.game.moves_played[-1])
    best = hedgekit.Game.from_text("0 players=2", at)
    assert table.game.moves_played[-1] == str(table.players["greedy"].weigh(best)[0].move)


def test_a_hint_ranks_moves_by_their_chances(quick):
    table = Table(rules="0 players=3", source=random.Random(4))
    view = table.handle({"do": "hint"})
    moves = view["advice"]["moves"]
    assert {one["text"] for one in moves} == {move["text"] for move in view["moves"]}
    assert moves[0]["chance"] >= moves[1]["chance"]
    assert all(set(one["label"]) == set(words.LANGUAGES) and 0 <= one["chance"] <= 100 for one in moves)
    assert view["ply"] == 0
    assert table.handle({"do": "try", "path": ["a1"]})["advice"] is None


def test_there_is_no_hint_without_a_decision(quick):
    table = Table(rules="0 players=2", seats=["random", "reader"], source=random.Random(1))
    view = table.handle({"do": "hint"})
    assert view["advice"] is None
    assert set(view["error"]) == set(words.LANGUAGES)


def test_an_answer_to_a_double_that_was_not_examined_has_no_chance(quick):
    game = hedgekit.Game("22 players=2", seed=3)
    while game.step != "offer":
        game.roll() if game.is_chance else game.play(game.moves()[0])
    moves = Table(game, source=random.Random(1)).handle({"do": "hint"})["advice"]["moves"]
    assert {one["text"] for one in moves} == {"-", "double"}
    assert [one["chance"] for one in moves].count(None) == 1


# ---- labels of moves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    ["2 players=3", "4 players=3", "6 players=2", "7 players=3", "12 players=2", "16 players=3", "22 players=2",
     "27 players=4", "30 players=2", "7+12+22 players=2"],
)  # fmt: skip
def test_every_move_has_a_unique_label(rules):
    game, chance = hedgekit.Game(rules, seed=1), random.Random(2)
    for _ in range(250):
        if game.is_over:
            break
        choices = choices_of(game)
        for lang in words.LANGUAGES:
            labels = [choice["label"][lang] for choice in choices]
            assert len(set(labels)) == len(labels), labels
            assert not any(re.search("[{}@^*=]", label) for label in labels)
        game.roll() if game.is_chance else game.play(chance.choice(game.moves()))


# ---- secrets ---------------------------------------------------------------------------------------------------------

NOTED = ["1", "4", "2"]


def table_with_secrets(*seats: str) -> Table:
    table = Table(rules="2 players=3", seats=list(seats) or None, source=random.Random(1))
    for number in NOTED:
        table.game.play(number)
    table.adopt()
    return table


def test_secrets_are_hidden_on_a_page_with_several_readers():
    view = table_with_secrets().view()
    assert "secret=?" in view["text"]
    assert re.search(r"A: \?\w+\nB: \?\w+\nC: \?\w+$", view["record"])
    for text in (view["text"], view["record"], view["svg"], str(view["summary"]), str(view["narration"])):
        assert "A1B4C2" not in text
    assert 'href="#hk-board-m1" transform="translate(0 -4)' not in view["svg"]


def test_a_single_reader_sees_their_own_secret():
    view = table_with_secrets("random", "reader", "greedy").view()
    assert re.search(r"A: \?\w+\nB: 4\nC: \?\w+$", view["record"])
    assert "about to pounce" in view["summary"]["en"]


def test_sealed_records_and_positions_can_be_loaded():
    table = table_with_secrets()
    view = table.view()
    for text in (view["record"], view["text"]):
        other = Table(rules="2 players=3", source=random.Random(1))
        assert other.handle({"do": "load", "text": text})["error"] is None
        assert str(other.game) == str(table.game)
        assert "A1B4C2" not in other.view()["text"]


def test_the_same_secret_is_sealed_differently_in_another_game():
    assert table_with_secrets().view()["record"] != table_with_secrets().view()["record"]
    table = table_with_secrets()
    assert table.view() == table.view()


def test_the_deck_is_secret_until_the_game_is_over():
    table = Table(rules="7 players=2", seats=["reader", "random"], source=random.Random(1))
    table.handle({"do": "step"})
    deck = re.search("deck=([0-9*]+)", table.game.record())[1]
    view = table.view()
    assert deck not in view["record"] + view["text"]
    assert re.search(r"A: \?\w+$", view["record"])
    played_on(table.game, choice=random.Random(5))
    table.adopt()
    assert deck in table.view()["record"]
    assert "?" not in table.view()["record"]


@pytest.mark.parametrize("text", ["?", "?abc", "?abcd", "?zzzzzzzz", "?" + "a" * 300, "a1 ?!"])
def test_forged_seals_are_harmless(text):
    assert secrecy.unsealed(text).isprintable()
    assert Table().handle({"do": "load", "text": text})["error"]


def test_a_starting_position_with_secrets_is_sealed():
    start = str(table_with_secrets().game)
    table = Table(hedgekit.Game.from_text("2 players=3", start))
    table.handle({"do": "play", "move": table.view()["moves"][0]["text"]})
    view = table.view()
    assert "A1B4C2" not in view["record"]
    other = Table(rules="2 players=3")
    assert other.handle({"do": "load", "text": view["record"]})["ply"] == 1
    assert str(other.game) == str(table.game)


def test_games_without_secrets_hide_nothing():
    for rules in ("0 players=2", "9+13 players=2"):
        game = hedgekit.Game(rules)
        assert drawing_of(game).hidden_fields(game.position, "") == ()
        assert secrecy.secret_plies(game) == {}


def test_cards_are_shown_as_cards():
    table = Table(rules="7 players=2")
    assert table.view()["throw"] == "cards"
    assert table.handle({"do": "step"})["throw"] == "card"
    assert Table().view()["throw"] == "die"
