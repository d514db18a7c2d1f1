"""Trained weights: which rule sets use which, errors of bad files, and comparison with exact endgames."""

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


def weights_of(text):
    return trained_weights.weights_for(hedgekit.rules(text))


# ---- weights ---------------------------------------------------------------------------------------------------------


def test_a_rule_set_without_weights_uses_the_nearest():
    """18 is played like the base game; other sets use weights with some of their variants."""
    assert weights_of("0 players=2").rules == "0 players=2"
    assert weights_of("18 players=4").rules == "0 players=4"
    for text in ("9+13 players=3", "0 players=6", "29 players=7"):
        found, players = weights_of(text), hedgekit.rules(text).players
        assert len(found.weights) == ((SEEN + 1) * players + 1) * HIDDEN + HIDDEN + 1, "adapted to the number of seats"
        named = set(found.rules.partition(" ")[0].split("+")) - {"0"}
        assert named <= set(text.partition(" ")[0].split("+")), "only variants in play"


def test_the_number_of_players_matters_more_than_the_variants():
    """Weights of two players under 9 serve two: four use those of four, seven those of the most players."""
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


def test_log_odds_under_other_rules_are_scaled_by_calibration(monkeypatch):
    """The factor is the weights', times that of each variant they did not learn."""
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
    assert odds("9+13", **fitted) == pytest.approx(2.7 * odds("9+13"), abs=0.01), "9 has no factor"
    fitted["sets"] = {"9+13 players=3": [0.5, 0], "13 players=4": [9, 9]}
    assert odds("9+13", **fitted) == pytest.approx(1.35 * odds("9+13"), abs=0.01), "the set's own factor"
    assert odds("13+26", **fitted) == pytest.approx(2.16 * odds("13+26"), abs=0.01)
    assert odds("26", common={"26": 0.01}) == pytest.approx(trained_weights.FLATTEST * odds("26"), abs=0.01)
    thumb = odds("26", common={"26": 0.05}, rule={"26": 1}) - 0.05 * odds("26")
    game = Game.from_text("26 players=3", position)
    chance = kernel(game.rules).answers.chance(game._state, 1) / FULL
    assert thumb == pytest.approx(math.log2(chance / (1 - chance)) + math.log2(2), abs=0.03), "the rule of thumb"


def test_the_calibration_names_existing_weights_and_variants():
    """It covers all weights and variants that were measured."""
    for field, known in trained_weights._calibration().items():
        assert {f"0 players={players}" for players in (2, 3, 4, 6)} <= known["learned"].keys()
        assert known["learned"].keys() <= trained_weights.index(field).keys()
        numbers = {int(one) for part, row in known.items() if part not in ("learned", "sets") for one in row}
        assert all(str(hedgekit.rules(text)) == text for text in known["sets"])
        assert {1, 13, 26, 39} <= numbers <= hedgekit.VARIANTS.keys() - {0}


def test_weights_for_more_seats_keep_those_of_own_next_and_last_seat():
    """Seat 0 is the player's own, 1 plays next, the last one played before."""
    one = tuple(range(((SEEN + 1) * 3 + 1) * HIDDEN + HIDDEN + 1))
    five, size = trained_weights._seated(one, 3, 5), SEEN * HIDDEN
    assert five[: 2 * size] == one[: 2 * size]
    assert five[4 * size : 5 * size] == one[2 * size : 3 * size]
    assert five[-HIDDEN - 1 :] == one[-HIDDEN - 1 :]
    assert trained_weights._seated(five, 5, 3) == one


