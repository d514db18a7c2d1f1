"""Shared by the tests of all games: random games, and the promises of the protocol."""

import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import strategies as st

import hedgekit
from hedgekit import Clash, HedgekitError, NotationError, Refusal
from hedgekit.games import carrom, checkerboard, hekla, horses
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.play.position_game import PositionGame
from hedgekit.players.player import Player
from hedgekit.text.words import TableError

from .checked_games import RACES, playable_pairs, rule_text, wander
from .playing import played_on

MILLION = 1_000_000


def random_game(kind, rules, seed, plies=100_000, first=None):
    """Play a random game, for a number of plies or to its end."""
    return played_on(kind(rules, seed=seed, first=first), plies, random.Random(seed))


def choose_at_random(game, chooser):
    """Choose a move at random."""
    moves = game.moves()
    return moves[int(chooser.random() * len(moves))]


def choose_lead(game, chooser):
    """Choose the best of a dozen random moves of Hekla: the one that gives the mover the greatest lead."""
    seat = PLAYERS.index(game.turn)

    def worth(move):
        circles = game.after(move).circles
        return circles[seat] * len(circles) - sum(circles)

    moves = game.moves()
    return max(chooser.sample(moves, min(12, len(moves))), key=worth)


# ---- the games -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sister:
    """A game of the collection, as the tests play it.

    games: games in progress (a hypothesis strategy); moves: texts of moves, legal or not; words: its notation, to be
    scrambled; rules: for reading positions and moves; golden: name of a playthrough -> its rule set; choose: chooses
    its moves; full: the playthrough that records every scoring and position.
    """

    kind: Any
    games: st.SearchStrategy
    moves: st.SearchStrategy
    words: str
    rules: tuple[str, ...]
    golden: dict[str, str]
    choose: Any = choose_at_random
    full: str = ""


def games(kind, rules, plies):
    """Games in progress under any of these rule sets, played at random for at most `plies` plies."""
    return st.builds(
        lambda text, seed, many: random_game(kind, text, seed, many),
        st.sampled_from(sorted(rules)),
        st.integers(0, 10_000),
        st.integers(0, plies),
    )


@st.composite
def games_of_hekla(draw, plies=160):
    """Games that score whenever they can, so that lines, lava and laps occur."""
    game = hekla.Game(
        players=draw(st.integers(2, 4)), seed=draw(st.none() | st.integers(0, 9)), first=draw(st.sampled_from("AB"))
    )
    chooser = random.Random(draw(st.integers(0, 10**6)))
    for _ in range(draw(st.integers(0, plies))):
        if game.is_over:
            break
        moves = chooser.choices(game.moves(), k=12)
        game.play(max(moves, key=lambda move: (game.after(move).step == "score", sum(game.after(move).circles))))
    return game


RULES = [*map(str, RACES), *map(rule_text, playable_pairs()), "0[cover=top] players=6"]


@st.composite
def games_of_the_race(draw):
    """Games under any variant or pair."""
    rules, seed, plies = draw(st.sampled_from(RULES)), draw(st.integers(0, 999)), draw(st.integers(0, 300))
    return wander(rules, seed, every=10_000, bound=plies)


angles = st.integers(0, 360 * MILLION - 1)
strengths = st.integers(0, MILLION)
edge = st.tuples(st.integers(0, 9 * MILLION), st.sampled_from([0, 6 * MILLION])) | st.tuples(
    st.sampled_from([0, 9 * MILLION]), st.integers(0, 6 * MILLION)
)


@st.composite
def games_of_carrom(draw, plies=25):
    """Games with any flicks, not only listed ones."""
    game = carrom.Carrom(players=draw(st.integers(2, 6)), seed=draw(st.none() | st.integers(0, 99)))
    for _ in range(draw(st.integers(0, plies))):
        if game.is_over:
            break
        flick = carrom.Flick(game.moves()[0].piece, *draw(edge), draw(angles), draw(strengths))
        if game.why(flick) is None:
            game.play(flick)
    return game


