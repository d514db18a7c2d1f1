"""The interpreted engine written out for a rule set: the same games, turn by turn; what it does not know stays."""

import contextlib
import linecache
from types import FunctionType, SimpleNamespace

import pytest

import hedgekit
from hedgekit import Clash, extend
from hedgekit.extend import RuleError
from hedgekit.games.race.engine.matching import COLUMNS
from hedgekit.games.race.engine.mind import GREEDY, LEARNED, LOOKAHEAD, MASTER, RANDOM, SCRATCH, Mind
from hedgekit.games.race.engine.state import CALL, STATE_FIELDS
from hedgekit.games.race.rulesets import kernel as kernels
from hedgekit.games.race.rulesets.kernel import Kernel
from hedgekit.games.race.rulesets.learned import equip
from hedgekit.games.race.rulesets.specialised import Specialised, _understood, text_of
from hedgekit.games.race.rulesets.specialised.tabling import Squares
from hedgekit.simulation.tasks import Task, play
from tests.hedgekit.test_house_rules import FILES
from tests.hedgekit.test_wasm import FREE, every_option
from tests.hedgekit.wandering import RACES, larger_sets, rule_text

KEPT = [name for name, declared in STATE_FIELDS.items() if declared.lives != CALL]
AT_RANDOM = [(RANDOM, 0, 0)] * 9
TABLES = (
    (AT_RANDOM, 60, False),
    ([(GREEDY, 0, 0), (RANDOM, 0, 0)] * 5, 4, False),
    ([(LOOKAHEAD, 6, 1), (GREEDY, 0, 0), (RANDOM, 0, 0)] * 3, 2, True),
    ([(LEARNED, 0, 0), (MASTER, 2, 1)] * 5, 1, False),
)
"""Players, turns, and whether turns have streams of their own."""


def turn_by_turn(engine: Kernel, games, players, turns, paired=False):
    """What stands in every field after each turn, and the rows of the games."""
    rows, work = [[0] * COLUMNS for _ in range(30)], [engine.start() for _ in range(SCRATCH)]
    mind, seen, done = Mind(players[: engine.rules.players], paired), [], 0
    equip(mind, engine.rules)
    for _ in range(turns):
        done = games(5, rows, 11, work, mind, 3000, 1 % engine.rules.players, 1, done)
        seen.append([tuple(v) if isinstance(v := getattr(work[1], name), list) else v for name in KEPT])
    return seen, rows


def same(text: str, tables=TABLES[:2]) -> None:
    """Games of all these players are the same after each turn, written out and not."""
    engine = Kernel(hedgekit.rules(text))
    written = engine._specialised("matches")
    for players, turns, paired in tables:
        plain = turn_by_turn(engine, engine.answers.matches, players, turns, paired)
        assert turn_by_turn(engine, written, players, turns, paired) == plain, (text, players[0])


def covering() -> list[tuple[int, ...]]:
    """Sets of two to four variants in which each variant is once: writing a set out takes long, its games do not."""
    found, left = [], list(RACES)
    while left:
        numbers: tuple[int, ...] = ()
        for number in [*left, *RACES]:
            if len(numbers) < 2 + len(found) % 3 and number not in numbers:
                with contextlib.suppress(Clash):
                    hedgekit.rules(rule_text(sorted((*numbers, number))))
                    numbers = (*numbers, number)
        found.append(tuple(sorted(numbers)))
        left = [number for number in left if number not in numbers]
    return found


@pytest.mark.parametrize("number", [0, 13, 16])
def test_the_same_games_of_every_player(number):
    same(str(number), TABLES)


@pytest.mark.parametrize("numbers", covering(), ids=lambda numbers: "+".join(map(str, numbers)))
def test_the_same_games_under_every_variant(numbers):
    same(rule_text(numbers))


@pytest.mark.soak
def test_the_same_games_under_every_option_and_in_many_random_sets():
    for number in RACES:
        same(str(number), TABLES)
    for text in (*every_option(), *FREE, "0[cover=top] players=2", "0 players=6", "13 players=3"):
        same(text, TABLES)
    for size in range(2, 8):
        for numbers in larger_sets(size, 20, seed=100 + size):
            same(rule_text(numbers), TABLES)


