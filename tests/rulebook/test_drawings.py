"""What games and variants draw: roles of black squares and fields of a position, as pictures and labels."""

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import hedgekit
from hedgekit.games.race.engine.board import cell_of
from rulebook.games.race import drawing as hedgehogs
from rulebook.games.race import facts
from rulebook.games.race.pieces import SIDE
from rulebook.picture import svg
from rulebook.picture.drawing import drawing_of
from rulebook.stage.localized import picture_text, ui_text
from rulebook.text import words
from tests.hedgekit.playing import played_on

NS = "{http://www.w3.org/2000/svg}"
START = "a1=A1B1 a2=A2B2 b3=A3 c3=B3 a4=A4 a5=B4"
VARIANTS = [number for number in hedgekit.VARIANTS if number != 40]  # carrom is played on another picture


def position(rules: str, text: str) -> Any:
    return hedgekit.game_of(rules).from_text(rules, text)


def picture(rules: str, text: str, **options) -> ET.Element:
    return ET.fromstring(svg.draw(position(rules, text), **options))


def classes(root: ET.Element) -> set[str]:
    return {word for element in root.iter() for word in (element.get("class") or "").split()}


def titles(root: ET.Element) -> set[str]:
    return {element.text for element in root.iter(f"{NS}title")}


def uses(root: ET.Element) -> list[str]:
    """Return the symbols used outside the definitions, without the picture's prefix."""
    board = next(group for group in root.iter(f"{NS}g") if group.get("class") == "board")
    return [use.get("href").removeprefix("#hk-") for use in board.iter(f"{NS}use")]


def label(rules: str, text: str, square: str) -> dict[str, str]:
    game = position(rules, text)
    return dict(drawing_of(game).layout(game.position, game.rules).cells[square].label)


def summary_of(rules: str, text: str) -> dict[str, str]:
    game = position(rules, text)
    return drawing_of(game).summary(game.position, game.rules)


# ---- every variant ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*map(str, VARIANTS), *(f"0 players={many}" for many in (2, 3, 5, 6))])
def test_positions_are_drawn_completely_and_labelled(rules):
    number = int(rules.partition(" ")[0])
    game, chance = hedgekit.Game(rules, seed=number), random.Random(rules)
    everyone = set(re.findall("[A-I][1-8]", str(game)))
    for turned in [False, True] * 6:
        played_on(game, game.ply + 50, chance)
        root = ET.fromstring(svg.draw(game, orientation="up" if turned else "right", lang="fr"))
        drawn = [element.get("data-piece") for element in root.iter() if element.get("data-piece")]
        assert sorted(drawn) == sorted(everyone)
        symbols = {element.get("id") for element in root.iter() if element.get("id")}
        assert {f"hk-{name}" for name in uses(root)} <= symbols
        held = game.position.stacks
        cells = hedgehogs.DRAWING.layout(game.position, game.rules).cells
        assert list(hedgehogs.DRAWING.cell_ids(game.position, game.rules)) == list(cells)
        for name, cell in cells.items():
            assert set(cell.label) == set(words.LANGUAGES)
            assert all(piece in cell.label["fr"] for piece in held.get(name, ()))
        summary = hedgehogs.DRAWING.summary(game.position, game.rules)
        assert "{" not in "".join(summary.values())
        assert len(svg.draw(game).encode()) < 45_000


# ---- positions with their drawings and labels ------------------------------------------------------------------------

TEXT = Path(__file__).with_name("drawings.txt").read_text("utf-8")
BLOCKS = [block.strip().split("\n") for block in re.split("^= ", TEXT, flags=re.M)[1:]]


def matches(text, wanted):
    return text.startswith(wanted[:-1]) if wanted.endswith("…") else text == wanted


