"""Check prompts and narration against positions read from their texts (see `test_reasons.py`)."""

import re

from hedgekit.text.words import table

PIECE = re.compile(r"\b[A-I][1-8]\b")


def beginning(key):
    """Return how a prompt continues after the player's name, up to the first filled-in value."""
    return table("en")[f"prompt.{key}"].partition(": ")[2].partition("{")[0]


def numbers(said):
    """Return the numbers of lanes in the first sentence."""
    return re.findall(r"\b[1-6]\b", said.partition(".")[0].partition(";")[0].partition("lane ")[2])


def able(w):
    """Return the numbers that let something advance or enter, "" where moves do not name numbers."""
    moving = [m for m in w.moves if "@" in m or (re.match("[a-i][1-6]-", m) and m[0] != m[3])]
    return {m.partition("=")[2] for m in moving}


def of_place(w, said):
    line = w.start_line(w.turn)
    targets = {move[-2:] for move in w.moves}
    if beginning("place") in said and "lowest" in said:
        return targets == {s for s in line if len(w.stack(s)) == min(len(w.stack(one)) for one in line)}
    return set(re.findall(r"[ai][1-6]", said)) == targets


def of_sideways(w, said):
    own, foreign = ([o for o, _ in w.steps() if (w.top(o)[0] == w.turn) is whose] for whose in (True, False))
    climbing = bool(w.climbs())
    if "no hedgehog can step" in said or "none of your hedgehogs can step" in said:
        return not own and ("none of your" in said or not foreign) and ("climb" in said) == climbing
    if "; lane" in said and not set(numbers(said.partition(";")[2])) <= set(w.numbers):
        return False
    return bool(own or foreign) and climbing == ("climb" in said) and ("another" in said or "anybody" in said) == (
        11 in w.variants
    )  # fmt: skip


def of_forward(w, said):
    advancing, entering = bool(w.advances()), any("@" in move for move in w.moves)
    lanes = numbers(said)
    wild = "*" in w.numbers or (1 in w.variants and "6" in w.numbers)
    if bool(lanes) == wild or (lanes and lanes != list(dict.fromkeys(w.numbers))):
        return False
    passing = [move for move in w.moves if move[0] == "-"]
    optional = any(move.partition("=")[2] in able(w) for move in passing)
    if ("Or pass" in said) != optional:
        return False
    return ("can advance" not in said) == advancing and ("from your reserve" in said) == entering


ASKED = {"place": of_place, "sideways": of_sideways, "forward": of_forward}


def prompted(w):
    """Return whether a prompt is true of the position."""
    said = w.game.prompt("en")
    step = w.fields.get("step", "")
    return step not in ASKED or (said.startswith(f"{w.turn}: ") and ASKED[step](w, said))


def told(before, after, said):
    """Return whether every displaced hedgehog is named, and stands where the sentence says."""
    was, now = (
        {**dict.fromkeys(w.game.position.home, "home"), **dict.fromkeys(w.game.position.out, "out"), **w.place}
        for w in (before, after)
    )
    moved = {piece for piece in now if was.get(piece, "hand") != now[piece]}
    marching = re.search(r"marches: (\d+|one) hedgehogs? advances?\.", said)
    if marching:
        slipped = set(re.findall("[A-I][1-8]", after.fields.get("slip", "")))
        return int(marching[1].replace("one", "1")) == len(moved | slipped)
    places = dict(re.findall(r"([A-I][1-8]) is now on ([a-i][1-6])", said))
    over = re.search(r"It now covers ([A-I][1-8])\.", said)
    stacked = over is None or any(over[1] in after.stack(now[piece])[:-1] for piece in moved if piece in after.place)
    return moved <= set(PIECE.findall(said)) and all(now.get(p) == s for p, s in places.items()) and stacked
