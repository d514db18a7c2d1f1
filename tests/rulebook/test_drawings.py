"""What variants put on a picture: every role of a black square, every field of a position, drawn and said in words."""

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import hedgekit
from hedgekit.games.race.engine.board import cell_of
from rulebook.games.race import drawing as hedgehogs
from rulebook.games.race import facts
from rulebook.games.race.pieces import SIDE
from rulebook.picture import svg
from rulebook.stage.say import both, shown
from rulebook.text import words

NS = "{http://www.w3.org/2000/svg}"
START = "a1=A1B1 a2=A2B2 b3=A3 c3=B3 a4=A4 a5=B4"
VARIANTS = [number for number in hedgekit.VARIANTS if number != 40]  # carrom is played on another picture


def position(rules: str, text: str) -> hedgekit.Game:
    return hedgekit.Game.from_text(rules, text)


def picture(rules: str, text: str, **options) -> ET.Element:
    return ET.fromstring(svg.draw(position(rules, text), **options))


def classes(root: ET.Element) -> set[str]:
    return {word for element in root.iter() for word in (element.get("class") or "").split()}


def titles(root: ET.Element) -> set[str]:
    return {element.text for element in root.iter(f"{NS}title")}


def uses(root: ET.Element) -> list[str]:
    """The symbols used outside the definitions, without the picture's prefix."""
    board = next(group for group in root.iter(f"{NS}g") if group.get("class") == "board")
    return [use.get("href").removeprefix("#hk-") for use in board.iter(f"{NS}use")]


def label(rules: str, text: str, square: str) -> dict[str, str]:
    game = position(rules, text)
    return dict(hedgehogs.DRAWING.layout(game.position, game.rules).cells[square].label)


def beside(rules: str, text: str) -> dict[str, str]:
    game = position(rules, text)
    return hedgehogs.DRAWING.summary(game.position, game.rules)


# ---- every variant ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", VARIANTS)
def test_any_position_of_a_variant_is_drawn_whole_and_said(number):
    game = hedgekit.Game(str(number), seed=number)
    chance = random.Random(number)
    everyone = set(re.findall("[A-I][1-8]", str(game)))
    for turned in [False, True] * 6:
        for _ in range(50):
            if game.is_over:
                break
            game.roll() if game.is_chance else game.play(chance.choice(game.moves()))
        root = ET.fromstring(svg.draw(game, orientation="up" if turned else "right", lang="fr"))
        drawn = [element.get("data-piece") for element in root.iter() if element.get("data-piece")]
        assert sorted(drawn) == sorted(everyone)
        symbols = {element.get("id") for element in root.iter() if element.get("id")}
        assert {f"hk-{name}" for name in uses(root)} <= symbols
        held = game.position.stacks
        cells = hedgehogs.DRAWING.layout(game.position, game.rules).cells
        assert list(hedgehogs.DRAWING.names(game.position, game.rules)) == list(cells)
        for name, cell in cells.items():
            assert set(cell.label) == set(words.LANGUAGES)
            assert all(piece in cell.label["fr"] for piece in held.get(name, ()))
        said = hedgehogs.DRAWING.summary(game.position, game.rules)
        assert "{" not in "".join(said.values())
        assert len(svg.draw(game).encode()) < 45_000


@pytest.mark.parametrize("rules", ["2+6+12 players=4", "16+22 players=2", "25 players=3", "33+34 players=2"])
def test_the_plan_does_not_change_while_a_game_is_played(rules):
    game = hedgekit.Game(rules, seed=1)
    before = hedgehogs.DRAWING.layout(game.position, game.rules)
    for _ in range(120):
        game.roll() if game.is_chance else game.play(game.moves()[-1])
    after = hedgehogs.DRAWING.layout(game.position, game.rules)
    assert before.box == after.box
    assert [(cell.x, cell.y) for cell in before.cells.values()] == [(cell.x, cell.y) for cell in after.cells.values()]


# ---- black squares ---------------------------------------------------------------------------------------------------

ROLES = {
    "0": "pit", "10": "plain", "35": "trampoline", "36": "trapdoor", "37": "concrete", "38": "slippery", "39": "hole",
}  # fmt: skip


@pytest.mark.parametrize(("rules", "role"), ROLES.items())
@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_each_role_of_a_black_square_has_its_own_drawing_and_words(rules, role, lang):
    text = f"{START} dice=3 turn=A step=sideways"
    root = picture(f"{rules} players=2", text, lang=lang)
    drawn = {name for name in classes(root) if name.startswith("role-")}
    assert drawn == {f"role-{role}"}
    assert shown(f"role-{role}")[lang] in titles(root)
    assert uses(root).count("pit0" if role == "pit" else role) == 6
    said = both("cell-black") if role == "pit" else shown(f"role-{role}")
    assert label(f"{rules} players=2", text, "d1")[lang] == f"d1, {said[lang]}, {both('cell-empty')[lang]}"
    assert label(f"{rules} players=2", text, "d2")[lang] == f"d2, {both('cell-empty')[lang]}"


