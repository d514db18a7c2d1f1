"""Whatever comes in, to every parser and to every widget: an answer or a typed error, soon, and nothing else.

Examples are the same in every run (`make soak` draws fresh ones, and many more: FUZZ=2000).
"""

from __future__ import annotations

import io
import json
import os
import random
import zipfile
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hedgekit
from rulebook.boards.board import Board
from rulebook.boards.table import Table
from rulebook.choosing.choose import Choosing
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.collation import CollationError, Decisions
from rulebook.collation import read_bytes as read_witness
from rulebook.collation.out import po
from rulebook.desk.session import Session
from rulebook.publish.server import readers
from tests.serving import ROOT

MANY = int(os.environ.get("FUZZ", "0"))
fuzz = settings(
    max_examples=MANY or 30, derandomize=not MANY, deadline=None, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip

GAMES = ("0 players=2", "17 players=3", "24 players=2", "40", "checkerboard", "horses", "hekla")
WORDS = (
    "0", "5", "17", "35", "40", "+", "[cover=top]", "[", "]", "players=", "2", "9" * 30, "=", "-", "a1", "b3", "i6",
    "A1", "A1B2C3", "home=", "hand=", "turn=A", "step=roll", "step=", "dice=6", "seed=1", "place:", ":", "*", "^", "@",
    "checkerboard", "horses", "hekla", "carrom", " ", "\n", "\t", "\x00", "é", "²", "٣", "\u202e", "\ud800", "<script>",
    "{}", "~", "{0.__class__}", "%s", "../../etc/passwd", "__import__('os')", "'", '"', ";", "\\", "🦔",
)  # fmt: skip
soup = st.lists(st.sampled_from(WORDS), max_size=25).map("".join)
texts = soup | st.text(max_size=80)
leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | texts
    | st.sampled_from(["do", "play", "a1", "reader", "greedy", "A", 2**53, -1, 0, 1, 4])
)  # fmt: skip
anything = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4))


def hurt(text: str, chance: random.Random) -> str:
    """The text with something cut out, doubled, exchanged or put in."""
    for _ in range(chance.randint(1, 4)):
        at, far = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        far = min(far, at + 12)
        text = chance.choice((
            text[:at] + text[far:], text[:far] + text[at:], text[:at] + chance.choice(WORDS) + text[far:],
            text[:at] + text[at:far][::-1] + text[far:],
        ))  # fmt: skip
    return text


@cache
def records() -> tuple[str, ...]:
    """The record of the beginning of a game of each kind."""
    found = []
    for rules in GAMES:
        game = hedgekit.game_of(rules)(rules, seed=3)
        chance = random.Random(3)
        for _ in range(25):
            if game.is_over:
                break
            if game.is_chance:
                game.roll()
            else:
                game.play(chance.choice(list(game.moves())))
        found.append(str(game.record()))
    return tuple(found)


# ---- the rules' own notations --------------------------------------------------------------------------------------


@fuzz
@given(st.sampled_from(GAMES), texts)
def test_positions_moves_and_records_of_any_text(rules: str, text: str) -> None:
    kind = hedgekit.game_of(rules)
    game = kind(rules, seed=1)
    before = str(game.record())
    more = [kind.replay] if hasattr(kind, "replay") else []
    for deed in (partial(kind.from_text, game.rules), game.why, game.play, hedgekit.replay, *more):
        try:
            deed(text)
        except hedgekit.HedgekitError as error:
            assert error.text("en") or str(error)
    legal = any(str(move) == text.strip() for move in kind(rules, seed=1).moves()) if not game.is_chance else False
    assert legal or str(game.record()) == before or str(game.record()).startswith(before)


@fuzz
@given(st.sampled_from(GAMES), texts, anything)
def test_rule_sets_of_any_text(rules: str, text: str, value: Any) -> None:
    for one in (text, rules + text, value):
        try:
            kind = hedgekit.game_of(one)
            kind.read_rules(one, 2) if hasattr(kind, "read_rules") else hedgekit.rules(one)
        except (hedgekit.HedgekitError, TypeError, ValueError) as error:
            assert isinstance(one, str) <= isinstance(error, hedgekit.HedgekitError), (one, error)


