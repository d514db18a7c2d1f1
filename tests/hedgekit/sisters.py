"""What the tests of the sister games share: games at random, what the protocol promises, golden playthroughs."""

import random

import pytest
from hypothesis import strategies as st

import hedgekit
from hedgekit import NotationError, Refusal
from hedgekit.players.player import Player

from . import golden


def random_game(kind, rules, seed, plies=100_000, first=None):
    """A game played at random, so far or to its end."""
    game, chooser = kind(rules, seed=seed, first=first), random.Random(seed)
    while not game.is_over and game.ply < plies:
        if game.is_chance:
            game.roll()
        else:
            game.play(chooser.choice(game.moves()))
    return game


def games(kind, rules, plies):
    """Games in progress: under any of these rule sets, played at random for so many plies at most."""
    return st.builds(
        lambda text, seed, many: random_game(kind, text, seed, many),
        st.sampled_from(rules),
        st.integers(0, 10_000),
        st.integers(0, plies),
    )


def keeps_the_protocol(game):
    """Assert what every game of the collection promises of the position it stands in."""
    moves = game.moves()
    assert bool(moves) != game.is_over, "there is a move until the game is over"
    assert len(set(map(str, moves))) == len(moves), "each is listed once"
    for move in moves:
        assert game.read_move(str(move)) == move
        assert game.why(str(move)) is None
        assert (move.probability is not None) == game.is_chance
        for reason in game.because(str(move)):
            assert reason.clause
            assert reason.text("fr") != reason.text("en")
    if game.is_chance:
        assert {move.probability for move in moves} == {1 / len(moves)}, "dice and lots are fair: playouts count on it"
    else:
        with pytest.raises(Refusal):
            game.roll()
    for language in ("en", "fr"):
        assert game.prompt(language)
        assert bool(game.told(language)) == bool(game.ply)
    assert sorted(sum(game.ranking(), ())) == list("ABCD"[: game.rules.players])
    assert game.points() == ({} if game.is_over else None)
    if game.winners:
        assert game.ranking()[0][: len(game.winners)] == game.winners


def reads_back(game):
    """Assert that rule set, position and record print as texts that read back to the same."""
    kind = type(game)
    assert str(kind.read_rules(str(game.rules))) == str(game.rules)
    assert kind.read_rules(str(game.rules)) == game.rules
    assert kind.read_position(str(game)) == game.position
    again = kind.from_text(game.rules, str(game))
    assert str(again) == str(game)
    assert [str(move) for move in again.moves()] == [str(move) for move in game.moves()]
    for replay in (kind.replay, hedgekit.replay):
        replayed = replay(game.record())
        assert str(replayed) == str(game)
        assert replayed.record() == game.record()
    assert kind.replay(again.record()).to_text("A") == str(game), "also from its first position"
    assert hedgekit.game_of(game.rules) is kind


def undoes(game):
    """Assert that the last move can be taken back and played again, and that a copy leaves the game alone."""
    text, record = str(game), game.record()
    twin = game.copy()
    if not game.ply:
        with pytest.raises(IndexError):
            game.undo()
    else:
        move = twin.undo()
        assert (str(game), game.record()) == (text, record), "the copy alone went back"
        before = str(twin)
        twin.play(move)
        assert (str(twin), twin.record()) == (text, record)
        assert str(twin.read_position(before)) == before
    if twin.is_chance:
        rolled = str(twin.roll())
        assert (str(twin.undo()), str(game)) == (rolled, text)
        if game.seed is not None:
            assert str(twin.roll()) == rolled, "the same ply of a seed rolls the same"


def weighs(game):
    """Assert that players weigh every move, alike for the same draws, and leave the game alone."""
    before = str(game), game.record()
    for skill in ("greedy", "lookahead:30", "lookahead:2ms"):
        weighed = Player(skill, 5).weigh(game)
        assert {str(one.move) for one in weighed} == set(map(str, game.moves()))
        looks = [(one.tries, one.chance) for one in weighed]
        assert all(tries and 0 <= chance <= 1 for tries, chance in looks)
        assert looks == sorted(looks, reverse=True), "those looked at longest come first, the best of them foremost"
        if "ms" not in skill:
            assert weighed == Player(skill, 5).weigh(game)
    played = game.playout(random.Random(1))
    assert played.is_over
    assert str(played) == str(game.playout(random.Random(1)))
    assert played.ply == 0
    assert str(game.playout(random.Random(1), 0)) == str(game)
    assert (str(game), game.record()) == before


def won(kind, rules, one, other, matches):
    """The share of games won by the first of two players, who change seats; a draw counts half."""
    total = 0.0
    for number in range(2 * matches):
        game, seats = kind(rules, seed=number // 2), (Player(one, number), Player(other, number))
        while not game.is_over:
            if game.is_chance:
                game.roll()
            else:
                game.play(seats["AB".index(game.turn) ^ number % 2].choose(game))
        total += 0.5 if not game.winners else game.winners == ("AB"[number % 2],)
    return total / matches / 2


def survives(game, text):
    """Assert that whatever is tried, a typed error says so in both languages and nothing changes."""
    before = str(game), game.record()
    for call in (game.why, game.because, game.after, game.play):
        try:
            call(text)
        except (Refusal, NotationError) as error:
            assert error.text("en")
            assert error.text("fr")
            assert (str(game), game.record()) == before
        else:
            if call == game.play:
                game.undo()


def reads_or_says_where(read, text):
    """Assert that reading a text succeeds or raises a NotationError with sentences and a place in the text."""
    try:
        read(text)
    except NotationError as error:
        assert error.text("en")
        assert error.text("fr")
        assert error.place is None or 0 <= error.place <= len(error.source)


def hostile(words):
    """Texts a reader may type: anything, and the notation in disorder."""
    mixed = st.lists(st.sampled_from(words.split()) | st.sampled_from(" \n\x00é²"), max_size=14).map("".join)
    return st.text(max_size=60) | mixed


anything = st.none() | st.integers() | st.binary(max_size=5) | st.lists(st.integers(), max_size=2)


def playthrough(kind, rules, seed=7):
    """One game as text: its turns as in `golden.py`, then where it ended and who won."""
    game, chooser = kind(rules, seed=seed), random.Random(seed)
    turns, label = [], None
    while not game.is_over:
        if game.turn != label:
            label = game.turn
            turns.append(f"{label}:")
        moves = game.moves()
        if game.is_chance:
            move = game.roll()
        else:
            move = moves[int(chooser.random() * len(moves))]
            game.play(move)
        turns[-1] += f" {move} ({len(moves)})"
    head, body = f"{game.rules}, seed {seed}", golden.lines([(turn, ()) for turn in turns])
    return "\n".join([head, *body, "", str(game), game.told("en"), game.told("fr"), f"ranking {game.ranking()}", ""])


def write(kind, folder, names):
    """Write the golden playthroughs anew."""
    for path in folder.glob("*.txt"):
        path.unlink()
    for name, rules in names.items():
        (folder / f"{name}.txt").write_text(playthrough(kind, rules), "utf-8")
