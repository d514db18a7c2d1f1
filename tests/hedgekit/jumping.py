"""A variant of one rule in one file, as in the guide: 61, a hedgehog may jump over a black square."""

from hedgekit.games.race.engine.composing import answer, ask, before
from hedgekit.games.race.engine.state import MANY, NUMBER, TO
from hedgekit.games.race.variants import UP_TO_SIX, declare

WORDS = {
    "en": {"title": "Leapfrog", "sentence": "An advance may leap over a black square."},
    "fr": {"title": "Saute-mouton", "sentence": "Une avance peut sauter par-dessus une case noire."},
}
declare(number=61, family="moving", players=UP_TO_SIX, advised=UP_TO_SIX, words=WORDS)


@answer(61, "61.1")
def entries(s, number, k):
    k, squares = before(s, number, k), ask.run(s, number)
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        over = ask.ahead(s, piece, cell)
        if s.black >> over & 1 and not (s.holds & bit and ask.held(s, piece, cell)):
            to = ask.ahead(s, piece, over)
            if ask.feasible(s, cell, 1, to, 0):
                s.moves[k] = cell | to << TO | 1 << MANY | number << NUMBER
                k += 1
    return k