@fuzz
@given(st.integers(0, len(GAMES) - 1), st.integers(0, 2**32))
def test_hurt_records_are_replayed_or_refused(which: int, seed: int) -> None:
    """A letter lost, a line doubled, a word exchanged: a game whose record reads again, or one sentence."""
    text = hurt(records()[which], random.Random(seed))
    try:
        game = hedgekit.replay(text)
    except hedgekit.HedgekitError:
        return
    assert str(hedgekit.replay(str(game.record())).record()) == str(game.record())


# ---- the desk's files ----------------------------------------------------------------------------------------------


def zipped(data: bytes) -> bytes:
    """A Word file as far as its envelope goes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("word/document.xml", data)
        archive.writestr("../../evil", b"x")
    return file.getvalue()


def bomb() -> bytes:
    """Two hundred megabytes of spaces in two hundred kilobytes."""
    return zipped(b" " * 200_000_000)


HEADS: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: data, lambda data: b"%PDF-1.7\n" + data, zipped,
    lambda data: b"<!DOCTYPE html><html><meta charset='utf-7'>" + data,
    lambda data: b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>' + data,
    lambda data: b"PK\x03\x04" + data, lambda data: b"\xff\xfe" + data, lambda data: b"\x89PNG\r\n\x1a\n" + data,
)  # fmt: skip
NAMES = ("a.txt", "a.html", "a.pdf", "a.docx", "../../etc/passwd", "a.exe", "", "x" * 300, "con.txt\x00.pdf", "<b>.txt")


@fuzz
@given(
    st.sampled_from(NAMES),
    st.sampled_from(HEADS),
    st.binary(max_size=300) | texts.map(lambda t: t.encode("utf-8", "replace")),
)
def test_witnesses_of_any_bytes_are_read_or_refused(name: str, head: Callable[[bytes], bytes], data: bytes) -> None:
    try:
        witness = read_witness(name, head(data))
    except CollationError as error:
        assert error.text("en")
        assert error.text("fr")
    else:
        assert "root:" not in str(witness)


def test_a_file_that_unpacks_to_more_than_it_may_is_refused() -> None:
    with pytest.raises(CollationError):
        read_witness("bomb.docx", bomb())


@fuzz
@given(texts | anything.map(partial(json.dumps, default=str)), texts)
def test_decisions_of_any_text(text: str, name: str) -> None:
    try:
        Decisions.read(text, name)
    except CollationError as error:
        assert error.text("fr")


@fuzz
@given(
    texts | soup.map(lambda t: f'msgid ""\nmsgstr ""\n\nmsgctxt "{t}"\nmsgid "a"\nmsgstr "{t}"\n'),
    st.sampled_from(["fr", "en", "xx", ""]),
)
def test_translations_of_any_text(text: str, language: str) -> None:
    try:
        back = po.read(text, language)
        po.files(back, language)
    except CollationError as error:
        assert error.text("en")


# ---- what widgets follow -------------------------------------------------------------------------------------------

DEEDS = (
    "try", "play", "step", "undo", "redo", "go", "restart", "new", "seats", "load", "hint", "example", "without",
    "choose", "surprise", "page", "board", "collate", "sample", "decide", "show", "translation", "export", "po",
    "open", "merge", "note",
    "simulate", "more",
)  # fmt: skip
KEYS = (
    "path", "move", "ply", "players", "seats", "rules", "text", "at", "n", "which", "message", "variants", "options",
    "id", "value", "reason", "klass", "part", "side", "language", "what", "name", "a", "b", "again", "company",
)  # fmt: skip
told = st.builds(
    lambda do, rest: {"do": do, **rest},
    st.sampled_from(DEEDS), st.dictionaries(st.sampled_from(KEYS), leaves | st.lists(leaves, max_size=3), max_size=5),
) | anything  # fmt: skip


@fuzz
@given(st.sampled_from(GAMES[:3] + GAMES[4:]), st.lists(told, min_size=1, max_size=8))
def test_a_table_survives_any_message(rules: str, said: list[Any]) -> None:
    """It answers with a view, and the game on it is one whose record reads again."""
    table = Table(rules=rules, source=random.Random(1))
    for message in said:
        view = table.handle(message)
        assert view["cells"]
        json.dumps(view)
    assert str(hedgekit.replay(str(table.game.record())).record()) == str(table.game.record())


SHEETS = (Choosing, Chooser)


@cache
def sheet(kind: type) -> Any:
    """One sheet of a kind for all examples: whatever came before, it follows the next message."""
    return kind()


@fuzz
@given(st.sampled_from(SHEETS), told)
def test_sheets_survive_any_message(kind: type, message: Any) -> None:
    one = sheet(kind)
    one._on_message(one, message, [])
    json.dumps(one.view)
    assert "n" in one.view


@cache
def desk() -> Session:
    """One desk for all examples."""
    return Session()


@fuzz
@given(
    told.filter(lambda m: not isinstance(m, dict) or m.get("do") != "simulate"),
    st.lists(st.binary(max_size=60), max_size=3),
)
def test_a_desk_survives_any_message(message: Any, files: list[bytes]) -> None:
    view = desk().handle(message, files)
    json.dumps(view)


@fuzz
@given(anything, anything, st.sampled_from(["custom", "update", "request_state", "backbone", "echo_update", None]))
def test_widgets_follow_nothing_but_messages(content: Any, state: Any, method: str | None) -> None:
    """Straight into ipywidgets' own handler of messages: no trait changes, nothing is raised."""
    board = widget()
    before = {name: board.get_state(name) for name in ("_esm", "name", "_view_name")}
    whole = {"method": method, "content": content, "state": state}
    for data in (content, whole, {"method": method, "state": {"_esm": "x", "name": "x"}}):
        told = {"content": {"data": data}}
        for message in (told, {"content": content}, {**told, "buffers": content}):
            board._handle_msg(message)
    assert {name: board.get_state(name) for name in before} == before
    assert board.view["cells"]


