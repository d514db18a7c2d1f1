"""The sheets as widgets: effects of messages, refusals, and games played in slices."""

import random
import re

import pytest
import traitlets

import hedgekit
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import Task, play
from hedgekit.text.errors import HedgekitError
from rulebook.boards.board import Board
from rulebook.choosing import chooser, choosing, pairs
from rulebook.choosing.authors_sheet import Choosing
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.choosing.comparison import GAMES, Comparison, wins
from rulebook.desk.widget import Desk

from ..sheets import send


def test_text_forms_are_short_and_stable():
    assert repr(chooser(13, 9)) == repr(chooser(9, 13)) == "Chooser(9+13, 9+13 players=4)"
    assert repr(chooser(5, 7)) == "Chooser(5+7, cannot be played)"
    assert repr(choosing()) == f"Choosing({len(hedgekit.VARIANTS)} rows)"
    assert repr(pairs()) == "Pairs(40 variants)"
    for one in (choosing(), pairs(), Desk()):
        assert any("--hk-edge: " in code.text for code in one.CODES), "colours, even without a board"


def test_an_unknown_variant_is_refused():
    with pytest.raises(hedgekit.NotationError):
        chooser(99)


def test_a_new_sheet_has_nothing_ticked_and_no_wish():
    view = chooser().view
    assert (view["chosen"], view["wish"], view["sets"], view["rules"]) == ([], None, [], "0 players=4")


def test_traits_follow_the_ticks_and_setting_one_ticks():
    sheet, heard = chooser(9), []
    traitlets.dlink((sheet, "rules"), (board := Board("b", rules="0"), "rules"))
    sheet.observe(lambda change: heard.append(change.new), "rules")
    sheet.rules = "9+13 players=3"
    assert (sheet.variants, sheet.beside, board.rules, sheet.view["players"]) == ([9, 13], "0", sheet.rules, 3)
    wrong = (
        ("rules", "999", "variant 999"), ("variants", [99], "99"), ("beside", 9, "str"), ("found", 3, "no found"),
        ("comparison", 3, "read-only"), ("tables", 3, "dict"), ("wish", 3, "read-only"),
    )  # fmt: skip
    for name, value, message in wrong:
        before = sheet.get_state()
        with pytest.raises(traitlets.TraitError, match=message):
            setattr(sheet, name, value)
        assert sheet.get_state() == before
    board.unobserve_all("rules")
    send(sheet, {"do": "choose", "variants": [13], "options": {}, "players": 4})
    assert heard == ["9+13 players=3", "13 players=4"]
    sheet._handle_msg({"content": {"data": {"method": "update", "state": {"rules": "zz"}}}, "buffers": []})
    assert (sheet.rules, "zz" in sheet.view["error"]["en"]) == ("13 players=4", True)


@pytest.mark.parametrize("serial", [-1, 2**60, "7", None, True])
def test_only_small_natural_numbers_are_echoed(serial):
    assert send(chooser(), {"do": "page", "n": serial})["n"] == 0
    assert send(chooser(), {"do": "page", "n": 7})["n"] == 7


def test_clashing_variants_stay_ticked():
    sheet = chooser()
    view = send(sheet, {"do": "choose", "variants": [5, 7, 9, 13], "options": {"13.push": "sideways"}, "players": 4})
    assert view["chosen"] == [5, 7, 9, 13]
    assert view["rules"] == ""
    assert [clash["pair"] for clash in view["clashes"]] == [[5, 7]]
    assert view["excluded"]["16"] == [5, 7]
    view = send(sheet, {"do": "choose", "variants": [5, 9, 13], "options": {"13.push": "sideways"}, "players": 4})
    assert view["rules"] == "5+9+13[push=sideways] players=4"


def test_a_reason_does_not_use_the_notation_of_options():
    view = send(chooser(), {"do": "choose", "variants": [15, 35], "options": {}, "players": 4})
    [[reason]] = [clash["why"] for clash in view["clashes"]]
    assert not [text for text in reason.values() if "[" in text]
    assert reason["en"].endswith("its harder form is possible.")


def test_a_set_can_be_played_on_the_sheets_board():
    sheet = chooser(9)
    view = send(sheet, {"do": "play", "company": "readers"})
    assert view["playing"] == "9 players=4"
    assert sheet.left["rules"] == "9 players=4"
    move = sheet.left["moves"][0]["text"]
    send(sheet, {"do": "board", "which": "left", "message": {"do": "play", "move": move, "n": 3}})
    assert (sheet.left["n"], sheet.left["ply"]) == (3, 1)
    for wrong in ({"which": "right"}, {"which": ["left"]}, {}, {"which": "left", "message": 5}):
        send(sheet, {"do": "board", **wrong})
    assert sheet.left["ply"] == 1