def test_playouts_are_the_same_and_every_function_of_the_base_game_is_understood():
    engine = Kernel(hedgekit.rules("0"))
    whole = Specialised(engine.answers, engine.start(), dict(engine.rules.settings), ["playouts"])
    assert all(part.body is not None for part in whole.parts.values())
    assert {"back", "gone", "variants", "lanes"} <= whole.fixed.keys()  # nobody turns round, nobody leaves
    assert "mortal" not in whole.text
    rows = engine.playouts(3, 40, 9)
    engine._written["playouts"], engine._spent["playouts"] = whole.made()["playouts"], 1e9
    assert engine.playouts(3, 40, 9) == rows


def test_many_games_are_written_out_and_few_are_not(monkeypatch):
    few, many = Kernel(hedgekit.rules("0 players=2")), Kernel(hedgekit.rules("0 players=2"))
    plain = few.matches(0, 30, 1, Mind(AT_RANDOM[:2]))
    assert not few._written
    monkeypatch.setattr(kernels, "WRITTEN", 0.0)
    assert many.matches(0, 30, 1, Mind(AT_RANDOM[:2])) == plain
    assert many._written
    asked = Kernel(hedgekit.rules("0"), hedgekit.games.race.rulesets.guarding.answers([0]))
    asked.playouts(0, 1, 1)
    assert not asked._written  # whoever listens to answers hears each of them


def test_without_the_text_of_the_rules_they_are_called_as_they_are(monkeypatch):
    monkeypatch.setattr(linecache, "getlines", lambda *_: [])
    engine = Kernel(hedgekit.rules("13"))
    whole = Specialised(engine.answers, engine.start(), dict(engine.rules.settings), ["matches"])
    assert whole.made()["matches"] is engine.answers.matches


def test_a_text_that_is_not_what_runs_is_not_read(tmp_path):
    file = tmp_path / "rule.py"
    text = "def whole(k):\n    def part(s):\n        return s + k\n    return part\n"
    scope = {}
    for written, found in ((text, True), (text.replace("+", "-"), False), ("# moved\n" + text, False)):
        file.write_text(written)
        linecache.checkcache()
        exec(compile(text, str(file), "exec"), scope)
        assert (text_of(scope["whole"](1), {}) is not None) is found


def test_sources_are_parsed_once_for_all_rule_sets():
    for rules in ("0 players=2", "0 players=3"):
        engine = Kernel(hedgekit.rules(rules))
        parsed = _understood.cache_info().misses
        Specialised(engine.answers, engine.start(), dict(engine.rules.settings), ["playouts"])
    assert _understood.cache_info().misses == parsed


def test_house_rules_are_asked_as_they_are():
    """All at once, as far as they go together: each is asked by what is written out once."""
    try:
        together: tuple[int, ...] = ()
        for file in FILES:
            extend.load(file)
            with contextlib.suppress(Clash):
                hedgekit.rules(rule_text((*together, int(file.name[:2]))))
                together = (*together, int(file.name[:2]))
        assert len(together) >= 3
        same(rule_text(together), TABLES[:1])
    finally:
        extend.unload()


def test_a_mistake_of_a_house_rule_is_told_with_its_line_where_games_are_written_out(tmp_path, monkeypatch):
    file = tmp_path / "wrong.py"
    file.write_text(
        "from hedgekit.extend import answer, declare\n\n"
        "declare(61, words={'en': {'title': 'Wrong', 'sentence': 'Wrong.', 'clauses.61.1': 'Wrong.'}})\n\n\n"
        "@answer(61)\ndef spend(ask, before):\n    def spend(s, number):\n        before(s, number)\n"
        "        if s.turn_count > 40:\n            s.dice = s.top[1000]\n\n    return spend\n"
    )
    monkeypatch.setattr(kernels, "WRITTEN", 0.0)
    try:
        extend.load(file)
        with pytest.raises(RuleError) as told:
            play(Task("61", ("random",) * 4, 1, 0, 5, "interpreted"))
        assert "wrong.py" in str(told.value)
        assert "11" in str(told.value)
    finally:
        extend.unload()


