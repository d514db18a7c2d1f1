"""Pictures of positions: well-formed, complete, small, readable, and safe for any text."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hedgekit
from hedgekit.play.picture import COLOURS
from rulebook.boards import board
from rulebook.games.race import drawing as hedgehogs
from rulebook.games.race.pieces import SIDE
from rulebook.learning.lessons import lessons
from rulebook.picture import art, svg, thumbnails
from rulebook.text import words
from tests.hedgekit.playing import played
from tests.rulebook.test_accessibility import contrast

NS = "{http://www.w3.org/2000/svg}"
RACE = "a3=B3 a5=C4D1 b3=A4 b6=D2B1A2 c1=C2 d1=B2 e2=D4 e6=B4 f4=C3A1 g5=D3 h1=A3 home=C1 dice=4 turn=A step=sideways"


def race() -> hedgekit.Game:
    return hedgekit.Game.from_text("0 players=4", RACE)


def tower(*heights: int) -> hedgekit.Position:
    """Return a position with six players' pieces in towers of these heights, on b1, b2, ..."""
    pieces = [f"{player}{number}" for number in (1, 2, 3, 4) for player in "ABCDEF"]
    stacks = {}
    for lane, height in enumerate(heights, 1):
        stacks[f"b{lane}"], pieces = tuple(pieces[:height]), pieces[height:]
    return hedgekit.Position(stacks=stacks, hand=tuple(sorted(pieces)), turn="A", step="place")


def test_the_text_of_the_position_is_in_the_description():
    root = ET.fromstring(svg.draw(race()))
    assert root.find(f"{NS}desc").text == str(race().position)
    assert root.find(f"{NS}title").text == race().prompt("en")
    assert root.get("role") == "img"
    assert set(root.get("aria-labelledby").split()) == {
        root.find(f"{NS}{part}").get("id") for part in ("title", "desc")
    }


