"""Hedgehogs of one colour begin side by side, not on top of one another."""

from hedgekit.extend import answer, before, declare

declare(
    "elbow-room",
    words={
        "en": {
            "title": "Elbow room",
            "sentence": "Nobody places a hedgehog on one of their own while another square is open.",
            "clauses.elbow-room.1": "Players avoid squares topped by their own hedgehogs, if others are open to them.",
        },
        "fr": {
            "title": "Les coudées franches",
            "sentence": "On ne pose pas un hérisson sur un des siens tant qu'une autre case est permise.",
            "clauses.elbow-room.1": "On écarte les cases permises que coiffe un des siens, s'il en reste d'autres.",
        },
        "de": {
            "title": "Ellbogenfreiheit",
            "sentence": "Niemand setzt einen Igel auf einen eigenen, solange ein anderes Feld offen ist.",
            "clauses.elbow-room.1": "Felder mit einem eigenen Igel obenauf fallen weg, wenn andere erlaubt sind.",
        },
    },
)


@answer("elbow-room", "elbow-room.1")
def open_starts(s):
    squares = before(s)
    return squares & ~s.own[s.turn] or squares
