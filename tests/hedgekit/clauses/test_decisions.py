"""Pairs of variants that need a decision (combinations.md, section 5), each with a position where it bites.

The protest's are in test_protest.py, those about the order of a turn in test_turns.py.  Black: d1 g2 e3 f4 c5 h6.
"""

import pytest

from hedgekit import Clash, NotationError
from hedgekit import rules as read

from .support import clause

# ---- layouts, and the first form of 15 -------------------------------------------------------------------------------


@clause("15+35", "15+37", "15+38")
@pytest.mark.parametrize("number", [35, 37, 38])
def test_15_where_nobody_rests_on_black_only_the_harder_form(number):
    with pytest.raises(Clash) as caught:
        read(f"15+{number}")
    assert "15[form=last]" in str(caught.value)
    assert str(read(f"15[form=last]+{number} players=3")) == f"15[form=last]+{number} players=3"


@clause("17+37", "17+38")
@pytest.mark.parametrize("number", ["37", "38", "38[lane=die]"])
def test_17_37_38_every_rank_can_be_passed(number):
    for walled in ("c1,c2,c3,c4,c5,c6", "c1,c2,c3,c4,c5,d6"):
        with pytest.raises(NotationError):
            read(f"17[black={walled}]+{number}")
        assert read(f"17[black={walled}]+35").players == 4
    open_one = read(f"17[black=c1,c2,c3,c4,c5]+{number} players=2")
    assert str(open_one) == f"17[black=c1,c2,c3,c4,c5]+{number} players=2"
