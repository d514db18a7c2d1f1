"""Sentences that random games seldom meet, each in a position that calls for it; and what was once said falsely.

Rules, position, move and clause, then the sentence in English.
"""

import pytest

from hedgekit import Game

ALL = "A1B1A2"  # a block under 8, whose hedgehogs face both ways where B1 does
WAITS = "d3=A3 b2=A4 f2=B2 f3=B3 f5=B4 c6=C1C2C3C4"

SAID = [
    # who leaves, who arrives, who turns: all of them, and nobody else
    (f"8+26 players=3|h1={ALL} {WAITS} dice=1 turn=A step=forward|h1-i1*3|0.10",
     "A2, B1 and A1 reach the finishing line: they are home and leave the board."),
    (f"3+8 players=3|h1={ALL} {WAITS} dice=1 turn=A step=forward|h1-i1*3|3.1",
     "Of those who are the first to arrive, A2 is counted first: it is disqualified and leaves the game."),
    ("3+33 players=2|b1=A1' b2=A2 b6=B1 d3=A3 e6=A4B4 f3=B3 f5=B2 dice=1 turn=A step=forward|b1-a1|3.1",
     "A1 is the first of all to arrive: it is disqualified and leaves the game."),
    ("33 players=2|b1=A1' b2=A2 b6=B1 d3=A3 e6=A4B4 f3=B3 f5=B2 dice=1 turn=A step=forward|b1-a1|33.5",
     "A1 reaches the finishing line: it is home and leaves the board."),
    ("13+33 players=2|b2=A2 d3=A3 e6=A4B4 f3=B3 g1=A1 h1=B1B2 dice=1 turn=A step=forward|g1-h1|33.2",
     "B1 and B2 reach the far end and turn round."),
    # black squares
    ("34 players=2|e3=B4A3 e4=A1A2B1A4 f4=B3B2 dice=3 turn=A step=forward|e3-f3|0.9",
     "e3 is a black square, but nobody is behind A3 any more, so it is not held."),
    ("33+38 players=2|b2=A2 b6=B1 d3=A3 e1=A1' e6=A4 f3=B3 f5=B2B4 dice=1 turn=A step=forward|e1-d1|38.1",
     "d1 is slippery: whoever arrives goes back to the start line, or on the way back to the line of the turn."),
    ("8+33+35 players=3|b2=A4 c6=C1C2C3C4 d3=A3 f2=B2B3B4 g1=A1B1'A2 dice=1 turn=A step=sideways|g1-g2*3|35.1",
     "The hedgehogs of this block face both ways, so they cannot bounce off g2 together."),
    ("14+38 players=2|a1=B4 b2=A2 b6=B1 c1=A1 d3=A3 e6=A4 f3=B3B2 carrier=A4B4 dice=1 turn=A step=forward|c1-d1|14.3",
     "From d1 they would slip back, and could only land on an apple carrier: nobody may climb on it."),
    ("0 players=2|b2=A2 b5=B1 c3=B2 d1=A1 e4=A3 f6=B3B4A4 dice=1 turn=A step=sideways|d1-d2|0.9",
     "A1 stands on d1, a black square, and A2 on b2, among others, is still behind it: it cannot move."),
    # a number said where none is: what is wrong otherwise is told
    ("0 players=2|b3=A1 b6=A2 c3=A3B1 f3=B2 home=A4B3B4 dice=3 turn=A step=forward|b6-c6=6|0.8",
     "b6 is in lane 6, but the number is 3."),
    ("0 players=2|b3=A1 b6=A2 c3=A3B1 f3=B2 home=A4B3B4 dice=3 turn=A step=forward|b3-c3=3|0.6",
     "Here this move is written b3-c3, not b3-c3=3."),
    # the set-up
    ("32 players=2|i6=A1 hand=A2A3A4B1B2B3B4 turn=B step=place|3|0.4",
     "Before the race the hedgehogs are placed on the start line, one by one: i1, for instance."),
    ("2+28 players=3|hand=A1A2A3B1B2B3C1C2C3 turn=A step=secret|4|2.2",
     "Each player first notes down a drawing in secret: 1, 2 or 3."),
    ("14 players=3|a1=A4 a2=A1B1 a3=A2B2 a4=A3C1 a5=B3C2 a6=C3C4 hand=B4 carrier=A4C4 turn=B step=place|a2|0.2",
     "Of the start squares that one may stand on, a2 has one of the lowest stacks."),
    ("14+23 players=2|a1=A4 a2=A1B1 a3=A2B2 a4=A3 a5=B3 hand=B4 carrier=A4 turn=B step=lane|1|14.3",
     "1 cannot come up now: A4 on a1 carries the apple, and nobody may climb on it."),
    # a number of any lane, and what no variant in play has
    ("1 players=2|b3=B4 c2=A1A2A3A4B2B3B1 moved=B4 dice=6 turn=B step=forward|c2-d2|1.3",
     "Any lane may be chosen now, and B1 is the only hedgehog that can advance, so it must."),
    ("1+5+12 players=2|b2=A1 c3=B1 hand=A2A3A4B2B3B4 dice=3,6 turn=A step=forward|-=6|0.8",
     "A1 and B1 can advance, whatever the lane, or a hedgehog can come in on a1, a2, a3, a4 or a5: "
     "a number that can be used may not be passed."),
    ("5+11 players=2|b2=A1 b5=A4B4 c3=B1 home=A2A3B2B3 dice=3,4 turn=A step=sideways|b5^|0.7",
     "b5^ is a climb, a move of 4 (Climbing hedgehog): that variant is not in play here, so "
     "no hedgehog climbs in its own stack."),
    ("5 players=2|b2=A1 b5=A4B4 c3=B1 home=A2A3B2B3 dice=3,4 turn=A step=sideways|@a1|0.4",
     "@a1 brings a hedgehog in from a reserve, a move of 12 (Reserves): there is no reserve in these rules."),
    # dice, cards, the cube
    ("5 players=2|b2=A1 b5=A4B4 c3=B1 home=A2A3B2B3 turn=A step=roll|2,5|5.1",
     "The dice give the numbers for the advances."),
    ("7 players=2|hand=A1A2A3A4B1B2B3B4 turn=A step=shuffle|3|7.1",
     "The cards are shuffled first: deck= and then all thirteen cards, 1 to 6 twice and a joker *."),
    ("22 players=2|d2=A1 d3=A2 d4=A3 d5=B1 e1=A4 e2=B2 e4=B3 e5=B4 cube=2A turn=A step=roll|double|22.4",
     "A made the last double: the next offer is another player's."),
    ("22 players=2|d2=A1 d3=A2 d4=A3 d5=B1 e1=A4 e2=B2 e4=B3 e5=B4 turn=A step=roll|double|22.2",
     "Doubles are offered at the very beginning of a turn, and A has already gone on without it."),
]  # fmt: skip


