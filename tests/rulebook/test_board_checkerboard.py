"""What the board of Hedgehog shows of a turn: who rolled what, which crossings are shut, who sits where."""

import re

from hedgekit.games.checkerboard import Game
from rulebook.picture import svg
from rulebook.picture.drawing import drawing_of
from rulebook.text import words

ONE_TAKEN = "c3=A near=c1 left=a3 far=e8 right=h7 starter=A edge=left dice=2 turn=B step=place"


def test_numbers_rolled_for_the_start_are_shown_and_said():
    game = Game.from_text("checkerboard players=4", "rolled=A5B2C6 turn=D step=first")
    picture = svg.draw(game)
    assert re.findall(r'font-size="17" font-weight="700"[^>]*>(\d)<', picture) == ["5", "6", "2"], "side A, then side B"
    said = drawing_of(game).summary(game.position, game.rules)
    assert said["en"] == "A has rolled 5. B has rolled 2. C has rolled 6."
    assert set(said) == set(words.LANGUAGES)


def test_without_stacks_an_occupied_crossing_is_crossed_out():
    last = svg.draw(Game.from_text("checkerboard[form=last] players=2", ONE_TAKEN))
    usual = svg.draw(Game.from_text("checkerboard players=2", ONE_TAKEN))
    assert (last.count('class="cb-shut"'), last.count('class="cb-met"')) == (1, 3)
    assert (usual.count('class="cb-shut"'), usual.count('class="cb-met"')) == (0, 4)


def test_the_edge_whose_turn_it_is_stands_out():
    picture = svg.draw(Game.from_text("checkerboard players=2", ONE_TAKEN))
    assert picture.count('class="cb-due"') == 6, "the left edge without its corners"
    either = ONE_TAKEN.replace("edge=left ", "")
    assert svg.draw(Game.from_text("checkerboard[edge=any] players=2", either)).count('class="cb-due"') == 12
