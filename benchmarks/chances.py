"""Measure the calibration of the chances shown, or fit it.

    python -m benchmarks.chances [--games 100] [--seed 9101] [--keep FOLDER] [--rules "39 players=3" ...]
    python -m benchmarks.chances --fit [--games 400] [--seed 7001] [--keep FOLDER]

Two positions of each game are evaluated, after a third and two thirds of the turns of a typical game: "weights" are the
chances shown by bars, curves and `Game.chances()`, among such players; "wide", of half as many games, the values at the
end of a master's playouts.  "off" is the root mean square difference, over tenths of the chance shown, between shown
and actual results; "luck" is its value for perfectly calibrated chances (positions of one game share their luck).  Sets
that are off by more than 0.05 beyond luck are measured again in four times as many new games, and those count.  Without
--rules: the base game and every variant alone with 2, 3, 4 and 6 players, 60 larger sets that were fitted with other
games, and 60 that were not (`LARGER`).

--fit plays other games, of every variant alone with 2 to 6 players and of larger sets, and writes
`rulesets/weights/calibration.json`: factors that scale the log odds relative to an even game.  A factor is that of the
rule set's weights, times one for each other variant in play, times one for that variant with this number of players; if
the weights see too little (`RULED`) the log odds of the heuristic are added.  Each set that was played also has its own
factor and share of the heuristic.  All are fitted at once by logistic regression, shrunk towards 1 (`PRIOR`).
`--keep FOLDER` stores the games of each set in a file, so that an interrupted run can resume.
"""

import argparse
import json
import math
import random
import zlib
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import AS_LEARNED, COLOURS, LEARNED, Mind
from hedgekit.games.race.rulesets import trained_weights, wasm
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.games.race.rulesets.rule_set import RuleSet

MEASURED, FITTED = (2, 3, 4, 6), (2, 3, 4, 5, 6)  # players
PART = {2: 1, 3: 0.75, 4: 0.6, 5: 0.3, 6: 0.45}  # of the games, by players, as each game gives that many chances
NO_RACE = (0, 18, 19, 20, 24, 29, 40)  # series of the base game, other numbers of players, another game
LIMIT = 2000  # turns of a game
PARTS = (1 / 3, 2 / 3)  # of the turns of a typical game; of its own would reveal how soon it ends
PILOT, OTHER, ENDING = 25, 1 << 20, 5  # pilot games; first number of other games; least finished pilot games
FILE = Path(trained_weights.__file__).parent / "weights" / trained_weights.CALIBRATION
KINDS = ("learned", "common", *map(str, FITTED), "rule")  # parts as stored, besides "sets"
FIELDS = {"weights": 1, "wide": 2}  # field -> its number for `expect`
RULED = ("11", "15", "37", "38", "39")  # found by cross-validation on larger sets: others do not help
RULES = ("rule", "set rule")  # parts of the heuristic
HELD = {"wide": {"15": (0.66, 0.3)}}
"""Not fitted: factor and heuristic of a variant whose aim the weights do not know.  A fit to the games of players with
one such pair is wrong for players with the fitted pair; these values are consistent."""
PRIOR = {"learned": 5.0, "common": 20.0, "players": 40.0, "rule": 20.0, "set": 100.0, "set rule": 200.0}
"""Inverse variances, of logarithms except for RULES; the last two chosen by cross-validation."""
TOLD, AGAIN = 0.05, 4  # beyond luck: reported, after a second measurement with AGAIN times the games


def singles(players: Iterable[int]) -> list[str]:
    """Return the base game and every variant alone."""
    words = ["0", *(str(n) for n in hedgekit.VARIANTS if n not in NO_RACE)]
    return [found for many in players for word in words if (found := text_of(f"{word} players={many}"))]


def mixed(many: int, seed: int, players: tuple[int, ...], without: Iterable[str] = ()) -> list[str]:
    """Return this many random sets of two to four variants."""
    source, found = random.Random(seed), list[str]()
    numbers = [n for n in hedgekit.VARIANTS if n not in NO_RACE]
    while len(found) < many:
        words = "+".join(map(str, sorted(source.sample(numbers, source.choice((2, 2, 3, 4))))))
        rules = text_of(f"{words} players={source.choice(players)}")
        if rules and rules not in found and rules not in without:
            found.append(rules)
    return found


def text_of(text: str) -> str:
    """Return the text of a rule set; "" if it is impossible."""
    try:
        return str(hedgekit.rules(text))
    except hedgekit.HedgekitError:
        return ""


FEW, LARGER = mixed(200, 1, FITTED), mixed(60, 4, MEASURED, mixed(200, 1, FITTED))
UNSEEN = mixed(60, 5, MEASURED, [*FEW, *LARGER])
"""Larger sets: only fitted; fitted with twice the games, and measured in others; only measured."""


