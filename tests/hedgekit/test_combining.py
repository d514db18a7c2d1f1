"""Combinations of variants, the text of rule sets, the data of each variant."""

import json
import random
import re
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hedgekit
from hedgekit import VARIANTS, Clash, Game, NotationError, rules, verdict
from hedgekit.games.race.rulesets import rule_set, verdicts
from hedgekit.text import words

from ..sample import examples, part, partly

ROOT = Path(hedgekit.__file__).parent
SHARED = ROOT.parents[1] / "shared"
NUMBERS = range(1, 41)
PAIRS = tuple(combinations(NUMBERS, 2))
KINDS = {".": "compatible", "?": "needs-a-decision", "x": "incompatible", "=": "pointless"}
LANGUAGES = ("en", "fr")
LAZY = (35, 37, 38)  # with these only the harder form of 15 is possible


def read_shared(*parts):
    found = sorted(SHARED.joinpath(*parts[:-1]).glob(parts[-1]))
    if not found:
        pytest.skip(f"the outside material (../shared/{'/'.join(parts)}) is not on this machine")
    return found[0].read_text("utf-8")


# ---- pairs -----------------------------------------------------------------------------------------------------------


def test_verdicts_equal_the_matrix():
    lines = (Path(__file__).parent / "combinations.txt").read_text("utf-8").splitlines()[1:]
    matrix = {int(line[:2]): line[4:] for line in lines}
    for a, b in PAIRS:
        assert verdict(a, b).kind == KINDS[matrix[a][b - 1]] == KINDS[matrix[b][a - 1]], (a, b)
        assert verdict(b, a) == verdict(a, b)


def test_verdicts_and_slots_equal_the_outside_table():
    """The table's "no common number of players" also covers numbers that merely are not advised; verdicts do not."""
    named_only = {(2, 22), (20, 22), (20, 24)}
    pairs = json.loads(read_shared("spec", "combinations.json"))["pairs"]
    assert len(pairs) == len(PAIRS)
    for pair in pairs:
        a, b = pair["a"], pair["b"]
        found = verdict(a, b)
        slots = {because.split(":")[-1] for because in pair["because"]} - {"advice", "exception", "subsumed"}
        if (a, b) in named_only:
            slots.remove("players")
        assert (found.kind, set(found.slots)) == (pair["status"], slots), (a, b)
        assert bool(found.decision()) == ("decision" in pair), (a, b)
        if 29 not in (a, b):
            first, second = VARIANTS[a], VARIANTS[b]
            named = {*first.advised, *first.bracketed} & {*second.advised, *second.bracketed}
            assert sorted({*first.advised} & {*second.advised}) == pair["common_recommended"], (a, b)
            assert sorted(named) == pair["common_any"], (a, b)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pair_has_its_own_sentences(language):
    found = [verdict(a, b) for a, b in PAIRS]
    assert len({v.reason(language) for v in found}) == len(PAIRS)
    decided = [v.decision(language) for v in found if v.kind == "needs-a-decision"]
    assert len(set(decided)) == len(decided) == 85
    for v in found:
        assert (v.decision(language) is None) == (v.kind != "needs-a-decision")
        assert "{" not in v.reason(language)
        assert v.reason("en") != v.reason("fr")
        assert (v.advice is None) == (v.kind in ("compatible", "incompatible"))


def test_sentences_about_pairs_match_their_verdicts():
    kinds = {"decision": "needs-a-decision", "pointless": "pointless", "together": "compatible"}
    for key in words.table("en"):
        topic, _, pair = key.partition(".")
        if topic in kinds:
            a, b = map(int, pair.split("-"))
            assert verdict(a, b).kind == kinds[topic], key


