"""Do the chances that are shown come true?  Measure it, or fit what calibrates them.

    python -m benchmarks.chances [--games 400] [--seed 9001] [--rules "39 players=3" ...]
    python -m benchmarks.chances --fit [--games 400] [--seed 7001]

Two positions of each game are looked at, after a third and two thirds of the turns of a usual game, and what is shown
of everybody there: "weights" is what bars, curves and `Game.chances()` show, in games between such players; "wide" is
what the playouts of a master end with, in games between players who judge by that.  "off" is the root of the mean
square over tenths of the chance shown, between what is shown and what comes; "luck" is what that would be if all of it
came true but for luck.
Without --rules: the base game and every variant alone with 2, 3, 4 and 6 players, and 60 larger sets (`mixed`), none of
which was fitted to; nor is any seed the one that was fitted to.

--fit plays other games, of every variant alone with 2 to 6 players and of other larger sets, with what was learned as
it was, and writes `rulesets/weights/calibration.json`: by what factor the log odds should lie farther from those of an
even game.  It is that of the weights which serve a rule set, and each variant in play adds its part, a common one and
one for its number of players; where the weights see too little (`RULED`) the log odds of the rule of thumb count, too.
All are fitted at once to all sets: logistic regression, the parts drawn towards 0 (`PRIOR`).  What was played is
kept in `--keep FOLDER`; what is there is not played again.
"""

import argparse
import json
import math
import random
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import COLOURS, LEARNED, UNIT, Mind
from hedgekit.games.race.rulesets import trained_weights, wasm
from hedgekit.games.race.rulesets.combining import RuleSet
from hedgekit.games.race.rulesets.engines import kernel

MEASURED, FITTED = (2, 3, 4, 6), (2, 3, 4, 5, 6)  # players
PART = {2: 1, 3: 0.75, 4: 0.6, 5: 0.3, 6: 0.45}  # of the games, by players: each game shows as many chances
NO_RACE = (0, 18, 19, 20, 24, 29, 40)  # series of the base game, other numbers of players, another game
LIMIT = 2000  # turns of a game
PARTS = (1 / 3, 2 / 3)  # of the turns of a usual game; of its own would tell how soon it ends, and so who is ahead
PILOT = 25  # other games, which say what is usual
FILE = Path(trained_weights.__file__).parent / "weights" / trained_weights.CALIBRATION
FIELDS = {"weights": 1, "wide": 2}  # and how `expect` calls them
RULED = ("11", "37", "38", "39")  # as found by leaving out larger sets in turn: with others these come no nearer
PRIOR = {
    "learned": 5.0,
    "common": 20.0,
    "players": 40.0,
    "rule": 20.0,
}  # a part's inverse variance; "learned": of 1, the others of 0
TOLD = 0.05  # off by more than that, beyond luck, is said


def singles(players: Iterable[int]) -> list[str]:
    """The base game and every variant alone."""
    words = ["0", *(str(n) for n in hedgekit.VARIANTS if n not in NO_RACE)]
    return [found for many in players for word in words if (found := allowed(f"{word} players={many}"))]


def mixed(many: int, seed: int, players: tuple[int, ...], without: Iterable[str] = ()) -> list[str]:
    """So many sets of two to four variants, drawn at random."""
    source, found = random.Random(seed), list[str]()
    numbers = [n for n in hedgekit.VARIANTS if n not in NO_RACE]
    while len(found) < many:
        words = "+".join(map(str, sorted(source.sample(numbers, source.choice((2, 2, 3, 4))))))
        rules = allowed(f"{words} players={source.choice(players)}")
        if rules and rules not in found and rules not in without:
            found.append(rules)
    return found


def allowed(text: str) -> str:
    """The rule set as it is written; "" if it cannot be."""
    try:
        return str(hedgekit.rules(text))
    except hedgekit.HedgekitError:
        return ""


