"""Suggested sets for tonight: compatible, suited to the wish, and based on measurements."""

from itertools import combinations, product

import pytest

import hedgekit
from hedgekit import VARIANTS
from hedgekit.games.race.rulesets.verdicts import INCOMPATIBLE, POINTLESS, verdict
from rulebook.choosing.advice import EVENING, MINUTES, MOODS, SEATS, Wish, suggest, usual_minutes
from rulebook.measuring import sets
from rulebook.text import words
from tools.measure import sets as measuring


def test_usual_minutes_are_those_on_the_box():
    assert (usual_minutes(2), usual_minutes(4), usual_minutes(6)) == (20, 35, 50)


@pytest.mark.parametrize("players", range(SEATS[0], SEATS[1] + 1))
def test_every_wish_gets_three_playable_sets(players):
    for minutes, mood in product(MINUTES, MOODS):
        found = suggest(Wish(players, minutes, mood))
        assert len(found) == 3
        for one in found:
            assert one.rules.players == players
            assert verdict(*one.rules.variants).kind not in (INCOMPATIBLE, POINTLESS)
            assert one.fits == (one.minutes <= minutes)
        assert [one.fits for one in found] == sorted((one.fits for one in found), reverse=True)
        if players <= 6:
            assert all(not {*one.rules.variants} & {*other.rules.variants} for one, other in combinations(found, 2))


def test_moods_agree_with_measurements():
    # skill counts more in every thoughtful set than in any silly one; mean ones interfere more than the base game
    best = {mood: suggest(Wish(4, EVENING, mood)) for mood in MOODS}
    mean = {mood: [one.measured.figures for one in found] for mood, found in best.items()}
    assert min(one.gap for one in mean["thoughtful"]) > max(one.gap for one in mean["silly"])
    assert min(one.foreign for one in mean["mean"]) > sets.measured()[0].base.foreign
    assert max(one.measured.length for one in best["quick"]) < 0.5


def test_sets_from_the_box_alone_need_no_other_material():
    assert all(not VARIANTS[n].material for one in suggest(Wish(4, 60, "mean", True)) for n in one.rules.variants)
    assert suggest(Wish(8, EVENING, "mean", True)) == ()  # the box has only six colours
    assert all(29 in one.rules.variants for one in suggest(Wish(8, EVENING, "mean")))


def test_a_suggestion_explains_each_variant():
    for one in suggest(Wish(5, 45, "quick")):
        for number, lang in product(one.rules.variants, words.LANGUAGES):
            sentence = words.text(f"choosing.evening.say-{number}", lang)
            assert words.typeset(sentence, lang).casefold() in one.why[lang].casefold()
        assert all(len(text) < 200 for text in one.why.values())


def test_every_variant_in_a_measured_set_has_its_sentence():
    for number in {number for one in sets.measured() for number in one.variants}:
        assert all(words.has(f"choosing.evening.say-{number}") for _ in words.LANGUAGES)


@pytest.mark.parametrize("wrong", [(1, 60, "mean"), (10, 60, "mean"), (4, 5, "mean"), (4, 60, "lots")])
def test_invalid_wishes_are_refused(wrong):
    with pytest.raises(ValueError, match=r"players|mood"):
        Wish(*wrong)


def test_most_playable_pairs_are_measured():
    playable = {rules.variants for rules in measuring.candidates()}
    assert {one.variants for one in sets.measured()} <= playable
    assert all(one.figures.ended > 0.5 for one in sets.measured())
    assert len(sets.measured()) > 0.6 * len(playable)


def test_playing_a_measured_set_again_gives_the_same_figures():
    stored = next(one for one in sets.measured() if one.variants == (9, 13))  # one of some four hundred sets
    assert measuring.play(hedgekit.rules("9+13", stored.players), 1, measuring.GAMES) == stored.figures


def test_measuring_reports_and_returns_each_set(monkeypatch):
    one = hedgekit.rules("9+13", players=4)
    monkeypatch.setattr(measuring, "candidates", lambda: iter([one]))
    reported = []
    found = measuring.measure(1, 0.05, lambda key, **values: reported.append((key, values["rules"])))
    assert reported == [("set_row", str(one))]
    assert [entry["variants"] for entry in found["sets"]] == [[9, 13]]
    assert found["sets"][0]["figures"] == vars(measuring.play(one, 1, found["games"]))
