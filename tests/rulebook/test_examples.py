"""Fresh examples from the engine: a position where a variant, or a clause of another game, matters; and without it."""

import pytest

import hedgekit
from hedgekit.games.collection import OTHER_GAMES
from rulebook.boards.table import Table
from rulebook.learning import clause_positions, examples
from rulebook.learning.lessons import Goal, lesson, lessons
from rulebook.text import words

WITH = [found for found in lessons().values() if found.has_others]
VARIANTS = sorted({found.subject for found in WITH if isinstance(found.subject, int)})
first_of = {number: next(found for found in WITH if found.subject == number) for number in VARIANTS}
OF_OTHER_GAMES = [found for found in lessons().values() if found.subject in OTHER_GAMES]


def test_most_variants_have_fresh_examples():
    alone = set(hedgekit.VARIANTS) - set(VARIANTS)
    assert alone == {0, 21, 22, 23, 24, 29, 31, 40}
    assert alone == {number for number in hedgekit.VARIANTS if examples.is_alone(number)}


@pytest.mark.parametrize("found", [*first_of.values(), *OF_OTHER_GAMES], ids=lambda found: found.name)
def test_an_example_is_a_task_that_can_be_solved_or_missed(found):
    if not found.has_others:
        with pytest.raises(LookupError):
            found.another(1)
        return
    other = found.another(seed=1 if found.subject in first_of else 2)
    game, kind = other.game(), other.words_of
    assert (str(game), other.name, other.clause, other.rules) == (other.at, found.name, found.clause, found.rules)
    assert all(other.sentence(part)[lang] for part in ("task", "hint", "praise", "nudge") for lang in words.LANGUAGES)
    assert kind in examples.KINDS or found.subject in OTHER_GAMES
    table = Table(other.game(), task=other, name=other.name)
    if kind == "forbidden":
        lost = sorted({str(move).partition("=")[0] for move in other.without(game).moves()})
        message = {"do": "play", "move": next(move for move in lost if move != "-" and game.why(move) is not None)}
    elif other.goal.wants_refusal:
        refused = clause_positions.refused_paths(game)
        message = {
            "do": "try",
            "path": next([*one] for one, move, no in refused if other.goal.is_met_by_refusal(no, game, move)),
        }
    else:
        ways = set(other.goal.ways(game, 1))
        missed = next(str(move) for move in game.moves() if (str(move),) not in ways)
        wrong = table.handle({"do": "play", "move": missed})
        assert (wrong["task"]["feedback"], str(table.game)) == (other.sentence("nudge"), other.at), "put back"
        message = {"do": "play", "move": min(ways)[0]}
    task = table.handle(message)["task"]
    assert (task["state"], task["feedback"]) == ("right", words.both(f"examples.tasks.{kind}.praise"))


SEEDED = [*(first_of[number] for number in (9, 13, 36)), *(one for one in OF_OTHER_GAMES if one.has_others)][:5]


@pytest.mark.parametrize("found", SEEDED, ids=lambda found: found.name)
def test_an_example_depends_on_its_seed_only(found):
    assert found.another(3) == found.another(3)
    assert len({found.another(seed).at for seed in range(4)}) > 1


@pytest.mark.parametrize("found", OF_OTHER_GAMES, ids=lambda found: found.name)
def test_a_position_can_be_shown_without_its_option(found):
    if not found.has_without:
        with pytest.raises(LookupError):
            found.without(found.game())
        return
    bare = found.without(found.game())
    assert str(bare) == found.at
    assert len(bare.rules.chosen) == len(found.game().rules.chosen) - 1
    table = Table(found.game(), task=found, name=found.name)
    view = table.handle({"do": "without"})
    assert view["rules"] == str(bare.rules)
    assert table.handle({"do": "undo"})["rules"] == found.rules


def test_a_variant_can_allow_forbid_or_change_a_move():
    tube = lesson("tube").game()
    assert examples.difference(tube, "b1-b6", 9) == "allowed"
    assert examples.difference(tube, "b1-b2", 9) is None
    bounce = lesson("trampoline").game()
    assert examples.difference(bounce, "c1-d1", 35) == "changed"
    wall = lesson("concrete").game()
    assert examples.is_forbidden(wall, "d2-d1", 37)
    assert not examples.is_forbidden(wall, "d2-d5", 37), "nor without"


