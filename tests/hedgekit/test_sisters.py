"""Claims about every game: texts read back, moves are undone, bad input is reported, golden games are unchanged.

`python -m tests.hedgekit.test_sisters` rewrites the golden games: read the difference, since a changed line is a
changed rule.  Tests of a single game are in its folder.
"""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hedgekit
from hedgekit import Game, HedgekitError, Move, NotationError, Position
from hedgekit.games import checkerboard, horses
from hedgekit.games.race.engine.board import PLAYERS

from ..sample import examples
from . import golden, sisters
from .sisters import SISTERS

FOLDER = Path(__file__).parent
GOLDEN = [(name, game) for name, sister in SISTERS.items() for game in sister.golden]
MOVES = {sister.kind: Move if sister.kind is Game else sister.kind.TYPES[2] for sister in SISTERS.values()}
each = pytest.mark.parametrize("sister", SISTERS.values(), ids=SISTERS)


@each
@given(data=st.data())
@examples(60)
def test_random_games_follow_the_protocol(sister, data):
    """They read back and undo, and exactly the listed moves are legal."""
    game = data.draw(sister.games)
    sisters.check_protocol(game)
    sisters.check_reading_back(game)
    sisters.check_undo(game)
    listed = {str(move) for move in game.moves()}
    tried = data.draw(st.lists(sister.moves, min_size=5, max_size=8))
    origins = {move.partition("-")[0] for move in listed} | set(re.findall(r"\b([a-z]\d+)=", str(game)))
    targets = {move.partition("-")[2] for move in tried} - {""}
    nearly = {f"{origin}-{target}" for origin in sorted(origins - {""})[:6] for target in targets}
    for text in (*tried, *(text for text in nearly if MOVES[sister.kind].FORM.fullmatch(text))):
        assert (game.why(text) is None) == (str(game.read_move(text)) in listed) or not game.LISTS_ALL, text
    assert all(str(game.read_move(text)) == text for text in tried)
    if sister.kind is not Game:
        chances = sum(game.evaluate(player) for player in PLAYERS[: game.rules.players])
        assert chances == pytest.approx(game.rules.players / 2 if sister is SISTERS["checkerboard"] else 1), (
            "partners share a win"
        )


@pytest.mark.parametrize("name", ["checkerboard", "horses"])
@given(data=st.data())
@examples(30)
def test_players_weigh_the_moves(name, data):
    game = data.draw(SISTERS[name].games)
    if not game.is_over and not game.is_chance:
        sisters.check_weighing(game)


# ---- classes of games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("9+13 players=3", Game),
        (hedgekit.rules("9"), Game),
        ("checkerboard[form=last]", checkerboard.Game),
        ("horses", horses.Game),
        ("  horses players=2\nlot: A", horses.Game),
        (horses.Game("horses").rules, horses.Game),
    ],
)
def test_the_class_of_a_game_is_found_by_its_rule_set(rules, kind):
    assert hedgekit.game_of(rules) is kind


@pytest.mark.parametrize("wrong", ["draughts", "", "horse", None, "Horses"])
def test_an_unknown_game_is_refused_when_read(wrong):
    with pytest.raises(HedgekitError):
        hedgekit.game_of(wrong).read_rules(wrong)
    with pytest.raises(NotationError):
        hedgekit.replay(wrong)


# ---- bad input -------------------------------------------------------------------------------------------------------


@each
@given(data=st.data())
@examples(120)
def test_arbitrary_input_raises_only_typed_errors(sister, data):
    kind, text = sister.kind, data.draw(sisters.hostile_texts(sister.words) | sisters.not_text)
    read_position = getattr(kind, "read_position", Position.parse)
    for read in (kind, kind.read_rules, read_position, kind.read_move, kind.replay, hedgekit.replay):
        sisters.check_reading(read, text)
    for rules in sister.rules:
        sisters.check_reading(lambda text, rules=rules: kind.from_text(rules, text), text)
        sisters.check_reading(lambda text, rules=rules: kind.replay(f"{rules}\n{text}"), text)


@each
@given(data=st.data())
@examples(50)
def test_an_invalid_move_changes_nothing(sister, data):
    value = sisters.hostile_texts(sister.words) | sisters.not_text | st.floats()
    sisters.check_invalid_move(data.draw(sister.games), data.draw(value))


@each
def test_overlong_texts_are_refused(sister):
    kind, long = sister.kind, f"{sister.rules[0]}\n" + "1 " * 10_000_000
    for read in (kind, kind.read_rules, getattr(kind, "read_position", Position.parse), kind.read_move, kind.replay):
        with pytest.raises(NotationError):
            read(long)


