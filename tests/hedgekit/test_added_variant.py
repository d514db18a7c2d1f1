"""A variant is declared in one place: the guide's example has a field, a series, points and examples."""

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
    """Declare the guide's variants: 61 wraps the board; under 62 a side-step finds an apple, and two open any lane.

    Yields a game begun before the declaration, without the new field.
    """
    begun = Game.from_text("0 players=2", AT.replace(" apples=A1", ""))
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    core = BASE.core.copy()
    with declaring_into(core):
        for block in blocks:
            exec(re.sub(r"\b4([12])\b", r"6\1", textwrap.dedent(block)), {})  # the guide's numbers are 41 and 42
        with using(Registry.of(core)):
            yield begun


AT = "b2=A1 b4=B4 c6=A2 d1=A3B1 f3=B2 h6=A4 home=B3 apples=A1 dice=1 turn=A step=sideways"
OVER = "b2=A1 c2=B1 c3=B2 home=A2A3A4B3B4 apples=A1B2 over=A"


def test_its_field_is_printed_and_read_in_order(apples):
    game = Game.from_text("62 players=2", AT)
    assert str(game) == AT, "fields of players come before the dice"
    game.play("b2-b3")
    assert "apples=A2" in str(game)
    assert str(Game.from_text("62 players=2", str(game))) == str(game)
    assert str(Game.from_text("62 players=2", OVER)) == OVER, "a finished game keeps fields of players"
    assert game.to_text("B") == str(game), "apples are public"
    with pytest.raises(NotationError, match="apples"):
        Game.from_text("0 players=2", AT)
    for wrong in ("C1", "A0", "B1A1", "A1A2", "x"):
        with pytest.raises(NotationError, match="apples"):
            Game.from_text("62 players=2", AT.replace("apples=A1", f"apples={wrong}"))


def test_its_rule_uses_the_field(apples):
    game = Game.from_text("62 players=2", AT)
    game.play("b2-b3")
    assert {str(move) for move in game.moves()} > {"c6-d6", "f3-g3"}, "two apples open any lane"
    assert {str(move) for move in Game.from_text("0 players=2", str(game).replace(" apples=A2", "")).moves()} == {"-"}
    wrapped = AT.replace("b4=B4 c6=A2", "b4=B4 b6=A2").replace(" apples=A1", "")
    found = [{str(move) for move in Game.from_text(f"{number} players=2", wrapped).moves()} for number in (0, 61)]
    assert ["b6-b1" in moves for moves in found] == [False, True], "the other variant of the guide"


def test_a_game_begun_before_the_declaration_continues(apples):
    """The states of its engine lack the field, which reads as empty instead of raising AttributeError."""
    assert str(apples) == AT.replace(" apples=A1", "")
    apples.play("b2-b3")
    assert "apples" not in str(apples)
    with pytest.raises(AttributeError, match="pears"):
        apples._state.pears  # noqa: B018


def test_boards_and_terminals_show_the_field(apples):
    """The other variant of the guide has its title."""
    assert current().variants[62].title["fr"] == "Pommes tombées"
    position, rules = Position.parse(AT), hedgekit.rules("62 players=2")
    assert ("apples", "A1") in set(fields_beside(position))
    assert "Apples: A 1." in labels.summary(position, rules)["en"]
    assert "Pommes\N{NO-BREAK SPACE}: A 1." in labels.summary(position, rules)["fr"]
    drawn = svg.draw(position, rules=rules)
    assert ">apples</text>" in drawn
    assert ">A 1</text>" in drawn
    assert ">apples</text>" not in svg.draw(Position.parse(AT.replace(" apples=A1", "")), rules=rules)


def test_it_has_points_a_series_and_their_reasons(apples):
    game = Game.from_text("62 players=2", OVER)
    assert game.points() == {"A": 1, "B": 2}
    reason = points_reasons(game)["B"]
    assert (reason.clause, reason.text("en"), reason.text("fr")) == ("62.3", "Apples found: 2.", "Pommes trouvées : 2.")
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


def test_positions_are_compared_without_it_and_examples_are_found(apples):
    game = Game.from_text("62 players=2", AT)
    game.play("b2-b3")
    other = examples.compared(game, 62)
    assert str(other) == str(game).replace(" apples=A2", "")
    assert examples.difference(game, "c6-d6", 62) == "allowed"
    assert not examples.is_alone(62)
    at, kind = examples.differing("62 players=2", 62, seed=1)
    assert kind in examples.KINDS
    assert "apples=" in at


def test_a_field_cannot_be_declared_twice_or_about_something_unknown(apples):
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
def test_a_field_parses_its_text(name):
    """Boards, prompts and examples all use its value, which is empty without the field."""
    text, value, none = VALUES[name]
    assert Position.parse(f"a1=A1 {name}={text} turn=A step=roll").value(name) == value
    assert Position.parse("a1=A1 turn=A step=roll").value(name) == none


def test_an_added_field_parses_its_text(apples):
    assert Game.from_text("62 players=2", AT).position.value("apples") == {"A": 1}
