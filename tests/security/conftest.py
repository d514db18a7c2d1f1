"""A public server for everything in here, with a secret in its environment that nobody may find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import serving
from tests.visitor import Visitor

SECRET = "hunter2-of-the-server"
STEM = "01-base-game"


@dataclass
class Public:
    """The server: its process, its address, and the file its log goes to."""

    run: serving.Running
    log: Path

    @property
    def url(self) -> str:
        return self.run.url

    def logged(self) -> str:
        return self.log.read_text()


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Public]:
    """Run `rulebook serve --public` for six readers."""
    log = tmp_path_factory.mktemp("public") / "log"
    own = ("--readers", "6", "--name", "book.example", "--static-site", "https://example.org/book/")
    with serving.served("--public", *own, environment={"RULEBOOK_SECRET": SECRET}, log=log) as run:
        yield Public(run, log)


@pytest.fixture
def visitor(public: Public) -> Iterator[Visitor]:
    """Somebody who has opened a chapter; asked to leave at the end."""
    somebody = Visitor(public.url).open(STEM)
    yield somebody
    somebody.leave()


@pytest.fixture(scope="module")
def attacker(public: Public) -> Iterator[Visitor]:
    """One who stays for all attacks of a module: after each, the same session must still play."""
    somebody = Visitor(public.url).open(STEM)
    yield somebody
    somebody.leave()
