"""A public server for the tests in this folder, with a secret in its environment that must not leak."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import serving
from tests.visitor import Visitor

SECRET = "hunter2-of-the-server"
STEM = serving.ONE_BOARD


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """Run `rulebook serve --public` for six readers."""
    log = tmp_path_factory.mktemp("public") / "log"
    own = ("--readers", "6", "--name", "book.example", "--static-site", "https://example.org/book/")
    with serving.serve("--public", *own, environment={"RULEBOOK_SECRET": SECRET}, log=log) as run:
        yield run


@pytest.fixture
def visitor(public: serving.Running) -> Iterator[Visitor]:
    """Return a visitor who has opened a chapter and leaves at the end."""
    somebody = Visitor(public.url).open(STEM)
    yield somebody
    somebody.leave()
