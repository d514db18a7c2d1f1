"""Side-steps find apples, and an apple is a point."""

from hedgekit.extend import PlayerNumbers, answer, before, declare, field, fixed

declare(
    "windfall",
    writes={"score": "a point for each apple"},
    words={
        "en": {
            "title": "Windfall",
            "sentence": "Every side-step finds an apple; the winner gets five points, and an apple is worth one.",
            "clauses.windfall.1": "A player who steps sideways takes an apple.",
            "clauses.windfall.2": "Each apple is worth a point, and the winner gets five more.",
            "beside.apples": "Apples: {listed:,}.",
        },
        "fr": {
            "title": "Pommes tombées",
            "sentence": "Chaque pas de côté trouve une pomme ; gagner en vaut cinq, et les pommes sont des points.",
            "clauses.windfall.1": "Qui fait un pas de côté prend une pomme.",
            "clauses.windfall.2": "Une partie vaut un point par pomme, et cinq de plus au gagnant.",
            "beside.apples": "Pommes : {listed:,}.",
        },
        "de": {
            "title": "Fallobst",
            "sentence": "Jeder Seitwärtszug findet einen Apfel; der Gewinner bekommt fünf, und Äpfel sind Punkte.",
            "clauses.windfall.1": "Wer zur Seite zieht, nimmt einen Apfel.",
            "clauses.windfall.2": "Eine Partie bringt je Apfel einen Punkt und dem Gewinner fünf dazu.",
            "beside.apples": "Äpfel: {listed:,}.",
        },
    },
)
field("windfall", "apples", PlayerNumbers, "the number of apples each player has found")
fixed("windfall", "windfall.2", scored=1)


@answer("windfall", "windfall.1")
def stepped(s, pieces):
    s.apples[s.turn] += pieces != 0
    before(s, pieces)


@answer("windfall", "windfall.2")
def score(s, player):
    return s.apples[player] + 5 * (s.won >> player & 1)