def test_a_random_set_is_ticked():
    sheet = Chooser(source=random.Random(3))
    view = send(sheet, {"do": "surprise", "players": 5})
    assert view["players"] == 5
    assert hedgekit.rules(view["rules"]).variants == tuple(view["chosen"])


def test_a_wish_gets_sets_that_can_be_taken():
    sheet = chooser()
    view = send(sheet, {"do": "wish", "players": 5, "minutes": 60, "mood": "thoughtful", "box": True})
    assert view["wish"] == {"players": 5, "minutes": 60, "mood": "thoughtful", "box": True}
    assert [one["rules"] for one in view["sets"]] == [str(one.rules) for one in sheet.suggestions]
    for one in view["sets"]:  # neither code nor percentage
        both = (one["title"], one["why"])
        assert not any(re.search(r"players=|%|\d\+\d", text) for texts in both for text in texts.values())
    view = send(sheet, {"do": "take", "rules": view["sets"][1]["rules"]})
    assert (view["rules"], view["players"]) == (view["sets"][1]["rules"], 5)
    assert "players=" not in send(sheet, {"do": "page"})["page"]


def test_changes_are_listed_against_the_base_game_or_another_set():
    sheet = chooser(13, 14)
    new = [line["text"]["en"] for line in sheet.view["changes"]["new"]]
    assert "A push that would put hedgehogs onto a carrier is not allowed; pushing a carrier is." in new
    assert "It goes on top of whoever stands there." in [line["en"] for line in sheet.view["changes"]["gone"]]
    changes = send(sheet, {"do": "compare", "rules": "14"})["changes"]
    assert {tuple(line["variants"]) for line in changes["new"]} == {(13,), (13, 14), (14,)}
    assert send(sheet, {"do": "compare", "rules": "13+14"})["changes"] == {"gone": [], "new": []}
    assert send(sheet, {"do": "choose", "variants": [5, 7], "options": {}, "players": 4})["changes"] is None


def test_sets_that_cannot_be_compared_are_not_played():
    for variants, players in (([29], 8), ([40], 4), ([5, 7], 4)):
        sheet = chooser()
        assert not send(sheet, {"do": "choose", "variants": variants, "options": {}, "players": players})["comparable"]
        assert "error" in send(sheet, {"do": "start"})


def test_the_table_has_a_row_for_every_variant():
    rows = Choosing().data["rows"]
    assert [row["number"] for row in rows] == list(hedgekit.VARIANTS)
    for row in rows:
        variant = hedgekit.VARIANTS[row["number"]]
        assert (row["duration"], row["tactic"]) == (variant.duration, variant.tactic)
        assert bool(row["sentences"]) == bool(row["verdicts"])


def test_games_are_played_in_slices_and_can_be_stopped():
    sheet = chooser(28)
    assert send(sheet, {"do": "more"})["run"] is None  # nothing was started
    run = send(sheet, {"do": "start"})["run"]
    assert (run["done"], run["over"], run["bars"]) == (0, False, [])
    assert run["total"] > 2 * GAMES >= 40_000
    for _ in range(2):
        run = send(sheet, {"do": "more"})["run"]
    assert 0 < run["done"] < run["total"]
    assert run["figures"]["fr"][0][0] == "turns"
    run = send(sheet, {"do": "stop"})["run"]
    assert (run["over"], run["stopped"]) == (True, True)
    assert send(sheet, {"do": "more"})["run"]["done"] == run["done"]
    assert send(sheet, {"do": "choose", "variants": [], "options": {}, "players": 3})["run"] is None


def test_a_comparison_plays_the_games_of_a_paired_simulation():
    comparison = Comparison([hedgekit.rules("26", players=3), hedgekit.rules("28", players=3)], "random", 50)
    while not comparison.is_over:
        comparison.more()
    assert comparison.done == comparison.total
    for text, result in zip(("26 players=3", "28 players=3"), comparison.results, strict=True):
        whole = hedgekit.Result(OF_GAMES, text, ["random"] * 3, hedgekit.__version__, columns=False)
        whole.add(1, 0, 50, play(Task(text, ("random",) * 3, 1, 0, 50, "interpreted", paired=True)).data)
        assert result == whole
    found = wins(comparison.skill_pairs["thumb"])
    (low, high), _ = found.intervals
    assert low < found.shares[0] < high
    assert found.games == 3 * (50 // 2 // 3)
    assert [name for name, _ in comparison.figures("en")] == ["turns", "leads", "choices_per_turn", "thumb", "ahead"]


def test_carrom_is_not_simulated():
    with pytest.raises(HedgekitError, match="Carrom"):
        Comparison([hedgekit.rules("40"), hedgekit.rules("0")], "random", 50)
