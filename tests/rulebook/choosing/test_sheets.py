"""The sheets as widgets: what messages do, what they cannot do, and games played a slice at a time."""

import random
import re
from pathlib import Path

import pytest

import hedgekit
import rulebook.choosing
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import Task, play
from hedgekit.text.errors import HedgekitError
from rulebook.boards.sheet import interface
from rulebook.choosing import choosing, combining, comparing, tonight
from rulebook.choosing.choose import Choosing
from rulebook.choosing.combine import Combining
from rulebook.choosing.compare import Comparing
from rulebook.choosing.contest import Contest
from rulebook.text import words

SHEETS = (combining, choosing, comparing, tonight)


def send(sheet, message):
    sheet._on_message(sheet, message, [])
    return sheet.view


def test_text_forms_are_short_and_the_same_every_time():
    assert repr(combining(13, 9)) == repr(combining(9, 13)) == "Combining(9+13, 9+13 players=4)"
    assert repr(combining(5, 7)) == "Combining(5+7, cannot be played)"
    assert repr(choosing()) == f"Choosing({len(hedgekit.VARIANTS)} rows)"
    assert repr(tonight(5, 60, "silly")) == "Tonight(5 players, 60 minutes, silly)"
    assert repr(comparing("0", "9+13")) == "Comparing(0 players=4, 9+13 players=4)"


def test_what_cannot_be_made():
    with pytest.raises(hedgekit.NotationError):
        combining(99)
    with pytest.raises(hedgekit.Clash):
        comparing("0", "5+7")
    with pytest.raises(ValueError, match="players"):
        tonight(1)


@pytest.mark.parametrize("make", SHEETS)
@pytest.mark.parametrize(
    "message",
    [
        None, 5, "choose", [], {}, {"do": None}, {"do": ["choose"]}, {"do": "__init__"}, {"do": "place"},
        {"do": "choose"}, {"do": "choose", "variants": [1, 1.5], "options": {}, "players": 4},
        {"do": "choose", "variants": [True], "options": {}, "players": 4},
        {"do": "choose", "variants": [0], "options": {}, "players": 4},
        {"do": "choose", "variants": list(range(99)), "options": {}, "players": 4},
        {"do": "choose", "variants": [9], "options": {"9.x": "y"}, "players": 4},
        {"do": "choose", "variants": [17], "options": {"17.black": "b" * 500}, "players": 4},
        {"do": "choose", "variants": [17], "options": {"17.black": "b2]+5"}, "players": 4},
        {"do": "choose", "left": "9" * 999, "right": "0", "players": 4},
        {"do": "choose", "left": "0", "right": 9, "players": 4},
        {"do": "surprise", "players": 1}, {"do": "surprise", "players": "4"},
        {"do": "play", "company": "nobody"}, {"do": "suggest", "players": 4},
        {"do": "suggest", "players": 4, "minutes": 61, "mood": "mean", "box": False},
        {"do": "suggest", "players": 4, "minutes": 60, "mood": "any", "box": False},
        {"do": "suggest", "players": 4, "minutes": 60, "mood": "mean", "box": 1}, {"do": "play", "which": 3},
        {"do": "start", "kind": "lookahead:99999", "games": 50}, {"do": "start", "kind": "random", "games": 10**9},
    ],
)  # fmt: skip
def test_messages_that_mean_nothing_change_nothing(make, message):
    sheet = make()
    before = {key: value for key, value in sheet.view.items() if key not in ("n", "v")}
    after = send(sheet, message)
    assert set(after.pop("error")) == set(words.LANGUAGES)
    assert {key: value for key, value in after.items() if key not in ("n", "v")} == before


@pytest.mark.parametrize("serial", [-1, 2**60, "7", None, True])
def test_only_numbers_are_given_back(serial):
    assert send(combining(), {"do": "page", "n": serial})["n"] == 0
    assert send(combining(), {"do": "page", "n": 7})["n"] == 7


@pytest.mark.parametrize("make", SHEETS)
def test_a_browser_writes_nothing(make):
    sheet = make()
    before = dict(sheet.view)
    sheet.set_state({"_view": {"x": 1}, "_data": {}})
    assert sheet.view == before


def test_ticking_unticks_nothing():
    sheet = combining()
    view = send(sheet, {"do": "choose", "variants": [5, 7, 9, 13], "options": {"13.push": "sideways"}, "players": 4})
    assert view["chosen"] == [5, 7, 9, 13]
    assert view["rules"] == ""
    assert [clash["pair"] for clash in view["clashes"]] == [[5, 7]]
    assert view["excluded"]["16"] == [5, 7]
    view = send(sheet, {"do": "choose", "variants": [5, 9, 13], "options": {"13.push": "sideways"}, "players": 4})
    assert view["rules"] == "5+9+13[push=sideways] players=4"


def test_a_reason_names_no_option_as_programs_write_it():
    view = send(combining(), {"do": "choose", "variants": [15, 35], "options": {}, "players": 4})
    [[reason]] = [clash["why"] for clash in view["clashes"]]
    assert not [said for said in reason.values() if "[" in said]
    assert reason["en"].endswith("its harder form is possible.")


