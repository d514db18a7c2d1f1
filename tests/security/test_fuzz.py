"""Every parser and widget answers any input quickly with an answer or a typed error, and nothing else.

The examples are the same in every run (`make soak` draws new ones, and many more: FUZZ=2000).
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hedgekit
from rulebook.boards.board import Board
from rulebook.boards.table import Table
from rulebook.choosing.authors_sheet import Choosing
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.collation import CollationError, Decisions, read_bytes
from rulebook.collation.out import po
from rulebook.desk.session import Session
from rulebook.desk.widget import Desk
from rulebook.publish.server import sessions
from tests.hedgekit.sisters import random_game

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
ACTIONS = {**Table.ACTIONS, **Session.ACTIONS, **Choosing.ACTIONS, **Chooser.ACTIONS}
KEYS = sorted({"n", *(key for action in ACTIONS.values() for key in action.parameters)})
NAMES = ("a.txt", "a.html", "a.pdf", "a.docx", "../../etc/passwd", "a.exe", "", "x" * 300, "con.txt\x00.pdf", "<b>.txt")


def zipped(data: bytes) -> bytes:
    """Return the envelope of a Word file around this document."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("word/document.xml", data)
        archive.writestr("../../evil", b"x")
    return file.getvalue()


HEADS = (
    b"", b"%PDF-1.7\n", b"<!DOCTYPE html><html><meta charset='utf-7'>", b"PK\x03\x04", b"\xff\xfe",
    b"\x89PNG\r\n\x1a\n", b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
)  # fmt: skip

texts = st.lists(st.sampled_from(WORDS), max_size=25).map("".join) | st.text(max_size=80)
leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | texts
    | st.sampled_from(["do", "play", "a1", "reader", "greedy", "A", 2**53, -1, 0, 1, 4])
)  # fmt: skip
anything = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4))
some = st.dictionaries(st.sampled_from(KEYS), leaves | st.lists(leaves, max_size=3), max_size=5)
requests = st.builds(lambda action, rest: {"do": action, **rest}, st.sampled_from(sorted(ACTIONS)), some) | anything
games, languages = st.sampled_from(GAMES), st.sampled_from(["fr", "en", "xx", ""])
files = st.builds(
    bytes.__add__, st.sampled_from(HEADS), st.binary(max_size=300) | texts.map(lambda t: t.encode("utf-8", "replace"))
)
messages = texts.map(lambda t: f'msgid ""\nmsgstr ""\n\nmsgctxt "{t}"\nmsgid "a"\nmsgstr "{t}"\n')


@cache
def record(rules: str) -> str:
    """Return the record of the first moves of a game."""
    text = str(random_game(hedgekit.game_of(rules), rules, seed=3, plies=25).record())
    assert str(hedgekit.replay(text).record()) == text
    return text


def edited(rules: str, word: str, *places: int) -> str:
    """Return a record with a part removed, doubled or inserted."""
    text = record(rules)
    begin, end = (place % (len(text) + 1) for place in places)
    return text[:begin] + word + text[end:]


def new_game(rules: str) -> Any:
    """Return a game at its start."""
    return hedgekit.game_of(rules)(rules, seed=1)


def play(rules: str, text: str) -> None:
    """Play a move; a refused one changes nothing."""
    game = new_game(rules)
    before = str(game.record())
    try:
        game.play(text)
    except hedgekit.HedgekitError:
        assert str(game.record()) == before
        raise


def replay(text: str) -> None:
    """Replay a record; its own record must be readable."""
    again = str(hedgekit.replay(text).record())
    assert str(hedgekit.replay(again).record()) == again


def read_rules(text: str) -> None:
    kind = hedgekit.game_of(text)
    kind.read_rules(text, 2) if hasattr(kind, "read_rules") else hedgekit.rules(text)


PARSERS: dict[str, tuple[Callable[..., Any], tuple[st.SearchStrategy[Any], ...]]] = {
    "positions": (lambda rules, text: new_game(rules).from_text(new_game(rules).rules, text), (games, texts)),
    "questions": (lambda rules, text: new_game(rules).why(text), (games, texts)),
    "moves": (play, (games, texts)),
    "records": (replay, (texts | st.builds(edited, games, texts, st.integers(0), st.integers(0)) | games.map(record),)),
    "rule sets": (read_rules, (texts | st.builds(str.__add__, games, texts),)),
    "witnesses": (read_bytes, (st.sampled_from(NAMES), files | files.map(zipped))),
    "decisions": (Decisions.read, (texts | anything.map(lambda value: json.dumps(value, default=str)), texts)),
    "translations": (lambda text, to: po.files(po.read(text, to), to), (texts | messages, languages)),
}


@pytest.mark.parametrize("name", PARSERS)
@fuzz
@given(st.data())
def test_a_parser_reads_any_input_or_refuses_it_with_a_sentence(name: str, data: st.DataObject) -> None:
    """Nor does it read any file of this machine."""
    parse, inputs = PARSERS[name]
    drawn = [data.draw(one) for one in inputs]
    try:
        assert "root:" not in str(parse(*drawn))
    except (hedgekit.HedgekitError, CollationError) as error:
        assert error.text("en")
        assert error.text("fr")


WIDGETS: dict[str, Callable[[], Any]] = {
    **{rules: cache(partial(Board, "fuzzed", rules=rules)) for rules in GAMES if rules != "40"},
    **{kind.__name__: cache(kind) for kind in (Choosing, Chooser, Desk)},
}
"""One widget of each kind serves all examples: it must answer whatever came before."""


@pytest.mark.parametrize("name", WIDGETS)
@fuzz
@given(requests, st.lists(st.binary(max_size=60), max_size=3))
def test_a_widget_answers_any_message_with_a_view(name: str, message: Any, carried: list[bytes]) -> None:
    """A board's game always has a readable record."""
    one = WIDGETS[name]()
    one.answer(message, carried)
    assert json.dumps(one.view)
    if isinstance(one, Board):
        assert one.view["cells"]
        replay(str(one.record))


@fuzz
@given(anything, st.lists(st.binary(max_size=9), max_size=3), st.binary(max_size=200))
def test_a_message_is_read_as_sent_or_refused(content: Any, carried: list[bytes], junk: bytes) -> None:
    """A message that is cut, or preceded by other bytes, is refused."""
    text = json.dumps(content)
    parts = [text.encode(), *carried]
    whole = " ".join(map(str, ["2.0", 7, *map(len, parts)])).encode() + b"\n" + b"".join(parts)
    slot, count, rest = sessions.parse_message(whole)
    found, files = rest()
    assert (slot, count, json.dumps(found), files) == ("2.0", 7, text, carried)
    for frame in (whole[: len(whole) // 2], b"\x01" + whole):
        with pytest.raises(sessions.InvalidMessage):
            sessions.parse_message(frame)
    for frame in (junk, junk.decode("latin-1")):
        with suppress(ValueError):  # `Refused` is one
            sessions.parse_message(frame)[2]()


def test_wrong_sizes_and_millions_of_values_are_refused() -> None:
    """Nothing is passed on that would be copied many times, or would take a second to read."""
    parts = [f"2.0 1 {sizes}\n".encode() + b"x" * 9000 for sizes in ("2 9000 9000", "-1 9001", "2")]
    for frame in (*parts, "2.0 1\n[" + "[]," * 1_000_000 + "[]]"):
        with pytest.raises(sessions.InvalidMessage):
            sessions.parse_message(frame)[2]()