def test_every_role_has_words_and_no_two_the_same():
    keys = [f"role-{role}" for role in facts.ROLES] + ["role-pit-open", "role-trapdoor-open", "role-tile"]
    for lang in words.LANGUAGES:
        assert len({shown(key)[lang] for key in keys}) == len(keys)


@pytest.mark.parametrize(
    ("rules", "shut", "open_"), [("0", "role-bridge", "role-pit"), ("36", "role-hatch", "role-trapdoor")]
)
def test_a_pit_that_holds_nobody_any_more_looks_and_is_called_so(rules, shut, open_):
    # Nobody is behind rank d: A1 is free there. A2 on f4 has A1 and B3 behind it.
    text = "d1=A1 d2=B3 f4=A2 h3=B1 h4=B2 home=A3A4B4 dice=3 turn=A step=sideways"
    root = picture(f"{rules} players=2", text)
    game = position(f"{rules} players=2", text)
    assert {shut, open_} <= classes(root)
    assert facts.released(game.position, game.rules) == {"d1", "c5"}
    assert game.why("d1-d2") is None
    assert game.why("f4-f3") is not None
    kind = shown("role-pit-open" if rules == "0" else "role-trapdoor-open")["fr"]
    assert label(f"{rules} players=2", text, "d1")["fr"] == f"d1, {kind}, A1"
    assert kind not in label(f"{rules} players=2", text, "f4")["fr"]


def test_released_is_what_the_engine_does_not_hold():
    """On every black square with somebody on it: drawn shut exactly if nobody there is held."""
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
            shut = facts.released(game.position, game.rules)
            for square in game.rules.black & set(game.position.stacks):
                cell = cell_of(square)
                piece, held = s.top[cell], False
                while piece >= 0:
                    held = held or ask.held(s, piece, cell)
                    piece = s.below[piece]
                assert held != (square in shut), (rules, square, str(game))


def test_squares_that_are_not_as_printed_lie_on_tiles():
    text = f"{START} dice=3 turn=A step=sideways"
    root = picture("17[black=b2,d1] players=2", text)
    # b2 is black now, g2 e3 f4 c5 h6 no longer; d1 is as printed.
    assert uses(root).count("tile") == 6
    assert uses(root).count("pit0") == 2
    assert "no longer a black square" in titles(root)
    assert "no longer a black square" not in titles(picture("17[black=b2,c5,d1,e3,f4,g2,h6] players=2", text))
    assert label("17[black=b2,d1] players=2", text, "g2")["en"] == "g2, no longer a black square, empty"
    assert label("17[black=b2,d1] players=2", text, "b2")["en"] == "b2, black square, empty"
    assert "tile" not in uses(picture("0 players=2", text))


# ---- track and race --------------------------------------------------------------------------------------------------


def test_five_lanes_are_drawn_as_five():
    flat = hedgehogs.DRAWING.layout(hedgekit.Game("1 players=2").position, hedgekit.rules("1", players=2))
    assert len(flat.cells) == 45
    assert flat.box[1] == hedgehogs.DRAWING.layout(hedgekit.Game("0").position, hedgekit.rules("0")).box[1] - SIDE


@pytest.mark.parametrize(("rules", "last"), [("9", 6), ("1+9", 5)])
def test_the_tube_shows_at_both_edges_and_is_said(rules, last):
    text = f"{START} dice=3 turn=A step=sideways"
    root = picture(f"{rules} players=2", text)
    mouths = [group for group in root.iter(f"{NS}g") if group.get("class") == "tube"]
    assert [{text.text for text in mouth.iter(f"{NS}text")} for mouth in mouths] == [{str(last)}, {"1"}]
    assert beside(f"{rules} players=2", text)["en"].startswith(f"Lanes 1 and {last} are neighbours.")
    assert "tube" not in classes(picture("0 players=2", text))
    assert hedgehogs.DRAWING.attempts(position(f"{rules} players=2", text), ("a1",))[:2] == ("a1-a2", f"a1-a{last}")


def test_backwards_start_and_goal_change_places_and_everybody_looks_the_other_way():
    text = "i1=A1B1 i2=A2B2 h3=A3 g3=B3 i4=A4 i5=B4 dice=3 turn=A step=sideways"
    root = picture("32 players=2", text)
    assert {use for use in uses(root) if use.startswith("m")} == {"m1b", "m2b", "m3b", "m4b"}
    assert "nose" not in uses(root)
    assert "course" in classes(root)
    assert label("32 players=2", text, "i6")["en"] == "i6, start, empty"
    assert label("32 players=2", text, "a6")["en"] == "a6, finishing line, empty"
    assert beside("32 players=2", text)["en"] == "The race runs from rank i to rank a."
    assert hedgehogs.DRAWING.attempts(position("32 players=2", text), ("h3",))[-1] == "h3-g3"


