"""What contradicts itself within one document, found by general means; what restates one fact is one finding."""

from __future__ import annotations

import pytest

from rulebook.collation import collate, read_bytes

BASE = """Le jeu des escargots
Un jeu pour 2 à 6 joueurs

Règles du jeu de base

Mise en place
Chaque joueur place ses escargots au départ (voir figure dans la notice d'origine).

Déroulement
1. Glisser : Le joueur qui le veut peut déplacer un escargot latéralement d'une case.
2. Avance : Le joueur doit avancer un escargot d'une case.
Le dé ne sert qu'à l'étape 2, mais on y pense dès l'étape 1.

Variantes
1. Cinq voies (2) 3 4
Le plateau n'a que cinq colonnes. Elle va bien avec la variante n°2 (Le cercle). Le joueur avance un escargot.
2. Le cercle (2) 3 4
Les colonnes 6 et 1 sont voisines. Le joueur avance un escargot.
3. Course anti-fatigue (2) 3 4
Le premier escargot qui a fini sort du jeu, et son joueur continue.
4. Foire (2) 3 4
La règle qui oblige à déplacer latéralement son escargot tombe. Cela va bien avec la Fatigue (variante n°3).
5. Refus (2) 3 4
Les joueurs peuvent ou refuser l'escargot. Si un joueur est bloqué (s'il est recouvert), il passe.
6. Bruit 2 3 4
Personne n'a su la traduire, elle vient d'ailleurs.
7. Ruée 2 3 4 5
Un escargot avance d'une case.
8. Halte 2 3 4
Un escargot attend.

Pour finir
Les variantes 4 et 8 plaisent aux amis de Kaspar, et Kaspar y joue souvent. Un joueur comme Kasper avance toujours.

Table
VARIANTE N° Joueurs Durée Tactique Remarques
Cinq voies 1 2 3 4 + -
Le cercle 2 2 3 4 + -
Course anti-fatigue 3 2 3 4 + -
Foire 4 2 3 4 + -
Refus 5 2 3 4 + -
Bruit 6 2 3 4 + -
Ruée 8 2 3 4 5 + -
Halte 7 2 3 4 + -
"""


@pytest.fixture(scope="module")
def found():
    witness = read_bytes("a.txt", BASE.encode())
    return [one for one in collate(witness, witness).findings if one.inner]


@pytest.mark.parametrize(
    ("note", "variant", "words"),
    [
        ("recalled", 4, "oblige"),  # a duty, and "may, if he likes" where it stands
        ("conditions", 5, "Si un joueur est bloqué (s'il est recouvert)"),
        ("ambiguous", None, "8"),  # Halte by its heading, Ruée by the table
        ("beyond", 1, "colonnes 6 et 1"),  # five columns, and a variant that goes with it has a sixth
        ("only-there", 0, "qu'à l'étape 2"),
        ("outside", 0, "voir figure"),
        ("alternative", 5, "peuvent ou refuser"),
        ("reference", 3, "variante n°3"),  # "Fatigue" for "anti-fatigue"
        ("slip", None, "Kasper"),
        ("brackets", None, "(2) 3 4"),
    ],
)
def test_each_contradiction_is_one_finding(found, note, variant, words):
    (one,) = [one for one in found if one.said[0] == f"inner.{note}" and words in (one.a.text + one.a.context)]
    assert note == "reference" or one.variant == variant


def test_a_variant_whose_text_states_no_rule():
    """Its text has none of the words that the other texts share, and the table rates it."""
    texts = {n: f"Un joueur avance son escargot de {n} cases." for n in range(1, 17)}
    texts[9] = "Personne n'a su la traduire, elle vient d'ailleurs."
    entries = [f"{n}. Course{'x' * n} 2 3 4\n{text}" for n, text in texts.items()]
    rows = [f"Course{'x' * n} {n} 2 3 4 + -" for n in texts]
    head = "VARIANTE N° Joueurs Durée Tactique Remarques"
    witness = read_bytes("a.txt", "\n".join([*entries, "", "Table", head, *rows]).encode())
    found = [one for one in collate(witness, witness).findings if one.said[0] == "inner.ruleless"]
    assert [one.variant for one in found] == [9]


def test_what_is_lost_everywhere_is_one_finding_with_every_place(found):
    (one,) = [one for one in found if one.kind == "brackets"]
    assert len(one.a.lines) == 10  # five headings, five rows
    assert not [one for one in found if one.said[0] == "inner.players"]


