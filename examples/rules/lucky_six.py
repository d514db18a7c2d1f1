"""A six names every lane."""

from hedgekit.extend import answer, before, declare

declare(
    "lucky-six",
    words={
        "en": {
            "title": "Lucky six",
            "sentence": "With a 6 you may advance in any lane.",
            "clauses.lucky-six.1": "A player with a 6 chooses the lane in which a hedgehog advances.",
        },
        "fr": {
            "title": "Le six porte-bonheur",
            "sentence": "Avec un 6, on avance dans n'importe quelle colonne.",
            "clauses.lucky-six.1": "Qui a un 6 choisit la colonne où un hérisson avance.",
        },
        "de": {
            "title": "Glückssechs",
            "sentence": "Mit einer 6 rückt man in einer beliebigen Bahn vor.",
            "clauses.lucky-six.1": "Wer eine 6 hat, wählt die Bahn, in der ein Igel vorrückt.",
        },
    },
)


@answer("lucky-six", "lucky-six.1")
def everywhere(s, number):
    return number == 6 or before(s, number)