def test_on_the_way_back_a_hedgehog_looks_back_and_carries_its_prime():
    text = "b1=A1' c2=A2 d3=B1 e4=B2' a1=A3 a2=A4 a3=B3 a4=B4 dice=3 turn=A step=sideways"
    root = picture("33 players=2", text)
    pieces = {group.get("data-piece"): group for group in root.iter(f"{NS}g") if group.get("data-piece")}
    backward = {
        name for name, group in pieces.items() if any(use.get("href").endswith("b") for use in group.iter(f"{NS}use"))
    }
    assert backward == {"A1", "B2"}
    named = {text.text for group in pieces.values() for text in group.iter(f"{NS}text")}
    assert {"A1'", "B2'", "A2", "B1"} <= named
    assert uses(root).count("nose") == 8
    assert uses(root).count("turn") == 6
    assert uses(root).count("half") == 6
    assert label("33 players=2", text, "b1")["en"] == "b1, A1' (on the way back)"
    assert label("33 players=2", text, "i1")["fr"].startswith("i1, ligne de demi-tour")
    assert label("33 players=2", text, "a6")["en"] == "a6, start, finishing line, empty"
    assert beside("33 players=2", text)["en"] == "The race runs from rank a to rank i and back."


def test_where_half_run_the_other_way_every_piece_has_a_nose_along_the_track():
    text = "a1=A1 a2=A2 b3=A3 a4=A4 i1=B1 i2=B2 g5=B3 i4=B4 dice=3 turn=B step=sideways"
    for turned in (False, True):
        root = picture("34 players=2", text, orientation="up" if turned else "right")
        along = [group for group in root.iter(f"{NS}g") if group.get("class") == "along"]
        assert len(along) == 8
        assert all((group.get("transform") == "rotate(-90)") == turned for group in along)
        back = [use for group in along for use in group.iter(f"{NS}use") if use.get("transform") == "rotate(180)"]
        assert len(back) == 4
    assert beside("34 players=2", text)["en"] == "A: from rank a to rank i. B: from rank i to rank a."
    assert hedgehogs.DRAWING.attempts(position("34 players=2", text), ("g5",))[-1] == "g5-f5"


# ---- pieces ----------------------------------------------------------------------------------------------------------


def test_carriers_wear_an_apple():
    text = "a1=A1 a2=A2 b3=A3 d2=A4 a4=B1 a5=B2 a6=B3 e5=B4 carrier=A4B4 dice=3 turn=B step=sideways"
    root = picture("14 players=2", text)
    wearing = [
        g.get("data-piece")
        for g in root.iter(f"{NS}g")
        if g.get("data-piece") and "#hk-apple" in [u.get("href") for u in g.iter(f"{NS}use")]
    ]
    assert wearing == ["A4", "B4"]
    assert label("14 players=2", text, "d2")["en"] == "d2, A4 (with an apple)"
    assert beside("14 players=2", text)["fr"] == "Avec une pomme : A4, B4.".replace(" :", "\u00a0:")


def test_the_second_colour_of_a_player_differs_in_shape():
    rules = "21 players=2"
    text = "a1=A1A5 a2=A2A6 b3=A3 d2=A7 c1=A4 c2=A8 a4=B1 a5=B2 a6=B3 e5=B4 b1=B5 b2=B6 b4=B7 b5=B8"
    text += " dice=3 turn=B step=sideways"
    used = uses(picture(rules, text))
    assert (used.count("disc"), used.count("disc2")) == (6, 8)
    assert (used.count("rim2"), used.count("plate2")) == (0, 8)
    assert "disc2" not in uses(picture("0 players=2", f"{START} dice=3 turn=A step=sideways"))


def test_pieces_barred_from_a_six_and_disqualified_ones_are_marked():
    root = picture("1 players=2", f"{START} moved=A3 dice=6 turn=A step=forward")
    assert uses(root).count("barred") == 1
    assert label("1 players=2", f"{START} moved=A3 dice=6 turn=A step=forward", "b3")["en"] == "b3, A3 (not with a 6)"
    text = "b3=A3 a1=B1 a2=A2B2 c3=B3 a4=A4 a5=B4 out=A1 doped=A1 turn=A step=roll"
    assert uses(picture("3 players=2", text)).count("test") == 1
    assert beside("3 players=2", text)["en"] == "Out of the game: A1. Disqualified: A1."


