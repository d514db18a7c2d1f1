"""What holds for all tests."""

import gc

import pytest
from hypothesis import settings

from tests.sample import examples

# A machine that is busy is slow, not wrong.
settings.register_profile("hedgekit", examples(100), deadline=None)
settings.load_profile("hedgekit")
# Thousands of tests are collected and stay: looking through them again and again takes an eighth of the time.
gc.set_threshold(50_000, 50, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files that take long first: the last one of a run keeps one core busy and leaves the other idle.

    A file of tests says so itself: `SECONDS` of one core.
    """
    items.sort(key=lambda item: -getattr(getattr(item, "module", None), "SECONDS", 0))
    # A cell that was never executed compares nothing: nbval would call it passed. It fails here.
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.get("cell_type") == "code" and cell.get("execution_count") is None:
            item.runtest = lambda name=item.name: pytest.fail(  # type: ignore[method-assign]
                f"{name} was never executed, there is nothing to compare: run the notebook and save it", pytrace=False
            )


def pytest_collection_finish() -> None:
    """What was collected stays: nothing of it is looked through any more."""
    gc.collect()
    gc.freeze()
