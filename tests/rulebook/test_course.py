"""The ten lessons: in order, each can be opened, solved and left; the tenth is a whole game."""

import json
import random

import pytest

from rulebook.boards.table import Table
from rulebook.learning import course
from rulebook.learning.course_sheet import GAME, course_lessons
from rulebook.picture.drawing import drawing_of
from rulebook.text import words

from .sheets import send


def on_board(sheet, **message):
    send(sheet, do="board", which="left", message=message)
    return sheet.left


def test_there_are_ten_lessons_and_the_first_is_open():
    sheet = course()
    assert len(sheet.names) == len(sheet.data["lessons"]) == 10
    assert repr(sheet) == "Course(lesson 1 of 10: step-on)"
    assert sheet.left["name"] == "step-on"
    for lesson in sheet.data["lessons"]:
        assert set(lesson["title"]) == set(words.LANGUAGES)
    assert json.loads(json.dumps([sheet.data, sheet.view, sheet.left]))


def test_lessons_cover_the_rules_needed_to_play():
    clauses = [found.clause for found in course_lessons()]
    assert set(clauses) == {"0.2", "0.4", "0.5", "0.7", "0.8", "0.9", "0.10"}


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_tasks_are_short_and_explained_in_two_sentences(lang):
    for found in course_lessons():
        assert len(found.text[lang].split()) <= 45, found.name
        praise = found.sentence("praise")[lang]
        assert len([mark for mark in praise.split() if mark[-1] in ".?!"]) == 2, (found.name, praise)
        assert len(praise.split()) <= 50


def test_any_lesson_can_be_opened_and_restarted():
    sheet = course()
    assert send(sheet, do="open", lesson=7)["at"] == 7
    before = sheet.left["text"]
    assert sheet.left["name"] == sheet.names[6]
    on_board(sheet, do="play", move="-")
    send(sheet, do="open", lesson=7)
    assert (sheet.left["text"], sheet.left["ply"]) == (before, 0)


def test_a_lesson_answers_right_wrong_or_refused():
    sheet = course()
    assert on_board(sheet, do="play", move="f3-g3")["task"]["state"] == "wrong"
    assert on_board(sheet, do="play", move="d2-e2")["refusal"]["clause"] == "0.8"
    assert on_board(sheet, do="play", move="b3-c3")["task"]["state"] == "right"


def test_the_tenth_lesson_is_a_game_against_the_greedy_player():
    sheet = course()
    send(sheet, do="open", lesson=10)
    assert (sheet.left["name"], sheet.left["seats"]) == (GAME, ["reader", "greedy"])
    assert sheet.left["task"]["keeps"]
    chance = random.Random(4)
    while not sheet.left["over"]:
        assert sheet.left["task"]["state"] == "open"
        if sheet.left["auto"]:
            on_board(sheet, do="step")
        else:
            on_board(sheet, do="play", move=chance.choice(sheet.left["moves"])["text"])
    task = sheet.left["task"]
    won = "A" in sheet.left["over"]
    done = "right" if won else "over"  # a lost game is played, but not solved
    assert task["state"] == done
    assert task["feedback"] == words.both(f"course.game.{'won' if won else 'lost'}")
    assert on_board(sheet, do="undo")["task"]["state"] == "open", "before the end it is not done"
    assert on_board(sheet, do="redo")["task"]["state"] == done
    assert on_board(sheet, do="restart")["ply"] == 0


def test_a_board_with_a_single_task_is_not_kept():
    assert not Table(task=course_lessons()[0]).view()["task"]["keeps"]


def test_open_black_squares_do_not_occur_before_they_are_explained():
    """ "Free again" explains it: until then every black square in the lessons holds whoever comes."""
    for lesson in course_lessons():
        if lesson.name == "let-go":
            return
        played = lesson.game()
        ways = [[], *lesson.goal.ways(played, 4)] if lesson.goal else [[]]
        for way in ways:
            game = played.copy()
            for move in way:
                game.play(move)
            labels = [cell.label["en"] for cell in drawing_of(game).layout(game.position, game.rules).cells.values()]
            assert not [label for label in labels if "holds nobody" in label], (lesson.name, way)