def test_a_sound_text_contradicts_itself_nowhere():
    sound = BASE.replace("La règle qui oblige à", "La règle qui permet de").replace("n'a que cinq", "a bien six")
    sound = sound.replace(" (voir figure dans la notice d'origine)", "").replace(" (s'il est recouvert)", "")
    sound = sound.replace("anti-fatigue", "de fatigue").replace("ou refuser", "refuser").replace("Kasper", "Kaspar")
    sound = sound.replace("ne sert qu'à", "sert à")
    sound = sound.replace("Personne n'a su la traduire, elle vient d'ailleurs", "Un joueur avance d'une case")
    sound = sound.replace("(2) 3 4", "2 3 4").replace("Ruée 8", "Ruée 7").replace("Halte 7", "Halte 8")
    witness = read_bytes("a.txt", sound.encode())
    assert [(one.variant, one.note()) for one in collate(witness, witness).findings] == []


def test_words_that_stand_elsewhere_in_their_sentence_are_one_finding():
    moved = BASE.replace("Un escargot avance d'une case.", "D'une case, un escargot avance.")
    assert moved != BASE
    found = collate(*(read_bytes("a.txt", one.encode()) for one in (BASE, moved))).findings
    assert [one.kind for one in found if not one.inner and one.klass == "meaning"] == ["moved"]


def test_brackets_that_a_table_lost_are_one_finding_between_two_witnesses():
    rows = BASE[BASE.index("Table") :]
    found = collate(*(read_bytes("a.txt", one.encode()) for one in (
        BASE.replace(rows, rows.replace(" 2 3 4 +", " (2) 3 4 +")), BASE,
    ))).findings  # fmt: skip
    (one,) = [one for one in found if not one.inner]
    assert len(one.a.lines) == 7


@pytest.mark.parametrize(
    ("old", "new", "klass"),
    [
        ("doit avancer un escargot d'une case", "doit avancer un escargot d'un carré", "synonym"),
        ("Un escargot attend", "Un escargot patiente", "meaning"),  # in no list
        ("place ses escargots", "pose ses escargots", "synonym"),
        ("d'une case.\n2", "de cases.\n2", "meaning"),
        ("déplacer un escargot latéralement", "bouger un escargot horizontalement", "synonym"),
        ("déplacer un escargot latéralement", "retirer un escargot latéralement", "meaning"),
    ],
)
def test_synonyms_are_a_class_of_their_own(old, new, klass):
    assert BASE.count(old) == 1
    one, two = (read_bytes("a.txt", text.encode()) for text in (BASE, BASE.replace(old, new)))
    assert {finding.klass for finding in collate(one, two).findings if not finding.inner} == {klass}


HERDS = """La Transhumance

But du jeu
Chaque berger mène cinq chèvres. Le premier qui les ramène toutes à la bergerie gagne la partie.

Déroulement
À son tour, on lance deux dés et on avance une chèvre. Un loup mange trois chèvres égarées du troupeau.

Fin de la partie
La partie s'arrête dès qu'un berger a ramené quatre chèvres à la bergerie.
"""


def notes(text: str) -> list[str]:
    witness = read_bytes("a.txt", text.encode())
    return [one.said[0].partition(".")[2] for one in collate(witness, witness).findings if one.inner]


@pytest.mark.parametrize(
    "text",
    [
        HERDS,
        "Les Moutons\n\n1. But du jeu\nIl s'agit de rentrer ses six moutons avant les autres.\n\n2. Tour\n"
        "On lance le dé.\n\n3. Fin de la partie\nQui a rentré cinq de ses six moutons a gagné.\n",
        "Goats\n\nAim\nBe the first to bring all your seven goats home and you win.\n\nPlay\nRoll the die.\n\n"
        "End of the game\nAs soon as a player has six goats home, that player wins.\n",
        "Kutschen\n\nSpielziel\nGewonnen hat, wer zuerst vier Kutschen in die Stadt bringt.\n\nAblauf\nMan würfelt.\n\n"
        "Spielende\nSobald jemand drei Kutschen in der Stadt hat, gewinnt er und das Spiel ist aus.\n",
    ],
)
def test_an_aim_and_an_end_that_ask_for_other_numbers(text):
    assert notes(text) == ["aim"]


