"""Every sentence about a move is true of the position, whatever rules are combined.

`TRUTH` maps each sentence of a refusal or reason to a check of its claim against the position's text (`text_oracle.py`)
and the legal moves.  Values are parsed from the English sentence.  Positions come from random games of every variant,
and of sets of variants that interact (`meeting.py`).
"""

import random
import re
import string
from functools import cache

from hedgekit import Game
from hedgekit.text.words import table

from ..sample import partly
from .meeting import RACES, is_playable, sets, with_options
from .narration_checks import is_narration_true, is_prompt_true
from .text_oracle import ORDINARY, RANKS, World


def is_free(w, piece):
    return w.top(w.place[piece]) == piece and not w.held(piece)


def number_of(move):
    return move.partition("=")[2]


def lanes_of(w, numbers):
    """Return the lanes these numbers allow; all of them for a joker, and for a 6 on five lanes."""
    if "*" in numbers or (1 in w.variants and "6" in numbers):
        return set("123456")
    return set(numbers)


def in_lane(w, v, move):
    """The piece is free and in the lane of the number used."""
    if "=" in move and list(v["numbers"]) != [number_of(move)]:
        return False
    return w.place[v["piece"]][1] in lanes_of(w, v["numbers"]) and is_free(w, v["piece"])


def some_lane(w, v, move):
    numbers = [number_of(move)] if "=" in move else w.numbers
    return is_free(w, v["piece"]) and lanes_of(w, numbers) == set("123456")


def only(test, own):
    """Check a sentence with "must": no other move is legal."""
    return lambda w, v, move: w.moves == [move] and (v["piece"][0] == w.turn) == own and test(w, v, move)


def whose(test, own):
    return lambda w, v, move: move in w.moves and (v["piece"][0] == w.turn) == own and test(w, v, move)


def advancing_with(w, numbers):
    """Return the pieces that a legal move with one of these numbers advances."""
    return {
        w.top(m[:2])
        for m in w.moves
        if re.match(r"[a-i]\d-", m) and m[0] != m[3] and ("=" not in m or number_of(m) in numbers)
    }


def can_advance(w, v, *, must):
    """Exactly the named pieces can advance by these numbers; must: no other move is legal."""
    if set(v["pieces"]) != advancing_with(w, v["numbers"]):
        return False
    return not must or all(m[0] != "-" and "^" not in m and (m[0] == "@" or "@" in m or m[0] != m[3]) for m in w.moves)


def elsewhere(*numbers):
    """Check that a move is one of these variants' and none of them is in play."""
    return lambda w, v, move: (
        not w.variants & set(numbers) and ({int(n) for n in re.findall(r"(\d+) \(", v["variants"])} == set(numbers))
    )


def held(w, v, move):
    return (
        w.place[v["piece"]] == v["square"]
        and w.holds(v["square"])
        and w.held(v["piece"])
        and w.place[v["other"]] == v["back"]
        and w.behind(v["other"], v["piece"])
        and bool(v["among"]) == (len({w.place[p] for p in w.place if w.behind(p, v["piece"])}) > 1)
    )


def marched(w, v, move):
    """Exactly the named pieces advance by one rank when the pass is played."""
    if move not in w.moves or advancing_with(w, v["numbers"]):
        return False
    after = w.game.copy()
    after.play(move)
    moved = World(after).place
    if w.variants & {33, 35, 36, 38, 39, 14, 8}:
        return True  # squares move arriving pieces on: 27 is checked without such variants
    stepped = {piece for piece in w.place if moved.get(piece) != w.place[piece]}
    return stepped == set(v["pieces"])


def everybody_marched(w, v, move):
    """All pieces march but those one step from home."""
    due = [
        p
        for p in w.place
        if not (w.place[p][0] == ("b" if w.heads_down(p) else "h") and (33 not in w.variants or p in w.turned))
    ]
    return marched(w, {**v, "pieces": due}, move)


ALWAYS = {
    # statements of rules, true of every position
    "because.roll", "because.lane", "because.keep", "because.shuffle", "because.secret", "because.announce",
    "because.joker", "because.offer", "refusal.step.keep",
    "refusal.step.lane", "refusal.step.offer", "refusal.step.answer", "refusal.step.roll", "refusal.step.announce",
    "refusal.step.joker", "refusal.shuffle", "refusal.variant", "because.variant", "because.rolls",
}  # fmt: skip