class Table:
    """Games of a rule set in WebAssembly, between players with the weights of one field (`LAYOUTS`)."""

    def __init__(self, rules: RuleSet, field: str) -> None:
        self.rules, self.field, self.engine, self.game = rules, field, wasm.new_instance(), hedgekit.Game(rules)
        self.ask, self.mind = kernel(rules).answers, Mind([(LEARNED, 0, 0)] * COLOURS)
        self.mind.learned[:] = [FIELDS[field]] * COLOURS
        narrow, wide = trained_weights.weights_for(rules), trained_weights.weights_for(rules, "wide")
        self.mind.weights, self.mind.wide = narrow.weights, wide.weights
        self.mind.calibration = (*narrow.calibration, *wide.calibration)

    def play(self, game: int, seed: int, looks: Iterable[int] = ()) -> tuple[list[Any], int, int]:
        """Play a game; return its states after these numbers of turns, its turns, and its winners as bits (0: none)."""
        for place, record in wasm.initial_memory(self.rules, self.mind):
            self.engine.write(record, place)
        kind, memory, found, turn = wasm.manifest()["state"], wasm.manifest()["memory"], list[Any](), 0
        at, rows = memory["states"]["offset"] + kind["bytes"], memory["rows"]["offset"]
        for wanted in (*looks, 2 * LIMIT):
            if self.engine.call("matches", game, 1, seed, LIMIT, game % self.rules.players, wanted - turn, 0):
                break
            found.append(wasm.unpack_state(self.engine.read(at, at + kind["bytes"]), self.rules))
            turn = found[-1].turn_count
        row = array("i", self.engine.read(rows, rows + 4 * 9))
        return found, row[0], row[8] if row[7] != 4 and 0 < row[8] < 1 << self.rules.players else 0

    def expected(self, s: Any, seat: int, how: int) -> float:
        """Return a seat's chance in a state by `expect`; how: as in `FIELDS`, 0 for the heuristic."""
        return float(self.ask.expect(s, self.mind, seat, how) / FULL)

    def seen(self, games: int, seed: int, with_shown: bool = True) -> Any:
        """Return an array with a row per seat and position of games with a winner; empty if hardly any game ends.

        Columns: the learned chance, the share of the game won, the chance by the heuristic, the index of the position,
        and, if `with_shown`, the chance shown.
        """
        found, served, how = [], self.mind.calibration, FIELDS[self.field]
        usual = [turns for _, turns, won in (self.play(OTHER + game, seed) for game in range(PILOT)) if won]
        looks = [max(1, round(np.median(usual) * part)) for part in PARTS] if len(usual) >= ENDING else []
        for game in range(games if looks else 0):
            states, _, won = self.play(game, seed, looks)
            for look, s in enumerate(states if won else ()):
                self.game._state = s
                shown = [*self.game.chances().values()] if with_shown and how == 1 else []
                for seat in range(self.rules.players):
                    if s.gone >> seat & 1 == 0:
                        is_shown = shown[seat] if shown else self.expected(s, seat, how) if with_shown else 0
                        self.mind.calibration = AS_LEARNED * 2
                        own, rule = (self.expected(s, seat, one) for one in (how, 0))
                        self.mind.calibration = served
                        found.append((own, (won >> seat & 1) / won.bit_count(), rule, 2 * game + look, is_shown))
        return np.array(found).reshape(-1, 5)


