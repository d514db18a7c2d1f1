"""A variant owns all of itself: one that the guide declares in one place brings a field, a series, points, examples."""

import re
import textwrap
from pathlib import Path

import pytest

import hedgekit
from hedgekit import Game, NotationError, Series
from hedgekit.games.race.engine.composing import declaring_into
from hedgekit.games.race.notation.position import Position
from hedgekit.games.race.play.explain.outcome import points_reasons
from hedgekit.games.race.play.series import ends, in_series
from hedgekit.games.race.variants.fields import PlayerNumbers, position_field
from hedgekit.games.race.variants.house_rules.registry import BASE, Registry, current, using
from hedgekit.simulation import simulate_series
from hedgekit.terminal.text_board import fields_beside
from rulebook.boards import scores
from rulebook.games.race import labels
from rulebook.learning import examples
from rulebook.picture import svg

GUIDE = Path(hedgekit.__file__).parents[1] / "docs" / "how-to" / "variant.md"


@pytest.fixture(scope="module")
def apples():
    """The variants of the guide, as 61, which wraps the board, and 62: a side-step finds an apple, two open any lane.

    A game that was begun before they are declared does not have the new field.
    """
    begun = Game.from_text("0 players=2", AT.replace(" apples=A1", ""))
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    core = BASE.core.copy()
    with declaring_into(core):
        for block in blocks:
            exec(re.sub(r"\b4([12])\b", r"6\1", textwrap.dedent(block)), {})  # whoever adds a variant calls it 41
        with using(Registry.of(core)):
            yield begun


AT = "b2=A1 b4=B4 c6=A2 d1=A3B1 f3=B2 h6=A4 home=B3 apples=A1 dice=1 turn=A step=sideways"
OVER = "b2=A1 c2=B1 c3=B2 home=A2A3A4B3B4 apples=A1B2 over=A"


def test_its_field_is_printed_and_read_in_its_place(apples):
    game = Game.from_text("62 players=2", AT)
    assert str(game) == AT, "about players: before the dice"
    game.play("b2-b3")
    assert "apples=A2" in str(game)
    assert str(Game.from_text("62 players=2", str(game))) == str(game)
    assert str(Game.from_text("62 players=2", OVER)) == OVER, "a finished game keeps what is about players"
    assert game.to_text("B") == str(game), "everybody may know it"
    with pytest.raises(NotationError, match="apples"):
        Game.from_text("0 players=2", AT)
    for wrong in ("C1", "A0", "B1A1", "A1A2", "x"):
        with pytest.raises(NotationError, match="apples"):
            Game.from_text("62 players=2", AT.replace("apples=A1", f"apples={wrong}"))


def test_its_rule_plays_from_it(apples):
    game = Game.from_text("62 players=2", AT)
    game.play("b2-b3")
    assert {str(move) for move in game.moves()} > {"c6-d6", "f3-g3"}, "two apples: any lane"
    assert {str(move) for move in Game.from_text("0 players=2", str(game).replace(" apples=A2", "")).moves()} == {"-"}
    wrapped = AT.replace("b4=B4 c6=A2", "b4=B4 b6=A2").replace(" apples=A1", "")
    found = [{str(move) for move in Game.from_text(f"{number} players=2", wrapped).moves()} for number in (0, 61)]
    assert ["b6-b1" in moves for moves in found] == [False, True], "the other variant of the guide"


def test_a_game_begun_before_it_was_declared_goes_on(apples):
    """Its state has no such field, neither have those of its rule set's engine: empty, not an AttributeError."""
    assert str(apples) == AT.replace(" apples=A1", "")
    apples.play("b2-b3")
    assert "apples" not in str(apples)
    with pytest.raises(AttributeError, match="pears"):
        apples._state.pears  # noqa: B018


def test_boards_and_terminals_show_it(apples):
    """And the other variant of the guide has its title."""
    assert current().variants[62].title["fr"] == "Pommes tombées"
    position, rules = Position.parse(AT), hedgekit.rules("62 players=2")
    assert ("apples", "A1") in set(fields_beside(position))
    assert "Apples: A 1." in labels.summary(position, rules)["en"]
    assert "Pommes\N{NO-BREAK SPACE}: A 1." in labels.summary(position, rules)["fr"]
    drawn = svg.draw(position, rules=rules)
    assert ">apples</text>" in drawn
    assert ">A 1</text>" in drawn
    assert ">apples</text>" not in svg.draw(Position.parse(AT.replace(" apples=A1", "")), rules=rules)


def test_its_points_its_series_and_their_reasons(apples):
    game = Game.from_text("62 players=2", OVER)
    assert game.points() == {"A": 1, "B": 2}
    said = points_reasons(game)["B"]
    assert (said.clause, said.text("en"), said.text("fr")) == ("62.3", "Apples found: 2.", "Pommes trouvées : 2.")
    rules = hedgekit.rules("62 players=2")
    assert in_series(rules)
    assert ends(rules)
    assert scores.score(rules, ["A1B2"]).is_over is False
    assert scores.score(rules, ["A1B2", "A0B1"]).leaders == (1,)
    shown = scores.points_view(game, ["A1B1"])
    assert shown["series"]["over"]
    assert [row["why"]["en"] for row in shown["rows"]] == ["Apples found: 1.", "Apples found: 2."]
    series = Series.replay(Series(rules, seed=3).record())
    assert not series.is_over
    assert simulate_series(rules, 2, ("random",), 1, engine="interpreted").games == 2


def test_its_positions_are_compared_without_it_and_its_examples_found(apples):
    game = Game.from_text("62 players=2", AT)
    game.play("b2-b3")
    other = examples.compared(game, 62)
    assert str(other) == str(game).replace(" apples=A2", "")
    assert examples.difference(game, "c6-d6", 62) == "allowed"
    assert not examples.is_alone(62)
    at, kind = examples.differing("62 players=2", 62, seed=1)
    assert kind in examples.KINDS
    assert "apples=" in at


def test_a_field_is_declared_once_and_about_something_known(apples):
    with pytest.raises(TypeError, match="twice"):
        position_field(PlayerNumbers("apples", "players"))
    with pytest.raises(TypeError, match="about weather"):
        position_field(PlayerNumbers("pears", "weather"))


VALUES = {
    "gone": ("CD", ("C", "D"), ()),
    "lost": ("C2D0", {"C": 2, "D": 0}, {}),
    "cube": ("4B", (4, "B"), (1, "")),
    "kept": ("A3B6", {"A": 3, "B": 6}, {}),
    "pool": ("1,1,6", (1, 1, 6), ()),
    "slip": ("A1B2'", ("A1", "B2'"), ()),
    "carrier": ("A1C2", ("A1", "C2"), ()),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_field_says_what_its_text_means_in_one_place(name):
    """Boards, prompts and examples ask it, and read no text by themselves; without the field it says nothing is so."""
    text, value, none = VALUES[name]
    assert Position.parse(f"a1=A1 {name}={text} turn=A step=roll").value(name) == value
    assert Position.parse("a1=A1 turn=A step=roll").value(name) == none


def test_a_field_from_outside_says_so_too(apples):
    assert Game.from_text("62 players=2", AT).position.value("apples") == {"A": 1}