@cache
def widget() -> Board:
    """One board for all examples."""
    return Board("fuzzed")


# ---- the socket ----------------------------------------------------------------------------------------------------


@fuzz
@given(anything, st.lists(st.binary(max_size=9), max_size=3), st.binary(max_size=200))
def test_a_message_is_read_as_it_was_sent_or_refused(content: Any, files: list[bytes], junk: bytes) -> None:
    """Also one that was cut, or has other bytes before it."""
    text = json.dumps(content)
    parts = [text.encode(), *files]
    whole = " ".join(["2.0", "7", *(str(len(part)) for part in parts)]).encode() + b"\n" + b"".join(parts)
    for frame in (f"2.0 7\n{text}", whole, whole[: len(whole) // 2], junk, junk.decode("latin-1"), b"\x01" + whole):
        try:
            slot, count, rest = readers.read(frame)
            found, carried = rest()
        except ValueError:  # `Refused` is one
            assert frame is not whole
            continue
        if frame is whole or isinstance(frame, str):
            assert slot.count(".") == 1
        if frame is whole:
            assert (slot, count, json.dumps(found), carried) == ("2.0", 7, text, files)


def test_the_texts_of_the_repository_are_the_seeds() -> None:
    """The fuzzers begin from real games: each of their records replays unhurt."""
    for record in records():
        assert str(hedgekit.replay(record).record()) == record
    assert (ROOT / "tests" / "playthroughs").is_dir()


def test_parts_that_are_not_all_of_a_message_and_millions_of_values_are_refused() -> None:
    """What would be copied many times, or take a second to be read, is not handed on."""
    for sizes in ("2 9000 9000", "-1 9001", "2"):
        with pytest.raises(readers.Refused):
            readers.read(f"2.0 1 {sizes}\n".encode() + b"x" * 9000)
    with pytest.raises(readers.Refused):
        readers.read("2.0 1\n[" + "[]," * 1_000_000 + "[]]")[2]()