def over_after(test=lambda w, v, game: True):
    """Check that the move ends the game, and a test of its end."""

    def check(w, v, move):
        after = w.game.copy()
        after.play(move)
        return after.is_over and test(w, v, after)

    return check


def brought_home(w, v, after):
    """Every named player has that many pieces home."""
    home = [piece[0] for piece in after.position.home]
    return all(home.count(player) >= int(v.get("count", 1)) for player in v["players"])


TRUTH = {
    "because.wrap": lambda w, v, m: is_free(w, v["piece"]) and {m[1], m[4]} == set(v["meeting"]),
    "because.stack_black": lambda w, v, m: 13 in w.variants and bool(w.stack(v["square"])),
    "because.stack_aside": lambda w, v, m: 13 in w.variants and m[0] == m[3] and bool(w.stack(v["square"])),
    "because.take": lambda w, v, m: m == "take" and w.fields["cube"].startswith(v["cube"]),
    "because.drop": over_after(),
    "because.leave": lambda w, v, m: m == "drop" and 25 in w.variants,
    "because.doped_of_several": lambda w, v, m: m in w.moves and "*" in m and 3 in w.variants,
    "because.ended.first": over_after(brought_home),
    "because.ended.firsts": over_after(brought_home),
    "because.ended.first_one": over_after(brought_home),
    "because.ended.colour": over_after(lambda w, v, game: 21 in w.variants),
    "because.ended.carrier": over_after(lambda w, v, game: 14 in w.variants),
    "because.ended.most": over_after(lambda w, v, game: 2 in w.variants),
    "because.ended.lazy": over_after(lambda w, v, game: set(game.winners) == set(v["players"])),
    "because.ended.last": over_after(lambda w, v, game: set(game.winners) == set(v["players"])),
    "because.ended.alone": over_after(lambda w, v, game: set(game.winners) == set(v["players"])),
    "because.ended.nobody": over_after(lambda w, v, game: not game.winners),
    "because.ended.nobody_left": over_after(lambda w, v, game: not game.winners),
    "because.ended.stuck": over_after(),
    "because.worth": over_after(lambda w, v, game: game.points()[v["player"]] == int(v["points"])),
    "refusal.over": lambda w, v, m: "over" in w.fields,
    "refusal.off_board": lambda w, v, m: int(v["square"][1]) > w.lanes == v["lanes"],
    "refusal.empty": lambda w, v, m: not w.stack(v["square"]),
    "refusal.covered": lambda w, v, m: w.claim("under", v["piece"], v["over"]) and w.top(v["square"]) == v["over"],
    "refusal.held": held,
    "refusal.pit": lambda w, v, m: held(w, v, m) and w.stack(v["square"])[0] == v["piece"],
    "refusal.block": lambda w, v, m: v["count"] <= len(w.stack(v["square"])) and not is_block(w, v),
    "refusal.block_few": lambda w, v, m: len(w.stack(v["square"])) == v["height"] < v["count"],
    "refusal.spelling": lambda w, v, m: m not in w.moves and v["said"] in w.moves,
    "refusal.step.secret": lambda w, v, m: list(v["offered"]) == w.moves,
    "refusal.step.place": lambda w, v, m: v["example"] in w.moves,
    "refusal.roll": lambda w, v, m: m not in w.moves,
    "refusal.roll_shut": lambda w, v, m: m == v["outcome"] not in w.moves and w.shut(v["square"]),
    "refusal.number": lambda w, v, m: v["number"] not in w.numbers and set(v["offered"]) == set(w.numbers),
    "refusal.wall": lambda w, v, m: 37 in w.variants and v["square"] in w.black,
    "refusal.carrier": lambda w, v, m: w.top(v["square"]) == v["piece"] and v["piece"] in w.carriers,
    "refusal.torn_spring": lambda w, v, m: 35 in w.variants and v["square"] in w.black,
    "refusal.shut_slip": lambda w, v, m: 38 in w.variants and v["square"] in w.black and bool(w.carriers),
    "refusal.elsewhere.climb": elsewhere(4),
    "refusal.elsewhere.larger": elsewhere(8),
    "refusal.elsewhere.staked": elsewhere(22, 25),
    "refusal.elsewhere.carded": elsewhere(7),
    "refusal.elsewhere.trickles": elsewhere(12),
    "refusal.step.sideways": lambda w, v, m: w.fields["step"] == "sideways" and m not in w.moves,
    "refusal.step.forward": lambda w, v, m: w.fields["step"] == "forward" and m not in w.moves,
    "refusal.step.either": lambda w, v, m: w.fields["step"] == "either" and m not in w.moves,
    "refusal.double.closed": lambda w, v, m: "lost" in w.fields or "cube" in w.fields,
    "refusal.double.own": lambda w, v, m: w.fields["cube"].endswith(w.turn),
    "refusal.double.shut": lambda w, v, m: "hand" in w.fields or any(
        w.progress(piece) < 2 for piece in w.place),
    "refusal.double.late": lambda w, v, m: w.fields["step"] in ("roll", "announce"),
    "refusal.place.rank": lambda w, v, m: v["square"] not in w.start_line(w.turn),
    "refusal.place.high": lambda w, v, m: v["square"] in w.start_line(w.turn) and all(
        any(re.search(rf"(^|@){low}$", x) for x in w.moves) for low in v["lower"]) and m not in w.moves,
    "refusal.place.piece": lambda w, v, m: not any(x.startswith(m[:2] + "@") for x in w.moves) and all(
        any(x.startswith(piece) for x in w.moves) for piece in v["choice"]),
    "refusal.place.name": lambda w, v, m: any("@" in x for x in w.moves) and all(
        any(x.startswith(piece) for x in w.moves) for piece in v["choice"]),
    "refusal.sideways.far": lambda w, v, m: abs(int(v["origin"][1]) - int(v["target"][1])) != 1 and not (
        9 in w.variants and {v["origin"][1], v["target"][1]} == {"1", str(w.lanes)}),
    "refusal.sideways.foreign": lambda w, v, m: w.top(v["square"]) == v["piece"] and not any(
        piece[0] == w.turn for piece in w.stack(v["square"])) and 11 not in w.variants,
    "refusal.sideways.full": lambda w, v, m: all(w.stack(f"{v['rank']}{n}") for n in range(1, w.lanes + 1)),
    "refusal.climb.none": lambda w, v, m: m not in w.moves and (not any(
        piece[0] == w.turn for piece in w.stack(v["square"])[:-1])),
    "refusal.climb.bare": lambda w, v, m: w.top(v["bare"]) == v["piece"] and v["piece"][0] == w.turn,
    "refusal.climb.free": lambda w, v, m: all(w.claim("can step", s) and w.top(s)[0] == w.turn for s in v["free"]),
    "refusal.forward.must": lambda w, v, m: can_advance(w, v, must=True) and not v["entry"],
    "refusal.forward.must_any": lambda w, v, m: can_advance(w, v, must=True) and not v["entry"],
    "refusal.forward.must_or_enter": lambda w, v, m: can_advance(w, v, must=True) and entered(w, v),
    "refusal.forward.must_any_or_enter": lambda w, v, m: can_advance(w, v, must=True) and entered(w, v),
    "refusal.forward.must_enter": lambda w, v, m: not w.advances() and entered(w, v) and no_pass(w),
    "refusal.forward.could_enter": lambda w, v, m: not advancing_with(w, v["numbers"]) and entered(w, v),
    "refusal.forward.could": lambda w, v, m: can_advance(w, v, must=False) and not v["entry"],
    "refusal.forward.could_any": lambda w, v, m: can_advance(w, v, must=False) and not v["entry"],
    "refusal.forward.could_or_enter": lambda w, v, m: can_advance(w, v, must=False) and entered(w, v),
    "refusal.forward.could_any_or_enter": lambda w, v, m: can_advance(w, v, must=False) and entered(w, v),
    "refusal.forward.lane": lambda w, v, m: v["square"][1] == str(v["lane"]) not in lanes_of(w, v["numbers"]),
    "refusal.forward.far": lambda w, v, m: w.ahead(v["piece"]) == v["ahead"] != v["target"] and (
        w.place[v["piece"]] == v["origin"] and m.startswith(f"{v['origin']}-{v['target']}")),
    "refusal.forward.torn": lambda w, v, m: len({w.heads_down(piece) for piece in w.stack(v["square"])}) == 2,
    "refusal.forward.moved": lambda w, v, m: v["piece"] in w.fields["moved"] and str(v["number"]) == "6",
    "refusal.enter.none": lambda w, v, m: w.turn not in w.fields.get("hand", ""),
    "because.doped": lambda w, v, m: "doped" not in w.fields and v["piece"] not in w.carriers,
    "because.sideways": lambda w, v, m: v["piece"][0] == w.turn and is_free(w, v["piece"]),
    "because.sideways_foreign": lambda w, v, m: v["piece"][0] != w.turn and is_free(w, v["piece"]) and 11 in w.variants,
    "because.pass": lambda w, v, m: w.fields["step"] == "sideways",
    "because.option": lambda w, v, m: w.variants & {1, 12} and m in w.moves,
    "because.block": lambda w, v, m: is_block(w, v),
    "because.climb": lambda w, v, m: not any(w.top(s)[0] == w.turn for s, _ in w.steps()) and climbs(w, v),
    "because.climb_covered": lambda w, v, m: climbs(w, v) and all(
        w.top(s)[0] != w.turn for s in w.stacks),
    "because.enter": lambda w, v, m: w.turn in w.fields["hand"] and v["square"] in w.start_line(w.turn),
    "because.spring": lambda w, v, m: 35 in w.variants and v["square"] in w.black,
    "because.slip": lambda w, v, m: 38 in w.variants and v["square"] in w.black and not w.turned.intersection(
        unit(w, m)),
    "because.slip_leg": lambda w, v, m: 38 in w.variants and v["square"] in w.black and w.turned.intersection(
        unit(w, m)),
    "because.hole": lambda w, v, m: 39 in w.variants and v["square"] in w.black,
    "because.ordinary": lambda w, v, m: w.variants & ORDINARY and v["square"] in w.black,
    "because.pit": lambda w, v, m: w.holds(v["square"]) and w.stack(v["square"])[0] != v["piece"] and (
        36 in w.variants and w.anybody_behind(v["piece"])),
    "because.push": lambda w, v, m: w.stack(v["square"]) and 13 in w.variants,
    "because.turn": lambda w, v, m: turned(w, v, m) and len(v["pieces"]) == 1,
    "because.turns": lambda w, v, m: turned(w, v, m) and len(v["pieces"]) > 1,
    "because.empty_lane": lambda w, v, m: w.claim("empty lane", str(v["number"])) and stays(w, m),
    "because.all_held": lambda w, v, m: w.claim("cannot advance", str(v["number"])) and stays(w, m),
    "because.none_free": lambda w, v, m: not w.advances() or "=" in m,
    "because.march": everybody_marched,
    "because.march_some": marched,
    "because.home": lambda w, v, m: arrives(w, v, m) and len(v["pieces"]) == 1,
    "because.homes": lambda w, v, m: arrives(w, v, m) and len(v["pieces"]) > 1,
    "because.released": lambda w, v, m: w.holds(v["square"]) and not w.anybody_behind(v["piece"]),
    "because.forward.own": whose(in_lane, True),
    "because.forward.foreign": whose(in_lane, False),
    "because.forward.own_only": only(in_lane, True),
    "because.forward.foreign_only": only(in_lane, False),
    "because.anywhere.own": whose(some_lane, True),
    "because.anywhere.foreign": whose(some_lane, False),
    "because.anywhere.own_only": only(some_lane, True),
    "because.anywhere.foreign_only": only(some_lane, False),
    "because.place.low": lambda w, v, m: len(w.stack(v["square"])) == min(
        len(w.stack(s)) for s in w.start_line(w.turn)),
    "because.place.low_open": lambda w, v, m: len(w.stack(v["square"])) == min(
        len(w.stack(s)) for s in w.start_line(w.turn) if not w.shut(s)) and not w.shut(v["square"]),
    "because.place.exception": lambda w, v, m: excepted(w, v, m) and len(landings(w)) == w.lanes,
    "because.place.exception_open": lambda w, v, m: excepted(w, v, m) and len(landings(w)) < w.lanes,
}  # fmt: skip


