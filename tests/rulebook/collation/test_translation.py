"""A translation compared with a French witness: omissions, numbers, players, references, must and may."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import permutations

import pytest

import hedgekit
from rulebook.cli import main
from rulebook.collation import check_translation, read, read_bytes
from rulebook.collation.checking import translation as checking
from rulebook.collation.checking.rules import with_rule
from rulebook.collation.checking.translation import examine
from rulebook.collation.errors import CollationError
from rulebook.collation.language.concepts import concepts, searchable
from rulebook.collation.language.languages import conflicting_language, numbers, source_language
from rulebook.collation.meaning.amounts import unmatched_numbers
from rulebook.collation.meaning.judging import note_of
from rulebook.collation.out.command import run, translation
from rulebook.text import words
from tests.rulebook.command import command

from . import forms, games
from .editions import edition, entries
from .test_sentences import rows

SECONDS = 10  # of CPU time: slow files start first


@pytest.fixture(scope="module")
def found():
    french, english = (read(forms.WITNESSES / f"{name}.txt") for name in ("b", "translated"))
    return [
        (one.variant, one.kind, one.a and one.a.lines, one.b and one.b.lines)
        for one in check_translation(french, english, "en")
    ]


def test_every_planted_error_is_found_and_nothing_else(found):
    assert found == [
        (1, "number", (36,), (11,)),  # three turns, two turns
        (2, "number", (38,), (13,)),  # the brackets are missing
        (4, "modality", (50,), (25,)),  # permitted, must
        (6, "number", (52,), (33,)),  # variant 5, variant 7
        (6, "content", (52,), None),  # the second sentence is missing
        (8, "content", (54, 56, 58), None),  # the whole variant is missing
        (None, "content", (66, 67, 69, 70, 72, 73, 74, 75), None),  # and so is the table
    ]
    assert check_translation(*[read(forms.WITNESSES / "b.txt")] * 2, "fr") == []


@pytest.mark.parametrize(("mine", "theirs", "note"), [("7 8 9 +", "7 8 +", "players"), ("10 2", "9 2", "row-number")])
def test_a_table_is_compared_and_paired_row_by_row(mine, theirs, note):
    french, english = (edition(entries(of).items(), table=True).decode() for of in ("fr", "en"))
    texts = games.text(french), games.text(theirs.join(english.rsplit(mine, 1)))
    (one,) = check_translation(*texts, "en", "fr")
    assert one.message[0] == f"notes.{note}"
    printed = {s.text for pair in checking.align_clauses(*texts, "en", "fr").pairs for s in pair.b}
    assert {row.text for row in texts[1].rows} <= printed


def test_a_reference_does_not_excuse_a_lost_number():
    """The 4 of "variant 4" is no excuse for a lost "4 turns"."""
    french = "1. Un 2 3\nVoir la variante 4. On attend 4 tours.\n4. Quatre 2 3\nOn joue.\n"
    english = "1. One 2 3\nSee variant 4. One waits 5 turns.\n4. Four 2 3\nPlay.\n"
    (one,) = check_translation(read_bytes("f.txt", french.encode()), read_bytes("e.txt", english.encode()), "en")
    assert (one.variant, one.kind, one.values) == (1, "number", (4, 5))


def test_an_unknown_language_is_checked_by_its_digits():
    text = "1. Yksi 2 3\nPelaa 3 vuoroa.\n2. Kaksi 2 3\nPelaa 2 vuoroa.\n"
    french = "1. Un 2 3\nOn joue 3 tours.\n2. Deux 2 3\nOn joue 4 tours.\n"
    (one,) = check_translation(read_bytes("f.txt", french.encode()), read_bytes("t.txt", text.encode()), "fi")
    assert (one.variant, one.kind, one.values) == (2, "number", (4, 2))


WALK = "1. X 2 3\n{}\n2. Y 2 3\n{}\n3. Z 2 3\n{}\n"
STEPS = {
    "fr": ("On avance de quatre cases.", "Deux pions attendent trois tours.", "Le deuxième prend vingt jetons."),
    "en": ("Move four spaces on.", "Two pieces wait for three turns.", "The second takes twenty counters."),
    "es": ("Se avanza cuatro casillas.", "Dos peones esperan tres turnos.", "El segundo toma veinte fichas."),
    "it": ("Si avanza di quattro caselle.", "Due pedine aspettano tre turni.", "Il secondo prende venti gettoni."),
    "nl": ("Men gaat vier vakken verder.", "Twee pionnen wachten drie beurten.", "De tweede neemt twintig fiches."),
}
FOUR = {"fr": "quatre", "en": "four", "es": "cuatro", "it": "quattro", "nl": "vier"}


@pytest.mark.parametrize(("source", "target"), list(permutations(STEPS, 2)))
def test_number_words_are_compared_if_both_languages_are_known(source, target):
    """Words known in one language only are no findings; digits are compared, even with a word of the other side."""

    def findings_with(mine: str = FOUR[source], theirs: str = FOUR[target]):
        """Return the findings with other words in place of each side's "four"."""
        sides = [
            games.text(WALK.format(STEPS[language][0].replace(FOUR[language], four), *STEPS[language][1:]))
            for language, four in ((source, mine), (target, theirs))
        ]
        return [(one.variant, one.values) for one in check_translation(sides[0], sides[1], target, source)]

    assert findings_with() == []
    assert findings_with("4", "5") == [(1, (4, 5))]
    known = {"fr", "en"} & {source, target}
    assert source not in known or findings_with(theirs="4") == []
    assert target not in known or findings_with(mine="4") == []
    assert len(known) < 2 or findings_with(theirs={"fr": "cinq", "en": "five"}[target]) == [(1, (4, 5))]