def test_a_position_can_be_shown_without_its_variant():
    other = lesson("old-style").without(lesson("old-style").game())
    assert str(other.rules) == "0 players=2"
    assert other.why("d1-d2").clause == "0.9"


def test_without_the_variant_the_task_is_suspended():
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
def test_fields_of_the_variant_are_left_out_without_it(name, squares):
    found = lesson(name)
    assert str(found.without(found.game())) == squares


def test_a_variant_is_removed_from_rules():
    assert str(examples.without("9+13 players=3", 13)) == "9 players=3"
    assert str(examples.without("27[held=stay] players=2", 27)) == "0 players=2"
    for rules, number in (("9", 13), ("9+13[push=sideways]", 9), ("29", 29)):
        with pytest.raises(LookupError):
            examples.without(rules, number)


def test_incomparable_positions_are_errors():
    turned = lesson("turned-over").game()
    with pytest.raises(LookupError):
        examples.compared(turned, 33)  # two of A's are home, and the third stands on rank i
    assert examples.difference(turned, "i3-h3", 33) is None
    with pytest.raises(LookupError):
        lesson("held").another(1)
    with pytest.raises(LookupError):
        lesson("second-colour").another(1)


def test_a_search_without_result_ends(monkeypatch):
    monkeypatch.setattr(examples, "MOST_POSITIONS", 20)
    monkeypatch.setattr(examples, "MOST_GAMES", 1)
    with pytest.raises(LookupError, match="no position of 20"):
        examples.differing("26 players=2", 26, seed=0)
    with pytest.raises(LookupError, match=r"no position was found where hekla\.6 answers"):
        clause_positions.position_for("hekla players=2", "because", ("hekla.6",), 1)


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


# ---- options of other games ------------------------------------------------------------------------------------------


def test_an_option_is_named_by_itself_or_by_its_value():
    rules = hedgekit.game_of("horses").read_rules("horses[pass=yes,out=must] players=2")
    assert examples.option_of(rules, "horses.pass") == "pass"
    assert examples.option_of(rules, "horses.4") == ""
    assert str(examples.without(str(rules), "horses.pass")) == "horses[out=must] players=2"
    last = hedgekit.game_of("checkerboard").read_rules("checkerboard[form=last] players=2")
    assert examples.option_of(last, "checkerboard.last") == "form"
    for rules, clause in (("horses players=2", "horses.pass"), (str(last), "checkerboard.edge")):
        with pytest.raises(LookupError):
            examples.without(rules, clause)


def test_an_option_can_allow_or_forbid_a_move():
    at = "t1=A t4=B t30=A stable=A2B3 dice=5 turn=A step=move"
    passing = hedgekit.game_of("horses").from_text("horses[pass=yes] players=2", at)
    assert examples.difference(passing, "t1-t6", "horses.pass") == "allowed"
    assert examples.difference(passing, "t30-t35", "horses.pass") is None
    must = hedgekit.game_of("horses").from_text("horses[out=must] players=2", at.replace("dice=5", "dice=6"))
    assert examples.is_forbidden(must, "t30-t36", "horses.out")
    assert not examples.is_forbidden(must, "t30-t35", "horses.out")


def test_refused_paths_are_those_the_table_refuses():
    """One cell or two, with the refusal that the table would give."""
    game = hedgekit.game_of("hekla").from_text(
        "hekla players=2", "b2=A3 hand=A0A0A1A2A2A2B0B0B1B2B2B2B3 p0=AB turn=A step=play"
    )
    found = {path: no.clause for path, _, no in clause_positions.refused_paths(game)}
    assert found[("b2", "b5")] == "hekla.4"
    table = Table(game, name="x")
    assert table.handle({"do": "try", "path": ["b2", "b5"]})["refusal"]["clause"] == "hekla.4"


def test_goals_of_other_games():
    rules = "horses[horses=2] players=2"
    game = hedgekit.game_of(rules).from_text(rules, "a5=A t20=B stable=B1 home=A1 dice=6 turn=A step=move")
    assert [*Goal.read({"over": "A"}).ways(game, 1)] == [("a5-a6",)]
    assert not Goal.read({"over": "B draw"}).is_possible(game, 1)
    counted = Goal.read({"scored": " ".join(f"{player}{many}" for player, many in game.counts().items())})
    assert not counted.is_met(game), "nothing was played"


def test_another_games_position_is_not_a_lessons():
    found = lesson("covered")
    assert not found.is_here(hedgekit.game_of("hekla")("hekla players=2"))