# ---- forms that functions have ---------------------------------------------------------------------------------------


def first_of(s, n):
    """Returns from a loop in a loop, and from its end."""
    for row in range(3):
        for k in range(4):
            if s[row * 4 + k] == n:
                return row, k
        n += 1
    return -1, n


def sign(n):
    if n < 0:
        return -1
    if n:
        return 1
    return 0


def grow(s, n):
    """Changes what whoever calls has read before."""
    s[0] += n
    return s[0]


def lowest(n):
    if n & 1:
        return 0
    return (n & -n).bit_length() - 1


def squares(n):
    found = 0
    while n:
        bit = n & -n
        n ^= bit
        cell = bit.bit_length() - 1
        if cell % 9 == 8 or 1 << cell & 1016:
            continue
        found = found * 3 + (cell | cell + 1 << 6)
    return found


def late(s, n):
    """A round of a loop finds what the one before left."""
    last, found = 0, 0
    for k in range(n & 7):
        found += last
        if k & 1:
            value = s[k] + n
            last = value
    return found


def games(s, n):
    """Calls in all places."""
    row, k = first_of(s, n)
    total = s[0] + grow(s, k) * s[0]
    if sign(n) and (n > 3 or sign(k) < 0) and grow(s, 1) > 2:
        total += late(s, n)
    while sign(n - 5) > 0:
        n -= lowest(n + 6) + 1
        total = total * 7 + n
    for step in range(sign(row) + 2):
        total -= step * squares(total & (1 << 40) - 1) % 10007
    return [total, row, k, *s][0], (1 if sign(total) > 0 else sign(k) - grow(s, 2)), s[0]


def plain_games(s, n):
    """The same without what is not known to whoever writes out (a list with a star)."""
    row, k = first_of(s, n)
    total = s[0] + grow(s, k) * s[0]
    if sign(n) and (n > 3 or sign(k) < 0) and grow(s, 1) > 2:
        total += late(s, n)
    while sign(n - 5) > 0:
        n -= lowest(n + 6) + 1
        total = total * 7 + n
    for step in range(sign(row) + 2):
        total -= step * squares(total & (1 << 40) - 1) % 10007
    return total, (1 if sign(total) > 0 else sign(k) - grow(s, 2)), s[0]


@pytest.mark.parametrize("root", [games, plain_games])
def test_functions_do_written_out_what_they_did(root: FunctionType):
    start = Kernel(hedgekit.rules("0")).start()
    whole = Specialised(SimpleNamespace(root=root), start, {}, ["root"])  # type: ignore[arg-type]
    assert [part.body is None for part in whole.parts.values()].count(True) == (root is games)
    made = whole.made()["root"]
    for n in range(-20, 60):
        one, other = [(k * 7 + n) % 13 for k in range(12)], [(k * 7 + n) % 13 for k in range(12)]
        assert made(one, n) == root(other, n)
        assert one == other


def shrinks(s):
    """A setting that is no setting."""
    before = s.lanes
    s.lanes = before - 1
    return before * 10 + s.lanes + s.pieces


def called(s):
    """The same, of which the text has a form that is not known."""
    return [shrinks(s), setattr(s, "named", 1)][0]


def hidden(s):
    [s.lanes, *_] = [s.lanes - 1]
    return s.lanes


def outer(s):
    before = s.lanes
    return before * 100 + hidden(s) * 10 + s.lanes


@pytest.mark.parametrize("root", [shrinks, called, outer])
def test_a_setting_that_somebody_writes_is_read_anew(root):
    start = Kernel(hedgekit.rules("0")).start()
    whole = Specialised(SimpleNamespace(root=root), start, {"lanes": 6, "pieces": 4}, ["root"])
    one, other = SimpleNamespace(lanes=6, pieces=4), SimpleNamespace(lanes=6, pieces=4)
    assert whole.made()["root"](one) == root(other)
    assert one == other


def test_the_squares_of_a_set():
    table = Squares()
    for k in range(3000):
        squares_ = k * 0x9E3779B97F4A7C15 >> k % 40 & (1 << 54) - 1
        assert table[squares_] == tuple(cell for cell in range(54) if squares_ >> cell & 1)
    assert table[0] == ()
