"""The old name of `rulebook.collation.checking.translation`, for one edition."""

import warnings

from .checking.translation import check_translation

__all__ = ["check_translation"]

warnings.warn(
    "rulebook.collation.translation is rulebook.collation.checking.translation", DeprecationWarning, stacklevel=2
)
