"""Moving: two dice per turn, and the order of side-steps and advances."""

from itertools import pairwise

from .....text.words import Note
from ...engine.composing import answer, before, fixed
from ...engine.state import EITHER, FORWARD, LANE, OWED, SIDEWAYS, each_step
from ..declaring import UP_TO_SIX, Option, declare
from ..examples import Examples, one_die
from ..fields import Field, position_field

LETTERS = {SIDEWAYS: "S", FORWARD: "F", EITHER: "E", OWED: "T"}


class Then(Field):
    """The steps of the turn after the current one, if the dice do not imply them."""

    def write(self, s, names):
        if s.step not in (SIDEWAYS, FORWARD, EITHER, LANE) or s.step == LANE and not (s.waits and s.slip_bottom >= 0):
            return ""
        letters = "".join(LETTERS[step] for step in each_step(s.todo >> 4 if s.step != LANE else s.todo))
        if s.step == EITHER and s.plan_written:
            letters = "".join(LETTERS[step] for step in [*each_step(s.after_sideways)][::-1]) + letters
        return letters if s.plan_written or s.step == LANE or "T" in letters else ""

    def read(self, s, text, names, wrong):
        codes = {letter: step for step, letter in LETTERS.items()}
        if not text or any(letter not in codes for letter in text) or len(text) > 6:
            raise self.format_error(wrong, text)
        s.todo = _pack([codes[letter] for letter in text])

    def notes(self, position, rules, eyes=""):
        steps = tuple(Note(f"step.{letter}") for letter in steps_to_come(position, rules.settings["plan_written"]))
        return (Note("beside.then", (("listed", steps),)),) if steps else ()


def steps_to_come(position, written):
    """Return the letters of the current step and of those after it, "" if a position does not list them."""
    then = position.rest.get("then", "")
    if not then and not (written and position.dice):
        return ""
    return {"sideways": "S", "forward": "F", "either": "E"}.get(position.step, "") + then


def _pack(steps):
    """Pack a list of steps into a plan."""
    return sum(step << 4 * place for place, step in enumerate(steps))


position_field(Then("then", "plan"))

# ---- 5: Turbo hedgehog -----------------------------------------------------------------------------------------------
declare(
    number=5, family="moving", advised=(4, 5, 6), bracketed=(2, 3), duration="-", tactic="+",
    source="A l.135-144, B l.79-85",
    writes={"dice.source": "two dice", "turn.sequence": "SFSF"}, triggers=("lateral.justmoved",),
    fields=("then",), learned_playouts=True, examples=Examples(convert=one_die),
)  # fmt: skip
fixed(5, "5.1", thrown=2)
fixed(5, "5.3", numbered=1)


@answer(5, "5.2")
def plan(given, before):
    return before | before << 8


@answer(5, "5.1")
@answer(30, "30.1")  # 30 is 5 with another order of the steps
def receive(s, throw):
    low, high = throw & 7, throw >> 3
    before(s, low | high << 3 if low <= high else high | low << 3)


# ---- 30: Turbo hedgehogs no. 2 ---------------------------------------------------------------------------------------
declare(
    number=30, family="moving", advised=(4, 5, 6), bracketed=(2, 3), duration="-", tactic="+",
    options=(Option("order", ("SSFF", "SFF"), reading="30-a"),), source="A l.396-401, B l.219-221",
    writes={"dice.source": "two dice", "turn.sequence": "SSFF"}, triggers=("lateral.justmoved",), absorbs=(5,),
    fields=("then",), learned_playouts=True, examples=Examples(convert=one_die),
)  # fmt: skip
fixed(30, "30.1", plan_written=1, thrown=2, numbered=1)


@answer(30, "30.1")
def plan(given, before):
    if given.rules.option(30, "order") == "SFF":
        return SIDEWAYS | FORWARD << 4 | FORWARD << 8
    return SIDEWAYS | SIDEWAYS << 4 | FORWARD << 8 | FORWARD << 12


# ---- 31: Die, forward, sideways --------------------------------------------------------------------------------------
declare(
    number=31, family="moving", advised=(), bracketed=UP_TO_SIX, duration="+", tactic="--",
    options=(Option("order", ("FS", "free"), reading="31-a"),), source="A l.402-413, B l.223-229",
    writes={"turn.sequence": "FS"},
    examples=Examples(alone=True),
)  # fmt: skip


def _swap_runs(steps):
    """Swap every run of side-steps with the run of advances that follows it."""
    runs: list[list[int]] = []
    for step in steps:
        if not runs or step == SIDEWAYS and runs[-1][-1] == FORWARD:
            runs.append([])
        runs[-1].append(step)
    return [step for run in runs for step in sorted(run, reverse=True)]


@answer(31, "31.1")
def plan(given, before):
    """Swap each pair of steps; with order=free, its first step is of either kind."""
    steps = [*each_step(before)]
    if given.rules.option(31, "order") == "FS":
        return _pack(_swap_runs(steps))
    pairs = sum(a == FORWARD and b == SIDEWAYS for a, b in pairwise(steps)) + 1
    return _pack([EITHER] * pairs)


def _rest_of_pair(given, first):
    """Return the steps after a first step of this kind, if either kind was possible, the last lowest."""
    if given.rules.option(31, "order") == "FS":
        return 0
    pair = [SIDEWAYS, FORWARD]
    if 30 in given.rules.variants:
        pair = (
            [SIDEWAYS, FORWARD, FORWARD] if given.rules.option(30, "order") == "SFF" else [SIDEWAYS] * 2 + [FORWARD] * 2
        )
    rest = (pair if first == SIDEWAYS else _swap_runs(pair))[1:]
    return _pack(rest[::-1])


fixed(31, "31.1", after_sideways=lambda given: _rest_of_pair(given, SIDEWAYS))
fixed(31, "31.1", after_forward=lambda given: _rest_of_pair(given, FORWARD))
