"""Former names of questions, settings and parts of the engine, which still work in house rules."""

import warnings
from typing import Any

FORMER = {
    "crowned": "final_winners", "forfeits": "again_ends_turn", "freely": "entry_optional", "laggard": "last_wins",
    "lazy": "lazybones", "lenient": "six_optional", "level": "tied_winners", "lively": "still_alive",
    "marked": "pieces_differ", "mine": "pieces_of", "named": "placement_names_piece", "several": "both_steps_count",
    "shoves": "side_steps_push", "vigil": "always_judge", "watch": "before_action", "written": "plan_written",
    # parts, which answers may call
    "alive": "is_alive", "begun": "begin_race", "choose_kind": "move_kind", "chosen": "chosen_piece",
    "ends": "check_end", "from_hand": "add_from_hand", "go_on": "next_step", "kth": "kth_bit",
    "opened": "end_opening_step", "passes": "allows_nothing", "set_aside": "save_board", "settle": "finish_action",
    "slippery": "can_slip", "slips_to": "can_slip_to", "stop": "dead_winners", "take_back": "restore_board",
}  # fmt: skip
"""Former name of a question, setting or part -> its present one.  The former works for one edition, with a warning."""


def present_name(name: str, level: int = 3) -> str:
    """Return the present name, and warn of a former one; level: that of the caller to name."""
    if name in FORMER:
        warnings.warn(f"{name} is now {FORMER[name]}", DeprecationWarning, level)
    return FORMER.get(name, name)


class FormerName:
    """A former name of an attribute (`__getattr__` would slow down all attributes, `hedgekit.renamed` is above)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        return self if instance is None else getattr(instance, present_name(self.name))
