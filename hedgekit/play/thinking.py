"""Players who look ahead by the clock: the search of `engine/search.py`, with time in the place of playouts."""

from time import perf_counter
from typing import Any

from ..engine.composing import Answers
from ..engine.mind import Mind


def think(ask: Answers, s: Any, work: list[Any], mind: Mind, n: int, seconds: float) -> None:
    """Have the player on turn look ahead for so long, half of his n listed moves given up again and again.

    ask: the answers of the rule set; s: the state, whose moves are listed; work: scratch states.  What he found is left
    in `mind`, the move he chooses first in its order.
    """
    end, looked, tried = perf_counter() + seconds, ask.looked_at(s, n), 0
    ask.consider(s, mind, n)
    ask.begin_thinking(s, work, mind, looked)
    live, seed = mind.thought[0], mind.thought[1]
    left = max(1, (live - 1).bit_length())
    while left:
        over = perf_counter() + (end - perf_counter()) / left
        while tried == 0 or perf_counter() < over:
            ask.look(s, work, mind, live, tried, 1, seed)
            tried += 1
        ask.keep_best(mind, live, live)
        live, left = (live + 1) // 2, left - 1
    if looked != n:
        ask.bid(s, mind)