def is_block(w, v):
    """The block has the player's pieces at bottom and top, and none is held."""
    stack = w.stack(v["square"])
    unit = stack[-v["count"] :]
    return (
        len(unit) == v["count"] > 1 and unit[0][0] == unit[-1][0] == w.turn and not any(w.held(p) for p in unit)
    )  # fmt: skip


def climbs(w, v):
    """The piece is the player's lowest in the stack that is covered and not held."""
    own = [p for p in w.stack(v["square"])[:-1] if p[0] == w.turn and not w.held(p)]
    return own and own[0] == v["piece"]


def no_pass(w):
    return not any(move[0] == "-" for move in w.moves)


def entered(w, v):
    return set(v["entry"]) == {
        m.partition("@")[2][:2] for m in w.moves if "@" in m and ("=" not in m or number_of(m) in v["numbers"])
    }


def stays(w, move):
    """No piece moves when the pass is played."""
    after = w.game.copy()
    after.play(move)
    return World(after).place == w.place


def unit(w, move):
    """Return the pieces that a move takes along, bottom to top."""
    return w.stack(move[:2])[-int((re.search(r"\*(\d+)", move) or [0, 1])[1]) :]


def landings(w):
    """Return the squares where a piece may be placed."""
    return {move[-2:] for move in w.moves}


