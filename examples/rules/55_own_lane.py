"""A black square asks only about its own lane."""

from hedgekit.extend import answer, declare

declare(
    55,
    words={
        "en": {
            "title": "Each lane for itself",
            "sentence": "A hedgehog on a black square waits only for those behind it in its own lane.",
            "clauses.55.1": "A black square holds a hedgehog only while somebody is behind it in its own lane.",
        },
        "fr": {
            "title": "Chaque colonne pour soi",
            "sentence": "Sur une case noire, un hérisson n'attend que ceux qui sont derrière lui dans sa colonne.",
            "clauses.55.1": "Une case noire ne retient un hérisson que si quelqu'un est derrière lui dans sa colonne.",
        },
        "de": {
            "title": "Jede Bahn für sich",
            "sentence": "Ein Igel auf einem schwarzen Feld wartet nur auf die, die in seiner Bahn hinter ihm sind.",
            "clauses.55.1": "Ein schwarzes Feld hält einen Igel nur, solange jemand in seiner Bahn hinter ihm ist.",
        },
    },
)


@answer(55, "55.1")
def held(ask, before):
    behind = ask.behind

    def held(s, piece, cell):
        return before(s, piece, cell) and behind(s, piece, cell, False) & 511 << cell // 9 * 9 != 0

    return held
