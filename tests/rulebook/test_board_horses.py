"""The board of Les petits chevaux: drawing, labels, trails, finished horses, options."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from hedgekit.games.horses import Game
from rulebook.boards.table import Table
from rulebook.boards.view import options_of
from rulebook.games.horses import drawing as horses
from rulebook.learning.lessons import Goal, lesson
from rulebook.picture import svg
from rulebook.text import words

TWO = "horses[horses=2] players=2"


def position(text: str, rules: str = TWO) -> Game:
    return Game.from_text(rules, text)


def pieces(game: Game) -> dict[str, str]:
    """Return every horse drawn: its id, and its player's letter."""
    root = ET.fromstring(svg.draw(game, lang="fr"))
    return {one.get("data-piece"): one.get("data-name") for one in root.iter() if one.get("data-piece")}


# ---- the picture -----------------------------------------------------------------------------------------------------


def test_every_horse_is_drawn_wherever_it_is():
    """On the track, on a ladder, in the stable, and finished: exactly four of each player."""
    game = position("a3=A t10=A t14=B stable=A1B2C4D4 home=A1B1 dice=4 turn=A step=move", "horses players=4")
    drawn = pieces(game)
    assert sorted(drawn.values()) == sorted("ABCD" * 4)
    assert {"A@a3", "A@t10", "A@home:0", "B@home:0", "B@t14"} <= set(drawn)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_actual_players_have_start_ladder_and_letter(players):
    game = Game(f"horses players={players}")
    picture = svg.draw(game)
    numbers = re.findall(r'font-size="19">([1-6])</text>', picture)
    assert sorted(numbers) == sorted("123456" * players)
    assert picture.count('class="ho-up"') == players
    assert picture.count('href="#hk-start"') == players
    assert picture.count('class="tuft"') == 4 - players
    assert {player for player in "ABCD" if f'class="p{player}"' in picture} == set(game.rules.letters)


def test_the_last_move_is_shown_along_the_track():
    """Around the corners of the cross and past the end of the numbering, not across the board."""
    trail = horses.DRAWING.trail
    read = Game(TWO).read_move
    assert trail(read("t5-t8")) == ("t5", "t6", "t7", "t8")
    assert trail(read("t54-t2")) == ("t54", "t55", "t0", "t1", "t2")
    assert trail(read("a0-t0")) == ("a0", "t0")
    assert trail(read("a2-a3")) == ("a2", "a3")
    assert trail(read("t53-t52")) == ("t53", "t52"), "a bounce"
    assert trail(read("-")) == ()
    game = position("t5=A stable=A1B2 dice=3 turn=A step=move")
    game.play("t5-t8")
    drawn = re.search(r'class="trail" d="([^"]+)"', svg.draw(game, last=trail(read("t5-t8"))))
    assert drawn
    assert drawn[1].count("L") == 3


# ---- the table -------------------------------------------------------------------------------------------------------


def test_an_automatic_pass_can_solve_a_task():
    """Clause 8 is about a roll that allows nothing: no move of the reader's can show it."""
    found = lesson("nothing-to-play")
    table = Table(found.game(), task=found)
    table.game.play("5")
    assert table.automatic() == "forced"
    view = table.handle({"do": "step"})
    assert view["task"]["state"] == "right"
    assert view["turn"] == "B"


def test_a_forced_pass_is_not_undone():
    """It would only be made again: it is B's here, and A's task stays open."""
    found = replace(lesson("nothing-to-play"), goal=Goal("reach", ("turn=A", "a5=A")))
    table = Table(found.game(), task=found)
    table.game.play("5")
    view = table.handle({"do": "step"})
    assert (view["ply"], view["task"]["state"]) == (2, "open")


# ---- options ---------------------------------------------------------------------------------------------------------


def test_options_have_labels():
    found = options_of(Game("horses[pass=yes] players=2").rules)
    assert [one["name"] for one in found] == ["horses", "out", "overshoot", "pass", "safe_start"]
    passing = found[3]
    assert passing["value"] == "yes"
    assert [value["value"] for value in passing["values"]] == ["no", "yes"]
    for value in (value for one in found for value in one["values"]):
        assert set(value["means"]) == set(words.LANGUAGES)
        assert not set("*`") & set("".join(value["means"].values()))


def test_games_without_options_list_none():
    assert Table(rules="0 players=2").view()["options"] == []
    assert Table(rules="hekla players=2").view()["options"] == []


def test_a_new_game_has_the_chosen_options():
    table = Table(rules=TWO)
    view = table.handle({"do": "new", "players": 3, "rules": "horses[horses=3,out=must]"})
    assert view["rules"] == "horses[horses=3,out=must] players=3"
    assert {one["name"]: one["value"] for one in view["options"]}["out"] == "must"