def test_an_aim_and_an_end_that_ask_for_the_same():
    assert notes(HERDS.replace("les ramène toutes", "en ramène quatre")) == []
    assert notes(HERDS.replace("a ramené quatre chèvres", "a payé quatre pièces")) == [], "of something else"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Si un marin vote non, il descend à terre. Le cap ne change que si tous votent oui.", ["single-refusal"]),
        ("If a sailor declines, he loses a coin. The wager stands only if all accept it.", ["single-refusal"]),
        ("Wenn ein Matrose ablehnt, zahlt er. Die Wette gilt nur, wenn alle sie annehmen.", ["single-refusal"]),
        ("Si un marin refuse, il paie un écu. Le capitaine décide seul du cap.", []),
        ("Les étoiles signifient que la carte est rare. Les étoiles indiquent un tour de plus.", ["two-senses"]),
        ("Les étoiles signifient que la carte est rare. Les étoiles indiquent les cartes rares.", []),
        ("Le mousse reçoit trois biscuits par jour. Il dort. Le mousse reçoit deux biscuits par jour.", ["number"]),
        ("Le premier mousse reçoit trois biscuits par jour. Le second mousse reçoit deux biscuits par jour.", []),
    ],
)  # fmt: skip
def test_rules_that_clash(text, told):
    assert notes(f"À bord\n\nLe jeu\n{text}\n") == told


VOYAGES = """À bord

1. La traversée 2 3 4
La partie dure jusqu'à ce que le port soit atteint. On avance d'une case par tour.
2. La tempête 5 6
On avance sous la pluie. La variante 1 la rend plus rapide, et on peut la jouer avec elle.
3. Le retour 2 3
On joue cette partie selon la variante 1. La partie dure jusqu'à ce qu'un marin ait dix écus.
4. La nuit 2 3 4
On avance sans voir. Elle va bien avec la variante 3.
"""


def test_variants_that_go_together_and_do_not_fit():
    assert sorted(notes(VOYAGES)) == ["endings", "unshared"]
    assert notes(VOYAGES.replace("5 6", "4 5").replace("un marin ait dix écus", "le port soit atteint")) == []


BEES = """Les abeilles
Un jeu pour 2 à 4 joueurs

1. Matériel
La boîte contient {whole} cartes : 24 fleurs, 18 abeilles et 12 ours.

2. Mise en place
Le plateau est posé au milieu de la table. On y joue à 2, 3 ou {most} joueurs.

3. Les ours
Un ours vole deux pots de miel à un joueur.

{again}. Les ours
Un ours vole {pots} pots de miel à un joueur.

5. Fin
La partie compte huit manches. Une ruche vaut 5 points, un essaim 1 point, soit un total de {sum} points.

6. En bref
La partie s'arrête après {rounds} manches.

Les cartes
Carte    Nombre
Fleur    24
Abeille    {bees}
Ours    12
Total    {total}
"""
SOUND = {
    "whole": "54",
    "most": "4",
    "again": "4",
    "pots": "deux",
    "sum": "6",
    "rounds": "8",
    "bees": "18",
    "total": "54",
}


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ({}, []),
        ({"whole": "60"}, ["sum"]),
        ({"most": "5"}, ["number"]),
        ({"again": "3"}, ["astray"]),
        ({"pots": "trois"}, ["number"]),
        ({"sum": "7"}, ["sum"]),
        ({"rounds": "dix"}, ["number"]),
        ({"bees": "20", "total": "56"}, ["number"]),
        ({"total": "55"}, ["sum"]),
    ],
)
def test_what_is_counted_otherwise_here_than_there(planted, told):
    assert notes(BEES.format(**{**SOUND, **planted})) == told


@pytest.mark.parametrize(
    "text",
    [
        "Matériel\nIl y a 40 cartes : 30 bleues et 12 rouges.",
        "Contents\nThe box has 40 cards: 30 mice and 12 cats.",
        "Inhalt\nIn der Schachtel sind 40 Karten: 30 Mäuse und 12 Katzen.",
    ],
)
def test_a_sum_in_any_language(text):
    assert notes(f"Spiel\n\n{text}\n") == ["sum"]


@pytest.mark.parametrize(
    "text",
    [
        "Les 3 étapes : un dé, deux pas et trois sauts.",
        "À 4 joueurs : 3 cartes, 2 dés.",
        "Il a 9 pions : 2 points, 3 points.",
    ],
)
def test_a_list_that_is_no_sum(text):
    assert notes(f"Le jeu\n\nLes règles\n{text}\n") == []
