"""Pictures of positions, records that can be stepped through, results with their plot."""

import re
import sys
from xml.etree import ElementTree

import pytest

import hedgekit
from hedgekit.play import picture

from .playing import played_on

SVG = "{http://www.w3.org/2000/svg}"
AT = "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 f6=B4 dice=6 turn=A step=forward"
OTHERS = ("40 players=2", "hekla players=2", "horses players=2", "checkerboard players=2")


def texts(svg):
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_names_every_piece_and_has_a_title_and_description():
    """Covered hedgehogs are named, too; the description for screen readers is the position."""
    svg = hedgekit.Game.from_text("0 players=2", AT).svg(title="Mine")
    assert {"A1", "A4", "A2", "B1", "B2", "A3", "B3", "B4"} <= set(texts(svg))
    root = ElementTree.fromstring(svg)
    assert [root.find(f"{SVG}{tag}").text for tag in ("title", "desc")] == ["Mine", AT]
    assert "à toi" in hedgekit.Game.from_text("0 players=2", AT).svg("fr").lower() or root.get("lang") == "en"


def test_five_lanes_are_drawn():
    svg = hedgekit.Game("1 players=2", seed=1).svg()
    assert "5" in texts(svg)
    assert "6" not in texts(svg)


@pytest.mark.parametrize("rules", OTHERS)
def test_pictures_of_a_game_share_no_ids(rules):
    """Otherwise, on one page, one would be drawn with the other's symbols."""
    game = hedgekit.game_of(rules)(rules, seed=1)
    ids = [
        {one.get("id") for one in ElementTree.fromstring(game.svg(theme=theme)).iter()} for theme in ("light", "dark")
    ]
    assert ids[0] & ids[1] == {None}
    assert len(ids[0]) > 3


def test_a_position_draws_itself():
    assert "A4" in texts(hedgekit.Position.parse(AT)._repr_svg_())
    assert hedgekit.Game.from_text("0 players=2", AT)._repr_svg_()
    position = hedgekit.Position.parse(AT.replace("f6=B4", "home=B4"))
    assert "B4" in texts(position.svg("fr"))
    pytest.importorskip("resvg_py")
    assert position.png().startswith(b"\x89PNG")


def test_a_seats_picture_shows_only_its_own_drawing():
    game = hedgekit.Game("2 players=2")
    for noted in "31":
        game.play(noted)
    pictures = [game.view(seat).svg() for seat in ("A", "B", None)]
    assert [re.findall(r'href="#\w+-m(\d)"', one)[:-8] for one in pictures] == [["3"], ["1"], []], (
        "and all four twice in the legend"
    )


def test_a_series_has_a_repr_and_a_result_iterates_over_games():
    series = hedgekit.Series("18[target=3] players=2", seed=1)
    for _ in range(2):
        played_on(series.game)
        if len(series.games) < 2:
            series.next_game()
    a, b = series.scores.values()
    assert repr(series) == f"<Series of {series.rules}: game 2, A {a}, B {b}>"
    result = hedgekit.simulate("0 players=2", 5, seed=1, engine="interpreted")
    games = list(result)
    assert [game["turns"] for game in games] == list(result["turns"])
    assert set(games[0]) == set(result.raw)
    assert len({hedgekit.VARIANTS[9], hedgekit.VARIANTS[9], hedgekit.VARIANTS[13]}) == 2


def test_a_png_has_twice_the_size_of_the_svg_its_colours_and_letters():
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    for rules in ("0 players=4", "40 players=2"):
        game = hedgekit.Game(rules, seed=1)
        width, height = (float(side) for side in ElementTree.fromstring(game.svg()).get("viewBox").split()[2:])
        assert image.open(BytesIO(game.png())).size == (2 * width, 2 * height)
        dark = image.open(BytesIO(game.png(size=300, theme="dark")))
        assert dark.width == 300
        assert dark.convert("L").getpixel((150, 2)) < 60
    assert picture.png(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">A</text></svg>'
    ) != (picture.png('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>'))


