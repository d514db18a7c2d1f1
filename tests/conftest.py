"""Settings for all tests."""

import gc

import pytest
from hypothesis import settings

from tests.sample import examples

# A busy machine is slow, which is not a failure.
settings.register_profile("hedgekit", examples(100), deadline=None)
settings.load_profile("hedgekit")
# Thousands of collected tests stay alive: scanning them at every collection would take an eighth of the time.
gc.set_threshold(50_000, 50, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow files first, so that no core is idle at the end.

    A test file declares its time in CPU seconds as `SECONDS`.
    """
    items.sort(key=lambda item: -getattr(getattr(item, "module", None), "SECONDS", 0))
    # nbval passes a cell that was never executed, since there is nothing to compare; here it fails.
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.get("cell_type") == "code" and cell.get("execution_count") is None:
            item.runtest = lambda name=item.name: pytest.fail(  # type: ignore[method-assign]
                f"{name} was never executed, there is nothing to compare: run the notebook and save it", pytrace=False
            )


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection."""
    gc.collect()
    gc.freeze()
