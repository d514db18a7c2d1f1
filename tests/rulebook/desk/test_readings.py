"""Both readings of an open question: positions where they differ, and figures of many games."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path

import pytest

import hedgekit
from rulebook.collation import Finding, Place, collate, read_bytes
from rulebook.desk import both_readings
from rulebook.desk.material import sample
from rulebook.desk.other_readings import OTHERS, name_of, registry
from rulebook.desk.panels import playable
from rulebook.desk.readings import parting, switch, switches
from rulebook.desk.readings_sheet import choices, questions
from rulebook.text import words
from tools.readings import as_json, find_parting, simulate_both

from ..sheets import send

WITNESSES = Path(__file__).parents[1] / "collation" / "witnesses"
POSITIONS = [name for name, one in switches().items() if not one.of_series]
SERIES = [name for name, one in switches().items() if one.of_series]
assert len({switches()[name].number for name in SERIES}) == 6, "variants 18, 19, 20, 22, 24 and 25"


def test_more_than_half_of_the_open_questions_have_a_position():
    """Among 124 questions; the number of hedgehogs that must get home is one with a position."""
    names = [name for _, names in questions() for name in names]
    playable_names = [name for name in names if name in switches()]
    assert len(names) == 124
    assert len(playable_names) >= 80
    assert "0-a" in playable_names
    assert all(family["plays"] == (family["id"] in playable_names) for one in choices() for family in one["questions"])


@pytest.mark.parametrize("name", ["0-b", "2-b", "12-a", "21-b", "34-a"])
def test_stored_positions_are_those_a_search_finds(name):
    """Positions are stored in a file, so that no page waits for a search; changed rules make it stale."""
    assert as_json(find_parting(switch(name))) == as_json(parting(switch(name)))


def test_the_third_hedgehog_ends_the_game_under_one_reading_only():
    found = parting(switch("0-a"))
    games = [hedgekit.Game.from_text(game.rules, str(game), seed=1) for game in found.games]
    for game in games:
        game.play(found.move)
    assert [game.is_over for game in games] == [True, False]


@pytest.mark.parametrize("name", [name for name, one in switches().items() if not one.option and not one.of_series])
def test_refusals_do_not_name_the_house_rule(name):
    """The name of its house rule is in no refusal; its clause is the question's id."""
    found = parting(switch(name))
    house_rule = name_of(name)
    for k, game in enumerate(found.games):
        for move in found.only[1 - k]:
            reason = game.why(move)
            assert reason is not None
            assert house_rule not in reason.text(), reason.text()
            assert house_rule not in reason.clause


def test_a_refusal_by_the_other_reading_cites_its_question():
    one, two = parting(switch("0-d")).games
    move = next(str(move) for move in one.moves() if move not in two.moves())
    assert two.why(move).clause == "0-d"
    assert two.why(move).text("de").startswith("Nur auf Felder")


@cache
def panel():
    """Return one panel for all questions."""
    return both_readings("12-a")


@cache
def chosen(name):
    """Return the view with this question chosen, cached for several tests."""
    return send(panel(), do="choose", question=name)


def test_both_sides_show_what_differs():
    """If a move looks alike, the sides differ in the next question or in the moves that only one allows."""
    for name in POSITIONS:
        one, two = chosen(name)["parting"]["sides"]
        assert (one["narration"], one["then"], one["only"]) != (two["narration"], two["then"], two["only"]), name
    one, two = chosen("4-d")["parting"]["sides"]
    assert ([move["move"] for move in one["only"]], two["only"]) == (["a3-b3"], [])
    assert one["only"][0]["why"]["en"] == "B1 has just been moved sideways: the 6 cannot advance it."


def test_another_reading_does_not_change_the_engines_variants():
    before = set(hedgekit.VARIANTS)
    both = [registry(name) for name in ("0-a", "30-b")]
    assert [list(one.house) for one in both] == [["reading-0-a"], ["reading-30-b"]], "side by side"
    assert set(hedgekit.VARIANTS) == before
    assert not hedgekit.BASE.house
    assert set(OTHERS).isdisjoint(name for name, one in switches().items() if one.option)


