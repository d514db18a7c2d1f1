"""Side-steps find apples, and apples are points."""

from hedgekit.extend import PlayerNumbers, answer, before, declare, field, fixed

declare(
    "windfall",
    writes={"score": "an apple a point"},
    words={
        "en": {
            "title": "Windfall",
            "sentence": "Every side-step finds an apple; the winner gets five apples, and apples are points.",
            "clauses.windfall.1": "Whoever steps sideways takes an apple.",
            "clauses.windfall.2": "A game is worth a point an apple, and five more to the winner.",
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
field("windfall", "apples", PlayerNumbers, "the apples each player has found")
fixed("windfall", "windfall.2", scored=1)


@answer("windfall", "windfall.1")
def stepped(s, pieces):
    s.apples[s.turn] += pieces != 0
    before(s, pieces)


@answer("windfall", "windfall.2")
def score(s, player):
    return s.apples[player] + 5 * (s.won >> player & 1)
