"""Dice: the source of the numbers."""

import re

from .....text.words import Note
from ...engine.board import COLOURS, PLAYERS
from ...engine.composing import answer, ask, before, fixed, part, setting
from ...engine.state import (
    ANNOUNCE,
    ANY,
    EITHER,
    FORWARD,
    JOKER,
    KEEP,
    OWED,
    SECRET,
    SHUFFLE,
    SIDEWAYS,
    each_step,
    field,
)
from ..declaring import Option, declare
from ..examples import Examples, one_die
from ..fields import Field, PlayerNumbers, position_field

# ---- 6: The spare die ------------------------------------------------------------------------------------------------
declare(
    number=6, family="dice", duration="-", tactic="+",
    source="A l.145-155, B l.87-93",
    writes={"dice.source": "kept die"}, depends_on=("dropout",),
    fields=("kept",), examples=Examples(steps={"keep": "place"}, convert=one_die),
)  # fmt: skip
fixed(6, "6.3", numbered=1, hoarded=1)


field("kept", "number", "the die kept by each player", COLOURS, variants=(6,))


class Kept(PlayerNumbers):
    """The die kept by each player still in the game."""

    def write(self, s, names):
        return "".join(f"{PLAYERS[p]}{s.kept[p]}" for p in range(s.players) if s.kept[p] and s.gone >> p & 1 == 0)

    def read(self, s, text, names, wrong):
        for player, number in self.pairs(text, "[1-6]", s.players, wrong):
            s.kept[player] = number

    def check(self, s, position, wrong):
        """Everybody keeps one die, except a player who has thrown and not yet used a number: both are in `dice`."""
        for player in range(s.players):
            thrown = player == s.turn and position.dice
            if s.step not in (SECRET, KEEP) and s.gone >> player & 1 == 0 and bool(thrown) == bool(s.kept[player]):
                key = "error.position.kept_here" if thrown else "error.position.kept_not_here"
                raise wrong(key, self.name if self.name in position.rest else "step", player=PLAYERS[player])


position_field(Kept("kept", "numbers", step="keep"))


def _insert_step(step, before):
    """Insert a step before the placements, but after the noting of drawings (2)."""
    if before & 15 == SECRET:
        return SECRET | step << 4 | before >> 4 << 8
    return step | before << 4


@answer(6, "6.1")
def opening(given, before):
    return _insert_step(KEEP, before)


@answer(6, "6.1")
def decide(s, number):
    if s.step == KEEP:
        s.kept[s.turn] = number
        ask.end_opening_step(s)
    else:
        before(s, number)


@answer(6, "6.3")
def receive(s, throw):
    kept = s.kept[s.turn]
    s.kept[s.turn] = 0
    before(s, throw | kept << 3 if throw <= kept or kept == 0 else kept | throw << 3)


@answer(6, "6.3")
def spend(s, number):
    """Keep the other die with its number."""
    before(s, number)
    s.kept[s.turn] = s.dice
    s.dice = 0


# ---- 7: Cards --------------------------------------------------------------------------------------------------------
declare(
    number=7, family="dice", duration="-", tactic="+",
    options=(Option("again", ("draw", "turn"), reading="7-a"),), source="A l.156-169, B l.95-101",
    writes={"dice.source": "cards"},
    fields=("deck", "then"),
    examples=Examples(steps={"shuffle": "place", "announce": "roll", "joker": "roll"}, convert=one_die),
)  # fmt: skip
fixed(7, "7.2", carded=1)


CARDS = 13
PILE = "112233445566*"
field("deck", "number", "the cards from the top", CARDS, variants=(7,))


class Deck(Field):
    """The cards from the top, hidden from everybody; the sentence names the open one."""

    def write(self, s, names):
        return "".join("*" if card == ANY else str(card) for card in s.deck) if s.deck[0] else ""

    def read(self, s, text, names, wrong):
        if sorted(text) != sorted(PILE):
            raise self.format_error(wrong, text)
        for k, card in enumerate(text):
            s.deck[k] = ANY if card == "*" else int(card)

    def check(self, s, position, wrong):
        if s.step not in (SECRET, SHUFFLE) and not s.deck[0]:  # a player's view of the game: any order will do
            self.read(s, PILE, None, wrong)

    def notes(self, position, rules, eyes=""):
        faces = position.dice or (("*",) if position.step == "joker" else ())
        if not faces:
            return () if position.over else (Note("beside.deck"),)
        return (Note("beside.card", (("face", Note("card.joker") if faces[0] == "*" else faces[0]),)),)