def excepted(w, v, move):
    """Every lowest open stack has a piece of the player's, so every open square may be chosen."""
    height = {start: len(w.stack(start)) for start in w.start_line(w.turn) if not w.shut(start)}
    lowest = {start for start in height if height[start] == min(height.values())}
    mine = all(any(piece[0] == w.turn for piece in w.stack(start)) for start in lowest)
    return set(v["lowest"]) == lowest and mine and landings(w) == height.keys()


def turned(w, v, move):
    """Exactly the named pieces on the board turn round when the move is played."""
    after = w.game.copy()
    after.play(move)
    return set(v["pieces"]) == World(after).turned - w.turned


def arrives(w, v, move):
    """Exactly the named pieces come home when the move is played (under 27 others may, too)."""
    after = w.game.copy()
    after.play(move)
    came = set(after.position.home) - set(w.game.position.home)
    return set(v["pieces"]) == came or (27 in w.variants and set(v["pieces"]) <= came)


# ---- positions and sentences -----------------------------------------------------------------------------------------


def illegal_moves(w, chance):
    """Return illegal moves somebody might try, most of them from squares with pieces."""
    found = {"-", "double", "any", "2", "-=3", "deck=112233445566*", "A1@a1", "@a2", "i3"}
    for square, stack in w.stacks.items():
        rank, lane = RANKS.index(square[0]), int(square[1])
        found.add(square + "^")
        for up, over in ((1, 0), (-1, 0), (0, 1), (0, -1), (0, w.lanes - 1), (1, 1), (2, 0)):
            if 0 <= rank + up < 9 and 1 <= lane + over <= 6:
                target = RANKS[rank + up] + str(lane + over)
                found |= {f"{square}-{target}", f"{square}-{target}*{max(2, min(len(stack), 3))}"}
                if w.numbers and "*" not in w.numbers:
                    found.add(f"{square}-{target}={chance.choice(w.numbers)}")
    found |= {f"{chance.choice(RANKS)}{chance.randrange(1, 7)}" for _ in range(3)}
    found |= {f"@{chance.choice('ai')}{chance.randrange(1, 7)}" for _ in range(3)}
    return sorted(found - set(w.moves))