@pytest.mark.parametrize("module", ["PIL", "resvg_py"])
def test_without_a_renderer_the_extra_is_named(monkeypatch, module):
    picture._font.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(hedgekit.HedgekitError, match=r"hedgekit\[png\]"):
        hedgekit.Game("0 players=2").png()


@pytest.mark.parametrize("rules", ["9+13 players=3", "7 players=2", "40 players=2", "hekla players=2"])
def test_a_record_iterates_over_moves_and_positions(rules):
    """Its positions are those of the game after each move."""
    game = hedgekit.game_of(rules)(rules, seed=3)
    expected = [("", str(game.position))]
    while not game.is_over and game.ply < 12:
        played_on(game, game.ply + 1)
        expected.append((game.moves_played[-1], str(game.position)))
    record = game.as_record()
    assert [(move, str(position)) for move, position in record] == expected
    assert record._repr_html_().count("<svg") == 1


def test_a_record_begins_at_its_position_and_names_an_illegal_move():
    game = hedgekit.Game.from_text("0 players=2", AT)
    game.play("f6-g6")
    assert next(str(position) for _, position in game.as_record()) == AT
    wrong = hedgekit.Record(game.rules, None, game.start, ("f6-g6", "a1-b1"))
    with pytest.raises(hedgekit.NotationError, match="2"):
        list(wrong)


def test_the_html_of_a_result_has_table_and_plot():
    shown = hedgekit.simulate("0 players=2", 5, seed=1, engine="interpreted")._repr_html_()
    assert "<table" in shown
    assert "<svg" in shown


def test_options_of_a_picture():
    game = hedgekit.Game.from_text("0 players=2", "b5=B1 d1=A1 e4=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A step=sideways")
    plain = game.svg()
    game.play("e4-e5")
    shown = game.svg(size=300, last=True, moves=["-", "e4-e5"], arrows=["a1-c3"], squares={"b5": "#ff0000"})
    assert 'width="300"' in shown
    assert shown.count('class="trail"') == 1
    assert shown.count('class="best"') == 2
    assert '"#ff0000"' in shown
    assert 'class="best"' not in plain
    assert {"a", "1"} <= set(texts(plain))
    assert not {"a", "1"} & set(texts(game.svg(coordinates=False)))
    assert "rotate(-180)" in game.svg(orientation="left")
    assert "rotate(-90)" in game.svg(orientation="up")
    assert game.view("A").svg(last=True).count('class="trail"') == 1
    hekla = hedgekit.Game("hekla", seed=1)
    hekla.play(hekla.moves()[0])
    assert hekla.svg(arrows=[("a2", "c4")], squares=["a2"]).count('class="best"') == 1
    pytest.importorskip("resvg_py")
    assert game.png(scale=1, last=True, arrows=[("a1", "c3")]) != game.png(scale=1)


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ("0", {"squares": ["z9"]}, "z9"),
        ("0", {"squares": {"a1": '"/><script>'}}, "script"),
        ("0", {"arrows": [("a1", "b7")]}, "b7"),
        ("0", {"arrows": ["a1"]}, "arrows="),
        ("0", {"moves": True}, "moves=True"),
        ("0", {"shadow": 3}, "shadow=3"),
        ("0", {"moves": ["z9-z8"]}, "z9-z8"),
        ("0", {"orientation": "down"}, "orientation='down'"),
        ("40", {"theme": "neon"}, "theme='neon'"),
        ("0", {"size": -3}, "size=-3"),
        ("hekla", {"orientation": "left"}, "orientation='left'"),
    ],
)
def test_invalid_options_of_a_picture_are_refused(rules, options, message):
    with pytest.raises(hedgekit.HedgekitError, match=message):
        hedgekit.Game(rules).svg(**options)
