"""What every game keeps: its texts read back, moves are undone, bad input is told, whole games are as they were.

Write the golden games of the checkerboard and the horses anew with `python -m tests.hedgekit.test_sisters`, and read
the difference: a changed line is a changed rule.  What is special to a game is tested beside.
"""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hedgekit
from hedgekit import Game, HedgekitError, Move, NotationError, Position
from hedgekit.games.race.engine.board import PLAYERS

from ..sample import examples
from . import sisters
from .hekla.positions import stand
from .sisters import SISTERS

FOLDER = Path(__file__).parent
GOLDEN = [(name, game) for name, sister in SISTERS.items() for game in sister.golden]
MOVES = {sister.kind: Move if sister.kind is Game else sister.kind.READS[2] for sister in SISTERS.values()}
each = pytest.mark.parametrize("sister", SISTERS.values(), ids=SISTERS)


@each
@given(data=st.data())
@examples(60)
def test_a_game_in_progress(sister, data):
    """It keeps the protocol, reads back and goes back; what is listed is legal, and nothing else is."""
    game = data.draw(sister.games)
    sisters.keeps_the_protocol(game)
    sisters.reads_back(game)
    sisters.undoes(game)
    listed = {str(move) for move in game.moves()}
    tried = data.draw(st.lists(sister.moves, min_size=5, max_size=8))
    origins = {move.partition("-")[0] for move in listed} | set(re.findall(r"\b([a-z]\d+)=", str(game)))
    targets = {move.partition("-")[2] for move in tried} - {""}
    nearly = {f"{origin}-{target}" for origin in sorted(origins - {""})[:6] for target in targets}
    for text in (*tried, *(text for text in nearly if MOVES[sister.kind].FORM.fullmatch(text))):
        assert (game.why(text) is None) == (str(game.read_move(text)) in listed) or not game.LISTS_ALL, text
    assert all(str(game.read_move(text)) == text for text in tried)
    if sister.kind is not Game:
        chances = sum(game.promise(player) for player in PLAYERS[: game.rules.players])
        assert chances == pytest.approx(game.rules.players / 2 if sister is SISTERS["checkerboard"] else 1), (
            "of partners"
        )


@pytest.mark.parametrize("name", ["checkerboard", "horses"])
@given(data=st.data())
@examples(30)
def test_players_weigh_the_moves(name, data):
    game = data.draw(SISTERS[name].games)
    if not game.is_over and not game.is_chance:
        sisters.weighs(game)


# ---- bad input -------------------------------------------------------------------------------------------------------


@each
@given(data=st.data())
@examples(120)
def test_arbitrary_input_raises_typed_errors_only(sister, data):
    kind, text = sister.kind, data.draw(sisters.hostile(sister.words) | sisters.anything)
    read_position = getattr(kind, "read_position", Position.parse)
    for read in (kind, kind.read_rules, read_position, kind.read_move, kind.replay, hedgekit.replay):
        sisters.reads_or_says_where(read, text)
    for rules in sister.rules:
        sisters.reads_or_says_where(lambda text, rules=rules: kind.from_text(rules, text), text)
        sisters.reads_or_says_where(lambda text, rules=rules: kind.replay(f"{rules}\n{text}"), text)


@each
@given(data=st.data())
@examples(50)
def test_a_game_survives_any_move(sister, data):
    sisters.survives(data.draw(sister.games), data.draw(sisters.hostile(sister.words)))


@each
def test_long_texts_are_refused_at_once(sister):
    kind, long = sister.kind, f"{sister.rules[0]}\n" + "1 " * 10_000_000
    for read in (kind, kind.read_rules, getattr(kind, "read_position", Position.parse), kind.read_move, kind.replay):
        with pytest.raises(NotationError):
            read(long)