def test_a_clash_names_the_question_both_variants_answer():
    assert verdict(10, 35).slots == ("black.effect",)
    effect = "what a black square does: in the first, nothing at all; in the second, it bounces"
    assert effect in verdict(10, 35).reason()
    assert "ce que fait une case noire" in verdict(10, 35).reason("fr")
    assert verdict(18, 24).slots == ("series.end",)
    assert verdict(14, 29).slots == ("players",), "seven carriers cannot stand on six lanes"
    assert verdict(1, 8).slots == ("lateral.justmoved",)
    assert verdict(0, 9).kind == "compatible"


@pytest.mark.parametrize("pair", [(9, 9), (0, 0), (9, 63), (-1, 9), ("9", 10), (None, 1), (True, 2), (1.0, 2)])
def test_a_verdict_needs_two_different_variants(pair):
    with pytest.raises(NotationError) as caught:
        verdict(*pair)
    assert caught.value.text("fr") != caught.value.text("en")


# ---- sets ------------------------------------------------------------------------------------------------------------


def clashing_pairs(numbers):
    """Return the pairs of a set that exclude each other, also because of the first form of 15."""
    pairs = combinations(sorted(numbers), 2)
    return tuple((a, b) for a, b in pairs if verdict(a, b).kind == "incompatible" or (a == 15 and b in LAZY))


def text(numbers):
    return "+".join(map(str, numbers))


@partly
def test_sets_of_three_clash_exactly_if_a_pair_does(whole):
    triples, by_players = [*combinations(NUMBERS, 3)], []
    triples = triples if whole else part(triples, 4)
    for numbers in triples:
        clashing = clashing_pairs(numbers)
        try:
            found = rules(text(numbers))
        except Clash as clash:
            assert clash.pairs == clashing, numbers
            if not clashing:
                by_players.append(numbers)
            for a, b in clash.pairs:
                assert f"{a} (" in clash.text("en")
                assert f"{b} (" in clash.text("fr")
        else:
            assert not clashing, numbers
            assert found.variants == numbers
    assert {*by_players} == {(21, 25, 34)} & {*triples}, "three players and an even number"


def test_the_order_of_variants_does_not_matter():
    draw = random.Random(1)
    for _ in range(300):
        numbers = draw.sample(NUMBERS, draw.randint(2, 6))
        texts = [text(order) for order in draw.sample(list(permutations(numbers)), 2)]
        answers = []
        for written in texts:
            try:
                answers.append(rules(written))
            except Clash as clash:
                assert clash.pairs == clashing_pairs(numbers)
                answers.append((clash.pairs, clash.text("fr")))
        assert answers[0] == answers[1], numbers


def test_a_clash_names_every_clashing_pair():
    with pytest.raises(Clash) as caught:
        rules("36+10+15+35+9")
    assert caught.value.pairs == ((10, 35), (10, 36), (15, 35), (35, 36))
    sentence = caught.value.text("en")
    assert sentence.count("what a black square does") == 3
    assert "15[form=last], is possible" in sentence
    assert isinstance(caught.value, ValueError)
    with pytest.raises(Clash) as caught:
        rules(text(NUMBERS))
    assert len(caught.value.pairs) == 94 + 3


@pytest.mark.parametrize(
    ("variants", "players"),
    [
        ("0", (2, 3, 4, 5, 6)),
        ("22", (2,)),
        ("25", (3, 4, 5, 6)),
        ("34", (2, 4, 6)),
        ("29", (7, 8, 9)),
        ("29+34", (8,)),
        ("25+29", (7, 8, 9)),
        ("25+34", (4, 6)),
        ("21", (2, 3)),
        ("21+25", (3,)),
        ("14", (2, 3, 4, 5, 6)),
        ("1+14", (2, 3, 4, 5)),
        ("14+21", (2, 3)),
        ("1+14+21", (2,)),
        ("2", (2, 3, 4, 5, 6)),
    ],
)
def test_possible_numbers_of_players(variants, players):
    for number in range(1, 11):
        if number in players:
            assert rules(variants, players=number).players == number
        else:
            with pytest.raises(NotationError):
                rules(variants, players=number)
    assert rules(variants).players == (4 if 4 in players else players[0])


