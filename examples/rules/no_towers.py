"""No tower grows higher than three hedgehogs."""

from hedgekit.extend import answer, ask, before, declare, fixed

declare(
    "no-towers",
    words={
        "en": {
            "title": "No towers",
            "sentence": "Nobody may climb onto a stack of three.",
            "clauses.no-towers.1": "Nobody moves onto a stack of three or more, except on the first and the last rank.",
        },
        "fr": {
            "title": "Pas de tours",
            "sentence": "Personne ne monte sur une pile de trois.",
            "clauses.no-towers.1": "Nul ne va sur une pile de trois ou plus, sauf aux deux rangées extrêmes.",
        },
        "de": {
            "title": "Keine Türme",
            "sentence": "Auf einen Stapel von dreien darf niemand steigen.",
            "clauses.no-towers.1": "Niemand zieht auf drei oder mehr, außer auf der ersten und der letzten Reihe.",
        },
    },
)
fixed("no-towers", "no-towers.1", mortal=1)  # in some positions nobody can move any more


@answer("no-towers", "no-towers.1")
def climbable(s, cell):
    return before(s, cell) and (cell % 9 == 0 or cell % 9 == 8 or ask.height(s, cell) < 3)
