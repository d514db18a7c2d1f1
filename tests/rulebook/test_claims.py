"""The authors' table measured: the verdicts, the file of the book, and a sample of it played again."""

import pytest

import hedgekit
from rulebook import claims, words

ALL = claims.claims()
ROWS = ALL["rows"] + ALL["pairs"]


@pytest.mark.parametrize(
    ("sign", "between", "verdict"),
    [
        ("+", (1.02, 1.3), "agrees"),
        ("(+)", (0.97, 1.3), "cannot tell"),
        ("+", (0.95, 1.05), "disagrees"),  # no difference worth the name
        ("++", (0.7, 0.8), "disagrees"),
        ("-", (0.7, 0.99), "agrees"),
        ("--", (1.01, 1.2), "disagrees"),
        ("=", (0.92, 1.08), "agrees"),
        ("=", (0.8, 1.05), "cannot tell"),
        ("=", (1.11, 1.2), "disagrees"),
    ],
)
def test_a_verdict_follows_from_the_sign_and_the_interval(sign, between, verdict):
    assert claims.judged(sign, between, (0.9, 1.1)) == verdict


def test_every_variant_with_signs_has_its_row_and_every_recommended_pair():
    signed = [n for n, variant in hedgekit.VARIANTS.items() if variant.duration or variant.tactic]
    assert [row["variants"] for row in ALL["rows"]] == [[n] for n in signed]
    assert len(signed) == 35
    assert [tuple(row["variants"]) for row in ALL["pairs"]] == list(claims.RECOMMENDED)


def test_the_file_is_of_these_rules_and_these_claims():
    assert ALL["hedgekit"] == hedgekit.__version__, "run `rulebook measure` again"
    for row in ALL["rows"]:
        variant = hedgekit.VARIANTS[row["variants"][0]]
        assert (row["duration"], row["tactic"]) == (variant.duration, variant.tactic)
        assert row["players"] in (variant.advised or variant.players)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rules"])
def test_a_sample_played_again_gives_the_same(row):
    """The first random games of each row, interpreted, here and now."""
    assert claims.sample(row["rules"], ALL["seed"]) == row["sample"]


@pytest.mark.parametrize("row", ALL["rows"], ids=lambda row: row["rules"])
def test_the_verdicts_follow_from_the_figures(row):
    zone = (1 - claims.SAME_LENGTH, 1 + claims.SAME_LENGTH)
    by_kind = [claims.judged(row["duration"], measure["between"], zone) for measure in row["length"].values()]
    contradicted = {"agrees", "disagrees"} <= {by_kind[-1], *by_kind[:-1]} and by_kind[-1] != "cannot tell"
    assert row["verdicts"]["length"] == ("cannot tell" if contradicted else by_kind[-1])
    zone = (-claims.SAME_GAP, claims.SAME_GAP)
    assert row["verdicts"]["tactics"] == claims.judged(row["tactic"], row["gap"]["between"], zone)


def test_every_interval_holds_its_figure():
    for row in ROWS:
        for measure in (*row["length"].values(), row["gap"]):
            assert measure["interval"][0] <= measure["value"] <= measure["interval"][1]
            assert measure["between"][0] <= measure["compared"] <= measure["between"][1]


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_row_says_itself_in_whole_sentences(lang):
    for row in ALL["rows"]:
        said = claims.sentences(row, lang)
        assert len(said) == 6
        assert not any("{" in sentence or "nan" in sentence for sentence in said)
