"""Players who look ahead, searched in the reader's browser or by Python in slices while the board stays responsive."""

from __future__ import annotations

import base64
import random
from array import array
from typing import Any

import pytest

import hedgekit
from hedgekit import HedgekitError
from hedgekit.games.race.rulesets import wasm
from hedgekit.players.player import Player
from rulebook.boards import state
from rulebook.boards.analysis import SLICE
from rulebook.boards.table import Table
from rulebook.text import words

DECIDES = "a1=B1B2B3B4 a2=A2A3A4 c3=A1 dice=3 turn=A step=sideways"


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    """Limit players who look ahead to a number of playouts, the same on every machine."""
    monkeypatch.setitem(state.SKILLS, "lookahead", "lookahead:60")
    monkeypatch.setitem(state.SKILLS, "master", "master:40")
    monkeypatch.setattr("rulebook.boards.state.ADVISER", "master:40")


def table(rules: str = "0 players=2", at: str = DECIDES, who: str = "master", seed: int = 3) -> Table:
    """Return a table where a player who looks ahead is to move."""
    game = hedgekit.Game.from_text(rules, at)
    return Table(game, seats=[who] + ["reader"] * (game.rules.players - 1), source=random.Random(seed))


def answer(game: Any, seed: int = 1) -> list[list[int]]:
    """Return what an honest browser finds."""
    return [[game.packed(one.move), one.total, one.tries] for one in Player("master:40", seed).weigh(game)]


def finish_thinking(table: Table, view: Any) -> Any:
    """Continue the search until nobody is thinking."""
    for _ in range(1000):
        if view["thinking"] is None:
            return view
        view = table.handle({"do": "think", "number": view["thinking"]["number"], "ply": view["ply"]})
        assert view["error"] is None
    raise AssertionError("it never ends")


