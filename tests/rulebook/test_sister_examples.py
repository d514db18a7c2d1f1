"""Fresh examples of the other games: positions where a clause bites, found through the engine, as tasks."""

import pytest

import hedgekit
from hedgekit.games.collection import OTHER_GAMES
from rulebook.boards.table import Table
from rulebook.learning import clause_positions, examples
from rulebook.learning.lessons import Goal, lesson, lessons
from rulebook.text import words

OF_SISTERS = [found for found in lessons().values() if found.subject in OTHER_GAMES]
named = pytest.mark.parametrize("found", OF_SISTERS, ids=[found.name for found in OF_SISTERS])


@named
def test_an_example_is_a_task_that_can_be_done_and_missed(found):
    if not found.has_others:
        with pytest.raises(LookupError):
            found.another(1)
        return
    other = found.another(seed=2)
    game = other.game()
    assert (str(game), other.name, other.clause, other.rules) == (other.at, found.name, found.clause, found.rules)
    assert all(other.says(kind)[lang] for kind in ("task", "hint", "praise", "nudge") for lang in words.LANGUAGES)
    table = Table(other.game(), task=other, name=other.name)
    if other.goal.wants_refusal:
        refused = clause_positions.pointed(game)
        path = next(path for path, text, no in refused if other.goal.is_met_by_refusal(no, game, text))
        view = table.handle({"do": "try", "path": list(path), "n": 1, "ply": 0})
    else:
        ways = set(other.goal.ways(game, 1))
        missed = [str(move) for move in game.moves() if (str(move),) not in ways]
        wrong = table.handle({"do": "play", "move": missed[0], "n": 1, "ply": 0})
        assert wrong["task"]["feedback"] == other.says("nudge")
        assert str(table.game) == other.at, "put back"
        view = table.handle({"do": "play", "move": min(ways)[0], "n": 1, "ply": 0})
    assert view["task"]["state"] == "right"
    assert view["task"]["feedback"] == words.both(f"examples.tasks.{other.words_of}.praise")


@named
def test_the_same_position_without_the_option(found):
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


def test_a_seed_gives_the_same_example_again():
    others = [one for one in OF_SISTERS if one.has_others]
    assert all(one.another(seed=2) == one.another(seed=2) != one.another(seed=3) for one in (others[0], others[-1]))


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


def test_what_an_option_does_to_a_move():
    at = "t1=A t4=B t30=A stable=A2B3 dice=5 turn=A step=move"
    passing = hedgekit.game_of("horses").from_text("horses[pass=yes] players=2", at)
    assert examples.difference(passing, "t1-t6", "horses.pass") == "allowed"
    assert examples.difference(passing, "t30-t35", "horses.pass") is None
    must = hedgekit.game_of("horses").from_text("horses[out=must] players=2", at.replace("dice=5", "dice=6"))
    assert examples.is_forbidden(must, "t30-t36", "horses.out")
    assert not examples.is_forbidden(must, "t30-t35", "horses.out")


def test_what_pointing_may_mean():
    """A cell, or two, and what the engine refuses there: as the table would answer."""
    game = hedgekit.game_of("hekla").from_text(
        "hekla players=2", "b2=A3 hand=A0A0A1A2A2A2B0B0B1B2B2B2B3 p0=AB turn=A step=play"
    )
    found = {path: no.clause for path, _, no in clause_positions.pointed(game)}
    assert found[("b2", "b5")] == "hekla.4"
    table = Table(game, name="x")
    assert table.handle({"do": "try", "path": ["b2", "b5"]})["refusal"]["clause"] == "hekla.4"


def test_goals_of_other_games():
    rules = "horses[horses=2] players=2"
    game = hedgekit.game_of(rules).from_text(rules, "a5=A t20=B stable=B1 home=A1 dice=6 turn=A step=move")
    assert [*Goal.read({"over": "A"}).ways(game, 1)] == [("a5-a6",)]
    assert not Goal.read({"over": "B draw"}).is_possible(game, 1)
    counted = Goal.read({"scored": " ".join(f"{player}{many}" for player, many in game.counts().items())})
    assert not counted.is_met(game), "nothing has been played"


def test_a_search_ends(monkeypatch):
    monkeypatch.setattr(examples, "MOST_GAMES", 2)
    with pytest.raises(LookupError, match=r"no position was found where hekla\.6 answers"):
        clause_positions.position_for("hekla players=2", "because", ("hekla.6",), 1)


def test_another_game_is_no_position_of_a_lesson():
    found = lesson("covered")
    assert not found.is_here(hedgekit.game_of("hekla")("hekla players=2"))
