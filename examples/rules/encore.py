"""Whoever rolls a six takes another turn."""

from hedgekit.extend import Players, answer, before, declare, field

declare(
    "encore",
    words={
        "en": {
            "title": "Encore",
            "sentence": "Whoever rolls a 6 takes another turn.",
            "clauses.encore.1": "After a turn with a 6 the same player takes the next one.",
            "beside.again": "Plays once more: {listed:,}.",
        },
        "fr": {
            "title": "Encore",
            "sentence": "Qui fait un 6 rejoue.",
            "clauses.encore.1": "Après un tour avec un 6, le même joueur a le tour suivant.",
            "beside.again": "Rejoue : {listed:,}.",
        },
        "de": {
            "title": "Noch einmal",
            "sentence": "Wer eine 6 würfelt, ist noch einmal dran.",
            "clauses.encore.1": "Nach einem Spielzug mit einer 6 hat derselbe Spieler auch den nächsten.",
            "beside.again": "Noch einmal dran: {listed:,}.",
        },
    },
)
field("encore", "again", Players, "the players who rolled a six and take another turn", about="turn")


@answer("encore", "encore.1")
def receive(s, throw):
    s.again = 1 << s.turn if throw & 7 == 6 or throw >> 3 == 6 else 0
    before(s, throw)


@answer("encore", "encore.1")
def handover(s):
    if s.again & ~s.gone == 0:
        before(s)
    s.again = 0
