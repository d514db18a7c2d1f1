"""Every other game on a board: picture, cells, sentences, and a game played through the table."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.boards.view import choices_of
from rulebook.games.checkerboard import drawing as checkerboard
from rulebook.games.horses import drawing as horses
from rulebook.picture import art, svg
from rulebook.picture.drawing import Drawing, drawing_of
from rulebook.text import words

RULES = [
    "checkerboard players=2", "checkerboard players=4", "checkerboard[edge=any,form=take] players=2",
    "checkerboard[form=last] players=2", "horses players=4", "horses[horses=2,overshoot=bounce] players=2",
    "horses players=3", "hekla players=2", "hekla players=4",
]  # fmt: skip


def new_game(rules: str, seed: int = 1):
    return hedgekit.game_of(rules)(rules, seed=seed)


def game_at(rules: str, text: str):
    return hedgekit.game_of(rules).from_text(rules, text)


def positions(rules: str, every: int, seed: int = 3):
    """Yield a random game every few plies, up to its end or 400 plies."""
    game, chance = new_game(rules, seed), random.Random(seed)
    while not game.is_over and game.ply < 400:
        if game.ply % every == 0:
            yield game
        game.roll() if game.is_chance else game.play(chance.choice(game.moves()))
    yield game


def pieces_on(picture: str, cell: str) -> list[str]:
    root = ET.fromstring(picture)
    stack = [group for group in root.iter() if group.get("data-stack") == cell]
    return [piece.get("data-name") or "" for group in stack for piece in group.iter() if piece.get("data-piece")]


@pytest.mark.parametrize("rules", [*RULES, "0 players=4"])
def test_pictures_are_small_well_formed_and_self_contained(rules):
    for game in positions(rules, 37):
        for theme in ("light", "dark", "auto"):
            root = ET.fromstring(svg.draw(game, theme=theme, lang="fr", prefix="one"))
        picture = svg.draw(game, prefix="one")
        assert root.find("{http://www.w3.org/2000/svg}desc").text == str(game.position)
        ids = re.findall(r' id="([^"]+)"', picture)
        assert len(ids) == len(set(ids))
        assert all(name.startswith("one") for name in ids)
        assert {name.removeprefix("#") for name in re.findall(r'(?:href|src)="([^"]+)"', picture)} <= set(ids)
        assert "@" not in re.search("<style>(.*?)</style>", picture)[1].replace("@media", "")
        assert len(picture.encode()) < 60_000
        names = re.findall(r' data-piece="([^"]+)"', picture)
        assert len(names) == len(set(names))


def test_a_drawing_with_former_names_works_and_warns():
    with pytest.warns(DeprecationWarning, match="says is now button_label"):
        assert type("Old", (Drawing,), {"says": lambda *_: "Yes"})().button_label(None, None) == "Yes"


@pytest.mark.parametrize("rules", RULES)
def test_every_cell_and_move_is_named_in_every_language(rules):
    for game in positions(rules, 23):
        drawing = drawing_of(game)
        layout = drawing.layout(game.position, game.rules)
        width, height = layout.box
        for cell in layout.cells.values():
            assert set(cell.label) == set(words.LANGUAGES)
            assert 0 <= cell.x <= cell.x + cell.w <= width
            assert 0 <= cell.y <= cell.y + cell.h <= height
            assert not any("{" in text for text in cell.label.values())
        choices = choices_of(game)
        for choice in choices:
            assert set(choice["path"]) <= set(layout.cells), choice
            assert game.is_chance or choice["path"] or choice["text"] == "-" or "+" in choice["text"]
        for lang in words.LANGUAGES:
            assert len({choice["label"][lang] for choice in choices}) == len(choices)
        for text in (drawing.summary(game.position, game.rules), *drawing.mark_labels(game).values()):
            assert set(text) == set(words.LANGUAGES)


@pytest.mark.parametrize("rules", [*RULES, "2+6+12 players=4", "16+22 players=2", "25 players=3", "33+34 players=2"])
def test_the_layout_does_not_change_during_a_game(rules):
    plans = set()
    for game in positions(rules, 41):
        layout = drawing_of(game).layout(game.position, game.rules)
        plans.add((layout.box, tuple((cell.id, cell.x, cell.y) for cell in layout.cells.values())))
    assert len(plans) == 1


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_played_on_a_table_and_loaded_again(rules):
    table = Table(rules=rules, seats=["random"] * new_game(rules).rules.players, source=random.Random(2))
    view = table.view()
    while view["over"] is None and view["ply"] < 60:
        view = table.handle({"do": "step"})
        assert view["error"] is None, view["error"]
    other = Table()
    again = other.handle({"do": "load", "text": view["record"]})
    assert (again["text"], again["rules"], again["error"]) == (view["text"], view["rules"], None)
    assert other.handle({"do": "load", "text": view["text"]})["text"] == view["text"]
    assert other.handle({"do": "go", "ply": 0})["ply"] == 0
    assert table.handle({"do": "restart"})["rules"] == view["rules"]
    assert table.handle({"do": "undo"})["text"] == view["text"]


@pytest.mark.parametrize("rules", RULES)
def test_every_click_or_drop_plays_asks_or_explains(rules):
    for game in positions(rules, 150):
        if game.is_over:
            continue
        cells, chance = list(drawing_of(game).layout(game.position, game.rules).cells), random.Random(5)
        clicks = [[cell] for cell in chance.sample(cells, min(len(cells), 12))]
        stacks = re.findall('data-stack="(.*?)"', svg.draw(game)) or cells
        drops = [[chance.choice(stacks), chance.choice(cells)] for _ in range(12)]
        for path in clicks + drops:
            table = Table(game.copy(), source=random.Random(1))
            view = table.handle({"do": "try", "path": path})
            assert view["refusal"] or view["error"] or view["ply"] == game.ply + 1
            if view["error"] and not game.is_chance:
                assert view["error"]["en"].startswith(("Several moves", "There is no such move", "No move leads"))
            if len(set(path)) > 1 and view["ply"] > game.ply:  # a drop plays exactly that move
                assert path in [one["path"] for one in choices_of(game)]


@pytest.mark.parametrize(
    ("rules", "numbers"),
    [("checkerboard", [2, 4]), ("checkerboard[edge=any] players=2", [2]), ("horses players=3", [2, 3, 4]),
     ("hekla players=2", [2, 3, 4]), ("0 players=2", [2, 3, 4, 5, 6]), ("21 players=2", None)],
)  # fmt: skip
def test_a_new_game_has_a_number_of_players_that_its_rules_allow(rules, numbers):
    table = Table(rules=rules)
    asked = table.view()["players"]
    assert numbers is None or asked == numbers
    for number in asked:
        view = table.handle({"do": "new", "players": number, "seats": ["reader", *["greedy"] * (number - 1)]})
        assert view["error"] is None
        assert view["rules"].endswith(f"players={number}")
    for number in set(range(1, 10)) - set(asked):
        assert table.handle({"do": "new", "players": number})["error"]


def test_a_table_can_change_to_another_game():
    table = Table()
    view = table.handle({"do": "new", "players": 3, "rules": "horses[horses=2]"})
    assert (view["rules"], view["throw"], view["turns"]) == ("horses[horses=2] players=3", "lot", False)
    view = table.handle({"do": "new", "players": 2, "rules": "hekla"})
    assert (view["rules"], view["throw"]) == ("hekla players=2", "")
    assert table.handle({"do": "undo"})["error"]
    assert table.handle({"do": "new", "players": 2, "rules": "0"})["turns"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("text", ["a1=A1 turn=A step=place", "x", "dice=7 turn=A step=roll", "turn=", "e1-e4", "<b>"])
def test_an_invalid_position_is_an_error_and_changes_nothing(rules, text):
    table = Table(rules=rules)
    before = table.view()["text"]
    view = table.handle({"do": "load", "text": text})
    assert set(view["error"]) == set(words.LANGUAGES)
    assert view["text"] == before


# ---- Hedgehog on a checkerboard --------------------------------------------------------------------------------------

TURN = (
    "b4=B c3=B c4=A e4=A e6=B f3=BA f4=B f6=A g3=B g7=A near=f1 left=a7 far=b8 right=h4 starter=B edge=right dice=3 "
    "turn=A step=place"
)


def test_every_piece_of_a_stack_is_drawn_in_order():
    # no game has such unequal counts, but any position can be drawn
    position = checkerboard.Position(stacks={"d4": "ABBA" * 5, "e4": "B"}, turn="A", step="roll", starter="A")
    picture = svg.draw(position, rules=new_game("checkerboard players=2").rules)
    assert "".join(pieces_on(picture, "d4")) == "ABBA" * 5
    places = [float(y) for y in re.findall(r'data-piece="d4:\d+"[^>]*translate\(0 (-?[\d.]+)\)', picture)]
    assert places == sorted(places, reverse=True)
    assert len(set(places)) == 20
    assert max(places) - min(places) <= checkerboard.HIGH + 1


def test_crossing_lines_are_drawn_only_while_choosing():
    game = game_at("checkerboard players=2", TURN)
    picture = svg.draw(game)
    met = set(re.findall(r'cb-met" data-when="(\w\d) (\w\d)"', picture))
    assert met == {tuple(str(move).split("-")) for move in game.moves()}
    game.play(game.moves()[0])
    assert "cb-met" not in svg.draw(game)


def test_clicks_where_lines_do_not_meet_are_refused():
    game = game_at("checkerboard players=2", TURN)
    view = Table(game).view()
    assert all(move["aim"] for move in view["moves"])
    assert view["marks"]["may"]["en"] == "the edge piece can go here"
    table = Table(game)
    assert table.handle({"do": "try", "path": ["d3"]})["refusal"]["clause"] == "checkerboard.5"
    assert table.handle({"do": "try", "path": ["c1"]})["refusal"]["clause"] == "checkerboard.6"


# ---- les petits chevaux ----------------------------------------------------------------------------------------------


def test_the_cross_is_a_ring_of_squares_with_four_ladders():
    grid = horses.grid()
    ring = [grid[f"t{at}"] for at in range(56)]
    assert len(set(grid.values())) == len(grid) == 80
    for (row, col), (next_row, next_col) in zip(ring, ring[1:] + ring[:1], strict=True):
        assert abs(row - next_row) + abs(col - next_col) in (1, 2)  # 2 around a corner of the middle
    assert [grid[f"t{at}"] for at in (0, 14, 28, 42)] == [(14, 6), (6, 0), (0, 8), (8, 14)]
    for corner in range(4):
        row, col = grid[f"{corner}.1"]
        foot = grid[f"t{(14 * corner + 55) % 56}"]
        assert abs(row - foot[0]) + abs(col - foot[1]) == 1
        assert grid[f"{corner}.6"] in {(8, 7), (7, 6), (6, 7), (7, 8)}


def test_two_players_sit_opposite_each_other():
    game = new_game("horses players=2")
    cells = drawing_of(game).layout(game.position, game.rules).cells
    assert {"a1", "b6", "a0", "b0"} <= set(cells)
    assert "c1" not in cells
    assert "blue" in cells["b0"].label["en"]
    assert "bleu" in cells["b0"].label["fr"]


def test_one_click_moves_a_horse_along_the_way_shown():
    game = game_at("horses players=2", "t17=A t20=B stable=A3B3 dice=6 turn=A step=move")
    picture = svg.draw(game)
    assert set(re.findall(r'ho-way" data-when="(\w+)"', picture)) == {"a0", "t17"}
    table = Table(game)
    assert table.handle({"do": "try", "path": ["t17"]})["refusal"]["clause"] == "horses.7"
    assert table.handle({"do": "try", "path": ["t20"]})["refusal"]["cited"]["fr"] == "(article 3)"
    assert table.handle({"do": "try", "path": ["a0"]})["text"].startswith("t0=A t17=A")


def test_a_refusal_cites_a_house_rule_without_a_number_by_its_name():
    rules = "horses[horses=2,safe_start=yes] players=2"
    table = Table(game_at(rules, "t25=A t28=B stable=A1B1 dice=3 turn=A step=move"))
    refusal = table.handle({"do": "try", "path": ["t25"]})["refusal"]
    assert (refusal["clause"], refusal["cited"]["de"]) == ("horses.safe_start", "(Sicher am Start)")


# ---- Hekla -----------------------------------------------------------------------------------------------------------


def test_volcanoes_with_more_grooves_are_higher():
    drawn = [art.symbols("hekla")[f"v{grooves}"] for grooves in range(4)]
    heights = [max(-float(y) for y in re.findall(r"-\d+(?:\.\d+)?", each)) for each in drawn]
    assert heights == sorted(set(heights))
    lines = [re.findall(r'<path d="([^"]*)" fill="none" stroke="#fff"', each) for each in drawn]
    assert ["".join(each).count("M") for each in lines] == [0, 1, 2, 3]


def test_lines_between_a_vulcanologist_and_its_volcanoes_are_lit():
    rules = "hekla players=2"
    base = "hand=A0A0A1A2A2B0B0B1B2B2B2B3 turn=A step=play"
    lit = svg.draw(game_at(rules, f"c3=A2 d3=A3 p2=A p0=B {base}"))
    assert lit.count('class="he-lit"') == 1
    assert len(re.findall('href="#hk-g[0-3]"', lit)) == 2, "both volcanoes have a bright edge"
    dark = svg.draw(game_at(rules, f"c3=A2 d4=A3 p0=AB {base}"))
    assert 'class="he-lit"' not in dark
    assert 'href="#hk-g' not in dark
    game = game_at(rules, f"c3=A2 d3=A3 p2=A p0=B {base}")
    assert (
        drawing_of(game).layout(game.position, game.rules).cells["c3"].label["en"]
        == "c3, red ring, counts twice, A2, seen by A"
    )


def test_lines_to_score_have_the_numbers_of_their_buttons():
    for seed in range(40):
        game, chance = new_game("hekla players=2", seed), random.Random(seed)
        while not game.is_over and game.step != "score" and game.ply < 300:
            game.play(chance.choice(game.moves()))
        if game.step == "score":
            break
    assert game.step == "score"
    picture = svg.draw(game)
    choices = choices_of(game)
    assert all(choice["path"] == [] for choice in choices)
    assert picture.count('class="may"') == len(choices) == len(game.position.lines)
    assert [choice["label"]["en"][:2] for choice in choices] == [f"{at}:" for at in range(1, len(choices) + 1)]
    assert Table(game).handle({"do": "play", "move": choices[0]["text"]})["error"] is None


def test_a_scoring_is_shown_step_by_step():
    """The line, each advance, the eruption: in the order of the engine's narration."""
    scorings = 0
    for seed in range(30):
        game, chance = new_game("hekla players=2", seed), random.Random(seed)
        while not game.is_over and game.ply < 200:
            before = game.position
            game.play(chance.choice(game.moves()))
            story = drawing_of(game).frames(game)
            assert len(story) == sum(2 + len(scoring.advances) for scoring in game.trace)
            if not story:
                continue
            scorings += 1
            first, second = story[:2]
            assert first.circles == before.circles
            assert first.counted == second.counted == game.trace[0].line
            assert second.circles != before.circles
            assert story[-1].circles == game.position.circles
            assert [scene.erupts for scene in story if scene.erupts] == [scoring.middle for scoring in game.trace]
            view = Table(game).view()
            assert [frame.count("<svg") for frame in view["frames"]] == [1] * len(story)
            for lang in words.LANGUAGES:
                assert " ".join(step[lang] for step in view["steps"]) in view["narration"][lang]
        if scorings > 10:
            return
    raise AssertionError("no game scored")


