"""On the static site, from a plain web host: what the tests of the served book claim holds here, too."""

from __future__ import annotations

import pytest

from tests.browser.reader import Open
from tests.browser.test_board_games import (  # noqa: F401
    test_computer_players_go_on_by_themselves,
    test_the_board_is_free_while_a_player_looks_ahead,
)
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
    combine,
    test_clashes_are_said_at_once_and_nothing_is_unticked,
    test_options_players_page_and_play,
)
from tests.browser.test_choosing import test_two_rule_sets_on_boards_and_by_games as by_games
from tests.browser.test_desk import (  # noqa: F401
    pair,
    test_a_translator_uploads_steps_decides_and_comes_back,
)
from tests.browser.test_publish import test_the_rules_can_be_searched_from_any_page  # noqa: F401

SECONDS = 85  # of one core: what takes long begins early


@pytest.mark.soak
def test_two_rule_sets_on_boards_and_by_games(open_chapter: Open) -> None:
    """In every run test_book has its sheet come alive, and its games counted by the packed engine and by Python."""
    by_games(open_chapter)
