"""Former names of questions and settings, which still work in house rules."""

import warnings

FORMER = {
    "crowned": "final_winners", "forfeits": "again_ends_turn", "freely": "entry_optional", "laggard": "last_wins",
    "lazy": "lazybones", "lenient": "six_optional", "level": "tied_winners", "lively": "still_alive",
    "marked": "pieces_differ", "mine": "pieces_of", "named": "placement_names_piece", "several": "both_steps_count",
    "shoves": "side_steps_push", "vigil": "always_judge", "watch": "before_action", "written": "plan_written",
}  # fmt: skip
"""Former name of a question or setting -> its present one.  The former works for one edition, with a warning."""


def present_name(name: str, level: int = 3) -> str:
    """Return the present name of a question or setting, and warn of a former one; level: that of the caller to name."""
    if name in FORMER:
        warnings.warn(f"{name} is now {FORMER[name]}", DeprecationWarning, level)
    return FORMER.get(name, name)
