"""On the static site, from a plain web host: what the tests of the served book claim of its boards holds here, too."""

from __future__ import annotations

from tests.browser.test_board_games import test_the_board_is_free_while_a_player_looks_ahead  # noqa: F401
from tests.browser.test_board_kept import test_the_kept_game_is_offered_and_comes_back  # noqa: F401
from tests.browser.test_board_moves import test_refused_by_a_held_hedgehog  # noqa: F401
from tests.browser.test_publish import test_the_rules_can_be_searched_from_any_page  # noqa: F401

SECONDS = 10  # of one core: what takes long begins early
