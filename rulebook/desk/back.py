"""What taking a deed back restores: the decisions that it changed, and texts and notes where it changed those."""

from typing import NamedTuple

from rulebook.collation import Decision
from rulebook.collation.decisions import Said

from .material import Material


class Standing(NamedTuple):
    """How the desk stands, but for the decisions; filed: what was decided in any file that it opened or gave away."""

    material: Material
    notes: str
    filed: dict[str, Said]

    def is_as(self, other: "Standing") -> bool:
        """Are texts and notes the same?"""
        return self.notes == other.notes and self.material.has_texts_of(other.material)


class Before(NamedTuple):
    """What a deed found: the decisions that it changed; for one that changed more, the rest before and after it."""

    decided: list[tuple[str, Decision | None]]
    rest: tuple[Standing, Standing] | None = None