def off(seen: Any) -> tuple[float, float]:
    """Return the difference between chances shown and results, over tenths, and its value by luck alone."""
    shown, missed, game, square, luck = seen[:, 4], seen[:, 1] - seen[:, 4], (seen[:, 3] // 2).astype(int), 0.0, 0.0
    tenth = np.minimum(9, (10 * shown).astype(int))
    for k in set(tenth.tolist()):
        here = tenth == k
        square += here.sum() * missed[here].mean() ** 2
        luck += (np.bincount(game[here], missed[here]) ** 2).sum() / here.sum()
    return math.sqrt(square / len(shown)), math.sqrt(luck / len(shown))


def measure(sets: list[str], games: int, seed: int, keep: Path | None) -> None:
    """Print how far off the chances shown are under each set, and a summary."""
    for field in FIELDS:
        found: dict[str, list[tuple[str, float, float, float]]] = {}
        for text in sets:
            for more in (1, AGAIN):
                seen = played(text, field, round(games * more / FIELDS[field]), seed + more, keep)
                one, luck = off(seen) if len(seen) else (0.0, 0.0)
                beyond = max(0.0, one * one - luck * luck) ** 0.5
                print(text, field, f"off {one:.3f}, luck {luck:.3f}, beyond {beyond:.3f}, of {len(seen)}", flush=True)
                if beyond <= TOLD:
                    break
            kind = f"{text[-1]} players, one or none" if "+" not in text else "several" + ", unseen" * (text in UNSEEN)
            found.setdefault(kind, []).extend([(text, one, luck, beyond)] if len(seen) else [])
        for kind, rows in found.items():
            one, luck = (float(np.median([row[k] for row in rows])) for k in (1, 2))
            far = ", ".join(f"{text.partition(' ')[0]} {much:.3f}" for text, *_, much in rows if much > TOLD)
            print(f"| {kind}: {field} | {len(rows)} | {one:.3f} | {luck:.3f} | {far or 'none'} |")


def parts(text: str, learned: str) -> list[tuple[str, str]]:
    """Return the parts of a set's factor: of its weights, of each other variant (common, by players), its own."""
    own, (words, _, players) = set(trained_weights.variant_words(learned)), text.partition(" players=")
    others = [word for word in trained_weights.variant_words(words) if word not in own]
    found = [("learned", learned), *(("common", one) for one in others), *((players, one) for one in others)]
    found += [("rule", one) for one in others if one in RULED]
    return found + [(kind, text) for kind in ("set", "set rule") if others]


def fitted(seen: Mapping[str, tuple[str, Any]]) -> dict[tuple[str, str], float]:
    """Fit the parts by Newton's method.  seen: set -> its weights, and the rows of `Table.seen`."""
    places: dict[tuple[str, str], int] = {}
    sets = []
    for text, (learned, rows) in seen.items():
        named = parts(text, learned)
        at = np.array([places.setdefault(one, len(places)) for one in named])
        even = -math.log(int(text[-1]) - 1)
        chances = np.clip(rows[:, [0, 2]], 1e-5, 1 - 1e-5)
        odds, ruled = np.log(chances / (1 - chances)) - even, np.array([kind in RULES for kind, _ in named])
        sets.append((at, ruled, odds, even, rows[:, 1]))
    drawn, found = np.array([PRIOR.get(kind, PRIOR["players"]) for kind, _ in places]), np.zeros(len(places))
    for _ in range(15):
        pull, curve = -drawn * found, np.diag(drawn)
        for at, ruled, odds, even, won in sets:
            own, rule = math.exp(min(max(found[at][~ruled].sum(), -3), 2)), found[at][ruled].sum()
            x = np.stack([odds[:, 1] if one else own * odds[:, 0] for one in ruled], axis=1)
            p = 1 / (1 + np.exp(-np.clip(even + odds @ (own, rule), -30, 30)))
            pull[at] += x.T @ (won - p)
            curve[np.ix_(at, at)] += (x * (p * (1 - p))[:, None]).T @ x
        found += np.clip(np.linalg.solve(curve, pull), -0.5, 0.5)
    return {one: float(found[k] if one[0] in RULES else math.exp(found[k])) for one, k in places.items()}


def fit(games: int, seed: int, keep: Path | None) -> None:
    """Play, fit and write the calibration."""
    lines = []
    for field in FIELDS:
        seen, held = dict[str, tuple[str, Any]](), HELD.get(field, {})
        for text in [*singles(FITTED), *FEW, *LARGER]:
            learned, times = trained_weights.nearest_weights(hedgekit.rules(text), field).rules, 1 + (text in LARGER)
            if held.keys().isdisjoint(one for _, one in parts(text, learned)):
                rows = played(text, field, games * times // FIELDS[field], seed, keep, False)
                seen |= {text: (learned, rows)} if len(rows) else {}
        found = fitted(seen)
        found = {part: round(found[part], 2) for part in sorted(found, key=lambda part: (len(part[1]), part))}
        kinds: dict[str, Any] = {kind: {one: much for (of, one), much in found.items() if of == kind} for kind in KINDS}
        kinds["sets"] = {one: [much, found["set rule", one]] for (of, one), much in found.items() if of == "set"}
        for k, kind in enumerate(("common", "rule")):
            kinds[kind] |= {one: both[k] for one, both in held.items()}
        written = ",\n".join(f"{json.dumps(kind)}: {json.dumps(row)}" for kind, row in kinds.items())
        lines.append(f"{json.dumps(field)}: {{{written}}}")
    FILE.write_text("{" + ",\n".join(lines) + "}\n", "utf-8")


def played(text: str, field: str, games: int, seed: int, keep: Path | None, with_shown: bool = True) -> Any:
    """Return `Table.seen` for a set, for this many games with two players and fewer with more."""
    rules, name = hedgekit.rules(text), f"{field}_{seed}_{zlib.crc32(FILE.read_bytes())}_{text.replace(' ', '_')}.npy"
    file = keep and keep / name
    if file and file.exists():
        return np.load(file)
    seen = Table(rules, field).seen(round(games * PART[rules.players]), seed, with_shown)
    if file:
        np.save(file, seen)
    return seen


def main() -> None:
    """Measure and print, or fit and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--fit", action="store_true", help="fit the calibration, and write it")
    parser.add_argument("--games", type=int, default=0, help="games of a set with two players; fewer with more")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", nargs="*", default=[])
    parser.add_argument("--keep", type=Path, help="a folder to store games in")
    given = parser.parse_args()
    if given.fit:
        fit(given.games or 400, given.seed or 7001, given.keep)
    else:
        usual = [*singles(MEASURED), *LARGER, *UNSEEN]
        measure(given.rules or usual, given.games or 100, given.seed or 9101, given.keep)


if __name__ == "__main__":
    main()