@pytest.mark.parametrize(
    ("name", "bad", "message"),
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
def test_without_good_weights_a_weaker_player_plays_with_a_warning(spoil, name, bad, message):
    rules = hedgekit.rules("0 players=2")
    moves = lambda kind: [(str(one.move), one.total) for one in Player(kind, 3).weigh(Game("0 players=2", seed=2))]  # noqa: E731
    spoil(name, bad)
    with pytest.raises(HedgekitError) as no:
        trained_weights.weights_for(rules)
    assert message in no.value.text("en")
    assert no.value.text("fr") != no.value.text("en")
    assert str(trained_weights.missing_weights(rules, ["learned"])) == str(no.value)
    assert trained_weights.missing_weights(rules, ["greedy", "random"]) is None, (
        "players without weights need no warning"
    )
    assert moves("learned") == moves("greedy")
    assert moves("lookahead:40") == moves("montecarlo:40") == moves("master:40")


@pytest.fixture
def spoil(monkeypatch):
    """Replace the bytes of weight files whose names end so, or remove the files, until the end of the test."""
    clear = (trained_weights.index, trained_weights._weights, trained_weights.weights_for, trained_weights._calibration)
    whole = trained_weights._data

    def replace(name, bad):
        def data(path):
            if path.endswith(name) and bad is None:
                raise OSError(path)
            return bad if path.endswith(name) else whole(path)

        monkeypatch.setattr(trained_weights, "_data", data)
        for cached in clear:
            cached.cache_clear()

    yield replace
    for cached in clear:
        cached.cache_clear()


def test_without_the_wide_weights_masters_use_the_common_ones_with_a_warning(spoil):
    spoil("-wide.bin", None)
    rules = hedgekit.rules("0 players=2")
    assert trained_weights.missing_weights(rules, ["learned", "lookahead"]) is None
    assert "what everybody learned" in str(trained_weights.missing_weights(rules, ["master"]))
    mind = Mind([(MASTER, 9, 2)] * 2)
    trained_weights.equip(mind, rules)
    assert (mind.learned[:2], mind.wide) == ([1, 1], ())
    assert mind.weights == trained_weights.weights_for(rules).weights


def test_players_without_their_weights_are_reported_once(spoil, tmp_path, capsys):
    """The terminal, a simulation and a review each print one warning and continue."""
    spoil("index.json", None)
    assert main(["play", "0 players=2", "--seats", "master:4,learned", "--seed", "1"]) == 0
    assert output(capsys).count("not in this installation") == 1
    assert main(["simulate", "0 players=2", "--games", "2", "--players", "learned"]) == 0
    assert output(capsys).count("not in this installation") == 1
    file, game = tmp_path / "game.txt", Game("0 players=2", seed=2)
    game.play(game.moves()[0])
    file.write_text(game.record(), "utf-8")
    assert main(["review", str(file)]) == 0
    assert output(capsys).count("not in this installation") == 1


def output(capsys):
    both = capsys.readouterr()
    return " ".join((both.out + both.err).split())


def test_learned_players_are_greedy_in_sister_games_with_a_warning(capsys):
    assert main(["simulate", "horses[horses=2] players=2", "--games", "1", "--players", "learned,random"]) == 0
    assert "Nobody has learned this game" in output(capsys)
    assert (
        trained_weights.missing_weights(hedgekit.game_of("hekla")("hekla players=2").rules, ["master", "greedy"])
        is None
    )


def test_the_package_has_all_weights_of_its_index():
    """Every file is complete, and together they have at most a megabyte."""
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
def test_lookahead_uses_the_learned_policy_where_random_playouts_mislead(number):
    """It has fewer playouts like a master's, but with the narrow network; the master is unchanged."""
    rules = hedgekit.rules(str(number), min(hedgekit.VARIANTS[number].seats))
    mind = Mind([(LOOKAHEAD, 200, 1), (MASTER, 240, 1)])
    trained_weights.equip(mind, rules)
    assert (mind.kind[0], mind.strength[0], mind.rounds[0], mind.learned[0]) == (MASTER, 30, rules.players, 1)
    assert (mind.strength[1], mind.learned[1]) == (240, 2)


# ---- endgames --------------------------------------------------------------------------------------------------------


def test_exact_players_win_as_often_as_the_exact_chance(solved):
    """A wins 80 games of exact players as often as predicted, within three standard errors."""
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


def test_chances_add_up_and_the_best_move_has_the_positions_chance(solved):
    game = Game.from_text("0 players=2", LAST)
    for number in range(1, 7):
        game.play(str(number))
        both = solved.chances(game._state)
        assert sum(both) == pytest.approx(1, abs=1e-4)
        assert max(solved.moves(game._state.copy()).values()) == pytest.approx(both[0], abs=1e-6)
        game.undo()


def test_too_large_endgames_are_not_solved():
    game = Game.from_text("0 players=2", LAST)
    with pytest.raises(ValueError, match="more than 20"):
        Exact(game.rules, game._state, 20)


def regrets(solved, skill, positions):
    """Return the chosen moves' mean regret in random positions, and the RMS error of their chances."""
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
def test_learned_players_choose_and_estimate_nearly_exactly(solved, skill):
    """Greedy's regret and error are about ten and two times as large."""
    lost, off = regrets(solved, skill, 40)
    assert lost < 0.005
    assert off < 0.06


def test_greedy_chooses_and_estimates_worse(solved):
    lost, off = regrets(solved, "greedy", 40)
    assert lost > 0.0125
    assert off > 0.1
