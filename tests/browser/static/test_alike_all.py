"""In the long run: what the tests of the served book claim, on the static site."""

from __future__ import annotations

import pytest

from tests.browser.test_board_games import test_computer_players_go_on_by_themselves  # noqa: F401
from tests.browser.test_board_kept import (  # noqa: F401
    test_saved_as_a_file_and_loaded_again,
    test_the_kept_game_is_offered_and_comes_back,
)
from tests.browser.test_board_moves import (  # noqa: F401
    test_refused_by_a_held_hedgehog,
    test_tasks_right_wrong_and_with_a_hint,
    test_touch_on_a_phone,
)
from tests.browser.test_board_page import test_language_and_theme_change_everywhere_at_once_and_stay  # noqa: F401
from tests.browser.test_choosing import (  # noqa: F401
    test_clashes_are_said_at_once_and_nothing_is_unticked,
    test_what_changes_is_said_shown_and_measured,
    test_wishes_ticks_options_a_page_and_a_game,
)
from tests.browser.test_desk import pair, test_a_translator_uploads_steps_decides_and_comes_back  # noqa: F401
from tests.browser.test_publish import test_the_rules_can_be_searched_from_any_page  # noqa: F401

pytestmark = pytest.mark.soak
