"""An independent reader plays on while others try to silence the server (all of it, for longer: `make chaos`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import serving
from tests.security import attacks


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """A server that is attacked."""
    with attacks.attacked(tmp_path_factory.mktemp("attacked")) as found:
        yield found


@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_an_independent_reader_plays_on(run: serving.Running, attack: str) -> None:
    """By one connection, and by new ones; and nobody's boards stay behind."""
    saw = attacks.endured(run.url, attacks.ATTACKS[attack], seconds=2)
    assert saw.failures == []
    assert len(saw.moves) >= 2
    assert len(saw.pages) >= 2
    assert run.ready()["ready"]
