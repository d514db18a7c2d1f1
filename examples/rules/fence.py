"""A fence stands along rank e: nobody steps sideways there."""

from hedgekit.extend import answer, before, declare

declare(
    "fence",
    words={
        "en": {
            "title": "Fence",
            "sentence": "Nobody steps sideways on rank e.",
            "clauses.fence.1": "A fence stands between the lanes along rank e: nobody steps sideways there.",
        },
        "fr": {
            "title": "Clôture",
            "sentence": "Sur la rangée e, personne ne fait de pas de côté.",
            "clauses.fence.1": "Une clôture sépare les colonnes sur la rangée e : pas de pas de côté à cet endroit.",
        },
        "de": {
            "title": "Zaun",
            "sentence": "Auf Reihe e zieht niemand zur Seite.",
            "clauses.fence.1": "Auf Reihe e steht zwischen den Bahnen ein Zaun: Dort zieht niemand zur Seite.",
        },
    },
)


@answer("fence", "fence.1")
def open_rank(s, cell):
    return cell % 9 != 4 and before(s, cell)