def joined(pattern, *parts):
    """Texts of this pattern, with each part drawn from its values."""
    return st.builds(
        pattern.format, *(part if isinstance(part, st.SearchStrategy) else st.sampled_from(part) for part in parts)
    )


squares = joined("{}{}", "abcdefgh", "12345678")
places = st.integers(0, 55).map("t{}".format) | joined("{}{}", "abcd", "0123456")
stones = joined("{}{}", "ABCD", "0123")
circles = st.integers(0, 70).map(hekla.LAYOUT.circle_name)
of_board = hekla.LAYOUT.squares

CHECKERBOARD = {
    f"{players}-{form}{'-any' if edge == 'any' else ''}": f"checkerboard[edge={edge},form={form}] players={players}"
    for players in (2, 4)
    for form in ("stack", "last", "take")
    for edge in (("turn", "any") if players == 2 else ("turn",))
}
HORSES = {
    "2": "horses[horses=2] players=2",
    "3-horses": "horses[horses=3] players=2",
    "4-horses": "horses players=2",
    "3-players": "horses[horses=2] players=3",
    "4-players": "horses[horses=2] players=4",
    "overshoot-bounce": "horses[horses=2,overshoot=bounce] players=2",
    "pass-yes": "horses[horses=2,pass=yes] players=2",
    "safe_start-yes": "horses[horses=2,safe_start=yes] players=2",
    "out-must": "horses[horses=2,out=must] players=2",
    "all-house-rules": "horses[horses=2,out=must,overshoot=bounce,pass=yes,safe_start=yes] players=3",
}
SISTERS = {
    "race": Sister(
        hedgekit.Game,
        games_of_the_race(),
        joined("{}{}-{}{}", "abcdefghi", "123456", "abcdefghi", "123456")
        | joined("{}{}-{}{}=2", "abcdefghi", "123456", "abcdefghi", "123456")
        | st.sampled_from(
            ["double", "-=6", "-", "b3-b4*3", "b3-b4*3=2", "A3@a1", "@a1", "a1", "a1-a1", "3", "1,2", "b3^"]
        ),
        "0 1 + [cover=top] 35 17[black=b1,c2] 13[push=sideways] players= 2 = - b3 c3 A1 B2' home hand turn=A "
        "step=roll dice= over= : * ^ @ seed=1 place: d1=A1B3 b2=A1 b5=B1 c3=A2B2 d1=B3 f3=A3 g2=B4A4 "
        "home=A4B4 hand=A4B4 out=B4 doped=B4 carrier=A4 gone=B lost=B2 kept=A3B1 pool=1,2 deck=31*2465162453 "
        "cube=2A secret=A1B2 moved=A1 slip=A4 dice=4 dice=2,6 then=SF turn=B step=sideways step=forward "
        "step=place step=lane step=offer step=answer step=secret over=A over=draw i3=A1' 1,40",
        ("0 players=2", "2+7 players=3", "13+14+22+38 players=2"),
        {},
    ),
    "checkerboard": Sister(
        checkerboard.Game,
        games(checkerboard.Game, CHECKERBOARD.values(), 90),
        joined("{}-{}", squares, squares) | squares | st.sampled_from("123456"),
        "e1-e4 e1 a5 4 7 - checkerboard [form=last] [edge=any] players=2 seed=1 near=e1 left=a4 far=c8 right=h5 e4=AB "
        "c7=O taken=A3 among=AC rolled=A4B6 starter=A edge=left dice=4 turn=A step=place step=roll step=first over=B",
        ("checkerboard[form=take] players=2", "checkerboard players=4"),
        CHECKERBOARD,
    ),
    "horses": Sister(
        horses.Game,
        games(horses.Game, [*HORSES.values(), "horses players=4"], 900),
        joined("{}-{}", places, places) | st.sampled_from("123456ABCD-"),
        "t10-t13 a0-t0 t55-a1 a5-a6 t56 t05 a7 - 6 7 A D E horses [horses=2] [pass=yes] players=2 seed=1 t17=A a3=A "
        "b3=A stable=A2B2 stable=A1B2 home=A1 dice=6 turn=A step=move step=roll step=lot over=B over=draw A: lot:",
        ("horses[horses=2] players=2",),
        HORSES,
    ),
    "hekla": Sister(
        hekla.Game,
        games_of_hekla(),
        joined("{}@{}", stones, of_board)
        | joined("{}@{}-{}", stones, of_board, of_board)
        | joined("{}-{}", circles, circles)
        | st.sampled_from([*map("+".join, hekla.LAYOUT.lines), "-"]),
        "A3 @ b2 - c2 p25 p12 + b2+b3+b4 0 L L0 hekla players=3 p0=AB hand=A0 lines= quiet=12 turn=A step=play over=B",
        ("hekla",),
        {f"{players}-players": f"hekla players={players}" for players in (2, 3, 4)},
        choose_lead,
        "2-players",
    ),
    "carrom": Sister(
        carrom.Carrom,
        games_of_carrom(),
        st.builds(carrom.Flick, joined("{}{}", "ABCI", "1234"), angles, angles, st.integers(), strengths).map(str)
        | joined("A1@{}>0*1", edge.map(lambda point: f"{point[0] // MILLION},{point[1] // MILLION}"))
        | st.just("-"),
        "0 1 40 29+40 1,40 players= 2 = - A1 B2 @ , > * . 3 4.5 0.0000001 out= hand= quiet= 200 turn=A step=flick "
        "over= draw seed=1 : ٣",
        ("40 players=2",),
        {},
    ),
}