def rows():
    """Return the rows of impossible.txt: (game, rule set, position, message) and (function, text, place)."""
    positions, stops, reads, mark = [], [], None, None
    for line in Path(__file__).with_name("impossible.txt").read_text("utf-8").splitlines():
        if head := re.fullmatch(r"(\w+)(?: reads (\w+)|: (.*) ([@!]) (.*))", line):
            game, reads, rules, mark, at = head.groups()
        elif row := re.fullmatch(r"  (\d+|-): ?(.*)", line) if reads else None:
            stops.append((READERS[reads](SISTERS[game].kind), row[2], None if row[1] == "-" else int(row[1])))
        elif row := re.fullmatch(r"  (.*) -> (.*?): (.*)", line) if mark == "@" else None:
            positions.append((game, rules, at.replace(row[1], row[2]), row[3]))
        elif line.startswith("  "):
            positions.append((game, rules, at, line.strip()))
        else:
            assert not line or line.startswith("#"), f"no row: {line}"
    return positions, stops


READERS = {
    "rules": lambda kind: kind.read_rules,
    "moves": lambda kind: MOVES[kind].parse,
    "positions": lambda _: Position.parse,
}
IMPOSSIBLE, STOPS = rows()


@pytest.mark.parametrize(("read", "text", "place"), STOPS)
def test_errors_name_the_place_in_the_text(read, text, place):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.place == place


@pytest.mark.parametrize(("name", "rules", "text", "message"), IMPOSSIBLE)
def test_impossible_positions_are_refused(name, rules, text, message):
    with pytest.raises(NotationError, match=message) as caught:
        SISTERS[name].kind.from_text(rules, text)
    assert caught.value.text("fr") != caught.value.text("en")


@pytest.mark.parametrize("name", ["checkerboard", "horses", "hekla"])
def test_other_values_are_no_rule_sets(name):
    rules = SISTERS[name].kind.TYPES[0]
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
def test_options_are_read_in_any_order_and_defaults_omitted(name, data):
    rules = SISTERS[name].kind.TYPES[0]
    chosen = {option: data.draw(st.sampled_from(values)) for option, values in rules.OPTIONS.items()}
    players = data.draw(st.sampled_from(rules.PLAYER_COUNTS))
    assume(all(players in rules.ONLY.get(one, (players,)) for one in chosen.items()))
    options = data.draw(st.permutations([f"{option}={value}" for option, value in chosen.items()]))
    found = rules.read(f"{name}[{','.join(options)}] players={players}")
    assert rules.read(str(found)) == found
    assert {option: found.option(option) for option in chosen} == chosen
    assert str(found).count("=") == 1 + sum(value != rules.OPTIONS[option][0] for option, value in chosen.items())


# ---- whole games -----------------------------------------------------------------------------------------------------


def path_of(name, game):
    return FOLDER / name / "playthroughs" / f"{game}.txt"


@pytest.mark.parametrize(("name", "game"), GOLDEN)
def test_golden_games_are_unchanged(name, game):
    body, _, end = path_of(name, game).read_text("utf-8").rstrip("\n").partition("\n\n")
    head, *kept = body.split("\n")
    now, turns, ended = sisters.playthrough(SISTERS[name], game)
    golden.compare(kept, turns)
    assert (now, ended) == (head, end)


@pytest.mark.parametrize("name", ["checkerboard", "horses", "hekla"])
def test_every_option_has_a_golden_game(name):
    kept = {path.stem for path in path_of(name, "").parent.glob("*.txt")}
    assert kept == set(SISTERS[name].golden), "python -m tests.hedgekit.test_sisters"


@pytest.mark.parametrize(
    ("name", "rules"), [(name, SISTERS[name].golden[game]) for name, game in GOLDEN if name != "hekla"], ids=str
)
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
    "hekla": "p0=AB hand=A0A0A1A2A2A2A3B0B0B1B2B2B2B3 turn=B step=play",
    "carrom": "hand=A1A2A3A4B1B2B3B4 turn=B step=flick",
}


@pytest.mark.parametrize("name", BEGUN)
def test_the_first_player_can_be_chosen(name):
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
def test_a_record_has_a_line_per_turn_and_errors_name_the_move(record):
    game = hedgekit.replay(record)
    assert game.record() == record
    plain = " ".join(word for word in record.split("\n", 2)[2].split() if word[-1] != ":")
    head = record.partition("\n")[0]
    assert hedgekit.replay(f"{head}\n{plain}").moves_played == game.moves_played
    move, reason = RECORDS[record]
    with pytest.raises(
        NotationError, match=rf"Move {game.ply + 1}, {re.escape(move)}, cannot be played: {reason}"
    ) as caught:
        hedgekit.replay(f"{record}\n{move}")
    french = caught.value.text("fr")
    assert f"Le coup {game.ply + 1}" in french
    assert reason not in french, "the quoted reason is French, too"
    with pytest.raises(HedgekitError, match="Move 1, hello"):
        hedgekit.replay(f"{head}\nhello")


if __name__ == "__main__":
    for name, game in GOLDEN:
        head, turns, end = sisters.playthrough(SISTERS[name], game)
        lines = golden.lines(turns, game == SISTERS[name].full)
        path_of(name, game).write_text("\n".join([head, *lines, "", end, ""]), "utf-8")
