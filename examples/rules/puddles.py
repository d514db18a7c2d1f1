"""Nobody stops on a black square: an advance leads across it."""

from hedgekit.extend import answer, before, declare

declare(
    "puddles",
    words={
        "en": {
            "title": "Puddles",
            "sentence": "Nobody stops on a black square: an advance leads across it.",
            "clauses.puddles.1": "An advance that would end on a black square goes on to the next square.",
        },
        "fr": {
            "title": "Flaques",
            "sentence": "Personne ne s'arrête sur une case noire : on passe par-dessus.",
            "clauses.puddles.1": "Une avance qui finirait sur une case noire va jusqu'à la case suivante.",
        },
        "de": {
            "title": "Pfützen",
            "sentence": "Niemand bleibt auf einem schwarzen Feld stehen: Der Weg führt darüber.",
            "clauses.puddles.1": "Ein Zug, der auf einem schwarzen Feld enden würde, geht auf das Feld dahinter.",
        },
    },
)


@answer("puddles", "puddles.1")
def ahead(s, piece, cell):
    to = before(s, piece, cell)
    return before(s, piece, to) if s.black >> to & 1 else to
