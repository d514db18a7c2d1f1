"""What players learned: which weights serve, what becomes of bad ones, and endgames that are solved exactly."""

import json
import math
import random

import pytest

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import HIDDEN, LEARNED, LOOKAHEAD, MASTER, SEEN, Mind
from hedgekit.games.race.play.game import Game
from hedgekit.games.race.rulesets import trained_weights
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.players.player import Player
from hedgekit.terminal.cli import main
from hedgekit.text.errors import HedgekitError
from tools.exact import Exact

LAST = "h1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=A step=roll"


@pytest.fixture(scope="module")
def solved():
    game = Game.from_text("0 players=2", LAST)
    return Exact(game.rules, game._state)


def served(text):
    return trained_weights.weights_for(hedgekit.rules(text))


# ---- weights ---------------------------------------------------------------------------------------------------------


def test_a_rule_set_without_weights_is_served_by_those_nearest_to_it():
    """18 counts what the base game plays; of a set without weights of its own the variant with most words counts."""
    assert served("0 players=2").rules == "0 players=2"
    assert served("18 players=4").rules == "0 players=4"
    for text in ("9+13 players=3", "0 players=6", "29 players=7"):
        found, players = served(text), hedgekit.rules(text).players
        assert len(found.weights) == ((SEEN + 1) * players + 1) * HIDDEN + HIDDEN + 1, "fitted to the number of seats"
        named = set(found.rules.partition(" ")[0].split("+")) - {"0"}
        assert named <= set(text.partition(" ")[0].split("+")), "no variant that is not in play"


def test_the_number_of_players_comes_before_the_variants():
    """What two learned under 9 is for two: four under 9 are served by what four learned, seven by what most did."""
    taught = ("0 players=2", "0 players=4", "0 players=6", "9 players=2", "9+13 players=2", "12 players=4")
    for text, expected in (
        ("9 players=2", "9 players=2"),
        ("9+13 players=2", "9+13 players=2"),
        ("9+20 players=2", "9 players=2"),
        ("9 players=4", "0 players=4"),
        ("9+12 players=4", "12 players=4"),
        ("12 players=2", "0 players=2"),
        ("29 players=7", "0 players=6"),
    ):
        rules = hedgekit.rules(text)
        assert max((trained_weights._fit(name, rules), name) for name in taught)[1] == expected, text


def test_under_other_rules_log_odds_stretch_by_what_was_fitted(monkeypatch):
    """From those of an even game on: the factor of the weights, times those of each variant that they did not learn."""
    position = "b3=C4 b4=B4 b5=A4 c1=A1 c3=C1 c4=C2 d2=A2 e1=B1 f2=B2 home=A3B3C3 turn=A step=roll"

    def odds(text, **fitted):
        known = {"learned": {}, "common": {}} | fitted
        monkeypatch.setattr(trained_weights, "_calibration", lambda: {"weights": known})
        game = Game.from_text(f"{text} players=3", position)
        mind = Mind([(LEARNED, 0, 0)] * 3)
        _, mind.weights, calibration = trained_weights.weights_for.__wrapped__(game.rules)
        mind.calibration = (*calibration, *calibration)
        chance = kernel(game.rules).answers.expect(game._state, mind, 1, 1) / FULL
        return math.log2(chance / (1 - chance)) + math.log2(2)

    even = odds("13")
    assert abs(even) > 0.3
    fitted = {"learned": {"0 players=3": 1.5}, "common": {"13": 2, "26": 0.8}, "3": {"13": 0.9}, "4": {"13": 9}}
    assert odds("13", **fitted) == pytest.approx(2.7 * even, abs=0.01)
    assert odds("9+13", **fitted) == pytest.approx(2.7 * odds("9+13"), abs=0.01), "9 was not fitted"
    fitted["sets"] = {"9+13 players=3": [0.5, 0], "13 players=4": [9, 9]}
    assert odds("9+13", **fitted) == pytest.approx(1.35 * odds("9+13"), abs=0.01), "what is the set's own"
    assert odds("13+26", **fitted) == pytest.approx(2.16 * odds("13+26"), abs=0.01)
    assert odds("26", common={"26": 0.01}) == pytest.approx(trained_weights.FLATTEST * odds("26"), abs=0.01)
    thumb = odds("26", common={"26": 0.05}, rule={"26": 1}) - 0.05 * odds("26")
    game = Game.from_text("26 players=3", position)
    chance = kernel(game.rules).answers.chance(game._state, 1) / FULL
    assert thumb == pytest.approx(math.log2(chance / (1 - chance)) + math.log2(2), abs=0.03), "the rule of thumb"


def test_what_is_calibrated_is_there():
    """No weights and no variant that there are not, and all that games were played of are among them."""
    for field, known in trained_weights._calibration().items():
        assert {f"0 players={players}" for players in (2, 3, 4, 6)} <= known["learned"].keys()
        assert known["learned"].keys() <= trained_weights.index(field).keys()
        numbers = {int(one) for part, row in known.items() if part not in ("learned", "sets") for one in row}
        assert all(str(hedgekit.rules(text)) == text for text in known["sets"])
        assert {1, 13, 26, 39} <= numbers <= hedgekit.VARIANTS.keys() - {0}