def reasons(rules, position, move):
    """All that is said of a move, (clause, sentence) each."""
    game = Game.from_text(rules, position)
    refusal = game.why(move)
    found = [refusal.reason] if refusal else list(game.because(move))
    return [(reason.clause, reason.text("en")) for reason in found]


@pytest.mark.parametrize(("where", "said"), SAID, ids=[where.split("|")[0] + where.split("|")[2] for where, _ in SAID])
def test_what_is_said(where, said):
    rules, position, move, clause = where.split("|")
    assert (clause, said) in reasons(rules, position, move)


REST = "home=A3A4B3B4 dice=1 turn=A step=forward"
RUN = "b2=B1 d2=A2 e5=B2 h1=A1"
ENDED = [
    ("0 players=2", f"{RUN} {REST}", "h1-i1", "0.10"),
    ("2 players=3", f"a1=C1C2C3C4 {RUN} home=A3A4B3B4 secret=A1B2C3 dice=1 turn=A step=forward", "h1-i1", "2.4"),
    ("14 players=2", f"{RUN} home=A3A4B3B4 carrier=A4B4 dice=1 turn=A step=forward", "h1-i1", "14.4"),
    ("15 players=2", "b1=B1B2B3B4 d1=A1 f3=A3 g2=A2 home=A4 dice=3 turn=A step=sideways", "f3-f4", "15.1"),
    ("19 players=2", f"{RUN} {REST}", "h1-i1", "19.2"),
    ("21 players=2", f"a1=A5A6A7A8B5B6B7B8 {RUN} {REST}", "h1-i1", "21.2"),
    ("26 players=2", "b2=B1 c1=A4 d2=A2 e5=B2B3 h1=A1 home=A3B4 dice=1 turn=A step=forward", "h1-i1", "26.1"),
    ("28 players=2", f"{RUN} home=A3B3 dice=1 turn=A step=forward", "h1-i1", "28.2"),
    ("39 players=2", "b2=B1 c1=A4A3 d2=A2 e5=B2B3B4 h1=A1 dice=1 turn=A step=forward", "h1-i1", "39.2"),
    ("39 players=2", "b2=B1 c1=A1 e5=B2B3B4 out=A2A3A4 dice=1 turn=A step=forward", "c1-d1", "39.2"),
    ("22 players=2", "c2=A1 d6=B1 e5=A2 f6=B2 home=A3A4B3B4 cube=2A turn=B step=answer", "drop", "22.3"),
    ("9 players=2", "b1=A1 c3=B1 d2=A2 e5=B2 home=A3A4B3B4 dice=1 turn=A step=sideways", "b1-b6", "9.1"),
    ("13 players=2", "c1=A1 d1=B1 d2=A2 e5=B2 home=A3A4B3B4 dice=1 turn=A step=forward", "c1-d1", "13.2"),
    ("13 players=2", "b1=A1 b2=B1 d2=A2 e5=B2 home=A3A4B3B4 dice=1 turn=A step=sideways", "b1-b2", "13.3"),
]


@pytest.mark.parametrize(("ruleset", "text", "move", "clause"), ENDED)
def test_a_reason_reaches_the_end_of_what_it_explains(ruleset, text, move, clause):
    game = Game.from_text(ruleset, text)
    reasons = game.because(move)
    assert clause in [reason.clause for reason in reasons]
    game.play(move)
    if clause != "22.3":  # a refusal is told by who refuses
        said = next(str(reason) for reason in reversed(reasons) if reason.clause == clause)
        assert said in game.told(), "what the move did is told with its clause"
