"""A black square holds a hedgehog only while another is behind it in the same lane."""

from hedgekit.extend import answer, ask, before, declare

declare(
    "own-lane",
    words={
        "en": {
            "title": "Each lane for itself",
            "sentence": "A hedgehog on a black square waits only for those behind it in the same lane.",
            "clauses.own-lane.1": "A black square holds a hedgehog only while another is behind it in the same lane.",
        },
        "fr": {
            "title": "Chaque colonne pour soi",
            "sentence": "Sur une case noire, un hérisson n'attend que ceux qui sont derrière lui dans sa colonne.",
            "clauses.own-lane.1": "Une case noire ne retient que si quelqu'un est derrière dans la même colonne.",
        },
        "de": {
            "title": "Jede Bahn für sich",
            "sentence": "Ein Igel auf einem schwarzen Feld wartet nur auf die, die in seiner Bahn hinter ihm sind.",
            "clauses.own-lane.1": "Ein schwarzes Feld hält einen Igel nur, wenn in seiner Bahn jemand hinter ihm ist.",
        },
    },
)


@answer("own-lane", "own-lane.1")
def held(s, piece, cell):
    return before(s, piece, cell) and ask.behind(s, piece, cell, False) & 511 << cell // 9 * 9 != 0