def test_weights_for_more_seats_keep_the_own_the_next_and_the_last():
    """Seat 0 is who asks, 1 plays next, the last one played before."""
    one = tuple(range(((SEEN + 1) * 3 + 1) * HIDDEN + HIDDEN + 1))
    five, size = trained_weights._seated(one, 3, 5), SEEN * HIDDEN
    assert five[: 2 * size] == one[: 2 * size]
    assert five[4 * size : 5 * size] == one[2 * size : 3 * size]
    assert five[-HIDDEN - 1 :] == one[-HIDDEN - 1 :]
    assert trained_weights._seated(five, 5, 3) == one


@pytest.mark.parametrize(
    ("name", "bad", "said"),
    [
        ("index.json", b"{", "not in this installation"),
        ("index.json", b"", "not in this installation"),
        ("index.json", b"[]", "not in this installation"),
        ("index.json", b"\xff\xfe", "not in this installation"),
        ("index.json", b"[" * 100_000, "not in this installation"),
        ("index.json", b'{"weights": {"layout": "43x32/1", "sets": []}}', "not in this installation"),
        ("index.json", b'{"weights": {"layout": "43x32/1", "sets": {}}}', "not in this installation"),
        ("calibration.json", b'{"weights": []}', "not in this installation"),
        ("index.json", b'{"weights": {"layout": "43x32/1", "sets": {"0 players=2": {}}}}', "of 0 players=2 is damaged"),
        ("index.json", b'{"weights": {"layout": "9x9/1", "sets": {}}}', "another version (9x9/1"),
        (".bin", b"\0" * 64, "of 0 players=2 is damaged"),
        (".bin", None, "of 0 players=2 is damaged"),
    ],
)
def test_without_good_weights_the_next_rung_down_plays_and_a_sentence_says_why(spoilt, name, bad, said):
    rules = hedgekit.rules("0 players=2")
    moves = lambda kind: [(str(one.move), one.total) for one in Player(kind, 3).weigh(Game("0 players=2", seed=2))]  # noqa: E731
    spoilt(name, bad)
    with pytest.raises(HedgekitError) as no:
        trained_weights.weights_for(rules)
    assert said in no.value.text("en")
    assert no.value.text("fr") != no.value.text("en")
    assert str(trained_weights.missing_weights(rules, ["learned"])) == str(no.value)
    assert trained_weights.missing_weights(rules, ["greedy", "random"]) is None, "who needs none misses none"
    assert moves("learned") == moves("greedy")
    assert moves("lookahead:40") == moves("montecarlo:40") == moves("master:40")


@pytest.fixture
def spoilt(monkeypatch):
    """Files of the weights whose name ends so with other bytes in them, or None of them, until the test is over."""
    clear = (trained_weights.index, trained_weights._weights, trained_weights.weights_for, trained_weights._calibration)
    whole = trained_weights._data

    def spoil(name, bad):
        def data(asked):
            if asked.endswith(name) and bad is None:
                raise OSError(asked)
            return bad if asked.endswith(name) else whole(asked)

        monkeypatch.setattr(trained_weights, "_data", data)
        for cached in clear:
            cached.cache_clear()

    yield spoil
    for cached in clear:
        cached.cache_clear()


def played():
    game = Game("0 players=2", seed=2)
    while game.is_chance or len(game.moves()) < 2:
        game.roll() if game.is_chance else game.play(game.moves()[0])
    return game


def test_without_what_masters_learned_a_master_goes_by_what_everybody_did_and_that_is_said(spoilt):
    spoilt("-wide.bin", None)
    rules = hedgekit.rules("0 players=2")
    assert trained_weights.missing_weights(rules, ["learned", "lookahead"]) is None
    assert "what everybody learned" in str(trained_weights.missing_weights(rules, ["master"]))
    mind = Mind([(MASTER, 9, 2)] * 2)
    trained_weights.equip(mind, rules)
    assert (mind.learned[:2], mind.wide) == ([1, 1], ())
    assert mind.weights == trained_weights.weights_for(rules).weights


def test_who_plays_worse_than_he_learned_to_is_told(spoilt, tmp_path, capsys):
    """In the terminal, at the board, over a simulation and in a review: once each, and all of them go on."""
    spoilt("index.json", None)
    assert main(["play", "0 players=2", "--seats", "master:4,learned", "--seed", "1"]) == 0
    assert said(capsys).count("not in this installation") == 1
    assert main(["simulate", "0 players=2", "--games", "2", "--players", "learned"]) == 0
    assert said(capsys).count("not in this installation") == 1
    file, game = tmp_path / "game.txt", played()
    game.play(game.moves()[0])
    file.write_text(game.record(), "utf-8")
    assert main(["review", str(file)]) == 0
    assert said(capsys).count("not in this installation") == 1


