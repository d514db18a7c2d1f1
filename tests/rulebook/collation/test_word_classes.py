"""One word or one form in a copy is another: of what class is what is told of it?  In three languages."""

from __future__ import annotations

import pytest

from rulebook.collation import collate, read_bytes
from rulebook.collation.finding import Finding
from rulebook.collation.language import dictionary
from rulebook.collation.language.inflection import tense

AROUND = {
    "fr": "Le fermier range ensuite son tracteur dans la grange vide. Ses voisins attendent que la journée soit finie.",
    "en": "The farmer then puts his tractor into the empty barn. His neighbours wait until the day is over.",
    "de": "Der Bauer stellt danach seinen Traktor in die leere Scheune. Seine Nachbarn warten, bis der Tag vorbei ist.",
}


def findings(language: str, a: str, b: str) -> list[Finding]:
    sides = (
        read_bytes("a.txt", f"La ferme\n\n{AROUND[language]}\n{one}\n{AROUND[language]}\n".encode()) for one in (a, b)
    )
    return [finding for finding in collate(*sides).findings if not finding.inner]


def told(language: str, a: str, b: str) -> set[str]:
    return {finding.klass for finding in findings(language, a, b)}


NUMBER = [
    ("fr", "Il vend trois de ces oies au marché.", "Il vend ces trois oies au marché."),
    ("fr", "Il rentre une de ses vaches.", "Il rentre ses vaches."),
    ("fr", "Le fermier qui laboure y sème l'une des graines.", "Le fermier qui laboure y sème les graines."),
    ("fr", "On le paie en sacs de tailles égales.", "On le paie en sac de taille égale."),
    ("fr", "Celle qui pond vaut un œuf.", "Celles qui pondent valent un œuf."),
    ("fr", "On ramasse les pommes et on les pèse.", "On ramasse les pommes et on la pèse."),
    ("fr", "Les fermiers labourent à l'aube.", "Le fermier laboure à l'aube."),
    ("en", "A farmer feeds one of his cows.", "A farmer feeds his cows."),
    ("en", "Put the ripe apples into the basket.", "Put the ripe apple into the basket."),
    ("de", "Der Bauer melkt eine seiner Kühe.", "Der Bauer melkt seine Kühe."),
    ("de", "Man verkauft die Ziege am Abend.", "Man verkauft die Ziegen am Abend."),
]  # fmt: skip
OTHER_WORDS = [
    ("fr", "Il vend des pommes de la même taille.", "Il vend des pommes de la taille."),
    ("fr", "Qui a dix sacs, ou plus, à la fin du mois gagne.", "Qui a dix sacs, ou moins, à la fin du mois gagne."),
    ("fr", "La barrière est baissée le soir.", "La barrière est laissée le soir."),
    ("fr", "Il échange la poule contre un sac.", "Il échange la boule contre un sac."),
    ("en", "A sheep that is shorn costs two coins.", "A sheep that is shown costs two coins."),
    ("en", "The crops are watered before noon.", "The crops are wavered before noon."),
    ("de", "Die Milch wird gekocht.", "Die Milch wird gelocht."),
    ("de", "Er füttert kein Tier.", "Er füttert ein Tier."),
    ("de", "Der Bauer, der zahlt, beginnt.", "Der Bauer, der zählt, beginnt."),
    ("fr", "La vache qui suit le fermier rentre.", "La vache que suit le fermier rentre."),
]
TIME = [
    ("fr", "La récolte pourrit à la fin du mois.", "La récolte pourrira à la fin du mois."),
    ("fr", "Le fermier laboure deux champs.", "Le fermier labourait deux champs."),
    ("en", "The barn is full at dusk.", "The barn was full at dusk."),
    ("de", "Der Hahn kräht am Morgen.", "Der Hahn krähte am Morgen."),
]
SPELLING = [
    ("fr", "Dépliez la carte des champs.", "Dépliée la carte des champs."),
    ("fr", "Le fermier trait lui-même ses vaches.", "Le fermier trait lui ses vaches."),
    ("fr", "Les vaches rentrent le soir.", "Les vaches rentre le soir."),
    ("fr", "Il sème des graines noires.", "Il sème des graines noire."),
    ("fr", "Il compte ses coups de pioche.", "Il compte ses cous de pioche."),  # alike in sound
    ("fr", "La clé de la grange est perdue.", "La clef de la grange est perdue."),
    ("en", "Plough the field in the autumn.", "Plow the field in the autumn."),
    ("en", "The colour of the barn is red.", "The color of the barn is red."),
    ("en", "Weigh the harvest in the evening.", "Weigh the havrest in the evening."),
    ("de", "Das Schwein muss warten.", "Das Schwein muß warten."),
    ("de", "Sie tragen das Getreide heim.", "Sie tragen das Getriede heim."),
    ("fr", "On trait les vaches le matin.", "On trait les vachcs le matin."),
    ("fr", "On trait les vaches le matin.", "On trait les voches le matin."),
    ("de", "Man muss anpflanzen.", "Man muss onpflanzen."),
]


