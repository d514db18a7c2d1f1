"""One hedgehog fewer than usual has to come home."""

from hedgekit.extend import answer, declare

declare(
    "short-game",
    words={
        "en": {
            "title": "Short game",
            "sentence": "One hedgehog fewer than usual has to come home.",
            "clauses.short-game.1": "One hedgehog fewer has to come home, but at least one.",
        },
        "fr": {
            "title": "Partie courte",
            "sentence": "Il suffit de rentrer un hérisson de moins que d'habitude.",
            "clauses.short-game.1": "Le but est atteint avec un hérisson de moins, un au moins.",
        },
        "de": {
            "title": "Kurze Partie",
            "sentence": "Ein Igel weniger als sonst muss ins Ziel.",
            "clauses.short-game.1": "Es genügt ein Igel weniger im Ziel, mindestens aber einer.",
        },
    },
)


@answer("short-game", "short-game.1")
def target(given, before):
    return max(1, before - 1)
