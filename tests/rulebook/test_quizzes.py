"""Quizzes: the engine answers every question, with reasons in every language."""

import itertools
import json
import random
from dataclasses import replace

import pytest

import hedgekit
from rulebook.learning import examples, quiz
from rulebook.learning.question_kinds import KINDS, MOST
from rulebook.learning.questions import question
from rulebook.learning.quiz_sheet import Quiz
from rulebook.picture.drawing import drawing_of
from rulebook.text import words
from tests.claims import Claims

from .sheets import send

NUMBERS = [number for number in hedgekit.VARIANTS if number != 40]
claim = Claims()
LANGUAGES = set(words.LANGUAGES)


@claim
def a_question_has_one_right_answer_and_a_reason_for_every_other(found):
    assert found.kind in KINDS
    assert 3 <= len(found.options) <= MOST
    assert sum(option.right for option in found.options) == 1
    labels = {option.label["en"] for option in found.options}
    assert len(labels) == len(found.options), "all answers differ"
    for option in found.options:
        for text in (option.label, option.feedback, found.asked):
            assert set(text) == LANGUAGES
            assert all(text.values())
            assert "{" not in "".join(text.values())


@claim
def the_position_is_the_engines(found):
    game = found.game()
    assert str(game) == found.at
    assert str(game.rules).split("[")[0].split()[0] == str(found.number)
    stacks = game.position.stacks
    for option in found.options:
        if found.kind in ("who", "holds"):
            assert option.cells[0] in stacks


@claim
def the_right_answer_is_right(found):
    """Computed from the game in another way than the question was."""
    game = found.game()
    right = next(option for option in found.options if option.right)
    label = right.label["en"]
    if found.kind == "count":
        assert int(label) == len(game.moves())
    elif found.kind == "score":
        player = next(letter for letter in game.points() if f" {letter} " in found.asked["en"])
        assert int(label) == game.points()[player]
    elif found.kind == "ranking":
        assert label == " – ".join(" = ".join(group) for group in game.ranking())
        assert set(label.partition(" – ")[0].split(" = ")) == set(game.winners)
    elif found.kind == "legal":
        assert [is_playable(game, option.cells) for option in found.options] == [
            option.right for option in found.options
        ]
    elif found.kind == "who":
        able = {move.origin for move in game.moves() if move.origin and "^" not in str(move)}
        assert [option.cells[0] in able for option in found.options] == [option.right for option in found.options]
    elif found.kind == "holds":
        assert_holders(found, game)
    else:
        assert_verdict(found, game, right)


@pytest.mark.parametrize("number", NUMBERS)
def test_questions_hold_their_claims(number):
    for seed in (1, 2):
        claim.hold(question(number, seed))


def is_playable(game, path):
    """Return whether a legal move goes over these squares."""
    return any(drawing_of(game).path(move) == path for move in game.moves() if path)


def assert_holders(found, game):
    """Check the base game, where pieces on lower ranks hold; under variants only the engine knows."""
    square = found.asked["en"].rstrip("?").split()[-1]
    if found.number:
        return
    for option in found.options:
        behind = option.cells[0][0] < square[0]
        assert behind == option.right
    assert game.why(f"{square}-{square[0]}{2 if square[1] == '1' else 1}") is not None


def assert_verdict(found, game, right):
    """Compare play with and without the variant."""
    bare = examples.compared(game, found.number)
    verdict = {(True, False): "allows", (False, True): "forbids"}.get(
        (is_playable(game, right.cells), is_playable(bare, right.cells))
    )
    if verdict:
        assert verdict in right.label["en"]
    else:
        assert right.label["en"].startswith(("Allowed", "Nothing"))


def test_a_question_depends_on_its_seed():
    assert question(9, 5) == question(9, 5)
    assert len({question(9, seed).at for seed in range(6)}) > 4


def test_every_kind_of_question_occurs():
    missing = set(KINDS)
    for number, seed in itertools.product((0, 9, 20), range(25)):
        if missing:
            missing.discard(question(number, seed).kind)
    assert not missing


@pytest.mark.parametrize("number", [40, 99, -1])
def test_there_are_no_questions_about_other_games(number):
    with pytest.raises(LookupError):
        quiz(number)


# ---- the sheet -------------------------------------------------------------------------------------------------------


def new_quiz(*variants):
    return Quiz(variants, 1, random.Random(5))


def right_of(sheet):
    return next(k for k, option in enumerate(sheet.question.options) if option.right)


def test_text_forms_are_short_and_stable():
    assert repr(quiz()) == repr(quiz(0))
    assert repr(quiz(6, 7, 16)) == repr(quiz(6, 7, 16))
    assert repr(quiz(9)).startswith("Quiz(9: ")
    assert "image/svg+xml" in quiz(9)._repr_mimebundle_()[0]


def test_a_view_is_plain_data_without_the_answer():
    sheet = new_quiz(9, 13)
    assert json.loads(json.dumps(sheet.view)).keys() == sheet.view.keys()
    assert [(option["state"], option["feedback"]) for option in sheet.view["options"]] == [("", None)] * len(
        sheet.question.options
    )
    assert set(sheet.view["position"]) == LANGUAGES


def test_after_a_wrong_answer_the_next_may_be_right():
    sheet = new_quiz(0)
    right = right_of(sheet)
    wrong = (right + 1) % len(sheet.question.options)
    view = send(sheet, do="answer", option=wrong, asked=1)
    assert (view["options"][wrong]["state"], view["last"], view["answered"]) == ("wrong", wrong, False)
    assert set(view["options"][wrong]["feedback"]) == LANGUAGES
    view = send(sheet, do="answer", option=right, asked=1)
    assert (view["options"][right]["state"], view["answered"]) == ("right", True)
    assert (view["done"], view["right"]) == (1, 0), "it was the second try"
    assert send(sheet, do="answer", option=wrong, asked=1)["last"] == right, "the question is done"


def test_questions_are_fresh_and_right_answers_are_counted():
    sheet = new_quiz(0, 9)
    seen = {sheet.question.at}
    for asked in range(1, 6):
        view = send(sheet, do="answer", option=right_of(sheet), asked=asked)
        assert (view["done"], view["right"]) == (asked, asked)
        view = send(sheet, do="another")
        assert (view["asked"], view["answered"], view["last"]) == (asked + 1, False, None)
        seen.add(sheet.question.at)
    assert len(seen) == 6


def test_a_question_of_the_same_kind_needs_another_position(monkeypatch):
    sheet = new_quiz(0)
    other = next(one for one in (question(0, seed) for seed in range(99)) if one.at != sheet.question.at)
    for found, refused in ((sheet.question, True), (replace(other, kind=sheet.question.kind), False)):
        monkeypatch.setattr("rulebook.learning.quiz_sheet.question", lambda *_, found=found: found)
        assert bool(send(sheet, do="another").get("error")) == refused


def test_a_late_answer_is_ignored():
    sheet = new_quiz(0)
    send(sheet, do="another")
    view = send(sheet, do="answer", option=right_of(sheet), asked=1)
    assert (view["answered"], view["done"]) == (False, 0)


def test_a_quiz_asks_about_all_its_variants():
    sheet = new_quiz(6, 7, 16)
    numbers = {sheet.question.number}
    for _ in range(12):
        send(sheet, do="another")
        numbers.add(sheet.question.number)
    assert numbers == {6, 7, 16}