# ---- the protocol ----------------------------------------------------------------------------------------------------


def check_protocol(game):
    """Assert the promises of the protocol for a game's current position."""
    moves = game.moves()
    assert bool(moves) != game.is_over or game.step == "shuffle", "there are moves until the game is over"
    assert len(set(map(str, moves))) == len(moves), "no move is listed twice"
    for move in moves if game.LISTS_ALL else moves[::7]:
        assert game.read_move(str(move)) == move
        assert game.why(str(move)) is None
        assert (getattr(move, "probability", None) is not None) == game.is_chance
        for reason in game.because(str(move)):
            assert reason.clause
            assert reason.text("fr") != reason.text("en")
    if game.is_chance:
        assert sum(move.probability for move in moves) == pytest.approx(1 if moves else 0)
        fair = not isinstance(game, PositionGame) or {move.probability for move in moves} == {1 / len(moves)}
        assert fair, "dice and lots are fair: playouts rely on it"
    else:
        with pytest.raises(Refusal):
            game.roll()
    for language in ("en", "fr"):
        assert game.prompt(language)
        assert bool(game.narrate(language)) == bool(game.ply)
    assert sorted(sum(game.ranking(), ())) == list(PLAYERS[: game.rules.players])
    assert (game.points() is None) != game.is_over
    assert not (isinstance(game, PositionGame) and game.points()), "only the race has points"
    if game.winners:
        assert game.ranking()[0][: len(game.winners)] == game.winners