ITEM = {
    **dict.fromkeys(("piece", "over", "other"), "[A-I][1-8]"),
    **dict.fromkeys(("square", "back", "bare", "origin", "target", "ahead"), "[a-i][1-6]"),
    **dict.fromkeys(("player", "rank", "lane", "lanes", "count", "height"), "[A-Ia-i]|[0-9]+"),
}
LIST = {
    **dict.fromkeys(("pieces", "choice"), "[A-I][1-8]"),
    **dict.fromkeys(("lower", "lowest", "free", "entry"), "[a-i][1-6]"),
    **dict.fromkeys(("numbers", "offered", "meeting"), "[1-6*]"),
}
"""Patterns of the values in an English sentence, and of the items of lists."""


@cache
def pattern(key):
    """Return the pattern of a key's sentence, with a group for each value."""
    parts, seen = [], set()
    for text, name, _, _ in string.Formatter().parse(table("en")[key]):
        parts.append(re.escape(text))
        one = LIST.get(name or "")
        inside = f"{one}(?:, {one})*(?: (?:and|or) {one})?" if one else ITEM.get(name or "", ".*?")
        parts.append("" if name is None else f"(?P={name})" if name in seen else f"(?P<{name}>{inside})")
        seen.add(name)
    return re.compile("".join(parts))