def witness_of(clause, language: str):
    """Return a clause as a witness of one entry."""
    return games.text(games.made([clause], language))


def test_a_note_names_concepts_in_the_readers_language():
    clause = {"en": "The player must not move backward.", "de": "Der Spieler darf rückwärts ziehen."}
    found = check_translation(witness_of(clause, "en"), witness_of(clause, "de"), "de", "en")
    (note,) = (one.note("de") for one in found if one.kind == "modality")
    assert note == words.text("collation.notes.modality", "de").format(a="darf nicht", b="darf")
    assert set(words.table("collation", "en")) >= {
        f"concepts.{name.replace(' ', '-')}" for name in (one.name for one in concepts())
    }


def test_the_language_of_the_source_is_detected():
    for language in ("fr", "en", "de"):
        assert source_language(games.together("translated", language, language).source) == language


@pytest.mark.parametrize(
    ("heads", "found"),
    [
        (("(dos a cuatro jugadores)", "(tres jugadores)"), []),
        (("(2 a 4 jugadores)", "(3 jugadores)"), []),
        (("(2 a 5 jugadores)", "(3 jugadores)"), [1]),
        (("2 3 4", ""), [2]),  # if there are digits, they must be everywhere
    ],
)
def test_players_in_unknown_number_words_are_no_finding(heads, found):
    text = "1. El puente {}\nSe avanza un peón.\n2. La charca {}\nSe retrocede.\n".format(*heads)
    french = "1. Le pont (2 à 4 joueurs)\nOn avance un pion.\n2. La mare (3 joueurs)\nOn recule.\n"
    spanish, french = (read_bytes("w.txt", one.encode()) for one in (text, french))
    assert [one.variant for one in check_translation(french, spanish, "es", "fr")] == found
    assert [one.variant for one in check_translation(spanish, french, "fr", "es")] == found


@pytest.mark.parametrize("source", ["es", "it", "nl"])
def test_a_source_of_another_language_is_not_taken_for_french(source):
    """Detected from its many words: else every French number word would be a finding."""
    one, two = (read_bytes("w.txt", WALK.format(*[" ".join(STEPS[of])] * 3).encode()) for of in (source, "fr"))
    assert source_language(one) == "und"
    assert check_translation(one, two, "fr") == []


@pytest.mark.parametrize("language", ["es", "it", "nl"])
@pytest.mark.parametrize("tell", ["sure", "balanced", "more"])
def test_a_faithful_text_in_a_language_without_facts_has_no_finding(language, tell):
    """Without number words; digits, brackets, references and clauses are compared, and planted errors are found."""
    texts = tomllib.loads((games.HERE / "otters.toml").read_text("utf-8"))
    source, target = read_bytes("s.txt", texts["fr"].encode()), texts[language]

    def findings_with(old="", new=""):
        return {
            (one.variant, one.kind)
            for one in check_translation(
                source, read_bytes("t.txt", target.replace(old, new, 1).encode()), language, "fr", tell
            )
        }

    assert findings_with() == set()
    assert findings_with("40", "50") == {(11, "number")}
    assert findings_with(" 15 ", " 16 ") | findings_with("(15 ", "(16 ") == {(12, "number")}
    assert findings_with(" 3)", " 4)") == {(7, "number")}
    bare = re.search(r"(?<= )\((.*?)\)", target)
    assert findings_with(bare[0], bare[1]) == {(7, "brackets")}
    clause = re.search(r"5\. .*\n.*\n", target)[0]
    assert findings_with(clause, "") == {(5, "content")}