def test_under_drawings_every_piece_is_named_with_its_mood():
    text = f"{START} secret=A2B4 dice=3 turn=A step=sideways"
    assert label("2 players=2", text, "a1")["en"] == "a1, start, from bottom to top A1 (asleep), B1 (asleep)"
    assert label("2 players=2", text, "b3")["fr"] == "b3, A3 (collé au mur)"


# ---- beside the board ------------------------------------------------------------------------------------------------


def test_noted_drawings_lie_face_down_until_the_game_is_over():
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
    assert beside(rules, text)["en"] == "Noted down a drawing: A, B."
    done = "a1=B1 a2=B2 c3=B3 a4=A4 a5=B4 home=A1A2A3 secret=A2B4 over=A"
    root = picture(rules, done)
    assert "won" in classes(root)
    assert "A has noted down: timid. B has noted down: about to pounce." in beside(rules, done)["en"]


def test_the_cards_are_hidden_and_the_one_turned_up_is_shown():
    text = f"{START} deck=351*624615342 dice=2 turn=A step=forward"
    root = picture("7 players=2", text)
    turned = [group for group in root.iter(f"{NS}g") if group.get("class") == "card"]
    assert [[t.text for t in group.iter(f"{NS}text")] for group in turned] == [["2"]]
    assert "deck" in classes(root)
    assert "deck" not in root.find(f"{NS}desc").text
    assert "351" not in "".join(root.itertext())
    assert beside("7 players=2", text)["en"] == "Card turned up: 2."
    assert beside("7 players=2", f"{START} deck=351*624615342 turn=A step=announce")["en"] == "The cards lie face down."
    joker = beside("7 players=2", f"{START} deck=351*624615342 dice=* turn=A step=forward")
    assert joker["fr"] == "Carte retournée\u00a0: joker."


@pytest.mark.parametrize(
    ("rules", "fields", "kind", "many", "said"),
    [
        ("6", "kept=B5 dice=2,3 turn=A step=sideways", "kept", 2, "Dice kept: B 5."),
        ("16", "pool=2 turn=A step=sideways", "pool", 2, "Dice on offer: 2."),
        ("22", "turn=A step=roll", "cube", 1, "The doubling cube shows 1."),
        ("22", "cube=4B turn=A step=roll", "cube", 1, "The doubling cube shows 4; B offered it."),
        ("30", "dice=3,6 then=SFF turn=A step=sideways", "then", 4,
         "Steps of this turn still to come: side-step, side-step, advance, advance."),
    ],
)  # fmt: skip
def test_what_lies_beside_the_board_is_drawn_and_said(rules, fields, kind, many, said):
    rules, text = f"{rules} players=2", f"{START} {fields}"
    root = picture(rules, text)
    assert sum(group.get("class") == kind for group in root.iter(f"{NS}g")) == many
    assert beside(rules, text)["en"] == said
    assert set(beside(rules, text)) == set(words.LANGUAGES)


def test_who_left_is_crossed_and_what_he_lost_is_shown():
    text = "a1=A1B1 a2=A2B2 b3=A3 c3=B3 a4=A4 a5=B4 c4=C1 c6=C2 d2=C3 e2=C4"
    text += " gone=C lost=C2 cube=2 dice=3 turn=A step=sideways"
    root = picture("25 players=3", text)
    assert {"gone", "lost", "cube"} <= classes(root)
    assert "\u22122" in "".join(root.itertext())
    said = beside("25 players=3", text)["en"]
    assert said == (
        "No longer in the game: C. Points lost: C 2. The doubling cube shows 2. Nobody may double any more."
    )


def test_a_slipping_unit_waits_beside_the_board():
    text = "a1=A1B1 a2=A2B2 c3=B3 a4=A4 a5=B4 slip=A3 dice=3 turn=A step=lane"
    root = picture("38[lane=die] players=2", text)
    waiting = next(group for group in root.iter(f"{NS}g") if group.get("data-stack") == "slip")
    assert [group.get("data-piece") for group in waiting.iter(f"{NS}g") if group.get("data-piece")] == ["A3"]
    assert beside("38[lane=die] players=2", text)["en"] == "Slipping, bottom to top: A3."


def test_a_picture_in_the_widget_has_no_words_of_one_language():
    for rules in ("35", "9", "2", "25 players=3"):
        game = hedgekit.Game(rules, seed=1)
        assert "<title" not in svg.draw(game, standalone=False)


def test_every_word_of_the_pictures_is_used():
    code = "".join(file.read_text("utf-8") for file in Path(svg.__file__).parents[1].glob("**/*.py"))
    for key in words.table("board", "en"):
        family = key.split("-")[0]
        named = (f'"{key}"', f'f"{family}-{{', f'"{key.removesuffix("-of")}"', f"{family}-{{")
        assert any(name in code for name in named), key
