"""Pieces: 21 the big family, 26 faster, 28 even faster."""

import pytest

from hedgekit import Clash, rules

from .support import clause

# ---- 28: even faster -------------------------------------------------------------------------------------------------


@clause("28.2")
def test_28_bad_company():
    for other in (15, 39, 40):
        with pytest.raises(Clash):
            rules(f"28+{other}")
        with pytest.raises(Clash):
            rules(f"26+{other}")
    assert rules("26+28").advice
