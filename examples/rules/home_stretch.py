"""An advance never stops on the last square before home."""

from hedgekit.extend import answer, ask, before, declare

declare(
    "home-stretch",
    words={
        "en": {
            "title": "Home stretch",
            "sentence": "From the last square but one, a hedgehog advances straight home.",
            "clauses.home-stretch.1": "An advance that would end on the last square before home leads home instead.",
        },
        "fr": {
            "title": "Dernière ligne droite",
            "sentence": "De l'avant-dernière case, un hérisson avance droit dans l'arrivée.",
            "clauses.home-stretch.1": "Une avance qui finirait sur la dernière case avant l'arrivée y va.",
        },
        "de": {
            "title": "Zielgerade",
            "sentence": "Vom vorletzten Feld rückt ein Igel gleich ins Ziel vor.",
            "clauses.home-stretch.1": "Ein Zug, der auf dem letzten Feld vor dem Ziel enden würde, geht ins Ziel.",
        },
    },
)


@answer("home-stretch", "home-stretch.1")
def ahead(s, piece, cell):
    to = before(s, piece, cell)
    further = before(s, piece, to)
    return further if ask.is_home(s, piece, further) else to