@pytest.mark.parametrize(
    ("variant", "text", "question", "chapter"),
    [(12, "Un hérisson de la réserve doit entrer si aucun autre ne peut avancer.", "12-a", "04-moves"),
     (13, "Ceux qu'une case noire retient ne sont pas poussés.", "13-d", "04-moves"),
     (24, "Le traducteur l'ignore.", "24.1", "02-scoring"),
     (None, "(2) 3 4 / 4 5", "0.1", "01-base-game")],
)  # fmt: skip
def test_a_finding_leads_to_its_playable_question(variant, text, question, chapter):
    found = playable(Finding("meaning", "number", variant, Place((1,), "", text), None), "fr")
    assert (found["question"], found["chapter"]) == (question, chapter)
    assert found["clause"].startswith(f"{variant}." if variant else "")
    assert found["said"] == [text, ""]


def test_every_finding_about_play_leads_to_a_board():
    """For every variant and clause, and for the sample's findings with their own sentences."""
    findings = [Finding("meaning", "content", n, Place((1,), "xyz"), None) for n in (None, *hedgekit.VARIANTS)]
    findings += collate(sample("a"), sample("b")).findings
    asked = {playable(one, "fr")["question"] for one in findings if one.changes == "play"}
    both = both_readings("12-a")
    for question in {*asked, *(clause for n in hedgekit.VARIANTS for clause in words.clauses(n))}:
        view = send(both, do="choose", question=question)
        assert ("error" in view, view["question"]) == (False, question)
        number = question.replace("-", ".").partition(".")[0]
        assert view["readings"] or number in re.split(r"[+ \[]", str(both.tables["left"].game.rules))
        assert view["words"] or view["readings"]


@pytest.mark.parametrize(
    "text", ["2 à 6 joueurs", "20 à 50 minutes, selon le nombre de joueurs", "Un jeu de deux auteurs"]
)
def test_a_line_of_the_title_is_about_no_clause(text):
    found = playable(Finding("meaning", "number", None, Place((2,), text, text), None), "fr")
    assert (found["clause"], found["question"]) == ("", "0.1")


def test_the_witness_contradiction_leads_to_its_question():
    witness = read_bytes("a.txt", (WITNESSES / "a.txt").read_bytes())
    found = [one for one in collate(witness, witness).findings if one.message[0] == "inner.aim"]
    assert [playable(one, "fr")["question"] for one in found] == ["0-a"]


def test_every_option_of_the_engine_is_a_switch():
    options = {(number, option.name) for number, variant in hedgekit.VARIANTS.items() for option in variant.options}
    assert {(one.number, one.option) for one in switches().values() if one.option} == options
    ambiguities = {"0-c", "1-a", "4-a", "7-a", "12-a", "15-a", "17-a", "24-a", "27-a", "30-a", "31-a", "33-b"}
    assert ambiguities <= set(switches())


@pytest.mark.parametrize("name", POSITIONS)
def test_the_readings_differ_in_the_same_position(name):
    """Both games are alike except for the open question; their moves, or the result of a move, differ."""
    found = parting(switch(name))
    assert found
    one, two = found.games
    assert (one.rules, two.rules) == found.switch.rule_sets()
    apart = {"step", "then", *(field for other in OTHERS.values() for field, _ in other.fields)}
    fields = [[f for f in str(game).split() if f.split("=")[0] not in apart] for game in (one, two)]
    assert fields[0] == fields[1]
    moves = [{str(move) for move in game.moves()} for game in (one, two)]
    if found.kind == "moves":
        assert (moves[0] - moves[1], moves[1] - moves[0]) == (set(found.only[0]), set(found.only[1]))
        assert moves[0] != moves[1]
        return
    assert found.kind == "consequence"
    after = [hedgekit.Game.from_text(game.rules, str(game), seed=1) for game in (one, two)]
    for game in after:
        game.play(found.move)
    assert str(after[0]) != str(after[1])