def test_other_games_have_no_animation():
    for rules in ("0 players=2", "horses players=2", "checkerboard players=2"):
        assert Table(rules=rules).view()["frames"] == Table(rules=rules).view()["steps"] == []


def test_a_volcano_is_placed_from_its_pile():
    """A pile of equal volcanoes gives one; a square alone asks which; another player's are refused."""
    table = Table(rules="hekla players=2")
    assert [svg.draw(table.game).count(f'data-piece="A2@supply:{at}"') for at in range(4)] == [1, 1, 1, 0]
    label = drawing_of(table.game).layout(table.game.position, table.game.rules).cells["A2"].label
    assert label["en"] == "A2, in the supply: 3"
    assert table.handle({"do": "try", "path": ["B2", "c4"]})["refusal"]["clause"] == "hekla.2"
    assert table.handle({"do": "try", "path": ["A2", "c4"]})["text"].startswith("c4=A2 p0=AB hand=A0A0A1A2A2A3B0")
    assert table.handle({"do": "try", "path": ["B3", "c4"]})["refusal"]["clause"] == "hekla.2"
    assert table.handle({"do": "try", "path": ["A2"]})["refusal"]["clause"] == "hekla.2"


@pytest.mark.parametrize(
    ("text", "clause"),
    [("c3=L0 c4=A2 p0=AB hand=A0A0A1A2A2A3B0B0B1B2B2B2B3", "hekla.2"),
     ("a2=A0A0 a3=A1A2 a4=A2A2 b2=A3 c3=L0 p0=AB hand=B0B0B1B2B2B2B3", "hekla.1")],
)  # fmt: skip
def test_clicking_lava_cites_the_clause_that_applies(text, clause):
    table = Table(game_at("hekla players=2", f"{text} turn=A step=play"))
    assert table.handle({"do": "try", "path": ["c3"]})["refusal"]["clause"] == clause