class Table:
    """Games of a rule set in WebAssembly, between players who judge by weights of one field (`LAYOUTS`).

    raw: by what was learned as it was, without what calibrates it.
    """

    def __init__(self, rules: RuleSet, field: str, raw: bool = False) -> None:
        self.rules, self.field, self.engine, self.game = rules, field, wasm.fresh(), hedgekit.Game(rules)
        self.ask, self.mind, self.raw = kernel(rules).answers, Mind([(LEARNED, 0, 0)] * COLOURS), raw
        serve = trained_weights.nearest if raw else trained_weights.served
        self.mind.learned[:] = [FIELDS[field]] * COLOURS
        narrow, wide = serve(rules), serve(rules, "wide")
        self.mind.weights, self.mind.wide = narrow.weights, wide.weights
        self.mind.calibration = (*narrow.calibration, *wide.calibration)

    def play(self, game: int, seed: int, looks: Iterable[int] = ()) -> tuple[list[Any], int, int]:
        """Play a game: its states after so many turns each, if it lasts, its turns, its winners' bits, 0 if none."""
        for place, record in wasm.before(self.rules, self.mind):
            self.engine.write(record, place)
        kind, memory, found, turn = wasm.manifest()["state"], wasm.manifest()["memory"], list[Any](), 0
        at, rows = memory["states"]["offset"] + kind["bytes"], memory["rows"]["offset"]
        for wanted in (*looks, 2 * LIMIT):
            if self.engine.call("matches", game, 1, seed, LIMIT, game % self.rules.players, wanted - turn, 0):
                break
            found.append(self.state(self.engine.read(at, at + kind["bytes"])))
            turn = found[-1].turn_count
        row = array("i", self.engine.read(rows, rows + 4 * 9))
        return found, row[0], row[8] if row[7] != 4 and 0 < row[8] < 1 << self.rules.players else 0

    def state(self, record: bytes) -> Any:
        """The state of a record of the module's memory."""
        return kernel(self.rules).state_of(lambda name: number(wasm.manifest()["state"], record, name))

    def shown(self, s: Any) -> list[float]:
        """What is shown of everybody in a state: raw as it is, what players see as they see it, divided by the sum."""
        if self.field == "weights" and not self.raw:
            self.game._state = s
            return [*self.game.chances().values()]
        seats = range(self.rules.players)
        return [self.ask.expect(s, self.mind, seat, FIELDS[self.field]) / FULL for seat in seats]

    def seen(self, games: int, seed: int) -> Any:
        """An array with a row for everybody at each position of games that somebody wins.

        What is shown of him, what of the game he won (parts of it), his chance by the rule of thumb, and which position
        it is.
        """
        found, others = [], [self.play(games + game, seed) for game in range(PILOT)]
        usual = np.median([turns for _, turns, won in others if won] or [LIMIT])
        for game in range(games):
            states, _, won = self.play(game, seed, [max(1, round(usual * part)) for part in PARTS])
            for look, s in enumerate(states if won else ()):
                for seat, chance in enumerate(self.shown(s)):
                    if s.gone >> seat & 1 == 0:
                        rule = self.ask.expect(s, self.mind, seat, 0) / FULL
                        found.append((chance, (won >> seat & 1) / won.bit_count(), rule, 2 * game + look))
        return np.array(found).reshape(-1, 4)