STOPS = {
    "checkerboard": {
        "": 0,
        "draughts players=2": 0,
        "checkerboard[form]": 13,
        "checkerboard[form=last,]": 23,
        "checkerboard[from=last]": 13,
        "checkerboard[form=first]": 18,
        "checkerboard[form=last,form=take]": 23,
        "checkerboard player=2": 13,
        "checkerboard players=3": None,
        "checkerboard[edge=any] players=4": 13,
        "checkerboard players=2 players=4": 23,
    },
    "horses": {
        "": 0,
        "hors players=2": 0,
        "horses[horses]": 7,
        "horses[horses=5]": 14,
        "horses[pass=maybe]": 12,
        "horses[]": 7,
        "horses players=5": None,
        "horses players=2 pass=yes": 17,
    },
    "hekla": {
        "hekla players=5": None,
        "hekla players=1": None,
        "hekla[edge=any]": 6,
        "hekla players=3 more": 16,
        "0": 0,
    },
}


MOVE_STOPS = {
    "carrom": {
        "": 0, "A1": 2, "A9@0,3>0*1": 0, "A1@0;3>0*1": 4, "A1@0,3>0": 8, "A1@0,3>0*0.1234567": 17, "A1@0,1e3>0*1": 6,
    },
    "hekla": {
        "": 0, "A3": 0, "A3@": 0, "A3@b2-": 5, "A3@b2-c22": 8, "b2+b3": 0, "p1": 0, "-x": 1, "a" * 50: 40,
        None: None,
    },
}  # fmt: skip
POSITION_STOPS = {
    "": 0, "b2": 0, "x=A1": 0, "b2=Z1": 3, "b2=A1 b2=B1": 6, "b2= turn=A": 3, "kept=A3": 0, "home=A1'": 5,
    "turn= step=roll": 0,
}  # fmt: skip
STOPPING = [
    *((SISTERS[name].kind.read_rules, text, place) for name, texts in STOPS.items() for text, place in texts.items()),
    *((MOVES[SISTERS[name].kind].parse, *row) for name, texts in MOVE_STOPS.items() for row in texts.items()),
    *((Position.parse, text, place) for text, place in POSITION_STOPS.items()),
]


@pytest.mark.parametrize(("read", "text", "place"), STOPPING)
def test_where_reading_stops(read, text, place):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.place == place


@pytest.mark.parametrize("name", ["checkerboard", "horses", "hekla"])
def test_rule_sets(name):
    rules = SISTERS[name].kind.READS[0]
    for wrong in (3, True, 2.5, b"checkerboard", [name]):
        with pytest.raises(NotationError):
            rules.read(wrong)
        with pytest.raises(NotationError):
            rules.read(name, players=5 if wrong == 3 else wrong)
    assert str(rules.read(None, players=2)) == f"{name} players=2"
    assert str(rules.read(name)) == f"{name} players=4"
    with pytest.raises(NotationError):
        rules.read(f"{name} players=2", players=4)


@pytest.mark.parametrize("name", ["checkerboard", "horses"])
@given(data=st.data())
def test_options_are_read_in_any_order_and_defaults_left_out(name, data):
    rules = SISTERS[name].kind.READS[0]
    chosen = {option: data.draw(st.sampled_from(values)) for option, values in rules.OPTIONS.items()}
    players = data.draw(st.sampled_from(rules.PLAYER_COUNTS))
    assume(all(players in rules.ONLY.get(one, (players,)) for one in chosen.items()))
    said = data.draw(st.permutations([f"{option}={value}" for option, value in chosen.items()]))
    found = rules.read(f"{name}[{','.join(said)}] players={players}")
    assert rules.read(str(found)) == found
    assert {option: found.option(option) for option in chosen} == chosen
    assert str(found).count("=") == 1 + sum(value != rules.OPTIONS[option][0] for option, value in chosen.items())


# ---- positions that cannot be ----------------------------------------------------------------------------------------

