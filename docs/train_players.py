"""Train players on a rule set by self-play.

    python docs/train_players.py "0 players=2" --seconds 60 --seed 1      one rule set
    python docs/train_players.py "0 players=4" --wide --seconds 200       the same for the master's network
    python docs/train_players.py                                          all of RULES, for the times given there

The players are those of the engine (`engine/choice/`), compiled for the rule set.  After each game the weights move
towards the chances found later in it, with decreasing influence (TD(lambda), lambda = 0.7).  They are rounded to
integers and written to `rulesets/weights/`, with a line in `index.json`; docs/players.md measures their strength.  The
same seed and number of games give the same weights.  Needs numba (`hedgekit[engine]`).
"""

import argparse
import hashlib
import json
import re
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from engine import compiled
from engine.records import record_opener
from numba import njit

import hedgekit
from hedgekit.games.race.engine.choice.memory import HIDDEN, LEARNED, MIND, SEEN, SIGHTS
from hedgekit.games.race.engine.choice.value_network import UNIT
from hedgekit.games.race.engine.playouts import seeded
from hedgekit.games.race.engine.state import OVER, PLACE
from hedgekit.games.race.rulesets import trained_weights
from hedgekit.games.race.rulesets.trained_weights import LAYOUTS

FOLDER = Path(trained_weights.__file__).parent / "weights"
POSITIONS = 1500  # most positions of a game to learn from
BATCH = 250  # games between checks of the clock and roundings of the weights
LAMBDA = 0.7
AVERAGED = 0.7  # fraction of the training after which the weights of batches are averaged
LOG2_E = 1.4426950408889634


class Net(NamedTuple):
    """A network to train: its field in the mind and the index, its feature function and number of features.

    how: its number for `expect`; fast, slow: the learning rates at the beginning and at the end.
    """

    field: str
    sees: str
    seen: int
    how: int
    fast: float
    slow: float


NETS = {
    False: Net("weights", "features", SEEN, 1, 0.02, 0.0005),
    True: Net("wide", "master_features", SIGHTS, 2, 0.01, 0.0003),
}
"""Whether it is the master's -> network."""


def default_rules():
    """Return rule set -> seconds of training: the base game by number of players, each variant alone."""
    found = {f"0 players={players}": 90 for players in (2, 4, 3, 6, 5)}
    found |= {f"{number} players=2": 40 for number in (11, 15, 34)}  # with another course or aim
    for few in (False, True):
        for number, variant in hedgekit.VARIANTS.items():
            if number in (0, 18, 19, 20, 24, 40):  # series of the base game; 40 is no race
                continue
            players = min(variant.players) if few else 4 if 4 in variant.players else max(variant.players)
            found.setdefault(f"{number} players={players}", 25)
    return found


RULES = default_rules()
MASTERS = {f"0 players={players}": 200 for players in (2, 3, 4, 5, 6)} | {
    f"{number} players=2": 100 for number in (3, 15, 34, 39)
}
"""The same for the master's network."""


def trainer(states, net, universal=False):
    """Return the compiled function that plays games and learns from them: for these states' rule set, or for all."""
    ask = compiled.compile_answers(states.variants, universal)
    set_up, play, toss, is_chance = ask.set_up, ask.play, ask.toss, ask.is_chance
    list_moves, choose, draw, features = ask.list_moves, ask.choose, ask.draw, getattr(ask, net.sees)
    start = compiled.compile_inner(seeded)
    opened_states, opened_mind = record_opener(states.record, True), record_opener(compiled.MEMORY, False)
    options = compiled.OPTIONS

    @njit(**options)
    def value(active, n, first, second, sums):
        sums[:] = 0
        for k in range(n):
            sums += first[active[k]]
        out = second[HIDDEN]
        for unit in range(HIDDEN):
            out += second[unit] * sums[unit] / (1 + abs(sums[unit]))
        return 1 / (1 + np.exp(-out))

    @njit(**options)
    def learn(seen, many, turns, won, first, second, rate, sums):
        error = 0.0
        goal = following = won
        for k in range(turns - 1, -1, -1):
            n = many[k]
            found = value(seen[k], n, first, second, sums)
            if k < turns - 1:
                goal = (1 - LAMBDA) * following + LAMBDA * goal
            following = found
            error += (won - found) ** 2
            step = rate * (goal - found)
            for unit in range(HIDDEN):
                soft = 1 + abs(sums[unit])
                back = step * second[unit] / (soft * soft)
                second[unit] += step * sums[unit] / soft
                for active in range(n):
                    first[seen[k, active], unit] += back
            second[HIDDEN] += step
        return error / max(turns, 1)

    @njit(**options)
    def train(number, games, seed, states, memory, first, second, seen, many, rate, chancy, sums):
        work, mind = opened_states(states), opened_mind(memory)
        s, error, turns = work[1], 0.0, 0
        for game in range(number, number + games):
            s.rng = start(seed, game)
            set_up(s)
            s.first = s.turn = game % s.players
            kept, known = 0, -1
            while s.step != OVER and kept < POSITIONS:
                if s.turn_count != known or s.step == PLACE:
                    known = s.turn_count
                    for player in range(s.players):
                        n = features(s, mind, player)
                        many[player, kept] = n
                        for k in range(n):
                            seen[player, kept, k] = mind.active[k]
                    kept += 1
                if is_chance(s):
                    play(s, toss(s))
                    continue
                n = list_moves(s)
                if n == 1:
                    play(s, s.moves[0])
                elif draw(s, 1000) < chancy:
                    play(s, s.moves[draw(s, n)])
                else:
                    play(s, choose(s, work, mind, n, 1))
            turns += s.turn_count
            winners = 0
            for player in range(s.players):
                winners += s.won >> player & 1
            if s.step == OVER:
                for player in range(s.players):
                    won = (s.won >> player & 1) / winners if winners else 0.0
                    error += learn(seen[player], many[player], kept, won, first, second, rate, sums) / s.players
        return error / games, turns / games

    return train


