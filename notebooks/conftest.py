"""nbval compares what was saved, which is pictures and one language (docs/run_notebooks.py), with what it sees."""

import sys
from collections.abc import Iterator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Kernels begin with the setting, and where that is safe as forks; other tests of this process do not have it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEBOOK_PICTURES", "en")
        if sys.platform == "linux":
            from tests import kernels

            patch.setattr("jupyter_client.provisioning.local_provisioner.launch_kernel", kernels.launch)
        yield
