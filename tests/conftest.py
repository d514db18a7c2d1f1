"""What holds for all tests."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

# A machine that is busy is slow, not wrong.
settings.register_profile("hedgekit", deadline=None)
settings.load_profile("hedgekit")


LONGEST = (
    "rulebook/test_static",
    "hedgekit/test_native",
    "rulebook/collation/test_translation",
    "rulebook/collation/test_games",
    "rulebook/test_cli",
    "hedgekit/test_wandering",
    "hedgekit/test_wasm",
    "test_language",
    "test_release",
    "hedgekit/test_cli",
    "rulebook/test_measuring",
    "test_benchmarks",
    "rulebook/test_lessons",
    "hedgekit/test_counts",
    "rulebook/test_quizzes",
    "hedgekit/test_simulation",
    "test_docs",
    "hedgekit/test_sister_players",
    "rulebook/test_sister_examples",
    "security/test_pages",
    "rulebook/collation/test_hostile",
    "rulebook/test_board_games",
    "rulebook/test_binder",
    "hedgekit/horses/test_play",
    "hedgekit/test_carrom",
    "hedgekit/test_text_is_state",
    "hedgekit/test_players",
)
"""Files that take long come first: the last one of a run keeps one core busy and leaves the other idle."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A cell that was never executed compares nothing: nbval would call it passed. It fails here."""
    here = Path(__file__).parent
    rank = {here / f"{name}.py": at for at, name in enumerate(LONGEST)}
    assert all(path.is_file() for path in rank), "a file has another name now"
    items.sort(key=lambda item: rank.get(item.path, len(rank)))
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.get("cell_type") == "code" and cell.get("execution_count") is None:
            item.runtest = lambda name=item.name: pytest.fail(  # type: ignore[method-assign]
                f"{name} was never executed, there is nothing to compare: run the notebook and save it", pytrace=False
            )


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: looking through them again and again takes a twelfth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
