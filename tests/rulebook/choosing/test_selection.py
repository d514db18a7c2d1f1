"""Selections of variants: what they come to, all pairs, random sets, and the rule page of a set."""

import random
import re
from collections import Counter
from itertools import combinations

import pytest

import hedgekit
from hedgekit.games.race.rulesets.verdicts import INCOMPATIBLE, verdict
from rulebook.choosing import pairs_sheet, rulepage, selection
from rulebook.choosing.selection import NUMBERS, excluded, judge, random_set
from rulebook.text import words


def test_a_playable_selection_becomes_a_rule_set():
    outcome = judge([13, 9], {(13, "push"): "sideways"}, 3)
    assert str(outcome.rules) == "9+13[push=sideways] players=3"
    assert outcome.clashes == ()
    assert outcome.seats == (2, 3, 4, 5, 6)


def test_every_clash_has_its_reasons():
    outcome = judge([5, 7, 16], {}, 4)
    assert outcome.rules is None
    assert [clash.pair for clash in outcome.clashes] == [(5, 7), (5, 16), (7, 16)]
    assert all(clash.reasons for clash in outcome.clashes)


def test_an_option_can_clash_while_its_other_value_does_not():
    first, last = judge([15, 35], {}, 4), judge([15, 35], {(15, "form"): "last"}, 4)
    assert [clash.pair for clash in first.clashes] == [(15, 35)]
    assert "15[form=last]" in first.clashes[0].reasons[0].text("en")
    assert last.rules is not None


def test_an_unsuitable_number_of_players_is_an_error():
    outcome = judge([22], {}, 4)
    assert outcome.rules is None
    assert outcome.seats == (2,)
    assert outcome.error is not None
    assert "2" in outcome.error.text("fr")


def test_three_variants_without_a_common_number_of_players_are_an_error():
    three = (21, 25, 34)  # two or three players; three or more; an even number
    assert all(verdict(*pair).kind != INCOMPATIBLE for pair in combinations(three, 2))
    outcome = judge(three, {}, 4)
    assert (outcome.rules, outcome.clashes, outcome.seats) == (None, (), ())
    assert outcome.error is not None
    assert "No number of players" in outcome.error.text("en")


def test_options_of_unticked_variants_are_ignored():
    assert str(judge([9], {(13, "push"): "forward"}, 4).rules) == "9 players=4"
    assert str(judge([9], {(0, "cover"): "top"}, 4).rules) == "0[cover=top]+9 players=4"
    assert str(judge([], {}, 4).rules) == "0 players=4"


@pytest.mark.parametrize("number", [5, 22, 29, 40])
def test_excluded_variants_are_those_the_engine_refuses(number):
    against = excluded([number])
    for other in NUMBERS:
        if other != number:
            assert (other in against) == (verdict(number, other).kind == INCOMPATIBLE)


@pytest.mark.parametrize("players", range(2, 10))
def test_a_random_set_fits_the_number_of_players(players):
    seen = set()
    for seed in range(25):
        chosen = random_set(players, random.Random(seed))
        seen.add(chosen)
        rules = hedgekit.rules("+".join(map(str, chosen)), players)
        assert not [note for note in rules.advice if note.key == "advice.pointless"]
    assert len(seen) > 15
    assert random_set(players, random.Random(1)) == random_set(players, random.Random(1))


def test_the_table_of_pairs_agrees_with_the_verdicts():
    rows, texts = pairs_sheet.all_pairs()["rows"], pairs_sheet.all_pairs()["texts"]
    assert len(rows) == len(NUMBERS) >= 40
    for (a, b), found in selection.verdicts().items():
        assert rows[a - 1][b - 1] == rows[b - 1][a - 1] == pairs_sheet.SIGNS[found.kind]
        if rows[a - 1][b - 1] != "+":
            assert set(texts[f"{a}-{b}"]["why"]) == set(words.LANGUAGES)
        if rows[a - 1][b - 1] == "?":
            assert all(texts[f"{a}-{b}"]["how"].values())


def test_the_picture_draws_every_pair_twice_with_a_shape_for_each_verdict():
    drawn = pairs_sheet.pairs_picture("all pairs")
    counted = {name: path.count("M") for name, path in re.findall('<path class="(s.)" d="([^"]*)"', drawn)}
    kinds = Counter(pairs_sheet.SIGNS[one.kind] for one in selection.verdicts().values())
    assert (counted["sq"], counted["so"], counted["sx"]) == (2 * kinds["?"], 2 * kinds["o"], 2 * kinds["x"])
    assert counted["sp"] == 2 * 2 * kinds["+"]  # a plus has two strokes
    printed = Counter(one.kind for two, one in selection.verdicts().items() if max(two) <= 40)
    assert sorted(printed.values()) == [4, 85, 94, 597], "as combinations.md counts"


def test_a_page_is_in_every_language_and_marks_changes():
    page = rulepage.page_html(hedgekit.rules("11+37"))
    for lang in words.LANGUAGES:
        assert f'data-lang="{lang}"' in page
        assert words.of_variant(37, "title")[lang] in page
    assert (
        '<p class=is-changed><b class="hc-margin">11</b><span>If you like, move a free hedgehog of any player' in page
    )
    assert "one of your own" not in page  # issue 40: it was printed next to "Changed here by 11"


def test_carroms_page_has_nothing_of_the_base_game():
    page = rulepage.page_html(hedgekit.rules("40"))
    assert "flicks" in page
    assert "sideways" not in page