def check_reading_back(game):
    """Assert that rule set, position and record read back as printed."""
    kind = type(game)
    assert str(kind.read_rules(str(game.rules))) == str(game.rules)
    assert kind.read_rules(str(game.rules)) == game.rules
    seatless = str(game.rules).partition(" players=")[0]
    assert kind(kind.read_rules(seatless, players=game.rules.players)).rules == game.rules
    assert getattr(kind, "read_position", hedgekit.Position.parse)(str(game)) == game.position
    again = kind.from_text(game.rules, str(game))
    assert str(again) == str(game)
    assert [str(move) for move in again.moves()] == [str(move) for move in game.moves()]
    for replay in (kind.replay, hedgekit.replay):
        replayed = replay(game.record())
        assert str(replayed) == str(game)
        assert replayed.record() == game.record()
    assert str(kind.replay(again.record())) == str(game), "also a record that begins at a position"
    assert type(hedgekit.game_of(game.rules)(game.rules)) is kind
    for move in game.moves()[:: 1 + len(game.moves()) // 5]:
        twin = game.copy()
        twin.play(move)
        again.play(str(move))
        assert again.position == twin.position, "a game read from text continues alike"
        again.undo()


def check_undo(game):
    """Assert that the last move can be undone and replayed, and that a copy is independent."""
    text, record = str(game), game.record()
    twin = game.copy()
    if not game.ply:
        with pytest.raises(IndexError):
            game.undo()
    else:
        move = twin.undo()
        assert (str(game), game.record()) == (text, record), "undoing in a copy leaves the game alone"
        before = str(twin)
        twin.play(move)
        assert (str(twin), twin.record()) == (text, record)
        assert str(type(game).from_text(game.rules, before)) == before
    if twin.is_chance:
        rolled = str(twin.roll())
        assert (str(twin.undo()), str(game)) == (rolled, text)
        if game.seed is not None:
            assert str(twin.roll()) == rolled, "the same ply of a seed rolls the same"


def check_weighing(game):
    """Assert that players evaluate every move, reproducibly, and leave the game unchanged."""
    before = str(game), game.record()
    for skill in ("greedy", "lookahead:30", "lookahead:2ms"):
        weighed = Player(skill, 5).weigh(game)
        assert {str(one.move) for one in weighed} == set(map(str, game.moves()))
        looks = [(one.tries, one.chance) for one in weighed]
        assert all(tries and 0 <= chance <= 1 for tries, chance in looks)
        assert looks == sorted(looks, reverse=True), "moves tried most come first, then those with the best chance"
        if "ms" not in skill:
            assert weighed == Player(skill, 5).weigh(game)
    played = game.playout(random.Random(1))
    assert played.is_over
    assert str(played) == str(game.playout(random.Random(1)))
    assert played.ply == 0
    assert str(game.playout(random.Random(1), 0)) == str(game)
    assert (str(game), game.record()) == before


def check_invalid_move(game, text):
    """Assert that any invalid input raises a typed error with sentences in both languages and changes nothing."""
    before = str(game), game.record()
    changing, asking = (game.play, game.follow), (game.why, game.because, getattr(game, "after", game.why))
    for call in (*changing, *asking, game.chance, game.guess, game.to_text, game.view, game.view().copy, game.prompt):
        try:
            call(text)
        except (HedgekitError, TableError) as error:
            assert all(map(getattr(error, "text", str), ("en", "fr")))
            assert (str(game), game.record()) == before
        else:
            if call in changing:
                game.undo()
            assert (str(game), game.record()) == before


def check_reading(read, text):
    """Assert that a text is read, or raises a typed error with sentences and a place in the text."""
    try:
        read(text)
    except HedgekitError as error:
        assert isinstance(error, (NotationError, Clash)), "a record may consist of rules that exclude each other"
        assert error.text("en")
        assert error.text("fr")
        place = getattr(error, "place", None)
        assert place is None or 0 <= place <= len(error.source)


def hostile_texts(words):
    """Texts a reader may type: arbitrary ones, and scrambled notation."""
    mixed = st.lists(st.sampled_from(words.split()) | st.sampled_from(" \n\x00é²"), max_size=14).map("".join)
    return st.text(max_size=60) | mixed


not_text = st.none() | st.integers() | st.binary(max_size=5) | st.lists(st.integers(), max_size=2)
"""Values that are not text."""


def playthrough(sister, name, seed=7):
    """Record a game: its rule set and seed, its turns as in `golden.py`, its end and winners.

    A turn that scores records its narration and the position.
    """
    game, chooser = sister.kind(sister.golden[name], seed=seed), random.Random(seed)
    turns, label = [], None
    while not game.is_over:
        if game.turn != label:
            label = game.turn
            turns.append([f"{label}:", ()])
        many = len(game.moves())
        if game.is_chance:
            move = game.roll()
        else:
            move = sister.choose(game, chooser)
            game.play(move)
        turns[-1][0] += f" {move} ({many})"
        if scored := [str(note) for scoring in getattr(game, "trace", ()) for note in scoring.notes()]:
            turns[-1][1] += (*scored, str(game))
    ended = "\n".join([str(game), game.narrate("en"), game.narrate("fr"), f"ranking {game.ranking()}"])
    return f"{game.rules}, seed {seed}", turns, ended
