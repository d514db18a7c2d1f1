"""A view depends only on what its seat may know, in every method."""

import copy
import pickle
import random
import re

import pytest

import hedgekit
from hedgekit import Game, HedgekitError, NotationError, Series, rl
from hedgekit.games.race.engine.state import ANNOUNCE, SAVED_STEP, SAVED_TURN, SECRET, SHUFFLE
from hedgekit.games.race.play.hidden import hides
from hedgekit.players import Player
from hedgekit.players.bots import choose_move

from ..sample import DAY, some
from .playing import played, played_on

HIDING = [
    "2 players=2", "2 players=3", "7 players=3", "7[again=turn] players=2", "2+7 players=4", "2+7+14 players=3",
    "7+22 players=2", "7+25 players=3", "2+14 players=2",
]  # fmt: skip
"""Rule sets with hidden information, alone and beside offers and apples."""
HIDDEN = {number for number, variant in hedgekit.VARIANTS.items() if {"secret", "deck"} & {*variant.fields}}


def twin_of(game, seat):
    """Return a game that differs only in what a seat may not know: others' drawings and unseen cards."""
    other = Game(game.rules, 12345, first=game.first)
    pieces, cards = game.rules.settings["pieces"], 13
    steps = [(str(move), before[SAVED_STEP], before[SAVED_TURN]) for move, before in game._history]
    turned = min(cards, sum(int(move) for move, step, _ in steps if step == ANNOUNCE))
    for move, step, turn in steps:
        if step == SHUFFLE:
            deck = move.removeprefix("deck=")
            move = move.replace(deck, deck[:turned] + deck[turned:][::-1])
        elif step == SECRET and (not seat or "ABCDEF"[turn] not in seat):
            move = str(int(move) % pieces + 1)
        other.play(move)
    return other


def public_answers(view, depth=2):
    """Return all public attributes of a view and the results of its methods."""
    found = {"str": str(view), "repr": repr(view), "pickle": pickle.dumps(view), "dir": sorted(dir(view))}
    for name in dir(view):
        if (name[0] == "_" and name != "_repr_svg_") or name in ("weigh", "weighing", "chance", "chances", "png"):
            continue  # a PNG is the same picture; players are tested below
        value = getattr(view, name)
        found[name] = value
        if callable(value):
            given = {"last_moves": [(5,)]}
            given |= {"why": [("a1-b1",), ("-",), ("roll",), ("2",)], "because": [(view.moves() or ["-"])[:1]]}
            found[name] = [result_of(value, args) for args in given.get(name, [()])]
        if name == "copy":
            found[name] = [play_on(value()), play_on(value(7))] if depth else []
    return found


def result_of(method, args):
    try:
        return str(method(*args))
    except (HedgekitError, TypeError) as no:
        return str(no)


def play_on(game):
    lots = random.Random(1)
    while not game.is_over and lots.random() < 0.9:
        game.roll() if game.is_chance else game.play(lots.choice(game.moves()))
    return str(game), game.record(), game.state.rng


@pytest.mark.parametrize("rules", some(HIDING, 2, DAY))
def test_hidden_differences_do_not_show_in_views(rules):
    differed = 0
    for seed, plies in ((1, 1), (2, 3), (3, 24)):
        game = played(rules, plies, random.Random(seed), seed)
        for seat in (*"ABCD"[: game.rules.players], None):
            view = game.view(seat)
            other = twin_of(game, seat or "")
            differed += str(other) != str(game)
            assert public_answers(view) == public_answers(other.view(seat)), (str(game), str(other))
    assert differed or rules == "7 players=2", "no game had hidden differences"


def test_every_variant_with_hidden_information_is_tested():
    assert {2, 7} == HIDDEN
    assert {int(number) for rules in HIDING for number in hedgekit.rules(rules).variants if number in HIDDEN} == HIDDEN
    assert all(hides(hedgekit.rules(rules)) for rules in HIDING)


def test_copies_of_a_view_keep_what_the_seat_knows():
    game = played("2+7 players=3", 30, random.Random(3), 3)
    own = game.position.value("secret")["B"]
    turned = sum(move.outcome[0] for move, before in game._history if move.outcome and before[0] == ANNOUNCE)
    copies = [game.view("B").copy(seed) for seed in range(30)]
    assert {twin.position.value("secret")["B"] for twin in copies} == {own}
    assert len({twin.position.value("secret")["A"] for twin in copies}) > 2
    decks = {twin.position.rest["deck"] for twin in copies}
    assert {deck[13 - min(13, turned) :] for deck in decks} == {game.position.rest["deck"][13 - min(13, turned) :]}
    view = game.view("B")
    assert len({str(view.copy()) for _ in range(9)}) > 2, "each copy is redealt"
    assert str(view.copy(5)) == str(view.copy(5))


def test_a_view_lacks_a_games_methods_and_hides_only_the_seed_after_the_end():
    game = played("2+7 players=2", 9, random.Random(1), 1)
    for name in ("play", "roll", "undo", "state", "seed", "answers", "standing", "packed", "start"):
        with pytest.raises(AttributeError, match=f"A view has no {name}"):
            getattr(game.view("A"), name)
    with pytest.raises(NotationError, match="does not play"):
        game.view("C")
    over = played("2+7 players=2", 10_000, random.Random(1), 1)
    assert over.is_over
    assert str(over.view("A")) == str(over)
    assert "?" not in over.view().record()
    assert "seed" not in over.view().record()
    assert over.view("A").points() == over.points()
    for sister in ("hekla players=2", "horses players=2", "checkerboard"):
        there = hedgekit.game_of(sister)(sister, seed=4)
        assert [*map(str, there.view("A").moves())] == [*map(str, there.moves())]
        assert there.view("A").copy(3).seed == 3