STANDS = stand("c3=A1B2 c4=L0 b2=A3 p12=A")
NONE_OF_HEKLA = [
    (("c3=A1B2", "c3=A1A1"), "A1 is there more often"),
    (("c3=A1B2", "c3=A1"), "nowhere: B2"),
    (("c3=A1B2", "c3=A1B2C3"), "C3 cannot be read as c3"),
    (("c3=A1B2", "c3=A1B"), "B cannot be read as c3"),
    (("c3=A1B2", "c3="), "has no value"),
    (("c3=A1B2", "c7=A1B2"), "neither a place"),
    (("c3=A1B2", "a1=A1B2"), "neither a place"),
    (("b2=A3", "b2=A7"), "no volcano A7"),
    (("b2=A3", "b2=Z3"), "no volcano Z3"),
    (("c4=L0", "c4=L1"), "No game"),
    (("c4=L0", "c4=L2"), "No game"),
    (("p12=A", "p12=B"), "cannot be read as p0"),
    (("p12=A", "p12=E"), "A is nowhere"),
    (("p12=A", "p12=1"), "1 cannot be read as p12"),
    (("p12=A ", ""), "A is nowhere"),
    (("p0=BCD", "p0=BC"), "No game"),
    (("p12=A", "p40=A"), "neither a place"),
    (("p12=A", "p30+99=A"), "p30.99 does not fit"),
    (("turn=A", "turn=E"), "no player E"),
    (("turn=A ", ""), "nobody's turn"),
    (("step=play", "step=roll"), "no step roll"),
    (("step=play", "step=score"), "step does not fit"),
    (("step=play", "lines=b2+b3+b4 step=play"), "lines does not fit"),
    (("step=play", "lines=b2+c3 step=play"), "cannot be read as lines"),
    (("step=play", "quiet=0 step=play"), "0 cannot be read as quiet"),
    (("step=play", "quiet=200 step=play"), "quiet does not fit"),
    (("step=play", "quiet=201 step=play"), "201 cannot be read as quiet"),
    (("turn=A step=play", "over=A"), "over does not fit"),
    (("turn=A step=play", "over=E"), "winners"),
    (("step=play", "step=play over=A"), "finished game"),
]
CROSS = {"squares": "b4=A2B3 a4=B1 c4=C2 b5=A3 b6=D1", "turn": "B", "step": "score"}
LAVA = "a3=L0L0 a4=L0L0 b3=L0L0 b5=L0L0 c1=L0L0 d2=L1L1 d3=L1L1 d5=L1L1 e3=L1L1 e4=L1L1"
NONE_OF_FOUR_AT_HEKLA = [
    (stand(**CROSS, lines="a4+b4+c4,b4+c4+d4"), "lines does not fit"),
    (stand(**CROSS, lines="a4+b4+c4"), "lines does not fit"),
    (stand(**CROSS, lines="a4+b4+c4,c4+b4+a4"), "cannot be read as lines"),
    (stand(**CROSS, lines="a4+b4+c4,b4+b5+b6", quiet=3), "quiet does not fit"),
    (stand("c3=B1", step="move"), "step does not fit"),
    (stand(LAVA), "step does not fit"),
    (stand(f"{LAVA} p5=C", turn="", step="", over="A"), "over does not fit"),
]
PAIR = "A1=4.5,3 B1=7,3 out=A3A4B3B4 hand=A2B2 turn=A step=flick"
NONE_OF_CARROM = [
    (("A1=", "A2="), "A2 stands in two places"),
    (("A1=4.5,3 ", "A1=4.5,3 A1=1,1 "), "A1 is given twice"),
    (("A1=", "C1="), "no hedgehog C1"),
    (("A1=4.5,3 ", ""), "nowhere: A1"),
    (("A1=4.5,3", "A1=4.5"), "4.5 cannot be read as A1"),
    (("A1=4.5,3", "A1=4.5,3.1234567"), "cannot be read as A1"),
    (("A1=4.5,3", "A1=9.000001,3"), "A1 does not fit"),
    (("A1=4.5,3", "A1=4.5,-1"), "A1 does not fit"),
    (("A1=4.5,3", "A1=6.3,3"), "B1 does not fit"),
    (("turn=A ", ""), "nobody's turn"),
    (("turn=A", "turn=C"), "no player C"),
    (("turn=A", "turn="), "turn has no value"),
    (("step=flick", "step=roll"), "no step roll"),
    (("turn=A", "quiet=200 turn=A"), "200 cannot be read as quiet"),
    (("turn=A", "quiet=0 turn=A"), "0 cannot be read as quiet"),
    (("turn=A", "dice=4 turn=A"), "dice is neither"),
    (("turn=A", "d1 turn=A"), "d1 is not part"),
    (("hand=A2B2", "hand=A2b2"), "not b2"),
    (("step=flick", "step=flick over=A"), "finished game"),
    (("turn=A step=flick", "quiet=3 over=A"), "finished game"),
    (("turn=A step=flick", "over=C"), "winners"),
    (("turn=A step=flick", "over=AA"), "winners"),
    (("A1=4.5,3 B1=7,3 out=A3A4B3B4 hand=A2B2", "B1=7,3 out=A1A2A3A4B3B4 hand=B2"), "turn does not fit"),
    (("A1=4.5,3 B1=7,3 out=A3A4B3B4 hand=A2B2", "A1=7,3 out=B1B2A3A4B3B4 hand=A2"), "turn does not fit"),
]
RACE = "b2=A1 b6=A2 c3=A3B1 f1=B2 home=A4B3B4 dice=3 turn=A step=sideways"
NONE_OF_THE_RACE = [
    (("A1", "A2"), "A2 stands in two places"),
    (("A1", "C1"), "no hedgehog C1"),
    (("b2=A1 ", ""), "nowhere: A1"),
    (("turn=A ", ""), "nobody's turn"),
    (("turn=A", "turn=C"), "no player C"),
    (("turn=A", "turn=AB"), "no player AB"),
    (("step=sideways", "step=jump"), "no step jump"),
    (("dice=3 ", ""), r"is 1, not"),
    (("dice=3", "dice=3,4"), r"is 1, not"),
    (("dice=3", "dice=7"), "7 is not a number"),
    (("step=sideways", "step=roll"), "is 0, not 1"),
    (("f1=B2", "i1=B2"), "would be home"),
    (("f1=B2", "hand=B2"), "still in hand"),
    (("home=A4B3B4", "home=A4 out=B3B4"), "not in play"),
    (("home=A4B3B4", "home=A4B3 hand=B4"), "still in hand"),
    (("f1=B2 home=A4B3B4", "home=A4B2B3B4"), "already"),
    (("step=sideways", "step=sideways over=A"), "finished game"),
    (("dice=3 turn=A step=sideways", "over=C"), "winners"),
    (("dice=3 turn=A step=sideways", "over=AA"), "winners"),
    ((RACE, "a1=A1 a2=A2 a3=A3 a4=A4 a5=B1 a6=B2 hand=B3B4 turn=A step=place"), "A has no hedgehog left"),
]
IMPOSSIBLE = [
    *(("race", "0 players=2", RACE.replace(*change), said) for change, said in NONE_OF_THE_RACE),
    *(("hekla", "hekla", STANDS.replace(*change), said) for change, said in NONE_OF_HEKLA),
    *(("hekla", "hekla", text, said) for text, said in NONE_OF_FOUR_AT_HEKLA),
    *(("carrom", "40 players=2", PAIR.replace(*change), said) for change, said in NONE_OF_CARROM),
]
"""Game, rule set, position, what the error says; of the checkerboard and the horses see their tables of clauses."""