@pytest.mark.parametrize("rules", ["0 players=4", "1+19+38 players=3", "hekla", "horses", "checkerboard"])
def test_a_plain_picture_has_the_same_content_in_fewer_bytes(rules):
    game = played(rules, 12, -1)
    full, plain = svg.draw(game), svg.draw(game, plain=True)
    seen, small = ET.fromstring(full), ET.fromstring(plain)
    texts = [Counter("".join(one.text or "" for one in root.iter(f"{NS}text"))) for root in (seen, small)]
    assert texts[0].keys() ^ texts[1].keys() <= {"L", " "}
    assert rules == "hekla" or texts[0] == texts[1], "its piles are labelled once"
    assert [small.find(f"{NS}{name}").text for name in ("title", "desc")] == [
        game.prompt("en"),
        seen.find(f"{NS}desc").text,
    ]
    ids = [one.get("id") for one in small.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert {one.get("href")[1:] for one in small.iter(f"{NS}use")} <= set(ids)
    assert len(plain) < 0.85 * len(full)
    assert set(re.findall(r"class='(p[A-F])", plain)) == set(re.findall(r'class="(p[A-F])', full))
    rules = re.findall(
        r"[^{}]+(?=\{[^{}]*\})", small.find(f"{NS}style").text.replace("@media(prefers-color-scheme:dark){", "")
    )
    assert {rule.lstrip("}").split()[0] for rule in rules} == {f"#{small.get('id')}"}, (
        "the last rule of a thing prevails"
    )


def test_the_title_is_in_the_readers_language():
    assert ET.fromstring(svg.draw(race(), lang="fr")).find(f"{NS}title").text == words.typeset(
        race().prompt("fr"), "fr"
    )


@pytest.mark.parametrize("heights", [(24,), (16, 8), (5, 6, 7, 3, 2, 1), (12, 12)])
def test_pieces_in_stacks_of_any_height_are_named_inside_their_square(heights):
    position = tower(*heights)
    root = ET.fromstring(svg.draw(position, rules=hedgekit.rules("0", players=6)))
    for square, pieces in position.stacks.items():
        stack = next(group for group in root.iter() if group.get("data-stack") == square)
        assert [piece.get("data-piece") for piece in stack.iter() if piece.get("data-piece")] == list(pieces)
        if len(pieces) == 1:
            continue
        names = [text.text for text in stack.iter(f"{NS}text")]
        assert names == [piece if len(pieces) <= 5 else piece[0] for piece in reversed(pieces)]
        places = [
            group.get("transform") for group in stack.iter() if (group.get("transform") or "").startswith("translate(")
        ]
        for place in places[1:]:  # the first is the square's own
            x, y = map(float, re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", place).groups())
            assert abs(x) <= SIDE / 2
            assert abs(y) <= SIDE / 2


def test_pictures_are_small():
    assert len(svg.draw(race()).encode()) < 25_000
    six = hedgekit.rules("0", players=6)
    assert len(svg.draw(tower(16, 8), rules=six).encode()) < 25_000
    assert len(svg.draw(hedgekit.Game(six)).encode()) < 25_000


def test_thumbnails_of_a_page_share_symbols_and_show_the_tasks_cells():
    tasks = {name: lessons()[name] for name in ("push", "sandwich", "eight", "send-back", "a-turn", "first-flick")}
    drawn = thumbnails.thumbnails({name: (task.game(), task.goal.cells) for name, task in tasks.items()})
    page = "".join(drawn.values())
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {name for name in re.findall(r"#([\w-]+)", page) if not re.fullmatch("[0-9a-f]{3,6}", name)} <= set(ids)
    assert "data-" not in page
    assert max(map(len, drawn.values())) < 13_000 > len(thumbnails.style(drawn.values()))
    assert re.findall(r">([A-D]\d)<", drawn["push"]) == ["A1", "A2", "B1", "B2"]


@given(prefix=st.text(max_size=12), lang=st.sampled_from(["en", "fr"]))
def test_any_prefix_gives_well_formed_markup(prefix, lang):
    ET.fromstring(svg.draw(race(), prefix=prefix, lang=lang))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_forced_theme_ignores_the_system(theme):
    picture = svg.draw(race(), theme=theme)
    assert "prefers-color-scheme" not in picture
    assert art.colours(theme)["ground"] in picture
    assert "prefers-color-scheme" in svg.draw(race())
    with pytest.raises(ValueError, match="theme"):
        svg.draw(race(), theme="blue")


def test_in_a_widget_colours_and_texts_are_the_pages():
    root = ET.fromstring(svg.draw(race(), standalone=False))
    assert root.get("aria-hidden") == "true"
    assert root.find(f"{NS}style") is None
    assert root.find(f"{NS}title") is None
    named = set(re.findall(r"var\(--hk-([\w-]+)\)", svg.css()))
    seats = {f"{kind}-{player}" for player in COLOURS for kind in ("seat", "ink")}
    assert named <= set(art.colours("light")) | seats
    assert all(f"--hk-{seat}:" in board.style() for seat in seats)
    assert set(art.colours("light")) == set(art.colours("dark"))


def test_turning_a_picture_swaps_width_and_height():
    flat, turned = (
        ET.fromstring(svg.draw(race(), orientation="up" if turned else "right")) for turned in (False, True)
    )
    assert flat.get("viewBox").split()[2:] == turned.get("viewBox").split()[:1:-1]
    upright = [group for group in turned.iter() if group.get("class") == "upright"]
    assert upright
    assert all(group.get("transform") == "rotate(90)" for group in upright)


def test_marks_and_the_last_move_differ_in_shape():
    plain = svg.draw(race())
    marked = svg.draw(race(), last=("c1", "d1"), marks={"b3": "may", "b2": "to", "f4": "why", "z9": "why"})
    for name in ("last", "may", "to", "why"):
        assert f'class="{name}"' not in plain
        assert marked.count(f'class="{name}"') == 1
    both = svg.draw(race(), marks=[("b3", "may"), ("b3", "why")])
    assert 'class="may"' in both
    assert 'class="why"' in both


def test_letters_and_marks_have_enough_contrast():
    for ring, letter in COLOURS.values():
        assert contrast(ring, letter) >= 4.5
    for palette in (art.colours("light"), art.colours("dark")):
        assert contrast(palette["text"], palette["ground"]) >= 4.5
        assert contrast(palette["soft"], palette["ground"]) >= 4.5
        for square in ("square", "square2", "start"):
            assert contrast(palette["may"], palette[square]) >= 3
            assert contrast(palette["why"], palette[square]) >= 3


@pytest.mark.parametrize("name", ["shared", *art.games()])
def test_a_hand_drawn_picture_is_svg_and_read_completely(name):
    book = Path(art.__file__).parents[1]
    file = book / "picture" / "shared.svg" if name == "shared" else book / "games" / name / "art.svg"
    root, text = ET.parse(file).getroot(), file.read_text("utf-8")
    groups, drawn = root.find(f"{NS}defs").findall(f"{NS}g"), art.symbols(name)
    assert [group.get("id") for group in groups] == list(drawn)
    for group in groups:
        assert len(list(group.iter())) == len(list(ET.fromstring(f"<g>{drawn[group.get('id')]}</g>").iter()))
    rules = [line.partition(" {")[0] for line in text.splitlines() if line.startswith((".", ":root"))]
    assert len(rules) == text.count("{") == text.count("}"), "one rule per line, except for colours"
    assert {rule for rule in rules if rule.startswith(".")} <= set(art.styles())


def test_an_undrawable_object_is_refused():
    with pytest.raises(TypeError, match="not object"):
        svg.draw(object())


@pytest.mark.parametrize("lanes", ["0 players=4"])
def test_labels_name_square_kind_and_pieces_in_every_language(lanes):
    cells = hedgehogs.DRAWING.layout(race().position, hedgekit.rules(lanes)).cells
    assert len(cells) == 54
    assert cells["f4"].label == {
        "en": "f4, black square, from bottom to top C3, A1", "fr": "f4, case noire, de bas en haut C3, A1",
        "de": "f4, schwarzes Feld, von unten nach oben C3, A1",
    }  # fmt: skip
    assert cells["a1"].label == {"en": "a1, start, empty", "fr": "a1, départ, vide", "de": "a1, Start, leer"}
    assert cells["i2"].label["en"] == "i2, finishing line, empty"
    assert cells["e2"].label["fr"] == "e2, D4"