def test_a_view_of_a_series_hides_others_drawings():
    series = Series("2 players=2", seed=1)
    lots = random.Random(2)
    for _ in range(2):
        played_on(series.game, choice=lots)
        series.next_game()
    for move in "34":
        series.game.play(move)
    seen, other = series.view("B"), Series("2 players=2", seed=99)
    other._finished, other._game = [twin_of(game, "AB") for game in series._finished], twin_of(series.game, "B")
    assert str(other.game) != str(series.game)
    assert (other.view("B").record(), public_answers(other.view("B").game)) == (
        seen.record(),
        public_answers(seen.game),
    )
    assert seen.scores == series.scores
    assert seen.game.moves_played[-1 - (series.game.turn == "B")] in "34?"
    assert seen.record().count("?") == 1
    assert seen.record().count("game ") == 3


class Peeking:
    """Collects whatever a cheating bot could find, and plays the first move."""

    def __init__(self):
        self.seen, self.seeds = [], []

    def reset(self, seed):
        self.seeds.append(seed)

    def choose(self, game):
        begin, numbers = game.copy(), set()
        while begin.ply:
            begin.undo()
            numbers.add(begin.state.rng)
        again = [pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)]
        found = [str(one) for one in (game, game.position, *again)] + [repr(game), game.record(), game.svg()]
        for name in ("seed", "state", "play", "answers", "anew"):
            with pytest.raises(AttributeError) as no:
                getattr(game, name)
            found.append(str(no.value))
        found += [result_of(game.why, [word]) for word in ("4", "roll", "a1-b1", "deck", "?")]
        assert len(numbers) < 2, "earlier states do not reveal the dice"
        self.seen.append((" ".join(found), begin.seed, game.copy().state.rng, game.copy(1).seed))
        return game.moves()[0]


class Seeing(Peeking):
    sees_all = True

    def choose(self, game):
        self.seen.append(str(game))
        return game.moves()[0]


def test_bots_get_views_unless_they_declare_to_see_all():
    game = played("2+7 players=3", 12, random.Random(3), 3)
    while game.is_chance:
        game.roll()
    for kind, hidden in ((Peeking, True), (Seeing, False)):
        bot = kind()
        choose_move(bot, game)
        assert ("deck=" in bot.seen[0] or "deck=" in bot.seen[0][0]) != hidden
    bot = Peeking()
    hedgekit.simulate("2+7 players=2", 1, [bot, "random"], seed=1)
    assert bot.seen
    assert not any("deck=" in text or "B" in "".join(re.findall("secret=(....)", text)) for text, *_ in bot.seen)
    assert len({rng for _, _, rng, _ in bot.seen}) > len(bot.seen) // 2, "each copy has its own dice"
    assert not any(seed // 16 >> 32 == 1 for seed in bot.seeds), "a bot's seed does not contain the game's"


class Twinning:
    """Sees the whole game; checks now and then that it replays and that its view hides enough."""

    sees_all, plies = True, 0

    def choose(self, game):
        if game.ply % 4 == 0:
            again = Game.replay(game.record())
            assert (str(again), again.record()) == (str(game), game.record())
        if game.ply % 40 == 0 and hides(game.rules):
            twin = twin_of(game, game.turn)
            assert public_answers(game.view(game.turn)) == public_answers(twin.view(game.turn))
        self.plies = max(self.plies, game.ply)
        return Player("hasty", game.ply).choose(game)


class Remembering:
    """Checks that a view has the whole game so far, as its seat may know it."""

    def choose(self, view):
        assert view.record().count("?") == sum(move == "?" for move in view.moves_played)
        assert [str(move) for move in view.last_moves(3)] == [*view.moves_played[-3:]]
        assert view.narrate() or view.moves_played[-1] == "?"
        return Player("hasty", view.ply).choose(view)


@pytest.mark.parametrize(
    "rules", some([*HIDING[2:6], "9+13 players=3", "1+16+34 players=2", "5+12+38 players=2"], 2, DAY)
)
def test_bots_know_the_game_so_far_in_simulations_and_environments(rules):
    bot = Twinning()
    hedgekit.simulate(rules, 1, [bot, Remembering], seed=3)
    assert bot.plies > 40
    env, dice = rl.gym_env(rules, [bot, *[Remembering] * (hedgekit.rules(rules).players - 2)]), random.Random(1)
    _, info = env.reset(seed=2)
    while env.race.decisions < 60 and not env.race.over:
        _, _, _, _, info = env.step(dice.choice(info["action_mask"].nonzero()[0]))
    for race in (env.race, pickle.loads(pickle.dumps(env.race)), env.race.copy()):
        assert str(Game.replay(race.game().record())) == race.game().to_text()
        assert race.view("A").record() == env.race.view("A").record()


def test_players_do_not_use_hidden_information():
    for rules in ("2 players=2", "7 players=3", "2+7 players=2"):
        game = played(rules, 30, random.Random(6), 6)
        while game.is_chance:
            game.roll()
        other = twin_of(game, game.turn)
        for skill in ("greedy", "learned", "lookahead:20", "master:6"):
            assert Player(skill, 1).weigh(game) == Player(skill, 1).weigh(other), (skill, str(game))