@pytest.mark.parametrize(("name", "rules", "text", "said"), IMPOSSIBLE)
def test_positions_that_cannot_be(name, rules, text, said):
    with pytest.raises(NotationError, match=said) as caught:
        SISTERS[name].kind.from_text(rules, text)
    assert caught.value.text("fr") != caught.value.text("en")


# ---- whole games -----------------------------------------------------------------------------------------------------


def path_of(name, game):
    return FOLDER / name / "playthroughs" / f"{game}.txt"


@pytest.mark.parametrize(("name", "game"), GOLDEN)
def test_golden(name, game):
    sister = SISTERS[name]
    assert sisters.playthrough(sister.kind, sister.golden[game]) == path_of(name, game).read_text("utf-8")


@pytest.mark.parametrize("name", ["checkerboard", "horses"])
def test_every_option_has_a_golden_game(name):
    kept = {path.stem for path in path_of(name, "").parent.glob("*.txt")}
    assert kept == set(SISTERS[name].golden), "python -m tests.hedgekit.test_sisters"


@pytest.mark.parametrize(("name", "rules"), [(name, SISTERS[name].golden[game]) for name, game in GOLDEN], ids=str)
def test_every_game_ends(name, rules):
    for seed in range(4):
        game = sisters.random_game(SISTERS[name].kind, rules, seed)
        assert game.is_over
        if name == "horses":
            assert game.position.home[game.winners[0]] == game.rules.horses
        elif game.rules.form != "last":
            assert 20 in (sum(game.position.placed().values()), sum(game.position.taken.values()))


