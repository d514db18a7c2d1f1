"""One whole game through all that can befall a server, and what `/ready` says of it; the long form: `make chaos`."""

from __future__ import annotations

import signal
import socket
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
import websocket

import hedgekit
from rulebook.publish import machine
from rulebook.publish.kernel import About
from rulebook.publish.kernels import Kernels, Reader
from tests import serving
from tests.security import chaos
from tests.visitor import Visitor

SECONDS = 26  # of one core: what takes long begins early

STEM, BOARD = serving.ONE_BOARD, "play"


def goes_on(reader: Visitor) -> Visitor:
    """Come to the board in another process, as a page does: with the game that is seen."""
    record = reader.view(BOARD)["record"]
    reader.begin()
    assert reader.does(BOARD, do="load", text=record)["record"] == record
    return reader


def plays_on(reader: Visitor) -> None:
    """Some moves, none of which is lost."""
    before = reader.view(BOARD)["ply"]
    assert reader.plays(BOARD, 5)["ply"] == before + 5


def test_a_whole_game_is_kept_through_all_that_befalls_a_server(tmp_path: Path) -> None:
    """A clock that jumps, a disk that goes, a network that breaks off, processes that are killed, and then the server,
    politely and not: the game goes on with every move that was made, and its record is what the rules make of it."""
    book = serving.one_board(tmp_path / "book")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    with chaos.ground(tmp_path, 256, book, "--port", port) as here:
        reader = Visitor(here.url).open(STEM)
        reader.does(BOARD, do="new", players=2, seats=["reader", "reader"])
        plays_on(reader)
        here.jump()
        plays_on(reader)
        with here.full():
            assert here.ready_why() == "disk"
            plays_on(reader)
        assert here.ready_why() == ""
        assert reader.socket
        reader.socket.sock.close()  # the line is cut, and nobody says so
        reader.connect()
        plays_on(reader)
        here.run.kernel(reader.kernel).kill()
        with pytest.raises((OSError, websocket.WebSocketException), match=r"hung up|closed|lost|reset|pipe"):
            plays_on(reader)
        plays_on(goes_on(reader))
        left = [here.run.kernel(reader.kernel)]
        left[0].parent().kill()
        plays_on(reader)
        here.run.process.send_signal(signal.SIGKILL)
        assert serving.wait_until_gone(left) == []  # nobody ended them: they saw that the server was gone
    with chaos.ground(tmp_path, 256, book, "--port", port) as here:
        assert here.ready_why() == ""
        reader.close()
        assert '"alive": false' in reader.get(f"session/{reader.kernel}")
        reader.jar.clear()
        reader.get(f"voila/render/{STEM}.ipynb")  # the cookie of this server
        assert goes_on(reader).plays(BOARD)["over"]
        view = reader.view(BOARD)
        assert str(hedgekit.replay(view["record"]).position) == view["text"]
        assert view["ply"] > 50
        reader.leave()


def test_a_disk_that_is_full_or_may_only_be_read_is_one_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.can_write("/")
    for flag, free, fits in ((0, 1000, True), (1, 1000, False), (0, 100, False)):
        found = type("Found", (), {"f_flag": flag, "f_bavail": free, "f_frsize": 4096})
        monkeypatch.setattr(machine.os, "statvfs", lambda _, found=found: found)
        assert machine.can_write("/") is fits


def test_a_network_that_is_lost_for_a_minute_costs_nothing_and_for_long_the_process() -> None:
    """Of two whose page is not there for 61 and 121 seconds the second ends; one who plays on another page does not."""
    kernels, now = Kernels(About(""), lost=120, idle=1800), time.monotonic()
    kernels._kernels = {name: Mock(pages=pages) for name, pages in (("a", []), ("b", []), ("c", [Mock()]))}
    away = {"a": 61, "b": 121, "c": 500}
    kernels.readers = {name: Reader(now - 600, now - 130, True, now - gone) for name, gone in away.items()}
    assert [kernels._over(name) for name in "abc"] == ["", "nobody came back", ""]


def test_all_that_befalls_a_server_is_named_in_the_long_form() -> None:
    """Each is there by the name that docs/server.md has for it."""
    table = (serving.ROOT / "docs" / "server.md").read_text("utf-8")
    assert [name for name in chaos.ALL if f"`{name}`" not in table] == []