def test_a_set_without_a_common_number_of_players_clashes():
    for variants, others in (("25+9+34+21", (21, 25, 34)), ("25+21+14+1", (1, 14, 21, 25))):
        with pytest.raises(Clash) as caught:
            rules(variants)
        assert caught.value.pairs == ()
        for language in LANGUAGES:
            assert all(f"{number} (" in caught.value.text(language) for number in others)
    assert "one of the 5 start squares" in str(caught.value)
    assert "9 (" not in str(caught.value)


def test_options_may_need_another_variant():
    assert str(rules("13[push=sideways]+9")) == "9+13[push=sideways] players=4"
    with pytest.raises(NotationError, match=r"9 \(The tube\) only"):
        rules("13[push=sideways]")
    for number in LAZY:
        with pytest.raises(Clash, match=r"15\[form=last\], is possible") as caught:
            rules(f"15+{number}")
        assert caught.value.pairs == ((15, number),)
        assert str(rules(f"15[form=last]+{number}")) == f"15[form=last]+{number} players=4"
    assert str(rules("10+15")) == "10+15 players=4"


# ---- layouts (17) ----------------------------------------------------------------------------------------------------

WALL = "b1,b2,b3,b4,b5,b6"
STAIRS = "b2,b3,b4,b5,b6,c1,c2,c3,c4,c5"  # from b1 only back
ROUND = "b1,b2,b3,b4,b5,c5,d2,d3,d4,d5,d6"  # passable only from c6 to c1


def test_the_default_layout_is_as_printed():
    assert rules("17").option(17, "black") == "c5,d1,e3,f4,g2,h6"
    assert rules("1+17").option(17, "black") == "c5,d1,e3,f4,g2"


@pytest.mark.parametrize("closing", [37, 38])
@pytest.mark.parametrize(
    ("black", "around", "message"),
    [
        (WALL, "", "leads to rank b"),
        (STAIRS, "", "leads to rank c"),
        ("b1,b2,b3,b4,b5", "1+", "leads to rank b"),
        ("b1,b2,b3,b4,b5,c6", "", "leads to rank c"),
        (ROUND, "", "leads to rank d"),
        ("b1,b2,b3,b4,b5,c5,c6", "9+", "leads to rank c"),
    ],
)
def test_a_layout_without_a_way_through_is_refused(black, around, message, closing):
    with pytest.raises(NotationError, match=message) as caught:
        rules(f"{around}17[black={black}]+{closing}")
    assert f"{closing} (" in caught.value.text("fr")
    assert str(rules(f"{around}17[black={black}]+35")), "trampolines do not block the way"


@given(st.sets(st.sampled_from([rank + lane for rank in "bcdefgh" for lane in "123456"]), min_size=14, max_size=34))
@examples(60)
def test_layouts_are_passable_exactly_if_a_search_finds_a_way(black):
    """Compare with a plain search over single steps from every start square."""

    def steps(square, tube):
        rank, lane = square[0], int(square[1])
        yield chr(ord(rank) + 1) + str(lane)
        for beside in (lane - 1, lane + 1):
            if 1 <= beside <= 6 or tube:
                yield rank + str((beside - 1) % 6 + 1)

    for tube in (False, True):
        ways = []
        for start in "123456":
            seen, ahead = set(), ["a" + start]
            while ahead:
                square = ahead.pop()
                if square not in seen and square not in black and square[0] <= "i":
                    seen.add(square)
                    ahead.extend(steps(square, tube))
            ways.append(any(square[0] == "i" for square in seen))
        assert (rule_set._wall(black, 6, tube) is None) == all(ways)


# ---- printing, options, advice ---------------------------------------------------------------------------------------