position_field(Deck("deck", "numbers", known="nobody"))


@part
def shuffle(s):
    """Shuffle the deck."""
    for k in range(CARDS - 1):
        s.deck[k] = k // 2 + 1
    s.deck[CARDS - 1] = ANY
    for last in range(CARDS - 1, 0, -1):
        other = ask.draw(s, last + 1)
        card = s.deck[last]
        s.deck[last] = s.deck[other]
        s.deck[other] = card


@answer(7, "7.1")
def imagine(s, player):
    """The pile is hidden."""
    before(s, player)
    if s.carded:
        ask.shuffle(s)


@answer(7, "7.1")
def opening(given, before):
    return _insert_step(SHUFFLE, before)


@answer(7, "7.2")
def deal(s):
    s.step = ANNOUNCE


@answer(7, "7.4")
def decide(s, number):
    if s.step == SHUFFLE:
        s.todo >>= 4
        s.step = s.todo & 15
    elif s.step == ANNOUNCE:
        card = 0
        for _ in range(number):
            card = s.deck[0]
            for k in range(CARDS - 1):
                s.deck[k] = s.deck[k + 1]
            s.deck[CARDS - 1] = card
        if card == ANY:
            s.step = JOKER
        else:
            s.dice = card
            ask.start_plan(s)
    elif s.step == JOKER:
        if number == 0:
            s.dice = ANY
            ask.start_plan(s)
        elif s.again_ends_turn:
            s.todo = SIDEWAYS | OWED << 4
            s.step = SIDEWAYS
        else:
            s.step = ANNOUNCE
    else:
        before(s, number)


@setting("7.5")
def again_ends_turn(given, before):
    """Cards (7): 1 if "again" gives up the current turn for a whole new one (7-a)."""
    return int(7 in given.rules.variants and given.rules.option(7, "again") == "turn")


@answer(7, "7.5")
def everywhere(s, number):
    return number == ANY or before(s, number)


# ---- 16: Choice of dice ----------------------------------------------------------------------------------------------
declare(
    number=16, family="dice", duration="=", tactic="+",
    source="A l.260-267, B l.149-153",
    writes={"dice.source": "drafted dice", "turn.order": "the last player goes on"}, depends_on=("dropout",),
    fields=("pool",), examples=Examples(convert=one_die),
)  # fmt: skip
fixed(16, "16.1", numbered=1, drafted=1)


field("pool", "count", "the dice left in the pool that show each number", 7, variants=(16,))


class Pool(Field):
    """The dice left in the pool."""

    def write(self, s, names):
        return ",".join(str(n) for n in range(1, 7) for _ in range(s.pool[n]))

    def read(self, s, text, names, wrong):
        if not re.fullmatch(r"[1-6](,[1-6])*", text) or len(text) > 2 * s.players:
            raise self.format_error(wrong, text)
        for number in text.split(","):
            s.pool[int(number)] += 1

    def check(self, s, position, wrong):
        choosing = {FORWARD, EITHER}.intersection(each_step(s.todo))
        if s.step in (SIDEWAYS, FORWARD, EITHER) and choosing and self.name not in position.rest:
            raise wrong("error.position.pool", "step", step=position.step)

    def value(self, text):
        return tuple(map(int, re.findall("[1-6]", text)))


position_field(Pool("pool", "numbers"))


@answer(16, "16.3")
def deal(s):
    """Roll only when no die is left."""
    if ask.number_at(s, 0) == 0:
        before(s)
    else:
        ask.start_plan(s)


@answer(16, "16.1")
def dice_count(s):
    n = 0
    for player in range(s.players):
        n += s.gone >> player & 1 == 0
    return n


@answer(16, "16.1")
def receive(s, throw):
    while throw:
        s.pool[throw & 7] += 1
        throw >>= 3


@answer(16, "16.1")
def number_at(s, i):
    for number in range(1, 7):
        if s.pool[number]:
            if i == 0:
                return number
            i -= 1
    return 0


@answer(16, "16.2")
def spend(s, number):
    s.pool[number] -= 1


@answer(16, "16.3")
def handover(s):
    """The player who took the last die has another turn at once."""
    if ask.number_at(s, 0) or s.gone >> s.turn & 1:
        before(s)