def holds(claim, rules, text):
    """Return whether a claim of `drawings.txt` holds for a position."""
    what, _, wanted = claim.partition(": ")
    kind, _, of = what.partition(" ")
    root = picture(rules, text)
    groups = list(root.iter(f"{NS}g"))
    worn = {one.get("data-piece"): [use.get("href") for use in one.iter(f"{NS}use")] for one in groups}
    pairs = [one.rsplit(" ", 1) for one in wanted.split(", ")]
    if kind in ("has", "not", "titled", "shows"):
        there = titles(root) if "titled" in what else {"".join(root.itertext())} if kind == "shows" else classes(root)
        found = [any(one in text if kind == "shows" else one == text for text in there) for one in wanted.split(", ")]
        return not any(found) if what in ("has no", "not titled") else all(found)
    if kind in ("uses", "marks"):
        there = uses(root) if kind == "uses" else [one.get("class") for one in root.iter()]
        return all(there.count(name) == int(many) for name, many in pairs)
    if kind == "says":
        texts = [{text.text for text in one.iter(f"{NS}text")} for one in groups if one.get("class") == of]
        return [", ".join(one) for one in texts] == wanted.split("; ")
    if kind == "named":
        named = {text.text for one in groups if one.get("data-piece") for text in one.iter(f"{NS}text")}
        return {*wanted.split()} <= named
    if kind == "only":
        return {use for use in uses(root) if use.startswith(of)} == {*wanted.split()}
    if kind == "carries":
        return [
            piece for piece, hrefs in worn.items() if piece and any(re.fullmatch(f"#hk-{of}", one) for one in hrefs)
        ] == wanted.split()
    if kind == "on":
        stack = next(one for one in groups if one.get("data-stack") == of)
        return [one.get("data-piece") for one in stack.iter(f"{NS}g") if one.get("data-piece")] == wanted.split()
    if kind == "tries":
        return [*hedgehogs.DRAWING.attempts(position(rules, text), (of,))] == wanted.split()
    texts = summary_of(rules, text) if kind == "beside" else label(rules, text, kind)
    return set(texts) == set(words.LANGUAGES) and matches(texts[of or "en"].replace("\u00a0", " "), wanted)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0].partition(" |")[0])
def test_a_position_has_its_drawing_and_labels(block):
    rules, _, text = block[0].partition(" | ")
    rules, text = rules if "players" in rules else f"{rules} players=2", re.sub("^S ", f"{START} ", text)
    assert [claim for claim in block[1:] if claim and not holds(claim, rules, text)] == []


# ---- black squares ---------------------------------------------------------------------------------------------------

ROLES = {
    "0": "pit", "10": "plain", "35": "trampoline", "36": "trapdoor", "37": "concrete", "38": "slippery", "39": "hole",
}  # fmt: skip


@pytest.mark.parametrize(("rules", "role"), ROLES.items())
@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_each_role_of_a_black_square_has_its_drawing_and_name(rules, role, lang):
    text = f"{START} dice=3 turn=A step=sideways"
    root = picture(f"{rules} players=2", text, lang=lang)
    drawn = {name for name in classes(root) if name.startswith("role-")}
    assert drawn == {f"role-{role}"}
    assert picture_text(f"role-{role}")[lang] in titles(root)
    assert uses(root).count("pit0" if role == "pit" else role) == 6
    name = ui_text("cell-black") if role == "pit" else picture_text(f"role-{role}")
    assert label(f"{rules} players=2", text, "d1")[lang] == f"d1, {name[lang]}, {ui_text('cell-empty')[lang]}"
    assert label(f"{rules} players=2", text, "d2")[lang] == f"d2, {ui_text('cell-empty')[lang]}"


def test_every_role_has_its_own_name():
    keys = [f"role-{role}" for role in facts.ROLES] + ["role-pit-open", "role-trapdoor-open", "role-tile"]
    for lang in words.LANGUAGES:
        assert len({picture_text(key)[lang] for key in keys}) == len(keys)


@pytest.mark.parametrize(
    ("rules", "shut", "open_"), [("0", "role-bridge", "role-pit"), ("36", "role-hatch", "role-trapdoor")]
)
def test_a_pit_that_no_longer_holds_has_another_look_and_name(rules, shut, open_):
    # Nobody is behind rank d: A1 is free there. A2 on f4 has A1 and B3 behind it.
    text = "d1=A1 d2=B3 f4=A2 h3=B1 h4=B2 home=A3A4B4 dice=3 turn=A step=sideways"
    root = picture(f"{rules} players=2", text)
    game = position(f"{rules} players=2", text)
    assert {shut, open_} <= classes(root)
    assert facts.open_squares(game.position, game.rules) == {"d1", "c5"}
    assert game.why("d1-d2") is None
    assert game.why("f4-f3") is not None
    kind = picture_text("role-pit-open" if rules == "0" else "role-trapdoor-open")["fr"]
    assert label(f"{rules} players=2", text, "d1")["fr"] == f"d1, {kind}, A1"
    assert kind not in label(f"{rules} players=2", text, "f4")["fr"]