@pytest.mark.parametrize("name", SERIES)
def test_series_are_scored_differently(name):
    found = parting(switch(name))
    assert found
    assert found.kind == "score"
    first, second = found.standing
    assert first["games"] == second["games"]
    assert first != second


@pytest.mark.parametrize("name", ["0-f", "", "99-z", "12"])
def test_unknown_switches_are_errors(name):
    with pytest.raises(LookupError):
        switch(name)


def test_both_boards_play_and_go_back():
    both = both_readings("27-a")

    def plies():
        return [table.game.ply for table in both.tables.values()]

    assert send(both, do="play")["played"]
    assert plies() == [1, 1]
    assert both.left["text"] != both.right["text"]
    assert send(both, do="play")["played"]  # the second time nothing is played
    assert plies() == [1, 1]
    assert not send(both, do="back")["played"]
    assert plies() == [0, 0]
    send(both, do="board", which="right", message={"do": "play", "move": "-"})
    assert plies() == [0, 1]
    assert send(both, do="play")["played"]
    assert plies() == [1, 1]


def test_every_question_is_listed_as_a_question():
    """A clause's or option's number would mean nothing to a reader who looks for a question."""
    for family in choices():
        for question in family["questions"]:
            assert all(text.rstrip().endswith("?") for text in question["asks"].values()), question


def test_every_question_can_be_chosen():
    assert repr(both_readings("12-a")) == "BothReadings(12-a: moves at ply 6)"
    names = [name for _, names in questions() for name in names]
    assert len(names) == len(set(names))
    for name in [name for name in names if name not in SERIES]:
        view = chosen(name)
        assert "error" not in view
        assert bool(view["parting"]) == (name in switches())
        assert len(view["readings"]) == (2 if name in switches() else 0)
        assert view["words"] or name in switches()
        assert all(reading["text"] for reading in view["readings"])
        assert view["readings"] == [] or view["readings"][0]["text"] != view["readings"][1]["text"], name
        for side in (view["parting"] or {"sides": ()})["sides"]:
            assert all(one["why"] for one in side["only"]), name
            assert all("other reading" not in one["why"]["en"] for one in side["only"]), name
            assert not any(re.search(r" [,.]|  ", text) for one in side["only"] for text in one["why"].values()), name


def test_every_question_has_figures_of_games():
    """Including series (18), and games that may end without a legal move (33): wins and no win add up to one."""
    for name, one in switches().items():
        shown = chosen(name)["parting"]
        if name == "32-a":  # with it hedgehogs enter on the finishing line, and run off the board
            assert shown["games"] is None
            continue
        assert shown["unit"] == ("series" if one.of_series else "game")
        lengths = [side["length"] for side in shown["games"]["sides"]]
        assert all(low >= 0 and mean < 1000 for mean, low, _ in lengths), f"{name}: unfinished games are counted"
        for side in shown["games"]["sides"]:
            figures = [side["length"], side["nobody"], *side["wins"].values()]
            assert all(low <= mean <= high for mean, low, high in figures), name
            assert math.isclose(sum(mean for mean, _, _ in figures[1:]), 1, abs_tol=0.01), name
        apart, low, high = shown["games"]["difference"]
        assert math.isclose(apart, lengths[1][0] - lengths[0][0], abs_tol=0.01), name
        assert low <= apart <= high, name
    assert parting(switch("33-b")).counted["sides"][0]["nobody"][0] > 0


@pytest.mark.parametrize("name", ["12-a", "27-a", "18.target"])
def test_stored_figures_are_reproducible(name):
    assert json.loads(json.dumps(simulate_both(switch(name)))) == parting(switch(name)).counted