def state_of(question: Any) -> dict[str, Any]:
    """Return the state in a question, as in the engine's memory."""
    kind, record = wasm.manifest()["state"], question["records"][2]
    start = bytearray(record["size"])
    for begin, text in record["data"]:
        data = base64.b64decode(text)
        start[begin : begin + len(data)] = data
    whole = array("i", bytes(start))
    for k, word in record["words"]:
        whole[k] = word
    found = {}
    for name, (at, length, bits) in kind["fields"].items():
        numbers = array(wasm.CODES[bits], whole.tobytes()[at : at + (length or 1) * bits // 8]).tolist()
        found[name] = numbers if length else numbers[0]
    return found


# ---- in parts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["0 players=4", "22 players=2", "hekla players=2", "horses players=2"])
@pytest.mark.parametrize("who", ["lookahead", "master"])
def test_searching_in_slices_finds_the_same_moves(rules, who, monkeypatch):
    """Even with the shortest slices."""
    kind = hedgekit.game_of(rules)
    monkeypatch.setattr("rulebook.boards.analysis.SLICE", 0.0 if kind is hedgekit.Game else 0.005)
    if rules.startswith("hekla"):  # it has many moves, and its playouts are long
        monkeypatch.setitem(state.SKILLS, "lookahead", "lookahead:6")
    records = []
    for by in ({}, {"by": "parts"}):
        game = kind(kind.read_rules(rules, None), seed=5)
        one = Table(game, seats=[who] * game.rules.players, source=random.Random(2))
        while one.game.ply < (2 if rules.startswith("hekla") else 24):
            finish_thinking(one, one.handle({"do": "step", **by}))
        records.append(one.game.record())
    assert records[0] == records[1]


def test_a_slice_reports_progress_and_leaves_the_position(monkeypatch):
    monkeypatch.setattr("rulebook.boards.analysis.SLICE", 0.0)
    one = table()
    view, parts = one.handle({"do": "step", "by": "parts"}), []
    while view["thinking"]:
        assert len(parts) < 1000, "it never ends"
        assert (view["ply"], view["auto"], view["thinking"]["what"]) == (0, "player", "step")
        parts.append(view["thinking"]["progress"])
        view = one.handle({"do": "think", "number": view["thinking"]["number"]})
    assert view["ply"] == 1
    assert 0 <= parts[0] < parts[-1] <= 1
    assert parts == sorted(parts)
    assert SLICE <= 0.05, "a click waits for a slice"


def test_hints_are_searched_in_slices():
    one = table(who="reader")
    view = finish_thinking(one, one.handle({"do": "hint", "by": "parts"}))
    assert {move["text"] for move in view["advice"]["moves"]} == {move["text"] for move in view["moves"]}
    assert view["ply"] == 0


@pytest.mark.parametrize("late", [True, False])
def test_a_stopped_hint_is_not_shown(late, monkeypatch):
    monkeypatch.setattr("rulebook.boards.analysis.SLICE", 0.0)
    one = table(who="reader")
    view = one.handle({"do": "hint", "by": "parts"})
    number = view["thinking"]["number"]
    if late:  # the hint was on its way
        finish_thinking(one, view)
    view = one.handle({"do": "think", "number": number, "stop": True})
    assert (view["thinking"], view["advice"], view["error"]) == (None, None, None)
    assert one.handle({"do": "think", "number": number})["advice"] is None


def test_other_players_move_without_a_search():
    for who in ("random", "greedy", "learned"):
        view = table(who=who).handle({"do": "step", "by": "page"})
        assert (view["ply"], view["thinking"]) == (1, None)


# ---- in the browser --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["step", "hint"])
def test_a_pages_search_is_used(action):
    one = table(who="reader" if action == "hint" else "master")
    view = one.handle({"do": action, "by": "page"})
    thinking = view["thinking"]
    assert (thinking["what"], view["ply"]) == (action, 0)
    found = answer(one.game)
    best = str(next(move for move in one.game.moves() if one.game.packed(move) == found[0][0]))
    found[-1][1:] = [0, 0]  # a move without playouts
    view = one.handle({"do": "think", "number": thinking["number"], "found": found, "ply": 0})
    assert (view["thinking"], view["error"]) == (None, None)
    if action == "step":
        assert one.game.moves_played == (best,)
    else:
        assert next(move["text"] for move in view["advice"]["moves"]) == best


def test_data_is_sent_to_a_page_once():
    one = table()
    first = one.handle({"do": "step", "by": "page"})["thinking"]["question"]
    again = one.handle({"do": "step", "by": "page", "known": ["0 players=4 x", first["key"]]})["thinking"]["question"]
    assert all("data" in record for record in first["records"])
    assert not any("data" in record for record in again["records"])
    assert first["key"].startswith("0 players=2 ")
    assert len(str(again)) < 4000
    another = table(who="lookahead").handle({"do": "step", "by": "page", "known": [first["key"]]})["thinking"][
        "question"
    ]
    assert another["key"] != first["key"], "a weaker player needs other data"
    assert all("data" in record for record in another["records"])


def test_a_question_does_not_reveal_dice_or_cards():
    game = hedgekit.Game("7 players=2", seed=1)
    while game.step != "announce":
        game.roll() if game.is_chance else game.play(game.moves()[0])
    decks = set()
    for _ in range(4):
        one = Table(game.copy(), seats=["master", "master"])
        state = state_of(one.handle({"do": "step", "by": "page"})["thinking"]["question"])
        assert state["rng"] != game.state.rng
        assert sorted(state["deck"]) == sorted(game.state.deck)
        decks.add(tuple(state["deck"]))
    assert len(decks) > 1


SPIES = "a1=A1 a2=A2 a3=A3 a4=A4 a5=B1 a6=B2 b1=B3 b2=B4 secret=A1B1 dice=2 turn=A step=sideways"


def test_hidden_choices_stay_on_the_server(monkeypatch):
    view = table("2 players=2", SPIES).handle({"do": "step", "by": "page"})
    assert view["thinking"] is None or view["thinking"]["question"] is None
    monkeypatch.setattr(wasm, "IN_BROWSER", True)
    assert table("2 players=2", SPIES).handle({"do": "step", "by": "page"})["thinking"]["question"]


@pytest.mark.parametrize("no", ["wasm_stale", "wasm_damaged"])
def test_without_the_module_python_searches(monkeypatch, no):
    def fail() -> Any:
        raise HedgekitError(f"error.simulation.{no}", file="x")

    monkeypatch.setattr(wasm, "manifest", fail)
    one = table()
    view = one.handle({"do": "step", "by": "page"})
    assert finish_thinking(one, view)["ply"] == 1


def corrupt(found: list[list[int]], how: str) -> Any:
    """Return an answer that no search gives."""
    return {
        "another move": [[12345, 1, 1], *found[1:]],
        "a move twice": [found[0], *found[:-1]],
        "a move less": found[1:],
        "a move more": [*found, [12345, 1, 1]],
        "better than certain": [[found[0][0], found[0][2] * 10**9, found[0][2]], *found[1:]],
        "nothing looked at": [[move, 0, 0] for move, _, _ in found],
    }[how]


@pytest.mark.parametrize(
    "how", ["another move", "a move twice", "a move less", "a move more", "better than certain", "nothing looked at"]
)
def test_an_impossible_answer_is_refused_and_python_searches(how, monkeypatch):
    monkeypatch.setattr("rulebook.boards.analysis.SLICE", 0.0)
    one = table()
    thinking = one.handle({"do": "step", "by": "page"})["thinking"]
    view = one.handle({"do": "think", "number": thinking["number"], "found": corrupt(answer(one.game), how)})
    assert view["ply"] == 0
    assert view["thinking"]["question"] is None
    good = answer(one.game)
    view = one.handle({"do": "think", "number": thinking["number"], "found": good})
    assert view["ply"] in (0, 1)
    assert finish_thinking(one, view)["ply"] == 1


@pytest.mark.parametrize(
    "found",
    [5, "x", {}, [], [5], [[1, 2]], [[1, 2, 3, 4]], [[1.5, 1, 1]], [[True, 1, 1]], [[-1, 1, 1]], [["1", 1, 1]],
     [[1, 1, 10**9]], [[2**60, 1, 1]], [[1, 1, 1]] * 600],
)  # fmt: skip
def test_a_malformed_answer_is_an_error(found):
    one = table()
    number = one.handle({"do": "step", "by": "page"})["thinking"]["number"]
    view = one.handle({"do": "think", "number": number, "found": found})
    assert set(view["error"]) == set(words.LANGUAGES)
    assert (view["ply"], view["thinking"]["number"]) == (0, number)


@pytest.mark.parametrize(
    "message", [{"by": "me"}, {"by": 1}, {"by": "page", "known": "yes"}, {"by": "page", "known": [1]}]
)
def test_a_malformed_offer_is_an_error(message):
    assert table().handle({"do": "step", **message})["error"]


# ---- while somebody looks ahead --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [{"do": "undo"}, {"do": "restart"}, {"do": "trial"}, {"do": "seats", "seats": ["reader", "reader"]},
     {"do": "new", "players": 2}, {"do": "load", "text": DECIDES.replace("c3", "c4")}],
)  # fmt: skip
@pytest.mark.parametrize("by", ["page", "parts"])
def test_results_for_an_earlier_position_are_ignored(action, by, monkeypatch):
    monkeypatch.setattr("rulebook.boards.analysis.SLICE", 0.0)
    one = table()
    one.handle({"do": "seats", "seats": ["reader", "master"]})
    one.handle({"do": "play", "move": "a2-a3"})
    one.handle({"do": "seats", "seats": ["master", "master"]})
    found = answer(one.game)
    number = one.handle({"do": "step", "by": by})["thinking"]["number"]
    view = one.handle(action)
    assert (view["thinking"], view["error"]) == (None, None)
    for late in ({}, {"found": found}):
        after = one.handle({"do": "think", "number": number, **late})
        assert {**after, "n": 0} == {**view, "n": 0}


def test_a_refusal_during_a_search_stays_until_the_move():
    one = table()
    number = one.handle({"do": "step", "by": "page"})["thinking"]["number"]
    view = one.handle({"do": "try", "path": ["c3", "h6"]})
    message = view["refusal"] or view["error"]
    assert message
    assert view["thinking"]["number"] == number
    view = one.handle({"do": "think", "number": number + 1})
    assert (view["refusal"] or view["error"]) == message
    view = one.handle({"do": "think", "number": number, "found": answer(one.game)})
    assert (view["ply"], view["refusal"], view["error"]) == (1, None, None)
