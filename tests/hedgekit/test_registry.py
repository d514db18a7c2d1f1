"""Registries are values: tables with different house rules are independent of each other."""

import copy
import gc
import pickle
import random
import subprocess
import sys
import textwrap
import time
import weakref

import pytest
from IPython.core.interactiveshell import InteractiveShell

import hedgekit
from hedgekit import BASE, Game, NotationError, Series, extend, rules
from hedgekit.games.race.variants.house_rules.limit import INTERVAL
from hedgekit.games.race.variants.house_rules.registry import HouseNumber, current, using
from rulebook.boards.table import Table

from .playing import played_on

HEAD = "from hedgekit.extend import *\n"


def rule(body, name="mine", title="Mine"):
    """Return the text of a file that declares a rule of this name."""
    words = {"en": {"title": title, "sentence": f"{title} says so."}}
    return f"{HEAD}declare({name!r}, words={words!r})\n{textwrap.dedent(body)}"


TWO = rule("fixed('mine', target=2)", title="Two are enough")
HELD = rule(
    """
    @answer("mine")
    def held(ask, before):
        return lambda s, piece, cell: True
    """,
    title="Mud",
)
APPLES = rule(
    """
    field("mine", "apples", PlayerNumbers, "the apples of each player")
    fixed("mine", scored=1)

    @answer("mine")
    def stepped(ask, before):
        def stepped(s, pieces):
            before(s, pieces)
            s.apples[s.turn] += pieces != 0
        return stepped

    @answer("mine")
    def score(ask, before):
        return lambda s, player: s.apples[player]

    @answer("mine")
    def series_over(ask, before):
        return lambda score, rules: max(score.scores) >= 3
    """,
    title="Apples",
)
SLOW = "d1=B1A1 e2=A2 e5=A3 e6=B2 f6=B4 h6=A4 home=B3 dice=1 turn=A step=forward"


def test_rules_of_the_same_name_are_played_side_by_side():
    """Moves, refusals, texts, scores, simulations and series are as if each table were alone."""
    two, mud, apples = (BASE.with_rule(text) for text in (TWO, HELD, APPLES))
    tables = [rules("9+mine players=2", registry=one) for one in (two, mud, apples)]
    assert [str(one) for one in tables] == ["9+mine players=2"] * 3
    assert len(set(tables)) == 3, "they print alike but are not equal"
    assert [one.settings["target"] for one in tables] == [2, 3, 3]
    games = [Game(one, seed=4) for one in tables]
    alone = [Game(rules("9+mine players=2", registry=BASE.with_rule(text)), seed=4) for text in (TWO, HELD, APPLES)]
    chances = [random.Random(7) for _ in range(6)]
    for game, chance in zip(alone, chances[3:], strict=True):
        played_on(game, 150, chance)
    for ply in range(1, 151):
        for game, chance in zip(games, chances[:3], strict=True):
            played_on(game, ply, chance)
    assert [game.record() for game in games] == [game.record() for game in alone]
    assert ["apples" in str(game) for game in games] == [False, False, True]
    assert ["apples" in type(game.state).declared for game in games] == [False, False, True]

    no = Game.from_text(rules("mine players=2", registry=mud), SLOW).why("e2-f2")
    assert no is None or no.clause != "mine.1"
    held = Game.from_text(rules("mine players=2", registry=mud), SLOW).why("d1-e1")
    assert (held.clause, held.text()) == ("mine.1", "mine (Mud) does not allow this: Mud says so.")
    assert Game.from_text(rules("mine players=2", registry=two), SLOW).why("d1-e1") is None

    ending = [tables[0], tables[2]]  # in the mud nobody ever moves
    played = [hedgekit.simulate(one, 20, seed=3, engine="interpreted").to_json() for one in ending]
    assert len(set(played)) == 2
    assert played == [hedgekit.simulate(one, 20, seed=3).to_json() for one in ending]
    series = [Series(one, seed=1) for one in tables]
    assert [hedgekit.games.race.play.series.ends(one.rules) for one in series] == [False, False, True]
    assert "9+mine" not in str(current()), "the current registry has no such rule"
    with pytest.raises(NotationError, match="no variant and no house rule called mine"):
        rules("mine")


def test_boards_read_pasted_records_with_their_games_registry():
    boards = [Table(Game(rules("mine players=2", registry=BASE.with_rule(text)), seed=1)) for text in (TWO, HELD)]
    for board in boards:
        board.handle({"do": "new", "players": 3})
    assert [board.game.rules.settings["target"] for board in boards] == [2, 3]
    assert [str(board.game.rules) for board in boards] == ["mine players=3"] * 2
    record = "mine players=2\na1 a2"
    other = Table(Game("0 players=2"), registry=BASE.with_rule(TWO))
    for board in (*boards, other):
        board.handle({"do": "load", "text": record})
    assert [board.game.rules.settings["target"] for board in (*boards, other)] == [2, 3, 2]


def test_running_a_cell_again_replaces_its_rule():
    shell, begun = InteractiveShell(), []
    with using(BASE):
        for target in (1, 2):
            ran = shell.run_cell(HEAD + f"declare('mine')\nfixed('mine', target={target})")
            assert ran.success
            assert rules("mine").settings["target"] == target
            begun.append(Game("mine players=2", seed=1))
        assert [game.state.target for game in begun] == [1, 2], "a running game keeps its rules"
        for game in begun:
            game.play("a1")
        assert extend.loaded() == {"mine": ""}
        variants = current().variants
        assert variants[current().number("mine")].title["fr"] == "Règle maison", "the default title"
    assert current() is BASE


