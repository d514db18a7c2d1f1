"""Fresh examples: a position where a variant matters, from the engine; the same position without the variant."""

import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.learning import examples
from rulebook.learning.lessons import Goal, lesson, lessons
from rulebook.text import words

WITH = [found for found in lessons().values() if found.has_others]
VARIANTS = sorted({found.subject for found in WITH if isinstance(found.subject, int)})
first_of = {number: next(found for found in WITH if found.subject == number) for number in VARIANTS}


def test_most_variants_have_fresh_examples():
    alone = set(hedgekit.VARIANTS) - set(VARIANTS)
    assert alone == {0, 21, 22, 23, 24, 29, 31, 40}
    assert alone == {number for number in hedgekit.VARIANTS if examples.is_alone(number)}


@pytest.mark.parametrize("number", VARIANTS)
def test_an_example_is_a_task_that_can_be_done_and_missed(number):
    found = first_of[number]
    other = found.another(seed=1)
    game = other.game()
    assert str(game) == other.at
    assert (other.name, other.clause, other.rules) == (found.name, found.clause, found.rules)
    kind = other.words_of
    assert kind in examples.KINDS
    assert {lang: bool(text) for lang, text in other.text.items()} == dict.fromkeys(words.LANGUAGES, True)
    table = Table(other.game(), task=other, name=other.name)
    if kind == "forbidden":
        without = other.without(game)
        lost = {str(move).partition("=")[0] for move in without.moves()}
        move = next(move for move in sorted(lost) if move != "-" and game.why(move) is not None)
        view = table.handle({"do": "play", "move": move, "n": 1, "ply": 0})
    else:
        ((move,), *_) = other.goal.ways(game, 1)
        view = table.handle({"do": "play", "move": move, "n": 1, "ply": 0})
        missed = [str(m) for m in game.moves() if (str(m),) not in set(other.goal.ways(game, 1))]
        again = Table(other.game(), task=other, name=other.name)
        wrong = again.handle({"do": "play", "move": missed[0], "n": 1, "ply": 0})
        assert wrong["task"]["feedback"] == other.says("nudge")
        assert wrong["ply"] == 0, "put back"
        assert str(again.game) == other.at
    assert view["task"]["state"] == "right"
    assert view["task"]["feedback"] == words.both(f"examples.tasks.{kind}.praise")


@pytest.mark.parametrize("number", [9, 13, 36])
def test_the_same_seed_finds_the_same_position_and_another_another(number):
    found = first_of[number]
    assert found.another(3) == found.another(3)
    assert len({found.another(seed).at for seed in range(4)}) > 1


def test_what_a_variant_does_to_a_move():
    tube = lesson("tube").game()
    assert examples.difference(tube, "b1-b6", 9) == "allowed"
    assert examples.difference(tube, "b1-b2", 9) is None
    bounce = lesson("trampoline").game()
    assert examples.difference(bounce, "c1-d1", 35) == "changed"
    wall = lesson("concrete").game()
    assert examples.is_forbidden(wall, "d2-d1", 37)
    assert not examples.is_forbidden(wall, "d2-d5", 37), "nor without"


def test_the_same_position_without_the_variant():
    other = lesson("old-style").without(lesson("old-style").game())
    assert str(other.rules) == "0 players=2"
    assert other.why("d1-d2").clause == "0.9"


def test_without_the_variant_the_task_is_elsewhere():
    found = lesson("tube")
    table = Table(found.without(found.game()), task=found, name="tube")
    assert str(table.game) == found.at, "the same text"
    view = table.handle({"do": "play", "move": "b1-b2", "n": 1, "ply": 0})
    assert (view["ply"], view["task"]["state"]) == (1, "open")
    assert view["task"]["feedback"] == words.both("interface.task-elsewhere")


@pytest.mark.parametrize(
    ("name", "squares"),
    [
        ("either-die", "b2=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4 dice=2 turn=A step=forward"),
        ("joker", "b2=A1 b6=B1 c3=A2 d4=B2 home=A3A4B3B4 turn=A step=roll"),
        ("bring-in", "a1=A2 a2=A3 a3=A4 a4=B4 b3=A1 c3=B1 d6=B2 home=B3 dice=3 turn=A step=forward"),
        ("two-of-three", "b2=A4B4A1 c3=B1 d6=B2 h3=A2 home=A3B3 dice=3 turn=A step=forward"),
        ("one-home", "b5=A3A4B3B4B2 c2=A1 f6=B1 h2=A2 dice=2 turn=A step=forward"),
        ("three-left", "c3=A4B1 d6=B2 e5=B3 h3=A1 home=A2A3B4 dice=3 turn=A step=forward"),
    ],
)
def test_what_only_the_variant_knows_is_left_out(name, squares):
    found = lesson(name)
    assert str(found.without(found.game())) == squares


def test_rules_without_a_variant():
    assert str(examples.without("9+13 players=3", 13)) == "9 players=3"
    assert str(examples.without("27[held=stay] players=2", 27)) == "0 players=2"
    for rules, number in (("9", 13), ("9+13[push=sideways]", 9), ("29", 29)):
        with pytest.raises(LookupError):
            examples.without(rules, number)


def test_where_nothing_can_be_compared():
    turned = lesson("turned-over").game()
    with pytest.raises(LookupError):
        examples.compared(turned, 33)  # two of A's are home, and the third stands on rank i
    assert examples.difference(turned, "i3-h3", 33) is None
    with pytest.raises(LookupError):
        lesson("held").another(1)
    with pytest.raises(LookupError):
        lesson("second-colour").another(1)


def test_a_search_ends(monkeypatch):
    monkeypatch.setattr(examples, "MOST_POSITIONS", 20)
    monkeypatch.setattr(examples, "MOST_GAMES", 1)
    with pytest.raises(LookupError, match="no position of 20"):
        examples.differing("26 players=2", 26, seed=0)


def test_goals_of_points_and_series():
    scored = Goal.read({"scored": "A1 B-1"})
    game = lesson("refusing").game()
    assert next(scored.ways(game, 1)) == ("drop",)
    assert not Goal.read({"scored": "A9"}).is_possible(game, 1)
    with pytest.raises(ValueError, match="a goal is one of"):
        Goal.read({"former": "A"})
    match = lesson("match")
    assert match.goal.is_possible(match.game(), 1)
    earlier = Goal.read({"series": "B", "former": "A B"})
    assert not earlier.is_possible(match.game(), 1), "a game won, but no match"