def said(capsys):
    both = capsys.readouterr()
    return " ".join((both.out + both.err).split())


def test_in_a_sister_game_who_has_learned_plays_as_greedy_and_that_is_said(capsys):
    assert main(["simulate", "horses[horses=2] players=2", "--games", "1", "--players", "learned,random"]) == 0
    assert "Nobody has learned this game" in said(capsys)
    assert (
        trained_weights.missing_weights(hedgekit.game_of("hekla")("hekla players=2").rules, ["master", "greedy"])
        is None
    )


def test_the_package_holds_what_its_index_says():
    """Every file is there, whole, and all of them together are at most a megabyte."""
    size = 0
    assert {f"0 players={players}" for players in (2, 4)} <= set(trained_weights.index())
    for field, seen in trained_weights.SIZES.items():
        for name, known in trained_weights.index(field).items():
            players, weights = hedgekit.rules(name).players, trained_weights._weights(name, field)
            assert len(weights) == ((seen + 1) * players + 2) * HIDDEN + 1
            size += 2 * len(weights)
            assert known["games"] > 0
        assert json.loads(trained_weights._data("index.json"))[field]["layout"] == trained_weights.LAYOUTS[field]
    assert size <= 1_000_000


@pytest.mark.parametrize("number", [n for n, variant in hedgekit.VARIANTS.items() if variant.learned_playouts])
def test_where_a_round_at_random_misleads_who_looks_ahead_has_all_play_as_learned(number):
    """Fewer playouts, each as in a master's head, but by the narrow network; who learned nothing stays as he is."""
    rules = hedgekit.rules(str(number), min(hedgekit.VARIANTS[number].seats))
    mind = Mind([(LOOKAHEAD, 200, 1), (MASTER, 240, 1)])
    trained_weights.equip(mind, rules)
    assert (mind.kind[0], mind.strength[0], mind.rounds[0], mind.learned[0]) == (MASTER, 30, rules.players, 1)
    assert (mind.strength[1], mind.learned[1]) == (240, 2)


# ---- endgames --------------------------------------------------------------------------------------------------------


def test_exact_chances_are_what_exact_players_win(solved):
    """80 games in which both play by the table: A wins as often as it says, within three standard errors."""
    game, source = Game.from_text("0 players=2", LAST), random.Random(3)
    start, ask = game._state, kernel(game.rules).answers
    chance, won = solved.chances(start)[0], 0
    for _ in range(80):
        s = start.copy()
        while s.won == 0:
            if ask.is_chance(s):
                ask.play(s, source.randrange(6) + 1)
            else:
                moves = solved.moves(s)
                ask.play(s, max(moves, key=moves.get))
        won += s.won & 1
    assert abs(won / 80 - chance) < 3 * (chance * (1 - chance) / 80) ** 0.5


def test_chances_add_up_and_no_move_is_better_than_the_position(solved):
    game = Game.from_text("0 players=2", LAST)
    for number in range(1, 7):
        game.play(str(number))
        both = solved.chances(game._state)
        assert sum(both) == pytest.approx(1, abs=1e-4)
        assert max(solved.moves(game._state.copy()).values()) == pytest.approx(both[0], abs=1e-6)
        game.undo()


def test_what_is_too_large_is_not_solved():
    game = Game.from_text("0 players=2", LAST)
    with pytest.raises(ValueError, match="more than 20"):
        Exact(game.rules, game._state, 20)


def regrets(solved, skill, positions):
    """What the chosen moves lose in positions of random play, and how far the shown chances are off, squared."""
    source, lost, off = random.Random(1), [], []
    while len(lost) < positions:
        game = Game.from_text("0 players=2", LAST)
        for _ in range(source.randrange(12)):
            if not game.is_over:
                game.play(source.choice(game.moves()))
        if game.is_over or game.is_chance:
            continue
        packed = {str(move): number for move, number in game._list().values()}
        chances = solved.moves(game._state.copy())
        if max(chances.values()) - min(chances.values()) > 0.01:
            best = Player(skill, 1).weigh(game)[0]
            chance = chances[packed[str(best.move)]]
            lost.append(max(chances.values()) - chance)
            off.append((best.chance - chance) ** 2)
    return sum(lost) / positions, (sum(off) / positions) ** 0.5


@pytest.mark.parametrize("skill", ["learned", "master:60"])
def test_who_learned_chooses_and_reckons_nearly_as_well_as_can_be(solved, skill):
    """Mean regret, and root mean square of the shown chance; those of greedy are ten and two times as large."""
    lost, off = regrets(solved, skill, 40)
    assert lost < 0.005
    assert off < 0.06


def test_greedy_does_not(solved):
    lost, off = regrets(solved, "greedy", 40)
    assert lost > 0.0125
    assert off > 0.1