def test_open_squares_are_those_where_the_engine_holds_nobody():
    """Every occupied black square is drawn closed exactly if nobody on it is held."""
    for rules in ("0", "12", "33", "34", "36", "13"):
        game = hedgekit.Game(rules, seed=5)
        chance = random.Random(5)
        for _ in range(400):
            if game.is_over:
                break
            game.roll() if game.is_chance else game.play(chance.choice(game.moves()))
            if game.step == "place":
                continue
            s, ask = game.state, game.answers
            shut = facts.open_squares(game.position, game.rules)
            for square in game.rules.black & set(game.position.stacks):
                cell = cell_of(square)
                piece, held = s.top[cell], False
                while piece >= 0:
                    held = held or ask.held(s, piece, cell)
                    piece = s.below[piece]
                assert held != (square in shut), (rules, square, str(game))


# ---- track and race --------------------------------------------------------------------------------------------------


def test_five_lanes_are_drawn_as_five():
    flat = hedgehogs.DRAWING.layout(hedgekit.Game("1 players=2").position, hedgekit.rules("1", players=2))
    assert len(flat.cells) == 45
    assert flat.box[1] == hedgehogs.DRAWING.layout(hedgekit.Game("0").position, hedgekit.rules("0")).box[1] - SIDE


def test_pieces_point_along_the_track_when_half_run_the_other_way():
    text = "a1=A1 a2=A2 b3=A3 a4=A4 i1=B1 i2=B2 g5=B3 i4=B4 dice=3 turn=B step=sideways"
    for turned in (False, True):
        root = picture("34 players=2", text, orientation="up" if turned else "right")
        along = [group for group in root.iter(f"{NS}g") if group.get("class") == "along"]
        assert len(along) == 8
        assert all((group.get("transform") == "rotate(-90)") == turned for group in along)
        back = [use for group in along for use in group.iter(f"{NS}use") if use.get("transform") == "rotate(180)"]
        assert len(back) == 4


# ---- beside the board ------------------------------------------------------------------------------------------------


def test_secret_drawings_are_face_down_until_the_game_is_over():
    rules, text = "2 players=2", f"{START} secret=A2B4 dice=3 turn=A step=sideways"

    def cards(**options) -> list[list[str]]:
        root = picture(rules, text, **options)
        return [
            [t.text for t in group.iter(f"{NS}text")] for group in root.iter(f"{NS}g") if group.get("class") == "secret"
        ]

    assert cards() == [["?"], ["?"]]
    assert cards(eyes="B") == [["?"], ["4"]]
    for options in ({}, {"eyes": "A"}):
        assert "B4" not in picture(rules, text, **options).find(f"{NS}desc").text.partition("secret=")[2]
    assert picture(rules, text, eyes="B").find(f"{NS}desc").text == position(rules, text).to_text("B")
    assert "secret" not in picture(rules, text).find(f"{NS}desc").text
    assert summary_of(rules, text)["en"] == "Noted down a drawing: A, B."
    done = "a1=B1 a2=B2 c3=B3 a4=A4 a5=B4 home=A1A2A3 secret=A2B4 over=A"
    root = picture(rules, done)
    assert "won" in classes(root)
    assert "A has noted down: timid. B has noted down: about to pounce." in summary_of(rules, done)["en"]


def test_the_deck_is_hidden():
    root = picture("7 players=2", f"{START} deck=351*624615342 dice=2 turn=A step=forward")
    assert "deck" not in root.find(f"{NS}desc").text
    assert "351" not in "".join(root.itertext())


def test_a_picture_in_a_widget_has_no_text_in_one_language():
    for rules in ("35", "9", "2", "25 players=3"):
        game = hedgekit.Game(rules, seed=1)
        assert "<title" not in svg.draw(game, standalone=False)
