"""In the long run: what the tests of the served book claim where Python works long, on the static site."""

from __future__ import annotations

import pytest

from tests.browser.test_board_games import test_computer_players_go_on_by_themselves  # noqa: F401
from tests.browser.test_board_moves import test_touch_on_a_phone  # noqa: F401
from tests.browser.test_choosing import (  # noqa: F401
    test_what_changes_is_said_shown_and_measured,
    test_wishes_ticks_options_a_page_and_a_game,
)
from tests.browser.test_desk import pair, test_a_translator_uploads_steps_decides_and_comes_back  # noqa: F401

pytestmark = pytest.mark.soak
