"""What stands above is asked for by name: the front door (`__init__`) says where it is, and it is imported then.

So importing hedgekit costs nothing, and a record that plays itself or a position that draws itself knows no game.
"""

from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it, without the time `typing` takes
if TYPE_CHECKING:
    from typing import Any

HOMES: "dict[str, str]" = {}
"""Name -> the module that has it, below the package."""


def asked_for(name: str) -> "Any":
    """What has this name in HOMES; KeyError if nothing has."""
    return getattr(package(HOMES[name]), name)


def package(name: str) -> "Any":
    """A package or a module of hedgekit; ModuleNotFoundError if there is none."""
    return import_module(f"{__package__}.{name}")
