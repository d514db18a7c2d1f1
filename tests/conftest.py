"""What holds for all tests."""

import pytest
from hypothesis import settings

# A machine that is busy is slow, not wrong.
settings.register_profile("hedgekit", deadline=None)
settings.load_profile("hedgekit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A cell that was never executed compares nothing: nbval would call it passed. It fails here."""
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.get("cell_type") == "code" and cell.get("execution_count") is None:
            item.runtest = lambda name=item.name: pytest.fail(  # type: ignore[method-assign]
                f"{name} was never executed, there is nothing to compare: run the notebook and save it", pytrace=False
            )
