"""Witnesses of a rulebook: read, compared with each other, checked as translations and against the rules.

    collation = collate("a.txt", "b.html")
    collation.findings            every difference, with its class, its places and a stable id
    collation.pairs               the sentences side by side
    collation.facts               what each says of every variant
    check_facts(collation.a)      a witness against the rulebook
    check_translation(a, mine, "en")  a translation against a French witness

Imports go one way (a test keeps it so): `out` -> `collating`, `checking` -> `meaning` -> `reading` -> `language` -> the
modules beside this one.  `collating` and `checking` do not know each other.
"""

import importlib
import warnings
from types import ModuleType

from .checking.rules import Fact, check_facts
from .checking.translation import check_translation
from .collating import Collation, collate
from .errors import CollationError, DecisionError, WitnessError
from .finding import Finding, Place
from .out.decisions import Decision, Decisions
from .reading import read, read_bytes
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

_RENAMED = {"po": "out.po", "exchange": "out.exchange"}
"""Old name -> new name of a module, for one edition."""


def __getattr__(name: str) -> ModuleType:
    if name not in _RENAMED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    now = f"{__name__}.{_RENAMED[name]}"
    warnings.warn(f"{__name__}.{name} is {now}", DeprecationWarning, stacklevel=2)
    return importlib.import_module(now)
