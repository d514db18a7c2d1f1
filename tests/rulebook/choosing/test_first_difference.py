"""Where games of two rule sets diverge: one position, and each set's answer with its picture."""

from itertools import combinations

import pytest

from hedgekit import VARIANTS, rules, verdict
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.choosing.first_difference import first_difference, first_difference_of_variants

PAIRS = [pair for pair in combinations(range(1, 40), 2) if verdict(*pair).kind == "incompatible"]


def test_concrete_blocks_refuse_what_a_black_hole_swallows():
    one, other = first_difference_of_variants(37, 39)
    assert (one["title"]["en"], other["title"]["en"]) == ("Concrete blocks", "Black hole")
    assert "concrete" in one["text"]["en"]
    assert "out of the game" in other["text"]["en"]
    assert "béton" in one["text"]["fr"]
    assert 'class="why"' in one["svg"]
    assert one["svg"] != other["svg"]


def test_different_points_are_shown_at_the_end_of_a_game():
    one, other = first_difference_of_variants(18, 20)
    assert "wins" in one["text"]["en"]
    assert one["text"]["en"] != other["text"]["en"]


@pytest.mark.parametrize(("a", "b"), [(5, 16), (10, 36), (14, 15), (2, 18)])
def test_clashing_rules_are_shown_on_boards(a, b):
    for lang in ("en", "fr"):
        assert len({shown["text"][lang] for shown in first_difference_of_variants(a, b)}) == 2


def test_variants_without_a_common_number_of_players_have_no_board():
    none = [pair for pair in PAIRS if not set(VARIANTS[pair[0]].seats) & set(VARIANTS[pair[1]].seats)]
    assert len(none) >= 5
    assert all(first_difference_of_variants(*pair) == () for pair in none)


def test_the_sheet_shows_the_difference_with_the_reason():
    sheet = Chooser()
    sheet._on_message(sheet, {"n": 1, "do": "choose", "variants": [10, 35], "options": {}, "players": 4}, [])
    [clash] = sheet.view["clashes"]
    assert [shown["title"]["en"] for shown in clash["difference"]] == ["Old-style hedgehog", "Super turbo hedgehogs"]
    assert clash["why"]


def test_compatible_sets_are_shown_where_they_differ():
    base, tube = (rules(text, players=3) for text in ("0", "9"))
    one, other = first_difference(base, tube)
    assert one["title"]["en"] == "The base game"
    assert one["text"]["en"] != other["text"]["en"]
    assert first_difference(base, base) == ()
    assert first_difference(base, rules("9", players=4)) == ()