def parse(key, sentence):
    """Return the values of a sentence, or None if it is not this key's."""
    found = pattern(key).fullmatch(sentence)
    if found is None:
        return None
    given = {
        name: re.findall(LIST[name], value) if name in LIST else value for name, value in found.groupdict().items()
    }
    return {name: int(v) if name in ("lanes", "count", "height", "lane") else v for name, v in given.items()}


def default_values(w, move):
    """Return the values a sentence implies if it names none: no entry; the number used, or all numbers."""
    numbered = "=" in move and any("=" in legal for legal in w.moves)
    return {"entry": [], "numbers": [number_of(move)] if numbered else w.numbers}


UNPLACED = ("refusal.spelling", "refusal.roll", "refusal.step.sideways", "refusal.step.forward", "refusal.step.either")
"""Sentences that quote a move, which may name any piece."""


def errors_in(reason, w, move):
    """Return what is false in a reason."""
    wrong = [claim for claim in reason.claims if not w.claim(*claim)]
    sentence = reason.text("en")
    values = parse(reason.key, sentence)
    if values is None:
        wrong.append(f"not the sentence of {reason.key}")
    elif reason.key not in ALWAYS and not TRUTH[reason.key](w, {**default_values(w, move), **values}, move):
        wrong.append(reason.key)
    for piece in re.findall(r"\b[A-I][1-8]\b", sentence):
        if w.place.get(piece, "-") not in (*reason.squares, "-") and reason.key not in UNPLACED:
            wrong.append(f"{piece} is named, but its square is not marked")
    return [f"{w.game.rules} | {w.game} | {move} | {sentence} | {one}" for one in wrong]


def check(rules, seed, positions, most=14):
    """Check sentences at random positions of a rule set; return their number and the false ones."""
    chance = random.Random(seed)
    sentences, wrong, before = 0, [], None
    game = Game(rules, seed=seed)
    gap = chance.choice((0, 3, 9))
    while positions and not game.is_over and game.ply < 900:
        if game.is_chance:
            game.roll()
            continue
        moves = game.moves()
        if chance.random() * (gap + 1) < 1:
            positions -= 1
            w = World(game)
            sentences += 1
            wrong += [] if is_prompt_true(w) else [f"{rules} | {game} | {game.prompt('en')}"]
            for move in chance.sample(w.moves, min(len(w.moves), most)):
                for reason in game.because(move):
                    sentences += 1
                    wrong += errors_in(reason, w, move)
            wrong_moves = illegal_moves(w, chance)
            for move in chance.sample(wrong_moves, min(len(wrong_moves), most)):
                refusal = game.why(move)
                assert refusal is not None, f"{rules} | {game} | {move} is legal, but not listed"
                sentences += 1
                wrong += errors_in(refusal.reason, w, move)
            before = w
        game.play(chance.choice(moves))
        if before is not None:
            sentences += 1
            line = game.narrate("en")
            wrong += [] if is_narration_true(before, World(game), line) else [f"{rules} | {before.game} | {line}"]
            before = None
    return sentences, wrong


@partly
def test_no_sentence_is_false(whole):
    """Check each variant alone and sets of two or three that interact: a sample, or all."""
    chance, wrong, sentences = random.Random(12), [], 0
    meeting = sorted(sets(2) | sets(3))
    chosen = [(number,) for number in RACES] + (meeting if whole else chance.sample(meeting, 140))
    for seed, rules in enumerate(with_options(numbers, chance) for numbers in chosen if is_playable(numbers)):
        many, found = check(rules, seed, 25 if whole else 8)
        sentences += many
        wrong += found
    assert sentences > 4_000
    assert not wrong, "\n".join(wrong[:12])


def test_every_sentence_has_a_check():
    keys = {key for key in table("en") if re.match(r"(refusal|because)\.", key)}
    # the first is an error of `roll`, the others are parts of sentences
    parts = {"refusal.no_roll", "refusal.among", "refusal.still_behind", "refusal.run_less"}
    assert keys - parts == ALWAYS | TRUTH.keys()
