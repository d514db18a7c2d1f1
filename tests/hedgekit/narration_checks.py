"""Check prompts and narration against positions read from their texts (see `test_reasons.py`)."""

import re

from hedgekit.text.words import table

PIECE = re.compile(r"\b[A-I][1-8]\b")


def named_lanes(sentence):
    """Return the lane numbers in the first sentence."""
    return re.findall(r"\b[1-6]\b", sentence.partition(".")[0].partition(";")[0].partition("lane ")[2])


def usable_numbers(w):
    """Return the numbers that let a piece advance or enter; "" for moves that name no number."""
    moving = [m for m in w.moves if "@" in m or (re.match("[a-i][1-6]-", m) and m[0] != m[3])]
    return {m.partition("=")[2] for m in moving}


def is_true_place(w, sentence):
    line = w.start_line(w.turn)
    targets = {move[-2:] for move in w.moves}
    prompt = table("en")["prompt.place"].partition(": ")[2].partition("{")[0]
    if prompt in sentence and "lowest" in sentence:
        return targets == {s for s in line if len(w.stack(s)) == min(len(w.stack(one)) for one in line)}
    return set(re.findall(r"[ai][1-6]", sentence)) == targets


def is_true_sideways(w, sentence):
    own, foreign = ([o for o, _ in w.steps() if (w.top(o)[0] == w.turn) is whose] for whose in (True, False))
    climbing = bool(w.climbs())
    if "no hedgehog can step" in sentence or "none of your hedgehogs can step" in sentence:
        return not own and ("none of your" in sentence or not foreign) and ("climb" in sentence) == climbing
    if "; lane" in sentence and not set(named_lanes(sentence.partition(";")[2])) <= set(w.numbers):
        return False
    anybody = "another" in sentence or "anybody" in sentence
    return bool(own or foreign) and climbing == ("climb" in sentence) and anybody == (11 in w.variants)


def is_true_forward(w, sentence):
    advancing, entering = bool(w.advances()), any("@" in move for move in w.moves)
    lanes = named_lanes(sentence)
    wild = "*" in w.numbers or (1 in w.variants and "6" in w.numbers)
    if bool(lanes) == wild or (lanes and lanes != list(dict.fromkeys(w.numbers))):
        return False
    passing = [move for move in w.moves if move[0] == "-"]
    optional = any(move.partition("=")[2] in usable_numbers(w) for move in passing)
    if ("Or pass" in sentence) != optional:
        return False
    return ("can advance" not in sentence) == advancing and ("from your reserve" in sentence) == entering


CHECKS = {"place": is_true_place, "sideways": is_true_sideways, "forward": is_true_forward}


def is_prompt_true(w):
    """Return whether a prompt is true of the position."""
    sentence = w.game.prompt("en")
    step = w.fields.get("step", "")
    return step not in CHECKS or (sentence.startswith(f"{w.turn}: ") and CHECKS[step](w, sentence))


def is_narration_true(before, after, sentence):
    """Return whether a narration names every displaced hedgehog and where it now is."""
    was, now = (
        {**dict.fromkeys(w.game.position.home, "home"), **dict.fromkeys(w.game.position.out, "out"), **w.place}
        for w in (before, after)
    )
    moved = {piece for piece in now if was.get(piece, "hand") != now[piece]}
    marching = re.search(r"marches: (?:that is )?(\d+|one) hedgehog", sentence)
    if marching:
        slipped = set(re.findall("[A-I][1-8]", after.fields.get("slip", "")))
        return int(marching[1].replace("one", "1")) == len(moved | slipped)
    places = dict(re.findall(r"([A-I][1-8]) is now on ([a-i][1-6])", sentence))
    over = re.search(r"It now covers ([A-I][1-8])\.", sentence)
    stacked = over is None or any(over[1] in after.stack(now[piece])[:-1] for piece in moved if piece in after.place)
    return moved <= set(PIECE.findall(sentence)) and all(now.get(p) == s for p, s in places.items()) and stacked