@st.composite
def rule_texts(draw):
    parts = []
    for number in draw(st.lists(st.sampled_from(list(VARIANTS)), min_size=1, max_size=4, unique=True)):
        chosen = []
        for option in draw(st.permutations(VARIANTS[number].options)):
            squares = st.sets(st.sampled_from([rank + lane for rank in "bcdefgh" for lane in "123456"]), max_size=9)
            values = {
                "": st.sampled_from(option.values),
                "number": st.integers(1, 999_999_999).map(str),
                "squares": squares.map(",".join),
            }
            if draw(st.booleans()):
                chosen.append(f"{option.name}={draw(values[option.free])}")
        parts.append(f"{number}[{','.join(chosen)}]" if chosen else str(number))
    players = draw(st.none() | st.integers(2, 9))
    return "+".join(parts) + (f" players={players}" if players else "")


@given(rule_texts())
@examples(60)
def test_rule_sets_read_back_and_compare_by_value(written):
    try:
        found = rules(written)
    except (Clash, NotationError):
        assume(False)
    again = rules(str(found))
    assert again == found
    assert hash(again) == hash(found)
    assert str(again) == str(found)
    assert rules(found) == found
    head, _, tail = written.partition(" ")
    parts = re.split(r"\+(?![^\[]*\])", head)
    assert rules("+".join(reversed(parts)) + " " + tail) == found
    for note in found.advice:
        assert note.text("fr") != note.text("en")
    for number in found.variants:
        for option in VARIANTS[number].options:
            assert option.read(found.option(number, option.name)) == found.option(number, option.name)


def test_a_rule_set_gives_advice():
    (note,) = rules("1+5").advice
    assert note.key == "advice.needs-a-decision"
    assert verdict(1, 5).decision("fr") in note.text("fr")
    (note,) = rules("26+28 players=5").advice
    assert "Faster adds nothing" in str(note)
    assert rules("9+13").advice == rules("0 players=4").advice == ()
    (note,) = rules("0 players=6").advice
    assert "6" in str(note)
    assert [note.key for note in rules("9+13 players=2").advice] == ["advice.players"]
    assert [note.key for note in rules("2 players=2").advice] == ["advice.players_other"]
    assert rules("9+29 players=8").advice == ()
    assert [dict(note.values)["number"] for note in rules("13+29").advice] == [13]
    assert [note.key for note in rules("10").advice] == ["advice.players"], "the authors advise no number of players"


# ---- the data of variants --------------------------------------------------------------------------------------------


def test_the_variants_are_in_order():
    assert list(VARIANTS) == [*range(41), *sorted(set(VARIANTS) - set(range(41)))]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda one: str(one.number))
def test_the_data_of_a_variant_is_complete(variant):
    for texts in (variant.title, variant.sentence, *([variant.material] if variant.material else [])):
        assert set(texts) == set(words.languages())
        assert all(texts.values())
    assert all(option.reading for option in variant.options)
    assert variant.sentence["en"].endswith(".")
    assert variant.sentence["fr"].endswith(".")
    assert variant.family
    assert set(variant.players) <= set(range(2, 10))
    assert set(variant.advised) | set(variant.bracketed) <= set(variant.seats)
    assert variant.advised or variant.bracketed
    assert not set(variant.advised) & set(variant.bracketed)
    assert variant.duration in (None, "--", "-", "(-)", "=", "(+)", "+", "++")
    assert variant.tactic in (None, "--", "-", "(-)", "=", "(+)", "+", "++")
    assert variant.confidence in ("both documents", "one document", "our reading")
    if variant.number not in range(41):
        return  # later variants are not in the documents
    assert re.match(r"A l\.\d+-\d+", variant.source)
    assert (variant.confidence == "one document") == (", B l." not in variant.source)
    slots = {*verdicts.EXCLUSIVE, *verdicts.END, *verdicts.COMPOSABLE, *verdicts.ALONE}
    assert variant.number == 0 or set(variant.writes) <= slots
    assert variant.number == 0 or variant.writes, "it changes something"


