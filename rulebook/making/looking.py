"""What is said of a rule that was made: what it goes with, in sentences, and the sheet with the rules of the game."""

import hedgekit
from hedgekit import extend
from hedgekit.games.race.rulesets.verdicts import DECIDED, INCOMPATIBLE, POINTLESS

from ..choosing import rulepage
from ..stage.say import Words, spoken
from .fields import GoesView

GROUPS = {DECIDED: "open", INCOMPATIBLE: "not", POINTLESS: "idle"}
"""Kind of a verdict -> the group of the list in which it is told; of those that simply go together their number."""


def goes(rule: str, registry: hedgekit.Registry) -> GoesView:
    """What a rule of a registry goes with.  RuleError if there is none of this name."""
    found = extend.meetings(rule, registry.only([rule]))
    listed: dict[str, list[Words]] = {group: [] for group in GROUPS.values()}
    for verdict in found.values():
        if verdict.kind in GROUPS:
            listed[GROUPS[verdict.kind]].append(spoken(verdict.reason))
    return {"well": sum(verdict.kind not in GROUPS for verdict in found.values()), "listed": listed}


def sheet(rules: hedgekit.RuleSet) -> str:
    """The rules of the game with it, to print, in every language."""
    return rulepage.page(rules)
