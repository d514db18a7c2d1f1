"""Every sentence of a rule sheet is true under its set, and every rule in force is on it.

`TRUE` checks sentences in every position of random games, `SEEN` requires that what a sentence allows occurs under
some set; clauses that the engine cites for refusals, moves and events must be printed.
"""

import random
import re
from collections import Counter

import pytest

import hedgekit
from hedgekit import VARIANTS, Game
from rulebook.choosing.rulepage import lines

from ...hedgekit.checked_games import larger_sets, move_on, playable_pairs, rule_text
from ...hedgekit.text_oracle import World
from ...sample import part

SECONDS = 15

PAIRS = [rule_text(pair) for pair in playable_pairs()]
ALONE = [str(number) for number in VARIANTS if number != 40]
OPTIONS = [
    f"{number}[{option.name}={value}]" for number, variant in VARIANTS.items() for option in variant.options
    for value in option.values[1:] if f"{option.name}={value}" not in ("push=sideways", "form=first")
] + ["9+13[push=sideways]"]  # fmt: skip
NAMES = ["alone", "pairs", "larger"]
LARGER = [rule_text(one) for size in (3, 4, 5) for one in larger_sets(size, 100, size)]


def home(w, player):
    return [piece for piece in re.findall(r"[A-I]\d", w.fields.get("home", "")) if piece[0] == player]


def still_to_come(w, player):
    """Return how many of a player's hedgehogs still have to come home: those neither at home nor out of the game."""
    gone = re.findall(r"[A-I]\d", w.fields.get("home", "") + w.fields.get("out", ""))
    settings = w.game.rules.settings
    return settings["pieces"] * settings["colours"] - sum(piece[0] == player for piece in gone)


def target(w):
    return w.game.rules.settings["target"]


def playing(w):
    return "over" not in w.fields and w.fields.get("step") in ("sideways", "forward", "roll", "either")


