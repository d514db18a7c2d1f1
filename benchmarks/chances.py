"""Do the chances that players show come true?  Measure it, or fit the slopes that make them.

    python -m benchmarks.chances [--fit] [--games 500] [--seed 7001] [--rules "39 players=3" ...]

In games of which nobody learned, two positions each are looked at, a third and two thirds of the turns in, and every
player's chance there: as `learned` sees it in games between such players, and as the wide network of `master` does in
games between players who judge by that one.  How far they are from what comes is the root of the mean square over
tenths of the chance shown.
With --fit half of the games say by what slope the log odds should lie farther from those of an even game (logistic
regression), the other half how far off is what is then shown.  A slope that is three standard errors from 1 and brings
the other half nearer is written to `rulesets/weights/index.json`, with the weights that serve these rules; of several
variants together also that it is 1.
"""

import argparse
import json
import math
from array import array
from pathlib import Path
from typing import Any, NamedTuple

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import COLOURS, LEARNED, Mind
from hedgekit.games.race.rulesets import trained_weights, wasm
from hedgekit.games.race.rulesets.combining import RuleSet
from hedgekit.games.race.rulesets.engines import kernel

PLAYERS = (3, 2, 4, 6, 5)
NO_RACE = (0, 18, 19, 20, 24, 29, 40)  # series of the base game, other numbers of players, another game
LIMIT = 2000  # turns of a game
FLATTEST, STEEPEST = 0.2, 5.0  # slopes: weights are whole numbers of 16 bits
PARTS = (1 / 3, 2 / 3)  # of its turns
INDEX = Path(trained_weights.__file__).parent / "weights" / "index.json"
FIELDS = {"weights": 1, "wide": 2}  # and how `expect` calls them
SETS = ("13+39", "9+13", "13+26", "26+39", "3+13", "5+39", "4+14", "10+36", "1+28", "27+36", "9+11", "35+38", "16+26")


class Seen(NamedTuple):
    """The chance that players showed somebody, how many play, and whether he won (parts of a shared win)."""

    shown: float
    players: int
    won: float


