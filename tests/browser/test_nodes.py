"""Two servers behind one load balancer, which share nothing: what a reader plays is in his browser.  By `make soak`."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import serving
from tests.browser.pace import PACE
from tests.browser.reader import Reader
from tests.browser.test_public import STEM, alive, played
from tests.proxy import Balancer, balancing

pytestmark = pytest.mark.soak
Open = Callable[..., Page]
NAME = "book.example"


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[dict[str, serving.Running]]:
    """Two servers by their addresses, each with a copy of the book of its own."""
    with ExitStack() as stack:
        found = {}
        for name in "ab":
            folder = serving.one_board(tmp_path / name / "book")
            own = ("--public", "--warm", "1", "--readers", "2", "--name", NAME)
            run = stack.enter_context(serving.served(*own, book=folder, log=tmp_path / f"log-{name}"))
            found[run.url] = run
        yield found


def of(balancer: Balancer, path: str) -> set[str]:
    """The servers that were asked for what begins so."""
    return {node for node, asked in balancer.asked if asked.startswith(path)}


def test_whoever_stays_and_whoever_moves_keeps_his_game(open_page: Open, nodes: dict[str, serving.Running]) -> None:
    """A reader's socket leads to one server; when that is gone the other one goes on where he was."""
    with balancing(list(nodes)) as balancer:
        reader = played(open_page, balancer.url)
        (home,) = of(balancer, "/boards")
        serving.end(nodes[home].process)
        reader.click("a2")
        reader.stands_at(2)
        assert reader.stacks == {"a1": "A1", "a2": "B1"}
        assert of(balancer, "/boards") == set(nodes)
        reader.page.reload()  # and what the browser kept is offered by the other one
        alive(reader.page)
        again = Reader(reader.page, "play")
        expect(again.button("kept-resume")).to_be_visible(timeout=PACE.ms(30))
        again.button("kept-resume").click()
        again.stands_at(2)


def test_reading_goes_to_any_server(nodes: dict[str, serving.Running]) -> None:
    """Whichever it is: what one server's page is made of, the other one has under the same name."""
    with balancing(list(nodes)) as balancer:
        for _ in nodes:
            with urllib.request.urlopen(f"{balancer.url}voila/render/{STEM}.ipynb", timeout=120) as answer:
                page = answer.read().decode()
            parts = {piece.partition('"')[0] for piece in page.split('"/parts/')[1:]}
            assert len(parts) > 3
            for part in parts:
                for node in nodes:
                    assert urllib.request.urlopen(f"{node}parts/{part}", timeout=120).status == 200
        assert of(balancer, "/voila/") == set(nodes)
