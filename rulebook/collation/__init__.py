"""The translators' desk: two witnesses of one rulebook, read, aligned, compared, and held against the rules.

    collation = collate("a.txt", "b.html")
    collation.findings            every difference, with its class, its places and a stable id
    collation.pairs               the sentences side by side
    collation.facts               what each says of every variant
    check_facts(collation.a)      a witness against the rulebook
    check_translation(a, mine, "en")  a translation against a French witness

Data flow one way: files, reading, aligning, classing and inner, collating; then decisions, exports, report.
"""

from .against import Fact, check_facts
from .collating import Collation, collate
from .decisions import Decision, Decisions
from .errors import CollationError, DecisionError, WitnessError
from .finding import Finding, Place
from .reading import read, read_bytes
from .translation import check_translation
from .witness import Witness

__all__ = [
    "Collation",
    "CollationError",
    "Decision",
    "DecisionError",
    "Decisions",
    "Fact",
    "Finding",
    "Place",
    "Witness",
    "WitnessError",
    "check_facts",
    "check_translation",
    "collate",
    "read",
    "read_bytes",
]