def test_numbers_are_counted_by_value():
    assert numbers("deux pions, 3 cases, une case, -5 points", "fr") == {2: 1, 3: 1, -5: 1}
    assert numbers("un renvoi² à la note ²", "fr") == {}  # superscripts
    assert numbers("zwölf Felder und zwei", "de") == {12: 1, 2: 1}


@rows("number")
def test_compound_number_words_are_read(row):
    value, *sentences, _ = row
    assert [numbers(text, lang) for text, lang in zip(sentences, ("fr", "en", "de"), strict=True)] == [
        {int(value): 1}
    ] * 3


def test_double_is_no_number_and_a_pair_is_two():
    assert numbers("twofold", "en") == numbers("zweifach", "de") == numbers("la semaine", "fr") == {}
    pair = "On prend une paire de dés.", "You take a pair of dice.", "Man nimmt ein Paar Würfel."
    assert [numbers(searchable(text, lang), lang) for text, lang in zip(pair, ("fr", "en", "de"), strict=True)] == [
        {2: 1}
    ] * 3
    assert numbers(searchable("ein paar Würfel", "de"), "de") == {}


@pytest.mark.parametrize(
    ("french", "english", "lost"),
    [
        ("S'il fait 5, il avance de 5 cases.", "If he rolls a 1, he moves 5 spaces.", ([5.0], [1.0])),
        ("S'il fait 5, il avance de 5 cases.", "If he rolls a 5, he moves 5 spaces.", ([], [])),
        ("Il avance de deux, trois ou quatre cases.", "He moves two to four spaces.", ([], [])),
        ("Il avance de 2–4 cases.", "He moves 2, 3 or 4 spaces.", ([], [])),
        ("Il avance de 2, 3 ou 4 cases.", "He moves 2 or 4 spaces.", ([3.0], [])),
        ("Il avance de 3 cases.", "He moves 2 to 4 spaces.", ([3.0], [2.0, 4.0])),
        ("Il avance de 2 à 10000000000 cases.", "He moves 2, 3 or 10000000000 spaces.", ([], [])),
    ],
)
def test_digits_ranges_and_repeated_numbers_are_matched(french, english, lost):
    counts = [numbers(text, language) for text, language in ((french, "fr"), (english, "en"))]
    assert unmatched_numbers((french, english), ("fr", "en"), counts) == lost


def test_the_command_checks_a_translation(tmp_path):
    """`--language` is the translation's."""
    out = tmp_path / "f.json"
    paths = [forms.WITNESSES / f"{name}.txt" for name in ("b", "translated")]
    done = command("translation", *paths, "--out", out, language="en")
    assert (done.exit_code, done.stdout) == (0, "Findings: 7.\n"), done.output
    assert {one["kind"] for one in json.loads(out.read_text("utf-8"))} == {"number", "modality", "content"}
    assert main(["translation", *map(str, paths)]) == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("f.pdf", "f.pdf cannot be written: the ending of the file may be .json, .csv, .xlsx."),
        ("none/f.json", "f.json cannot be written."),
    ],
)
def test_what_cannot_be_written_is_one_sentence(tmp_path, name, message):
    paths = [forms.WITNESSES / f"{name}.txt" for name in ("b", "translated")]
    done = command("translation", *paths, "--out", tmp_path / name, language="en")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.strip().endswith(message)
    assert not list(tmp_path.iterdir())


# ---- the rule as the third witness -----------------------------------------------------------------------------------


def rules_text(language):
    """Return some of the book's clauses as a text of rules."""
    numbers = [1, 4]
    clauses = {n: [re.sub("[*`]", "", words.clause(one, language)) for one in words.clauses(n)] for n in numbers}
    heads = [f"{n}. {hedgekit.VARIANTS[n].title[language]} 2 3 4" for n in numbers]
    return (
        "\n".join(line for head, texts in zip(heads, clauses.values(), strict=True) for line in (head, *texts)) + "\n"
    )


