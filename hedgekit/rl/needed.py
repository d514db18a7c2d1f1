"""What environments need beside hedgekit, or a sentence that says so."""

from importlib import import_module
from typing import Any

from ..text.errors import HedgekitError


def needed(module: str, package: str = "hedgekit[rl]") -> Any:
    """The module; HedgekitError, with what to install, if it is not there."""
    try:
        return import_module(module)
    except ImportError as no:
        raise HedgekitError("error.rl.missing", module=module, package=package) from no