def rounded(first, second):
    """Return the weights as the engine has them: integers, chances as powers of two."""
    whole = np.concatenate([(first * UNIT).ravel(), second * UNIT * LOG2_E])
    return np.clip(np.rint(whole), -32768, 32767).astype(np.int16)


def trained(train, net, rules, seconds, seed, games=0):
    """Train a rule set for some seconds on one core, or games; return the weights and a report.

    train: the function returned by `trainer` for the net.
    """
    players = rules.players
    generator = np.random.default_rng(seed)
    first = generator.normal(0, 0.2, ((net.seen + 1) * players + 1, HIDDEN)).astype(np.float32)
    second = generator.normal(0, 0.1, HIDDEN + 1).astype(np.float32)
    second[HIDDEN] = -np.log(players - 1) if players > 1 else 0
    drawn = first.copy()
    memory = np.zeros(1, compiled.MEMORY.layout)
    memory["kind"][0, :], memory["learned"][0, :] = LEARNED, net.how
    states = compiled.States(rules, universal=True).allocate()
    seen = np.zeros((players, POSITIONS, MIND["active"]), np.int16)
    many, sums = np.zeros((players, POSITIONS), np.int16), np.zeros(HIDDEN, np.float32)
    done, spent, mean, part = 0, 0.0, None, 0.0
    while part < 1:
        whole = rounded(first, second)
        memory[net.field][0, : len(whole)] = whole
        rate, chancy = net.slow + (net.fast - net.slow) * (1 - part), 20 * (part < 0.5)
        begun = time.process_time()
        error, turns = train(
            done, BATCH, seed, states, memory.view(np.uint8), first, second, seen, many, rate, chancy, sums
        )
        spent += time.process_time() - begun if done else 0  # the first batch includes compilation
        done += BATCH
        part = done / games if games else spent / seconds
        if part >= AVERAGED:
            mean = mean or (first.copy(), second.copy())
            mean = tuple(0.9 * old + 0.1 * new for old, new in zip(mean, (first, second), strict=True))
    mean[0][(first == drawn).all(axis=1)] = 0  # never seen: neutral under other rules
    report = {"games": done, "seconds": round(spent), "seed": seed, "turns": round(turns), "error": round(error, 4)}
    return rounded(*mean), report


def write(net, rules, weights, report):
    """Write weights into the package."""
    index = FOLDER / "index.json"
    known = json.loads(index.read_text("utf-8"))
    kept = {
        field: part["sets"]
        for field, layout in LAYOUTS.items()
        if (part := known.get(field, {})).get("layout") == layout
    }
    name = f"{str(rules).partition(' players=')[0]} players={rules.players}"
    data = weights.astype("<i2").tobytes()
    file = re.sub("[^0-9a-z]+", "-", name) + ("" if net.how == 1 else f"-{net.field}") + ".bin"
    (FOLDER / file).write_bytes(data)
    kept.setdefault(net.field, {})[name] = {"file": file, "sha256": hashlib.sha256(data).hexdigest(), **report}
    parts = []
    for field in sorted(kept):
        lines = ",\n".join(f"  {json.dumps(one)}: {json.dumps(kept[field][one])}" for one in sorted(kept[field]))
        parts.append(f'"{field}": {{"layout": {json.dumps(LAYOUTS[field])}, "sets": {{\n{lines}\n}}}}')
    index.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def main():
    """Train the given rule sets; several share one trainer for all rules, which takes minutes to compile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="*", help="rule sets, such as '9+13 players=3'; default: all of RULES")
    parser.add_argument("--seconds", type=float, default=0, help="CPU time for each, instead of its default")
    parser.add_argument("--games", type=int, default=0, help="games for each, instead of a time")
    parser.add_argument("--wide", action="store_true", help="train the master's network instead of the players'")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    net = NETS[given.wide]
    wanted = given.rules or [*(MASTERS if given.wide else RULES)]
    universal = len({hedgekit.rules(text).variants for text in wanted}) > 1
    train = trainer(compiled.States(hedgekit.rules(wanted[0]), universal), net, universal)
    for text in wanted:
        rules = hedgekit.rules(text)
        seconds = given.seconds or (MASTERS if given.wide else RULES).get(text, 30)
        weights, report = trained(train, net, rules, seconds, given.seed, given.games)
        write(net, rules, weights, report)
        print(f"{text}: {report}", flush=True)


if __name__ == "__main__":
    main()