def test_a_pickled_game_brings_its_house_rule(tmp_path):
    game = Game(rules("9+mine players=2", registry=BASE.with_rule(APPLES)), seed=4)
    played_on(game, 60, random.Random(1))
    kept = tmp_path / "game.pickle"
    kept.write_bytes(pickle.dumps((game, Series(game.rules, 3), game.position)))
    program = (
        "import pickle, sys; game, series, position = pickle.load(open(sys.argv[1], 'rb'))\n"
        "print(game.rules, len(game.record()), str(position) == str(game), game.rules.registry.house)\n"
        "print(series.rules == game.rules, game.why('-') is None, game.rules.settings['scored'])"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(kept)], capture_output=True, text=True, check=True)
    first, second = ran.stdout.splitlines()
    assert first.startswith(f"9+mine players=2 {len(game.record())} True ")
    assert second == "True True 1"
    again = pickle.loads(kept.read_bytes())[0]
    assert again.rules == game.rules, "here it is the same rule"
    assert copy.deepcopy(game).rules == game.rules


def test_a_rule_from_a_cell_can_be_copied_but_not_pickled():
    with using(BASE):
        exec(compile(rule("fixed('mine', target=1)"), "<cell 1>", "exec"), {})
        game = Game("mine players=2", seed=1)
    assert copy.deepcopy(game).state.target == 1
    with pytest.raises(extend.RuleError, match="not in a file"):
        pickle.dumps(game)


NEW_VARIANT = """
from hedgekit.games.race.engine.composing import fixed
from hedgekit.games.race.variants import UP_TO_SIX, declare
WORDS = {"en": {"title": "New", "sentence": "Two home are enough."}}
declare(number=NUMBER, family="moving", players=UP_TO_SIX, advised=UP_TO_SIX, words=WORDS)
fixed(NUMBER, "NUMBER.1", target=2)
"""


def test_a_new_variant_does_not_affect_house_rules(tmp_path):
    """House rules have names, so the next number changes none of their texts, records and answers."""
    house = BASE.with_rule(APPLES)
    record = Game(rules("9+mine players=2", registry=house), seed=1).record()
    new = tmp_path / "new.py"
    new.write_text(NEW_VARIANT.replace("NUMBER", str(max(hedgekit.VARIANTS) + 1)))
    later = BASE.with_variants(new).with_rule(APPLES)
    number = max(later.numbers)
    assert number == max(hedgekit.VARIANTS) + 1
    game = hedgekit.replay(record, registry=later)
    assert game.record() == record
    both = rules(f"mine+{number} players=2", registry=later)
    assert (str(both), both.settings["target"], both.settings["scored"]) == (f"{number}+mine players=2", 2, 1)
    assert number not in hedgekit.VARIANTS


def test_caches_are_freed_with_their_registry():
    house = BASE.with_rule(APPLES)
    game = Game(rules("mine players=2", registry=house), seed=1)
    assert game.why("b1") is not None
    played_on(game, 20, random.Random(1))
    gone = weakref.ref(house), weakref.ref(game.rules.registry)
    before = len(BASE.memo)
    del house, game
    for _ in range(50):  # the watchdog of house rules holds frames until its next check
        gc.collect()
        if not any(one() for one in gone):
            break
        time.sleep(INTERVAL)
    assert [one() for one in gone] == [None, None]
    assert len(BASE.memo) == before


def test_a_rule_set_keeps_only_the_house_rules_it_names():
    """Loading or unloading another rule changes neither its caches nor its equality."""
    one = BASE.with_rule(TWO)
    both = one.with_rule(HELD.replace("'mine'", "'other'").replace('"mine"', '"other"'))
    assert list(both.house) == ["mine", "other"]
    assert rules("mine", registry=one) == rules("mine", registry=both)
    assert rules("9", registry=both) == rules("9")
    assert rules("9", registry=both).registry is BASE
    assert str(rules("other+9+mine", 2, registry=both)) == "9+mine+other players=2", "numbers before names"
    assert rules("other+mine", registry=both).variants == (61, 62)
    assert both.without("other").house.keys() == {"mine"}
    assert BASE.house == {}, "registries are immutable"


def test_house_rules_have_names_and_former_forms_warn():
    with using(BASE):
        for wrong in (9, 40, 63, "Mine", "lucky six", "-x", "6", "a" * 41, None, True):
            with pytest.raises(extend.RuleError, match="such as lucky-six"):
                extend.declare(wrong)
        with pytest.warns(DeprecationWarning, match="house rules have names now") as warned:
            variant = extend.declare(61, heeds=("entry",))
        assert (variant.depends_on, str(warned[1].message)) == (("entry",), "heeds of a variant is now depends_on")
        with pytest.warns(DeprecationWarning, match="vigil is now always_judge"):
            extend.fixed(61, target=2, vigil=1)
        assert str(rules("9+61")) == "9+61 players=4"
        assert [rules("61").settings[name] for name in ("target", "always_judge")] == [2, 1]
    number = HouseNumber(62, "lucky-six")
    assert (f"{number}.1", number == 62, pickle.loads(pickle.dumps(number)).name) == ("lucky-six.1", True, "lucky-six")


def test_each_thread_has_its_own_current_registry():
    from concurrent.futures import ThreadPoolExecutor

    def load_rules(text):
        with using(BASE):
            found = []
            for target in range(1, 4):
                extend.load(text.replace("target=2", f"target={target}"))
                found.append(rules("mine").settings["target"])
            return found, list(extend.loaded())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(load_rules, [TWO] * 12)) == [([1, 2, 3], ["mine"])] * 12
    assert current() is BASE