def test_every_event_is_triggered_and_depended_on():
    triggers = {event for variant in VARIANTS.values() for event in variant.triggers}
    depends_on = {event for variant in VARIANTS.values() for event in variant.depends_on}
    named = {key.removeprefix("open.event.") for key in words.table("en") if key.startswith("open.event.")}
    assert triggers == depends_on == named


def named_in_parentheses(numbers):
    bracketed = {int(d) for inside in re.findall(r"\(([\d ]+)\)", numbers) for d in inside.split()}
    return {int(d) for d in re.findall(r"\d", numbers)} - bracketed, bracketed


@pytest.mark.parametrize("document", ["000*.txt", "001*.txt"])
def test_numbers_of_players_match_the_headings(document):
    source = re.sub(r"<.*?\|>| (?=(?:1[89]|20)\. )", "\n", read_shared("sources", document))
    source = re.sub(r" (?=Le vainqueur marque|En tournoi)", "\n", source)
    headings = re.findall(r"(?m)^(\d+)\. .*?:? (\(?\d[\d ()]*)$", source)
    assert {int(number) for number, _ in headings} == set(range(41))
    for number, named in headings:
        variant = VARIANTS[int(number)]
        assert (set(variant.advised), set(variant.bracketed)) == named_in_parentheses(named), number


@pytest.mark.parametrize("document", ["000*.txt", "001*.txt"])
def test_signs_match_the_table(document):
    table = read_shared("sources", document).partition("VARIANTE")[2]
    rows = re.findall(r"(?m)^.*?(?:^|\s)(\d{1,2}) +((?:\(?\d+[ )]*)+)((?:\(?[-+=]\)? *)*)", table)
    swapped = {12: 13, 13: 12}  # the table numbers these two the wrong way round
    found = {swapped.get(int(number), int(number)): signs.replace(" ", "") for number, _, signs in rows}
    assert set(found) == set(NUMBERS)
    for number, signs in found.items():
        variant = VARIANTS[number]
        assert (variant.duration or "") + (variant.tactic or "") == signs, number


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ([9, 13], "9+13 players=4"),
        ({9, 13}, "9+13 players=4"),
        ((9, "jostling"), "9+13 players=4"),
        (["13[push=sideways]", 9], "9+13[push=sideways] players=4"),
        ([], "0 players=4"),
        ("13[push = sideways] + 9", "9+13[push=sideways] players=4"),
    ],
)
def test_rule_sets_are_read_in_many_forms(written, printed):
    assert str(rules(written)) == printed
    assert Game(written).rules == rules(written)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rules("jostlin"), r"perhaps you mean 13 \(jostling\)"),
        (lambda: rules("9+jostlin"), r"13 \(jostling\).*at character 3"),
        (lambda: rules("heckla"), "perhaps you mean hekla"),
        (lambda: rules("hekla"), r'hedgekit.Game\("hekla"\) plays it'),
        (lambda: rules(9, 13), r"rules\(\[9, 13\]\) for several variants"),
        (lambda: rules("9", 13, 2), "not clear"),
        (lambda: rules([9, 1.5]), "variant"),
        (lambda: rules(b"9"), "not a bytes"),
        (lambda: rules("9++13"), r"not \+13"),
    ],
)
def test_a_misspelt_rule_set_gets_a_suggestion(call, message):
    with pytest.raises(NotationError, match=message):
        call()


def test_every_title_of_a_variant_is_read():
    for number, variant in VARIANTS.items():
        for title in variant.title.values():
            assert rules(title).variants == rules(number).variants, title


def test_game_makes_any_game():
    for text in ("hekla", "horses players=2", "checkerboard"):
        assert type(Game(text)) is hedgekit.game_of(text)
    assert str(Game("hekla", players=2).rules) == "hekla players=2"
    assert type(Game.from_text("hekla players=2", str(Game("hekla players=2")))) is hedgekit.game_of("hekla")