CHANGED = {
    "en": (" may not.", " may.", "1.3"),
    "fr": ("n’y a pas droit", "y a droit", "1.3"),
    "de": (", darf nicht.", ", darf.", "1.3"),
}


@pytest.mark.parametrize(("source", "target"), list(permutations(("fr", "en", "de"), 2)))
def test_the_rule_supports_the_source_against_a_wrong_translation(source, target):
    old, new, clause = CHANGED[target]
    right = rules_text(target)
    assert old in right
    a, b = read_bytes("a.txt", rules_text(source).encode()), read_bytes("b.txt", right.replace(old, new, 1).encode())
    before = {one.id for one in check_translation(a, read_bytes("b.txt", right.encode()), target, source)}
    checked = with_rule(check_translation(a, b, target, source), a, (source, target))
    found = [one for one in checked if one.id not in before and one.rule]  # doubtful findings are reported, too
    assert {one.rule for one in found} == {(clause, "a")}
    assert clause in found[0].note("en")
    assert found[0].plain()["rule"]["side"] == "a"


@pytest.mark.parametrize(("source", "target"), [("fr", "en"), ("de", "en")])
def test_the_rule_supports_the_translation_against_a_wrong_source(source, target):
    old, new, clause = CHANGED[source]
    a, b = (
        read_bytes("t.txt", text.encode()) for text in (rules_text(source).replace(old, new, 1), rules_text(target))
    )
    checked = with_rule(check_translation(a, b, target, source), a, (source, target))
    assert {one.rule for one in checked if one.a and new in one.a.text} == {(clause, "b")}


def test_the_rule_says_nothing_about_another_game():
    source = re.sub(r"(?m)^(\d+)\. .*? (2 3 4)$", r"\1. Autre \2", rules_text("fr"))
    target = rules_text("en").replace(" may not.", " may.")
    a, b = read_bytes("a.txt", source.encode()), read_bytes("b.txt", target.encode())
    assert {one.rule for one in with_rule(check_translation(a, b, "en", "fr"), a, ("fr", "en"))} == {None}


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "left against right."), ("fr", "à gauche contre à droite."), ("de", "links gegen rechts.")],
)
def test_concepts_are_named_in_the_readers_language(language, note):
    texts = {"fr": "Le pion avance à gauche.", "en": "The piece moves to the right."}
    found = check_translation(witness_of(texts, "fr"), witness_of(texts, "en"), "en", "fr")
    assert note in [one.note(language) for one in found]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("zzzzzz", "no code"),
        ("de", "another language (fr)"),
        ("ger-AT", "another language (fr) than the one named (de-AT)"),
        ("it", "another language (fr)"),
        ("", "Say in which language the translation is: --language de"),
    ],
)
def test_a_target_in_another_language_is_one_sentence(tmp_path, language, message):
    text = "1. Le pion est dans la case et le joueur ne peut pas le prendre.\n\n2. Il est sur la case de la tour.\n"
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path in paths:
        path.write_text(text, "utf-8")
    with pytest.raises(CollationError, match=re.escape(message)):
        translation(paths[0], paths[1], "fr", language, {}, "en")
    if "another" in message:
        with pytest.raises(CollationError, match=re.escape(message)):
            translation(paths[0], paths[1], language, "fr", {}, "en")


@pytest.mark.parametrize("target", ["en", "de"])
def test_unrelated_texts_are_questioned_but_free_translations_are_not(tmp_path, target):
    texts = [
        games.together(name, "fr", of).target for name, of in (("postmen", "fr"), ("salt", target), ("salt", "fr"))
    ]
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for path, one in zip(paths, texts, strict=True):
        path.write_text(one, "utf-8")
    question = f"Hardly anything of {paths[0]} is in {{}}: are these the right files?"
    assert question.format(paths[1]) in translation(paths[0], paths[1], "fr", target, {}, "en").summary
    assert question.format(paths[2]) in run([paths[0], paths[2]], {}, None, "en").summary
    assert "Hardly" not in translation(paths[2], paths[1], "fr", target, {}, "en").summary
    several = [games.hand(name) for name in games.HANDS]
    assert all(examine(one.source, games.text(one.target), *one.languages[::-1]).belong for one in several)


