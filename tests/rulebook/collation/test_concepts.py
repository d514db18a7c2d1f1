"""The families of words that a translation is checked by: complete, and no word on both sides of a contrast."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import combinations

import pytest

from rulebook.collation.language.concepts import concepts, known, loosely, places, plainly
from rulebook.collation.language.patterns import Pattern, Patterns, compiled, needed
from rulebook.collation.meaning.statements import turned

from ...sample import part
from .games import learned, of_game

FAMILIES = {
    file.name: tomllib.loads(file.read_text("utf-8"))
    for file in files("rulebook.collation.language").joinpath("words").iterdir()
}
CONCEPTS = [one for family in FAMILIES.values() for one in family.get("concept", ())]


def test_each_concept_is_named_once_and_has_words_in_each_language():
    names = [one["name"] for one in CONCEPTS]
    assert len(names) == len(set(names)) > 200
    for one in CONCEPTS:
        assert all(one[language] for language in known()), one["name"]
        assert set(one) <= {"name", "group", "one_sided", "against", "also", *known()}, one["name"]


@pytest.mark.parametrize("language", sorted(known()))
def test_a_pattern_is_found_wherever_it_stands(language):
    """It is not looked for where the letters it cannot do without are lacking: nothing is lost by that."""
    kind = "source" if language == "fr" else "target"
    said = [of_game(name, f"{kind}.{language}.txt") for name in part(learned()[0][:3], 3)]
    sentences = [plainly(line, language) for text in said for line in text.replace(". ", ".\n").splitlines() if line]
    words = [word for one in CONCEPTS for word in (*one[language], *one.get("also", {}).get(language, ()))]
    bare = {word: compiled([word]) for word in words}
    sought = Patterns({word: Pattern([word]) for word in words})
    for sentence in sentences:
        found = {word: [match.span() for match in of.finditer(sentence)] for word, of in bare.items()}
        assert sought.spans(sentence) == {word: spans for word, spans in found.items() if spans}, sentence


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("(?:au|en) pas(?:se)?", [" au pas", " en pas"]),  # each choice, but what may be there or not
        ("(?<!ne )avanc\\w+", [" avanc"]),  # what stands before is no part of it
        ("qu'", [" qu "]),  # what ends in an apostrophe needs no end
        ("\\w+(?:s|x)?", [""]),  # nothing sure
        ("a|bc?d", [" a ", " b"]),
        ("(?:a(?:b|c)){2}", [""]),
    ],
)
def test_what_a_pattern_cannot_do_without(word, letters):
    assert needed(word) == letters


def test_what_a_concept_stands_against_is_there():
    names = {one["name"] for one in CONCEPTS}
    assert {name for one in CONCEPTS for name in one.get("against", ())} <= names | {
        "must", "may", "must not", "need not",
    }  # fmt: skip


@pytest.mark.parametrize("language", sorted(known()))
def test_no_word_is_on_both_sides_of_a_contrast(language):
    for one, other in combinations(CONCEPTS, 2):
        if set(one.get("group", "").split()) & set(other.get("group", "").split()):
            shared = set(one[language]) & set(other[language])
            assert not shared, (one["name"], other["name"], shared)


def test_what_may_say_a_concept_tells_nothing_but_excuses_its_loss():
    """ "Face down" may be how "without looking" is said; it denies nothing by itself."""
    assert not places("Getauscht wird verdeckt.", "de")["negation"]
    assert loosely("Getauscht wird verdeckt.", "de")["negation"] == 1


def test_what_is_part_of_a_contrary_excuses_nothing():
    assert [one.name for one in concepts() if one.name in ("highest", "lowest")] == ["highest", "lowest"]
    assert loosely("Le plus petit total gagne.", "fr")["highest"] == 0
    assert loosely("Le plus grand total gagne.", "fr")["highest"] == 1


@pytest.mark.parametrize(
    ("french", "language", "faithful", "wrong", "kind"),
    [
        ("La pêche cesse dès que la cale est pleine.", "en", "Fishing ends as soon as the hold is full.",
         "Fishing ends one round after the hold is full.", "duration"),
        ("La pêche cesse dès que la cale est pleine.", "de", "Das Fischen endet, sobald der Laderaum voll ist.",
         "Das Fischen endet, eine Runde nachdem der Laderaum voll ist.", "duration"),
        ("Puis le joueur suivant pêche.", "en", "Then the next player fishes.", "Then the same player fishes.", None),
        ("Puis le joueur suivant pêche.", "de", "Danach fischt der nächste Spieler.",
         "Davor fischt der nächste Spieler.", "order"),
        ("Il avance de trois quais, s'il le peut.", "de", "Er rückt drei Kais vor, wenn er kann.",
         "Er rückt drei Kais vor.", None),
        ("S'il y a plusieurs filets, il en choisit un.", "en", "If there are several nets, he chooses one.",
         "He chooses a net.", None),
        ("Les autres ne gagnent rien.", "de", "Die anderen gehen leer aus.", "Die anderen gehen nicht leer aus.",
         "negation"),
        ("Il attend que les voisins soient partis.", "de", "Er wartet, bis die Nachbarn fort sind.",
         "Er wartet, bis einige der Nachbarn fort sind.", "quantity"),
        ("Qui a moins de deux filets perd.", "en", "Whoever has fewer than two nets loses.",
         "Whoever has at most two nets loses.", "quantity"),
    ],
)  # fmt: skip
def test_what_is_told_of_a_turn_of_ability_and_of_some(french, language, faithful, wrong, kind):
    """Each alone: in a text the words that are left over, and all that differs besides, are weighed with it."""
    said = [turned((french, text), ("fr", language)) for text in (faithful, wrong)]
    assert said[0] == []
    assert said[1]
    assert kind in (None, said[1][0][0])


STEPS = ("On joue ainsi : latéral, en avant, latéral, en avant.", "One plays sideways, forward, sideways, forward.")


def test_a_list_of_steps_in_another_order_is_told():
    """Each step is there twice, so no word is in the place of another; a list keeps its order in every language."""
    ((kind, *_),) = told(STEPS[0], "One plays forward, sideways, forward, sideways.")
    assert kind == "direction"
    assert told(*STEPS) == []


def test_what_only_one_side_says_is_of_its_own_kind():
    """A direction that was left out is one of direction, as one in the place of another is."""
    ((kind, *_),) = told("La tour se déplace vers la gauche.", "The tower is moved.")
    assert kind == "direction"


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("Dans les 2 cas, on rejoue.", "In both cases one plays again."),
        ("Il n'y a aucuns frais.", "There is no charge."),
    ],
)
def test_numbers_and_denials_are_read_however_they_are_written(french, english):
    assert told(french, english) == []


def told(french: str, english: str):
    """All that may differ, before it is weighed."""
    return turned((french, english), ("fr", "en"))


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("fr", "Les bateaux sont mis de côté.", "sideways"),  # away, in no direction
        ("fr", "Voir ci-dessous la montagne.", "up"),
        ("fr", "Voir ci-dessous la montagne.", "down"),
        ("fr", "Le score est fixé à l'avance.", "forward"),
        ("fr", "Cela rend le jeu plus vif.", "give up"),
        ("fr", "Le port doit être totalement libre.", "sum"),
        ("fr", "Le jeu est plus long (+) ou moins long (-).", "at most"),
        ("fr", "Malgré tout, il part.", "all"),
        ("fr", "Une tempête se produit.", "product"),
        ("fr", "On ne peut y poser de nouveau bateau.", "again"),
        ("fr", "Non seulement le phare, mais aussi le port.", "only"),
        ("fr", "Le ciel est la partie supérieure du dessin.", "game"),
        ("en", "The game board has two sides.", "game"),
        ("en", "See below for the rule described above.", "up"),
        ("de", "Er setzt einen Turm aus dem Vorrat ein.", "skip"),
        ("de", "Das Rennen findet statt.", "instead of"),
        ("de", "Er darf allerdings tauschen.", "all"),
        ("de", "Das Feld ist teilweise frei.", "give"),
        ("de", "Es sind mehr Netze als Boote.", "if"),
        ("de", "Das Netz liegt vor dem Gegner.", "before"),
        ("de", "Vor der Wertung wird gewürfelt.", "in front"),
        ("de", "Die Zahl der Mitspieler ist gerade.", "others"),
    ],
)
def test_what_only_looks_like_a_concept_is_none(language, text, name):
    assert not places(text, language)[name]


@pytest.mark.parametrize(
    ("language", "text", "name", "wrong"),
    [
        ("de", "Wer mehr als zwei Boote an der Anlegelinie hat, verliert.", "more", "at most"),  # "nie"
        ("en", "More than two boats in this not so large harbour count double.", "more", "at most"),  # "is not"
    ],
)
def test_a_way_to_say_something_begins_where_a_word_does(language, text, name, wrong):
    """Of a game that ends at a line: the end of "Linie" is no "nie"."""
    assert places(text, language)[name]
    assert not places(text, language)[wrong]


SAID_SO = [  # a French sentence, and one that says the same
    ("Ainsi les tas restent aussi bas que possible.", "en", "So the heaps stay as low as possible."),
    ("Dès qu'est coulé le dernier bateau, on arrête.", "de", "Sobald das letzte Schiff gesunken ist, hört man auf."),
    ("L'eau n'a plus alors à être nécessairement calme.", "en", "The water then no longer necessarily has to be calm."),
    ("Un quai ne peut servir que deux fois au maximum.", "de", "Ein Kai darf höchstens zweimal dienen."),
    ("On fait un tour de pose, comme dans le jeu normal.", "en", "There is a round of placing, as in the normal game."),
    (
        "De là ne part aucun pont, donc pas de passage possible.",
        "en",
        "No bridge leads from there, so no passage is possible.",
    ),
    ("Il en reste, d'une manière ou d'une autre.", "de", "Irgendwie bleibt etwas übrig."),
    ("Il ne doit jamais avoir plus de six filets.", "en", "You must never hold more than six nets."),
    ("La cale est pleine : personne d'autre n'y entre.", "de", "Der Laderaum ist voll: Niemand sonst darf hinein."),
    ("S'il refuse, on rejoue.", "en", "If the opponent declines, you play again."),  # who "he" is
    ("On retranche un point par filet perdu.", "de", "Man zieht einen Punkt je verlorenem Netz ab."),
    ("Le canal va de la source à la mer.", "en", "The canal runs from the spring to the sea."),
    ("Les caisses vont de l'arrière vers l'avant.", "en", "The crates go from the back to the front."),
    (  # a condition that moves takes its winner along
        "Les autres perdent leur retard sur le vainqueur : qui a deux tours quand le vainqueur en a trois perd un sou.",
        "en",
        "The others lose their distance to the winner: a player with two towers loses a coin if the winner has three.",
    ),
    (  # it sets off again, and goes back
        "Les barques vont jusqu'au phare avant de repartir vers le port.",
        "en",
        "The boats go as far as the lighthouse before they head back to the harbour.",
    ),
    (  # what suffices is no duty
        "Il suffit d'un marin, qui peut venir d'une autre barque.",
        "de",
        "Man braucht lediglich einen Matrosen, etwa von einem anderen Boot.",
    ),
    (  # a place, no time
        "Une fois par partie, on peut prendre une voile posée devant un adversaire.",
        "de",
        "Einmal pro Partie darf man ein Segel nehmen, das vor einem Gegner liegt.",
    ),
    ("Il passe ensuite au voisin la rame qu'il a prise.", "en", "The oar you took is then passed to your neighbour."),
    (  # a roll that is a condition is no step
        "S'il fait 4, il pose une bouée et avance sa barque. Puis il relance le dé.",
        "en",
        "If you roll a 4, place a buoy and advance your boat; then roll the die again.",
    ),
]
SAID_OTHERWISE = [  # and one that does not
    ("Le joueur déplace un bateau de côté.", "en", "The player moves a boat forward."),  # sideways
    ("Aussitôt qu'un bateau arrive, on compte.", "de", "Bevor ein Schiff ankommt, zählt man."),
    ("Il recule - avant de jouer - son bateau.", "en", "He moves his boat back after playing."),  # set off by dashes
    ("Les blocs ne sont pas retirés.", "en", "The blocks are removed."),  # "blocks" denies nothing
    ("Les cases en arrière desquelles il n'y a rien sont libres.", "de", "Felder, vor denen nichts steht, sind frei."),
    ("Son propriétaire la reprend.", "en", "His neighbour takes it back."),  # "his" is no owner
    (  # "dann" comes after something else
        "Après la pêche, on rend les filets à ceux qui pourront les réutiliser.",
        "de",
        "Vor dem Fischen gibt man die Netze denen zurück, die sie dann wieder benutzen können.",
    ),
    ("Une barque doit seulement attendre le vent.", "de", "Ein Boot muss auf den Wind warten."),  # an article
    ("Il ne peut y avoir qu'une barque au port.", "de", "Im Hafen darf allerdings mehr als ein Boot liegen."),
    ("Tant qu'il est au-dessus, le filet est fermé.", "en", "Until it is on top, the net is closed."),
    ("On annonce son déplacement vers l'avant.", "en", "You announce your sideways move."),
    ("La voile passe au joueur suivant.", "en", "The sail goes to the richest player."),
    ("La personne qui joue désigne un phare.", "en", "The player on the left names a lighthouse."),
    ("Les voiles servent, indépendamment de leur taille.", "de", "Die Segel dienen, abhängig von ihrer Größe."),
    ("Une bouée flotte sur la case du milieu.", "en", "A buoy floats on the last space."),
    ("Chacun choisit une barque au vu de tous.", "en", "Everybody secretly chooses a boat."),
    ("Le port doit être totalement libre.", "de", "Der Hafen muss teilweise frei sein."),
    (
        "Tant que la brume dure, aucune barque ne quitte le port.",
        "de",
        "Solange der Nebel dauert, verlässt jedes Boot den Hafen.",
    ),
    ("S'il rencontre une autre barque, il la pousse.", "en", "If you meet your own boat, you push it."),
    ("On avance de six cases, moins une case par caisse.", "en", "You move six spaces, plus one space for each crate."),
]


@pytest.mark.parametrize("pair", SAID_SO)
def test_what_is_said_so_is_no_finding(pair):
    assert not turned((pair[0], pair[2]), ("fr", pair[1]))


@pytest.mark.parametrize("pair", SAID_OTHERWISE)
def test_what_is_said_otherwise_is_suspected(pair):
    assert turned((pair[0], pair[2]), ("fr", pair[1]))