def test_the_set_is_played_on_a_board_of_the_sheet():
    sheet = combining(9)
    view = send(sheet, {"do": "play", "company": "readers"})
    assert view["playing"] == "9 players=4"
    assert sheet.left["rules"] == "9 players=4"
    move = sheet.left["moves"][0]["text"]
    send(sheet, {"do": "board", "which": "left", "message": {"do": "play", "move": move, "n": 3}})
    assert (sheet.left["n"], sheet.left["ply"]) == (3, 1)
    for wrong in ({"which": "right"}, {"which": ["left"]}, {}, {"which": "left", "message": 5}):
        send(sheet, {"do": "board", **wrong})
    assert sheet.left["ply"] == 1


def test_a_surprise_is_ticked():
    sheet = Combining(source=random.Random(3))
    view = send(sheet, {"do": "surprise", "players": 5})
    assert view["players"] == 5
    assert hedgekit.rules(view["rules"]).variants == tuple(view["chosen"])


def test_wishes():
    sheet = tonight()
    view = send(sheet, {"do": "suggest", "players": 5, "minutes": 60, "mood": "thoughtful", "box": True})
    assert view["wish"] == {"players": 5, "minutes": 60, "mood": "thoughtful", "box": True}
    assert [one["rules"] for one in view["sets"]] == [str(one.rules) for one in sheet.suggestions]
    for one in view["sets"]:  # neither code nor percentage, but a click away
        said = (one["title"], one["why"])
        assert not any(re.search(r"players=|%|\d\+\d", text) for words_of in said for text in words_of.values())
    page = send(sheet, {"do": "page", "which": 1})["page"]
    assert "players=" not in page
    assert "The game stops at the moment" in page
    assert send(sheet, {"do": "play", "which": 1})["playing"] == sheet.left["rules"] == view["sets"][1]["rules"]


def test_the_table_has_a_row_for_every_variant():
    rows = Choosing().data["rows"]
    assert [row["number"] for row in rows] == list(hedgekit.VARIANTS)
    for row in rows:
        variant = hedgekit.VARIANTS[row["number"]]
        assert (row["duration"], row["tactic"]) == (variant.duration, variant.tactic)
        assert bool(row["said"]) == bool(row["verdicts"])


def test_carrom_is_compared_on_boards_too():
    sheet = Comparing("0", "9", 3)
    assert "error" not in send(sheet, {"do": "choose", "left": "40", "right": "0", "players": 4})
    assert sheet.left["rules"] == "40 players=4"


def test_both_boards_have_the_same_dice():
    sheet = Comparing("0", "9", 3, random.Random(1))
    first = sheet.seed
    send(sheet, {"do": "dice"})
    assert sheet.seed != first
    assert {table.game.seed for table in sheet.tables.values()} == {sheet.seed}


def test_rules_that_do_not_go_leave_the_others():
    sheet = comparing()
    for wrong in ("5+7", "22", "99", "nonsense"):
        assert "error" in send(sheet, {"do": "choose", "left": wrong, "right": "0", "players": 4})
        assert repr(sheet) == "Comparing(0 players=4, 9 players=4)"
        assert sheet.left["rules"] == "0 players=4"


def test_games_come_in_slices_and_can_be_stopped():
    sheet = comparing("26", "28")
    assert send(sheet, {"do": "more"})["run"] is None  # nothing was begun
    run = send(sheet, {"do": "start", "kind": "random", "games": 50})["run"]
    assert (run["done"], run["over"], run["figures"]["en"]) == (0, False, [])
    for _ in range(2):
        run = send(sheet, {"do": "more"})["run"]
    assert 0 < run["done"] < run["total"]
    assert run["figures"]["fr"][0][0] == "turns"
    run = send(sheet, {"do": "stop"})["run"]
    assert (run["over"], run["stopped"]) == (True, True)
    assert len(run["plots"]["fr"]) == 2
    assert send(sheet, {"do": "more"})["run"]["done"] == run["done"]
    assert send(sheet, {"do": "choose", "left": "0", "right": "0", "players": 3})["run"] is None


def test_the_games_are_those_of_a_simulation_on_the_same_dice():
    contest = Contest([hedgekit.rules("26", 3), hedgekit.rules("28", 3)], "random", 50)
    while not contest.is_over:
        contest.more()
    assert contest.done == contest.total
    for text, result in zip(("26 players=3", "28 players=3"), contest.results, strict=True):
        whole = hedgekit.Result(OF_GAMES, text, ["random"] * 3, hedgekit.__version__, columns=False)
        whole.add(1, 0, 50, play(Task(text, ("random",) * 3, 1, 0, 50, "interpreted", paired=True)).data)
        assert result == whole
    share, (low, high), games = contest.won("thumb", 0)
    assert low < share < high
    assert games == 3 * (50 // 2 // 3)
    assert [name for name, _ in contest.figures("en")] == ["turns", "leads", "choices_per_turn", "thumb", "ahead"]


def test_carrom_is_not_simulated():
    with pytest.raises(HedgekitError, match="Carrom"):
        Contest([hedgekit.rules("40"), hedgekit.rules("0")], "random", 50)


@pytest.mark.parametrize("part", ["combine", "choose", "compare"])
def test_every_word_a_sheet_asks_for_exists_in_every_language(part):
    source = Path(rulebook.choosing.__file__).with_name(f"{part}.js").read_text("utf-8")
    keys = set(re.findall(r'word\("([a-z][a-z-]*)"', source)) | set(re.findall(r'button\("([a-z-]+)"', source))
    keys |= set(re.findall(r'words\("\w+", "([a-z-]+)"', source)) | set(re.findall(r'field\("([a-z-]+)"', source))
    for lang in words.LANGUAGES:
        assert keys <= set(interface(part)[lang]), (lang, keys - set(interface(part)[lang]))