@pytest.mark.parametrize("many", [(21, 31), (40, 9), (35, 200)])
def test_no_sentence_of_a_long_text_is_lost(many, monkeypatch):
    monkeypatch.setattr(checking, "LIMIT", 10)
    sides = [[f"{word} {n}." for n in range(100, 100 + of)] for word, of in zip(("Le pas", "Step"), many, strict=True)]
    pairs = checking.align_clauses(*(games.text(" ".join(side)) for side in sides), "en", "fr").pairs
    assert [[s.text for pair in pairs for s in getattr(pair, side)] for side in "ab"] == sides
    assert {pair.variant for pair in pairs} == {None}


def test_a_note_quotes_words_as_written():
    assert note_of(("number", "number", {"a": "-", "b": "1"}), ("", "")) == ("number-only", {"which": "B", "a": "1"})
    duties = "modality", "modality", {"a": "must, may", "b": "may, may"}
    assert note_of(duties, ("", "")) == ("modality", {"a": "must", "b": "may"})
    assert note_of(("modality", "modality", {"a": "-", "b": "may"}), ("", ""))[0] == "modality-only"
    left = ("content", "concept-missing", {"which": "B", "a": "runde verwendet"})
    values = {"which": "B", "a": "Runde verwendet"}
    assert note_of(left, ("", "In der Runde wird ein Boot noch verwendet.")) == ("concept-missing", values)
    exchanged = {"a": "3 → 5", "b": "5 → 3"}
    assert note_of(("number", "concept", exchanged), ("3 sacs, 5 pains", "5 sacks, 3 loaves")) == ("concept", exchanged)
    texts = ("1. Port 2 3\nLe navire prend 3 sacs.", "1. Port 2 3\nThe ship takes 3 sacks in turn 7.")
    (one,) = check_translation(*map(games.text, texts), "en", "fr")
    assert one.note() == "Number: only B has 7."


def test_a_language_is_not_mistaken_for_one_with_similar_words():
    catalan = "Les fitxes són a la meta, i el jugador ha d'esperar el seu torn. Una no pot passar la resta. " * 9
    assert conflicting_language(games.text(catalan), "ca") == ""


@pytest.mark.parametrize("named", [("EN", "FR"), ("en-GB", "fra"), ("eng", "fr_CH")])
def test_any_tag_of_a_language_is_accepted(tmp_path, named):
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    paths[0].write_text("1. Le joueur ne doit pas prendre le pion.\n\n2. Il avance.\n", "utf-8")
    paths[1].write_text("1. The player must take the piece.\n\n2. They advance.\n", "utf-8")
    done = command("translation", *paths, "--json", "--from", named[1], language=named[0])
    assert [one["kind"] for one in json.loads(done.stdout)["findings"]] == ["modality"]
    wrong = command("translation", *paths, "--tell", "all", language="en")
    assert "There is no all for --tell; there are: sure, balanced, more." in wrong.stderr


@pytest.mark.parametrize(("order", "moved"), [("123", ""), ("213", "2"), ("312", "3"), ("1423", "")])
def test_numbered_steps_have_an_order(order, moved):
    french = "Le port\n\nTOUR\n1. On lance les dés. On avance.\n2. On pioche une carte.\n3. On vend une caisse.\n"
    steps = "Roll the dice. You advance.", "Draw a card.", "Sell a crate.", "Shout loudly."
    english = "\n".join(["The harbour\n\nTURN", *(f"{n}. {steps[int(k) - 1]}" for n, k in enumerate(order, 1))])
    found = check_translation(games.text(french), games.text(english), "en", "fr")
    expected = [("content", steps[3])] * ("4" in order) + [("moved", steps[int(k) - 1]) for k in moved]
    assert [(one.kind, one.b and one.b.text[3:]) for one in found] == expected


def test_a_wrongly_numbered_step_is_found():
    french = games.text("Le port\n\nTOUR\n1. On joue.\n2. On pioche.\n3. On vend.\n")
    english = games.text("The harbour\n\nTURN\n1. Play.\n2. Draw.\n4. Sell.\n")
    assert [one.kind for one in check_translation(french, english, "en", "fr")] == ["number"]


def test_no_heading_is_aligned_with_the_sentence_before_it():
    english = "Nets\n\nBETTING\nIf it is not, you lose a boat.\n\nWINNING THE GAME\nWhoever has no boat is out.\n"
    german = "Netze\n\nWETTEN\nStimmt es nicht, verliert man zwei seiner Boote.\n\nENDE\nWer kein Boot hat, ist raus.\n"
    for pair in examine(games.text(english), games.text(german), "de", "en").texts.pairs:
        assert len(pair.a) == len(pair.b) == 1