BEGUN = {
    "checkerboard": "starter=B edge=left turn=A step=roll",
    "horses": "stable=A4B4 turn=B step=roll",
    "hekla": stand(players=2, turn="B"),
    "carrom": "hand=A1A2A3A4B1B2B3B4 turn=B step=flick",
}


@pytest.mark.parametrize("name", BEGUN)
def test_whoever_begins_may_be_said(name):
    kind, rules = SISTERS[name].kind, f"{'40' if name == 'carrom' else name} players=2"
    game = kind(rules, seed=5, first="B")
    assert str(game) == BEGUN[name]
    assert game.record() == f"{rules}\nseed=5\n{game}"
    assert str(hedgekit.replay(game.record())) == str(game)
    for wrong in ("C", "a", "", "AB", 1):
        with pytest.raises(NotationError):
            kind(rules, first=wrong)


RECORDS = {
    "0 players=2\nseed=1\nplace: a1 a2 a3 a4 a5 a6 a1 a2\nA: 4 - a4-b4\nB: 3 -": ("a1", "a1 is not an advance"),
    "checkerboard players=2\nseed=3\nfirst: 2 5\nA: 3 a4\nB: 1 b8\nA: 6 h2\nB: 4 e1-e2": ("b2-b2", "A rolls first"),
    "horses players=2\nseed=3\nlot: B\nB: 6 b0-t28 2 t28-t30\nA: 4 -\nB: 1 t30-t31": ("t30-t31", "A rolls"),
    "hekla players=2\nseed=3\nA: A3@c2": ("B3@c2", "c2 is not empty"),
    "40 players=2\nseed=5\nA: A1@0,3>0*0.5\nB: B1@9,3>180*1": ("A2@1,3>0*1", "A2 is put with its centre"),
}


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_has_a_line_a_turn_and_names_the_move_that_fails(record):
    game = hedgekit.replay(record)
    assert game.record() == record
    plain = " ".join(word for word in record.split("\n", 2)[2].split() if word[-1] != ":")
    head = record.partition("\n")[0]
    assert hedgekit.replay(f"{head}\n{plain}").moves_played == game.moves_played
    move, said = RECORDS[record]
    with pytest.raises(
        NotationError, match=rf"Move {game.ply + 1}, {re.escape(move)}, cannot be played: {said}"
    ) as caught:
        hedgekit.replay(f"{record}\n{move}")
    french = caught.value.text("fr")
    assert f"Le coup {game.ply + 1}" in french
    assert said not in french, "the reason inside is French as well"
    with pytest.raises(HedgekitError, match="Move 1, hello"):
        hedgekit.replay(f"{head}\nhello")


if __name__ == "__main__":
    for name, game in GOLDEN:
        sister = SISTERS[name]
        path_of(name, game).write_text(sisters.playthrough(sister.kind, sister.golden[game]), "utf-8")