class Table:
    """Games of a rule set in WebAssembly, between players who judge by weights of one field (`LAYOUTS`)."""

    def __init__(self, rules: RuleSet, field: str) -> None:
        self.rules, self.how, self.engine, self.ask = rules, FIELDS[field], wasm.fresh(), kernel(rules).answers
        self.mind = Mind([(LEARNED, 0, 0)] * COLOURS)
        self.mind.learned[:] = [self.how] * COLOURS
        self.mind.weights = trained_weights.served(rules).weights
        self.mind.wide = trained_weights.served(rules, "wide").weights

    def play(self, game: int, seed: int, limit: int) -> tuple[int, int]:
        """Play a game, to its end or so many turns: how many it had, and its winners' bits."""
        for place, record in wasm.before(self.rules, self.mind):
            self.engine.write(record, place)
        if self.engine.call("matches", game, 1, seed, limit, game % self.rules.players, 1 << 24, 0) != 1:
            raise RuntimeError(f"{self.rules}: game {game} of seed {seed} failed")
        at = wasm.manifest()["memory"]["rows"]["offset"]
        row = array("i", self.engine.read(at, at + 4 * 9))
        return row[0], row[8] if row[7] != 4 else -1

    def state(self) -> Any:
        """The state in which the last game stopped."""
        kind, at = wasm.manifest()["state"], wasm.manifest()["memory"]["states"]["offset"]
        record = self.engine.read(at + kind["bytes"], at + 2 * kind["bytes"])

        def read(name: str) -> Any:
            offset, length, bits = kind["fields"][name]
            found = array(wasm.CODES[bits], record[offset : offset + (length or 1) * bits // 8]).tolist()
            return found if length else found[0]

        return kernel(self.rules).state_of(read)

    def seen(self, games: int, seed: int) -> list[list[Seen]]:
        """What is seen in each of these games; nothing in one that does not end, or ends in a draw."""
        found = []
        for game in range(games):
            turns, won = self.play(game, seed, LIMIT)
            winners = won.bit_count() if 0 < won < 1 << self.rules.players else 0
            one: list[Seen] = []
            for part in PARTS if winners else ():
                self.play(game, seed, max(1, int(turns * part)))
                s = self.state()
                for seat in range(self.rules.players):
                    if s.gone >> seat & 1 == 0:
                        shown = self.ask.expect(s, self.mind, seat, self.how) / FULL
                        one.append(Seen(shown, self.rules.players, (won >> seat & 1) / winners))
            found.append(one)
        return found


def logit(p: float) -> float:
    """Log odds, of a chance that is not quite certain."""
    p = min(max(p, 1e-5), 1 - 1e-5)
    return math.log(p / (1 - p))


def sloped(shown: float, players: int, slope: float) -> float:
    """The chance that is shown with a slope."""
    even = logit(1 / players)
    return 1 / (1 + math.exp(-even - slope * (logit(shown) - even)))


def fitted(seen: list[Seen]) -> tuple[float, float]:
    """The likeliest slope, by Newton's method, with a prior about 1 that a hundred games outweigh; its error."""
    slope, curve = 1.0, 1.0
    for _ in range(50):
        pull, curve = 4 * (1 - slope), 4.0
        for one in seen:
            x, p = logit(one.shown) - logit(1 / one.players), sloped(one.shown, one.players, slope)
            pull, curve = pull + x * (one.won - p), curve + x * x * p * (1 - p)
        slope = min(max(slope + pull / curve, FLATTEST), STEEPEST)
    return slope, curve**-0.5


def off(seen: list[Seen], slope: float) -> float:
    """How far what is shown with this slope is from what comes: the root of the mean square over tenths."""
    tenths: dict[int, list[tuple[float, float]]] = {}
    for one in seen:
        shown = sloped(one.shown, one.players, slope)
        tenths.setdefault(min(9, int(10 * shown)), []).append((shown, one.won))
    square = sum(
        len(few) * ((sum(a for a, _ in few) - sum(b for _, b in few)) / len(few)) ** 2 for few in tenths.values()
    )
    return math.sqrt(square / len(seen))


def usual() -> list[str]:
    """The base game and every variant alone with each number of players, and some larger sets."""
    words = ["0", *(str(n) for n in hedgekit.VARIANTS if n not in NO_RACE), *SETS]
    found = []
    for players in PLAYERS:
        for text in words:
            try:
                found.append(str(hedgekit.rules(f"{text} players={players}")))
            except hedgekit.HedgekitError:
                continue
    return found


def measured(rules: RuleSet, field: str, games: int, seed: int, fit: bool) -> dict[str, Any]:
    """How far off is what is shown, and what is to be written."""
    seen = Table(rules, field).seen(games, seed)
    if not fit:
        whole = [one for game in seen for one in game]
        return {"off": off(whole, 1), "chances": len(whole)}
    known, unknown = ([one for game in seen[k::2] for one in game] for k in range(2))
    slope, error = fitted(known)
    found = {"off": off(unknown, 1), "slope": slope, "error": error, "then off": off(unknown, slope)}
    return {**found, "chances": len(unknown), "of": trained_weights.served(rules, field).rules}


def main() -> None:
    """Measure, print, and write the slopes if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--fit", action="store_true", help="fit slopes and write them")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7001)
    parser.add_argument("--rules", nargs="*", default=[])
    given = parser.parse_args()
    if given.fit:
        for field in FIELDS:
            for known in trained_weights.index(field).values():
                known.pop("slopes", None)
    for text in given.rules or usual():
        rules = hedgekit.rules(text)
        for field in FIELDS:
            found = measured(rules, field, given.games, given.seed, given.fit)
            told = {key: round(value, 3) if isinstance(value, float) else value for key, value in found.items()}
            print(json.dumps({"rules": text, "field": field, **told}), flush=True)
            if given.fit:
                write(field, text, found)


def write(field: str, text: str, found: dict[str, Any]) -> None:
    """Note the slope of a rule set with the weights that serve it; none where it may be 1."""
    served, rules = found["of"], text.partition(" players=")[0]
    lines = INDEX.read_text("utf-8").splitlines()
    begun = next(k for k, line in enumerate(lines) if line.startswith(f'"{field}"'))
    at = next(k for k in range(begun, len(lines)) if lines[k].startswith(f"  {json.dumps(served)}:"))
    known = json.loads("{" + lines[at].rstrip(",") + "}")[served]
    slopes = known.pop("slopes", {})
    slopes.pop(rules, None)
    if abs(found["slope"] - 1) > 3 * found["error"] and found["then off"] < found["off"]:
        slopes[rules] = round(found["slope"], 2)
    elif "+" in rules:
        slopes[rules] = 1
    told = {**known, "slopes": dict(sorted(slopes.items()))} if slopes else known
    lines[at] = f"  {json.dumps(served)}: {json.dumps(told)}" + ("," if lines[at].endswith(",") else "")
    INDEX.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
