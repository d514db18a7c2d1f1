"""One hedgehog fewer has to come home."""

from hedgekit.extend import answer, declare

declare(
    58,
    words={
        "en": {
            "title": "Short game",
            "sentence": "One hedgehog fewer than usual has to come home.",
            "clauses.58.1": "One hedgehog fewer has to come home, but at least one.",
        },
        "fr": {
            "title": "Partie courte",
            "sentence": "Il suffit de rentrer un hérisson de moins que d'habitude.",
            "clauses.58.1": "Le but est atteint avec un hérisson de moins, un au moins.",
        },
        "de": {
            "title": "Kurze Partie",
            "sentence": "Ein Igel weniger als sonst muss ins Ziel.",
            "clauses.58.1": "Es genügt ein Igel weniger im Ziel, mindestens aber einer.",
        },
    },
)


@answer(58, "58.1")
def target(given, before):
    return max(1, before - 1)
