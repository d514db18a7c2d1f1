"""Many games and their statistics."""

import json
from collections import Counter

import hedgekit


def longest(result: hedgekit.Result) -> tuple[int, float]:
    """Return the length of the longest game, and the average number of choices in a decision."""
    turns = result["turns"]
    shares: list[float] = list(result["forced_share"])
    homes: list[int] = [home[0] for home in result["home"]]
    return max(turns), sum(shares) / len(shares) + min(homes)


result = hedgekit.simulate([9, 13], 2, ["greedy", "lookahead:4"], seed=(1 << 63) - 1, engine="interpreted")
low, high = result.interval("turns")
print(longest(result), low, high, result.share("A"), result.engine, Counter(result["turns"].tolist()).most_common(1))
again = hedgekit.Result.from_json(result.to_json(columns=True))
figures: dict[str, object] = json.loads(again.to_json())
print(again == result, result + hedgekit.simulate([9, 13], 1, ["greedy", "lookahead:4"], seed=2), len(figures))
series = hedgekit.simulate_series("19 players=2", 2, "random", engine="interpreted")
print([row["games"] for row in series], series.table("fr"))