def colours(w, player):
    """Return how many of each of two colours are home."""
    size = w.game.rules.settings["pieces"]
    return Counter((int(piece[1]) - 1) // size for piece in home(w, player))


def players(w):
    return "ABCDEFGHI"[: w.game.rules.players]


TRUE = {
    "need.colour": lambda w: all(int(p[1]) <= w.game.rules.settings["pieces"] <= 4 for p in w.place),
    "need.board": lambda w: all(int(s[1]) <= w.game.rules.lanes for s in w.stacks),
    "need.die": lambda w: len(w.fields.get("dice", "")) <= 1,
    "setup.flat": lambda w: w.fields.get("step") != "place" or 14 in w.variants or flat(w),
    "setup.first": lambda w: w.game.rules.variants or w.fields.get("first", "A") == "A",
    "sideways.own": lambda w: all(w.top(o)[0] == w.turn for o, _ in w.steps()),
    "sideways.edges": lambda w: not any({o[1], t[1]} == {"1", str(w.lanes)} for o, t in w.steps()),
    "free.only": lambda w: not any(w.held(w.top(o)) for o, _ in w.steps()),
    "forward.must": lambda w: {1, 12} & w.variants or not w.advances() or "=" in str(w.moves) or not [
        m for m in w.moves if m[0] == "-" and w.fields.get("step") == "forward"],
    "black.list": lambda w: w.black == set(re.findall(r"[a-i][1-6]", listed(w, "black.list"))),
    "black.held": lambda w: not any(w.held(w.top(o)) for o, _ in [*w.steps(), *w.advances()]),
    "black.36.1": lambda w: not any(w.held(w.top(o)) for o, _ in [*w.steps(), *w.advances()]),
    **dict.fromkeys(("black.37.1", "black.35.1", "black.spring", "black.38.2", "black.39.1"), lambda w: not (
        w.black & set(w.stacks))),
    "end.count": lambda w: not playing(w) or all(len(home(w, p)) < target(w) for p in players(w)),
    "end.carrier": lambda w: not playing(w) or not any(
        len(home(w, p)) >= target(w) and w.carriers & set(home(w, p)) for p in players(w)),
    "end.colour": lambda w: not playing(w) or all(
        max(colours(w, p).values(), default=0) < target(w) for p in players(w)),
    "end.39.2": lambda w: not playing(w) or not any(home(w, p) for p in players(w)),
    "end.laggard": lambda w: not playing(w) or sum(still_to_come(w, p) > 1 for p in players(w)) > 1,
}  # fmt: skip
"""The sentence, as a check of a position's text and its legal moves."""

SEEN = {
    "sideways.anybody": lambda w: any(w.top(o)[0] != w.turn for o, _ in w.steps()),
    "sideways.tube": lambda w: any({o[1], t[1]} == {"1", str(w.lanes)} for o, t in w.steps()),
    "forward.enter": lambda w: any("@" in m for m in w.moves) and w.fields.get("step") == "forward",
    "forward.8.1": lambda w: any("*" in m for m in w.moves),
    "end.offer": lambda w: "double" in w.moves,
    "black.ordinary": lambda w: any(o in w.black for o, _ in w.steps()),
}
"""What the sentence allows: must occur under some set that prints it."""


def flat(w):
    lowest = min(len(w.stacks.get(s, ())) for s in w.start_line(w.turn))
    targets = {m[-2:] for m in w.moves}
    low = {s for s in w.start_line(w.turn) if len(w.stacks.get(s, ())) == lowest}
    return low <= targets and (targets == low or targets == set(w.start_line(w.turn)))


def listed(w, key):
    return next(line.text["en"] for line in lines(w.game.rules) if line.key == key)


def cited(game, chooser):
    """Return the clauses that the engine cites for legal and illegal moves of a position, and for the last event."""
    found = set()
    if game.is_chance or game.is_over:
        return found
    moves = game.moves()
    for move in chooser.sample(moves, min(2, len(moves))):
        found |= {reason.clause for reason in game.because(move)}
    squares = list(game.position.stacks)
    for origin in chooser.sample(squares, min(3, len(squares))):
        rank, lane = origin
        for tried in (f"{origin}-{chr(ord(rank) + 1)}{lane}", f"{origin}-{rank}{int(lane) % 6 + 1}"):
            try:
                refusal = game.why(tried)
            except hedgekit.HedgekitError:
                continue
            if refusal:
                found.add(refusal.clause)
    return found


def wander(text, seed, plies):
    """Yield the positions of a random game."""
    game, chooser = Game(text, seed=seed), random.Random(seed)
    while not game.is_over and game.ply < plies:
        yield game, chooser
        move_on(game, chooser)
    yield game, chooser


def check_against_the_engine(texts, plies, every):
    """Return contradictions by the engine, and sentences of `SEEN` that never came true."""
    wrong, seen, expected = [], set(), set()
    for seed, text in enumerate(texts):
        printed = {line.key for line in lines(hedgekit.rules(text))}
        clauses = {clause for line in lines(hedgekit.rules(text)) for clause in line.clauses}
        expected |= printed & SEEN.keys()
        for game, chooser in wander(text, seed, plies):
            if game.ply % every:
                continue
            w = World(game)
            wrong += [(text, key, str(game)) for key in printed & TRUE.keys() if not TRUE[key](w)]
            wrong += [(text, clause, str(game)) for clause in cited(game, chooser) - clauses if clause]
            seen |= {key for key in (printed & SEEN.keys()) - seen if SEEN[key](w)}
    return wrong, expected - seen


@pytest.mark.parametrize(
    ("texts", "plies"),
    [
        (ALONE + OPTIONS, 220),
        (part(PAIRS, 16), 60),
        (part(LARGER, 12), 45),
        pytest.param(PAIRS + LARGER, 60, marks=pytest.mark.soak),
    ],
    ids=[*NAMES, "all"],
)
def test_rule_sheets_agree_with_the_engine(texts, plies):
    wrong, unseen = check_against_the_engine(texts, plies, 7)
    assert not wrong, (len(wrong), wrong[:5])
    assert plies < 100 or not unseen


@pytest.mark.parametrize(
    "texts",
    [[*ALONE, *OPTIONS, "40"], part(PAIRS, 8), part(LARGER, 6), pytest.param(PAIRS + LARGER, marks=pytest.mark.soak)],
    ids=[*NAMES, "all"],
)
def test_a_rule_sheet_only_has_rules_in_force(texts):
    for text in texts:
        rules = hedgekit.rules(text)
        found = lines(rules)
        known = {0, *rules.variants, *(one for cube in (22, 25) if cube in rules.variants for one in (19, 22))}
        for line in found:
            assert {int(one.partition(".")[0]) for one in line.clauses} <= known, (text, line)
            assert set(line.variants) <= set(rules.variants), (text, line)
            assert all(text and "{" not in text and "*" not in text for text in line.text.values()), (text, line)
        assert len({line.text["en"] for line in found}) == len(found), text
        if rules.variants:  # every variant in force is named in the margin
            assert {number for line in found for number in line.variants} >= set(rules.variants), text
