"""What a selection of variants comes to, all pairs, random sets, the rules of a set on a page."""

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


def test_what_can_be_played_is_a_rule_set():
    outcome = judge([13, 9], {(13, "push"): "sideways"}, 3)
    assert str(outcome.rules) == "9+13[push=sideways] players=3"
    assert outcome.clashes == ()
    assert outcome.seats == (2, 3, 4, 5, 6)


def test_every_clash_is_told_with_its_reasons():
    outcome = judge([5, 7, 16], {}, 4)
    assert outcome.rules is None
    assert [clash.pair for clash in outcome.clashes] == [(5, 7), (5, 16), (7, 16)]
    assert all(clash.reasons for clash in outcome.clashes)


def test_an_option_that_excludes_is_a_clash_and_its_other_value_is_not():
    first, last = judge([15, 35], {}, 4), judge([15, 35], {(15, "form"): "last"}, 4)
    assert [clash.pair for clash in first.clashes] == [(15, 35)]
    assert "15[form=last]" in first.clashes[0].reasons[0].text("en")
    assert last.rules is not None


def test_numbers_of_players_that_do_not_fit_are_said():
    outcome = judge([22], {}, 4)
    assert outcome.rules is None
    assert outcome.seats == (2,)
    assert outcome.error is not None
    assert "2" in outcome.error.text("fr")


def test_three_that_leave_no_number_of_players_though_every_two_do():
    three = (21, 25, 34)  # 2 or 3, 3 or more, an even number
    assert all(verdict(*pair).kind != INCOMPATIBLE for pair in combinations(three, 2))
    outcome = judge(three, {}, 4)
    assert (outcome.rules, outcome.clashes, outcome.seats) == (None, (), ())
    assert outcome.error is not None
    assert "No number of players" in outcome.error.text("en")


def test_options_of_variants_not_ticked_are_passed_over():
    assert str(judge([9], {(13, "push"): "forward"}, 4).rules) == "9 players=4"
    assert str(judge([9], {(0, "cover"): "top"}, 4).rules) == "0[cover=top]+9 players=4"
    assert str(judge([], {}, 4).rules) == "0 players=4"


@pytest.mark.parametrize("number", [5, 22, 29, 40])
def test_what_is_called_excluded_is_what_the_engine_refuses(number):
    against = excluded([number])
    for other in NUMBERS:
        if other != number:
            assert (other in against) == (verdict(number, other).kind == INCOMPATIBLE)


@pytest.mark.parametrize("players", range(2, 10))
def test_a_surprise_can_be_played_by_that_many(players):
    seen = set()
    for seed in range(25):
        chosen = random_set(players, random.Random(seed))
        seen.add(chosen)
        rules = hedgekit.rules("+".join(map(str, chosen)), players)
        assert not [note for note in rules.advice if note.key == "advice.pointless"]
    assert len(seen) > 15
    assert random_set(players, random.Random(1)) == random_set(players, random.Random(1))


def test_the_table_of_pairs_says_what_the_verdicts_say():
    rows, says = pairs_sheet.all_pairs()["rows"], pairs_sheet.all_pairs()["texts"]
    assert len(rows) == len(NUMBERS) >= 40
    for (a, b), found in selection.verdicts().items():
        assert rows[a - 1][b - 1] == rows[b - 1][a - 1] == pairs_sheet.SIGNS[found.kind]
        if rows[a - 1][b - 1] != "+":
            assert set(says[f"{a}-{b}"]["why"]) == set(words.LANGUAGES)
        if rows[a - 1][b - 1] == "?":
            assert all(says[f"{a}-{b}"]["how"].values())


def test_the_picture_draws_every_pair_twice_and_tells_verdicts_by_shape():
    drawn = pairs_sheet.pairs_picture("all pairs")
    counted = {name: path.count("M") for name, path in re.findall('<path class="(s.)" d="([^"]*)"', drawn)}
    kinds = Counter(pairs_sheet.SIGNS[one.kind] for one in selection.verdicts().values())
    assert (counted["sq"], counted["so"], counted["sx"]) == (2 * kinds["?"], 2 * kinds["o"], 2 * kinds["x"])
    assert counted["sp"] == 2 * 2 * kinds["+"]  # a plus is two strokes
    printed = Counter(one.kind for two, one in selection.verdicts().items() if max(two) <= 40)
    assert sorted(printed.values()) == [4, 85, 94, 597], "as combinations.md counts"


def test_a_page_has_its_sentences_in_every_language_and_marks_what_changes():
    page = rulepage.page_html(hedgekit.rules("11+37"))
    for lang in words.LANGUAGES:
        assert f'data-lang="{lang}"' in page
        assert words.of_variant(37, "title")[lang] in page
    assert (
        '<p class=is-changed><b class="hc-margin">11</b><span>If you like, move a free hedgehog of any player' in page
    )
    assert "one of your own" not in page  # issue 40: it stood beside "Changed here by 11"


def test_carrom_leaves_nothing_of_the_base_game():
    page = rulepage.page_html(hedgekit.rules("40"))
    assert "flicks" in page
    assert "sideways" not in page
