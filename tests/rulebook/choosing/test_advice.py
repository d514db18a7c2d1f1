"""The short list: what is on it fits the wish, and says why."""

import pytest

import hedgekit
from hedgekit import VARIANTS
from rulebook.choosing import advice
from rulebook.choosing.advice import Wish, suggest, usual_minutes
from rulebook.measuring import claims
from rulebook.text import words


def test_the_box_gives_the_time():
    assert (usual_minutes(2), usual_minutes(4), usual_minutes(6)) == (20, 35, 50)


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("tactics", advice.TACTICS)
def test_what_is_suggested_can_be_played_in_that_time(players, tactics):
    for one in suggest(Wish(players, 90, tactics)):
        assert hedgekit.rules(one.rules).players == players
        assert one.minutes <= 90
        assert all(set(reason) == set(words.LANGUAGES) for reason in one.reasons)
        if tactics != "any":
            assert ("+" if tactics == "more" else "-") in VARIANTS[one.number].tactic


def test_five_an_hour_tactics():
    found = suggest(Wish(5, 60, "more"))
    assert found
    assert {5} <= set(VARIANTS[found[0].number].advised)
    assert found == suggest(Wish(5, 60, "more"))


def test_with_the_box_alone_nothing_has_to_be_bought():
    assert all(not VARIANTS[one.number].material for one in suggest(Wish(4, 60, "any", True)))
    assert suggest(Wish(8, 120, "any", True)) == ()  # a seventh colour is not in the box


def test_more_than_six_need_further_colours():
    assert all(29 in hedgekit.rules(one.rules).variants for one in suggest(Wish(8, 120)))


def test_less_time_never_brings_more_variants():
    every = {one.number for minutes in (30, 300) for one in suggest(Wish(2, minutes, "less"))}
    assert {one.number for one in suggest(Wish(2, 30, "less"))} <= every
    assert suggest(Wish(6, 20)) == ()


@pytest.mark.parametrize("wrong", [(1, 60, "any"), (10, 60, "any"), (4, 5, "any"), (4, 60, "lots")])
def test_wishes_that_are_none(wrong):
    with pytest.raises(ValueError, match=r"players|tactics"):
        Wish(*wrong)


def test_without_measurements_the_signs_remain(monkeypatch):
    advice.rows.cache_clear()

    def nothing():
        raise FileNotFoundError

    monkeypatch.setattr(claims, "claims", nothing)
    try:
        found = suggest(Wish(5, 60, "more"))
        assert found
        assert "not measured" in found[0].reasons[1]["en"]
    finally:
        advice.rows.cache_clear()