def number(kind: dict[str, Any], record: bytes, name: str) -> Any:
    """A field of a state's record: a number or a list."""
    at, length, bits = kind["fields"][name]
    found = array(wasm.CODES[bits], record[at : at + (length or 1) * bits // 8]).tolist()
    return found if length else found[0]


# ---- measuring -------------------------------------------------------------------------------------------------------


def off(shown: Any, won: Any) -> tuple[float, float]:
    """How far what is shown is from what comes, over tenths: all of it, and what of it luck alone would make."""
    square = luck = 0.0
    tenth = np.minimum(9, (10 * shown).astype(int))
    for k in set(tenth.tolist()):
        few, came = shown[tenth == k], won[tenth == k]
        square += len(few) * (few.mean() - came.mean()) ** 2
        luck += (few * (1 - few)).mean()
    return math.sqrt(square / len(shown)), math.sqrt(luck / len(shown))


def measure(sets: list[str], games: int, seed: int) -> None:
    """Print how far off is what is shown under each of these sets, and what that comes to."""
    found: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for text in sets:
        rules = hedgekit.rules(text)
        several = "several" if "+" in text else "one or none"
        for field in FIELDS:
            seen = Table(rules, field).seen(round(games * PART[rules.players]), seed)
            if len(seen) == 0:
                continue
            one, luck = off(seen[:, 0], seen[:, 1])
            counts = [round(part / UNIT, 2) for part in trained_weights.served(rules, field).calibration[:2]]
            told = {"counts": counts, "off": round(one, 3), "luck": round(luck, 3)}
            print(json.dumps({"rules": text, "field": field, **told, "chances": len(seen)}), flush=True)
            found.setdefault((f"{rules.players} players, {several}", field), []).append((text, one, luck))
    for (kind, field), rows in found.items():
        beyond = {text: max(0.0, one * one - luck * luck) ** 0.5 for text, one, luck in rows}
        far = ", ".join(f"{text.partition(' ')[0]} {much:.3f}" for text, much in beyond.items() if much > TOLD)
        median = float(np.median([one for _, one, _ in rows]))
        luck = float(np.median([luck for *_, luck in rows]))
        over = sum(one > TOLD for _, one, _ in rows)
        print(f"| {kind}: {field} | {len(rows)} | {median:.3f} | {luck:.3f} | {over} | {far or 'none'} |")


# ---- fitting ---------------------------------------------------------------------------------------------------------


def parts(text: str, learned: str) -> list[tuple[str, str]]:
    """Of what a set's factors are sums: its weights' own, of each other variant what is common and not, and "rule"."""
    own, (words, _, players) = set(trained_weights.by_name(learned)), text.partition(" players=")
    others = [word for word in trained_weights.by_name(words) if word not in own]
    ruled = [("rule", one) for one in others if one in RULED]
    return [("learned", learned), *(("common", one) for one in others), *((players, one) for one in others), *ruled]


def fitted(seen: Mapping[str, tuple[str, Any]]) -> dict[tuple[str, str], float]:
    """The likeliest parts, by Newton's method.  seen: set -> the weights that serve it, and what is seen of it."""
    places: dict[tuple[str, str], int] = {}
    sets = []
    for text, (learned, rows) in seen.items():
        named = parts(text, learned)
        at = [places.setdefault(one, len(places)) for one in named]
        even = -math.log(int(text[-1]) - 1)
        chances = np.clip(rows[:, [0, 2]], 1e-5, 1 - 1e-5)
        own, rule = (np.log(chances / (1 - chances)) - even).T
        x = np.stack([rule if kind == "rule" else own for kind, _ in named], axis=1)
        sets.append((at, x, rows[:, 1], even))
    drawn = np.array([PRIOR.get(kind, PRIOR["players"]) for kind, _ in places])
    before = np.array([float(kind == "learned") for kind, _ in places])
    found = before.copy()
    for _ in range(12):
        pull, curve = drawn * (before - found), np.diag(drawn)
        for at, x, won, even in sets:
            p = 1 / (1 + np.exp(-np.clip(even + x @ found[at], -30, 30)))
            pull[at] += x.T @ (won - p)
            curve[np.ix_(at, at)] += (x * (p * (1 - p))[:, None]).T @ x
        found += np.linalg.solve(curve, pull)
    return {one: float(found[k]) for one, k in places.items()}


def fit(games: int, seed: int, keep: Path | None) -> None:
    """Play, fit and write."""
    lines = []
    for field in FIELDS:
        found = fitted(dict(played(field, games, seed, keep)))
        kinds = ["learned", "common", *map(str, FITTED), "rule"]
        rows = [
            f"{json.dumps(kind)}: "
            + json.dumps({one: round(found[of, one], 2) for of, one in sorted(found, key=in_order) if of == kind})
            for kind in kinds
        ]
        lines.append(f"{json.dumps(field)}: {{\n" + ",\n".join(rows) + "\n}")
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def in_order(part: tuple[str, str]) -> tuple[int, str]:
    """Variants by number, then what has none."""
    return int(part[1]) if part[1].isdecimal() else 0, part[1]


def played(field: str, games: int, seed: int, keep: Path | None) -> Iterator[tuple[str, tuple[str, Any]]]:
    """The sets that are fitted to, each with its weights' name and what was seen of it."""
    for text in [*singles(FITTED), *mixed(200, 1, FITTED)]:
        rules, file = hedgekit.rules(text), keep and keep / f"{field}_{seed}_{text.replace(' ', '_')}.npy"
        if file and file.exists():
            seen = np.load(file)
        else:
            seen = Table(rules, field, raw=True).seen(round(games * PART[rules.players]), seed)
            if file:
                np.save(file, seen)
        if len(seen):
            yield text, (trained_weights.nearest(rules, field).rules, seen)


def main() -> None:
    """Measure and print, or fit and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--fit", action="store_true", help="fit what calibrates the chances, and write it")
    parser.add_argument("--games", type=int, default=400, help="of a set with two players; with more fewer")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", nargs="*", default=[])
    parser.add_argument("--keep", type=Path, help="a folder for what --fit has played")
    given = parser.parse_args()
    if given.fit:
        fit(given.games, given.seed or 7001, given.keep)
    else:
        usual = [*singles(MEASURED), *mixed(60, 3, MEASURED, mixed(200, 1, FITTED))]
        measure(given.rules or usual, given.games, given.seed or 9001)


if __name__ == "__main__":
    main()
