"""The limits for foreign files, the lines read from them, and the error when one is refused."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

SECONDS = 10  # of processor time
TOGETHER = 60  # of all files that are the pages of one text
MEMORY = 400  # megabytes
TEXT_LIMIT = 5  # megabytes of text in a file
LINES_LIMIT = 100_000  # lines of text
UNPACKED_LIMIT = 50  # megabytes that an archive may unpack to
MEMBERS_LIMIT = 2_000  # files in an archive
PAGES_LIMIT = 300  # pages of a PDF
MEGABYTE = 1_000_000


class Said(NamedTuple):
    """A line: its number, its text, whether a paragraph ends here (None: unknown), the level of a marked heading."""

    number: int
    text: str
    ends: bool | None = None
    level: int | None = None


class Refused(Exception):
    """A file that is not read: a key of `collation.errors`, and what fills the sentence."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Budget:
    """What is left of the processor time for files that are read as one."""

    def __init__(self) -> None:
        self.left = float(TOGETHER)


def limited(lines: Iterable[Said]) -> Iterator[Said]:
    """The lines.  Refused where they are too many, or too long in all."""
    size = 0
    for many, line in enumerate(lines):
        if many >= LINES_LIMIT:
            raise Refused("lines", limit=LINES_LIMIT)
        size += len(line.text) + 1
        if size > TEXT_LIMIT * MEGABYTE:
            raise Refused("large", limit=TEXT_LIMIT)
        yield line