@pytest.mark.parametrize(("language", "a", "b"), [*NUMBER, *OTHER_WORDS, *TIME])
def test_what_tells_something_else_is_meaning(language, a, b):
    assert "meaning" in told(language, a, b)


ONE_EDIT = [
    ("fr", "Il part de la grange vers le puits.", "Il part du puits vers la grange."),
    ("fr", "On sème, on arrose les choux, on paie.", "On arrose les choux, on sème, on paie."),
    ("fr", "La vache rentre dans la même étable.", "La vache rentre dans une autre étable."),
    ("fr", "Il vend le lait des vaches.", "Il vend le lait de ses vaches."),
    ("fr", "Il vend un de ses propres cochons.", "Il vend un des cochons."),
    ("fr", "Il nourrit tous les cochons.", "Il nourrit les cochons."),
    ("fr", "Tous les cochons dorment.", "La plupart des cochons dorment."),
    ("fr", "Le chien marche devant lui.", "Le chien marche devant eux."),
    ("fr", "Il la vend au marché.", "Il les vend au marché."),
    ("fr", "Seule la vache noire dort.", "La vache noire dort."),
    ("fr", "Chaque fermier vend une de ses oies.", "Chaque fermier vend ses oies."),
    ("en", "Sell one of your geese.", "Sell your goose."),
    ("en", "Move the cart by one field.", "Move the cart by fields."),
    ("en", "The farmer sleeps again.", "The farmer does not sleep again."),
    ("en", "Take the same sack again.", "Take another sack again."),
    ("de", "Der Karren fährt ein Feld weiter.", "Der Karren fährt Felder weiter."),
    ("de", "Alle grauen Gänse schlafen.", "Eine graue Gans schläft."),
    ("de", "Fahre von der Mühle zur Scheune.", "Fahre von der Scheune zur Mühle."),
]


@pytest.mark.parametrize(("language", "a", "b"), ONE_EDIT)
def test_what_one_edit_changes_is_one_finding_of_meaning(language, a, b):
    """Small words, forms and capitals that only go with it are none."""
    assert [one.klass for one in findings(language, a, b)] == ["meaning"]


@pytest.mark.parametrize(("language", "a", "b"), SPELLING)
def test_what_tells_the_same_is_spelling(language, a, b):
    assert told(language, a, b) == {"spelling"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Les champs voisins sont gris.", "Les champs adjacents sont gris."),
        ("Un champ voisin est gris.", "Un champ adjacent est gris."),
    ],
)
def test_an_adjective_that_ends_like_a_verb(a, b):
    assert told("fr", a, b) == {"synonym"}


def test_without_the_dictionary_no_word_is_known(monkeypatch):
    """As in a browser: the collation goes on, by endings alone."""
    for cached in (dictionary.base, dictionary._simplemma):
        cached.cache_clear()
    monkeypatch.setattr(dictionary, "_simplemma", lambda: None)
    assert dictionary.base("vache", "fr") is None
    assert told("fr", "Il rentre une de ses vaches.", "Il rentre ses vaches.") == {"meaning"}
    monkeypatch.undo()
    dictionary.base.cache_clear()
    assert dictionary.base("vaches", "fr") == "vache"


@pytest.mark.parametrize(
    ("form", "language", "when"),
    [
        ("labourera", "fr", "future"),
        ("labourait", "fr", "past"),
        ("laboure", "fr", "present"),
        ("fait", "fr", "present"),
        ("semé", "fr", None),
        ("semer", "fr", None),
        ("grange", "fr", None),
        ("krähte", "de", "past"),
        ("kräht", "de", "present"),
    ],
)
def test_the_time_of_a_form(form, language, when):
    assert tense(form, language) == when
