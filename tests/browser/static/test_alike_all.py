"""Long runs: the served book's tests with long Python work, on the static site."""

from __future__ import annotations

import pytest

from tests.browser.test_board_games import test_computer_players_move_automatically  # noqa: F401
from tests.browser.test_board_moves import test_touch_works_on_a_phone  # noqa: F401
from tests.browser.test_choosing import (  # noqa: F401
    test_a_set_is_wished_for_changed_and_played,
    test_changes_are_listed_shown_and_measured,
)
from tests.browser.test_desk import pair, test_a_translator_uploads_decides_and_reloads  # noqa: F401

pytestmark = pytest.mark.soak
